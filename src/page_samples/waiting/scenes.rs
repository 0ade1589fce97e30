//! The scenes of these pages.

use app::page::Draw;
use app::view::{PageState, WaitReason};

use super::{Display, NINE, NOTHING, Waiting};
use crate::page_samples::Scene;
use crate::page_samples::after_load::ConnectionNotice;
use crate::page_samples::samples::{MESSAGE, START_UTC};
use crate::text::{StockStatus, StockTime, VisitorStatus};

pub(in crate::page_samples) fn scenes() -> Vec<Scene> {
    [before(), queue(), after()].concat()
}

fn before() -> Vec<Scene> {
    use PageState::{Drawing, Idle, Paused, Prequeue};
    let (plain, beacon) = (Some(Draw::WithoutBeacon), Some(Draw::WithBeacon));
    vec![
        Waiting::before(Idle, Some(725), None).scene(""),
        Waiting::before(Idle, None, None).scene("no-start"),
        Waiting::before(Idle, Some(2 * 86_400 + 5 * 3_600), plain).scene("draw"),
        Waiting::before(Idle, Some(364 * 86_400 + 23 * 3_600), beacon)
            .long()
            .scene("long"),
        Waiting::before(Prequeue, Some(725), plain).scene(""),
        Waiting::before(Prequeue, Some(725), beacon).scene("beacon"),
        Waiting::before(Prequeue, Some(42), plain).scene("last-minute"),
        Waiting::before(Prequeue, Some(0), plain).scene("closing"),
        Waiting::before(Prequeue, Some(86_399), plain).long().scene("long"),
        Waiting::before(Drawing, None, plain).scene(""),
        Waiting::before(Paused, Some(725), plain).scene(""),
    ]
}

/// The page of a viewer, who does not hold the place, when the place's turn has come.
fn elsewhere() -> Waiting {
    let mut waiting = Waiting::first(PageState::FirstInLine);
    waiting.status.is_elsewhere = true;
    waiting
}

fn queue() -> Vec<Scene> {
    let slowed = REASONS.map(|(reason, case)| Waiting::slowed(reason).scene(case));
    [
        in_line(),
        near_the_front(),
        estimates(),
        drawn(),
        notices(),
        slowed.into(),
        turn_reached(),
        stopped(),
    ]
    .concat()
}

fn in_line() -> Vec<Scene> {
    vec![
        Waiting::default().scene(""),
        Waiting {
            message: MESSAGE,
            ..Waiting::default()
        }
        .scene("message"),
        Waiting::default().long().scene("long"),
        worst().scene("worst"),
        Waiting {
            display: NOTHING,
            ..Waiting::default()
        }
        .scene("nothing-shown"),
    ]
}

fn near_the_front() -> Vec<Scene> {
    let almost = || Waiting {
        progress: "0.96",
        ..Waiting::with_status(|it| {
            it.state = PageState::Almost;
            (it.ahead, it.wait_low_seconds, it.wait_high_seconds) = (3, Some(15), Some(40));
        })
    };
    vec![
        almost().scene(""),
        Waiting {
            holds: true,
            ..almost()
        }
        .scene("hold"),
        Waiting::aside().scene(""),
        Waiting {
            message: MESSAGE,
            ..Waiting::aside()
        }
        .scene("message"),
        elsewhere().scene("elsewhere"),
    ]
}

fn estimates() -> Vec<Scene> {
    vec![
        Waiting::with_status(|it| (it.wait_low_seconds, it.wait_high_seconds) = (None, None)).scene("no-estimate"),
        Waiting::with_status(|it| {
            (it.wait_low_seconds, it.wait_high_seconds) = (None, None);
            it.is_wait_not_known_yet = true;
        })
        .scene("no-estimate-yet"),
        Waiting::with_status(|it| (it.wait_low_seconds, it.wait_high_seconds) = (Some(100_000), Some(200_000)))
            .scene("over-a-day"),
        Waiting {
            progress: "0.98",
            ..Waiting::with_status(|it| (it.ahead, it.wait_low_seconds, it.wait_high_seconds) = (0, Some(5), Some(20)))
        }
        .scene("next"),
    ]
}

fn drawn() -> Vec<Scene> {
    vec![
        Waiting {
            draw: Some(Draw::WithoutBeacon),
            ..Waiting::default()
        }
        .scene("drawn"),
        Waiting {
            draw: Some(Draw::WithoutBeacon),
            progress: "0.01",
            ..Waiting::with_status(|it| {
                it.state = PageState::Drawn;
                (it.ahead, it.number, it.population) = (39, Some(40), Some(82));
                (it.wait_low_seconds, it.wait_high_seconds) = (Some(120), Some(240));
            })
        }
        .scene(""),
    ]
}

fn notices() -> Vec<Scene> {
    vec![
        Waiting::default().stocked(304, None).scene("stock"),
        Waiting::default().stocked(7, Some(NINE)).scene("stock-old"),
        Waiting {
            connection: ConnectionNotice::Lost,
            ..Waiting::default()
        }
        .scene("connection-lost"),
        Waiting {
            connection: ConnectionNotice::Back,
            ..Waiting::default()
        }
        .scene("connection-back"),
    ]
}

fn turn_reached() -> Vec<Scene> {
    use PageState::{FirstInLine, Redirecting};
    vec![
        Waiting::first(FirstInLine).scene(""),
        Waiting {
            message: MESSAGE,
            ..Waiting::first(FirstInLine)
        }
        .scene("message"),
        Waiting {
            connection: ConnectionNotice::Lost,
            ..Waiting::first(FirstInLine)
        }
        .scene("connection-lost"),
        Waiting {
            display: NOTHING,
            ..Waiting::first(FirstInLine)
        }
        .scene("nothing-shown"),
        Waiting::first(Redirecting).scene(""),
        Waiting::first(Redirecting).long().scene("long"),
        Waiting {
            display: Display {
                progress: false,
                ..Display::default()
            },
            ..Waiting::first(Redirecting)
        }
        .scene("no-bar"),
    ]
}

fn stopped() -> Vec<Scene> {
    vec![
        Waiting::paused().scene(""),
        // The estimate rose before; now there is none.
        Waiting::risen(Waiting::paused()).scene("risen"),
        Waiting::sold_out(None).scene(""),
        Waiting {
            message: MESSAGE,
            ..Waiting::sold_out(Some(NINE))
        }
        .scene("message"),
        Waiting::risen(Waiting::first(PageState::FirstInLine)).scene("risen"),
        Waiting {
            message: MESSAGE,
            draw: Some(Draw::WithoutBeacon),
            ..Waiting::paused()
        }
        .scene("message"),
    ]
}

fn after() -> Vec<Scene> {
    let ended = || Waiting::before(PageState::Ended, None, None);
    vec![
        ended().scene(""),
        Waiting {
            message: MESSAGE,
            ..ended()
        }
        .scene("message"),
        ended().long().scene("long"),
    ]
}

/// All elements at once, with ten digits in each figure.
fn worst() -> Waiting {
    let change = |it: &mut VisitorStatus<'static>| {
        (it.ahead, it.number) = (4_987_654_321, Some(9_876_543_210));
        (it.wait_low_seconds, it.wait_high_seconds) = (Some(80_000), Some(200_000));
        it.reason = Some(WaitReason::CappedBySessions);
        it.stock = Some(StockStatus {
            left: 9_876_543_210,
            as_of: START_UTC.parse().ok().map(StockTime::Date),
        });
    };
    Waiting {
        progress: "0.0001",
        draw: Some(Draw::WithoutBeacon),
        connection: ConnectionNotice::Lost,
        ..Waiting::with_status(change).long()
    }
}

const REASONS: [(WaitReason, &str); 9] = [
    (WaitReason::OperatorSlowed, "operator-slowed"),
    (WaitReason::Paused, "was-paused"),
    (WaitReason::MoreCameBack, "more-came-back"),
    (WaitReason::StoreAway, "store-away"),
    (WaitReason::CappedBySessions, "capped-by-sessions"),
    (WaitReason::PoolShared, "pool-shared"),
    (WaitReason::AutotuneSlowed, "autotune-slowed"),
    (WaitReason::Priority, "priority"),
    (WaitReason::Restored, "restored"),
];

//! Grants by leases.

use admission::Control;
use simulator::oracle::Fact;

use super::{breaks, given, grant, order, tell};

fn alone(ms: u64, number: u64) -> (u64, Fact) {
    let (wall, current) = (1 + ms, true);
    (ms, Fact::Leased { number, wall, current })
}

#[test]
fn leased_grants_count_by_real_time() {
    let minute = |count: u64| {
        let grants = (0..count).map(|number| alone(number * 59_000 / count, number));
        std::iter::once(given(200)).chain(grants).collect::<Vec<_>>()
    };
    assert_eq!(tell(&minute(60)), None);
    breaks(1, "61 grants in the minute of real time", &minute(61));
    let mut both = minute(30);
    both.push((59_100, Fact::Recorded { number: 3, wall: 1 }));
    assert_eq!(tell(&both), None, "what is recorded later is not counted again");
    both.push((59_200, Fact::Granted { total: 0 }));
    breaks(5, "the room counts 0 grants, 1 were given", &both);
}

#[test]
fn a_place_may_be_let_through_again_where_nobody_told_of_the_first_time() {
    let story = |reported: bool, grants: u64| {
        let recorded = reported.then_some((2_000, Fact::Recorded { number: 0, wall: 1_001 }));
        let again = (1..=grants).map(|times| grant(times * 200_000, 0));
        let first = [given(5), alone(1_000, 0)].into_iter();
        first.chain(recorded).chain(again).collect::<Vec<_>>()
    };
    assert_eq!(tell(&story(false, 2)), None, "the node died");
    assert_eq!(tell(&story(true, 1)), None);
    breaks(5, "more than 2 times", &story(true, 2));
    breaks(5, "more than 2 times", &story(false, 3));
}

/// The commit and the lease give one grant, if the node could not know the commit's outcome.
#[test]
fn a_grant_is_counted_once_whether_a_commit_or_a_lease_gives_it_first() {
    let wall = 1_001;
    let made = |ms| (ms, Fact::Grant { number: 0, wall });
    let before = |ms| (ms, Fact::RecordedBefore { number: 0, wall });
    let recorded = |ms| (ms, Fact::Recorded { number: 0, wall });
    let counted = |total| (9_000, Fact::Granted { total });
    let lease_first = [given(5), alone(1_000, 0), made(2_000), before(3_000), counted(1)];
    assert_eq!(tell(&lease_first), None);
    let commit_first = [given(5), made(1_000), before(3_000), counted(1)];
    assert_eq!(tell(&commit_first), None);
    let twice = [given(5), alone(1_000, 0), made(2_000), recorded(3_000)];
    breaks(5, "a grant of 0 is recorded twice", &twice);
    breaks(5, "no commit recorded", &[given(5), alone(1_000, 0), before(3_000)]);
}

#[test]
fn a_recorded_grant_can_be_lost_with_its_commit() {
    let story = |kept_ms| {
        let kept = |ms| {
            let (commit, wall) = (ms, ms);
            (ms, Fact::Durable { commit, wall })
        };
        let recovered = Fact::Recovered {
            known: false,
            paused: false,
            disabled: false,
            ended: false,
            granted: 0,
        };
        [
            given(5),
            alone(1_000, 0),
            kept(2_000),
            (2_000, Fact::Recorded { number: 0, wall: 1_001 }),
            (3_000, Fact::FailedOver { kept_ms }),
            kept(3_100),
            (3_100, recovered),
            grant(10_000, 0),
        ]
    };
    assert_eq!(tell(&story(1_500)), None);
    breaks(5, "has a valid token", &story(2_500));
}

#[test]
fn nobody_is_granted_alone_once_an_order_is_confirmed() {
    let paused = |ms| {
        vec![
            given(5),
            (1_000, Fact::Confirmed { in_ms: 9_000 }),
            (1_000, order(Control::Pause)),
            alone(ms, 0),
        ]
    };
    assert_eq!(tell(&paused(9_900)), None);
    breaks(5, "every node should know", &paused(10_001));
}

#[test]
fn a_decrease_is_in_force_once_it_is_confirmed() {
    let facts = |from: u64| {
        let before = [
            given(200),
            (0, Fact::Confirmed { in_ms: 10_000 }),
            (0, Fact::Rate { per_minute: 5 }),
            (1, Fact::Confirmed { in_ms: 0 }),
        ];
        let grants = (0..10).map(|number| alone(from + number * 1_000, number));
        before.into_iter().chain(grants).collect::<Vec<_>>()
    };
    assert_eq!(tell(&facts(900)), None, "leases of before");
    breaks(1, "in the minute of real time", &facts(10_500));
}

//! Tests of a room's lifecycle: schedule, draw, opening, operators, visibility, fairness windows
//! and the validity of numbers.

use admission::{Batch, Device, Run};
use admission::{
    ClaimOutcome, Control, Number, Opening, PerMinute, Phase, PlaceStatus, RoomConfig, Schedule, Sequence, Visibility,
    WallMs,
};

use crate::kit::attended_room::AttendedRoom;
// The start T of scheduled rooms.
use crate::kit::time::WALL_START_MS as START_MS;

const MINUTE: u64 = 60_000;

fn sale(rate: u32, opening: Opening) -> RoomConfig {
    RoomConfig {
        schedule: Schedule {
            start: Some(WallMs(START_MS)),
            prequeue_ms: 10 * MINUTE,
            end: None,
        },
        opening,
        ..RoomConfig::new(PerMinute(rate))
    }
}

/// Returns a sale with `people` in its pre-queue, drawn at T+16 s.
fn drawn(config: RoomConfig, people: u32) -> AttendedRoom {
    let mut room = AttendedRoom::at(config, START_MS - 20 * MINUTE);
    assert_eq!(room.arrive(5).outcome.first_arrival, None, "idle: nobody gets a place");
    room.now_ms = START_MS - 10 * MINUTE;
    assert_eq!(room.arrive(people).outcome.first_arrival, Some(Sequence(0)));
    room.pass_until(START_MS + 14_999, 5_000);
    assert_eq!(room.state.ledger.lifecycle.phase(), Phase::PreQueue);
    room.now_ms = START_MS + 15_000;
    room.serve();
    assert_eq!(room.state.ledger.lifecycle.phase(), Phase::Closed);
    room.now_ms += 1_000;
    room.draw();
    room
}

#[test]
fn everybody_of_the_prequeue_gets_one_number_and_late_comers_follow() {
    let mut room = drawn(sale(60, Opening::Even), 500);
    room.arrive(3);
    let ledger = &room.state.ledger;
    let mut numbers: Vec<Number> = (0..503)
        .filter_map(|sequence| ledger.number(Sequence(sequence)))
        .collect();
    assert_ne!(
        numbers[..500],
        (0..500).map(Number).collect::<Vec<_>>()[..],
        "they were drawn"
    );
    assert_eq!(
        numbers[500..],
        [500, 501, 502].map(Number),
        "late comers keep their sequence"
    );
    numbers.sort();
    assert_eq!(numbers, (0..503).map(Number).collect::<Vec<_>>());
}

#[test]
fn a_place_cancelled_in_the_prequeue_stays_cancelled_under_its_number() {
    let mut room = AttendedRoom::at(sale(60, Opening::Even), START_MS - MINUTE);
    room.arrive(5_000);
    room.cancel([3, 4_999]);
    room.commit(Batch {
        silent: vec![Sequence(17)],
        ..Batch::default()
    });
    assert_eq!(room.place_status(3), PlaceStatus::Cancelled);
    assert!(
        matches!(room.place_status(17), PlaceStatus::Unnumbered(_)),
        "silence costs nothing but the count"
    );
    room.now_ms = START_MS + 15_000;
    room.serve();
    room.cancel([8]);
    room.draw();
    for gone in [3, 4_999, 8] {
        assert_eq!(room.place_status(gone), PlaceStatus::Cancelled);
        let number = room.state.ledger.number(Sequence(gone)).expect("drawn");
        assert_eq!(room.claim(number), ClaimOutcome::Cancelled);
    }
    let PlaceStatus::InLine(view) = room.place_status(17) else {
        panic!("in line: {:?}", room.place_status(17));
    };
    assert_eq!(view.waiting, 5_000 - 4);
    assert_eq!(room.state.unnumbered, admission::Marks::default());
}

#[test]
fn a_full_opening_gives_the_first_minutes_amount_in_its_last_half_and_keeps_the_bound() {
    let mut room = drawn(sale(600, Opening::Full), 3_000);
    room.pass_until(START_MS + 5 * MINUTE, 100);
    assert_eq!(room.granted(0, START_MS + 30_000), 0, "nothing before T+30");
    assert!(
        room.granted(START_MS + 30_000, START_MS + 60_100) >= 598,
        "the whole amount by T+60"
    );
    assert_eq!(
        room.granted(START_MS + 60_400, START_MS + 90_400),
        0,
        "nothing until the window frees"
    );
    let evenly =
        [91_u64, 120, 150, 180].map(|from| room.granted(START_MS + from * 1_000, START_MS + (from + 20) * 1_000));
    assert!(evenly.iter().all(|count| (195..=202).contains(count)), "{evenly:?}");
    assert_eq!(room.minute_max(), 600);
}

#[test]
fn an_even_opening_begins_at_its_pace() {
    let mut room = drawn(sale(600, Opening::Even), 3_000);
    room.pass_until(START_MS + 3 * MINUTE, 100);
    assert_eq!(room.granted(0, START_MS + 30_000), 0);
    let evenly =
        [30_u64, 50, 90, 120].map(|from| room.granted(START_MS + from * 1_000, START_MS + (from + 20) * 1_000));
    assert!(evenly.iter().all(|count| (195..=203).contains(count)), "{evenly:?}");
}

#[test]
fn estimates_know_the_opening_and_fall_all_the_way() {
    let mut room = drawn(sale(600, Opening::Full), 3_000);
    let holders: Vec<u64> = [3_u64, 500, 800, 2_500]
        .into_iter()
        .map(|wanted| {
            let holds = |sequence: &u64| room.state.ledger.number(Sequence(*sequence)) == Some(Number(wanted));
            (0..3_000).find(holds).expect("somebody was drawn so")
        })
        .collect();
    let mut answered: Vec<Vec<(u64, u64, u64)>> = vec![Vec::new(); holders.len()];
    while room.now_ms < START_MS + 6 * MINUTE {
        for (holder, answered) in holders.iter().zip(&mut answered) {
            if let PlaceStatus::InLine(view) | PlaceStatus::FirstInLine(view) = room.place_status(*holder)
                && !view.redirected
            {
                let wait = view.wait.expect("a rate");
                answered.push((room.now_ms, wait.low_ms, wait.high_ms));
            }
        }
        room.pass_until(room.now_ms + 1_000, 250);
    }
    for (holder, answered) in holders.iter().zip(answered) {
        let number = room.state.ledger.number(Sequence(*holder)).expect("drawn");
        let (granted_ms, _) = room
            .grants
            .iter()
            .find(|(_, grant)| grant.number == number)
            .expect("granted");
        for pair in answered.windows(2) {
            assert!(
                pair[1].1 <= pair[0].1 && pair[1].2 <= pair[0].2,
                "{number:?} rose: {pair:?}"
            );
        }
        let (at, low, high) = answered[0];
        let truth = granted_ms - at;
        assert!(
            low <= truth + 1_000 && truth <= high + 1_000,
            "{number:?} was told {low}–{high}, and waited {truth}"
        );
    }
}

#[test]
fn a_reset_begins_a_new_run_and_the_last_minute_still_counts() {
    let mut room = AttendedRoom::at(RoomConfig::new(PerMinute(60)), START_MS);
    room.arrive(200);
    room.pass_until(START_MS + MINUTE, 500);
    let before = room.grants.len();
    room.control(Control::Reset);
    assert_eq!(
        (room.state.ledger.run, room.place_status(0)),
        (Run(1), PlaceStatus::Unknown)
    );
    assert_eq!(room.arrive(200).outcome.first_arrival, Some(Sequence(0)));
    room.pass_until(START_MS + 3 * MINUTE, 500);
    assert!(room.grants.len() > before + 110);
    assert!(room.minute_max() <= 60);
    let stale = room.state.clone();
    let batch = Batch {
        run: Run(0),
        cancels: vec![Device::first(Sequence(150))],
        ..Batch::default()
    };
    let now = admission::Now {
        flow: stale.ledger.flow,
        wall: WallMs(room.now_ms),
    };
    let step = admission::apply(&stale, &room.config, now, &batch);
    assert_eq!(
        step.state.marks, stale.marks,
        "a place of the old run means nothing in the new one"
    );
}

#[test]
fn an_ended_room_lets_nobody_through_and_a_disabled_one_gives_no_places() {
    let mut room = AttendedRoom::at(RoomConfig::new(PerMinute(600)), START_MS);
    room.arrive(100);
    room.pass_until(START_MS + 5_000, 500);
    room.control(Control::Disable);
    let before = room.grants.len();
    assert_eq!(room.arrive(5).outcome.first_arrival, None);
    room.pass_until(START_MS + 9_000, 500);
    assert_eq!(room.grants.len(), before, "they pass without permits, or not at all");
    room.control(Control::Enable);
    room.pass_until(START_MS + 12_000, 500);
    assert!(room.grants.len() > before);
    room.control(Control::End);
    let before = room.grants.len();
    room.pass_until(START_MS + 20_000, 500);
    assert_eq!(
        (room.grants.len(), room.arrive(1).outcome.first_arrival),
        (before, None)
    );
}

#[test]
fn a_schedule_ends_the_room() {
    let config = RoomConfig {
        schedule: Schedule {
            end: Some(WallMs(START_MS + MINUTE)),
            ..Schedule::ALWAYS
        },
        ..RoomConfig::new(PerMinute(60))
    };
    let mut room = AttendedRoom::at(config, START_MS);
    room.arrive(200);
    room.pass_until(START_MS + 3 * MINUTE, 500);
    assert_eq!(room.granted(START_MS + MINUTE, u64::MAX), 0);
    assert_eq!(room.state.ledger.lifecycle.phase(), Phase::PostQueue);
}

fn at_peak(visibility: Visibility) -> AttendedRoom {
    let config = RoomConfig {
        visibility,
        ..RoomConfig::new(PerMinute(600))
    };
    AttendedRoom::at(config, START_MS)
}

#[test]
fn at_peak_people_pass_unseen_until_the_minute_is_full_and_the_line_stays_until_it_is_empty() {
    let mut room = at_peak(Visibility::AtPeak);
    for _ in 0..59 {
        assert_eq!(room.arrive(10).outcome.unseen, 10);
        room.pass_until(room.now_ms + 1_000, 1_000);
    }
    assert_eq!(room.arrive(30).outcome.unseen, 10, "600 within the minute");
    assert!(room.state.ledger.shown);
    assert!(room.grants.iter().all(|(_, grant)| grant.unseen));
    room.pass_until(room.now_ms + 1_000, 1_000);
    assert_eq!(room.arrive(1).outcome.unseen, 0, "nobody passes those who wait");
    room.pass_until(room.now_ms + 20_000, 500);
    assert!(!room.state.ledger.shown, "the line is empty");
    assert_eq!(room.arrive(1).outcome.unseen, 1);
    assert!(room.minute_max() <= 600);
}

#[test]
fn burst_optimised_shows_the_line_at_a_fifth_within_two_seconds() {
    let mut room = at_peak(Visibility::AtPeakBurst);
    assert_eq!(room.arrive(100).outcome.unseen, 100);
    assert_eq!(room.arrive(100).outcome.unseen, 20);
    assert!(room.state.ledger.shown);
    let mut calm = at_peak(Visibility::AtPeakBurst);
    for _ in 0..5 {
        assert_eq!(calm.arrive(100).outcome.unseen, 100);
        calm.pass_until(calm.now_ms + 3_000, 3_000);
    }
}

#[test]
fn a_paused_room_at_peak_shows_its_line() {
    let mut room = at_peak(Visibility::AtPeak);
    room.control(Control::Pause);
    assert_eq!(room.arrive(3).outcome.unseen, 0);
    assert!(matches!(room.place_status(0), PlaceStatus::InLine(view) if view.paused));
}

#[test]
fn at_peak_too_nobody_passes_the_pre_queue() {
    let config = RoomConfig {
        visibility: Visibility::AtPeak,
        ..sale(600, Opening::Even)
    };
    let mut room = drawn(config, 300);
    room.pass_until(START_MS + 31_000, 500);
    assert_eq!(room.arrive(5).outcome.unseen, 0);
    assert!(room.granted(START_MS, START_MS + 31_000) <= 15, "at the even pace");
    room.pass_until(START_MS + 2 * MINUTE, 500);
    assert_eq!(room.arrive(5).outcome.unseen, 5, "the line is empty");
}

#[test]
fn gate_and_window_are_due_only_in_the_queue_phase() {
    let due = |room: &AttendedRoom| room.state.ledger.changes_in_ms(&room.config, room.now());
    let windowed = RoomConfig {
        fairness_ms: Some(10_000),
        ..sale(60, Opening::Even)
    };
    let mut room = AttendedRoom::at(windowed, START_MS - MINUTE);
    room.arrive(5);
    room.now_ms = START_MS - 20_000;
    room.serve();
    assert_eq!(due(&room), Some(35_000), "the pre-queue is no fairness window");
    room.now_ms = START_MS + 40_000;
    room.serve();
    assert_eq!(due(&room), None, "the gate waits for the draw");
    room.control(Control::End);
    assert_eq!(due(&room), None, "and never opens after the end");
}

#[test]
fn each_fairness_window_is_drawn_and_they_are_served_in_order() {
    let config = RoomConfig {
        fairness_ms: Some(10_000),
        ..RoomConfig::new(PerMinute(600))
    };
    let mut room = AttendedRoom::at(config, START_MS);
    room.arrive(300);
    assert!(
        matches!(
            room.place_status(0),
            PlaceStatus::FirstInLine(_) | PlaceStatus::InLine(_)
        ),
        "the line was empty: drawn at once"
    );
    for _ in 0..20 {
        room.arrive(40);
        room.pass_until(room.now_ms + 1_000, 500);
    }
    room.arrive(40);
    assert!(
        matches!(room.place_status(300 + 20 * 40), PlaceStatus::Unnumbered(_)),
        "no number is shown before"
    );
    room.pass_until(START_MS + 4 * MINUTE, 500);
    assert_eq!(room.grants.len(), 1_140, "everybody is served");
    let numbers: Vec<u64> = room.grants.iter().map(|(_, grant)| grant.number.0).collect();
    assert!(numbers.is_sorted());
    let arrived: Vec<u64> = (300..1_140)
        .map(|sequence| room.state.ledger.number(Sequence(sequence)).expect("drawn").0)
        .collect();
    assert!(!arrived.is_sorted(), "within a window they were drawn");
    for (sequence, number) in (300..).zip(&arrived) {
        assert!(
            number.abs_diff(sequence) <= 440,
            "nobody leaves their window of ten seconds"
        );
    }
}

#[test]
fn a_number_nobody_came_for_in_its_window_is_over_and_one_that_was_used_is_not() {
    let config = RoomConfig {
        number_valid_ms: Some(5 * MINUTE),
        ..RoomConfig::new(PerMinute(6_000))
    };
    let mut room = AttendedRoom::at(config, START_MS);
    room.arrive(3);
    room.commit(Batch::default());
    assert!(matches!(room.place_status(1), PlaceStatus::FirstInLine(view) if view.reached_at.is_some()));
    assert!(matches!(room.claim(Number(0)), ClaimOutcome::Granted(_)));
    room.now_ms += 4 * MINUTE;
    room.commit(Batch {
        silent: vec![Sequence(1), Sequence(2)],
        ..Batch::default()
    });
    assert!(
        matches!(room.claim(Number(1)), ClaimOutcome::Granted(_)),
        "within the window"
    );
    room.now_ms += 2 * MINUTE;
    room.commit(Batch::default());
    assert_eq!(
        (room.place_status(2), room.claim(Number(2))),
        (PlaceStatus::Expired, ClaimOutcome::Expired)
    );
    assert!(
        matches!(room.claim(Number(0)), ClaimOutcome::Granted(_)),
        "a return is no first use"
    );
}

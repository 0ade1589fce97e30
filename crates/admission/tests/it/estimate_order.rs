//! Of two visitors in line, the one in front is never told a later entry than the one behind: in
//! every published state, both ends of the ranges rise with the number. The ranges of a crowd that
//! came at once fall as the line moves through it.

use admission::presence::LastSeen;
use admission::snapshot::PollContext;
use admission::{Device, PerMinute, PlaceStatus, RoomConfig, Sequence, Snapshot, WallMs};

use crate::kit::attended_room::AttendedRoom;
use crate::kit::seeded_rng::SeededRng;

const START_MS: u64 = 1_700_000_000_000;

fn open(rate: u32) -> AttendedRoom {
    AttendedRoom::at(RoomConfig::new(PerMinute(rate)), START_MS)
}

/// Returns the ranges of all visitors in line, by their numbers, in milliseconds.
fn ranges_ms(room: &AttendedRoom) -> Vec<(u64, [u64; 2])> {
    let mut seen = LastSeen::default();
    seen.grow(room.state.ledger.next);
    let snapshot = Snapshot::new(&room.state, seen);
    let range = |sequence: u64| {
        let context = PollContext {
            device: Device::first(Sequence(sequence)),
            since: WallMs(START_MS),
            now: room.now(),
            cut_off: None,
            jitter: 0,
            stretch_percent: 100,
        };
        match snapshot.place_status(&context) {
            PlaceStatus::InLine(view) | PlaceStatus::FirstInLine(view) if !view.redirected => {
                let wait = view.wait?;
                Some((view.number.0, [wait.low_ms, wait.high_ms]))
            }
            _ => None,
        }
    };
    (0..room.state.ledger.next.0).filter_map(range).collect()
}

fn assert_in_order(room: &AttendedRoom, case: &str) {
    for pair in ranges_ms(room).windows(2) {
        let [(number, ahead), (next, behind)] = pair else {
            unreachable!("windows of two")
        };
        assert!(
            ahead[0] <= behind[0] && ahead[1] <= behind[1],
            "{case}: {number} is told {ahead:?} ms, and {next} {behind:?} ms"
        );
    }
}

#[test]
fn those_who_come_after_a_fall_of_the_rate_are_told_no_earlier_entry_than_those_in_front() {
    let mut room = open(60);
    for _ in 0..60 {
        room.now_ms += 1_000;
        room.serve();
        room.arrive(5);
        assert_in_order(&room, "the line grows");
    }
    let before = *ranges_ms(&room).last().expect("a line");
    room.config.max_outflow = PerMinute(30);
    for _ in 0..30 {
        room.now_ms += 1_000;
        room.serve();
        room.arrive(1);
        assert_in_order(&room, "the rate has fallen");
    }
    let after = ranges_ms(&room);
    assert_eq!(
        after.last().map(|(number, _)| *number),
        Some(329),
        "everybody has a range"
    );
    let same = after.iter().find(|(number, _)| *number == before.0);
    assert!(
        same.is_some_and(|(_, ends)| ends[1] > before.1[1]),
        "the estimates rose"
    );
}

#[test]
fn while_visitors_come_and_leave_and_the_rate_changes_the_ranges_stay_in_order() {
    for seed in 0..6 {
        let mut rng = SeededRng::new(seed);
        let mut room = open(60);
        for step in 0..240 {
            room.now_ms += 300 + rng.below(1_200);
            room.serve();
            if rng.chance(60) {
                room.arrive(1 + rng.below(6) as u32);
            }
            if rng.chance(3) {
                room.config.max_outflow = PerMinute([12, 30, 60, 120][rng.below(4) as usize]);
            }
            let given = room.state.ledger.next.0;
            if rng.chance(8) && given > 0 {
                let first = rng.below(given);
                room.cancel(first..given.min(first + 4));
            }
            assert_in_order(&room, &format!("seed {seed}, step {step}"));
        }
    }
}

#[test]
fn the_ranges_of_a_crowd_that_came_at_once_fall_as_the_line_moves_through_it() {
    let mut room = open(120);
    room.arrive(150);
    for second in 1..=60 {
        room.now_ms += 1_000;
        room.serve();
        room.arrive(1);
        let ranges = ranges_ms(&room);
        let Some(first) = ranges.first().map(|(number, _)| *number).filter(|_| second >= 15) else {
            continue;
        };
        for (number, [low, high]) in ranges.into_iter().filter(|(number, _)| *number < 150) {
            // Two are let in a second.
            let rest_ms = (number - first) * 500;
            assert!(
                low <= rest_ms + 5_000 && low + high <= 2 * rest_ms + rest_ms / 2 + 12_000,
                "after {second} s {number} reads {low} to {high} ms, and {rest_ms} ms are left"
            );
        }
    }
}

//! A full room: newcomers whom it refuses change nothing for those who wait.

use admission::estimate::Reason;
use admission::{Batch, PerMinute, PlaceStatus, RoomConfig, Sequence};

use crate::kit::attended_room::AttendedRoom;
use crate::kit::time::WALL_START_MS;

/// How many people the room takes.
const CAPACITY: u32 = 3;
/// More newcomers than the room ever gave places to.
const REFUSED: u32 = 50;

fn room() -> AttendedRoom {
    let config = RoomConfig {
        capacity: Some(CAPACITY.into()),
        ..RoomConfig::new(PerMinute(60))
    };
    AttendedRoom::at(config, WALL_START_MS)
}

/// Lowers the rate with a commit in which newcomers come.
fn slow_down(room: &mut AttendedRoom, arrivals: u32) {
    room.now_ms += 100;
    room.config.max_outflow = PerMinute(6);
    room.arrive(arrivals);
}

/// Returns the reason for a longer wait in the ledger, and as a place is told it.
fn reasons(room: &AttendedRoom, sequence: u64) -> [Option<Reason>; 2] {
    let told = match room.standing(sequence) {
        PlaceStatus::InLine(view) | PlaceStatus::FirstInLine(view) => view.reason,
        other => panic!("{other:?}"),
    };
    let rise = room.state.ledger.expectation.rise(room.now().flow);
    [rise.map(|rise| rise.reason), told]
}

#[test]
fn the_reason_for_a_longer_wait_stays_where_more_are_refused_than_ever_got_a_place() {
    for arrivals in [0, REFUSED] {
        let mut room = room();
        room.arrive(CAPACITY);
        slow_down(&mut room, arrivals);
        assert_eq!(room.state.ledger.next, Sequence(CAPACITY.into()), "the room is full");
        let slowed = Some(Reason::OperatorSlowed);
        assert_eq!(
            reasons(&room, u64::from(CAPACITY) - 1),
            [slowed; 2],
            "{arrivals} are refused"
        );
    }
}

#[test]
fn the_first_newcomers_had_no_shorter_wait_before() {
    let mut room = room();
    room.commit(Batch::default());
    slow_down(&mut room, REFUSED);
    assert_eq!(reasons(&room, u64::from(CAPACITY) - 1), [None; 2]);
}

//! A full room: newcomers whom it refuses change nothing for those who wait.

use admission::estimate::RiseReason;
use admission::presence::LastSeen;
use admission::price::{Payment, PriceReason, WorkPrice, WorkUnits};
use admission::snapshot::newcomer::{EntryRefused, PlaceRequest};
use admission::{Batch, PerMinute, PlaceStatus, RoomConfig, Sequence, Snapshot};

use crate::kit::attended_room::AttendedRoom;
use crate::kit::priced_room::{from, paying};
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

/// Returns the reason for a longer wait in the ledger, and the reason shown to a place.
fn reasons(room: &AttendedRoom, sequence: u64) -> [Option<RiseReason>; 2] {
    let told = match room.place_status(sequence) {
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
        let slowed = Some(RiseReason::OperatorSlowed);
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

/// Asks a room of three with three people, whose places have a price, for a further place.
fn refused(capacity: u64, request: &PlaceRequest) -> Option<EntryRefused> {
    let mut room = room();
    room.config.price.work = Some(WorkPrice {
        standard: WorkUnits(100),
        expected_per_minute: 1,
        in_prequeue: false,
    });
    room.arrive(CAPACITY);
    let config = RoomConfig {
        capacity: Some(capacity),
        ..room.config
    };
    let snapshot = Snapshot::new(&room.state, LastSeen::default());
    assert_eq!(snapshot.places(), u64::from(CAPACITY));
    snapshot.refusal(&config, request, room.now())
}

#[test]
fn a_commit_is_needed_only_for_newcomers_who_can_get_a_place() {
    let asks = PlaceRequest {
        places: CAPACITY.into(),
        leaves: false,
        origin: None,
    };
    assert_eq!(refused(3, &asks), Some(EntryRefused::RoomFull));
    assert_eq!(refused(4, &asks), None);
    let elsewhere = PlaceRequest { places: 4, ..asks };
    assert_eq!(
        refused(4, &elsewhere),
        Some(EntryRefused::RoomFull),
        "one in another lane"
    );
    let leaves = PlaceRequest { leaves: true, ..asks };
    assert_eq!(refused(3, &leaves), None);
}

#[test]
fn a_price_is_asked_only_where_the_room_has_a_place_for_it() {
    let asks = PlaceRequest {
        places: CAPACITY.into(),
        leaves: false,
        origin: Some(from(1)),
    };
    assert_eq!(refused(3, &asks), Some(EntryRefused::RoomFull));
    let Some(EntryRefused::Unpaid(unpaid)) = refused(4, &asks) else {
        panic!("eighteen a minute come, and one is expected");
    };
    assert_eq!(unpaid.reason, PriceReason::Rush);
    let paid = PlaceRequest {
        origin: Some(paying(1, Payment::Work(unpaid.work.expect("work pays it")))),
        ..asks
    };
    assert_eq!(refused(4, &paid), None);
}

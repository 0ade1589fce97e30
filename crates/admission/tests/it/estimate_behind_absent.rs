//! Estimates of a line that has passed many empty places, after the operator lowered the rate.

use admission::estimate::RiseReason;
use admission::opening::Gate;
use admission::snapshot::PlaceView;
use admission::{Ahead, Opening, PerMinute, PlaceStatus, RoomConfig, Schedule, WallMs};

use crate::kit::attended_room::AttendedRoom;

const START_MS: u64 = 1_700_000_000_000;
/// The first places of the line, whose visitors left at once.
const LEFT: u64 = 150;

/// Returns a room without a scheduled start.
fn always_open() -> RoomConfig {
    RoomConfig::new(PerMinute(60))
}

/// Returns a room with a scheduled start, which lets people in 8 s after the crowd came.
fn with_a_start() -> RoomConfig {
    RoomConfig {
        schedule: Schedule {
            start: Some(WallMs(START_MS - 22_000)),
            ..Schedule::ALWAYS
        },
        opening: Opening::Even,
        ..always_open()
    }
}

/// Returns a room that has let people in for about a minute at 60 a minute, of a crowd that came at
/// once. `here`: how many of the crowd stayed, behind those who left.
fn room_that_passed_many(config: RoomConfig, here: u32) -> AttendedRoom {
    let mut room = AttendedRoom::at(config, START_MS);
    room.arrive(LEFT as u32 + here);
    for _ in 1..60 {
        serve(&mut room);
    }
    room
}

/// Lets a second pass in which all who stayed and whose turn it is claim.
fn serve(room: &mut AttendedRoom) {
    room.now_ms += 1_000;
    room.serve_from(LEFT);
}

/// Returns the view of a visitor in line; `None` once let in.
fn view(room: &AttendedRoom, sequence: u64) -> Option<PlaceView> {
    match room.place_status(sequence) {
        PlaceStatus::InLine(view) | PlaceStatus::FirstInLine(view) => Some(view).filter(|view| !view.redirected),
        _ => None,
    }
}

/// Lowers the rate. Returns the ranges that a visitor with `ahead` people ahead is shown each
/// second until let in, each with the rest of the wait, in milliseconds.
fn ranges_after_a_fall(config: RoomConfig, here: u32, rate: u32, ahead: u64) -> Vec<([u64; 2], u64)> {
    let mut room = room_that_passed_many(config, here);
    room.config.max_outflow = PerMinute(rate);
    serve(&mut room);
    let of = |sequence: &u64| view(&room, *sequence).is_some_and(|view| view.ahead == Ahead(ahead));
    let visitor = (LEFT..room.state.ledger.next.0).find(of).expect("a longer line");
    let mut shown = Vec::new();
    while let Some(view) = view(&room, visitor) {
        let wait = view.wait.expect("known");
        shown.push(([wait.low_ms, wait.high_ms], room.now_ms));
        serve(&mut room);
    }
    let ended_ms = room.now_ms;
    let rest = |(range, at_ms): ([u64; 2], u64)| (range, ended_ms - at_ms);
    shown.into_iter().map(rest).collect()
}

/// Returns the cases, each in a room without and in one with a scheduled start.
fn in_both_rooms(cases: [(u32, u32, u64); 3]) -> impl Iterator<Item = (RoomConfig, u32, u32, u64)> {
    cases
        .into_iter()
        .flat_map(|(here, rate, ahead)| [always_open(), with_a_start()].map(|config| (config, here, rate, ahead)))
}

#[test]
fn people_ahead_who_are_there_count_although_most_places_passed_were_empty() {
    let cases = [(75, 2, 12), (75, 6, 13), (150, 2, 12)];
    for (config, here, rate, ahead) in in_both_rooms(cases) {
        let shown = ranges_after_a_fall(config, here, rate, ahead);
        let ([low_ms, high_ms], wait_ms) = shown[0];
        let case = format!("{ahead} ahead at {rate}: {low_ms} to {high_ms} ms, and it took {wait_ms} ms");
        assert!(wait_ms > ahead * 60_000 / u64::from(rate), "{case}");
        assert!(low_ms <= wait_ms && high_ms * 4 >= wait_ms * 3, "{case}");
    }
}

#[test]
fn no_range_ends_before_the_people_in_front_can_be_let_in() {
    let cases = [(75, 2, 8), (150, 2, 8), (75, 6, 8)];
    for (config, here, rate, ahead) in in_both_rooms(cases) {
        for ([low_ms, high_ms], rest_ms) in ranges_after_a_fall(config, here, rate, ahead) {
            assert!(
                high_ms + 10_000 >= rest_ms,
                "{ahead} ahead at {rate}: {low_ms} to {high_ms} ms, and {rest_ms} ms are left"
            );
        }
    }
}

/// Sets the rate of a room with a start and a line behind it. Returns the view of the last visitor
/// before and after, and whether its estimates still depend on the start.
fn views_around_a_change(mut room: AttendedRoom, rate: u32) -> ([PlaceView; 2], bool) {
    let last = room.state.ledger.next.0 - 1;
    let before = view(&room, last).expect("in line");
    room.config.max_outflow = PerMinute(rate);
    serve(&mut room);
    let after = view(&room, last).expect("in line");
    ([before, after], room.state.ledger.gate != Gate::Steady)
}

#[test]
fn the_forecast_replaces_the_formula_only_when_estimates_rise_and_enough_was_observed() {
    let observed = || room_that_passed_many(with_a_start(), 150);
    let mut new = AttendedRoom::at(with_a_start(), START_MS);
    new.arrive(200);
    new.pass_until(START_MS + 10_000, 1_000);
    for (room, rate, has_gate) in [(observed(), 6, false), (observed(), 120, true), (new, 6, true)] {
        let ([before, after], still_has_gate) = views_around_a_change(room, rate);
        let case = format!("{rate} a minute: {before:?}, {after:?}");
        assert_eq!(still_has_gate, has_gate, "{case}");
        let is_slower = rate < 60;
        assert_eq!(after.reason == Some(RiseReason::OperatorSlowed), is_slower, "{case}");
        let high_ms = |view: PlaceView| view.wait.expect("known").high_ms;
        assert_eq!(high_ms(after) > high_ms(before), is_slower, "{case}");
    }
}

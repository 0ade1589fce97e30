//! Tests of estimates after a restart of the only node.

use admission::{Batch, FlowMs, Ledger, Now, PerMinute, RoomConfig, State, WallMs, apply};

use crate::kit::line::{claims, place_view};

/// How long the node is down, in milliseconds.
const DOWN_MS: u64 = 500;

fn at(ms: u64, down_ms: u64) -> Now {
    Now {
        flow: FlowMs(5_000 + ms),
        wall: WallMs(1_700_000_000_000 + ms + down_ms),
    }
}

/// Returns the upper end of the estimate of a place, in milliseconds.
fn high_ms(state: &State, sequence: u64, now: Now) -> u64 {
    place_view(state, sequence, now).wait.expect("known").high_ms
}

/// Returns a room at 60 a minute in which 40 of 200 people were let in, one a second.
fn forty_seconds() -> (RoomConfig, State) {
    let config = RoomConfig::new(PerMinute(60));
    let mut state = State::new(Ledger::new(&config, at(0, 0).wall));
    let arrive = Batch {
        arrivals: 200,
        ..Batch::default()
    };
    state = apply(&state, &config, at(0, 0), &arrive).state;
    let mut granted = 0;
    for second in 1..=40 {
        let notified_to = state.ledger.serving.notified_to().0;
        let step = apply(&state, &config, at(second * 1_000, 0), &claims(granted..notified_to));
        granted += step.grants.len() as u64;
        state = step.state;
    }
    assert!((37..43).contains(&granted), "{granted}");
    (config, state)
}

#[test]
fn visitors_in_front_who_cannot_poll_for_some_seconds_have_not_left() {
    let (config, mut state) = forty_seconds();
    let before_ms = high_ms(&state, 150, at(40_000, 0));
    // Flow time stood still while the node was down, and the visitors in front come back three
    // seconds later.
    for second in 41..=43 {
        state = apply(&state, &config, at(second * 1_000, DOWN_MS), &Batch::default()).state;
    }
    let after_ms = high_ms(&state, 150, at(43_000, DOWN_MS));
    assert!(
        after_ms * 20 >= before_ms * 19,
        "nobody was let in meanwhile, so the wait is as long: {after_ms} after {before_ms} ms"
    );
}

#[test]
fn visitors_in_front_who_never_claim_are_not_late_for_ever() {
    let (config, mut state) = forty_seconds();
    let before_ms = high_ms(&state, 150, at(40_000, 0));
    for second in 41..=52 {
        state = apply(&state, &config, at(second * 1_000, 0), &Batch::default()).state;
    }
    let after_ms = high_ms(&state, 150, at(52_000, 0));
    assert!(
        after_ms * 20 < before_ms * 19,
        "permits were left over for longer than anybody in front is silent: {after_ms} after {before_ms} ms"
    );
}

#[test]
fn at_one_a_minute_visitors_in_front_who_cannot_poll_for_some_seconds_have_not_left_either() {
    let config = RoomConfig::new(PerMinute(1));
    let mut state = State::new(Ledger::new(&config, at(0, 0).wall));
    let arrive = Batch {
        arrivals: 60,
        ..Batch::default()
    };
    state = apply(&state, &config, at(0, 0), &arrive).state;
    let mut granted = 0;
    for ms in (500..=242_000).step_by(500) {
        let notified_to = state.ledger.serving.notified_to().0;
        let step = apply(&state, &config, at(ms, 0), &claims(granted..notified_to));
        granted += step.grants.len() as u64;
        state = step.state;
    }
    assert_eq!(granted, 4, "one in 60.4 seconds");
    let before_ms = high_ms(&state, 20, at(242_000, 0));
    // The next permit is due after half a second, and lapses two seconds later.
    for ms in (242_500..=246_000).step_by(500) {
        state = apply(&state, &config, at(ms, DOWN_MS), &Batch::default()).state;
    }
    let after_ms = high_ms(&state, 20, at(246_000, DOWN_MS));
    assert!(
        after_ms * 20 >= before_ms * 19,
        "nobody was let in meanwhile, so the wait is as long: {after_ms} after {before_ms} ms"
    );
}

//! What people are told before anything was observed of them.

use admission::presence::LastSeen;
use admission::{
    Batch, BatchNumber, FlowMs, Ledger, NodeId, Now, PerMinute, RoomConfig, Snapshot, State, WallMs, apply,
};

const NOW: Now = Now {
    flow: FlowMs(5_000),
    wall: WallMs(1_700_000_000_000),
};

/// The range that the next newcomer is told behind people who all came in the same moment, each
/// with a commit of their own, in milliseconds.
fn told_behind(people: u64, rate: u32) -> (u64, u64) {
    let config = RoomConfig::new(PerMinute(rate));
    let mut state = State::new(Ledger::new(&config, NOW.wall));
    for batch in 0..people {
        let batch = Batch {
            node: NodeId(1),
            batch: BatchNumber(batch + 1),
            arrivals: 1,
            ..Batch::default()
        };
        state = apply(&state, &config, NOW, &batch).state;
    }
    let mut seen = LastSeen::default();
    seen.grow(state.ledger.next);
    let wait = Snapshot::new(&state, seen)
        .newcomer_wait(NOW)
        .expect("the room is open");
    (wait.low_ms, wait.high_ms)
}

#[test]
fn a_crowd_of_one_moment_is_told_both_ends_of_its_wait() {
    for (people, rate) in [(10, 6), (30, 1), (300, 60), (2_000, 600)] {
        let true_ms = people * 60_000 / u64::from(rate);
        let (low_ms, high_ms) = told_behind(people, rate);
        assert!(
            low_ms * 2 > true_ms && low_ms <= true_ms,
            "{people} ahead at {rate}: {low_ms} of {true_ms} ms"
        );
        assert!(
            high_ms * 10 > true_ms * 8 && high_ms < true_ms * 2,
            "{people} ahead at {rate}: {high_ms} of {true_ms} ms"
        );
    }
}

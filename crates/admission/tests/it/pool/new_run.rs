//! Tests of a new run of a room that shares a rate.

use admission::pool::{self, PoolBatch, PoolState};
use admission::{Batch, Control, Run, Sequence};

use crate::kit::crowded_pool::{new_state, plain, room};
use crate::kit::time::VirtualTime;

/// The pool lets in less than the room would: a new run begins with the room's rate.
#[test]
fn the_first_newcomers_of_a_new_run_had_no_shorter_wait_before() {
    let config = plain(Some(96), vec![room(120, 1, 0)]);
    let commit = |state: &PoolState, ms, batch: Batch| {
        let lines = [batch];
        let batch = PoolBatch {
            lines: &lines,
            ..PoolBatch::default()
        };
        pool::apply(state, &config, VirtualTime::at(ms).now(), &batch).into_state()
    };
    let arrivals = Batch {
        arrivals: 30,
        ..Batch::default()
    };
    let state = commit(&new_state(&config), 0, arrivals.clone());
    let reset = Batch {
        controls: vec![Control::Reset],
        ..arrivals
    };
    let state = commit(&state, 1_000, reset);
    let ledger = &state.lines[0].ledger;
    assert_eq!((ledger.run, ledger.next), (Run(1), Sequence(30)));
    assert_eq!(
        ledger.expectation.rise(ledger.flow),
        None,
        "nobody had an estimate before"
    );
}

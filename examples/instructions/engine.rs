//! A poll answered by the engine alone, in a room that some people have left.

use std::hint::black_box;

use admission::presence::LastSeen;
use admission::snapshot::PollContext;
use admission::{
    Batch, BatchNumber, Device, FlowMs, Ledger, NodeId, Now, PerMinute, PlaceStatus, RoomConfig, Sequence, Snapshot,
    State, WallMs, apply,
};

use crate::{Operation, counted};

const PLACES: u32 = 20_000;
/// One of this many places is given up.
const LEFT_EVERY: usize = 10;
const POLLS: u64 = 20_000;
const NOW: Now = Now {
    flow: FlowMs(5_000),
    wall: WallMs(1_700_000_000_000),
};

/// Polls of people from the whole line.
pub(crate) fn polls() -> Operation {
    let snapshot = room();
    let mut in_line = 0;
    counted(&mut || {
        for poll in 0..POLLS {
            // Consecutive polls come from distant places in line.
            let sequence = Sequence(poll * 7_919 % u64::from(PLACES));
            let context = PollContext {
                device: Device::first(sequence),
                since: NOW.wall,
                now: NOW,
                cut_off: None,
                jitter: sequence.0 as u16,
                stretch_percent: 100,
            };
            snapshot.seen().record_poll(sequence, NOW.flow);
            let place_status = black_box(snapshot.place_status(&context));
            in_line += u64::from(matches!(place_status, PlaceStatus::InLine(_)));
        }
    });
    assert!(in_line > POLLS / 2, "most of them are in line");
    Operation {
        name: "engine-poll",
        times: POLLS as usize,
    }
}

fn room() -> Snapshot {
    let config = RoomConfig::new(PerMinute(1_200));
    let mut state = State::new(Ledger::new(&config, NOW.wall));
    let leaving = (0..u64::from(PLACES)).step_by(LEFT_EVERY).map(Sequence);
    let batches = [
        Batch {
            arrivals: PLACES,
            ..Batch::default()
        },
        Batch {
            silent: leaving.collect(),
            ..Batch::default()
        },
    ];
    for (batch, number) in batches.into_iter().zip(1..) {
        let batch = Batch {
            node: NodeId(1),
            batch: BatchNumber(number),
            ..batch
        };
        state = apply(&state, &config, NOW, &batch).state;
    }
    let mut seen = LastSeen::default();
    seen.grow(state.ledger.next);
    Snapshot::new(&state, seen)
}

//! What a released version stored, later versions read: a ledger as the present format writes it, kept as a file.
//!
//! If this fails, the shape of the ledger changed. Raise `LEDGER_FORMAT`, teach `Ledger::decode` the old form, and keep the old file beside a new one.

use admission::batch::{Batch, Claim};
use admission::{
    BatchNumber, Device, FlowMs, Ledger, NodeId, Now, Number, PerMinute, RoomConfig, Sequence, State, WallMs, apply,
};

const STORED: &[u8] = include_bytes!("stored/ledger-2.bin");
const CONFIG: RoomConfig = RoomConfig::new(PerMinute(600));

/// A ledger with something in every list.
fn lived_in() -> Ledger {
    let mut state = State::new(Ledger::new(&CONFIG, WallMs(1_700_000_000_000)));
    for second in 0..30_u64 {
        let now = Now {
            flow: FlowMs(second * 1_000),
            wall: WallMs(1_700_000_000_000 + second * 1_000),
        };
        let slowed = RoomConfig {
            max_outflow: PerMinute(if second < 20 { 600 } else { 300 }),
            ..CONFIG
        };
        let batch = Batch {
            node: NodeId(second % 2),
            batch: BatchNumber(second),
            arrivals: 20,
            told: (second * 10..second * 10 + 5).map(Number).collect(),
            claims: (second * 10..second * 10 + 10)
                .map(|number| Claim {
                    number: Number(number),
                    device: Device::first(Sequence(number)),
                })
                .collect(),
            ..Batch::default()
        };
        state = apply(&state, &slowed, now, &batch).state;
    }
    state.ledger
}

#[test]
fn a_stored_ledger_is_read_and_written_again_to_the_byte() {
    let ledger = Ledger::decode(STORED).expect("the stored form is read");
    assert_eq!(ledger.encode(), STORED);
    assert_eq!(ledger.next.0, 600);
    assert_eq!(ledger.nodes.len(), 2);
    assert!(ledger.granted > 100 && ledger.outflow.in_window() > 100);
}

/// Writes the file anew: run it by name after a change of format, never to make the test above pass.
#[test]
#[ignore = "writes the file that the other test reads"]
fn write_the_stored_ledger() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/stored/ledger-2.bin");
    std::fs::write(path, lived_in().encode()).expect("the file can be written");
}

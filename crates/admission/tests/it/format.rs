//! Tests that later versions read the ledger of a released version, which is stored as a file.
//!
//! If a test fails, the stored form of the ledger changed. Raise `LEDGER_FORMAT`, teach
//! `Ledger::decode` the old form, and keep the old file beside a new one.

use admission::batch::{Batch, Claim};
use admission::ledger::{LEDGER_FORMAT, NodeMark};
use admission::{
    BatchNumber, Device, FlowMs, Ledger, NodeId, Now, Number, PerMinute, Recovery, RoomConfig, Sequence, State, WallMs,
    apply,
};

/// The path of the file that [`STORED`] contains.
macro_rules! path {
    () => {
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/stored/ledger-3.bin")
    };
}

const STORED: &[u8] = include_bytes!(path!());
/// Written by the version before recoveries were added.
const STORED_2: &[u8] = include_bytes!("stored/ledger-2.bin");
const CONFIG: RoomConfig = RoomConfig::new(PerMinute(600));

/// Returns a ledger with something in every list.
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
            first_heard: (second * 10..second * 10 + 5).map(Number).collect(),
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
    let failed_over = Batch {
        node: NodeId(2),
        batch: BatchNumber(1),
        recovery: Some(Recovery::default()),
        ..Batch::default()
    };
    let now = Now {
        flow: FlowMs(30_000),
        wall: WallMs(1_700_000_000_000 + 30_000),
    };
    apply(&state, &CONFIG, now, &failed_over).state.ledger
}

#[test]
fn a_stored_ledger_is_read_and_written_again_to_the_byte() {
    let ledger = Ledger::decode(STORED).expect("the stored form is read");
    assert_eq!(ledger.encode(), STORED);
    assert_eq!(ledger.next.0, 1_600);
    assert_eq!(ledger.nodes.len(), 3);
    assert_eq!(ledger.latest, WallMs(1_700_000_030_000));
    assert!(ledger.granted > 100 && ledger.outflow.in_window() > 100);
    assert!(ledger.recovered.is_some());
}

#[test]
fn a_ledger_of_format_2_is_read_as_it_was() {
    let ledger = Ledger::decode(STORED_2).expect("the older form is read");
    assert_eq!(ledger.next.0, 600);
    let nodes = [(0, 28), (1, 29)].map(|(node, batch)| NodeMark {
        node: NodeId(node),
        batch: BatchNumber(batch),
        flow: FlowMs(29_000),
    });
    assert_eq!((ledger.nodes.as_slice(), ledger.recovered), (nodes.as_slice(), None));
    assert_eq!(ledger.inflow.last_minute(ledger.flow), 600);
    assert_eq!(ledger.inflow.busiest_minute(), 600);
    assert!(ledger.granted > 100 && ledger.outflow.in_window() > 100);
    let written = ledger.encode();
    assert_eq!(written[0], LEDGER_FORMAT);
    assert_eq!(Ledger::decode(&written), Ok(ledger));
}

/// Rewrites the file. Run it by name after a change of format, never to make the test above pass.
#[test]
#[ignore = "writes the file that the other test reads"]
fn write_the_stored_ledger() {
    std::fs::write(path!(), lived_in().encode()).expect("the file can be written");
}

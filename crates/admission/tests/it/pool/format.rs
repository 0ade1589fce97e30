//! Tests that later versions read the pool ledger of a released version, which is stored as a file.
//!
//! If a test fails, the stored form of the pool's ledger changed. Raise `POOL_LEDGER_FORMAT`, teach
//! `PoolLedger::decode` the old form, and keep the old file beside a new one.

use admission::PerMinute;
use admission::autotune::PageTiming;
use admission::occupancy::SessionsConfig;
use admission::pool::PoolConfig;
use admission::pool::ledger::{PoolDecodeError, PoolLedger};

use crate::kit::crowded_pool::{CrowdedPool, lane, room};

/// The path of the file that [`STORED`] contains.
macro_rules! path {
    () => {
        concat!(env!("CARGO_MANIFEST_DIR"), "/tests/it/stored/pool-2.bin")
    };
}

const STORED: &[u8] = include_bytes!(path!());
/// A ledger of the version before autotune.
const STORED_1: &[u8] = include_bytes!("../stored/pool-1.bin");

/// Returns a pool's ledger with something in every list.
fn lived_in() -> PoolLedger {
    let mut world = CrowdedPool::new(PoolConfig {
        rate: Some(PerMinute(120)),
        autotune: true,
        sessions: Some(SessionsConfig {
            max_sessions: Some(400),
            stock: None,
            validity_ms: 600_000,
        }),
        rooms: vec![room(90, 2, 30), room(90, 1, 0)],
        lines: vec![lane(0, 1), lane(0, 3), lane(1, 1)],
    });
    for second in 0..90 {
        world.timings.add(PageTiming {
            time_ms: 6_000,
            failed: false,
            weight: 1,
        });
        if second == 60 {
            world.config.rate = Some(PerMinute(100));
        }
        world.commit(1_000);
    }
    world.state.ledger
}

#[test]
fn a_stored_pool_is_read_and_written_again_to_the_byte() {
    let ledger = PoolLedger::decode(STORED).expect("the stored form is read");
    assert_eq!(ledger.encode(), STORED);
    assert_eq!(ledger.check(), Ok(()));
    assert!(ledger.sessions().is_some_and(|active| active > 60));
    assert!(ledger.rate().is_some_and(|rate| rate < PerMinute(100)));
    assert_eq!(ledger.rate(), ledger.rate_found());
    assert!(ledger.encode().len() < 4_096);
}

#[test]
fn a_pool_of_the_version_before_autotune_is_read_and_written_in_the_new_form() {
    let ledger = PoolLedger::decode(STORED_1).expect("the stored form is read");
    assert_eq!(ledger.check(), Ok(()));
    assert!(ledger.sessions().is_some_and(|active| active > 60));
    assert_eq!((ledger.rate(), ledger.rate_found()), (Some(PerMinute(60)), None));
    let written = ledger.encode();
    assert_eq!(
        (STORED_1[0], &written[..1], &written[1..]),
        (1, &[2][..], &STORED_1[1..])
    );
    assert_eq!(PoolLedger::decode(&written), Ok(ledger));
}

#[test]
fn bytes_that_are_no_pool_are_refused() {
    assert_eq!(PoolLedger::decode(&[9, 0]), Err(PoolDecodeError::Format(9)));
    assert!(matches!(PoolLedger::decode(&[]), Err(PoolDecodeError::Damaged(_))));
    assert!(matches!(
        PoolLedger::decode(&STORED[..STORED.len() / 2]),
        Err(PoolDecodeError::Damaged(_))
    ));
}

/// Rewrites the file. Run it by name after a change of format, never to make the test above pass.
#[test]
#[ignore = "writes the file that the other test reads"]
fn write_the_stored_pool() {
    std::fs::write(path!(), lived_in().encode()).expect("the file can be written");
}

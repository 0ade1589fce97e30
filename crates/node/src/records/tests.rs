use admission::outflow::late::Learned;
use admission::pool::PoolState;
use admission::pool::roster::Roster;
use admission::{FlowMs, PerMinute, Redirects, RoomConfig, State};
use store_values::Generation;

use super::*;
use crate::change_log::{CHANGE_LOG_BYTES_MAX, ChangeSet};

const LINE: LineIndex = LineIndex(2);

#[test]
fn keys_name_what_they_hold() {
    let chunk = ChunkIndex(77);
    let key = marks_key(LINE, Run(3), chunk);
    assert_eq!(chunk_of(&key), Some(chunk));
    assert!(key.as_bytes().starts_with(&marks_prefix(LINE, Run(3))));
    assert!(!key.as_bytes().starts_with(&marks_prefix(LineIndex(1), Run(3))));
    assert_eq!(chunk_of(&unnumbered_key(LINE, Run(3), Sequence(9), chunk)), Some(chunk));
    assert_eq!(place_of(&transfer_key(LINE, Run(3), Sequence(9))), Some(Sequence(9)));
    assert_eq!(
        granted_at(&grants_key(WallMs(5), NodeId(2), BatchNumber(9))),
        Some(WallMs(5))
    );
}

#[test]
fn records_and_pools_come_back() {
    let redirects = Redirects {
        count: 2,
        granted_at: WallMs(1_700_000_000_000),
        unseen: true,
    };
    assert_eq!(decode(&encode(&redirects)), Some(redirects));
    let ledger = Ledger::new(&RoomConfig::new(PerMinute(60)), WallMs(5));
    let (name, shared) = ("demo/sale".to_owned(), PoolLedger::default());
    let mark = (Generation(3), NodeId(1), FlowMs(9));
    let walked = ChangeLog::default().with(mark, ChangeSet::default(), CHANGE_LOG_BYTES_MAX);
    let lines = || [(&name, &ledger)].into_iter();
    let stored = encode_pool(&shared, lines(), |_| walked.clone());
    let expected = StoredPool {
        shared: shared.clone(),
        lines: vec![(name.clone(), ledger.clone())],
        change_log: walked,
    };
    assert_eq!(decode_pool(&stored), Ok(expected.clone()));
    let mut before = encode_pool(&shared, lines(), |_| ChangeLog::default());
    before[0] = POOL_FORMAT_BEFORE;
    let without = StoredPool {
        change_log: ChangeLog::default(),
        ..expected
    };
    assert_eq!(decode_pool(&before), Ok(without), "what the version before wrote");
    assert!(decode_pool(&[9]).is_err_and(|reason| reason.contains("format 9")));
    assert!(decode_pool(&[]).is_err());
}

#[test]
fn late_grants_come_back() {
    let ledger = Ledger::new(&RoomConfig::new(PerMinute(60)), WallMs(5));
    let mut pool = PoolState {
        lines: vec![State::new(ledger)],
        ..PoolState::default()
    };
    let known = pool.known_grants();
    let outflow = &mut pool.lines[0].ledger.outflow;
    outflow.advance(FlowMs(1_000), PerMinute(60));
    outflow.spend(FlowMs(1_000), 1);
    let when = Learned {
        now: FlowMs(9_000),
        commits: None,
    };
    pool.learn(&known, &when);
    let (name, ledger) = ("demo/sale".to_owned(), &pool.lines[0].ledger);
    let stored = encode_pool(&pool.ledger, [(&name, ledger)].into_iter(), |_| ChangeLog::default());
    let mut read = decode_pool(&stored).expect("what was written").lines.remove(0).1;
    assert_eq!(read, *ledger);
    read.outflow.advance(FlowMs(61_500), PerMinute(60));
    assert_eq!(read.outflow.in_window(), 1, "for a minute from when it was learned of");
}

#[test]
fn a_pools_nodes_come_back_with_and_without_late_grants() {
    let mut shared = PoolLedger::default();
    shared.roster = Some(Roster::with_unknown(FlowMs(700)));
    let ledger = Ledger::new(&RoomConfig::new(PerMinute(60)), WallMs(5));
    let mut late = PoolState {
        lines: vec![State::new(ledger.clone())],
        ..PoolState::default()
    };
    let known = late.known_grants();
    late.lines[0].ledger.outflow.spend(FlowMs(0), 1);
    let when = Learned {
        now: FlowMs(9_000),
        commits: None,
    };
    late.learn(&known, &when);
    let name = "demo/sale".to_owned();
    for ledger in [&ledger, &late.lines[0].ledger] {
        let stored = encode_pool(&shared, [(&name, ledger)].into_iter(), |_| ChangeLog::default());
        let read = decode_pool(&stored).expect("what was written");
        assert_eq!(read.shared, shared);
        assert_eq!(read.lines[0].1, *ledger);
        // The version before.
        let end = stored.len() - encode(&shared.roster.as_ref().expect("it has one")).len();
        assert_eq!(
            decode_pool(&stored[..end]).expect("what it reads").shared,
            PoolLedger::default()
        );
    }
}

#[test]
fn byte_strings_are_stored_as_earlier_versions_wrote_them() {
    let ledger = Ledger::new(&RoomConfig::new(PerMinute(60)), WallMs(5));
    let (name, shared) = ("demo/sale".to_owned(), PoolLedger::default());
    let stored = encode_pool(&shared, [(&name, &ledger)].into_iter(), |_| ChangeLog::default());
    let byte_by_byte = (shared.encode(), vec![(name, ledger.encode())]);
    let earlier = postcard::to_extend(&byte_by_byte, vec![POOL_FORMAT]).expect("bytes can be written");
    let empty_change_log = [0, 0];
    assert_eq!(stored, [&earlier[..], &empty_change_log].concat());
}

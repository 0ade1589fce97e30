//! What the engine stores, and the response ids that it gives out.

use admission::autotune::Autotune;
use admission::autotune::response_ids::{CountedIds, ReportRefused, ResponseIds};
use admission::marks::ChunkIndex;
use admission::pool::PoolLedger;
use admission::transfer::{CODES_MAX, CodeRecord, MOVES_MAX, MoveRecord};
use admission::voucher::VoucherRecord;
use admission::{FlowMs, Ledger, Marks, Number, PerMinute};

use crate::cut::text;

/// A stored ledger. What is read is written again the same, and can be checked.
pub(crate) fn ledger(data: &[u8]) -> bool {
    let Ok(ledger) = Ledger::decode(data) else {
        return false;
    };
    let written = ledger.encode();
    let again = Ledger::decode(&written).expect("what was written is read");
    assert_eq!(again.encode(), written);
    // Damage that has the right form is found here, or is no damage.
    ledger.check(&Marks::default(), &Marks::default()).is_ok()
}

/// A stored ledger of a pool. The same holds.
pub(crate) fn pool_ledger(data: &[u8]) -> bool {
    let Ok(ledger) = PoolLedger::decode(data) else {
        return false;
    };
    let written = ledger.encode();
    let again = PoolLedger::decode(&written).expect("what was written is read");
    assert_eq!(again.encode(), written);
    ledger.check().is_ok()
}

/// A stored chunk of marks, after one byte that says which.
pub(crate) fn marks(data: &[u8]) -> bool {
    let Some((index, chunk)) = data.split_first() else {
        return false;
    };
    let index = ChunkIndex(u64::from(*index));
    let Ok(marks) = Marks::decode([(index, chunk.to_vec())]) else {
        return false;
    };
    assert_eq!(marks.encode_chunk(index), chunk);
    let end = Number(marks.chunk_count() * chunk.len() as u64 * 8);
    assert_eq!(marks.ahead(end).0, end.0 - marks.uncounted());
    true
}

/// A stored record of a place that moves. What is read keeps its bounds and is written again the
/// same.
pub(crate) fn move_record(data: &[u8]) -> bool {
    let Some(record) = MoveRecord::decode(data) else {
        return false;
    };
    assert!(record.holder.0 <= MOVES_MAX && record.made.len() <= CODES_MAX);
    assert_eq!(MoveRecord::decode(&record.encode()), Some(record));
    true
}

/// A stored record of a code. The same holds.
pub(crate) fn code_record(data: &[u8]) -> bool {
    let Some(record) = CodeRecord::decode(data) else {
        return false;
    };
    assert_eq!(CodeRecord::decode(&record.encode()), Some(record));
    true
}

/// A stored record of a spent voucher. The same holds.
pub(crate) fn voucher_record(data: &[u8]) -> bool {
    let Some(record) = VoucherRecord::decode(data) else {
        return false;
    };
    assert_eq!(VoucherRecord::decode(&record.encode()), Some(record));
    true
}

/// A stored state of autotune. It goes on within its bounds, whatever it was.
pub(crate) fn autotune(data: &[u8]) -> bool {
    let Ok(mut autotune) = postcard::from_bytes::<Autotune>(data) else {
        return false;
    };
    let ceiling = PerMinute(500);
    for minute in 0..20 {
        let rate = autotune.step(FlowMs(minute * 60_000), ceiling, 1.0);
        assert!((PerMinute(1)..=ceiling).contains(&rate), "{rate:?}");
    }
    true
}

/// A response id as a client sends it. Nobody makes one that was not given out.
pub(crate) fn response_id(data: &[u8]) -> bool {
    let (ids, now) = (ResponseIds::new(&[7; 32]), FlowMs(1_000_000));
    let Ok(issued) = ids.verify(now, &text(data)) else {
        return false;
    };
    let mut counted = CountedIds::default();
    assert_eq!(counted.count(now, issued), Ok(()));
    assert_eq!(counted.count(now, issued), Err(ReportRefused::Counted));
    true
}

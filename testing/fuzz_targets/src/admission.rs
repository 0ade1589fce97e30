//! Decoders of the engine's stored data, and of response ids.

use admission::autotune::Autotune;
use admission::autotune::response_ids::{CountedIds, ReportRefused, ResponseIds};
use admission::marks::ChunkIndex;
use admission::pool::PoolLedger;
use admission::transfer::{CODES_MAX, CodeRecord, TRANSFERS_MAX, TransferRecord};
use admission::voucher::VoucherRecord;
use admission::{FlowMs, Ledger, Marks, Number, PerMinute};

use crate::cut::text;

/// Decodes a stored ledger. An accepted ledger encodes and decodes again to the same bytes, and can
/// be checked.
pub(crate) fn ledger(data: &[u8]) -> bool {
    let Ok(ledger) = Ledger::decode(data) else {
        return false;
    };
    let written = ledger.encode();
    let again = Ledger::decode(&written).expect("what was written is read");
    assert_eq!(again.encode(), written);
    // Either the check finds damage that has a valid form, or the ledger is valid.
    ledger.check(&Marks::default(), &Marks::default()).is_ok()
}

/// Decodes a stored ledger of a pool, like [`ledger`].
pub(crate) fn pool_ledger(data: &[u8]) -> bool {
    let Ok(ledger) = PoolLedger::decode(data) else {
        return false;
    };
    let written = ledger.encode();
    let again = PoolLedger::decode(&written).expect("what was written is read");
    assert_eq!(again.encode(), written);
    ledger.check().is_ok()
}

/// Decodes a stored chunk of marks; the first byte is the index of the chunk.
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

/// Decodes a stored record of a place that is transferred. An accepted record keeps its bounds and
/// encodes to an equal one.
pub(crate) fn transfer_record(data: &[u8]) -> bool {
    let Some(record) = TransferRecord::decode(data) else {
        return false;
    };
    assert!(record.holder.0 <= TRANSFERS_MAX && record.made.len() <= CODES_MAX);
    assert_eq!(TransferRecord::decode(&record.encode()), Some(record));
    true
}

/// Decodes a stored record of a code. An accepted record encodes to an equal one.
pub(crate) fn code_record(data: &[u8]) -> bool {
    let Some(record) = CodeRecord::decode(data) else {
        return false;
    };
    assert_eq!(CodeRecord::decode(&record.encode()), Some(record));
    true
}

/// Decodes a stored record of a spent voucher. An accepted record encodes to an equal one.
pub(crate) fn voucher_record(data: &[u8]) -> bool {
    let Some(record) = VoucherRecord::decode(data) else {
        return false;
    };
    assert_eq!(VoucherRecord::decode(&record.encode()), Some(record));
    true
}

/// Decodes a stored state of autotune. Autotune continues within its bounds from any state.
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

/// Verifies a response id from a client. An accepted id counts only once.
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

//! Decoders of the values that pool nodes and rooms store in addition to the engine's ledgers.

use ::node::priority::PriorityCodeRecord;
use ::node::records::{self, StoredPool};
use admission::occupancy::SessionRecord;

fn written(pool: &StoredPool) -> Vec<u8> {
    let lines = pool.lines.iter().map(|(name, ledger)| (name, ledger));
    records::encode_pool(&pool.shared, lines, |_| pool.change_log.clone())
}

/// Decodes the stored value of a pool: its ledger, the ledgers of its lines, the change log, and
/// fields that later versions added. An accepted value is written and read again as the same bytes.
pub(crate) fn pool_value(data: &[u8]) -> bool {
    let Ok(pool) = records::decode_pool(data) else {
        return false;
    };
    let bytes = written(&pool);
    let again = records::decode_pool(&bytes).expect("what was written is read");
    assert_eq!(written(&again), bytes);
    true
}

/// Decodes the stored record of a session. An accepted record encodes to an equal one.
pub(crate) fn session_record(data: &[u8]) -> bool {
    let Some(record) = records::decode::<SessionRecord>(data) else {
        return false;
    };
    assert_eq!(records::decode(&records::encode(&record)), Some(record));
    true
}

/// Decodes the stored record of a priority code. An accepted record encodes to an equal one.
pub(crate) fn priority_record(data: &[u8]) -> bool {
    let Some(record) = records::decode::<PriorityCodeRecord>(data) else {
        return false;
    };
    assert_eq!(records::decode(&records::encode(&record)), Some(record));
    true
}

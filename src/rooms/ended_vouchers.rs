//! Finds the records of vouchers that have ended in the current run (see
//! [`VoucherRecord::is_over`]). The engine does not need them: it counts an ended voucher as
//! unspent. The caller commits under the generation that it read before.

use admission::pool::LineIndex;
use admission::voucher::VoucherRecord;
use admission::{Run, WallMs};
use store::{AnyStore, PoolId, RecordKey, Store, StoreError};

use super::records;

/// Returns the keys of at most `most` records of ended vouchers of a line.
pub(super) async fn keys(
    store: &AnyStore,
    pool: &PoolId,
    (line, run): (LineIndex, Run),
    now: WallMs,
    most: usize,
) -> Result<Vec<RecordKey>, StoreError> {
    let prefix = records::vouchers_prefix(line, run);
    let (mut keys, mut after) = (Vec::new(), None);
    while keys.len() < most {
        let page = store.scan_page(pool, &prefix, after.as_ref()).await?;
        after = page.records.last().map(|(key, _)| key.clone());
        // A record that cannot be read is unchanged.
        let ended = page
            .records
            .into_iter()
            .filter(|(_, value)| VoucherRecord::decode(value).is_some_and(|record| record.is_over(now)));
        keys.extend(ended.map(|(key, _)| key).take(most - keys.len()));
        if !page.more {
            break;
        }
    }
    Ok(keys)
}

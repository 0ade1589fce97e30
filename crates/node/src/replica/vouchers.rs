//! Side records of spent vouchers: loaded for a batch, written with a commit.

use std::collections::BTreeMap;

use admission::Run;
use admission::pool::LineIndex;
use admission::voucher::{VoucherHash, VoucherRecord};
use store_values::Write;

use super::LoadedRecords;
use crate::records;

type VoucherRecords = BTreeMap<VoucherHash, Option<VoucherRecord>>;

/// Decodes the records of vouchers. A record that cannot be read is left out, so that no place is
/// given for its voucher.
pub(crate) fn read(
    (line, run): (LineIndex, Run),
    vouchers: Vec<VoucherHash>,
    loaded: &LoadedRecords,
) -> VoucherRecords {
    let found =
        vouchers
            .into_iter()
            .filter_map(|voucher| match loaded.get(&records::voucher_key(line, run, voucher)) {
                Some(bytes) => Some((voucher, Some(VoucherRecord::decode(bytes)?))),
                None => Some((voucher, None)),
            });
    found.collect()
}

/// Adds the voucher records that a commit changes.
pub(super) fn write(mut write: Write, line: LineIndex, run: Run, vouchers: &VoucherRecords) -> Write {
    for (voucher, record) in vouchers {
        let key = records::voucher_key(line, run, *voucher);
        write = match record {
            Some(record) => write.put(key, record.encode()),
            None => write.delete(key),
        };
    }
    write
}

//! Side records of spent vouchers: loaded for a batch, written with a commit.

use std::collections::BTreeMap;

use admission::Run;
use admission::pool::LineIndex;
use admission::voucher::{VoucherHash, VoucherRecord};
use store::Write;

use super::{KeepError, Replica};
use crate::rooms::records;

type VoucherRecords = BTreeMap<VoucherHash, Option<VoucherRecord>>;

impl Replica {
    /// Loads the records of vouchers. A record that cannot be read is left out, so that no place is
    /// given for its voucher.
    pub(in crate::rooms) async fn vouchers(
        &self,
        line: LineIndex,
        vouchers: Vec<VoucherHash>,
    ) -> Result<VoucherRecords, KeepError> {
        let run = self.line(line).ledger.run;
        let keys = vouchers.iter().map(|voucher| records::voucher_key(line, run, *voucher));
        let stored = self.records(keys.collect()).await?;
        let found = vouchers.into_iter().zip(stored);
        Ok(found
            .filter_map(|(voucher, value)| match value {
                Some(bytes) => Some((voucher, Some(VoucherRecord::decode(&bytes)?))),
                None => Some((voucher, None)),
            })
            .collect())
    }
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

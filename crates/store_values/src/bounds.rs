//! Limits on the size of one call, so that no caller can make a store hold or send unbounded data.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::RecordKey;

/// Largest ledger, in bytes.
pub const LEDGER_BYTES_MAX: usize = 64 * 1024;
/// Largest value of a side record, in bytes.
pub const VALUE_BYTES_MAX: usize = 64 * 1024;
/// Most records that one commit may put or delete.
pub const WRITE_RECORDS_MAX: usize = 10_000;
/// Most bytes in one commit: ledger, keys and values together.
pub const WRITE_BYTES_MAX: usize = 8 * 1024 * 1024;
/// Most records that one load may name.
pub const LOAD_KEYS_MAX: usize = 10_000;
/// Most records in one page of a scan.
pub const PAGE_RECORDS_MAX: usize = 1_000;
/// A page of a scan takes no further record once its keys and values together reach this many
/// bytes.
pub const PAGE_BYTES_MAX: usize = 1024 * 1024;
/// Most starts of a scan, which starts again if the pool changed between two of its pages.
pub const SCAN_ATTEMPTS_MAX: u32 = 16;
/// Most attempts of a transaction to commit.
pub const TRANSACT_ATTEMPTS_MAX: u32 = 9;

/// A call exceeds a bound. Nothing was done.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{found} {measure} are too many, at most {max} are allowed")]
pub struct Excess {
    /// The quantity that was measured, with its unit.
    pub measure: Measure,
    /// The measured value.
    pub found: usize,
    /// The bound.
    pub max: usize,
}

/// The quantity that a bound limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Measure {
    /// Bytes of a ledger.
    LedgerBytes,
    /// Bytes of one record's value.
    ValueBytes,
    /// Records in one commit.
    WriteRecords,
    /// Bytes of one commit.
    WriteBytes,
    /// Keys in one load.
    LoadKeys,
}

impl fmt::Display for Measure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::LedgerBytes => "bytes of ledger",
            Self::ValueBytes => "bytes of value",
            Self::WriteRecords => "records in a commit",
            Self::WriteBytes => "bytes in a commit",
            Self::LoadKeys => "keys in a load",
        })
    }
}

pub(crate) fn at_most(measure: Measure, found: usize, max: usize) -> Result<(), Excess> {
    if found > max {
        return Err(Excess { measure, found, max });
    }
    Ok(())
}

/// Refuses a load that names more records than any store looks up at once.
///
/// # Errors
/// Returns an error if it does.
pub fn check_keys(keys: &[RecordKey]) -> Result<(), Excess> {
    at_most(Measure::LoadKeys, keys.len(), LOAD_KEYS_MAX)
}

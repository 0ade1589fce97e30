//! Vouchers: what is good for one place in a run, such as the identifier of an enqueue token, or a
//! unique key. Known here as keyed hashes alone.
//!
//! A newcomer who brings vouchers gets a place if none of them was spent before, and the commit
//! that gives it spends them all; else nobody gets a place and nothing is spent. That is decided in
//! the batch, by one side record a spent voucher, loaded at the ledger's generation: of two
//! newcomers with one voucher, in one batch or on two nodes, one gets a place.
//!
//! Spent is spent: neither a cancel nor a number that was not used in time gives a voucher back,
//! only an operator does, and a new run begins with none spent. Not here: what a voucher stands
//! for, whether a newcomer needs one, and who may have one.

use serde::{Deserialize, Serialize};

use crate::time::WallMs;
use crate::units::Sequence;

/// Vouchers that one newcomer may bring.
pub const VOUCHERS_MAX: usize = 2;
/// Newcomers with vouchers in one batch; the rest goes with the next.
pub const VOUCHED_MAX: usize = 1_000;
/// Vouchers given back in one batch.
pub const FREED_MAX: usize = 1_000;

/// What is known of a voucher.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct VoucherHash(pub [u8; 16]);

/// A newcomer who brings vouchers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Vouched {
    /// Which of the batch's arrivals.
    pub arrival: u32,
    /// At most [`VOUCHERS_MAX`].
    pub vouchers: Vec<VoucherHash>,
}

/// Side record of a spent voucher.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct VoucherRecord {
    /// The place that was given for it.
    pub sequence: Sequence,
    /// When.
    pub spent_at: WallMs,
}

/// Why somebody with vouchers gets no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum VoucherRefused {
    /// A place was given for one of them before: the first such one in the order in which they were
    /// brought.
    #[error("voucher {0} was spent")]
    Spent(usize),
    /// The records that were loaded are of another run, or not all were: ask again.
    #[error("somebody else was faster; ask again")]
    Stale,
}

impl VoucherRecord {
    /// The stored form.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        postcard::to_stdvec(self).expect("numbers can be written")
    }

    /// Reads the stored form; `None` if it is none.
    #[must_use]
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let (record, rest) = postcard::take_from_bytes(bytes).ok()?;
        rest.is_empty().then_some(record)
    }
}

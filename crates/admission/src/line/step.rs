//! A planned commit of a line.

use std::collections::{BTreeMap, BTreeSet};

use crate::batch::{BatchOutcome, Grant};
use crate::marks::ChunkIndex;
use crate::redirects::Redirects;
use crate::state::State;
use crate::transfer::TransferRecords;
use crate::units::{Number, Sequence};
use crate::voucher::{VoucherHash, VoucherRecord};

/// A planned commit. Carry it out as it is, or discard it and plan again.
#[derive(Debug, Clone)]
pub struct Step {
    /// The state after the commit.
    pub state: State,
    /// Chunks of marks that changed.
    pub changed: BTreeSet<ChunkIndex>,
    /// Changed chunks of the marks of places without a number.
    pub unnumbered_changed: BTreeSet<ChunkIndex>,
    /// The window whose marks moved from sequences to numbers because it was drawn: its first
    /// sequence, and how many chunks of the old marks to delete.
    pub unnumbered_gone: Option<(Sequence, u64)>,
    /// Redirect side records to write.
    pub redirects: Vec<(Number, Redirects)>,
    /// Side records of transfers to write or delete.
    pub transfers: TransferRecords,
    /// Side records of vouchers to write or delete.
    pub vouchers: BTreeMap<VoucherHash, Option<VoucherRecord>>,
    /// Permits spent, in order.
    pub grants: Vec<Grant>,
    /// Permits that count as spent because lost commits may have spent them: 0 except in a
    /// recovery, and `u64::MAX` if the number is unknown.
    pub presumed_spent: u64,
    /// The answers to everyone in the batch.
    pub outcome: BatchOutcome,
}

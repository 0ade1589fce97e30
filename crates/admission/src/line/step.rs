//! A planned commit of a line.

use std::collections::{BTreeMap, BTreeSet};

use crate::batch::{BatchOutcome, Grant};
use crate::marks::ChunkIndex;
use crate::redirects::Redirects;
use crate::state::State;
use crate::transfer::MoveRecords;
use crate::units::{Number, Sequence};
use crate::voucher::{VoucherHash, VoucherRecord};

/// A planned commit: carry it out as it is, or throw it away and plan again.
#[derive(Debug, Clone)]
pub struct Step {
    /// The state after it.
    pub state: State,
    /// Chunks of marks that differ.
    pub changed: BTreeSet<ChunkIndex>,
    /// Chunks of the marks of places without a number that differ.
    pub unnumbered_changed: BTreeSet<ChunkIndex>,
    /// The marks of a window that was drawn went over to numbers: its first sequence, and how many
    /// chunks are to be forgotten.
    pub unnumbered_gone: Option<(Sequence, u64)>,
    /// Side records to write.
    pub redirects: Vec<(Number, Redirects)>,
    /// Side records of moves to write, or to forget.
    pub moved: MoveRecords,
    /// Side records of vouchers to write, or to forget.
    pub vouchers: BTreeMap<VoucherHash, Option<VoucherRecord>>,
    /// Permits spent, in order.
    pub grants: Vec<Grant>,
    /// Permits that count as spent because lost commits may have spent them: 0 but in a recovery,
    /// and `u64::MAX` where nobody knows how many.
    pub presumed_spent: u64,
    /// What everyone in the batch is told.
    pub outcome: BatchOutcome,
}

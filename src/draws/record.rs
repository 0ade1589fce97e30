//! A room's draws as they are stored: the records in order, each with its serial, and the changes
//! of one decision.
//!
//! At most [`DRAWS_KEPT_MAX`] draws are kept; beyond it the oldest are dropped. Serials continue to
//! count, so that a secret can be derived again regardless of earlier draws that were dropped. This
//! module neither signs nor decides what changes.

use beacon::RoundSignature;
use draw::{BeaconRound, DrawStatus, DrawnRun, RunRecord};

/// The maximum number of draws of one room that are kept and published, including aborted ones:
/// more than a year of daily sales, in a document that can still be verified quickly.
pub const DRAWS_KEPT_MAX: usize = 512;
const _: () = assert!(DRAWS_KEPT_MAX <= draw::RUNS_MAX);

/// The position of a draw among all draws of the room, including dropped ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Serial(pub(super) u64);

/// The draws, oldest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DrawRecords {
    first: Serial,
    records: Vec<RunRecord>,
    /// The signature of the round that the last draw committed to, from when it is known to the
    /// reveal.
    signature: Option<RoundSignature>,
}

/// The changes of one decision to the newest draws. No other draw ever changes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct RecordChange {
    /// The last draw with its next statement.
    pub(super) last: Option<RunRecord>,
    /// A draw that follows the last one.
    pub(super) added: Option<RunRecord>,
    /// The signature of the round that the last draw committed to.
    pub(super) signature: Option<RoundSignature>,
}

impl DrawRecords {
    /// Creates the records, with consecutive serials from `first`.
    pub(super) fn new(first: Serial, records: Vec<RunRecord>, signature: Option<RoundSignature>) -> Self {
        Self {
            first,
            records,
            signature,
        }
    }

    pub(super) fn records(&self) -> &[RunRecord] {
        &self.records
    }

    pub(super) fn first(&self) -> Serial {
        self.first
    }

    /// The serial of the next draw.
    pub(super) fn next(&self) -> Serial {
        Serial(self.first.0 + self.records.len() as u64)
    }

    /// The last draw.
    pub(super) fn last(&self) -> Option<&RunRecord> {
        self.records.last()
    }

    /// The signature of the round that the last draw committed to, once it is known.
    pub(super) fn signature(&self) -> Option<RoundSignature> {
        self.signature
    }

    /// The round for which the last draw waits: the draw is cut off, and the signature is not
    /// known.
    pub(super) fn awaited(&self) -> Option<&BeaconRound> {
        let last = self.last().filter(|last| last.status == DrawStatus::CutOff)?;
        let round = last.commitment.statement.beacon.as_ref()?;
        self.signature.is_none().then_some(round)
    }

    /// Whether the last draw can still wait for a round: it is neither revealed nor aborted, it
    /// commits to a round, and the signature is not known.
    pub(super) fn needs_round(&self) -> bool {
        let last = self.last().filter(|last| open(last));
        last.is_some_and(|last| last.commitment.statement.beacon.is_some()) && self.signature.is_none()
    }

    /// The last draw of a run, and its serial.
    pub(super) fn of_run(&self, run: DrawnRun) -> Option<(Serial, &RunRecord)> {
        let index = self
            .records
            .iter()
            .rposition(|record| record.commitment.statement.run == run)?;
        Some((Serial(self.first.0 + index as u64), &self.records[index]))
    }

    /// Returns the draws after a change, and how many of the oldest were dropped.
    pub(super) fn with(&self, change: &RecordChange) -> (Self, usize) {
        let mut records = self.records.clone();
        if let (Some(last), Some(changed)) = (records.last_mut(), &change.last) {
            last.clone_from(changed);
        }
        records.extend(change.added.clone());
        let beyond = records.len().saturating_sub(DRAWS_KEPT_MAX);
        records.drain(..beyond);
        let first = Serial(self.first.0 + beyond as u64);
        let is_open = change.added.is_none() && records.last().is_some_and(open);
        let signature = change.signature.or(self.signature).filter(|_| is_open);
        let next = Self {
            first,
            records,
            signature,
        };
        (next, beyond)
    }
}

impl RecordChange {
    /// The empty change, if the draws are already in the wanted state.
    pub(super) fn nothing() -> Self {
        Self::default()
    }

    pub(super) fn is_nothing(&self) -> bool {
        self.last.is_none() && self.added.is_none() && self.signature.is_none()
    }
}

/// Whether a draw can still be cut off, revealed or aborted.
pub(super) fn open(record: &RunRecord) -> bool {
    matches!(record.status, DrawStatus::Committed | DrawStatus::CutOff)
}

//! A room's draws as they are kept: the records in order, each with its serial, and what one
//! decision changes of them.
//!
//! Bound: [`DRAWS_KEPT_MAX`]; beyond it the oldest are forgotten. Serials go on counting, so a
//! secret is found again whatever was forgotten before it. Not here: signing, and why something
//! changes.

use draw::{DrawStatus, Run, RunRecord};

/// Draws kept and published of one room, aborted ones included. More than a year of daily sales,
/// and a document that is still checked within a blink.
pub const DRAWS_KEPT_MAX: usize = 512;
const _: () = assert!(DRAWS_KEPT_MAX <= draw::RUNS_MAX);

/// Which of a room's draws, counted from its first ever.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Serial(pub(super) u64);

/// The draws, oldest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct DrawRecords {
    first: Serial,
    records: Vec<RunRecord>,
}

/// What a decision makes of the newest draws. Nothing else ever changes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct RecordChange {
    /// The last draw, a statement further.
    pub(super) last: Option<RunRecord>,
    /// A draw that follows it.
    pub(super) added: Option<RunRecord>,
}

impl DrawRecords {
    /// Records with consecutive serials from `first`.
    pub(super) fn new(first: Serial, records: Vec<RunRecord>) -> Self {
        Self { first, records }
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

    /// The last draw of all.
    pub(super) fn last(&self) -> Option<&RunRecord> {
        self.records.last()
    }

    /// The last draw of a run, and its serial.
    pub(super) fn of_run(&self, run: Run) -> Option<(Serial, &RunRecord)> {
        let index = self
            .records
            .iter()
            .rposition(|record| record.commitment.statement.run == run)?;
        Some((Serial(self.first.0 + index as u64), &self.records[index]))
    }

    /// The draws after a change, and how many of the oldest it pushed out.
    pub(super) fn with(&self, change: &RecordChange) -> (Self, usize) {
        let mut records = self.records.clone();
        if let (Some(last), Some(changed)) = (records.last_mut(), &change.last) {
            last.clone_from(changed);
        }
        records.extend(change.added.clone());
        let beyond = records.len().saturating_sub(DRAWS_KEPT_MAX);
        records.drain(..beyond);
        let first = Serial(self.first.0 + beyond as u64);
        (Self { first, records }, beyond)
    }
}

impl RecordChange {
    /// Everything stands as it is wanted.
    pub(super) fn nothing() -> Self {
        Self::default()
    }

    pub(super) fn is_nothing(&self) -> bool {
        self.last.is_none() && self.added.is_none()
    }
}

/// Whether a draw may still be cut off, revealed or given up.
pub(super) fn open(record: &RunRecord) -> bool {
    matches!(record.status, DrawStatus::Committed | DrawStatus::CutOff)
}

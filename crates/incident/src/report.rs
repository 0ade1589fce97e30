//! The result of a replay.

use admission::WallMs;

use crate::entry::RecordingEnd;
use crate::judge::Objection;

/// The result of a replay.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReplayReport {
    /// The version of the program that recorded.
    pub version: String,
    /// The pool's name in the store.
    pub pool: String,
    /// Whether other nodes can serve the pool as well.
    pub is_shared: bool,
    /// The wall time of the opening.
    pub began: WallMs,
    /// Milliseconds from the opening to the last event.
    pub lasts_ms: u64,
    /// The count of events.
    pub events: u64,
    /// The count of commands that need an answer.
    pub commands: u64,
    /// The count of answers.
    pub answers: u64,
    /// The count of permits that this node spent.
    pub grants: u64,
    /// The event at which the replayed pool node differed; after it, only the recorded answers are
    /// judged.
    pub played_until: Option<u64>,
    /// The reason why the recording ends; `None` if it contains none, because the process was
    /// killed or the file was cut.
    pub end: Option<RecordingEnd>,
    /// The objections, at most ten of each oracle.
    pub objections: Vec<Objection>,
    /// The number of further objections.
    pub further: u64,
}

impl ReplayReport {
    /// Whether no oracle objects.
    #[must_use]
    pub fn is_clean(&self) -> bool {
        self.objections.is_empty()
    }
}

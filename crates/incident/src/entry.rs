//! The entries of a recording.
//!
//! The first entry is the opening of the pool node. Events and effects follow in the order in which
//! the pool node received and emitted them. The last entry is the end with its reason. Queue ids
//! and the notes of transfers are replaced in all entries ([`crate::mask`]).

use std::collections::BTreeMap;

use admission::pool::LineIndex;
use admission::{NodeId, RoomConfig, Run, WallMs};
use node::answer::{AnswerTo, Replies};
use node::effect::{Clocks, DueDocument, Effect, Event};
use node::observer::Observation;
use node::published::Published;
use node::settings::NodeSettings;
use serde::{Deserialize, Serialize};
use store_values::{Generation, RecordKey, StoreReply};

use crate::call::RecordedCall;
use crate::numbered::HandleNumbers;

/// An entry of a recording.
#[derive(Serialize, Deserialize)]
pub enum RecordedEntry {
    /// The opening of the pool node.
    Opening(Box<RecordedOpening>),
    /// An event that the pool node received.
    Event(RecordedEvent),
    /// An effect that the pool node emitted.
    Effect(RecordedEffect),
    /// The end of the recording.
    End(RecordingEnd),
}

/// The opening of a pool node.
#[derive(Debug, Serialize, Deserialize)]
pub struct RecordedOpening {
    /// The version of the program that recorded.
    pub version: String,
    /// The key under which stand-ins for queue ids are sealed. It opens no queue id.
    pub stand_in_key: [u8; 32],
    /// The node.
    pub node: NodeId,
    /// The pool's name in the store.
    pub pool: String,
    /// Whether other nodes can commit to the store.
    pub is_shared: bool,
    /// Whether nodes pace their commits.
    pub is_remote: bool,
    /// The rooms and groups that need a line.
    pub rooms: BTreeMap<String, RoomConfig>,
    /// The settings.
    pub settings: NodeSettings,
    /// By index, the name and the lane of a line; `None` where it is not configured.
    pub lines: Vec<Option<(String, u8)>>,
    /// The replies of the store to the opening read, each with the keys that a load named.
    pub reads: Vec<(Vec<RecordKey>, StoreReply)>,
    /// The time at which their lines were added.
    pub lines_added_at: WallMs,
    /// The time at which the pool node started.
    pub clocks: Clocks,
    /// The random numbers and readings until then.
    pub inputs: EventInputs,
}

/// An event.
#[derive(Serialize, Deserialize)]
pub struct RecordedEvent {
    /// Monotonic milliseconds since the event before, or since the opening.
    pub after_ms: u64,
    /// By how much more than that the wall clock moved, in milliseconds.
    pub wall_step_ms: i64,
    /// The event, with the numbers of handles.
    pub event: Event<HandleNumbers>,
    /// The random numbers and readings while it was handled.
    pub inputs: EventInputs,
}

/// The random numbers that a pool node drew during an event, and its readings of memory that
/// requests write.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct EventInputs {
    /// The random numbers, in their order.
    pub drawn: Vec<DrawnNumber>,
    /// The readings, in their order.
    pub readings: Vec<Observation>,
}

/// A random number.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub enum DrawnNumber {
    /// For spreading events over time.
    Jitter(u16),
    /// For a secret.
    Seed([u8; 32]),
}

/// An effect.
#[derive(Serialize, Deserialize)]
pub enum RecordedEffect {
    /// An answer, with the number of its handle.
    Answer(AnswerTo<HandleNumbers>),
    /// The state of a line was published.
    Publish(PublishedFigures),
    /// A call to the store.
    Call(RecordedCall),
    /// The store was probed.
    Probe(Generation),
    /// Other nodes were asked to skip one of their commits.
    RequestCommitPriority,
    /// A document of a draw was written.
    WriteDraw(LineIndex, DueDocument, WallMs),
    /// The draw of a run that is over was aborted.
    AbortDraw(LineIndex, Run, WallMs),
    /// The published documents of draws were read again.
    RefreshDraws(LineIndex),
}

/// The figures of a published state that a replay compares.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublishedFigures {
    /// The line.
    pub line: LineIndex,
    /// The run.
    pub run: Run,
    /// The count of places given.
    pub given: u64,
    /// The serving line: the turn of all numbers below has been announced.
    #[serde(rename = "told_to")]
    pub notified_to: u64,
    /// Visitors first in line who were heard lately.
    pub front: u64,
    /// The rate in force for the pool, if it has one, per minute.
    pub rate: Option<u32>,
    /// Whether the store is unavailable.
    pub is_store_away: bool,
}

/// The reason why a recording ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum RecordingEnd {
    /// The pool node ended.
    Closed,
    /// The file reached its bound.
    Full,
    /// The recording could not keep up with the pool node, which it never delays.
    Behind,
}

impl PublishedFigures {
    /// The figures of a line's published state.
    #[must_use]
    pub fn of(line: LineIndex, published: &Published) -> Self {
        let ledger = published.snapshot.ledger();
        Self {
            line,
            run: ledger.run,
            given: ledger.next.0,
            notified_to: ledger.serving.notified_to().0,
            front: published.front,
            rate: published.pool.rate.map(|rate| rate.0),
            is_store_away: published.store_away,
        }
    }
}

/// Turns an effect into its recorded form, except an answer and a call.
pub(crate) fn plain<R: Replies>(effect: &Effect<R>) -> Option<RecordedEffect> {
    Some(match effect {
        Effect::Answer(_) | Effect::Call(_) => return None,
        Effect::Publish(line, published) => RecordedEffect::Publish(PublishedFigures::of(*line, published)),
        Effect::Probe { known } => RecordedEffect::Probe(*known),
        Effect::RequestCommitPriority => RecordedEffect::RequestCommitPriority,
        Effect::WriteDraw { line, document, wall } => RecordedEffect::WriteDraw(*line, *document, *wall),
        Effect::AbortDraw { line, run, wall } => RecordedEffect::AbortDraw(*line, *run, *wall),
        Effect::RefreshDraws(line) => RecordedEffect::RefreshDraws(*line),
    })
}

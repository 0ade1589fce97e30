//! Records a running pool node. This module only copies events: masking and writing, which take
//! time, are done by the [`RecordingWriter`](crate::RecordingWriter) elsewhere.

use std::collections::BTreeMap;
use std::sync::Arc;

use admission::{NodeId, RoomConfig, WallMs};
use node::PoolNode;
use node::answer::Replies;
use node::effect::{Clocks, Effect, Event, RandomSource};
use node::observer::Observer;
use node::replica::PoolStore;
use node::settings::NodeSettings;
use protocol::QueueIdCodec;
use serde::Serialize;
use store_values::{StoreCall, StoreReply};

use crate::entry::{self, EventInputs, RecordedEffect};
use crate::numbered::Numbered;
use crate::tape::{RecordingRandomSource, RecordingTape};

/// The keys of a recording, drawn for it.
#[derive(Clone, Copy)]
pub struct RecordingKeys {
    /// Seals the stand-ins of queue ids; the recording contains it.
    pub stand_in: [u8; 32],
    /// Hashes values without a stand-in; dropped with the recorder.
    pub hidden: [u8; 32],
}

/// The values on which a pool node opens.
pub struct NodeOpening {
    /// The version of the program.
    pub version: String,
    /// The keys of the recording.
    pub keys: RecordingKeys,
    /// The node.
    pub node: NodeId,
    /// Where the pool is stored.
    pub store: PoolStore,
    /// The rooms and groups that need a line.
    pub rooms: BTreeMap<String, RoomConfig>,
    /// The settings.
    pub settings: NodeSettings,
    /// By index, the name, the lane and the codec of a line; `None` where it is not configured.
    pub lines: Vec<Option<(String, u8, QueueIdCodec)>>,
    /// The calls of the opening read, with the store's replies.
    pub reads: Vec<(StoreCall, StoreReply)>,
    /// The time at which their lines were added.
    pub lines_added_at: WallMs,
    /// The time at which the pool node begins.
    pub clocks: Clocks,
}

/// A recorded entry that is not masked and written yet.
pub enum RawEntry {
    /// The opening.
    Opening(Box<NodeOpening>, EventInputs),
    /// An event, encoded, with its time.
    Event(Vec<u8>, Clocks, EventInputs),
    /// An answer, encoded.
    Answer(Vec<u8>),
    /// A call to the store.
    Call(StoreCall),
    /// Another effect.
    Effect(RecordedEffect),
}

impl RawEntry {
    /// About how many bytes of memory the entry takes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        const EACH: usize = 64;
        let content = match self {
            Self::Opening(opening, _) => opening.reads.iter().map(|(_, reply)| reply_bytes(reply)).sum(),
            Self::Event(bytes, _, inputs) => bytes.len() + EACH * (inputs.readings.len() + inputs.drawn.len()),
            Self::Answer(bytes) => bytes.len(),
            Self::Call(StoreCall::Commit { write, .. }) => {
                let records = write.records.iter();
                let values = records.map(|(_, value)| EACH + value.as_ref().map_or(0, Vec::len));
                write.ledger.len() + values.sum::<usize>()
            }
            Self::Call(StoreCall::Load { keys }) => EACH * keys.len(),
            Self::Call(_) | Self::Effect(_) => 0,
        };
        EACH + content
    }
}

fn reply_bytes(reply: &StoreReply) -> usize {
    match reply {
        StoreReply::Scanned(Ok(scanned)) => {
            let records = scanned.iter().flat_map(|(_, records)| records);
            records.map(|(_, value)| value.len()).sum()
        }
        StoreReply::Loaded(Ok(loaded)) => {
            let records = loaded.records.iter().flatten();
            records.map(Vec::len).sum::<usize>() + loaded.ledger.as_ref().map_or(0, Vec::len)
        }
        _ => 0,
    }
}

/// Records the events and effects of one pool node.
#[derive(Debug)]
pub struct EventRecorder {
    tape: Arc<RecordingTape>,
}

impl Default for EventRecorder {
    fn default() -> Self {
        Self {
            tape: Arc::new(RecordingTape::new()),
        }
    }
}

impl EventRecorder {
    /// The observer for the readings of the pool node's lines and handles.
    #[must_use]
    pub fn observer(&self) -> Arc<dyn Observer> {
        self.tape.clone()
    }

    /// Opens a pool node with `open`, and records the opening.
    pub fn open<N>(
        &self,
        opening: NodeOpening,
        random: &mut dyn RandomSource,
        open: impl FnOnce(&mut dyn RandomSource) -> N,
    ) -> (N, RawEntry) {
        let mut recording = RecordingRandomSource {
            inner: random,
            drawn: Vec::new(),
        };
        let node = open(&mut recording);
        let inputs = self.inputs(recording);
        (node, RawEntry::Opening(Box::new(opening), inputs))
    }

    /// Passes an event to a pool node, and records it.
    pub fn handle<R: Replies>(
        &self,
        node: &mut PoolNode<Numbered<R>>,
        event: Event<Numbered<R>>,
        clocks: Clocks,
        random: &mut dyn RandomSource,
    ) -> RawEntry {
        let bytes = encode(&event);
        let mut recording = RecordingRandomSource {
            inner: random,
            drawn: Vec::new(),
        };
        node.handle(event, clocks, &mut recording);
        RawEntry::Event(bytes, clocks, self.inputs(recording))
    }

    /// Records an effect of a pool node.
    #[must_use]
    pub fn effect<R: Replies>(&self, effect: &Effect<Numbered<R>>) -> RawEntry {
        match effect {
            Effect::Answer(answer) => RawEntry::Answer(encode(answer)),
            Effect::Call(call) => RawEntry::Call(call.clone()),
            other => RawEntry::Effect(entry::plain(other).expect("neither an answer nor a call")),
        }
    }

    /// Stops recording: readings are not kept any more.
    pub fn stop(&self) {
        self.tape.stop();
    }

    fn inputs(&self, random: RecordingRandomSource<'_>) -> EventInputs {
        EventInputs {
            drawn: random.drawn,
            readings: self.tape.take(),
        }
    }
}

fn encode(value: &impl Serialize) -> Vec<u8> {
    postcard::to_stdvec(value).expect("numbers, names and bytes can be written")
}

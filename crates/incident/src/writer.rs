//! Masks recorded entries and encodes them into the blocks of a recording.

use node::effect::Clocks;
use store_values::RecordKey;

use crate::call::{self, RecordedCall};
use crate::entry::{RecordedEffect, RecordedEntry, RecordedEvent, RecordedOpening, RecordingEnd};
use crate::frame::{BlockWriter, FIRST_LINE};
use crate::mask::Mask;
use crate::recorder::RawEntry;

/// Makes the bytes of a recording. Entries are passed in their order, the opening first.
#[derive(Default)]
pub struct RecordingWriter {
    blocks: BlockWriter,
    state: Option<WriterState>,
}

/// The state since the opening.
struct WriterState {
    mask: Mask,
    clocks: Clocks,
    /// The keys of the load under way.
    loading: Vec<RecordKey>,
}

impl RecordingWriter {
    /// The bytes with which the file begins.
    #[must_use]
    pub fn first_bytes() -> &'static [u8] {
        FIRST_LINE
    }

    /// Adds an entry to the next block. Entries before the opening are left out.
    pub fn push(&mut self, entry: RawEntry) {
        let recorded = match (entry, &mut self.state) {
            (RawEntry::Opening(opening, inputs), state) => {
                let codecs = opening
                    .lines
                    .iter()
                    .map(|line| line.as_ref().map(|(.., codec)| codec.clone()));
                let mask = Mask::new(codecs.collect(), opening.keys.stand_in, opening.keys.hidden);
                let lines = opening
                    .lines
                    .into_iter()
                    .map(|line| line.map(|(name, lane, _)| (name, lane)));
                let reads = opening.reads.into_iter().map(|(call, mut reply)| {
                    let keys = call::keys(&call).to_vec();
                    mask.reply(&mut reply, &keys);
                    (keys, reply)
                });
                let recorded = RecordedOpening {
                    version: opening.version,
                    stand_in_key: opening.keys.stand_in,
                    node: opening.node,
                    pool: opening.store.pool.as_str().to_owned(),
                    is_shared: opening.store.is_shared,
                    is_remote: opening.store.is_remote,
                    rooms: opening.rooms,
                    settings: opening.settings,
                    lines: lines.collect(),
                    reads: reads.collect(),
                    lines_added_at: opening.lines_added_at,
                    clocks: opening.clocks,
                    inputs,
                };
                *state = Some(WriterState {
                    mask,
                    clocks: opening.clocks,
                    loading: Vec::new(),
                });
                RecordedEntry::Opening(Box::new(recorded))
            }
            (_, None) => return,
            (RawEntry::Event(bytes, clocks, inputs), Some(state)) => {
                let mut event = postcard::from_bytes(&bytes).expect("it was encoded here");
                state.mask.event(&mut event, &state.loading);
                let after_ms = clocks.monotonic_ms.saturating_sub(state.clocks.monotonic_ms);
                let wall_step_ms = step_ms(state.clocks, clocks, after_ms);
                state.clocks = clocks;
                RecordedEntry::Event(RecordedEvent {
                    after_ms,
                    wall_step_ms,
                    event,
                    inputs,
                })
            }
            (RawEntry::Answer(bytes), Some(state)) => {
                let mut answer = postcard::from_bytes(&bytes).expect("it was encoded here");
                state.mask.answer(&mut answer);
                RecordedEntry::Effect(RecordedEffect::Answer(answer))
            }
            (RawEntry::Call(mut call), Some(state)) => {
                state.loading = call::keys(&call).to_vec();
                state.mask.call(&mut call);
                RecordedEntry::Effect(RecordedEffect::Call(RecordedCall::of(&call)))
            }
            (RawEntry::Effect(effect), Some(_)) => RecordedEntry::Effect(effect),
        };
        self.blocks.push(&recorded);
    }

    /// Adds the end.
    pub fn end(&mut self, end: RecordingEnd) {
        self.blocks.push(&RecordedEntry::End(end));
    }

    /// The count of bytes of the next block.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.blocks.waiting()
    }

    /// Drops the entries of the next block.
    pub fn drop_block(&mut self) {
        self.blocks.drop_entries();
    }

    /// Takes the next block.
    pub fn take_block(&mut self) -> Vec<u8> {
        self.blocks.take()
    }
}

/// By how much the wall clock moved more than the monotonic one.
fn step_ms(before: Clocks, now: Clocks, after_ms: u64) -> i64 {
    let expected = before.wall.0.wrapping_add(after_ms);
    now.wall.0.wrapping_sub(expected).cast_signed()
}

//! A few bits per place: redirected, cancelled, uncounted. Indexed by queue number, in chunks of
//! 4,096. Places that have no number yet have marks of their own, indexed by their sequence within
//! their window; the commit that draws the numbers moves these marks to the numbers.
//!
//! Bits start at 0 and are only ever set, so an arrival writes nothing: every place is *counted*
//! until a redirect, a cancel or silence sets its `uncounted` bit. The people ahead of a place are
//! therefore its number less the uncounted places below it, and can only fall.
//!
//! Chunks are shared (`Arc`) and copied on write: a clone of the marks of a million places is 250
//! pointers, so a batch works on a clone while readers keep theirs. A chunk is stored as 3 × 64
//! little-endian words, in the order of [`Mark`].
//!
//! Presence (when each place was heard) is not here: it changes with every poll and is never
//! stored.

use std::sync::Arc;

use crate::units::{Ahead, Number};

/// Places in a chunk.
pub const CHUNK_PLACES: u64 = 4_096;
/// Bytes of a stored chunk.
pub const CHUNK_BYTES: usize = KINDS * WORDS * 8;
const WORDS: usize = 64;
const KINDS: usize = 3;

/// A mark on a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// The place was granted at least once.
    Redirected = 0,
    /// The place was cancelled and never passes again.
    Cancelled = 1,
    /// The place no longer counts among the people ahead of others.
    Uncounted = 2,
}

impl Mark {
    /// All marks, in the order in which they are stored.
    pub const ALL: [Self; KINDS] = [Self::Redirected, Self::Cancelled, Self::Uncounted];
}

/// Index of a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ChunkIndex(pub u64);

impl ChunkIndex {
    /// Returns the chunk that contains a place.
    #[must_use]
    pub fn of(number: Number) -> Self {
        Self(number.0 / CHUNK_PLACES)
    }
}

/// The marks of 64 places. A poll reads all of them, and a cache line contains them all: in a long
/// line, most of a poll's time is spent waiting for memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(align(32))]
struct Group {
    words: [u64; KINDS],
    /// Uncounted places of the chunk before this group. Not stored, but kept in memory because
    /// every poll would otherwise count them.
    uncounted_before: u16,
}

#[derive(Debug, Clone, PartialEq, Eq)]
struct Chunk {
    groups: [Group; WORDS],
    uncounted: u16,
}

impl Group {
    const EMPTY: Self = Self {
        words: [0; KINDS],
        uncounted_before: 0,
    };
}

impl Chunk {
    const EMPTY: Self = Self {
        groups: [Group::EMPTY; WORDS],
        uncounted: 0,
    };

    fn words(&self, mark: Mark) -> impl Iterator<Item = u64> {
        self.groups.iter().map(move |group| group.words[mark as usize])
    }
}

/// A chunk in its place.
#[derive(Debug, Clone, PartialEq, Eq)]
struct PlacedChunk {
    chunk: Arc<Chunk>,
    /// Uncounted places before the chunk.
    uncounted_before: u64,
}

/// The marks of one run of a room.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Marks {
    chunks: Vec<PlacedChunk>,
}

/// Error: a stored chunk has the wrong length.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a chunk of marks has {0} bytes and should have {CHUNK_BYTES}")]
pub struct ChunkLength(pub usize);

impl Marks {
    /// Returns whether a place carries a mark.
    #[must_use]
    pub fn has(&self, number: Number, mark: Mark) -> bool {
        let (index, group, bit) = locate(number);
        let placed = self.chunks.get(index);
        placed.is_some_and(|placed| placed.chunk.groups[group].words[mark as usize] & bit != 0)
    }

    /// Returns whether a place is settled: redirected or cancelled.
    #[must_use]
    pub fn settled(&self, number: Number) -> bool {
        self.has(number, Mark::Redirected) || self.has(number, Mark::Cancelled)
    }

    /// Sets a mark. Returns the chunk that changed, or `None` if the mark was already set.
    pub fn set(&mut self, number: Number, mark: Mark) -> Option<ChunkIndex> {
        if self.has(number, mark) {
            return None;
        }
        let (index, group, bit) = locate(number);
        while self.chunks.len() <= index {
            self.chunks.push(PlacedChunk {
                uncounted_before: self.uncounted(),
                chunk: Arc::new(Chunk::EMPTY),
            });
        }
        let chunk = Arc::make_mut(&mut self.chunks[index].chunk);
        chunk.groups[group].words[mark as usize] |= bit;
        if mark == Mark::Uncounted {
            chunk.uncounted += 1;
            chunk.groups[group + 1..]
                .iter_mut()
                .for_each(|group| group.uncounted_before += 1);
            self.chunks[index + 1..]
                .iter_mut()
                .for_each(|placed| placed.uncounted_before += 1);
        }
        Some(ChunkIndex(index as u64))
    }

    /// Returns the number of counted places below a number: the people ahead of it.
    #[must_use]
    pub fn ahead(&self, number: Number) -> Ahead {
        let (index, group, bit) = locate(number);
        let Some(placed) = self.chunks.get(index) else {
            return Ahead(number.0 - self.uncounted());
        };
        let group = &placed.chunk.groups[group];
        let part = (group.words[Mark::Uncounted as usize] & (bit - 1)).count_ones();
        let within = u64::from(group.uncounted_before) + u64::from(part);
        Ahead(number.0 - placed.uncounted_before - within)
    }

    /// Returns the number of uncounted places.
    #[must_use]
    pub fn uncounted(&self) -> u64 {
        let last = self.chunks.last();
        last.map_or(0, |last| last.uncounted_before + u64::from(last.chunk.uncounted))
    }

    /// Returns the places that carry a mark, in ascending order.
    pub fn places(&self, mark: Mark) -> impl Iterator<Item = Number> {
        let words = self.chunks.iter().flat_map(move |placed| placed.chunk.words(mark));
        let set = |(index, word): (usize, u64)| {
            let bits = (0..64).filter(move |bit| word & (1 << bit) != 0);
            bits.map(move |bit| Number(index as u64 * 64 + bit))
        };
        words.enumerate().filter(|(_, word)| *word != 0).flat_map(set)
    }

    /// Returns the marks that `others` contains and `self` does not.
    pub fn lacking<'a>(&'a self, others: &'a Self) -> impl Iterator<Item = (Number, Mark)> + 'a {
        let chunks = others.chunks.iter().map(|placed| &placed.chunk).enumerate();
        let differing = chunks.filter(|(index, theirs)| {
            let mine = self.chunks.get(*index).map(|placed| &placed.chunk);
            !mine.is_some_and(|mine| Arc::ptr_eq(mine, theirs) || mine == *theirs)
        });
        differing.flat_map(|(index, theirs)| {
            let mine = self.chunks.get(index).map_or(&Chunk::EMPTY, |placed| &*placed.chunk);
            let first = index as u64 * CHUNK_PLACES;
            let words = (0..KINDS * WORDS).map(|at| (at / WORDS, at % WORDS));
            words.flat_map(move |(kind, word)| {
                let lacking = theirs.groups[word].words[kind] & !mine.groups[word].words[kind];
                let bits = (0..64).filter(move |bit| lacking & (1 << bit) != 0);
                bits.map(move |bit| (Number(first + word as u64 * 64 + bit), Mark::ALL[kind]))
            })
        })
    }

    /// Returns the number of chunks, whose indices start at 0.
    #[must_use]
    pub fn chunk_count(&self) -> u64 {
        self.chunks.len() as u64
    }

    /// Encodes a chunk for storage; beyond the end all bytes are zero.
    #[must_use]
    pub fn encode_chunk(&self, index: ChunkIndex) -> Vec<u8> {
        let empty = Chunk::EMPTY;
        let position = usize::try_from(index.0).expect("chunks in memory fit an address");
        let chunk = self.chunks.get(position).map_or(&empty, |placed| &placed.chunk);
        let mut bytes = Vec::with_capacity(CHUNK_BYTES);
        for word in Mark::ALL.into_iter().flat_map(|mark| chunk.words(mark)) {
            // Whole words: every commit encodes the chunks that it changed.
            bytes.extend_from_slice(&word.to_le_bytes());
        }
        bytes
    }

    /// Rebuilds marks from stored chunks, given in any order.
    ///
    /// # Errors
    /// If a chunk has the wrong length.
    pub fn decode(stored: impl IntoIterator<Item = (ChunkIndex, Vec<u8>)>) -> Result<Self, ChunkLength> {
        let mut marks = Self::default();
        marks.take_over(stored)?;
        Ok(marks)
    }

    /// Replaces chunks by stored ones, given in any order.
    ///
    /// # Errors
    /// If a chunk has the wrong length. The chunks before it have already been replaced.
    pub fn take_over(&mut self, stored: impl IntoIterator<Item = (ChunkIndex, Vec<u8>)>) -> Result<(), ChunkLength> {
        for (index, bytes) in stored {
            let chunk = decode_chunk(&bytes)?;
            let position = usize::try_from(index.0).expect("chunks in memory fit an address");
            if self.chunks.len() <= position {
                self.chunks.resize_with(position + 1, || PlacedChunk {
                    chunk: Arc::new(Chunk::EMPTY),
                    uncounted_before: 0,
                });
            }
            self.chunks[position].chunk = Arc::new(chunk);
        }
        let mut before = 0;
        for placed in &mut self.chunks {
            placed.uncounted_before = before;
            before += u64::from(placed.chunk.uncounted);
        }
        Ok(())
    }
}

fn decode_chunk(bytes: &[u8]) -> Result<Chunk, ChunkLength> {
    if bytes.len() != CHUNK_BYTES {
        return Err(ChunkLength(bytes.len()));
    }
    let mut chunk = Chunk::EMPTY;
    for (at, bytes) in bytes.chunks_exact(8).enumerate() {
        let word = u64::from_le_bytes(bytes.try_into().expect("chunks of eight"));
        chunk.groups[at % WORDS].words[at / WORDS] = word;
    }
    for group in &mut chunk.groups {
        group.uncounted_before = chunk.uncounted;
        let uncounted = group.words[Mark::Uncounted as usize].count_ones();
        chunk.uncounted += u16::try_from(uncounted).expect("64 bits");
    }
    Ok(chunk)
}

fn locate(number: Number) -> (usize, usize, u64) {
    let within = number.0 % CHUNK_PLACES;
    let chunk = usize::try_from(number.0 / CHUNK_PLACES).expect("places in memory fit an address");
    (chunk, (within / 64) as usize, 1 << (within % 64))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn people_ahead_agree_with_a_plain_set(set in prop::collection::btree_set(0..20_000_u64, 0..300), asked in 0..25_000_u64) {
            let mut marks = Marks::default();
            for number in &set {
                prop_assert!(marks.set(Number(*number), Mark::Uncounted).is_some());
                prop_assert!(marks.set(Number(*number), Mark::Uncounted).is_none(), "twice changes nothing");
            }
            let below = set.range(..asked).count() as u64;
            prop_assert_eq!(marks.ahead(Number(asked)), Ahead(asked - below));
            prop_assert_eq!(marks.uncounted(), set.len() as u64);
        }

        #[test]
        fn stored_chunks_come_back(set in prop::collection::btree_set((0..20_000_u64, 0..3_u8), 0..200)) {
            let mut marks = Marks::default();
            let mut changed = BTreeSet::new();
            for (number, kind) in &set {
                let mark = [Mark::Redirected, Mark::Cancelled, Mark::Uncounted][usize::from(*kind)];
                changed.extend(marks.set(Number(*number), mark));
            }
            let stored = changed.iter().rev().map(|index| (*index, marks.encode_chunk(*index))).collect::<Vec<_>>();
            let back = Marks::decode(stored).expect("whole chunks");
            for (number, _) in &set {
                for mark in [Mark::Redirected, Mark::Cancelled, Mark::Uncounted] {
                    prop_assert_eq!(back.has(Number(*number), mark), marks.has(Number(*number), mark));
                }
                prop_assert_eq!(back.ahead(Number(*number)), marks.ahead(Number(*number)));
            }
        }
    }

    #[test]
    fn chunks_of_a_later_state_take_the_place_of_those_before() {
        let mut here = Marks::default();
        here.set(Number(5), Mark::Uncounted);
        here.set(Number(9_000), Mark::Uncounted);
        let mut later = here.clone();
        let changed = [
            later.set(Number(6), Mark::Uncounted),
            later.set(Number(20_000), Mark::Uncounted),
        ];
        let changed = changed
            .into_iter()
            .flatten()
            .map(|index| (index, later.encode_chunk(index)));
        here.take_over(changed.collect::<Vec<_>>()).expect("whole chunks");
        assert_eq!(here, later);
    }

    #[test]
    fn a_chunk_of_the_wrong_length_is_refused() {
        assert_eq!(Marks::decode([(ChunkIndex(0), vec![0; 7])]), Err(ChunkLength(7)));
    }

    #[test]
    fn a_clone_keeps_what_it_saw() {
        let mut marks = Marks::default();
        marks.set(Number(5), Mark::Uncounted);
        let before = marks.clone();
        marks.set(Number(6), Mark::Uncounted);
        assert_eq!(before.ahead(Number(10)), Ahead(9));
        assert_eq!(marks.ahead(Number(10)), Ahead(8));
    }
}

//! A minimal store: bytes with a generation, changed only by compare-and-set.
//!
//! Everything goes through its stored form, so that a commit that omits a changed chunk, or a
//! ledger that does not survive encoding, is found at once.

use std::collections::BTreeMap;

use admission::marks::ChunkIndex;
use admission::{Ledger, Marks, Number, Redirects, State, Step};

use crate::kit::stored_form;

/// No ledger is larger than this, at any rate.
pub(crate) const LEDGER_BYTES_MAX: usize = 16 * 1_024;

/// Another commit came first.
#[derive(Debug)]
pub(crate) struct Conflict;

#[derive(Debug)]
pub(crate) struct CasStore {
    generation: u64,
    ledger: Vec<u8>,
    chunks: BTreeMap<ChunkIndex, Vec<u8>>,
    redirects: BTreeMap<Number, Redirects>,
}

impl CasStore {
    pub(crate) fn new(ledger: &Ledger) -> Self {
        Self {
            generation: 0,
            ledger: ledger.encode(),
            chunks: BTreeMap::new(),
            redirects: BTreeMap::new(),
        }
    }

    pub(crate) fn load(&self) -> (u64, State) {
        let ledger = Ledger::decode(&self.ledger).expect("what was committed");
        let marks = Marks::decode(self.chunks.clone()).expect("whole chunks");
        ledger
            .check(&marks, &Marks::default())
            .expect("a committed state keeps the rules");
        (
            self.generation,
            State {
                marks,
                ..State::new(ledger)
            },
        )
    }

    pub(crate) fn redirects(&self, numbers: impl Iterator<Item = Number>) -> BTreeMap<Number, Redirects> {
        numbers
            .filter_map(|number| Some((number, *self.redirects.get(&number)?)))
            .collect()
    }

    pub(crate) fn commit(&mut self, expected: u64, step: &Step) -> Result<u64, Conflict> {
        if expected != self.generation {
            return Err(Conflict);
        }
        let bytes = step.state.ledger.encode();
        assert!(bytes.len() < LEDGER_BYTES_MAX, "a ledger of {} bytes", bytes.len());
        stored_form::check_ledger(&step.state.ledger);
        self.ledger = bytes;
        for index in &step.changed {
            self.chunks.insert(*index, step.state.marks.encode_chunk(*index));
        }
        self.redirects.extend(step.redirects.iter().copied());
        self.generation += 1;
        Ok(self.generation)
    }

    /// Asserts that the stored marks are those of a state, so that no changed chunk was omitted.
    pub(crate) fn holds_marks_of(&self, state: &State) {
        let empty = Marks::default();
        for index in (0..state.marks.chunk_count()).map(ChunkIndex) {
            let stored = self
                .chunks
                .get(&index)
                .cloned()
                .unwrap_or_else(|| empty.encode_chunk(index));
            assert_eq!(
                stored,
                state.marks.encode_chunk(index),
                "chunk {} is stored as it is",
                index.0
            );
        }
    }
}

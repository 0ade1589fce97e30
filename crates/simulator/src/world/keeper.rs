//! A node's replica of the room's state and its exchange with the store, as in the server: it
//! writes the encoded ledger and the changed chunks of marks under the generation that was read;
//! after a conflict it reads the newer state, and the batch is applied again.
//!
//! It differs from the server's replica: the steps of a commit are separate moments, so that a
//! crash may happen between them; side records of claimants are read again after a conflict; the
//! log of grants for the admin API is left out.

use std::collections::BTreeMap;

use admission::marks::ChunkIndex;
use admission::occupancy::SessionRecord;
use admission::pool::{LineIndex, PlaceKey, PoolLedger, PoolState, PoolStep};
use admission::voucher::{VoucherHash, VoucherRecord};
use admission::{Batch, FlowMs, Ledger, Marks, Number, Redirects, RoomConfig, Run, Sequence, State, Step, WallMs};
use store::{CommitError, Generation, PoolId, RecordKey, Store, StoreError, Write};

use super::shelf::{Shelf, at_once};

const MARKS: u8 = b'm';
const EARLY: u8 = b'e';
const REDIRECTS: u8 = b'r';
const VOUCHERS: u8 = b'v';
const POOL: u8 = b'p';
const SESSIONS: u8 = b's';
/// The seat of the room's only line in its pool.
pub(crate) const LINE: LineIndex = LineIndex(0);

/// The state that a node believes to be stored.
#[derive(Debug, Clone)]
pub(crate) struct Keeper {
    name: PoolId,
    pub(crate) generation: Generation,
    pub(crate) state: State,
    /// The room as the only one of its pool, if it has a site.
    pub(crate) pool: Option<PoolState>,
    /// The time, by the node's flow clock, at which the state was known to be the newest.
    pub(crate) heard: Option<FlowMs>,
    /// Whether another server holds the store and no commit has recovered the room yet.
    pub(crate) recovering: bool,
    /// The state that the node knew before it met another server, and when that state was known to
    /// be the newest; kept until a commit has carried it.
    pub(crate) remembered: Option<(State, Option<FlowMs>)>,
    /// The pool's ledger of the same commit.
    pub(crate) remembered_pool: Option<PoolLedger>,
}

/// Returns the era of a generation; the generations of one era belong to one chain of commits.
fn era(generation: Generation) -> u64 {
    generation.0 >> 36
}

impl Keeper {
    /// Loads the room, or creates it.
    pub(crate) fn open(shelf: &Shelf, config: &RoomConfig, wall: WallMs, site: bool) -> Result<Self, StoreError> {
        let mut keeper = Self {
            name: Self::pool(),
            generation: Generation::NONE,
            state: State::new(Ledger::new(config, wall)),
            heard: None,
            recovering: false,
            remembered: None,
            remembered_pool: None,
            pool: site.then(PoolState::default),
        };
        keeper.carry_line();
        keeper.reload(shelf)?;
        Ok(keeper)
    }

    /// Reads the stored state.
    pub(crate) fn reload(&mut self, shelf: &Shelf) -> Result<(), StoreError> {
        let loaded = at_once(shelf.load(&self.name, &[pool_key()]))?;
        let shared = loaded.records.first().cloned().flatten();
        let Some(bytes) = loaded.ledger else { return Ok(()) };
        let ledger = Ledger::decode(&bytes).expect("a ledger comes back as it was stored");
        let (generation, marks) = self.marks(shelf, &marks_prefix(ledger.run))?;
        let unnumbered = match ledger.order.unnumbered_from() {
            Some(window) => self.marks(shelf, &early_prefix(ledger.run, window))?.1,
            None => Marks::default(),
        };
        let met = loaded.recovering || era(generation) != era(self.generation);
        if met && self.generation != Generation::NONE && self.remembered.is_none() && !self.recovering {
            self.remembered = Some((self.state.clone(), self.heard));
            self.remembered_pool = self.pool.as_ref().map(|pool| pool.ledger.clone());
        }
        self.recovering = loaded.recovering;
        self.generation = generation;
        // Nobody in this world transfers a place to another device.
        self.state = State {
            marks,
            unnumbered,
            ..State::new(ledger)
        };
        if let Some((pool, bytes)) = self.pool.as_mut().zip(shared) {
            pool.ledger = PoolLedger::decode(&bytes).expect("a pool's ledger comes back as it was stored");
        }
        self.carry_line();
        Ok(())
    }

    /// Puts the room's state into its pool.
    fn carry_line(&mut self) {
        if let Some(pool) = &mut self.pool {
            pool.lines = vec![self.state.clone()];
        }
    }

    /// Returns the record of somebody's session; `None` if that is not known here.
    pub(crate) fn session(&self, shelf: &Shelf, run: Run, number: Number) -> Result<Option<SessionRecord>, StoreError> {
        if run != self.state.ledger.run || self.is_unsettled() {
            return Ok(None);
        }
        Ok(self.sessions(shelf, [number])?.into_values().next().flatten())
    }

    /// Loads the records of sessions.
    pub(crate) fn sessions(
        &self,
        shelf: &Shelf,
        numbers: impl IntoIterator<Item = Number>,
    ) -> Result<BTreeMap<PlaceKey, Option<SessionRecord>>, StoreError> {
        let numbers: Vec<Number> = numbers.into_iter().collect();
        if numbers.is_empty() {
            return Ok(BTreeMap::new());
        }
        let run = self.state.ledger.run;
        let keys: Vec<RecordKey> = numbers.iter().map(|number| session_key(run, *number)).collect();
        let loaded = at_once(shelf.load(&self.name, &keys))?.records.into_iter();
        let records = loaded.map(|value| {
            value.map(|bytes| postcard::from_bytes(&bytes).expect("a record comes back as it was stored"))
        });
        let places = numbers.into_iter().map(|number| (LINE, number));
        Ok(places.zip(records).collect())
    }

    /// Returns the marks under a prefix, and the generation at which they were read.
    fn marks(&self, shelf: &Shelf, prefix: &[u8]) -> Result<(Generation, Marks), StoreError> {
        let (generation, chunks) = at_once(shelf.scan(&self.name, prefix))?;
        let chunks = chunks
            .into_iter()
            .map(|(key, value)| (chunk_of(&key).expect("keys of marks name a chunk"), value));
        let marks = Marks::decode(chunks).expect("chunks of marks come back as they were stored");
        Ok((generation, marks))
    }

    /// Loads the records that a batch needs: of repeated claims, and of vouchers.
    pub(crate) fn load_records(
        &self,
        shelf: &Shelf,
        claimants_again: &[Number],
        batch: &mut Batch,
    ) -> Result<(), StoreError> {
        batch.redirects = self.redirects(shelf, claimants_again)?;
        let named: Vec<VoucherHash> = batch.vouched.iter().flat_map(|one| &one.vouchers).copied().collect();
        batch.spent = self.vouchers(shelf, named)?;
        Ok(())
    }

    fn vouchers(
        &self,
        shelf: &Shelf,
        vouchers: Vec<VoucherHash>,
    ) -> Result<BTreeMap<VoucherHash, Option<VoucherRecord>>, StoreError> {
        if vouchers.is_empty() {
            return Ok(BTreeMap::new());
        }
        let run = self.state.ledger.run;
        let keys: Vec<RecordKey> = vouchers.iter().map(|voucher| voucher_key(run, *voucher)).collect();
        let loaded = at_once(shelf.load(&self.name, &keys))?.records.into_iter();
        let records = loaded.map(|value| {
            value.map(|bytes| VoucherRecord::decode(&bytes).expect("a record comes back as it was stored"))
        });
        Ok(vouchers.into_iter().zip(records).collect())
    }

    /// Returns the redirect records of those places that have one.
    fn redirects(&self, shelf: &Shelf, numbers: &[Number]) -> Result<BTreeMap<Number, Redirects>, StoreError> {
        if numbers.is_empty() {
            return Ok(BTreeMap::new());
        }
        let run = self.state.ledger.run;
        let keys: Vec<RecordKey> = numbers.iter().map(|number| redirects_key(run, *number)).collect();
        let loaded = at_once(shelf.load(&self.name, &keys))?;
        let found = numbers.iter().zip(loaded.records);
        Ok(found
            .filter_map(|(number, value)| {
                let record = postcard::from_bytes(&value?).expect("a record comes back as it was stored");
                Some((*number, record))
            })
            .collect())
    }

    /// Tries to make a step durable.
    pub(crate) fn commit(
        &self,
        shelf: &Shelf,
        step: &Step,
        shared: Option<&PoolStep>,
        recovers: bool,
    ) -> Result<Generation, CommitError> {
        let run = step.state.ledger.run;
        let mut write = Write::new(step.state.ledger.encode()).recovering(recovers);
        if let Some(shared) = shared {
            write = write.put(pool_key(), shared.ledger.encode());
            for ((_, number), record) in &shared.sessions {
                let record = postcard::to_stdvec(record).expect("a number can be written");
                write = write.put(session_key(run, *number), record);
            }
        }
        for chunk in &step.changed {
            write = write.put(marks_key(run, *chunk), step.state.marks.encode_chunk(*chunk));
        }
        if let Some(window) = step.state.ledger.order.unnumbered_from() {
            for chunk in &step.unnumbered_changed {
                write = write.put(
                    early_key(run, window, *chunk),
                    step.state.unnumbered.encode_chunk(*chunk),
                );
            }
        }
        if let Some((window, chunks)) = step.unnumbered_gone {
            for chunk in (0..chunks).map(ChunkIndex) {
                write = write.delete(early_key(run, window, chunk));
            }
        }
        for (number, redirects) in &step.redirects {
            let record = postcard::to_stdvec(redirects).expect("two numbers can be written");
            write = write.put(redirects_key(run, *number), record);
        }
        for (voucher, record) in &step.vouchers {
            let key = voucher_key(run, *voucher);
            write = match record {
                Some(record) => write.put(key, record.encode()),
                None => write.delete(key),
            };
        }
        at_once(shelf.commit(&self.name, self.generation, write)).map(|committed| committed.generation)
    }

    /// Adopts the state of a step that was made durable under that generation.
    pub(crate) fn adopt(&mut self, generation: Generation, step: &Step, shared: Option<&PoolStep>) {
        (self.generation, self.state) = (generation, step.state.clone());
        if let Some((pool, shared)) = self.pool.as_mut().zip(shared) {
            pool.ledger = shared.ledger.clone();
        }
        self.carry_line();
        self.recovering = false;
    }

    /// Returns whether the node has met another server since its last commit, or has memories to
    /// send.
    pub(crate) fn is_unsettled(&self) -> bool {
        self.recovering || self.remembered.is_some()
    }

    /// Reads the stored state if another server holds the store; returns whether one does.
    pub(crate) fn follow(&mut self, shelf: &Shelf) -> Result<bool, StoreError> {
        let newest = at_once(shelf.look(&self.name, self.generation))?;
        let met = newest.filter(|newest| newest.recovering || era(newest.generation) != era(self.generation));
        if met.is_some() {
            self.reload(shelf)?;
        }
        Ok(met.is_some())
    }

    /// Returns the room's name in the store.
    pub(crate) fn pool() -> PoolId {
        PoolId::new("simulated/room").expect("keeps to the alphabet")
    }

    /// Returns whether the store answers.
    pub(crate) fn is_answered(&self, shelf: &Shelf) -> bool {
        at_once(shelf.load(&self.name, &[])).is_ok()
    }

    /// Reads the stored state and returns whether it includes the batch.
    pub(crate) fn holds(&mut self, shelf: &Shelf, batch: &Batch) -> Result<bool, StoreError> {
        self.reload(shelf)?;
        Ok(self.state.ledger.holds(batch.node, batch.batch))
    }
}

fn marks_prefix(run: Run) -> Vec<u8> {
    [&[MARKS], run.0.to_be_bytes().as_slice()].concat()
}

fn marks_key(run: Run, chunk: ChunkIndex) -> RecordKey {
    key([marks_prefix(run).as_slice(), &chunk.0.to_be_bytes()].concat())
}

fn early_prefix(run: Run, window: Sequence) -> Vec<u8> {
    [&[EARLY], run.0.to_be_bytes().as_slice(), &window.0.to_be_bytes()].concat()
}

fn early_key(run: Run, window: Sequence, chunk: ChunkIndex) -> RecordKey {
    key([early_prefix(run, window).as_slice(), &chunk.0.to_be_bytes()].concat())
}

/// Returns the chunk at the end of a key of marks.
fn chunk_of(key: &RecordKey) -> Option<ChunkIndex> {
    let (_, tail) = key.as_bytes().split_last_chunk::<8>()?;
    Some(ChunkIndex(u64::from_be_bytes(*tail)))
}

fn redirects_key(run: Run, number: Number) -> RecordKey {
    key([&[REDIRECTS], run.0.to_be_bytes().as_slice(), &number.0.to_be_bytes()].concat())
}

fn voucher_key(run: Run, voucher: VoucherHash) -> RecordKey {
    key([&[VOUCHERS], run.0.to_be_bytes().as_slice(), &voucher.0].concat())
}

fn pool_key() -> RecordKey {
    key(vec![POOL])
}

fn session_key(run: Run, number: Number) -> RecordKey {
    key([&[SESSIONS], run.0.to_be_bytes().as_slice(), &number.0.to_be_bytes()].concat())
}

fn key(bytes: Vec<u8>) -> RecordKey {
    RecordKey::new(bytes).expect("keys are shorter than the bound")
}

//! A room's draws on the server: commitments, populations, keys, and the documents by which anyone
//! can verify a draw (`docs/draw.md`).
//!
//! Each operation is durable when it returns and can be repeated after a crash at any point: it
//! then returns the earlier statement, and never publishes a second one. A draw consists of
//! [`Draws::commit_to`] before the pre-queue opens, [`Draws::cut_off`] with the population that the
//! room's own commit fixed, [`Draws::key`], and [`Draws::reveal`] when the numbers are given; or
//! [`Draws::abort`].
//!
//! An operation calls the store once even if nothing has to change, because another node can have
//! published more: call it when something is due, not at every tick. Readers ([`Draws::document`],
//! [`Draws::receipt`], [`Draws::verified`]) never touch the store.
//!
//! If a room names a public beacon, its draws commit to a future round of the beacon. Between the
//! cut-off and the key, [`Draws::awaited`] returns the round for which a draw waits, and
//! [`Draws::take_signature`] accepts it from any source: only the network can have made a signature
//! that verifies. This module does not decide when an operation is due, and knows neither HTTP nor
//! clocks.

mod keys;
mod plan;
mod published;
mod record;
mod repository;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use admission::WallMs;
use arc_swap::ArcSwap;
use beacon::RoundSignature;
use bytes::Bytes;
use draw::{
    AbortReason, BeaconChain, BeaconRound, CommitmentHash, CutOff, DrawKey, DrawStatus, DrawnRun, DrawnSequence,
    Population, PublicKey, ReceiptDocument, StatedMs, Verified,
};
use protocol::{CustomerId, MasterKey, RoomId};
use store::{AnyStore, Attempt, CommitError, Transacted};
use tokio::sync::Mutex;

pub use plan::DrawRefusal;
pub use published::InvalidPublication;
pub use record::DRAWS_KEPT_MAX;

use crate::rooms::StateError;
use keys::SigningKeys;
use plan::Timetable;
use published::PublishedDraws;
use record::{DrawRecords, RecordChange};
use repository::Repository;

/// The error of an operation on a draw.
#[derive(Debug, thiserror::Error)]
pub enum DrawsError {
    /// The store failed. It is not known whether the statement was stored: repeat the operation.
    #[error(transparent)]
    Repository(#[from] StateError),
    /// The state of the draw does not allow the operation.
    #[error(transparent)]
    Refused(#[from] DrawRefusal),
}

impl From<CommitError> for DrawsError {
    fn from(error: CommitError) -> Self {
        Self::Repository(error.into())
    }
}

/// The draws of one room. Readers take the latest documents; operations run one after another.
#[derive(Debug)]
pub struct Draws {
    keys: SigningKeys,
    repository: Repository,
    published: ArcSwap<PublishedDraws>,
    change_lock: Mutex<()>,
}

impl Draws {
    /// Reads a room's draws, and verifies them.
    ///
    /// # Errors
    /// If the store cannot be read, or its documents do not verify.
    pub async fn open(
        store: AnyStore,
        master: &MasterKey,
        customer: &CustomerId,
        room: &RoomId,
    ) -> Result<Self, StateError> {
        let keys = SigningKeys::new(master, customer, room);
        let repository = Repository::new(store, &keys);
        let (generation, records) = repository.read(&keys).await?;
        let published = ArcSwap::from_pointee(PublishedDraws::new(&keys, generation, records));
        Ok(Self {
            keys,
            repository,
            published,
            change_lock: Mutex::new(()),
        })
    }

    /// Commits to a draw of the run, and to a future round of the beacon's chain. If the run has a
    /// commitment with the same times, that commitment stays valid. A moved start aborts the draw
    /// (`start-moved`) and makes a new commitment. A later run aborts the draw that an earlier run
    /// left open (`reset`). After an abort, this begins another draw of the run.
    ///
    /// # Errors
    /// [`DrawsError::Repository`], or a refusal: the pre-queue would open after the start, a later
    /// run has a commitment, or this run was cut off under another start.
    pub async fn commit_to(
        &self,
        run: admission::Run,
        opens_at: WallMs,
        starts_at: WallMs,
        chain: Option<&BeaconChain>,
        now: WallMs,
    ) -> Result<CommitmentHash, DrawsError> {
        let times = Timetable {
            opens_at_ms: millis(opens_at),
            starts_at_ms: millis(starts_at),
        };
        let run = run_of(run);
        let published = self
            .change(|records, keys| plan::commit_to(records, keys, run, times, chain, millis(now)))
            .await?;
        let (_, record) = published.records.of_run(run).ok_or(DrawRefusal::NoDraw)?;
        Ok(record.commitment.statement.hash())
    }

    /// Closes the run's pre-queue, with `population` visitors in the draw. If it was closed before,
    /// the first statement stays valid and is returned: use the population in it.
    ///
    /// # Errors
    /// [`DrawsError::Repository`], or a refusal: no draw, aborted, or before T+15 s.
    pub async fn cut_off(
        &self,
        run: admission::Run,
        population: Population,
        now: WallMs,
    ) -> Result<CutOff, DrawsError> {
        let run = run_of(run);
        let published = self
            .change(|records, keys| plan::cut_off(records, keys, run, population, millis(now)))
            .await?;
        let cut_off = published
            .records
            .of_run(run)
            .and_then(|(_, record)| record.cut_off.clone());
        Ok(cut_off.ok_or(DrawRefusal::NotCutOff)?.statement)
    }

    /// Returns the key to all visitors' numbers and the population it is for, once the cut-off is
    /// durable and the beacon's round is known. The key is not public before [`Draws::reveal`].
    ///
    /// # Errors
    /// [`DrawsError::Repository`], or a refusal: no draw, aborted, not cut off, or the round is
    /// awaited.
    pub async fn key(&self, run: admission::Run) -> Result<(DrawKey, Population), DrawsError> {
        let run = run_of(run);
        if let Ok(found) = plan::key(&self.published.load().records, &self.keys, run) {
            return Ok(found);
        }
        self.refresh().await?;
        Ok(plan::key(&self.published.load().records, &self.keys, run)?)
    }

    /// Publishes the run's secret, from which anyone can compute every number.
    ///
    /// # Errors
    /// [`DrawsError::Repository`], or a refusal: no draw, aborted, or not cut off.
    pub async fn reveal(&self, run: admission::Run, now: WallMs) -> Result<(), DrawsError> {
        let run = run_of(run);
        self.change(|records, keys| plan::reveal(records, keys, run, millis(now)))
            .await?;
        Ok(())
    }

    /// The round of a beacon for which the last draw waits; `None` if it waits for none.
    #[must_use]
    pub fn awaited(&self) -> Option<BeaconRound> {
        self.published.load().records.awaited().cloned()
    }

    /// Whether the last draw waits for a round of a beacon, or will wait for one after its cut-off.
    #[must_use]
    pub fn needs_round(&self) -> bool {
        self.published.load().records.needs_round()
    }

    /// Whether this signature of the last draw's round was accepted before. Answered from memory;
    /// `false` once the draw is revealed.
    #[must_use]
    pub fn has_signature(&self, signature: &RoundSignature) -> bool {
        self.published.load().records.signature().as_ref() == Some(signature)
    }

    /// Accepts the signature of the round for which the last draw waits, from any source.
    ///
    /// # Errors
    /// [`DrawsError::Repository`], or a refusal: no draw waits, the round is not published yet, or
    /// the signature is not the network's.
    pub async fn take_signature(&self, signature: RoundSignature, now: WallMs) -> Result<(), DrawsError> {
        self.change(|records, _| plan::take_signature(records, signature, millis(now)))
            .await?;
        Ok(())
    }

    /// Stops waiting for the beacon's round: the draw is aborted (`beacon-missing`), and the same
    /// visitors are drawn by another secret alone, as the document states.
    ///
    /// # Errors
    /// [`DrawsError::Repository`], or a refusal: no draw waits, or the round is not published yet.
    pub async fn without_beacon(&self, now: WallMs) -> Result<(), DrawsError> {
        self.change(|records, keys| plan::without_beacon(records, keys, millis(now)))
            .await?;
        Ok(())
    }

    /// Aborts the run's draw. A draw that was cut off is also revealed, so that visitors can verify
    /// the aborted draw. Returns how the draw ends: a revealed draw has put visitors in order and
    /// stays revealed; `None` if the run has no draw.
    ///
    /// # Errors
    /// [`DrawsError::Repository`].
    pub async fn abort(
        &self,
        run: admission::Run,
        reason: AbortReason,
        now: WallMs,
    ) -> Result<Option<DrawStatus>, DrawsError> {
        let run = run_of(run);
        let published = self
            .change(|records, keys| plan::abort(records, keys, run, reason, millis(now)))
            .await?;
        Ok(published.records.of_run(run).map(|(_, record)| record.status))
    }

    /// Adopts the documents that other nodes have published. Not needed on a store that only this
    /// node uses.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn refresh(&self) -> Result<(), StateError> {
        let _one = self.change_lock.lock().await;
        self.catch_up().await
    }

    /// Whether the room's published document contains a draw.
    #[must_use]
    pub fn has_draw(&self) -> bool {
        self.published.load().records.last().is_some()
    }

    /// The published document, JSON.
    #[must_use]
    pub fn document(&self) -> Bytes {
        self.published.load().document.clone()
    }

    /// The key that verifies everything that the room signs.
    #[must_use]
    pub fn public_key(&self) -> PublicKey {
        self.keys.public_key()
    }

    /// The receipt of a visitor who joined the run with this sequence at that time, byte for byte
    /// the same for every request. `None` if the run has no draw or the sequence is out of range.
    ///
    /// The caller must have checked that the visitor holds the place: this method signs any input.
    #[must_use]
    pub fn receipt(&self, run: admission::Run, sequence: admission::Sequence, at: WallMs) -> Option<ReceiptDocument> {
        let sequence = DrawnSequence::new(sequence.0).ok()?;
        self.published
            .load()
            .receipt(&self.keys, run_of(run), sequence, millis(at))
    }

    /// Verifies the published document as an outsider would; with a receipt, also finds its
    /// holder's position.
    ///
    /// # Errors
    /// [`InvalidPublication`] contains the reason.
    pub fn verified(&self, receipt: Option<&ReceiptDocument>) -> Result<Verified, InvalidPublication> {
        self.published.load().verified(&self.keys, receipt)
    }

    /// Decides on the current draws, and makes the change durable before it is published.
    async fn change(
        &self,
        decide: impl Fn(&DrawRecords, &SigningKeys) -> Result<RecordChange, DrawRefusal>,
    ) -> Result<Arc<PublishedDraws>, DrawsError> {
        let _one = self.change_lock.lock().await;
        let outcome = self.repository.transact(|| async {
            self.catch_up().await?;
            let published = self.published.load_full();
            let change = decide(&published.records, &self.keys)?;
            if change.is_nothing() {
                return Ok::<_, DrawsError>(Attempt::Settled(published));
            }
            let (write, next) = Repository::write(&published.records, &change);
            let expected = published.generation;
            Ok(Attempt::Commit { expected, write, next })
        });
        Ok(match outcome.await? {
            Transacted::Settled(published) => published,
            Transacted::Committed(committed, records) => {
                self.publish(PublishedDraws::new(&self.keys, committed.generation, records))
            }
        })
    }

    async fn catch_up(&self) -> Result<(), StateError> {
        if !self.repository.is_at(self.published.load().generation).await? {
            let (generation, records) = self.repository.read(&self.keys).await?;
            self.publish(PublishedDraws::new(&self.keys, generation, records));
        }
        Ok(())
    }

    fn publish(&self, published: PublishedDraws) -> Arc<PublishedDraws> {
        let published = Arc::new(published);
        self.published.store(published.clone());
        published
    }
}

fn run_of(run: admission::Run) -> DrawnRun {
    DrawnRun::new(run.0.into()).expect("a run is 16 bits on both sides")
}

/// Converts a time; times beyond the integers of JSON (the year 287,396) become the largest one.
fn millis(wall: WallMs) -> StatedMs {
    StatedMs::new(wall.0).unwrap_or(StatedMs::MAX)
}

//! A room's draws on the server: who committed to what, who is drawn, the key, and the documents by
//! which anyone can check it (`docs/draw.md`).
//!
//! Each verb is durable when it returns and may be repeated after a crash at any point: it then
//! answers what was said before, and nothing is ever signed twice and published twice. The order of
//! a draw: [`Draws::commit_to`] before the pre-queue opens, [`Draws::cut_off`] with the population
//! that the room's own commit fixed, [`Draws::key`], then [`Draws::reveal`] when the numbers are
//! given; or [`Draws::abort`].
//!
//! A verb asks the store once even where everything stands as it is wanted, because another node
//! may have said more: call it when something is due, not at every tick. Readers
//! ([`Draws::document`], [`Draws::receipt`], [`Draws::verified`]) never touch the store.
//!
//! There is no public beacon: no draw commits to one, and every published draw carries the caution
//! that the operator could have influenced how many were drawn. Not here: when a verb is due, HTTP,
//! and clocks.

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
use bytes::Bytes;
use draw::{
    AbortReason, CommitmentHash, CutOff, DrawKey, DrawStatus, Population, PublicKey, ReceiptDocument, Run, Sequence,
    UnixMillis, Verified,
};
use protocol::{CustomerId, MasterKey, RoomId};
use store::{AnyStore, Attempt, CommitError, Transacted};
use tokio::sync::Mutex;

pub use plan::DrawRefusal;
pub use published::InvalidPublication;
pub use record::DRAWS_KEPT_MAX;

use crate::rooms::KeepError;
use keys::SigningKeys;
use plan::Timetable;
use published::PublishedDraws;
use record::{DrawRecords, RecordChange};
use repository::Repository;

/// Why a verb did nothing.
#[derive(Debug, thiserror::Error)]
pub enum DrawsError {
    /// The store failed. Whether anything was said is not known: ask again.
    #[error(transparent)]
    Repository(#[from] KeepError),
    /// It cannot be said of this draw.
    #[error(transparent)]
    Refused(#[from] DrawRefusal),
}

impl From<CommitError> for DrawsError {
    fn from(error: CommitError) -> Self {
        Self::Repository(error.into())
    }
}

/// The draws of one room. Readers take the latest documents; verbs go one after the other.
#[derive(Debug)]
pub struct Draws {
    keys: SigningKeys,
    repository: Repository,
    published: ArcSwap<PublishedDraws>,
    speaking: Mutex<()>,
}

impl Draws {
    /// Reads a room's draws, and verifies them.
    ///
    /// # Errors
    /// If the store cannot be read, or what it holds does not verify.
    pub async fn open(
        store: AnyStore,
        master: &MasterKey,
        customer: &CustomerId,
        room: &RoomId,
    ) -> Result<Self, KeepError> {
        let keys = SigningKeys::new(master, customer, room);
        let repository = Repository::new(store, &keys);
        let (generation, kept) = repository.read(&keys).await?;
        let published = ArcSwap::from_pointee(PublishedDraws::new(&keys, generation, kept));
        Ok(Self {
            keys,
            repository,
            published,
            speaking: Mutex::new(()),
        })
    }

    /// Commits to a draw of the run. The same run and times again: the commitment stands. A moved
    /// start gives the draw up (`start-moved`) and commits anew; a later run gives up what an
    /// earlier one left open (`reset`); after an abort this begins another draw of the run.
    ///
    /// # Errors
    /// [`DrawsError::Repository`], or refused: the pre-queue would open after the start, a later
    /// run was committed to, or this one was cut off under another start.
    pub async fn commit_to(
        &self,
        run: admission::Run,
        opens_at: WallMs,
        starts_at: WallMs,
        now: WallMs,
    ) -> Result<CommitmentHash, DrawsError> {
        let times = Timetable {
            opens_at_ms: millis(opens_at),
            starts_at_ms: millis(starts_at),
        };
        let run = run_of(run);
        let papers = self
            .say(|kept, keys| plan::commit_to(kept, keys, run, times, millis(now)))
            .await?;
        let (_, record) = papers.kept.of_run(run).ok_or(DrawRefusal::NoDraw)?;
        Ok(record.commitment.statement.hash())
    }

    /// Closes the run's pre-queue: `population` are drawn. Closed before, the first statement
    /// stands and is answered: serve by *its* population.
    ///
    /// # Errors
    /// [`DrawsError::Repository`], or refused: no draw, given up, or before T+15 s.
    pub async fn cut_off(
        &self,
        run: admission::Run,
        population: Population,
        now: WallMs,
    ) -> Result<CutOff, DrawsError> {
        let run = run_of(run);
        let papers = self
            .say(|kept, keys| plan::cut_off(kept, keys, run, population, millis(now)))
            .await?;
        let said = papers.kept.of_run(run).and_then(|(_, record)| record.cut_off.clone());
        Ok(said.ok_or(DrawRefusal::NotCutOff)?.statement)
    }

    /// The key to everybody's number and the population it is for, once the cut-off is durable. Not
    /// public before [`Draws::reveal`].
    ///
    /// # Errors
    /// [`DrawsError::Repository`], or refused: no draw, given up, or not cut off.
    pub async fn key(&self, run: admission::Run) -> Result<(DrawKey, Population), DrawsError> {
        let run = run_of(run);
        if let Ok(found) = plan::key(&self.published.load().kept, &self.keys, run) {
            return Ok(found);
        }
        self.refresh().await?;
        Ok(plan::key(&self.published.load().kept, &self.keys, run)?)
    }

    /// Publishes the run's secret: from now on everybody can compute every number.
    ///
    /// # Errors
    /// [`DrawsError::Repository`], or refused: no draw, given up, or not cut off.
    pub async fn reveal(&self, run: admission::Run, now: WallMs) -> Result<(), DrawsError> {
        let run = run_of(run);
        self.say(|kept, keys| plan::reveal(kept, keys, run, millis(now)))
            .await?;
        Ok(())
    }

    /// Gives the run's draw up. What was cut off is revealed with that, so that people see what was
    /// given up. Answers how the draw ends: one that is revealed has ordered people and stays
    /// revealed; `None` if the run has no draw.
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
        let papers = self
            .say(|kept, keys| plan::abort(kept, keys, run, reason, millis(now)))
            .await?;
        Ok(papers.kept.of_run(run).map(|(_, record)| record.status))
    }

    /// Takes over what another node has said. A node alone on its store need not ask.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn refresh(&self) -> Result<(), KeepError> {
        let _one = self.speaking.lock().await;
        self.catch_up().await
    }

    /// Whether the room ever committed to a draw that is still published.
    #[must_use]
    pub fn any(&self) -> bool {
        self.published.load().kept.last().is_some()
    }

    /// The published document.
    #[must_use]
    pub fn document(&self) -> Bytes {
        self.published.load().document.clone()
    }

    /// Verifies all that the room signs.
    #[must_use]
    pub fn public_key(&self) -> PublicKey {
        self.keys.public_key()
    }

    /// The receipt of who joined that run with this sequence at that time: the same to the byte
    /// whenever it is asked for. `None` if the run has no draw.
    ///
    /// Whoever asks must have shown the place: this signs whatever it is told.
    #[must_use]
    pub fn receipt(&self, run: admission::Run, sequence: admission::Sequence, at: WallMs) -> Option<ReceiptDocument> {
        let sequence = Sequence::new(sequence.0).ok()?;
        self.published
            .load()
            .receipt(&self.keys, run_of(run), sequence, millis(at))
    }

    /// What a stranger finds in the published document, and where a receipt's holder stands by it.
    ///
    /// # Errors
    /// [`InvalidPublication`] says what does not hold.
    pub fn verified(&self, receipt: Option<&ReceiptDocument>) -> Result<Verified, InvalidPublication> {
        self.published.load().verified(&self.keys, receipt)
    }

    /// Decides on the draws as they are, and makes the change durable before anybody sees it.
    async fn say(
        &self,
        decide: impl Fn(&DrawRecords, &SigningKeys) -> Result<RecordChange, DrawRefusal>,
    ) -> Result<Arc<PublishedDraws>, DrawsError> {
        let _one = self.speaking.lock().await;
        let said = self.repository.transact(|| async {
            self.catch_up().await?;
            let papers = self.published.load_full();
            let change = decide(&papers.kept, &self.keys)?;
            if change.is_nothing() {
                return Ok::<_, DrawsError>(Attempt::Settled(papers));
            }
            let (write, next) = Repository::write(&papers.kept, &change);
            let expected = papers.generation;
            Ok(Attempt::Commit { expected, write, next })
        });
        Ok(match said.await? {
            Transacted::Settled(papers) => papers,
            Transacted::Committed(committed, kept) => {
                self.publish(PublishedDraws::new(&self.keys, committed.generation, kept))
            }
        })
    }

    async fn catch_up(&self) -> Result<(), KeepError> {
        if !self.repository.is_at(self.published.load().generation).await? {
            let (generation, kept) = self.repository.read(&self.keys).await?;
            self.publish(PublishedDraws::new(&self.keys, generation, kept));
        }
        Ok(())
    }

    fn publish(&self, papers: PublishedDraws) -> Arc<PublishedDraws> {
        let papers = Arc::new(papers);
        self.published.store(papers.clone());
        papers
    }
}

fn run_of(run: admission::Run) -> Run {
    Run::new(run.0.into()).expect("a run is 16 bits on both sides")
}

/// Times beyond what JSON's integers hold (the year 287,396) are that.
fn millis(wall: WallMs) -> UnixMillis {
    UnixMillis::new(wall.0).unwrap_or(UnixMillis::MAX)
}

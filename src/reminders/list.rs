//! The stored list of reminders of one kind: reads the records that a decision needs, and commits
//! the changes that [`ReminderTransaction`] decided.
//!
//! The decisions of one node run one after another, so that only other nodes can overtake a commit.
//! Polls and commits of rooms do not use it: the list is a pool of its own.

use admission::{Run, Sequence, WallMs};
use store::{AnyStore, Attempt, CommitError, PoolId, RecordKey, Store, StoreError, Transacted, Write};
use tokio::sync::Mutex;

use super::counts::RecentHash;
use super::record::{
    self, LineHash, PlaceReminder, ReminderLedger, ReminderPlace, count_key, decode, next_of, numbered_prefix,
    recent_key, tally_key, unnumbered_prefix,
};
use super::transaction::ReminderTransaction;
use crate::clock::Clock;

/// The maximum number of decisions of one node that wait for their turn.
const WAITING_MAX: u32 = 1_000;
/// The maximum number of places that one commit changes.
pub(super) const PLACES_PER_COMMIT_MAX: usize = 500;

/// Why the list could not be read or changed.
#[derive(Debug, thiserror::Error)]
pub enum ReminderListError {
    /// The store is unavailable, or other commits came first too often.
    #[error("the store does not answer: {0}")]
    Away(String),
    /// Too many decisions wait on this node.
    #[error("too many ask at once")]
    Busy,
    /// The stored list cannot be read.
    #[error("the stored list of reminders cannot be read; it was written by another version of anteroom")]
    Damaged,
}

impl From<StoreError> for ReminderListError {
    fn from(error: StoreError) -> Self {
        Self::Away(error.to_string())
    }
}

impl From<CommitError> for ReminderListError {
    fn from(error: CommitError) -> Self {
        Self::Away(error.to_string())
    }
}

/// A place that waits for its reminder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WaitingPlace {
    pub(super) place: ReminderPlace,
    /// When the place was given.
    pub(super) since: WallMs,
}

/// The tallies that a decision needs, by their keyed hashes.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Tallies<'a> {
    /// Tallies of the day.
    pub(super) of_day: &'a [[u8; 16]],
    /// Tallies of the last hours.
    pub(super) recent: &'a [RecentHash],
}

/// One page of a walk over all records of a kind.
#[derive(Debug)]
pub(super) struct WalkPage<T> {
    pub(super) found: Vec<T>,
    /// The start of the next page; `None` at the end.
    pub(super) next: Option<RecordKey>,
}

/// The stored list.
#[derive(Debug)]
pub(super) struct ReminderList {
    store: AnyStore,
    pool: PoolId,
    clock: Clock,
    turns: Mutex<()>,
    waiting: tokio::sync::Semaphore,
}

impl ReminderList {
    pub(super) fn new(pool: &str, store: AnyStore, clock: Clock) -> Self {
        Self {
            store,
            pool: PoolId::new(pool).expect("a name of few letters"),
            clock,
            turns: Mutex::default(),
            waiting: tokio::sync::Semaphore::new(WAITING_MAX as usize),
        }
    }

    /// Decides about these places and tallies, and commits the decision. `decide` can run several
    /// times, each time on the newest stored state.
    pub(super) async fn decide<R: Send>(
        &self,
        places: &[ReminderPlace],
        tallies: &[[u8; 16]],
        decide: impl Fn(&mut ReminderTransaction) -> R + Send + Sync,
    ) -> Result<R, ReminderListError> {
        let tallies = Tallies {
            of_day: tallies,
            ..Tallies::default()
        };
        self.decide_on(places, tallies, decide).await
    }

    /// Like [`Self::decide`], with tallies of both kinds.
    pub(super) async fn decide_on<R: Send>(
        &self,
        places: &[ReminderPlace],
        tallies: Tallies<'_>,
        decide: impl Fn(&mut ReminderTransaction) -> R + Send + Sync,
    ) -> Result<R, ReminderListError> {
        let _waits = self.waiting.try_acquire().map_err(|_| ReminderListError::Busy)?;
        let _turn = self.turns.lock().await;
        let decide = &decide;
        let done = store::transact(&self.store, &self.pool, || async move {
            let (expected, mut transaction) = self.read(places, tallies).await?;
            let before = transaction.changes();
            let decided = decide(&mut transaction);
            let (ledger, records) = transaction.changes();
            if (&ledger, &records) == (&before.0, &before.1) {
                return Ok::<_, ReminderListError>(Attempt::Settled(decided));
            }
            let write = Write {
                ledger,
                records,
                recovers: true,
            };
            Ok(Attempt::Commit {
                expected,
                write,
                next: decided,
            })
        });
        let (Transacted::Settled(decided) | Transacted::Committed(_, decided)) = done.await?;
        Ok(decided)
    }

    async fn read(
        &self,
        places: &[ReminderPlace],
        tallies: Tallies<'_>,
    ) -> Result<(store::Generation, ReminderTransaction), ReminderListError> {
        let mut rooms: Vec<LineHash> = places.iter().map(|place| place.line).collect();
        rooms.sort_unstable();
        rooms.dedup();
        let keys = places.iter().map(ReminderPlace::key);
        let keys = keys.chain(rooms.iter().copied().map(count_key));
        let keys = keys.chain(tallies.of_day.iter().map(tally_key));
        let keys: Vec<RecordKey> = keys.chain(tallies.recent.iter().map(recent_key)).collect();
        let loaded = self.store.load(&self.pool, &keys).await?;
        let ledger = loaded
            .ledger
            .map(|bytes| decode(&bytes).ok_or(ReminderListError::Damaged));
        let ledger: ReminderLedger = ledger.transpose()?.unwrap_or_default();
        let mut transaction = ReminderTransaction::new(self.clock.wall(), ledger);
        let mut records = loaded.records.into_iter();
        for place in places {
            transaction.read_place(*place, read(records.next())?);
        }
        for room in rooms {
            transaction.read_room(room, read(records.next())?);
        }
        for hash in tallies.of_day {
            transaction.read_tally(*hash, read(records.next())?);
        }
        for hash in tallies.recent {
            transaction.read_recent(*hash, read(records.next())?);
        }
        Ok((loaded.generation, transaction))
    }

    /// The record of a place.
    pub(super) async fn place(&self, place: &ReminderPlace) -> Result<Option<PlaceReminder>, ReminderListError> {
        let loaded = self.store.load(&self.pool, &[place.key()]).await?;
        read(loaded.records.into_iter().next())
    }

    /// Whether no records are stored.
    pub(super) async fn is_empty(&self) -> Result<bool, ReminderListError> {
        let loaded = self.store.load(&self.pool, &[]).await?;
        let ledger = loaded
            .ledger
            .map(|bytes| decode::<ReminderLedger>(&bytes).ok_or(ReminderListError::Damaged));
        let ledger = ledger.transpose()?.unwrap_or_default();
        Ok(ledger.places == 0 && ledger.tallies == 0)
    }

    /// The first places of a run without a number.
    pub(super) async fn unnumbered(&self, line: LineHash, run: Run) -> Result<Vec<WaitingPlace>, ReminderListError> {
        self.waiting(line, run, &unnumbered_prefix(line, run)).await
    }

    /// The places of a run with the lowest numbers.
    pub(super) async fn numbered(&self, line: LineHash, run: Run) -> Result<Vec<WaitingPlace>, ReminderListError> {
        self.waiting(line, run, &numbered_prefix(line, run)).await
    }

    async fn waiting(&self, line: LineHash, run: Run, prefix: &[u8]) -> Result<Vec<WaitingPlace>, ReminderListError> {
        let page = self.store.scan_page(&self.pool, prefix, None).await?;
        let found = page.records.iter().take(PLACES_PER_COMMIT_MAX).map(|(_, value)| {
            let (sequence, since): (Sequence, WallMs) = record::waiting(value).ok_or(ReminderListError::Damaged)?;
            let place = ReminderPlace { line, run, sequence };
            Ok(WaitingPlace { place, since })
        });
        found.collect()
    }

    /// The places whose reminder can be tried now, in the order of their times.
    pub(super) async fn outgoing(&self, now: WallMs) -> Result<Vec<ReminderPlace>, ReminderListError> {
        let page = self
            .store
            .scan_page(&self.pool, &record::outgoing_prefix(), None)
            .await?;
        let keys = page.records.iter().map(|(key, _)| key);
        let due = keys.take_while(|key| next_of(key).is_some_and(|next| next <= now));
        due.map(|key| ReminderPlace::of_key(key).ok_or(ReminderListError::Damaged))
            .collect()
    }

    /// A page of all places.
    pub(super) async fn places(
        &self,
        after: Option<&RecordKey>,
    ) -> Result<WalkPage<(ReminderPlace, PlaceReminder)>, ReminderListError> {
        self.walk(&record::places_prefix(), after, |key, value| {
            Some((ReminderPlace::of_key(key)?, decode(value)?))
        })
        .await
    }

    /// A page of all tallies.
    pub(super) async fn tallies(
        &self,
        after: Option<&RecordKey>,
    ) -> Result<WalkPage<([u8; 16], record::DayTally)>, ReminderListError> {
        self.walk(&record::tallies_prefix(), after, |key, value| {
            Some((record::tally_of(key)?, decode(value)?))
        })
        .await
    }

    /// A page of all recent tallies.
    pub(super) async fn recent(
        &self,
        after: Option<&RecordKey>,
    ) -> Result<WalkPage<(RecentHash, record::RecentTally)>, ReminderListError> {
        self.walk(&record::recent_prefix(), after, |key, value| {
            Some((RecentHash(record::tally_of(key)?), decode(value)?))
        })
        .await
    }

    async fn walk<T>(
        &self,
        prefix: &[u8],
        after: Option<&RecordKey>,
        read: impl Fn(&RecordKey, &[u8]) -> Option<T>,
    ) -> Result<WalkPage<T>, ReminderListError> {
        let page = self.store.scan_page(&self.pool, prefix, after).await?;
        let found = page.records.iter();
        let found = found.map(|(key, value)| read(key, value).ok_or(ReminderListError::Damaged));
        let last = page.records.last().map(|(key, _)| key.clone());
        Ok(WalkPage {
            found: found.collect::<Result<_, _>>()?,
            next: last.filter(|_| page.more),
        })
    }
}

fn read<T: serde::de::DeserializeOwned>(stored: Option<Option<Vec<u8>>>) -> Result<Option<T>, ReminderListError> {
    let stored = stored.flatten();
    stored
        .map(|bytes| decode(&bytes).ok_or(ReminderListError::Damaged))
        .transpose()
}

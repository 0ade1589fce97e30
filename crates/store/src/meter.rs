//! A store whose calls are told to somebody: to count them, and to notice when the store goes away
//! and comes back.
//!
//! The teller has no clock; whoever listens says what time it is. Nothing is changed on the way,
//! and a call that its caller gave up is not told.

use std::fmt::Debug;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use crate::{CommitError, Committed, Generation, Loaded, Newest, Page, PoolId, RecordKey, Store, StoreError, Write};

/// What was called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verb {
    /// [`Store::load`]
    Load,
    /// [`Store::scan_page`]
    Scan,
    /// [`Store::look`]
    Look,
    /// [`Store::commit`]
    Commit,
    /// [`Store::ask_for_a_turn`]
    Turn,
    /// [`Store::wall_ms`]
    Clock,
    /// [`Store::pools`]
    Pools,
}

/// What came of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CallOutcome {
    /// It was done.
    Done,
    /// Another committer was faster.
    Conflict,
    /// Whether it was done is not known.
    Unknown,
    /// The store did not answer, or could not do it.
    Away,
    /// The store answered a read with what its replicas do not acknowledge: it takes no commits.
    Unacknowledged,
    /// It was more than the bounds allow, or kept changing under a reader: the store is there.
    Refused,
}

impl Verb {
    /// For logs and figures.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Load => "load",
            Self::Scan => "scan",
            Self::Look => "look",
            Self::Commit => "commit",
            Self::Turn => "turn",
            Self::Clock => "clock",
            Self::Pools => "pools",
        }
    }
}

impl CallOutcome {
    /// For logs and figures.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Conflict => "conflict",
            Self::Unknown => "unknown",
            Self::Away => "away",
            Self::Unacknowledged => "unacknowledged",
            Self::Refused => "refused",
        }
    }
}

/// A call that has ended.
#[derive(Debug, Clone, Copy)]
pub struct Call<'a> {
    /// What was called.
    pub verb: Verb,
    /// Of which pool, if of one.
    pub pool: Option<&'a PoolId>,
    /// What came of it.
    pub outcome: CallOutcome,
    /// For the log: what went wrong underneath; empty where nothing did.
    pub cause: &'a str,
    /// How long it took, microseconds.
    pub took_us: u64,
}

/// Who is told.
pub trait Meter: Debug + Send + Sync {
    /// Microseconds from a fixed origin; never goes back.
    fn now_us(&self) -> u64;

    /// A call has ended.
    fn ended(&self, call: Call<'_>);
}

/// A store, and who is told of its calls.
#[derive(Debug)]
pub struct Metered<S> {
    store: S,
    meter: Arc<dyn Meter>,
}

/// Boxed, because a store's answer would hold itself otherwise.
type Answer<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

impl<S: Store> Metered<S> {
    pub(crate) fn new(store: S, meter: Arc<dyn Meter>) -> Self {
        Self { store, meter }
    }

    pub(crate) fn inner(&self) -> &S {
        &self.store
    }

    async fn told<T>(
        &self,
        (verb, pool): (Verb, Option<&PoolId>),
        call: impl Future<Output = T> + Send,
        outcome: impl FnOnce(&T) -> (CallOutcome, &str) + Send,
    ) -> T {
        let began_us = self.meter.now_us();
        let answer = call.await;
        let (outcome, cause) = outcome(&answer);
        self.meter.ended(Call {
            verb,
            pool,
            outcome,
            cause,
            took_us: self.meter.now_us().saturating_sub(began_us),
        });
        answer
    }

    pub(crate) fn load<'a>(
        &'a self,
        pool: &'a PoolId,
        keys: &'a [RecordKey],
    ) -> Answer<'a, Result<Loaded, StoreError>> {
        Box::pin(self.told((Verb::Load, Some(pool)), self.store.load(pool, keys), read))
    }

    pub(crate) fn scan_page<'a>(
        &'a self,
        pool: &'a PoolId,
        prefix: &'a [u8],
        after: Option<&'a RecordKey>,
    ) -> Answer<'a, Result<Page, StoreError>> {
        let call = self.store.scan_page(pool, prefix, after);
        Box::pin(self.told((Verb::Scan, Some(pool)), call, read))
    }

    pub(crate) fn look<'a>(
        &'a self,
        pool: &'a PoolId,
        known: Generation,
    ) -> Answer<'a, Result<Option<Newest>, StoreError>> {
        Box::pin(self.told((Verb::Look, Some(pool)), self.store.look(pool, known), read))
    }

    pub(crate) fn commit<'a>(
        &'a self,
        pool: &'a PoolId,
        expected: Generation,
        write: Write,
    ) -> Answer<'a, Result<Committed, CommitError>> {
        let call = self.store.commit(pool, expected, write);
        Box::pin(self.told((Verb::Commit, Some(pool)), call, committed))
    }

    pub(crate) fn ask_for_a_turn<'a>(&'a self, pool: &'a PoolId) -> Answer<'a, ()> {
        let call = self.store.ask_for_a_turn(pool);
        // It may get lost.
        Box::pin(self.told((Verb::Turn, Some(pool)), call, |()| (CallOutcome::Done, "")))
    }

    pub(crate) fn is_shared(&self) -> bool {
        self.store.is_shared()
    }

    pub(crate) fn wall_ms(&self) -> Answer<'_, Result<Option<u64>, StoreError>> {
        Box::pin(self.told((Verb::Clock, None), self.store.wall_ms(), read))
    }

    pub(crate) fn pools(&self) -> Answer<'_, Result<Vec<PoolId>, StoreError>> {
        Box::pin(self.told((Verb::Pools, None), self.store.pools(), read))
    }
}

fn read<T>(answer: &Result<T, StoreError>) -> (CallOutcome, &str) {
    match answer {
        Ok(_) => (CallOutcome::Done, ""),
        Err(StoreError::Unavailable { cause }) => (CallOutcome::Away, cause),
        Err(StoreError::Unacknowledged { cause }) => (CallOutcome::Unacknowledged, cause),
        Err(StoreError::TooLarge(_) | StoreError::Changing) => (CallOutcome::Refused, ""),
    }
}

fn committed(answer: &Result<Committed, CommitError>) -> (CallOutcome, &str) {
    match answer {
        Ok(_) => (CallOutcome::Done, ""),
        Err(CommitError::Conflict { .. }) => (CallOutcome::Conflict, ""),
        Err(CommitError::Unknown { cause }) => (CallOutcome::Unknown, cause),
        Err(CommitError::Unavailable { cause }) => (CallOutcome::Away, cause),
        Err(CommitError::TooLarge(_)) => (CallOutcome::Refused, ""),
    }
}

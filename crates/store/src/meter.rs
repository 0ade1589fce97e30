//! A store that reports its calls to a [`Meter`], which counts them and notices when the store
//! becomes unavailable and available again.
//!
//! This module reads no clock; the meter supplies the time. Calls and answers pass unchanged, and a
//! call that its caller abandoned is not reported.

use std::fmt::Debug;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;

use crate::{CommitError, Committed, Generation, Loaded, Newest, Page, PoolId, RecordKey, Store, StoreError, Write};

/// The method that was called.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verb {
    /// [`Store::load`]
    Load,
    /// [`Store::scan_page`]
    Scan,
    /// [`Store::load_newer`]
    LoadNewer,
    /// [`Store::commit`]
    Commit,
    /// [`Store::request_commit_priority`]
    CommitPriority,
    /// [`Store::wall_ms`]
    Clock,
    /// [`Store::pools`]
    Pools,
}

/// The result of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum CallOutcome {
    /// The call succeeded.
    Done,
    /// Another committer was faster.
    Conflict,
    /// Whether the call took effect is not known.
    Unknown,
    /// The store did not answer, or could not perform the call.
    Away,
    /// A read found a value that the replicas do not acknowledge: the store takes no commits.
    Unacknowledged,
    /// The call exceeded a bound, or the pool kept changing during a scan: the store is available.
    Refused,
}

impl Verb {
    /// Returns the name for logs and metrics.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Load => "load",
            Self::Scan => "scan",
            Self::LoadNewer => "look",
            Self::Commit => "commit",
            // Operators may query this name, which is older than the method's.
            Self::CommitPriority => "turn",
            Self::Clock => "clock",
            Self::Pools => "pools",
        }
    }
}

impl CallOutcome {
    /// Returns the name for logs and metrics.
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
    /// The method that was called.
    pub verb: Verb,
    /// The pool, for calls about one pool.
    pub pool: Option<&'a PoolId>,
    /// The result.
    pub outcome: CallOutcome,
    /// The underlying error, for the log; empty if there was none.
    pub cause: &'a str,
    /// The duration in microseconds.
    pub took_us: u64,
}

/// An observer of a store's calls.
pub trait Meter: Debug + Send + Sync {
    /// Returns the microseconds since a fixed origin; never decreases.
    fn now_us(&self) -> u64;

    /// Reports a call that has ended.
    fn ended(&self, call: Call<'_>);
}

/// A store and the meter that observes its calls.
#[derive(Debug)]
pub struct Metered<S> {
    store: S,
    meter: Arc<dyn Meter>,
}

/// Boxed, because the type of an answer of [`AnyStore`](crate::AnyStore) would otherwise contain
/// itself.
type StoreFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

impl<S: Store> Metered<S> {
    pub(crate) fn new(store: S, meter: Arc<dyn Meter>) -> Self {
        Self { store, meter }
    }

    pub(crate) fn inner(&self) -> &S {
        &self.store
    }

    async fn measured<T>(
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
    ) -> StoreFuture<'a, Result<Loaded, StoreError>> {
        Box::pin(self.measured((Verb::Load, Some(pool)), self.store.load(pool, keys), read))
    }

    pub(crate) fn scan_page<'a>(
        &'a self,
        pool: &'a PoolId,
        prefix: &'a [u8],
        after: Option<&'a RecordKey>,
    ) -> StoreFuture<'a, Result<Page, StoreError>> {
        let call = self.store.scan_page(pool, prefix, after);
        Box::pin(self.measured((Verb::Scan, Some(pool)), call, read))
    }

    pub(crate) fn load_newer<'a>(
        &'a self,
        pool: &'a PoolId,
        known: Generation,
    ) -> StoreFuture<'a, Result<Option<Newest>, StoreError>> {
        Box::pin(self.measured((Verb::LoadNewer, Some(pool)), self.store.load_newer(pool, known), read))
    }

    pub(crate) fn commit<'a>(
        &'a self,
        pool: &'a PoolId,
        expected: Generation,
        write: Write,
    ) -> StoreFuture<'a, Result<Committed, CommitError>> {
        let call = self.store.commit(pool, expected, write);
        Box::pin(self.measured((Verb::Commit, Some(pool)), call, committed))
    }

    pub(crate) fn request_commit_priority<'a>(&'a self, pool: &'a PoolId) -> StoreFuture<'a, ()> {
        let call = self.store.request_commit_priority(pool);
        // The request is advisory and can get lost, so there is no other outcome.
        Box::pin(self.measured((Verb::CommitPriority, Some(pool)), call, |()| (CallOutcome::Done, "")))
    }

    pub(crate) fn is_shared(&self) -> bool {
        self.store.is_shared()
    }

    pub(crate) fn wall_ms(&self) -> StoreFuture<'_, Result<Option<u64>, StoreError>> {
        Box::pin(self.measured((Verb::Clock, None), self.store.wall_ms(), read))
    }

    pub(crate) fn pools(&self) -> StoreFuture<'_, Result<Vec<PoolId>, StoreError>> {
        Box::pin(self.measured((Verb::Pools, None), self.store.pools(), read))
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

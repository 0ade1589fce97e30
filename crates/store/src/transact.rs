//! Transactions: load, decide, commit, and decide again if the commit failed. Everything that
//! commits whole decisions to a pool of its own works in this way; a pool node does not, since it
//! decides again by itself.

use std::future::Future;

use crate::{CommitError, Committed, Generation, PoolId, Store, TRANSACT_ATTEMPTS_MAX, Write};

/// The decision of one attempt of [`transact`] about the pool that it found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Attempt<Settled, Next> {
    /// There is nothing to write.
    Settled(Settled),
    /// The attempt wants to write a change.
    Commit {
        /// The generation that the attempt read.
        expected: Generation,
        /// The change.
        write: Write,
        /// The value that the caller receives once the change is durable.
        next: Next,
    },
}

/// The end of a transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Transacted<Settled, Next> {
    /// The last attempt had nothing to write.
    Settled(Settled),
    /// The last attempt's change is durable.
    Committed(Committed, Next),
}

/// Changes a pool by attempts: each reads the pool, decides, and returns what to commit. If another
/// committer was faster, or the store does not say whether the commit was made, the next attempt
/// decides again on the content stored by then. Of two commits under one generation only one ever
/// takes effect. A change is therefore never made twice, provided that an attempt recognizes a
/// change that an earlier attempt made: because nothing is left to do, or by a mark that the change
/// leaves behind.
///
/// An attempt must only read and decide; it may run up to [`TRANSACT_ATTEMPTS_MAX`] times.
///
/// # Errors
/// - Returns the error of an attempt at once.
/// - Returns [`CommitError::Unavailable`] or [`CommitError::TooLarge`], at once: no part of this
///   attempt was written, and another attempt would fail as well.
/// - Returns [`CommitError::Conflict`] if another committer also overtook the last attempt: no part
///   of it was written.
/// - Returns [`CommitError::Unknown`] if the outcome of the last attempt is not known: its commit
///   may still take effect.
pub async fn transact<S, N, E, F>(
    store: &impl Store,
    pool: &PoolId,
    mut attempt: impl FnMut() -> F,
) -> Result<Transacted<S, N>, E>
where
    E: From<CommitError>,
    // Not `AsyncFnMut`: callers spawn this function, and the compiler cannot prove that the futures
    // of an `AsyncFnMut` are `Send`.
    F: Future<Output = Result<Attempt<S, N>, E>>,
{
    let mut attempts_left = TRANSACT_ATTEMPTS_MAX;
    loop {
        attempts_left -= 1;
        let (expected, write, next) = match attempt().await? {
            Attempt::Settled(settled) => return Ok(Transacted::Settled(settled)),
            Attempt::Commit { expected, write, next } => (expected, write, next),
        };
        match store.commit(pool, expected, write).await {
            Ok(committed) => return Ok(Transacted::Committed(committed, next)),
            Err(CommitError::Conflict { .. } | CommitError::Unknown { .. }) if attempts_left > 0 => {}
            Err(error) => return Err(error.into()),
        }
    }
}

//! Load, decide, commit, and again where the commit was not made.

use std::future::Future;

use crate::{CommitError, Committed, Generation, PoolId, Store, TRANSACT_ATTEMPTS_MAX, Write};

/// What one attempt of [`transact`] decides on the pool as it found it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Attempt<Settled, Next> {
    /// Nothing is to be written.
    Settled(Settled),
    /// This is to be written.
    Commit {
        /// The generation of what the attempt read.
        expected: Generation,
        /// The change.
        write: Write,
        /// What the caller goes on with once the change is durable.
        next: Next,
    },
}

/// How a transaction ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Transacted<Settled, Next> {
    /// The last attempt had nothing to write.
    Settled(Settled),
    /// The last attempt's change is durable.
    Committed(Committed, Next),
}

/// Changes a pool by attempts: each reads the pool, decides, and says what to commit. Where
/// somebody else was faster, or the store does not say whether the commit was made, the next
/// attempt decides again, on what is stored by then. Of two commits under one generation only one
/// is ever made, so no change is made twice as long as an attempt recognizes a change that an
/// earlier one made: because nothing is left to do, or by a mark that the change leaves behind.
///
/// An attempt does nothing but read and decide, as often as [`TRANSACT_ATTEMPTS_MAX`] times.
///
/// # Errors
/// - What an attempt refuses, at once.
/// - [`CommitError::Unavailable`] and [`CommitError::TooLarge`] at once: nothing of this attempt
///   was written, and another one would fare no better.
/// - [`CommitError::Conflict`] when the last attempt was overtaken, too: nothing of it was written.
/// - [`CommitError::Unknown`] when the last attempt's outcome is not known: it may be made yet.
pub async fn transact<S, N, E, F>(
    store: &impl Store,
    pool: &PoolId,
    mut attempt: impl FnMut() -> F,
) -> Result<Transacted<S, N>, E>
where
    E: From<CommitError>,
    // Not `AsyncFnMut`: callers spawn this, and of its futures the compiler cannot tell that they
    // are `Send`.
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

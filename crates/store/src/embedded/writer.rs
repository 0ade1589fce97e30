//! The only thread that writes: group commit.
//!
//! Each round takes all waiting requests (at most [`COMMITS_WAITING_MAX`]) and applies them in
//! order in one transaction, so that a pool's second commit in a group is compared with the result
//! of the first. It answers when the transaction is on the disk. Even a conflict waits for that,
//! because it returns what an earlier commit of the group wrote.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use redb::{Database, Durability, WriteTransaction};
use tokio::sync::{mpsc, oneshot};

use super::compaction::Compaction;
use super::state::{Reopen, State};
use super::tables::OpenTables;
use crate::{CommitError, Committed, Generation, Newest, PoolId, Write};

/// Most commits that wait for the writer, and most in one group. Further callers wait.
pub const COMMITS_WAITING_MAX: usize = 128;

pub(super) enum Request {
    Commit(Commit),
    /// Opens the file again if it failed; the answer says whether it is open, or why not.
    Reopen(oneshot::Sender<Result<(), String>>),
}

pub(super) struct Commit {
    pub(super) pool: PoolId,
    pub(super) expected: Generation,
    pub(super) write: Write,
    pub(super) answer: oneshot::Sender<Result<Committed, CommitError>>,
}

/// The result of one commit of a group, provided that the group becomes durable.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum WriteOutcome {
    Committed(Generation),
    Conflict(Newest),
}

/// The result of a group.
#[derive(Debug)]
pub(super) struct GroupResult {
    pub(super) outcomes: Vec<WriteOutcome>,
    /// Change of the total size of keys and values, in bytes.
    grown_bytes: i64,
}

/// The reason that a group has no outcomes.
#[derive(Debug)]
pub(super) enum WriteFailure {
    /// The group failed before the disk could hold any of it.
    NotWritten(String),
    /// The group failed when the disk may hold all of it.
    Unknown(String),
}

impl From<WriteFailure> for CommitError {
    fn from(failure: WriteFailure) -> Self {
        match failure {
            WriteFailure::NotWritten(cause) => Self::Unavailable { cause },
            WriteFailure::Unknown(cause) => Self::Unknown { cause },
        }
    }
}

pub(super) struct Writer {
    state: Arc<State>,
    reopen: Reopen,
    requests: mpsc::Receiver<Request>,
    compaction: Compaction,
}

impl Writer {
    pub(super) fn new(state: Arc<State>, reopen: Reopen, requests: mpsc::Receiver<Request>) -> Self {
        Self {
            state,
            reopen,
            requests,
            compaction: Compaction::default(),
        }
    }

    /// Handles requests until every sender is dropped and all requests are answered.
    pub(super) fn run(mut self) {
        let mut waiting = Vec::new();
        while self.requests.blocking_recv_many(&mut waiting, COMMITS_WAITING_MAX) > 0 {
            self.round(waiting.drain(..));
            self.compaction.run_if_due(&self.state);
        }
    }

    fn round(&self, requests: impl Iterator<Item = Request>) {
        let database = self.database();
        let mut group = Vec::new();
        for request in requests {
            match request {
                Request::Commit(commit) => group.push(commit),
                // The requester may have stopped waiting.
                Request::Reopen(answer) => drop(answer.send(database.as_ref().map(drop).map_err(Clone::clone))),
            }
        }
        if group.is_empty() {
            return;
        }
        let outcomes = match database {
            Ok(database) => self.write(database, &group).map_err(CommitError::from),
            Err(cause) => Err(CommitError::Unavailable { cause }),
        };
        answer(group, outcomes);
    }

    fn database(&self) -> Result<Arc<Database>, String> {
        if let Some(database) = self.state.current() {
            return Ok(database);
        }
        (self.reopen)().map(|database| self.state.replace(Arc::new(database)))
    }

    /// Writes a group. After a failure the handle is not used again, because its memory and the
    /// disk may differ.
    fn write(&self, database: Arc<Database>, group: &[Commit]) -> Result<Vec<WriteOutcome>, WriteFailure> {
        // A panic may leave the handle half changed, but the handle is retired right afterwards.
        let written = catch_unwind(AssertUnwindSafe(|| write_group(&database, group)))
            .unwrap_or_else(|_| Err(WriteFailure::Unknown("the writer panicked".into())));
        match written {
            Ok(GroupResult { outcomes, grown_bytes }) => {
                self.state.grow(grown_bytes);
                Ok(outcomes)
            }
            Err(failure) => {
                self.state.retire(database);
                Err(failure)
            }
        }
    }
}

/// Applies a group in one transaction and makes it durable.
pub(super) fn write_group(database: &Database, group: &[Commit]) -> Result<GroupResult, WriteFailure> {
    let not_written = |error: redb::Error| WriteFailure::NotWritten(error.to_string());
    let transaction = begin(database).map_err(not_written)?;
    let written = apply(&transaction, group).map_err(not_written)?;
    if written
        .outcomes
        .iter()
        .all(|outcome| matches!(outcome, WriteOutcome::Conflict(_)))
    {
        transaction.abort().map_err(|error| not_written(error.into()))?;
        return Ok(written);
    }
    match transaction.commit() {
        Ok(()) => Ok(written),
        // The library rolled the transaction back before it reached the disk.
        Err(error @ redb::CommitError::TransactionPoisoned) => Err(not_written(error.into())),
        Err(error) => Err(WriteFailure::Unknown(error.to_string())),
    }
}

fn begin(database: &Database) -> Result<WriteTransaction, redb::Error> {
    let mut transaction = database.begin_write()?;
    transaction.set_durability(Durability::Immediate)?;
    Ok(transaction)
}

fn apply(transaction: &WriteTransaction, group: &[Commit]) -> Result<GroupResult, redb::Error> {
    let mut tables = OpenTables::open(transaction)?;
    let mut outcomes = Vec::with_capacity(group.len());
    for commit in group {
        let newest = tables.newest(&commit.pool)?;
        let may = !newest.recovering || commit.write.recovers;
        outcomes.push(if newest.generation == commit.expected && may {
            WriteOutcome::Committed(tables.write(&commit.pool, &newest, &commit.write)?)
        } else {
            WriteOutcome::Conflict(newest)
        });
    }
    Ok(GroupResult {
        outcomes,
        grown_bytes: tables.grown_bytes,
    })
}

fn answer(group: Vec<Commit>, outcomes: Result<Vec<WriteOutcome>, CommitError>) {
    let answers: Vec<_> = match outcomes {
        Ok(outcomes) => outcomes.into_iter().map(WriteOutcome::into_answer).collect(),
        Err(error) => group.iter().map(|_| Err(error.clone())).collect(),
    };
    for (commit, answer) in group.into_iter().zip(answers) {
        // The requester may have stopped waiting.
        drop(commit.answer.send(answer));
    }
}

impl WriteOutcome {
    fn into_answer(self) -> Result<Committed, CommitError> {
        match self {
            Self::Committed(generation) => Ok(generation.into()),
            Self::Conflict(newest) => Err(CommitError::Conflict { newest }),
        }
    }
}

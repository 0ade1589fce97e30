//! A commit: the arguments of its script, and the reply.

use std::collections::HashMap;

use super::RedisStore;
use super::fault::Fault;
use super::keys::KeyPrefix;
use super::reply::{Parts, RunId};
use super::script::{COMMIT, RedisCall};
use crate::{Committed, Generation, Newest, PoolId, RecordKey, Write};

/// The result of a commit.
pub(super) enum CommitOutcome {
    Committed(Committed),
    Conflict(Newest, RunId),
    /// The pool is recovering on the server with this run id, or must be recovered without stored
    /// content.
    OtherServer(RunId),
}

/// Builds the call of the commit script. `server` is the server that a recovery was prepared for;
/// the first attempt learns its run id from the reply.
fn commit_call(
    prefix: &KeyPrefix,
    committer: &str,
    pool: &PoolId,
    expected: Generation,
    write: &Write,
    server: Option<&RunId>,
) -> RedisCall {
    let (run, recovered) = match (write.recovers, server) {
        (false, _) => ("", Generation::NONE),
        (true, None) => ("?", Generation::NONE),
        (true, Some(run)) => (run.0.as_str(), expected.of_recovery(run.salt())),
    };
    let mut last: HashMap<&RecordKey, Option<&[u8]>> = HashMap::with_capacity(write.records.len());
    for (key, value) in &write.records {
        last.insert(key, value.as_deref());
    }
    let puts = last.iter().filter_map(|(key, value)| Some((key, (*value)?)));
    let deletes = last.iter().filter(|(_, value)| value.is_none());
    let mut call = COMMIT
        .on([
            prefix.state(pool),
            prefix.records(pool),
            prefix.index(pool),
            prefix.intent(pool),
        ])
        .arg(expected.0)
        .arg(expected.next().0)
        .arg(run)
        .arg(recovered.0)
        .arg(committer)
        .arg(write.ledger.as_slice())
        .arg(2 * puts.clone().count());
    for (key, value) in puts {
        call = call.arg(key.as_bytes()).arg(value);
    }
    for (key, _) in deletes {
        call = call.arg(key.as_bytes());
    }
    call
}

impl RedisStore {
    /// Sends the commit; `server` is the run id that a recovery was prepared for, if any.
    pub(super) async fn commit_on(
        &self,
        pool: &PoolId,
        expected: Generation,
        write: &Write,
        server: Option<&RunId>,
    ) -> Result<CommitOutcome, Fault> {
        let call = commit_call(self.prefix(), &self.shared.committer, pool, expected, write, server);
        let sent = self.run(self.commit_wire(pool), &call, true).await;
        let mut replies = sent.map_err(|failure| failure.fault)?;
        let acknowledged = self.acknowledged(&replies);
        let mut parts = Parts::of(replies.swap_remove(0))?;
        let (verdict, run) = (parts.number()?, parts.run()?);
        match verdict {
            0 => Ok(CommitOutcome::Conflict(parts.newest()?, run)),
            1 => {
                let generation = parts.generation()?;
                acknowledged?;
                self.note(pool, |known| known.acknowledged = Some((generation, run)));
                Ok(CommitOutcome::Committed(Committed {
                    generation,
                    others_wait: parts.flag()?,
                }))
            }
            _ => Ok(CommitOutcome::OtherServer(run)),
        }
    }
}

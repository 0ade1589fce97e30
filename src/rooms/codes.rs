//! The codes of a pool's priority groups. The store keeps a keyed hash of each code, never the code
//! itself, and the number of visitors who can use it: any number, a bounded number, or one.
//!
//! The codes are in a pool of their own, `~codes/<pool>`, so that they outlive runs of rooms, and
//! the limit of a code counts visitors of all rooms together:
//!
//! | | |
//! | --- | --- |
//! | ledger | how many codes each group has, and the nonces of the last changes (JSON) |
//! | `k` hash | [`PriorityCodeRecord`] (postcard) |
//!
//! The commit that counts a use also records the user. So if two visitors use a single-use code, on
//! any nodes, one enters the group, and that visitor can repeat the request. A code without a limit
//! is only read.

mod record;

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, PoisonError};

use ::node::priority::{check_code, redeemed};
use admission::WallMs;
use protocol::{MasterKey, QueueId, VisitorHasher};
use serde::{Deserialize, Serialize};
use store::{AnyStore, Attempt, CommitError, Generation, PoolId, RecordKey, Store, Transacted, Write};

use super::invites::InviteId;
use super::{StateError, records};
use crate::entropy::Entropy;
pub use ::node::priority::{CodeRefused, PriorityCodeRecord};
pub use record::{CodeChange, NewCode, PriorityCode, PriorityCodeError};

/// The maximum number of codes of a pool's groups together.
pub const CODES_MAX: u64 = 1_000_000;
/// The maximum number of codes that are added or deleted in one commit.
pub const CODES_CHANGED_MAX: usize = 1_000;
/// The number of changes that the ledger remembers.
const RECENT_MAX: usize = 16;

const CODE: u8 = b'k';

/// The id of a code: its keyed hash.
pub type CodeId = InviteId;

/// The reason why the codes were not changed.
#[derive(Debug, thiserror::Error)]
pub enum CodesError {
    /// The pool would have more than [`CODES_MAX`] codes; contains how many it has.
    #[error("a pool has at most {CODES_MAX} codes; {0} are listed: delete some first")]
    Full(u64),
    /// A code already leads to another group.
    #[error("a code leads to the group {0:?} already; delete it there first")]
    Taken(String),
    /// The store does not answer, or its records cannot be read.
    #[error(transparent)]
    Keep(#[from] StateError),
}

impl From<CommitError> for CodesError {
    fn from(error: CommitError) -> Self {
        Self::Keep(error.into())
    }
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct ListedCodes {
    /// How many codes each group has.
    groups: BTreeMap<String, u64>,
    /// The nonces of the last changes by operators, by which the author of a change finds out
    /// whether the store made a commit whose outcome it did not report.
    recent: VecDeque<u128>,
}

impl ListedCodes {
    fn all(&self) -> u64 {
        self.groups.values().sum()
    }

    fn encode(&self) -> Vec<u8> {
        serde_json::to_vec(self).expect("numbers and names can be written")
    }
}

/// The codes of a pool's groups.
#[derive(Debug)]
pub struct Codes {
    store: AnyStore,
    pool: PoolId,
    hasher: VisitorHasher,
    entropy: Entropy,
}

/// A page of the list, as [`Codes::page`] returns it.
#[derive(Debug)]
pub struct CodesPage {
    /// The codes of the group on this page.
    pub codes: Vec<(CodeId, PriorityCodeRecord)>,
    /// The last code that was read, if more follow.
    pub next: Option<CodeId>,
}

impl Codes {
    pub(super) fn new((store, entropy): (AnyStore, Entropy), master: &MasterKey, pool: &str) -> Self {
        Self {
            store,
            pool: PoolId::new(&format!("~codes/{pool}")).expect("the configuration has checked the id"),
            hasher: VisitorHasher::of_codes(master, pool),
            entropy,
        }
    }

    /// The id of a code.
    #[must_use]
    pub fn id(&self, code: &PriorityCode) -> CodeId {
        InviteId(self.hasher.key(code.key()))
    }

    /// The hash under which the use of a code counts for a visitor: the same in all rooms of the
    /// pool.
    pub(super) fn user(&self, place: &QueueId) -> [u8; 16] {
        self.hasher.place_elsewhere(place, 0)
    }

    /// Returns how many codes a group has.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn listed(&self, group: &str) -> Result<u64, StateError> {
        Ok(self.listed_by_group().await?.remove(group).unwrap_or(0))
    }

    /// Returns the number of codes of each group that has codes.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn listed_by_group(&self) -> Result<BTreeMap<String, u64>, StateError> {
        Ok(self.read(&[]).await?.1.groups)
    }

    /// The stored values of a code.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn get(&self, id: CodeId) -> Result<Option<PriorityCodeRecord>, StateError> {
        Ok(self.read(&[id]).await?.2.into_iter().next().flatten())
    }

    /// Adds codes, at most [`CODES_CHANGED_MAX`] at once. A code that the group already has is
    /// unchanged. Returns how many were added.
    ///
    /// # Errors
    /// If a code leads to another group, there would be too many codes, or the store is
    /// unavailable; in these cases nothing is added.
    pub async fn add(&self, ids: &[CodeId], new: &NewCode, now: WallMs) -> Result<u64, CodesError> {
        let record = PriorityCodeRecord {
            group: new.group.clone(),
            batch: new.batch.clone(),
            uses_max: new.uses_max,
            uses: 0,
            last_by: None,
            added_at: now,
            ends_at: new.ends_at,
        };
        self.change(ids, |stored| match stored {
            Some(other) if other.group != new.group => Err(CodesError::Taken(other.group.clone())),
            Some(_) => Ok(None),
            None => Ok(Some(Some(record.clone()))),
        })
        .await
    }

    /// Deletes codes of a group, at most [`CODES_CHANGED_MAX`] at once. Returns how many were
    /// deleted.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn delete(&self, ids: &[CodeId], group: &str) -> Result<u64, CodesError> {
        self.change(ids, |stored| {
            Ok(stored.is_some_and(|stored| stored.group == group).then_some(None))
        })
        .await
    }

    /// Changes a code of a group. Returns whether the group has it.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn amend(&self, id: CodeId, group: &str, change: &CodeChange) -> Result<bool, CodesError> {
        let ids = [id];
        let changed = self.change(&ids, |stored| {
            let stored = stored.filter(|stored| stored.group == group);
            Ok(stored.map(|stored| Some(change.of(stored))))
        });
        Ok(changed.await? > 0)
    }

    /// Replaces each stored record with what `change` returns for it; `None` leaves the record.
    /// Returns how many records changed.
    async fn change(
        &self,
        ids: &[CodeId],
        change: impl Fn(Option<&PriorityCodeRecord>) -> Result<Option<Option<PriorityCodeRecord>>, CodesError>,
    ) -> Result<u64, CodesError> {
        // The nonces of the attempts so far, each with the number of records that it changes.
        let tried = Mutex::new(Vec::new());
        let changed = store::transact(&self.store, &self.pool, || async {
            let (expected, mut list, stored) = self.read(ids).await?;
            let mut tried = tried.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some((_, changed)) = tried.iter().find(|(nonce, _)| list.recent.contains(nonce)) {
                return Ok(Attempt::Settled(*changed));
            }
            let mut records = Vec::new();
            for (id, stored) in ids.iter().zip(&stored) {
                let Some(next) = change(stored.as_ref())? else { continue };
                match (&next, stored) {
                    (Some(new), None) => *list.groups.entry(new.group.clone()).or_default() += 1,
                    (None, Some(old)) => {
                        let left = list.groups.entry(old.group.clone()).or_default();
                        *left = left.saturating_sub(1);
                    }
                    // A code never changes its group.
                    (Some(_), Some(_)) | (None, None) => {}
                }
                records.push((record_key(*id), next.map(|record| records::encode(&record))));
            }
            list.groups.retain(|_, listed| *listed > 0);
            if records.is_empty() {
                return Ok(Attempt::Settled(0));
            }
            if list.all() > CODES_MAX && records.iter().any(|(_, record)| record.is_some()) {
                return Err(CodesError::Full(list.all() - records.len() as u64));
            }
            let nonce = u128::from_be_bytes(self.entropy.nonce());
            list.recent.push_back(nonce);
            while list.recent.len() > RECENT_MAX {
                list.recent.pop_front();
            }
            let next = records.len() as u64;
            tried.push((nonce, next));
            let write = Write {
                ledger: list.encode(),
                records,
                recovers: true,
            };
            Ok::<_, CodesError>(Attempt::Commit { expected, write, next })
        });
        let (Transacted::Settled(changed) | Transacted::Committed(_, changed)) = changed.await?;
        Ok(changed)
    }

    /// Returns up to `most` codes of a group (of one batch if it is named), among the pool's next
    /// codes after `after`. A page can be empty although more follow.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn page(
        &self,
        (group, batch): (&str, Option<&str>),
        after: Option<CodeId>,
        most: usize,
    ) -> Result<CodesPage, StateError> {
        let after = after.map(record_key);
        let page = self.store.scan_page(&self.pool, &[CODE], after.as_ref()).await?;
        let mut codes = Vec::new();
        let mut last = None;
        let mut more = page.more;
        for (key, value) in &page.records {
            if codes.len() == most {
                more = true;
                break;
            }
            let id = id_of(key).ok_or_else(|| self.damaged("a key is none of a code"))?;
            let record = self.decoded(value)?;
            last = Some(id);
            if record.group == group && batch.is_none_or(|batch| record.batch == batch) {
                codes.push((id, record));
            }
        }
        let next = last.filter(|_| more);
        Ok(CodesPage { codes, next })
    }

    /// Returns the group of a code, and whether the code is valid for this visitor, or for a new
    /// one; `None` if there is no such code.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(super) async fn look_up(
        &self,
        id: CodeId,
        by: Option<[u8; 16]>,
        now: WallMs,
    ) -> Result<Option<(String, Result<(), CodeRefused>)>, StateError> {
        let found = self.get(id).await?;
        Ok(found.map(|record| {
            let verdict = check_code(Some(&record), by, now).map(|_| ());
            (record.group, verdict)
        }))
    }

    /// Counts a visitor's use of a code. The same visitor can repeat the request, as long as no
    /// other one used the code in between.
    ///
    /// # Errors
    /// If the store is unavailable, or too many visitors use codes at once.
    pub(super) async fn redeem(
        &self,
        id: CodeId,
        by: [u8; 16],
        now: WallMs,
    ) -> Result<Result<(), CodeRefused>, StateError> {
        let done = store::transact(&self.store, &self.pool, || async {
            let (expected, list, mut stored) = self.read(&[id]).await?;
            let stored = stored.pop().flatten();
            let record = match redeemed(stored.as_ref(), by, now) {
                Ok(Some(record)) => record,
                Ok(None) => return Ok(Attempt::Settled(Ok(()))),
                Err(refused) => return Ok(Attempt::Settled(Err(refused))),
            };
            let write = Write {
                ledger: list.encode(),
                records: vec![(record_key(id), Some(records::encode(&record)))],
                recovers: true,
            };
            Ok::<_, StateError>(Attempt::Commit {
                expected,
                write,
                next: Ok(()),
            })
        });
        let (Transacted::Settled(done) | Transacted::Committed(_, done)) = done.await?;
        Ok(done)
    }

    async fn read(
        &self,
        ids: &[CodeId],
    ) -> Result<(Generation, ListedCodes, Vec<Option<PriorityCodeRecord>>), StateError> {
        let keys: Vec<RecordKey> = ids.iter().map(|id| record_key(*id)).collect();
        let loaded = self.store.load(&self.pool, &keys).await?;
        let listed = loaded.ledger.map(|json| serde_json::from_slice::<ListedCodes>(&json));
        let listed = listed.transpose().map_err(|error| self.damaged(&error.to_string()))?;
        let decode = |value: Option<Vec<u8>>| value.map(|value| self.decoded(&value)).transpose();
        let records = loaded.records.into_iter().map(decode);
        let records = records.collect::<Result<_, _>>()?;
        Ok((loaded.generation, listed.unwrap_or_default(), records))
    }

    fn decoded(&self, value: &[u8]) -> Result<PriorityCodeRecord, StateError> {
        records::decode(value).ok_or_else(|| self.damaged("a code"))
    }

    fn damaged(&self, reason: &str) -> StateError {
        StateError::Damaged {
            pool: self.pool.as_str().to_owned(),
            reason: reason.to_owned(),
        }
    }
}

fn record_key(id: CodeId) -> RecordKey {
    RecordKey::new([[CODE].as_slice(), &id.0].concat()).expect("17 bytes")
}

fn id_of(key: &RecordKey) -> Option<CodeId> {
    Some(InviteId(key.as_bytes().get(1..)?.try_into().ok()?))
}

#[cfg(test)]
mod tests;

//! The list of keys that are invited to a room, stored as keyed hashes only. No part of the list is
//! kept in memory.
//!
//! The list is in a pool of its own, `~invites/<customer>/<room>`, so that it outlives runs of the
//! room and the room's moves between pools:
//!
//! | | |
//! | --- | --- |
//! | ledger | how many keys are listed, and the nonces of the last changes (JSON) |
//! | `i` hash | when the key was listed (postcard) |
//!
//! The list does not record which keys have been used. That belongs to one run and is decided with
//! the place ([`super::ticket`]).

use std::collections::{BTreeSet, VecDeque};
use std::fmt;
use std::str::FromStr;
use std::sync::{Mutex, PoisonError};

use admission::WallMs;
use protocol::{CustomerId, RoomId, VisitorHasher, VisitorKey};
use serde::{Deserialize, Serialize};
use store::{AnyStore, Attempt, CommitError, Generation, PoolId, RecordKey, Store, Transacted, Write};

use super::{StateError, records};
use crate::entropy::Entropy;

/// The maximum number of keys in a room's list.
pub const INVITES_MAX: u64 = 1_000_000;
/// The maximum number of keys that are added at once.
pub const INVITES_ADDED_MAX: usize = 1_000;
/// The maximum number of keys in one page of the list.
pub const PAGE_MAX: usize = 1_000;

/// The number of changes that the ledger remembers. If this many other changes follow a change of
/// unknown outcome before its author reads the list, the author cannot recognize it.
const RECENT_MAX: usize = 16;

const INVITE: u8 = b'i';

/// A room's list of invited keys.
#[derive(Debug)]
pub struct Invites {
    store: AnyStore,
    pool: PoolId,
    hasher: VisitorHasher,
    entropy: Entropy,
}

/// The id of a key in the list: its keyed hash.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct InviteId(pub [u8; 16]);

/// The error for a text that is not an [`InviteId`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an invite's id is 32 lower-case hex digits")]
pub struct InviteIdError;

/// One entry of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Invite {
    /// The key's id.
    pub id: InviteId,
    /// The time at which the key was listed.
    pub added_at: WallMs,
}

/// The reason why the list was not changed.
#[derive(Debug, thiserror::Error)]
pub enum InviteError {
    /// The list would hold more than [`INVITES_MAX`] keys; contains the number of keys listed.
    #[error("a room's list holds {INVITES_MAX} keys at most; {0} are listed")]
    Full(u64),
    /// The store does not answer, or its records cannot be read.
    #[error(transparent)]
    Keep(#[from] StateError),
}

impl From<CommitError> for InviteError {
    fn from(error: CommitError) -> Self {
        Self::Keep(error.into())
    }
}

#[derive(Debug, Default, Serialize, Deserialize)]
struct Listed {
    listed: u64,
    /// The nonces of the last changes, by which the author of a change finds out whether the store
    /// made a commit whose outcome it did not report. Earlier versions do not store them.
    #[serde(default)]
    recent: VecDeque<u128>,
}

impl Listed {
    /// Returns the ledger after one more change.
    fn after(mut self, added: u64, gone: u64, nonce: u128) -> Self {
        self.listed = (self.listed + added).saturating_sub(gone);
        self.recent.push_back(nonce);
        while self.recent.len() > RECENT_MAX {
            self.recent.pop_front();
        }
        self
    }
}

impl Invites {
    pub(super) fn new(
        (store, entropy): (AnyStore, Entropy),
        hasher: VisitorHasher,
        customer: &CustomerId,
        room: &RoomId,
    ) -> Self {
        let pool = format!("~invites/{}/{room}", customer.as_str().to_lowercase());
        Self {
            store,
            pool: PoolId::new(&pool).expect("ids keep to a narrower alphabet than pools"),
            hasher,
            entropy,
        }
    }

    /// The id of a key in the list.
    #[must_use]
    pub fn id(&self, key: &VisitorKey) -> InviteId {
        InviteId(self.hasher.key(key))
    }

    /// The number of keys listed.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn listed(&self) -> Result<u64, StateError> {
        Ok(self.read(&[]).await?.1.listed)
    }

    /// The time at which a key was listed; `None` if it is not.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn since(&self, id: InviteId) -> Result<Option<WallMs>, StateError> {
        let (_, _, records) = self.read(&[record_key(id)]).await?;
        let found = records.into_iter().next().flatten();
        found.map(|value| self.added_at(&value)).transpose()
    }

    /// Adds keys, at most [`INVITES_ADDED_MAX`] at once. Returns how many of them were not listed
    /// before.
    ///
    /// # Errors
    /// If the list is full or the store is unavailable; in these cases nothing is added.
    pub async fn add(&self, ids: &BTreeSet<InviteId>, now: WallMs) -> Result<u64, InviteError> {
        let value = records::encode(&now);
        self.change(ids, |stored| stored.is_none().then(|| Some(value.clone())))
            .await
    }

    /// Removes a key from the list. Returns whether it was listed.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn withdraw(&self, id: InviteId) -> Result<bool, InviteError> {
        let ids = [id].into();
        let gone = self.change(&ids, |stored| stored.map(|_| None)).await?;
        Ok(gone > 0)
    }

    /// Replaces each stored record with what `change` returns for it; `None` leaves the record.
    /// Returns how many records changed.
    async fn change(
        &self,
        ids: &BTreeSet<InviteId>,
        change: impl Fn(Option<&Vec<u8>>) -> Option<Option<Vec<u8>>>,
    ) -> Result<u64, InviteError> {
        let keys: Vec<RecordKey> = ids.iter().map(|id| record_key(*id)).collect();
        // The nonces of the attempts so far, each with the number of records that it changes. The
        // lock is never contended: an attempt ends before the next one begins.
        let tried = Mutex::new(Vec::new());
        let changed = store::transact(&self.store, &self.pool, || async {
            let (expected, list, stored) = self.read(&keys).await?;
            let mut tried = tried.lock().unwrap_or_else(PoisonError::into_inner);
            let made = tried.iter().find(|(nonce, _)| list.recent.contains(nonce));
            if let Some((_, changed)) = made {
                return Ok(Attempt::Settled(*changed));
            }
            let changes = keys.iter().zip(&stored);
            let changes = changes.filter_map(|(key, stored)| Some((key.clone(), change(stored.as_ref())?)));
            let changes: Vec<(RecordKey, Option<Vec<u8>>)> = changes.collect();
            if changes.is_empty() {
                // Also reached if an earlier attempt of unknown outcome landed: its keys are not
                // counted twice.
                return Ok(Attempt::Settled(0));
            }
            let gone = changes.iter().filter(|(_, value)| value.is_none()).count() as u64;
            let (added, changed) = (changes.len() as u64 - gone, changes.len() as u64);
            if added > INVITES_MAX.saturating_sub(list.listed) {
                return Err(InviteError::Full(list.listed));
            }
            let nonce = u128::from_be_bytes(self.entropy.nonce());
            tried.push((nonce, changed));
            let ledger = serde_json::to_vec(&list.after(added, gone, nonce)).expect("numbers can be written");
            let write = Write {
                ledger,
                records: changes,
                recovers: true,
            };
            let next = changed;
            Ok::<_, InviteError>(Attempt::Commit { expected, write, next })
        });
        let (Transacted::Settled(changed) | Transacted::Committed(_, changed)) = changed.await?;
        Ok(changed)
    }

    /// Returns up to `most` entries after `after`, in the order of their ids, and whether more
    /// follow.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn page(&self, after: Option<InviteId>, most: usize) -> Result<(Vec<Invite>, bool), StateError> {
        let after = after.map(record_key);
        let page = self.store.scan_page(&self.pool, &[INVITE], after.as_ref()).await?;
        let more = page.more || page.records.len() > most;
        let invites = page.records.iter().take(most).map(|(key, value)| {
            Ok(Invite {
                id: id_of(key).ok_or_else(|| self.damaged("a key is none of an invite"))?,
                added_at: self.added_at(value)?,
            })
        });
        Ok((invites.collect::<Result<_, StateError>>()?, more))
    }

    async fn read(&self, keys: &[RecordKey]) -> Result<(Generation, Listed, Vec<Option<Vec<u8>>>), StateError> {
        let loaded = self.store.load(&self.pool, keys).await?;
        let listed = loaded.ledger.map(|json| serde_json::from_slice::<Listed>(&json));
        let listed = listed.transpose().map_err(|error| self.damaged(&error.to_string()))?;
        Ok((loaded.generation, listed.unwrap_or_default(), loaded.records))
    }

    fn added_at(&self, value: &[u8]) -> Result<WallMs, StateError> {
        records::decode(value).ok_or_else(|| self.damaged("an invite"))
    }

    fn damaged(&self, reason: &str) -> StateError {
        StateError::Damaged {
            pool: self.pool.as_str().to_owned(),
            reason: reason.to_owned(),
        }
    }
}

fn record_key(id: InviteId) -> RecordKey {
    RecordKey::new([[INVITE].as_slice(), &id.0].concat()).expect("17 bytes")
}

fn id_of(key: &RecordKey) -> Option<InviteId> {
    Some(InviteId(key.as_bytes().get(1..)?.try_into().ok()?))
}

impl fmt::Display for InviteId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", u128::from_be_bytes(self.0))
    }
}

impl FromStr for InviteId {
    type Err = InviteIdError;

    fn from_str(text: &str) -> Result<Self, InviteIdError> {
        let digits = text.len() == 32 && text.bytes().all(|digit| matches!(digit, b'0'..=b'9' | b'a'..=b'f'));
        let id = digits.then(|| u128::from_str_radix(text, 16).ok()).flatten();
        id.map(|id| Self(id.to_be_bytes())).ok_or(InviteIdError)
    }
}

#[cfg(test)]
mod tests {
    use protocol::MasterKey;
    use store::{LostReply, MemoryStore};

    use super::*;

    fn list() -> Invites {
        list_in(store::open("memory:", || 0).unwrap())
    }

    fn list_in(store: AnyStore) -> Invites {
        let (customer, room): (CustomerId, RoomId) = ("Acme".parse().unwrap(), "sale".parse().unwrap());
        let hasher = VisitorHasher::new(&MasterKey::from_bytes([7; 32]), &customer, &room);
        Invites::new((store, Entropy::seeded(1)), hasher, &customer, &room)
    }

    fn ids(list: &Invites, of: std::ops::Range<u32>) -> BTreeSet<InviteId> {
        of.map(|n| list.id(&format!("key {n}").parse().unwrap())).collect()
    }

    #[tokio::test]
    async fn keys_are_listed_once_counted_paged_and_withdrawn() {
        let list = list();
        assert_eq!(list.add(&ids(&list, 0..7), WallMs(5)).await.unwrap(), 7);
        assert_eq!(list.add(&ids(&list, 5..10), WallMs(9)).await.unwrap(), 3);
        assert_eq!(list.listed().await.unwrap(), 10);
        let all: Vec<InviteId> = ids(&list, 0..10).into_iter().collect();
        assert_eq!(
            list.since(list.id(&"key 5".parse().unwrap())).await.unwrap(),
            Some(WallMs(5))
        );
        let (first, more) = list.page(None, 4).await.unwrap();
        assert!(more && first.iter().map(|invite| invite.id).eq(all[..4].iter().copied()));
        let (rest, more) = list.page(Some(all[3]), 6).await.unwrap();
        assert!(!more && rest.iter().map(|invite| invite.id).eq(all[4..].iter().copied()));
        assert!(list.withdraw(all[0]).await.unwrap() && !list.withdraw(all[0]).await.unwrap());
        assert_eq!(
            (list.listed().await.unwrap(), list.since(all[0]).await.unwrap()),
            (9, None)
        );
    }

    #[tokio::test]
    async fn two_who_add_at_once_count_right() {
        let list = list();
        let (one, other) = (ids(&list, 0..500), ids(&list, 250..750));
        let (one, other) = tokio::join!(list.add(&one, WallMs(1)), list.add(&other, WallMs(1)));
        assert_eq!(one.unwrap() + other.unwrap(), 750);
        assert_eq!(list.listed().await.unwrap(), 750);
    }

    #[tokio::test]
    async fn a_change_whose_reply_is_lost_counts_once_and_is_known_as_made() {
        for lost in [LostReply::Made, LostReply::Late] {
            let memory = MemoryStore::new();
            let list = list_in(AnyStore::Memory(memory.clone()));
            list.add(&ids(&list, 0..3), WallMs(5)).await.unwrap();
            memory.lose_reply(lost);
            assert_eq!(list.add(&ids(&list, 2..7), WallMs(5)).await.unwrap(), 4, "{lost:?}");
            assert_eq!(list.listed().await.unwrap(), 7, "{lost:?}");
            memory.lose_reply(lost);
            let one = *ids(&list, 0..1).first().unwrap();
            assert!(list.withdraw(one).await.unwrap(), "{lost:?}");
            assert_eq!(list.listed().await.unwrap(), 6, "{lost:?}");
            assert!(!list.withdraw(one).await.unwrap(), "{lost:?}");
        }
    }

    #[tokio::test]
    async fn a_list_of_an_older_version_is_read() {
        let list = list();
        let older = Write::new(br#"{"listed":5}"#.to_vec());
        list.store.commit(&list.pool, Generation(0), older).await.unwrap();
        assert_eq!(list.listed().await.unwrap(), 5);
        for n in 0..2 * RECENT_MAX as u32 {
            list.add(&ids(&list, n..n + 1), WallMs(1)).await.unwrap();
        }
        let (_, stored, _) = list.read(&[]).await.unwrap();
        assert_eq!((stored.listed, stored.recent.len()), (37, RECENT_MAX));
    }

    #[tokio::test]
    async fn a_full_list_takes_nothing_more_and_still_gives_back() {
        let list = list();
        list.add(&ids(&list, 0..2), WallMs(1)).await.unwrap();
        let full = serde_json::to_vec(&Listed {
            listed: INVITES_MAX - 1,
            ..Listed::default()
        })
        .unwrap();
        let (generation, ..) = list.read(&[]).await.unwrap();
        list.store
            .commit(&list.pool, generation, Write::new(full))
            .await
            .unwrap();
        let refused = list.add(&ids(&list, 2..4), WallMs(1)).await;
        assert!(matches!(refused, Err(InviteError::Full(listed)) if listed == INVITES_MAX - 1));
        assert_eq!(
            list.add(&ids(&list, 1..3), WallMs(1)).await.unwrap(),
            1,
            "the known one costs nothing"
        );
        assert!(list.withdraw(*ids(&list, 0..1).first().unwrap()).await.unwrap());
    }

    #[test]
    fn ids_are_hex() {
        let id = InviteId([1; 16]);
        assert_eq!(id.to_string().parse(), Ok(id));
        for bad in ["", "01", &"AB".repeat(16), &"+1".repeat(16)] {
            assert_eq!(bad.parse::<InviteId>(), Err(InviteIdError), "{bad}");
        }
    }
}

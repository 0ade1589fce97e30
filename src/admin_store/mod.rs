//! The admin store: the durable record of everything that was changed through the admin API, and of
//! the authors of the changes.
//!
//! The configuration file is the base; the admin store takes precedence over it. The admin store
//! has three kinds of records, all JSON:
//!
//! | Kind | Where | For |
//! | --- | --- | --- |
//! | *document* | memory of every node | state in force: changed entries, tokens, heads of lists |
//! | *archived value* | store only, read by [`AdminStore::archived`] | rarely read: old versions |
//! | *audit entry* | store only, read by [`AdminStore::audit`] | change and author ([`Entry`]) |
//!
//! **To change something**, call [`AdminStore::change`] with a closure that reads the [`Draft`],
//! puts and removes documents and archived values, and adds notes of its changes:
//!
//! ```ignore
//! let key = DocumentKey::new("greeting", &[customer])?;
//! admin_store.change(author, now, |draft| {
//!     let before: Option<Greeting> = draft.documents().get(&key);
//!     draft.put(&key, &after);
//!     let (old, new) = (before.map(|before| before.text.into()), after.text.clone().into());
//!     draft.note(AuditNote::new("change", key.as_str()).field("text", old.as_ref(), Some(&new)));
//!     Ok::<(), Refused>(())
//! }).await?;
//! ```
//!
//! All of this is one compare-and-set commit: either the documents *and* the audit entries are
//! durable when it returns, or nothing is. If another node committed first, the closure runs again
//! on the new state, so it must not do anything except read and put. Handlers of the admin API call
//! `AppState::change` (`src/http/admin/change.rs`) instead, which also checks the configuration
//! that results from the draft and puts it in force.
//!
//! **To follow the changes of other nodes**, call [`AdminStore::refresh`] every
//! [`REFRESH_INTERVAL_MS`]; it costs one load of a small value while nothing has changed. Readers
//! take [`AdminStore::documents`], without a lock or a store access.
//!
//! In the store, the admin store is the pool `~book`. Its ledger value contains the revision and
//! the keys of the last changes (`ledger.rs`). Documents are stored under `d` and a hash of their
//! key, archived values under `p`, audit entries under `a` and their number, and the lists of kept
//! entries under `n` (`retention.rs`). Documents, archived values and entries are encrypted under a
//! key derived from the master key (`cipher.rs`), since they contain secret keys of customers and
//! rooms. The ledger value identifies the master key; a node with another one refuses to read or
//! write.
//!
//! This module does not interpret documents (`entries.rs` does so for those of the configuration,
//! `token.rs` for tokens, and their owners for others), and knows neither HTTP nor the effect of a
//! change on running rooms.

mod audit;
mod cipher;
mod documents;
mod draft;
mod entries;
mod error;
#[doc(hidden)]
pub mod fuzz_entry;
mod key;
mod ledger;
mod read;
mod reconcile;
mod retention;
mod token;
mod write;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::sync::Arc;

use admission::WallMs;
use arc_swap::ArcSwap;
use protocol::MasterKey;
use serde::de::DeserializeOwned;
use store::{AnyStore, Attempt, Generation, PoolId, Store, Transacted};
use tokio::sync::Mutex;

pub use audit::{AuditNote, Entry, FieldChange};
pub use documents::{Documents, DraftLimitError};
pub use draft::Draft;
pub use entries::{EntryDocument, Stamp};
pub use error::ChangeError;
pub use key::{DocumentKey, InvalidDocumentKey};
pub use reconcile::{Difference, Entries, differences, entries_by_id, put_wanted};
pub use retention::{Author, CUSTOMER_ENTRIES_MAX, ENTRIES_MAX};
pub use token::{ApiToken, Role, TOKEN, TOKENS_MAX, TokenSecret, TokenSpec, UnknownToken};

use crate::entropy::Entropy;
use crate::rooms::StateError;
use cipher::{DecryptedRecord, RecordCipher};
use key::Namespace;
use ledger::AdminLedger;

/// The interval at which a node checks for changes of other nodes, milliseconds: a change must be
/// in force on every node within a second.
pub const REFRESH_INTERVAL_MS: u64 = 250;
/// The pool of the admin store; no room's pool starts with a tilde.
const POOL: &str = "~book";

/// The admin store of this installation.
#[derive(Debug)]
pub struct AdminStore {
    entropy: Entropy,
    store: AnyStore,
    pool: PoolId,
    cipher: RecordCipher,
    documents: ArcSwap<Documents>,
    /// The state of the store when the documents were read.
    at: Mutex<StoredState>,
}

#[derive(Debug, Default)]
struct StoredState {
    generation: Generation,
    ledger: AdminLedger,
    /// Documents that an older version stored unencrypted.
    plain: BTreeSet<DocumentKey>,
}

impl AdminStore {
    /// Creates an admin store that has not been read yet, encrypted under a key of this master key.
    #[must_use]
    pub fn unread(store: AnyStore, master: &MasterKey, entropy: Entropy) -> Self {
        Self {
            entropy,
            cipher: RecordCipher::new(master),
            store,
            pool: PoolId::new(POOL).expect("a fixed name within the alphabet"),
            documents: ArcSwap::default(),
            at: Mutex::default(),
        }
    }

    /// Opens the admin store on a store, and reads it.
    ///
    /// # Errors
    /// If the store cannot be read, or was written under another master key.
    pub async fn open(store: AnyStore, master: &MasterKey, entropy: Entropy) -> Result<Self, StateError> {
        let admin_store = Self::unread(store, master, entropy);
        admin_store.refresh().await?;
        Ok(admin_store)
    }

    /// The documents as this node knows them.
    #[must_use]
    pub fn documents(&self) -> Arc<Documents> {
        self.documents.load_full()
    }

    /// Returns a draft that shows the result of a change. The draft is not stored.
    #[must_use]
    pub fn draft(&self) -> Draft {
        Draft::of(Documents::clone(&self.documents.load()))
    }

    /// Makes a change durable together with its audit entries; see the module's documentation.
    ///
    /// # Errors
    /// The closure's refusal; or the change is too large, or the store failed. In these cases
    /// nothing was changed.
    pub async fn change<'a, T, E>(
        &self,
        who: impl Into<Author<'a>>,
        now: WallMs,
        change: impl Fn(&mut Draft) -> Result<T, E>,
    ) -> Result<T, ChangeError<E>> {
        let who = who.into();
        // Includes the attempts that failed or whose outcome is unknown. Never contended: an
        // attempt ends before the next one begins.
        let progress = Mutex::new((self.at.lock().await, Vec::new()));
        let transacted = store::transact(&self.store, &self.pool, || async {
            let (at, tried) = &mut *progress.lock().await;
            self.catch_up(at).await?;
            if let Some(changed) = made(tried, &at.ledger) {
                return Ok(Attempt::Settled(changed));
            }
            let mut draft = self.draft();
            let changed = change(&mut draft).map_err(ChangeError::Refused)?;
            let done = draft.done();
            if done.is_empty() {
                return Ok(Attempt::Settled(changed));
            }
            let nonce = u128::from_be_bytes(self.entropy.nonce());
            tried.push((nonce, changed));
            let (write, next) = self.plan(at, done, nonce, (who, now)).await?;
            let expected = at.generation;
            Ok::<_, ChangeError<E>>(Attempt::Commit { expected, write, next })
        });
        match transacted.await? {
            Transacted::Settled(changed) => Ok(changed),
            Transacted::Committed(committed, (after, documents)) => {
                let (mut at, mut tried) = progress.into_inner();
                *at = StoredState {
                    generation: committed.generation,
                    ..after
                };
                self.publish(documents, at.ledger.revision);
                let (_, changed) = tried.pop().expect("the attempt that is made was tried");
                Ok(changed)
            }
        }
    }

    /// Reads the changes of other nodes. Returns whether there were any.
    ///
    /// # Errors
    /// If the store cannot be read; the documents stay as they were.
    pub async fn refresh(&self) -> Result<bool, StateError> {
        self.catch_up(&mut *self.at.lock().await).await
    }

    /// Reads an archived value.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn archived<T: DeserializeOwned>(&self, key: &DocumentKey) -> Result<Option<T>, StateError> {
        let record = key.record(Namespace::Archive);
        let loaded = self.store.load(&self.pool, std::slice::from_ref(&record)).await?;
        let Some(stored) = loaded.records.into_iter().flatten().next() else {
            return Ok(None);
        };
        let DecryptedRecord { json, .. } = self.cipher.decrypt(&record, stored).map_err(damaged)?;
        Ok(Some(documents::decode(&json).map_err(damaged)?.1))
    }

    /// Reads several archived values of one state of the store; `None` if one is missing.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn archived_all<T: DeserializeOwned>(&self, keys: &[DocumentKey]) -> Result<Option<Vec<T>>, StateError> {
        let records: Vec<_> = keys.iter().map(|key| key.record(Namespace::Archive)).collect();
        let loaded = self.store.load(&self.pool, &records).await?;
        let mut values = Vec::new();
        for (record, stored) in records.iter().zip(loaded.records) {
            let Some(stored) = stored else {
                return Ok(None);
            };
            let DecryptedRecord { json, .. } = self.cipher.decrypt(record, stored).map_err(damaged)?;
            values.push(documents::decode(&json).map_err(damaged)?.1);
        }
        Ok(Some(values))
    }

    /// Returns the audit entries before a number that are `wanted`, newest first and at most
    /// `limit`, and the number from which to continue if there can be more. For a reader limited to
    /// one customer, the entries come from that customer's log and from the log of tokens that
    /// reach all customers; otherwise from all logs.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn audit(
        &self,
        reader: Option<&str>,
        before: Option<u64>,
        limit: usize,
        wanted: impl Fn(&Entry) -> bool,
    ) -> Result<(Vec<Entry>, Option<u64>), StateError> {
        /// Entries read at a time.
        const CHUNK: usize = 100;
        let kept = self.kept_entries(reader).await?;
        let asked: Vec<u64> = kept.range(..before.unwrap_or(u64::MAX)).rev().copied().collect();
        let mut found = Vec::new();
        for chunk in asked.chunks(CHUNK) {
            let keys: Vec<_> = chunk.iter().map(|number| audit::record(*number)).collect();
            let loaded = self.store.load(&self.pool, &keys).await?;
            // An entry that was dropped meanwhile is older than the requested ones.
            for (key, stored) in keys.iter().zip(loaded.records) {
                let Some(stored) = stored else { continue };
                let DecryptedRecord { json, .. } = self.cipher.decrypt(key, stored).map_err(damaged)?;
                let entry: Entry = serde_json::from_slice(&json).map_err(damaged)?;
                if wanted(&entry) {
                    let number = entry.number;
                    found.push(entry);
                    if found.len() == limit {
                        let has_more = kept.range(..number).next().is_some();
                        return Ok((found, has_more.then_some(number)));
                    }
                }
            }
        }
        Ok((found, None))
    }

    /// The numbers of the entries that a reader can see.
    async fn kept_entries(&self, reader: Option<&str>) -> Result<BTreeSet<u64>, StateError> {
        let ledger = self.read_ledger().await?.1;
        let mut kept: BTreeSet<u64> = self.load_log(None, &ledger).await?.numbers().collect();
        if reader.is_some() {
            kept.extend(self.load_log(reader, &ledger).await?.numbers());
            return Ok(kept);
        }
        let (_, logs) = self.store.scan(&self.pool, &[Namespace::Log as u8]).await?;
        for (_, stored) in logs {
            kept.extend(retention::decode(&stored).map_err(damaged)?);
        }
        Ok(kept)
    }

    fn publish(&self, mut documents: Documents, revision: u64) {
        documents.1 = revision;
        self.documents.store(Arc::new(documents));
    }
}

fn damaged(error: impl std::fmt::Display) -> StateError {
    StateError::Damaged {
        pool: POOL.to_owned(),
        reason: error.to_string(),
    }
}

/// The result of the attempt that turns out to be in the ledger, if one is.
fn made<T>(tried: &mut Vec<(u128, T)>, ledger: &AdminLedger) -> Option<T> {
    let found = tried.iter().position(|(nonce, _)| ledger.holds(*nonce))?;
    Some(tried.swap_remove(found).1)
}

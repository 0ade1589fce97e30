//! The book: the durable record of everything that was changed through the admin API, and of who changed it.
//!
//! The configuration file is the seed; what the book says wins over it. The book knows three kinds of records, all JSON:
//!
//! | Kind | Where | For |
//! | --- | --- | --- |
//! | *document* | in the memory of every node | what decides something: changed rooms and customers, tokens, heads of lists |
//! | *paper* | in the store alone, read with [`Book::paper`] | what is looked at seldom: old versions |
//! | *audit entry* | in the store alone, read with [`Book::audit`] | who did what ([`Entry`]) |
//!
//! **To change something** call [`Book::change`] with a closure that looks at the [`Draft`], puts and removes documents and papers, and notes what it did:
//!
//! ```ignore
//! let key = Key::new("greeting", &[customer])?;
//! book.change(who, now, |draft| {
//!     let before: Option<Greeting> = draft.documents().get(&key);
//!     draft.put(&key, &Greeting { text: text.clone() });
//!     draft.note(Note::new("change", key.as_str()).field("text", before, after));
//!     Ok::<(), Refused>(())
//! }).await?;
//! ```
//!
//! All of it is one compare-and-set commit: either the documents *and* the audit entries are durable when it returns, or nothing is. When another node was faster
//! the closure runs again on what that left, so it must do nothing but look and put. A handler of the admin API does not call this, but `Edge::change`
//! (`src/edge/admin/change.rs`), which also checks the configuration that the draft comes to and puts it in force.
//!
//! **To follow what others change** call [`Book::refresh`] every [`LOOK_MS`]; it costs one load of a small value while nothing changed. Readers take
//! [`Book::documents`]: no lock, no store.
//!
//! In the store the book is the pool `~book`: its ledger value is the revision and the keys of the last changes (`ledger.rs`), documents lie under `d` and a hash
//! of their key, papers under `p`, entries under `a` and their number. Customers' keys lie there in clear, as they do in the file: whoever may read
//! the store may read them.
//!
//! Not here: what documents mean (`entries.rs` for the configuration's, `token.rs` for tokens, their owners for others), HTTP, and what a change does to running rooms.

mod audit;
mod documents;
mod draft;
mod entries;
mod error;
mod key;
mod ledger;
mod reconcile;
mod token;

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::sync::Arc;

use admission::WallMs;
use arc_swap::ArcSwap;
use serde::de::DeserializeOwned;
use serde_json::Value;
use store::{AnyStore, CommitError, Generation, PoolId, Store, Write};
use tokio::sync::Mutex;

pub use audit::{ENTRIES_MAX, Entry, FieldChange, Note};
pub use documents::{Bound, Documents};
pub use draft::Draft;
pub use entries::{EntryDocument, Stamp};
pub use error::ChangeError;
pub use key::{Key, NoKey};
pub use reconcile::{Difference, Entries, differences, named, settle};
pub use token::{NoToken, Role, TOKEN, TOKENS_MAX, Token, TokenSecret, Wanted};

use crate::clock::Dice;
use crate::room::KeepError;
use draft::Done;
use key::Shelf;
use ledger::Ledger;

/// Nodes look so often whether another changed something, milliseconds: a quarter of what the contract allows.
pub const LOOK_MS: u64 = 250;
/// The pool of the book; no room's pool starts with a tilde.
const POOL: &str = "~book";
/// A conflict or an unknown outcome is tried again so often.
const ATTEMPTS_MAX: u32 = 8;

/// The book of this installation.
#[derive(Debug)]
pub struct Book {
    store: AnyStore,
    pool: PoolId,
    documents: ArcSwap<Documents>,
    /// Where the store was when the documents were read.
    at: Mutex<At>,
}

#[derive(Debug, Default)]
struct At {
    generation: Generation,
    ledger: Ledger,
}

impl Book {
    /// A book that was not read yet.
    #[must_use]
    pub fn unread(store: AnyStore) -> Self {
        Self {
            store,
            pool: PoolId::new(POOL).expect("a fixed name within the alphabet"),
            documents: ArcSwap::default(),
            at: Mutex::default(),
        }
    }

    /// Opens the book on a store.
    ///
    /// # Errors
    /// If it cannot be read.
    pub async fn open(store: AnyStore) -> Result<Self, KeepError> {
        let book = Self::unread(store);
        book.refresh().await?;
        Ok(book)
    }

    /// The documents as this node knows them.
    #[must_use]
    pub fn documents(&self) -> Arc<Documents> {
        self.documents.load_full()
    }

    /// A draft to see what a change would come to. Nothing keeps it.
    #[must_use]
    pub fn draft(&self) -> Draft {
        Draft::of(Documents::clone(&self.documents.load()))
    }

    /// Changes something, durably, and says so in the audit log; see the module.
    ///
    /// # Errors
    /// What the closure refuses; or that it is too large, or the store failed: nothing was changed then.
    pub async fn change<T, E>(
        &self,
        who: &str,
        now: WallMs,
        change: impl Fn(&mut Draft) -> Result<T, E>,
    ) -> Result<T, ChangeError<E>> {
        let mut at = self.at.lock().await;
        let mut attempt = 0;
        loop {
            self.catch_up(&mut at).await?;
            let mut draft = self.draft();
            let changed = change(&mut draft).map_err(ChangeError::Refused)?;
            let done = draft.done();
            if done.is_empty() {
                return Ok(changed);
            }
            let nonce = u128::from_be_bytes(Dice.nonce());
            let ledger = at
                .ledger
                .clone()
                .after(nonce, done.touched.clone(), done.notes.len() as u64);
            let write = write(&ledger, &at.ledger, &done, (who, now)).map_err(ChangeError::Bound)?;
            match self.store.commit(&self.pool, at.generation, write).await {
                Ok(committed) => {
                    *at = At {
                        generation: committed.generation,
                        ledger,
                    };
                    self.publish(done.documents, at.ledger.revision);
                    return Ok(changed);
                }
                Err(CommitError::Unknown { .. }) if self.holds(&mut at, nonce).await? => return Ok(changed),
                Err(CommitError::Conflict { .. } | CommitError::Unknown { .. }) if attempt < ATTEMPTS_MAX => {
                    attempt += 1;
                }
                Err(CommitError::TooLarge(excess)) => return Err(ChangeError::Bound(Bound::Change(excess))),
                Err(error) => return Err(ChangeError::Keep(error.into())),
            }
        }
    }

    /// Reads what other nodes changed; whether there was something.
    ///
    /// # Errors
    /// If the store cannot be read; the documents stay as they were.
    pub async fn refresh(&self) -> Result<bool, KeepError> {
        self.catch_up(&mut *self.at.lock().await).await
    }

    /// A paper.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn paper<T: DeserializeOwned>(&self, key: &Key) -> Result<Option<T>, KeepError> {
        let loaded = self.store.load(&self.pool, &[key.record(Shelf::Paper)]).await?;
        let value = loaded.records.into_iter().flatten().next();
        value
            .map(|value| Ok(documents::decode(&value)?.1))
            .transpose()
            .map_err(damaged)
    }

    /// Entries of the audit log before a number, newest first, as many as `limit` that are `wanted`; with them the number before which to go on, if there may be more.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn audit(
        &self,
        before: Option<u64>,
        limit: usize,
        wanted: impl Fn(&Entry) -> bool,
    ) -> Result<(Vec<Entry>, Option<u64>), KeepError> {
        /// Entries read at once.
        const CHUNK: u64 = 100;
        let next = self.read_ledger().await?.1.next_entry;
        let oldest = next.saturating_sub(ENTRIES_MAX);
        let mut upper = before.unwrap_or(next).min(next);
        let mut found = Vec::new();
        while upper > oldest {
            let lower = upper.saturating_sub(CHUNK).max(oldest);
            let keys: Vec<_> = (lower..upper).rev().map(audit::record).collect();
            let loaded = self.store.load(&self.pool, &keys).await?;
            // One that was dropped meanwhile is older than what is asked for.
            for value in loaded.records.into_iter().flatten() {
                let entry: Entry = serde_json::from_slice(&value).map_err(damaged)?;
                if wanted(&entry) {
                    upper = entry.number;
                    found.push(entry);
                    if found.len() == limit {
                        return Ok((found, (upper > oldest).then_some(upper)));
                    }
                }
            }
            upper = lower;
        }
        Ok((found, None))
    }

    async fn read_ledger(&self) -> Result<(Generation, Ledger), KeepError> {
        let loaded = self.store.load(&self.pool, &[]).await?;
        Ok((loaded.generation, decode_ledger(loaded.ledger.as_deref())?))
    }

    /// Makes the documents those of the store's latest revision.
    async fn catch_up(&self, at: &mut At) -> Result<bool, KeepError> {
        let (generation, ledger) = self.read_ledger().await?;
        if generation == at.generation {
            return Ok(false);
        }
        match ledger.touched_since(at.ledger.revision) {
            Some(touched) => self.load(at, touched).await?,
            None => self.load_all(at).await?,
        }
        Ok(true)
    }

    /// Loads these documents, and the ledger as it is with them.
    async fn load(&self, at: &mut At, touched: BTreeSet<Key>) -> Result<(), KeepError> {
        let keys: Vec<_> = touched.iter().map(|key| key.record(Shelf::Document)).collect();
        let loaded = self.store.load(&self.pool, &keys).await?;
        let ledger = decode_ledger(loaded.ledger.as_deref())?;
        // Something more may have been touched since the ledger was read.
        if ledger
            .touched_since(at.ledger.revision)
            .is_none_or(|all| all != touched)
        {
            return self.load_all(at).await;
        }
        let mut documents = Documents::clone(&self.documents.load());
        for (key, value) in touched.into_iter().zip(loaded.records) {
            match value {
                Some(value) => {
                    _ = documents
                        .0
                        .insert(key, Arc::new(documents::decode(&value).map_err(damaged)?.1))
                }
                None => _ = documents.0.remove(&key),
            }
        }
        *at = At {
            generation: loaded.generation,
            ledger,
        };
        self.publish(documents, at.ledger.revision);
        Ok(())
    }

    async fn load_all(&self, at: &mut At) -> Result<(), KeepError> {
        loop {
            let (generation, ledger) = self.read_ledger().await?;
            let (read_at, records) = self.store.scan(&self.pool, &[Shelf::Document as u8]).await?;
            if read_at != generation {
                continue;
            }
            let decoded = records.iter().map(|(_, value)| documents::decode::<Value>(value));
            let decoded = decoded.map(|found| found.map(|(key, value)| (key, Arc::new(value))));
            let documents = decoded.collect::<Result<_, _>>().map_err(damaged)?;
            *at = At { generation, ledger };
            self.publish(Documents(documents, 0), at.ledger.revision);
            return Ok(());
        }
    }

    /// Whether a change whose outcome is not known was kept; then the book is caught up with it.
    async fn holds(&self, at: &mut At, nonce: u128) -> Result<bool, KeepError> {
        self.catch_up(at).await?;
        Ok(at.ledger.holds(nonce))
    }

    fn publish(&self, mut documents: Documents, revision: u64) {
        documents.1 = revision;
        self.documents.store(Arc::new(documents));
    }
}

/// The one commit of a change.
fn write(ledger: &Ledger, before: &Ledger, done: &Done, (who, now): (&str, WallMs)) -> Result<Write, Bound> {
    let json = |value: &_| serde_json::to_vec(value).expect("a ledger can be written");
    let mut write = Write::new(json(ledger)).recovering(true);
    done.documents.check()?;
    for key in &done.touched {
        let value = done
            .documents
            .0
            .get(key)
            .map(|value| documents::encode(key, value))
            .transpose()?;
        write.records.push((key.record(Shelf::Document), value));
    }
    for (key, value) in &done.papers {
        let value = value.as_ref().map(|value| documents::encode(key, value)).transpose()?;
        write.records.push((key.record(Shelf::Paper), value));
    }
    for (number, note) in (before.next_entry..).zip(&done.notes) {
        let entry = note.clone().entry(number, now, who, ledger.revision);
        write = write.put(
            audit::record(number),
            serde_json::to_vec(&entry).expect("an entry can be written"),
        );
        if let Some(dropped) = number.checked_sub(ENTRIES_MAX) {
            write = write.delete(audit::record(dropped));
        }
    }
    Ok(write)
}

fn decode_ledger(stored: Option<&[u8]>) -> Result<Ledger, KeepError> {
    stored.map_or(Ok(Ledger::default()), |json| {
        serde_json::from_slice(json).map_err(damaged)
    })
}

fn damaged(error: serde_json::Error) -> KeepError {
    KeepError::Damaged {
        pool: POOL.to_owned(),
        reason: error.to_string(),
    }
}

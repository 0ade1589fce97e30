//! Reads the admin store: its ledger, its logs, and the documents that changed.

use std::collections::BTreeSet;
use std::sync::Arc;

use store::{Generation, Store};

use super::cipher::DecryptedRecord;
use super::documents::{self, Documents};
use super::ledger::AdminLedger;
use super::retention::{self, Log};
use super::{AdminStore, DocumentKey, Namespace, POOL, StoredState, damaged};
use crate::rooms::StateError;

impl AdminStore {
    pub(super) async fn load_log(&self, customer: Option<&str>, ledger: &AdminLedger) -> Result<Log, StateError> {
        let loaded = self.store.load(&self.pool, &[retention::record(customer)]).await?;
        let stored = loaded.records.into_iter().flatten().next();
        Log::read(customer, stored.as_deref(), ledger).map_err(damaged)
    }

    pub(super) async fn read_ledger(&self) -> Result<(Generation, AdminLedger), StateError> {
        let loaded = self.store.load(&self.pool, &[]).await?;
        Ok((loaded.generation, self.decode_ledger(loaded.ledger.as_deref())?))
    }

    /// Decodes the ledger of an admin store; refuses one under another master key.
    pub(super) fn decode_ledger(&self, stored: Option<&[u8]>) -> Result<AdminLedger, StateError> {
        let Some(json) = stored else {
            return Ok(AdminLedger::default());
        };
        let ledger: AdminLedger = serde_json::from_slice(json).map_err(damaged)?;
        match ledger.is_under(self.cipher.check()) {
            true => Ok(ledger),
            false => Err(StateError::OtherMasterKey { pool: POOL.to_owned() }),
        }
    }

    /// Updates the documents to the store's latest revision. Returns whether there was a newer one.
    pub(super) async fn catch_up(&self, at: &mut StoredState) -> Result<bool, StateError> {
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

    /// Loads these documents, and the ledger that belongs to them.
    pub(super) async fn load(&self, at: &mut StoredState, touched: BTreeSet<DocumentKey>) -> Result<(), StateError> {
        let keys: Vec<_> = touched.iter().map(|key| key.record(Namespace::Document)).collect();
        let loaded = self.store.load(&self.pool, &keys).await?;
        let ledger = self.decode_ledger(loaded.ledger.as_deref())?;
        // A later change can have touched more documents since the ledger was read.
        if ledger
            .touched_since(at.ledger.revision)
            .is_none_or(|all| all != touched)
        {
            return self.load_all(at).await;
        }
        let mut documents = Documents::clone(&self.documents.load());
        let mut plain = std::mem::take(&mut at.plain);
        for ((key, record), stored) in touched.into_iter().zip(&keys).zip(loaded.records) {
            plain.remove(&key);
            let Some(stored) = stored else {
                documents.0.remove(&key);
                continue;
            };
            let DecryptedRecord { json, was_plain } = self.cipher.decrypt(record, stored).map_err(damaged)?;
            let (_, value) = documents::decode(&json).map_err(damaged)?;
            if was_plain {
                plain.insert(key.clone());
            }
            documents.0.insert(key, Arc::new(value));
        }
        *at = StoredState {
            generation: loaded.generation,
            ledger,
            plain,
        };
        self.publish(documents, at.ledger.revision);
        Ok(())
    }

    pub(super) async fn load_all(&self, at: &mut StoredState) -> Result<(), StateError> {
        loop {
            let (generation, ledger) = self.read_ledger().await?;
            let (read_at, records) = self.store.scan(&self.pool, &[Namespace::Document as u8]).await?;
            if read_at != generation {
                continue;
            }
            let (mut documents, mut plain) = (Documents::default(), BTreeSet::new());
            for (record, stored) in records {
                let DecryptedRecord { json, was_plain } = self.cipher.decrypt(&record, stored).map_err(damaged)?;
                let (key, value) = documents::decode(&json).map_err(damaged)?;
                if was_plain {
                    plain.insert(key.clone());
                }
                documents.0.insert(key, Arc::new(value));
            }
            *at = StoredState {
                generation,
                ledger,
                plain,
            };
            self.publish(documents, at.ledger.revision);
            return Ok(());
        }
    }
}

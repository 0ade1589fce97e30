//! What operators changed through the admin API. It lies in the store, outlives a restart, and wins over the file.
//!
//! One value for all rooms: a JSON object from `customer/room` to the changed fields, committed by compare-and-set like every other ledger.

use std::collections::BTreeMap;

use admission::PerMinute;
use serde::{Deserialize, Serialize};
use store::{AnyStore, CommitError, PoolId, Store, Write};

use super::{KeepError, Settings};
use crate::config;

/// The pool that holds the overrides; no room's pool starts with a tilde.
const POOL: &str = "~overrides";
/// A conflict is tried again so often.
const ATTEMPTS_MAX: u32 = 5;

/// Fields of one room that differ from the file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Override {
    /// Redirects a minute.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_outflow: Option<u32>,
    /// What the operator tells everybody.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

impl Override {
    /// The settings of a room of the file with these changes.
    #[must_use]
    pub fn onto(&self, room: config::Room) -> Settings {
        Settings {
            max_outflow: self.max_outflow.map_or(room.max_outflow, PerMinute),
            message: self.message.clone().filter(|message| !message.is_empty()),
            version: 1,
            room,
        }
    }
}

/// The overrides of all rooms.
#[derive(Debug, Clone)]
pub struct Overrides {
    store: AnyStore,
    pool: PoolId,
}

type Rooms = BTreeMap<String, Override>;

impl Overrides {
    /// Overrides kept in that store.
    #[must_use]
    pub fn new(store: AnyStore) -> Self {
        Self {
            store,
            pool: PoolId::new(POOL).expect("a fixed name within the alphabet"),
        }
    }

    /// All of them, by `customer/room`.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub async fn all(&self) -> Result<Rooms, KeepError> {
        Ok(self.read().await?.1)
    }

    /// Changes one room's fields; returns them all.
    ///
    /// # Errors
    /// If the store cannot be written.
    pub async fn change(&self, room: &str, change: impl Fn(&mut Override)) -> Result<Override, KeepError> {
        let mut attempt = 0;
        loop {
            let (generation, mut rooms) = self.read().await?;
            let changed = rooms.entry(room.to_owned()).or_default();
            change(changed);
            let changed = changed.clone();
            let json = serde_json::to_vec(&rooms).expect("strings and numbers can be written");
            match self.store.commit(&self.pool, generation, Write::new(json)).await {
                Ok(_) => return Ok(changed),
                // Setting fields twice is as good as once, so an unknown outcome may be tried again too.
                Err(CommitError::Conflict { .. } | CommitError::Unknown { .. }) if attempt < ATTEMPTS_MAX => {
                    attempt += 1
                }
                Err(error) => return Err(error.into()),
            }
        }
    }

    async fn read(&self) -> Result<(store::Generation, Rooms), KeepError> {
        let loaded = self.store.load(&self.pool, &[]).await?;
        let rooms = loaded
            .ledger
            .map_or(Ok(Rooms::new()), |json| serde_json::from_slice(&json));
        let damaged = |error: serde_json::Error| KeepError::Damaged {
            pool: POOL.to_owned(),
            reason: error.to_string(),
        };
        Ok((loaded.generation, rooms.map_err(damaged)?))
    }
}

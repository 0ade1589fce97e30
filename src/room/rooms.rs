//! All rooms of this process, found by customer and room id without allocating.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use admission::NodeId;
use protocol::QueueIdCodec;
use store::AnyStore;
use tokio::task::JoinHandle;

use super::overrides::Overrides;
use super::{KeepError, Room};
use crate::clock::{Clock, Dice};
use crate::config::Config;
use crate::draws::Draws;

/// Why the rooms could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenRoomsError {
    /// What operators changed cannot be read.
    #[error("the changes made by the admin API cannot be read: {0}")]
    Overrides(KeepError),
    /// A room's state cannot be read.
    #[error("room {room} cannot be opened: {cause}")]
    Room {
        /// Which one.
        room: String,
        /// Why.
        cause: KeepError,
    },
}

/// All rooms.
#[derive(Debug)]
pub struct Rooms {
    customers: HashMap<Box<str>, HashMap<Box<str>, Arc<Room>>>,
    overrides: Overrides,
    desks: Mutex<Vec<JoinHandle<()>>>,
}

impl Rooms {
    /// Opens every room of a configuration.
    ///
    /// # Errors
    /// If stored state cannot be read.
    pub async fn open(config: &Config, store: AnyStore, clock: &Clock) -> Result<Self, OpenRoomsError> {
        let overrides = Overrides::new(store.clone());
        let changed = overrides.all().await.map_err(OpenRoomsError::Overrides)?;
        let node = NodeId(Dice.node());
        let customers = config
            .customers
            .iter()
            .map(|customer| (customer.id.as_str().into(), HashMap::new()));
        let mut customers: HashMap<Box<str>, HashMap<Box<str>, Arc<Room>>> = customers.collect();
        let mut desks = Vec::new();
        for room in &config.rooms {
            let name = format!("{}/{}", room.customer, room.id);
            let codec = QueueIdCodec::new(&config.server.master_key, &room.customer, &room.id);
            let changed = changed.get(&name).cloned().unwrap_or_default();
            let unopened = |cause| OpenRoomsError::Room {
                room: name.clone(),
                cause,
            };
            let draws = Draws::open(store.clone(), &config.server.master_key, &room.customer, &room.id).await;
            let draws = draws.map_err(unopened)?;
            let opened = Room::open(room.clone(), changed, codec, draws, store.clone(), clock.clone(), node).await;
            let (opened, desk) = opened.map_err(unopened)?;
            desks.push(desk);
            let rooms = customers.entry(room.customer.as_str().into()).or_default();
            rooms.insert(room.id.as_str().into(), Arc::new(opened));
        }
        Ok(Self {
            customers,
            overrides,
            desks: Mutex::new(desks),
        })
    }

    /// Whether a customer exists.
    #[must_use]
    pub fn has_customer(&self, customer: &str) -> bool {
        self.customers.contains_key(customer)
    }

    /// A customer's room.
    #[must_use]
    pub fn get(&self, customer: &str, room: &str) -> Option<&Arc<Room>> {
        self.customers.get(customer)?.get(room)
    }

    /// Every room.
    pub fn all(&self) -> impl Iterator<Item = &Arc<Room>> {
        self.customers.values().flat_map(HashMap::values)
    }

    /// What operators changed.
    #[must_use]
    pub fn overrides(&self) -> &Overrides {
        &self.overrides
    }

    /// Drops the rooms and waits until their desks have finished what they had begun.
    pub async fn close(self, patience: Duration) {
        let desks = std::mem::take(&mut *self.desks.lock().unwrap_or_else(PoisonError::into_inner));
        drop(self);
        // A desk that does not end in time has told nobody anything that is not durable.
        drop(tokio::time::timeout(patience, futures_util::future::join_all(desks)).await);
    }
}

//! All rooms of this process, found by customer and room id without allocating.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use admission::NodeId;
use arc_swap::ArcSwap;
use protocol::{MoveCodeKey, QueueIdCodec, VisitorHasher};
use store::{AnyStore, PoolId, Store};
use tokio::task::JoinHandle;

use super::keeper::Keeper;
use super::opening::{self, Closed};
use super::{KeepError, PoolSettings, Room, records};
use crate::clock::{Clock, Dice};
use crate::config::{self, Config};
use crate::draws::Draws;

/// Why the rooms could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenRoomsError {
    /// The stored pools cannot be looked through.
    #[error("the stored pools cannot be read: {0}")]
    Pools(KeepError),
    /// A room moved to another pool while people wait in it.
    #[error(
        "{waiting} people wait in room {room}, whose places are kept in {from}; it can move to {to} only when it is empty: put it back, and reset it first"
    )]
    Moved {
        /// Which one.
        room: String,
        /// Where its places are.
        from: String,
        /// Where the configuration has it.
        to: String,
        /// People who wait.
        waiting: u64,
    },
    /// A room's state cannot be read.
    #[error("room {room} cannot be opened: {cause}")]
    Room {
        /// Which one.
        room: String,
        /// Why.
        cause: KeepError,
    },
}

/// Rooms by customer and by their own id.
type Customers = HashMap<Box<str>, HashMap<Box<str>, Arc<Room>>>;

/// All rooms.
#[derive(Debug)]
pub struct Rooms {
    customers: ArcSwap<Customers>,
    desks: Mutex<Vec<JoinHandle<()>>>,
}

impl Rooms {
    /// Opens every room of a configuration.
    ///
    /// # Errors
    /// If stored state cannot be read.
    pub async fn open(config: &Config, store: AnyStore, clock: &Clock) -> Result<Self, OpenRoomsError> {
        let node = NodeId(Dice.node());
        let customers = config
            .customers
            .iter()
            .map(|customer| (customer.id.as_str().into(), HashMap::new()));
        let mut customers: Customers = customers.collect();
        let mut desks = Vec::new();
        for ((id, settings), rooms) in pools(config, &store).await? {
            let mut closed = Vec::new();
            for room in rooms {
                closed.push(closed_room(room, config, &store).await?);
            }
            let names: Vec<String> = closed.iter().map(Closed::name).collect();
            let opened = opening::open((id, settings), closed, store.clone(), (clock.clone(), node)).await;
            let (opened, desk) = opened.map_err(|cause| OpenRoomsError::Room {
                room: names.join(", "),
                cause,
            })?;
            desks.push(desk);
            for room in opened {
                let config = room.settings();
                let rooms = customers.entry(config.room.customer.as_str().into()).or_default();
                rooms.insert(config.room.id.as_str().into(), Arc::new(room));
            }
        }
        Ok(Self {
            customers: ArcSwap::from_pointee(customers),
            desks: Mutex::new(desks),
        })
    }

    /// Whether a customer exists.
    #[must_use]
    pub fn has_customer(&self, customer: &str) -> bool {
        self.customers.load().contains_key(customer)
    }

    /// A customer's room.
    #[must_use]
    pub fn get(&self, customer: &str, room: &str) -> Option<Arc<Room>> {
        self.customers.load().get(customer)?.get(room).cloned()
    }

    /// Every room.
    #[must_use]
    pub fn all(&self) -> Vec<Arc<Room>> {
        self.customers
            .load()
            .values()
            .flat_map(HashMap::values)
            .cloned()
            .collect()
    }

    /// Puts the settings of a changed configuration in force.
    pub async fn follow(&self, config: &Config) {
        for configured in &config.rooms {
            let room = self.get(configured.customer.as_str(), configured.id.as_str());
            if let Some(room) = room.filter(|room| room.settings().room != *configured) {
                room.change(configured.clone()).await;
                tracing::info!(room = room.name(), version = configured.version, "settings changed");
            }
        }
    }

    /// Drops the rooms and waits until their desks have finished what they had begun.
    pub async fn close(self, patience: Duration) {
        let desks = std::mem::take(&mut *self.desks.lock().unwrap_or_else(PoisonError::into_inner));
        drop(self);
        // A desk that does not end in time has told nobody anything that is not durable.
        drop(tokio::time::timeout(patience, futures_util::future::join_all(desks)).await);
    }
}

async fn closed_room(room: &config::Room, config: &Config, store: &AnyStore) -> Result<Closed, OpenRoomsError> {
    let name = format!("{}/{}", room.customer, room.id);
    let master = &config.server.master_key;
    let draws = Draws::open(store.clone(), master, &room.customer, &room.id).await;
    Ok(Closed {
        room: room.clone(),
        codec: QueueIdCodec::new(master, &room.customer, &room.id),
        codes: MoveCodeKey::new(master, &room.customer, &room.id),
        visitors: VisitorHasher::new(master, &room.customer, &room.id),
        draws: draws.map_err(|cause| OpenRoomsError::Room { room: name, cause })?,
    })
}

type PoolOf<'a> = ((PoolId, PoolSettings), Vec<&'a config::Room>);

/// The rooms by the pool they share; a room without one is a pool of its own.
async fn pools<'a>(config: &'a Config, store: &AnyStore) -> Result<Vec<PoolOf<'a>>, OpenRoomsError> {
    let mut pools = Vec::new();
    for pool in &config.pools {
        let settings = PoolSettings {
            rate: pool.rate,
            sessions: pool.sessions.map(|sessions| sessions.engine()),
        };
        let shares = |room: &&config::Room| room.share.as_ref().is_some_and(|share| share.pool == pool.id);
        let rooms: Vec<&config::Room> = config.rooms.iter().filter(shares).collect();
        pools.push(((records::shared_pool(&pool.id), settings), rooms));
    }
    for room in config.rooms.iter().filter(|room| room.share.is_none()) {
        let id = records::pool_of(&room.customer, &room.id);
        pools.push(((id, PoolSettings::default()), vec![room]));
    }
    refuse_moves(&pools, store).await?;
    Ok(pools)
}

/// A room changes its pool only when nobody waits in it: places are kept where they were given.
async fn refuse_moves(pools: &[PoolOf<'_>], store: &AnyStore) -> Result<(), OpenRoomsError> {
    let unread = |cause: KeepError| OpenRoomsError::Pools(cause);
    let stored = store.pools().await.map_err(|error| unread(error.into()))?;
    let lines = stored
        .iter()
        .filter(|id| !id.as_str().starts_with('~') || id.as_str().starts_with(records::SHARED));
    for id in lines {
        for (room, waiting) in Keeper::seated(store, id).await.map_err(unread)? {
            let is = |config: &config::Room| format!("{}/{}", config.customer, config.id) == room;
            let now = pools.iter().find(|(_, rooms)| rooms.iter().any(|config| is(config)));
            if let Some(((now, _), _)) = now.filter(|((now, _), _)| now != id && waiting > 0) {
                let (room, from, to) = (room, id.to_string(), now.to_string());
                return Err(OpenRoomsError::Moved {
                    room,
                    from,
                    to,
                    waiting,
                });
            }
        }
    }
    Ok(())
}

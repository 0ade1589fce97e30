//! The registry of all rooms of this process: finds them by customer and room id without
//! allocating, and applies configuration changes to them while they run.
//!
//! A change that a running pool node can apply ([`super::plan`]) is passed to that pool node.
//! Otherwise the pool node first finishes its work and ends, and a new one opens on the stored
//! state. Meanwhile newcomers get the holding page, and visitors in line keep their page and place.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use admission::NodeId;
use arc_swap::ArcSwap;
use protocol::{MasterKey, QueueIdCodec, TransferCodeKey, VisitorHasher};
use store::{AnyStore, PoolId, Store};
use tokio::sync::Mutex;

use super::codes::Codes;
use super::opening::{self, AbandonedLines, RoomToOpen, RunningNode};
use super::plan::{self, PlanSteps, PoolPlan};
use super::shell;
use super::{PoolSettings, Room, RoomState, StateError, records};
use crate::clock::Clock;
use crate::config::{self, Config, RecordingSettings};
use crate::draws::Draws;
use crate::entropy::Entropy;

/// The longest wait for a pool node to end before its successor opens. A pool node that takes
/// longer does no harm: like those of another node, its commits are compare-and-set.
const MAKE_WAY: Duration = Duration::from_secs(5);

/// The reason why the rooms could not be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenRoomsError {
    /// The stored pools cannot be listed or read.
    #[error("the stored pools cannot be read: {0}")]
    Pools(StateError),
    /// A room was moved to another pool while visitors wait in it.
    #[error(
        "{waiting} people wait in room {room}, whose places are kept in {from}; it can move to {to} only when it is empty: put it back, and reset it first"
    )]
    Moved {
        /// The room's name.
        room: String,
        /// The pool that holds its places.
        from: String,
        /// The pool in the configuration.
        to: String,
        /// The number of visitors who wait in the room.
        waiting: u64,
    },
    /// A room's state cannot be read.
    #[error("room {room} cannot be opened: {cause}")]
    Room {
        /// The room's name, or the names of all rooms of its pool.
        room: String,
        /// The cause.
        cause: StateError,
    },
}

impl OpenRoomsError {
    /// Whether the store is unavailable, so that a retry can succeed.
    #[must_use]
    pub fn is_away(&self) -> bool {
        match self {
            Self::Pools(cause) | Self::Room { cause, .. } => cause.is_away(),
            Self::Moved { .. } => false,
        }
    }
}

/// Rooms by customer id and room id. Every poll looks up both: with the few customers and rooms of
/// most installations, a comparison costs less than a hash.
type Customers = BTreeMap<Box<str>, BTreeMap<Box<str>, Arc<Room>>>;

/// All rooms of the process.
#[derive(Debug)]
pub struct Rooms {
    customers: ArcSwap<Customers>,
    pool_nodes: Mutex<PoolNodes>,
    store: AnyStore,
    clock: Clock,
    entropy: Entropy,
    master: MasterKey,
    recordings: Option<RecordingSettings>,
}

/// The running pool nodes.
#[derive(Debug, Default)]
struct PoolNodes {
    by_pool: BTreeMap<PoolId, (PoolPlan, RunningNode)>,
    abandoned: AbandonedLines,
}

impl Rooms {
    /// Creates a registry without rooms.
    #[must_use]
    pub fn new(config: &Config, store: AnyStore, (clock, entropy): (&Clock, &Entropy)) -> Self {
        Self {
            customers: ArcSwap::default(),
            pool_nodes: Mutex::default(),
            store,
            clock: clock.clone(),
            entropy: entropy.fork(),
            master: config.server.master_key.clone(),
            recordings: config.server.recordings.clone(),
        }
    }

    /// Opens every room of a configuration. After an error, a second call opens the remaining
    /// rooms.
    ///
    /// # Errors
    /// If stored state cannot be read, or a room of the configuration file has changed its pool
    /// while visitors wait in it.
    pub async fn begin(&self, config: &Config) -> Result<(), OpenRoomsError> {
        refuse_moves(config, &self.store).await?;
        self.follow(config).await
    }

    /// Whether a customer exists.
    #[must_use]
    pub fn has_customer(&self, customer: &str) -> bool {
        self.customers.load().contains_key(customer)
    }

    /// The room of a customer, by id.
    #[must_use]
    pub fn get(&self, customer: &str, room: &str) -> Option<Arc<Room>> {
        self.customers.load().get(customer)?.get(room).cloned()
    }

    /// All rooms, in no particular order.
    #[must_use]
    pub fn all(&self) -> Vec<Arc<Room>> {
        let customers = self.customers.load();
        customers.values().flat_map(BTreeMap::values).cloned().collect()
    }

    /// Returns the running rooms of a customer.
    #[must_use]
    pub fn of_customer(&self, customer: &str) -> Vec<Arc<Room>> {
        let customers = self.customers.load();
        let rooms = customers.get(customer).into_iter().flat_map(BTreeMap::values);
        rooms.cloned().collect()
    }

    /// Changes the running rooms to those of a configuration. After an error, a second call does
    /// the remaining steps.
    ///
    /// # Errors
    /// If stored state cannot be read. Visitors of rooms that could not be opened get the holding
    /// page.
    pub async fn follow(&self, config: &Config) -> Result<(), OpenRoomsError> {
        let mut pool_nodes = self.pool_nodes.lock().await;
        let mut wanted = plan::pools(config);
        let steps = PlanSteps::between(&pool_nodes.running(), &wanted);
        for (id, settings) in steps.retune {
            self.retune(&mut pool_nodes, &id, settings).await;
        }
        for room in steps.change {
            self.change(&mut pool_nodes, room).await;
        }
        for id in steps.close {
            pool_nodes.close(&id).await;
        }
        let mut opened = Vec::new();
        let mut done = Ok(());
        for id in steps.open {
            let plan = wanted.remove(&id).expect("what is to be opened is wanted");
            match self.open_pool(id, plan, &mut pool_nodes).await {
                Ok(rooms) => opened.extend(rooms),
                Err(error) => done = Err(error),
            }
        }
        self.publish(config, opened);
        done
    }

    /// Describes each room whose waiting visitors would lose their places under a configuration:
    /// rooms that the configuration lacks (unless `forced`), and rooms that it moves to another
    /// pool.
    #[must_use]
    pub fn describe_lost_places(&self, config: &Config, forced: bool) -> Vec<String> {
        let after: HashMap<String, PoolId> = config
            .rooms
            .iter()
            .map(|room| (room.full_name(), plan::pool_of(room)))
            .collect();
        let states: Vec<RoomState> = self.all().into_iter().map(RoomState::load).collect();
        let left = states.iter().filter_map(|state| {
            let (room, waiting) = (state.room(), state.waiting());
            let reason = match after.get(room.name()) {
                _ if waiting == 0 => return None,
                None if forced => return None,
                None => "end it, or delete it with force=true",
                Some(pool) if *pool == plan::pool_of(&state.settings) => return None,
                Some(_) => "a room can change its pool only when it is empty: reset it first",
            };
            Some(format!("{waiting} people wait in room {}: {reason}", room.name()))
        });
        let left = left.collect::<Vec<_>>();
        match forced {
            true => left,
            false => left.into_iter().chain(describe_lost_groups(config, &states)).collect(),
        }
    }

    /// Whether a pool node has ended by itself, so that [`Self::follow`] must run.
    pub async fn is_due(&self) -> bool {
        self.pool_nodes
            .lock()
            .await
            .by_pool
            .values()
            .any(|(_, pool_node)| pool_node.is_finished())
    }

    /// Drops the rooms and waits, at most `patience`, until their pool nodes have finished their
    /// work.
    pub async fn close(self, patience: Duration) {
        let Self {
            customers, pool_nodes, ..
        } = self;
        drop(customers);
        let pool_nodes = pool_nodes
            .into_inner()
            .by_pool
            .into_values()
            .map(|(_, pool_node)| pool_node.ended());
        let ended: Vec<_> = pool_nodes.collect();
        // A pool node that does not end in time has published nothing that is not durable.
        drop(tokio::time::timeout(patience, futures_util::future::join_all(ended)).await);
    }

    async fn change(&self, pool_nodes: &mut PoolNodes, room: config::RoomDefinition) {
        let name = room.full_name();
        let plan = pool_nodes.by_pool.get_mut(&plan::pool_of(&room)).map(|(plan, _)| plan);
        let running = self.get(room.customer.as_str(), room.id.as_str());
        if let Some((plan, running)) = plan.zip(running) {
            tracing::info!(room = %name, version = room.version, "settings changed");
            plan.rooms.insert(name, room.clone());
            running.change(room).await;
        }
    }

    async fn retune(&self, pool_nodes: &mut PoolNodes, id: &PoolId, settings: PoolSettings) {
        let Some((plan, pool_node)) = pool_nodes.by_pool.get_mut(id) else {
            return;
        };
        tracing::info!(pool = %id, "settings changed");
        plan.settings = settings;
        pool_node.retune(settings);
        let mut rooms = plan.rooms.values();
        if let Some(room) = rooms.find_map(|room| self.get(room.customer.as_str(), room.id.as_str())) {
            room.tick().await;
        }
    }

    async fn open_pool(
        &self,
        id: PoolId,
        plan: PoolPlan,
        pool_nodes: &mut PoolNodes,
    ) -> Result<Vec<Room>, OpenRoomsError> {
        let names = || plan.rooms.keys().cloned().collect::<Vec<_>>().join(", ");
        let failed = |cause| OpenRoomsError::Room { room: names(), cause };
        let mut closed = Vec::new();
        for room in plan.rooms.values() {
            closed.push(self.closed_room(&id, room).await.map_err(failed)?);
        }
        // For the ledger, each pool node is a separate node: the ledger identifies batches by node
        // and number.
        let node = NodeId(self.entropy.node());
        let ground = (self.store.clone(), self.clock.clone(), self.entropy.fork(), node);
        let (abandoned, recordings) = (&mut pool_nodes.abandoned, self.recordings.as_ref());
        let pool = (id.clone(), plan.settings);
        let opened = opening::open(pool, closed, (abandoned, recordings), ground).await;
        let (rooms, pool_node) = opened.map_err(failed)?;
        pool_nodes.by_pool.insert(id, (plan, pool_node));
        Ok(rooms)
    }

    async fn closed_room(&self, pool: &PoolId, room: &config::RoomDefinition) -> Result<RoomToOpen, StateError> {
        let (master, customer, id) = (&self.master, &room.customer, &room.id);
        // Places of another pool have numbers of their own.
        let running = self
            .get(customer.as_str(), id.as_str())
            .filter(|running| running.shared.pool_store.1 == *pool);
        let lanes = running.iter().flat_map(|room| room.all_lanes());
        let before = lanes.map(|lane| lane.shared.line.clone()).collect();
        Ok(RoomToOpen {
            room: room.clone(),
            codec: QueueIdCodec::new(master, customer, id),
            codes: TransferCodeKey::new(master, customer, id),
            visitors: VisitorHasher::new(master, customer, id),
            draws: Draws::open(self.store.clone(), master, customer, id).await?,
            priority_codes: room.share.as_ref().map(|share| self.priority_codes(&share.pool)),
            before,
        })
    }

    /// The codes of a configured pool's priority groups.
    #[must_use]
    pub fn priority_codes(&self, pool: &str) -> Codes {
        Codes::new((self.store.clone(), self.entropy.fork()), &self.master, pool)
    }

    /// Publishes the rooms of a configuration for requests: both those just opened and those that
    /// already run.
    fn publish(&self, config: &Config, opened: Vec<Room>) {
        let mut opened: HashMap<String, Arc<Room>> = opened
            .into_iter()
            .map(|room| (room.name().to_owned(), Arc::new(room)))
            .collect();
        let named = config.customers.iter();
        let mut customers: Customers = named
            .map(|customer| (customer.id.as_str().into(), BTreeMap::new()))
            .collect();
        for room in &config.rooms {
            let (customer, id) = (room.customer.as_str(), room.id.as_str());
            let found = opened.remove(&room.full_name()).or_else(|| self.get(customer, id));
            if let Some(found) = found {
                let rooms = customers.entry(customer.into()).or_default();
                rooms.insert(id.into(), found);
            }
        }
        self.customers.store(Arc::new(customers));
    }
}

impl PoolNodes {
    /// The pools whose pool nodes run, without those that ended by themselves.
    fn running(&self) -> BTreeMap<PoolId, PoolPlan> {
        let running = self
            .by_pool
            .iter()
            .filter(|(_, (_, pool_node))| !pool_node.is_finished());
        running.map(|(id, (plan, _))| (id.clone(), plan.clone())).collect()
    }

    async fn close(&mut self, id: &PoolId) {
        if let Some((_, pool_node)) = self.by_pool.remove(id) {
            pool_node.close();
            if tokio::time::timeout(MAKE_WAY, pool_node.ended()).await.is_err() {
                tracing::warn!(pool = %id, "a pool node is slow to make way");
            }
        }
    }
}

/// Describes each group whose waiting visitors would lose their places, because a configuration
/// keeps their room and lacks the group.
fn describe_lost_groups(config: &Config, states: &[RoomState]) -> Vec<String> {
    let after: HashMap<String, &config::RoomDefinition> =
        config.rooms.iter().map(|room| (room.full_name(), room)).collect();
    let describe = |state: &RoomState| {
        let room = state.room();
        let keeps = |group: &str| {
            let after = after.get(room.name()).map(|room| room.groups());
            after.is_none_or(|groups| groups.iter().any(|kept| kept.id == group))
        };
        let lanes = room.lanes().iter().filter_map(|lane| {
            let group = lane.group()?;
            let waiting = state.of_group(group)?.snapshot.waiting();
            (waiting > 0 && !keeps(group)).then(|| {
                let room = room.name();
                format!(
                    "{waiting} people wait in group {group} of room {room}: a group can go only when nobody waits in it; end or reset the room first"
                )
            })
        });
        lanes.collect::<Vec<_>>()
    };
    states.iter().flat_map(describe).collect()
}

/// Refuses a configuration file that moves a room to another pool while visitors wait in the room,
/// since places stay in the pool that gave them. Rooms changed by the admin API (version above 1)
/// are not checked: the API moved them while nobody waited, and a visitor who entered in that
/// moment has to enter again.
async fn refuse_moves(config: &Config, store: &AnyStore) -> Result<(), OpenRoomsError> {
    let unread = |cause: StateError| OpenRoomsError::Pools(cause);
    let stored = store.pools().await.map_err(|error| unread(error.into()))?;
    let lines = stored
        .iter()
        .filter(|id| !id.as_str().starts_with('~') || id.as_str().starts_with(records::SHARED));
    let of_file = |room: &&config::RoomDefinition| room.version == 1;
    let now: HashMap<String, PoolId> = config
        .rooms
        .iter()
        .filter(of_file)
        .map(|room| (room.full_name(), plan::pool_of(room)))
        .collect();
    for id in lines {
        let replica = shell::read_pool_state(store, id).await.map_err(unread)?;
        for (line, waiting) in replica.waiting() {
            let room = records::parts_of_line_name(&line).0.to_owned();
            if let Some(now) = now.get(&room).filter(|now| *now != id && waiting > 0) {
                let (from, to) = (id.to_string(), now.to_string());
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

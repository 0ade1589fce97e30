//! A waiting room at run time: its settings, its published snapshot, and the pool node that commits
//! for it.

pub mod codes;
mod command;
mod ended_codes;
mod ended_vouchers;
mod further_place;
mod gc;
pub mod invites;
mod lanes;
mod opening;
mod order_pass;
mod plan;
mod price;
mod registry;
mod sessions;
mod shell;
mod state;
mod ticket;
mod transfer;

use std::sync::Arc;

use ::node::Command;
use ::node::settings::PoolSettings;
use ::node::shared_line::SharedLine;
use ::node::{place, records};
use admission::autotune::Evidence;
use admission::lifecycle::TransitionRefused;
use admission::pool::{LineIndex, PoolRoom};
use admission::presence::Channel;
use admission::share::Weight;
use admission::{Control, Grant, Now, Number, RoomConfig, WallMs};
use arc_swap::ArcSwap;
use protocol::{QueueId, TransferCodeKey, VisitorHasher};
use store::{AnyStore, PoolId};
use tokio::sync::{mpsc, oneshot};

pub use ::node::answer::{Possession, TurnReply, Unserved};
pub use ::node::error::StateError;
pub use ::node::grants::{GrantLog, Granted, LOG_MS};
pub use ::node::place::{Place, PlaceLookup};
pub use ::node::presence::aside::{HOLD_MS_MAX, TurnHold};
pub use ::node::published::Published;
pub use ::node::settings::{PoolFigures, Stock, TunedRate};
pub use further_place::{FurtherPlaces, TokenVoucher};
pub use registry::{OpenRoomsError, Rooms};
pub use sessions::{SessionKey, SessionStatus, StoredSession};
pub use state::RoomState;
pub use ticket::{EntryTicket, Joined, SpentCredential};
pub use transfer::{LINK_BYTES_MAX, TransferredPlace};

use crate::clock::Clock;
use crate::config::RoomDefinition;
use crate::draws::Draws;
use codes::Codes;
use command::{RoomCommand, unserved};
use further_place::TokenMemory;
use invites::Invites;
use price::SlowedNewcomers;

/// The settings of a room in the form that its pool node uses.
impl RoomDefinition {
    /// The part of the settings that the engine needs.
    #[must_use]
    pub fn engine(&self) -> RoomConfig {
        let life = &self.life;
        RoomConfig {
            redirects_max: self.redirects_max,
            schedule: life.schedule,
            opening: life.opening,
            visibility: life.visibility,
            number_valid_ms: life.number_valid_ms,
            fairness_ms: life.fairness_ms,
            capacity: self.capacity,
            price: self.price.engine,
            leases: self.leases,
            ..RoomConfig::new(self.max_outflow)
        }
    }

    /// The share of a lane in the room's outflow, by its group; that of ordinary visitors is 1.
    fn lane_weight(&self, group: Option<&str>) -> Weight {
        let groups = self.groups().iter();
        let mut own = groups.filter(|own| Some(own.id.as_str()) == group);
        own.next().map(|own| own.weight).unwrap_or_default()
    }

    /// The room in its pool.
    fn pool_room(&self) -> PoolRoom {
        let share = self.share.as_ref();
        PoolRoom {
            config: self.engine(),
            weight: share.map(|share| share.weight).unwrap_or_default(),
            minimum: share.map(|share| share.minimum).unwrap_or_default(),
        }
    }
}

/// One line of a room: that of ordinary visitors, which is lane 0, or that of a priority group.
#[derive(Debug)]
struct RoomInner {
    line: Arc<SharedLine>,
    /// The id of the lane's group; `None` for lane 0.
    group: Option<String>,
    clock: Clock,
    /// Shared by the room's lanes.
    settings: Arc<ArcSwap<RoomDefinition>>,
    published: ArcSwap<Published>,
    codes: TransferCodeKey,
    visitors: VisitorHasher,
    invites: Arc<Invites>,
    /// The codes of the pool's priority groups; `None` for a room without a shared pool.
    priority_codes: Option<Arc<Codes>>,
    further: TokenMemory<Place>,
    /// Tokens whose visitors had no session here, and when this was determined, in monotonic
    /// milliseconds.
    outside: TokenMemory<u64>,
    draws: Arc<Draws>,
    slowed: SlowedNewcomers,
    /// The store and the pool that hold the room's side records.
    pool_store: (AnyStore, PoolId),
}

/// A waiting room, or one lane of it, among the [`Room::lanes`] of the room.
#[derive(Debug)]
pub struct Room {
    shared: Arc<RoomInner>,
    node: mpsc::Sender<(LineIndex, RoomCommand)>,
    line: LineIndex,
    /// The lanes of the room's priority groups.
    lanes: Vec<Room>,
}

impl RoomInner {
    fn now(&self, published: &Published) -> Now {
        let (wall, monotonic_ms) = self.clock.wall_and_monotonic_ms();
        Now {
            flow: published.flow.now(monotonic_ms),
            wall,
        }
    }
}

impl Room {
    /// The room's name, `customer/room`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.shared.line.name
    }

    /// The settings in force.
    #[must_use]
    pub fn settings(&self) -> Arc<RoomDefinition> {
        self.shared.settings.load_full()
    }

    /// The room as of its last commit.
    #[must_use]
    pub fn published(&self) -> arc_swap::Guard<Arc<Published>> {
        self.shared.published.load()
    }

    /// The published documents of the room's draws.
    #[must_use]
    pub fn draws(&self) -> &Draws {
        &self.shared.draws
    }

    /// The list of invited visitors.
    #[must_use]
    pub fn invites(&self) -> &Invites {
        &self.shared.invites
    }

    /// Asks the pool node whether it is the turn of the place with this number; see
    /// [`RoomState::turn`].
    async fn turn(&self, (place, number): (&Place, Number), possession: Possession, channel: Channel) -> TurnReply {
        let Some(lane) = self.lane_of(place) else {
            return TurnReply::Unknown;
        };
        let (reply, answer) = oneshot::channel();
        let ask = Command::Turn {
            place: *place,
            number,
            possession,
            channel,
            reply,
        };
        match lane.node.try_send((lane.line, ask)) {
            Ok(()) => answer.await.unwrap_or(TurnReply::NOT_YET),
            Err(_) => TurnReply::NOT_YET,
        }
    }

    /// Logs a grant that this node possibly does not know; see [`RoomState::recall_grant`].
    fn recall_grant(&self, (place, number): (&Place, Number), (granted_at, now): (WallMs, WallMs)) {
        let grant = Grant {
            number,
            granted_at,
            unseen: false,
        };
        if let Some(lane) = self.lane_of(place) {
            let granted = Granted::new(grant, place.run, &place.queue_id);
            lane.shared.line.log_grants(std::iter::once(granted), now);
        }
    }

    /// Waits until this node has read the stored state.
    ///
    /// # Errors
    /// If the store is unavailable or too many requests wait.
    pub(super) async fn catch_up(&self) -> Result<(), Unserved> {
        let (reply, answer) = oneshot::channel();
        self.node
            .try_send((self.line, Command::Behind(reply)))
            .map_err(unserved)?;
        answer.await.map_err(|_| Unserved::Away)?
    }

    /// Lets the visitor of the place with this number step aside; see [`RoomState::step_aside`].
    async fn step_aside(&self, (place, number): (&Place, Number), until: WallMs) -> Result<(), Unserved> {
        let lane = self.lane_of(place).ok_or(Unserved::Away)?;
        let (reply, answer) = oneshot::channel();
        let ask = Command::StepAside {
            place: *place,
            number,
            until,
            reply,
        };
        lane.node.try_send((lane.line, ask)).map_err(unserved)?;
        answer.await.map_err(|_| Unserved::Away)?
    }

    /// Gives up a place for good.
    ///
    /// # Errors
    /// If the store is unavailable or too many requests wait.
    pub async fn cancel(&self, place: &Place) -> Result<(), Unserved> {
        let lane = self.lane_of(place).ok_or(Unserved::Away)?;
        let (reply, answer) = oneshot::channel();
        lane.node
            .try_send((lane.line, Command::Cancel(*place, reply)))
            .map_err(unserved)?;
        answer.await.map_err(|_| Unserved::Away)?
    }

    /// Carries out an operator's action. The inner result is an error if the room refused the
    /// action.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn control(&self, control: Control) -> Result<Result<(), TransitionRefused>, Unserved> {
        let (reply, answer) = oneshot::channel();
        self.node
            .send((self.line, Command::Control(control, reply)))
            .await
            .map_err(|_| Unserved::Away)?;
        answer.await.map_err(|_| Unserved::Away)?
    }

    /// Puts changed settings in force. They take effect with the next commit, which follows at
    /// once.
    pub async fn change(&self, room: RoomDefinition) {
        self.shared.settings.store(Arc::new(room));
        self.tick().await;
    }

    /// Makes the pool node check its clock and settings now, and waits until it has.
    pub async fn tick(&self) {
        let (reply, answer) = oneshot::channel();
        if self.node.send((self.line, Command::Tick(reply))).await.is_ok() {
            // A pool node that has ended has nothing to check.
            drop(answer.await);
        }
    }

    /// Reports how long pages of the site took. Never waits; the reports count within seconds if
    /// the room's pool has autotune, unless the node is overloaded or the store is unavailable.
    pub fn report_pages(&self, timings: Evidence) {
        // A few lost reports make no difference.
        _ = self.node.try_send((self.line, Command::PageTimings(timings)));
    }

    /// The grants given at `since` or later, within the last [`LOG_MS`].
    #[must_use]
    pub fn grants_since(&self, since: WallMs) -> Vec<Granted> {
        // The log drops old entries only when the next grant is added.
        let oldest = WallMs(self.shared.clock.wall().0.saturating_sub(LOG_MS));
        self.shared.line.log().since(since.max(oldest))
    }

    /// A hash of a queue id for logs.
    #[must_use]
    pub fn log_hash(&self, queue_id: &QueueId) -> protocol::queue_id::LogHash {
        self.shared.line.codec.log_hash(queue_id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn beyond_the_limit_of_waiting_commands_callers_are_told_to_retry() {
        let (node, _commands) = mpsc::channel(shell::COMMANDS_MAX);
        for _ in 0..shell::COMMANDS_MAX {
            node.try_send(()).expect("there is room");
        }
        assert_eq!(node.try_send(()).map_err(unserved), Err(Unserved::Busy));
    }
}

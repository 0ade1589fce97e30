//! A waiting room at run time: its settings, its published snapshot, and the desk that commits for it.

mod desk;
mod grants;
mod held;
mod keeper;
pub mod overrides;
mod place;
mod records;
mod rooms;

use std::sync::{Arc, Mutex, PoisonError};

use admission::config::TOKEN_VALIDITY_MS;
use admission::lifecycle::Refused;
use admission::marks::Mark;
use admission::presence::{Channel, Seen};
use admission::snapshot::Asking;
use admission::{
    Control, FlowClock, Grant, NodeId, Now, Number, PerMinute, RoomConfig, Run, Sequence, Snapshot, Standing, WallMs,
};
use arc_swap::ArcSwap;
use protocol::{QueueId, QueueIdCodec};
use store::AnyStore;
use tokio::sync::{mpsc, oneshot};

pub use desk::Arrived;
pub use grants::{GrantLog, Granted, LOG_MS};
pub use keeper::KeepError;
pub use place::{Known, Named};
pub use rooms::{OpenRoomsError, Rooms};

use crate::clock::Clock;
use crate::config;
use crate::draws::Draws;
use desk::{ASKS_MAX, Ask, Desk};
use keeper::Keeper;
use overrides::Override;

/// Why the desk did not serve somebody now.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Unserved {
    /// The store is away.
    #[error("the store does not answer; try again in a moment")]
    Away,
    /// More ask than the desk can take.
    #[error("too many ask at once; try again in a moment")]
    Busy,
    /// Nobody gets a place now: the room is idle, disabled or over.
    #[error("the room gives no places now")]
    NotOpen,
}

impl<T> From<mpsc::error::TrySendError<T>> for Unserved {
    fn from(error: mpsc::error::TrySendError<T>) -> Self {
        match error {
            mpsc::error::TrySendError::Full(_) => Self::Busy,
            mpsc::error::TrySendError::Closed(_) => Self::Away,
        }
    }
}

/// Answer to somebody first in line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnReply {
    /// Go, with a token stamped at the grant.
    Go(Grant),
    /// Ask again.
    NotYet,
    /// The place was cancelled.
    Cancelled,
    /// The place was redirected as often as the room allows.
    LimitReached,
    /// The number was reached so long ago that it is not good any more.
    Expired,
    /// No such place.
    Unknown,
}

/// A room's settings now: the file's, with what the operator changed since.
#[derive(Debug, Clone)]
pub struct Settings {
    /// From the file.
    pub room: config::Room,
    /// Redirects a minute.
    pub max_outflow: PerMinute,
    /// What the operator tells everybody.
    pub message: Option<String>,
    /// Rises with every change.
    pub version: u64,
}

impl Settings {
    /// What the engine has to know of them.
    #[must_use]
    pub fn engine(&self) -> RoomConfig {
        let life = &self.room.life;
        RoomConfig {
            redirects_max: self.room.redirects_max,
            schedule: life.schedule,
            opening: life.opening,
            visibility: life.visibility,
            number_valid_ms: life.number_valid_ms,
            fairness_ms: life.fairness_ms,
            ..RoomConfig::new(self.max_outflow)
        }
    }
}

/// What readers see.
#[derive(Debug)]
pub struct Published {
    /// The room as of its last commit.
    pub snapshot: Snapshot,
    /// Flow time.
    pub flow: FlowClock,
    /// People first in line and heard lately.
    pub front: u64,
    /// The last commit failed.
    pub store_away: bool,
}

#[derive(Debug)]
struct Shared {
    name: String,
    clock: Clock,
    settings: ArcSwap<Settings>,
    published: ArcSwap<Published>,
    grants: Mutex<GrantLog>,
    codec: QueueIdCodec,
    draws: Draws,
}

/// A waiting room.
#[derive(Debug)]
pub struct Room {
    shared: Arc<Shared>,
    desk: mpsc::Sender<Ask>,
}

impl Shared {
    /// The grant that a claim repeats, if its token still holds.
    fn repeat_of(&self, run: Run, number: Number, wall: WallMs) -> Option<Grant> {
        let last = self.log().last(run, number);
        last.filter(|grant| wall.0 < grant.granted_at.0 + TOKEN_VALIDITY_MS)
    }

    fn log_grants(&self, grants: &[Granted], wall: WallMs) {
        let mut log = self.log();
        log.forget(wall);
        grants.iter().for_each(|granted| log.push(*granted));
    }

    fn log(&self) -> std::sync::MutexGuard<'_, GrantLog> {
        self.grants.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Room {
    /// Opens a room on its stored state and starts its desk, which runs until the room is dropped.
    ///
    /// # Errors
    /// If the stored state cannot be read.
    pub async fn open(
        room: config::Room,
        changed: Override,
        codec: QueueIdCodec,
        draws: Draws,
        store: AnyStore,
        clock: Clock,
        node: NodeId,
    ) -> Result<(Self, tokio::task::JoinHandle<()>), KeepError> {
        let pool = records::pool_of(&room.customer, &room.id);
        let name = format!("{}/{}", room.customer, room.id);
        let settings = changed.onto(room);
        let config = settings.engine();
        let (keeper, logged) = Keeper::open(store, pool, &config, clock.wall()).await?;
        let mut grants = GrantLog::default();
        logged.into_iter().for_each(|granted| grants.push(granted));
        let flow = FlowClock::new(keeper.state.ledger.flow, clock.monotonic_ms());
        let seen = everybody_just_heard(&keeper, flow.now(clock.monotonic_ms()));
        let snapshot = Snapshot::new(&keeper.state, seen);
        let published = Published {
            snapshot,
            flow,
            front: 0,
            store_away: false,
        };
        let shared = Arc::new(Shared {
            name,
            clock,
            settings: ArcSwap::from_pointee(settings),
            published: ArcSwap::from_pointee(published),
            grants: Mutex::new(grants),
            codec,
            draws,
        });
        let (desk, asks) = mpsc::channel(ASKS_MAX);
        let task = tokio::spawn(Desk::new(shared.clone(), keeper, asks, node).run());
        Ok((Self { shared, desk }, task))
    }

    /// `customer/room`.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.shared.name
    }

    /// The settings now.
    #[must_use]
    pub fn settings(&self) -> Arc<Settings> {
        self.shared.settings.load_full()
    }

    /// The room as of its last commit.
    #[must_use]
    pub fn published(&self) -> arc_swap::Guard<Arc<Published>> {
        self.shared.published.load()
    }

    /// The papers of the room's draws.
    #[must_use]
    pub fn draws(&self) -> &Draws {
        &self.shared.draws
    }

    /// Where a place stands, as far as this node knows; the visitor counts as heard.
    #[must_use]
    pub fn standing(&self, known: &Known, jitter: u16, stretch_percent: u16) -> Standing {
        let published = self.published();
        if published.snapshot.run() != known.run {
            return Standing::Unknown;
        }
        let now = Now {
            flow: published.flow.now(self.shared.clock.monotonic_ms()),
            wall: self.shared.clock.wall(),
        };
        let asking = Asking {
            sequence: known.sequence,
            since: known.since,
            now,
            cut_off: self.shared.settings.load().room.life.schedule.cut_off(),
            jitter,
            stretch_percent,
        };
        let standing = published.snapshot.standing(&asking);
        let waits = matches!(
            standing,
            Standing::Unnumbered(_) | Standing::InLine(_) | Standing::FirstInLine(_)
        );
        if waits {
            published.snapshot.seen().hear(known.sequence, now.flow);
        }
        standing
    }

    /// Gives a newcomer a place, durable when this returns; also whether it passes at once, unseen.
    ///
    /// # Errors
    /// If the store is away, too many wait, or nobody gets a place now.
    pub async fn arrive(&self) -> Result<(Known, Option<Grant>), Unserved> {
        let (reply, answer) = oneshot::channel();
        self.desk.try_send(Ask::Arrive(reply))?;
        let arrived = answer.await.map_err(|_| Unserved::Away)??;
        let grant = arrived.unseen.then_some(Grant {
            number: Number(arrived.sequence.0),
            granted_at: arrived.at,
            unseen: true,
        });
        Ok((self.shared.name_place(&arrived), grant))
    }

    /// Asks whether it is somebody's turn; may wait up to a poll interval for a permit.
    pub async fn turn(&self, known: &Known, channel: Channel) -> TurnReply {
        let Some(number) = self.number(known) else {
            return TurnReply::Unknown;
        };
        let (reply, answer) = oneshot::channel();
        let ask = Ask::Turn {
            known: *known,
            number,
            channel,
            reply,
        };
        match self.desk.try_send(ask) {
            Ok(()) => answer.await.unwrap_or(TurnReply::NotYet),
            Err(_) => TurnReply::NotYet,
        }
    }

    /// Gives a place up for good.
    ///
    /// # Errors
    /// If the store is away or too many wait.
    pub async fn cancel(&self, known: &Known) -> Result<(), Unserved> {
        let (reply, answer) = oneshot::channel();
        self.desk.try_send(Ask::Cancel(*known, reply))?;
        answer.await.map_err(|_| Unserved::Away)?
    }

    /// Carries out an operator's action, or says why the room refuses it.
    ///
    /// # Errors
    /// If the store is away or too many wait.
    pub async fn control(&self, control: Control) -> Result<Result<(), Refused>, Unserved> {
        let (reply, answer) = oneshot::channel();
        self.desk
            .send(Ask::Control(control, reply))
            .await
            .map_err(|_| Unserved::Away)?;
        answer.await.map_err(|_| Unserved::Away)?
    }

    /// Puts changed settings in force; they act with the next commit, which follows at once.
    pub async fn change(&self, changed: &Override) {
        let current = self.settings();
        let mut next = changed.onto(current.room.clone());
        next.version = current.version + 1;
        self.shared.settings.store(Arc::new(next));
        self.look().await;
    }

    /// Makes the desk look at its clock and settings now.
    pub async fn look(&self) {
        let (reply, answer) = oneshot::channel();
        if self.desk.send(Ask::Look(reply)).await.is_ok() {
            // A desk that ended has nothing to look at.
            drop(answer.await);
        }
    }

    /// Grants given at `since` or later, of the last ten minutes.
    #[must_use]
    pub fn grants_since(&self, since: WallMs) -> Vec<Granted> {
        // The log forgets with the next grant only.
        let oldest = WallMs(self.shared.clock.wall().0.saturating_sub(LOG_MS));
        self.shared.log().since(since.max(oldest))
    }

    /// A hash of a queue id for logs.
    #[must_use]
    pub fn log_hash(&self, queue_id: &QueueId) -> protocol::queue_id::LogHash {
        self.shared.codec.log_hash(queue_id)
    }
}

/// After a start everybody still in line is taken as just heard.
fn everybody_just_heard(keeper: &Keeper, now: admission::FlowMs) -> Seen {
    let mut seen = Seen::default();
    let next = keeper.state.ledger.next;
    seen.grow(next);
    let snapshot = Snapshot::new(&keeper.state, Seen::default());
    (0..next.0)
        .map(Sequence)
        .filter(|sequence| !snapshot.has(*sequence, Mark::Uncounted))
        .for_each(|sequence| seen.hear(sequence, now));
    seen
}

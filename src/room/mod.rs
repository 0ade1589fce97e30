//! A waiting room at run time: its settings, its published snapshot, and the desk that commits for it.

mod desk;
mod grants;
mod held;
mod keeper;
pub mod overrides;
mod records;
mod rooms;

use std::sync::{Arc, Mutex, PoisonError};

use admission::presence::{Channel, Seen};
use admission::snapshot::Asking;
use admission::{
    Control, FlowClock, Grant, NodeId, Number, PerMinute, RoomConfig, Sequence, Snapshot, Standing, WallMs,
};
use arc_swap::ArcSwap;
use protocol::{Place, QueueId, QueueIdCodec};
use store::AnyStore;
use tokio::sync::{mpsc, oneshot};

pub use desk::Arrived;
pub use grants::{GrantLog, Granted, LOG_MS};
pub use keeper::KeepError;
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
}

/// A waiting room.
#[derive(Debug)]
pub struct Room {
    shared: Arc<Shared>,
    codec: QueueIdCodec,
    desk: mpsc::Sender<Ask>,
    draws: Option<Draws>,
}

/// A place that a queue id names, in this room and run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
    /// The id.
    pub queue_id: QueueId,
    /// Order of service.
    pub number: Number,
    /// When it was given.
    pub since: WallMs,
}

impl Shared {
    fn repeat_of(&self, number: Number, wall: WallMs) -> Option<Grant> {
        let granted_at = self.log().last(number)?;
        desk::repeated(number, granted_at, wall)
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
        store: AnyStore,
        clock: Clock,
        node: NodeId,
    ) -> Result<(Self, tokio::task::JoinHandle<()>), KeepError> {
        let pool = records::pool_of(&room.customer, &room.id);
        let name = format!("{}/{}", room.customer, room.id);
        let settings = changed.onto(room);
        let config = RoomConfig {
            max_outflow: settings.max_outflow,
            redirects_max: settings.room.redirects_max,
        };
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
        });
        let (desk, asks) = mpsc::channel(ASKS_MAX);
        let task = tokio::spawn(Desk::new(shared.clone(), keeper, asks, node).run());
        let draws = None;
        Ok((
            Self {
                shared,
                codec,
                desk,
                draws,
            },
            task,
        ))
    }

    /// The room with the papers of its draws.
    #[must_use]
    pub fn with_draws(mut self, draws: Draws) -> Self {
        self.draws = Some(draws);
        self
    }

    /// The papers of its draws, if it can have any.
    #[must_use]
    pub fn draws(&self) -> Option<&Draws> {
        self.draws.as_ref()
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

    /// The place that a queue id names: ours, of this run, not from the future, and known.
    #[must_use]
    pub fn open_id(&self, queue_id: QueueId) -> Option<Known> {
        let place = self.codec.open(&queue_id)?;
        let published = self.published();
        let ledger = published.snapshot.ledger();
        let seconds = self
            .shared
            .clock
            .wall()
            .seconds()
            .saturating_sub(ledger.run_began.seconds());
        let now_seconds = u32::try_from(seconds).unwrap_or(u32::MAX);
        let ours = place.run == ledger.run.0
            && place.sequence < ledger.next.0
            && place.issued_by(now_seconds, protocol::queue_id::CLOCK_TOLERANCE_SECONDS);
        let since = given_at(ledger.run_began, place.seconds);
        ours.then_some(Known {
            queue_id,
            number: Number(place.sequence),
            since,
        })
    }

    /// Where a place stands, as far as this node knows; the visitor counts as heard.
    #[must_use]
    pub fn standing(&self, known: &Known, jitter: u16, stretch_percent: u16) -> Standing {
        let published = self.published();
        let now = published.flow.now(self.shared.clock.monotonic_ms());
        let asking = Asking {
            number: known.number,
            since: known.since,
            now,
            jitter,
            stretch_percent,
        };
        let standing = published.snapshot.standing(&asking);
        if matches!(standing, Standing::InLine(_) | Standing::FirstInLine(_)) {
            published.snapshot.seen().hear(known.number, now);
        }
        standing
    }

    /// Gives a newcomer a place, durable when this returns.
    ///
    /// # Errors
    /// If the store is away or too many wait.
    pub async fn arrive(&self) -> Result<Known, Unserved> {
        let (reply, answer) = oneshot::channel();
        self.desk.try_send(Ask::Arrive(reply))?;
        let arrived = answer.await.map_err(|_| Unserved::Away)??;
        Ok(self.name_place(arrived))
    }

    fn name_place(&self, arrived: Arrived) -> Known {
        let published = self.published();
        let ledger = published.snapshot.ledger();
        let seconds = arrived.at.seconds().saturating_sub(ledger.run_began.seconds());
        let Sequence(sequence) = arrived.sequence;
        let seconds = u32::try_from(seconds)
            .unwrap_or(u32::MAX)
            .min(protocol::queue_id::SECONDS_END - 1);
        let place = Place {
            run: ledger.run.0,
            lane: 0,
            holder: 0,
            sequence,
            seconds,
        };
        let queue_id = self
            .codec
            .seal(place)
            .expect("a run ends before its sequence needs more than 36 bits");
        Known {
            queue_id,
            number: Number(sequence),
            since: given_at(ledger.run_began, seconds),
        }
    }

    /// Asks whether it is somebody's turn; may wait up to a poll interval for a permit.
    pub async fn turn(&self, known: &Known, channel: Channel) -> TurnReply {
        let (reply, answer) = oneshot::channel();
        let ask = Ask::Turn {
            number: known.number,
            queue_id: known.queue_id,
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
    pub async fn cancel(&self, number: Number) -> Result<(), Unserved> {
        let (reply, answer) = oneshot::channel();
        self.desk.try_send(Ask::Cancel(number, reply))?;
        answer.await.map_err(|_| Unserved::Away)?
    }

    /// Carries out an operator's action. An action that finds the room as it wants it is no error.
    ///
    /// # Errors
    /// If the store is away or too many wait.
    pub async fn control(&self, control: Control) -> Result<(), Unserved> {
        let (reply, answer) = oneshot::channel();
        self.desk
            .send(Ask::Control(control, reply))
            .await
            .map_err(|_| Unserved::Away)?;
        answer.await.map_err(|_| Unserved::Away)?.map(|_already_so| ())
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
        self.codec.log_hash(queue_id)
    }
}

/// When a place was given, from the seconds in its id: whole seconds on both sides, so never later than it really was.
fn given_at(run_began: WallMs, seconds: u32) -> WallMs {
    WallMs((run_began.seconds() + u64::from(seconds)) * 1_000)
}

/// After a start everybody still in line is taken as just heard.
fn everybody_just_heard(keeper: &Keeper, now: admission::FlowMs) -> Seen {
    let mut seen = Seen::default();
    let next = Number(keeper.state.ledger.next.0);
    seen.grow(next);
    let counted = |number: &Number| !keeper.state.marks.has(*number, admission::marks::Mark::Uncounted);
    (0..next.0)
        .map(Number)
        .filter(counted)
        .for_each(|number| seen.hear(number, now));
    seen
}

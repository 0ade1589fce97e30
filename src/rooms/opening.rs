//! Opens rooms on their stored state: one pool at a time, with one pool node for all its rooms.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use admission::pool::LineIndex;
use admission::presence::LastSeen;
use admission::{FlowClock, FlowMs, NodeId, RoomConfig, Snapshot, State};
use arc_swap::ArcSwap;
use protocol::{MoveCodeKey, QueueIdCodec, VisitorHasher};
use store::{AnyStore, PoolId, Store};
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinHandle;

use super::further_place::FurtherPlaces;
use super::grants::GrantLog;
use super::invites::Invites;
use super::node::{COMMANDS_MAX, PoolNode};
use super::replica::{KeepError, Replica};
use super::sessions::memory::SessionMemory;
use super::{PoolSettings, Published, Room, RoomInner, Settings, gc, place};
use crate::clock::Clock;
use crate::config;
use crate::draws::Draws;
use crate::entropy::Entropy;

/// A room about to be opened.
pub(super) struct RoomToOpen {
    pub(super) room: config::RoomDefinition,
    pub(super) codec: QueueIdCodec,
    pub(super) codes: MoveCodeKey,
    pub(super) visitors: VisitorHasher,
    pub(super) draws: Draws,
}

/// A running pool node.
#[derive(Debug)]
pub(super) struct RunningNode {
    task: JoinHandle<()>,
    forgetting: CompanionTask,
    closing: Arc<Notify>,
}

/// A task that is aborted together with the pool node beside it, because the task holds the store.
#[derive(Debug)]
struct CompanionTask(JoinHandle<()>);

impl Drop for CompanionTask {
    fn drop(&mut self) {
        self.0.abort();
    }
}

impl RunningNode {
    /// Asks the pool node to finish what it has begun and end.
    pub(super) fn close(&self) {
        self.closing.notify_one();
    }

    /// Waits until the pool node has ended.
    pub(super) async fn ended(mut self) {
        self.forgetting.0.abort();
        // The panic was reported when it happened.
        drop(self.task.await);
        drop((&mut self.forgetting.0).await);
    }

    /// Whether the pool node has ended.
    pub(super) fn is_finished(&self) -> bool {
        self.task.is_finished()
    }
}

/// Opens a pool's rooms on its stored state and starts its pool node, which runs until all rooms
/// are dropped or it is closed.
///
/// # Errors
/// If the stored state cannot be read.
pub(super) async fn open(
    (id, pool): (PoolId, PoolSettings),
    rooms: Vec<RoomToOpen>,
    (store, clock, entropy, node): (AnyStore, Clock, Entropy, NodeId),
) -> Result<(Vec<Room>, RunningNode), KeepError> {
    let mut rooms: BTreeMap<String, (RoomToOpen, Settings)> = rooms
        .into_iter()
        .map(|closed| {
            let settings = Settings {
                room: closed.room.clone(),
            };
            (closed.room.full_name(), (closed, settings))
        })
        .collect();
    let engine = rooms
        .iter()
        .map(|(name, (_, settings))| (name.clone(), settings.engine()));
    let engine: BTreeMap<String, RoomConfig> = engine.collect();
    let (replica, logged) = Replica::open(store.clone(), id.clone(), &engine, clock.wall()).await?;
    let (commands, asks) = mpsc::channel(COMMANDS_MAX);
    let flow = FlowClock::new(replica.state.flow(), clock.monotonic_ms());
    let (mut opened, mut seats) = (Vec::new(), Vec::new());
    for (at, name) in (0..).map(LineIndex).zip(replica.seats()) {
        let Some((closed, settings)) = rooms.remove(name) else {
            tracing::warn!(room = %name, "the room is no longer configured; its places are kept in case it is configured again");
            seats.push(None);
            continue;
        };
        let mut grants = GrantLog::default();
        let own = logged.iter().filter(|(line, _)| *line == at);
        own.for_each(|(_, granted)| grants.push(*granted));
        let state = replica.line(at);
        let seen = everybody_just_heard(state, flow.now(clock.monotonic_ms()), store.is_shared());
        let shared = Arc::new(RoomInner {
            name: name.clone(),
            clock: clock.clone(),
            settings: ArcSwap::from_pointee(settings),
            published: ArcSwap::from_pointee(Published {
                snapshot: Snapshot::new(state, seen),
                flow,
                front: 0,
                sessions: replica.state.ledger.sessions(),
                tuned: pool.tuned(&replica.state.ledger),
                store_away: false,
            }),
            grants: Mutex::new(grants),
            sessions: pool
                .sessions
                .map(|sessions| SessionMemory::new(&sessions, state.ledger.run)),
            codec: closed.codec,
            codes: closed.codes,
            further: FurtherPlaces::default(),
            invites: Invites::new(
                (store.clone(), entropy.fork()),
                closed.visitors.clone(),
                &closed.room.customer,
                &closed.room.id,
            ),
            visitors: closed.visitors,
            kept: (store.clone(), id.clone()),
            draws: closed.draws,
        });
        seats.push(Some(shared.clone()));
        opened.push(Room {
            shared,
            node: commands.clone(),
            line: at,
        });
    }
    let closing = Arc::new(Notify::new());
    let task =
        tokio::spawn(PoolNode::new((pool, clock.clone(), entropy, node), replica, seats, asks).run(closing.clone()));
    let forgetting = CompanionTask(tokio::spawn(gc::run_gc(store, id, clock)));
    Ok((
        opened,
        RunningNode {
            task,
            forgetting,
            closing,
        },
    ))
}

/// Records everybody still in line as just heard, since nothing is known about presence after a
/// start.
fn everybody_just_heard(state: &State, now: FlowMs, shared: bool) -> LastSeen {
    let mut seen = if shared {
        LastSeen::among_nodes()
    } else {
        LastSeen::default()
    };
    seen.grow(state.ledger.next);
    let snapshot = Snapshot::new(state, LastSeen::default());
    place::counted(&snapshot).for_each(|sequence| seen.learn(sequence, now, now));
    seen
}

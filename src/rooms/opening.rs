//! Opens rooms on their stored state: one pool at a time, with one pool node for all its rooms.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use ::node::PoolNode;
use ::node::effect::RandomSource;
use ::node::observer::Observer;
use ::node::replica::{CommitNews, Replica};
use ::node::session_memory::SessionMemory;
use ::node::settings::{LineSettings, NodeSettings};
use admission::occupancy::SessionsConfig;
use admission::pool::LineIndex;
use admission::pool::config::LANES_MAX;
use admission::{NodeId, RoomConfig, Run};
use arc_swap::ArcSwap;
use incident::{EventRecorder, HandleNumbering, NodeOpening, RecordingKeys};
use protocol::{QueueIdCodec, TransferCodeKey, VisitorHasher};
use store::{AnyStore, PoolId};
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinHandle;

use super::codes::Codes;
use super::command::RoomCommand;
use super::further_place::TokenMemory;
use super::invites::Invites;
use super::price::SlowedNewcomers;
use super::shell::{self, COMMANDS_MAX, NodeShell, NumberedCallers, Recording, SettingsWatch};
use super::{PoolSettings, Published, Room, RoomInner, SharedLine, StateError, gc, records};
use crate::clock::Clock;
use crate::config::{RecordingSettings, RoomDefinition};
use crate::draws::Draws;
use crate::entropy::Entropy;

/// A room about to be opened.
pub(super) struct RoomToOpen {
    pub(super) room: RoomDefinition,
    pub(super) codec: QueueIdCodec,
    pub(super) codes: TransferCodeKey,
    pub(super) visitors: VisitorHasher,
    pub(super) draws: Draws,
    pub(super) priority_codes: Option<Codes>,
    /// The lines before this opening, as another pool node of the same pool ran them.
    pub(super) before: Vec<Arc<SharedLine>>,
}

/// The lines of rooms and groups that are no longer configured and are already logged: each is
/// logged once, and only if visitors wait in it, because pool nodes are often replaced.
#[derive(Debug, Default)]
pub(super) struct AbandonedLines(BTreeSet<String>);

impl AbandonedLines {
    /// Records that a line is not configured. Returns whether this should be logged.
    fn note(&mut self, line: &str, waiting: u64) -> bool {
        waiting > 0 && self.0.insert(line.to_owned())
    }

    /// Records that a line is configured.
    fn forget(&mut self, line: &str) {
        self.0.remove(line);
    }
}

/// The values that the lanes of a room have in common.
struct CommonParts {
    settings: Arc<ArcSwap<RoomDefinition>>,
    codec: QueueIdCodec,
    codes: TransferCodeKey,
    visitors: VisitorHasher,
    invites: Arc<Invites>,
    priority_codes: Option<Arc<Codes>>,
    draws: Arc<Draws>,
    before: Vec<Arc<SharedLine>>,
}

impl CommonParts {
    fn new(closed: RoomToOpen, (store, entropy): (&AnyStore, &Entropy)) -> Self {
        let visitors = closed.visitors;
        let ids = (&closed.room.customer, &closed.room.id);
        let invites = Invites::new((store.clone(), entropy.fork()), visitors.clone(), ids.0, ids.1);
        Self {
            invites: Arc::new(invites),
            priority_codes: closed.priority_codes.map(Arc::new),
            settings: Arc::new(ArcSwap::from_pointee(closed.room)),
            codec: closed.codec,
            codes: closed.codes,
            visitors,
            draws: Arc::new(closed.draws),
            before: closed.before,
        }
    }

    /// The lines that the room needs, by name: its own, and one for each group.
    fn needed_lines(&self, name: &str) -> Vec<(String, RoomConfig)> {
        let settings = self.settings.load();
        let groups = settings.groups().iter();
        let lanes = groups.map(|group| records::lane_line_name(name, &group.id));
        let names = std::iter::once(name.to_owned()).chain(lanes);
        names.map(|name| (name, settings.engine())).collect()
    }

    /// The memory of the sessions of a lane, with those that were known before.
    fn sessions(&self, lane: u8, config: &SessionsConfig, run: Run) -> SessionMemory {
        let sessions = SessionMemory::new(config, run);
        let before = self.before.iter().find(|line| line.lane == lane);
        if let Some(before) = before.and_then(|line| line.sessions.as_ref()) {
            sessions.inherit(before);
        }
        sessions
    }

    /// Whether the room has such a group; every room has a lane of its own, `None`.
    fn has(&self, group: Option<&str>) -> bool {
        let settings = self.settings.load();
        group.is_none_or(|id| settings.groups().iter().any(|group| group.id == id))
    }
}

/// A running pool node.
#[derive(Debug)]
pub(super) struct RunningNode {
    task: JoinHandle<()>,
    forgetting: CompanionTask,
    closing: Arc<Notify>,
    settings: Arc<ArcSwap<PoolSettings>>,
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
    /// Starts a pool node, and the removal of its pool's old records.
    fn start(shell: NodeShell, settings: Arc<ArcSwap<PoolSettings>>) -> Self {
        let ((store, id), clock) = (shell.pool_store.clone(), shell.clock.clone());
        let closing = Arc::new(Notify::new());
        let task = tokio::spawn(shell.run(closing.clone()));
        let forgetting = CompanionTask(tokio::spawn(gc::run_gc(store, id, clock)));
        Self {
            task,
            forgetting,
            closing,
            settings,
        }
    }

    /// Asks the pool node to finish its work and end.
    pub(super) fn close(&self) {
        self.closing.notify_one();
    }

    /// Puts changed settings in force with the pool node's next tick.
    pub(super) fn retune(&self, settings: PoolSettings) {
        self.settings.store(Arc::new(settings));
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

/// The name, the lane and the codec of a line, for a recording.
fn recorded_line(line: &SharedLine) -> (String, u8, QueueIdCodec) {
    (line.name.clone(), line.lane, line.codec.clone())
}

/// A line that is about to be opened.
struct OpeningLine<'a> {
    line: Arc<SharedLine>,
    group: Option<String>,
    room: &'a CommonParts,
}

impl OpeningLine<'_> {
    fn settings(&self) -> LineSettings {
        shell::line_settings(&self.room.settings.load(), self.group.as_deref())
    }

    /// Returns the opened line, which shows this commit first.
    fn opened(self, published: Arc<Published>, clock: &Clock, pool_store: &(AnyStore, PoolId)) -> RoomInner {
        let room = self.room;
        RoomInner {
            line: self.line,
            group: self.group,
            clock: clock.clone(),
            settings: room.settings.clone(),
            published: ArcSwap::new(published),
            codes: room.codes.clone(),
            slowed: SlowedNewcomers::default(),
            further: TokenMemory::default(),
            outside: TokenMemory::default(),
            invites: room.invites.clone(),
            priority_codes: room.priority_codes.clone(),
            visitors: room.visitors.clone(),
            pool_store: pool_store.clone(),
            draws: room.draws.clone(),
        }
    }
}

/// The stored state of a pool with every configured line, and the rest that the lines need.
struct OpeningPool<'a> {
    replica: &'a Replica,
    logged: &'a CommitNews,
    sessions: Option<SessionsConfig>,
    observer: Option<Arc<dyn Observer>>,
}

impl OpeningPool<'_> {
    /// Returns the lines by index; `None` for those whose room or group is not configured, and
    /// for those beyond the number of lanes that a room can have.
    fn lines<'r>(
        &self,
        rooms: &'r BTreeMap<String, CommonParts>,
        abandoned: &mut AbandonedLines,
    ) -> Vec<Option<OpeningLine<'r>>> {
        let mut lanes: BTreeMap<String, u8> = BTreeMap::new();
        let mut lines = Vec::new();
        for (at, (line, waiting)) in (0..).map(LineIndex).zip(&self.replica.waiting()) {
            let (name, group) = records::parts_of_line_name(line);
            // A lane keeps its number, which queue ids name, because lines stay in their order.
            let lane = *lanes.entry(name.to_owned()).and_modify(|lane| *lane += 1).or_default();
            let Some(room) = rooms.get(name).filter(|room| room.has(group)) else {
                if abandoned.note(line, *waiting) {
                    tracing::warn!(room = %line, waiting, "the room is no longer configured; its places are kept in case it is configured again");
                }
                lines.push(None);
                continue;
            };
            abandoned.forget(line);
            if usize::from(lane) >= LANES_MAX {
                tracing::error!(room = %name, group, "the room has had too many groups, and its codes do nothing; give the room a new id");
                lines.push(None);
                continue;
            }
            lines.push(Some(OpeningLine {
                line: Arc::new(self.line(at, (name, lane), room)),
                group: group.map(str::to_owned),
                room,
            }));
        }
        lines
    }

    fn line(&self, at: LineIndex, (name, lane): (&str, u8), room: &CommonParts) -> SharedLine {
        let grants = self.logged.grant_log(at);
        let run = self.replica.line(at).ledger.run;
        let sessions = self.sessions.map(|config| room.sessions(lane, &config, run));
        let line = SharedLine::new((name.to_owned(), lane), room.codec.clone(), grants, sessions);
        line.observed(self.observer.clone())
    }
}

/// Returns the rooms of a pool's opened lines, each with the lanes of its groups.
fn rooms_with_lanes(lines: &[Option<Arc<RoomInner>>], commands: &mpsc::Sender<(LineIndex, RoomCommand)>) -> Vec<Room> {
    let mut rooms: BTreeMap<&str, Room> = BTreeMap::new();
    for (at, shared) in (0..).map(LineIndex).zip(lines) {
        let Some(shared) = shared else {
            continue;
        };
        let line = Room {
            shared: shared.clone(),
            node: commands.clone(),
            line: at,
            lanes: Vec::new(),
        };
        // A room's own line comes before those of its groups.
        match rooms.get_mut(shared.line.name.as_str()) {
            None => _ = rooms.insert(&shared.line.name, line),
            Some(room) => room.lanes.push(line),
        }
    }
    rooms.into_values().collect()
}

/// Returns the common parts of each room, by the room's full name.
fn common_parts(rooms: Vec<RoomToOpen>, ground: (&AnyStore, &Entropy)) -> BTreeMap<String, CommonParts> {
    let rooms = rooms.into_iter();
    rooms
        .map(|room| (room.room.full_name(), CommonParts::new(room, ground)))
        .collect()
}

/// Returns the opened lines, each of which shows what the pool node has published.
fn opened_lines(
    lines: Vec<Option<OpeningLine<'_>>>,
    node: &PoolNode<NumberedCallers>,
    clock: &Clock,
    pool_store: &(AnyStore, PoolId),
) -> Vec<Option<Arc<RoomInner>>> {
    let opened = (0..).map(LineIndex).zip(lines).map(|(at, line)| {
        let (line, published) = line.zip(node.published(at))?;
        Some(Arc::new(line.opened(published, clock, pool_store)))
    });
    opened.collect()
}

/// Opens a pool's rooms on its stored state and starts its pool node, which runs until all rooms
/// are dropped or it is closed.
///
/// # Errors
/// If the stored state cannot be read.
pub(super) async fn open(
    (id, pool): (PoolId, PoolSettings),
    rooms: Vec<RoomToOpen>,
    (abandoned, recordings): (&mut AbandonedLines, Option<&RecordingSettings>),
    (store, clock, entropy, node): (AnyStore, Clock, Entropy, NodeId),
) -> Result<(Vec<Room>, RunningNode), StateError> {
    let rooms = common_parts(rooms, (&store, &entropy));
    let engine: BTreeMap<String, RoomConfig> = rooms.iter().flat_map(|(name, room)| room.needed_lines(name)).collect();
    let recorder = recordings.map(|_| EventRecorder::default());
    let observer = recorder.as_ref().map(EventRecorder::observer);
    let mut reads = Vec::new();
    let kept = recorder.is_some().then_some(&mut reads);
    let (mut replica, logged) = shell::read_pool(&store, &id, kept).await?;
    let lines_added_at = clock.wall();
    replica.add_lines(&engine, lines_added_at);
    let opening_lines = OpeningPool {
        replica: &replica,
        logged: &logged,
        sessions: pool.sessions,
        observer: observer.clone(),
    }
    .lines(&rooms, abandoned);
    let settings = NodeSettings {
        pool,
        lines: opening_lines
            .iter()
            .map(|line| Some(line.as_ref()?.settings()))
            .collect(),
    };
    let lines: Vec<_> = opening_lines
        .iter()
        .map(|line| Some(line.as_ref()?.line.clone()))
        .collect();
    let mut entropy = entropy;
    let clocks = shell::clocks(&clock);
    let opening = recorder.is_some().then(|| NodeOpening {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        keys: RecordingKeys {
            stand_in: entropy.seed(),
            hidden: entropy.seed(),
        },
        node,
        store: shell::pool_store(&store, &id),
        rooms: engine,
        settings: settings.clone(),
        lines: lines.iter().map(|line| line.as_deref().map(recorded_line)).collect(),
        reads,
        lines_added_at,
        clocks,
    });
    let make = |random: &mut dyn RandomSource| PoolNode::new((node, settings), replica, lines, clocks, random);
    let (pool_node, recording) = match (recorder, opening, recordings) {
        (Some(recorder), Some(opening), Some(settings)) => {
            let (pool_node, opened) = recorder.open(opening, &mut entropy, make);
            (pool_node, Recording::begin(recorder, settings, &id, opened))
        }
        _ => (make(&mut entropy), None),
    };
    let (commands, asks) = mpsc::channel(COMMANDS_MAX);
    let pool_store = (store, id);
    let opened = opened_lines(opening_lines, &pool_node, &clock, &pool_store);
    let rooms = rooms_with_lanes(&opened, &commands);
    let settings = Arc::new(ArcSwap::from_pointee(pool));
    let shell = NodeShell {
        node: pool_node,
        numbering: observer.map(HandleNumbering::observed).unwrap_or_default(),
        recording,
        settings: SettingsWatch::new(settings.clone(), opened),
        pool_store,
        clock,
        entropy,
        asks,
    };
    Ok((rooms, RunningNode::start(shell, settings)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_who_wait_for_a_removed_room_are_logged_once() {
        let mut abandoned = AbandonedLines::default();
        assert!(!abandoned.note("acme/sale", 0), "nobody waits");
        assert!(abandoned.note("acme/sale", 3));
        assert!(!abandoned.note("acme/sale", 3) && abandoned.note("acme/other", 1));
        abandoned.forget("acme/sale");
        assert!(abandoned.note("acme/sale", 3), "it was configured in between");
    }
}

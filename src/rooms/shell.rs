//! Runs a pool node ([`PoolNode`]): passes commands, replies and the time to it, and carries out
//! its effects, one after another. It makes no decisions.

mod recording;

use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use ::node::answer::AnswerTo;
use ::node::effect::{Clocks, DrawNotWritten, DueDocument, Effect, Event, RandomSource, WrittenDocument};
use ::node::replica::{CommitNews, PoolStore, ReadResult, Replica};
use ::node::settings::{LineSettings, NodeSettings};
use ::node::store_call::{ReadProgress, StoreCall, StoreReply};
use ::node::{PoolNode, error::StateError};
use admission::WallMs;
use admission::pool::LineIndex;
use arc_swap::ArcSwap;
use draw::{AbortReason, BeaconChain};
use incident::{HandleNumbering, Numbered};
use store::{AnyStore, PoolId, Store, make_call};
use tokio::sync::{Notify, mpsc};

use super::command::{Channels, RoomCommand};
use super::{PoolSettings, RoomInner};
use crate::clock::Clock;
use crate::config::RoomDefinition;
use crate::draws::{DrawRefusal, Draws, DrawsError};
use crate::entropy::Entropy;
pub(super) use recording::Recording;

/// The maximum number of commands that wait for the pool node; beyond it, callers get an overload
/// error.
pub(super) const COMMANDS_MAX: usize = 65_536;
/// The maximum number of commands that the pool node accepts at a time.
const TAKEN_MAX: usize = 4_096;

/// The callers of a pool node, with handles that a recording can name.
pub(super) type NumberedCallers = Numbered<Channels>;

/// The calls of a read, with the store's replies.
pub(super) type Reads = Vec<(StoreCall, StoreReply)>;

/// A pool node with everything that carries out its effects.
pub(super) struct NodeShell {
    pub(super) node: PoolNode<NumberedCallers>,
    pub(super) numbering: HandleNumbering,
    pub(super) recording: Option<Recording>,
    pub(super) settings: SettingsWatch,
    pub(super) pool_store: (AnyStore, PoolId),
    pub(super) clock: Clock,
    pub(super) entropy: Entropy,
    pub(super) asks: mpsc::Receiver<(LineIndex, RoomCommand)>,
}

/// The settings of a pool and its rooms, as last passed to the pool node.
pub(super) struct SettingsWatch {
    pool: Arc<ArcSwap<PoolSettings>>,
    /// By line.
    rooms: Vec<Option<Arc<RoomInner>>>,
    sent_pool: Arc<PoolSettings>,
    sent_rooms: Vec<Option<Arc<RoomDefinition>>>,
}

/// A check whether the store answers, which does not block the pool node.
type Probe = Pin<Box<dyn Future<Output = bool> + Send>>;

impl RandomSource for Entropy {
    fn jitter(&mut self) -> u16 {
        Self::jitter(self)
    }

    fn seed(&mut self) -> [u8; 32] {
        Self::seed(self)
    }
}

/// The time now.
pub(super) fn clocks(clock: &Clock) -> Clocks {
    let (wall, monotonic_ms) = clock.wall_and_monotonic_ms();
    Clocks { monotonic_ms, wall }
}

impl SettingsWatch {
    pub(super) fn new(pool: Arc<ArcSwap<PoolSettings>>, rooms: Vec<Option<Arc<RoomInner>>>) -> Self {
        let sent_rooms = rooms.iter().map(|room| Some(room.as_ref()?.settings.load_full()));
        Self {
            sent_pool: pool.load_full(),
            sent_rooms: sent_rooms.collect(),
            pool,
            rooms,
        }
    }

    /// The settings if they have changed.
    fn changed(&mut self) -> Option<NodeSettings> {
        let mut is_new = false;
        let pool = self.pool.load();
        if !Arc::ptr_eq(&pool, &self.sent_pool) {
            (self.sent_pool, is_new) = (pool.clone(), true);
        }
        for (room, sent) in self.rooms.iter().zip(&mut self.sent_rooms) {
            let Some((room, sent)) = room.as_ref().zip(sent.as_mut()) else {
                continue;
            };
            let settings = room.settings.load();
            if !Arc::ptr_eq(&settings, sent) {
                (*sent, is_new) = (settings.clone(), true);
            }
        }
        is_new.then(|| self.node_settings())
    }

    fn node_settings(&self) -> NodeSettings {
        let lines = self.rooms.iter().zip(&self.sent_rooms);
        let lines = lines.map(|(room, settings)| {
            let (room, settings) = room.as_ref().zip(settings.as_ref())?;
            Some(line_settings(settings, room.group.as_deref()))
        });
        NodeSettings {
            pool: *self.sent_pool,
            lines: lines.collect(),
        }
    }

    fn room(&self, line: LineIndex) -> Option<&Arc<RoomInner>> {
        self.rooms.get(usize::from(line.0))?.as_ref()
    }
}

/// The settings of a room's line, by its group.
pub(super) fn line_settings(settings: &RoomDefinition, group: Option<&str>) -> LineSettings {
    LineSettings {
        room: settings.pool_room(),
        weight: settings.lane_weight(group),
    }
}

impl NodeShell {
    /// Runs the pool node until every sender is dropped, or until it is closed, or ends by itself.
    pub(super) async fn run(mut self, closing: Arc<Notify>) {
        self.run_on(closing).await;
        if let Some(recording) = self.recording.take() {
            recording.ended().await;
        }
    }

    async fn run_on(&mut self, closing: Arc<Notify>) {
        let mut asks = Vec::with_capacity(1_024);
        let mut probe = None::<Probe>;
        loop {
            while let Some(effect) = self.node.poll_effect() {
                self.note(&effect);
                if let Effect::Probe { known } = effect {
                    let (store, pool) = self.pool_store.clone();
                    probe = Some(Box::pin(async move { store.load_newer(&pool, known).await.is_ok() }));
                } else if let Some(event) = self.carry_out(effect).await {
                    self.pass_event(event);
                }
            }
            let Some(wake_at_ms) = self.node.wake_at_ms().filter(|_| !self.node.is_over()) else {
                return;
            };
            let nap = Duration::from_millis(wake_at_ms.saturating_sub(self.clock.monotonic_ms()));
            let event = tokio::select! {
                received = self.asks.recv_many(&mut asks, TAKEN_MAX) => match received {
                    0 => Event::Close,
                    _ => {
                        self.gather(&mut asks).await;
                        let numbered = asks.drain(..);
                        let numbered = numbered.map(|(line, ask)| (line, ask.exchange(&mut self.numbering)));
                        Event::Commands(numbered.collect())
                    }
                },
                is_found = answer_of(&mut probe), if probe.is_some() => {
                    probe = None;
                    Event::Probed(is_found)
                }
                () = tokio::time::sleep(nap) => Event::Timer,
                () = closing.notified() => Event::Close,
            };
            self.pass_event(event);
        }
    }

    /// Lets other tasks send their commands first. In a rush the first command wakes the pool node;
    /// after this, it checks its lines once for all commands.
    async fn gather(&mut self, asks: &mut Vec<(LineIndex, RoomCommand)>) {
        tokio::task::yield_now().await;
        while asks.len() < TAKEN_MAX
            && let Ok(ask) = self.asks.try_recv()
        {
            asks.push(ask);
        }
    }

    fn pass_event(&mut self, event: Event<NumberedCallers>) {
        let clocks = clocks(&self.clock);
        if let Some(settings) = self.settings.changed() {
            self.handle(Event::Settings(settings), clocks);
        }
        self.handle(event, clocks);
    }

    fn handle(&mut self, event: Event<NumberedCallers>, clocks: Clocks) {
        let Some(recording) = self.recording.as_mut().filter(|recording| recording.is_on()) else {
            return self.node.handle(event, clocks, &mut self.entropy);
        };
        let entry = recording
            .recorder
            .handle(&mut self.node, event, clocks, &mut self.entropy);
        recording.pass(entry);
    }

    /// Records an effect.
    fn note(&mut self, effect: &Effect<NumberedCallers>) {
        if let Some(recording) = self.recording.as_mut().filter(|recording| recording.is_on()) {
            let entry = recording.recorder.effect(effect);
            recording.pass(entry);
        }
    }

    /// Carries out an effect; returns the call that the pool node waits for.
    async fn carry_out(&self, effect: Effect<NumberedCallers>) -> Option<Event<NumberedCallers>> {
        let (store, pool) = &self.pool_store;
        match effect {
            Effect::Answer(answer) => deliver(answer),
            Effect::Publish(line, published) => {
                let room = self.settings.room(line);
                room.into_iter()
                    .for_each(|room| room.published.store(published.clone()));
            }
            Effect::Call(call) => return Some(Event::Store(make_call(store, pool, call).await)),
            Effect::RequestCommitPriority => store.request_commit_priority(pool).await,
            Effect::WriteDraw { line, document, wall } => {
                let room = self.settings.room(line);
                let written = match room {
                    Some(room) => write_draw(room, document, wall).await,
                    None => Err(DrawNotWritten),
                };
                return Some(Event::DrawWritten(written));
            }
            Effect::AbortDraw { line, run, wall } => {
                let room = self.settings.room(line)?;
                if let Err(error) = room.draws.abort(run, AbortReason::Reset, wall).await {
                    tracing::error!(room = %room.line.name, error = %error, "cannot publish that a draw was aborted");
                }
            }
            Effect::RefreshDraws(line) => {
                let room = self.settings.room(line)?;
                if let Err(error) = room.draws.refresh().await {
                    tracing::warn!(room = %room.line.name, error = %error, "cannot read the published documents of a draw");
                }
            }
            Effect::Probe { .. } => unreachable!("probes are not waited for here"),
        }
        None
    }
}

async fn answer_of(probe: &mut Option<Probe>) -> bool {
    match probe {
        Some(probe) => probe.await,
        None => std::future::pending().await,
    }
}

/// Delivers an answer. A caller that disconnected repeats its request.
fn deliver(answer: AnswerTo<NumberedCallers>) {
    match answer {
        AnswerTo::Arrive(to, result) => drop(to.to.send(result)),
        AnswerTo::Turn(to, reply) => drop(to.to.send(reply)),
        AnswerTo::Done(to, result) => drop(to.to.send(result)),
        AnswerTo::SessionEnd(to, result) => drop(to.to.send(result)),
        AnswerTo::Transfer(to, result) => drop(to.to.send(result)),
        AnswerTo::Control(to, result) => drop(to.to.send(result)),
        AnswerTo::Ticked(to) => drop(to.to.send(())),
    }
}

async fn write_draw(room: &RoomInner, document: DueDocument, wall: WallMs) -> Result<WrittenDocument, DrawNotWritten> {
    let chain = room.settings.load().life.draw_beacon.clone();
    write_document(&room.draws, document, chain.as_ref(), wall)
        .await
        .map_err(|error| {
            if matches!(error, DrawsError::Refused(DrawRefusal::BeaconAwaited)) {
                // The pool node repeats this request; the code that fetches rounds logs why one is
                // missing.
                tracing::debug!(room = %room.line.name, "the draw waits for the beacon's round");
                return DrawNotWritten;
            }
            tracing::error!(room = %room.line.name, error = %error, "cannot write a document of the draw; will retry");
            DrawNotWritten
        })
}

async fn write_document(
    draws: &Draws,
    document: DueDocument,
    chain: Option<&BeaconChain>,
    wall: WallMs,
) -> Result<WrittenDocument, DrawsError> {
    match document {
        DueDocument::Commitment { run, opens, starts } => {
            draws.commit_to(run, opens, starts, chain, wall).await?;
        }
        DueDocument::CutOff { run, population } => {
            let population =
                draw::Population::new(population).expect("a run ends before its sequence needs more than 36 bits");
            draws.cut_off(run, population, wall).await?;
            let (key, _) = draws.key(run).await?;
            return Ok(WrittenDocument::CutOff(*key.as_bytes()));
        }
        DueDocument::Reveal { run } => draws.reveal(run, wall).await?,
    }
    Ok(WrittenDocument::Published)
}

/// Where a pool is stored.
pub(super) fn pool_store(store: &AnyStore, pool: &PoolId) -> PoolStore {
    PoolStore {
        pool: pool.clone(),
        is_shared: store.is_shared(),
        is_remote: store.is_remote(),
    }
}

/// Reads a whole pool, with the grants that are still logged. `reads` receives the calls and
/// replies, for a recording.
///
/// # Errors
/// If the stored state cannot be read.
pub(super) async fn read_pool(
    store: &AnyStore,
    pool: &PoolId,
    reads: Option<&mut Reads>,
) -> Result<(Replica, CommitNews), StateError> {
    let mut replica = Replica::new(pool_store(store, pool));
    let progress = replica.open();
    finish_read(store, pool, (replica, progress), reads).await
}

/// Reads a pool's state without the grants that are still logged.
///
/// # Errors
/// If the stored state cannot be read.
pub(super) async fn read_pool_state(store: &AnyStore, pool: &PoolId) -> Result<Replica, StateError> {
    let mut replica = Replica::new(pool_store(store, pool));
    let progress = replica.open_without_log();
    let (replica, _) = finish_read(store, pool, (replica, progress), None).await?;
    Ok(replica)
}

/// Makes the calls of a read that has begun.
async fn finish_read(
    store: &AnyStore,
    pool: &PoolId,
    (mut replica, mut progress): (Replica, ReadProgress<ReadResult>),
    mut reads: Option<&mut Reads>,
) -> Result<(Replica, CommitNews), StateError> {
    loop {
        match progress {
            ReadProgress::Call(call) => {
                let named = reads.as_ref().map(|_| call.clone());
                let reply = make_call(store, pool, call).await;
                if let Some((reads, call)) = reads.as_mut().zip(named) {
                    reads.push((call, reply.clone()));
                }
                progress = replica.resume(reply);
            }
            ReadProgress::Done(read) => return Ok((replica, read?.unwrap_or_default())),
        }
    }
}

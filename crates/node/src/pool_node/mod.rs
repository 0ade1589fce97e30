//! The pool node: collects the commands of visitors and operators of a pool's rooms, and commits
//! them in batches. The pool node is a state machine: it takes an event and its time, changes its
//! state, and returns the effects to carry out ([`crate::effect`]). It does nothing itself.
//!
//! While one commit is being written, the next batch is collected (group commit): the caller keeps
//! commands until [`PoolNode::takes_commands`]. Nothing is answered before it is durable. Polls of
//! visitors in line read the published snapshot. They come here in two cases only: with a place
//! that this node does not know, and to give up a second place of the same browser. A room that
//! shares its capacity with no other is a pool of its own.
//!
//! Each time it is woken, the pool node looks for silent places, spends its lease if the store is
//! unavailable, follows other nodes' commits ([`follow`]), and then commits until nothing is due. A
//! [`Stage`] names the step at which it waits for a reply. Where other nodes share the store, it
//! limits how often it commits ([`crate::pace`]).

mod answers;
mod collect;
mod commands;
mod commits;
mod follow;
mod line;
mod newcomers;
mod pool_config;
mod silence;
mod simulation_view;
mod stages;
mod transfers;

use std::sync::Arc;

use admission::pool::{self, LineIndex, PoolConfig, PoolStep};
use admission::presence::{EXPECTED_MS, LastSeen};
use admission::{BatchNumber, FlowClock, FlowMs, NodeId, Now, Snapshot, State};
use store_values::Generation;

use crate::answer::{DoneResult, Replies};
use crate::effect::{Clocks, Effect, Outbox, RandomSource};
use crate::heartbeat::Heartbeat;
use crate::pace::{CommitPace, SharingNodes};
use crate::page_timings::PageTimings;
use crate::place;
use crate::presence::Presence;
use crate::published::Published;
use crate::replica::{CommitAttempt, CommitProposal, Replica};
use crate::settings::{NodeSettings, PoolSettings};
use crate::shared_line::SharedLine;
use crate::shown_turns::AtHand;
use collect::Preparation;
use follow::Follow;
use line::{DrawWriting, Line, TickContext, TickReadings, Ticks};
pub use simulation_view::CommitDecisions;

/// The interval at which lines are advanced while visitors wait, even without requests,
/// milliseconds.
const TICK_MS: u64 = 500;
/// The interval at which the pool node looks for silent places, milliseconds.
const SWEEP_MS: u64 = 4_000;
/// The most grants in one commit, so that their record stays below the store's bound for a value.
const GRANTS_MAX: u64 = 2_000;
/// Delay of the next commit after a failed one, milliseconds.
const RETRY_MS: u64 = 400;
/// The most jitter added to that delay, milliseconds, so that many pool nodes do not call a store
/// that is just back in the same moment.
const RETRY_JITTER_MS: u64 = 200;
/// The number of retries of a commit of unknown outcome, before its callers are answered that the
/// store is unavailable.
const UNKNOWN_MAX: u32 = 5;
/// After this many commits in a row, made or not, the pool node takes the commands that arrived in
/// the meantime.
const ROUNDS_MAX: u32 = 64;
/// The interval at which the pool node looks again while a permit is available and claims wait for
/// lower numbers, milliseconds.
const RECHECK_MS: u64 = 50;
/// A permit that lapses within this many milliseconds goes to the lowest open claim, because the
/// pool node may not look again before that.
const LAPSING_MS: u64 = 2 * RECHECK_MS;
/// The shortest sleep of the pool node, milliseconds.
const SLEEP_MS_MIN: u64 = 1;

/// The source of random numbers of an event.
type Random<'a> = &'a mut dyn RandomSource;

/// The event that the pool node waits for.
enum Stage {
    /// Commands, or the time at which something is due.
    Idle,
    /// The store's reply about the places that other nodes heard.
    ReadingPeers,
    /// A probe whether the store is back. Commands are taken in the meantime.
    Probing,
    /// The store's reply about other nodes' commits, and the time of the call.
    Following(Now),
    /// A document of a draw.
    WritingDraws(DrawWriting),
    /// The side records of the next commit.
    Preparing(Box<Preparation>),
    /// The commit under way, with the settings as of which it was planned.
    Committing(Box<CommitAttempt>, PoolSettings),
    /// The store's reply after a commit was overtaken or its outcome is unknown, with the commit's
    /// proposal and time.
    CatchingUp(Box<CommitProposal>, Now),
    /// Nothing: the pool node has ended.
    Over,
}

/// The pool node of a pool.
pub struct PoolNode<R: Replies> {
    clocks: Clocks,
    settings: NodeSettings,
    /// The pool's settings as of this node's last commit.
    committed: PoolSettings,
    replica: Replica,
    node: NodeId,
    last_batch: BatchNumber,
    flow: FlowClock,
    /// By line; `None` for a room that is no longer configured.
    lines: Vec<Option<Line<R>>>,
    timings: PageTimings,
    tick_replies: Vec<R::To<()>>,
    /// Requests that wait for a read of the store, because this node does not know their places.
    read_replies: Vec<R::To<DoneResult>>,
    pace: CommitPace,
    follow: Follow,
    heartbeat: Heartbeat,
    /// Whether this node knows a commit of the pool, with which flow time begins.
    knows_a_commit: bool,
    /// `Some` where other nodes can serve the pool as well.
    presence: Option<Presence>,
    /// Whether a read or a commit failed and no commit was acknowledged since.
    is_store_away: bool,
    /// Commits of unknown outcome in a row.
    unknown: u32,
    /// Nodes that commit to this pool, this one included.
    nodes: u32,
    tick_at_ms: u64,
    /// Like `tick_at_ms`, but commits of other nodes also postpone it.
    quiet_at_ms: u64,
    sweep_at_ms: u64,
    retry_at_ms: u64,
    /// The time from which documents of draws are written again, after one could not be written.
    draw_at_ms: u64,
    /// The time until which this node leaves a recovery to other nodes, if it does.
    left_until_ms: Option<u64>,
    stage: Stage,
    /// Commits in a row, made or not, without a look at commands.
    rounds: u32,
    /// Whether the pool's rooms have changed, so that another pool node has to open it.
    has_other_lines: bool,
    is_closing: bool,
    is_last_commit: bool,
    out: Outbox<R>,
}

impl<R: Replies> PoolNode<R> {
    /// Creates a pool node on a replica that was read and has all lines. `lines`: the
    /// configured lines, by index.
    #[must_use]
    pub fn new(
        (node, settings): (NodeId, NodeSettings),
        replica: Replica,
        lines: Vec<Option<Arc<SharedLine>>>,
        clocks: Clocks,
        random: &mut dyn RandomSource,
    ) -> Self {
        let (now_ms, wall) = (clocks.monotonic_ms, clocks.wall);
        let flow = FlowClock::new(replica.state.flow(), now_ms);
        let recent_commits = replica.recent_commits();
        let oldest = recent_commits.first().map(|seen| seen.flow);
        let reaches_back = oldest.is_some_and(|oldest| replica.state.flow().since(oldest) >= EXPECTED_MS);
        let presence = replica.is_shared().then(|| Presence::new(node));
        let figures = settings.pool.figures(&replica.state.ledger);
        let opened = |(line, shared): (LineIndex, Option<Arc<SharedLine>>)| {
            let shared = shared?;
            let state = replica.line(line);
            let published = Arc::new(Published {
                snapshot: Snapshot::new(
                    state,
                    everybody_just_heard(state, flow.now(now_ms), empty_presence(&replica)),
                ),
                flow,
                at_hand: AtHand::undecided(),
                front: 0,
                pool: figures.clone(),
                store_away: false,
            });
            let ledger = &state.ledger;
            let mut at_node = Line::new(shared.clone(), published, line, ledger.outflow.rate());
            let front = recent_commits.iter().flat_map(|seen| seen.front(line, ledger.run));
            // Visitors who were let through since then are no longer in front.
            let there = front.filter(|news| shared.repeated(ledger.run, news.number, wall).is_none());
            there.for_each(|news| at_node.front.merge_news(&news, flow.now(now_ms)));
            at_node.expect_everybody(state, reaches_back, flow.now(now_ms));
            Some(at_node)
        };
        Self {
            clocks,
            flow,
            lines: (0..).map(LineIndex).zip(lines).map(opened).collect(),
            heartbeat: Heartbeat::from(now_ms, random.jitter()),
            knows_a_commit: replica.generation() != Generation::NONE,
            committed: settings.pool,
            settings,
            replica,
            node,
            last_batch: BatchNumber(0),
            timings: PageTimings::default(),
            tick_replies: Vec::new(),
            read_replies: Vec::new(),
            pace: CommitPace::default(),
            follow: Follow::from(now_ms),
            presence,
            is_store_away: false,
            unknown: 0,
            nodes: 1,
            tick_at_ms: now_ms,
            quiet_at_ms: now_ms,
            sweep_at_ms: now_ms + SWEEP_MS,
            retry_at_ms: now_ms,
            draw_at_ms: now_ms,
            left_until_ms: None,
            stage: Stage::Idle,
            rounds: 0,
            has_other_lines: false,
            is_closing: false,
            is_last_commit: false,
            out: Outbox::default(),
        }
    }

    /// Returns the published values of a line.
    #[must_use]
    pub fn published(&self, line: LineIndex) -> Option<Arc<Published>> {
        let line = self.lines.get(usize::from(line.0))?.as_ref();
        line.map(|line| line.published.clone())
    }

    /// Whether the pool node takes commands now. Otherwise the caller keeps them for the next
    /// batch.
    #[must_use]
    pub fn takes_commands(&self) -> bool {
        matches!(self.stage, Stage::Idle | Stage::Probing)
    }

    /// Whether the pool node has ended. It drops the handles of commands that it has not answered;
    /// their callers ask again.
    #[must_use]
    pub fn is_over(&self) -> bool {
        matches!(self.stage, Stage::Over)
    }

    /// The next effect to be carried out.
    pub fn poll_effect(&mut self) -> Option<Effect<R>> {
        self.out.pop()
    }

    /// The time at which the pool node needs [`Event::Timer`](crate::effect::Event::Timer),
    /// monotonic milliseconds; `None` while it waits for a reply.
    #[must_use]
    pub fn wake_at_ms(&self) -> Option<u64> {
        match self.stage {
            Stage::Idle => Some(self.sleep_until_ms()),
            Stage::Probing => Some(self.slot_look_at_ms()),
            _ => None,
        }
    }

    fn now_ms(&self) -> u64 {
        self.clocks.monotonic_ms
    }

    fn now(&self) -> Now {
        Now {
            flow: self.flow.now(self.clocks.monotonic_ms),
            wall: self.clocks.wall,
        }
    }

    /// Permits that each line can spend now.
    fn entitled(&self, config: &PoolConfig) -> Vec<u64> {
        self.entitled_in(config, 0)
    }

    /// Permits that each line can spend in some milliseconds, if nothing is spent until then.
    fn entitled_in(&self, config: &PoolConfig, ms: u64) -> Vec<u64> {
        if self.lines.len() == 1 {
            // A line without others can spend all permits.
            return vec![u64::MAX];
        }
        let now = self.now();
        let about_to_ask = self
            .lines
            .iter()
            .map(|line| line.as_ref().map_or(0, |line| line.about_to_ask(now)));
        let then = Now {
            flow: now.flow.plus(ms),
            wall: now.wall,
        };
        pool::entitled(&self.replica.state, config, then, &about_to_ask.collect::<Vec<_>>())
    }

    fn tick_context<'a>(&'a self, config: &'a PoolConfig, entitled: &'a [u64]) -> TickContext<'a> {
        self.tick_readings().context(&self.replica.state, config, entitled)
    }

    fn tick_readings(&self) -> TickReadings {
        TickReadings {
            now: self.now(),
            now_ms: self.now_ms(),
            waits_for_store: self.now_ms() < self.retry_at_ms,
            alone: self.nodes < 2,
        }
    }

    /// Calls `act` for every line with the tick's context.
    fn each<T>(
        &mut self,
        config: &PoolConfig,
        mut act: impl FnMut(Option<&mut Line<R>>, &TickContext<'_>, &mut Outbox<R>) -> T,
    ) -> Vec<T> {
        let entitled = self.entitled(config);
        let tick = self.tick_readings().context(&self.replica.state, config, &entitled);
        let lines = self.lines.iter_mut();
        lines.map(|line| act(line.as_mut(), &tick, &mut self.out)).collect()
    }

    /// The earliest time for the next commit, monotonic milliseconds.
    fn open_at_ms(&self) -> u64 {
        let left_until_ms = self.left_until_ms.unwrap_or(0);
        self.retry_at_ms.max(self.pace.next_at_ms()).max(left_until_ms)
    }

    fn is_due(&self, config: &PoolConfig) -> bool {
        self.now_ms() >= self.open_at_ms() && self.has_something(config)
    }

    /// Whether there is something to commit as soon as a commit is allowed.
    fn has_something(&self, config: &PoolConfig) -> bool {
        let entitled = self.entitled(config);
        let tick = self.tick_context(config, &entitled);
        let ticks = Ticks {
            news: tick.readings.now_ms >= self.tick_at_ms,
            line: tick.readings.now_ms >= self.quiet_at_ms,
        };
        // Only a commit can show whether commits succeed again, and nobody is served until a commit
        // recovers the pool.
        self.is_store_away
            || self.committed != self.settings.pool
            || self.replica.is_recovering()
            || self.flush_is_due(&tick)
            || self.replica.needs_flow_commit()
            || self.is_heartbeat_due(tick.readings.now_ms)
            || self.is_commit_awaited(config)
            || tick.readings.now_ms >= self.timings.commit_at_ms()
            || self.lines.iter().flatten().any(|line| line.is_due(&tick, ticks))
    }

    /// The time at which something is due if no command comes, monotonic milliseconds.
    fn sleep_until_ms(&self) -> u64 {
        let config = self.config();
        let tick = self.tick_context(&config, &[]);
        let lines = self.lines.iter().flatten();
        let wake_ms = lines
            .map(|line| line.wake_ms(&tick, (self.tick_at_ms, self.quiet_at_ms)))
            .min();
        let mut wake_ms = wake_ms.unwrap_or(u64::MAX).min(self.sweep_at_ms).max(self.open_at_ms());
        wake_ms = wake_ms.min(self.timings.commit_at_ms().max(self.open_at_ms()));
        if self.has_something(&config) {
            wake_ms = wake_ms.min(self.open_at_ms());
        }
        if self.draw_at_ms > tick.readings.now_ms {
            wake_ms = wake_ms.min(self.draw_at_ms.max(self.retry_at_ms));
        }
        if self.replica.is_shared() {
            wake_ms = wake_ms.min(self.follow_at_ms(&tick));
        }
        wake_ms
            .min(self.lease_wake_ms(&tick))
            .max(tick.readings.now_ms + SLEEP_MS_MIN)
    }

    /// Whether a heartbeat is due. While the store is unavailable, commits are retried anyway.
    fn is_heartbeat_due(&self, now_ms: u64) -> bool {
        self.replica.is_shared() && !self.is_store_away && self.heartbeat.is_due(now_ms)
    }

    /// Whether the other nodes wait for a commit of this node before newcomers can pass ahead of
    /// the pace. A node without requests has committed nothing yet, so the others do not know it.
    fn is_commit_awaited(&self, config: &PoolConfig) -> bool {
        self.replica.is_shared() && self.replica.state.ledger.expects_commit_of(config, self.node)
    }

    /// The number of nodes that share the store, according to the change log.
    fn sharing_nodes(&mut self, now: Now, random: Random<'_>) -> SharingNodes {
        self.nodes = self.replica.nodes(self.node, now);
        SharingNodes {
            nodes: self.nodes,
            jitter: random.jitter(),
        }
    }
}

fn empty_presence(replica: &Replica) -> LastSeen {
    if replica.is_shared() {
        LastSeen::for_several_nodes()
    } else {
        LastSeen::default()
    }
}

/// Records all visitors in line as just heard, because nothing is known about presence after a
/// start.
fn everybody_just_heard(state: &State, now: FlowMs, mut seen: LastSeen) -> LastSeen {
    seen.grow(state.ledger.next);
    let snapshot = Snapshot::new(state, LastSeen::default());
    place::counted(&snapshot).for_each(|sequence| seen.record_poll_at(sequence, now, now));
    seen
}

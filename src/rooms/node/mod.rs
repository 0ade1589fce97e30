//! The pool node: one task per pool that collects the requests of visitors and operators of its
//! rooms, and commits them in batches.
//!
//! While one commit is being written the next batch collects (group commit). Nothing is answered
//! before it is durable. Polls of people in line read the published snapshot and come here in two
//! cases only: with a place that this node does not know, and to give up a second place of the same
//! browser. A room that shares its capacity with no other is a pool of its own.
//!
//! Where other nodes share the store, the pool node follows their commits ([`follow`]) and limits
//! how often it commits itself ([`super::pace`]).

mod answers;
mod collect;
mod commands;
mod follow;
mod heartbeat;
mod line;
mod moves;
mod newcomers;
mod pace;
mod page_timings;
mod seats;
mod silence;

use std::sync::Arc;
use std::time::Duration;

use admission::pool::{self, LineIndex, PoolConfig, PoolStep};
use admission::{BatchNumber, FlowClock, NodeId, Now, Number, Sequence, Step, WallMs};
use arc_swap::ArcSwap;
use pace::{CommitPace, SharingNodes};
use protocol::QueueId;
use tokio::sync::{Notify, mpsc, oneshot};

use super::command::{BehindReply, Command};
use super::place::NewPlace;
use super::presence::Presence;
use super::replica::{CommitProposal, CommitResult, KeepError, Replica};
use super::{PoolSettings, RoomInner};
use crate::clock::Clock;
use crate::entropy::Entropy;
use follow::Follow;
use heartbeat::Heartbeat;
use line::{Line, TickContext, Ticks};
use page_timings::PageTimings;

/// Commands that can wait for the pool node; beyond that, callers are told that the room is
/// overloaded.
pub(super) const COMMANDS_MAX: usize = 65_536;
/// Commands that the pool node takes in at a time.
const TAKEN_MAX: usize = 4_096;
/// The interval at which lines are advanced while people wait, even if nobody asks, milliseconds.
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
/// The number of retries of a commit of unknown outcome, before its callers are told that the store
/// is unavailable.
const UNKNOWN_MAX: u32 = 5;
/// After this many commits in a row, made or not, the pool node takes in the commands that came
/// meanwhile.
const ROUNDS_MAX: u32 = 64;
/// The interval at which the pool node looks again while a permit is available and claims wait for
/// lower numbers, milliseconds.
const RECHECK_MS: u64 = 50;
/// A permit that lapses within this many milliseconds goes to the lowest open claim, because the
/// pool node may not look again before.
const LAPSING_MS: u64 = 2 * RECHECK_MS;
/// The shortest sleep of the pool node, milliseconds.
const NAP_MS_MIN: u64 = 1;

/// The pool node of a pool.
pub(super) struct PoolNode {
    clock: Clock,
    entropy: Entropy,
    pool: Arc<ArcSwap<PoolSettings>>,
    /// The pool's settings as of this node's last commit.
    committed: PoolSettings,
    replica: Replica,
    asks: mpsc::Receiver<(LineIndex, Command)>,
    node: NodeId,
    last_batch: BatchNumber,
    flow: FlowClock,
    /// By seat; `None` for a room that is no longer configured.
    lines: Vec<Option<Line>>,
    timings: PageTimings,
    looks: Vec<oneshot::Sender<()>>,
    /// Requests with places that this node does not know.
    behind: Vec<BehindReply>,
    pace: CommitPace,
    follow: Follow,
    heartbeat: Heartbeat,
    /// `Some` where other nodes can serve the pool as well.
    presence: Option<Presence>,
    /// Whether a read or a commit failed and no commit was acknowledged since.
    away: bool,
    /// Commits of unknown outcome in a row.
    unknown: u32,
    /// Nodes that commit to this pool, this one included.
    nodes: u32,
    tick_at_ms: u64,
    /// Like `tick_at_ms`, but commits of other nodes also postpone it.
    quiet_at_ms: u64,
    sweep_at_ms: u64,
    retry_at_ms: u64,
    /// The time until which this node leaves a recovery to other nodes, if it does.
    left_until_ms: Option<u64>,
    /// Whether the pool has other rooms now, so that another pool node has to open on it.
    over: bool,
}

impl PoolNode {
    pub(super) fn new(
        (pool, clock, entropy, node): (Arc<ArcSwap<PoolSettings>>, Clock, Entropy, NodeId),
        replica: Replica,
        rooms: Vec<Option<Arc<RoomInner>>>,
        asks: mpsc::Receiver<(LineIndex, Command)>,
    ) -> Self {
        let (now_ms, wall) = (clock.monotonic_ms(), clock.wall());
        let flow = FlowClock::new(replica.state.flow(), now_ms);
        let told_before = replica.told_before();
        let presence = replica.is_shared().then(|| Presence::new(replica.kept(), node));
        let seat = |(line, room): (LineIndex, Option<_>)| {
            let ledger = &replica.line(line).ledger;
            let front = told_before.iter().flat_map(|seen| seen.front(line, ledger.run));
            room.map(|shared: Arc<RoomInner>| {
                let mut at_node = Line::new(shared.clone(), line, ledger.outflow.rate());
                // Visitors who have been let through since are no longer in front.
                let there = front.filter(|news| shared.repeat_of(ledger.run, news.number, wall).is_none());
                there.for_each(|news| at_node.front.learn(&news, flow.now(now_ms)));
                at_node
            })
        };
        Self {
            flow,
            lines: (0..).map(LineIndex).zip(rooms).map(seat).collect(),
            heartbeat: Heartbeat::from(now_ms, entropy.jitter()),
            clock,
            entropy,
            committed: **pool.load(),
            pool,
            replica,
            asks,
            node,
            last_batch: BatchNumber(0),
            timings: PageTimings::default(),
            looks: Vec::new(),
            behind: Vec::new(),
            pace: CommitPace::default(),
            follow: Follow::from(now_ms),
            presence,
            away: false,
            unknown: 0,
            nodes: 1,
            tick_at_ms: now_ms,
            quiet_at_ms: now_ms,
            sweep_at_ms: now_ms + SWEEP_MS,
            retry_at_ms: now_ms,
            left_until_ms: None,
            over: false,
        }
    }

    /// Runs until every sender is dropped, or until this pool node has to make way for another.
    /// Commands without an answer are dropped then; their callers ask again.
    pub(super) async fn run(mut self, closing: Arc<Notify>) {
        let mut asks = Vec::with_capacity(1_024);
        while !self.over {
            let nap = self.nap();
            tokio::select! {
                received = self.asks.recv_many(&mut asks, TAKEN_MAX) => if received == 0 { break },
                () = tokio::time::sleep(nap) => {}
                () = closing.notified() => break,
            }
            if !asks.is_empty() {
                self.gather(&mut asks).await;
                self.follow.asked(self.now_ms());
                let config = self.config();
                self.take(&config, asks.drain(..));
            }
            self.tend().await;
        }
        self.report_last_touches().await;
    }

    /// Lets other tasks send their commands first. In a rush the first command wakes the pool node;
    /// this way it checks its lines once for all of them.
    async fn gather(&mut self, asks: &mut Vec<(LineIndex, Command)>) {
        tokio::task::yield_now().await;
        while asks.len() < TAKEN_MAX
            && let Ok(ask) = self.asks.try_recv()
        {
            asks.push(ask);
        }
    }

    fn now_ms(&self) -> u64 {
        self.clock.monotonic_ms()
    }

    fn now(&self) -> Now {
        Now {
            flow: self.flow.now(self.now_ms()),
            wall: self.clock.wall(),
        }
    }

    /// Permits that each line can spend now.
    fn entitled(&self, config: &PoolConfig) -> Vec<u64> {
        if self.lines.len() == 1 {
            // A line without others can spend all permits.
            return vec![u64::MAX];
        }
        let now = self.now();
        let asking = self
            .lines
            .iter()
            .map(|line| line.as_ref().map_or(0, |line| line.about_to_ask(now)));
        pool::entitled(&self.replica.state, config, now, &asking.collect::<Vec<_>>())
    }

    fn tick_context<'a>(&'a self, config: &'a PoolConfig, entitled: &'a [u64]) -> TickContext<'a> {
        tick_context(
            &self.replica,
            (&self.flow, &self.clock),
            (config, entitled),
            (self.retry_at_ms, self.nodes),
        )
    }

    /// Calls `act` for every seat with the tick's context.
    fn each<T>(
        &mut self,
        config: &PoolConfig,
        mut act: impl FnMut(Option<&mut Line>, &TickContext<'_>) -> T,
    ) -> Vec<T> {
        let entitled = self.entitled(config);
        let tick = tick_context(
            &self.replica,
            (&self.flow, &self.clock),
            (config, &entitled),
            (self.retry_at_ms, self.nodes),
        );
        self.lines.iter_mut().map(|line| act(line.as_mut(), &tick)).collect()
    }

    /// Commits what is due, then releases claims that need not wait any longer.
    async fn tend(&mut self) {
        if self.now_ms() >= self.sweep_at_ms {
            self.sweep().await;
        }
        self.look_at_sessions();
        self.lines.iter_mut().flatten().for_each(|line| line.held.forget_gone());
        self.wait_alone().await;
        self.keep_up().await;
        if self.over {
            return;
        }
        self.leave_recovery();
        for _ in 0..ROUNDS_MAX {
            let keys = self.write_draw_documents().await;
            let config = self.config();
            if keys.iter().all(Option::is_none) && !self.is_due(&config) {
                break;
            }
            self.commit(&config, keys).await;
            if self.over {
                return;
            }
        }
        self.spend_leases();
        let config = self.config();
        self.each(&config, |line, tick| {
            line.into_iter().for_each(|line| line.release(tick))
        });
        for tick in self.looks.drain(..) {
            _ = tick.send(());
        }
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
            news: tick.now_ms >= self.tick_at_ms,
            line: tick.now_ms >= self.quiet_at_ms,
        };
        // Only a commit can show whether commits succeed again. And nobody is served until a commit
        // recovers the pool.
        self.away
            || self.committed != self.settings()
            || self.replica.is_recovering()
            || self.flush_is_due(&tick)
            || self.replica.has_untold_flow()
            || self.tells_time(tick.now_ms)
            || tick.now_ms >= self.timings.commit_at_ms()
            || self.lines.iter().flatten().any(|line| line.is_due(&tick, ticks))
    }

    fn nap(&self) -> Duration {
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
        if self.replica.is_shared() {
            wake_ms = wake_ms.min(self.follow_at_ms(&tick));
        }
        wake_ms = wake_ms.min(self.lease_wake_ms(&tick));
        Duration::from_millis(wake_ms.saturating_sub(tick.now_ms).max(NAP_MS_MIN))
    }

    /// Tries to commit the pending requests once. Requests that are not made durable stay pending.
    async fn commit(&mut self, config: &PoolConfig, keys: Vec<Option<[u8; 32]>>) {
        let (now, settings) = (self.now(), self.settings());
        let mut proposal = self.collect(config, keys);
        if let Err(error) = self.load_records(config, &mut proposal).await {
            return self.fail(proposal, &error);
        }
        let lines = &self.lines;
        let name = |line: LineIndex, step: &Step, number| {
            namer(lines.get(usize::from(line.0))?.as_ref()?, step, number, now.wall)
        };
        let attempt = self.replica.plan(config, now, proposal, name);
        match self.replica.commit(attempt).await {
            Ok(CommitResult::Made { attempt, others_wait }) => {
                let company = self.company(now);
                if self.replica.is_paced() {
                    self.pace.committed(self.now_ms(), company, others_wait);
                }
                self.replica.heard(now.flow);
                self.committed = settings;
                self.made(&attempt);
                self.abort_draws(&attempt.proposal.lines, &attempt.step, now.wall).await;
            }
            Ok(CommitResult::Overtaken { proposal, news }) => {
                self.put_back(proposal);
                self.hear(now.flow);
                if self.replica.is_paced() && self.pace.overtaken() {
                    self.replica.ask_for_a_turn().await;
                }
                self.adopt(news).await;
            }
            Ok(CommitResult::Unknown(proposal)) if self.unknown < UNKNOWN_MAX => {
                self.unknown += 1;
                self.put_back(proposal);
            }
            Ok(CommitResult::Unknown(proposal)) => self.fail(proposal, &KeepError::Lost),
            Err((error, proposal)) => {
                self.over = matches!(error, KeepError::Reseated);
                self.fail(proposal, &error);
            }
        }
    }

    /// The number of nodes that share the store, as far as the change log shows.
    fn company(&mut self, now: Now) -> SharingNodes {
        self.nodes = self.replica.nodes(self.node, now);
        SharingNodes {
            nodes: self.nodes,
            jitter: self.entropy.jitter(),
        }
    }
}

fn tick_context<'a>(
    replica: &'a Replica,
    (flow, clock): (&FlowClock, &Clock),
    (config, entitled): (&'a PoolConfig, &'a [u64]),
    (retry_at_ms, nodes): (u64, u32),
) -> TickContext<'a> {
    let now_ms = clock.monotonic_ms();
    TickContext {
        state: &replica.state,
        config,
        entitled,
        now: Now {
            flow: flow.now(now_ms),
            wall: clock.wall(),
        },
        now_ms,
        waits_for_store: now_ms < retry_at_ms,
        alone: nodes < 2,
    }
}

/// Finds the queue id of a grant for the log: that of the open request that the grant answers, that
/// of a grant by lease, or, where a newcomer passes unseen, that of the place just given.
fn namer(line: &Line, step: &Step, number: Number, at: WallMs) -> Option<QueueId> {
    let passed = || {
        let arrived = NewPlace {
            run: step.outcome.run,
            run_began: step.state.ledger.run_began,
            sequence: Sequence(number.0),
            at,
            unseen: true,
        };
        line.shared.name_place(&arrived).queue_id
    };
    let alone = || line.alone.queue_id(number);
    let asking = line.held.known(number).map(|known| known.queue_id);
    Some(asking.or_else(alone).unwrap_or_else(passed))
}

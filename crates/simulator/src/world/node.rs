//! A node with its pool node, which works like the shipped one (`crates/node/`), in virtual time.
//!
//! The pool node collects requests while a commit is in flight, holds the claims that can expect a
//! permit within a poll interval ([`held`]), ticks while people wait, looks for silent places from
//! time to time, and grants by its lease while the store does not answer ([`alone`]).
//!
//! Timers count virtual milliseconds; flow time comes from a monotonic clock that may be slow.

mod alone;
mod held;
mod pool;

use std::collections::{HashMap, VecDeque};

use admission::autotune::Evidence;
use admission::batch::{ARRIVALS_MAX, SILENT_MAX};
use admission::config::TOKEN_VALIDITY_MS;
use admission::marks::Mark;
use admission::occupancy::ReportKind;
use admission::pool::PoolConfig;
use admission::presence::{Channel, Front, FrontContact, LastSeen};
use admission::redirects::repeats;
use admission::serving::COVER_MS;
use admission::voucher::{Vouched, VoucherHash};
use admission::{
    Batch, BatchNumber, Claim, Control, Device, FlowClock, FlowMs, Lease, LeasedGrant, Memory, NodeId, Now, Number,
    PerMinute, Phase, Recovery, Redirects, RoomConfig, Run, Sequence, Snapshot, Step, WallMs,
};
use store::{CommitError, Generation};

use super::ask::{Ask, Asker, Reply};
use super::keeper::Keeper;
use super::visitor::Place;
use held::{Held, WaitingClaim};
pub(crate) use pool::{SiteBatch, SiteCommit};

/// The tick interval while people wait, in milliseconds.
const TICK_MS: u64 = 500;
/// The interval between searches for silent places, in milliseconds.
pub(crate) const SWEEP_MS: u64 = 4_000;
/// Most grants in one commit.
const GRANTS_MAX: u64 = 2_000;
/// The delay before the attempt after a failed commit, in milliseconds.
pub(crate) const RETRY_MS: u64 = 500;
/// The time from the end of the pre-queue until the draw's key is known, in milliseconds: a beacon
/// round must pass.
const DRAWN_AFTER_MS: u64 = 5_000;

/// A commit in flight.
#[derive(Debug)]
pub(crate) struct Commit {
    pub(crate) config: RoomConfig,
    pub(crate) now: Now,
    pub(crate) batch: Batch,
    pub(crate) step: Step,
    pub(crate) site: Option<SiteCommit>,
    pub(crate) attempts: u32,
    pub(crate) answer: Option<Result<Generation, CommitError>>,
}

#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) id: NodeId,
    pub(crate) keeper: Keeper,
    pub(crate) snapshot: Snapshot,
    /// The generation of the published snapshot.
    pub(crate) published: Generation,
    pub(crate) published_at_ms: u64,
    flow: FlowClock,
    slow_ms_a_second: u64,
    last_batch: u64,
    pub(crate) front: Front,
    held: Held,
    /// Grants by this node, for repeating lost replies.
    log: HashMap<Number, WallMs>,
    log_order: VecDeque<(WallMs, Number)>,
    pub(crate) inbox: Vec<Ask>,
    pub(crate) arrivals: Vec<(Asker, Option<VoucherHash>)>,
    pub(crate) cancels: Vec<(Place, Asker)>,
    pub(crate) controls: Vec<Control>,
    /// Reports about sessions on the site, and the timings of its pages.
    pub(crate) reports: Vec<(Number, ReportKind)>,
    pub(crate) timings: Evidence,
    report_at_ms: u64,
    /// The settings of the pool in force, and those of the last commit.
    pub(crate) site: Option<PoolConfig>,
    committed_site: Option<PoolConfig>,
    told: Vec<Number>,
    pub(crate) silent: Vec<Sequence>,
    /// The run to which all of this belongs.
    run: Run,
    committed_rate: PerMinute,
    tick_at_ms: u64,
    sweep_at_ms: u64,
    pub(crate) retry_at_ms: u64,
    pub(crate) commit: Option<Box<Commit>>,
    /// The time of the next wake event.
    pub(crate) wake_at_ms: Option<u64>,
    /// Whether the last commit failed.
    away: bool,
    /// The grants that are allowed meanwhile.
    lease: Lease,
    /// Grants by lease that are not recorded yet.
    pub(crate) leased: Vec<LeasedGrant>,
    /// Commits with an unknown outcome, and how many leased grants each of them recorded.
    open: Vec<(BatchNumber, usize)>,
}

impl Node {
    pub(crate) fn start(keeper: Keeper, seen: &LastSeen, id: u64, now_ms: u64, slow_ms_a_second: u64) -> Self {
        let flow = FlowClock::new(keeper.state.ledger.flow, monotonic(now_ms, slow_ms_a_second));
        Self {
            id: NodeId(id),
            snapshot: Snapshot::new(&keeper.state, seen.clone()),
            published: keeper.generation,
            published_at_ms: now_ms,
            committed_rate: keeper.state.ledger.outflow.rate(),
            run: keeper.state.ledger.run,
            keeper,
            flow,
            slow_ms_a_second,
            last_batch: 0,
            front: Front::default(),
            held: Held::default(),
            log: HashMap::new(),
            log_order: VecDeque::new(),
            inbox: Vec::new(),
            arrivals: Vec::new(),
            cancels: Vec::new(),
            controls: Vec::new(),
            reports: Vec::new(),
            timings: Evidence::default(),
            report_at_ms: now_ms,
            site: None,
            committed_site: None,
            told: Vec::new(),
            silent: Vec::new(),
            tick_at_ms: now_ms,
            sweep_at_ms: now_ms + SWEEP_MS,
            retry_at_ms: now_ms,
            commit: None,
            wake_at_ms: None,
            away: false,
            lease: Lease::default(),
            leased: Vec::new(),
            open: Vec::new(),
        }
    }

    pub(crate) fn flow(&self, now_ms: u64) -> FlowMs {
        self.flow.now(monotonic(now_ms, self.slow_ms_a_second))
    }

    /// Records a flow time of another node.
    pub(crate) fn observe(&mut self, flow: FlowMs, now_ms: u64) {
        self.flow.observe(flow, monotonic(now_ms, self.slow_ms_a_second));
    }

    /// Publishes the replica's state, because the stored state is or may be newer than the
    /// snapshot.
    pub(crate) fn publish(&mut self, now_ms: u64, seen: &LastSeen) {
        self.observe(self.keeper.state.ledger.flow, now_ms);
        self.keeper.heard = Some(self.flow(now_ms));
        self.snapshot = Snapshot::new(&self.keeper.state, seen.clone());
        (self.published, self.published_at_ms) = (self.keeper.generation, now_ms);
    }

    /// Takes a request; returns the answer if there is one at once.
    pub(crate) fn take(
        &mut self,
        ask: Ask,
        now_ms: u64,
        wall: WallMs,
        config: &RoomConfig,
    ) -> Option<(Asker, Number, Reply)> {
        match ask {
            Ask::Arrive(asker, key) => self.arrivals.push((asker, key)),
            Ask::Cancel(place, asker) => self.cancels.push((place, asker)),
            Ask::Control(control) => self.controls.push(control),
            Ask::Turn(place, number, asker) if place.run != self.run => return Some((asker, number, Reply::Unknown)),
            Ask::Turn(place, number, asker) => match self.turn(number, now_ms, wall, config) {
                Some(reply) => return Some((asker, number, reply)),
                None => {
                    let holder = WaitingClaim {
                        asker,
                        sequence: place.sequence,
                        since_ms: now_ms,
                    };
                    self.held.add(number, holder);
                }
            },
        }
        None
    }

    fn turn(&mut self, number: Number, now_ms: u64, wall: WallMs, config: &RoomConfig) -> Option<Reply> {
        let now = self.flow(now_ms);
        let state = &self.keeper.state;
        if state.marks.has(number, Mark::Cancelled) {
            return Some(Reply::Over);
        }
        if let Some(granted_at) = self.log.get(&number).filter(|at| repeats(**at, wall)) {
            return Some(Reply::Go(*granted_at));
        }
        if number >= state.ledger.serving.told_to() {
            return Some(Reply::NotYet);
        }
        let heard = self.front.hear(number, Channel::Poll, now);
        if heard == FrontContact::First {
            self.told.push(number);
        }
        let ledger = &self.keeper.state.ledger;
        // If visitors do not see the line, their turn need not be announced before a claim.
        let claims = heard == FrontContact::Again || ledger.is_unseen(config);
        (!claims || !ledger.lifecycle.flows()).then_some(Reply::NotYet)
    }

    /// Returns the run to which the node's state belongs.
    pub(crate) fn run(&self) -> Run {
        self.run
    }

    /// After a reset, forgets everything about the previous run and returns the claims that were
    /// held.
    pub(crate) fn follow_run(&mut self) -> Vec<(Asker, Number)> {
        let run = self.keeper.state.ledger.run;
        if run == self.run {
            return Vec::new();
        }
        self.run = run;
        self.front = Front::default();
        self.told.clear();
        self.silent.clear();
        self.reports.clear();
        self.lease = Lease::default();
        self.log.clear();
        self.log_order.clear();
        self.cancels.retain(|(place, _)| place.run == run);
        self.held.take_all()
    }

    /// Looks for silent places if that is due, by the clock of presence.
    pub(crate) fn sweep(&mut self, now_ms: u64, flow: FlowMs, seen: &LastSeen) -> Vec<Sequence> {
        if now_ms < self.sweep_at_ms {
            return Vec::new();
        }
        self.sweep_at_ms = now_ms + SWEEP_MS;
        let room = SILENT_MAX - self.silent.len().min(SILENT_MAX);
        let silent = seen.sweep(flow, room);
        self.silent.extend(&silent);
        silent
    }

    /// Forgets claims whose visitors have disconnected.
    pub(crate) fn forget_gone(&mut self, open: impl Fn(Asker) -> bool) {
        self.held.forget_gone(open);
    }

    pub(crate) fn due(&self, now_ms: u64, wall: WallMs, config: &RoomConfig) -> bool {
        if now_ms < self.retry_at_ms {
            return false;
        }
        let ledger = &self.keeper.state.ledger;
        let asked = !(self.arrivals.is_empty() && self.cancels.is_empty() && self.controls.is_empty());
        let now = Now {
            flow: self.flow(now_ms),
            wall,
        };
        let changed = self.committed_rate != config.max_outflow || ledger.changes_in_ms(config, now) == Some(0);
        let drawn = self.draws_at(config).is_some_and(|moment| moment <= wall);
        let ready = !self.ready_claims(now_ms, config, 1).is_empty();
        let news = !self.told.is_empty() || !self.silent.is_empty();
        let tick = now_ms >= self.tick_at_ms && (news || (self.somebody_waits() && self.moves(wall)));
        asked || self.site_is_due(now_ms) || self.keeper.is_unsettled() || changed || drawn || ready || tick
    }

    fn somebody_waits(&self) -> bool {
        let state = &self.keeper.state;
        state.ledger.next.0 > state.marks.uncounted() + state.unnumbered.uncounted()
    }

    /// Returns whether the line moves, or is about to.
    fn moves(&self, wall: WallMs) -> bool {
        let ledger = &self.keeper.state.ledger;
        ledger.lifecycle.flows() && ledger.gate.opens_in_ms(wall) <= COVER_MS
    }

    /// Returns when the key of a closed pre-queue is known.
    pub(crate) fn draws_at(&self, config: &RoomConfig) -> Option<WallMs> {
        let closed = self.keeper.state.ledger.lifecycle.phase() == Phase::Closed;
        let cut_off = config.schedule.cut_off().unwrap_or(WallMs(0));
        closed.then_some(WallMs(cut_off.0 + DRAWN_AFTER_MS))
    }

    /// Returns when the pool node looks for work again if nobody asks.
    pub(crate) fn nap(&self, now_ms: u64, wall: WallMs, config: &RoomConfig) -> u64 {
        let ledger = &self.keeper.state.ledger;
        let mut wake_ms = self.sweep_at_ms;
        if self.somebody_waits() || !self.told.is_empty() {
            let patience_ms = if self.moves(wall) { 0 } else { TICK_MS };
            wake_ms = wake_ms.min(self.tick_at_ms.max(now_ms + patience_ms));
        }
        wake_ms = wake_ms.min(self.reports_wake_ms());
        let now = Now {
            flow: self.flow(now_ms),
            wall,
        };
        let draws_in = self.draws_at(config).map(|moment| moment.0.saturating_sub(wall.0));
        for wait_ms in [ledger.changes_in_ms(config, now), draws_in].into_iter().flatten() {
            wake_ms = wake_ms.min(now_ms.saturating_add(wait_ms));
        }
        wake_ms = wake_ms.min(self.claims_wake_ms(now_ms).unwrap_or(u64::MAX));
        if now_ms < self.retry_at_ms {
            wake_ms = wake_ms.max(self.retry_at_ms);
        }
        wake_ms = wake_ms.min(self.lease_wake_ms(now_ms).unwrap_or(u64::MAX));
        wake_ms.max(now_ms + 1)
    }

    /// Returns the claims of the next batch.
    pub(crate) fn claims(&mut self, now_ms: u64, config: &RoomConfig) -> Vec<Number> {
        self.front.prune(self.flow(now_ms));
        self.ready_claims(now_ms, config, GRANTS_MAX)
    }

    /// Returns the claimants who were redirected before.
    pub(crate) fn claimants_again(&self, claims: impl Iterator<Item = Number>) -> Vec<Number> {
        let marks = &self.keeper.state.marks;
        claims.filter(|number| marks.has(*number, Mark::Redirected)).collect()
    }

    fn claim(&self, number: Number) -> Option<Claim> {
        let device = Device::first(self.held.get(number)?.sequence);
        Some(Claim { number, device })
    }

    /// Composes the next batch without its redirect records. `elsewhere` is the number of people in
    /// front at other nodes.
    pub(crate) fn batch(&mut self, claims: Vec<Number>, elsewhere: u64, config: &RoomConfig) -> Batch {
        // Each visitor who passes unseen is granted with this commit, and the number of grants is
        // limited.
        let most = match self.keeper.state.ledger.is_unseen(config) {
            true => GRANTS_MAX as usize - claims.len(),
            false => ARRIVALS_MAX as usize,
        };
        let arrivals = self.arrivals.len().min(most);
        let newcomers = (0..).zip(&self.arrivals[..arrivals]);
        let vouched = newcomers.filter_map(|(arrival, (_, key))| {
            let vouchers = vec![(*key)?];
            Some(Vouched::new(arrival, vouchers))
        });
        Batch {
            node: self.id,
            batch: BatchNumber(self.last_batch + 1),
            run: self.run,
            arrivals: u32::try_from(arrivals).expect("at most ARRIVALS_MAX"),
            vouched: vouched.collect(),
            claims: claims.into_iter().filter_map(|number| self.claim(number)).collect(),
            cancels: self
                .cancels
                .iter()
                .map(|(place, _)| Device::first(place.sequence))
                .collect(),
            first_heard: std::mem::take(&mut self.told),
            present: self.front.present() + elsewhere,
            silent: std::mem::take(&mut self.silent),
            controls: self.controls.clone(),
            leased: self.leased.clone(),
            ..Batch::default()
        }
    }

    /// After a failover, adds the state that the node knew before to the batch.
    pub(crate) fn remember(&self, batch: &mut Batch) {
        let remembered = self.keeper.remembered.as_ref();
        let heard = remembered.and_then(|(_, heard)| *heard);
        batch.recovery = self.keeper.recovering.then_some(Recovery { heard });
        batch.memory = remembered.map(|(state, _)| {
            let records = self.log.iter().map(|(number, granted_at)| {
                let record = Redirects {
                    count: 1,
                    granted_at: *granted_at,
                    unseen: false,
                };
                (*number, record)
            });
            Memory::new(state.clone(), records.collect())
        });
    }

    /// Records a durable commit.
    pub(crate) fn settled(&mut self, commit: &Commit, now_ms: u64) {
        self.last_batch = commit.batch.batch.0;
        if commit.batch.memory.is_some() {
            self.keeper.remembered = None;
            self.keeper.remembered_pool = None;
        }
        self.settle_site(commit, now_ms);
        self.away = false;
        self.leased.drain(..commit.batch.leased.len());
        self.lease = self.lease_by(commit);
        self.committed_rate = commit.config.max_outflow;
        self.tick_at_ms = now_ms + TICK_MS;
        self.controls.drain(..commit.batch.controls.len());
        let outdated = |at: WallMs| at.0 + 2 * TOKEN_VALIDITY_MS < commit.now.wall.0;
        while let Some((at, number)) = self.log_order.pop_front_if(|(at, _)| outdated(*at)) {
            if self.log.get(&number) == Some(&at) {
                self.log.remove(&number);
            }
        }
        let current = commit.step.outcome.run == self.run;
        for grant in commit.step.grants.iter().filter(|_| current) {
            self.log.insert(grant.number, grant.granted_at);
            self.log_order.push_back((grant.granted_at, grant.number));
        }
    }

    /// Removes a number from the front; returns the visitor whose claim was held.
    pub(crate) fn dismiss(&mut self, number: Number) -> Option<Asker> {
        self.front.leave(number);
        self.drop_claim(number)
    }

    /// Removes an answered claim; returns its visitor.
    pub(crate) fn drop_claim(&mut self, number: Number) -> Option<Asker> {
        self.held.remove(number)
    }

    /// Handles a failed commit: announcements and silent places stay for the next one. Returns the
    /// visitors to refuse.
    pub(crate) fn failed(&mut self, commit: Commit, now_ms: u64) -> Vec<Asker> {
        self.retry_at_ms = now_ms + RETRY_MS;
        self.away = true;
        // The next commit needs another batch number, in case this one was stored after all.
        self.last_batch = commit.batch.batch.0;
        if commit.batch.run == self.run {
            self.told = commit.batch.first_heard;
            self.silent = commit.batch.silent;
        }
        let cancels = self.cancels.drain(..).map(|(_, asker)| asker);
        let arrivals = self.arrivals.drain(..).map(|(asker, _)| asker);
        arrivals.chain(cancels).collect()
    }
}

fn monotonic(now_ms: u64, slow_ms_a_second: u64) -> u64 {
    now_ms * (1_000 - slow_ms_a_second) / 1_000
}

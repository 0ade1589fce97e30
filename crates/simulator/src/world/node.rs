//! A node: its desk, as the server's works (`src/room/desk.rs` of the root package), on virtual time.
//!
//! It collects while a commit is on its way, holds the claims that can expect a permit within a poll interval, lets the lower numbers of those in
//! front go first, ticks while people wait, and looks for silent places now and then.
//!
//! Timers count virtual milliseconds; flow time comes from a monotonic clock that may be slow.

use std::collections::{BTreeMap, HashMap, VecDeque};

use admission::batch::{ARRIVALS_MAX, SILENT_MAX};
use admission::config::TOKEN_VALIDITY_MS;
use admission::estimate::POLL_MS_MIN;
use admission::marks::Mark;
use admission::presence::{Channel, Front, Heard, Seen};
use admission::{
    Batch, BatchNumber, Claim, Control, FlowClock, FlowMs, NodeId, Now, Number, PerMinute, RoomConfig, Sequence,
    Snapshot, Step, WallMs,
};
use store::{CommitError, Generation};

use super::keeper::Keeper;

/// While people wait the line is looked after so often, milliseconds.
const TICK_MS: u64 = 500;
/// Silent places are looked for so often, milliseconds.
pub(crate) const SWEEP_MS: u64 = 4_000;
/// Grants of one commit at most.
const GRANTS_MAX: u64 = 2_000;
/// After a failed commit the next is tried so much later, milliseconds.
pub(crate) const RETRY_MS: u64 = 500;
/// A claim is held so long at most, milliseconds.
const HOLD_MS: u64 = POLL_MS_MIN;
/// With a permit at hand and claims that wait for those before them it is looked again so often, milliseconds.
const RECHECK_MS: u64 = 50;

/// A request that the desk answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ask {
    /// A newcomer wants a place.
    Arrive(Asker),
    /// Somebody below the serving line asks whether it is their turn.
    Turn(Number, Asker),
    /// A place is given up.
    Cancel(Number, Asker),
    /// The operator acts.
    Control(Control),
}

/// Whose request, and which of theirs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Asker {
    pub(crate) who: usize,
    pub(crate) ticket: u32,
}

/// Answer to somebody first in line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Reply {
    /// Go, with the token of a grant given then.
    Go(WallMs),
    /// Ask again.
    NotYet,
    /// There is nothing more to come.
    Over,
}

/// A claim that waits.
#[derive(Debug, Clone, Copy)]
struct Holder {
    asker: Asker,
    since_ms: u64,
}

/// A commit on its way.
#[derive(Debug)]
pub(crate) struct Commit {
    pub(crate) config: RoomConfig,
    pub(crate) now: Now,
    pub(crate) batch: Batch,
    pub(crate) step: Step,
    pub(crate) attempts: u32,
    pub(crate) answer: Option<Result<Generation, CommitError>>,
}

#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) id: NodeId,
    pub(crate) keeper: Keeper,
    pub(crate) snapshot: Snapshot,
    /// The generation that the snapshot shows.
    pub(crate) published: Generation,
    flow: FlowClock,
    slow_ms_a_second: u64,
    last_batch: u64,
    pub(crate) front: Front,
    held: BTreeMap<Number, Holder>,
    /// Grants given here, for lost replies.
    log: HashMap<Number, WallMs>,
    log_order: VecDeque<(WallMs, Number)>,
    pub(crate) inbox: Vec<Ask>,
    pub(crate) arrivals: Vec<Asker>,
    pub(crate) cancels: Vec<(Number, Asker)>,
    pub(crate) controls: Vec<Control>,
    told: Vec<Number>,
    pub(crate) silent: Vec<Sequence>,
    committed_rate: PerMinute,
    tick_at_ms: u64,
    sweep_at_ms: u64,
    pub(crate) retry_at_ms: u64,
    pub(crate) commit: Option<Box<Commit>>,
    /// When the next wake event comes.
    pub(crate) wake_at_ms: Option<u64>,
}

impl Node {
    pub(crate) fn start(keeper: Keeper, seen: &Seen, id: u64, now_ms: u64, slow_ms_a_second: u64) -> Self {
        let flow = FlowClock::new(keeper.state.ledger.flow, monotonic(now_ms, slow_ms_a_second));
        Self {
            id: NodeId(id),
            snapshot: Snapshot::new(&keeper.state, seen.clone()),
            published: keeper.generation,
            committed_rate: keeper.state.ledger.outflow.rate(),
            keeper,
            flow,
            slow_ms_a_second,
            last_batch: 0,
            front: Front::default(),
            held: BTreeMap::new(),
            log: HashMap::new(),
            log_order: VecDeque::new(),
            inbox: Vec::new(),
            arrivals: Vec::new(),
            cancels: Vec::new(),
            controls: Vec::new(),
            told: Vec::new(),
            silent: Vec::new(),
            tick_at_ms: now_ms,
            sweep_at_ms: now_ms + SWEEP_MS,
            retry_at_ms: now_ms,
            commit: None,
            wake_at_ms: None,
        }
    }

    pub(crate) fn flow(&self, now_ms: u64) -> FlowMs {
        self.flow.now(monotonic(now_ms, self.slow_ms_a_second))
    }

    /// A flow time of another node was seen.
    pub(crate) fn observe(&mut self, flow: FlowMs, now_ms: u64) {
        self.flow.observe(flow, monotonic(now_ms, self.slow_ms_a_second));
    }

    /// What is stored is newer than the snapshot, or may be: publish what the keeper has.
    pub(crate) fn publish(&mut self, now_ms: u64, seen: &Seen) {
        self.observe(self.keeper.state.ledger.flow, now_ms);
        self.snapshot = Snapshot::new(&self.keeper.state, seen.clone());
        self.published = self.keeper.generation;
    }

    /// Takes a request; the answer if there is one at once.
    pub(crate) fn take(&mut self, ask: Ask, now_ms: u64, wall: WallMs) -> Option<(Asker, Number, Reply)> {
        match ask {
            Ask::Arrive(asker) => self.arrivals.push(asker),
            Ask::Cancel(number, asker) => self.cancels.push((number, asker)),
            Ask::Control(control) => self.controls.push(control),
            Ask::Turn(number, asker) => match self.turn(number, now_ms, wall) {
                Some(reply) => return Some((asker, number, reply)),
                None => {
                    let since_ms = now_ms;
                    self.held.insert(number, Holder { asker, since_ms });
                }
            },
        }
        None
    }

    fn turn(&mut self, number: Number, now_ms: u64, wall: WallMs) -> Option<Reply> {
        let now = self.flow(now_ms);
        let state = &self.keeper.state;
        if state.marks.has(number, Mark::Cancelled) {
            return Some(Reply::Over);
        }
        if let Some(granted_at) = self.log.get(&number).filter(|at| wall.0 < at.0 + TOKEN_VALIDITY_MS) {
            return Some(Reply::Go(*granted_at));
        }
        if number >= state.ledger.serving.told_to() {
            return Some(Reply::NotYet);
        }
        match self.front.hear(number, Channel::Poll, now) {
            Heard::First => {
                self.told.push(number);
                Some(Reply::NotYet)
            }
            Heard::OtherChannel => Some(Reply::NotYet),
            Heard::Again if state.ledger.lifecycle.is_paused() => Some(Reply::NotYet),
            Heard::Again => None,
        }
    }

    /// Looks for silent places if it is time to, by the clock by which people are heard.
    pub(crate) fn sweep(&mut self, now_ms: u64, flow: FlowMs, seen: &Seen) -> Vec<Sequence> {
        if now_ms < self.sweep_at_ms {
            return Vec::new();
        }
        self.sweep_at_ms = now_ms + SWEEP_MS;
        let room = SILENT_MAX - self.silent.len().min(SILENT_MAX);
        let silent = seen.sweep(flow, room);
        self.silent.extend(&silent);
        silent
    }

    /// Forgets claims whose askers hung up.
    pub(crate) fn forget_gone(&mut self, open: impl Fn(Asker) -> bool) {
        self.held.retain(|_, holder| open(holder.asker));
    }

    pub(crate) fn due(&self, now_ms: u64, config: &RoomConfig) -> bool {
        if now_ms < self.retry_at_ms {
            return false;
        }
        let ledger = &self.keeper.state.ledger;
        let asked = !(self.arrivals.is_empty() && self.cancels.is_empty() && self.controls.is_empty());
        let changed = self.committed_rate != config.max_outflow;
        let ready = !self.ready_claims(now_ms, config, 1).is_empty();
        let waiting = ledger.next.0 > self.keeper.state.marks.uncounted();
        let news = !self.told.is_empty() || !self.silent.is_empty();
        let tick = now_ms >= self.tick_at_ms && (news || (waiting && !ledger.lifecycle.is_paused()));
        asked || changed || ready || tick
    }

    fn permits(&self, now_ms: u64, config: &RoomConfig) -> u64 {
        let now = Now {
            flow: self.flow(now_ms),
            wall: WallMs(0),
        };
        self.keeper.state.ledger.permits(config, now)
    }

    /// The lowest claims to be granted now: each waits for those before it whose next poll is not overdue.
    fn ready_claims(&self, now_ms: u64, config: &RoomConfig, most: u64) -> Vec<Number> {
        if self.held.is_empty() {
            return Vec::new();
        }
        let permits = self.permits(now_ms, config);
        let end = self.front.first_expected(permits, self.flow(now_ms));
        let most = usize::try_from(permits.min(most)).unwrap_or(usize::MAX);
        self.held.range(..end).map(|(number, _)| *number).take(most).collect()
    }

    fn permits_within_hold(&self, now_ms: u64) -> u64 {
        let ledger = &self.keeper.state.ledger;
        match ledger.outflow.next_due() {
            Some(due) if !ledger.lifecycle.is_paused() && now_ms >= self.retry_at_ms => {
                let wait_ms = due.since(self.flow(now_ms));
                HOLD_MS
                    .checked_sub(wait_ms)
                    .map_or(0, |rest_ms| ledger.outflow.rate().in_ms(rest_ms).max(1))
            }
            _ => 0,
        }
    }

    /// Lets go of claims that need not wait any longer; they are told "not yet". With permits at hand everybody waits: for those before them.
    pub(crate) fn release(&mut self, now_ms: u64, config: &RoomConfig) -> Vec<(Asker, Number)> {
        if self.held.is_empty() {
            return Vec::new();
        }
        let flow = self.flow(now_ms);
        let end = match self.permits(now_ms, config) {
            0 => self.front.first_expected(self.permits_within_hold(now_ms), flow),
            _ => Number(u64::MAX),
        };
        let mut gone = Vec::new();
        self.held.retain(|number, holder| {
            let stays = *number < end && holder.since_ms + HOLD_MS > now_ms;
            if !stays {
                gone.push((holder.asker, *number));
            }
            stays
        });
        gone.iter().for_each(|(_, number)| self.front.answered(*number, flow));
        gone
    }

    /// When the desk looks again, if nobody asks.
    pub(crate) fn nap(&self, now_ms: u64) -> u64 {
        let ledger = &self.keeper.state.ledger;
        let mut wake_ms = self.sweep_at_ms;
        if ledger.next.0 > self.keeper.state.marks.uncounted() || !self.told.is_empty() {
            let patience_ms = if ledger.lifecycle.is_paused() { TICK_MS } else { 0 };
            wake_ms = wake_ms.min(self.tick_at_ms.max(now_ms + patience_ms));
        }
        if let Some(until_ms) = self.held.values().map(|holder| holder.since_ms + HOLD_MS).min() {
            let due_in = ledger.outflow.next_due().map(|due| due.since(self.flow(now_ms)));
            // A permit that is due already waits for somebody's poll, or for it to be overdue.
            let due_in = due_in.map_or(u64::MAX, |wait_ms| if wait_ms == 0 { RECHECK_MS } else { wait_ms });
            wake_ms = wake_ms.min(until_ms).min(now_ms.saturating_add(due_in));
        }
        if now_ms < self.retry_at_ms {
            wake_ms = wake_ms.max(self.retry_at_ms);
        }
        wake_ms.max(now_ms + 1)
    }

    /// Claims of the next batch, and those of them that need their record.
    pub(crate) fn claims(&mut self, now_ms: u64, config: &RoomConfig) -> Vec<Number> {
        self.front.prune(self.flow(now_ms));
        self.ready_claims(now_ms, config, GRANTS_MAX)
    }

    /// Claimants who were redirected before.
    pub(crate) fn claimants_again(&self, claims: impl Iterator<Item = Number>) -> Vec<Number> {
        let marks = &self.keeper.state.marks;
        claims.filter(|number| marks.has(*number, Mark::Redirected)).collect()
    }

    /// The next batch but for its redirect records. `elsewhere`: people in front at other nodes.
    pub(crate) fn batch(&mut self, claims: Vec<Number>, elsewhere: u64) -> Batch {
        let arrivals = self.arrivals.len().min(ARRIVALS_MAX as usize);
        Batch {
            node: self.id,
            batch: BatchNumber(self.last_batch + 1),
            arrivals: u32::try_from(arrivals).expect("at most ARRIVALS_MAX"),
            claims: claims.into_iter().map(|number| Claim { number }).collect(),
            cancels: self.cancels.iter().map(|(number, _)| Sequence(number.0)).collect(),
            told: std::mem::take(&mut self.told),
            present: self.front.present() + elsewhere,
            silent: std::mem::take(&mut self.silent),
            controls: self.controls.clone(),
            ..Batch::default()
        }
    }

    /// A commit is durable.
    pub(crate) fn settled(&mut self, commit: &Commit, now_ms: u64) {
        self.last_batch = commit.batch.batch.0;
        self.committed_rate = commit.config.max_outflow;
        self.tick_at_ms = now_ms + TICK_MS;
        self.controls.drain(..commit.batch.controls.len());
        let outdated = |at: WallMs| at.0 + 2 * TOKEN_VALIDITY_MS < commit.now.wall.0;
        while let Some((at, number)) = self.log_order.pop_front_if(|(at, _)| outdated(*at)) {
            if self.log.get(&number) == Some(&at) {
                self.log.remove(&number);
            }
        }
        for grant in &commit.step.grants {
            self.log.insert(grant.number, grant.granted_at);
            self.log_order.push_back((grant.granted_at, grant.number));
        }
    }

    /// Nobody waits here for a number any more; who did.
    pub(crate) fn dismiss(&mut self, number: Number) -> Option<Asker> {
        self.front.leave(number);
        self.drop_claim(number)
    }

    /// A claim is answered; whose it was.
    pub(crate) fn drop_claim(&mut self, number: Number) -> Option<Asker> {
        self.held.remove(&number).map(|holder| holder.asker)
    }

    /// A commit failed: news stays for the next one, askers are told.
    pub(crate) fn failed(&mut self, commit: Commit, now_ms: u64) -> Vec<Asker> {
        self.retry_at_ms = now_ms + RETRY_MS;
        self.told = commit.batch.told;
        self.silent = commit.batch.silent;
        let cancels = self.cancels.drain(..).map(|(_, asker)| asker);
        self.arrivals.drain(..).chain(cancels).collect()
    }
}

fn monotonic(now_ms: u64, slow_ms_a_second: u64) -> u64 {
    now_ms * (1_000 - slow_ms_a_second) / 1_000
}

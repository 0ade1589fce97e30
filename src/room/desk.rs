//! The desk: one task a room that collects what visitors and operators ask and commits it in batches.
//!
//! While one commit is on its way to the disk the next batch collects (group commit). Nothing is told before it is durable. Polls of people in
//! line never come here; they read the published snapshot.

use std::time::Duration;

use admission::batch::{ARRIVALS_MAX, ClaimOutcome, SILENT_MAX};
use admission::config::TOKEN_VALIDITY_MS;
use admission::presence::{Channel, Front, Heard, Seen};
use admission::{
    Batch, BatchNumber, Claim, Control, FlowClock, Grant, NodeId, Now, Number, PerMinute, RoomConfig, Step,
};
use admission::{Sequence, Snapshot, WallMs};
use protocol::QueueId;
use tokio::sync::{mpsc, oneshot};

use super::grants::Granted;
use super::held::{HOLD_MS, Held, Holder};
use super::keeper::Keeper;
use super::{Published, Shared, TurnReply, Unserved};

/// Requests that may wait for the desk; beyond it askers are told that the room is overloaded.
pub(super) const ASKS_MAX: usize = 65_536;
/// While people wait the line is looked after so often, milliseconds, even if nobody asks.
const TICK_MS: u64 = 500;
/// Silent places are looked for so often, milliseconds.
const SWEEP_MS: u64 = 4_000;
/// Grants of one commit at most, so that their record stays below the store's bound for a value.
const GRANTS_MAX: u64 = 2_000;
/// After a failed commit the next is tried so much later, milliseconds.
const RETRY_MS: u64 = 500;
/// With a permit at hand and claims that wait for those before them it is looked again so often, milliseconds.
const RECHECK_MS: u64 = 50;
/// The desk never sleeps shorter, milliseconds.
const NAP_MS_MIN: u64 = 1;

/// Where an operator's action is answered: the room took it or refused it, or could not be asked.
type ControlReply = oneshot::Sender<Result<Result<(), admission::lifecycle::Refused>, Unserved>>;

/// What is asked of the desk.
#[derive(Debug)]
pub(super) enum Ask {
    /// A newcomer wants a place.
    Arrive(oneshot::Sender<Result<Arrived, Unserved>>),
    /// Somebody below the serving line asks whether it is their turn.
    Turn {
        number: Number,
        queue_id: QueueId,
        channel: Channel,
        reply: oneshot::Sender<TurnReply>,
    },
    /// A place is given up.
    Cancel(Number, oneshot::Sender<Result<(), Unserved>>),
    /// The operator acts.
    Control(Control, ControlReply),
    /// Settings or the clock changed: look again, then answer.
    Look(oneshot::Sender<()>),
}

/// A place that was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Arrived {
    /// Order of arrival.
    pub sequence: Sequence,
    /// When.
    pub at: WallMs,
}

pub(super) struct Desk {
    shared: std::sync::Arc<Shared>,
    keeper: Keeper,
    asks: mpsc::Receiver<Ask>,
    node: NodeId,
    last_batch: BatchNumber,
    flow: FlowClock,
    seen: Seen,
    front: Front,
    held: Held,
    arrivals: Vec<oneshot::Sender<Result<Arrived, Unserved>>>,
    cancels: Vec<(Number, oneshot::Sender<Result<(), Unserved>>)>,
    controls: Vec<(Control, ControlReply)>,
    looks: Vec<oneshot::Sender<()>>,
    told: Vec<Number>,
    silent: Vec<Number>,
    committed_rate: PerMinute,
    tick_at_ms: u64,
    sweep_at_ms: u64,
    retry_at_ms: u64,
}

impl Desk {
    pub(super) fn new(shared: std::sync::Arc<Shared>, keeper: Keeper, asks: mpsc::Receiver<Ask>, node: NodeId) -> Self {
        let now_ms = shared.clock.monotonic_ms();
        let published = shared.published.load();
        Self {
            flow: published.flow,
            seen: published.snapshot.seen().clone(),
            committed_rate: keeper.state.ledger.outflow.rate(),
            keeper,
            asks,
            node,
            last_batch: BatchNumber(0),
            front: Front::default(),
            held: Held::default(),
            arrivals: Vec::new(),
            cancels: Vec::new(),
            controls: Vec::new(),
            looks: Vec::new(),
            told: Vec::new(),
            silent: Vec::new(),
            tick_at_ms: now_ms,
            sweep_at_ms: now_ms + SWEEP_MS,
            retry_at_ms: now_ms,
            shared,
        }
    }

    /// Runs until nobody can ask any more.
    pub(super) async fn run(mut self) {
        let mut asks = Vec::with_capacity(1_024);
        loop {
            let nap = self.nap();
            tokio::select! {
                received = self.asks.recv_many(&mut asks, 4_096) => if received == 0 { break },
                () = tokio::time::sleep(nap) => {}
            }
            for ask in asks.drain(..) {
                self.take(ask);
            }
            self.tend().await;
        }
    }

    fn now_ms(&self) -> u64 {
        self.shared.clock.monotonic_ms()
    }

    fn now(&self) -> Now {
        Now {
            flow: self.flow.now(self.now_ms()),
            wall: self.shared.clock.wall(),
        }
    }

    fn config(&self) -> RoomConfig {
        let settings = self.shared.settings.load();
        RoomConfig {
            max_outflow: settings.max_outflow,
            redirects_max: settings.room.redirects_max,
        }
    }

    fn take(&mut self, ask: Ask) {
        match ask {
            Ask::Arrive(reply) => self.arrivals.push(reply),
            Ask::Turn {
                number,
                queue_id,
                channel,
                reply,
            } => self.turn(number, queue_id, channel, reply),
            Ask::Cancel(number, reply) => self.cancels.push((number, reply)),
            Ask::Control(control, reply) => self.controls.push((control, reply)),
            Ask::Look(reply) => self.looks.push(reply),
        }
    }

    fn turn(&mut self, number: Number, queue_id: QueueId, channel: Channel, reply: oneshot::Sender<TurnReply>) {
        let now = self.now();
        let state = &self.keeper.state;
        let answer = if state.marks.has(number, admission::marks::Mark::Cancelled) {
            Some(TurnReply::Cancelled)
        } else if let Some(grant) = self.shared.repeat_of(number, now.wall) {
            Some(TurnReply::Go(grant))
        } else if number >= state.ledger.serving.told_to() {
            Some(TurnReply::NotYet)
        } else {
            match self.front.hear(number, channel, now.flow) {
                Heard::First => {
                    self.told.push(number);
                    Some(TurnReply::NotYet)
                }
                Heard::OtherChannel => Some(TurnReply::NotYet),
                Heard::Again if state.ledger.lifecycle.is_paused() => Some(TurnReply::NotYet),
                Heard::Again => None,
            }
        };
        match answer {
            // Whoever hung up asks again.
            Some(answer) => _ = reply.send(answer),
            None => self.held.add(
                number,
                Holder {
                    queue_id,
                    reply,
                    since_ms: self.now_ms(),
                },
            ),
        }
    }

    /// Commits what there is to commit, then lets go of claims that need not wait any longer.
    async fn tend(&mut self) {
        if self.now_ms() >= self.sweep_at_ms {
            self.sweep_at_ms = self.now_ms() + SWEEP_MS;
            let room = SILENT_MAX - self.silent.len().min(SILENT_MAX);
            let silent = self.seen.sweep(self.now().flow, room);
            self.silent.extend(silent);
        }
        self.held.forget_gone();
        while self.due() {
            self.commit().await;
        }
        self.release();
        for look in self.looks.drain(..) {
            _ = look.send(());
        }
    }

    fn due(&self) -> bool {
        let now_ms = self.now_ms();
        if now_ms < self.retry_at_ms {
            return false;
        }
        let ledger = &self.keeper.state.ledger;
        let asked = !(self.arrivals.is_empty() && self.cancels.is_empty() && self.controls.is_empty());
        let changed = self.committed_rate != self.config().max_outflow;
        let ready = !self.ready_claims(self.now(), 1).is_empty();
        let waiting = ledger.next.0 > self.keeper.state.marks.uncounted();
        let news = !self.told.is_empty() || !self.silent.is_empty();
        let tick = now_ms >= self.tick_at_ms && (news || (waiting && !ledger.lifecycle.is_paused()));
        asked || changed || ready || tick
    }

    /// Tells "not yet" to claims that need not wait any longer. With permits at hand everybody waits: for those before them, whose poll may come any moment.
    fn release(&mut self) {
        if self.held.is_empty() {
            return;
        }
        let now = self.now();
        let end = match self.permits(now) {
            0 => self.front.first_expected(self.permits_within_hold(), now.flow),
            _ => Number(u64::MAX),
        };
        for number in self.held.release(end, self.now_ms()) {
            self.front.answered(number, now.flow);
        }
    }

    fn permits(&self, now: Now) -> u64 {
        self.keeper.state.ledger.permits(&self.config(), now)
    }

    /// Claims to be granted now, lowest first: so many at most, and no more than there are permits.
    fn ready_claims(&self, now: Now, most: u64) -> Vec<Number> {
        if self.held.is_empty() {
            return Vec::new();
        }
        let permits = self.permits(now);
        self.held
            .ready(self.front.first_expected(permits, now.flow), permits.min(most))
    }

    /// How many permits fall due before a claim of this moment must be answered.
    ///
    /// So many of those in front are worth holding, whether they ask just now or not: held by the rank among open claims alone, somebody would wait here in
    /// vain while others are between two polls, and be between two polls when the turn comes.
    fn permits_within_hold(&self) -> u64 {
        let ledger = &self.keeper.state.ledger;
        let rate = ledger.outflow.rate();
        match ledger.outflow.next_due() {
            Some(due) if !ledger.lifecycle.is_paused() && self.now_ms() >= self.retry_at_ms => {
                let wait_ms = due.since(self.now().flow);
                HOLD_MS
                    .checked_sub(wait_ms)
                    .map_or(0, |rest_ms| rate.in_ms(rest_ms).max(1))
            }
            _ => 0,
        }
    }

    fn nap(&self) -> Duration {
        let now_ms = self.now_ms();
        let ledger = &self.keeper.state.ledger;
        let mut wake_ms = self.sweep_at_ms;
        if ledger.next.0 > self.keeper.state.marks.uncounted() || !self.told.is_empty() {
            wake_ms = wake_ms.min(
                self.tick_at_ms
                    .max(now_ms + if ledger.lifecycle.is_paused() { TICK_MS } else { 0 }),
            );
        }
        if let Some(until_ms) = self.held.first_until_ms() {
            let due_in = ledger.outflow.next_due().map(|due| due.since(self.flow.now(now_ms)));
            // A permit that is due already waits for somebody's poll, or for it to be overdue.
            let due_in = due_in.map_or(u64::MAX, |wait_ms| if wait_ms == 0 { RECHECK_MS } else { wait_ms });
            wake_ms = wake_ms.min(until_ms).min(now_ms.saturating_add(due_in));
        }
        if now_ms < self.retry_at_ms {
            wake_ms = wake_ms.max(self.retry_at_ms);
        }
        Duration::from_millis(wake_ms.saturating_sub(now_ms).max(NAP_MS_MIN))
    }

    async fn commit(&mut self) {
        let (config, now) = (self.config(), self.now());
        self.front.prune(now.flow);
        let claims = self.ready_claims(now, GRANTS_MAX);
        let marks = &self.keeper.state.marks;
        let again = claims
            .iter()
            .copied()
            .filter(|number| marks.has(*number, admission::marks::Mark::Redirected));
        let redirects = match self.keeper.redirects(again.collect::<Vec<_>>()).await {
            Ok(redirects) => redirects,
            Err(error) => return self.fail(&error),
        };
        let arrivals = self.arrivals.len().min(ARRIVALS_MAX as usize);
        let batch = Batch {
            node: self.node,
            batch: BatchNumber(self.last_batch.0 + 1),
            arrivals: u32::try_from(arrivals).expect("at most ARRIVALS_MAX"),
            claims: claims.into_iter().map(|number| Claim { number }).collect(),
            cancels: self.cancels.iter().map(|(number, _)| *number).collect(),
            told: std::mem::take(&mut self.told),
            present: self.front.present(),
            silent: std::mem::take(&mut self.silent),
            controls: self.controls.iter().map(|(control, _)| *control).collect(),
            redirects,
            permits_max: None,
        };
        let held = &self.held;
        match self
            .keeper
            .commit(&config, now, &batch, |number| held.queue_id(number))
            .await
        {
            Ok((step, grants)) => self.tell(&batch, &step, &grants, now),
            Err(error) => {
                self.told = batch.told;
                self.silent = batch.silent;
                self.fail(&error);
            }
        }
    }

    /// Publishes a commit, then answers everyone who waited for it.
    fn tell(&mut self, batch: &Batch, step: &Step, grants: &[Granted], now: Now) {
        self.last_batch = batch.batch;
        self.committed_rate = step.state.ledger.outflow.rate();
        self.tick_at_ms = self.now_ms() + TICK_MS;
        self.flow.observe(step.state.ledger.flow, self.now_ms());
        self.welcome(batch, step, now);
        self.shared.log_grants(grants, now.wall);
        self.publish(false);
        let first = step.outcome.first_arrival;
        for (index, reply) in self.arrivals.drain(..batch.arrivals as usize).enumerate() {
            let arrived = Arrived {
                sequence: Sequence(first.0 + index as u64),
                at: now.wall,
            };
            _ = reply.send(Ok(arrived));
        }
        for (number, outcome) in &step.outcome.claims {
            self.answer_claim(*number, *outcome);
        }
        for (number, reply) in self.cancels.drain(..) {
            self.front.leave(number);
            self.seen.release(number);
            self.held.answer(number, TurnReply::Cancelled);
            _ = reply.send(Ok(()));
        }
        for ((_, reply), outcome) in self.controls.drain(..).zip(&step.outcome.controls) {
            _ = reply.send(Ok(*outcome));
        }
    }

    /// Newcomers count as heard.
    fn welcome(&mut self, batch: &Batch, step: &Step, now: Now) {
        self.seen.grow(Number(step.state.ledger.next.0));
        let first = step.outcome.first_arrival.0;
        for number in first..first + u64::from(batch.arrivals) {
            self.seen.hear(Number(number), now.flow);
        }
    }

    fn answer_claim(&mut self, number: Number, outcome: ClaimOutcome) {
        let reply = match outcome {
            // There was a permit and the engine did not spend it (a record was missing, say): do not try the same again and again.
            ClaimOutcome::NotYet => return self.held.answer(number, TurnReply::NotYet),
            ClaimOutcome::Granted(grant) | ClaimOutcome::Repeated(grant) => TurnReply::Go(grant),
            ClaimOutcome::Cancelled => TurnReply::Cancelled,
            ClaimOutcome::LimitReached => TurnReply::LimitReached,
            ClaimOutcome::Unknown => TurnReply::Unknown,
        };
        self.front.leave(number);
        self.seen.release(number);
        self.held.answer(number, reply);
    }

    /// The store is away: newcomers are told so, those in line keep their page and their place.
    fn fail(&mut self, error: &super::KeepError) {
        tracing::error!(room = %self.shared.name, error = %error, "commit failed; nobody is granted until the store is back");
        self.retry_at_ms = self.now_ms() + RETRY_MS;
        self.publish(true);
        self.arrivals
            .drain(..)
            .for_each(|reply| _ = reply.send(Err(Unserved::Away)));
        self.cancels
            .drain(..)
            .for_each(|(_, reply)| _ = reply.send(Err(Unserved::Away)));
        self.controls
            .drain(..)
            .for_each(|(_, reply)| _ = reply.send(Err(Unserved::Away)));
    }

    fn publish(&self, store_away: bool) {
        let snapshot = Snapshot::new(&self.keeper.state, self.seen.clone());
        let front = self.front.present();
        self.shared.published.store(std::sync::Arc::new(Published {
            snapshot,
            flow: self.flow,
            front,
            store_away,
        }));
    }
}

/// The grant that a claim repeats, if its token still holds.
pub(super) fn repeated(number: Number, granted_at: WallMs, wall: WallMs) -> Option<Grant> {
    (wall.0 < granted_at.0 + TOKEN_VALIDITY_MS).then_some(Grant { number, granted_at })
}

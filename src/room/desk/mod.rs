//! The desk: one task a room that collects what visitors and operators ask and commits it in batches.
//!
//! While one commit is on its way to the disk the next batch collects (group commit). Nothing is told before it is durable. Polls of people in
//! line never come here; they read the published snapshot.

mod answers;
mod asks;
mod draw;

use std::time::Duration;

use admission::batch::{ARRIVALS_MAX, SILENT_MAX};
use admission::marks::Mark;
use admission::presence::{Front, Seen};
use admission::serving::COVER_MS;
use admission::{
    Batch, BatchNumber, Claim, Control, FlowClock, NodeId, Now, Number, PerMinute, RoomConfig, Sequence, Step, WallMs,
};
use protocol::QueueId;
use tokio::sync::{mpsc, oneshot};

use super::held::{HOLD_MS, Held};
use super::keeper::Keeper;
use super::{Shared, Unserved};
use crate::clock::Dice;
use asks::ControlReply;
use draw::Written;

pub use asks::Arrived;
pub(super) use asks::Ask;

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
    cancels: Vec<(Sequence, oneshot::Sender<Result<(), Unserved>>)>,
    controls: Vec<(Control, ControlReply)>,
    looks: Vec<oneshot::Sender<()>>,
    told: Vec<Number>,
    silent: Vec<Sequence>,
    written: Written,
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
            written: Written::default(),
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
        self.shared.settings.load().engine()
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
        loop {
            let draw_key = self.write_papers().await;
            if draw_key.is_none() && !self.due() {
                break;
            }
            self.commit(draw_key).await;
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
        let (config, now) = (self.config(), self.now());
        let changed = self.committed_rate != config.max_outflow || ledger.changes_in_ms(&config, now) == Some(0);
        let ready = !self.ready_claims(self.now(), 1).is_empty();
        let waiting = self.somebody_waits();
        let news = !self.told.is_empty() || !self.silent.is_empty();
        let tick = now_ms >= self.tick_at_ms && (news || (waiting && self.moves()));
        asked || changed || ready || tick
    }

    fn somebody_waits(&self) -> bool {
        let state = &self.keeper.state;
        state.ledger.next.0 > state.marks.uncounted() + state.early.uncounted()
    }

    /// Whether the line moves, or is about to.
    fn moves(&self) -> bool {
        let ledger = &self.keeper.state.ledger;
        ledger.lifecycle.flows() && ledger.gate.opens_in_ms(self.shared.clock.wall()) <= COVER_MS
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
            Some(due) if ledger.flows() && self.now_ms() >= self.retry_at_ms => {
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
        if self.somebody_waits() || !self.told.is_empty() {
            wake_ms = wake_ms.min(self.tick_at_ms.max(now_ms + if self.moves() { 0 } else { TICK_MS }));
        }
        if let Some(wait_ms) = ledger.changes_in_ms(&self.config(), self.now()) {
            wake_ms = wake_ms.min(now_ms.saturating_add(wait_ms));
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

    async fn commit(&mut self, draw_key: Option<[u8; 32]>) {
        let (config, now) = (self.config(), self.now());
        self.front.prune(now.flow);
        let claims = self.ready_claims(now, GRANTS_MAX);
        let (marks, run) = (&self.keeper.state.marks, self.keeper.state.ledger.run);
        let again = claims
            .iter()
            .copied()
            .filter(|number| marks.has(*number, Mark::Redirected));
        let redirects = match self.keeper.redirects(again.collect::<Vec<_>>()).await {
            Ok(redirects) => redirects,
            Err(error) => return self.fail(&error),
        };
        // Who passes unseen is granted with this commit, and there is a bound to that.
        let unseen = self.keeper.state.ledger.is_unseen(&config);
        let most = if unseen {
            GRANTS_MAX - claims.len() as u64
        } else {
            u64::from(ARRIVALS_MAX)
        };
        let arrivals = (self.arrivals.len() as u64).min(most);
        let batch = Batch {
            node: self.node,
            batch: BatchNumber(self.last_batch.0 + 1),
            run,
            arrivals: u32::try_from(arrivals).expect("at most ARRIVALS_MAX"),
            claims: claims.into_iter().map(|number| Claim { number }).collect(),
            cancels: self.cancels.iter().map(|(sequence, _)| *sequence).collect(),
            told: std::mem::take(&mut self.told),
            present: self.front.present(),
            silent: std::mem::take(&mut self.silent),
            controls: self.controls.iter().map(|(control, _)| *control).collect(),
            redirects,
            permits_max: None,
            draw_key,
            seed: Dice.seed(),
        };
        let name = namer(&self.held, &self.shared, now.wall);
        match self.keeper.commit(&config, now, &batch, name).await {
            Ok((step, grants)) => {
                self.tell(&batch, &step, &grants, now);
                if step.outcome.run != run {
                    self.abort_draw(run, now.wall).await;
                }
            }
            Err(error) => {
                self.told = batch.told;
                self.silent = batch.silent;
                self.fail(&error);
            }
        }
    }
}

/// Names grants for the log: by the open request that they answer, or, where somebody passes unseen, by the place that was just given.
fn namer<'a>(held: &'a Held, shared: &'a Shared, at: WallMs) -> impl Fn(&Step, Number) -> Option<QueueId> + 'a {
    move |step, number| {
        let passed = || {
            let arrived = Arrived {
                run: step.outcome.run,
                run_began: step.state.ledger.run_began,
                sequence: Sequence(number.0),
                at,
                unseen: true,
            };
            shared.name_place(&arrived).queue_id
        };
        Some(held.queue_id(number).unwrap_or_else(passed))
    }
}

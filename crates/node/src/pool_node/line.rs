//! One room at its pool's pool node: pending requests, presence, and held claims.

mod at_hand;
mod draw;
mod lease_spender;
mod sessions;

use std::collections::BTreeSet;
use std::sync::Arc;

use admission::batch::{ARRIVALS_MAX, SILENT_MAX};
use admission::marks::Mark;
use admission::occupancy::ReportKind;
use admission::pool::{self, LineIndex, PoolConfig, PoolState, SessionReport};
use admission::presence::{Front, FrontNews, LastSeen, NETWORK_MS};
use admission::serving::COVER_MS;
use admission::transfer::TransferRequest;
use admission::voucher::VoucherHash;
use admission::{
    Batch, BatchNumber, Claim, Control, Device, FlowMs, NodeId, Now, Number, PerMinute, RoomConfig, Sequence, State,
};

use super::{GRANTS_MAX, LAPSING_MS, RECHECK_MS, TICK_MS};
use crate::answer::{ArriveResult, ControlResult, DoneResult, Replies, TransferResult};
use crate::command::Newcomer;
use crate::effect::Outbox;
use crate::held_claims::{HOLD_MS, HeldClaims};
use crate::observer;
use crate::presence::LinePresence;
use crate::published::Published;
use crate::shared_line::SharedLine;
pub(super) use at_hand::AT_HAND_MS;
pub(super) use draw::DrawWriting;
use draw::WrittenDraw;
use lease_spender::LeaseSpender;
use sessions::SessionReports;

/// How long a node that has just started awaits visitors in front, milliseconds: the longest pause
/// of a page after an unanswered poll, and half a second for the network.
const RETURN_MS: u64 = 4_500;
/// The most visitors who are awaited in front.
pub(super) const AWAITED_MAX: usize = 10_000;

/// The inputs of a pool node's decisions: the pool as of the last commit, the settings, the time.
#[derive(Debug, Clone, Copy)]
pub(super) struct TickContext<'a> {
    pub(super) state: &'a PoolState,
    pub(super) config: &'a PoolConfig,
    /// Permits that each line can spend now, so that no line takes another's share.
    pub(super) entitled: &'a [u64],
    pub(super) readings: TickReadings,
}

/// The parts of a [`TickContext`] that are not borrowed from the pool node, so that its lines can
/// change while the context lives.
#[derive(Debug, Clone, Copy)]
pub(super) struct TickReadings {
    pub(super) now: Now,
    /// Monotonic milliseconds.
    pub(super) now_ms: u64,
    /// Whether the last commit failed and it is too early for the next one.
    pub(super) waits_for_store: bool,
    /// Whether no other node commits to the pool.
    pub(super) alone: bool,
}

impl TickReadings {
    pub(super) fn context<'a>(
        self,
        state: &'a PoolState,
        config: &'a PoolConfig,
        entitled: &'a [u64],
    ) -> TickContext<'a> {
        TickContext {
            state,
            config,
            entitled,
            readings: self,
        }
    }
}

/// The periodic work that is due.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ticks {
    /// Committing news of presence.
    pub(super) news: bool,
    /// Advancing lines that move; due only if no other node has committed recently.
    pub(super) line: bool,
}

/// A room's state at the pool node.
pub(super) struct Line<R: Replies> {
    pub(super) shared: Arc<SharedLine>,
    /// The values that are published for requests.
    pub(super) published: Arc<Published>,
    pub(super) at: LineIndex,
    pub(super) seen: LastSeen,
    pub(super) front: Front,
    pub(super) held: HeldClaims<R>,
    pub(super) arrivals: Vec<(Newcomer, R::To<ArriveResult>)>,
    pub(super) freed: Vec<(VoucherHash, R::To<DoneResult>)>,
    pub(super) cancels: Vec<(Device, R::To<DoneResult>)>,
    pub(super) transfers: Vec<(TransferRequest, R::To<TransferResult>)>,
    pub(super) controls: Vec<(Control, R::To<ControlResult>)>,
    pub(super) first_heard: Vec<Number>,
    pub(super) silent: Vec<Sequence>,
    pub(super) reports: SessionReports<R>,
    pub(super) lease_spender: LeaseSpender,
    pub(super) written: WrittenDraw,
    pub(super) committed_rate: PerMinute,
}

impl<R: Replies> Line<R> {
    pub(super) fn new(
        shared: Arc<SharedLine>,
        published: Arc<Published>,
        at: LineIndex,
        committed_rate: PerMinute,
    ) -> Self {
        Self {
            seen: published.snapshot.seen().clone(),
            shared,
            published,
            at,
            front: Front::default(),
            held: HeldClaims::default(),
            arrivals: Vec::new(),
            freed: Vec::new(),
            cancels: Vec::new(),
            transfers: Vec::new(),
            controls: Vec::new(),
            first_heard: Vec::new(),
            silent: Vec::new(),
            reports: SessionReports::default(),
            lease_spender: LeaseSpender::default(),
            written: WrittenDraw::default(),
            committed_rate,
        }
    }

    pub(super) fn state<'a>(&self, tick: &TickContext<'a>) -> &'a State {
        &tick.state.lines[usize::from(self.at.0)]
    }

    pub(super) fn config<'a>(&self, tick: &TickContext<'a>) -> &'a RoomConfig {
        let line = &tick.config.lines[usize::from(self.at.0)];
        &tick.config.rooms[usize::from(line.room.0)].config
    }

    /// The part of the line that presence works on.
    pub(super) fn presence<'a>(&'a self, state: &'a State) -> LinePresence<'a> {
        LinePresence {
            at: self.at,
            state,
            seen: &self.seen,
            observer: self.shared.observer(),
        }
    }

    /// Collects visitors who fell silent, among those whom this node judges.
    pub(super) fn sweep(&mut self, now: FlowMs, is_judged: impl Fn(Sequence) -> bool) {
        let room = SILENT_MAX - self.silent.len().min(SILENT_MAX);
        let read = || self.seen.sweep(now, room).into_iter().map(|place| place.0).collect();
        let silent = observer::places(self.shared.observer(), read).into_iter();
        self.silent
            .extend(silent.map(Sequence).filter(|sequence| is_judged(*sequence)));
    }

    /// Whether there is something to commit.
    pub(super) fn is_due(&self, tick: &TickContext<'_>, ticks: Ticks) -> bool {
        let (ledger, config) = (&self.state(tick).ledger, self.config(tick));
        let nothing = self.arrivals.is_empty()
            && self.freed.is_empty()
            && self.cancels.is_empty()
            && self.transfers.is_empty()
            && self.controls.is_empty()
            && !self.has_reports();
        let changed =
            self.committed_rate != config.max_outflow || ledger.changes_in_ms(config, tick.readings.now) == Some(0);
        let ready = !self.ready_claims(tick, 1).is_empty();
        // Only this node's own commits renew its lease.
        let line = ticks.line || (config.leases && ticks.news);
        let tick = ticks.news && self.has_news(tick) || line && self.somebody_waits(tick) && self.moves(tick);
        let nothing = nothing && !self.lease_spender.has_news();
        !nothing || changed || ready || tick
    }

    fn has_news(&self, tick: &TickContext<'_>) -> bool {
        !self.first_heard.is_empty() || !self.silent.is_empty() || (!tick.readings.alone && self.front.has_news())
    }

    pub(super) fn somebody_waits(&self, tick: &TickContext<'_>) -> bool {
        let state = self.state(tick);
        state.ledger.next.0 > state.marks.uncounted() + state.unnumbered.uncounted()
    }

    /// Whether the line moves, or is about to move.
    fn moves(&self, tick: &TickContext<'_>) -> bool {
        let ledger = &self.state(tick).ledger;
        ledger.lifecycle.flows() && ledger.gate.opens_in_ms(tick.readings.now.wall) <= COVER_MS
    }

    /// The number of visitors who ask now, or are expected to ask within a poll interval.
    pub(super) fn about_to_ask(&self, now: Now) -> u64 {
        self.held.len().max(self.front.expected(now.flow))
    }

    pub(super) fn permits(&self, tick: &TickContext<'_>) -> u64 {
        pool::permits(tick.state, tick.config, tick.readings.now, self.at)
    }

    /// The claims to be granted now, lowest first: at most `most`, and no more than there are
    /// permits.
    fn ready_claims(&self, tick: &TickContext<'_>, most: u64) -> Vec<Number> {
        if self.held.is_empty() {
            return Vec::new();
        }
        let permits = self.permits(tick).min(tick.entitled[usize::from(self.at.0)]);
        let lapsing = pool::lapsing(tick.state, tick.config, tick.readings.now, self.at, LAPSING_MS);
        let end = self.front.first_expected(permits, tick.readings.now.flow);
        let awaited = self
            .front
            .first_awaited(tick.readings.now.flow)
            .unwrap_or(Number(u64::MAX));
        self.held.ready(end, permits.min(most), (lapsing, awaited))
    }

    /// Answers "not yet" to claims that need not wait any longer. While permits are available, all
    /// claims wait, for visitors with lower numbers whose poll can come at any moment.
    pub(super) fn release(&mut self, tick: &TickContext<'_>, out: &mut Outbox<R>) {
        if self.held.is_empty() {
            return;
        }
        let end = match self.permits(tick) {
            _ if tick.readings.waits_for_store && self.config(tick).leases => {
                self.held_by_lease(tick).unwrap_or(Number(0))
            }
            0 => self
                .front
                .first_expected(self.permits_within(tick, HOLD_MS), tick.readings.now.flow),
            _ => Number(u64::MAX),
        };
        for number in self.held.release(end, tick.readings.now_ms, out) {
            self.front.answered(number, tick.readings.now.flow);
        }
    }

    /// The number of permits that become due within `within_ms` milliseconds.
    ///
    /// A claim is worth holding if a permit for its visitor becomes due before the claim must be
    /// answered. The visitors in front are ranked for this regardless of whether they have an open
    /// claim. If only open claims were ranked, a visitor's claim would be held without effect while
    /// others are between two polls, and the visitor would be between two polls when the turn
    /// comes.
    fn permits_within(&self, tick: &TickContext<'_>, within_ms: u64) -> u64 {
        if tick.readings.waits_for_store || !self.state(tick).ledger.flows() {
            return 0;
        }
        pool::permits_within(tick.state, tick.config, tick.readings.now, self.at, within_ms)
    }

    /// Awaits the visitors who may have been notified before this node started. Until they have had
    /// the time to poll, no higher number is served first. These are the visitors in front
    /// according to the change log, those for whom the line waits, and, unless the log
    /// `reaches_back` for a poll interval, all whom the line has passed. Only the log records
    /// notifications, so the other visitors are notified again ([`FrontContact::Unsure`]).
    ///
    /// [`FrontContact::Unsure`]: admission::presence::FrontContact::Unsure
    pub(super) fn expect_everybody(&mut self, state: &State, reaches_back: bool, now: FlowMs) {
        let serving = &state.ledger.serving;
        let (notified_to, waited_from) = (serving.notified_to(), serving.waited_from());
        let waits = |number: &Number| is_waiting(state, *number);
        let in_front = (0..notified_to.0).rev().map(Number).filter(waits).take(AWAITED_MAX);
        for number in in_front {
            if !reaches_back || number >= waited_from || self.front.is_present(number) {
                self.front.expect_return(number, now, now.plus(RETURN_MS));
            }
        }
    }

    /// Awaits the visitors who were in front when the store became unavailable. Other nodes may
    /// have received their polls since, but could not report them.
    pub(super) fn expect_back(&mut self, lineup: Vec<Number>, state: &State, now: FlowMs) {
        for number in lineup {
            if is_waiting(state, number) {
                self.front.expect_return(number, now, now.plus(RETURN_MS));
            }
        }
    }

    /// Awaits visitors whom the line reached with a state that is about to be published. Does not
    /// await newcomers of the same commit, who have no poll interval yet, or visitors who are
    /// aside.
    pub(super) fn expect_reached(&mut self, tick: &TickContext<'_>) {
        let (before, state) = (&self.published.snapshot, self.state(tick));
        if before.run() != state.ledger.run {
            return;
        }
        let from = before.ledger().serving.notified_to();
        let to = state.ledger.serving.notified_to().min(before.ledger().numbered());
        let reached = (from.0..to.0).map(Number).take(AWAITED_MAX);
        let waits = |number: &Number| is_waiting(state, *number);
        let aside = self
            .shared
            .numbers_aside(state.ledger.run, from..to, tick.readings.now.wall);
        let aside: BTreeSet<Number> = aside.into_iter().collect();
        for number in reached.filter(waits).filter(|number| !aside.contains(number)) {
            let interval_ms = before.longest_poll_ms(number, tick.readings.now);
            self.front
                .expect_poll(number, tick.readings.now.flow.plus(interval_ms + NETWORK_MS));
        }
    }

    /// The time at which the pool node has to look at this room again, monotonic milliseconds.
    pub(super) fn wake_ms(&self, tick: &TickContext<'_>, (tick_at_ms, quiet_at_ms): (u64, u64)) -> u64 {
        let now_ms = tick.readings.now_ms;
        let mut wake_ms = self.sessions_wake_ms();
        if self.somebody_waits(tick) {
            let soonest = now_ms + if self.moves(tick) { 0 } else { TICK_MS };
            let leases = self.config(tick).leases;
            wake_ms = wake_ms.min(if leases { tick_at_ms } else { quiet_at_ms }.max(soonest));
        }
        if self.has_news(tick) {
            wake_ms = wake_ms.min(tick_at_ms.max(now_ms));
        }
        let changes = self
            .state(tick)
            .ledger
            .changes_in_ms(self.config(tick), tick.readings.now);
        wake_ms = wake_ms.min(changes.map_or(u64::MAX, |wait_ms| now_ms.saturating_add(wait_ms)));
        if let Some(until_ms) = self.held.first_until_ms() {
            let due_in = pool::next_due(tick.state, tick.config, self.at).map(|due| due.since(tick.readings.now.flow));
            // A permit that is already due waits for a poll, or until that poll is overdue.
            let due_in = due_in.map_or(u64::MAX, |wait_ms| if wait_ms == 0 { RECHECK_MS } else { wait_ms });
            wake_ms = wake_ms.min(until_ms).min(now_ms.saturating_add(due_in));
        }
        wake_ms
    }

    /// The room's part of the next commit, without its side records. Takes the pending news of
    /// presence; [`Self::put_back`] restores it.
    pub(super) fn batch(
        &mut self,
        tick: &TickContext<'_>,
        (node, batch): (NodeId, BatchNumber),
        draw_key: Option<[u8; 32]>,
        seed: [u8; 32],
    ) -> Batch {
        self.front.prune(tick.readings.now.flow);
        let run = self.state(tick).ledger.run;
        self.take_touched((run, tick.readings.now.flow), tick.config.lines.len());
        let most = GRANTS_MAX / tick.config.lines.len().max(1) as u64;
        let claims = self.ready_claims(tick, most);
        let ledger = &self.state(tick).ledger;
        // Newcomers who pass unseen are granted with this commit, so they count towards its grants.
        let arrivals_max = if ledger.is_unseen(self.config(tick)) {
            most - claims.len() as u64
        } else {
            u64::from(ARRIVALS_MAX)
        };
        let leased = self.lease_spender.report(ledger, (node, batch));
        let (arrivals, conditional) = self.arrivals_next(arrivals_max, tick.config.lines.len());
        Batch {
            node,
            batch,
            run: ledger.run,
            arrivals,
            conditional,
            freed: self.freed_next(tick.config.lines.len()),
            claims: claims.into_iter().filter_map(|number| self.claim(number)).collect(),
            cancels: self.cancels.iter().map(|(device, _)| *device).collect(),
            transfers: self.next_transfers(tick.config.lines.len()),
            first_heard: std::mem::take(&mut self.first_heard),
            present: self.front.present(),
            silent: std::mem::take(&mut self.silent),
            controls: self.controls.iter().map(|(control, _)| *control).collect(),
            draw_key,
            leased,
            seed,
            ..Batch::default()
        }
    }

    /// Restores the news of presence and of visitors in front that were not committed.
    pub(super) fn put_back(&mut self, batch: Batch, front: &[FrontNews]) {
        self.first_heard = batch.first_heard;
        self.silent = batch.silent;
        self.front.restore_news(front);
    }

    fn claim(&self, number: Number) -> Option<Claim> {
        let device = self.held.claimed_place(number)?.device;
        Some(Claim { number, device })
    }

    /// The batch's claims for places that were redirected before; the commit needs their records.
    pub(super) fn returning(&self, tick: &TickContext<'_>, batch: &Batch) -> Vec<Claim> {
        let marks = &self.state(tick).marks;
        let claims = batch.claims.iter().copied();
        claims
            .filter(|claim| marks.has(claim.number, Mark::Redirected))
            .collect()
    }

    /// Reports the sessions that end with a batch's cancels: a visitor who was let through and
    /// gives up the place has left the site.
    pub(super) fn ended(&self, tick: &TickContext<'_>, batch: &Batch) -> Vec<SessionReport> {
        let state = self.state(tick);
        let numbers = batch
            .cancels
            .iter()
            .filter_map(|device| state.ledger.number(device.sequence));
        let inside = numbers.filter(|number| state.marks.has(*number, Mark::Redirected));
        let report = |number| SessionReport {
            line: self.at,
            number,
            kind: ReportKind::Ended,
        };
        inside.map(report).collect()
    }
}

/// Whether the holder of a number waits for a turn: the place is not settled, and its visitor is
/// counted among the people ahead of others.
fn is_waiting(state: &State, number: Number) -> bool {
    !state.marks.settled(number) && !state.marks.has(number, Mark::Uncounted)
}

//! The lease spender: the part of a room's pool node that lets visitors in by leases while the
//! store does not answer. It lets the lowest open claims through as their permits become due, and
//! reports them with the first commit afterwards; see [`admission::lease`].
//!
//! The node can spend only permits that are leased to it both by the last known state and by every
//! commit of unknown outcome. A separate probe checks whether the store is back, so that no slot is
//! missed while a call hangs.
//!
//! The other nodes spend their leases at the same time, and this node does not learn which visitors
//! they hear and let through. The node therefore serves visitors in their order at the time of the
//! outage, at the combined pace of all nodes: a visitor who asks here early does not pass visitors
//! who ask other nodes.

use admission::lease::LEASE_PERMITS_MAX;
use admission::marks::Mark;
use admission::{BatchNumber, FlowMs, Grant, Lease, LeasedGrant, Ledger, NodeId, Number, PerMinute, Run, State};
use protocol::QueueId;

use super::{Line, TickContext};
use crate::answer::Replies;
use crate::effect::{Effect, Outbox};
use crate::grants::Granted;
use crate::held_claims::HOLD_MS;
use crate::pool_node::{PoolNode, RETRY_MS, Random, Stage};

/// The interval at which slots are checked while a lease lasts and somebody waits, milliseconds.
const SLOT_LOOK_MS: u64 = 20;

/// The lease that a room's pool node can spend on its own, and the grants it made by leases.
#[derive(Debug, Default)]
pub(in crate::pool_node) struct LeaseSpender {
    /// The lease to spend; empty while the store answers.
    lease: Lease,
    /// Grants that no commit has recorded yet, in order.
    granted: Vec<UnrecordedGrant>,
    /// Attempts at commits that report grants, in order.
    reported: Vec<GrantReport>,
    /// The visitors in front when the node began to spend, lowest numbers first.
    lineup: Vec<Number>,
    /// When the node began to spend.
    began: FlowMs,
    /// The grants of commits of unknown outcome. If the lease lets their visitors in, it is by the
    /// same grant, so that nobody is granted twice if such a commit was made.
    unsure: Vec<Granted>,
}

/// A grant by a lease, as the ledger and as the log of grants record it.
#[derive(Debug)]
struct UnrecordedGrant {
    leased: LeasedGrant,
    logged: Granted,
}

/// Attempts in a row that report the same grants.
#[derive(Debug)]
struct GrantReport {
    first: BatchNumber,
    last: BatchNumber,
    /// How many grants they report, from the first unrecorded one on.
    count: usize,
}

impl LeaseSpender {
    /// Whether there are grants to report.
    pub(in crate::pool_node) fn has_news(&self) -> bool {
        !self.granted.is_empty()
    }

    /// The grants that a commit on the state of `ledger` reports.
    pub(in crate::pool_node) fn report(
        &mut self,
        ledger: &Ledger,
        (node, batch): (NodeId, BatchNumber),
    ) -> Vec<LeasedGrant> {
        self.forget_recorded(ledger, node);
        let count = self.granted.len();
        match self.reported.last_mut() {
            Some(report) if report.count == count => report.last = batch,
            _ if count > 0 => self.reported.push(GrantReport {
                first: batch,
                last: batch,
                count,
            }),
            _ => {}
        }
        self.granted.iter().map(|grant| grant.leased).collect()
    }

    /// Drops the grants that a ledger has recorded, by a commit that reported them.
    pub(in crate::pool_node) fn forget_recorded(&mut self, ledger: &Ledger, node: NodeId) {
        let is_made = |report: &&GrantReport| {
            let mark = ledger.nodes.iter().find(|mark| mark.node == node);
            mark.is_some_and(|mark| (report.first..=report.last).contains(&mark.batch))
        };
        if let Some(report) = self.reported.iter().find(is_made) {
            self.granted.drain(..report.count);
            self.reported.clear();
        }
    }

    /// The queue id of a grant that no commit has recorded yet.
    pub(in crate::pool_node) fn queue_id(&self, number: Number) -> Option<QueueId> {
        let grant = self.granted.iter().rev().find(|grant| grant.leased.number == number);
        grant.map(|grant| grant.logged.queue_id())
    }

    /// Begins to spend `sure` without the slots that were used, in the order of `lineup`.
    fn begin(&mut self, sure: &Lease, lineup: impl Iterator<Item = Number>, now: FlowMs) {
        self.lease = sure.without(self.granted.iter().map(|grant| grant.leased.slot));
        self.began = now;
        let most = usize::try_from(LEASE_PERMITS_MAX).unwrap_or(usize::MAX);
        self.lineup.clear();
        self.lineup.extend(lineup.take(most));
    }

    /// Keeps only the part of the remaining lease that is also in `sure`.
    fn limit(&mut self, sure: &Lease) {
        self.lease = self.lease.intersection(sure);
    }

    /// Remembers the grants of commits of unknown outcome for as long as the lease lasts.
    fn remember(&mut self, unsure: impl Iterator<Item = Granted>, now: FlowMs) {
        match self.lease.next_due(now) {
            Some(_) => self.unsure.extend(unsure),
            None => self.unsure.clear(),
        }
    }

    /// The entry in the log for a visitor who is let in by the lease.
    fn logged(&self, grant: Grant, run: Run, queue_id: &QueueId) -> Granted {
        let new = Granted::new(grant, run, queue_id);
        let is_same = |unsure: &&Granted| unsure.at(new.granted_at) == new;
        self.unsure.iter().find(is_same).copied().unwrap_or(new)
    }

    /// Returns the first number that all nodes together, at `rate`, will not reach within a poll
    /// interval.
    fn reaches(&self, rate: PerMinute, now: FlowMs) -> Number {
        let due = rate.in_ms(now.since(self.began) + HOLD_MS);
        let beyond = self.lineup.get(usize::try_from(due).unwrap_or(usize::MAX));
        beyond.copied().unwrap_or(Number(u64::MAX))
    }

    /// Ends the lease, because commits spend permits again. Returns the visitors who were in front
    /// when the store became unavailable.
    pub(in crate::pool_node) fn end(&mut self) -> Vec<Number> {
        self.lease = Lease::default();
        self.unsure.clear();
        std::mem::take(&mut self.lineup)
    }
}

impl<R: Replies> PoolNode<R> {
    /// Prepares all lines to spend leases, because the store does not answer. Must be called before
    /// commits of unknown outcome are given up, since they limit the lease.
    pub(in crate::pool_node) fn prepare_leases(&mut self) {
        let now = self.now().flow;
        for line in self.lines.iter_mut().flatten() {
            let sure = self.replica.sure_lease(line.at, self.node);
            match self.is_store_away {
                true => line.lease_spender.limit(&sure),
                false => line.lease_spender.begin(&sure, line.front.expected_numbers(now), now),
            }
            let unsure = self.replica.unsure_grants(line.at);
            line.lease_spender.remember(unsure, now);
        }
    }

    /// Lets visitors through by leases while the store is unavailable.
    pub(in crate::pool_node) fn spend_leases(&mut self) {
        if self.is_store_away {
            let config = self.config();
            self.each(&config, |line, tick, out| {
                line.into_iter().for_each(|line| line.spend_lease(tick, out));
            });
        }
    }

    /// The time at which a lease can be spent next, if claims wait for it, monotonic milliseconds.
    pub(in crate::pool_node) fn lease_wake_ms(&self, tick: &TickContext<'_>) -> u64 {
        let lines = self.lines.iter().flatten().filter(|line| !line.held.is_empty());
        let due = lines.filter_map(|line| line.lease_spender.lease.next_due(tick.readings.now.flow));
        let wake = due.map(|due| tick.readings.now_ms + due.since(tick.readings.now.flow).max(SLOT_LOOK_MS));
        wake.min().unwrap_or(u64::MAX)
    }

    /// While a lease lasts, probes whether the store is back, and lets visitors through during the
    /// probe. Without a lease, the next call to the store shows whether it is back.
    pub(in crate::pool_node) fn probe_or_follow(&mut self, random: Random<'_>) {
        let (now_ms, flow) = (self.now_ms(), self.now().flow);
        let mut lines = self.lines.iter().flatten();
        let lasts = lines.any(|line| line.lease_spender.lease.next_due(flow).is_some());
        if !(self.is_store_away && lasts && now_ms >= self.retry_at_ms) {
            return self.follow_others(random);
        }
        let known = self.replica.generation();
        self.out.push(Effect::Probe { known });
        self.stage = Stage::Probing;
        self.spend_leases();
    }

    /// The time of the next look at slots while a probe is under way, monotonic milliseconds.
    pub(in crate::pool_node) fn slot_look_at_ms(&self) -> u64 {
        self.now_ms() + SLOT_LOOK_MS
    }

    /// Continues after a probe.
    pub(in crate::pool_node) fn probed(&mut self, is_found: bool, random: Random<'_>) {
        if !is_found {
            self.retry_at_ms = self.now_ms() + RETRY_MS;
        }
        self.follow_others(random);
    }
}

impl<R: Replies> Line<R> {
    /// Grants the lowest open claims by the lease, except for places that are settled or were
    /// transferred, as far as this node knows.
    fn spend_lease(&mut self, tick: &TickContext<'_>, out: &mut Outbox<R>) {
        let (State { ledger, .. }, config) = (self.state(tick), self.config(tick));
        let life = ledger.lifecycle.by_schedule(&config.schedule, tick.readings.now.wall);
        if !(config.leases && config.max_outflow.0 > 0 && ledger.flows() && life.flows()) {
            return;
        }
        let end = self
            .lease_spender
            .reaches(ledger.outflow.rate(), tick.readings.now.flow);
        let end = end.min(ledger.serving.notified_to());
        let open = self.held.ready(end, u64::MAX, (0, Number(0)));
        for number in open {
            if self.lease_spender.lease.due(tick.readings.now.flow) == 0 {
                break;
            }
            self.let_through(tick, number, out);
        }
    }

    fn let_through(&mut self, tick: &TickContext<'_>, number: Number, out: &mut Outbox<R>) {
        let State {
            ledger, marks, holders, ..
        } = self.state(tick);
        let Some(place) = self.held.claimed_place(number).copied() else {
            return;
        };
        if marks.settled(number) || holders.is_past(place.device) {
            return;
        }
        let Some(slot) = self.lease_spender.lease.spend(tick.readings.now.flow) else {
            return;
        };
        let (run, now) = (ledger.run, tick.readings.now.wall);
        let grant = Grant {
            number,
            granted_at: now,
            unseen: false,
        };
        let logged = self.lease_spender.logged(grant, run, &place.queue_id);
        let leased = LeasedGrant {
            run,
            number,
            granted_at: logged.granted_at,
            slot,
        };
        self.lease_spender.granted.push(UnrecordedGrant { leased, logged });
        self.shared.log_grants(std::iter::once(logged), now);
        self.front.leave(number);
        self.seen.release(place.device.sequence);
        self.held.grant(number, logged.grant(), out);
    }

    /// The number below which claims are worth holding while the store does not answer; `None` if
    /// the lease has no permit in that time.
    pub(in crate::pool_node) fn held_by_lease(&self, tick: &TickContext<'_>) -> Option<Number> {
        let rate = self.state(tick).ledger.outflow.rate();
        let lasts = self.lease_spender.lease.within(tick.readings.now.flow, HOLD_MS) > 0;
        lasts.then(|| self.lease_spender.reaches(rate, tick.readings.now.flow))
    }

    /// Places let through by a lease here and also by other nodes; the commit needs their records.
    pub(in crate::pool_node) fn let_through_twice(
        &self,
        tick: &TickContext<'_>,
        leased: &[LeasedGrant],
    ) -> Vec<Number> {
        let marks = &self.state(tick).marks;
        let numbers = leased.iter().map(|leased| leased.number);
        numbers.filter(|number| marks.has(*number, Mark::Redirected)).collect()
    }
}

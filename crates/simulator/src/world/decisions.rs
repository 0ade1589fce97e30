//! Reports the decisions of a durable commit to the oracles and counts them.

use admission::batch::ArrivalOutcome;
use admission::marks::Mark;
use admission::occupancy::ReportKind;
use admission::pool::{LineIndex, ReportOutcome};
use admission::transfer::{TransferOutcome, TransferRequest};
use admission::voucher::{ArrivalRefused, VoucherHash};
use admission::{Batch, ClaimOutcome, Grant, Ledger, Number, PerMinute, Sequence, Step};
use node::pool_node::CommitDecisions;
use store::Generation;

use super::lines::WatchedLine;
use super::{World, index};
use crate::oracle::{Fact, FactTime, InvariantViolation, SiteFact};

/// A line's part of a commit.
#[derive(Clone, Copy)]
struct LineDecisions<'a> {
    line: LineIndex,
    batch: &'a Batch,
    step: &'a Step,
    /// Wall time of the node that made the commit.
    wall: u64,
    flow: u64,
}

impl<'a> LineDecisions<'a> {
    /// Returns the outcome for each newcomer, in the order of the batch.
    fn arrivals(self) -> impl Iterator<Item = ArrivalOutcome> + 'a {
        self.step.outcome.arrivals(self.batch)
    }

    /// Returns how many newcomers got a place.
    fn given(self) -> u64 {
        let is_given = |arrival: &ArrivalOutcome| matches!(arrival, ArrivalOutcome::Given(_));
        self.arrivals().filter(is_given).count() as u64
    }
}

impl World<'_> {
    /// Reports the decisions of a commit that has just become durable to the oracles, and counts
    /// them.
    pub(super) fn report_decisions(
        &mut self,
        commit: &CommitDecisions,
        generation: Generation,
    ) -> Result<(), InvariantViolation> {
        self.commit_order.add(generation);
        let (begun, waited) = (self.sessions_begun(), self.waiting_in_lines());
        let lines = (0..).map(LineIndex).zip(&commit.batches).zip(&commit.step.steps);
        for ((line, batch), step) in lines {
            let of_line = LineDecisions {
                line,
                batch,
                step,
                wall: commit.now.wall.0,
                flow: step.state.ledger.flow.0,
            };
            self.report_line_decisions(commit, generation, of_line)?;
        }
        self.judge_room_capacity(commit, &waited)?;
        self.report_shared_sessions(commit, begun, &waited)?;
        self.report_group_decisions(commit)?;
        self.report_pool_decisions(commit)?;
        self.commit_counted(commit, generation);
        let ledgers = commit.step.steps.iter().map(|step| step.state.ledger.encode().len());
        self.record.committed(ledgers.sum());
        Ok(())
    }

    /// Reports the decisions of a commit about all rooms that share a pool.
    fn report_pool_decisions(&mut self, commit: &CommitDecisions) -> Result<(), InvariantViolation> {
        let Some(PerMinute(per_minute)) = commit.config.rate.filter(|_| self.scenario.pool.is_some()) else {
            return Ok(());
        };
        let flow = self.flow_of(commit);
        self.tell_pool(flow, &Fact::Rate { per_minute })?;
        for step in &commit.step.steps {
            for grant in &step.grants {
                let (number, wall) = (grant.number.0, grant.granted_at.0);
                self.tell_pool(flow, &Fact::Grant { number, wall })?;
            }
        }
        let is_full = self.pool.as_mut().is_some_and(|pool| pool.is_full(flow, per_minute));
        let waiting: Vec<u64> = self.lines.iter().map(|line| line.oracles.waiting()).collect();
        let all: u64 = waiting.iter().sum();
        let lines = (0..).map(LineIndex).zip(waiting);
        for (line, waiting) in lines {
            let others_wait = all > waiting;
            let pool = Fact::Pool {
                per_minute,
                others_wait,
                is_full,
            };
            self.report_fact(line, flow, &pool)?;
        }
        Ok(())
    }

    /// Reports to the lines of a room with priority groups whether people wait in another one.
    fn report_group_decisions(&mut self, commit: &CommitDecisions) -> Result<(), InvariantViolation> {
        let flow = self.flow_of(commit);
        let room = |line: &WatchedLine<'_>, at: u16| line.room.group_of.unwrap_or(at);
        let lines = (0..).zip(&self.lines);
        let lines: Vec<(u16, u64)> = lines
            .map(|(at, line)| (room(line, at), line.oracles.waiting()))
            .collect();
        for (line, (room, waiting)) in (0..).map(LineIndex).zip(&lines) {
            let of_room = || lines.iter().filter(|(of, _)| of == room).map(|(_, waiting)| waiting);
            if of_room().count() > 1 {
                let others_wait = of_room().sum::<u64>() > *waiting;
                self.report_fact(line, flow, &Fact::Groups { others_wait })?;
            }
        }
        Ok(())
    }

    /// Returns the flow time of a commit, which its rooms share.
    pub(super) fn flow_of(&self, commit: &CommitDecisions) -> u64 {
        let flows = commit.step.steps.iter().map(|step| step.state.ledger.flow.0);
        flows.max().unwrap_or(0)
    }

    /// Reports a fact to the oracle of the pool.
    pub(super) fn tell_pool(&mut self, flow_ms: u64, fact: &Fact) -> Result<(), InvariantViolation> {
        let at = FactTime {
            real_ms: self.now,
            flow_ms,
        };
        self.pool.as_mut().map_or(Ok(()), |pool| pool.witness(at, fact))
    }

    fn report_line_decisions(
        &mut self,
        commit: &CommitDecisions,
        generation: Generation,
        of_line: LineDecisions<'_>,
    ) -> Result<(), InvariantViolation> {
        let LineDecisions {
            line,
            batch,
            step,
            wall,
            flow,
        } = of_line;
        let position = self.commit_order.position(generation);
        self.report_fact(line, flow, &Fact::Durable { commit: position, wall })?;
        let in_ms = step.outcome.confirmed_in_ms;
        self.report_fact(line, flow, &Fact::Confirmed { in_ms })?;
        let configured = &commit.config.lines[usize::from(line.0)];
        let rate = commit.config.rooms[usize::from(configured.room.0)].config.max_outflow;
        self.report_fact(line, flow, &Fact::Rate { per_minute: rate.0 })?;
        // A group's line has the life of its room.
        let of = usize::from(self.line(line).room.group_of.unwrap_or(line.0));
        let outcomes = &commit.step.steps[of].outcome.controls;
        for (control, outcome) in commit.batches[of].controls.iter().zip(outcomes) {
            let (control, accepted) = (*control, outcome.is_ok());
            self.report_fact(line, flow, &Fact::Control { control, accepted })?;
        }
        let outcome = &step.outcome;
        if outcome.run != self.line(line).run {
            self.line_mut(line).begin_run(outcome.run);
        }
        self.tell_sessions(commit, line, flow)?;
        let mut recorded = 0;
        for leased in batch.leased.iter().filter(|grant| grant.run == outcome.run) {
            let is_leased = |grant: &Grant| (grant.number, grant.granted_at) == (leased.number, leased.granted_at);
            let (number, wall) = (leased.number.0, leased.granted_at.0);
            let fact = match step.grants.iter().any(is_leased) {
                true => Fact::Recorded { number, wall },
                false => Fact::RecordedBefore { number, wall },
            };
            recorded += usize::from(matches!(fact, Fact::Recorded { .. }));
            self.report_fact(line, flow, &fact)?;
        }
        // A batch about an earlier run has no effect on the current one.
        let is_current = batch.run == outcome.run;
        for device in batch.cancels.iter().filter(|_| is_current) {
            let place = device.sequence.0;
            // A former device cannot cancel the place, unless the transfer was lost.
            if self.line(line).is_past(*device) && !step.state.has(device.sequence, Mark::Cancelled) {
                continue;
            }
            self.report_fact(line, flow, &Fact::Cancelled { place })?;
            self.left_place(line, place)?;
        }
        self.tell_skipped(line, (batch, step))?;
        let (first, count) = match outcome.first_arrival {
            Some(first) => (first.0, of_line.given()),
            None => (step.state.ledger.next.0, 0),
        };
        self.report_fact(line, flow, &Fact::Given { first, count })?;
        self.number(of_line, first, count)?;
        self.tell_vouchers(of_line)?;
        self.tell_capacity(of_line)?;
        for number in first..first + u64::from(outcome.unseen) {
            self.report_fact(line, flow, &Fact::Grant { number, wall })?;
        }
        let transfers = batch.transfers.iter().zip(&outcome.transfers).filter(|_| is_current);
        for (request, outcome) in transfers {
            if let (TransferRequest::Take { code }, TransferOutcome::Taken { device, .. }) = (request, outcome) {
                let (place, holder, code) = (device.sequence.0, device.holder.0, code.0);
                self.line_mut(line).transferred.insert(place, holder);
                self.report_fact(line, flow, &Fact::Transferred { place, holder, code })?;
            }
        }
        for (number, outcome) in outcome.claims.iter().filter(|_| is_current) {
            self.tell_claim(of_line, *number, *outcome)?;
        }
        for sequence in batch.silent.iter().filter(|_| is_current) {
            self.report_fact(line, flow, &Fact::Uncounted { place: sequence.0 })?;
        }
        let below = step.state.ledger.serving.notified_to().0;
        self.report_fact(line, flow, &Fact::Reached { below })?;
        self.tell_recovered(line, (batch, step))?;
        let total = step.state.ledger.granted;
        self.report_fact(line, flow, &Fact::Granted { total })?;
        self.count_grants(of_line, recorded, count)
    }

    fn count_grants(
        &mut self,
        of_line: LineDecisions<'_>,
        recorded: usize,
        given: u64,
    ) -> Result<(), InvariantViolation> {
        let LineDecisions { line, step, flow, .. } = of_line;
        let run = step.outcome.run;
        let granted = step.grants.iter().map(|grant| (run, grant.number, grant.granted_at));
        self.line_mut(line).grants.extend(granted);
        let new = &step.grants[recorded..];
        self.record
            .kept(self.now, usize::from(line.0), (given as u32, new.len()));
        new.iter().for_each(|grant| self.granted(line, grant.number));
        if let Err(violation) = step.state.ledger.check(&step.state.marks, &step.state.unnumbered) {
            let what = violation.to_string();
            return self.report_fact(line, flow, &Fact::Damaged { what });
        }
        Ok(())
    }

    /// Reports the site's limits and the changes of sessions, before the commit's grants.
    fn tell_sessions(
        &mut self,
        commit: &CommitDecisions,
        line: LineIndex,
        flow: u64,
    ) -> Result<(), InvariantViolation> {
        let Some(sessions) = commit.config.sessions else {
            return Ok(());
        };
        let limits = SiteFact {
            cap: sessions.is_capped().then(|| sessions.cap()),
            validity_ms: sessions.validity_ms,
            rate: commit.config.rate.map(|rate| rate.0),
            found: commit.step.ledger.rate_found().map(|rate| rate.0),
        };
        self.report_fact(line, flow, &Fact::Site(limits))?;
        if let Some(figures) = self.site.as_mut().map(|site| &mut site.figures) {
            figures.rate_found = limits.found;
        }
        let reports = commit.reports.iter().zip(&commit.step.reports);
        for (report, outcome) in reports.filter(|(report, _)| report.line == line) {
            let number = report.number.0;
            match (outcome, report.kind) {
                (ReportOutcome::Taken, ReportKind::Touched { valid_for_ms }) => {
                    self.report_fact(line, flow, &Fact::Touched { number, valid_for_ms })?;
                }
                (ReportOutcome::Taken, ReportKind::Ended) => {
                    self.report_fact(line, flow, &Fact::SessionEnded { number })?;
                }
                (ReportOutcome::Unknown | ReportOutcome::NotLoaded, _) => {}
            }
        }
        Ok(())
    }

    fn tell_vouchers(&mut self, of_line: LineDecisions<'_>) -> Result<(), InvariantViolation> {
        let LineDecisions {
            line,
            batch,
            step,
            flow,
            ..
        } = of_line;
        let arrivals: Vec<ArrivalOutcome> = of_line.arrivals().collect();
        for conditional in &batch.conditional {
            let arrival = arrivals[conditional.arrival as usize];
            self.judge_payment((line, step.outcome.run), conditional, arrival, flow)?;
            let (place, vouchers) = match arrival {
                ArrivalOutcome::Given(sequence) => (Some(sequence.0), conditional.vouchers.as_slice()),
                ArrivalOutcome::Refused(ArrivalRefused::Spent(at)) => (None, &conditional.vouchers[at..=at]),
                ArrivalOutcome::Refused(
                    ArrivalRefused::Stale | ArrivalRefused::RoomFull | ArrivalRefused::Unpaid(_),
                )
                | ArrivalOutcome::NotOpen => continue,
            };
            for voucher in vouchers {
                let VoucherHash(voucher) = voucher.hash;
                // A voucher that was spent in a lost commit can be spent again.
                if !self.codes.oracle.can_be_lost(&voucher) {
                    self.report_fact(line, flow, &Fact::Vouched { voucher, place })?;
                }
                if let Some(place) = place {
                    let first = step.outcome.first_arrival.map_or(u64::MAX, |first| first.0);
                    let is_unseen = (first..first.saturating_add(u64::from(step.outcome.unseen))).contains(&place);
                    self.codes.oracle.given(&voucher, is_unseen, self.now)?;
                }
            }
        }
        Ok(())
    }

    /// Reports the newcomers whom a commit refused because the room is full.
    fn tell_capacity(&mut self, of_line: LineDecisions<'_>) -> Result<(), InvariantViolation> {
        let line = self.line_mut(of_line.line);
        line.waiting_with_newcomers = line.oracles.waiting();
        if line.room.capacity.is_none() {
            return Ok(());
        }
        let is_refused = |arrival: &ArrivalOutcome| *arrival == ArrivalOutcome::Refused(ArrivalRefused::RoomFull);
        let decided = Fact::Decided {
            refused: of_line.arrivals().filter(is_refused).count() as u64,
            unseen: u64::from(of_line.step.outcome.unseen),
        };
        self.report_fact(of_line.line, of_line.flow, &decided)
    }

    /// Reports the numbers that became known and records their places. `first` and `count` are the
    /// commit's newcomers.
    fn number(&mut self, of_line: LineDecisions<'_>, first: u64, count: u64) -> Result<(), InvariantViolation> {
        let LineDecisions { line, step, flow, .. } = of_line;
        let ledger = &step.state.ledger;
        if !self.line(line).room.draws() {
            return Ok(());
        }
        let (mut from, next) = (first, first + count);
        // Visitors who wait for one draw get their numbers together.
        let waited = self.line(line).unnumbered;
        if let Some((old, to)) = waited.filter(|(old, _)| ledger.number(Sequence(*old)).is_some()) {
            self.line_mut(line).unnumbered = None;
            if to == first {
                from = old;
            } else {
                self.tell_numbers((line, flow), ledger, (old, to))?;
            }
        }
        let known = self.tell_numbers((line, flow), ledger, (from, next))?;
        if known < next {
            let unnumbered = &mut self.line_mut(line).unnumbered;
            *unnumbered = Some((unnumbered.map_or(known, |(old, _)| old), next));
        }
        Ok(())
    }

    /// Reports the numbers of places from `from` on, as far as they are known; returns one past the
    /// last.
    fn tell_numbers(
        &mut self,
        (line, flow): (LineIndex, u64),
        ledger: &Ledger,
        (from, to): (u64, u64),
    ) -> Result<u64, InvariantViolation> {
        let known = (from..to).map_while(|place| ledger.number(Sequence(place)));
        let numbers: Vec<u64> = known.map(|number| number.0).collect();
        let end = from + numbers.len() as u64;
        if numbers.is_empty() {
            return Ok(end);
        }
        let most = numbers.iter().max().map_or(0, |most| index(*most) + 1);
        let places = &mut self.line_mut(line).places;
        places.resize(places.len().max(most), u64::MAX);
        for (place, number) in (from..).zip(&numbers) {
            places[index(*number)] = place;
        }
        self.report_fact(line, flow, &Fact::Numbered { first: from, numbers })?;
        Ok(end)
    }

    fn tell_claim(
        &mut self,
        of_line: LineDecisions<'_>,
        number: Number,
        outcome: ClaimOutcome,
    ) -> Result<(), InvariantViolation> {
        let LineDecisions {
            line,
            batch,
            wall,
            flow,
            ..
        } = of_line;
        let place = self.line(line).place_of(number.0);
        let claim = batch.claims.iter().find(|claim| claim.number == number);
        let holder = claim.map_or(0, |claim| claim.device.holder.0);
        let number = number.0;
        if let ClaimOutcome::Granted(_) | ClaimOutcome::Repeated(_) = outcome {
            self.report_fact(line, flow, &Fact::Claimed { place, holder })?;
        }
        let fact = match outcome {
            ClaimOutcome::Granted(_) => Fact::Grant { number, wall },
            ClaimOutcome::Repeated(grant) => Fact::Repeated {
                number,
                granted_at: grant.granted_at.0,
                wall,
            },
            ClaimOutcome::Transferred => Fact::TransferReported { place, holder },
            ClaimOutcome::Unknown | ClaimOutcome::Expired => Fact::Missing { place },
            ClaimOutcome::Cancelled => Fact::ToldCancelled { place },
            ClaimOutcome::NotYet | ClaimOutcome::LimitReached => return Ok(()),
        };
        self.report_fact(line, flow, &fact)
    }

    /// Records a grant as the truth with which estimates are compared.
    pub(super) fn granted(&mut self, line: LineIndex, number: Number) {
        let watched = self.line(line);
        let place = watched.place_of(number.0);
        let holder = usize::try_from(place).ok().and_then(|place| watched.holders.get(place));
        if let Some(Some(who)) = holder.copied() {
            self.visitors[who].granted_at.get_or_insert(self.now);
        }
    }
}

//! Reports the decisions of a durable commit to the oracles and counts them.

use admission::batch::ArrivalOutcome;
use admission::occupancy::ReportKind;
use admission::pool::ReportOutcome;
use admission::voucher::{VoucherHash, VoucherRefused};
use admission::{ClaimOutcome, Ledger, Number, Sequence};

use super::commits::given;
use super::node::Commit;
use super::{World, index};
use crate::oracle::{Fact, InvariantViolation, SiteFact};

impl World<'_> {
    /// Reports the decisions of a commit that has just become durable to the oracles, and counts
    /// them.
    pub(super) fn kept(&mut self, commit: &Commit) -> Result<(), InvariantViolation> {
        let Commit {
            config,
            now,
            batch,
            step,
            ..
        } = commit;
        let flow = step.state.ledger.flow.0;
        let wall = now.wall.0;
        let in_ms = step.outcome.confirmed_in_ms;
        self.tell(flow, &Fact::Confirmed { in_ms })?;
        self.tell(
            flow,
            &Fact::Rate {
                per_minute: config.max_outflow.0,
            },
        )?;
        for (control, outcome) in batch.controls.iter().zip(&step.outcome.controls) {
            let (control, accepted) = (*control, outcome.is_ok());
            self.tell(flow, &Fact::Control { control, accepted })?;
        }
        let outcome = &step.outcome;
        if outcome.run != self.run {
            self.begin_run(outcome.run);
        }
        self.tell_sessions(flow, commit)?;
        let recorded = batch.leased.iter().filter(|grant| grant.run == outcome.run);
        let recorded: Vec<u64> = recorded.map(|grant| grant.number.0).collect();
        for number in &recorded {
            self.tell(flow, &Fact::Recorded { number: *number })?;
        }
        // A batch about an earlier run has no effect on the current one.
        let current = batch.run == outcome.run;
        for device in batch.cancels.iter().filter(|_| current) {
            let place = device.sequence.0;
            self.tell(flow, &Fact::Cancelled { place })?;
        }
        self.tell_skipped(flow, commit)?;
        let (first, count) = match outcome.first_arrival {
            Some(first) => (first.0, given(commit)),
            None => (step.state.ledger.next.0, 0),
        };
        self.tell(flow, &Fact::Given { first, count })?;
        self.number(flow, &step.state.ledger, first, count)?;
        self.tell_vouchers(flow, commit)?;
        for number in first..first + u64::from(outcome.unseen) {
            self.tell(flow, &Fact::Grant { number, wall })?;
        }
        for (number, outcome) in outcome.claims.iter().filter(|_| current) {
            self.tell_claim(flow, wall, *number, *outcome)?;
        }
        for sequence in batch.silent.iter().filter(|_| current) {
            self.tell(flow, &Fact::Uncounted { place: sequence.0 })?;
        }
        let below = step.state.ledger.serving.told_to().0;
        self.tell(flow, &Fact::Reached { below })?;
        self.tell_recovered(commit)?;
        let granted = step.state.ledger.granted;
        self.tell(flow, &Fact::Granted { total: granted })?;
        if let Err(violation) = step.state.ledger.check(&step.state.marks, &step.state.unnumbered) {
            return self.tell(
                flow,
                &Fact::Damaged {
                    what: violation.to_string(),
                },
            );
        }
        let ledger_bytes = step.state.ledger.encode().len();
        self.record
            .kept(self.now, count as u32, step.grants.len() - recorded.len(), ledger_bytes);
        for grant in &step.grants[recorded.len()..] {
            self.granted(grant.number);
        }
        Ok(())
    }

    /// Reports the site's limits and what became of sessions, before the commit's grants.
    fn tell_sessions(&mut self, flow: u64, commit: &Commit) -> Result<(), InvariantViolation> {
        let Some(site) = &commit.site else { return Ok(()) };
        let sessions = site.config.sessions.expect("a site counts sessions");
        let limits = SiteFact {
            cap: sessions.is_capped().then(|| sessions.cap()),
            validity_ms: sessions.validity_ms,
            rate: site.config.rate.map(|rate| rate.0),
            found: site.step.ledger.rate_found().map(|rate| rate.0),
        };
        self.tell(flow, &Fact::Site(limits))?;
        if let Some(figures) = self.site.as_mut().map(|site| &mut site.figures) {
            figures.rate_found = limits.found;
        }
        for ((number, kind), outcome) in site.reports.iter().zip(&site.step.reports) {
            let number = number.0;
            match (outcome, *kind) {
                (ReportOutcome::Taken, ReportKind::Touched { valid_for_ms }) => {
                    self.tell(flow, &Fact::Touched { number, valid_for_ms })?;
                }
                (ReportOutcome::Taken, ReportKind::Ended) => self.tell(flow, &Fact::SessionEnded { number })?,
                (ReportOutcome::Unknown | ReportOutcome::NotLoaded, _) => {}
            }
        }
        Ok(())
    }

    fn tell_vouchers(&mut self, flow: u64, Commit { batch, step, .. }: &Commit) -> Result<(), InvariantViolation> {
        let arrivals: Vec<ArrivalOutcome> = step.outcome.arrivals(batch).collect();
        for vouched in &batch.vouched {
            let place = match arrivals[vouched.arrival as usize] {
                ArrivalOutcome::Given(sequence) => Some(sequence.0),
                ArrivalOutcome::Refused(VoucherRefused::Spent(_)) => None,
                ArrivalOutcome::Refused(
                    VoucherRefused::Stale | VoucherRefused::RoomFull | VoucherRefused::Unpaid(_),
                )
                | ArrivalOutcome::NotOpen => continue,
            };
            for VoucherHash(voucher) in vouched.vouchers.iter().copied() {
                self.tell(flow, &Fact::Vouched { voucher, place })?;
            }
        }
        Ok(())
    }

    /// Reports the numbers that became known and records their places. `first` and `count` are the
    /// commit's newcomers.
    fn number(&mut self, flow: u64, ledger: &Ledger, first: u64, count: u64) -> Result<(), InvariantViolation> {
        if !self.scenario.room.draws() {
            return Ok(());
        }
        let (mut from, next) = (first, first + count);
        // Visitors who wait for one draw get their numbers together.
        if let Some((old, to)) = self
            .unnumbered
            .filter(|(old, _)| ledger.number(Sequence(*old)).is_some())
        {
            self.unnumbered = None;
            if to == first {
                from = old;
            } else {
                self.tell_numbers(flow, ledger, old, to)?;
            }
        }
        let known = self.tell_numbers(flow, ledger, from, next)?;
        if known < next {
            self.unnumbered = Some((self.unnumbered.map_or(known, |(old, _)| old), next));
        }
        Ok(())
    }

    /// Reports the numbers of places from `from` on, as far as they are known; returns one past the
    /// last.
    fn tell_numbers(&mut self, flow: u64, ledger: &Ledger, from: u64, to: u64) -> Result<u64, InvariantViolation> {
        let known = (from..to).map_while(|place| ledger.number(Sequence(place)));
        let numbers: Vec<u64> = known.map(|number| number.0).collect();
        let end = from + numbers.len() as u64;
        if numbers.is_empty() {
            return Ok(end);
        }
        let most = numbers.iter().max().map_or(0, |most| index(*most) + 1);
        self.places.resize(self.places.len().max(most), u64::MAX);
        for (place, number) in (from..).zip(&numbers) {
            self.places[index(*number)] = place;
        }
        self.tell(flow, &Fact::Numbered { first: from, numbers })?;
        Ok(end)
    }

    fn tell_claim(
        &mut self,
        flow: u64,
        wall: u64,
        number: Number,
        outcome: ClaimOutcome,
    ) -> Result<(), InvariantViolation> {
        let number = number.0;
        match outcome {
            ClaimOutcome::Granted(_) => self.tell(flow, &Fact::Grant { number, wall }),
            ClaimOutcome::Repeated(grant) => {
                let granted_at = grant.granted_at.0;
                self.tell(
                    flow,
                    &Fact::Repeated {
                        number,
                        granted_at,
                        wall,
                    },
                )
            }
            ClaimOutcome::Unknown | ClaimOutcome::Moved | ClaimOutcome::Expired => {
                let place = self.place_of(number);
                self.tell(flow, &Fact::Missing { place })
            }
            ClaimOutcome::Cancelled => {
                let place = self.place_of(number);
                self.tell(flow, &Fact::ToldCancelled { place })
            }
            ClaimOutcome::NotYet | ClaimOutcome::LimitReached => Ok(()),
        }
    }
}

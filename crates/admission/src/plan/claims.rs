//! Claims: permits go to the lowest numbers that claim.

use std::collections::BTreeSet;

use super::Plan;
use crate::batch::{Claim, ClaimOutcome, Grant, UnseenPermits};
use crate::marks::Mark;
use crate::redirects::repeats;
use crate::state::State;
use crate::units::Number;

impl Plan<'_> {
    pub(crate) fn claims(&mut self) -> Vec<(Number, ClaimOutcome)> {
        let claims: BTreeSet<Claim> = self.batch.claims.iter().copied().collect();
        if !self.is_current() {
            let gone = |claim: Claim| (claim.number, ClaimOutcome::Unknown);
            return claims.into_iter().map(gone).collect();
        }
        let State { ledger, marks, .. } = &mut self.state;
        for number in &self.batch.first_heard {
            // A restarted node does not know which first polls were reported before, so it reports
            // some of them again.
            if !ledger.serving.passed().is_heard(*number) {
                ledger.serving.record_first_poll(*number, marks);
            }
            ledger.serving.record_poll(*number, marks);
        }
        for claim in &claims {
            ledger.serving.record_poll(claim.number, marks);
        }
        let mut permits = self.permits();
        let (mut re_entries, mut spent) = (0, 0);
        let mut outcomes = Vec::with_capacity(claims.len());
        for claim in claims {
            let (number, outcome) = (claim.number, self.judge(claim, permits));
            if let ClaimOutcome::Granted(grant) = outcome {
                permits -= 1;
                spent += 1;
                re_entries += u64::from(self.state.marks.has(number, Mark::Uncounted));
                self.grant(grant, self.batch.redirects.get(&number).map_or(0, |past| past.count));
            }
            outcomes.push((number, outcome));
        }
        self.spend(spent, re_entries);
        outcomes
    }

    /// Returns how many permits claims can spend: the permits that are due, or, in a room that is
    /// not shown, everything that the bound leaves.
    fn permits(&self) -> u64 {
        let ledger = &self.state.ledger;
        if !ledger.flows() {
            return 0;
        }
        let allowed = self.batch.permits_max.unwrap_or(u64::MAX);
        let left = allowed.saturating_sub(self.grants.len() as u64);
        ledger.outflow.spendable(self.goes_ahead()).min(left)
    }

    fn spend(&mut self, spent: u64, re_entries: u64) {
        let ahead = self.goes_ahead();
        let ledger = &mut self.state.ledger;
        ledger.outflow.spend_of(self.now.flow, spent, ahead);
        ledger.re_entries.count(self.now.flow, re_entries, spent);
        ledger.granted += spent;
    }

    /// Returns whether permits can be spent before they become due, because nobody sees the line.
    pub(super) fn goes_ahead(&self) -> bool {
        let paced = self.batch.unseen == UnseenPermits::AtThePace || self.batch.recovery.is_some();
        !paced && self.state.ledger.is_unseen(self.config)
    }

    fn judge(&self, Claim { number, device }: Claim, permits: u64) -> ClaimOutcome {
        let State { ledger, marks, .. } = &self.state;
        if number >= ledger.numbered() {
            return ClaimOutcome::Unknown;
        }
        if self.is_past(device) {
            return ClaimOutcome::Transferred;
        }
        if marks.has(number, Mark::Cancelled) {
            return ClaimOutcome::Cancelled;
        }
        if marks.has(number, Mark::Redirected) {
            match self.batch.redirects.get(&number) {
                Some(past) if repeats(past.granted_at, self.now.wall) => {
                    return ClaimOutcome::Repeated(Grant {
                        number,
                        granted_at: past.granted_at,
                        unseen: past.unseen,
                    });
                }
                Some(past) if past.count >= self.config.redirects_max => return ClaimOutcome::LimitReached,
                Some(_) => {}
                // The record was not loaded. The next batch has it.
                None => return ClaimOutcome::NotYet,
            }
        } else if ledger.is_expired(marks, number) {
            return ClaimOutcome::Expired;
        }
        if permits == 0 || number >= ledger.serving.notified_to() {
            return ClaimOutcome::NotYet;
        }
        ClaimOutcome::Granted(Grant {
            number,
            granted_at: self.now.wall,
            unseen: false,
        })
    }
}

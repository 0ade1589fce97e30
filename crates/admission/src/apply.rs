//! The one function that decides: `apply(state, config, now, batch)`.
//!
//! Within a batch: controls first, then time, cancels, arrivals, news of who is there, claims from the lowest number up, silence, and last the serving
//! line and the expectation. The function may be run again on a newer state after a conflict; it keeps nothing of its own.

use std::collections::BTreeSet;

use crate::batch::{Batch, Claim, ClaimOutcome, Control, Grant, Outcome, Redirects};
use crate::config::{RoomConfig, TOKEN_VALIDITY_MS};
use crate::estimate::poll_interval_ms;
use crate::ledger::Ledger;
use crate::lifecycle::Refused;
use crate::marks::{ChunkIndex, Mark, Marks};
use crate::serving::Cover;
use crate::time::Now;
use crate::units::{Ahead, Number, Sequence};

/// What a commit starts from and leaves.
#[derive(Debug, Clone)]
pub struct State {
    /// The small value.
    pub ledger: Ledger,
    /// A few bits a place.
    pub marks: Marks,
}

/// A planned commit: carry it out as it is, or throw it away and plan again.
#[derive(Debug, Clone)]
pub struct Step {
    /// The state after it.
    pub state: State,
    /// Chunks of marks that differ.
    pub changed: BTreeSet<ChunkIndex>,
    /// Side records to write.
    pub redirects: Vec<(Number, Redirects)>,
    /// Permits spent, in order.
    pub grants: Vec<Grant>,
    /// What everyone in the batch is told.
    pub outcome: Outcome,
}

/// Applies a batch to a state.
///
/// `now.flow` may lie behind the ledger's (another node's clock is ahead): then the ledger's counts.
#[must_use]
pub fn apply(state: &State, config: &RoomConfig, now: Now, batch: &Batch) -> Step {
    let now = Now {
        flow: now.flow.max(state.ledger.flow),
        wall: now.wall,
    };
    let mut plan = Plan::new(state.clone(), config, now, batch);
    plan.state.ledger.flow = now.flow;
    let was_paused = state.ledger.lifecycle.is_paused();
    let controls = batch.controls.iter().map(|control| plan.control(*control)).collect();
    plan.pass_time(was_paused);
    batch.cancels.iter().for_each(|number| plan.cancel(*number));
    let first_arrival = plan.arrive();
    let claims = plan.claims();
    batch.silent.iter().for_each(|number| plan.silence(*number));
    plan.move_line();
    plan.expect();
    plan.state.ledger.note(batch.node, batch.batch);
    debug_assert_eq!(plan.state.ledger.check(&plan.state.marks), Ok(()));
    Step {
        state: plan.state,
        changed: plan.changed,
        redirects: plan.redirects,
        grants: plan.grants,
        outcome: Outcome {
            first_arrival,
            claims,
            controls,
        },
    }
}

struct Plan<'a> {
    state: State,
    config: &'a RoomConfig,
    now: Now,
    batch: &'a Batch,
    changed: BTreeSet<ChunkIndex>,
    redirects: Vec<(Number, Redirects)>,
    grants: Vec<Grant>,
}

impl<'a> Plan<'a> {
    fn new(state: State, config: &'a RoomConfig, now: Now, batch: &'a Batch) -> Self {
        let (changed, redirects, grants) = (BTreeSet::new(), Vec::new(), Vec::new());
        Self {
            state,
            config,
            now,
            batch,
            changed,
            redirects,
            grants,
        }
    }

    fn control(&mut self, control: Control) -> Result<(), Refused> {
        let lifecycle = self.state.ledger.lifecycle;
        self.state.ledger.lifecycle = match control {
            Control::Pause => lifecycle.pause(self.now.flow)?,
            Control::Resume => lifecycle.resume()?,
        };
        Ok(())
    }

    fn pass_time(&mut self, was_paused: bool) {
        let ledger = &mut self.state.ledger;
        ledger.outflow.advance(self.now.flow, self.config.max_outflow);
        // Nobody need have committed during the pause: what fell due in it goes at its end.
        if was_paused || ledger.lifecycle.is_paused() {
            ledger.outflow.hold();
        }
        ledger.re_entries.forget(self.now.flow);
    }

    fn exists(&self, number: Number) -> bool {
        number.0 < self.state.ledger.next.0
    }

    fn mark(&mut self, number: Number, mark: Mark) {
        self.changed.extend(self.state.marks.set(number, mark));
    }

    fn cancel(&mut self, number: Number) {
        if self.exists(number) {
            self.mark(number, Mark::Cancelled);
            self.mark(number, Mark::Uncounted);
        }
    }

    fn arrive(&mut self) -> Sequence {
        let ledger = &mut self.state.ledger;
        let first = ledger.next;
        ledger.next.0 += u64::from(self.batch.arrivals);
        ledger.inflow.count(self.now.flow, u64::from(self.batch.arrivals));
        first
    }

    fn claims(&mut self) -> Vec<(Number, ClaimOutcome)> {
        for number in &self.batch.told {
            self.state.ledger.serving.hear(*number, &self.state.marks);
        }
        let claims: BTreeSet<Claim> = self.batch.claims.iter().copied().collect();
        let mut permits = if self.state.ledger.lifecycle.is_paused() {
            0
        } else {
            let permits = self.state.ledger.outflow.permits();
            permits.min(self.batch.permits_max.unwrap_or(u64::MAX))
        };
        let mut re_entries = 0;
        let mut outcomes = Vec::with_capacity(claims.len());
        for Claim { number } in claims {
            let mut outcome = self.judge(number, permits);
            if let ClaimOutcome::Granted(grant) = outcome {
                permits -= 1;
                re_entries += u64::from(self.state.marks.has(number, Mark::Uncounted));
                self.grant(grant);
                outcome = ClaimOutcome::Granted(grant);
            }
            outcomes.push((number, outcome));
        }
        let spent = self.grants.len() as u64;
        let ledger = &mut self.state.ledger;
        ledger.outflow.spend(self.now.flow, spent);
        ledger.re_entries.count(self.now.flow, re_entries, spent);
        ledger.granted += spent;
        outcomes
    }

    fn judge(&self, number: Number, permits: u64) -> ClaimOutcome {
        let marks = &self.state.marks;
        if !self.exists(number) {
            return ClaimOutcome::Unknown;
        }
        if marks.has(number, Mark::Cancelled) {
            return ClaimOutcome::Cancelled;
        }
        if marks.has(number, Mark::Redirected) {
            match self.batch.redirects.get(&number) {
                Some(past) if repeats(past, self.now) => {
                    return ClaimOutcome::Repeated(Grant {
                        number,
                        granted_at: past.granted_at,
                    });
                }
                Some(past) if past.count >= self.config.redirects_max => return ClaimOutcome::LimitReached,
                Some(_) => {}
                // The record was not loaded: never guess, the next batch has it.
                None => return ClaimOutcome::NotYet,
            }
        }
        if permits == 0 || number >= self.state.ledger.serving.told_to() {
            return ClaimOutcome::NotYet;
        }
        ClaimOutcome::Granted(Grant {
            number,
            granted_at: self.now.wall,
        })
    }

    fn grant(&mut self, grant: Grant) {
        let past = self.batch.redirects.get(&grant.number).map_or(0, |past| past.count);
        let record = Redirects {
            count: past.saturating_add(1),
            granted_at: grant.granted_at,
        };
        self.redirects.push((grant.number, record));
        self.mark(grant.number, Mark::Redirected);
        self.mark(grant.number, Mark::Uncounted);
        self.grants.push(grant);
    }

    fn silence(&mut self, number: Number) {
        if self.exists(number) {
            self.mark(number, Mark::Uncounted);
        }
    }

    fn move_line(&mut self) {
        let State { ledger, marks } = &mut self.state;
        ledger.serving.expire(self.now.flow, &mut ledger.no_shows);
        if ledger.lifecycle.is_paused() {
            return;
        }
        let mut cover = Cover {
            now: self.now.flow,
            rate: self.config.max_outflow,
            present: self.batch.present.saturating_sub(self.grants.len() as u64),
            next: Number(ledger.next.0),
            no_show: ledger.no_shows.value(),
            poll_interval_ms: 0,
            marks,
        };
        // The last of those about to be reached were told to poll as their distance from the line had it.
        let mut reached = ledger.serving.clone();
        reached.advance(&cover);
        let distance = Ahead(marks.ahead(reached.told_to()).0 - marks.ahead(ledger.serving.told_to()).0);
        let wait = ledger.expectation.wait(distance);
        cover.poll_interval_ms = poll_interval_ms(wait.map(|wait| wait.low_ms), 0, 100);
        ledger.serving.advance(&cover);
    }

    fn expect(&mut self) {
        let ledger = &mut self.state.ledger;
        let (no_show, re_entry) = (ledger.no_shows.value(), ledger.re_entries.value());
        ledger
            .expectation
            .update(self.now.flow, self.now.wall, self.config.max_outflow, no_show, re_entry);
    }
}

/// Whether a claim is the repeat of a grant whose token still holds.
#[must_use]
pub fn repeats(past: &Redirects, now: Now) -> bool {
    now.wall.0 < past.granted_at.0 + TOKEN_VALIDITY_MS
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::{FlowMs, WallMs};
    use crate::units::PerMinute;

    fn at(flow: u64) -> Now {
        Now {
            flow: FlowMs(flow),
            wall: WallMs(1_000_000 + flow),
        }
    }

    #[test]
    fn what_fell_due_in_a_pause_is_not_given_at_its_end() {
        let config = RoomConfig {
            max_outflow: PerMinute(600),
            redirects_max: 5,
        };
        let mut state = State {
            ledger: Ledger::new(&config, WallMs(0)),
            marks: Marks::default(),
        };
        let mut commit = |flow, controls: &[Control], arrivals, claims: &[u64]| {
            let batch = Batch {
                arrivals,
                claims: claims
                    .iter()
                    .map(|number| Claim {
                        number: Number(*number),
                    })
                    .collect(),
                controls: controls.to_vec(),
                ..Batch::default()
            };
            let step = apply(&state, &config, at(flow), &batch);
            state = step.state;
            step.grants.len()
        };
        commit(0, &[], 50, &[]);
        commit(1_000, &[Control::Pause], 0, &[]);
        let everybody: Vec<u64> = (0..50).collect();
        assert_eq!(commit(61_000, &[Control::Resume], 0, &everybody), 1);
    }
}

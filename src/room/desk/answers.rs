//! What a desk tells once a commit is durable, or could not be made.

use std::sync::Arc;

use admission::batch::{ArrivalOutcome, ClaimOutcome};
use admission::marks::Mark;
use admission::pool::LineIndex;
use admission::presence::{Front, Seen};
use admission::{Batch, FlowClock, Now, Number, Snapshot, State, Step};

use super::line::Line;
use super::{Asked, Desk, PoolStep, RETRY_JITTER_MS, RETRY_MS, TICK_MS};
use crate::clock::Dice;
use crate::room::grants::Granted;
use crate::room::{KeepError, Published, TurnReply, Unserved};

/// What is published with a line's state.
#[derive(Clone, Copy)]
struct Tidings {
    flow: FlowClock,
    sessions: Option<u64>,
    store_away: bool,
}

impl Desk {
    /// Publishes a commit, then answers everyone who waited for it.
    pub(super) fn tell(&mut self, batches: &[Batch], step: &PoolStep, grants: &[(LineIndex, Granted)], now: Now) {
        self.last_batch.0 += 1;
        self.tick_at_ms = self.now_ms() + TICK_MS;
        self.flow
            .observe(step.ledger.flow.max(self.keeper.state.flow()), self.now_ms());
        let config = self.config();
        let tidings = self.tidings(false);
        for (line, batch) in self.lines.iter_mut().zip(batches) {
            let Some(line) = line else { continue };
            let step = &step.steps[usize::from(line.at.0)];
            let own = grants
                .iter()
                .filter(|(at, _)| *at == line.at)
                .map(|(_, granted)| *granted);
            line.shared.log_grants(own, now.wall);
            // Claims that others of the pool were served before go on waiting; with a permit left it is no use.
            let more = admission::pool::permits(&self.keeper.state, &config, now, line.at) > 0;
            line.tell(batch, step, tidings, (now, more));
        }
    }

    /// The store is away: newcomers are told so, those in line keep their page and their place.
    pub(super) fn fail(&mut self, asked: Asked, error: &KeepError) {
        // That the store is away is said once for all rooms (`crate::watch`).
        let mut lines = self.lines.iter().flatten();
        if error.is_away() || lines.any(|line| line.shared.published.load().store_away) {
            tracing::debug!(error = %error, "commit failed");
        } else {
            tracing::error!(error = %error, "commit failed; nobody is granted until one succeeds");
        }
        self.retry_at_ms = self.now_ms() + RETRY_MS + u64::from(Dice.jitter()) % RETRY_JITTER_MS;
        let tidings = self.tidings(true);
        for ((line, batch), state) in self.lines.iter_mut().zip(asked.lines).zip(&self.keeper.state.lines) {
            let Some(line) = line else { continue };
            line.put_back(batch);
            line.publish(state, tidings);
            line.turn_away();
        }
    }

    fn tidings(&self, store_away: bool) -> Tidings {
        Tidings {
            flow: self.flow,
            sessions: self.keeper.state.ledger.sessions(),
            store_away,
        }
    }
}

impl Line {
    fn tell(&mut self, batch: &Batch, step: &Step, tidings: Tidings, (now, more): (Now, bool)) {
        self.committed_rate = step.state.ledger.outflow.rate();
        if step.outcome.run != batch.run {
            self.begin_run();
        }
        self.welcome(batch, step, now);
        self.publish(&step.state, tidings);
        self.answer_arrivals(batch, step, now);
        self.answer_freed(batch);
        self.answer_moves(batch, step, now);
        for (number, outcome) in &step.outcome.claims {
            self.answer_claim(*number, *outcome, more);
        }
        self.answer_cancels(&step.state);
        for ((_, reply), outcome) in self.controls.drain(..).zip(&step.outcome.controls) {
            _ = reply.send(Ok(*outcome));
        }
    }

    /// Nobody of the run before is waited for any more.
    fn begin_run(&mut self) {
        self.seen = Seen::default();
        self.front = Front::default();
        self.told.clear();
        self.silent.clear();
        self.held.answer_all(TurnReply::Unknown);
    }

    /// Newcomers count as heard, but for those who passed at once.
    fn welcome(&mut self, batch: &Batch, step: &Step, now: Now) {
        let outcome = &step.outcome;
        self.seen.grow(step.state.ledger.next);
        let given = outcome.arrivals(batch).filter_map(|arrival| match arrival {
            ArrivalOutcome::Given(sequence) => Some(sequence),
            ArrivalOutcome::Refused(_) | ArrivalOutcome::NotOpen => None,
        });
        given
            .skip(outcome.unseen as usize)
            .for_each(|sequence| self.seen.hear(sequence, now.flow));
    }

    fn answer_cancels(&mut self, state: &State) {
        for (device, reply) in self.cancels.drain(..) {
            let sequence = device.sequence;
            if !state.has(sequence, Mark::Cancelled) {
                // It had moved on just before.
                _ = reply.send(Ok(()));
                continue;
            }
            self.seen.release(sequence);
            if let Some(number) = state.ledger.number(sequence) {
                self.front.leave(number);
                self.held.answer(number, TurnReply::Cancelled);
            }
            _ = reply.send(Ok(()));
        }
    }

    /// `more` is whether there are permits left.
    fn answer_claim(&mut self, number: Number, outcome: ClaimOutcome, more: bool) {
        let reply = match outcome {
            // There was a permit and the engine did not spend it (a record was missing, say): do not try the same again and again.
            ClaimOutcome::NotYet if more => return self.held.answer(number, TurnReply::NotYet),
            ClaimOutcome::NotYet => return,
            ClaimOutcome::Granted(grant) | ClaimOutcome::Repeated(grant) => TurnReply::Go(grant),
            // The new device is listened for.
            ClaimOutcome::Moved => return self.held.answer(number, TurnReply::Moved),
            ClaimOutcome::Cancelled => TurnReply::Cancelled,
            ClaimOutcome::LimitReached => TurnReply::LimitReached,
            ClaimOutcome::Expired => TurnReply::Expired,
            ClaimOutcome::Unknown => TurnReply::Unknown,
        };
        self.front.leave(number);
        if let Some(known) = self.held.known(number) {
            self.seen.release(known.device.sequence);
        }
        self.held.answer(number, reply);
    }

    fn publish(&self, state: &State, tidings: Tidings) {
        let snapshot = Snapshot::new(state, self.seen.clone());
        self.shared.published.store(Arc::new(Published {
            snapshot,
            flow: tidings.flow,
            front: self.front.present(),
            sessions: tidings.sessions,
            store_away: tidings.store_away,
        }));
    }

    /// What was asked and could not be committed.
    fn turn_away(&mut self) {
        self.arrivals
            .drain(..)
            .for_each(|(_, reply)| _ = reply.send(Err(Unserved::Away)));
        self.freed
            .drain(..)
            .for_each(|(_, reply)| _ = reply.send(Err(Unserved::Away)));
        self.cancels
            .drain(..)
            .for_each(|(_, reply)| _ = reply.send(Err(Unserved::Away)));
        self.moves
            .drain(..)
            .for_each(|(_, reply)| _ = reply.send(Err(Unserved::Away)));
        self.controls
            .drain(..)
            .for_each(|(_, reply)| _ = reply.send(Err(Unserved::Away)));
    }
}

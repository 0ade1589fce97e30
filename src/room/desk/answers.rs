//! What a desk tells once a commit is durable, or could not be made.

use admission::batch::ClaimOutcome;
use admission::presence::{Front, Seen};
use admission::{Batch, Now, Number, Sequence, Snapshot, Step};

use super::asks::Arrived;
use super::{Desk, RETRY_MS, TICK_MS};
use crate::room::grants::Granted;
use crate::room::{KeepError, Published, TurnReply, Unserved};

impl Desk {
    /// Publishes a commit, then answers everyone who waited for it.
    pub(super) fn tell(&mut self, batch: &Batch, step: &Step, grants: &[Granted], now: Now) {
        self.last_batch = batch.batch;
        self.committed_rate = step.state.ledger.outflow.rate();
        self.tick_at_ms = self.now_ms() + TICK_MS;
        self.flow.observe(step.state.ledger.flow, self.now_ms());
        if step.outcome.run != batch.run {
            self.begin_run();
        }
        self.welcome(batch, step, now);
        self.shared.log_grants(grants, now.wall);
        self.publish(false);
        self.answer_arrivals(batch, step, now);
        for (number, outcome) in &step.outcome.claims {
            self.answer_claim(*number, *outcome);
        }
        self.answer_cancels();
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
        if let Some(first) = outcome.first_arrival {
            let waiting = u64::from(outcome.unseen)..u64::from(batch.arrivals);
            waiting.for_each(|index| self.seen.hear(Sequence(first.0 + index), now.flow));
        }
    }

    fn answer_arrivals(&mut self, batch: &Batch, step: &Step, now: Now) {
        let (outcome, ledger) = (&step.outcome, &step.state.ledger);
        for (index, reply) in (0..).zip(self.arrivals.drain(..batch.arrivals as usize)) {
            let arrived = outcome.first_arrival.map(|first| Arrived {
                run: outcome.run,
                run_began: ledger.run_began,
                sequence: Sequence(first.0 + u64::from(index)),
                at: now.wall,
                unseen: index < outcome.unseen,
            });
            // Whoever hung up comes again.
            _ = reply.send(arrived.ok_or(Unserved::NotOpen));
        }
    }

    fn answer_cancels(&mut self) {
        for (sequence, reply) in self.cancels.drain(..) {
            self.seen.release(sequence);
            if let Some(number) = self.keeper.state.ledger.number(sequence) {
                self.front.leave(number);
                self.held.answer(number, TurnReply::Cancelled);
            }
            _ = reply.send(Ok(()));
        }
    }

    fn answer_claim(&mut self, number: Number, outcome: ClaimOutcome) {
        let reply = match outcome {
            // There was a permit and the engine did not spend it (a record was missing, say): do not try the same again and again.
            ClaimOutcome::NotYet => return self.held.answer(number, TurnReply::NotYet),
            ClaimOutcome::Granted(grant) | ClaimOutcome::Repeated(grant) => TurnReply::Go(grant),
            ClaimOutcome::Cancelled => TurnReply::Cancelled,
            ClaimOutcome::LimitReached => TurnReply::LimitReached,
            ClaimOutcome::Expired => TurnReply::Expired,
            ClaimOutcome::Unknown => TurnReply::Unknown,
        };
        self.front.leave(number);
        if let Some(sequence) = self.held.sequence(number) {
            self.seen.release(sequence);
        }
        self.held.answer(number, reply);
    }

    /// The store is away: newcomers are told so, those in line keep their page and their place.
    pub(super) fn fail(&mut self, error: &KeepError) {
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

    pub(super) fn publish(&self, store_away: bool) {
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

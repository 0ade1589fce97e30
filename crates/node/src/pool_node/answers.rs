//! Publishes and answers requests once a commit is durable or has failed.

use std::sync::Arc;

use admission::batch::{ArrivalOutcome, ClaimOutcome};
use admission::marks::Mark;
use admission::pool::{LineIndex, PoolConfig};
use admission::presence::Front;
use admission::transfer::{TransferOutcome, TransferRefused, TransferRequest};
use admission::{Batch, FlowClock, Now, Number, Run, Snapshot, State, Step};

use super::line::{AT_HAND_MS, Line, TickContext};
use super::{PoolNode, RETRY_JITTER_MS, RETRY_MS, Random, TICK_MS};
use crate::answer::{AnswerTo, Replies, TransferDecision, TurnReply, Unserved};
use crate::effect::{Effect, Outbox};
use crate::error::StateError;
use crate::grants::Granted;
use crate::published::Published;
use crate::replica::{CommitAttempt, CommitProposal};
use crate::settings::PoolFigures;
use crate::shown_turns::AtHand;

/// The values that are published with a line's state.
pub(super) struct PublishContext {
    flow: FlowClock,
    pool: PoolFigures,
    store_away: bool,
}

impl<R: Replies> PoolNode<R> {
    /// Publishes a commit, then answers the requests that waited for it.
    pub(super) fn publish_commit(&mut self, attempt: &CommitAttempt, random: Random<'_>) {
        let now_ms = self.now_ms();
        (self.tick_at_ms, self.quiet_at_ms) = (now_ms + TICK_MS, now_ms + TICK_MS);
        self.follow.record_current(now_ms);
        self.knows_a_commit = true;
        self.heartbeat.record_commit(now_ms, random.jitter());
        self.flow.observe(self.replica.state.flow(), now_ms);
        self.replica
            .learn(self.flow.now(now_ms), Some(&[attempt.step.ledger.flow]));
        self.mark_back();
        self.log(&attempt.grants, attempt.now);
        if let Some((presence, flush)) = self.presence.as_mut().zip(attempt.proposal.heard.as_ref()) {
            presence.record_durable(flush);
        }
        let (config, context) = (self.config(), self.context());
        let soon = self.entitled_in(&config, AT_HAND_MS);
        let tick = self.tick_readings().context(&self.replica.state, &config, &[]);
        let mut over = Vec::new();
        for (line, state) in self.lines.iter_mut().zip(&self.replica.state.lines) {
            let Some(line) = line else { continue };
            let at = usize::from(line.at.0);
            if line.published.snapshot.run() != state.ledger.run {
                line.begin_run(state.ledger.run, &mut self.out);
                over.push(line.at);
            }
            line.record_arrivals(&attempt.proposal.lines[at], &attempt.step.steps[at], attempt.now);
            line.publish((&tick, &soon), &context, &mut self.out);
        }
        self.remember_sessions(attempt);
        self.answer(&config, attempt);
        for (line, state) in self.lines.iter_mut().zip(&self.replica.state.lines) {
            let over = line.as_mut().filter(|line| over.contains(&line.at));
            over.into_iter()
                .for_each(|line| line.forget_past_run(state, &mut self.out));
        }
    }

    /// Answers the requests of a commit, after the commit is published.
    pub(super) fn answer(&mut self, config: &PoolConfig, attempt: &CommitAttempt) {
        let now = attempt.now;
        self.answer_reports(attempt);
        self.timings
            .record_durable(&attempt.proposal.timings, self.clocks.monotonic_ms);
        for (line, batch) in self.lines.iter_mut().zip(&attempt.proposal.lines) {
            let Some(line) = line else { continue };
            let step = &attempt.step.steps[usize::from(line.at.0)];
            // A claim that was not granted waits on if no permit is left, because other lines of
            // the pool were served first. With a permit left, waiting does not help.
            let more = admission::pool::permits(&self.replica.state, config, now, line.at) > 0;
            line.answer(batch, step, (now, more), &mut self.out);
        }
    }

    /// Logs grants of any node.
    pub(super) fn log(&self, grants: &[(LineIndex, Granted)], now: Now) {
        for line in self.lines.iter().flatten() {
            let own = grants.iter().filter(|(at, _)| *at == line.at);
            line.shared.log_grants(own.map(|(_, granted)| *granted), now.wall);
        }
    }

    /// Puts the requests of a proposal that was not committed back into their lines, so that the
    /// next proposal contains them again.
    pub(super) fn put_back(&mut self, proposal: CommitProposal) {
        for ((line, batch), front) in self.lines.iter_mut().zip(proposal.lines).zip(&proposal.front) {
            if let Some(line) = line {
                line.put_back(batch, front);
            }
        }
    }

    /// Handles a commit that failed because the store is unavailable: newcomers receive an error;
    /// visitors in line keep their place.
    pub(super) fn fail(&mut self, proposal: CommitProposal, error: &StateError, random: Random<'_>) {
        self.put_back(proposal);
        self.prepare_leases();
        self.replica.give_up();
        self.timings.give_up(self.clocks.monotonic_ms);
        self.unknown = 0;
        self.mark_away(error, random);
        self.answer_away();
    }

    /// Marks the store as unavailable until a commit is acknowledged. A successful read does not
    /// prove that commits succeed.
    pub(super) fn mark_away(&mut self, error: &StateError, random: Random<'_>) {
        // The server logs once for all rooms that the store is unavailable.
        if std::mem::replace(&mut self.is_store_away, true) || error.is_away() {
            tracing::debug!(error = %error, "the store is away");
        } else {
            tracing::error!(error = %error, "the store cannot be used; nobody is granted until it can");
        }
        self.retry_at_ms = self.now_ms() + RETRY_MS + u64::from(random.jitter()) % RETRY_JITTER_MS;
        self.publish();
    }

    /// Answers all requests that could not be committed that the store is unavailable.
    pub(super) fn answer_away(&mut self) {
        let lines = self.lines.iter_mut().flatten();
        lines.for_each(|line| line.answer_away(&mut self.out));
    }

    /// Marks the store as back, after it acknowledged a commit.
    pub(super) fn mark_back(&mut self) {
        self.unknown = 0;
        self.is_store_away = false;
        let (now, is_shared) = (self.now().flow, self.replica.is_shared());
        for (line, state) in self.lines.iter_mut().zip(&self.replica.state.lines) {
            let Some(line) = line else { continue };
            let lineup = line.lease_spender.end();
            if is_shared {
                line.expect_back(lineup, state, now);
            }
        }
    }

    /// Publishes all lines as they are. During a recovery after a failover, publishes the last
    /// published state of each again, because the stored state may lack answers that visitors got.
    pub(super) fn publish(&mut self) {
        let context = self.context();
        if self.replica.is_recovering() {
            let lines = self.lines.iter_mut().flatten();
            return lines.for_each(|line| line.publish_again(&context, &mut self.out));
        }
        let config = self.config();
        let soon = self.entitled_in(&config, AT_HAND_MS);
        let tick = self.tick_readings().context(&self.replica.state, &config, &[]);
        let lines = self.lines.iter_mut().flatten();
        lines.for_each(|line| line.publish((&tick, &soon), &context, &mut self.out));
    }

    pub(super) fn context(&self) -> PublishContext {
        PublishContext {
            flow: self.flow,
            pool: self.settings.pool.figures(&self.replica.state.ledger),
            store_away: self.is_store_away,
        }
    }
}

impl<R: Replies> Line<R> {
    fn answer(&mut self, batch: &Batch, step: &Step, (now, more): (Now, bool), out: &mut Outbox<R>) {
        self.committed_rate = step.state.ledger.outflow.rate();
        self.lease_spender.forget_recorded(&step.state.ledger, batch.node);
        self.answer_arrivals(batch, step, now, out);
        self.answer_freed(batch, out);
        self.answer_transfers(batch, step, now, out);
        for (number, outcome) in &step.outcome.claims {
            self.answer_claim(*number, *outcome, more, out);
        }
        self.answer_cancels(batch, &step.state, out);
        let controls = self.controls.drain(..batch.controls.len());
        for ((_, reply), outcome) in controls.zip(&step.outcome.controls) {
            out.answer(AnswerTo::Control(reply, Ok(*outcome)));
        }
    }

    /// Drops what this node knows about visitors of the previous run, and answers their claims.
    pub(super) fn begin_run(&mut self, run: Run, out: &mut Outbox<R>) {
        self.shared.sessions.iter().for_each(|memory| memory.begin_run(run));
        self.seen = self.seen.emptied();
        self.front = Front::default();
        self.first_heard.clear();
        self.silent.clear();
        self.held.answer_all(TurnReply::Unknown, out);
    }

    /// Answers cancels and offers for places of a run that is over. Take-overs, which name only a
    /// code, stay for the next commit.
    pub(super) fn forget_past_run(&mut self, state: &State, out: &mut Outbox<R>) {
        let (run, run_began) = (state.ledger.run, state.ledger.run_began);
        self.reports.forget_past_run(out);
        // The place ended with its run, so the cancel has succeeded.
        let cancels = self.cancels.drain(..);
        cancels.for_each(|(_, reply)| out.answer(AnswerTo::Done(reply, Ok(()))));
        let (offers, takes) = std::mem::take(&mut self.transfers)
            .into_iter()
            .partition(|(ask, _)| matches!(ask, TransferRequest::Offer { .. }));
        self.transfers = takes;
        for (_, reply) in offers {
            let decision = TransferDecision {
                run,
                run_began,
                outcome: TransferOutcome::Refused(TransferRefused::NoPlace),
            };
            out.answer(AnswerTo::Transfer(reply, Ok(decision)));
        }
    }

    /// Records the arrival of newcomers as their first request, except of those who passed the room
    /// unseen.
    fn record_arrivals(&mut self, batch: &Batch, step: &Step, now: Now) {
        let outcome = &step.outcome;
        self.seen.grow(step.state.ledger.next);
        let given = outcome.arrivals(batch).filter_map(|arrival| match arrival {
            ArrivalOutcome::Given(sequence) => Some(sequence),
            ArrivalOutcome::Refused(_) | ArrivalOutcome::NotOpen => None,
        });
        given
            .skip(outcome.unseen as usize)
            .for_each(|sequence| self.seen.record_poll(sequence, now.flow));
    }

    fn answer_cancels(&mut self, batch: &Batch, state: &State, out: &mut Outbox<R>) {
        let drained: Vec<_> = self.cancels.drain(..batch.cancels.len()).collect();
        for (device, reply) in drained {
            let sequence = device.sequence;
            if !state.has(sequence, Mark::Cancelled) {
                // The place was transferred to another device just before.
                out.answer(AnswerTo::Done(reply, Ok(())));
                continue;
            }
            self.seen.release(sequence);
            if let Some(number) = state.ledger.number(sequence) {
                self.front.leave(number);
                self.held.answer(number, TurnReply::Cancelled, out);
            }
            out.answer(AnswerTo::Done(reply, Ok(())));
        }
    }

    /// Answers the claims of a number; `more`: whether permits are left.
    fn answer_claim(&mut self, number: Number, outcome: ClaimOutcome, more: bool, out: &mut Outbox<R>) {
        let reply = match outcome {
            // A permit was left and the engine did not spend it, for example because a record was
            // missing: answer instead of trying the same claim again and again.
            ClaimOutcome::NotYet if more => return self.held.answer(number, TurnReply::NOT_YET, out),
            ClaimOutcome::NotYet => return,
            ClaimOutcome::Granted(grant) => {
                self.front.forget(number);
                self.front.leave(number);
                self.release_claimed(number);
                return self.held.grant(number, grant, out);
            }
            ClaimOutcome::Repeated(grant) => TurnReply::Go(grant),
            // Presence is not released: the place now belongs to the new device.
            ClaimOutcome::Transferred => return self.held.answer(number, TurnReply::Transferred, out),
            ClaimOutcome::Cancelled => TurnReply::Cancelled,
            ClaimOutcome::LimitReached => TurnReply::LimitReached,
            ClaimOutcome::Expired => TurnReply::Expired,
            ClaimOutcome::Unknown => TurnReply::Unknown,
        };
        self.front.leave(number);
        self.release_claimed(number);
        self.held.answer(number, reply, out);
    }

    /// Stops waiting for the place that claims a number.
    fn release_claimed(&self, number: Number) {
        if let Some(place) = self.held.claimed_place(number) {
            self.seen.release(place.device.sequence);
        }
    }

    /// Publishes the line's state; `soon`: how many permits each line can spend soon.
    pub(super) fn publish(
        &mut self,
        (tick, soon): (&TickContext<'_>, &[u64]),
        context: &PublishContext,
        out: &mut Outbox<R>,
    ) {
        self.expect_reached(tick);
        let snapshot = Snapshot::new(self.state(tick), self.seen.clone());
        let at_hand = self.at_hand(tick, soon[usize::from(self.at.0)]);
        self.publish_snapshot((snapshot, at_hand), context, out);
    }

    fn publish_again(&mut self, context: &PublishContext, out: &mut Outbox<R>) {
        self.publish_snapshot((self.published.snapshot.clone(), AtHand::default()), context, out);
    }

    fn publish_snapshot(
        &mut self,
        (snapshot, at_hand): (Snapshot, AtHand),
        context: &PublishContext,
        out: &mut Outbox<R>,
    ) {
        self.published = Arc::new(Published {
            snapshot,
            flow: context.flow,
            front: self.front.present(),
            at_hand,
            pool: context.pool.clone(),
            store_away: context.store_away,
        });
        out.push(Effect::Publish(self.at, self.published.clone()));
    }

    fn answer_away(&mut self, out: &mut Outbox<R>) {
        let arrivals = self.arrivals.drain(..);
        arrivals.for_each(|(_, reply)| out.answer(AnswerTo::Arrive(reply, Err(Unserved::Away))));
        let freed = self.freed.drain(..).map(|(_, reply)| reply);
        let done = freed.chain(self.cancels.drain(..).map(|(_, reply)| reply));
        done.for_each(|reply| out.answer(AnswerTo::Done(reply, Err(Unserved::Away))));
        let transfers = self.transfers.drain(..);
        transfers.for_each(|(_, reply)| out.answer(AnswerTo::Transfer(reply, Err(Unserved::Away))));
        let controls = self.controls.drain(..);
        controls.for_each(|(_, reply)| out.answer(AnswerTo::Control(reply, Err(Unserved::Away))));
        self.answer_session_ends_away(out);
    }
}

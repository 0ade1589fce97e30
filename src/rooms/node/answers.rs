//! Publishes and answers requests once a commit is durable or has failed.

use std::sync::Arc;

use admission::batch::{ArrivalOutcome, ClaimOutcome};
use admission::marks::Mark;
use admission::pool::{LineIndex, PoolConfig};
use admission::presence::Front;
use admission::transfer::{MoveOutcome, MoveRefused, MoveRequest};
use admission::{Batch, FlowClock, Now, Number, Run, Snapshot, State, Step};

use super::line::Line;
use super::{CommitProposal, PoolNode, RETRY_JITTER_MS, RETRY_MS, TICK_MS};
use crate::rooms::command::MoveDecision;
use crate::rooms::grants::Granted;
use crate::rooms::replica::CommitAttempt;
use crate::rooms::{KeepError, PoolFigures, Published, TurnReply, Unserved};

/// The values that are published with a line's state.
#[derive(Clone, Copy)]
pub(super) struct PublishContext {
    flow: FlowClock,
    pool: PoolFigures,
    store_away: bool,
}

impl PoolNode {
    /// Publishes a commit, then answers everyone who waited for it.
    pub(super) fn made(&mut self, attempt: &CommitAttempt) {
        let now_ms = self.now_ms();
        (self.tick_at_ms, self.quiet_at_ms) = (now_ms + TICK_MS, now_ms + TICK_MS);
        self.follow.knows(now_ms);
        self.heartbeat.told(now_ms, self.entropy.jitter());
        self.flow.observe(self.replica.state.flow(), now_ms);
        self.is_back();
        self.log(&attempt.grants, attempt.now);
        if let Some((presence, flush)) = self.presence.as_mut().zip(attempt.proposal.heard.as_ref()) {
            presence.made(flush);
        }
        let (config, context) = (self.config(), self.context());
        let mut over = Vec::new();
        for (line, state) in self.lines.iter_mut().zip(&self.replica.state.lines) {
            let Some(line) = line else { continue };
            let at = usize::from(line.at.0);
            if line.shared.published.load().snapshot.run() != state.ledger.run {
                line.begin_run(state.ledger.run);
                over.push(line.at);
            }
            line.welcome(&attempt.proposal.lines[at], &attempt.step.steps[at], attempt.now);
            line.publish(state, context);
        }
        self.remember_sessions(attempt);
        self.answer(&config, attempt);
        for (line, state) in self.lines.iter_mut().zip(&self.replica.state.lines) {
            let over = line.as_mut().filter(|line| over.contains(&line.at));
            over.into_iter().for_each(|line| line.forget_past_run(state));
        }
    }

    /// Answers the requests of a commit, after the commit is published.
    pub(super) fn answer(&mut self, config: &PoolConfig, attempt: &CommitAttempt) {
        let now = attempt.now;
        self.answer_reports(attempt);
        self.timings.made(&attempt.proposal.timings, self.clock.monotonic_ms());
        for (line, batch) in self.lines.iter_mut().zip(&attempt.proposal.lines) {
            let Some(line) = line else { continue };
            let step = &attempt.step.steps[usize::from(line.at.0)];
            // A claim that was not granted waits on if no permit is left, because other lines of
            // the pool were served first. With a permit left, waiting does not help.
            let more = admission::pool::permits(&self.replica.state, config, now, line.at) > 0;
            line.answer(batch, step, (now, more));
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

    /// Handles a commit that failed because the store is unavailable: newcomers are told so;
    /// visitors in line keep their page and place.
    pub(super) fn fail(&mut self, proposal: CommitProposal, error: &KeepError) {
        self.put_back(proposal);
        self.go_alone();
        self.replica.give_up();
        self.timings.give_up(self.clock.monotonic_ms());
        self.unknown = 0;
        self.is_away(error);
        self.lines.iter_mut().flatten().for_each(Line::turn_away);
    }

    /// Marks the store as unavailable until a commit is acknowledged. A successful read does not
    /// prove that commits succeed.
    pub(super) fn is_away(&mut self, error: &KeepError) {
        // `crate::server::store_monitor` logs once for all rooms that the store is unavailable.
        if std::mem::replace(&mut self.away, true) || error.is_away() {
            tracing::debug!(error = %error, "the store is away");
        } else {
            tracing::error!(error = %error, "the store cannot be used; nobody is granted until it can");
        }
        self.retry_at_ms = self.now_ms() + RETRY_MS + u64::from(self.entropy.jitter()) % RETRY_JITTER_MS;
        self.publish();
    }

    /// Marks the store as back, after it acknowledged a commit.
    pub(super) fn is_back(&mut self) {
        self.unknown = 0;
        self.away = false;
        self.lines.iter_mut().flatten().for_each(|line| line.alone.end());
    }

    /// Publishes all lines as they are. During a recovery after a failover, publishes the last
    /// published state of each again, since the stored state may lack what visitors were told.
    pub(super) fn publish(&self) {
        let context = self.context();
        if self.replica.is_recovering() {
            return self.lines.iter().flatten().for_each(|line| line.publish_again(context));
        }
        for (line, state) in self.lines.iter().zip(&self.replica.state.lines) {
            line.iter().for_each(|line| line.publish(state, context));
        }
    }

    pub(super) fn context(&self) -> PublishContext {
        PublishContext {
            flow: self.flow,
            pool: self.settings().figures(&self.replica.state.ledger),
            store_away: self.away,
        }
    }
}

impl Line {
    fn answer(&mut self, batch: &Batch, step: &Step, (now, more): (Now, bool)) {
        self.committed_rate = step.state.ledger.outflow.rate();
        self.alone.know(&step.state.ledger, batch.node);
        self.answer_arrivals(batch, step, now);
        self.answer_freed(batch);
        self.answer_moves(batch, step, now);
        for (number, outcome) in &step.outcome.claims {
            self.answer_claim(*number, *outcome, more);
        }
        self.answer_cancels(batch, &step.state);
        let controls = self.controls.drain(..batch.controls.len());
        for ((_, reply), outcome) in controls.zip(&step.outcome.controls) {
            _ = reply.send(Ok(*outcome));
        }
    }

    /// Drops what this node knows about visitors of the previous run, and answers their claims.
    pub(super) fn begin_run(&mut self, run: Run) {
        self.shared.sessions.iter().for_each(|memory| memory.begin_run(run));
        self.seen = self.seen.emptied();
        self.front = Front::default();
        self.told.clear();
        self.silent.clear();
        self.held.answer_all(TurnReply::Unknown);
    }

    /// Answers cancels and offers for places of a run that is over. Take-overs, which name only a
    /// code, stay for the next commit.
    pub(super) fn forget_past_run(&mut self, state: &State) {
        let (run, run_began) = (state.ledger.run, state.ledger.run_began);
        self.reports.forget_past_run();
        // The place ended with its run, so the cancel has succeeded.
        self.cancels.drain(..).for_each(|(_, reply)| _ = reply.send(Ok(())));
        let (offers, takes) = std::mem::take(&mut self.moves)
            .into_iter()
            .partition(|(ask, _)| matches!(ask, MoveRequest::Offer { .. }));
        self.moves = takes;
        for (_, reply) in offers {
            _ = reply.send(Ok(MoveDecision {
                run,
                run_began,
                outcome: MoveOutcome::Refused(MoveRefused::NoPlace),
            }));
        }
    }

    /// Records newcomers as heard, except those who passed the room unseen.
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

    fn answer_cancels(&mut self, batch: &Batch, state: &State) {
        let drained: Vec<_> = self.cancels.drain(..batch.cancels.len()).collect();
        for (device, reply) in drained {
            let sequence = device.sequence;
            if !state.has(sequence, Mark::Cancelled) {
                // The place had moved to another device just before.
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

    /// Answers the claims of a number; `more` says whether permits are left.
    fn answer_claim(&mut self, number: Number, outcome: ClaimOutcome, more: bool) {
        let reply = match outcome {
            // A permit was left and the engine did not spend it, for example because a record was
            // missing: answer instead of trying the same claim again and again.
            ClaimOutcome::NotYet if more => return self.held.answer(number, TurnReply::NotYet),
            ClaimOutcome::NotYet => return,
            ClaimOutcome::Granted(grant) => {
                self.front.forget(number);
                self.front.leave(number);
                self.release_claimed(number);
                return self.held.grant(number, grant);
            }
            ClaimOutcome::Repeated(grant) => TurnReply::Go(grant),
            // Presence is not released: the place now belongs to the new device.
            ClaimOutcome::Moved => return self.held.answer(number, TurnReply::Moved),
            ClaimOutcome::Cancelled => TurnReply::Cancelled,
            ClaimOutcome::LimitReached => TurnReply::LimitReached,
            ClaimOutcome::Expired => TurnReply::Expired,
            ClaimOutcome::Unknown => TurnReply::Unknown,
        };
        self.front.leave(number);
        self.release_claimed(number);
        self.held.answer(number, reply);
    }

    /// Stops waiting for the place that claims a number.
    fn release_claimed(&self, number: Number) {
        if let Some(known) = self.held.known(number) {
            self.seen.release(known.device.sequence);
        }
    }

    pub(super) fn publish(&self, state: &State, context: PublishContext) {
        self.show(Snapshot::new(state, self.seen.clone()), context);
    }

    fn publish_again(&self, context: PublishContext) {
        self.show(self.shared.published.load().snapshot.clone(), context);
    }

    fn show(&self, snapshot: Snapshot, context: PublishContext) {
        self.shared.published.store(Arc::new(Published {
            snapshot,
            flow: context.flow,
            front: self.front.present(),
            pool: context.pool,
            store_away: context.store_away,
        }));
    }

    /// Tells everyone whose request could not be committed that the store is unavailable.
    pub(super) fn turn_away(&mut self) {
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
        self.reports.turn_away();
    }
}

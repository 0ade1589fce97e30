//! Sends the commit of a proposal whose side records are loaded, and handles the store's reply.

use admission::pool::{LineIndex, PoolConfig};
use admission::{Now, Number, Sequence, Step, WallMs};
use protocol::QueueId;
use store_values::{CommitError, Committed};

use super::collect::Preparation;
use super::line::Line;
use super::{PoolNode, Random, Stage, UNKNOWN_MAX};
use crate::answer::Replies;
use crate::effect::Effect;
use crate::error::StateError;
use crate::place::NewPlace;
use crate::replica::{CommitAttempt, CommitProposal, CommitResult, ReadResult};
use crate::settings::PoolSettings;
use crate::store_call::ReadProgress;

impl<R: Replies> PoolNode<R> {
    /// Tries to commit the pending requests once. Requests that are not made durable stay pending.
    pub(super) fn commit(&mut self, config: PoolConfig, keys: Vec<Option<[u8; 32]>>, random: Random<'_>) {
        let now = self.now();
        let proposal = self.collect(&config, keys, random);
        let preparation = self.prepare((config, now), proposal);
        self.load_next(Box::new(preparation), random);
    }

    /// Plans a commit whose side records are loaded, and sends it.
    pub(super) fn send(&mut self, preparation: Preparation) {
        let Preparation {
            config,
            settings,
            now,
            proposal,
            ..
        } = preparation;
        let lines = &self.lines;
        let name = |line: LineIndex, step: &Step, number| {
            logged_queue_id(lines.get(usize::from(line.0))?.as_ref()?, step, number, now.wall)
        };
        let mut attempt = self.replica.plan(config, now, proposal, name);
        let call = self.replica.commit(&mut attempt);
        self.pace.sent(self.now_ms());
        self.out.push(Effect::Call(call));
        self.stage = Stage::Committing(Box::new(attempt), settings);
    }

    fn commit_made(&mut self, attempt: &CommitAttempt, others_wait: bool, random: Random<'_>) {
        let sharing = self.sharing_nodes(attempt.now, random);
        if self.replica.is_paced() {
            self.pace.committed(self.now_ms(), sharing, others_wait);
        }
        self.replica.record_newest(attempt.now.flow);
        self.publish_commit(attempt, random);
        self.abort_draws(&attempt.proposal.lines, &attempt.step, attempt.now.wall);
        self.after_commit(random);
    }

    fn commit_failed(&mut self, proposal: CommitProposal, error: &StateError, random: Random<'_>) {
        self.has_other_lines = matches!(error, StateError::OtherLines);
        self.fail(proposal, error, random);
        self.after_commit(random);
    }

    /// Continues after a commit that was overtaken, or whose outcome is unknown.
    pub(super) fn catch_up(
        &mut self,
        read: ReadProgress<ReadResult>,
        of: (Box<CommitProposal>, Now),
        random: Random<'_>,
    ) {
        let (proposal, now) = of;
        let caught = match read {
            ReadProgress::Call(call) => {
                self.out.push(Effect::Call(call));
                self.stage = Stage::CatchingUp(proposal, now);
                return;
            }
            ReadProgress::Done(caught) => caught,
        };
        match caught {
            Ok(Some(news)) => {
                self.put_back(*proposal);
                self.record_newest(now.flow);
                if self.replica.is_paced() && self.pace.overtaken() {
                    self.out.push(Effect::RequestCommitPriority);
                }
                self.adopt(news, random);
            }
            Ok(None) if self.unknown < UNKNOWN_MAX => {
                self.unknown += 1;
                self.put_back(*proposal);
            }
            Ok(None) => self.fail(*proposal, &StateError::Lost, random),
            Err(error) => return self.commit_failed(*proposal, &error, random),
        }
        self.after_commit(random);
    }

    /// Takes the store's reply to the commit under way.
    pub(super) fn committed(
        &mut self,
        (attempt, settings): (Box<CommitAttempt>, PoolSettings),
        reply: Result<Committed, CommitError>,
        random: Random<'_>,
    ) {
        let now = attempt.now;
        match self.replica.settle(attempt, reply) {
            CommitResult::Made { attempt, others_wait } => {
                self.committed = settings;
                self.commit_made(&attempt, others_wait, random);
            }
            CommitResult::Unsettled { proposal, read } => self.catch_up(read, (Box::new(proposal), now), random),
            CommitResult::Failed(error, proposal) => self.commit_failed(proposal, &error, random),
        }
    }
}

/// Finds the queue id of a grant for the log: from the open request that the grant answers, from a
/// grant by lease, or, if a newcomer passes unseen, from the place just given.
fn logged_queue_id<R: Replies>(line: &Line<R>, step: &Step, number: Number, at: WallMs) -> Option<QueueId> {
    let passed = || {
        let arrived = NewPlace {
            run: step.outcome.run,
            run_began: step.state.ledger.run_began,
            sequence: Sequence(number.0),
            at,
            unseen: true,
        };
        line.shared.name_place(&arrived).queue_id
    };
    let by_lease = || line.lease_spender.queue_id(number);
    let held = line.held.claimed_place(number).map(|place| place.queue_id);
    Some(held.or_else(by_lease).unwrap_or_else(passed))
}

//! The steps of the pool node: their order when the pool node is woken, and the step that follows
//! each reply.

use super::{PoolNode, ROUNDS_MAX, Random, Stage};
use crate::answer::{AnswerTo, Replies, TurnReply};
use crate::effect::{Clocks, Event, RandomSource};
use crate::store_call::StoreReply;

impl<R: Replies> PoolNode<R> {
    /// Handles an event.
    pub fn handle(&mut self, event: Event<R>, clocks: Clocks, random: &mut dyn RandomSource) {
        self.clocks = clocks;
        match event {
            Event::Settings(settings) => self.settings = settings,
            Event::Commands(asks) => {
                debug_assert!(self.takes_commands(), "the caller keeps commands until they are taken");
                if !matches!(self.stage, Stage::Probing) {
                    self.follow.record_command(clocks.monotonic_ms);
                }
                let config = self.config();
                self.take(&config, asks.into_iter());
                self.wake(random);
            }
            Event::Timer => self.wake(random),
            Event::Close => {
                self.is_closing = true;
                match self.stage {
                    Stage::Idle => self.end(random),
                    Stage::Probing => self.probed(false, random),
                    _ => {}
                }
            }
            // If the pool node has ended in the meantime, nobody waits for the probe.
            Event::Probed(is_found) => {
                if matches!(self.stage, Stage::Probing) {
                    self.probed(is_found, random);
                }
            }
            Event::Store(reply) => self.replied(reply, random),
            Event::DrawWritten(written) => match std::mem::replace(&mut self.stage, Stage::Idle) {
                Stage::WritingDraws(writing) => self.draw_written(writing, written, random),
                _ => unreachable!("no document is being written"),
            },
        }
    }

    /// Handles the store's reply to the call under way.
    fn replied(&mut self, reply: StoreReply, random: Random<'_>) {
        match (std::mem::replace(&mut self.stage, Stage::Idle), reply) {
            (Stage::ReadingPeers, reply) => self.read_peers(reply, random),
            (Stage::Following(began), reply) => {
                let read = self.replica.resume(reply);
                self.resume_following(read, began, random);
            }
            (Stage::Preparing(preparation), reply) => self.records_loaded(preparation, reply, random),
            (Stage::Committing(attempt, settings), StoreReply::Committed(reply)) => {
                self.committed((attempt, settings), reply, random);
            }
            (Stage::CatchingUp(proposal, now), reply) => {
                let read = self.replica.resume(reply);
                self.catch_up(read, (proposal, now), random);
            }
            _ => unreachable!("a reply to no call"),
        }
    }

    /// Continues because a time has come or commands came in.
    fn wake(&mut self, random: Random<'_>) {
        match self.stage {
            Stage::Idle if self.now_ms() >= self.sweep_at_ms => self.sweep(random),
            Stage::Idle => self.swept(random),
            Stage::Probing => self.spend_leases(),
            _ => {}
        }
    }

    /// Continues after a look for silent places.
    pub(super) fn swept(&mut self, random: Random<'_>) {
        self.look_at_sessions();
        self.lines.iter_mut().flatten().for_each(|line| line.held.forget_gone());
        self.probe_or_follow(random);
    }

    /// Continues with commits, after other nodes' commits are known.
    pub(super) fn commit_rounds(&mut self, random: Random<'_>) {
        if self.has_other_lines {
            self.stage = Stage::Over;
            return;
        }
        self.leave_recovery();
        self.rounds = 0;
        self.next_round(random);
    }

    fn next_round(&mut self, random: Random<'_>) {
        if self.rounds == ROUNDS_MAX {
            return self.finish(random);
        }
        self.rounds += 1;
        self.write_draw_documents(random);
    }

    /// Commits if something is due; `keys` are the keys of draws, by line.
    pub(super) fn commit_what_is_due(&mut self, keys: Vec<Option<[u8; 32]>>, random: Random<'_>) {
        let config = self.config();
        if keys.iter().all(Option::is_none) && !self.is_due(&config) {
            return self.finish(random);
        }
        self.commit(config, keys, random);
    }

    /// Continues after a commit, made or not.
    pub(super) fn after_commit(&mut self, random: Random<'_>) {
        if self.has_other_lines || self.is_last_commit {
            self.stage = Stage::Over;
            return;
        }
        self.next_round(random);
    }

    /// Releases claims that need not wait any longer, and waits for the next event.
    fn finish(&mut self, random: Random<'_>) {
        self.stage = Stage::Idle;
        self.spend_leases();
        let config = self.config();
        self.each(&config, |line, tick, out| {
            line.into_iter().for_each(|line| line.release(tick, out))
        });
        for reply in self.tick_replies.drain(..) {
            self.out.answer(AnswerTo::Ticked(reply));
        }
        if self.is_closing {
            self.end(random);
        }
    }

    /// Answers the claims of visitors in front when the pool node ends, so that they come back at
    /// once, to another node or to the next pool node.
    fn end(&mut self, random: Random<'_>) {
        let lines = self.lines.iter_mut().flatten();
        lines.for_each(|line| line.held.answer_all(TurnReply::COME_BACK, &mut self.out));
        self.report_last_touches(random);
    }
}

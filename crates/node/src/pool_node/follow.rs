//! Follows the commits of other nodes where the store is shared: looks at the store regularly while
//! this pool node does not commit itself.
//!
//! A state that others committed is published here as if this pool node had committed it. Held
//! claims for places that were cancelled, transferred or let through elsewhere are answered. A
//! visitor whom another node notified also counts as notified here. An idle pool node notices by a
//! failed read that the store is unavailable.

use admission::marks::Mark;
use admission::{FlowClock, FlowMs, Ledger, Now, Phase, Run, Sequence, State};

use super::line::{AT_HAND_MS, Line, TickContext};
use super::{PoolNode, Random, Stage, TICK_MS};
use crate::answer::{AnswerTo, Replies, TurnReply, Unserved};
use crate::effect::{Effect, Outbox};
use crate::error::StateError;
use crate::replica::{CommitAttempt, CommitNews, ReadResult};
use crate::store_call::ReadProgress;

/// Interval between looks while visitors wait or commands came recently, milliseconds.
const FOLLOW_MS: u64 = 250;
/// Interval between looks otherwise, milliseconds: an operator's order takes effect on all nodes
/// within a second.
const FOLLOW_IDLE_MS: u64 = 900;
/// The time for which a node that has just started leaves a recovery to other nodes, milliseconds:
/// they first have to find the server that leads now.
const LEAVE_RECOVERY_MS: u64 = 3_000;
/// The time for which a command counts as recent, milliseconds.
const RECENT_COMMAND_MS: u64 = 5_000;

/// The times at which this node last knew the stored state and last received a command.
#[derive(Debug, Clone, Copy)]
pub(super) struct Follow {
    current_at_ms: u64,
    command_at_ms: Option<u64>,
}

impl Follow {
    pub(super) fn from(now_ms: u64) -> Self {
        Self {
            current_at_ms: now_ms,
            command_at_ms: None,
        }
    }

    /// Records that this node knows the stored state at this moment.
    pub(super) fn record_current(&mut self, now_ms: u64) {
        self.current_at_ms = now_ms;
    }

    /// Records that commands came in.
    pub(super) fn record_command(&mut self, now_ms: u64) {
        self.command_at_ms = Some(now_ms);
    }

    fn next_at_ms(&self, now_ms: u64, somebody_waits: bool) -> u64 {
        let lately = self.command_at_ms.is_some_and(|at| now_ms < at + RECENT_COMMAND_MS);
        let after_ms = if somebody_waits || lately {
            FOLLOW_MS
        } else {
            FOLLOW_IDLE_MS
        };
        self.current_at_ms + after_ms
    }
}

impl<R: Replies> PoolNode<R> {
    /// The time of the next look at the store, monotonic milliseconds.
    pub(super) fn follow_at_ms(&self, tick: &TickContext<'_>) -> u64 {
        let waits = self.lines.iter().flatten().any(|line| line.somebody_waits(tick));
        let next_at_ms = self.follow.next_at_ms(tick.readings.now_ms, waits);
        let listens_at_ms = self
            .heartbeat
            .listens_at_ms(self.follow.current_at_ms, tick.readings.now_ms);
        listens_at_ms
            .unwrap_or(next_at_ms)
            .min(next_at_ms)
            .max(self.retry_at_ms)
    }

    /// Sets the time until which this node leaves a recovery to other nodes that know more. After
    /// that time, this node recovers the pool itself.
    pub(super) fn leave_recovery(&mut self) {
        let leaves = self.replica.leaves_recovery(self.node, self.now());
        let until_ms = self.left_until_ms.unwrap_or(self.now_ms() + LEAVE_RECOVERY_MS);
        self.left_until_ms = leaves.then_some(until_ms);
    }

    /// Looks at the store if a look is due or a request waits for it, then continues.
    pub(super) fn follow_others(&mut self, random: Random<'_>) {
        let config = self.config();
        let tick = self.tick_context(&config, &[]);
        let due = self.replica.is_shared()
            && (tick.readings.now_ms >= self.follow_at_ms(&tick) || !self.read_replies.is_empty());
        match (due, tick.readings.waits_for_store) {
            (_, true) => self.after_following(false, random),
            (true, false) => {
                let began = self.now();
                let read = self.replica.read_changes();
                self.resume_following(read, began, random);
            }
            (false, false) => self.after_following(true, random),
        }
    }

    /// Continues a look at the store that began at `began`.
    pub(super) fn resume_following(&mut self, read: ReadProgress<ReadResult>, began: Now, random: Random<'_>) {
        let looked = match read {
            ReadProgress::Call(call) => {
                self.out.push(Effect::Call(call));
                self.stage = Stage::Following(began);
                return;
            }
            ReadProgress::Done(looked) => looked,
        };
        self.follow.record_current(self.now_ms());
        let is_answered = looked.is_ok();
        match looked {
            Ok(news) => {
                self.record_newest(began.flow);
                if let Some(news) = news {
                    self.adopt(news, random);
                }
            }
            Err(error) => {
                self.has_other_lines = matches!(error, StateError::OtherLines);
                self.prepare_leases();
                self.mark_away(&error, random);
                self.answer_away();
            }
        }
        self.after_following(is_answered, random);
    }

    /// Answers the requests that waited for a look at the store, then continues.
    fn after_following(&mut self, has_read: bool, random: Random<'_>) {
        // A state read during a recovery is not published, so a place in it would be taken for a
        // nonexistent one.
        let is_known = has_read && !self.replica.is_recovering();
        for reply in self.read_replies.drain(..) {
            // A visitor who disconnected asks again.
            let result = if is_known { Ok(()) } else { Err(Unserved::Away) };
            self.out.answer(AnswerTo::Done(reply, result));
        }
        self.commit_rounds(random);
    }

    /// Records that the state was the newest at this flow time. Does nothing during a recovery,
    /// which needs the time of the last state before the failover.
    pub(super) fn record_newest(&mut self, flow: FlowMs) {
        if !self.replica.is_recovering() {
            self.replica.record_newest(flow);
        }
    }

    /// Adopts a state that others committed, and answers an attempt of this pool node that turned
    /// out to be part of it.
    pub(super) fn adopt(&mut self, news: CommitNews, random: Random<'_>) {
        let now_ms = self.now_ms();
        self.unknown = 0;
        self.follow.record_current(now_ms);
        self.heartbeat.record_others_commit(now_ms);
        self.quiet_at_ms = now_ms + TICK_MS + u64::from(random.jitter()) * TICK_MS / u64::from(u16::MAX);
        self.follow_flow();
        let now = self.now();
        self.replica.learn(now.flow, news.flows().as_deref());
        _ = self.sharing_nodes(now, random);
        self.log(&news.grants, now);
        news.landed.iter().for_each(|landed| self.remember_sessions(landed));
        if self.replica.is_recovering() {
            // The stored state may lack answers that visitors got; it is published after the commit
            // that adds them.
            self.mark_sessions_unsure();
            return self.answer_landed(news.landed.as_deref());
        }
        let (config, context) = (self.config(), self.context());
        let soon = self.entitled_in(&config, AT_HAND_MS);
        let tick = self.tick_readings().context(&self.replica.state, &config, &[]);
        let (mut drawn, mut over) = (Vec::new(), Vec::new());
        for (line, state) in self.lines.iter_mut().zip(&self.replica.state.lines) {
            let Some(line) = line else { continue };
            let before = line.published.clone();
            if draw_state(before.snapshot.ledger()) != draw_state(&state.ledger) {
                drawn.push(line.at);
            }
            let is_over = line.follow(before.snapshot.ledger(), state, now, &mut self.out);
            over.extend(is_over.then_some(line.at));
            line.follow_sessions(&news, state.ledger.run, now);
            let front = news.front(line.at, state.ledger.run);
            front.iter().for_each(|news| line.front.merge_news(news, now.flow));
            let through = news.granted(line.at, state.ledger.run);
            through.for_each(|granted| line.front.forget(granted.number));
            line.publish((&tick, &soon), &context, &mut self.out);
        }
        self.answer_landed(news.landed.as_deref());
        for (line, state) in self.lines.iter_mut().zip(&self.replica.state.lines) {
            let Some(line) = line else { continue };
            if over.contains(&line.at) {
                line.forget_past_run(state, &mut self.out);
            }
            line.settle(state, now, &mut self.out);
        }
        for line in drawn {
            self.out.push(Effect::RefreshDraws(line));
        }
    }

    /// Follows the flow time of a state that others committed. Flow time begins with the pool's
    /// first commit: earlier times of this node's clock cannot date grants.
    fn follow_flow(&mut self) {
        let (now_ms, flow) = (self.now_ms(), self.replica.state.flow());
        if std::mem::replace(&mut self.knows_a_commit, true) {
            return self.flow.observe(flow, now_ms);
        }
        self.flow = FlowClock::new(flow, now_ms);
        self.replica.begin_to_follow(flow);
        self.heartbeat.begin_listening(now_ms);
    }

    fn answer_landed(&mut self, landed: Option<&CommitAttempt>) {
        let Some(landed) = landed else { return };
        let config = self.config();
        self.answer(&config, landed);
        self.abort_draws(&landed.proposal.lines, &landed.step, landed.now.wall);
    }
}

/// Returns the part of a ledger on which the published documents of draws depend.
fn draw_state(ledger: &Ledger) -> (Run, Phase, Option<u64>) {
    (ledger.run, ledger.lifecycle.phase(), ledger.order.drawn_population())
}

impl<R: Replies> Line<R> {
    /// Updates the line from `before` to a later state that others committed. Returns whether the
    /// previous run is over.
    fn follow(&mut self, before: &Ledger, state: &State, now: Now, out: &mut Outbox<R>) -> bool {
        let ledger = &state.ledger;
        self.committed_rate = ledger.outflow.rate();
        let over = before.run != ledger.run;
        if over {
            self.begin_run(ledger.run, out);
        }
        let known = if over { 0 } else { before.next.0 };
        self.seen.grow(ledger.next);
        // This node does not know when visitors arrived at other nodes, and assumes that they
        // arrived just now.
        let new = (known..ledger.next.0).map(Sequence);
        new.for_each(|sequence| self.seen.record_poll_at(sequence, now.flow, now.flow));
        over
    }

    /// Answers held claims for places that other nodes have decided about.
    fn settle(&mut self, state: &State, now: Now, out: &mut Outbox<R>) {
        let ledger = &state.ledger;
        for (number, place) in self.held.claimed() {
            if state.holders.is_past(place.device) {
                // Presence is not released: the place now belongs to the new device.
                self.held.answer(number, TurnReply::Transferred, out);
                continue;
            }
            let reply = if state.marks.has(number, Mark::Cancelled) {
                TurnReply::Cancelled
            } else if let Some(grant) = self.shared.repeated(ledger.run, number, now.wall) {
                TurnReply::Go(grant)
            } else {
                continue;
            };
            self.front.leave(number);
            self.seen.release(place.device.sequence);
            self.held.answer(number, reply, out);
        }
    }
}

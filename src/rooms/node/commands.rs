//! Takes commands in, and answers those that need no commit.

use admission::marks::Mark;
use admission::pool::{LineIndex, PoolConfig};
use admission::presence::{Channel, FrontContact};
use admission::transfer::{MoveOutcome, MoveRefused, MoveRequest};
use admission::{Number, State};
use tokio::sync::oneshot;

use super::line::{Line, TickContext};
use super::{PoolNode, tick_context};
use crate::rooms::command::{Command, MoveDecision};
use crate::rooms::held_claims::{Claimant, Possession};
use crate::rooms::{Place, TurnReply};

impl PoolNode {
    /// Takes in commands, all as of one moment.
    pub(super) fn take(&mut self, config: &PoolConfig, asks: impl Iterator<Item = (LineIndex, Command)>) {
        let autotune = self.settings().autotune;
        let tick = tick_context(
            &self.replica,
            (&self.flow, &self.clock),
            (config, &[]),
            (self.retry_at_ms, self.nodes),
        );
        for (line, ask) in asks {
            match (ask, self.lines.get_mut(usize::from(line.0))) {
                (Command::Tick(reply), _) => self.looks.push(reply),
                (Command::Behind(reply), _) => self.behind.push(reply),
                (Command::PageTiming(timing), _) if autotune => self.timings.add(timing, tick.now_ms),
                (ask, Some(Some(line))) => line.take(&tick, ask),
                // The reply channel is dropped, by which the sender learns that the room is gone.
                (_, Some(None) | None) => {}
            }
        }
    }
}

impl Line {
    fn take(&mut self, tick: &TickContext<'_>, ask: Command) {
        let run = self.state(tick).ledger.run;
        match ask {
            Command::Arrive(newcomer, reply) => self.arrivals.push((newcomer, reply)),
            Command::Free(voucher, reply) => self.freed.push((voucher, reply)),
            Command::Turn { known, reply, .. } if known.run != run => _ = reply.send(TurnReply::Unknown),
            Command::Turn {
                known,
                number,
                possession,
                channel,
                reply,
            } => self.turn(tick, (&known, possession), (number, channel), reply),
            // The place ended with its run.
            Command::Cancel(known, reply) if known.run != run => _ = reply.send(Ok(())),
            // Another device holds the place, and only that device can give it up.
            Command::Cancel(known, reply) if self.is_past(tick, &known) => _ = reply.send(Ok(())),
            Command::Cancel(known, reply) => self.cancels.push((known.device, reply)),
            Command::EndSession { run: of, reply, .. } if of != run => _ = reply.send(Ok(false)),
            Command::EndSession { number, reply, .. } => self.end_session(number, reply),
            Command::Offer { known, reply, .. } if known.run != run => {
                let outcome = MoveOutcome::Refused(MoveRefused::NoPlace);
                let run_began = self.state(tick).ledger.run_began;
                _ = reply.send(Ok(MoveDecision {
                    run,
                    run_began,
                    outcome,
                }));
            }
            Command::Offer {
                known,
                code,
                note,
                reply,
            } => {
                let device = known.device;
                self.move_asked(MoveRequest::Offer { device, code, note }, reply);
            }
            Command::TakeOver(code, reply) => self.move_asked(MoveRequest::Take { code }, reply),
            Command::Control(control, reply) => self.controls.push((control, reply)),
            Command::Tick(reply) => _ = reply.send(()),
            Command::Behind(reply) => _ = reply.send(Ok(())),
            // Page timings are the pool's, and without autotune nobody needs them.
            Command::PageTiming(_) => {}
        }
    }

    fn turn(
        &mut self,
        tick: &TickContext<'_>,
        (known, possession): (&Place, Possession),
        (number, channel): (Number, Channel),
        reply: oneshot::Sender<TurnReply>,
    ) {
        match self.answer_now(tick, known, (number, channel)) {
            // A grant here is a repeated one. A visitor who disconnected asks again.
            Some(answer) => _ = reply.send(possession.repeated(answer)),
            None => self.held.add(
                number,
                Claimant {
                    known: *known,
                    possession,
                    reply,
                    since_ms: tick.now_ms,
                },
            ),
        }
    }

    /// Returns the answer to a visitor in front, or `None` for a claim that is worth holding.
    fn answer_now(
        &mut self,
        tick: &TickContext<'_>,
        known: &Place,
        (number, channel): (Number, Channel),
    ) -> Option<TurnReply> {
        let State { ledger, marks, .. } = self.state(tick);
        if self.is_past(tick, known) {
            return Some(TurnReply::Moved);
        }
        if marks.has(number, Mark::Cancelled) {
            return Some(TurnReply::Cancelled);
        }
        if let Some(grant) = self.shared.repeat_of(ledger.run, number, tick.now.wall) {
            return Some(TurnReply::Go(grant));
        }
        if number >= ledger.serving.told_to() {
            return Some(TurnReply::NotYet);
        }
        let heard = self.front.hear(number, channel, tick.now.flow);
        if heard == FrontContact::First {
            self.told.push(number);
        }
        // While the line is unseen, a first request is a claim too: nobody has to be told first.
        let claims = heard == FrontContact::Again || ledger.is_unseen(self.config(tick));
        (!claims || !ledger.lifecycle.flows()).then_some(TurnReply::NotYet)
    }
}

//! Takes commands in, and answers those that need no commit.

use admission::marks::Mark;
use admission::pool::{LineIndex, PoolConfig};
use admission::presence::{Channel, FrontContact};
use admission::transfer::{TransferOutcome, TransferRefused, TransferRequest};
use admission::{Number, State, WallMs};

use super::PoolNode;
use super::line::{Line, TickContext};
use crate::answer::{AnswerTo, Possession, Replies, TransferDecision, TurnReply, Unserved};
use crate::command::Command;
use crate::effect::Outbox;
use crate::held_claims::Claimant;
use crate::place::Place;

impl<R: Replies> PoolNode<R> {
    /// Takes commands, all as of one moment.
    pub(super) fn take(&mut self, config: &PoolConfig, asks: impl Iterator<Item = (LineIndex, Command<R>)>) {
        let autotune = self.settings.pool.autotune;
        // A permit may have been spent on a claim of this visitor.
        let is_unsure = self.is_store_away || self.replica.may_lack_grants();
        let tick = self.tick_readings().context(&self.replica.state, config, &[]);
        for (line, ask) in asks {
            match (ask, self.lines.get_mut(usize::from(line.0))) {
                (Command::Tick(reply), _) => self.tick_replies.push(reply),
                (Command::Behind(reply), _) => self.read_replies.push(reply),
                (Command::PageTimings(timings), _) if autotune => self.timings.add(&timings, tick.readings.now_ms),
                (Command::StepAside { reply, .. }, Some(Some(_))) if is_unsure => {
                    self.out.answer(AnswerTo::Done(reply, Err(Unserved::Away)));
                }
                (ask, Some(Some(line))) => line.take(&tick, ask, &mut self.out),
                // Dropping the reply handle shows the sender that the room is gone.
                (_, Some(None) | None) => {}
            }
        }
    }
}

impl<R: Replies> Line<R> {
    fn take(&mut self, tick: &TickContext<'_>, ask: Command<R>, out: &mut Outbox<R>) {
        let run = self.state(tick).ledger.run;
        match ask {
            Command::Arrive(newcomer, reply) => self.arrivals.push((newcomer, reply)),
            Command::Free(voucher, reply) => self.freed.push((voucher, reply)),
            Command::Turn { place, reply, .. } if place.run != run => out.turn(reply, TurnReply::Unknown),
            Command::Turn {
                place,
                number,
                possession,
                channel,
                reply,
            } => match self.answer_now(tick, &place, (number, channel)) {
                // A grant here is a repeated one. A visitor who disconnected asks again.
                Some(answer) => out.turn(reply, possession.repeated(answer)),
                None => self.hold(tick, (place, possession, number), reply, out),
            },
            // The place ended with its run, or another device holds it.
            Command::StepAside { place, reply, .. } if place.run != run || self.is_past(tick, &place) => {
                out.answer(AnswerTo::Done(reply, Ok(())));
            }
            Command::StepAside {
                number, until, reply, ..
            } => {
                self.step_aside(tick, (number, until), out);
                out.answer(AnswerTo::Done(reply, Ok(())));
            }
            // The place ended with its run.
            Command::Cancel(place, reply) if place.run != run => out.answer(AnswerTo::Done(reply, Ok(()))),
            // Another device holds the place, and only that device can give it up.
            Command::Cancel(place, reply) if self.is_past(tick, &place) => out.answer(AnswerTo::Done(reply, Ok(()))),
            Command::Cancel(place, reply) => self.cancels.push((place.device, reply)),
            Command::EndSession { run: of, reply, .. } if of != run => {
                out.answer(AnswerTo::SessionEnd(reply, Ok(false)))
            }
            Command::EndSession {
                number, kind, reply, ..
            } => self.end_session(number, kind, reply),
            Command::Offer { place, reply, .. } if place.run != run => {
                let outcome = TransferOutcome::Refused(TransferRefused::NoPlace);
                let run_began = self.state(tick).ledger.run_began;
                let decision = TransferDecision {
                    run,
                    run_began,
                    outcome,
                };
                out.answer(AnswerTo::Transfer(reply, Ok(decision)));
            }
            Command::Offer {
                place,
                code,
                note,
                reply,
            } => {
                let device = place.device;
                self.queue_transfer(TransferRequest::Offer { device, code, note }, reply);
            }
            Command::TakeOver(code, reply) => self.queue_transfer(TransferRequest::Take { code }, reply),
            Command::Control(control, reply) => self.controls.push((control, reply)),
            Command::Tick(reply) => out.answer(AnswerTo::Ticked(reply)),
            Command::Behind(reply) => out.answer(AnswerTo::Done(reply, Ok(()))),
            // Page timings belong to the pool, and are not needed without autotune.
            Command::PageTimings(_) => {}
        }
    }

    fn hold(
        &mut self,
        tick: &TickContext<'_>,
        (place, possession, number): (Place, Possession, Number),
        reply: R::To<TurnReply>,
        out: &mut Outbox<R>,
    ) {
        let claimant = Claimant {
            place,
            possession,
            reply,
            since_ms: tick.readings.now_ms,
        };
        self.held.add(number, claimant, out);
    }

    /// Removes a visitor from the visitors in front, so that open claims of the place get no
    /// permit.
    fn step_aside(&mut self, tick: &TickContext<'_>, (number, until): (Number, WallMs), out: &mut Outbox<R>) {
        let State { ledger, marks, .. } = self.state(tick);
        if marks.settled(number) {
            return;
        }
        self.shared
            .aside()
            .note(ledger.run, number, until, tick.readings.now.wall);
        self.held.answer(number, TurnReply::NOT_YET, out);
        self.front.leave(number);
    }

    /// Returns the answer to a visitor in front, or `None` for a claim that is worth holding.
    fn answer_now(
        &mut self,
        tick: &TickContext<'_>,
        place: &Place,
        (number, channel): (Number, Channel),
    ) -> Option<TurnReply> {
        let State { ledger, marks, .. } = self.state(tick);
        if self.is_past(tick, place) {
            return Some(TurnReply::Transferred);
        }
        if marks.has(number, Mark::Cancelled) {
            return Some(TurnReply::Cancelled);
        }
        if let Some(grant) = self.shared.repeated(ledger.run, number, tick.readings.now.wall) {
            return Some(TurnReply::Go(grant));
        }
        if number >= ledger.serving.notified_to() {
            return Some(TurnReply::NOT_YET);
        }
        self.shared.aside().forget(ledger.run, number);
        // A visitor who was possibly notified before this node started is reported again, because
        // possibly no commit contains the visitor's first poll.
        let comes_back = number >= ledger.serving.waited_from() && self.front.is_expected_back(number);
        let heard = self.front.record_poll(number, channel, tick.readings.now.flow);
        if heard == FrontContact::First || comes_back {
            self.first_heard.push(number);
        }
        match heard {
            _ if !ledger.lifecycle.flows() => Some(TurnReply::NOT_YET),
            FrontContact::Again => None,
            // While visitors pass unseen, the first request is a claim, without a notification.
            _ if ledger.is_unseen(self.config(tick)) => None,
            FrontContact::Unsure => Some(TurnReply::CLAIM_NEXT),
            FrontContact::First | FrontContact::OtherChannel => Some(TurnReply::NOT_YET),
        }
    }
}

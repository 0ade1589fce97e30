//! The answers of pool nodes, handed to the visitors who asked.

use admission::pool::LineIndex;
use admission::price::{Payment, PricedOrigin, UnpaidPrice};
use admission::voucher::{ArrivalRefused, VoucherHash};
use admission::{Holder, Number, WallMs};
use node::Command;
use node::answer::{AnswerTo, ArriveResult, Possession, TurnReply, Unserved};
use node::command::Newcomer;
use node::shown_turns::{NEW_MS, NearVisitor};

use super::callers::{Caller, Callers, Handle};
use super::visitor::VisitorPlace;
use super::{SECOND_MS, World};
use crate::oracle::{Fact, InvariantViolation};
use crate::world::agenda::WorldEvent;

impl World<'_> {
    /// Sends a command to a pool node.
    pub(super) fn ask(&mut self, at: usize, line: LineIndex, command: Command<Callers>) {
        if let Some(machine) = &mut self.slots[at].machine {
            machine.ask(line, command);
            self.schedule(at);
        }
    }

    /// Opens a visitor's request.
    pub(super) fn handle_of(&mut self, who: usize, at: usize, is_stranger: bool) -> Handle {
        let visitor = &mut self.visitors[who];
        let (ticket, open) = (visitor.ticket, visitor.open());
        self.answers.asked((who, ticket), at, self.now);
        let caller = if is_stranger {
            Caller::Stranger { who, ticket }
        } else {
            Caller::Visitor { who, ticket }
        };
        Handle::open(caller, &open)
    }

    /// Asks for a place.
    pub(super) fn ask_for_a_place(&mut self, who: usize, at: usize) {
        let visitor = &self.visitors[who];
        let (line, key): (_, Option<VoucherHash>) = (visitor.line, visitor.key);
        let has_price = self.line(line).room.price.is_some();
        let newcomer = Newcomer {
            vouchers: key.into_iter().map(Into::into).collect(),
            leaves: false,
            run: None,
            origin: has_price.then(|| PricedOrigin {
                networks: visitor.price.networks(who),
                payment: visitor.price.payment,
            }),
        };
        let handle = self.handle_of(who, at, false);
        self.ask(at, line, Command::Arrive(newcomer, handle));
    }

    /// Asks whether it is a visitor's turn.
    pub(super) fn ask_for_the_turn(&mut self, who: usize, at: usize, place: VisitorPlace, number: Number) {
        let reply = self.handle_of(who, at, false);
        let turn = Command::Turn {
            place: self.machine(at).place(place.line, place.run, place.device()),
            number,
            possession: Possession::Cookie,
            channel: admission::presence::Channel::Poll,
            reply,
        };
        self.ask(at, place.line, turn);
    }

    /// Makes a node read the stored state, because it does not know a visitor's place.
    pub(super) fn ask_to_catch_up(&mut self, who: usize, at: usize, line: LineIndex) {
        let handle = self.handle_of(who, at, true);
        self.ask(at, line, Command::Behind(handle));
    }

    /// Returns the visitor who still waits for the answer to this request, if there is one.
    fn waits_for(&self, caller: Caller) -> Option<usize> {
        match caller {
            Caller::Visitor { who, ticket } | Caller::Stranger { who, ticket } => {
                (self.visitors[who].ticket == ticket).then_some(who)
            }
            Caller::StepsAside { .. }
            | Caller::Transfer(_)
            | Caller::OldDevice(_)
            | Caller::CodeUse(_)
            | Caller::Operator(_)
            | Caller::Nobody => None,
        }
    }

    /// Hands an answer to the visitor who waits for it.
    pub(super) fn deliver(&mut self, at: usize, answer: AnswerTo<Callers>) -> Result<(), InvariantViolation> {
        let caller = match &answer {
            AnswerTo::Arrive(to, _) => Some(to.caller),
            AnswerTo::Turn(to, _) => Some(to.caller),
            AnswerTo::Done(to, _) => Some(to.caller),
            _ => None,
        };
        if let Some(Caller::Visitor { who, ticket } | Caller::Stranger { who, ticket }) = caller {
            self.answers.answered((who, ticket), self.now)?;
        }
        match answer {
            AnswerTo::Arrive(to, result) => match to.caller {
                Caller::CodeUse(used) => self.code_given(used, &result),
                caller => self.arrived(at, caller, result),
            },
            AnswerTo::Turn(to, reply) => self.told_turn(at, to.caller, reply),
            AnswerTo::Done(to, result) => match to.caller {
                Caller::Stranger { .. } => self.caught_up(at, to.caller, result.is_ok()),
                Caller::CodeUse(used) => self.code_gave_up(used, result.is_ok()),
                Caller::StepsAside { who, ticket } if result.is_ok() => self.is_aside(who, ticket),
                _ => Ok(()),
            },
            AnswerTo::Control(to, result) => {
                if let (Caller::Operator(order), Err(_)) = (to.caller, result) {
                    // The operator tries again.
                    self.agenda.at(self.now + SECOND_MS, WorldEvent::Order(order));
                }
                Ok(())
            }
            AnswerTo::Transfer(to, result) => match (to.caller, result) {
                (Caller::Transfer(transfer), Ok(decision)) => self.answer_transfer(transfer, &decision.outcome),
                _ => Ok(()),
            },
            AnswerTo::SessionEnd(..) | AnswerTo::Ticked(_) => Ok(()),
        }
    }

    fn arrived(&mut self, at: usize, caller: Caller, result: ArriveResult) -> Result<(), InvariantViolation> {
        let Some(who) = self.waits_for(caller) else {
            return Ok(());
        };
        match result {
            Ok(Ok(place)) => {
                let line = self.visitors[who].line;
                let flow = self.machine(at).now(line, self.clocks(at)).flow.0;
                let (run, sequence) = (place.run, place.sequence);
                let unseen = place.unseen.then_some(place.at);
                let holder = Holder(0);
                let place = VisitorPlace {
                    line,
                    run,
                    sequence,
                    holder,
                };
                self.welcome(who, place, flow, unseen)
            }
            Ok(Err(ArrivalRefused::Spent(voucher))) if self.is_proof(who, voucher) => self.proof_spent(who, at),
            Ok(Err(ArrivalRefused::Spent(_))) => self.key_taken(who),
            Err(Unserved::NotOpen) => self.not_open(who, at),
            Ok(Err(ArrivalRefused::Unpaid(unpaid))) | Err(Unserved::Unpaid(unpaid)) => self.told_price(who, unpaid),
            Ok(Err(ArrivalRefused::Stale | ArrivalRefused::RoomFull))
            | Err(Unserved::Away | Unserved::Busy | Unserved::RoomFull | Unserved::RunEnded) => self.refused(who),
        }
    }

    /// Handles a price: the visitor works for the place, or gives up if it is too high.
    pub(super) fn told_price(&mut self, who: usize, unpaid: UnpaidPrice) -> Result<(), InvariantViolation> {
        if self.brings_proofs(who) {
            return self.offer_payment(who, unpaid);
        }
        let line = self.visitors[who].line;
        let price = &mut self.visitors[who].price;
        price.told += 1;
        let Some(work) = unpaid.work else {
            return self.refused(who);
        };
        if price.work_max.is_some_and(|most| work.0 > most) {
            return self.goes(who);
        }
        price.payment = Payment::Work(work);
        let (again, told) = (self.now + price.work_ms(work), price.told);
        self.report_fact(line, 0, &Fact::Priced { told })?;
        self.send(who, again)
    }

    fn caught_up(&mut self, at: usize, caller: Caller, is_known: bool) -> Result<(), InvariantViolation> {
        let Some(who) = self.waits_for(caller) else {
            return Ok(());
        };
        match self.visitors[who].place.filter(|_| is_known) {
            Some(place) => self.poll(who, at, place, true),
            None => self.no_answer(who),
        }
    }

    fn told_turn(&mut self, at: usize, caller: Caller, reply: TurnReply) -> Result<(), InvariantViolation> {
        if let (TurnReply::Go(grant), Caller::Visitor { who, .. }) = (reply, caller) {
            self.learn_of_lease(who, at, grant.number, grant.granted_at)?;
        }
        if let Caller::OldDevice(transfer) = caller {
            return self.answer_old_device(at, transfer, reply);
        }
        if let (TurnReply::NotYet { .. }, Caller::Visitor { who, .. }) = (reply, caller) {
            self.told_first(at, self.visitors[who].place)?;
        }
        let Some(who) = self.waits_for(caller) else {
            return Ok(());
        };
        if let TurnReply::NotYet { .. } = reply {
            self.say_turn(who, at)?;
        }
        self.answer_turn(who, at, reply)
    }

    /// Reports whether the answer to a visitor in front says that it is their turn.
    fn say_turn(&mut self, who: usize, at: usize) -> Result<(), InvariantViolation> {
        let visitor = &self.visitors[who];
        let Some(place) = visitor.place else { return Ok(()) };
        let (shows_turn, diligent) = (visitor.shows_turn, visitor.diligent);
        let is_new = visitor.placed_at.is_some_and(|placed_at| self.now - placed_at < NEW_MS);
        let machine = self.machine(at);
        let shown = machine.shown(place.line);
        if shown.published.snapshot.run() != place.run {
            return Ok(());
        }
        let Some(number) = machine.number(place.line, place.sequence) else {
            return Ok(());
        };
        let near = NearVisitor {
            number,
            is_new,
            shows_turn,
        };
        let says_turn = shown.published.at_hand.shows_turn(near);
        let flow = machine.now(place.line, self.clocks(at)).flow.0;
        self.visitors[who].shows_turn = says_turn;
        let fact = Fact::TurnSaid {
            number: number.0,
            says_turn,
            diligent,
        };
        self.tell_of(place, flow, &fact)
    }

    /// Reports that a node told the visitor of a place to be first in line, whether the visitor
    /// still waits for that answer or not.
    pub(super) fn told_first(&mut self, at: usize, place: Option<VisitorPlace>) -> Result<(), InvariantViolation> {
        let Some(place) = place else { return Ok(()) };
        match self.machine(at).number(place.line, place.sequence) {
            Some(Number(number)) => self.tell_of(place, 0, &Fact::ToldFirst { number }),
            None => Ok(()),
        }
    }

    /// Reports a grant that no commit has recorded: the node made it by its lease.
    fn learn_of_lease(
        &mut self,
        who: usize,
        at: usize,
        number: Number,
        granted_at: WallMs,
    ) -> Result<(), InvariantViolation> {
        let Some(place) = self.visitors[who].place else {
            return Ok(());
        };
        let line = self.line_mut(place.line);
        if !line.room.leases || !line.grants.insert((place.run, number, granted_at)) {
            return Ok(());
        }
        let is_current = place.run == line.run;
        let fact = Fact::Leased {
            number: number.0,
            wall: granted_at.0,
            current: is_current,
        };
        let flow = self.machine(at).now(place.line, self.clocks(at)).flow.0;
        self.report_fact(place.line, flow, &fact)?;
        self.record.leased(self.now);
        if is_current {
            self.granted(place.line, number);
        }
        Ok(())
    }
}

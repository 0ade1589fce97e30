//! Visitors who step aside when it is nearly their turn, and come back. Until then they send no
//! requests, and the connection of an open request stays open: the node must give up the claim.

use admission::{Number, WallMs};
use node::Command;

use super::World;
use super::agenda::WorldEvent;
use super::callers::{Caller, Handle};
use super::visitor::{VisitorPhase, VisitorPlace};
use crate::oracle::{Fact, InvariantViolation};

/// How often a visitor who wants to step aside checks for being among the next, in milliseconds.
const LOOK_MS: u64 = 2_000;

impl World<'_> {
    /// Lets a visitor step aside if they are among the next, or check again later.
    pub(super) fn step_aside(&mut self, who: usize) -> Result<(), InvariantViolation> {
        let visitor = &self.visitors[who];
        let Some(for_ms) = visitor.aside_ms.filter(|_| !visitor.through) else {
            return Ok(());
        };
        if visitor.phase == VisitorPhase::Gone {
            return Ok(());
        }
        let place = visitor.place.filter(|_| visitor.waits());
        let Some((place, number)) = place.and_then(|place| self.is_next(visitor.node, place)) else {
            self.agenda.at(self.now + LOOK_MS, WorldEvent::StepAside { who });
            return Ok(());
        };
        let visitor = &mut self.visitors[who];
        (visitor.aside_ms, visitor.asked_at) = (None, self.now);
        let (at, ticket) = (visitor.node, visitor.step_aside());
        let step = Command::StepAside {
            place: self.machine(at).place(place.line, place.run, place.device()),
            number,
            until: WallMs(self.clocks(at).wall.0 + for_ms),
            reply: Handle::of(Caller::StepsAside { who, ticket }),
        };
        self.ask(at, place.line, step);
        self.send(who, self.now + for_ms)
    }

    /// Returns a place with its number if a node knows that the line has reached it.
    fn is_next(&self, at: usize, place: VisitorPlace) -> Option<(VisitorPlace, Number)> {
        if !self.serves(at) || self.is_stopped(at) {
            return None;
        }
        let ledger = self.machine(at).shown(place.line).published.snapshot.ledger();
        let number = ledger.number(place.sequence).filter(|_| ledger.run == place.run)?;
        (number < ledger.serving.notified_to()).then_some((place, number))
    }

    /// Handles the answer to a visitor who steps aside: from now on, no node lets them in.
    pub(super) fn is_aside(&mut self, who: usize, ticket: u32) -> Result<(), InvariantViolation> {
        let visitor = &self.visitors[who];
        // The number of the next request, that of the return, was assigned together with the
        // answered one.
        let is_away = visitor.is_aside && visitor.ticket == ticket + 1;
        match visitor.place.filter(|_| is_away) {
            Some(place) => {
                let fact = Fact::SteppedAside {
                    place: place.sequence.0,
                };
                self.tell_of(place, 0, &fact)
            }
            None => Ok(()),
        }
    }

    /// Reports that a visitor who was aside asks again.
    pub(super) fn come_back(&mut self, who: usize, place: VisitorPlace) -> Result<(), InvariantViolation> {
        self.visitors[who].come_back();
        let fact = Fact::CameBack {
            place: place.sequence.0,
        };
        self.tell_of(place, 0, &fact)
    }
}

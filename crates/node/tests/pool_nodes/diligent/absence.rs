//! Visitors who are absent for a while: they step aside, or just fall silent.

use admission::WallMs;
use node::Command;

use super::Visitors;

/// The time for which a visitor can be aside, milliseconds; all come back before.
const ASIDE_MS: u64 = 900_000;

/// The time that a visitor is aside.
#[derive(Debug, Clone, Copy)]
pub(super) struct Absence {
    pub(super) back_ms: u64,
    /// Whether the visitor just falls silent, without a word.
    is_silent: bool,
    /// When a node said that the visitor is aside.
    pub(super) told_ms: Option<u64>,
}

impl Visitors {
    /// Lets a visitor step aside now, whether a request is open or not, and come back.
    pub(crate) fn step_aside(&mut self, who: usize, back_ms: u64) {
        self.go_aside(who, (back_ms, false));
    }

    /// Lets a visitor fall silent now, and come back.
    pub(crate) fn fall_silent(&mut self, who: usize, back_ms: u64) {
        self.go_aside(who, (back_ms, true));
    }

    fn go_aside(&mut self, who: usize, (back_ms, is_silent): (u64, bool)) {
        self.persons[who].aside = Some(Absence {
            back_ms,
            is_silent,
            told_ms: None,
        });
        self.plan(who, self.world.now_ms);
    }

    /// When a node said that a visitor is aside.
    pub(crate) fn told_aside_ms(&self, who: usize) -> Option<u64> {
        self.persons[who].aside?.told_ms
    }

    /// When a visitor who is aside comes back.
    pub(crate) fn back_ms(&self, who: usize) -> u64 {
        self.persons[who].aside.map_or(0, |aside| aside.back_ms)
    }

    /// Whether a request of a visitor who has been told to ask for the turn is open.
    pub(crate) fn is_claiming(&self, who: usize) -> bool {
        self.persons[who].claims > 1 && self.persons[who].at_node.is_some()
    }

    /// When the first permit was spent on a visitor, as the first node knows.
    pub(crate) fn spent_ms(&self, who: usize) -> u64 {
        let machine = self.world.machines[0].as_ref().expect("it is up");
        let (_, sequence) = self.persons[who].place.expect("a place");
        let number = machine.number(self.persons[who].line, sequence).expect("a number");
        let first = machine.first_grant(self.persons[who].line, number).expect("a grant");
        first.0 - (self.world.wall().0 - self.world.now_ms)
    }

    /// Tells the node that the visitor steps aside, and asks nothing until the return.
    pub(super) fn be_aside(&mut self, who: usize, at: usize, aside: Absence) {
        let (run, sequence) = self.persons[who].place.expect("a place");
        let machine = self.world.machines[at].as_ref().expect("it is up");
        let (place, number) = (
            machine.place(self.persons[who].line, run, sequence),
            machine.number(self.persons[who].line, sequence),
        );
        match number.filter(|_| !aside.is_silent && aside.told_ms.is_none()) {
            Some(number) => {
                let until = WallMs(self.world.wall().0 + ASIDE_MS);
                self.send(who, at, |reply| Command::StepAside {
                    place,
                    number,
                    until,
                    reply,
                });
            }
            None => self.plan(who, aside.back_ms),
        }
    }
}

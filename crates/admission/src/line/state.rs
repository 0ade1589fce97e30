//! The state of a line: what a commit starts from and leaves.

use crate::holders::Holders;
use crate::ledger::Ledger;
use crate::marks::{Mark, Marks};
use crate::units::{Number, Sequence};

/// What a commit starts from and leaves.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// The small value.
    pub ledger: Ledger,
    /// A few bits a place, by number.
    pub marks: Marks,
    /// The same for places that have no number yet, by their sequence less the first sequence
    /// without a number ([`crate::order::Order::unnumbered_from`]).
    pub unnumbered: Marks,
    /// Who holds places that were moved to another device.
    pub holders: Holders,
}

impl State {
    /// The first state of a room.
    #[must_use]
    pub fn new(ledger: Ledger) -> Self {
        Self {
            ledger,
            marks: Marks::default(),
            unnumbered: Marks::default(),
            holders: Holders::default(),
        }
    }

    /// What is stored of it where a store came back empty: no commit, no mark and no holder. All of
    /// the state is later than that, whatever it recovered from before
    /// ([`crate::recovery::Memory::is_later_than`]).
    #[must_use]
    pub fn unstored(&self) -> Self {
        Self::new(Ledger {
            commits: 0,
            ..self.ledger.clone()
        })
    }

    /// Whether a place carries a mark.
    #[must_use]
    pub fn has(&self, sequence: Sequence, mark: Mark) -> bool {
        match (self.ledger.number(sequence), self.ledger.order.unnumbered_from()) {
            (Some(number), _) => self.marks.has(number, mark),
            (None, Some(from)) if sequence >= from => self.unnumbered.has(Number(sequence.0 - from.0), mark),
            _ => false,
        }
    }

    /// Whether a place is through: redirected or cancelled.
    #[must_use]
    pub fn is_settled(&self, sequence: Sequence) -> bool {
        self.has(sequence, Mark::Redirected) || self.has(sequence, Mark::Cancelled)
    }

    /// Lets settled places be forgotten among the holders where those are full; whether one more
    /// may move.
    pub fn make_room_for_moves(&mut self) -> bool {
        let mut holders = std::mem::take(&mut self.holders);
        let room = holders.make_room(|sequence| self.is_settled(sequence));
        self.holders = holders;
        room
    }
}

//! The state of a line before and after a commit.

use crate::holders::Holders;
use crate::ledger::Ledger;
use crate::marks::{Mark, Marks};
use crate::units::{Number, Sequence};

/// The state of a line before or after a commit.
#[derive(Debug, Clone, PartialEq)]
pub struct State {
    /// The small value that is committed by compare-and-set.
    pub ledger: Ledger,
    /// A few bits for each place, indexed by number.
    pub marks: Marks,
    /// Marks of places that have no number yet, indexed by their sequence less the first sequence
    /// without a number ([`crate::order::Order::unnumbered_from`]).
    pub unnumbered: Marks,
    /// The devices that hold transferred places.
    pub holders: Holders,
}

impl State {
    /// Returns the first state of a room.
    #[must_use]
    pub fn new(ledger: Ledger) -> Self {
        Self {
            ledger,
            marks: Marks::default(),
            unnumbered: Marks::default(),
            holders: Holders::default(),
        }
    }

    /// Returns the state that counts as stored if a store came back empty: no commit, no mark and
    /// no holder. The whole state is later than that, whatever recoveries it had before
    /// ([`crate::recovery::Memory::is_later_than`]).
    #[must_use]
    pub fn unstored(&self) -> Self {
        Self::new(Ledger {
            commits: 0,
            ..self.ledger.clone()
        })
    }

    /// Returns the number of people counted in the line.
    #[must_use]
    pub fn waiting(&self) -> u64 {
        self.ledger.next.0 - self.marks.uncounted() - self.unnumbered.uncounted()
    }

    /// Returns whether a place carries a mark.
    #[must_use]
    pub fn has(&self, sequence: Sequence, mark: Mark) -> bool {
        match (self.ledger.number(sequence), self.ledger.order.unnumbered_from()) {
            (Some(number), _) => self.marks.has(number, mark),
            (None, Some(from)) if sequence >= from => self.unnumbered.has(Number(sequence.0 - from.0), mark),
            _ => false,
        }
    }

    /// Returns whether a place is settled: redirected or cancelled.
    #[must_use]
    pub fn is_settled(&self, sequence: Sequence) -> bool {
        self.has(sequence, Mark::Redirected) || self.has(sequence, Mark::Cancelled)
    }

    /// Removes settled places from the holders if those are full. Returns whether one more place
    /// can be transferred.
    pub fn make_room_for_transfers(&mut self) -> bool {
        let mut holders = std::mem::take(&mut self.holders);
        let fits = holders.make_room(|sequence| self.is_settled(sequence));
        self.holders = holders;
        fits
    }
}

//! 6: cancelled means cancelled: that place never passes again, and only a cancelled one is told so.

use super::draw::Numbering;
use super::{Fact, entry};

#[derive(Debug, Default)]
pub(super) struct Cancelled {
    places: Vec<bool>,
    given: u64,
}

impl Cancelled {
    pub(super) fn witness(&mut self, fact: &Fact, numbering: &Numbering) -> Result<(), String> {
        match *fact {
            Fact::Given { first, count } => self.given = first + count,
            // A place that nobody was given yet cannot be given up.
            Fact::Cancelled { place } if place < self.given => *entry(&mut self.places, place) = true,
            Fact::Grant { number, .. } | Fact::Repeated { number, .. } => {
                let place = numbering.place(number).unwrap_or(number);
                if *entry(&mut self.places, place) {
                    return Err(format!("{place} was cancelled and passes"));
                }
            }
            Fact::ToldCancelled { place } if !*entry(&mut self.places, place) => {
                return Err(format!("{place} is told to be cancelled and was not"));
            }
            _ => {}
        }
        Ok(())
    }
}

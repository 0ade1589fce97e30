//! 6: cancelled means cancelled: that place never passes again, and only a cancelled one is told so.

use super::{Fact, entry};

#[derive(Debug, Default)]
pub(super) struct Cancelled {
    places: Vec<bool>,
    given: u64,
}

impl Cancelled {
    pub(super) fn witness(&mut self, fact: &Fact) -> Result<(), String> {
        match *fact {
            Fact::Given { first, count } => self.given = first + count,
            // A place that nobody was given yet cannot be given up.
            Fact::Cancelled { number } if number < self.given => *entry(&mut self.places, number) = true,
            Fact::Grant { number, .. } | Fact::Repeated { number, .. } if *entry(&mut self.places, number) => {
                return Err(format!("{number} was cancelled and passes"));
            }
            Fact::ToldCancelled { number } if !*entry(&mut self.places, number) => {
                return Err(format!("{number} is told to be cancelled and was not"));
            }
            _ => {}
        }
        Ok(())
    }
}

//! Invariant 2: a number is never given twice, and a place that was shown is never lost.

use super::{Fact, entry};

#[derive(Debug, Default)]
pub(super) struct Places {
    given: u64,
    holders: Vec<Option<u64>>,
}

impl Places {
    pub(super) fn witness(&mut self, fact: &Fact) -> Result<(), String> {
        match *fact {
            Fact::Given { first, count } => self.given(first, count),
            Fact::Skipped { from, to } => self.skipped(from, to),
            Fact::Placed { place, who, .. } => self.placed(place, who),
            Fact::Missing { place } if place < self.given => Err(format!("place {place} was given and is lost")),
            Fact::Grant { number, .. } if number >= self.given => {
                Err(format!("{number} is granted, a place that nobody was given"))
            }
            _ => Ok(()),
        }
    }

    fn given(&mut self, first: u64, count: u64) -> Result<(), String> {
        if first != self.given {
            return Err(format!(
                "the next place is {first}, {} places were given before",
                self.given
            ));
        }
        self.given += count;
        Ok(())
    }

    /// Checks that the skipped places include those that were given in lost commits.
    fn skipped(&mut self, from: u64, to: u64) -> Result<(), String> {
        if from > self.given || to < self.given {
            return Err(format!("{from} to {to} are left out, {} places were given", self.given));
        }
        self.given = to;
        Ok(())
    }

    fn placed(&mut self, place: u64, who: u64) -> Result<(), String> {
        if place >= self.given {
            return Err(format!("place {place} is shown before it is durable"));
        }
        match entry(&mut self.holders, place) {
            Some(other) => Err(format!(
                "place {place} of visitor {other} is given to visitor {who} too"
            )),
            free => {
                *free = Some(who);
                Ok(())
            }
        }
    }
}

//! Invariant 14: no visitor is let in while aside. Invariant 2 covers that the place is kept, and
//! invariant 3 that no other visitor is overtaken meanwhile.

use super::draw::Numbering;
use super::{Fact, entry};

#[derive(Debug, Default)]
pub(super) struct AsidePlaces {
    aside: Vec<bool>,
}

impl AsidePlaces {
    pub(super) fn witness(&mut self, fact: &Fact, numbering: &Numbering) -> Result<(), String> {
        match *fact {
            Fact::SteppedAside { place } => *entry(&mut self.aside, place) = true,
            Fact::CameBack { place } => *entry(&mut self.aside, place) = false,
            Fact::Grant { number, .. } => {
                let place = numbering.place(number).unwrap_or(number);
                if *entry(&mut self.aside, place) {
                    return Err(format!("{place} is let in while aside"));
                }
            }
            _ => {}
        }
        Ok(())
    }
}

//! Invariant 14: nobody is let in while aside. That the place is kept is invariant 2, and that
//! nobody else is passed meanwhile, invariant 3.

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

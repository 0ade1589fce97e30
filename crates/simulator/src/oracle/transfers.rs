//! Invariant 10: a transferred place belongs to one device at a time. A code transfers a place
//! once, and never after its visitor was let through. A former device is no longer let in with the
//! place, and only a former device learns that the place was transferred.

use std::collections::BTreeSet;

use super::draw::Numbering;
use super::{Fact, entry};

#[derive(Debug, Default)]
pub(super) struct TransferredPlaces {
    /// The holder number of each place, and whether it was let through.
    places: Vec<(u8, bool)>,
    codes: BTreeSet<[u8; 16]>,
}

impl TransferredPlaces {
    pub(super) fn witness(&mut self, fact: &Fact, numbering: &Numbering) -> Result<(), String> {
        match *fact {
            Fact::Grant { number, .. } => {
                let place = numbering.place(number).unwrap_or(number);
                entry(&mut self.places, place).1 = true;
            }
            Fact::Transferred { place, holder, code } => return self.transferred(place, holder, code),
            Fact::Claimed { place, holder } => {
                let (held_by, _) = *entry(&mut self.places, place);
                if holder != held_by {
                    return Err(format!(
                        "{place} belongs to device {held_by}, and device {holder} is let in"
                    ));
                }
            }
            Fact::TransferReported { place, holder } => {
                let (held_by, _) = *entry(&mut self.places, place);
                if holder >= held_by {
                    return Err(format!(
                        "device {holder} is told that {place} was transferred, and {held_by} holds it"
                    ));
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn transferred(&mut self, place: u64, holder: u8, code: [u8; 16]) -> Result<(), String> {
        let (held_by, is_through) = entry(&mut self.places, place);
        if *is_through {
            return Err(format!("{place} is transferred and was let through"));
        }
        if holder != *held_by + 1 {
            return Err(format!(
                "{place} is transferred from device {held_by} to device {holder}"
            ));
        }
        *held_by = holder;
        match self.codes.insert(code) {
            true => Ok(()),
            false => Err(format!("{place} is transferred by a code that was used")),
        }
    }
}

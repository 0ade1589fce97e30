//! Invariant 8: a voucher gives one place, and a visitor is refused only if a place was already
//! given for the voucher.

use std::collections::BTreeMap;

use super::Fact;

#[derive(Debug, Default)]
pub(super) struct Vouchers {
    places: BTreeMap<[u8; 16], u64>,
}

impl Vouchers {
    pub(super) fn witness(&mut self, fact: &Fact) -> Result<(), String> {
        let Fact::Vouched { voucher, place } = fact else {
            return Ok(());
        };
        match (self.places.get(voucher), place) {
            (Some(first), Some(second)) => Err(format!("one voucher has the places {first} and {second}")),
            (None, None) => Err("somebody is refused for a voucher that has no place".to_owned()),
            (Some(_), None) => Ok(()),
            (None, Some(place)) => {
                self.places.insert(*voucher, *place);
                Ok(())
            }
        }
    }
}

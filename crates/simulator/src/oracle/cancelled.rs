//! Invariant 6: a cancelled place is never granted again, and only a cancelled place is reported as
//! cancelled.

use super::draw::Numbering;
use super::{Fact, FactTime, entry};

#[derive(Debug, Default)]
pub(super) struct Cancelled {
    places: Vec<bool>,
    given: u64,
    /// Recent cancellations (real time and place), which a failover can undo.
    lately: Vec<(u64, u64)>,
    /// The moment up to which a failover kept commits, until the recovery from it.
    failing: Option<u64>,
}

impl Cancelled {
    pub(super) fn witness(&mut self, at: FactTime, fact: &Fact, numbering: &Numbering) -> Result<(), String> {
        match *fact {
            Fact::Given { first, count } => self.given = first + count,
            // A place that was not given yet cannot be given up.
            Fact::Cancelled { place } if place < self.given => {
                *entry(&mut self.places, place) = true;
                self.lately.push((at.real_ms, place));
            }
            Fact::FailedOver { kept_ms } => self.failing = Some(kept_ms),
            Fact::Recovered { known, .. } => {
                let kept_ms = self.failing.take().unwrap_or(u64::MAX);
                let lost = self
                    .lately
                    .iter()
                    .filter(|(cancelled_at, _)| !known && *cancelled_at >= kept_ms);
                for (_, place) in lost {
                    self.places[super::index(*place)] = false;
                }
            }
            _ if self.failing.is_some() => {}
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

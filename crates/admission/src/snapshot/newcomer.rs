//! Answers to a newcomer from the last commit: the price of a place, the wait, and a refusal that
//! needs no further commit.

use super::Snapshot;
use crate::config::RoomConfig;
use crate::estimate::WaitRange;
use crate::forecast::WaitForecast;
use crate::lifecycle::Phase;
use crate::plan::price::PricedLine;
use crate::price::{PricedOrigin, UnpaidPrice};
use crate::time::Now;
use crate::units::Ahead;

/// A newcomer who asks for a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlaceRequest {
    /// The places that count towards the room's capacity, over all its lanes.
    pub places: u64,
    /// Whether the newcomer gives up a place in another lane of the room, and so needs no room.
    pub leaves: bool,
    /// The newcomer's network and payment; `None` if the place has no price.
    pub origin: Option<PricedOrigin>,
}

/// Why a newcomer gets no place, although no voucher was spent before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EntryRefused {
    /// As many places count as the room takes ([`PlaceRequest::places`]): those of people who wait,
    /// and of those whom the line has passed, until they were silent for
    /// [`SILENCE_MS`](crate::presence::SILENCE_MS).
    RoomFull,
    /// The place has a price that is not paid.
    Unpaid(UnpaidPrice),
}

impl Snapshot {
    /// Returns why a newcomer is refused without a commit, so that neither a full room nor a flood
    /// that pays nothing makes commits. `None` if the next commit decides: it can refuse, too.
    #[must_use]
    pub fn refusal(&self, config: &RoomConfig, request: &PlaceRequest, now: Now) -> Option<EntryRefused> {
        let is_full = config.capacity.is_some_and(|capacity| request.places >= capacity);
        if is_full && !request.leaves {
            return Some(EntryRefused::RoomFull);
        }
        let unpaid = self.unpaid(config, request.origin.as_ref()?, now)?;
        Some(EntryRefused::Unpaid(unpaid))
    }

    /// Returns the price that a newcomer would have to pay now and has not paid; `None` if there is
    /// none. The next commit decides again.
    #[must_use]
    pub fn unpaid(&self, config: &RoomConfig, origin: &PricedOrigin, now: Now) -> Option<UnpaidPrice> {
        let line = PricedLine {
            ledger: self.ledger(),
            config,
            waiting: self.places(),
            given: 0,
            now,
        };
        line.unpaid(origin)
    }

    /// Returns the estimated wait of a visitor who arrives now, as if the room were not paused;
    /// `None` at rate 0, and while there is no line yet or no line any more.
    #[must_use]
    pub fn newcomer_wait(&self, now: Now) -> Option<WaitRange> {
        match self.state.ledger.lifecycle.phase() {
            Phase::Closed | Phase::Queue => {
                self.shown_wait(self.state.ledger.numbered(), Ahead(self.waiting()), now)
                    .wait
            }
            Phase::Idle | Phase::PreQueue | Phase::PostQueue => None,
        }
    }

    /// Returns whether [`Self::newcomer_wait`] is not known yet although visitors are let through.
    #[must_use]
    pub fn is_newcomer_not_known_yet(&self) -> bool {
        let is_line = matches!(self.state.ledger.lifecycle.phase(), Phase::Closed | Phase::Queue);
        let is_open = is_line && self.line.waits.is_some();
        is_open && self.wait_forecast(self.state.ledger.numbered()) == WaitForecast::NotKnownYet
    }
}

//! The choice of the browsers that fetch the round of a beacon from its relays, for a server that
//! does not reach them, where the operator allows it (`server.beacon_by_browsers`).
//!
//! Each page before a draw is chosen by chance when it is rendered, with probability
//! [`CHOSEN_PAGES`] / (people who wait then). So all pages of a room with few people are chosen,
//! and of `n` people who come one after the other about `CHOSEN_PAGES · (1 + ln(n /
//! CHOSEN_PAGES))`: 125 of a million. Only chosen pages have the script, and a policy that allows
//! requests to relays; all other pages are unchanged. The script sends nothing before the numbers
//! are drawn, and asks relays only if the server has no round a few seconds after its time
//! (`public/beacon/main.ts`).

use crate::http::AppState;
use crate::http::visit::status_view::VisitorState;
use crate::rooms::RoomState;

/// The expected number of chosen pages among those that are rendered while the number of people who
/// wait stays the same.
const CHOSEN_PAGES: u64 = 10;

impl AppState {
    /// Returns whether the browser of a page that is now rendered fetches the round if the draw has
    /// to wait for it.
    #[must_use]
    pub(in crate::http) fn brings_round(&self, state: &RoomState, visitor_state: &VisitorState) -> bool {
        let VisitorState::Unnumbered(unnumbered) = visitor_state else {
            return false;
        };
        !self.browser_relays.is_empty()
            && state.room().draws().needs_round()
            && is_chosen(unnumbered.waiting, u128::from_be_bytes(self.entropy.nonce()))
    }
}

/// Returns whether one of `waiting` people's pages is chosen; `random` is spread over all numbers.
fn is_chosen(waiting: u64, random: u128) -> bool {
    random % u128::from(waiting.max(1)) < u128::from(CHOSEN_PAGES)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_pages_of_a_small_room_are_chosen_and_about_ten_of_any_crowd() {
        for waiting in [0, 1, CHOSEN_PAGES] {
            assert!((0..1_000).all(|random| is_chosen(waiting, random)), "{waiting}");
        }
        for waiting in [11, 1_000, 1_000_000] {
            let chosen = (0..u128::from(waiting)).filter(|random| is_chosen(waiting, *random));
            assert_eq!(chosen.count() as u64, CHOSEN_PAGES, "{waiting}");
        }
    }
}

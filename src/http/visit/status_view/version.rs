//! The room's version: a number that changes with everything that its visitors should see soon, and
//! how often their pages request it between two polls.
//!
//! A page deep in line polls only every 40 s, which is late for a message. Between two polls it
//! requests only the version ([`crate::http::visitor::version`]), and polls once if the version
//! differs from the page's own. The version requests of all pages of a room are at most
//! [`CHECKS_PER_SECOND`] on a node, whatever the length of the line: the longer the line, the more
//! rarely each page sends one, until the polls alone are as frequent. Each page has its own times
//! for these requests, so that a new version spreads the polls over the same interval.

use crate::announcement::AnnouncementPhase;
use crate::rooms::RoomState;

/// The shortest interval between two version requests, milliseconds. A page varies it by a quarter,
/// so that a request that fails shows a lost connection within five seconds.
const CHECK_MS_MIN: u64 = 4_000;
/// The maximum number of version requests for a room, and of polls that a message brings forward,
/// per second.
const CHECKS_PER_SECOND: u64 = 1_000;

/// Returns the room's version. Equal on all nodes that have seen the same changes.
#[must_use]
pub(in crate::http) fn room_version(state: &RoomState) -> u64 {
    let room = &state.settings;
    let phase = room.message.as_ref().map(|message| message.phase(state.now().wall));
    let phase = match phase {
        None | Some(AnnouncementPhase::Shown) => 0,
        Some(AnnouncementPhase::Before) => 1,
        Some(AnnouncementPhase::After) => 2,
    };
    let is_paused = state.published.snapshot.ledger().lifecycle.is_paused();
    let is_sold_out = state.published.pool.stock.is_some_and(|stock| stock.left == 0);
    room.version << 4 | phase << 2 | u64::from(is_paused) << 1 | u64::from(is_sold_out)
}

/// Returns the interval between two version requests of a page, milliseconds; `None` if its polls
/// are frequent enough. Like the polls, it stretches with the node's load.
#[must_use]
pub(super) fn check_ms(waiting: u64, poll_after_ms: u64, stretch_percent: u16) -> Option<u64> {
    let check_ms = spread_ms(waiting).max(CHECK_MS_MIN) * u64::from(stretch_percent) / 100;
    (check_ms * 2 <= poll_after_ms).then_some(check_ms)
}

/// Returns the time over which the polls of all waiting visitors are spread when a message appears
/// or ends at a given time, milliseconds.
#[must_use]
pub(super) fn spread_ms(waiting: u64) -> u64 {
    waiting.saturating_mul(1_000) / CHECKS_PER_SECOND
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longer_the_line_the_more_rarely_each_page_asks() {
        let asks = |waiting| check_ms(waiting, 40_000, 100);
        assert_eq!(
            [0, 4_000, 20_000, 20_001, 1_000_000].map(asks),
            [Some(4_000), Some(4_000), Some(20_000), None, None]
        );
        for waiting in [0, 1, 3_999, 4_001, 12_345, 20_000] {
            let each_ms = asks(waiting).expect("a short line");
            assert!(waiting * 1_000 / each_ms <= CHECKS_PER_SECOND, "{waiting}");
        }
        assert_eq!(check_ms(100, 7_999, 100), None, "the next poll is near");
        assert_eq!(check_ms(100, 40_000, 300), Some(12_000), "the node is loaded");
    }
}

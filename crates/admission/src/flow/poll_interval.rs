//! The time until a visitor's next poll: at most a quarter of the visitor's shortest wait, between
//! [`POLL_MS_MIN`] and [`POLL_MS_UNLOADED_MAX`]. A loaded node stretches the longest interval, up
//! to [`POLL_MS_MAX`].
//!
//! Visitors who wait for a scheduled time poll by [`crate::opening::poll_before_ms`] instead.

/// The shortest poll interval, which visitors first in line have, in milliseconds.
pub const POLL_MS_MIN: u64 = 2_000;
/// The longest poll interval of a node that is not loaded, in milliseconds.
pub const POLL_MS_UNLOADED_MAX: u64 = 40_000;
/// The longest poll interval of any node, in milliseconds; after three of them without a poll a
/// place is no longer counted.
pub const POLL_MS_MAX: u64 = 60_000;
/// The minimum of the lower estimate, in poll intervals.
pub const LOW_OF_POLL: u64 = 4;

/// Returns the interval until the next poll: at most a quarter of the shortest wait, within the
/// limits, jittered downwards.
///
/// `jitter` is a random number; `stretch_percent` is 100 for a node that is not loaded and more for
/// a loaded one.
#[must_use]
pub fn poll_interval_ms(shortest_ms: Option<u64>, jitter: u16, stretch_percent: u16) -> u64 {
    let quarter = shortest_ms.map_or(POLL_MS_UNLOADED_MAX, |shortest| shortest / LOW_OF_POLL);
    let longest = POLL_MS_UNLOADED_MAX * u64::from(stretch_percent.max(100)) / 100;
    let interval = quarter.min(longest.min(POLL_MS_MAX));
    let jittered = interval - interval * u64::from(jitter) / u64::from(u16::MAX) * 15 / 100;
    jittered.max(POLL_MS_MIN)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polls_come_at_most_every_quarter_of_the_lower_estimate() {
        assert_eq!(poll_interval_ms(Some(0), 0, 100), POLL_MS_MIN);
        assert_eq!(poll_interval_ms(Some(40_000), 0, 100), 10_000);
        assert_eq!(poll_interval_ms(Some(40_000), u16::MAX, 100), 8_500);
        assert_eq!(poll_interval_ms(Some(9_000_000), 0, 100), POLL_MS_UNLOADED_MAX);
        assert_eq!(poll_interval_ms(Some(9_000_000), 0, 400), POLL_MS_MAX);
        assert_eq!(poll_interval_ms(None, 0, 100), POLL_MS_UNLOADED_MAX);
    }
}

//! The progress bar: which share of the visitor's whole wait is over.

/// The shortest whole wait that the bar shows, milliseconds. A shorter one begins where as much is
/// left of a wait of this length: a visitor with a few seconds to wait sees a bar that is nearly
/// full, and not an empty one that fills at once.
const WHOLE_MS_MIN: f64 = 60_000.0;

/// Returns the share of the whole wait that is over, from 0 to 1; 0 while the time to come is not
/// known. It never falls while the time to come does not rise. In a paused room even a short wait
/// begins at nothing, because nobody knows when it goes on.
pub(super) fn share_over(waited_ms: u64, to_come_ms: Option<f64>, is_paused: bool) -> f64 {
    let least_ms = if is_paused { 1.0 } else { WHOLE_MS_MIN };
    to_come_ms.map_or(0.0, |to_come_ms| {
        1.0 - to_come_ms / (waited_ms as f64 + to_come_ms).max(least_ms)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn share(waited_seconds: u64, to_come_seconds: u64) -> f64 {
        share_over(waited_seconds * 1_000, Some(to_come_seconds as f64 * 1_000.0), false)
    }

    #[test]
    fn a_newcomer_in_a_paused_room_begins_at_nothing() {
        assert_eq!(
            [0, 15_000].map(|waited_ms| share_over(waited_ms, Some(15_000.0), true)),
            [0.0, 0.5]
        );
    }

    #[test]
    fn a_short_wait_begins_where_what_is_left_shows() {
        assert_eq!([3, 15, 30, 60].map(|to_come| share(0, to_come)), [0.95, 0.75, 0.5, 0.0]);
        assert_eq!(
            share(15, 15),
            0.75,
            "half of the wait is over, and little of it was to come"
        );
    }

    #[test]
    fn a_long_wait_begins_at_nothing_and_a_wait_that_nobody_knows_shows_nothing() {
        assert_eq!([120, 3_600].map(|to_come| share(0, to_come)), [0.0, 0.0]);
        assert_eq!(
            [(60, 60), (900, 300)].map(|(waited, to_come)| share(waited, to_come)),
            [0.5, 0.75]
        );
        assert_eq!(share_over(600_000, None, false), 0.0);
        assert_eq!(share(0, 0), 1.0);
    }

    #[test]
    fn the_bar_never_goes_back_while_the_estimate_does_not_rise() {
        for whole in [5, 40, 59, 61, 90, 600] {
            // The estimate stands still for some seconds, and falls by more in others.
            for steps in [[1, 1], [0, 2], [3, 0]] {
                let (mut to_come, mut before) = (whole, 0.0);
                for waited in 0..whole * 2 {
                    let now = share(waited, to_come);
                    assert!(
                        (before..=1.0).contains(&now),
                        "{now} after {before}, {waited} of {whole} s"
                    );
                    before = now;
                    to_come = to_come.saturating_sub(steps[usize::from(waited % 2 == 1)]);
                }
            }
        }
    }
}

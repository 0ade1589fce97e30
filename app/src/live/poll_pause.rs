//! The pauses between polls.

/// The pause that the server asks for after a poll whose pause it has let pass before it answered,
/// and after no other, milliseconds.
const HELD_MS: f64 = 0.0;
/// The longest pause, milliseconds: the server can count a tab as gone if it does not poll for
/// longer.
const PAUSE_MS_MAX: f64 = 60_000.0;
/// The shortest pause before a retry, milliseconds.
const RETRY_MS_MIN: f64 = 2_000.0;
/// The longest pause before a retry, milliseconds.
const RETRY_MS_MAX: f64 = 30_000.0;

/// Returns the pause that the server asked for, limited to the longest; the shortest retry for NaN.
pub(super) fn pause_ms(asked_ms: f64) -> f64 {
    if asked_ms.is_nan() {
        RETRY_MS_MIN
    } else {
        asked_ms.clamp(HELD_MS, PAUSE_MS_MAX)
    }
}

/// Returns the pause after that many lost polls in a row: a random time between the shortest retry
/// and a bound that doubles with every loss, so that the browsers of a whole line do not return in
/// the same second. `random` is from 0 to 1. A hidden page retries once without a timer
/// ([`is_at_once`]): the node that held its poll can be gone, and another one is there.
pub(super) fn retry_ms(lost_in_a_row: u32, is_hidden: bool, random: f64) -> f64 {
    if is_hidden && lost_in_a_row == 1 {
        return HELD_MS;
    }
    let bound = (RETRY_MS_MIN * f64::from(1 << lost_in_a_row.min(10))).min(RETRY_MS_MAX);
    RETRY_MS_MIN + random * (bound - RETRY_MS_MIN)
}

/// Returns whether the next poll follows without a timer. Browsers fire the timers of a hidden page
/// once a minute, so the server has let the pause pass, and says so ([`HELD_MS`]), or the page
/// retries a lost poll.
pub(super) fn is_at_once(pause_ms: f64, is_hidden: bool) -> bool {
    is_hidden && pause_ms <= HELD_MS
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retries_spread_wider_up_to_half_a_minute() {
        for lost in [1, 2, 3, 10, u32::MAX] {
            assert_eq!(retry_ms(lost, false, 0.0), 2_000.0);
        }
        let widest: Vec<f64> = (1..=6).map(|lost| retry_ms(lost, false, 1.0)).collect();
        assert_eq!(widest, [4_000.0, 8_000.0, 16_000.0, 30_000.0, 30_000.0, 30_000.0]);
    }

    #[test]
    fn only_a_hidden_page_whose_poll_was_held_asks_without_a_timer() {
        assert!(is_at_once(pause_ms(0.0), true));
        assert!(!is_at_once(pause_ms(0.0), false));
        for pause in [1.0, 100.0, 2_000.0, f64::NAN] {
            assert!(!is_at_once(pause_ms(pause), true), "{pause}");
        }
    }

    #[test]
    fn a_hidden_page_retries_once_without_a_timer() {
        assert!(is_at_once(retry_ms(1, true, 1.0), true));
        for lost in [0, 2, 3, u32::MAX] {
            assert!(!is_at_once(retry_ms(lost, true, 0.0), true), "{lost}");
        }
        assert!(!is_at_once(retry_ms(1, false, 0.0), false));
    }

    #[test]
    fn the_pause_is_kept_within_bounds() {
        assert_eq!(pause_ms(12_000.0), 12_000.0);
        assert_eq!(pause_ms(100.0), 100.0);
        assert_eq!(pause_ms(-1.0), 0.0);
        assert_eq!(pause_ms(1e9), 60_000.0);
        assert_eq!(pause_ms(f64::NAN), 2_000.0);
    }
}

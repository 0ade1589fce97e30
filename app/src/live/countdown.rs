//! The countdown to the start between two polls, by a monotonic clock. It never uses the device's
//! time of day.

/// A reported time that differs by less than this from the page's countdown is a rounding
/// difference and changes nothing, seconds.
const ROUNDING_SECONDS: f64 = 2.0;
/// At this distance and above, the server's words replace the countdown by the second, seconds.
const WORDS_FROM_SECONDS: f64 = 3_600.0;

/// The attribute of `<html>` with the seconds to the start; if it is empty, the stylesheet hides
/// the countdown.
#[cfg(not(feature = "ssr"))]
pub(super) const SECONDS_TO_START: &str = "data-seconds-to-start";
/// The attribute of `<html>` with the seconds to the pre-queue.
#[cfg(not(feature = "ssr"))]
pub(super) const SECONDS_TO_PREQUEUE: &str = "data-seconds-to-prequeue";
/// The attribute of `<html>` with the seconds to the draw.
#[cfg(not(feature = "ssr"))]
pub(super) const SECONDS_TO_DRAW: &str = "data-seconds-to-draw";

/// The time of the start on the page's monotonic clock.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct PageCountdown {
    /// NaN if there is no countdown.
    starts_at_ms: f64,
}

impl PageCountdown {
    /// Creates the countdown from the seconds reported at `now_ms`; NaN, 0 and negative numbers
    /// mean that there is no countdown.
    pub(super) fn new(seconds: f64, now_ms: f64) -> Self {
        let counts = seconds > 0.0;
        Self {
            starts_at_ms: if counts { now_ms + seconds * 1_000.0 } else { f64::NAN },
        }
    }

    /// Returns the countdown after the server reported these seconds.
    pub(super) fn updated(self, seconds: f64, now_ms: f64) -> Self {
        let new = Self::new(seconds, now_ms);
        let apart_ms = new.starts_at_ms - self.starts_at_ms;
        if apart_ms.abs() < ROUNDING_SECONDS * 1_000.0 {
            self
        } else {
            new
        }
    }

    /// Returns whether the time has come.
    pub(super) fn is_over(self, now_ms: f64) -> bool {
        now_ms >= self.starts_at_ms
    }

    /// Returns days, hours, minutes and seconds until then, with a started second counted in full;
    /// `None` without a time that is ahead.
    pub(super) fn segments(self, now_ms: f64) -> Option<[usize; 4]> {
        let left = ((self.starts_at_ms - now_ms) / 1_000.0).ceil();
        (left > 0.0).then(|| {
            let left = left as usize;
            [left / 86_400, left / 3_600 % 24, left / 60 % 60, left % 60]
        })
    }

    /// Returns minutes and seconds, "07:59", below an hour, with a started second counted in full.
    /// `None` if the server's words are to be shown.
    pub(super) fn clock(self, now_ms: f64, digits: &str) -> Option<String> {
        let left = ((self.starts_at_ms - now_ms) / 1_000.0).ceil().max(0.0);
        if self.starts_at_ms.is_nan() || left >= WORDS_FROM_SECONDS {
            return None;
        }
        let left = left as usize;
        let digit = |number: usize| digits.chars().nth(number % 10).unwrap_or('–');
        let (minutes, seconds) = (left / 60, left % 60);
        Some(String::from_iter([
            digit(minutes / 10),
            digit(minutes),
            ':',
            digit(seconds / 10),
            digit(seconds),
        ]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LATIN: &str = "0123456789";

    #[test]
    fn the_last_hour_is_counted_by_the_second() {
        let countdown = PageCountdown::new(3_600.0, 500.0);
        let at = |now_ms: f64| countdown.clock(now_ms, LATIN);
        assert_eq!(at(500.0), None);
        assert_eq!(at(1_499.0), None);
        assert_eq!(at(1_500.0).as_deref(), Some("59:59"));
        assert_eq!(at(3_600_499.0).as_deref(), Some("00:01"));
        assert_eq!(at(3_600_500.0).as_deref(), Some("00:00"));
        assert_eq!(at(9_999_999.0).as_deref(), Some("00:00"), "it does not count on");
        assert!(countdown.is_over(3_600_500.0) && !countdown.is_over(3_600_499.0));
        assert!(!PageCountdown::new(f64::NAN, 0.0).is_over(1e9));
    }

    #[test]
    fn a_long_time_is_counted_in_segments() {
        let at = |seconds: f64| PageCountdown::new(seconds, 0.0).segments(0.0);
        assert_eq!(
            at(2.0 * 86_400.0 + 5.0 * 3_600.0 + 7.0 * 60.0 + 9.0),
            Some([2, 5, 7, 9])
        );
        assert_eq!(at(59.2), Some([0, 0, 1, 0]));
        assert_eq!(at(1e9), Some([11_574, 1, 46, 40]));
        assert_eq!(at(f64::NAN), None);
        assert_eq!(
            PageCountdown::new(5.0, 0.0).segments(5_000.0),
            None,
            "the time has come"
        );
    }

    #[test]
    fn it_counts_with_the_pages_digits() {
        let clock = PageCountdown::new(754.0, 0.0).clock(0.0, "٠١٢٣٤٥٦٧٨٩");
        assert_eq!(clock.as_deref(), Some("١٢:٣٤"));
    }

    #[test]
    fn rounding_moves_nothing_and_a_moved_start_does() {
        let countdown = PageCountdown::new(600.0, 0.0);
        assert_eq!(countdown.updated(591.0, 10_000.0), countdown);
        assert_eq!(countdown.updated(588.1, 10_000.0), countdown);
        assert_eq!(countdown.updated(900.0, 10_000.0), PageCountdown::new(900.0, 10_000.0));
        assert_eq!(countdown.updated(30.0, 10_000.0), PageCountdown::new(30.0, 10_000.0));
    }

    #[test]
    fn without_a_start_or_at_it_the_servers_words_stand() {
        for seconds in [f64::NAN, 0.0, -5.0] {
            assert_eq!(PageCountdown::new(seconds, 0.0).clock(0.0, LATIN), None);
            assert_eq!(
                PageCountdown::new(600.0, 0.0).updated(seconds, 0.0).clock(0.0, LATIN),
                None
            );
        }
        let begun = PageCountdown::new(f64::NAN, 0.0).updated(60.0, 1_000.0);
        assert_eq!(begun.clock(1_000.0, LATIN).as_deref(), Some("01:00"));
    }
}

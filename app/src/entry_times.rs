//! The expected entry as times of day: the middle of the estimate, and its two ends.
//!
//! The ends are rounded as in the words of the wait beside them ([`crate::minutes`]), away from
//! each other. Between two steps of that rounding an end moves on with the clock, and the middle of
//! an estimate slides by some seconds while nobody is let in. A time would therefore become later
//! by a minute, and earlier again at the next answer. So a time becomes later only by more than a
//! step of its rounding, or where the wait rose for a reason that the page shows.
//!
//! Times of day are shown without seconds. In a narrow range the middle could therefore read as the
//! earliest time, and an expectation that is the best case would be wrong most of the time: it is
//! at least a minute later, as long as the range has that minute.

use crate::minutes::{DisplayMinutes, minutes_down, minutes_up, step};

const MINUTE_MS: f64 = 60_000.0;

/// Milliseconds of Unix time; NaN while none was shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct EntryTimes {
    pub(crate) about: f64,
    pub(crate) from: f64,
    pub(crate) to: f64,
}

/// The estimate in an answer.
#[derive(Debug, Clone, Copy)]
pub(crate) struct EntryEstimate {
    /// The server's time of the answer, milliseconds of Unix time.
    pub(crate) at_ms: f64,
    /// The lower end of the wait.
    pub(crate) low_seconds: f64,
    /// The upper end of the wait.
    pub(crate) high_seconds: f64,
    /// Whether the page shows why the wait rose.
    pub(crate) has_reason: bool,
}

impl EntryTimes {
    /// Nothing was shown.
    pub(crate) const NONE: Self = Self {
        about: f64::NAN,
        from: f64::NAN,
        to: f64::NAN,
    };

    /// Returns the times to show after these.
    pub(crate) fn updated(self, estimate: EntryEstimate) -> Self {
        let EntryEstimate {
            at_ms,
            low_seconds: low,
            high_seconds: high,
            has_reason,
        } = estimate;
        let later = |shown: f64, minutes: f64, slack: DisplayMinutes| {
            let new = at_ms + minutes * MINUTE_MS;
            let slides = new > shown && new - shown <= slack as f64 * MINUTE_MS;
            if slides && !has_reason { shown } else { new }
        };
        let (low_seconds, high_seconds) = (low as u64, high as u64);
        Self {
            about: later(self.about, (low + high) / 120.0, 1),
            from: later(self.from, minutes_down(low_seconds) as f64, step(low_seconds / 60)),
            to: later(
                self.to,
                minutes_up(high_seconds) as f64,
                step(high_seconds.div_ceil(60)),
            ),
        }
        .ordered()
    }

    /// Moves the middle between the two ends, as they read without seconds.
    fn ordered(self) -> Self {
        let minute = |ms: f64| (ms / MINUTE_MS).floor() * MINUTE_MS;
        let (from, to) = (minute(self.from), minute(self.to));
        let least = (from + MINUTE_MS).min(to);
        Self {
            about: self.about.max(least).min(to + MINUTE_MS - 1.0),
            ..self
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn estimate(at_ms: f64, (low_seconds, high_seconds): (f64, f64), has_reason: bool) -> EntryEstimate {
        EntryEstimate {
            at_ms,
            low_seconds,
            high_seconds,
            has_reason,
        }
    }

    /// Returns the minutes of the times, counted from 0 ms.
    fn minutes(times: EntryTimes) -> [f64; 3] {
        [times.about, times.from, times.to].map(|ms| (ms / MINUTE_MS).floor())
    }

    #[test]
    fn the_first_times_are_the_answers() {
        let times = EntryTimes::NONE.updated(estimate(30_000.0, (1_080.0, 1_860.0), false));
        assert_eq!(minutes(times), [25.0, 18.0, 35.0]);
    }

    #[test]
    fn no_time_wanders_while_the_estimate_counts_down() {
        for (low, high) in [(630.0, 870.0), (2_700.0, 3_300.0), (9_000.0, 12_345.0)] {
            let mut times = EntryTimes::NONE.updated(estimate(0.0, (low, high), false));
            let mut shown = vec![minutes(times)];
            for second in (5..400).step_by(5) {
                let second = f64::from(second);
                // The middle slides by up to five seconds, and is back at the next permit.
                let slide = second % 10.0;
                times = times.updated(estimate(
                    second * 1_000.0,
                    (low - second + slide, high - second + slide),
                    false,
                ));
                if shown.last() != Some(&minutes(times)) {
                    shown.push(minutes(times));
                }
            }
            let is_falling = shown.is_sorted_by(|a, b| a.iter().zip(b).all(|(before, after)| after <= before));
            assert!(is_falling && shown.len() <= 4, "{low} to {high}: {shown:?}");
        }
    }

    #[test]
    fn a_time_becomes_later_for_a_reason_or_by_more_than_a_step() {
        let times = EntryTimes::NONE.updated(estimate(0.0, (600.0, 720.0), false));
        assert_eq!(times.updated(estimate(0.0, (630.0, 750.0), false)), times);
        assert_eq!(
            minutes(times.updated(estimate(0.0, (660.0, 780.0), true))),
            [12.0, 11.0, 13.0]
        );
        assert_eq!(
            minutes(times.updated(estimate(0.0, (780.0, 900.0), false))),
            [14.0, 13.0, 15.0]
        );
    }

    #[test]
    fn a_time_becomes_earlier_at_once() {
        let times = EntryTimes::NONE.updated(estimate(0.0, (600.0, 720.0), false));
        assert_eq!(
            minutes(times.updated(estimate(0.0, (540.0, 600.0), false))),
            [10.0, 9.0, 10.0]
        );
    }

    #[test]
    fn the_middle_is_never_the_earliest_time_of_a_range() {
        for (at_ms, low) in (0..120_000)
            .step_by(7_000)
            .flat_map(|at| (60..4_000).step_by(11).map(move |low| (at, low)))
        {
            for width in [0, 1, 59, 60, 61, 300, 1_300] {
                let mut times = EntryTimes::NONE;
                // The second answer shows a time that slid and one that did not.
                for later in [0, 40] {
                    let ends = (f64::from(low + later), f64::from(low + later + width));
                    times = times.updated(estimate(f64::from(at_ms), ends, false));
                    let [about, from, to] = minutes(times);
                    let is_inside = if from < to {
                        from < about && about <= to
                    } else {
                        about == to
                    };
                    assert!(is_inside, "{about} in {from} to {to}, {low} s and {width} s");
                }
            }
        }
    }
}

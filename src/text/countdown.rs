//! Words the time to the start: chooses the phrasing and rounds the time.
//!
//! The time is always rounded down, so that a visitor never counts on more time than there is: to
//! minutes, and from a day on to hours. 90 s become "1 minute", 59 s "less than a minute". From the
//! scheduled start until the room actually starts the text is "a moment". The browser's countdown
//! by the second is not part of this module.

use app::view::PageState;

use super::catalog::Catalog;
use super::culture::Culture;
use super::visitor_status::VisitorStatus;
use super::wait::DisplayMinutes;

const HOURS_A_DAY: u64 = 24;

/// The rounded time to the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Countdown {
    /// There is no countdown: the room has started or ended, or no start is set.
    None,
    /// The scheduled start has been reached.
    Now,
    UnderAMinute,
    /// Less than a day.
    Minutes(DisplayMinutes),
    /// Days, and the remaining hours.
    Days(u64, u64),
}

impl Countdown {
    /// Returns the time for states that wait for the start, and `None` for all others.
    pub(super) fn of(status: &VisitorStatus<'_>) -> Self {
        match (status.state, status.seconds_to_start) {
            (PageState::Idle | PageState::Prequeue, Some(seconds)) => Self::of_seconds(seconds),
            _ => Self::None,
        }
    }

    pub(super) fn of_seconds(seconds: u64) -> Self {
        let hours = seconds / 3_600;
        match seconds {
            0 => Self::Now,
            1..60 => Self::UnderAMinute,
            _ if hours < HOURS_A_DAY => Self::Minutes(seconds / 60),
            _ => Self::Days(hours / HOURS_A_DAY, hours % HOURS_A_DAY),
        }
    }
}

/// Returns the remaining texts of a countdown, each with the least number of seconds for which the
/// text is true.
pub(super) fn steps(culture: &Culture, seconds: u64) -> impl Iterator<Item = (u64, String)> {
    let mut left = seconds;
    std::iter::from_fn(move || {
        let (least, words) = match Countdown::of_seconds(left) {
            Countdown::None | Countdown::Now | Countdown::UnderAMinute => return None,
            Countdown::Minutes(minutes) => (minutes * 60, culture.minutes(minutes)),
            Countdown::Days(days, hours) => ((days * HOURS_A_DAY + hours) * 3_600, culture.days(days, hours)),
        };
        left = least - 1;
        Some((least, words))
    })
}

/// One language's texts for countdowns that are no duration, placed under "time until the start".
#[derive(Debug)]
pub(super) struct CountdownMessages {
    now: String,
    under_a_minute: String,
}

impl CountdownMessages {
    pub(super) fn take(catalog: &mut Catalog<'_>) -> Self {
        Self {
            now: catalog.fixed("status-countdown-now"),
            under_a_minute: catalog.fixed("status-countdown-under-a-minute"),
        }
    }

    /// Appends a countdown to a text; nothing if there is none.
    pub(super) fn push(&self, text: &mut String, culture: &Culture, countdown: Countdown) {
        match countdown {
            Countdown::None => {}
            Countdown::Now => text.push_str(&self.now),
            Countdown::UnderAMinute => text.push_str(&self.under_a_minute),
            Countdown::Minutes(minutes) => culture.push_minutes(text, minutes),
            Countdown::Days(days, hours) => culture.push_days(text, days, hours),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_running_countdown_equals_one_that_is_computed_again() {
        let culture = Culture::new("en").expect("a culture");
        let of = |seconds| steps(&culture, seconds);
        assert_eq!(of(59).next(), None);
        assert!(of(121).eq([(120, "2 minutes".into()), (60, "1 minute".into())]));
        let all: Vec<_> = of(26 * 3_600 + 30).collect();
        let told = |seconds| all.iter().find(|(least, _)| *least <= seconds);
        assert_eq!(all.len(), 3 + 24 * 60 - 1);
        for seconds in 60..26 * 3_600 {
            assert_eq!(told(seconds), of(seconds).next().as_ref());
        }
    }

    #[test]
    fn times_are_never_rounded_up() {
        let of = Countdown::of_seconds;
        assert_eq!(of(0), Countdown::Now);
        assert_eq!((of(1), of(59)), (Countdown::UnderAMinute, Countdown::UnderAMinute));
        assert_eq!((of(60), of(119)), (Countdown::Minutes(1), Countdown::Minutes(1)));
        assert_eq!(of(86_399), Countdown::Minutes(24 * 60 - 1));
        assert_eq!((of(86_400), of(89_999)), (Countdown::Days(1, 0), Countdown::Days(1, 0)));
        assert_eq!(of(90_000), Countdown::Days(1, 1));
        for seconds in (0..400_000).step_by(61) {
            let told = match of(seconds) {
                Countdown::None | Countdown::Now | Countdown::UnderAMinute => 0,
                Countdown::Minutes(minutes) => minutes * 60,
                Countdown::Days(days, hours) => (days * 24 + hours) * 3_600,
            };
            assert!(told <= seconds, "{seconds} s");
        }
    }
}

//! The time to the start in words: which phrasing, and how far it is rounded.
//!
//! Always down, so that nobody is told more time than there is: to minutes, from a day on to hours.
//! A stretch of 90 s is "1 minute", one of 59 s "less than a minute". From the scheduled start
//! until something happens it is "a moment". Not here: the browser's count by the second.

use app::view::PageState;

use super::catalog::Catalog;
use super::culture::Culture;
use super::standing::VisitorStatus;
use super::wait::DisplayMinutes;

const HOURS_A_DAY: u64 = 24;

/// The time to the start, ready to be worded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Countdown {
    /// There is nothing to count: the room has started or ended, or no start is set.
    None,
    /// The scheduled start is here.
    Now,
    UnderAMinute,
    /// Less than a day.
    Minutes(DisplayMinutes),
    /// Days, and hours beyond them.
    Days(u64, u64),
}

impl Countdown {
    /// Counted in the states that wait for the start.
    pub(super) fn of(standing: &VisitorStatus<'_>) -> Self {
        match (standing.state, standing.seconds_to_start) {
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

/// The times that are left to tell, each with the least number of seconds for which it is true.
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

/// One language's words for what is no length of time. They stand under "time until the start".
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

    /// Empty where there is nothing to count.
    pub(super) fn words(&self, culture: &Culture, countdown: Countdown) -> String {
        match countdown {
            Countdown::None => String::new(),
            Countdown::Now => self.now.clone(),
            Countdown::UnderAMinute => self.under_a_minute.clone(),
            Countdown::Minutes(minutes) => culture.minutes(minutes),
            Countdown::Days(days, hours) => culture.days(days, hours),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_that_goes_on_says_the_same_as_one_that_is_asked_again() {
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
    fn nobody_is_told_more_time_than_there_is() {
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

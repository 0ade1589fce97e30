//! Words an estimate: chooses one of a few phrasings for the rounded figures ([`app::minutes`]).
//! Rounding only widens a range, so the text never claims more precision than the estimate has.

pub(super) use app::minutes::DisplayMinutes;
use app::minutes::{minutes_down, minutes_up};

const MINUTES_A_DAY: DisplayMinutes = 24 * 60;

/// A rounded wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wait {
    /// There is no estimate.
    Unknown,
    UnderAMinute,
    /// From zero up to this many minutes.
    UpTo(DisplayMinutes),
    About(DisplayMinutes),
    Between(DisplayMinutes, DisplayMinutes),
    OverADay,
}

impl Wait {
    /// Rounds the two ends of an estimate in seconds; `Unknown` if one of them is missing.
    pub(super) fn of_seconds(low: Option<u64>, high: Option<u64>) -> Self {
        let (Some(low), Some(high)) = (low, high) else {
            return Self::Unknown;
        };
        if high < 60 {
            return Self::UnderAMinute;
        }
        let low = minutes_down(low);
        let high = minutes_up(high);
        match low {
            0 => Self::UpTo(high),
            low if low >= MINUTES_A_DAY => Self::OverADay,
            low if low >= high => Self::About(high),
            low => Self::Between(low, high),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(low: u64, high: u64) -> Wait {
        Wait::of_seconds(Some(low), Some(high))
    }

    #[test]
    fn phrasings_follow_the_size_of_the_wait() {
        assert_eq!(Wait::of_seconds(None, None), Wait::Unknown);
        assert_eq!(Wait::of_seconds(Some(5), None), Wait::Unknown);
        assert_eq!(of(0, 0), Wait::UnderAMinute);
        assert_eq!(of(10, 59), Wait::UnderAMinute);
        assert_eq!(of(10, 60), Wait::UpTo(1));
        assert_eq!(of(59, 121), Wait::UpTo(3));
        assert_eq!(of(60, 120), Wait::Between(1, 2));
        assert_eq!(of(120, 120), Wait::About(2));
        assert_eq!(of(23 * 60, 27 * 60), Wait::Between(20, 30));
        assert_eq!(of(76 * 60, 89 * 60), Wait::Between(70, 90));
        assert_eq!(of(80 * 60, 80 * 60), Wait::About(80));
        assert_eq!(of(25 * 3600, 30 * 3600), Wait::OverADay);
        assert_eq!(of(u64::MAX, u64::MAX), Wait::OverADay);
    }

    #[test]
    fn rounding_never_narrows_the_range() {
        for low in (0..30 * 3600).step_by(37) {
            let high = low + low / 3;
            let (shown_low, shown_high) = match of(low, high) {
                Wait::UnderAMinute => (0, 1),
                Wait::UpTo(high) => (0, high),
                Wait::About(both) => (both, both),
                Wait::Between(low, high) => (low, high),
                Wait::OverADay => (MINUTES_A_DAY, u64::MAX / 60),
                Wait::Unknown => panic!("both ends are known"),
            };
            assert!(shown_low * 60 <= low && high <= shown_high * 60, "{low}–{high} s");
        }
    }
}

//! Rounds the two ends of an estimated wait for display, alike for the words of the server and for
//! the times of day that the browser computes from it.
//!
//! Rounding only widens a range: the low end is rounded down and the high end up, in steps that
//! grow with the figure (1 minute up to 20, then 5 up to an hour, 10 up to four hours, 30 up to
//! twelve, and whole hours above).

/// Minutes, rounded for display.
pub type DisplayMinutes = u64;

/// Returns the lower end of a wait, which is given in seconds.
#[must_use]
pub fn minutes_down(seconds: u64) -> DisplayMinutes {
    let minutes = seconds / 60;
    minutes - minutes % step(minutes)
}

/// Returns the upper end of a wait, which is given in seconds.
#[must_use]
pub fn minutes_up(seconds: u64) -> DisplayMinutes {
    let minutes = seconds.div_ceil(60);
    let step = step(minutes);
    minutes.div_ceil(step) * step
}

/// Returns the step to which a figure of so many minutes is rounded.
#[must_use]
pub fn step(minutes: DisplayMinutes) -> DisplayMinutes {
    match minutes {
        0..=20 => 1,
        21..=60 => 5,
        61..=240 => 10,
        241..=720 => 30,
        _ => 60,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_end_is_rounded_away_from_the_other_in_steps_that_grow() {
        let both = |seconds| (minutes_down(seconds), minutes_up(seconds));
        assert_eq!([0, 59, 60, 119].map(both), [(0, 0), (0, 1), (1, 1), (1, 2)]);
        assert_eq!([1_259, 1_260, 3_601].map(both), [(20, 25), (20, 25), (60, 70)]);
        assert_eq!([5 * 3_600 + 1, 13 * 3_600 + 1].map(both), [(300, 330), (780, 840)]);
    }
}

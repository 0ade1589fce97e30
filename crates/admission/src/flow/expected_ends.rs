//! When sessions on a site are expected to end soon: when their time is over, which is known, or
//! before that by a checkout, which is expected as often as lately.
//!
//! Sessions that began in a rush are over in a rush, so the mean rate at which sessions ended in
//! the last minutes says little about the next ones. A touch moves the end of a session, so only
//! the sessions that have been silent for long are in these figures. After the last step, sessions
//! are expected to end at the mean rate.

/// The number of steps in which sessions are counted.
pub const END_STEPS: usize = 16;
/// Converts sessions in a millisecond to thousandths of a session in an hour.
pub(crate) const MILLI_AN_HOUR: u64 = 3_600_000_000;

/// The sessions that are expected to end soon.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ExpectedEnds {
    /// The time of all steps together, in milliseconds.
    span_ms: u64,
    /// How many thousandths of a session are over by the end of each step: a line's part of a few
    /// sessions is seldom a whole number.
    milli_over_by: [u64; END_STEPS],
    milli_checkouts_an_hour: u64,
}

impl ExpectedEnds {
    /// Creates the figures for `span_ms` milliseconds. `over`: in how many milliseconds sessions
    /// are over, soonest first, and how many sessions that are.
    pub(crate) fn new(span_ms: u64, over: impl Iterator<Item = (u64, u64)>, milli_checkouts_an_hour: u64) -> Self {
        let mut milli_over_by = [0_u64; END_STEPS];
        for (ms, sessions) in over.take_while(|(ms, _)| *ms <= span_ms) {
            let step = (ms * END_STEPS as u64).div_ceil(span_ms.max(1)) as usize;
            let over = &mut milli_over_by[step.clamp(1, END_STEPS) - 1];
            *over = over.saturating_add(sessions.saturating_mul(1_000));
        }
        let mut sum: u64 = 0;
        for over in &mut milli_over_by {
            sum = sum.saturating_add(*over);
            *over = sum;
        }
        Self {
            span_ms,
            milli_over_by,
            milli_checkouts_an_hour,
        }
    }

    /// Returns a part of these sessions.
    pub(crate) fn part(self, part: f64) -> Self {
        Self {
            milli_over_by: self.milli_over_by.map(|over| (over as f64 * part) as u64),
            milli_checkouts_an_hour: (self.milli_checkouts_an_hour as f64 * part) as u64,
            ..self
        }
    }

    /// Returns when more than 0 `sessions` are expected to have ended, in milliseconds; infinite if
    /// never. After the last step, `milli_leaving_an_hour` thousandths of a session end in an hour.
    pub(crate) fn at_ms(&self, sessions: f64, milli_leaving_an_hour: u64) -> f64 {
        let checkouts_a_ms = self.milli_checkouts_an_hour as f64 / MILLI_AN_HOUR as f64;
        let step_ms = self.span_ms as f64 / END_STEPS as f64;
        let (mut before_ms, mut ended_before) = (0.0, 0.0);
        for (step, over) in (1_u32..).zip(self.milli_over_by) {
            let ms = step_ms * f64::from(step);
            let ended = over as f64 / 1_000.0 + ms * checkouts_a_ms;
            if ended >= sessions {
                return before_ms + step_ms * (sessions - ended_before) / (ended - ended_before);
            }
            (before_ms, ended_before) = (ms, ended);
        }
        before_ms + (sessions - ended_before) * MILLI_AN_HOUR as f64 / milli_leaving_an_hour as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rush_ends_in_a_rush() {
        // Nothing for 80 s, and then ten sessions every ten seconds.
        let over = (8..16).map(|at| (at * 10_000, 10));
        let ends = ExpectedEnds::new(160_000, over.chain([(170_000, 500)]), 0);
        for (sessions, ms) in [(1.0, 71_000.0), (10.0, 80_000.0), (45.0, 115_000.0), (80.0, 150_000.0)] {
            let at_ms = ends.at_ms(sessions, 0);
            assert!((at_ms - ms).abs() < 1.0, "{sessions} at {at_ms}, not {ms}");
        }
        assert!(ends.at_ms(81.0, 0).is_infinite(), "later ends can be moved by a touch");
        assert!((ends.part(0.5).at_ms(5.0, 0) - 80_000.0).abs() < 1.0);
        let [some_ms, one_ms] = [0.75, 1.0].map(|sessions| ends.part(0.075).at_ms(sessions, 0));
        assert!(
            (some_ms - 80_000.0).abs() < 1.0,
            "three quarters of a session: {some_ms}"
        );
        assert!((one_ms - 83_333.0).abs() < 1.0, "one of the first twenty: {one_ms}");
    }

    #[test]
    fn checkouts_come_beside_the_sessions_that_are_over() {
        let ends = ExpectedEnds::new(160_000, [(80_000, 10)].into_iter(), 180_000);
        for (sessions, ms) in [(1.0, 20_000.0), (14.0, 80_000.0), (18.0, 160_000.0), (28.0, 260_000.0)] {
            let at_ms = ends.at_ms(sessions, 360_000);
            assert!((at_ms - ms).abs() < 1.0, "{sessions} at {at_ms}, not {ms}");
        }
        assert_eq!(ExpectedEnds::default().at_ms(1.0, 360_000), 10_000.0);
    }
}

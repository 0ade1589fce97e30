//! The rate of a line over time: how it changes as the other lines that share a capacity become
//! empty.
//!
//! A line of a priority group, or of another room of the pool, takes its share for as long as it
//! has visitors, and afterwards only as much as its newcomers need. The rate of the lines beside it
//! is therefore a step function over time. The figures are integers, because they are stored and
//! compared.

use serde::{Deserialize, Serialize};

use crate::units::PerMinute;

/// The most steps; the last one has no end.
pub const RATE_STEPS_MAX: usize = 6;

/// A time at one rate.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
struct RateStep {
    /// Its duration, in milliseconds; meaningless for the last step.
    lasts_ms: u64,
    /// The rate, in thousandths of a permit per minute.
    milli_a_minute: u64,
}

/// A line's rate from now on.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RateSteps {
    steps: [RateStep; RATE_STEPS_MAX],
    /// The rate that the line would have without the lines beside it, in the unit of a step.
    alone: u64,
    /// The number of valid steps.
    len: u8,
}

impl From<PerMinute> for RateSteps {
    fn from(rate: PerMinute) -> Self {
        let mut rate_steps = Self::new(rate.0.into());
        rate_steps.push(f64::from(rate.0), 0.0);
        rate_steps
    }
}

impl RateSteps {
    /// Creates a rate without steps. `alone`: the rate that the line would have without the lines
    /// beside it, in permits per minute.
    pub(crate) fn new(alone: f64) -> Self {
        Self {
            alone: milli(alone),
            ..Self::default()
        }
    }

    /// Adds a step of `a_minute` permits per minute. Steps beyond [`RATE_STEPS_MAX`] are ignored.
    pub(crate) fn push(&mut self, a_minute: f64, lasts_ms: f64) {
        let at = usize::from(self.len);
        if let Some(step) = self.steps.get_mut(at) {
            *step = RateStep {
                lasts_ms: lasts_ms as u64,
                milli_a_minute: milli(a_minute),
            };
            self.len += 1;
        }
    }

    /// Returns whether there is no space for another step.
    pub(crate) fn is_full(&self) -> bool {
        usize::from(self.len) == RATE_STEPS_MAX
    }

    /// Returns whether the rate ever changes.
    #[must_use]
    pub fn changes(&self) -> bool {
        self.len > 1
    }

    fn steps(&self) -> &[RateStep] {
        &self.steps[..usize::from(self.len).min(RATE_STEPS_MAX)]
    }

    /// Returns the current rate, in permits per minute.
    #[must_use]
    pub fn rate_now(&self) -> f64 {
        self.steps()
            .first()
            .map_or(0.0, |step| step.milli_a_minute as f64 / 1_000.0)
    }

    /// Returns when `permits` permits will have become due, in milliseconds from now; infinite if
    /// never.
    #[must_use]
    pub fn at_ms(&self, permits: f64) -> f64 {
        let (mut left, mut passed_ms) = (permits, 0.0);
        let Some((last, steps)) = self.steps().split_last() else {
            return f64::INFINITY;
        };
        for step in steps {
            let within = step.a_ms() * step.lasts_ms as f64;
            if left <= within && within > 0.0 {
                return passed_ms + left / step.a_ms();
            }
            left -= within;
            passed_ms += step.lasts_ms as f64;
        }
        passed_ms + left / last.a_ms()
    }

    /// Returns how many permits other lines are expected to take until `permits` permits have
    /// become due.
    #[must_use]
    pub fn beside(&self, permits: f64) -> f64 {
        let all = self.at_ms(permits) / self.shortest_ms();
        if all.is_finite() { (all - permits).max(0.0) } else { 0.0 }
    }

    /// Returns the time from one permit to the next without the lines beside it, in milliseconds.
    #[must_use]
    pub fn shortest_ms(&self) -> f64 {
        60_000_000.0 / self.alone as f64
    }

    /// Returns how many permits become due within `ms` milliseconds.
    #[must_use]
    pub fn within(&self, ms: f64) -> f64 {
        let mut left_ms = ms;
        let mut permits = 0.0;
        for (at, step) in self.steps().iter().enumerate() {
            let last = at + 1 == self.steps().len();
            let lasts_ms = if last {
                left_ms
            } else {
                left_ms.min(step.lasts_ms as f64)
            };
            permits += step.a_ms() * lasts_ms;
            left_ms -= lasts_ms;
        }
        permits
    }

    /// Returns the mean rate of the next `ms` milliseconds, in permits per minute.
    #[must_use]
    pub fn mean_within(&self, ms: f64) -> f64 {
        self.within(ms) * 60_000.0 / ms
    }

    /// Returns the rate steps that are expected to remain after `ms` milliseconds.
    #[must_use]
    pub fn after(&self, ms: u64) -> Self {
        let mut later = Self::new(self.alone as f64 / 1_000.0);
        let mut left_ms = ms;
        for (at, step) in self.steps().iter().enumerate() {
            let last = at + 1 == self.steps().len();
            if !last && step.lasts_ms <= left_ms {
                left_ms -= step.lasts_ms;
                continue;
            }
            later.push(
                step.milli_a_minute as f64 / 1_000.0,
                step.lasts_ms.saturating_sub(left_ms) as f64,
            );
            left_ms = 0;
        }
        later
    }
}

/// Converts a rate in permits per minute to its stored form.
fn milli(a_minute: f64) -> u64 {
    (a_minute * 1_000.0).round() as u64
}

impl RateStep {
    /// The rate, in permits per millisecond.
    fn a_ms(&self) -> f64 {
        self.milli_a_minute as f64 / 60_000_000.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 6 a minute for half a minute, then 60.
    fn staircase() -> RateSteps {
        let mut rate_steps = RateSteps::new(60.0);
        rate_steps.push(6.0, 30_000.0);
        rate_steps.push(60.0, 0.0);
        rate_steps
    }

    #[test]
    fn permits_come_at_the_rate_of_their_step() {
        let rate_steps = staircase();
        for (permits, ms) in [(1.0, 10_000.0), (3.0, 30_000.0), (13.0, 40_000.0), (63.0, 90_000.0)] {
            assert!(
                (rate_steps.at_ms(permits) - ms).abs() < 1.0,
                "{permits} at {}",
                rate_steps.at_ms(permits)
            );
            assert!(
                (rate_steps.within(ms) - permits).abs() < 1e-3,
                "{ms}: {}",
                rate_steps.within(ms)
            );
        }
        assert_eq!(rate_steps.mean_within(60_000.0), 33.0);
        assert_eq!(RateSteps::from(PerMinute(60)).at_ms(5.0), 5_000.0);
        assert!(RateSteps::from(PerMinute(0)).at_ms(1.0).is_infinite());
    }

    #[test]
    fn time_that_passed_is_left_out() {
        let later = staircase().after(20_000);
        assert_eq!(later.at_ms(1.0), 10_000.0);
        assert_eq!(later.at_ms(2.0), 11_000.0);
        assert_eq!(staircase().after(40_000), RateSteps::from(PerMinute(60)));
    }

    #[test]
    fn others_take_what_the_line_does_not_get() {
        assert!((staircase().beside(3.0) - 27.0).abs() < 0.01);
        assert!((staircase().beside(33.0) - 27.0).abs() < 0.01);
        assert_eq!(RateSteps::from(PerMinute(60)).beside(5.0), 0.0);
    }

    #[test]
    fn a_course_has_an_end() {
        let mut rate_steps = RateSteps::default();
        (0..20).for_each(|_| rate_steps.push(1.0, 5.0));
        assert!(rate_steps.is_full() && rate_steps.changes());
        assert_eq!(rate_steps.len as usize, RATE_STEPS_MAX);
    }
}

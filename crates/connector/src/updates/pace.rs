//! The wait between attempts: the configured interval after a successful one; after a failure a few
//! seconds, doubled with each further failure. A jitter of a tenth keeps a site's many machines
//! from asking at once.

use std::time::Duration;

/// Wait after the first failure, unless the usual wait is shorter.
const RETRY_AFTER: Duration = Duration::from_secs(5);
/// Maximum number of doublings.
const DOUBLINGS_MAX: u32 = 10;

#[derive(Debug, Clone, Copy)]
pub(super) struct Pace {
    /// Interval after a successful attempt.
    pub(super) every: Duration,
}

impl Pace {
    /// Returns the wait after this many consecutive failures: between nine and eleven tenths of the
    /// nominal wait, determined by `random`.
    pub(super) fn wait(self, failures: u32, random: u64) -> Duration {
        let meant = match failures.checked_sub(1) {
            None => self.every,
            Some(doublings) => (RETRY_AFTER * 2_u32.pow(doublings.min(DOUBLINGS_MAX))).min(self.every),
        };
        let share = random as f64 / u64::MAX as f64;
        meant.mul_f64(0.9 + share * 0.2)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIVE_MINUTES: Pace = Pace {
        every: Duration::from_secs(300),
    };

    #[test]
    fn failures_are_retried_soon_and_then_ever_later() {
        let seconds =
            [0, 1, 2, 3, 6, 7, 8, u32::MAX].map(|failures| FIVE_MINUTES.wait(failures, u64::MAX / 2).as_secs());
        assert_eq!(seconds, [300, 5, 10, 20, 160, 300, 300, 300]);
        let quick = Pace {
            every: Duration::from_secs(1),
        };
        assert_eq!(quick.wait(3, u64::MAX / 2).as_secs(), 1);
    }

    #[test]
    fn waits_are_spread_by_a_tenth() {
        assert_eq!(FIVE_MINUTES.wait(0, 0), Duration::from_secs(270));
        assert_eq!(FIVE_MINUTES.wait(0, u64::MAX), Duration::from_secs(330));
    }
}

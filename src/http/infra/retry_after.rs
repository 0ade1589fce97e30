//! Chooses when a visitor who cannot be served now retries. Delays have jitter and grow with the
//! number of visitors who are due to retry, so that they do not overload a store that has just
//! recovered.
//!
//! The delay ends in a randomly chosen second, or in the first second after it with fewer than
//! [`RETRIES_PER_SECOND`] visitors; if all are full, in any second. All delays that this node has
//! returned count, whether or not the visitors come back; past seconds are forgotten.

use std::sync::{Mutex, PoisonError};

use crate::clock::Clock;

/// The shortest delay, seconds.
pub(in crate::http) const DELAY_SECONDS_MIN: u32 = 4;
/// The longest delay, seconds: visitors would not trust a longer one.
pub(in crate::http) const DELAY_SECONDS_MAX: u32 = 60;
/// The spread of the delays while few visitors retry, seconds.
pub(in crate::http) const SPREAD_SECONDS: u32 = 6;
/// The number of visitors in one second, as long as another second has room: a fraction of what a
/// node can let in.
pub(in crate::http) const RETRIES_PER_SECOND: u32 = 500;

/// One more than the longest delay, for the current second.
const SECONDS: usize = DELAY_SECONDS_MAX as usize + 1;

/// The delays that were returned to visitors.
#[derive(Debug, Default)]
pub(in crate::http) struct RetryAfter(Mutex<ReturnSchedule>);

#[derive(Debug)]
struct ReturnSchedule {
    /// The number of visitors due in each second, modulo [`SECONDS`].
    due: [u32; SECONDS],
    /// The current second, monotonic.
    second: u64,
}

impl Default for ReturnSchedule {
    fn default() -> Self {
        Self {
            due: [0; SECONDS],
            second: 0,
        }
    }
}

impl RetryAfter {
    /// Returns the delay before a visitor retries, seconds.
    pub(in crate::http) fn seconds(&self, clock: &Clock, random: u16) -> u32 {
        let mut schedule = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        schedule.seconds(clock.monotonic_ms() / 1_000, random)
    }
}

impl ReturnSchedule {
    fn seconds(&mut self, second: u64, random: u16) -> u32 {
        self.forget(second);
        let expected: u32 = self.due.iter().fold(0, |sum, due| sum.saturating_add(*due));
        let most = DELAY_SECONDS_MAX - DELAY_SECONDS_MIN;
        let spread = (expected / RETRIES_PER_SECOND).clamp(SPREAD_SECONDS, most);
        let any = |spread: u32| DELAY_SECONDS_MIN + ((u32::from(random) * (spread + 1)) >> u16::BITS);
        let from = any(spread);
        let free = (from..=DELAY_SECONDS_MAX).find(|after| self.due[self.at(*after)] < RETRIES_PER_SECOND);
        let after = free.unwrap_or_else(|| any(most));
        let at = self.at(after);
        self.due[at] = self.due[at].saturating_add(1);
        after
    }

    fn at(&self, after: u32) -> usize {
        ((self.second + u64::from(after)) % SECONDS as u64) as usize
    }

    /// Forgets past seconds.
    fn forget(&mut self, second: u64) {
        for over in (self.second..second).take(SECONDS) {
            self.due[(over % SECONDS as u64) as usize] = 0;
        }
        self.second = self.second.max(second);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns evenly spread numbers, without randomness.
    fn randoms() -> impl Iterator<Item = u16> {
        (0_u32..).map(|turn| (turn.wrapping_mul(40_503) & 0xffff) as u16)
    }

    fn give(schedule: &mut ReturnSchedule, second: u64, people: usize) -> Vec<u32> {
        randoms()
            .take(people)
            .map(|random| schedule.seconds(second, random))
            .collect()
    }

    #[test]
    fn few_are_spread_over_a_few_seconds() {
        let times = give(&mut ReturnSchedule::default(), 7, 100);
        let last = DELAY_SECONDS_MIN + SPREAD_SECONDS;
        assert_eq!(
            times.iter().min().copied().zip(times.iter().max().copied()),
            Some((DELAY_SECONDS_MIN, last))
        );
        for second in DELAY_SECONDS_MIN..=last {
            assert!(times.iter().filter(|time| **time == second).count() >= 10, "{second}");
        }
    }

    #[test]
    fn many_come_no_more_a_second_than_a_node_takes() {
        let mut schedule = ReturnSchedule::default();
        give(&mut schedule, 7, 25_000);
        assert!(
            schedule.due.iter().all(|due| *due <= RETRIES_PER_SECOND),
            "{:?}",
            schedule.due
        );
        let times = give(&mut schedule, 7, 50_000);
        assert!(
            times
                .iter()
                .all(|time| (DELAY_SECONDS_MIN..=DELAY_SECONDS_MAX).contains(time))
        );
        let most = schedule.due.iter().max().expect("seconds");
        assert!(
            *most < 75_000 / 57 * 2,
            "more than there is room for are spread evenly: {most}"
        );
    }

    #[test]
    fn seconds_that_are_over_are_forgotten() {
        let mut schedule = ReturnSchedule::default();
        give(&mut schedule, 0, 25_000);
        assert!(
            give(&mut schedule, 30, 1_000).iter().any(|time| *time > 12),
            "there are still many to come"
        );
        let times = give(&mut schedule, 200, 100);
        assert!(times.iter().all(|time| *time <= DELAY_SECONDS_MIN + SPREAD_SECONDS));
    }
}

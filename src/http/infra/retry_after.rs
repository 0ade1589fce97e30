//! When somebody who cannot be served now comes again: jittered, and the later the more people
//! there are who come again, so that a store that is back is not run over.
//!
//! Of the seconds ahead one is taken at random that not too many were told yet; once all are full,
//! any. Counted is what this node told, whether they come or not; what is behind is forgotten.

use std::sync::{Mutex, PoisonError};

use crate::clock::Clock;

/// Nobody comes sooner, seconds.
pub(in crate::http) const AGAIN_SECONDS_MIN: u32 = 4;
/// Nobody is told a longer time, seconds: people would not believe it.
pub(in crate::http) const AGAIN_SECONDS_MAX: u32 = 60;
/// As long as few come again they are told times within so many seconds of each other.
pub(in crate::http) const SPREAD_SECONDS: u32 = 6;
/// A second takes so many as long as another has room: a part of what a node can let in.
pub(in crate::http) const COME_A_SECOND: u32 = 500;

/// From the second that is over, so that there is one for each that can be told.
const SECONDS: usize = AGAIN_SECONDS_MAX as usize + 1;

/// Who was told to come when.
#[derive(Debug, Default)]
pub(in crate::http) struct RetryAfter(Mutex<ReturnSchedule>);

#[derive(Debug)]
struct ReturnSchedule {
    /// By second, modulo [`SECONDS`].
    comes: [u32; SECONDS],
    /// The second that is now, monotonic.
    second: u64,
}

impl Default for ReturnSchedule {
    fn default() -> Self {
        Self {
            comes: [0; SECONDS],
            second: 0,
        }
    }
}

impl RetryAfter {
    /// In how many seconds somebody is to come again.
    pub(in crate::http) fn seconds(&self, clock: &Clock, random: u16) -> u32 {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        told.seconds(clock.monotonic_ms() / 1_000, random)
    }
}

impl ReturnSchedule {
    fn seconds(&mut self, second: u64, random: u16) -> u32 {
        self.forget(second);
        let expected: u32 = self.comes.iter().fold(0, |sum, comes| sum.saturating_add(*comes));
        let most = AGAIN_SECONDS_MAX - AGAIN_SECONDS_MIN;
        let spread = (expected / COME_A_SECOND).clamp(SPREAD_SECONDS, most);
        let any = |spread: u32| AGAIN_SECONDS_MIN + ((u32::from(random) * (spread + 1)) >> u16::BITS);
        let from = any(spread);
        let free = (from..=AGAIN_SECONDS_MAX).find(|after| self.comes[self.at(*after)] < COME_A_SECOND);
        let after = free.unwrap_or_else(|| any(most));
        let at = self.at(after);
        self.comes[at] = self.comes[at].saturating_add(1);
        after
    }

    fn at(&self, after: u32) -> usize {
        ((self.second + u64::from(after)) % SECONDS as u64) as usize
    }

    /// Forgets seconds that are over.
    fn forget(&mut self, second: u64) {
        for over in (self.second..second).take(SECONDS) {
            self.comes[(over % SECONDS as u64) as usize] = 0;
        }
        self.second = self.second.max(second);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers that spread over all there are, without chance.
    fn randoms() -> impl Iterator<Item = u16> {
        (0_u32..).map(|turn| (turn.wrapping_mul(40_503) & 0xffff) as u16)
    }

    fn tell(told: &mut ReturnSchedule, second: u64, people: usize) -> Vec<u32> {
        randoms()
            .take(people)
            .map(|random| told.seconds(second, random))
            .collect()
    }

    #[test]
    fn few_are_spread_over_a_few_seconds() {
        let times = tell(&mut ReturnSchedule::default(), 7, 100);
        let last = AGAIN_SECONDS_MIN + SPREAD_SECONDS;
        assert_eq!(
            times.iter().min().copied().zip(times.iter().max().copied()),
            Some((AGAIN_SECONDS_MIN, last))
        );
        for second in AGAIN_SECONDS_MIN..=last {
            assert!(times.iter().filter(|time| **time == second).count() >= 10, "{second}");
        }
    }

    #[test]
    fn many_come_no_more_a_second_than_a_node_takes() {
        let mut told = ReturnSchedule::default();
        tell(&mut told, 7, 25_000);
        assert!(
            told.comes.iter().all(|comes| *comes <= COME_A_SECOND),
            "{:?}",
            told.comes
        );
        let times = tell(&mut told, 7, 50_000);
        assert!(
            times
                .iter()
                .all(|time| (AGAIN_SECONDS_MIN..=AGAIN_SECONDS_MAX).contains(time))
        );
        let most = told.comes.iter().max().expect("seconds");
        assert!(
            *most < 75_000 / 57 * 2,
            "more than there is room for are spread evenly: {most}"
        );
    }

    #[test]
    fn seconds_that_are_over_are_forgotten() {
        let mut told = ReturnSchedule::default();
        tell(&mut told, 0, 25_000);
        assert!(
            tell(&mut told, 30, 1_000).iter().any(|time| *time > 12),
            "there are still many to come"
        );
        let times = tell(&mut told, 200, 100);
        assert!(times.iter().all(|time| *time <= AGAIN_SECONDS_MIN + SPREAD_SECONDS));
    }
}

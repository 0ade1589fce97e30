//! Synchronizes with the store's clock, so that all nodes of one store have the same wall time:
//! schedules begin and tokens are stamped consistently on every node.
//!
//! A measurement asks the store for its time and subtracts half of the round trip; the remaining
//! error is at most that half. Of the last [`SAMPLES_MAX`] measurements the one with the shortest
//! round trip counts. A machine whose own clock is more than [`OFF_MS_MAX`] off is reported
//! (`/health/ready`): its wall time is correct while the node runs, but its clock needs to be
//! corrected. While the store is unavailable the last offset stays in use. A store without a clock
//! (a file on this machine) changes nothing.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicI64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use store::{AnyStore, Store, StoreError};

use crate::clock::{BACK_MS_MAX, Clock};

/// The interval between measurements of the store's clock.
pub const SAMPLE_INTERVAL: Duration = Duration::from_secs(10);
/// A node with a larger offset is reported, milliseconds.
pub const OFF_MS_MAX: u64 = 1_000;
/// Number of measurements that are compared; together they span two minutes.
const SAMPLES_MAX: usize = 12;
/// A measurement that contradicts another by more than both errors plus this, milliseconds, shows
/// that a clock was set: contradicted measurements are discarded.
const SLACK_MS: u64 = 2;
/// Number of measurements at the start.
const SAMPLES_AT_START: usize = 3;
/// No offset is known.
const UNKNOWN: i64 = i64::MIN;

/// One measurement.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct ClockSample {
    offset_ms: i64,
    /// The maximum error of the offset, milliseconds.
    error_ms: u64,
}

/// The offset between the store's clock and this machine's.
#[derive(Debug)]
pub struct ClockSync {
    samples: Mutex<VecDeque<ClockSample>>,
    offset_ms: AtomicI64,
}

impl Default for ClockSync {
    fn default() -> Self {
        Self {
            samples: Mutex::default(),
            offset_ms: AtomicI64::new(UNKNOWN),
        }
    }
}

impl ClockSync {
    /// Returns by how much the store's clock is ahead of this machine's, milliseconds; `None` if
    /// the store has no clock or was never reached.
    #[must_use]
    pub fn offset_ms(&self) -> Option<i64> {
        Some(self.offset_ms.load(Ordering::Relaxed)).filter(|offset_ms| *offset_ms != UNKNOWN)
    }

    /// Returns whether this machine's clock needs to be corrected.
    #[must_use]
    pub fn is_off(&self) -> bool {
        self.offset_ms()
            .is_some_and(|offset_ms| offset_ms.unsigned_abs() > OFF_MS_MAX)
    }

    /// Takes a few measurements at the start.
    ///
    /// # Errors
    /// Fails if the store is unavailable.
    pub async fn set(&self, store: &AnyStore, clock: &Clock) -> Result<(), StoreError> {
        for _ in 0..SAMPLES_AT_START {
            self.sample(store, clock).await?;
        }
        Ok(())
    }

    /// Takes one measurement, and adjusts the clock by the best of the last measurements.
    ///
    /// # Errors
    /// Fails if the store is unavailable; the clock stays as it is.
    pub async fn sample(&self, store: &AnyStore, clock: &Clock) -> Result<(), StoreError> {
        let asked_us = clock.monotonic_us();
        let Some(store_ms) = store.wall_ms().await? else {
            return Ok(());
        };
        let round_ms = clock.monotonic_us().saturating_sub(asked_us).div_ceil(1_000);
        let machine_ms = clock.machine_wall().0;
        let sample = ClockSample {
            offset_ms: i64::try_from(store_ms + round_ms / 2).unwrap_or(i64::MAX)
                - i64::try_from(machine_ms).unwrap_or(i64::MAX),
            error_ms: round_ms.div_ceil(2),
        };
        let offset_ms = {
            let mut samples = self.samples.lock().unwrap_or_else(PoisonError::into_inner);
            best(&mut samples, sample).offset_ms
        };
        let was_off = self.is_off();
        let known = self.offset_ms().is_some();
        self.offset_ms.store(offset_ms, Ordering::Relaxed);
        if known {
            let back_ms = clock.steer(offset_ms) - offset_ms;
            if back_ms > BACK_MS_MAX {
                tracing::error!(
                    back.ms = back_ms,
                    "the store's clock was put back far, and wall time with it"
                );
            }
        } else {
            clock.set(offset_ms);
        }
        match (was_off, self.is_off()) {
            (false, true) => tracing::warn!(
                clock.offset_ms = offset_ms,
                "this machine's clock is not the store's; the node goes by the store's, but mend it: does the machine keep time by NTP?"
            ),
            (true, false) => tracing::info!(clock.offset_ms = offset_ms, "this machine's clock is right again"),
            _ => {}
        }
        Ok(())
    }

    /// Takes measurements at intervals, until the future is dropped.
    pub async fn follow(&self, store: &AnyStore, clock: &Clock) {
        loop {
            tokio::time::sleep(SAMPLE_INTERVAL).await;
            // The store monitor reports an unavailable store.
            _ = self.sample(store, clock).await;
        }
    }
}

/// Adds a measurement; returns the best one.
fn best(samples: &mut VecDeque<ClockSample>, sample: ClockSample) -> ClockSample {
    let agrees =
        |other: &ClockSample| other.offset_ms.abs_diff(sample.offset_ms) <= other.error_ms + sample.error_ms + SLACK_MS;
    samples.retain(agrees);
    if samples.len() == SAMPLES_MAX {
        samples.pop_front();
    }
    samples.push_back(sample);
    // Of equal errors the newest measurement wins.
    let shortest = samples.iter().rev().min_by_key(|sample| sample.error_ms);
    *shortest.unwrap_or(&sample)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(offset_ms: i64, error_ms: u64) -> ClockSample {
        ClockSample { offset_ms, error_ms }
    }

    #[test]
    fn the_shortest_round_trip_counts_until_a_clock_is_set() {
        let mut samples = VecDeque::new();
        assert_eq!(best(&mut samples, sample(100, 40)), sample(100, 40));
        assert_eq!(best(&mut samples, sample(110, 2)), sample(110, 2));
        assert_eq!(
            best(&mut samples, sample(90, 30)),
            sample(110, 2),
            "a slow answer does not count for more"
        );
        assert_eq!(
            best(&mut samples, sample(109, 2)),
            sample(109, 2),
            "of equals the newest"
        );
        assert_eq!(
            best(&mut samples, sample(400, 20)),
            sample(400, 20),
            "no error explains that"
        );
        assert_eq!(samples.len(), 1);
        for _ in 0..2 * SAMPLES_MAX {
            best(&mut samples, sample(400, 20));
        }
        assert_eq!(samples.len(), SAMPLES_MAX);
    }
}

//! Measures this node's load by the lateness of the runtime's timers. Poll intervals stretch with
//! the load, so that an overloaded node gets fewer requests instead of answering all of them late.

use std::sync::Arc;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;

use crate::clock::Clock;

/// The interval between measurements, milliseconds.
const MEASURE_MS: u64 = 500;
/// The lateness at which intervals stretch to twice their length, milliseconds.
const LATE_MS: u64 = 100;
/// The longest stretch, percent.
const STRETCH_PERCENT_MAX: u64 = 300;

/// The node's load, read by every poll.
#[derive(Debug, Clone)]
pub struct Load(Arc<AtomicU16>);

impl Default for Load {
    fn default() -> Self {
        Self(Arc::new(AtomicU16::new(100)))
    }
}

impl Load {
    /// Returns the stretch of poll intervals in percent: 100 without load, at most 300.
    #[must_use]
    pub fn stretch_percent(&self) -> u16 {
        self.0.load(Ordering::Relaxed)
    }

    /// Measures the load until the task is dropped.
    pub async fn measure(self, clock: Clock) {
        loop {
            let before = clock.monotonic_ms();
            tokio::time::sleep(Duration::from_millis(MEASURE_MS)).await;
            let late_ms = clock.monotonic_ms().saturating_sub(before + MEASURE_MS);
            self.0.store(stretch(late_ms), Ordering::Relaxed);
        }
    }
}

fn stretch(late_ms: u64) -> u16 {
    u16::try_from((100 + late_ms * 100 / LATE_MS).min(STRETCH_PERCENT_MAX)).expect("at most three hundred")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lateness_stretches_up_to_a_bound() {
        assert_eq!(
            (stretch(0), stretch(50), stretch(100), stretch(10_000)),
            (100, 150, 200, 300)
        );
    }
}

//! The connector's clock and random numbers: the only place in this crate that reads them from the
//! machine.

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use protocol::UnixSeconds;
use splitmix::mix;

/// The current wall time. Every `Fn() -> UnixSeconds` implements it, so that tests can fix or move
/// the time.
pub trait Clock: Send + Sync + 'static {
    /// Returns the current time.
    fn now(&self) -> UnixSeconds;
}

impl<F: Fn() -> UnixSeconds + Send + Sync + 'static> Clock for F {
    fn now(&self) -> UnixSeconds {
        self()
    }
}

/// The machine's clock.
#[derive(Debug, Clone, Copy, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    #[expect(
        clippy::disallowed_methods,
        reason = "the one place that supplies the time to a protected site"
    )]
    fn now(&self) -> UnixSeconds {
        let since_epoch = SystemTime::now().duration_since(UNIX_EPOCH);
        // A clock before 1970 reads as 0, which needs no error path: the connector treats it as not
        // set.
        UnixSeconds(since_epoch.map_or(0, |elapsed| elapsed.as_secs()))
    }
}

/// Returns the time of the machine's monotonic clock, for durations.
#[expect(
    clippy::disallowed_methods,
    reason = "the one place that supplies the time to a protected site"
)]
pub(crate) fn monotonic() -> Instant {
    Instant::now()
}

/// Draws the seed of a [`RandomSequence`] from the machine. The parts of the connector that need
/// random numbers do this once, when the site makes them.
pub(crate) fn seed() -> u64 {
    RandomState::new().hash_one(())
}

/// A sequence of random numbers for jitter and samples; not suitable for secrets. The seed
/// determines all of them.
#[derive(Debug)]
pub(crate) struct RandomSequence {
    count: AtomicU64,
}

impl RandomSequence {
    pub(crate) fn new(seed: u64) -> Self {
        Self {
            count: AtomicU64::new(seed),
        }
    }

    /// Returns the next number.
    pub(crate) fn draw(&self) -> u64 {
        mix(self.count.fetch_add(1, Ordering::Relaxed))
    }
}

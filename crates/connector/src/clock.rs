//! Where the connector's time and its little randomness come from: the only place in this crate
//! that asks the machine.

#[cfg(feature = "watch")]
use std::hash::{BuildHasher, RandomState};
use std::time::{SystemTime, UNIX_EPOCH};

use protocol::UnixSeconds;

/// The current wall time. Any `Fn() -> UnixSeconds` is one, so tests can hold or move it.
pub trait Clock: Send + Sync + 'static {
    /// The time at this moment.
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
        // A clock before 1970 makes every token look fresh; 0 does the same and needs no error
        // path.
        UnixSeconds(since_epoch.map_or(0, |elapsed| elapsed.as_secs()))
    }
}

/// A number that nobody needs to be unable to guess.
#[cfg(feature = "watch")]
pub(crate) fn draw() -> u64 {
    RandomState::new().hash_one(())
}

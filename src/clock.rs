//! The only place that reads clocks, except for time-outs of connections and of requests that are
//! held open, which use the clock of tokio's timers (`tokio::time::Instant`). All other code gets a
//! [`Clock`], which the process makes once when it starts and passes on (`src/server/mod.rs`).
//!
//! Wall time is that of this machine, corrected by its [`ClockSlew`] if nodes share a store that
//! has a clock.

mod slew;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use admission::WallMs;
use arc_swap::ArcSwap;
use protocol::UnixSeconds;
use tokio::sync::Notify;

pub use slew::{BACK_MS_MAX, ClockSlew};

/// A source of time.
#[derive(Debug, Clone)]
pub enum Clock {
    /// The machine's clocks; monotonic time counts from the creation of the clock.
    Real(RealClock),
    /// A clock that tests move.
    Manual(Arc<ManualClock>),
}

/// The machine's clocks.
#[derive(Debug, Clone)]
pub struct RealClock {
    started: std::time::Instant,
    slew: Arc<ArcSwap<ClockSlew>>,
}

/// A clock that stands still until it is moved.
#[derive(Debug, Default)]
pub struct ManualClock {
    monotonic_ms: AtomicU64,
    wall_ms: AtomicU64,
    slew: ArcSwap<ClockSlew>,
    moved: Notify,
}

impl Clock {
    /// Returns the machine's clocks.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "this is the place that reads the clock")]
    pub fn real() -> Self {
        Self::Real(RealClock {
            started: std::time::Instant::now(),
            slew: Arc::default(),
        })
    }

    /// Milliseconds since a fixed origin; never decreases.
    #[must_use]
    pub fn monotonic_ms(&self) -> u64 {
        match self {
            Self::Real(clock) => u64::try_from(clock.started.elapsed().as_millis()).unwrap_or(u64::MAX),
            Self::Manual(clock) => clock.monotonic_ms.load(Ordering::SeqCst),
        }
    }

    /// Like [`Clock::monotonic_ms`], in microseconds.
    #[must_use]
    pub fn monotonic_us(&self) -> u64 {
        match self {
            Self::Real(clock) => u64::try_from(clock.started.elapsed().as_micros()).unwrap_or(u64::MAX),
            Self::Manual(clock) => clock.monotonic_ms.load(Ordering::SeqCst) * 1_000,
        }
    }

    /// Milliseconds since the Unix epoch, corrected to the time that all nodes of a store share.
    #[must_use]
    pub fn wall(&self) -> WallMs {
        let (wall, _) = self.wall_and_monotonic_ms();
        wall
    }

    /// Returns [`Clock::wall`] and [`Clock::monotonic_ms`]. The correction needs the monotonic time
    /// anyway, so this costs as much as the wall time alone.
    #[must_use]
    pub fn wall_and_monotonic_ms(&self) -> (WallMs, u64) {
        let (WallMs(machine_ms), monotonic_ms) = (self.machine_wall(), self.monotonic_ms());
        let offset_ms = self.slew().load().offset_ms(monotonic_ms);
        (WallMs(machine_ms.saturating_add_signed(offset_ms)), monotonic_ms)
    }

    /// Sets the offset of wall time from this machine's clock at once, milliseconds. Only for use
    /// before any code has read the time.
    pub fn set(&self, offset_ms: i64) {
        self.slew().store(Arc::new(ClockSlew::at(offset_ms)));
    }

    /// Moves the offset of wall time from this machine's clock towards `offset_ms`, and returns the
    /// previous target. See [`ClockSlew`].
    pub fn steer(&self, offset_ms: i64) -> i64 {
        let now_ms = self.monotonic_ms();
        let before = self.slew().rcu(|slew| slew.towards(offset_ms, now_ms));
        before.target_ms()
    }

    fn slew(&self) -> &ArcSwap<ClockSlew> {
        match self {
            Self::Real(clock) => &clock.slew,
            Self::Manual(clock) => &clock.slew,
        }
    }

    /// Milliseconds since the Unix epoch by this machine's clock.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "this is the place that reads the clock")]
    pub fn machine_wall(&self) -> WallMs {
        match self {
            Self::Real(_) => {
                let since = std::time::SystemTime::now()
                    .duration_since(std::time::UNIX_EPOCH)
                    .unwrap_or_default();
                WallMs(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
            }
            Self::Manual(clock) => WallMs(clock.wall_ms.load(Ordering::SeqCst)),
        }
    }

    /// Waits for this many milliseconds of monotonic time.
    pub async fn sleep_ms(&self, ms: u64) {
        match self {
            Self::Real(_) => tokio::time::sleep(Duration::from_millis(ms)).await,
            Self::Manual(clock) => clock.sleep_ms(ms).await,
        }
    }

    /// Whole seconds since the Unix epoch, as tokens count them.
    #[must_use]
    pub fn unix_seconds(&self) -> UnixSeconds {
        UnixSeconds(self.wall().seconds())
    }
}

impl ManualClock {
    /// Creates a clock that shows this wall time.
    #[must_use]
    pub fn at(wall: WallMs) -> Arc<Self> {
        Arc::new(Self {
            wall_ms: AtomicU64::new(wall.0),
            ..Self::default()
        })
    }

    /// Lets time pass on both clocks.
    pub fn advance_ms(&self, ms: u64) {
        self.monotonic_ms.fetch_add(ms, Ordering::SeqCst);
        self.wall_ms.fetch_add(ms, Ordering::SeqCst);
        self.moved.notify_waiters();
    }

    async fn sleep_ms(&self, ms: u64) {
        let now_ms = || self.monotonic_ms.load(Ordering::SeqCst);
        let until_ms = now_ms() + ms;
        loop {
            // Made before the clock is read, so that no move in between is missed.
            let moved = self.moved.notified();
            if now_ms() >= until_ms {
                return;
            }
            moved.await;
        }
    }
}

/// Formats a time as RFC 3339 in UTC with whole seconds, the form of all times that clients read.
#[must_use]
pub fn rfc3339(wall: WallMs) -> String {
    timestamp(wall).to_string()
}

/// Converts a time to a timestamp in whole seconds.
#[must_use]
pub fn timestamp(wall: WallMs) -> jiff::Timestamp {
    let seconds = i64::try_from(wall.seconds()).unwrap_or(i64::MAX);
    jiff::Timestamp::from_second(seconds).unwrap_or(jiff::Timestamp::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_times_are_those_that_are_read_alone_also_while_the_clock_is_corrected() {
        let manual = ManualClock::at(WallMs(1_700_000_000_000));
        let clock = Clock::Manual(manual.clone());
        manual.advance_ms(5_000);
        clock.set(3_000);
        clock.steer(0);
        for corrected_ms in [3_000, 2_500, 0] {
            let (wall, monotonic_ms) = clock.wall_and_monotonic_ms();
            assert_eq!((wall, monotonic_ms), (clock.wall(), clock.monotonic_ms()));
            assert_eq!(wall, WallMs(1_700_000_000_000 + monotonic_ms + corrected_ms));
            manual.advance_ms(if corrected_ms == 3_000 { 1_000 } else { 60_000 });
        }
    }
}

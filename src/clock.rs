//! The one place that reads clocks and draws random numbers. Everything else is given a [`Clock`] and a [`Dice`].

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use admission::WallMs;
use protocol::UnixSeconds;

/// Where time comes from.
#[derive(Debug, Clone)]
pub enum Clock {
    /// The machine's clocks; monotonic time counts from the clock's making.
    Real(RealClock),
    /// Moved by a test.
    Manual(Arc<ManualClock>),
}

/// The machine's clocks.
#[derive(Debug, Clone, Copy)]
pub struct RealClock {
    started: std::time::Instant,
}

/// A clock that stands still until it is moved.
#[derive(Debug, Default)]
pub struct ManualClock {
    monotonic_ms: AtomicU64,
    wall_ms: AtomicU64,
}

impl Clock {
    /// The machine's clocks.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "this is the place that reads the clock")]
    pub fn real() -> Self {
        Self::Real(RealClock {
            started: std::time::Instant::now(),
        })
    }

    /// Milliseconds from a fixed origin; never goes back.
    #[must_use]
    pub fn monotonic_ms(&self) -> u64 {
        match self {
            Self::Real(clock) => u64::try_from(clock.started.elapsed().as_millis()).unwrap_or(u64::MAX),
            Self::Manual(clock) => clock.monotonic_ms.load(Ordering::SeqCst),
        }
    }

    /// Milliseconds since the Unix epoch.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "this is the place that reads the clock")]
    pub fn wall(&self) -> WallMs {
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

    /// Whole seconds since the Unix epoch, as tokens count them.
    #[must_use]
    pub fn unix_seconds(&self) -> UnixSeconds {
        UnixSeconds(self.wall().seconds())
    }
}

impl ManualClock {
    /// A clock that shows this wall time.
    #[must_use]
    pub fn at(wall: WallMs) -> Arc<Self> {
        Arc::new(Self {
            monotonic_ms: AtomicU64::new(0),
            wall_ms: AtomicU64::new(wall.0),
        })
    }

    /// Lets time pass on both clocks.
    pub fn advance_ms(&self, ms: u64) {
        self.monotonic_ms.fetch_add(ms, Ordering::SeqCst);
        self.wall_ms.fetch_add(ms, Ordering::SeqCst);
    }
}

/// RFC 3339 in UTC, whole seconds: the form of every time the outside reads.
#[must_use]
pub fn rfc3339(wall: WallMs) -> String {
    timestamp(wall).to_string()
}

/// A moment in whole seconds.
#[must_use]
pub fn timestamp(wall: WallMs) -> jiff::Timestamp {
    let seconds = i64::try_from(wall.seconds()).unwrap_or(i64::MAX);
    jiff::Timestamp::from_second(seconds).unwrap_or(jiff::Timestamp::MAX)
}

/// Random numbers.
#[derive(Debug, Clone, Copy, Default)]
pub struct Dice;

impl Dice {
    /// For spreading things out; not for secrets.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "this is the place that draws random numbers")]
    pub fn jitter(self) -> u16 {
        rand::random()
    }

    /// 128 bits nobody can guess.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "this is the place that draws random numbers")]
    pub fn nonce(self) -> [u8; 16] {
        rand::random()
    }

    /// Octets for a secret.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "this is the place that draws random numbers")]
    pub fn seed(self) -> [u8; 32] {
        rand::random()
    }

    /// An id for this process.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "this is the place that draws random numbers")]
    pub fn node(self) -> u64 {
        rand::random()
    }
}

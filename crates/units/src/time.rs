//! Points in time and durations. Flow time and wall time never mix: see `admission::time`.

use std::fmt;
use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};

/// Flow time, in milliseconds since the pool's first commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct FlowMs(pub u64);

impl FlowMs {
    /// Returns the milliseconds from `earlier` to `self`; 0 if `earlier` is later than `self`.
    #[must_use]
    pub fn since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }

    /// Returns the time `ms` milliseconds later, saturating at the last representable one.
    #[must_use]
    pub fn plus(self, ms: u64) -> Self {
        Self(self.0.saturating_add(ms))
    }
}

/// Wall time, in milliseconds since the Unix epoch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct WallMs(pub u64);

impl WallMs {
    /// Returns the whole seconds since the epoch.
    #[must_use]
    pub fn seconds(self) -> u64 {
        self.0 / 1000
    }

    /// Returns the time this many milliseconds later, saturating at the last representable one.
    #[must_use]
    pub fn plus_ms(self, ms: u64) -> Self {
        Self(self.0.saturating_add(ms))
    }
}

/// Whole seconds since 1970-01-01T00:00:00Z.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct UnixSeconds(pub u64);

impl UnixSeconds {
    /// Returns the time this many seconds later, saturating at the last representable second.
    #[must_use]
    pub fn plus_seconds(self, seconds: u64) -> Self {
        Self(self.0.saturating_add(seconds))
    }

    /// Returns the time this many minutes later, saturating at the last representable second.
    #[must_use]
    pub fn plus(self, minutes: Minutes) -> Self {
        self.plus_seconds(u64::from(minutes.get()) * 60)
    }
}

impl fmt::Display for UnixSeconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A validity period in minutes, at least one: on the wire, 0 means "not given".
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Minutes(NonZeroU32);

impl Minutes {
    /// Wraps a number of minutes; `None` for 0.
    #[must_use]
    pub const fn new(minutes: u32) -> Option<Self> {
        match NonZeroU32::new(minutes) {
            Some(minutes) => Some(Self(minutes)),
            None => None,
        }
    }

    /// Returns the number of minutes.
    #[must_use]
    pub const fn get(self) -> u32 {
        self.0.get()
    }

    /// Parses decimal digits without a sign; `None` for 0 and for anything else.
    #[must_use]
    pub fn from_digits(text: &str) -> Option<Self> {
        text.bytes()
            .all(|b| b.is_ascii_digit())
            .then(|| text.parse().ok().and_then(Self::new))?
    }
}

impl fmt::Display for Minutes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

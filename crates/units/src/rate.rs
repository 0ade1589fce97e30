//! Rates of people.

use serde::{Deserialize, Serialize};

/// A rate in people per minute.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct PerMinute(pub u32);

impl PerMinute {
    /// The highest rate that a room can have.
    pub const MAX: Self = Self(1_000_000);

    /// Returns the milliseconds from one permit to the next; `None` at rate 0.
    #[must_use]
    pub fn period_ms(self) -> Option<f64> {
        (self.0 > 0).then(|| 60_000.0 / f64::from(self.0))
    }

    /// Returns how many permits become due in `ms` milliseconds, rounded up.
    #[must_use]
    pub fn in_ms(self, ms: u64) -> u64 {
        (u64::from(self.0) * ms).div_ceil(60_000)
    }
}

//! Two times, both passed in.
//!
//! *Flow time* drives pacing, windows and leases: the greatest flow time among ledgers seen plus
//! the node's own monotonic time since. It never runs faster than real time and never jumps, but by
//! what clocks of nodes differ ([`crate::lease`]); while no node runs it stands still, which can
//! only delay a grant. *Wall time* serves schedules and token stamps, and nothing that bounds the
//! outflow.

use serde::{Deserialize, Serialize};

/// Flow time, milliseconds since the pool's first commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct FlowMs(pub u64);

/// Wall time, milliseconds since the Unix epoch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct WallMs(pub u64);

/// The moment at which a batch is applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Now {
    /// Drives pacing.
    pub flow: FlowMs,
    /// Stamps tokens.
    pub wall: WallMs,
}

impl FlowMs {
    /// Milliseconds from `earlier` to here; 0 if that lies ahead.
    #[must_use]
    pub fn since(self, earlier: Self) -> u64 {
        self.0.saturating_sub(earlier.0)
    }

    /// That many milliseconds later.
    #[must_use]
    pub fn plus(self, ms: u64) -> Self {
        Self(self.0.saturating_add(ms))
    }
}

impl WallMs {
    /// Whole seconds since the epoch.
    #[must_use]
    pub fn seconds(self) -> u64 {
        self.0 / 1000
    }
}

/// A node's flow time: an anchor seen in a ledger, and the monotonic time elapsed since.
///
/// Monotonic time is passed in (milliseconds from any fixed origin).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FlowClock {
    flow: FlowMs,
    monotonic_ms: u64,
}

impl FlowClock {
    /// Starts from the flow time of the ledger that was loaded.
    #[must_use]
    pub fn new(seen: FlowMs, monotonic_ms: u64) -> Self {
        Self {
            flow: seen,
            monotonic_ms,
        }
    }

    /// The flow time now.
    #[must_use]
    pub fn now(&self, monotonic_ms: u64) -> FlowMs {
        self.flow.plus(monotonic_ms.saturating_sub(self.monotonic_ms))
    }

    /// A ledger with a greater flow time was seen: go on from there.
    pub fn observe(&mut self, seen: FlowMs, monotonic_ms: u64) {
        if seen > self.now(monotonic_ms) {
            *self = Self::new(seen, monotonic_ms);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flow_time_follows_the_greatest_ledger_and_never_goes_back() {
        let mut clock = FlowClock::new(FlowMs(5_000), 100);
        assert_eq!(clock.now(350), FlowMs(5_250));
        clock.observe(FlowMs(5_100), 350);
        assert_eq!(clock.now(350), FlowMs(5_250), "an older ledger changes nothing");
        clock.observe(FlowMs(9_000), 350);
        assert_eq!(clock.now(360), FlowMs(9_010));
        assert_eq!(
            clock.now(10),
            FlowMs(9_000),
            "a monotonic source that went back holds, never rewinds"
        );
    }
}

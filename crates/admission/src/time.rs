//! The two kinds of time that the engine uses, both passed in by the caller.
//!
//! *Flow time* drives pacing, windows and leases. It is the greatest flow time in any ledger seen
//! plus the node's own monotonic time since then. It never runs faster than real time and never
//! jumps, except by the difference between nodes' clocks, for which [`crate::outflow::late`]
//! compensates. It does not advance while no node runs. A restart or a stepped clock can therefore
//! delay a grant, and never adds one. *Wall time* serves schedules and token stamps, and nothing
//! that bounds the outflow.

pub use units::{FlowMs, WallMs};

/// The time at which a batch is applied.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Now {
    /// Flow time, which drives pacing.
    pub flow: FlowMs,
    /// Wall time, which stamps tokens.
    pub wall: WallMs,
}

/// A node's flow time: an anchor from a ledger, and the monotonic time elapsed since.
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

    /// Returns the current flow time.
    #[must_use]
    pub fn now(&self, monotonic_ms: u64) -> FlowMs {
        self.flow.plus(monotonic_ms.saturating_sub(self.monotonic_ms))
    }

    /// Moves the anchor forward if a ledger has a greater flow time than this clock.
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

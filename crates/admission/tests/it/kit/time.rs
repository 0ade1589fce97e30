//! Virtual time, which passes only when a test advances it.

use admission::{FlowMs, Now, WallMs};

/// The wall time at which virtual time begins.
pub(crate) const WALL_START_MS: u64 = 1_700_000_000_000;

/// Milliseconds since the beginning, for both flow time and wall time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct VirtualTime {
    pub(crate) ms: u64,
}

impl VirtualTime {
    pub(crate) fn at(ms: u64) -> Self {
        Self { ms }
    }

    pub(crate) fn now(self) -> Now {
        Now {
            flow: FlowMs(self.ms),
            wall: self.wall(),
        }
    }

    pub(crate) fn wall(self) -> WallMs {
        WallMs(WALL_START_MS + self.ms)
    }

    pub(crate) fn pass(&mut self, ms: u64) {
        self.ms += ms;
    }
}

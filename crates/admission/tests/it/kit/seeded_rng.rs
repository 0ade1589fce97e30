//! Random numbers from a seed, so that a failing case can be repeated exactly.

use splitmix::SplitMix64;

/// A small random number generator.
#[derive(Debug, Clone)]
pub(crate) struct SeededRng(SplitMix64);

impl SeededRng {
    pub(crate) fn new(seed: u64) -> Self {
        Self(SplitMix64::new(seed))
    }

    pub(crate) fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a number below `end`, which is above 0.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.next_u64() % end
    }

    /// Returns true with a probability of `permille` in a thousand.
    pub(crate) fn often(&mut self, permille: u64) -> bool {
        self.below(1_000) < permille
    }

    /// Returns true with a probability of `percent` in a hundred.
    pub(crate) fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }

    pub(crate) fn jitter(&mut self) -> u16 {
        u16::try_from(self.below(1 << 16)).expect("16 bits")
    }
}

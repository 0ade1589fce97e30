//! Random numbers from a seed (SplitMix64), so that a failing case can be repeated exactly.

/// A small random number generator.
#[derive(Debug, Clone)]
pub(crate) struct SeededRng(u64);

impl SeededRng {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
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

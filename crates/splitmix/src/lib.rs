//! SplitMix64 (Steele, Lea and Flood, 2014): random numbers that a seed repeats, for jitter,
//! samples, simulations and tests. They are not suitable for secrets: one number tells all others.
//!
//! The algorithm is implemented here, because the next version of a library might draw other
//! numbers, and seeds in reports and in tests must stay valid. The numbers never change.

/// The distance between two states: 2⁶⁴ divided by the golden ratio, made odd.
const STEP: u64 = 0x9e37_79b9_7f4a_7c15;

/// A generator, whose seed determines all numbers. Near seeds are far apart in the sequence.
#[derive(Debug, Clone)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// Creates the generator of a seed, which can be any number.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Returns the next number.
    pub const fn next_u64(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(STEP);
        finalized(self.0)
    }
}

/// Returns the number that the generator of seed 0 draws as the `count`th, counted from 1. So a
/// count yields a sequence without a generator, and a number is mixed as a hash would mix it.
#[must_use]
pub const fn mix(count: u64) -> u64 {
    finalized(count.wrapping_mul(STEP))
}

/// Returns the number of a state: neighbouring states give unrelated numbers.
const fn finalized(state: u64) -> u64 {
    let mixed = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_are_those_of_the_published_algorithm() {
        let mut rng = SplitMix64::new(1_234_567);
        let drawn = [rng.next_u64(), rng.next_u64(), rng.next_u64()];
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
        ];
        assert_eq!(drawn, published);
    }

    #[test]
    fn a_count_gives_the_sequence_of_seed_0() {
        let mut rng = SplitMix64::new(0);
        for count in 1..100 {
            assert_eq!(mix(count), rng.next_u64(), "{count}");
        }
    }
}

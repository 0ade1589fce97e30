//! The order of a pre-queue: a keyed bijection of `0..P`, evaluated for one visitor at a time.
//!
//! A balanced Feistel network of 12 rounds permutes the *domain* `0..4^w`, where `4^w` is the least
//! power of four that is at least `P`. With `x = left · 2^w + right`, round `r` is `(left, right) →
//! (right, left xor F(r, right))`, where `F` is the low `w` bits of the first four octets,
//! big-endian, of BLAKE2s keyed with the draw's key over `label ‖ r (1) ‖ P (8) ‖ right (4)`. A
//! result of `P` or above goes through the network again (*cycle walking*) until it is below `P`.
//! Finally, if the draw's coin (one bit, from the key under another label) is 1, the results 0 and
//! 1 are exchanged.
//!
//! *The walk ends.* The network is a bijection of a finite set, so its orbit of `x` returns to `x`,
//! and `x < P`. Before that it visits only values of `P..4^w`, each at most once, in at most
//! `4^w − P + 1` steps. Walks of different visitors visit different values, so all visitors
//! together take at most `4^w < 4P` steps: fewer than 4 each on average, for every key. The
//! probability that any of 2^36 walks takes more than 256 steps is below
//! `2^36 · (3/4)^256 < 2^-70`.
//!
//! *The coin.* From `w = 2` on, every round is an even permutation of the domain (the xor and the
//! exchange of halves each consist of an even number of transpositions), and so is the network. The
//! walk from `n = 4^w` values to `P` of them leaves an imbalance between even and odd orders of `P
//! (P − 1) / (n (n − 1))`: 1 at `P = 16`, where odd orders would never occur, and above 1/16 for
//! every `P` above about `n / 4`. A fair, independent exchange of two results reduces it to 0.
//! `docs/draw.md` has the details.
//!
//! Edge cases: `P` of 0 has no numbers, `P` of 1 has one number; sequences of `P` and above are
//! arrivals after the cut-off, whose number is their sequence. The permutation does not hide
//! anything: numbers are public.

use crate::encoding::label;
use crate::hash::Keyed;
use crate::{DrawKey, DrawnNumber, DrawnSequence, Population};

/// Number of rounds of the network.
const ROUNDS: u8 = 12;
/// Maximum width of a half, in bits, for which the round function is tabulated: 4096 rows for 16
/// million people, 192 KiB.
const TABLE_HALF_BITS_MAX: u32 = 12;

/// The order of one draw, computed from its key. Cheap to make and, without a table, to clone.
#[derive(Clone)]
pub struct Permutation {
    population: u64,
    half_bits: u32,
    swaps: bool,
    rounds: Rounds,
}

/// The round function `F`.
#[derive(Clone)]
enum Rounds {
    Hashed(Keyed),
    /// All values of the function, indexed by round and right half.
    Table(Box<[u32]>),
}

impl Permutation {
    /// Makes the order of `population` people under `key`.
    #[must_use]
    pub fn new(key: &DrawKey, population: Population) -> Self {
        let keyed = Keyed::new(key.as_bytes());
        let population = population.get();
        let coin = keyed.digest(&[label::SWAP.as_bytes(), &population.to_be_bytes()].concat());
        Self {
            population,
            half_bits: half_bits(population),
            swaps: coin[0] & 1 == 1,
            rounds: Rounds::Hashed(keyed),
        }
    }

    /// Tabulates the round function: this takes some milliseconds and at most 192 KiB, and reduces
    /// the cost of each number from microseconds to nanoseconds. Above 16 million people it returns
    /// the order without a table.
    #[must_use]
    pub fn with_table(mut self) -> Self {
        if self.half_bits <= TABLE_HALF_BITS_MAX {
            let rows = 1_u32 << self.half_bits;
            let table = (0..ROUNDS).flat_map(|round| (0..rows).map(move |right| (round, right)));
            self.rounds = Rounds::Table(table.map(|(round, right)| self.f(round, right)).collect());
        }
        self
    }

    /// Returns the number of the visitor who arrived as `sequence`.
    #[must_use]
    pub fn number(&self, sequence: DrawnSequence) -> DrawnNumber {
        let number = self.walk(sequence.get(), Self::forward, |x| x, |y| self.swapped(y));
        DrawnNumber::new(number).expect("a number is below the population or is its sequence")
    }

    /// Returns the sequence of the visitor with `number`: the inverse of [`Self::number`].
    #[must_use]
    pub fn sequence(&self, number: DrawnNumber) -> DrawnSequence {
        let sequence = self.walk(number.get(), Self::backward, |y| self.swapped(y), |x| x);
        DrawnSequence::new(sequence).expect("a sequence is below the population or is its number")
    }

    /// Applies `before`, then `step` until the value is below the population, then `after`. Late
    /// arrivals keep their value.
    fn walk(
        &self,
        from: u64,
        step: impl Fn(&Self, u64) -> u64,
        before: impl Fn(u64) -> u64,
        after: impl Fn(u64) -> u64,
    ) -> u64 {
        if from >= self.population {
            return from;
        }
        let mut at = before(from);
        for _ in 0..self.walk_steps_max() {
            at = step(self, at);
            if at < self.population {
                return after(at);
            }
        }
        unreachable!("the orbit of a value below the population comes back to it")
    }

    /// Returns the maximum number of steps of a walk: every value outside the population once, and
    /// the step that ends the walk.
    const fn walk_steps_max(&self) -> u64 {
        (1 << (2 * self.half_bits)) - self.population + 1
    }

    fn swapped(&self, number: u64) -> u64 {
        // With one person there is nothing to exchange.
        if self.swaps && self.population >= 2 && number < 2 {
            1 - number
        } else {
            number
        }
    }

    fn forward(&self, x: u64) -> u64 {
        let (left, right) = (0..ROUNDS).fold(self.halves(x), |(left, right), round| {
            (right, left ^ self.f(round, right))
        });
        self.joined(left, right)
    }

    fn backward(&self, y: u64) -> u64 {
        let halves = self.halves(y);
        let (left, right) = (0..ROUNDS)
            .rev()
            .fold(halves, |(left, right), round| (right ^ self.f(round, left), left));
        self.joined(left, right)
    }

    #[expect(clippy::cast_possible_truncation, reason = "halves have at most 18 bits")]
    const fn halves(&self, x: u64) -> (u32, u32) {
        ((x >> self.half_bits) as u32, (x & self.half_mask()) as u32)
    }

    fn joined(&self, left: u32, right: u32) -> u64 {
        u64::from(left) << self.half_bits | u64::from(right)
    }

    const fn half_mask(&self) -> u64 {
        (1 << self.half_bits) - 1
    }

    #[expect(clippy::cast_possible_truncation, reason = "halves have at most 18 bits")]
    fn f(&self, round: u8, right: u32) -> u32 {
        match &self.rounds {
            Rounds::Table(table) => table[(usize::from(round) << self.half_bits) | right as usize],
            Rounds::Hashed(keyed) => {
                let digest = keyed.digest(&round_input(round, self.population, right));
                u32::from_be_bytes([digest[0], digest[1], digest[2], digest[3]]) & self.half_mask() as u32
            }
        }
    }
}

impl std::fmt::Debug for Permutation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Permutation")
            .field("population", &self.population)
            .finish_non_exhaustive()
    }
}

/// Returns the bits of a half: the least `w` with `4^w ≥ population`; 0 for populations of 0 and 1.
const fn half_bits(population: u64) -> u32 {
    let bits = u64::BITS - population.saturating_sub(1).leading_zeros();
    bits.div_ceil(2)
}

/// Returns the input of the keyed hash: label, round, population, right half; 34 octets.
fn round_input(round: u8, population: u64, right: u32) -> [u8; 34] {
    let mut input = [0; 34];
    input[..21].copy_from_slice(label::ROUND.as_bytes());
    input[21] = round;
    input[22..30].copy_from_slice(&population.to_be_bytes());
    input[30..].copy_from_slice(&right.to_be_bytes());
    input
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_domain_is_the_next_power_of_four() {
        let cases = [
            (0, 0),
            (1, 0),
            (2, 1),
            (4, 1),
            (5, 2),
            (16, 2),
            (17, 3),
            (4096, 6),
            (4097, 7),
            (1 << 36, 18),
        ];
        for (population, bits) in cases {
            assert_eq!(half_bits(population), bits, "{population}");
        }
    }

    #[test]
    fn the_round_input_is_laid_out_as_specified() {
        let input = round_input(11, 0x01_0203_0405, 0x0a0b);
        assert_eq!(&input[..22], b"anteroom-draw-1 round\x0b");
        assert_eq!(input[22..], [0, 0, 0, 1, 2, 3, 4, 5, 0, 0, 0x0a, 0x0b]);
    }

    #[test]
    fn a_walk_never_needs_more_than_all_the_rest() {
        let key = DrawKey::from_bytes([3; 32]);
        for population in [1, 2, 3, 4, 5, 16, 17, 4097] {
            let order = Permutation::new(&key, Population::new(population).unwrap());
            assert!(order.walk_steps_max() < 3 * population + 1, "{population}");
        }
    }
}

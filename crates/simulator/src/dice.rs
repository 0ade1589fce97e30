//! Randomness from a seed, so that a run can be told again.
//!
//! SplitMix64 (Steele, Lea, Flood 2014). Each part of the world throws dice of its own, so that
//! what is left out in one part changes no throw in another. Fixed here rather than taken from a
//! library whose next version may throw otherwise: a seed in a report must stay good.

/// A generator.
#[derive(Debug, Clone)]
pub(crate) struct Dice(u64);

/// Who throws.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Part {
    /// When people come; one a source.
    Arrivals(u64),
    /// What people are like.
    People,
    /// How long messages take, and which are lost.
    Network,
    /// What befalls nodes.
    Faults,
    /// Poll jitter, as the server adds it.
    Jitter,
    /// What a story is about that is drawn as a whole.
    Story,
    /// Which key somebody brings.
    Keys,
    /// Whether the store fails over.
    Failovers,
    /// Whether nodes hold leases, and which of them are cut off or stopped.
    Leases,
    /// Keys of draws, one a run, and secrets of runs.
    Draws(u64),
}

impl Dice {
    /// The dice of one part of a run.
    pub(crate) fn of(seed: u64, part: Part) -> Self {
        let salt = match part {
            Part::Arrivals(source) => 0x0100 + source,
            Part::People => 1,
            Part::Network => 2,
            Part::Faults => 3,
            Part::Jitter => 4,
            Part::Story => 5,
            Part::Keys => 6,
            Part::Failovers => 8,
            Part::Leases => 7,
            Part::Draws(run) => 0x10_0000 + run,
        };
        let mut dice = Self(seed ^ salt.wrapping_mul(0xA24B_AED4_963E_E407));
        dice.roll();
        dice
    }

    pub(crate) fn roll(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// At least 0 and below 1.
    pub(crate) fn unit(&mut self) -> f64 {
        (self.roll() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Below `end`; 0 if that is 0.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.roll() % end.max(1)
    }

    /// From the first to the last, both included.
    pub(crate) fn between(&mut self, [from, to]: [u64; 2]) -> u64 {
        from + self.below(to.saturating_sub(from) + 1)
    }

    /// True with that chance.
    pub(crate) fn chance(&mut self, chance: f64) -> bool {
        chance > 0.0 && self.unit() < chance
    }

    /// A waiting time with that mean, exponentially distributed.
    pub(crate) fn exponential(&mut self, mean: f64) -> f64 {
        -mean * (1.0 - self.unit()).ln()
    }

    /// Octets for a key.
    pub(crate) fn key(&mut self) -> [u8; 32] {
        let mut key = [0; 32];
        for octets in key.chunks_exact_mut(8) {
            octets.copy_from_slice(&self.roll().to_be_bytes());
        }
        key
    }

    pub(crate) fn jitter(&mut self) -> u16 {
        (self.roll() >> 48) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_throws_the_same_again_and_each_part_its_own() {
        let throws = |part| {
            let mut dice = Dice::of(7, part);
            [dice.roll(), dice.roll()]
        };
        assert_eq!(throws(Part::People), throws(Part::People));
        assert_ne!(throws(Part::People), throws(Part::Network));
        assert_ne!(throws(Part::Arrivals(0)), throws(Part::Arrivals(1)));
    }

    #[test]
    fn waiting_times_have_their_mean() {
        let mut dice = Dice::of(1, Part::People);
        let sum: f64 = (0..100_000).map(|_| dice.exponential(30.0)).sum();
        assert!((sum / 100_000.0 - 30.0).abs() < 0.5, "{sum}");
        assert!((0..1_000).all(|_| (5..=9).contains(&dice.between([5, 9]))));
    }
}

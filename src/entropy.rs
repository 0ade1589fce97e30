//! The only place that draws random numbers. A process creates one [`Entropy`] at startup and
//! passes it on, like its clock; pure functions get random numbers as arguments.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use splitmix::mix;

/// A source of random numbers. Clones draw from the same sequence.
#[derive(Debug, Clone)]
pub struct Entropy(Source);

#[derive(Debug, Clone)]
enum Source {
    System,
    Seeded(Arc<Seeded>),
}

/// The state of a seeded source: two counts, so that secrets drawn for a request do not change the
/// jitter of polls.
#[derive(Debug)]
struct Seeded {
    jitters: AtomicU64,
    secrets: AtomicU64,
}

impl Entropy {
    /// Returns the operating system's source of random numbers. Call this once, at the start of a
    /// process.
    #[must_use]
    pub fn system() -> Self {
        Self(Source::System)
    }

    /// Creates a source that yields the same numbers in every run, for tests. Nodes that share a
    /// store need different seeds.
    #[must_use]
    pub fn seeded(seed: u64) -> Self {
        let seeded = Seeded {
            jitters: AtomicU64::new(seed << 32),
            secrets: AtomicU64::new(mix(!seed)),
        };
        Self(Source::Seeded(Arc::new(seeded)))
    }

    /// Returns a source for a component that draws at times of its own. Numbers drawn from the fork
    /// do not change the sequence of this source.
    #[must_use]
    pub fn fork(&self) -> Self {
        match &self.0 {
            Source::System => Self(Source::System),
            Source::Seeded(_) => Self::seeded(self.node()),
        }
    }

    /// Selects another sequence of jitter from now on. Only seeded sources have such a sequence.
    pub fn seed_jitter(&self, seed: u64) {
        if let Source::Seeded(seeded) = &self.0 {
            seeded.jitters.store(seed << 32, Ordering::SeqCst);
        }
    }

    /// Draws a number that spreads points in time; not for secrets.
    #[must_use]
    #[expect(clippy::disallowed_methods, reason = "this is the place that draws random numbers")]
    pub fn jitter(&self) -> u16 {
        match &self.0 {
            Source::System => rand::random(),
            Source::Seeded(seeded) => {
                let drawn = mix(seeded.jitters.fetch_add(1, Ordering::SeqCst));
                u16::try_from(drawn >> 48).expect("16 bits")
            }
        }
    }

    /// Draws 128 bits that nobody can guess.
    #[must_use]
    pub fn nonce(&self) -> [u8; 16] {
        self.octets()
    }

    /// Draws random bytes for a secret.
    #[must_use]
    pub fn seed(&self) -> [u8; 32] {
        self.octets()
    }

    /// Draws a random id for a pool node, or for a committer of the store.
    #[must_use]
    pub fn node(&self) -> u64 {
        u64::from_be_bytes(self.octets())
    }

    #[expect(clippy::disallowed_methods, reason = "this is the place that draws random numbers")]
    fn octets<const N: usize>(&self) -> [u8; N] {
        match &self.0 {
            Source::System => rand::random(),
            Source::Seeded(seeded) => {
                let mut octets = [0; N];
                for part in octets.chunks_mut(8) {
                    let drawn = mix(seeded.secrets.fetch_add(1, Ordering::SeqCst));
                    part.copy_from_slice(&drawn.to_be_bytes()[..part.len()]);
                }
                octets
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_draws_the_same_and_another_one_something_else() {
        let drawn = |seed| {
            let entropy = Entropy::seeded(seed);
            (entropy.nonce(), entropy.seed(), entropy.node(), entropy.jitter())
        };
        assert_eq!(drawn(7), drawn(7));
        assert_ne!(drawn(7).0, drawn(8).0);
        assert_ne!(drawn(7).3, drawn(8).3);
    }

    #[test]
    fn numbers_drawn_from_a_fork_change_no_other_sequence() {
        let next = |draws: usize| {
            let entropy = Entropy::seeded(1);
            let fork = entropy.fork();
            (0..draws).for_each(|_| _ = (fork.jitter(), fork.seed()));
            (entropy.jitter(), entropy.nonce(), fork.node() != entropy.node())
        };
        assert_eq!(next(0), next(9));
        assert!(next(0).2, "a sequence of its own");
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "this is the place that makes it")]
    fn the_systems_numbers_are_not_the_same_twice() {
        let entropy = Entropy::system();
        assert_ne!(entropy.seed(), entropy.seed());
    }
}

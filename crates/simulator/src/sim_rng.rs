//! Seeded random numbers, so that a run can be repeated.
//!
//! Each part of the world has a generator of its own, so that omitting draws in one part changes no
//! draw in another. A seed in a report stays valid: the generator's numbers never change.

use splitmix::SplitMix64;

/// A random number generator.
#[derive(Debug, Clone)]
pub(crate) struct SimRng(SplitMix64);

/// The part of the world that draws random numbers.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Part {
    /// The moments at which people arrive; one generator per source.
    Arrivals(u64),
    /// The properties of people.
    People,
    /// Message delays and losses.
    Network,
    /// Failures of nodes.
    Faults,
    /// The poll jitter that the server adds.
    Jitter,
    /// The contents of a storm.
    Story,
    /// The key that a visitor brings.
    Keys,
    /// Whether the store fails over.
    Failovers,
    /// Whether nodes hold leases, and which nodes are cut off or stopped.
    Leases,
    /// How long people stay on the site, how they leave it, and how long its pages take.
    Site,
    /// The site of a storm.
    SiteStory,
    /// The storms in a pool in which newcomers pass unseen.
    UnseenStory,
    /// Keys of draws, one per room and run.
    Draws(u64),
    /// Random values of nodes: jitter, and secrets of runs.
    Nodes,
    /// The rooms of a storm in a pool.
    PoolStory,
    /// The visitors who change rooms.
    RoomChanges,
    /// Whether visitors of a storm take their places to other devices.
    TransferStory,
    /// The visitors who take their places to other devices, and when.
    Transfers,
    /// Whether visitors of a storm step aside.
    AsideStory,
    /// The visitors who step aside, and for how long.
    Asides,
    /// The attackers of a storm, and the price against them.
    AttackStory,
    /// The priority groups of a storm, and their codes.
    CodeStory,
    /// The visitors who bring codes, and when.
    Codes,
    /// The rules for addresses and scores of a storm.
    ScreeningStory,
    /// The scores of visitors.
    Scores,
    /// The calls to the store that are delivered twice or answered late.
    Replies,
    /// Whether calls of a storm are delivered twice or answered late.
    ReplyStory,
    /// Whether and when the store of a storm comes back without any data.
    EmptiedStory,
    /// The storms without faults.
    CalmStory,
    /// The proofs of a storm, its thieves and its capacity.
    ProofStory,
    /// The further rooms of a storm in a pool with attackers.
    AttackedPoolStory,
    /// Challenges, stamps, and the proofs that thieves take.
    Proofs,
    /// The visitors whose browsers run no scripts.
    Scripts,
    /// The prioritised networks of a storm with groups, and its capacity.
    GroupStory,
    /// Whether a code pays for a place in a storm with proofs, and the mailboxes of its attackers.
    MailboxStory,
    /// The mailboxes that visitors have proved.
    Mailboxes,
}

impl SimRng {
    /// Returns the generator of one part of a run.
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
            Part::Site => 9,
            Part::SiteStory => 10,
            Part::Nodes => 11,
            Part::PoolStory => 12,
            Part::UnseenStory => 16,
            Part::RoomChanges => 13,
            Part::TransferStory => 14,
            Part::Transfers => 15,
            Part::AttackStory => 16,
            Part::CodeStory => 17,
            Part::Codes => 18,
            Part::ScreeningStory => 19,
            Part::Scores => 20,
            Part::AsideStory => 21,
            Part::Asides => 22,
            Part::Replies => 23,
            Part::ReplyStory => 24,
            Part::EmptiedStory => 25,
            Part::CalmStory => 26,
            Part::ProofStory => 27,
            Part::AttackedPoolStory => 28,
            Part::Proofs => 29,
            Part::Scripts => 30,
            Part::GroupStory => 31,
            Part::MailboxStory => 32,
            Part::Mailboxes => 33,
            Part::Draws(run) => 0x10_0000 + run,
        };
        let mut rng = Self(SplitMix64::new(seed ^ salt.wrapping_mul(0xA24B_AED4_963E_E407)));
        rng.next_u64();
        rng
    }

    pub(crate) fn next_u64(&mut self) -> u64 {
        self.0.next_u64()
    }

    /// Returns a number from 0 (included) to 1 (excluded).
    pub(crate) fn unit(&mut self) -> f64 {
        (self.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns a number below `end`; 0 if `end` is 0.
    pub(crate) fn below(&mut self, end: u64) -> u64 {
        self.next_u64() % end.max(1)
    }

    /// Returns a number from the first to the last of the range, both included.
    pub(crate) fn between(&mut self, [from, to]: [u64; 2]) -> u64 {
        from + self.below(to.saturating_sub(from) + 1)
    }

    /// Returns true with the probability `chance`.
    pub(crate) fn chance(&mut self, chance: f64) -> bool {
        chance > 0.0 && self.unit() < chance
    }

    /// Returns an exponentially distributed waiting time with the given mean.
    pub(crate) fn exponential(&mut self, mean: f64) -> f64 {
        -mean * (1.0 - self.unit()).ln()
    }

    /// Returns 32 random bytes for a key.
    pub(crate) fn key(&mut self) -> [u8; 32] {
        let mut key = [0; 32];
        for octets in key.chunks_exact_mut(8) {
            octets.copy_from_slice(&self.next_u64().to_be_bytes());
        }
        key
    }

    pub(crate) fn jitter(&mut self) -> u16 {
        (self.next_u64() >> 48) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_again_and_each_part_its_own() {
        let numbers = |part| {
            let mut rng = SimRng::of(7, part);
            [rng.next_u64(), rng.next_u64()]
        };
        assert_eq!(numbers(Part::People), numbers(Part::People));
        assert_ne!(numbers(Part::People), numbers(Part::Network));
        assert_ne!(numbers(Part::Arrivals(0)), numbers(Part::Arrivals(1)));
    }

    #[test]
    fn waiting_times_have_their_mean() {
        let mut rng = SimRng::of(1, Part::People);
        let sum: f64 = (0..100_000).map(|_| rng.exponential(30.0)).sum();
        assert!((sum / 100_000.0 - 30.0).abs() < 0.5, "{sum}");
        assert!((0..1_000).all(|_| (5..=9).contains(&rng.between([5, 9]))));
    }
}

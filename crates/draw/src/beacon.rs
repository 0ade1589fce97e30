//! Public beacons: networks that publish one unforeseeable value per round, at times known
//! beforehand. drand is an example; this module knows its two main chains by hash.
//!
//! Round `r` appears at `genesis + (r − 1) · period`. The module neither fetches a round nor checks
//! the network's own signature over it (the crate `beacon` does): the verifier's report names the
//! value, and its reader compares the value with the network's.

use serde::{Deserialize, Serialize};

use crate::{ChainHash, Name, Round, StatedMs, bytes};

/// One chain of a network and its timetable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BeaconChain {
    network: Name,
    chain: ChainHash,
    genesis_s: u64,
    period_s: u64,
}

/// The round of a beacon that a commitment names.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct BeaconRound {
    /// The network's name, such as `drand`.
    pub network: Name,
    /// The chain within the network.
    pub chain: ChainHash,
    /// The round.
    pub round: Round,
    /// Time at which the network first publishes the round.
    pub published_at_ms: StatedMs,
}

/// Name, chain hash, genesis in Unix seconds and period in seconds of the chains whose timetable
/// verifiers know.
const KNOWN: [(&str, &str, u64, u64); 2] = [
    (
        "drand",
        "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971",
        1_692_803_367,
        3,
    ),
    (
        "drand",
        "8990e7a9aaed2ffed73dbd7092123d6f289930540d7651336225dc172e51b2ce",
        1_595_431_050,
        30,
    ),
];

impl BeaconChain {
    /// Makes a chain from its timetable; `None` for a period of 0. For chains other than drand's
    /// main ones, verifiers ask their reader to look up the time of the round.
    #[must_use]
    pub fn new(network: Name, chain: ChainHash, genesis_s: u64, period_s: u64) -> Option<Self> {
        (period_s > 0).then_some(Self {
            network,
            chain,
            genesis_s,
            period_s,
        })
    }

    /// Returns drand's `quicknet`: a round every 3 seconds.
    #[must_use]
    pub fn drand_quicknet() -> Self {
        let [quicknet, _] = KNOWN;
        known(quicknet)
    }

    /// Returns drand's `default` chain: a round every 30 seconds.
    #[must_use]
    pub fn drand_default() -> Self {
        let [_, default] = KNOWN;
        known(default)
    }

    /// Returns the first round published strictly after `time`; `None` beyond JSON's exact
    /// integers.
    #[must_use]
    pub fn first_round_after(&self, time: StatedMs) -> Option<BeaconRound> {
        let genesis_ms = self.genesis_s.checked_mul(1000)?;
        let round = match time.get().checked_sub(genesis_ms) {
            Some(since) => since / self.period_s.checked_mul(1000)? + 2,
            None => 1,
        };
        let published_at_ms = StatedMs::new(u64::try_from(self.published_at_ms(round)).ok()?).ok()?;
        let round = Round::new(round).ok()?;
        Some(BeaconRound {
            network: self.network.clone(),
            chain: self.chain,
            round,
            published_at_ms,
        })
    }

    /// Returns whether a round is of this chain.
    #[must_use]
    pub fn has(&self, round: &BeaconRound) -> bool {
        round.network == self.network && round.chain == self.chain
    }

    fn published_at_ms(&self, round: u64) -> u128 {
        let since_s = u128::from(round.saturating_sub(1)) * u128::from(self.period_s);
        (u128::from(self.genesis_s) + since_s) * 1000
    }
}

/// The result of comparing a round's stated time with the chain's timetable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TimetableCheck {
    Agrees,
    Contradicts,
    /// The timetable of the chain is not known.
    Unknown,
}

impl BeaconRound {
    pub(crate) fn timetable(&self) -> TimetableCheck {
        let chain = KNOWN.map(known).into_iter().find(|chain| chain.has(self));
        match chain {
            None => TimetableCheck::Unknown,
            Some(chain) => {
                let agrees = self.round.get() > 0
                    && chain.published_at_ms(self.round.get()) == u128::from(self.published_at_ms.get());
                if agrees {
                    TimetableCheck::Agrees
                } else {
                    TimetableCheck::Contradicts
                }
            }
        }
    }
}

fn known((network, chain, genesis_s, period_s): (&str, &str, u64, u64)) -> BeaconChain {
    let network = Name::new(network).expect("the names of known networks are names");
    let chain = bytes::from_hex(chain).expect("the hashes of known chains are hex");
    BeaconChain {
        network,
        chain: ChainHash(chain),
        genesis_s,
        period_s,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(ms: u64) -> StatedMs {
        StatedMs::new(ms).unwrap()
    }

    #[test]
    fn the_first_round_after_is_strictly_after_and_the_first() {
        for chain in [BeaconChain::drand_quicknet(), BeaconChain::drand_default()] {
            let (genesis, period) = (chain.genesis_s * 1000, chain.period_s * 1000);
            assert_eq!(chain.first_round_after(at(0)).unwrap().round.get(), 1);
            for (after, round) in [
                (genesis - 1, 1),
                (genesis, 2),
                (genesis + period - 1, 2),
                (genesis + period, 3),
            ] {
                let first = chain.first_round_after(at(after)).unwrap();
                assert_eq!(first.round.get(), round, "{after}");
                assert!(
                    first.published_at_ms.get() > after
                        && first.published_at_ms.get() <= after.max(genesis - 1) + period
                );
                assert_eq!(first.timetable(), TimetableCheck::Agrees);
            }
        }
    }

    /// A round and its time, as other projects state them for drand's default chain: round 6426976
    /// at 2026-09-01T05:25:00Z.
    #[test]
    fn a_round_published_elsewhere_has_its_time() {
        let round = BeaconChain::drand_default()
            .first_round_after(at(1_788_240_299_999))
            .unwrap();
        assert_eq!(
            (round.round.get(), round.published_at_ms.get()),
            (6_426_976, 1_788_240_300_000)
        );
    }

    #[test]
    fn a_wrong_time_contradicts_and_a_strange_chain_is_unknown() {
        let right = BeaconChain::drand_quicknet()
            .first_round_after(at(1_800_000_000_000))
            .unwrap();
        let late = BeaconRound {
            published_at_ms: at(right.published_at_ms.get() + 1),
            ..right.clone()
        };
        assert_eq!(late.timetable(), TimetableCheck::Contradicts);
        let strange = BeaconRound {
            chain: ChainHash([1; 32]),
            ..right
        };
        assert_eq!(strange.timetable(), TimetableCheck::Unknown);
    }

    #[test]
    fn absurd_timetables_have_no_round() {
        let name = Name::new("odd").unwrap();
        assert_eq!(BeaconChain::new(name.clone(), ChainHash([0; 32]), 0, 0), None);
        let chain = BeaconChain::new(name, ChainHash([0; 32]), u64::MAX, u64::MAX).unwrap();
        assert_eq!(chain.first_round_after(at(5)), None);
    }
}

//! Storms with attackers: the storm of a seed before a sale, whose places have a price. Many
//! attackers come from one network, others have a network each that belong to one provider, some
//! people share a network, and all others have a network of their own. Attackers give up where a
//! place costs too much.
//!
//! Failovers and new runs are left out; a failover can lose places that were counted.

use crate::scenario::{Act, CROWD_DEFAULT, Crowd, Poisson, Scenario, ScenarioPrice, ScenarioVisibility, Spike};
use crate::sim_rng::{Part, SimRng};
use crate::storm::storm;

pub(crate) const ATTACKERS: &str = "attackers";
pub(crate) const NEIGHBOURS: &str = "neighbours";
/// Attackers with a whole allocation of networks.
const OWNERS: &str = "owners";
/// The most derivations that an attacker does for one place, in standard works, from and to.
const ATTACKERS_WORKS: [u64; 2] = [0, 64];

/// Returns the storm of a seed with attackers.
#[must_use]
pub fn attack_storm(seed: u64) -> Scenario {
    let mut scenario = storm(seed);
    let mut rng = SimRng::of(seed, Part::AttackStory);
    let start_s = rng.between([90, 180]);
    let standard_work = rng.between([10, 200]) as u32;
    scenario.title = format!("Storm {seed} with attackers");
    scenario.duration_s = scenario.duration_s.max(start_s + 180);
    let room = &mut scenario.room;
    (room.start_s, room.prequeue_s, room.end_s, room.fairness_s) = (Some(start_s), start_s, None, None);
    (room.visibility, room.leases) = (ScenarioVisibility::Always, false);
    room.price = Some(ScenarioPrice {
        network_places: rng.between([2, 20]) as u32,
        network_share_permille: rng.between([0, 50]) as u16,
        standard_work,
        expected_per_minute: [20, 200, 6_000][rng.below(3) as usize],
        prequeue_work: rng.chance(0.5),
        network_share_works: [0, 1_000, 30_000][rng.below(3) as usize],
        provider_places: None,
        provider_share_permille: 0,
        proofs: false,
        code_pays: false,
    });
    scenario.faults.chaos.failovers_an_hour = 0.0;
    scenario.faults.emptied.clear();
    scenario
        .operator
        .retain(|order| !matches!(order.action, Act::Reset | Act::End | Act::Disable | Act::Enable));
    scenario
        .crowds
        .values_mut()
        .for_each(|crowd| (crowd.keys, crowd.moves) = (0, None));
    let attackers = Crowd {
        network: 1,
        work_max: Some(rng.between(ATTACKERS_WORKS) as u32 * standard_work),
        derivations_a_second: 10_000,
        ..Crowd::default()
    };
    let neighbours = Crowd {
        network: 2,
        ..Crowd::default()
    };
    scenario.crowds.insert(ATTACKERS.to_owned(), attackers);
    scenario.crowds.insert(NEIGHBOURS.to_owned(), neighbours);
    let over_s = start_s / 2;
    scenario.arrivals.spike = vec![
        early_spike(CROWD_DEFAULT, [50, 250], (start_s, over_s), &mut rng),
        early_spike(ATTACKERS, [50, 250], (start_s, over_s), &mut rng),
        early_spike(NEIGHBOURS, [1, 40], (start_s, over_s), &mut rng),
    ];
    let steady = Poisson::throughout(rng.unit() * 120.0, ATTACKERS);
    scenario.arrivals.poisson.push(steady);
    add_owners(&mut scenario, (start_s, standard_work), &mut rng);
    scenario
}

/// Adds attackers whose networks belong to one provider, and perhaps a limit for providers. The
/// other figures of the storm are drawn before, so that they do not depend on these.
fn add_owners(scenario: &mut Scenario, (start_s, standard_work): (u64, u32), rng: &mut SimRng) {
    if let Some(price) = &mut scenario.room.price {
        price.provider_places = rng.chance(0.7).then(|| rng.between([5, 60]) as u32);
        price.provider_share_permille = [0, 100, 250][rng.below(3) as usize];
    }
    let owners = Crowd {
        provider: 1,
        work_max: Some(rng.between(ATTACKERS_WORKS) as u32 * standard_work),
        derivations_a_second: 10_000,
        ..Crowd::default()
    };
    scenario.crowds.insert(OWNERS.to_owned(), owners);
    let spike = early_spike(OWNERS, [50, 250], (start_s, start_s / 2), rng);
    scenario.arrivals.spike.push(spike);
}

/// Draws a crowd that comes once, from a moment in the first half of the time before the start on;
/// `over_s`: the longest span.
pub(crate) fn early_spike(crowd: &str, people: [u64; 2], (start_s, over_s): (u64, u64), rng: &mut SimRng) -> Spike {
    Spike {
        at_s: rng.below(start_s / 2),
        over_s: rng.between([1, over_s]),
        people: rng.between(people),
        crowd: crowd.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_attack_storm_is_a_valid_scenario_file() {
        for seed in 0..200 {
            attack_storm(seed).check().expect("every figure is in its range");
        }
    }
}

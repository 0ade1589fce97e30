//! Storms without faults: the storm of a seed, with its room, its nodes, its visitors and the
//! operator's orders, but a fast network that loses nothing, a store that always answers, and nodes
//! that never fail. More people come, so that there are enough to use every permit.
//!
//! Here the oracle of the use of permits judges most of the time; in other storms, faults excuse
//! most lapsed permits. Leases, which set permits aside for single nodes, and lines that are not
//! shown, whose newcomers go ahead of the pace, are left out.

use crate::scenario::{CROWD_DEFAULT, Faults, Network, Scenario, ScenarioVisibility, Spike};
use crate::sim_rng::{Part, SimRng};
use crate::storm::{span, storm};

/// The most people in the spike.
const PEOPLE: u64 = 600;

/// Returns the storm of a seed without faults.
#[must_use]
pub fn calm_storm(seed: u64) -> Scenario {
    let mut scenario = storm(seed);
    let mut rng = SimRng::of(seed, Part::CalmStory);
    scenario.title = format!("Storm {seed} without faults");
    scenario.faults = Faults::default();
    scenario.network = Network {
        delay_ms: span([5, 50], [1, 100], &mut rng),
        loss: 0.0,
        ..scenario.network
    };
    scenario.nodes.commit_ms = span([1, 10], [1, 20], &mut rng);
    scenario.room.visibility = ScenarioVisibility::Always;
    scenario.room.leases = false;
    let through = u64::from(scenario.room.max_outflow) * scenario.duration_s / 60;
    scenario.arrivals.spike.push(Spike {
        at_s: rng.below(30),
        over_s: rng.between([1, 60]),
        people: rng.between([20, through.clamp(20, PEOPLE)]),
        crowd: CROWD_DEFAULT.to_owned(),
    });
    scenario
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_calm_storm_is_a_valid_scenario_file() {
        for seed in 0..200 {
            calm_storm(seed).check().expect("every figure is in its range");
        }
    }
}

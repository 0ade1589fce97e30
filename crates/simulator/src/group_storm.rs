//! Storms with groups: the storm of a seed with codes, in which the operator prioritises networks,
//! so that their newcomers join the line of a group at once, until a rule ends or another exempts
//! them. In most storms the room has a capacity, which the ordinary line and those of the groups
//! fill together, and which keeps nobody from using a code.
//!
//! Failovers are left out, because one can lose places that were counted. Clocks are accurate
//! within half a second and make no steps, so that rules end at a known time. Nobody passes unseen.

use crate::code_storm::code_storm;
use crate::scenario::{
    CROWD_DEFAULT, Crowd, Scenario, ScenarioRule, ScenarioRuleAction, ScenarioScreening, ScenarioVisibility, Spike,
};
use crate::sim_rng::{Part, SimRng};

/// The crowds whose networks rules cover, each with its network.
const COVERED: [(&str, u64); 2] = [("members", 1), ("guests", 2)];
const WITH_CAPACITY: f64 = 0.8;
/// The capacity of a room, from and to.
const CAPACITY: [u64; 2] = [5, 60];
/// The people of a covered network, from and to.
const PEOPLE: [u64; 2] = [5, 60];
/// The longest error of a node's clock, in milliseconds.
const CLOCK_ERROR_MS: u64 = 500;

/// Returns the storm of a seed with prioritised networks, and a capacity that groups share.
#[must_use]
pub fn group_storm(seed: u64) -> Scenario {
    let mut scenario = code_storm(seed);
    let mut rng = SimRng::of(seed, Part::GroupStory);
    scenario.title = format!("Storm {seed} with groups");
    scenario.nodes.wall_skew_ms = rng.between([0, CLOCK_ERROR_MS]);
    let faults = &mut scenario.faults;
    faults.clock_step.clear();
    (faults.chaos.clock_steps_an_hour, faults.chaos.failovers_an_hour) = (0.0, 0.0);
    for room in std::iter::once(&mut scenario.room).chain(&mut scenario.rooms) {
        room.visibility = ScenarioVisibility::Always;
    }
    scenario.room.capacity = rng.chance(WITH_CAPACITY).then(|| rng.between(CAPACITY));
    let rules = rules(&scenario, &mut rng);
    scenario.room.screening = Some(ScenarioScreening::of_rules(rules));
    let ordinary = Crowd {
        codes: None,
        ..scenario.crowd(CROWD_DEFAULT).clone()
    };
    for (name, network) in COVERED {
        let covered = Crowd {
            network,
            ..ordinary.clone()
        };
        scenario.crowds.insert(name.to_owned(), covered);
        scenario.arrivals.spike.push(Spike {
            at_s: rng.below(scenario.duration_s / 2),
            over_s: rng.between([1, 60]),
            people: rng.between(PEOPLE),
            crowd: name.to_owned(),
        });
    }
    scenario
}

/// Draws a rule for the members, one for all networks that people share, and an exemption for the
/// guests. Each can end.
fn rules(scenario: &Scenario, rng: &mut SimRng) -> Vec<ScenarioRule> {
    let groups = scenario.rooms.iter().filter(|line| line.group_of.is_some()).count() as u64;
    let [members, guests] = COVERED.map(|(_, network)| Some(network));
    let mut rules = Vec::new();
    for (network, is_exempt, chance) in [(members, false, 1.0), (None, false, 0.6), (guests, true, 0.6)] {
        let group = rng.between([1, groups]) as u16;
        let ends_s = rng.chance(0.5).then(|| rng.below(scenario.duration_s));
        if rng.chance(chance) {
            let action = match is_exempt {
                true => ScenarioRuleAction::Ignore,
                false => ScenarioRuleAction::Prioritise(group),
            };
            rules.push(ScenarioRule {
                network,
                action,
                ends_s,
            });
        }
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_storm_is_a_valid_scenario_file() {
        for seed in 0..200 {
            group_storm(seed).check().expect("every figure is in its range");
        }
    }

    #[test]
    fn every_storm_prioritises_and_most_have_a_capacity() {
        let storms: Vec<Scenario> = (0..50).map(group_storm).collect();
        let prioritises = |storm: &Scenario| {
            let screening = storm.room.screening.as_ref();
            screening.is_some_and(ScenarioScreening::prioritises)
        };
        assert!(storms.iter().all(prioritises));
        let limited = storms.iter().filter(|storm| storm.room.capacity.is_some());
        assert!(limited.count() > 25);
    }
}

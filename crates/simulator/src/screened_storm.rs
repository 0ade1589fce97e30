//! Storms with rules for addresses and scores: the storm of a seed with attackers, in which the
//! operator blocks, challenges and exempts networks, and the room has a policy for suspects.
//! Attackers have high scores, and some people of the shared network do.

use screening::SuspectAction;

use crate::attack_storm::{ATTACKERS, NEIGHBOURS, attack_storm};
use crate::scenario::{CROWD_DEFAULT, Scenario, ScenarioRule, ScenarioRuleAction, ScenarioScreening};
use crate::sim_rng::{Part, SimRng};

const ACTIONS: [Option<ScenarioRuleAction>; 6] = [
    None,
    Some(ScenarioRuleAction::Ignore),
    Some(ScenarioRuleAction::Bypass),
    Some(ScenarioRuleAction::Block),
    Some(ScenarioRuleAction::SoftBlock),
    Some(ScenarioRuleAction::Challenge),
];
const SUSPECTS: [SuspectAction; 5] = [
    SuspectAction::Nothing,
    SuspectAction::Work,
    SuspectAction::Behind,
    SuspectAction::SoftBlock,
    SuspectAction::Refuse,
];

/// Returns the storm of a seed with rules for addresses and scores.
#[must_use]
pub fn screened_storm(seed: u64) -> Scenario {
    let mut scenario = attack_storm(seed);
    let mut rng = SimRng::of(seed, Part::ScreeningStory);
    scenario.title = format!("Storm {seed} with rules");
    add_rules(&mut scenario, &mut rng);
    scenario
}

/// Adds rules for addresses and scores to a storm with attackers.
pub(crate) fn add_rules(scenario: &mut Scenario, rng: &mut SimRng) {
    let mut rule = |network: Option<u64>| {
        let action = ACTIONS[rng.below(ACTIONS.len() as u64) as usize];
        let ends_s = rng.chance(0.5).then(|| rng.below(scenario.duration_s));
        action.map(|action| ScenarioRule {
            network,
            action,
            ends_s,
        })
    };
    // Two rules for the attackers; one of them can end before the other.
    let rules = [rule(None), rule(Some(1)), rule(Some(1)), rule(Some(2))];
    let rules = rules.into_iter().flatten().collect();
    let suspects = SUSPECTS[rng.below(SUSPECTS.len() as u64) as usize];
    scenario.room.screening = Some(ScenarioScreening {
        suspects_from: rng.between([50, 95]) as u8,
        suspects,
        rules,
    });
    for (crowd, scores) in [(CROWD_DEFAULT, [0, 55]), (NEIGHBOURS, [0, 75]), (ATTACKERS, [50, 100])] {
        scenario.crowds.entry(crowd.to_owned()).or_default().scores = scores;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_screened_storm_is_a_valid_scenario_file() {
        for seed in 0..200 {
            screened_storm(seed).check().expect("every figure is in its range");
        }
    }
}

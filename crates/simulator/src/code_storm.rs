//! Storms with codes: the storm of a seed in a room with one or two priority groups, and with
//! another room that shares the pool. People bring codes while they wait: codes for one visitor,
//! for a few, and for anybody. Several people bring the same code, at the same time and at
//! different nodes; answers are lost; nodes crash between any two steps of a move to the group's
//! line; the store fails over.
//!
//! The lines of a room have one life, so schedules, draws and new runs are left out; keys, changes
//! of rooms and transfers to other devices are left out because other storms cover them. A store
//! that comes back without any data has no codes, and is left out as well.

use std::collections::BTreeMap;

use crate::scenario::{
    Act, CROWD_DEFAULT, CodeBringers, Crowd, Poisson, Scenario, ScenarioCode, ScenarioPool, ScenarioRoom,
    ScenarioShare, ScenarioVisibility,
};
use crate::sim_rng::{Part, SimRng};
use crate::storm::{span, storm};

const RATES: [u32; 5] = [5, 17, 60, 120, 300];
const WEIGHTS: [u16; 4] = [1, 2, 9, 100];
/// Chances that the pool holds no visitor up, and that newcomers pass while there is no line.
const NO_POOL_RATE: f64 = 0.3;
const AT_PEAK: f64 = 0.3;
/// The name of the crowd of the other room.
const OTHERS: &str = "others";

/// Returns the storm of a seed with priority groups and codes.
#[must_use]
pub fn code_storm(seed: u64) -> Scenario {
    let mut scenario = storm(seed);
    let mut rng = SimRng::of(seed, Part::CodeStory);
    scenario.title = format!("Storm {seed} with codes");
    scenario.faults.emptied.clear();
    let rate = RATES[rng.below(RATES.len() as u64) as usize];
    let at_peak = rng.chance(AT_PEAK);
    let room = |share: ScenarioShare, group_of: Option<u16>| ScenarioRoom {
        visibility: match at_peak {
            true => ScenarioVisibility::AtPeak,
            false => ScenarioVisibility::Always,
        },
        share,
        group_of,
        ..ScenarioRoom::open(rate)
    };
    let groups = rng.between([1, 2]);
    let weight = |rng: &mut SimRng| ScenarioShare {
        weight: WEIGHTS[rng.below(WEIGHTS.len() as u64) as usize],
        minimum: 0,
    };
    scenario.room = room(ScenarioShare::default(), None);
    scenario.rooms = (0..groups).map(|_| room(weight(&mut rng), Some(0))).collect();
    scenario.rooms.push(room(weight(&mut rng), None));
    if !rng.chance(NO_POOL_RATE) {
        scenario.pool = Some(ScenarioPool {
            rate: rate + rng.below(u64::from(rate)) as u32,
        });
    }
    let code = |rng: &mut SimRng| ScenarioCode {
        line: rng.between([1, groups]) as u16,
        uses_max: [Some(1), Some(1), Some(rng.between([2, 9]) as u32), None][rng.below(4) as usize],
    };
    scenario.codes = (0..rng.between([1, 8])).map(|_| code(&mut rng)).collect();
    add_crowds(&mut scenario, (groups as u16 + 1, rate), &mut rng);
    let holds = |act: &Act| matches!(act, Act::Pause | Act::Resume | Act::MaxOutflow(_));
    scenario.operator.retain(|order| holds(&order.action));
    scenario
}

/// Lets people bring codes, and adds the people who come for the other room.
fn add_crowds(scenario: &mut Scenario, (other, rate): (u16, u32), rng: &mut SimRng) {
    let crowd = scenario.crowd(CROWD_DEFAULT).clone();
    let brings = CodeBringers {
        share: 0.1 + rng.unit() * 0.8,
        after_s: span([0, 30], [0, 90], rng),
        twice: rng.unit(),
    };
    let plain = Crowd {
        keys: 0,
        changes: None,
        moves: None,
        ..crowd
    };
    let others = Crowd {
        room: other,
        ..plain.clone()
    };
    let bringers = Crowd {
        codes: Some(brings),
        ..plain
    };
    scenario.crowds = BTreeMap::from([(CROWD_DEFAULT.to_owned(), bringers), (OTHERS.to_owned(), others)]);
    scenario.arrivals.poisson.push(Poisson {
        from_s: 0,
        to_s: None,
        per_minute: f64::from(rate.min(60)) * rng.unit(),
        per_minute_at_end: None,
        crowd: OTHERS.to_owned(),
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_storm_is_a_valid_scenario_file() {
        for seed in 0..200 {
            code_storm(seed).check().expect("every figure is in its range");
        }
    }
}

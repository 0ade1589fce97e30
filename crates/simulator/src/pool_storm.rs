//! Storms in a pool: the storm of a seed, with one to three further rooms that share a pool with
//! its room, by weights and minimums.
//!
//! The faults of a storm affect all of them: crashes, clocks that step, a store that is away, cut
//! off or fails over. In addition, visitors change rooms, the operator gives orders to every room
//! and changes the pool's rate, and the nodes may be restarted one after the other. Leases, which
//! no pool has, are left out.

use crate::scenario::{
    Act, Crowd, OperatorAction, Poisson, Restart, RoomChange, Scenario, ScenarioPool, ScenarioRoom, ScenarioShare,
    ScenarioVisibility, Spike,
};
use crate::sim_rng::{Part, SimRng};
use crate::storm::{crowd, room, share, span, storm, transfers};

/// The most further rooms.
const MORE_ROOMS: [u64; 2] = [1, 3];
/// The approximate largest number of people who come for one of the further rooms.
const PEOPLE: u64 = 150;
const RATES: [u32; 6] = [1, 5, 17, 60, 120, 300];
/// A rate that holds no visitor up.
const UNSEEN_ROOM_RATE: u32 = 6_000;
const WEIGHTS: [u16; 5] = [1, 1, 2, 9, 100];

/// Returns the storm of a seed in a pool of several rooms.
#[must_use]
pub fn pool_storm(seed: u64) -> Scenario {
    let mut scenario = storm(seed);
    let mut rng = SimRng::of(seed, Part::PoolStory);
    scenario.title = format!("Storm {seed} in a pool");
    scenario.room.leases = false;
    scenario.room.share = drawn_share(scenario.room.max_outflow, &mut rng);
    for index in 1..=rng.between(MORE_ROOMS) {
        add_room(seed, index as u16, &mut scenario, &mut rng);
    }
    let rooms = 1 + scenario.rooms.len() as u64;
    let together = scenario.rooms().map(|room| u64::from(room.max_outflow)).sum::<u64>();
    let rate = |rng: &mut SimRng| rng.between([together.div_ceil(4), together]) as u32;
    scenario.pool = Some(ScenarioPool { rate: rate(&mut rng) });
    transfers(seed, &mut scenario);
    let changes = scenario.crowds.values_mut().map(|crowd| {
        crowd.changes = rng.chance(0.4).then(|| RoomChange {
            share: rng.unit() * 0.5,
            after_s: span([0, 60], [0, 120], &mut rng),
            room: rng.below(rooms) as u16,
        });
    });
    changes.for_each(drop);
    let duration_s = scenario.duration_s;
    let orders = (0..rng.below(6)).map(|_| OperatorAction {
        at_s: rng.below(duration_s),
        room: rng.below(rooms) as u16,
        action: match rng.below(8) {
            0 => Act::Pause,
            1 => Act::Resume,
            2 => Act::Disable,
            3 => Act::Enable,
            4 => Act::MaxOutflow(RATES[rng.below(RATES.len() as u64) as usize]),
            _ => Act::PoolRate(rate(&mut rng)),
        },
    });
    let orders: Vec<_> = orders.collect();
    scenario.operator.extend(orders);
    scenario.operator.sort_by_key(|order| order.at_s);
    if rng.chance(0.5) {
        restart_all(&mut scenario, &mut rng);
    }
    scenario
}

/// Returns the storm of a seed in a pool in which newcomers pass unseen while no room of it has a
/// line. In half of these storms, only the pool's rate holds people up. One node is as likely as
/// several, and there can be fewer people than the rate allows.
#[must_use]
pub fn unseen_pool_storm(seed: u64) -> Scenario {
    let mut scenario = pool_storm(seed);
    let mut rng = SimRng::of(seed, Part::UnseenStory);
    scenario.title = format!("Storm {seed} in a pool whose newcomers pass unseen");
    if rng.chance(0.5) {
        let faults = &mut scenario.faults;
        scenario.nodes.count = 1;
        faults.crash.retain(|crash| crash.node == 0);
        faults.restart.retain(|restart| restart.node == 0);
        faults.clock_step.retain(|step| step.node == 0);
        faults.partition.retain(|partition| partition.node == 0);
        faults.pause.retain(|pause| pause.node == 0);
    }
    let by_pool = rng.chance(0.5);
    let pool_rate = RATES[rng.below(RATES.len() as u64) as usize];
    for room in std::iter::once(&mut scenario.room).chain(&mut scenario.rooms) {
        (room.visibility, room.share.minimum) = (ScenarioVisibility::AtPeak, 0);
        if by_pool {
            room.max_outflow = UNSEEN_ROOM_RATE;
        }
    }
    if by_pool {
        scenario.pool = Some(ScenarioPool { rate: pool_rate });
    }
    scenario
}

pub(crate) fn drawn_share(max_outflow: u32, rng: &mut SimRng) -> ScenarioShare {
    ScenarioShare {
        weight: WEIGHTS[rng.below(WEIGHTS.len() as u64) as usize],
        minimum: if rng.chance(0.3) {
            rng.below(u64::from(max_outflow) + 1) as u32
        } else {
            0
        },
    }
}

/// Adds a room, and the people who come for it.
fn add_room(seed: u64, index: u16, scenario: &mut Scenario, rng: &mut SimRng) {
    let duration_s = scenario.duration_s;
    let max_outflow = RATES[rng.below(RATES.len() as u64) as usize];
    // A failover can undo the other rooms' schedules, draws and keys; see `storm`.
    let fails_over = scenario.faults.chaos.failovers_an_hour > 0.0;
    let drawn = room(duration_s, max_outflow, rng);
    let plain = ScenarioRoom {
        visibility: drawn.visibility,
        redirects_max: drawn.redirects_max,
        ..ScenarioRoom::open(max_outflow)
    };
    scenario.rooms.push(ScenarioRoom {
        share: drawn_share(max_outflow, rng),
        ..if fails_over { plain } else { drawn }
    });
    let name = format!("room{index}");
    let drawn = crowd(seed, rng);
    let keys = if fails_over { 0 } else { drawn.keys };
    scenario.crowds.insert(
        name.clone(),
        Crowd {
            room: index,
            keys,
            ..drawn
        },
    );
    let people = (u64::from(max_outflow) * duration_s / 60 + 20).min(PEOPLE);
    scenario.arrivals.spike.push(Spike {
        at_s: rng.below(duration_s / 2),
        over_s: rng.between([1, 60]),
        people: rng.between([1, people / 2]),
        crowd: name.clone(),
    });
    scenario.arrivals.poisson.push(Poisson {
        from_s: 0,
        to_s: None,
        per_minute: people as f64 * 60.0 / duration_s as f64 * share(1.0, rng),
        per_minute_at_end: None,
        crowd: name,
    });
}

/// Restarts one node after the other, as an update does.
pub(crate) fn restart_all(scenario: &mut Scenario, rng: &mut SimRng) {
    let begins_s = rng.below(scenario.duration_s / 2);
    let gap_s = rng.between([1, 30]);
    let down_ms = rng.between([200, 10_000]);
    let restarts = (0..scenario.nodes.count).map(|node| Restart {
        at_s: begins_s + node as u64 * gap_s,
        node,
        down_ms,
    });
    scenario.faults.restart.extend(restarts);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_storm_is_a_valid_scenario_file() {
        for seed in 0..200 {
            pool_storm(seed).check().expect("every figure is in its range");
            unseen_pool_storm(seed).check().expect("every figure is in its range");
        }
    }
}

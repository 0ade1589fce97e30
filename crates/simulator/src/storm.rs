//! Storms: short generated scenarios, one per seed, in which many faults happen at once in a room
//! of a few hundred people.
//!
//! Everything is drawn: the rate, nodes, clocks, the network, arrivals and their behaviour, the
//! operator's orders, crashes between any two steps, refused commits and lost answers, an
//! unavailable store, disconnected or stopped nodes, and leases. The same seed gives the same
//! scenario. Storms are short, so that a thousand of them take a few minutes and a failing one is
//! easy to read.
//!
//! Storms are not typical. They show only whether the invariants hold.

use std::collections::BTreeMap;

use crate::dice::{Dice, Part};
use crate::scenario::{
    Act, Arrivals, AsideTakers, CROWD_DEFAULT, Chaos, ClockStep, Crash, Crowd, Faults, Network, Nodes, OperatorAction,
    Partition, Pause, PlaceMove, Poisson, RoomOpening, Scenario, ScenarioRoom, ScenarioSite, ScenarioVisibility, Spike,
    StoreAway,
};

/// The duration of a storm, from and to, in seconds.
const DURATION_S: [u64; 2] = [200, 560];
/// The approximate largest number of people in a storm.
const PEOPLE: u64 = 400;
const HOUR_MS: u64 = 3_600_000;

/// Returns the storm of a seed.
#[must_use]
pub fn storm(seed: u64) -> Scenario {
    let mut dice = Dice::of(seed, Part::Story);
    let duration_s = dice.between(DURATION_S);
    let max_outflow = [1, 5, 17, 60, 61, 120, 300][dice.below(7) as usize];
    let mut nodes = nodes(&mut dice);
    let room = room(duration_s, max_outflow, &mut dice);
    let mut faults = faults(duration_s, nodes.count, &mut dice);
    // Schedules depend on wall clocks: half of the scheduled storms have accurate clocks, so that
    // the schedule can be judged strictly.
    if room.start_s.is_some() && dice.chance(0.5) {
        nodes.wall_skew_ms = dice.between([0, 20]);
        faults.clock_step.clear();
        faults.chaos.clock_steps_an_hour = 0.0;
    }
    let mut scenario = Scenario {
        title: format!("Storm {seed}"),
        about: "Drawn from its seed.".to_owned(),
        duration_s,
        measure_from_s: 0,
        room,
        rooms: Vec::new(),
        pool: None,
        codes: Vec::new(),
        site: None,
        nodes,
        network: network(&mut dice),
        arrivals: arrivals(duration_s, max_outflow, &mut dice),
        crowds: BTreeMap::from([(CROWD_DEFAULT.to_owned(), crowd(seed, &mut dice))]),
        operator: orders(duration_s, max_outflow, &mut dice),
        faults,
    };
    leases(seed, &mut scenario);
    failovers(seed, &mut scenario);
    moves(seed, &mut scenario);
    asides(seed, &mut scenario);
    scenario
}

/// Returns the storm of a seed with a site behind the room, on which people have sessions: limits
/// that change, checkouts, silence, sessions that the operator ends, and pages that are slow.
/// Leases, which no pool has, are left out.
#[must_use]
pub fn site_storm(seed: u64) -> Scenario {
    let mut scenario = storm(seed);
    let mut dice = Dice::of(seed, Part::SiteStory);
    let (duration_s, max_outflow) = (scenario.duration_s, scenario.room.max_outflow);
    let limits = [0, 1, 2, 5, 12, 40];
    let limit = |dice: &mut Dice| limits[dice.below(limits.len() as u64) as usize];
    let rates = [1, max_outflow.div_ceil(2), max_outflow];
    let session_s = dice.between([5, 90]);
    let rate = dice.chance(0.5).then(|| rates[dice.below(3) as usize]);
    scenario.title = format!("Storm {seed} on a site");
    scenario.room.leases = false;
    scenario.site = Some(ScenarioSite {
        max_sessions: dice.chance(0.8).then(|| 1 + limit(&mut dice)),
        stock: dice.chance(0.3).then(|| limit(&mut dice)),
        rate,
        autotune: rate.is_some() && dice.chance(0.5),
        session_s,
        stay_s: span([0, 60], [0, 240], &mut dice),
        page_s: span([1, session_s], [0, session_s], &mut dice),
        checkouts: share(1.0, &mut dice),
        knee_per_minute: if dice.chance(0.5) { max_outflow.div_ceil(3) } else { 0 },
    });
    let more = (0..dice.below(8)).map(|_| OperatorAction {
        at_s: dice.below(duration_s),
        room: 0,
        action: match dice.below(6) {
            0 | 1 => Act::MaxSessions(limit(&mut dice)),
            2 | 3 => Act::Stock(limit(&mut dice)),
            4 => Act::SiteRate(if rate.is_some() {
                rates[dice.below(3) as usize]
            } else {
                max_outflow
            }),
            _ => Act::EndSessions(dice.between([1, 10])),
        },
    });
    scenario.operator.extend(more);
    scenario.operator.sort_by_key(|order| order.at_s);
    let tuned = scenario.site.as_ref().is_some_and(|site| site.autotune);
    if tuned && dice.chance(0.5) {
        tune(&mut scenario, &mut dice);
    }
    scenario
}

/// Makes autotune the limit of a storm: the site has no cap, slow pages, and enough people to
/// measure them and to wait. A cap is often the tighter limit and would hide autotune's reason.
/// There is no failover, because it can restore the rate that a line had before the fall.
fn tune(scenario: &mut Scenario, dice: &mut Dice) {
    let rate = dice.between([60, 120]) as u32;
    let duration_s = scenario.duration_s;
    let limits = |act: &Act| {
        matches!(
            act,
            Act::MaxSessions(_) | Act::Stock(_) | Act::SiteRate(_) | Act::MaxOutflow(_)
        )
    };
    scenario.operator.retain(|order| !limits(&order.action));
    scenario.room.max_outflow = rate;
    scenario.faults.chaos.failovers_an_hour = 0.0;
    scenario.arrivals.spike = vec![Spike {
        at_s: 0,
        over_s: dice.between([1, 30]),
        people: u64::from(rate) * duration_s.min(240) / 60,
        crowd: CROWD_DEFAULT.to_owned(),
    }];
    if let Some(site) = &mut scenario.site {
        (site.max_sessions, site.stock) = (None, None);
        (site.rate, site.knee_per_minute) = (Some(rate), rate / 3);
    }
}

/// Returns 0 in 40 % of cases, else a share below `most`.
pub(crate) fn share(most: f64, dice: &mut Dice) -> f64 {
    if dice.chance(0.4) { 0.0 } else { dice.unit() * most }
}

pub(crate) fn span(from: [u64; 2], more: [u64; 2], dice: &mut Dice) -> [u64; 2] {
    let from = dice.between(from);
    [from, from + dice.between(more)]
}

/// Draws a room: about a third have a start, and some have an end, a draw within seconds, or a line
/// that is visible at peak only.
pub(crate) fn room(duration_s: u64, max_outflow: u32, dice: &mut Dice) -> ScenarioRoom {
    let start_s = dice.chance(0.35).then(|| dice.between([20, duration_s / 2]));
    let first_end_s = start_s.unwrap_or(0) + 60;
    ScenarioRoom {
        redirects_max: dice.between([1, 5]) as u8,
        start_s,
        prequeue_s: dice.between([0, start_s.unwrap_or(0)]),
        end_s: dice.chance(0.15).then(|| dice.between([first_end_s, duration_s + 60])),
        opening: if dice.chance(0.5) {
            RoomOpening::Full
        } else {
            RoomOpening::Even
        },
        visibility: match dice.below(10) {
            0 => ScenarioVisibility::AtPeak,
            1 => ScenarioVisibility::AtPeakBurst,
            _ => ScenarioVisibility::Always,
        },
        fairness_s: dice.chance(0.2).then(|| dice.between([1, 30])),
        ..ScenarioRoom::open(max_outflow)
    }
}

fn nodes(dice: &mut Dice) -> Nodes {
    Nodes {
        count: dice.between([1, 4]) as usize,
        commit_ms: span([1, 20], [1, 80], dice),
        slow_ms_a_second: dice.between([0, 8]),
        wall_skew_ms: dice.between([0, 2_000]),
        shared: false,
    }
}

fn network(dice: &mut Dice) -> Network {
    Network {
        delay_ms: span([5, 200], [1, 1_300], dice),
        loss: share(0.1, dice),
        retry_ms: dice.between([1_000, 8_000]),
    }
}

fn arrivals(duration_s: u64, max_outflow: u32, dice: &mut Dice) -> Arrivals {
    let through = u64::from(max_outflow) * duration_s / 60;
    let people = (through + 20).min(PEOPLE);
    let spike = Spike {
        at_s: dice.below(30),
        over_s: dice.between([1, 60]),
        people: dice.between([1, people / 2]),
        crowd: CROWD_DEFAULT.to_owned(),
    };
    let later = Poisson {
        from_s: 0,
        to_s: None,
        per_minute: people as f64 * 60.0 / duration_s as f64 * dice.unit(),
        per_minute_at_end: None,
        crowd: CROWD_DEFAULT.to_owned(),
    };
    Arrivals {
        poisson: vec![later],
        spike: vec![spike],
        ..Arrivals::default()
    }
}

pub(crate) fn crowd(seed: u64, dice: &mut Dice) -> Crowd {
    // A separate generator draws the keys, so that crowds without keys stay the same.
    let mut keys = Dice::of(seed, Part::Keys);
    Crowd {
        keys: if keys.chance(0.3) { keys.between([1, PEOPLE]) } else { 0 },
        no_shows: share(0.9, dice),
        no_show_after_s: span([0, 60], [0, 120], dice),
        patience_s: if dice.chance(0.3) { dice.between([60, 600]) } else { 0 },
        goodbyes: share(1.0, dice),
        come_back: share(1.0, dice),
        come_back_after_s: span([1, 100], [0, 200], dice),
        hidden: share(0.5, dice),
        robots: share(0.5, dice),
        returners: share(0.6, dice),
        return_after_s: span([1, 200], [0, 100], dice),
        changes: None,
        moves: None,
        room: 0,
        ..Crowd::default()
    }
}

fn orders(duration_s: u64, max_outflow: u32, dice: &mut Dice) -> Vec<OperatorAction> {
    let rates = [0, 1, max_outflow / 3, max_outflow, max_outflow * 2, max_outflow * 5];
    let mut orders: Vec<OperatorAction> = (0..dice.below(7))
        .map(|_| OperatorAction {
            at_s: dice.below(duration_s),
            room: 0,
            action: match dice.below(20) {
                0..5 => Act::Pause,
                5..10 => Act::Resume,
                10 => Act::Disable,
                11 => Act::Enable,
                12 => Act::End,
                13 => Act::Reset,
                _ => Act::MaxOutflow(rates[dice.below(rates.len() as u64) as usize]),
            },
        })
        .collect();
    orders.sort_by_key(|order| order.at_s);
    orders
}

fn faults(duration_s: u64, nodes: usize, dice: &mut Dice) -> Faults {
    let node = |dice: &mut Dice| dice.below(nodes as u64) as usize;
    let crash = (0..dice.below(3)).map(|_| Crash {
        at_s: dice.below(duration_s),
        node: node(dice),
        down_ms: dice.between([0, 20_000]),
    });
    let crash = crash.collect();
    let clock_step = (0..dice.below(3)).map(|_| ClockStep {
        at_s: dice.below(duration_s),
        node: node(dice),
        by_ms: dice.between([0, 2 * HOUR_MS]).cast_signed() - HOUR_MS.cast_signed(),
    });
    let clock_step = clock_step.collect();
    let store_away = (0..dice.below(2)).map(|_| StoreAway {
        at_s: dice.below(duration_s),
        for_ms: dice.between([1, 15_000]),
    });
    Faults {
        crash,
        clock_step,
        store_away: store_away.collect(),
        chaos: Chaos {
            crashes_an_hour: share(200.0, dice),
            down_ms_max: dice.between([0, 10_000]),
            clock_steps_an_hour: share(100.0, dice),
            clock_step_ms_max: HOUR_MS,
            unknown_commits: share(0.1, dice),
            refused_commits: share(0.1, dice),
            ..Chaos::default()
        },
        ..Faults::default()
    }
}

/// Adds failovers of the store to about a quarter of the storms. A generator of its own draws them,
/// as for keys. These storms have no draws, vouchers or new runs, because a failover can undo their
/// changes if no node remembers them.
fn failovers(seed: u64, scenario: &mut Scenario) {
    let mut dice = Dice::of(seed, Part::Failovers);
    if !dice.chance(0.25) {
        return;
    }
    scenario.room = ScenarioRoom {
        start_s: None,
        prequeue_s: 0,
        end_s: None,
        fairness_s: None,
        ..scenario.room.clone()
    };
    scenario.crowds.values_mut().for_each(|crowd| crowd.keys = 0);
    scenario.operator.retain(|order| !matches!(order.action, Act::Reset));
    let chaos = &mut scenario.faults.chaos;
    chaos.failovers_an_hour = 20.0 + dice.unit() * 200.0;
    chaos.failover_loses_ms_max = dice.between([0, 10_000]);
}

/// Gives nodes leases in about half of the storms, and cuts off or stops some nodes in most storms.
/// A generator of its own draws this, so that the rest of a storm stays the same.
fn leases(seed: u64, scenario: &mut Scenario) {
    let mut dice = Dice::of(seed, Part::Leases);
    let (duration_s, last) = (scenario.duration_s, scenario.nodes.count as u64 - 1);
    scenario.room.leases = dice.chance(0.5);
    scenario.faults.partition = (0..dice.below(4))
        .map(|_| Partition {
            at_s: dice.below(duration_s),
            node: dice.between([0, last]) as usize,
            for_ms: dice.between([1, 15_000]),
        })
        .collect();
    scenario.faults.pause = (0..dice.below(3))
        .map(|_| Pause {
            at_s: dice.below(duration_s),
            node: dice.between([0, last]) as usize,
            for_ms: dice.between([1, 15_000]),
        })
        .collect();
}

/// Lets visitors take their places to other devices in some storms. A generator of its own draws
/// this, so that the other storms stay the same. Storms with failovers or leases are left out: a
/// failover can undo a move that no node remembers, and a node that runs on its lease alone does
/// not know of moves.
pub(crate) fn moves(seed: u64, scenario: &mut Scenario) {
    let mut dice = Dice::of(seed, Part::MoveStory);
    let is_left_out = scenario.room.leases || scenario.faults.chaos.failovers_an_hour > 0.0;
    if is_left_out || !dice.chance(0.4) {
        return;
    }
    for crowd in scenario.crowds.values_mut() {
        crowd.moves = Some(PlaceMove {
            share: dice.unit() * 0.5,
            after_s: span([0, 60], [0, 120], &mut dice),
            rivals: share(1.0, &mut dice),
        });
    }
}

/// Lets visitors step aside in some storms. A generator of its own draws this, as for moves. Storms
/// with failovers or leases are left out: a node that runs on its lease alone lets in visitors
/// whose claims it held before, and a failover can restore grants from before a visitor stepped
/// aside.
pub(crate) fn asides(seed: u64, scenario: &mut Scenario) {
    let mut dice = Dice::of(seed, Part::AsideStory);
    let is_left_out = scenario.room.leases || scenario.faults.chaos.failovers_an_hour > 0.0;
    if is_left_out || !dice.chance(0.4) {
        return;
    }
    for crowd in scenario.crowds.values_mut() {
        crowd.asides = Some(AsideTakers {
            share: dice.unit() * 0.5,
            for_s: span([1, 60], [0, 200], &mut dice),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_draws_its_story_and_another_one_another() {
        let story = |seed| format!("{:?}", storm(seed));
        assert_eq!(story(3), story(3));
        assert_ne!(story(3), story(4));
    }

    #[test]
    fn a_story_could_have_been_written_as_a_file() {
        for seed in 0..200 {
            storm(seed).check().expect("every figure is in its range");
            site_storm(seed).check().expect("every figure is in its range");
        }
    }
}

//! Storms: short generated scenarios, one per seed, in which many faults happen at once in a room
//! of a few hundred people.
//!
//! Everything is drawn: the rate, nodes, clocks, the network, arrivals and their behaviour, the
//! operator's orders, crashes between any two steps, refused commits, commits that arrive twice,
//! lost and late answers, an unavailable store, disconnected or stopped nodes, and leases. The same
//! seed gives the same scenario. Storms are short, so that a thousand of them take a few minutes
//! and a failing one is easy to read.
//!
//! Storms are not typical. They show only whether the invariants hold.

use std::collections::BTreeMap;

use crate::scenario::{
    Act, Arrivals, AsideTakers, CROWD_DEFAULT, Chaos, ClockStep, Crash, Crowd, Emptied, Faults, Network, Nodes,
    OperatorAction, Partition, Pause, PlaceTransfer, Poisson, RoomOpening, Scenario, ScenarioRoom, ScenarioSite,
    ScenarioVisibility, Spike, StoreAway,
};
use crate::sim_rng::{Part, SimRng};

/// The duration of a storm, from and to, in seconds.
const DURATION_S: [u64; 2] = [200, 560];
/// The approximate largest number of people in a storm.
const PEOPLE: u64 = 400;
const HOUR_MS: u64 = 3_600_000;

/// Returns the storm of a seed.
#[must_use]
pub fn storm(seed: u64) -> Scenario {
    let mut rng = SimRng::of(seed, Part::Story);
    let duration_s = rng.between(DURATION_S);
    let max_outflow = [1, 5, 17, 60, 61, 120, 300][rng.below(7) as usize];
    let mut nodes = nodes(&mut rng);
    let room = room(duration_s, max_outflow, &mut rng);
    let mut faults = faults(duration_s, nodes.count, &mut rng);
    // Schedules depend on wall clocks: half of the scheduled storms have accurate clocks, so that
    // the schedule can be judged strictly.
    if room.start_s.is_some() && rng.chance(0.5) {
        nodes.wall_skew_ms = rng.between([0, 20]);
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
        network: network(&mut rng),
        arrivals: arrivals(duration_s, max_outflow, &mut rng),
        crowds: BTreeMap::from([(CROWD_DEFAULT.to_owned(), crowd(seed, &mut rng))]),
        operator: orders(duration_s, max_outflow, &mut rng),
        faults,
    };
    leases(seed, &mut scenario);
    failovers(seed, &mut scenario);
    transfers(seed, &mut scenario);
    asides(seed, &mut scenario);
    replies(seed, &mut scenario);
    emptied(seed, &mut scenario);
    scenario
}

/// Returns the storm of a seed with a site behind the room, on which people have sessions: limits
/// that change, checkouts, silence, sessions that the operator ends, and pages that are slow.
/// Leases, which no pool has, are left out, and a store that comes back without any data, which
/// loses the sessions.
#[must_use]
pub fn site_storm(seed: u64) -> Scenario {
    let mut scenario = storm(seed);
    let mut rng = SimRng::of(seed, Part::SiteStory);
    scenario.title = format!("Storm {seed} on a site");
    add_site(&mut scenario, &mut rng);
    let tuned = scenario.site.as_ref().is_some_and(|site| site.autotune);
    if tuned && rng.chance(0.5) {
        tune(&mut scenario, &mut rng);
    }
    scenario
}

/// Adds a site behind the room to a storm, and the operator's orders about it.
pub(crate) fn add_site(scenario: &mut Scenario, rng: &mut SimRng) {
    let (duration_s, max_outflow) = (scenario.duration_s, scenario.room.max_outflow);
    let limits = [0, 1, 2, 5, 12, 40];
    let limit = |rng: &mut SimRng| limits[rng.below(limits.len() as u64) as usize];
    let rates = [1, max_outflow.div_ceil(2), max_outflow];
    let session_s = rng.between([5, 90]);
    let rate = rng.chance(0.5).then(|| rates[rng.below(3) as usize]);
    scenario.room.leases = false;
    scenario.faults.emptied.clear();
    scenario.site = Some(ScenarioSite {
        max_sessions: rng.chance(0.8).then(|| 1 + limit(rng)),
        stock: rng.chance(0.3).then(|| limit(rng)),
        rate,
        autotune: rate.is_some() && rng.chance(0.5),
        session_s,
        stay_s: span([0, 60], [0, 240], rng),
        page_s: span([1, session_s], [0, session_s], rng),
        checkouts: share(1.0, rng),
        knee_per_minute: if rng.chance(0.5) { max_outflow.div_ceil(3) } else { 0 },
    });
    let more = (0..rng.below(8)).map(|_| OperatorAction {
        at_s: rng.below(duration_s),
        room: 0,
        action: match rng.below(6) {
            0 | 1 => Act::MaxSessions(limit(rng)),
            2 | 3 => Act::Stock(limit(rng)),
            4 => Act::SiteRate(if rate.is_some() {
                rates[rng.below(3) as usize]
            } else {
                max_outflow
            }),
            _ => Act::EndSessions(rng.between([1, 10])),
        },
    });
    scenario.operator.extend(more);
    scenario.operator.sort_by_key(|order| order.at_s);
}

/// Makes autotune the limit of a storm: the site has no cap, slow pages, and enough people to
/// measure them and to wait. A cap is often the tighter limit and would hide autotune's reason.
/// There is no failover, because it can restore the rate that a line had before the fall.
fn tune(scenario: &mut Scenario, rng: &mut SimRng) {
    let rate = rng.between([60, 120]) as u32;
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
        over_s: rng.between([1, 30]),
        people: u64::from(rate) * duration_s.min(240) / 60,
        crowd: CROWD_DEFAULT.to_owned(),
    }];
    if let Some(site) = &mut scenario.site {
        (site.max_sessions, site.stock) = (None, None);
        (site.rate, site.knee_per_minute) = (Some(rate), rate / 3);
    }
}

/// Returns 0 in 40 % of cases, else a share below `most`.
pub(crate) fn share(most: f64, rng: &mut SimRng) -> f64 {
    if rng.chance(0.4) { 0.0 } else { rng.unit() * most }
}

pub(crate) fn span(from: [u64; 2], more: [u64; 2], rng: &mut SimRng) -> [u64; 2] {
    let from = rng.between(from);
    [from, from + rng.between(more)]
}

/// Draws a room: about a third have a start, and some have an end, a draw within seconds, or a line
/// that is visible at peak only.
pub(crate) fn room(duration_s: u64, max_outflow: u32, rng: &mut SimRng) -> ScenarioRoom {
    let start_s = rng.chance(0.35).then(|| rng.between([20, duration_s / 2]));
    let first_end_s = start_s.unwrap_or(0) + 60;
    ScenarioRoom {
        redirects_max: rng.between([1, 5]) as u8,
        start_s,
        prequeue_s: rng.between([0, start_s.unwrap_or(0)]),
        end_s: rng.chance(0.15).then(|| rng.between([first_end_s, duration_s + 60])),
        opening: if rng.chance(0.5) {
            RoomOpening::Full
        } else {
            RoomOpening::Even
        },
        visibility: match rng.below(10) {
            0 => ScenarioVisibility::AtPeak,
            1 => ScenarioVisibility::AtPeakBurst,
            _ => ScenarioVisibility::Always,
        },
        fairness_s: rng.chance(0.2).then(|| rng.between([1, 30])),
        ..ScenarioRoom::open(max_outflow)
    }
}

fn nodes(rng: &mut SimRng) -> Nodes {
    Nodes {
        count: rng.between([1, 4]) as usize,
        commit_ms: span([1, 20], [1, 80], rng),
        slow_ms_a_second: rng.between([0, 8]),
        wall_skew_ms: rng.between([0, 2_000]),
        shared: false,
    }
}

fn network(rng: &mut SimRng) -> Network {
    Network {
        delay_ms: span([5, 200], [1, 1_300], rng),
        loss: share(0.1, rng),
        retry_ms: rng.between([1_000, 8_000]),
    }
}

fn arrivals(duration_s: u64, max_outflow: u32, rng: &mut SimRng) -> Arrivals {
    let through = u64::from(max_outflow) * duration_s / 60;
    let people = (through + 20).min(PEOPLE);
    let spike = Spike {
        at_s: rng.below(30),
        over_s: rng.between([1, 60]),
        people: rng.between([1, people / 2]),
        crowd: CROWD_DEFAULT.to_owned(),
    };
    let per_minute = people as f64 * 60.0 / duration_s as f64 * rng.unit();
    let later = Poisson::throughout(per_minute, CROWD_DEFAULT);
    Arrivals {
        poisson: vec![later],
        spike: vec![spike],
        ..Arrivals::default()
    }
}

pub(crate) fn crowd(seed: u64, rng: &mut SimRng) -> Crowd {
    // A separate generator draws the keys, so that crowds without keys stay the same.
    let mut keys = SimRng::of(seed, Part::Keys);
    Crowd {
        keys: if keys.chance(0.3) { keys.between([1, PEOPLE]) } else { 0 },
        no_shows: share(0.9, rng),
        no_show_after_s: span([0, 60], [0, 120], rng),
        patience_s: if rng.chance(0.3) { rng.between([60, 600]) } else { 0 },
        goodbyes: share(1.0, rng),
        come_back: share(1.0, rng),
        come_back_after_s: span([1, 100], [0, 200], rng),
        hidden: share(0.5, rng),
        robots: share(0.5, rng),
        returners: share(0.6, rng),
        return_after_s: span([1, 200], [0, 100], rng),
        changes: None,
        moves: None,
        room: 0,
        ..Crowd::default()
    }
}

fn orders(duration_s: u64, max_outflow: u32, rng: &mut SimRng) -> Vec<OperatorAction> {
    let rates = [0, 1, max_outflow / 3, max_outflow, max_outflow * 2, max_outflow * 5];
    let mut orders: Vec<OperatorAction> = (0..rng.below(7))
        .map(|_| OperatorAction {
            at_s: rng.below(duration_s),
            room: 0,
            action: match rng.below(20) {
                0..5 => Act::Pause,
                5..10 => Act::Resume,
                10 => Act::Disable,
                11 => Act::Enable,
                12 => Act::End,
                13 => Act::Reset,
                _ => Act::MaxOutflow(rates[rng.below(rates.len() as u64) as usize]),
            },
        })
        .collect();
    orders.sort_by_key(|order| order.at_s);
    orders
}

fn faults(duration_s: u64, nodes: usize, rng: &mut SimRng) -> Faults {
    let node = |rng: &mut SimRng| rng.below(nodes as u64) as usize;
    let crash = (0..rng.below(3)).map(|_| Crash {
        at_s: rng.below(duration_s),
        node: node(rng),
        down_ms: rng.between([0, 20_000]),
    });
    let crash = crash.collect();
    let clock_step = (0..rng.below(3)).map(|_| ClockStep {
        at_s: rng.below(duration_s),
        node: node(rng),
        by_ms: rng.between([0, 2 * HOUR_MS]).cast_signed() - HOUR_MS.cast_signed(),
    });
    let clock_step = clock_step.collect();
    let store_away = (0..rng.below(2)).map(|_| StoreAway {
        at_s: rng.below(duration_s),
        for_ms: rng.between([1, 15_000]),
    });
    Faults {
        crash,
        clock_step,
        store_away: store_away.collect(),
        chaos: Chaos {
            crashes_an_hour: share(200.0, rng),
            down_ms_max: rng.between([0, 10_000]),
            clock_steps_an_hour: share(100.0, rng),
            clock_step_ms_max: HOUR_MS,
            unknown_commits: share(0.1, rng),
            refused_commits: share(0.1, rng),
            ..Chaos::default()
        },
        ..Faults::default()
    }
}

/// Adds failovers of the store to about a quarter of the storms. A generator of its own draws them,
/// as for keys. These storms have no draws, vouchers or new runs, because a failover can undo their
/// changes if no node remembers them.
fn failovers(seed: u64, scenario: &mut Scenario) {
    let mut rng = SimRng::of(seed, Part::Failovers);
    if !rng.chance(0.25) {
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
    chaos.failovers_an_hour = 20.0 + rng.unit() * 200.0;
    chaos.failover_loses_ms_max = rng.between([0, 10_000]);
}

/// Gives nodes leases in about half of the storms, and cuts off or stops some nodes in most storms.
/// A generator of its own draws this, so that the rest of a storm stays the same.
fn leases(seed: u64, scenario: &mut Scenario) {
    let mut rng = SimRng::of(seed, Part::Leases);
    let (duration_s, last) = (scenario.duration_s, scenario.nodes.count as u64 - 1);
    scenario.room.leases = rng.chance(0.5);
    scenario.faults.partition = (0..rng.below(4))
        .map(|_| Partition {
            at_s: rng.below(duration_s),
            node: rng.between([0, last]) as usize,
            for_ms: rng.between([1, 15_000]),
        })
        .collect();
    scenario.faults.pause = (0..rng.below(3))
        .map(|_| Pause {
            at_s: rng.below(duration_s),
            node: rng.between([0, last]) as usize,
            for_ms: rng.between([1, 15_000]),
        })
        .collect();
}

/// Lets visitors take their places to other devices in some storms. A generator of its own draws
/// this, so that the other storms stay the same. Storms with failovers or leases are left out: a
/// failover can undo a transfer that no node remembers, and a node that runs on its lease alone
/// does not know of transfers.
pub(crate) fn transfers(seed: u64, scenario: &mut Scenario) {
    let mut rng = SimRng::of(seed, Part::TransferStory);
    let is_left_out = scenario.room.leases || scenario.faults.chaos.failovers_an_hour > 0.0;
    if is_left_out || !rng.chance(0.4) {
        return;
    }
    for crowd in scenario.crowds.values_mut() {
        crowd.moves = Some(PlaceTransfer {
            share: rng.unit() * 0.5,
            after_s: span([0, 60], [0, 120], &mut rng),
            rivals: share(1.0, &mut rng),
        });
    }
}

/// Lets visitors step aside in some storms. A generator of its own draws this, as for transfers.
/// Storms with failovers or leases are left out: a node that runs on its lease alone lets in
/// visitors whose claims it held before, and a failover can restore grants from before a visitor
/// stepped aside.
pub(crate) fn asides(seed: u64, scenario: &mut Scenario) {
    let mut rng = SimRng::of(seed, Part::AsideStory);
    let is_left_out = scenario.room.leases || scenario.faults.chaos.failovers_an_hour > 0.0;
    if is_left_out || !rng.chance(0.4) {
        return;
    }
    for crowd in scenario.crowds.values_mut() {
        crowd.asides = Some(AsideTakers {
            share: rng.unit() * 0.5,
            for_s: span([1, 60], [0, 200], &mut rng),
        });
    }
}

/// Lets the network deliver commits twice in most storms, and lets replies of the store arrive too
/// late in some. A generator of its own draws this, as for transfers. A commit that is delivered
/// twice changes nothing else in the course of a storm.
fn replies(seed: u64, scenario: &mut Scenario) {
    let mut rng = SimRng::of(seed, Part::ReplyStory);
    let chaos = &mut scenario.faults.chaos;
    chaos.repeated_commits = share(0.2, &mut rng);
    chaos.late_replies = if rng.chance(0.3) { rng.unit() * 0.005 } else { 0.0 };
}

/// Lets the store come back without any data once, in four of ten storms with failovers, so in one
/// of ten. A generator of its own draws this, as for transfers. Before that moment, the course of a
/// storm stays the same.
fn emptied(seed: u64, scenario: &mut Scenario) {
    let mut rng = SimRng::of(seed, Part::EmptiedStory);
    if scenario.faults.chaos.failovers_an_hour > 0.0 && rng.chance(0.4) {
        let at_s = rng.between([scenario.duration_s / 4, scenario.duration_s * 3 / 4]);
        let amid_commit = rng.chance(0.5);
        scenario.faults.emptied = vec![Emptied { at_s, amid_commit }];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_seeds_give_equal_storms_and_different_seeds_different_ones() {
        let story = |seed| format!("{:?}", storm(seed));
        assert_eq!(story(3), story(3));
        assert_ne!(story(3), story(4));
    }

    #[test]
    fn a_storm_is_a_valid_scenario_file() {
        for seed in 0..200 {
            storm(seed).check().expect("every figure is in its range");
            site_storm(seed).check().expect("every figure is in its range");
        }
    }
}

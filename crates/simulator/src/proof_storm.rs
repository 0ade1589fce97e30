//! Storms of proofs: the storm of a seed with attackers, in which newcomers bring proofs of work
//! and of patience. Some honest visitors run no scripts and wait instead of working; so do
//! attackers with a network each. A subscriber takes each place from another network of one subnet,
//! and so does the owner of a subnet that others have a part of. Thieves bring proofs of others, of
//! their own network or another, before or after their owners. Often the room has a capacity, and
//! people fill it who then go away. Nodes crash, and are often restarted one after the other. In
//! four of ten storms a site behind the room counts its people, with limits that change. In three
//! of ten the operator has rules for addresses and scores, whose price is paid by proofs as well.
//! In a fifth a code by e-mail pays for the place, and attackers share mailboxes.
//!
//! A second kind has further rooms in a pool, which are attacked in the same way, and share the
//! site if there is one. Thieves also bring the proofs of one room to another.
//!
//! Clocks are accurate within half a second and make no steps: nodes follow the store's time, and
//! proofs are good for a time.

use std::collections::BTreeMap;

use crate::attack_storm::{ATTACKERS, NEIGHBOURS, attack_storm, early_spike};
use crate::pool_storm::{drawn_share, restart_all};
use crate::scenario::{CROWD_DEFAULT, Crowd, Poisson, Scenario, ScenarioPool, ScenarioPrice, ScenarioRoom};
use crate::screened_storm::add_rules;
use crate::sim_rng::{Part, SimRng};
use crate::storm::{add_site, share};

/// Attackers with a network each, who wait instead of working.
const DRIP: &str = "drip";
/// Attackers who have all networks of a subnet: the name, the subnet, and whether it is that of one
/// subscriber (an IPv6 /48, and an IPv4 /24).
const SUBNETS: [(&str, u64, bool); 2] = [("subscriber", 1, true), ("subnet", 2, false)];
/// The provider of a subnet has a number above this one.
const PROVIDERS_OF_SUBNETS: u64 = 100;
/// Visitors who take places early and go away.
const FILLERS: &str = "fillers";
/// The networks of thieves: one of their own each, that of the attackers, and that of the
/// neighbours.
const THIEVES_OF: [u64; 3] = [0, 1, 2];
/// The chance that a site counts the people of the room.
const ON_A_SITE: f64 = 0.4;
/// The chance that the operator has rules for addresses and scores.
const WITH_RULES: f64 = 0.3;
/// The chance that a code pays for a place.
const WITH_CODES: f64 = 0.2;
/// The mailboxes that the attackers of a crowd share, from and to.
const MAILBOXES: [u64; 2] = [5, 200];
/// The longest error of a node's clock, in milliseconds.
const CLOCK_ERROR_MS: u64 = 500;
/// The capacity of a room, from and to.
const CAPACITY: [u64; 2] = [20, 300];
const RATES: [u32; 5] = [5, 17, 60, 120, 300];

/// Returns the storm of a seed with proofs.
#[must_use]
pub fn proof_storm(seed: u64) -> Scenario {
    let mut scenario = attack_storm(seed);
    let mut rng = SimRng::of(seed, Part::ProofStory);
    scenario.title = format!("Storm {seed} with proofs");
    scenario.nodes.wall_skew_ms = rng.between([0, CLOCK_ERROR_MS]);
    scenario.faults.clock_step.clear();
    scenario.faults.chaos.clock_steps_an_hour = 0.0;
    if let Some(price) = &mut scenario.room.price {
        price.proofs = true;
    }
    scenario.room.capacity = capacity(&mut rng);
    for name in [CROWD_DEFAULT, NEIGHBOURS, ATTACKERS] {
        scenario.crowds.entry(name.to_owned()).or_default().scriptless = share(0.6, &mut rng);
    }
    let start_s = scenario.room.start_s.unwrap_or(1);
    for network in THIEVES_OF {
        add_thieves(&mut scenario, (0, network, start_s), &mut rng);
    }
    add_spike(&mut scenario, (FILLERS, fillers(0)), ([20, 250], start_s), &mut rng);
    let drip = Crowd {
        scriptless: 1.0,
        ..Crowd::default()
    };
    scenario.crowds.insert(DRIP.to_owned(), drip);
    let steady = Poisson::throughout(rng.unit() * 60.0, DRIP);
    scenario.arrivals.poisson.push(steady);
    if rng.chance(0.5) {
        restart_all(&mut scenario, &mut rng);
    }
    for (name, subnet, subscriber) in SUBNETS {
        let works = scenario.crowd(ATTACKERS).work_max;
        let owner = Crowd {
            subnet,
            subscriber,
            provider: PROVIDERS_OF_SUBNETS + subnet,
            work_max: works,
            derivations_a_second: 10_000,
            ..Crowd::default()
        };
        add_spike(&mut scenario, (name, owner), ([20, 120], start_s), &mut rng);
    }
    if rng.chance(ON_A_SITE) {
        add_site(&mut scenario, &mut rng);
    }
    if rng.chance(WITH_RULES) {
        add_rules(&mut scenario, &mut rng);
    }
    add_mailboxes(&mut scenario, seed);
    scenario
}

/// Lets a code by e-mail pay for a place in some storms. Its own generator leaves the others as
/// they are.
fn add_mailboxes(scenario: &mut Scenario, seed: u64) {
    let mut rng = SimRng::of(seed, Part::MailboxStory);
    if !rng.chance(WITH_CODES) {
        return;
    }
    if let Some(price) = &mut scenario.room.price {
        price.code_pays = true;
    }
    for name in [ATTACKERS, DRIP] {
        scenario.crowds.entry(name.to_owned()).or_default().mailboxes = rng.between(MAILBOXES);
    }
}

/// Returns the storm of a seed with proofs, in a pool with one or two further rooms. A further room
/// is open from the beginning, or starts its sale at the same time as the first one.
#[must_use]
pub fn attacked_pool_storm(seed: u64) -> Scenario {
    let mut scenario = proof_storm(seed);
    let mut rng = SimRng::of(seed, Part::AttackedPoolStory);
    scenario.title = format!("Storm {seed} in a pool with attackers");
    scenario.room.share = drawn_share(scenario.room.max_outflow, &mut rng);
    for index in 1..=rng.between([1, 2]) {
        add_room(index as u16, &mut scenario, &mut rng);
    }
    let together = scenario.rooms().map(|room| u64::from(room.max_outflow)).sum::<u64>();
    let rate = rng.between([together.div_ceil(4), together]) as u32;
    scenario.pool = Some(ScenarioPool { rate });
    if let Some(site) = &mut scenario.site {
        // The rooms share one rate, which is that of the site.
        site.rate = Some(rate);
    }
    scenario
}

fn capacity(rng: &mut SimRng) -> Option<u64> {
    rng.chance(0.6).then(|| rng.between(CAPACITY))
}

/// Returns the crowd of people who fill a room, and then go away.
fn fillers(room: u16) -> Crowd {
    Crowd {
        no_shows: 1.0,
        no_show_after_s: [10, 90],
        room,
        ..Crowd::default()
    }
}

/// Adds a crowd that comes once within the time before the start.
fn add_spike(
    scenario: &mut Scenario,
    (name, crowd): (&str, Crowd),
    (people, start_s): ([u64; 2], u64),
    rng: &mut SimRng,
) {
    scenario.crowds.insert(name.to_owned(), crowd);
    let spike = early_spike(name, people, (start_s, start_s), rng);
    scenario.arrivals.spike.push(spike);
}

/// Adds thieves who come for a room from one network, or from one each.
fn add_thieves(scenario: &mut Scenario, (room, network, start_s): (u16, u64, u64), rng: &mut SimRng) {
    let thieves = Crowd {
        steals: true,
        network,
        room,
        ..Crowd::default()
    };
    let name = format!("thieves{room}of{network}");
    add_spike(scenario, (&name, thieves), ([1, 30], start_s), rng);
}

/// Adds a room with a price, the people who come for it, and its attackers.
fn add_room(index: u16, scenario: &mut Scenario, rng: &mut SimRng) {
    let first = &scenario.room;
    let start_s = first.start_s.unwrap_or(1);
    let is_sale = rng.chance(0.5);
    let max_outflow = RATES[rng.below(RATES.len() as u64) as usize];
    let room = ScenarioRoom {
        start_s: first.start_s.filter(|_| is_sale),
        prequeue_s: if is_sale { first.prequeue_s } else { 0 },
        redirects_max: first.redirects_max,
        // Where codes pay, a code of another room is worth nothing here or has another mailbox.
        price: first.price.map(|price| ScenarioPrice {
            code_pays: price.code_pays && index.is_multiple_of(2),
            ..price
        }),
        capacity: capacity(rng),
        share: drawn_share(max_outflow, rng),
        ..ScenarioRoom::open(max_outflow)
    };
    scenario.rooms.push(room);
    let honest = Crowd {
        room: index,
        scriptless: share(0.6, rng),
        ..Crowd::default()
    };
    let attackers = Crowd {
        room: index,
        ..scenario.crowd(ATTACKERS).clone()
    };
    let crowds = BTreeMap::from([("honest", honest), (ATTACKERS, attackers), (FILLERS, fillers(index))]);
    for (name, crowd) in crowds {
        add_spike(scenario, (&format!("{name}{index}"), crowd), ([10, 100], start_s), rng);
    }
    for network in THIEVES_OF {
        add_thieves(scenario, (index, network, start_s), rng);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_proof_storm_is_a_valid_scenario_file() {
        for seed in 0..200 {
            proof_storm(seed).check().expect("every figure is in its range");
            attacked_pool_storm(seed).check().expect("every figure is in its range");
        }
    }

    #[test]
    fn storms_with_proofs_have_thieves_and_visitors_without_scripts() {
        let storms: Vec<Scenario> = (0..50).map(proof_storm).collect();
        assert!(storms.iter().all(|storm| storm.room.takes_proofs()));
        let of_default = |storm: &&Scenario| storm.crowd(CROWD_DEFAULT).scriptless > 0.0;
        assert!(storms.iter().filter(of_default).count() > 10);
        assert!(storms.iter().filter(|storm| storm.room.capacity.is_some()).count() > 10);
        let steals = |storm: &Scenario| storm.crowds.values().filter(|crowd| crowd.steals).count();
        assert!(storms.iter().all(|storm| steals(storm) == THIEVES_OF.len()));
    }

    #[test]
    fn storms_with_proofs_are_on_a_site_in_four_of_ten() {
        let is_capped = |storm: &Scenario| storm.site.as_ref().is_some_and(|site| site.max_sessions.is_some());
        for story in [proof_storm, attacked_pool_storm] {
            let capped = (0..50).map(story).filter(is_capped).count();
            assert!((8..=25).contains(&capped), "{capped} of 50");
        }
        let pools = (0..50).map(attacked_pool_storm);
        let mut rates = pools.filter_map(|storm| Some((storm.site?.rate, storm.pool?.rate)));
        assert!(rates.all(|(site, pool)| site == Some(pool)));
    }

    #[test]
    fn in_some_storms_with_proofs_a_code_pays_for_a_place() {
        let storms: Vec<Scenario> = (0..100).map(attacked_pool_storm).collect();
        let coded = storms.iter().filter(|storm| storm.room.takes_codes());
        let ruled = coded.clone().filter(|storm| storm.room.screening.is_some()).count();
        let beside = coded
            .clone()
            .filter(|storm| storm.rooms().any(|room| !room.takes_codes()));
        assert!((8..=35).contains(&coded.clone().count()) && ruled > 0);
        assert_eq!(beside.count(), coded.count(), "another room takes none");
    }

    #[test]
    fn some_storms_with_proofs_have_rules_and_some_of_these_a_site() {
        let storms: Vec<Scenario> = (0..100).map(proof_storm).collect();
        let has_rules = |storm: &&Scenario| storm.room.screening.is_some();
        let ruled = storms.iter().filter(has_rules);
        let on_a_site = ruled.clone().filter(|storm| storm.site.is_some()).count();
        assert!(ruled.count() > 15 && on_a_site > 4);
    }
}

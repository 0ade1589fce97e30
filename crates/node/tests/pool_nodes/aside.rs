//! Tests that visitors who step aside for a while delay nobody, keep their place, and are let in
//! with the next free permit after the return.

use admission::poll_interval::POLL_MS_MIN;

use store::LostReply;

use super::diligent::{Kind, Visitors};
use super::scenarios::{SEEDS, assert_in_order, embedded};
use super::world::World;

/// Two polls, of which the second claims, and a second for the network and the commits.
const RETURN_MS_MAX: u64 = 2 * POLL_MS_MIN + 1_000;
/// The time by which chance moves a grant between two plays of a scenario: a poll interval.
const CHANCE_MS: u64 = POLL_MS_MIN + 500;

/// The action of one visitor of a scenario once it is nearly their turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Then {
    /// Steps aside, and comes back after this many milliseconds.
    StepsAside(u64),
    /// Falls silent, and comes back after this many milliseconds.
    FallsSilent(u64),
    /// Stays.
    Stays,
}

const PEOPLE: usize = 24;

/// A scenario, and when the visitors of whom it is about went aside.
struct AsideScenario {
    visitors: Visitors,
    aside_ms: Vec<u64>,
}

impl AsideScenario {
    /// Plays a room of one rate, in which the visitors `who` do something as soon as they have been
    /// told that they are among the next.
    fn play(nodes: usize, rate: u32, seed: u64, who: &[usize], then: Then) -> Self {
        let world = match nodes {
            1 => World::embedded(&[rate], None, seed),
            nodes => World::new(nodes, &[rate], None, seed),
        };
        let mut visitors = Visitors::new(world, seed);
        visitors.arrive(PEOPLE as u64, 2_400, Kind::Diligent);
        let mut aside_ms = vec![0; who.len()];
        let end_ms = 60_000 * PEOPLE as u64 / u64::from(rate) + 240_000;
        while visitors.world.now_ms < end_ms {
            visitors.play(100);
            for (at, who) in who.iter().enumerate() {
                // A request of theirs is open, or the next is about to come: where the node may
                // hold the claim, it has to give it up.
                if aside_ms[at] == 0 && visitors.is_first(*who) {
                    aside_ms[at] = visitors.world.now_ms;
                    match then {
                        Then::StepsAside(for_ms) => visitors.step_aside(*who, aside_ms[at] + for_ms),
                        Then::FallsSilent(for_ms) => visitors.fall_silent(*who, aside_ms[at] + for_ms),
                        Then::Stays => {}
                    }
                }
            }
        }
        Self { visitors, aside_ms }
    }

    fn granted_ms(&self, who: usize) -> u64 {
        self.visitors.granted_ms(who).expect("everybody is through in the end")
    }
}

/// Everybody's turn in a scenario, without some, in order.
fn turns(scenario: &AsideScenario, without: &[usize]) -> Vec<u64> {
    let others = (0..PEOPLE).filter(|who| !without.contains(who));
    others.map(|who| scenario.granted_ms(who)).collect()
}

#[test]
fn a_visitor_who_steps_aside_delays_nobody() {
    for (seed, rate) in SEEDS.into_iter().flat_map(|seed| [6, 30, 120].map(|rate| (seed, rate))) {
        for who in [vec![5], vec![3, 4, 5, 9]] {
            let stays = AsideScenario::play(1, rate, seed, &who, Then::Stays);
            let aside = AsideScenario::play(1, rate, seed, &who, Then::StepsAside(40_000));
            let pairs = turns(&aside, &who).into_iter().zip(turns(&stays, &who));
            for (other, (with, without)) in pairs.enumerate() {
                assert!(
                    with <= without + CHANCE_MS,
                    "{who:?} at {rate}, seed {seed}: {other} at {with}, not {without}"
                );
            }
        }
    }
}

#[test]
fn while_somebody_is_aside_it_is_for_others_as_if_they_were_absent() {
    for (seed, rate) in SEEDS.into_iter().flat_map(|seed| [6, 30, 120].map(|rate| (seed, rate))) {
        let who = [3, 4, 5, 9];
        let silent = AsideScenario::play(1, rate, seed, &who, Then::FallsSilent(200_000));
        let aside = AsideScenario::play(1, rate, seed, &who, Then::StepsAside(200_000));
        let pairs = turns(&aside, &who).into_iter().zip(turns(&silent, &who));
        for (other, (with, without)) in pairs.enumerate() {
            assert!(
                with <= without + CHANCE_MS,
                "at {rate}, seed {seed}: {other} at {with}, not {without}"
            );
        }
    }
}

#[test]
fn nobody_is_let_in_while_aside_and_the_next_free_permit_after_the_return_is_theirs() {
    for (seed, rate) in SEEDS.into_iter().flat_map(|seed| [6, 30, 120].map(|rate| (seed, rate))) {
        let turn_ms = AsideScenario::play(1, rate, seed, &[5], Then::Stays).granted_ms(5);
        for for_ms in [1_000, 20_000, 100_000] {
            let scenario = AsideScenario::play(1, rate, seed, &[5], Then::StepsAside(for_ms));
            let (back_ms, granted_ms) = (scenario.aside_ms[0] + for_ms, scenario.granted_ms(5));
            let period_ms = u64::from(60_000 / rate);
            assert!(back_ms <= granted_ms, "in at {granted_ms}, aside until {back_ms}");
            // A visitor who is back before the turn waits for it as if they had stayed.
            let latest_ms = (turn_ms + CHANCE_MS).max(back_ms + RETURN_MS_MAX + period_ms);
            assert!(
                granted_ms <= latest_ms,
                "at {rate}, seed {seed}: back at {back_ms}, in at {granted_ms}"
            );
        }
    }
}

#[test]
fn on_several_nodes_the_place_is_kept_and_served_after_the_return() {
    for (seed, rate) in SEEDS.into_iter().flat_map(|seed| [6, 60].map(|rate| (seed, rate))) {
        let who = [3, 4, 8];
        let mut scenario = AsideScenario::play(3, rate, seed, &who, Then::StepsAside(30_000));
        let places = who.map(|who| scenario.visitors.place(who));
        let unique: std::collections::BTreeSet<_> = places.into_iter().collect();
        assert_eq!(unique.len(), who.len(), "each has a place of their own");
        assert_eq!(scenario.visitors.waiting(), 0, "and is through");
        scenario.visitors.play(1_000);
        for (at, who) in who.iter().enumerate() {
            let (back_ms, granted_ms) = (scenario.aside_ms[at] + 30_000, scenario.granted_ms(*who));
            // A claim that another node holds answers a browser that is gone. Nobody disconnects in
            // this world, so there a claim that was open can still be granted.
            let period_ms = u64::from(60_000 / rate);
            let is_open_claim = granted_ms < scenario.aside_ms[at] + POLL_MS_MIN + 500;
            assert!(
                is_open_claim || granted_ms >= back_ms && granted_ms <= back_ms + RETURN_MS_MAX + 3 * period_ms,
                "at {rate}, seed {seed}: back at {back_ms}, in at {granted_ms}"
            );
        }
    }
}

/// A slow line whose rate rises after a while, and in which a visitor far behind, where polls are
/// seconds apart, does something before that.
fn behind_a_rise(seed: u64, then: impl FnOnce(&mut Visitors)) -> Visitors {
    let mut visitors = embedded(6, seed);
    visitors.arrive(200, 10_000, Kind::Diligent);
    visitors.play_until(12_000);
    then(&mut visitors);
    visitors.play_until(40_000 + 711 * seed);
    visitors.world.change(&[600]);
    visitors.play(60_000);
    visitors
}

/// A visitor whom the line does not reach before the rise.
const BEHIND: usize = 100;

#[test]
fn a_visitor_who_returns_before_the_line_is_not_passed_over() {
    assert_in_order(|seed| {
        let visitors = behind_a_rise(seed, |visitors| visitors.step_aside(BEHIND, 20_000));
        let machine = visitors.world.machines[0].as_ref().expect("it is up");
        assert!(visitors.told_aside_ms(BEHIND).is_some() && visitors.granted_ms(BEHIND).is_some());
        assert_eq!(machine.aside(visitors.world.wall()), 0);
        visitors
    });
}

/// Plays a visitor who steps aside while a claim of theirs is open. If `fails`, the store does not
/// answer then, and makes the commit that it took last when it is back.
fn aside_with_an_open_claim(fails: bool, (seed, after_ms): (u64, u64)) -> Visitors {
    let mut visitors = embedded(12, seed);
    visitors.arrive(4, 400, Kind::Diligent);
    while !visitors.is_claiming(2) || visitors.granted_ms(1).is_none() {
        visitors.play(20);
    }
    visitors.play(after_ms);
    let store = visitors.world.machines[0].as_ref().expect("it is up").line.clone();
    if fails {
        store.lose_reply(LostReply::Late);
        store.set_away(true);
        visitors.play(100);
    }
    visitors.step_aside(2, visitors.world.now_ms + 60_000);
    visitors.play(300);
    store.forget_loss();
    store.set_away(false);
    store.deliver();
    visitors.play(120_000);
    visitors
}

#[test]
fn stepping_aside_withdraws_an_open_claim() {
    let mut were_aside = 0;
    for fails in [false, true] {
        for (seed, step) in SEEDS.into_iter().flat_map(|seed| (0..40).map(move |step| (seed, step))) {
            let visitors = aside_with_an_open_claim(fails, (seed, 50 * step));
            let (told_ms, granted_ms) = (visitors.told_aside_ms(2), visitors.granted_ms(2));
            // An answer to the open claim that comes first lets the visitor in.
            if told_ms.is_none_or(|told_ms| granted_ms.is_some_and(|granted_ms| granted_ms <= told_ms)) {
                continue;
            }
            were_aside += 1;
            let spent_ms = visitors.spent_ms(2);
            assert!(
                spent_ms >= visitors.back_ms(2),
                "fails: {fails}, seed {seed}, {step}: aside from {told_ms:?} on, a permit is spent at {spent_ms:?}"
            );
        }
    }
    assert!(were_aside > 100, "{were_aside} of 240");
}

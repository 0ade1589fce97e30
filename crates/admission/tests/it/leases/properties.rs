//! Whatever is cut off, stopped, slow or lost, in whatever order.

use admission::PerMinute;
use admission::batch::Control;
use admission::lease::{CLOCKS_MS, LEASE_MS, SLOT_MS};
use proptest::prelude::*;

use super::world::{Fate, World};

/// Nodes act so often at least, milliseconds.
const STEP_MS_MAX: u64 = 119;
/// However well clocks agree, a node is not apart from the others for longer, milliseconds.
const APART_MS_MAX: u64 = 60_000;

/// Draws figures from a seed.
struct Dice(u64);

impl Dice {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % end
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.below(100) < percent
    }
}

/// How much nodes' clocks differ, and for how long a node may be apart from the others so that all
/// of that is borne, milliseconds.
#[derive(Debug, Clone, Copy)]
struct Clocks {
    slowest_ms_a_second: u64,
    apart_ms: u64,
}

impl Clocks {
    fn new(slowest_ms_a_second: u64) -> Self {
        let borne_ms = CLOCKS_MS * 1_000 / slowest_ms_a_second.max(1);
        Self {
            slowest_ms_a_second,
            apart_ms: (borne_ms - LEASE_MS - SLOT_MS).min(APART_MS_MAX),
        }
    }
}

/// So much later, but for a node that would be apart too long.
fn until(world: &World, at: usize, clocks: Clocks, ms: u64) -> u64 {
    (world.now + ms).min(world.nodes[at].told_at + clocks.apart_ms - STEP_MS_MAX)
}

/// Something befalls a node now and then.
fn befall(world: &mut World, at: usize, clocks: Clocks, dice: &mut Dice) {
    match dice.below(600) {
        0..4 => world.nodes[at].cut_until = until(world, at, clocks, dice.below(20_000)),
        4..6 => world.nodes[at].stopped_until = until(world, at, clocks, dice.below(20_000)),
        _ => {}
    }
}

fn play(seed: u64, changes: bool) -> World {
    let mut dice = Dice(seed);
    let rates = [1, 5, 17, 60, 120, 333, 1_200];
    let rate = rates[usize::try_from(dice.below(7)).expect("small")];
    let clocks = Clocks::new(dice.below(10));
    let slow = |dice: &mut Dice| dice.below(clocks.slowest_ms_a_second + 1);
    let slow: Vec<u64> = (0..=dice.below(4)).map(|_| slow(&mut dice)).collect();
    let mut world = World::new(rate, &slow);
    let eager = dice.below(90) + 10;
    while world.now < 240_000 {
        world.now += STEP_MS_MAX - dice.below(100);
        if changes && dice.chance(1) && dice.chance(30) {
            world.config.max_outflow = PerMinute(rates[usize::try_from(dice.below(7)).expect("small")]);
        }
        for at in 0..world.nodes.len() {
            befall(&mut world, at, clocks, &mut dice);
            if !world.is_up(at) {
                continue;
            }
            if world.is_cut(at) {
                world.spend(at);
                continue;
            }
            let is_overdue = world.now + STEP_MS_MAX > world.nodes[at].told_at + clocks.apart_ms;
            if is_overdue || dice.chance(eager) {
                let claims = dice.below(40);
                let fate = match dice.below(40) {
                    _ if is_overdue => Fate::Heard,
                    0 => Fate::Unheard,
                    1 => Fate::Lost,
                    _ => Fate::Heard,
                };
                world.commit(at, claims, &[], fate);
                if fate != Fate::Heard {
                    world.nodes[at].cut_until = until(&world, at, clocks, dice.below(12_000));
                }
            }
        }
    }
    world
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn no_minute_of_true_time_holds_more_than_allowed(seed in any::<u64>()) {
        let world = play(seed, false);
        prop_assert_eq!(world.judge.objection(), None);
    }

    #[test]
    fn nor_while_the_rate_changes(seed in any::<u64>()) {
        let world = play(seed, true);
        prop_assert_eq!(world.judge.objection(), None);
    }

    #[test]
    fn nobody_is_granted_from_when_a_pause_is_confirmed(seed in any::<u64>()) {
        let mut dice = Dice(seed);
        let mut world = World::new(600, &[0, dice.below(9), dice.below(9)]);
        for _ in 0..100 {
            world.now += 60;
            (0..3).for_each(|at| world.commit(at, dice.below(3), &[], Fate::Heard));
        }
        world.commit(0, 3, &[Control::Pause], Fate::Heard);
        // Nobody else hears of it.
        let confirmed = world.now + world.confirmed_in_ms + 100;
        prop_assert!(world.confirmed_in_ms <= 10_200, "{}", world.confirmed_in_ms);
        while world.now < confirmed + 30_000 {
            world.now += 1 + dice.below(60);
            (1..3).for_each(|at| world.spend(at));
        }
        let last = world.judge.grants.iter().max().copied().unwrap_or(0);
        prop_assert!(last <= confirmed, "{last} > {confirmed}");
    }
}

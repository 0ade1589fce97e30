//! Tests of leases with nodes that are cut off, stopped or slow, and with lost commits, in any
//! order.

use admission::PerMinute;
use admission::batch::Control;
use admission::lease::CLOCKS_MS;
use proptest::prelude::*;

use crate::kit::fate::Fate;
use crate::kit::leased_room::LeasedRoom;
use crate::kit::seeded_rng::SeededRng;

/// The longest time between two actions of a node, in milliseconds.
const STEP_MS_MAX: u64 = 119;
/// The longest time between two moments at which all nodes commit together, even if clocks agree
/// well, in milliseconds.
const APART_MS_MAX: u64 = 60_000;

/// How much the nodes' clocks differ, and how long after they committed together they have to do
/// so again so that the window tolerates the difference, in milliseconds.
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
            apart_ms: borne_ms.min(APART_MS_MAX),
        }
    }
}

/// Returns the time `ms` milliseconds later, or earlier if the nodes have to commit together
/// before.
fn until(room: &LeasedRoom, clocks: Clocks, ms: u64) -> u64 {
    (room.now + ms).min(room.together_at + clocks.apart_ms - STEP_MS_MAX)
}

/// Occasionally cuts a node off or stops it.
fn befall(room: &mut LeasedRoom, at: usize, clocks: Clocks, rng: &mut SeededRng) {
    match rng.below(600) {
        0..4 => room.nodes[at].cut_until = until(room, clocks, rng.below(20_000)),
        4..6 => room.nodes[at].stopped_until = until(room, clocks, rng.below(20_000)),
        _ => {}
    }
}

fn play(seed: u64, changes: bool) -> LeasedRoom {
    let mut rng = SeededRng::new(seed);
    let rates = [1, 5, 17, 60, 120, 333, 1_200];
    let rate = rates[usize::try_from(rng.below(7)).expect("small")];
    let clocks = Clocks::new(rng.below(10));
    let slow = |rng: &mut SeededRng| rng.below(clocks.slowest_ms_a_second + 1);
    let slow: Vec<u64> = (0..=rng.below(4)).map(|_| slow(&mut rng)).collect();
    let mut room = LeasedRoom::new(rate, &slow);
    let eager = rng.below(90) + 10;
    while room.now < 240_000 {
        room.now += STEP_MS_MAX - rng.below(100);
        if changes && rng.chance(1) && rng.chance(30) {
            room.config.max_outflow = PerMinute(rates[usize::try_from(rng.below(7)).expect("small")]);
        }
        if room.now + STEP_MS_MAX > room.together_at + clocks.apart_ms {
            room.commit_together(|| rng.below(40));
        }
        for at in 0..room.nodes.len() {
            befall(&mut room, at, clocks, &mut rng);
            if !room.is_up(at) {
                continue;
            }
            if room.is_cut(at) {
                room.spend(at);
                continue;
            }
            if rng.chance(eager) {
                let claims = rng.below(40);
                let fate = match rng.below(40) {
                    0 => Fate::KeptUnheard,
                    1 => Fate::LostUnheard,
                    _ => Fate::Kept,
                };
                room.commit(at, claims, &[], fate);
                if fate != Fate::Kept {
                    room.nodes[at].cut_until = until(&room, clocks, rng.below(12_000));
                }
            }
        }
    }
    room
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn no_minute_of_true_time_holds_more_than_allowed(seed in any::<u64>()) {
        let room = play(seed, false);
        prop_assert_eq!(room.bound.objection(), None);
    }

    #[test]
    fn no_minute_of_true_time_exceeds_the_bound_while_the_rate_changes(seed in any::<u64>()) {
        let room = play(seed, true);
        prop_assert_eq!(room.bound.objection(), None);
    }

    #[test]
    fn nobody_is_granted_from_when_a_pause_is_confirmed(seed in any::<u64>()) {
        let mut rng = SeededRng::new(seed);
        let mut room = LeasedRoom::new(600, &[0, rng.below(9), rng.below(9)]);
        for _ in 0..100 {
            room.now += 60;
            (0..3).for_each(|at| room.commit(at, rng.below(3), &[], Fate::Kept));
        }
        room.commit(0, 3, &[Control::Pause], Fate::Kept);
        // The other nodes do not learn of it.
        let confirmed = room.now + room.confirmed_in_ms + 100;
        prop_assert!(room.confirmed_in_ms <= 10_200, "{}", room.confirmed_in_ms);
        while room.now < confirmed + 30_000 {
            room.now += 1 + rng.below(60);
            (1..3).for_each(|at| room.spend(at));
        }
        let last = room.bound.grants().iter().max().copied().unwrap_or(0);
        prop_assert!(last <= confirmed, "{last} > {confirmed}");
    }
}

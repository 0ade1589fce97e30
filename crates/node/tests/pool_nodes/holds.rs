//! How long claims are held, and what a hidden tab needs.

use admission::poll_interval::POLL_MS_MIN;
use admission::pool::LineIndex;

use super::diligent::{Kind, Visitors};
use super::scenarios::{SEEDS, assert_in_order, embedded};
use super::world::World;

/// Plays a scenario, and asserts that no claim was held for longer than a poll interval, and that
/// nobody was passed.
fn assert_short_holds(scenario: impl Fn(u64) -> Visitors) {
    assert_in_order(|seed| {
        let visitors = scenario(seed);
        println!("held {} ms", visitors.longest_hold_ms);
        assert!(
            visitors.longest_hold_ms <= POLL_MS_MIN + 100,
            "{} ms",
            visitors.longest_hold_ms
        );
        visitors
    });
}

/// Three rooms that share a slow pool, whose rate falls a little while its window is full.
fn pool(mut visitors: Visitors) -> Visitors {
    for line in (0..3).map(LineIndex) {
        visitors.arrive_in(line, 40, 10_000, Kind::Diligent);
    }
    visitors.play(90_500);
    visitors.world.change_pool(40);
    visitors.play(150_000);
    let used = [(20_000, 80_000), (95_000, 155_000)].map(|(from_ms, to_ms)| visitors.granted(from_ms, to_ms));
    println!("{used:?} permits in 60 s");
    assert!(used[0] >= 44 && used[1] >= 39, "{used:?}");
    visitors
}

#[test]
fn a_claim_is_held_for_one_poll_interval_in_a_pool() {
    assert_short_holds(|seed| pool(Visitors::new(World::embedded(&[60, 60, 60], Some(45), seed), seed)));
}

#[test]
fn a_claim_is_held_for_one_poll_interval_on_several_nodes() {
    assert_short_holds(|seed| pool(Visitors::new(World::new(3, &[60, 60, 60], Some(45), seed), seed)));
}

#[test]
fn a_hidden_tab_that_does_not_say_so_is_through_at_its_third_wake() {
    for seed in SEEDS {
        let mut visitors = embedded(60, seed);
        visitors.arrive(60, 60_000, Kind::Hidden);
        visitors.arrive(300, 10_000, Kind::Diligent);
        visitors.play(600_000);
        let wakes = visitors.wakes(Kind::Hidden);
        println!("{wakes:?} wakes; {} wait", visitors.waiting());
        assert!(wakes.iter().all(|wakes| *wakes <= 3), "{wakes:?}");
    }
}

#[test]
fn one_wake_lets_a_hidden_tab_in_whose_polls_are_held() {
    for seed in SEEDS {
        let mut visitors = embedded(60, seed);
        visitors.arrive(60, 60_000, Kind::HiddenHeld);
        visitors.arrive(300, 10_000, Kind::Diligent);
        visitors.play(600_000);
        assert_eq!(visitors.waiting(), 0, "seed {seed}");
        assert_eq!(visitors.wakes(Kind::HiddenHeld), [1; 60], "seed {seed}");
    }
}

#[test]
fn one_wake_is_enough_where_permits_are_rare() {
    for seed in SEEDS {
        let mut visitors = embedded(4, seed);
        visitors.arrive(6, 30_000, Kind::HiddenHeld);
        visitors.arrive(2, 5_000, Kind::Diligent);
        visitors.play(420_000);
        assert_eq!(visitors.waiting(), 0, "seed {seed}");
        assert_eq!(visitors.wakes(Kind::HiddenHeld), [1; 6], "seed {seed}");
    }
}

//! Tests that of two visitors who both keep to their poll intervals, the lower number is let in
//! first, to within one poll interval: undisturbed, and after changes of the rate.

use super::diligent::{Kind, Visitors};
use super::scenarios::{assert_in_order, embedded};
use super::world::World;

/// The rate to which the rooms rise, and what becomes due of it in a second.
const RATE: u32 = 600;
const A_SECOND: usize = 10;

/// Raises the rate in front of a line while newcomers arrive. All permits are used from the next
/// poll on.
fn rise(visitors: &mut Visitors) {
    visitors.world.change(&[RATE]);
    let from_ms = visitors.world.now_ms;
    visitors.arrive(300, 30_000, Kind::Diligent);
    visitors.play(80_000);
    let used = visitors.granted(from_ms, from_ms + 15_000);
    println!("{used} permits in 15 s");
    assert!(used * 100 >= 99 * 13 * A_SECOND, "{used} permits in 15 s");
}

#[test]
fn undisturbed_the_lower_number_goes_first() {
    assert_in_order(|seed| {
        let mut visitors = embedded(RATE, seed);
        visitors.arrive(560, 10_000, Kind::Diligent);
        visitors.play(30_000);
        assert!(
            visitors.granted(10_000, 30_000) * 100 >= 99 * 20 * A_SECOND,
            "permits are used"
        );
        visitors.play(50_000);
        visitors
    });
}

#[test]
fn after_a_time_at_rate_zero() {
    assert_in_order(|seed| {
        let mut visitors = embedded(0, seed);
        visitors.arrive(200, 10_000, Kind::Diligent);
        visitors.play(40_000 + 711 * seed);
        rise(&mut visitors);
        visitors
    });
}

#[test]
fn after_a_fall_to_zero_and_a_rise() {
    assert_in_order(|seed| {
        let mut visitors = embedded(RATE, seed);
        visitors.arrive(400, 10_000, Kind::Diligent);
        visitors.play(15_000);
        visitors.world.change(&[0]);
        visitors.play(60_000 + 711 * seed);
        rise(&mut visitors);
        visitors
    });
}

#[test]
fn after_a_large_rise_of_the_rate() {
    assert_in_order(|seed| {
        let mut visitors = embedded(6, seed);
        visitors.arrive(200, 10_000, Kind::Diligent);
        visitors.play(60_000 + 711 * seed);
        rise(&mut visitors);
        visitors
    });
}

#[test]
fn after_a_time_at_rate_zero_on_several_nodes() {
    assert_in_order(|seed| {
        let mut visitors = Visitors::new(World::new(3, &[0], None, seed), seed);
        visitors.arrive(200, 10_000, Kind::Diligent);
        visitors.play(40_000 + 711 * seed);
        rise(&mut visitors);
        visitors
    });
}

#[test]
fn after_a_change_of_the_rate_of_a_pool() {
    assert_in_order(|seed| {
        let mut visitors = Visitors::new(World::embedded(&[600], Some(240), seed), seed);
        visitors.arrive(560, 10_000, Kind::Diligent);
        visitors.play(75_000 + 331 * seed);
        visitors.world.change_pool(230);
        visitors.play(180_000);
        visitors
    });
}

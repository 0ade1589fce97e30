//! Of two visitors who both poll as told the lower number goes first, to within one poll interval,
//! when nodes are killed, started again, or replaced.

use super::diligent::{Kind, Visitors};
use super::scenarios::{assert_in_order, embedded};
use super::world::World;

/// The rate of the rooms, and what becomes due of it in a second.
const RATE: u32 = 600;
const A_SECOND: usize = 10;

/// Plays on for a while, in which the permits are used.
fn play_with_all_permits(visitors: &mut Visitors, seconds: u64, least_percent: usize) {
    let from_ms = visitors.world.now_ms;
    visitors.play(seconds * 1_000);
    let (used, due) = (
        visitors.granted(from_ms, from_ms + seconds * 1_000),
        seconds as usize * A_SECOND,
    );
    println!("{used} of {due} permits");
    assert!(used * 100 >= due * least_percent, "{used} of {due} permits");
}

#[test]
fn after_a_node_was_killed_and_started_again() {
    assert_in_order(|seed| {
        let mut visitors = embedded(RATE, seed);
        visitors.arrive(560, 10_000, Kind::Diligent);
        visitors.play(20_000 + 377 * seed);
        visitors.kill(0);
        visitors.play(800);
        visitors.world.start(0);
        play_with_all_permits(&mut visitors, 12, 98);
        play_with_all_permits(&mut visitors, 12, 99);
        visitors.play(60_000);
        visitors
    });
}

#[test]
fn after_a_kill_where_a_fifth_have_gone() {
    assert_in_order(|seed| {
        let mut visitors = embedded(RATE, seed);
        visitors.arrive(500, 10_000, Kind::Diligent);
        visitors.arrive(125, 10_000, Kind::Gone);
        visitors.play(20_000 + 377 * seed);
        visitors.kill(0);
        visitors.play(800);
        visitors.world.start(0);
        play_with_all_permits(&mut visitors, 12, 95);
        visitors.play(60_000);
        visitors
    });
}

#[test]
fn while_a_node_is_killed_every_five_seconds() {
    assert_in_order(|seed| {
        let mut visitors = embedded(RATE, seed);
        visitors.arrive(428, 10_000, Kind::Diligent);
        visitors.play(10_000);
        for _ in 0..20 {
            visitors.play(5_000);
            visitors.kill(0);
            visitors.play(500);
            visitors.world.start(0);
        }
        visitors.play(60_000);
        visitors
    });
}

#[test]
fn nobody_waits_for_those_who_were_let_through_before_a_start() {
    let mut visitors = embedded(60, 1);
    visitors.arrive(20, 5_000, Kind::Diligent);
    visitors.play(60_000);
    visitors.kill(0);
    visitors.world.start(0);
    visitors.arrive(1, 1_000, Kind::Diligent);
    visitors.play(5_000);
    assert_eq!(visitors.waiting(), 0);
}

#[test]
fn while_the_nodes_of_a_room_are_replaced_one_after_the_other() {
    assert_in_order(|seed| {
        let mut visitors = Visitors::new(World::new(3, &[RATE], None, seed), seed);
        visitors.arrive(560, 10_000, Kind::Diligent);
        visitors.play(20_000);
        let from_ms = visitors.world.now_ms;
        for at in 0..3 {
            visitors.close(at);
            visitors.play(1_500);
            visitors.world.start(at);
            visitors.play(3_000);
        }
        let (used, due_ms) = (
            visitors.granted(from_ms, visitors.world.now_ms),
            visitors.world.now_ms - from_ms,
        );
        println!("{used} in {due_ms} ms");
        visitors.play(60_000);
        visitors
    });
}

#[test]
fn after_one_of_several_nodes_was_killed() {
    assert_in_order(|seed| {
        let mut visitors = Visitors::new(World::new(3, &[RATE], None, seed), seed);
        visitors.arrive(560, 10_000, Kind::Diligent);
        visitors.play(20_000 + 377 * seed);
        visitors.kill(0);
        visitors.play(3_000);
        visitors.world.start(0);
        play_with_all_permits(&mut visitors, 12, 98);
        visitors.play(60_000);
        visitors
    });
}

#[test]
fn after_all_nodes_were_killed_at_once() {
    assert_in_order(|seed| {
        let mut visitors = Visitors::new(World::new(2, &[RATE], None, seed), seed);
        visitors.arrive(560, 10_000, Kind::Diligent);
        visitors.play(20_000 + 377 * seed);
        (0..2).for_each(|at| visitors.kill(at));
        visitors.play(1_000);
        (0..2).for_each(|at| visitors.world.start(at));
        play_with_all_permits(&mut visitors, 12, 95);
        visitors.play(60_000);
        visitors
    });
}

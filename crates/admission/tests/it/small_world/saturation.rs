//! Tests that, with enough visitors present, every permit is used, at every rate and regardless of
//! who stays away; that grants are even; and that the serving line notifies enough visitors and no
//! more.

use admission::PerMinute;

use crate::kit::visited_room::visitor::Habit;
use crate::kit::visited_room::{Terms, VisitedRoom};

/// The no-show ratio looks back three minutes, the first part of which is before anybody stayed
/// away.
const SETTLE_MS: u64 = 120_000;

/// Creates a room without visitors; `ghosts` per thousand only selects the seed.
fn crowd(rate: u32, ghosts: u64, lost_replies: u64) -> VisitedRoom {
    VisitedRoom::new(Terms {
        seed: u64::from(rate) ^ ghosts << 32,
        nodes: 1,
        rate,
        closely: false,
        lost_replies,
        come_again: 0,
    })
}

/// Runs the room while newcomers arrive as fast as needed to keep `crowd` visitors who stay in
/// line.
fn keep_coming(world: &mut VisitedRoom, ms: u64, crowd: u64, ghosts: u64, step_ms: u64) {
    let end = world.real + ms;
    while world.real < end {
        let through = world.judge.grant_history.count();
        let staying = world.staying;
        for _ in staying..through + crowd {
            world.staying += 1;
            world.visit(Habit::Diligent, world.real + 1);
            // For each visitor who stays, as many ghosts arrive as the ratio needs.
            let each = ghosts * 1_000 / (1_000 - ghosts);
            let many = each / 1_000 + u64::from(world.rng.often(each % 1_000));
            for _ in 0..many {
                let polls = 1 + u8::try_from(world.rng.below(3)).expect("few");
                world.visit(Habit::Ghost(polls), world.real + 1);
            }
        }
        world.run(500.min(end - world.real), step_ms);
    }
}

/// Returns the share of the permits used from `from` on.
fn used(world: &VisitedRoom, from: u64) -> f64 {
    let grants = world.judge.grant_history.grants().filter(|at| *at > from).count();
    let flow = world.nodes[0].flow(world.real).0 - from;
    grants as f64 * 60_000.0 / flow as f64 / f64::from(world.terms.rate)
}

fn uses_its_permits(rate: u32, ghosts: u64, minutes: u64, step_ms: u64) {
    let mut world = crowd(rate, ghosts, 20);
    let present = PerMinute(rate).in_ms(30_000) + 20;
    keep_coming(&mut world, SETTLE_MS, present, ghosts, step_ms);
    let from = world.nodes[0].flow(world.real).0;
    keep_coming(&mut world, minutes * 60_000, present, ghosts, step_ms);
    world.judge.finish();
    let used = used(&world, from);
    // Where there are few permits, one more or less is no shortfall.
    let one = 1.0 / (f64::from(rate) * minutes as f64);
    assert!(
        used + one >= 0.99,
        "{rate} a minute, {ghosts} of 1000 stay away: {used} used"
    );
    evenly(&world, from);
}

/// Asserts that no ten seconds contain more grants than their share, the permits that had not
/// lapsed before, and one; nor far fewer.
fn evenly(world: &VisitedRoom, from: u64) {
    let grants: Vec<u64> = world.judge.grant_history.grants().filter(|at| *at > from).collect();
    let rate = PerMinute(world.terms.rate);
    for first in grants.iter().step_by(1 + grants.len() / 200) {
        let held = |at: u64| grants.partition_point(|grant| *grant < at) as u64;
        let within = held(first + 10_000) - held(*first);
        assert!(within <= rate.in_ms(12_000) + 1, "{within} in ten seconds at {rate:?}");
    }
    let longest = grants.windows(2).map(|pair| pair[1] - pair[0]).max().expect("some");
    let period = 60_000 / u64::from(rate.0);
    assert!(
        longest <= 2 * period + 2_500,
        "{longest} ms without a grant at {rate:?}"
    );
}

#[test]
fn slow_rooms_use_their_permits() {
    for (rate, minutes) in [(1, 100), (2, 60), (5, 30), (7, 30), (30, 10)] {
        uses_its_permits(rate, 0, minutes, 200);
    }
}

#[test]
fn slow_rooms_use_their_permits_while_people_stay_away() {
    for (rate, minutes) in [(5, 30), (30, 10)] {
        for ghosts in [300, 600, 900] {
            uses_its_permits(rate, ghosts, minutes, 200);
        }
    }
}

#[test]
fn rooms_use_their_permits_while_people_stay_away() {
    for ghosts in [0, 300, 600, 900] {
        uses_its_permits(120, ghosts, 5, 200);
    }
    for ghosts in [0, 500, 900] {
        uses_its_permits(1_000, ghosts, 2, 100);
    }
}

#[test]
fn a_large_room_uses_its_permits() {
    uses_its_permits(100_000, 0, 1, 200);
}

#[test]
fn a_large_room_uses_its_permits_while_people_stay_away() {
    uses_its_permits(100_000, 300, 1, 200);
    uses_its_permits(10_000, 900, 1, 200);
}

#[test]
fn the_line_notifies_only_enough_visitors() {
    for rate in [1, 30, 120, 1_000] {
        let mut world = crowd(rate, 0, 0);
        let present = PerMinute(rate).in_ms(60_000) + 20;
        keep_coming(&mut world, 60_000, present, 0, 200);
        let target = PerMinute(rate).in_ms(8_000).max(3);
        for _ in 0..60 {
            keep_coming(&mut world, 1_000, present, 0, 200);
            let shown = world.nodes[0].state.ledger.serving.notified_to().0;
            let waiting = world.judge.waiting_below(shown);
            let slack = PerMinute(rate).in_ms(1_000) + 1;
            assert!(
                (target - slack.min(target)..=target + slack).contains(&waiting),
                "{waiting} told and there at {rate} a minute, {target} wanted"
            );
        }
    }
}

/// Invariant 4: a visitor who leaves without notice is counted for three minutes and not much
/// longer; a visitor who polls stays counted.
#[test]
fn visitors_who_left_silently_count_for_three_minutes() {
    let mut world = crowd(0, 0, 0);
    (0..50).for_each(|_| world.visit(Habit::Ghost(1), 0));
    world.visit(Habit::Diligent, 1_000);
    world.run(178_000, 200);
    assert_eq!(world.nodes[0].snapshot.waiting(), 51);
    world.run(20_000, 200);
    assert_eq!(world.nodes[0].snapshot.waiting(), 1);
    world.run(900_000, 200);
    assert_eq!(world.nodes[0].snapshot.waiting(), 1);
}

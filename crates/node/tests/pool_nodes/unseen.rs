//! A pool in which newcomers pass unseen, on a store that fails over and loses whom a node let in.

use admission::pool::LineIndex;

use super::diligent::{Kind, Visitors};
use super::world::World;

/// Above the rate of the pool, so that only that holds anybody up.
const ROOM_RATES: [u32; 2] = [600, 600];
const RATE: u32 = 60;
const MINUTE_MS: u64 = 60_000;

fn pool(nodes: usize, seed: u64) -> Visitors {
    let mut world = World::new(nodes, &ROOM_RATES, Some(RATE), seed);
    world.hide();
    Visitors::new(world, seed)
}

fn set_away(visitors: &Visitors, at: usize, is_away: bool) {
    let machine = visitors.world.machines[at].as_ref().expect("it is up");
    machine.line.set_away(is_away);
}

/// Returns the most who were let in within a minute, less the time that a reply takes.
fn most_in_a_minute(visitors: &Visitors) -> usize {
    let minute_ms = MINUTE_MS - visitors.world.reply_ms_max;
    let minutes = (0..visitors.world.now_ms).step_by(10);
    let granted = minutes.map(|from_ms| visitors.granted(from_ms, from_ms + minute_ms));
    granted.max().unwrap_or(0)
}

#[test]
fn sixty_come_in_three_seconds_and_nobody_waits() {
    for (nodes, seed) in [(1, 1), (1, 2), (2, 3), (3, 4)] {
        let mut visitors = pool(nodes, seed);
        // The nodes learn of one another.
        visitors.arrive(2 * nodes as u64, 10_000, Kind::Diligent);
        visitors.play(80_000);
        let before = visitors.world.now_ms;
        visitors.arrive_in(LineIndex(0), 30, 3_000, Kind::Diligent);
        visitors.arrive_in(LineIndex(1), 30, 3_000, Kind::Diligent);
        visitors.play(3_500);
        let passed = visitors.granted(before, visitors.world.now_ms);
        assert_eq!(passed, 60, "{nodes} nodes, seed {seed}");
        visitors.arrive(1, 1, Kind::Diligent);
        visitors.play(5_000);
        assert_eq!(visitors.waiting(), 1, "the next one waits");
        visitors.play(MINUTE_MS);
        assert_eq!(visitors.waiting(), 0);
        assert!(most_in_a_minute(&visitors) <= RATE as usize);
    }
}

/// Lets in a minute's amount within three seconds, and returns how many of them have waited.
fn waited_in_a_burst(visitors: &mut Visitors) -> usize {
    visitors.arrive_in(LineIndex(0), 30, 3_000, Kind::Diligent);
    visitors.arrive_in(LineIndex(1), 30, 3_000, Kind::Diligent);
    visitors.play(3_500);
    visitors.waiting()
}

/// Nobody has come to any of the nodes yet.
#[test]
fn the_first_sixty_at_nodes_started_together_on_a_fresh_store_pass() {
    for (nodes, seed) in (1..=4).flat_map(|nodes| (1..=5).map(move |seed| (nodes, seed))) {
        let mut visitors = pool(nodes, seed);
        visitors.play(2_000);
        let waited = waited_in_a_burst(&mut visitors);
        assert_eq!(waited, 0, "{nodes} nodes, seed {seed}");
        assert!(most_in_a_minute(&visitors) <= RATE as usize);
    }
}

#[test]
fn a_node_that_starts_beside_idle_ones_is_known_to_them_after_two_seconds() {
    for seed in 1..=5 {
        let mut visitors = pool(3, seed);
        visitors.kill(2);
        // Longer than the others remember the node that is gone, and they tell the time meanwhile.
        visitors.play(1_000_000 + 700 * seed);
        visitors.world.start(2);
        visitors.play(2_000);
        assert_eq!(waited_in_a_burst(&mut visitors), 0, "seed {seed}");
    }
}

#[test]
fn a_removed_node_introduces_itself_before_its_first_visitor() {
    for seed in 1..=5 {
        let mut visitors = pool(2, seed);
        visitors.play(2_000);
        set_away(&visitors, 1, true);
        visitors.world.start(0);
        visitors.play(25_000);
        set_away(&visitors, 1, false);
        visitors.play(25_000);
        assert_eq!(waited_in_a_burst(&mut visitors), 0, "seed {seed}");
    }
}

/// Idle nodes that follow the pool, in which nobody passed unseen until now.
#[test]
fn idle_nodes_know_of_one_another_once_a_room_is_visible_at_peak_only() {
    for seed in 1..=5 {
        let mut world = World::new(3, &ROOM_RATES, Some(RATE), seed);
        world.play_until(5_000);
        let mut visitors = Visitors::new(world, seed);
        visitors.arrive(1, 1, Kind::Diligent);
        visitors.play(10_000);
        visitors.world.hide();
        // A node may run that the pool does not know, until twenty seconds have passed.
        visitors.play(80_000);
        assert_eq!(waited_in_a_burst(&mut visitors), 0, "seed {seed}");
    }
}

/// A store that is away for less than the seventeen seconds in which a single node cannot have
/// missed another one.
#[test]
fn a_single_node_lets_people_in_again_at_once_after_a_store_that_lost_nothing() {
    for seed in 1..=5 {
        let mut visitors = pool(1, seed);
        visitors.play(30_000);
        visitors.arrive(26, 10_000, Kind::Diligent);
        visitors.play(12_000);
        assert_eq!(visitors.waiting(), 0);
        set_away(&visitors, 0, true);
        visitors.play(3_000);
        let replica = visitors.world.store.replica();
        visitors.world.store.fail_over(&replica);
        set_away(&visitors, 0, false);
        // The commit that recovers the pool, in which newcomers are held to the pace.
        visitors.play(1_000);
        let back_ms = visitors.world.now_ms;
        visitors.arrive(10, 5_000, Kind::Diligent);
        visitors.play(5_100);
        let passed = visitors.granted(back_ms, visitors.world.now_ms);
        assert_eq!(passed, 10, "seed {seed}");
        visitors.play(MINUTE_MS);
        assert!(most_in_a_minute(&visitors) <= RATE as usize);
    }
}

/// The node that recovers is cut off while the other one lets in a whole minute's amount.
#[test]
fn lost_unseen_grants_count_after_a_failover() {
    for seed in 1..=5 {
        let mut visitors = pool(2, seed);
        visitors.arrive(4, 10_000, Kind::Diligent);
        visitors.play(80_000);
        let replica = visitors.world.store.replica();
        set_away(&visitors, 0, true);
        visitors.arrive(100, 1_000, Kind::Diligent);
        visitors.play(4_000);
        let lost = visitors.granted(visitors.world.now_ms - 4_000, visitors.world.now_ms);
        assert!(lost > 20, "{lost} came in through the other node, seed {seed}");
        visitors.kill(1);
        visitors.world.store.fail_over(&replica);
        set_away(&visitors, 0, false);
        visitors.play(3 * MINUTE_MS);
        let most = most_in_a_minute(&visitors);
        assert!(most <= RATE as usize, "{most} in a minute, seed {seed}");
        assert_eq!(visitors.waiting(), 0, "people come in again");
    }
}

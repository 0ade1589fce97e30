//! Tests of leases while the store does not answer: with leases more visitors are let in than
//! without, and nearly in order, although each node knows only the visitors who poll it.

use admission::pool::LineIndex;

use super::diligent::{Kind, Visitors};
use super::world::World;

/// The rate of the room.
const RATE: u32 = 600;
/// When the store goes away, and how long grants are counted from then on, milliseconds.
const FROM_MS: u64 = 30_000;
const COUNTED_MS: u64 = 60_000;

/// Plays three nodes whose store is away for a while, and returns how many people they let in
/// within a minute from then on, and the visitors.
fn play(leases: bool, outage_ms: u64, seed: u64) -> (usize, Visitors) {
    let mut visitors = Visitors::new(World::new(3, &[RATE], None, seed), seed);
    if leases {
        visitors.world.lease();
    }
    visitors.arrive(1_000, 10_000, Kind::Diligent);
    visitors.play_until(FROM_MS);
    visitors.world.set_away(true);
    visitors.play(outage_ms);
    visitors.world.set_away(false);
    visitors.play_until(FROM_MS + COUNTED_MS);
    (visitors.granted(FROM_MS, FROM_MS + COUNTED_MS), visitors)
}

/// Asserts that leases let in at least `more` people more, and that at most so many were passed,
/// none of them by people who went more than `late_ms` earlier.
fn assert_worth_it((outage_ms, seed): (u64, u64), more: usize, (people, late_ms): (usize, u64)) {
    let ((without, _), (with, visitors)) = (play(false, outage_ms, seed), play(true, outage_ms, seed));
    let overtaken = visitors.overtaken();
    println!("{outage_ms} ms, seed {seed}: {without} without leases, {with} with leases; {overtaken}");
    assert!(with >= without + more, "{without} without leases, {with} with leases");
    assert!(
        overtaken.people <= people && overtaken.longest.0 <= late_ms,
        "{overtaken}"
    );
}

#[test]
fn within_their_time_leases_cost_neither_permits_nor_the_order() {
    assert_worth_it((1_000, 1), 0, (5, 2_500));
    for seed in 1..=5 {
        assert_worth_it((5_000, seed), 5, (2, 3_200));
    }
}

#[test]
fn leases_are_of_use_in_the_first_seconds_of_a_longer_outage() {
    assert_worth_it((12_000, 1), 40, (5, 6_500));
}

/// The commit was made, but the node could not know it. A visitor whom it let in by the lease
/// instead must not be granted a second time.
#[test]
fn a_commit_whose_answer_is_lost_grants_nobody_twice() {
    for seed in 1..=8 {
        let mut visitors = Visitors::new(World::new(1, &[RATE], None, seed), seed);
        visitors.world.lease();
        visitors.arrive(1_000, 10_000, Kind::Diligent);
        visitors.play_until(FROM_MS);
        visitors.world.lose_answer(0);
        visitors.play(5_000);
        visitors.world.set_away(false);
        visitors.play_until(FROM_MS + COUNTED_MS);
        let machine = visitors.world.machines[0].as_ref().expect("it runs");
        let mut logged = machine.logged();
        let grants = logged.len();
        assert!(grants > 500, "{grants}");
        logged.sort_unstable();
        logged.dedup();
        assert_eq!(grants - logged.len(), 0, "seed {seed}");
        let ledger = machine.published[&LineIndex(0)].snapshot.ledger();
        assert_eq!(ledger.granted, grants as u64, "seed {seed}");
    }
}

//! Storms keep every invariant. The number of storms is chosen for the time of a test run; `cargo
//! xtask simulate --seeds 1000` runs a thousand of each kind.

use simulator::{
    Scenario, Seeds, attack_storm, attacked_pool_storm, calm_storm, code_storm, group_storm, pool_storm, proof_storm,
    run_each, screened_storm, storm, unseen_pool_storm,
};

/// Storms that once broke an invariant, or were judged wrongly, and whose seeds are beyond the
/// thousand above.
const BROKE_ONCE: [u64; 19] = [
    1_099, 1_180, 1_302, 1_942, 2_155, 2_190, 2_366, 2_439, 2_682, 2_886, 3_065, 3_122, 3_196, 3_423, 3_501, 3_591,
    3_885, 6_496, 8_664,
];

/// Storms in a pool that once broke an invariant, or were judged wrongly, and whose seeds are
/// beyond the range below. The causes: a node with a lagging clock let people in; a node whose
/// clock had stood still computed an estimate; a device that had given its place away was counted
/// as the visitor; people were passed over whom the line had reached just before an outage.
const BROKE_ONCE_IN_A_POOL: [u64; 7] = [309, 367, 400, 428, 599, 790, 993];
/// A storm in a pool whose newcomers pass unseen, with a seed beyond the range below, that once
/// broke an invariant: the newcomers of a commit that began a new run were told that the operator
/// had slowed the room.
const BROKE_ONCE_AT_PEAK: [u64; 1] = [3_025];
/// A storm with codes, with a seed beyond the range below, that once broke an invariant: a longer
/// wait was attributed to a group without waiting visitors.
const BROKE_ONCE_WITH_CODES: [u64; 1] = [981];
/// Storms with attackers to which the oracle of estimates objected, with seeds beyond the range
/// below.
const BROKE_ONCE_WITH_ATTACKERS: [u64; 2] = [112, 264];
/// Storms in a pool under attack, with seeds beyond the range below, that were judged wrongly: two
/// rooms used the free slots of a site together, and the cap slowed both; newcomers who had waited
/// came in the second in which the price of tickets ended; a session of another room kept the site
/// full for a few seconds longer than the oracle counted it, and with it the reason of an order
/// that was given meanwhile.
const JUDGED_WRONGLY_UNDER_ATTACK: [u64; 3] = [3_028, 5_114, 90_025];

/// Plays storms and returns the number of their events.
#[track_caller]
fn keep_the_invariants(storm: impl Fn(u64) -> Scenario + Sync, seeds: impl IntoIterator<Item = u64>) -> u64 {
    played_well(storm, seeds).events
}

/// Plays storms and returns what happened in them.
#[track_caller]
fn played_well(storm: impl Fn(u64) -> Scenario + Sync, seeds: impl IntoIterator<Item = u64>) -> Seeds {
    let all = run_each(storm, seeds);
    let reported: Vec<String> = all.failures.iter().map(ToString::to_string).collect();
    assert!(
        all.failed == 0,
        "{} of {} seeds:\n{}",
        all.failed,
        all.played,
        reported.join("\n")
    );
    all
}

#[test]
fn the_first_half_of_the_storms_keeps_the_invariants() {
    let all = played_well(storm, 1..=125);
    assert!(all.events > 750_000, "they are stories: {} events", all.events);
    let counts = all.counts;
    assert!(counts.repeated_commits > 500 && counts.late_replies > 50, "{counts}");
    assert!(counts.failovers > 50, "{counts}");
}

#[test]
fn the_second_half_of_the_storms_keeps_the_invariants() {
    let events = keep_the_invariants(storm, 126..=250);
    assert!(events > 750_000, "they are stories: {events} events");
}

/// The memory of running nodes is enough: no number is given twice, no place is lost, and no minute
/// holds too many.
#[test]
fn storms_whose_store_comes_back_empty_keep_the_invariants() {
    let is_emptied = |seed: &u64| !storm(*seed).faults.emptied.is_empty();
    let seeds: Vec<u64> = (126..).filter(is_emptied).take(20).collect();
    let counts = played_well(storm, seeds).counts;
    assert!(counts.emptied >= 15 && counts.emptied_amid_commits >= 4, "{counts}");
}

/// Without faults, permits are used while visitors in front poll on time.
#[test]
fn storms_without_faults_keep_the_invariants_and_use_their_permits() {
    let counts = played_well(calm_storm, OF_A_KIND).counts;
    assert!(counts.judged_permits > 1_000, "{counts}");
}

#[test]
fn storms_that_broke_once_keep_the_invariants() {
    keep_the_invariants(storm, BROKE_ONCE);
}

/// The storms of each kind below.
const OF_A_KIND: std::ops::RangeInclusive<u64> = 1..=50;

#[test]
fn storms_in_a_pool_keep_the_invariants() {
    let events = keep_the_invariants(pool_storm, OF_A_KIND.chain(BROKE_ONCE_IN_A_POOL));
    assert!(events > 500_000, "they are stories: {events} events");
}

#[test]
fn storms_in_a_pool_whose_newcomers_pass_unseen_keep_the_invariants() {
    let events = keep_the_invariants(unseen_pool_storm, OF_A_KIND.chain(BROKE_ONCE_AT_PEAK));
    assert!(events > 500_000, "they are stories: {events} events");
}

/// Codes let in no more visitors than they state, and never cost a visitor a place.
#[test]
fn storms_with_codes_keep_the_invariants() {
    let events = keep_the_invariants(code_storm, OF_A_KIND.chain(BROKE_ONCE_WITH_CODES));
    assert!(events > 650_000, "they are stories: {events} events");
}

/// Newcomers of prioritised networks join the line of their group; the lines of a room with a
/// capacity fill it together.
#[test]
fn storms_with_groups_keep_the_invariants() {
    let events = keep_the_invariants(group_storm, OF_A_KIND);
    assert!(events > 300_000, "they are stories: {events} events");
}

/// Beside attackers of one network, a visitor who pays gets a place, and no network gets more than
/// its share below the price.
#[test]
fn storms_with_attackers_keep_the_invariants() {
    let events = keep_the_invariants(attack_storm, OF_A_KIND.chain(BROKE_ONCE_WITH_ATTACKERS));
    assert!(events > 150_000, "they are stories: {events} events");
}

/// Rules for addresses and scores hinder only the newcomers to whom they apply.
#[test]
fn storms_with_rules_keep_the_invariants() {
    let events = keep_the_invariants(screened_storm, OF_A_KIND);
    assert!(events > 100_000, "they are stories: {events} events");
}

/// A proof buys one place over all nodes, whoever brings it; a visitor without scripts gets a place
/// by waiting; no more people wait than the room takes. The proofs are real, so that each storm
/// takes several times as long as others.
#[test]
fn the_first_half_of_the_storms_with_proofs_keeps_the_invariants() {
    let events = keep_the_invariants(proof_storm, 1..=10);
    assert!(events > 75_000, "they are stories: {events} events");
}

#[test]
fn the_second_half_of_the_storms_with_proofs_keeps_the_invariants() {
    let events = keep_the_invariants(proof_storm, 11..=20);
    assert!(events > 75_000, "they are stories: {events} events");
}

/// The same holds for several rooms, whose proofs are good for one of them.
#[test]
fn storms_in_a_pool_under_attack_keep_the_invariants() {
    let events = keep_the_invariants(attacked_pool_storm, 1..=12);
    assert!(events > 150_000, "they are stories: {events} events");
}

#[test]
fn storms_under_attack_that_were_judged_wrongly_keep_the_invariants() {
    keep_the_invariants(attacked_pool_storm, JUDGED_WRONGLY_UNDER_ATTACK);
}

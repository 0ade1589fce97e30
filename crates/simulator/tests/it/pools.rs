//! Rooms that share a pool: their shares, the pool's rate, and visitors who change rooms.

use simulator::report::Report;
use simulator::{Scenario, run};

/// A minute of the pool.
const POOL_RATE: u64 = 120;
/// The ten minutes in which people wait in all rooms.
const MINUTES: u64 = 10;

/// Returns three rooms of 120 a minute that share 120, with more people than permits from the start
/// on. `settings` has the settings of the second and the third room.
fn three_rooms(settings: [&str; 2]) -> String {
    let [second, third] = settings;
    format!(
        r#"
        title = "Three rooms"
        duration_s = {duration_s}
        room = {{ max_outflow = 120 }}
        rooms = [
            {{ max_outflow = 120, share = {{ {second} }} }},
            {{ max_outflow = 120, share = {{ {third} }} }},
        ]
        pool = {{ rate = {POOL_RATE} }}
        crowds.second = {{ room = 1 }}
        crowds.third = {{ room = 2 }}
        arrivals.spike = [
            {{ people = 1300, over_s = 20 }},
            {{ people = 1300, over_s = 20, crowd = "second" }},
            {{ people = 1300, over_s = 20, crowd = "third" }},
        ]
        "#,
        duration_s = MINUTES * 60,
    )
}

fn play(text: &str, seed: u64) -> Report {
    let scenario = Scenario::parse(text, |_| unreachable!("nothing is recorded")).expect("a scenario");
    let outcome = run(&scenario, seed);
    assert_eq!(outcome.broken, None, "{}, seed {seed}", scenario.title);
    outcome.report
}

/// Asserts that the rooms used the pool's permits, and that each room used its part, in percent.
#[track_caller]
fn assert_parts(report: &Report, parts: [u64; 3]) {
    let all: u64 = report.room_grants.iter().sum();
    assert!(
        all * 100 >= POOL_RATE * MINUTES * 97,
        "{all} permits of {}",
        POOL_RATE * MINUTES
    );
    for (granted, part) in report.room_grants.iter().zip(parts) {
        let due = POOL_RATE * MINUTES * part / 100;
        assert!(
            granted.abs_diff(due) * 100 <= due * 5,
            "{:?} instead of {parts:?} %",
            report.room_grants
        );
    }
}

#[test]
fn rooms_that_people_wait_for_share_the_pool_by_weight() {
    let text = three_rooms(["weight = 2", "weight = 5"]);
    assert_parts(&play(&text, 1), [12, 25, 62]);
}

#[test]
fn a_minimum_comes_before_the_weights() {
    let text = three_rooms(["minimum = 60", "weight = 3"]);
    assert_parts(&play(&text, 1), [12, 50, 37]);
}

#[test]
fn several_nodes_share_as_one_does() {
    let text = three_rooms(["weight = 2", "weight = 5"]) + "nodes = { count = 3, commit_ms = [3, 20] }";
    assert_parts(&play(&text, 2), [12, 25, 62]);
}

#[test]
fn a_room_without_people_leaves_its_share_to_the_others() {
    let text = three_rooms(["weight = 2", "weight = 5"]).replace("crowd = \"third\"", "crowd = \"second\"");
    let report = play(&text, 3);
    let all: u64 = report.room_grants.iter().sum();
    assert!(all * 100 >= POOL_RATE * MINUTES * 97, "{all}");
    assert_eq!(report.room_grants[2], 0);
    assert!(report.room_grants[0] * 3 >= all * 95 / 100, "{:?}", report.room_grants);
}

#[test]
fn visitors_who_change_rooms_are_served_in_the_other_room() {
    let text = three_rooms(["weight = 1", "weight = 1"]).replace(
        "crowds.third = { room = 2 }",
        "crowds.third = { room = 2, changes = { share = 1.0, after_s = [30, 60], room = 1 } }",
    );
    let report = play(&text, 4);
    let [_, second, third] = report.room_grants[..] else {
        panic!("three rooms")
    };
    assert!(third < 60, "{third} before they left");
    assert!(
        second * 2 >= POOL_RATE * (MINUTES - 1) * 95 / 100,
        "{second} of half the pool"
    );
    assert!(report.totals.places > 5_000, "most of 1,300 have had two places");
}

#[test]
fn the_pools_rate_can_change() {
    let text = three_rooms(["weight = 1", "weight = 1"]) + "operator = [{ at_s = 300, action = { pool_rate = 30 } }]";
    let report = play(&text, 5);
    let between = |from: usize, to: usize| report.series.outflow[from..to].iter().sum::<u32>();
    assert!(between(240, 300) >= 116, "{}", between(240, 300));
    assert!(between(360, 600) <= 4 * 30, "{}", between(360, 600));
    assert!(between(361, 600) >= 4 * 29 - 2, "{}", between(361, 600));
}

/// A room of 120 a minute with a group of weight 3, in which people wait from the second minute on.
const GROUP: &str = r#"
    title = "A group"
    duration_s = 600
    room = { max_outflow = 120 }
    rooms = [{ max_outflow = 120, group_of = 0, share = { weight = 3 } }]
    pool = { rate = 120 }
    crowds.group = { room = 1 }
    arrivals.spike = [
        { people = 1300, over_s = 20 },
        { at_s = 60, people = 240, over_s = 10, crowd = "group" },
    ]
"#;

#[test]
fn a_group_has_its_share_while_it_has_people() {
    let report = play(GROUP, 6);
    let [ordinary, group] = report.room_grants[..] else {
        panic!("two lines")
    };
    assert_eq!(group, 240, "all of them");
    let all = POOL_RATE * MINUTES;
    assert!((ordinary + group) * 100 >= all * 97, "{ordinary} and {group} of {all}");
}

#[test]
fn ordinary_people_are_told_what_the_group_will_take() {
    let text = GROUP.replace("duration_s = 600", "duration_s = 600\nmeasure_from_s = 75");
    let report = play(&text, 7);
    let all = &report.estimates.all;
    assert!(all.coverage >= Some(0.7) && all.median_error <= Some(0.1), "{all:?}");
}

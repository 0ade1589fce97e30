//! The shipped scenarios, some of them shortened, keep every invariant; and what they show is what they say.

use std::path::Path;

use simulator::report::Report;
use simulator::{Scenario, run, run_seeds};

fn shipped(name: &str) -> Scenario {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    Scenario::load(&folder.join(name).with_extension("toml")).expect("a shipped scenario is one")
}

fn shortened(name: &str, duration_s: u64) -> Scenario {
    Scenario {
        duration_s,
        ..shipped(name)
    }
}

fn plays(scenario: &Scenario, seed: u64) -> Report {
    let outcome = run(scenario, seed);
    assert_eq!(outcome.broken, None, "{}, seed {seed}", scenario.title);
    outcome.report
}

#[test]
fn the_same_seed_gives_the_same_bytes_and_another_one_others() {
    let scenario = shortened("three-nodes", 400);
    let bytes = |seed| {
        let report = run(&scenario, seed).report;
        (report.to_json(), report.to_html())
    };
    assert_eq!(bytes(7), bytes(7));
    assert_ne!(bytes(7).0, bytes(8).0);
}

#[test]
fn a_steady_flow_is_at_the_max_outflow() {
    let report = plays(&shortened("steady", 600), 1);
    assert!(report.flow.permit_use.unwrap() >= 0.985, "{:?}", report.flow);
    assert_eq!(report.flow.minute_max, 120);
    assert!(report.totals.through > 1_000);
}

#[test]
fn five_a_minute_is_never_six() {
    let report = plays(&shortened("very-low", 1_800), 1);
    assert_eq!(report.flow.minute_max, 5);
    assert!(report.flow.busy_per_minute.unwrap() >= 4.85, "{:?}", report.flow);
}

#[test]
fn the_other_scenarios_keep_the_invariants() {
    for (name, duration_s) in [
        ("robots", 700),
        ("increase", 800),
        ("decrease", 1_400),
        ("no-shows", 700),
        ("hidden-tabs", 600),
        ("one-node", 900),
        ("recorded", 400),
    ] {
        plays(&shortened(name, duration_s), 3);
    }
}

#[test]
fn three_nodes_keep_the_invariants_from_several_seeds() {
    let scenario = shortened("three-nodes", 800);
    let seeds = run_seeds(&scenario, 1..=3);
    assert!(seeds.failures.is_empty(), "{}", seeds.failures[0]);
    assert_eq!(seeds.played, 3);
}

#[test]
fn recorded_people_come_when_they_came() {
    let report = plays(&shipped("recorded"), 5);
    let listed: u64 = include_str!("../../scenarios/recorded.csv")
        .lines()
        .filter_map(|line| line.split_once(',')?.1.parse::<u64>().ok())
        .sum();
    assert_eq!(report.totals.came, listed);
}

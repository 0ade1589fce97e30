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
    let scenario = shortened("three-nodes", 340);
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
    let series = &report.series;
    assert_eq!((series.outflow.len(), series.bound.last()), (600, Some(&120)));
    assert_eq!(
        series.outflow.iter().map(|count| u64::from(*count)).sum::<u64>(),
        report.totals.grants
    );
}

#[test]
fn five_a_minute_is_never_six() {
    let report = plays(&shortened("very-low", 1_800), 1);
    assert_eq!(report.flow.minute_max, 5);
    assert!(report.flow.busy_per_minute.unwrap() >= 4.85, "{:?}", report.flow);
}

#[test]
fn permits_are_used_while_half_stay_away() {
    let report = plays(&shortened("no-shows", 700), 3);
    assert!(report.flow.permit_use.unwrap() >= 0.985, "{:?}", report.flow);
}

#[test]
fn the_new_level_is_reached_within_a_minute() {
    let report = plays(&shortened("increase", 680), 3);
    assert!(report.series.outflow_60s[598] <= 120);
    assert!(
        report.series.outflow_60s[662] >= 350,
        "{}",
        report.series.outflow_60s[662]
    );
}

#[test]
fn a_decrease_acts_at_once_and_a_pause_holds_everybody() {
    let report = plays(&shortened("decrease", 1_330), 3);
    let between = |from: usize, to: usize| report.series.outflow[from..to].iter().sum::<u32>();
    assert!(between(602, 662) <= 120);
    assert!(between(540, 600) >= 350);
    assert_eq!(between(1_202, 1_319), 0);
}

#[test]
fn robots_are_passed_over() {
    let report = plays(&shortened("robots", 620), 3);
    assert!(report.flow.permit_use.unwrap() >= 0.97, "{:?}", report.flow);
}

#[test]
fn a_restart_is_a_gap_that_is_not_made_up_for() {
    let report = plays(&shortened("restart", 720), 3);
    let between = |from: usize, to: usize| report.series.outflow[from..to].iter().sum::<u32>();
    assert_eq!(between(601, 605), 0);
    // Connections are cut: people are told once more that it is their turn before they claim.
    assert!(between(612, 622) >= 38, "{} in ten seconds", between(612, 622));
    assert!(report.flow.minute_max <= 240 && report.flow.overshoot_max <= 0);
    assert_eq!(report.totals.left, 0);
}

#[test]
fn the_other_scenarios_keep_the_invariants() {
    for (name, duration_s) in [("hidden-tabs", 400), ("one-node", 700), ("recorded", 300)] {
        plays(&shortened(name, duration_s), 3);
    }
}

#[test]
fn three_nodes_keep_the_invariants_from_several_seeds() {
    let scenario = shortened("three-nodes", 520);
    let seeds = run_seeds(&scenario, 1..=2);
    assert!(seeds.failures.is_empty(), "{}", seeds.failures[0]);
    assert_eq!(seeds.played, 2);
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

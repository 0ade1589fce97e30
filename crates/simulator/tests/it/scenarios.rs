//! The shipped scenarios, some of them shortened, keep every invariant, and their figures match
//! their descriptions.

use std::path::Path;

use simulator::report::Report;
use simulator::scenario::{Act, Emptied, Failover, OperatorAction};
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
    let scenario = shortened("faults/three-nodes", 340);
    let bytes = |seed| {
        let report = run(&scenario, seed).report;
        (report.to_json(), report.to_html())
    };
    assert_eq!(bytes(7), bytes(7));
    assert_ne!(bytes(7).0, bytes(8).0);
}

#[test]
fn a_steady_flow_is_at_the_max_outflow() {
    let report = plays(&shortened("rate/steady", 600), 1);
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
    let report = plays(&shortened("rate/very-low", 1_800), 1);
    assert_eq!(report.flow.minute_max, 5);
    assert!(report.flow.busy_per_minute.unwrap() >= 4.85, "{:?}", report.flow);
}

#[test]
fn permits_are_used_while_half_stay_away() {
    let report = plays(&shortened("visitors/no-shows", 700), 3);
    assert!(report.flow.permit_use.unwrap() >= 0.985, "{:?}", report.flow);
}

#[test]
fn the_new_level_is_reached_within_a_minute() {
    let report = plays(&shortened("rate/increase", 680), 3);
    assert!(report.series.outflow_60s[598] <= 120);
    assert!(
        report.series.outflow_60s[662] >= 350,
        "{}",
        report.series.outflow_60s[662]
    );
}

#[test]
fn a_decrease_acts_at_once_and_a_pause_holds_everybody() {
    let report = plays(&shortened("rate/decrease", 1_330), 3);
    let between = |from: usize, to: usize| report.series.outflow[from..to].iter().sum::<u32>();
    assert!(between(602, 662) <= 120);
    assert!(between(540, 600) >= 350);
    assert_eq!(between(1_202, 1_319), 0);
}

#[test]
fn robots_are_passed_over() {
    let report = plays(&shortened("visitors/robots", 620), 3);
    assert!(report.flow.permit_use.unwrap() >= 0.97, "{:?}", report.flow);
}

#[test]
fn a_restart_is_a_gap_that_is_not_made_up_for() {
    let report = plays(&shortened("faults/restart", 720), 3);
    let between = |from: usize, to: usize| report.series.outflow[from..to].iter().sum::<u32>();
    assert_eq!(between(601, 605), 0);
    // Connections were cut, so visitors first learn again that it is their turn, and then claim.
    assert!(between(612, 622) >= 38, "{} in ten seconds", between(612, 622));
    assert!(report.flow.minute_max <= 240 && report.flow.overshoot_max <= 0);
    assert_eq!(report.totals.left, 0);
}

#[test]
fn the_other_scenarios_keep_the_invariants() {
    for (name, duration_s) in [
        ("visitors/hidden-tabs", 400),
        ("faults/one-node", 700),
        ("visitors/recorded", 300),
    ] {
        plays(&shortened(name, duration_s), 3);
    }
}

/// Returns the grants of a run between two of its seconds.
fn between(report: &Report, from: usize, to: usize) -> u64 {
    report.series.outflow[from..to]
        .iter()
        .map(|count| u64::from(*count))
        .sum()
}

#[test]
fn a_full_opening_lets_the_first_minutes_amount_through_in_half_a_minute() {
    let report = plays(&shortened("opening/opening", 900), 3);
    assert_eq!(between(&report, 0, 630), 0, "nobody before T+30 s");
    let first = between(&report, 630, 661);
    assert!((285..=300).contains(&first), "{first} of 300 by T+60 s");
    assert!(between(&report, 661, 690) <= 300 - first, "then the bound holds");
    let then = between(&report, 691, 891);
    assert!((980..=1_005).contains(&then), "{then} of 1,000 evenly from T+90 s");
    assert!(report.flow.permit_use.unwrap() >= 0.985 && report.flow.minute_max <= 300);
    let held = report.estimates.all.coverage.unwrap();
    assert!(held >= 0.75, "estimates know the opening: {held}");
}

#[test]
fn the_reports_of_an_opening_mark_its_moments_and_are_the_same_twice() {
    let scenario = shortened("opening/opening", 720);
    let (one, other) = (run(&scenario, 9).report, run(&scenario, 9).report);
    assert_eq!((one.to_json(), one.to_html()), (other.to_json(), other.to_html()));
    let moments: Vec<u64> = one.moments.iter().map(|moment| moment.at_s).collect();
    assert_eq!(moments, [60, 600, 615, 630, 690]);
    let html = one.to_html();
    assert!(html.contains("the pre-queue closes; the draw"));
    assert_eq!(
        html.matches("class=\"moment\"").count(),
        3 * moments.len(),
        "in every chart over time"
    );
    let steady = run(&shortened("rate/steady", 60), 1).report;
    assert!(steady.moments.is_empty() && !steady.to_html().contains("class=\"moment\""));
}

#[test]
fn an_even_opening_begins_at_its_pace() {
    let report = plays(&shortened("opening/even", 900), 3);
    assert_eq!(between(&report, 0, 630), 0);
    let first = between(&report, 630, 660);
    assert!((140..=152).contains(&first), "{first} of 150 in the first half minute");
    assert!(report.estimates.all.coverage.unwrap() >= 0.75);
}

#[test]
fn at_peak_people_pass_at_once_and_a_line_that_is_shown_goes_at_its_pace() {
    let report = plays(&shipped("visitors/at-peak"), 3);
    let (median, longest) = (report.waits.median_s, report.waits.max_s);
    assert!(
        median < 1.0 && longest > 60.0,
        "most pass at once, the spike waits: {median}, {longest}"
    );
    assert!(
        report.series.front[100..290].iter().all(|front| *front == 0),
        "nobody before it does"
    );
    assert!(report.flow.minute_max <= 120);
    assert_eq!(report.series.waiting.last(), Some(&0));
}

#[test]
fn fairness_windows_keep_every_invariant_and_use_their_permits() {
    let report = plays(&shortened("visitors/fairness", 600), 3);
    assert!(report.flow.permit_use.unwrap() >= 0.985, "{:?}", report.flow);
}

#[test]
fn a_million_at_the_opening_on_a_thousandth_of_its_scale() {
    let mut scenario = shortened("opening/million", 7_200);
    scenario.room.max_outflow /= 1_000;
    scenario
        .arrivals
        .opening
        .iter_mut()
        .for_each(|crowd| crowd.people /= 1_000);
    scenario
        .arrivals
        .poisson
        .iter_mut()
        .for_each(|flow| flow.per_minute /= 1_000.0);
    let report = plays(&scenario, 3);
    assert!(report.totals.came >= 1_000);
    assert_eq!((between(&report, 0, 3_630), report.flow.minute_max), (0, 10));
    assert!(report.flow.permit_use.unwrap() >= 0.98, "{:?}", report.flow);
}

#[test]
fn orders_lead_a_room_through_its_life() {
    let order = |at_s, action| OperatorAction { at_s, room: 0, action };
    let mut scenario = shortened("opening/opening", 1_300);
    scenario.operator = vec![
        order(700, Act::Disable),
        order(760, Act::Enable),
        order(800, Act::Reset),
        order(850, Act::End),
    ];
    let report = plays(&scenario, 3);
    assert_eq!(between(&report, 701, 760), 0, "disabled");
    assert!(report.totals.passed > 100, "people pass, without permits");
    let again = between(&report, 801, 850);
    assert!(again > 100, "who comes now is served in the new run: {again}");
    assert_eq!(between(&report, 851, 1_300), 0, "after the end");
    assert!(report.totals.too_late > 0);
}

#[test]
fn three_nodes_keep_the_invariants_from_several_seeds() {
    let scenario = shortened("faults/three-nodes", 520);
    let seeds = run_seeds(&scenario, 1..=2);
    assert!(seeds.failures.is_empty(), "{}", seeds.failures[0]);
    assert_eq!(seeds.played, 2);
}

/// Attackers of one address, of one each, thieves, and people who fill the room: the others get
/// their places.
#[test]
fn beside_attackers_people_get_places_and_are_let_in() {
    let report = plays(&shipped("opening/attackers"), 3);
    assert!(report.totals.through > 100, "{:?}", report.totals);
}

#[test]
fn recorded_people_come_when_they_came() {
    let report = plays(&shipped("visitors/recorded"), 5);
    let listed: u64 = include_str!("../../scenarios/visitors/recorded.csv")
        .lines()
        .filter_map(|line| line.split_once(',')?.1.parse::<u64>().ok())
        .sum();
    assert_eq!(report.totals.came, listed);
}

/// Three nodes, and a hundred people who bring one of seven keys: the first with each key gets its
/// place.
#[test]
fn one_place_a_key() {
    let mut scenario = shortened("faults/three-nodes", 300);
    for crowd in scenario.crowds.values_mut() {
        crowd.keys = 7;
    }
    scenario.operator.clear();
    let report = plays(&scenario, 1);
    assert!(report.totals.came > 100, "{:?}", report.totals);
    assert_eq!(report.totals.places, 7, "{:?}", report.totals);
    assert!(
        report.totals.keys_taken > 100 && report.totals.too_late == 0,
        "{:?}",
        report.totals
    );
}

/// Tested both when nodes remember the lost commits and when none does.
#[test]
fn a_failover_that_loses_commits_loses_nobody_and_keeps_the_bound() {
    let report = plays(&shipped("faults/failover"), 3);
    assert_eq!(report.totals.failovers, 2);
    let remembered = between(&report, 300, 360);
    assert!(
        remembered >= 50,
        "{remembered} of 60 in the minute after it: what the nodes remember fills the window"
    );
    assert!(between(&report, 310, 320) >= 8, "it goes on soon");
    assert_eq!(between(&report, 606, 663), 0, "nobody knows how many were let through");
    assert!(between(&report, 670, 730) >= 55, "{}", between(&report, 670, 730));
    assert_eq!(report.totals.left, 0);
}

fn emptied(at_s: u64, amid_commit: bool) -> Emptied {
    Emptied { at_s, amid_commit }
}

/// The store loses a commit while its reply is on its way: nobody leaves, and the line goes on.
#[test]
fn a_store_that_is_emptied_amid_a_commit_goes_on_with_what_the_nodes_know() {
    let mut scenario = shortened("faults/failover", 500);
    scenario.faults.crash.clear();
    scenario.faults.failover.clear();
    scenario.faults.emptied = vec![emptied(300, true)];
    let report = plays(&scenario, 3);
    let totals = &report.totals;
    assert_eq!((totals.emptied, totals.emptied_amid_commits, totals.left), (1, 1, 0));
    assert!(between(&report, 370, 430) >= 50, "{}", between(&report, 370, 430));
}

/// While a recovery is under way the store is not emptied, but amid a commit after it.
#[test]
fn a_store_that_is_to_be_emptied_amid_a_commit_waits_for_one_after_the_recovery() {
    let mut scenario = shortened("faults/failover", 500);
    scenario.faults.crash.clear();
    scenario.faults.failover.truncate(1);
    scenario.faults.emptied = vec![emptied(300, true)];
    let totals = plays(&scenario, 3).totals;
    let counts = (totals.emptied, totals.emptied_amid_commits, totals.failovers);
    assert_eq!(counts, (1, 1, 2));
}

/// The nodes write back all that they know: nobody loses a place, and the line goes on soon.
#[test]
fn a_store_that_comes_back_empty_gets_everything_again_from_the_nodes() {
    let mut scenario = shortened("faults/failover", 500);
    scenario.faults.crash.clear();
    scenario.faults.failover.clear();
    scenario.faults.emptied = vec![emptied(300, false)];
    let report = plays(&scenario, 3);
    let totals = &report.totals;
    assert_eq!((totals.emptied, totals.failovers, totals.left), (1, 1, 0));
    let remembered = between(&report, 300, 360);
    assert!(remembered >= 45, "{remembered} of 60 in the minute after it");
    assert!(between(&report, 370, 430) >= 55, "{}", between(&report, 370, 430));
}

/// A store whose nodes are all about to come back is emptied once they remember something.
#[test]
fn no_node_takes_an_empty_store_for_a_new_one() {
    let mut scenario = shortened("faults/failover", 900);
    scenario.faults.failover = vec![Failover {
        at_s: 300,
        loses_ms: 4_000,
    }];
    scenario.faults.emptied = vec![emptied(601, false)];
    let report = plays(&scenario, 3);
    assert_eq!((report.totals.emptied, report.totals.failovers), (1, 2));
    assert!(between(&report, 680, 740) >= 50, "{}", between(&report, 680, 740));
}

/// The store refuses the second one, and no node learns of it.
#[test]
fn a_commit_that_is_delivered_twice_changes_nothing() {
    let played = |share| {
        let mut scenario = shortened("faults/three-nodes", 340);
        scenario.faults.chaos.repeated_commits = share;
        plays(&scenario, 7)
    };
    let (once, mut twice) = (played(0.0), played(0.5));
    let repeated = std::mem::take(&mut twice.totals.repeated_commits);
    assert!(repeated > 100, "{repeated}");
    assert_eq!(once, twice);
}

/// A commit whose reply comes too late was made: its visitors get what it gave them.
#[test]
fn replies_that_come_after_nodes_have_given_up_lose_nobody() {
    let mut scenario = shortened("faults/failover", 500);
    scenario.faults = simulator::scenario::Faults::default();
    scenario.faults.chaos.late_replies = 0.01;
    let report = plays(&scenario, 3);
    let totals = &report.totals;
    assert!(totals.late_replies > 20, "{totals:?}");
    assert_eq!(totals.left, 0, "{totals:?}");
    // Those who came last have no answer yet.
    assert!(totals.shown + 20 >= totals.came, "{totals:?}");
}

#[test]
fn with_leases_people_go_on_for_ten_seconds_while_the_store_is_away() {
    let mut scenario = shipped("faults/leases");
    let report = plays(&scenario, 3);
    let alone = between(&report, 300, 311);
    assert!(
        (12..=22).contains(&alone),
        "{alone} of 20 that were leased: not everybody asks where a permit falls due"
    );
    assert_eq!(between(&report, 311, 330), 0, "then nobody");
    assert!(report.totals.leased >= 12 && report.flow.minute_max <= 120);
    let after = between(&report, 331, 391);
    assert!(after >= 100, "{after} in the minute after it is back");

    scenario.room.leases = false;
    let report = plays(&scenario, 3);
    assert_eq!((between(&report, 301, 330), report.totals.leased), (0, 0));
}

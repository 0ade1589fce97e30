//! Each reason for a longer wait is shown where its cause occurs, and to nobody where that cause
//! alone is missing. The oracles (`oracles::reasons`) judge each reason in every run; here is a run
//! in which each must be shown, and one in which it must not be.
//!
//! `storeAway`, which the server adds to the reasons of the engine, has its tests in
//! `tests/it/rooms/away/seen.rs` of the root package.

use admission::estimate::RiseReason;
use simulator::report::Report;
use simulator::{Scenario, run};

/// The seeds from which each scenario is played.
const SEEDS: [u64; 2] = [1, 2];
/// The fewest visitors who are shown a reason whose cause occurs, and the fewest estimates that are
/// shown where the cause is missing.
const VISITORS_MIN: u64 = 10;
const ESTIMATES_MIN: u64 = 50;

/// A scenario in which a reason is shown, and changes that take the cause away.
#[derive(Clone, Copy)]
struct ReasonScenarios {
    scenario: &'static str,
    /// Part of the scenario, and what replaces it where the reason must not be shown.
    without: &'static [[&'static str; 2]],
}

/// The operator lowers the rate; a higher rate and a pause are something else.
const OPERATOR_SLOWED: ReasonScenarios = ReasonScenarios {
    scenario: r#"
        title = "The operator lowers the rate"
        duration_s = 150
        measure_from_s = 0
        room.max_outflow = 60
        arrivals.spike = [{ people = 180, over_s = 20 }]
        operator = [{ at_s = 60, action = { max_outflow = 20 } }]
    "#,
    without: &[
        ["{ max_outflow = 20 }", "{ max_outflow = 90 }"],
        ["{ max_outflow = 20 }", "\"pause\""],
    ],
};

/// The operator pauses the room; with a rate of 0 nobody is let in either.
const PAUSED: ReasonScenarios = ReasonScenarios {
    scenario: r#"
        title = "The operator pauses the room"
        duration_s = 180
        measure_from_s = 0
        room.max_outflow = 60
        arrivals.spike = [{ people = 180, over_s = 20 }]
        operator = [{ at_s = 60, action = "pause" }, { at_s = 120, action = "resume" }]
    "#,
    without: &[[
        r#"action = "pause" }, { at_s = 120, action = "resume" }"#,
        "action = { max_outflow = 0 } }, { at_s = 120, action = { max_outflow = 60 } }",
    ]],
};

/// Two of five visitors close the page, and when they no longer count they come back for permits
/// that others wait for; nobody comes back, or all do so before they were silent for three minutes.
const MORE_CAME_BACK: ReasonScenarios = ReasonScenarios {
    scenario: r#"
        title = "People come back"
        duration_s = 360
        measure_from_s = 0
        room.max_outflow = 30
        arrivals.spike = [{ people = 300, over_s = 20 }]
        crowds.default.no_shows = 0.4
        crowds.default.no_show_after_s = [5, 30]
        crowds.default.come_back = 1.0
        crowds.default.come_back_after_s = [210, 240]
    "#,
    without: &[
        ["come_back = 1.0", "come_back = 0.0"],
        ["come_back_after_s = [210, 240]", "come_back_after_s = [20, 60]"],
    ],
};

/// The site is full before everybody is in; it has slots for all of them.
const CAPPED_BY_SESSIONS: ReasonScenarios = ReasonScenarios {
    scenario: r#"
        title = "The site fills"
        duration_s = 150
        measure_from_s = 0
        room.max_outflow = 60
        site = { max_sessions = 60, stay_s = [600, 900] }
        arrivals.spike = [{ people = 150, over_s = 20 }]
    "#,
    without: &[["max_sessions = 60", "max_sessions = 600"]],
};

/// People come to another room of the pool; they come to the same room, or the pool has enough for
/// both rooms.
const POOL_SHARED: ReasonScenarios = ReasonScenarios {
    scenario: r#"
        title = "People come to another room"
        duration_s = 150
        measure_from_s = 0
        room = { max_outflow = 60 }
        rooms = [{ max_outflow = 60 }]
        pool = { rate = 60 }
        crowds.others = { room = 1 }
        arrivals.spike = [
            { people = 180, over_s = 20 },
            { at_s = 60, people = 60, over_s = 10, crowd = "others" },
        ]
    "#,
    without: &[["room = 1", "room = 0"], ["rate = 60", "rate = 240"]],
};

/// People come with a code; they come without one, or the other line is another room's.
const PRIORITY: ReasonScenarios = ReasonScenarios {
    scenario: r#"
        title = "People with a code come"
        duration_s = 150
        measure_from_s = 0
        room = { max_outflow = 60 }
        rooms = [{ max_outflow = 60, group_of = 0, share = { weight = 9 } }]
        pool = { rate = 60 }
        crowds.others = { room = 1 }
        arrivals.spike = [
            { people = 180, over_s = 20 },
            { at_s = 60, people = 60, over_s = 10, crowd = "others" },
        ]
    "#,
    without: &[["room = 1", "room = 0"], ["group_of = 0, ", ""]],
};

/// Autotune finds that the site is slow; the site is not slow, or nothing looks at its pages.
const AUTOTUNE_SLOWED: ReasonScenarios = ReasonScenarios {
    scenario: r#"
        title = "The site is slow"
        duration_s = 150
        measure_from_s = 0
        room.max_outflow = 60
        site = { rate = 60, autotune = true, knee_per_minute = 15, stay_s = [60, 120], page_s = [5, 15] }
        arrivals.spike = [{ people = 240, over_s = 20 }]
    "#,
    without: &[
        ["knee_per_minute = 15", "knee_per_minute = 0"],
        ["autotune = true", "autotune = false"],
    ],
};

/// The store loses commits that no node remembers; only the nodes start again.
const RESTORED: ReasonScenarios = ReasonScenarios {
    scenario: r#"
        title = "The store fails over"
        duration_s = 180
        measure_from_s = 0
        room.max_outflow = 60
        nodes.count = 2
        arrivals.spike = [{ people = 200, over_s = 20 }]
        faults.crash = [{ at_s = 60, node = 0, down_ms = 3500 }, { at_s = 60, node = 1, down_ms = 3500 }]
        faults.failover = [{ at_s = 62, loses_ms = 6000 }]
    "#,
    without: &[["[{ at_s = 62, loses_ms = 6000 }]", "[]"]],
};

/// Returns the scenarios of a reason. A new reason needs some, too.
fn scenarios_of(reason: RiseReason) -> ReasonScenarios {
    match reason {
        RiseReason::OperatorSlowed => OPERATOR_SLOWED,
        RiseReason::Paused => PAUSED,
        RiseReason::MoreCameBack => MORE_CAME_BACK,
        RiseReason::CappedBySessions => CAPPED_BY_SESSIONS,
        RiseReason::PoolShared => POOL_SHARED,
        RiseReason::Priority => PRIORITY,
        RiseReason::AutotuneSlowed => AUTOTUNE_SLOWED,
        RiseReason::Restored => RESTORED,
    }
}

fn play(text: &str, seed: u64) -> Report {
    let scenario = Scenario::parse(text, |_| unreachable!("nothing is recorded")).expect("a scenario");
    let outcome = run(&scenario, seed);
    assert_eq!(outcome.broken, None, "seed {seed}:{text}");
    outcome.report
}

/// Returns how many visitors were shown a reason.
fn shown_to(report: &Report, reason: RiseReason) -> u64 {
    let shown = report.reasons.iter().find(|shown| shown.reason == reason);
    shown.map_or(0, |shown| shown.visitors)
}

#[test]
fn each_reason_is_shown_where_its_cause_occurs() {
    for reason in RiseReason::ALL {
        let text = scenarios_of(reason).scenario;
        for seed in SEEDS {
            let report = play(text, seed);
            let visitors = shown_to(&report, reason);
            assert!(
                visitors >= VISITORS_MIN,
                "{reason:?} is shown to {visitors}, seed {seed}: {:?}{text}",
                report.reasons
            );
        }
    }
}

#[test]
fn no_reason_is_shown_where_its_cause_alone_is_missing() {
    for reason in RiseReason::ALL {
        let ReasonScenarios { scenario, without } = scenarios_of(reason);
        assert!(!without.is_empty(), "{reason:?}");
        for [cause, instead] in without {
            assert_eq!(scenario.matches(cause).count(), 1, "{cause}{scenario}");
            let text = scenario.replace(cause, instead);
            for seed in SEEDS {
                let report = play(&text, seed);
                let estimates = report.estimates.all.samples;
                assert!(estimates >= ESTIMATES_MIN, "{estimates} estimates, seed {seed}:{text}");
                assert_eq!(
                    shown_to(&report, reason),
                    0,
                    "visitors are shown {reason:?}, seed {seed}: {:?}{text}",
                    report.reasons
                );
            }
        }
    }
}

//! Random runs with faults are replayed without an objection.

use admission::occupancy::SessionsConfig;
use admission::{PerMinute, RoomConfig};
use incident::entry::RecordingEnd;
use incident::{ReplayReport, replay};
use node::answer::Replies;
use node::settings::PoolSettings;
use proptest::prelude::*;

use super::visitors::{Crowd, RunPlan};
use super::world::{Requests, World, hang_up};

const CASES: u32 = 24;

fn assert_clean(report: &ReplayReport) {
    assert_eq!((&report.objections[..], report.played_until), (&[][..], None));
}

/// Plays a run and replays it.
fn replayed(world: World, plan: RunPlan) -> (Crowd, ReplayReport, usize) {
    let mut crowd = Crowd::new(world, plan);
    crowd.play();
    crowd.world.close(0);
    let bytes = crowd.world.recording(Some(RecordingEnd::Closed));
    let report = replay(&bytes).expect("a recording");
    (crowd, report, bytes.len())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: CASES, ..ProptestConfig::default() })]

    #[test]
    fn a_run_on_one_node_is_replayed_as_it_was(
        seed in any::<u64>(),
        (rate, rooms) in (prop::sample::select(vec![30_u32, 120, 600]), 1..4_usize),
        (leases, counts_sessions) in any::<(bool, bool)>(),
        (store_fails, operators, clock_steps) in any::<(bool, bool, bool)>(),
    ) {
        let mut room = RoomConfig::new(PerMinute(rate));
        room.leases = leases && rooms == 1;
        let pool = PoolSettings {
            rate: (rooms > 1).then_some(PerMinute(rate)),
            sessions: counts_sessions.then_some(SessionsConfig {
                max_sessions: Some(200),
                stock: None,
                validity_ms: 60_000,
            }),
            ..PoolSettings::default()
        };
        let world = World::new(1, &vec![room; rooms], pool, seed);
        let plan = RunPlan { store_fails, operators, clock_steps, arrival_ms: 40_000 / u64::from(rate), lasts_ms: 150_000 };
        let (_, report, _) = replayed(world, plan);
        prop_assert_eq!((report.objections, report.played_until), (vec![], None));
    }

    #[test]
    fn a_run_beside_other_nodes_is_replayed_as_it_was(seed: u64, store_fails: bool, operators: bool, counts_sessions: bool) {
        let pool = PoolSettings {
            sessions: counts_sessions.then_some(SessionsConfig {
                max_sessions: None,
                stock: None,
                validity_ms: 60_000,
            }),
            ..PoolSettings::default()
        };
        let world = World::new(3, &[RoomConfig::new(PerMinute(300))], pool, seed);
        let plan = RunPlan { store_fails, operators, clock_steps: false, arrival_ms: 150, lasts_ms: 120_000 };
        let (_, report, _) = replayed(world, plan);
        prop_assert_eq!((report.objections, report.played_until), (vec![], None));
    }
}

#[test]
fn a_world_does_not_know_who_left_the_last_one() {
    let rooms = [RoomConfig::new(PerMinute(120))];
    hang_up(7);
    assert!(Requests::is_closed::<()>(&7));
    World::new(1, &rooms, PoolSettings::default(), 7);
    assert!(!Requests::is_closed::<()>(&7));
}

#[test]
fn a_report_counts_what_happened() {
    let world = World::new(1, &[RoomConfig::new(PerMinute(120))], PoolSettings::default(), 5);
    let plan = RunPlan {
        arrival_ms: 400,
        lasts_ms: 180_000,
        ..RunPlan::default()
    };
    let (crowd, report, bytes) = replayed(world, plan);
    assert_clean(&report);
    assert_eq!(
        (report.end, report.pool.as_str()),
        (Some(RecordingEnd::Closed), "~pool/demo")
    );
    assert!((150_000..=180_000).contains(&report.lasts_ms), "{report:?}");
    assert!(report.grants > 250 && report.grants <= crowd.let_in, "{report:?}");
    assert!(
        report.commands >= report.answers && report.answers > 1_000,
        "{report:?}"
    );
    let each = bytes / usize::try_from(report.events).expect("few");
    println!("{bytes} bytes, {} events: {each} bytes an event", report.events);
    assert!(each < 400, "{each} bytes an event");
}

#[test]
fn a_restart_on_a_used_store_is_replayed() {
    let mut world = World::new(1, &[RoomConfig::new(PerMinute(240))], PoolSettings::default(), 6);
    let plan = RunPlan {
        arrival_ms: 200,
        lasts_ms: 60_000,
        ..RunPlan::default()
    };
    let mut crowd = Crowd::new(world, plan);
    crowd.play();
    crowd.world.recording(None);
    crowd.world.start(0);
    crowd.play();
    world = crowd.world;
    let report = replay(&world.recording(None)).expect("a recording");
    assert_clean(&report);
    assert_eq!(report.end, None, "it was killed");
    assert!(report.grants > 100, "{report:?}");
}

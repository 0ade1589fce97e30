//! Tests of occupancy against a naive model: a plain map of sessions with the time when each ends.

use std::collections::BTreeMap;

use admission::FlowMs;
use admission::occupancy::{EXPIRY_BUCKET_MS, Occupancy, ReportKind, SessionRecord, SessionsConfig, UNREPORTED_MS};
use admission::pool::LineIndex;
use proptest::prelude::*;

use crate::kit::crowded_pool::{CrowdedPool, plain, room};

const CONFIG: SessionsConfig = SessionsConfig {
    max_sessions: Some(20),
    stock: None,
    validity_ms: 120_000,
};

#[derive(Debug, Clone)]
enum SessionEvent {
    Pass(u64),
    Come(u64),
    ComeAgain(u64),
    Touch(u64, u64),
    CheckOut(u64),
    Stock(Option<u64>),
}

fn event() -> impl Strategy<Value = SessionEvent> {
    prop_oneof![
        (0..30_000_u64).prop_map(SessionEvent::Pass),
        (1..8_u64).prop_map(SessionEvent::Come),
        any::<u64>().prop_map(SessionEvent::ComeAgain),
        (any::<u64>(), 0..900_000_u64).prop_map(|(who, ms)| SessionEvent::Touch(who, ms)),
        any::<u64>().prop_map(SessionEvent::CheckOut),
        prop::option::of(0..30_u64).prop_map(SessionEvent::Stock),
    ]
}

#[derive(Debug, Default)]
struct SessionModel {
    now: u64,
    /// When each session ends; `None` once it was checked out.
    ends: BTreeMap<u64, Option<u64>>,
}

impl SessionModel {
    fn active(&self) -> u64 {
        self.ends.values().flatten().filter(|end| **end > self.now).count() as u64
    }

    fn end_in(&self, ms: u64) -> u64 {
        (self.now + ms).div_ceil(EXPIRY_BUCKET_MS) * EXPIRY_BUCKET_MS
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn as_many_count_as_a_list_of_sessions_says(events in prop::collection::vec(event(), 1..200)) {
        let (mut site, mut model, mut config) = (Occupancy::new(FlowMs(0)), SessionModel::default(), CONFIG);
        let mut records: BTreeMap<u64, SessionRecord> = BTreeMap::new();
        for event in events {
            let somebody = |who: u64| who.checked_rem(records.len() as u64);
            match event {
                SessionEvent::Pass(ms) => {
                    model.now += ms;
                    site.advance(FlowMs(model.now));
                }
                SessionEvent::Come(people) => for _ in 0..people.min(site.free_sessions(&config)) {
                    let who = records.len() as u64;
                    records.insert(who, site.admit(&config, None));
                    model.ends.insert(who, Some(model.end_in(config.validity_ms + UNREPORTED_MS)));
                    prop_assert!(model.active() <= config.cap(), "nobody comes above the cap");
                },
                SessionEvent::ComeAgain(who) => if let Some(who) = somebody(who)
                    .filter(|_| site.free_sessions(&config) > 0)
                {
                    records.insert(who, site.admit(&config, records.get(&who).copied()));
                    model.ends.insert(who, Some(model.end_in(config.validity_ms + UNREPORTED_MS)));
                },
                SessionEvent::Touch(who, ms) => if let Some(who) = somebody(who) {
                    // A repeated report has no further effect.
                    for _ in 0..2 {
                        records.extend(site.report(ReportKind::Touched { valid_for_ms: ms }, records.get(&who).copied()).map(|record| (who, record)));
                    }
                    if model.ends[&who].is_some() {
                        model.ends.insert(who, Some(model.end_in(ms)));
                    }
                },
                SessionEvent::CheckOut(who) => if let Some(who) = somebody(who) {
                    for _ in 0..2 {
                        records.extend(site.report(ReportKind::Ended, records.get(&who).copied()).map(|record| (who, record)));
                    }
                    model.ends.insert(who, None);
                },
                SessionEvent::Stock(left) => config.stock = left,
            }
            prop_assert_eq!(site.active(), model.active());
            prop_assert_eq!(site.free_sessions(&config), config.cap().saturating_sub(model.active()));
            prop_assert!(site.is_sound());
            if let Some(free) = site.next_free(&config) {
                let (mut before, mut then) = (site.clone(), site.clone());
                before.advance(FlowMs(free.0.saturating_sub(1)));
                then.advance(free);
                prop_assert!(then.free_sessions(&config) > 0);
                prop_assert!(free.0 <= model.now || before.free_sessions(&config) == 0, "not a millisecond earlier");
            }
        }
    }
}

#[test]
fn a_full_site_lets_in_as_many_as_leave() {
    let mut config = plain(Some(600), vec![room(300, 1, 0), room(600, 1, 0)]);
    config.sessions = Some(SessionsConfig {
        max_sessions: Some(50),
        ..CONFIG
    });
    let mut world = CrowdedPool::new(config);
    for _ in 0..600 {
        world.commit(500);
    }
    assert_eq!(
        world.granted.iter().sum::<u64>(),
        50,
        "nobody has left in the first five minutes"
    );
    for _ in 0..120 {
        world.commit(500);
    }
    assert_eq!(
        world.granted.iter().sum::<u64>(),
        100,
        "those first in are taken as gone, and as many came in"
    );
    assert!(
        world.granted[0].abs_diff(world.granted[1]) <= 4,
        "both rooms: {:?}",
        world.granted
    );
    let (place, _) = world.sessions.iter().next_back().expect("somebody is in");
    let report = admission::pool::SessionReport {
        line: place.0,
        number: place.1,
        kind: ReportKind::Ended,
    };
    let (step, given) = world.commit_with(1, &[], &[report, report]);
    assert_eq!(
        (given.iter().sum::<u64>(), step.ledger.sessions()),
        (1, Some(50)),
        "one out, one in, in the same commit"
    );
}

#[test]
fn a_visitor_let_in_again_has_one_session() {
    let mut config = plain(Some(60), vec![room(60, 1, 0)]);
    config.sessions = Some(CONFIG);
    let mut world = CrowdedPool::new(config);
    world.demand[0] = 1;
    (0..40).for_each(|_| world.commit(100));
    let inside = world.state.ledger.sessions().expect("counted");
    assert!(inside >= 3, "{inside}");
    world.demand[0] = 0;
    world.commit(181_000);
    let place = *world.sessions.keys().next().expect("somebody is in");
    world.return_to(place);
    world.demand[0] = 1;
    let (step, given) = world.commit_with(0, &[], &[]);
    assert_eq!(
        (given, step.ledger.sessions()),
        (vec![1], Some(inside)),
        "a new permit, the same session"
    );
    assert_ne!(step.sessions[&place], SessionRecord::Ended);
}

#[test]
fn reports_of_nobody_we_let_in_change_nothing() {
    let mut config = plain(None, vec![room(60, 1, 0)]);
    config.sessions = Some(CONFIG);
    let mut world = CrowdedPool::new(config);
    world.commit(0);
    world.commit(100);
    let active = world.state.ledger.sessions();
    let touch = |line, number| admission::pool::SessionReport {
        line: LineIndex(line),
        number: admission::Number(number),
        kind: ReportKind::Touched { valid_for_ms: 600_000 },
    };
    let forged = [touch(0, 399), touch(0, 1 << 40), touch(9, 0)];
    let (step, _) = world.commit_with(1, &[], &forged);
    assert_eq!(step.reports, [admission::pool::ReportOutcome::Unknown; 3]);
    assert_eq!(step.ledger.sessions(), active);
}

#[test]
fn sessions_without_a_cap_are_counted_and_hold_nobody() {
    let alone = plain(None, vec![room(300, 1, 0), room(60, 1, 0)]);
    let mut counted = alone.clone();
    counted.sessions = Some(SessionsConfig {
        max_sessions: None,
        ..CONFIG
    });
    let (mut alone, mut counted) = (CrowdedPool::new(alone), CrowdedPool::new(counted));
    for ms in (0..1_500).map(|at| 100 + at % 7 * 50) {
        alone.commit(ms);
        counted.commit(ms);
        assert_eq!(counted.granted, alone.granted);
    }
    let inside = counted.state.ledger.sessions().expect("counted");
    assert!(inside > 500 && inside < counted.granted.iter().sum(), "{inside}");
}

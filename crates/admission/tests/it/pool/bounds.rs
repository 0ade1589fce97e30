//! Tests of invariants 1 and 5 for rooms and pools in any combination: several rooms and lanes,
//! changing rates, pauses, sessions that end, and visitors who come again.

use admission::batch::{Batch, Claim};
use admission::occupancy::{ReportKind, SessionsConfig};
use admission::pool::{self, LineIndex, PlaceKey, PoolBatch, PoolConfig, SessionReport};
use admission::{Control, Device, FlowMs, Now, Number, PerMinute, Sequence};
use proptest::prelude::*;

use crate::kit::crowded_pool::{CrowdedPool, lane, plain, room};

#[derive(Debug, Clone)]
enum PoolEvent {
    PoolRate(Option<u32>),
    RoomRate(usize, u32),
    Pause(usize),
    Resume(usize),
    Demand(usize, u64),
    Sessions(Option<u64>),
    Touch(usize),
    CheckOut(usize),
    Return(usize),
    Nothing,
}

fn rate() -> impl Strategy<Value = u32> {
    prop_oneof![Just(0), Just(1), Just(5), 6_u32..100, 100_u32..2_000]
}

fn event() -> impl Strategy<Value = PoolEvent> {
    prop_oneof![
        1 => prop::option::of(rate()).prop_map(PoolEvent::PoolRate),
        1 => (0..4_usize, rate()).prop_map(|(room, rate)| PoolEvent::RoomRate(room, rate)),
        1 => (0..8_usize).prop_map(PoolEvent::Pause),
        2 => (0..8_usize).prop_map(PoolEvent::Resume),
        2 => (0..8_usize, prop_oneof![Just(0), 1..4_u64, Just(u64::MAX)]).prop_map(|(line, most)| PoolEvent::Demand(line, most)),
        1 => prop::option::of(0..200_u64).prop_map(PoolEvent::Sessions),
        1 => any::<usize>().prop_map(PoolEvent::Touch),
        1 => any::<usize>().prop_map(PoolEvent::CheckOut),
        1 => any::<usize>().prop_map(PoolEvent::Return),
        8 => Just(PoolEvent::Nothing),
    ]
}

fn config() -> impl Strategy<Value = PoolConfig> {
    let rooms = prop::collection::vec((rate(), 1..100_u16, 0..60_u32, 1..=3_usize), 1..=4);
    (prop::option::of(rate()), rooms).prop_map(|(rate, rooms)| PoolConfig {
        rate: rate.map(PerMinute),
        autotune: false,
        sessions: None,
        lines: (0..)
            .zip(&rooms)
            .flat_map(|(index, (_, _, _, lanes))| {
                (0..*lanes).map(move |share| lane(index, u16::try_from(share).expect("few") * 3 + 1))
            })
            .collect(),
        rooms: rooms
            .into_iter()
            .map(|(rate, weight, minimum, _)| room(rate, weight, minimum))
            .collect(),
    })
}

fn play(world: &mut CrowdedPool, event: &PoolEvent, step_ms: u64) {
    let (rooms, lines) = (world.config.rooms.len(), world.config.lines.len());
    // Controls go to the first lane of a room; the others follow it.
    let line = |line: usize| {
        let room = world.config.lines[line % lines].room;
        let first = world.config.lines.iter().position(|other| other.room == room);
        LineIndex(u16::try_from(first.unwrap_or_default()).expect("few"))
    };
    let paused = |world: &CrowdedPool, of: usize| world.state.lines[of % lines].ledger.lifecycle.is_paused();
    let somebody = |world: &CrowdedPool, who: usize| -> Option<PlaceKey> {
        let places = world.sessions.len();
        world.sessions.keys().nth(who.checked_rem(places)?).copied()
    };
    let report = |world: &CrowdedPool, who: usize, kind| {
        let place = somebody(world, who);
        place
            .map(|(line, number)| SessionReport { line, number, kind })
            .into_iter()
            .collect()
    };
    let (mut controls, mut reports) = (Vec::new(), Vec::new());
    match event {
        PoolEvent::PoolRate(rate) => world.config.rate = rate.map(PerMinute),
        PoolEvent::RoomRate(room, rate) => world.config.rooms[room % rooms].config.max_outflow = PerMinute(*rate),
        PoolEvent::Pause(of) => controls.push((line(*of), Control::Pause)),
        PoolEvent::Resume(of) => controls.push((line(*of), Control::Resume)),
        PoolEvent::Demand(of, most) => world.demand[of % lines] = *most,
        PoolEvent::Sessions(max) => {
            world.config.sessions = max.map(|max| SessionsConfig {
                max_sessions: Some(max),
                stock: None,
                validity_ms: 20_000,
            });
        }
        PoolEvent::Touch(who) => reports = report(world, *who, ReportKind::Touched { valid_for_ms: 30_000 }),
        PoolEvent::CheckOut(who) => reports = report(world, *who, ReportKind::Ended),
        PoolEvent::Return(who) => {
            if let Some(place) = somebody(world, *who) {
                world.return_to(place);
            }
        }
        PoolEvent::Nothing => {}
    }
    let (step, given) = world.commit_with(step_ms, &controls, &reports);
    for (of, given) in given.iter().enumerate() {
        assert!(!paused(world, of) || *given == 0, "5: nobody is granted while paused");
    }
    if let (Some(sessions), Some(active)) = (world.config.sessions, step.ledger.sessions()) {
        let granted = given.iter().sum::<u64>();
        assert!(
            granted == 0 || active <= sessions.cap(),
            "a grant lifted {active} above the cap"
        );
    }
    if world.config.rate == Some(PerMinute(0)) {
        assert_eq!(given.iter().sum::<u64>(), 0, "rate 0 holds everybody");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_minute_of_a_room_or_pool_holds_more_than_its_rate(
        config in config(),
        events in prop::collection::vec((event(), prop_oneof![0..300_u64, 0..3_000_u64]), 50..300),
    ) {
        let mut world = CrowdedPool::new(config);
        for (event, step_ms) in &events {
            play(&mut world, event, *step_ms);
        }
    }
}

/// Pauses all lines for a minute. Returns how many grants the commit that ends the pause gives.
fn after_a_pause(config: PoolConfig) -> u64 {
    let mut world = CrowdedPool::new(config);
    let lines = (0..).map(LineIndex).take(world.config.lines.len());
    let all = |control| lines.clone().map(|line| (line, control)).collect::<Vec<_>>();
    (0..10).for_each(|_| world.commit(100));
    world.commit_with(100, &all(Control::Pause), &[]);
    let (_, given) = world.commit_with(60_000, &all(Control::Resume), &[]);
    given.iter().sum()
}

#[test]
fn permits_of_a_pool_due_during_a_pause_are_not_granted_at_its_end() {
    let lanes = PoolConfig {
        rooms: vec![room(600, 1, 0)],
        lines: vec![lane(0, 1), lane(0, 1), lane(0, 1)],
        ..PoolConfig::default()
    };
    assert_eq!(after_a_pause(lanes), 1);
    let rooms = PoolConfig {
        rate: Some(PerMinute(600)),
        rooms: vec![room(600, 1, 0); 3],
        lines: vec![lane(0, 1), lane(1, 1), lane(2, 1)],
        ..PoolConfig::default()
    };
    assert_eq!(after_a_pause(rooms), 1);
}

#[test]
fn a_lane_that_is_opened_does_not_forget_the_last_minute() {
    let mut world = CrowdedPool::new(PoolConfig {
        rooms: vec![room(5, 1, 0)],
        lines: vec![lane(0, 1)],
        ..PoolConfig::default()
    });
    (0..1_210).for_each(|_| world.commit(100));
    let before = world.granted[0];
    world.config.lines.push(lane(0, 1));
    world.open(1);
    (0..3_000).for_each(|_| world.commit(100));
    let (first, second) = (world.granted[0] - before, world.granted[1]);
    assert!(
        second >= 11 && first + second <= 25,
        "{first} and {second} in five minutes"
    );
}

#[test]
fn the_limit_of_a_batch_holds_in_a_pool() {
    let mut world = CrowdedPool::new(plain(Some(600), vec![room(600, 1, 0), room(600, 1, 0)]));
    (0..10).for_each(|_| world.commit(100));
    world.time.ms += 2_000;
    let lines = [0, 1].map(|line| Batch {
        permits_max: (line == 0).then_some(1),
        claims: (5..20)
            .map(|number| Claim {
                number: Number(number),
                device: Device::first(Sequence(number)),
            })
            .collect(),
        ..Batch::default()
    });
    let batch = PoolBatch {
        lines: &lines,
        ..PoolBatch::default()
    };
    let step = pool::apply(&world.state, &world.config, world.now(), &batch);
    let given = step.steps.iter().map(|step| step.grants.len()).collect::<Vec<_>>();
    assert!(given[0] == 1 && given[1] > 10, "{given:?}");
}

#[test]
fn a_permit_is_about_to_lapse_only_where_the_slowest_layer_loses_one() {
    let mut world = CrowdedPool::new(plain(Some(60), vec![room(600, 1, 0), room(600, 1, 0)]));
    world.demand = vec![0, 0];
    world.commit(0);
    let lapsing = |world: &CrowdedPool, flow_ms| {
        let now = Now {
            flow: FlowMs(flow_ms),
            ..world.now()
        };
        pool::lapsing(&world.state, &world.config, now, LineIndex(1), 100)
    };
    assert_eq!(
        lapsing(&world, 1_800),
        0,
        "the room has too many, the pool keeps what it has"
    );
    assert_eq!(lapsing(&world, 1_950), 1);
    world.config.sessions = Some(SessionsConfig {
        max_sessions: Some(1),
        stock: None,
        validity_ms: 600_000,
    });
    assert_eq!(lapsing(&world, 1_950), 0, "a free place inside does not lapse");
}

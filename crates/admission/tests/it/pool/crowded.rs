//! Tests of a pool whose rooms are all crowded: its rate is used, each room gets its share, and no
//! room waits for ever beside another room with the same rhythm.

use admission::PerMinute;
use admission::limited_rate::RiseReason;
use admission::occupancy::SessionsConfig;
use admission::pool::{self, LineIndex, PoolConfig};

use crate::kit::crowded_pool::{CrowdedPool, lane, plain, room};

fn run(world: &mut CrowdedPool, minutes: u64, step_ms: u64) {
    (0..minutes * 60_000 / step_ms).for_each(|_| world.commit(step_ms));
}

#[test]
fn ninety_nine_percent_of_the_lower_rate_is_used() {
    let mixes = [
        (5, vec![room(5, 1, 0), room(5, 1, 0)]),
        (5, vec![room(5, 1, 0), room(7, 1, 0), room(100, 1, 0)]),
        (10, vec![room(5, 1, 0), room(100, 1, 0)]),
        (30, vec![room(29, 9, 0), room(31, 1, 0)]),
        (120, vec![room(120, 1, 0)]),
        (600, vec![room(400, 1, 0), room(400, 1, 100)]),
    ];
    for (rate, rooms) in mixes {
        let mut world = CrowdedPool::new(plain(Some(rate), rooms.clone()));
        run(&mut world, 30, 50);
        let used = world.granted.iter().sum::<u64>() as f64 / f64::from(rate * 30);
        assert!(used >= 0.99, "{rate} a minute over {rooms:?}: {used}");
    }
}

#[test]
fn rooms_of_one_rhythm_take_turns() {
    let mut world = CrowdedPool::new(plain(Some(5), vec![room(5, 1, 0), room(5, 1, 0)]));
    world.demand[1] = 0;
    run(&mut world, 1, 50);
    (0..120).for_each(|_| world.commit(50));
    world.demand[1] = u64::MAX;
    let before = world.granted.clone();
    run(&mut world, 60, 50);
    let had = [0, 1].map(|line| world.granted[line] - before[line]);
    assert!(had[0].abs_diff(had[1]) <= 2, "{had:?}");
}

#[test]
fn crowded_rooms_have_their_weights_and_the_limited_one_its_own_rate() {
    let mut world = CrowdedPool::new(plain(Some(120), vec![room(500, 1, 0), room(500, 3, 0), room(10, 4, 0)]));
    run(&mut world, 60, 100);
    let [light, heavy, limited] = world.granted[..] else {
        panic!("three lines")
    };
    assert!(limited >= 590, "its own rate is the lower: {limited}");
    assert!((light * 3).abs_diff(heavy) <= 12, "{light} and {heavy} of the rest");
}

#[test]
fn a_minimum_is_met_whenever_it_is_asked() {
    let mut world = CrowdedPool::new(plain(
        Some(100),
        vec![room(500, 1, 40), room(500, 9, 0), room(500, 90, 0)],
    ));
    for _ in 0..20 {
        world.demand[0] = 0;
        run(&mut world, 1, 100);
        world.demand[0] = u64::MAX;
        let before = world.granted[0];
        run(&mut world, 1, 100);
        let had = world.granted[0] - before;
        assert!((39..=44).contains(&had), "{had} in a minute");
    }
}

#[test]
fn lanes_share_their_room_by_weight_and_the_room_its_pool() {
    let mut world = CrowdedPool::new(PoolConfig {
        rate: Some(PerMinute(90)),
        rooms: vec![room(60, 1, 0), room(60, 1, 0)],
        lines: vec![lane(0, 4), lane(1, 1), lane(0, 1)],
        ..PoolConfig::default()
    });
    run(&mut world, 30, 100);
    assert!(
        world.granted[1].abs_diff(world.granted[0] + world.granted[2]) <= 3,
        "{:?}",
        world.granted
    );
    assert!(
        world.granted[0].abs_diff(world.granted[2] * 4) <= 8,
        "{:?}",
        world.granted
    );
    world.demand[1] = 0;
    let before = world.granted.clone();
    run(&mut world, 10, 100);
    let room = world.granted[0] + world.granted[2] - before[0] - before[2];
    assert!((594..=600).contains(&room), "its own rate is the lower now: {room}");
}

#[test]
fn due_is_when_a_claim_can_be_granted() {
    for rate in [5, 60, 300] {
        let mut world = CrowdedPool::new(PoolConfig {
            rate: Some(PerMinute(rate)),
            rooms: vec![room(rate * 2, 1, 0), room(rate, 1, 0)],
            lines: vec![lane(0, 1), lane(0, 2), lane(1, 1)],
            ..PoolConfig::default()
        });
        for turn in 0..300_u16 {
            let line = LineIndex(turn % 3);
            let due = pool::next_due(&world.state, &world.config, line).expect("rates above 0");
            let wait = due.0.saturating_sub(world.time.ms);
            if wait > 1 {
                world.time.ms += wait - 1;
                assert_eq!(world.could()[usize::from(line.0)], 0, "not a millisecond earlier");
                world.time.ms -= wait - 1;
            }
            world.time.ms += wait;
            assert!(
                world.could()[usize::from(line.0)] >= 1,
                "due means due: {rate} a minute, {line:?}"
            );
            world.commit(0);
        }
    }
}

#[test]
fn rate_zero_holds_everybody_for_ever() {
    let mut world = CrowdedPool::new(plain(Some(0), vec![room(100, 1, 50), room(100, 1, 0)]));
    run(&mut world, 5, 500);
    assert_eq!(world.granted, [0, 0]);
    assert_eq!(pool::next_due(&world.state, &world.config, LineIndex(0)), None);
}

#[test]
fn the_effective_rate_of_a_line_matches_its_grants() {
    let mixes = [
        (Some(120), vec![room(100, 1, 0), room(200, 3, 0), room(10, 5, 0)]),
        (Some(100), vec![room(500, 1, 40), room(500, 9, 0), room(500, 90, 0)]),
        (Some(600), vec![room(90, 1, 0), room(90, 1, 0)]),
        (None, vec![room(60, 1, 0), room(240, 1, 0)]),
    ];
    for (rate, rooms) in mixes {
        let mut config = plain(rate, rooms);
        config.lines.push(lane(0, 3));
        let mut world = CrowdedPool::new(config);
        run(&mut world, 3, 100);
        let before = world.granted.clone();
        let said = (0..).map(LineIndex).take(before.len());
        let said = said
            .map(|line| pool::effective(&world.state, &world.config, world.now(), line))
            .collect::<Vec<_>>();
        run(&mut world, 10, 100);
        for (line, said) in said.iter().enumerate() {
            let had = (world.granted[line] - before[line]) as f64 / 10.0;
            let off = (had - f64::from(said.rate().0)).abs();
            assert!(
                off <= 0.6 + 0.01 * had,
                "line {line} of {:?}: {had} a minute, {said:?} said",
                world.config
            );
        }
    }
}

#[test]
fn a_full_site_has_what_leaves_it() {
    let mut config = plain(Some(600), vec![room(600, 1, 0)]);
    config.sessions = Some(SessionsConfig {
        max_sessions: Some(700),
        stock: None,
        validity_ms: 120_000,
    });
    let mut world = CrowdedPool::new(config);
    world.config.rooms[0].config.max_outflow = PerMinute(120);
    run(&mut world, 10, 500);
    let steady = pool::effective(&world.state, &world.config, world.now(), LineIndex(0));
    assert_eq!(
        (steady.rate(), steady.lowered_from(120.0)),
        (PerMinute(120), None),
        "five minutes each: not full"
    );
    world.config.sessions = world.config.sessions.map(|sessions| SessionsConfig {
        stock: Some(300),
        ..sessions
    });
    run(&mut world, 20, 500);
    let before = world.granted[0];
    let full = pool::effective(&world.state, &world.config, world.now(), LineIndex(0));
    run(&mut world, 10, 500);
    let had = (world.granted[0] - before) / 10;
    assert_eq!(full.lowered_from(120.0), Some(RiseReason::CappedBySessions));
    assert!(
        had.abs_diff(60) <= 3 && had.abs_diff(u64::from(full.rate().0)) <= 15,
        "{had} a minute, {full:?} said"
    );
}

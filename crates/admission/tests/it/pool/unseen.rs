//! Tests of a pool in which newcomers pass unseen: as many a minute as its rate, however closely
//! they follow one another.

use admission::Visibility;
use admission::pool::{LineIndex, PoolConfig, headroom_within};

use crate::kit::crowded_pool::{CrowdedPool, lane, plain, room};

fn at_peak(mut config: PoolConfig) -> PoolConfig {
    for room in &mut config.rooms {
        room.config.visibility = Visibility::AtPeak;
    }
    config
}

/// Lets `arrivals` newcomers of each line come at once after `ms`. Returns how many passed unseen.
fn come(pool: &mut CrowdedPool, ms: u64, arrivals: &[u64]) -> Vec<u32> {
    pool.demand = arrivals.to_vec();
    let (step, _) = pool.commit_with(ms, &[], &[]);
    step.steps.iter().map(|step| step.outcome.unseen).collect()
}

/// The rate of the pool is a number of newcomers a minute, at any moments of the minute.
#[test]
fn nobody_of_a_pool_sees_a_line_until_a_minute_had_as_many_newcomers_as_the_rate() {
    let mut pool = CrowdedPool::new(at_peak(plain(Some(60), vec![room(6_000, 1, 0), room(6_000, 3, 0)])));
    for commit in 0..30 {
        assert_eq!(come(&mut pool, 100, &[1, 1]), [1, 1], "commit {commit}");
    }
    let (step, given) = pool.commit_with(100, &[], &[]);
    assert_eq!(given, [0, 0], "60 came within the minute");
    assert!(step.steps.iter().all(|step| step.state.ledger.shown));
    // The window is empty again, and people wait: they go one by one.
    pool.demand = vec![u64::MAX, 0];
    pool.commit(60_000);
    let (_, given) = pool.commit_with(1_000, &[], &[]);
    assert!(given[0] <= 2, "{given:?}");
}

#[test]
fn the_lanes_of_a_room_pass_unseen_together() {
    let mut config = at_peak(plain(None, vec![room(60, 1, 0)]));
    config.lines = vec![lane(0, 4), lane(0, 1)];
    let mut pool = CrowdedPool::new(config);
    assert_eq!(come(&mut pool, 100, &[20, 30]), [20, 30]);
    assert_eq!(come(&mut pool, 100, &[20, 0]), [10, 0]);
    assert!(pool.state.lines.iter().any(|line| line.ledger.shown));
}

#[test]
fn where_one_room_shows_its_line_all_go_at_the_pace() {
    let mut config = plain(Some(60), vec![room(6_000, 1, 0), room(6_000, 1, 0)]);
    config.rooms[0].config.visibility = Visibility::AtPeak;
    let mut pool = CrowdedPool::new(config);
    assert_eq!(come(&mut pool, 100, &[20, 0]), [1, 0], "the one that is due");
    assert_eq!(pool.could()[usize::from(LineIndex(0).0)], 0);
}

/// A page promises no turn beyond what the bound leaves.
#[test]
fn the_bound_leaves_the_rest_of_the_minute_and_the_grants_that_leave_it() {
    let left = |pool: &CrowdedPool, line, within_ms| {
        headroom_within(&pool.state, &pool.config, pool.now(), LineIndex(line), within_ms)
    };
    let mut pool = CrowdedPool::new(at_peak(plain(None, vec![room(6, 1, 0)])));
    assert_eq!(come(&mut pool, 100, &[4]), [4]);
    assert_eq!(left(&pool, 0, 4_000), 2);
    assert_eq!(come(&mut pool, 100, &[2]), [2]);
    assert_eq!([4_000, 60_000, 61_000].map(|ms| left(&pool, 0, ms)), [0, 0, 6]);

    let mut pool = CrowdedPool::new(at_peak(plain(Some(6), vec![room(600, 1, 0), room(600, 1, 0)])));
    assert_eq!(come(&mut pool, 100, &[4, 0]), [4, 0]);
    assert_eq!(left(&pool, 1, 4_000), 2, "of the pool's minute");
}

/// A group or a room that was deleted keeps its index.
#[test]
fn a_line_that_is_not_configured_any_more_shows_nobody_a_line() {
    let mut config = at_peak(plain(Some(60), vec![room(6_000, 1, 0), room(0, 1, 0)]));
    config.rooms[1].config.visibility = Visibility::Always;
    config.lines[1].is_closed = true;
    let mut pool = CrowdedPool::new(config);
    assert_eq!(come(&mut pool, 100, &[20, 0]), [20, 0]);
}

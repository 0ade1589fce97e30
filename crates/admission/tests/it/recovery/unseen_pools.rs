//! Tests of failovers of pools in which newcomers pass unseen: lost commits may have spent the
//! whole minute at once.

use proptest::prelude::*;

use crate::kit::unseen_pool::UnseenPool;

const NODES: usize = 3;

#[test]
fn a_node_that_is_alone_lets_people_in_again_at_once() {
    let mut pool = UnseenPool::new(60, 1);
    assert_eq!(pool.come(0, [10, 10]), 20);
    pool.time.pass(1_000);
    assert_eq!(pool.come(0, [5, 0]), 5);
    pool.time.pass(5_000);
    pool.fail_over(1, 0);
    pool.time.pass(5_000);
    // 25 came, and for 9 seconds and 2 one permit a second counts as spent.
    assert_eq!(pool.come(0, [50, 0]), 60 - 25 - 12);
}

#[test]
fn lost_unseen_grants_of_another_node_count() {
    let mut pool = UnseenPool::new(60, 2);
    pool.come(0, [1, 0]);
    pool.come(1, [0, 0]);
    pool.come(0, [1, 0]);
    pool.time.pass(1_000);
    pool.read_store(0);
    assert_eq!(pool.come(1, [20, 38]), 58, "all that the minute leaves");
    pool.fail_over(1, 0);
    let mut later = 0;
    for _ in 0..58 {
        pool.time.pass(1_000);
        later += pool.come(0, [5, 5]);
    }
    assert_eq!(later, 0, "for a minute everything may be spent");
    pool.time.pass(2_400);
    assert!(pool.come(0, [5, 5]) > 0);
}

/// The node that recovers does not know of the other one at all.
#[test]
fn a_node_of_which_the_recovering_one_never_heard_went_at_the_pace() {
    let mut pool = UnseenPool::new(60, 2);
    assert_eq!(pool.come(0, [3, 0]), 3);
    pool.time.pass(4_000);
    pool.read_store(0);
    let mut other = 0;
    for _ in 0..3 {
        pool.time.pass(1_000);
        other += pool.come(1, [20, 0]);
    }
    assert!((3..=7).contains(&other), "{other}");
    pool.fail_over(3, 0);
    pool.time.pass(100);
    let again = pool.come(0, [60, 0]);
    assert!((40..=57 - other).contains(&again), "{again} after {other}");
}

#[test]
fn a_node_that_read_too_long_ago_counts_the_whole_window() {
    let mut pool = UnseenPool::new(60, 1);
    assert_eq!(pool.come(0, [3, 0]), 3);
    pool.time.pass(30_000);
    pool.fail_over(0, 0);
    pool.time.pass(100);
    assert_eq!(pool.come(0, [60, 0]), 0);
}

#[derive(Debug, Clone)]
enum UnseenEvent {
    Come(usize, [u32; 2]),
    ReadStore(usize),
    Restart(usize),
    Pass(u64),
    FailOver(usize, usize),
}

fn event() -> impl Strategy<Value = UnseenEvent> {
    let node = || 0..NODES;
    prop_oneof![
        10 => node().prop_map(|node| UnseenEvent::Come(node, [0, 0])),
        8 => (node(), [0..4_u32, 0..4]).prop_map(|(node, arrivals)| UnseenEvent::Come(node, arrivals)),
        2 => (node(), [0..40_u32, 0..40]).prop_map(|(node, arrivals)| UnseenEvent::Come(node, arrivals)),
        1 => node().prop_map(UnseenEvent::ReadStore),
        1 => node().prop_map(UnseenEvent::Restart),
        6 => (0..3_000_u64).prop_map(UnseenEvent::Pass),
        2 => (0..40_000_u64).prop_map(UnseenEvent::Pass),
        3 => (0..6_usize, node()).prop_map(|(lost, by)| UnseenEvent::FailOver(lost, by)),
    ]
}

proptest! {
    #[test]
    fn no_minute_has_more_than_the_rate(
        rate in prop_oneof![1..10_u32, 30..200_u32],
        events in prop::collection::vec(event(), 1..120),
    ) {
        let mut pool = UnseenPool::new(rate, NODES);
        for event in events {
            match event {
                UnseenEvent::Come(node, arrivals) => _ = pool.come(node, arrivals),
                UnseenEvent::ReadStore(node) => pool.read_store(node),
                UnseenEvent::Restart(node) => pool.restart(node),
                UnseenEvent::Pass(ms) => pool.time.pass(ms),
                // The store's first state is empty, and a node that finds it takes it for a new
                // pool.
                UnseenEvent::FailOver(lost, by) => pool.fail_over(lost.min(pool.commits() / 2), by),
            }
        }
    }
}

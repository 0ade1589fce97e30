//! Named cases.

use admission::batch::Control;
use admission::lease::{LEASE_MS, SLOT_MS};
use admission::{NodeId, PerMinute};

use super::world::{Fate, World};

/// Commits of all nodes in turn, for so many milliseconds.
fn run(world: &mut World, ms: u64, claims: u64) {
    let end = world.now + ms;
    while world.now < end {
        world.now += 100;
        for at in 0..world.nodes.len() {
            world.commit(at, claims, &[], Fate::Heard);
        }
    }
}

/// Everybody is cut off, and grants alone as long as possible.
fn alone(world: &mut World, ms: u64) -> Vec<u64> {
    let (before, end) = (world.judge.grants.len(), world.now + ms);
    while world.now < end {
        world.now += 20;
        (0..world.nodes.len()).for_each(|at| world.spend(at));
    }
    world.judge.grants[before..].to_vec()
}

#[test]
fn a_node_alone_goes_on_for_ten_seconds_at_the_same_pace() {
    let mut world = World::new(120, &[0]);
    run(&mut world, 30_000, 5);
    let from = world.now;
    let grants = alone(&mut world, 60_000);
    assert!((19..=20).contains(&grants.len()), "{grants:?}");
    let apart = grants.windows(2).map(|pair| pair[1] - pair[0]);
    assert!(
        apart.clone().all(|ms| (400..=600).contains(&ms)),
        "{:?}",
        apart.collect::<Vec<_>>()
    );
    assert!(grants.last().is_some_and(|last| *last < from + LEASE_MS + SLOT_MS));
}

#[test]
fn nodes_share_what_falls_due() {
    let mut world = World::new(600, &[0, 0, 0]);
    run(&mut world, 30_000, 1);
    let permits: Vec<u64> = world.nodes.iter().map(|node| node.lease.permits()).collect();
    assert!(permits.iter().all(|permits| (31..=35).contains(permits)), "{permits:?}");
    assert!((96..=102).contains(&alone(&mut world, 20_000).len()));
    assert_eq!(world.judge.objection(), None);
}

#[test]
fn what_was_granted_alone_is_recorded_and_nothing_is_lost_by_leases() {
    let mut world = World::new(120, &[0, 0]);
    run(&mut world, 30_000, 5);
    let alone = alone(&mut world, 4_000).len();
    assert!(alone >= 7, "{alone}");
    run(&mut world, 120_000, 5);
    assert_eq!(world.recorded, alone);
    assert_eq!(world.state.ledger.granted, world.judge.grants.len() as u64);
    // 154 s at two a second; the minute's surplus of 0.4 s shifts the rhythm.
    let used = world.judge.grants.len();
    assert!((303..=309).contains(&used), "{used}");
}

#[test]
fn a_node_that_commits_now_and_then_costs_nobody_a_permit() {
    let mut world = World::new(120, &[0, 0]);
    let end = 180_000;
    while world.now < end {
        world.now += 100;
        world.commit(0, 5, &[], Fate::Heard);
        if world.now.is_multiple_of(500) {
            world.commit(1, 0, &[], Fate::Heard);
        }
    }
    let used = world.judge.grants.len();
    assert!(used >= 354, "{used} of 360");
}

#[test]
fn a_node_that_is_gone_costs_its_part_of_ten_seconds() {
    let mut world = World::new(600, &[0, 0]);
    run(&mut world, 30_000, 10);
    let before = world.judge.grants.len();
    for _ in 0..300 {
        world.now += 100;
        world.commit(0, 10, &[], Fate::Heard);
    }
    let used = world.judge.grants.len() - before;
    assert!(
        (245..=256).contains(&used),
        "{used}: 300 fell due, 50 of them were leased"
    );
}

#[test]
fn an_order_is_confirmed_at_once_where_nobody_else_holds_a_lease() {
    let mut world = World::new(600, &[0]);
    run(&mut world, 5_000, 1);
    world.commit(0, 0, &[Control::Pause], Fate::Heard);
    assert_eq!(world.confirmed_in_ms, 0);
    assert!(world.nodes[0].lease.is_empty(), "and it holds none itself from then on");
}

#[test]
fn an_order_is_confirmed_when_others_have_heard_of_it() {
    let mut world = World::new(600, &[0, 0]);
    run(&mut world, 5_000, 1);
    world.config.max_outflow = PerMinute(60);
    world.commit(0, 0, &[], Fate::Heard);
    assert!(
        (9_000..=10_200).contains(&world.confirmed_in_ms),
        "{}",
        world.confirmed_in_ms
    );
    world.now += 100;
    world.commit(1, 0, &[], Fate::Heard);
    assert_eq!(world.confirmed_in_ms, 0, "the other one commits under the new rate");
}

#[test]
fn a_room_that_does_not_opt_in_has_no_leases() {
    let mut world = World::new(600, &[0, 0]);
    world.config.leases = false;
    run(&mut world, 30_000, 5);
    assert!(world.nodes.iter().all(|node| node.lease.is_empty()));
    assert!(world.state.ledger.outflow.lease_of(NodeId(0)).is_empty());
    assert_eq!(alone(&mut world, 20_000), Vec::<u64>::new());
}

#[test]
fn leases_that_a_store_lost_are_set_aside() {
    let mut world = World::new(600, &[0, 0]);
    run(&mut world, 30_000, 5);
    // Commits of three seconds get lost, and the leases that they gave.
    let kept = world.state.clone();
    run(&mut world, 3_000, 0);
    world.state = kept;
    world.state.ledger.outflow.lease_to_unknown();
    let alone = alone(&mut world, 9_000).len();
    assert!((85..=95).contains(&alone), "{alone}");
    run(&mut world, 1_000, 5);
    assert_eq!(world.recorded, alone);
    assert!(
        !world.state.ledger.outflow.is_exceeded(),
        "what was set aside covers them"
    );
    run(&mut world, 120_000, 10);
    assert_eq!(world.judge.objection(), None);
}

/// Of two nodes the one whose clock is good commits nothing for a while, the other one's loses 9 ms
/// a second; what is wrong then, if anything.
fn apart(ms: u64) -> Option<String> {
    let mut world = World::new(1_200, &[0, 9]);
    run(&mut world, 30_000, 40);
    let end = world.now + ms;
    while world.now < end {
        world.now += 100;
        world.commit(1, 40, &[], Fate::Heard);
    }
    run(&mut world, 70_000, 40);
    world.judge.objection()
}

#[test]
fn clocks_may_differ_by_what_the_window_holds_beyond_a_minute() {
    assert_eq!(apart(12_000), None);
    let objection = apart(60_000).expect("more than is borne: 540 ms");
    assert!(objection.contains("1200 allowed"), "{objection}");
}

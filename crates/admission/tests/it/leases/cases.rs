//! Single cases of leases.

use admission::batch::Control;
use admission::lease::{LEASE_MS, SLOT_MS};
use admission::{NodeId, PerMinute};

use crate::kit::fate::Fate;
use crate::kit::leased_room::LeasedRoom;

/// All nodes commit in turn for `ms` milliseconds.
fn run(room: &mut LeasedRoom, ms: u64, claims: u64) {
    let end = room.now + ms;
    while room.now < end {
        room.now += 100;
        for at in 0..room.nodes.len() {
            room.commit(at, claims, &[], Fate::Kept);
        }
    }
}

/// Checks that the order in the last commit is confirmed when the other node's leases have ended,
/// or as soon as that node commits.
fn assert_confirmed_by_the_other(room: &mut LeasedRoom) {
    assert!(
        (9_000..=10_200).contains(&room.confirmed_in_ms),
        "{}",
        room.confirmed_in_ms
    );
    room.now += 100;
    room.commit(1, 0, &[], Fate::Kept);
    assert_eq!(room.confirmed_in_ms, 0, "the other one has committed after the order");
}

/// Cuts all nodes off and lets them grant alone as long as possible.
fn alone(room: &mut LeasedRoom, ms: u64) -> Vec<u64> {
    let (before, end) = (room.bound.grants().len(), room.now + ms);
    while room.now < end {
        room.now += 20;
        (0..room.nodes.len()).for_each(|at| room.spend(at));
    }
    room.bound.grants()[before..].to_vec()
}

#[test]
fn a_node_alone_goes_on_for_ten_seconds_at_the_same_pace() {
    let mut room = LeasedRoom::new(120, &[0]);
    run(&mut room, 30_000, 5);
    let from = room.now;
    let grants = alone(&mut room, 60_000);
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
    let mut room = LeasedRoom::new(600, &[0, 0, 0]);
    run(&mut room, 30_000, 1);
    let permits: Vec<u64> = room.nodes.iter().map(|node| node.lease.permits()).collect();
    assert!(permits.iter().all(|permits| (31..=35).contains(permits)), "{permits:?}");
    assert!((96..=102).contains(&alone(&mut room, 20_000).len()));
    assert_eq!(room.bound.objection(), None);
}

#[test]
fn leased_grants_are_recorded_and_leases_lose_no_permits() {
    let mut room = LeasedRoom::new(120, &[0, 0]);
    run(&mut room, 30_000, 5);
    let alone = alone(&mut room, 4_000).len();
    assert!(alone >= 7, "{alone}");
    run(&mut room, 120_000, 5);
    assert_eq!(room.recorded, alone);
    assert_eq!(room.state.ledger.granted, room.bound.grants().len() as u64);
    // 154 s at two per second; the window's surplus of 0.4 s shifts the rhythm.
    let used = room.bound.grants().len();
    assert!((303..=309).contains(&used), "{used}");
}

#[test]
fn a_node_that_commits_now_and_then_costs_nobody_a_permit() {
    let mut room = LeasedRoom::new(120, &[0, 0]);
    let end = 180_000;
    while room.now < end {
        room.now += 100;
        room.commit(0, 5, &[], Fate::Kept);
        if room.now.is_multiple_of(500) {
            room.commit(1, 0, &[], Fate::Kept);
        }
    }
    let used = room.bound.grants().len();
    assert!(used >= 354, "{used} of 360");
}

#[test]
fn a_node_that_is_gone_costs_its_part_of_ten_seconds() {
    let mut room = LeasedRoom::new(600, &[0, 0]);
    run(&mut room, 30_000, 10);
    let before = room.bound.grants().len();
    for _ in 0..300 {
        room.now += 100;
        room.commit(0, 10, &[], Fate::Kept);
    }
    let used = room.bound.grants().len() - before;
    assert!(
        (245..=256).contains(&used),
        "{used}: 300 fell due, 50 of them were leased"
    );
}

#[test]
fn an_order_is_confirmed_at_once_where_nobody_else_holds_a_lease() {
    let mut room = LeasedRoom::new(600, &[0]);
    run(&mut room, 5_000, 1);
    room.commit(0, 0, &[Control::Pause], Fate::Kept);
    assert_eq!(room.confirmed_in_ms, 0);
    assert!(room.nodes[0].lease.is_empty(), "and it holds none itself from then on");
}

#[test]
fn an_order_is_confirmed_when_others_have_heard_of_it() {
    let mut room = LeasedRoom::new(600, &[0, 0]);
    run(&mut room, 5_000, 1);
    room.config.max_outflow = PerMinute(60);
    room.commit(0, 0, &[], Fate::Kept);
    assert_confirmed_by_the_other(&mut room);
}

#[test]
fn a_reset_is_confirmed_when_others_have_heard_of_it() {
    let mut room = LeasedRoom::new(600, &[0, 0]);
    run(&mut room, 5_000, 1);
    room.commit(0, 0, &[Control::Reset], Fate::Kept);
    assert_confirmed_by_the_other(&mut room);
}

#[test]
fn a_room_that_does_not_opt_in_has_no_leases() {
    let mut room = LeasedRoom::new(600, &[0, 0]);
    room.config.leases = false;
    run(&mut room, 30_000, 5);
    assert!(room.nodes.iter().all(|node| node.lease.is_empty()));
    assert!(room.state.ledger.outflow.lease_of(NodeId(0)).is_empty());
    assert_eq!(alone(&mut room, 20_000), Vec::<u64>::new());
}

#[test]
fn leases_that_a_store_lost_are_set_aside() {
    let mut room = LeasedRoom::new(600, &[0, 0]);
    run(&mut room, 30_000, 5);
    // The commits of three seconds are lost, and with them the leases that they gave.
    let kept = room.state.clone();
    run(&mut room, 3_000, 0);
    room.state = kept;
    room.state.ledger.outflow.lease_to_unknown();
    let alone = alone(&mut room, 9_000).len();
    assert!((85..=95).contains(&alone), "{alone}");
    run(&mut room, 1_000, 5);
    assert_eq!(room.recorded, alone);
    assert!(
        !room.state.ledger.outflow.is_exceeded(),
        "what was set aside covers them"
    );
    run(&mut room, 120_000, 10);
    assert_eq!(room.bound.objection(), None);
}

/// Of two nodes, the one with the correct clock commits nothing for a while, while the other one's
/// clock loses 9 ms per second. Returns the violation of the bound, if any.
fn apart(ms: u64) -> Option<String> {
    let mut room = LeasedRoom::new(1_200, &[0, 9]);
    run(&mut room, 30_000, 40);
    let end = room.now + ms;
    while room.now < end {
        room.now += 100;
        room.commit(1, 40, &[], Fate::Kept);
    }
    run(&mut room, 70_000, 40);
    room.bound.objection()
}

#[test]
fn clocks_may_differ_by_what_the_window_holds_beyond_a_minute() {
    assert_eq!(apart(12_000), None);
    let objection = apart(60_000).expect("more than is borne: 540 ms");
    assert!(objection.contains("1200 allowed"), "{objection}");
}

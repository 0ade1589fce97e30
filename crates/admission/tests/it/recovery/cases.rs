//! Single cases of recovery.

use admission::estimate::{REASON_SHOWN_MS, RiseReason};
use admission::marks::Mark;
use admission::recovery::SKIPPED_MIN;
use admission::recovery::recovered::RUNS_LEFT_OUT;
use admission::window::WINDOW_BUCKETS;
use admission::{ClaimOutcome, Control, Number, PerMinute, Phase, RoomConfig, Run, Schedule, Sequence, WallMs};

use crate::kit::failing_room::{FailingRoom, FailoverAsks, RememberingNode, claim_outcome};
use crate::kit::time::WALL_START_MS;

/// Length of the bound's window, in milliseconds.
const WINDOW_MS: u64 = WINDOW_BUCKETS * 100;

fn arrivals(arrivals: u32) -> FailoverAsks {
    FailoverAsks {
        arrivals,
        ..FailoverAsks::default()
    }
}

fn orders(controls: &[Control]) -> FailoverAsks {
    FailoverAsks {
        controls: controls.to_vec(),
        ..FailoverAsks::default()
    }
}

#[test]
fn a_number_of_a_lost_commit_is_never_given_to_anybody_else() {
    let mut room = FailingRoom::open(60, 100);
    let kept = room.history.len();
    room.pass(1_000);
    assert_eq!(room.commit(arrivals(30)).outcome.first_arrival, Some(Sequence(100)));
    room.fail_over(kept);
    let step = room.recover(&RememberingNode::new(1), arrivals(1));
    assert_eq!(step.outcome.first_arrival, Some(Sequence(100 + SKIPPED_MIN)));
    assert_eq!(
        room.ledger().number(Sequence(129)),
        Some(Number(129)),
        "their place is one still"
    );
}

#[test]
fn as_many_are_skipped_as_came_in_the_busiest_minute() {
    let mut room = FailingRoom::open(60, 0);
    for _ in 0..30 {
        room.commit(arrivals(100));
        room.pass(1_000);
    }
    room.pass(300_000);
    room.commit(arrivals(1));
    let step = room.recover(&RememberingNode::new(1), arrivals(1));
    assert_eq!(step.outcome.first_arrival, Some(Sequence(3_001 + 3_000)));
}

#[test]
fn a_recovery_is_the_reason_for_a_longer_wait() {
    let mut room = FailingRoom::open(60, 5);
    let reason = |room: &FailingRoom| {
        let ledger = room.ledger();
        ledger.expectation.rise(ledger.flow).map(|rise| rise.reason)
    };
    assert_eq!(reason(&room), None);
    room.recover(&RememberingNode::new(1), FailoverAsks::default());
    assert_eq!(reason(&room), Some(RiseReason::Restored));
    room.pass(REASON_SHOWN_MS);
    room.commit(arrivals(1));
    assert_eq!(reason(&room), None);
}

#[test]
fn skipped_places_are_ahead_of_nobody_and_hold_nobody_up() {
    let mut room = FailingRoom::open(60, 5);
    room.recover(&RememberingNode::new(1), FailoverAsks::default());
    let newcomer = room
        .commit(arrivals(1))
        .outcome
        .first_arrival
        .expect("the room is open");
    let number = room.ledger().number(newcomer).expect("no fairness window");
    assert_eq!(room.stored.state.marks.ahead(number).0, 5);
    room.pass(WINDOW_MS + 1_000);
    let granted = room.serve((0..5).chain([newcomer.0]), 20_000, 500);
    assert!(granted.iter().any(|(_, granted)| *granted == number), "{granted:?}");
    assert!(room.ledger().no_shows.value() < f64::EPSILON);
}

#[test]
fn the_holder_of_a_forgotten_lost_number_is_served_in_turn() {
    let mut room = FailingRoom::open(60, 5);
    let kept = room.history.len();
    room.commit(arrivals(3));
    room.fail_over(kept);
    room.recover(&RememberingNode::new(1), FailoverAsks::default());
    room.pass(WINDOW_MS + 1_000);
    let granted = room.serve(0..8, 20_000, 500);
    let order: Vec<u64> = granted.iter().map(|(_, number)| number.0).collect();
    assert_eq!(order, (0..8).collect::<Vec<_>>());
}

#[test]
fn without_a_memory_nobody_is_granted_for_a_window() {
    let mut room = FailingRoom::open(60, 500);
    room.serve(0..500, 20_000, 500);
    let at = room.time.ms;
    room.recover(&RememberingNode::new(1), FailoverAsks::default());
    let granted = room.serve(0..500, 2 * WINDOW_MS, 500);
    // Even the age of the stored grants is unknown.
    assert!(granted.iter().all(|(when, _)| *when >= at + WINDOW_MS), "{granted:?}");
    assert!(granted.len() > 50, "{}", granted.len());
}

#[test]
fn a_node_that_followed_counts_only_the_permits_that_may_be_lost() {
    let mut room = FailingRoom::open(60, 500);
    room.serve(0..500, 120_000, 500);
    let mut node = RememberingNode::new(1);
    node.read_store(&room);
    room.pass(5_000);
    room.recover(&node, FailoverAsks::default());
    let granted = room.serve(0..500, WINDOW_MS, 500);
    // 60 permits become due in a minute; those of the 5 s and of the node's uncertainty are lost.
    assert!((40..=55).contains(&granted.len()), "{}", granted.len());
    let next = granted.first().map(|(when, _)| *when - 125_000);
    assert!(next.is_some_and(|next| next <= 10_000), "{next:?}");
}

#[test]
fn a_node_that_missed_a_recovery_counts_only_later_losses() {
    let mut room = FailingRoom::open(60, 500);
    room.serve(0..500, 120_000, 500);
    let (mut missed, mut other) = (RememberingNode::new(1), RememberingNode::new(2));
    missed.read_store(&room);
    other.read_store(&room);
    room.pass(2_000);
    room.recover(&other, FailoverAsks::default());
    room.serve(0..500, 30_000, 500);
    let kept = room.history.len();
    room.serve(0..500, 2_000, 500);
    room.fail_over(kept);
    room.pass(3_000);
    let at = room.time.ms;
    room.recover(&missed, FailoverAsks::default());
    let granted = room.serve(0..500, WINDOW_MS, 500);
    let next = granted.first().map(|(when, _)| *when - at);
    assert!(next.is_some_and(|next| next <= 15_000), "{next:?}");
    assert!((35..=55).contains(&granted.len()), "{}", granted.len());
}

#[test]
fn a_node_that_knew_more_goes_on_from_that() {
    let mut room = FailingRoom::open(60, 100);
    let kept = room.history.len();
    room.serve(0..100, 10_000, 1_000);
    room.commit(FailoverAsks {
        cancels: vec![50],
        silent: vec![60],
        arrivals: 7,
        ..FailoverAsks::default()
    });
    let granted = room.ledger().granted;
    let mut node = RememberingNode::new(1);
    node.read_store(&room);
    room.fail_over(kept);
    assert!(!room.has(50, Mark::Cancelled));
    let step = room.recover(&node, arrivals(1));
    assert_eq!(step.outcome.first_arrival, Some(Sequence(107 + SKIPPED_MIN)));
    assert!(room.has(50, Mark::Cancelled) && room.has(60, Mark::Uncounted));
    assert_eq!(room.ledger().granted, granted);
    let spent = room.ledger().outflow.last_minute(room.now().flow);
    assert!(
        spent > granted && spent < granted + 10,
        "it knew that there was nothing newer: {spent}"
    );
    // The node's memory lets a lost reply be repeated.
    let again = room.commit(FailoverAsks {
        claims: vec![0],
        ..FailoverAsks::default()
    });
    let outcome = claim_outcome(&again.outcome, 0);
    assert!(matches!(outcome, Some(ClaimOutcome::Repeated(grant)) if grant.granted_at.0 < WALL_START_MS + 2_000));
}

#[test]
fn a_grant_that_nobody_has_a_record_of_costs_a_permit_the_next_time() {
    let mut room = FailingRoom::open(60, 100);
    let kept = room.history.len();
    room.pass(1_000);
    room.commit(FailoverAsks {
        claims: vec![0],
        ..FailoverAsks::default()
    });
    room.pass(1_000);
    let granted = room.commit(FailoverAsks {
        claims: vec![0],
        ..FailoverAsks::default()
    });
    assert!(room.has(0, Mark::Redirected), "{granted:?}");
    let mut node = RememberingNode::new(1);
    node.read_store(&room);
    node.redirects.clear();
    room.fail_over(kept);
    room.recover(&node, FailoverAsks::default());
    room.pass(WINDOW_MS + 1_000);
    let step = room.commit(FailoverAsks {
        claims: vec![0],
        ..FailoverAsks::default()
    });
    assert!(
        matches!(claim_outcome(&step.outcome, 0), Some(ClaimOutcome::Granted(_))),
        "{:?}",
        step.outcome
    );
}

#[test]
fn a_cancel_that_another_node_remembers_holds() {
    let mut room = FailingRoom::open(60, 100);
    let kept = room.history.len();
    room.pass(1_000);
    room.commit(FailoverAsks {
        cancels: vec![3],
        ..FailoverAsks::default()
    });
    let mut other = RememberingNode::new(2);
    other.read_store(&room);
    room.fail_over(kept);
    room.recover(&RememberingNode::new(1), FailoverAsks::default());
    assert!(!room.has(3, Mark::Cancelled));
    room.send_again(&other, FailoverAsks::default());
    assert!(room.has(3, Mark::Cancelled) && room.has(3, Mark::Uncounted));
}

#[test]
fn a_pause_that_was_lost_holds_whoever_remembers_it() {
    for recoverer_knows in [true, false] {
        let mut room = FailingRoom::open(60, 100);
        let kept = room.history.len();
        room.pass(1_000);
        let mut fresh = RememberingNode::new(1);
        fresh.read_store(&room);
        room.commit(orders(&[Control::Pause]));
        let mut knows = RememberingNode::new(2);
        knows.read_store(&room);
        room.fail_over(kept);
        if recoverer_knows {
            room.recover(&knows, FailoverAsks::default());
        } else {
            room.recover(&fresh, FailoverAsks::default());
            assert!(!room.ledger().lifecycle.is_paused());
            room.pass(100);
            room.send_again(&knows, FailoverAsks::default());
        }
        assert!(room.ledger().lifecycle.is_paused());
    }
}

#[test]
fn memories_do_not_undo_orders_given_after_the_failover() {
    let mut room = FailingRoom::open(60, 100);
    room.pass(1_000);
    room.commit(orders(&[Control::Pause]));
    let kept = room.history.len();
    room.pass(1_000);
    room.commit(FailoverAsks::default());
    let mut knows = RememberingNode::new(2);
    knows.read_store(&room);
    room.fail_over(kept);
    room.recover(&RememberingNode::new(1), FailoverAsks::default());
    room.commit(orders(&[Control::Resume]));
    room.send_again(&knows, FailoverAsks::default());
    assert!(!room.ledger().lifecycle.is_paused());
}

#[test]
fn a_memory_older_than_what_is_stored_changes_nothing() {
    let mut room = FailingRoom::open(60, 100);
    room.commit(orders(&[Control::Pause]));
    let mut node = RememberingNode::new(1);
    node.read_store(&room);
    room.pass(1_000);
    room.commit(orders(&[Control::Resume]));
    room.pass(1_000);
    room.recover(&node, FailoverAsks::default());
    assert!(!room.ledger().lifecycle.is_paused());
    room.send_again(&node, FailoverAsks::default());
    assert!(!room.ledger().lifecycle.is_paused());
}

#[test]
fn an_end_that_was_lost_holds() {
    let mut room = FailingRoom::open(60, 100);
    let kept = room.history.len();
    room.pass(1_000);
    room.commit(orders(&[Control::End]));
    let mut knows = RememberingNode::new(2);
    knows.read_store(&room);
    room.fail_over(kept);
    room.recover(&RememberingNode::new(1), FailoverAsks::default());
    room.send_again(&knows, FailoverAsks::default());
    assert_eq!(room.ledger().lifecycle.phase(), Phase::PostQueue);
}

#[test]
fn a_run_that_was_lost_goes_on_where_somebody_remembers_it_and_is_not_begun_again_where_nobody_does() {
    for who in 0..3 {
        let mut room = FailingRoom::open(60, 100);
        let kept = room.history.len();
        room.pass(1_000);
        room.commit(orders(&[Control::Reset]));
        room.commit(arrivals(20));
        let mut knows = RememberingNode::new(2);
        knows.read_store(&room);
        room.fail_over(kept);
        room.pass(1_000);
        if who == 0 {
            room.recover(&knows, FailoverAsks::default());
        } else {
            room.recover(&RememberingNode::new(1), arrivals(5));
            assert_eq!(room.ledger().run, Run(0));
        }
        if who == 1 {
            room.send_again(&knows, FailoverAsks::default());
        }
        if who < 2 {
            assert_eq!(room.ledger().run, Run(1));
            let next = room.commit(arrivals(1)).outcome.first_arrival;
            assert_eq!(next, Some(Sequence(20 + SKIPPED_MIN)), "{who}");
        } else {
            room.commit(orders(&[Control::Reset]));
            let first = room.ledger().run;
            assert_eq!(
                first,
                Run(1 + RUNS_LEFT_OUT),
                "any of the runs before may have been begun"
            );
            room.commit(orders(&[Control::Reset]));
            assert_eq!(room.ledger().run, Run(first.0 + 1), "it is left out once");
        }
    }
}

#[test]
fn a_lost_run_comes_back_by_a_node_that_missed_the_recovery_before() {
    let mut room = FailingRoom::open(60, 0);
    let kept = room.history.len();
    room.commit(orders(&[Control::Reset]));
    room.commit(arrivals(1));
    let mut knows = RememberingNode::new(2);
    knows.read_store(&room);
    room.fail_over(kept);
    room.recover(&RememberingNode::new(1), FailoverAsks::default());
    assert_eq!(room.ledger().run, Run(0), "nobody remembers");

    room.recover(&knows, FailoverAsks::default());
    assert_eq!(room.ledger().run, Run(1));
    let next = room.commit(arrivals(1)).outcome.first_arrival;
    assert!(next > Some(Sequence(0)), "the first place was given: {next:?}");
}

fn with_prequeue() -> RoomConfig {
    RoomConfig {
        schedule: Schedule {
            start: Some(WallMs(WALL_START_MS + 60_000)),
            prequeue_ms: 60_000,
            end: None,
        },
        ..RoomConfig::new(PerMinute(60))
    }
}

#[test]
fn a_draw_that_was_lost_is_not_drawn_again_by_whoever_remembers_it() {
    for recoverer_knows in [true, false] {
        let mut room = FailingRoom::new(with_prequeue());
        room.commit(arrivals(50));
        let kept = room.history.len();
        room.time.ms = 75_000;
        room.commit(FailoverAsks::default());
        assert_eq!(room.ledger().lifecycle.phase(), Phase::Closed);
        room.commit(FailoverAsks {
            draw_key: Some([3; 32]),
            cancels: vec![4],
            arrivals: 2,
            ..FailoverAsks::default()
        });
        let numbers =
            |room: &FailingRoom| -> Vec<_> { (0..52).map(|place| room.ledger().number(Sequence(place))).collect() };
        let drawn = numbers(&room);
        assert!(drawn.iter().all(Option::is_some));
        let mut knows = RememberingNode::new(2);
        knows.read_store(&room);
        room.fail_over(kept);
        room.time.ms = 74_000;
        assert_eq!(room.ledger().lifecycle.phase(), Phase::PreQueue);
        if recoverer_knows {
            room.recover(&knows, FailoverAsks::default());
        } else {
            // Meanwhile one visitor leaves and another arrives.
            room.recover(
                &RememberingNode::new(1),
                FailoverAsks {
                    cancels: vec![7],
                    arrivals: 1,
                    ..FailoverAsks::default()
                },
            );
            room.send_again(&knows, FailoverAsks::default());
            assert!(room.has(7, Mark::Cancelled));
        }
        assert_eq!(numbers(&room), drawn);
        assert_eq!(room.ledger().lifecycle.phase(), Phase::Queue);
        assert!(room.has(4, Mark::Cancelled));
        assert_eq!(
            room.stored.state.marks.places(Mark::Cancelled).count(),
            if recoverer_knows { 1 } else { 2 }
        );
    }
}

#[test]
fn skipped_places_take_part_in_a_draw_without_visitors() {
    let mut room = FailingRoom::new(with_prequeue());
    room.commit(arrivals(50));
    room.recover(&RememberingNode::new(1), arrivals(10));
    room.time.ms = 75_000;
    room.commit(FailoverAsks::default());
    assert_eq!(room.ledger().order.population(), Some(60 + SKIPPED_MIN));
    room.commit(FailoverAsks {
        draw_key: Some([3; 32]),
        ..FailoverAsks::default()
    });
    let last = Number(60 + SKIPPED_MIN);
    assert_eq!(room.stored.state.marks.ahead(last).0, 60);
}

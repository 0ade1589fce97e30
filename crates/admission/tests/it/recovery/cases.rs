//! The cases that matter, one by one.

use admission::marks::Mark;
use admission::recovered::RUNS_LEFT_OUT;
use admission::recovery::SKIPPED_MIN;
use admission::window::WINDOW_BUCKETS;
use admission::{ClaimOutcome, Control, Number, PerMinute, Phase, RoomConfig, Run, Schedule, Sequence, WallMs};

use super::world::{Asks, Node, WALL_START_MS, World, told};

/// The window of the bound.
const WINDOW_MS: u64 = WINDOW_BUCKETS * 100;

fn arrivals(arrivals: u32) -> Asks {
    Asks {
        arrivals,
        ..Asks::default()
    }
}

fn orders(controls: &[Control]) -> Asks {
    Asks {
        controls: controls.to_vec(),
        ..Asks::default()
    }
}

#[test]
fn a_number_of_a_lost_commit_is_never_given_to_anybody_else() {
    let mut world = World::open(60, 100);
    let kept = world.history.len();
    world.pass(1_000);
    assert_eq!(world.commit(arrivals(30)).outcome.first_arrival, Some(Sequence(100)));
    world.fail_over(kept);
    let step = world.recover(&Node::new(1), arrivals(1));
    assert_eq!(step.outcome.first_arrival, Some(Sequence(100 + SKIPPED_MIN)));
    assert_eq!(
        world.ledger().number(Sequence(129)),
        Some(Number(129)),
        "their place is one still"
    );
}

#[test]
fn as_many_are_skipped_as_came_in_the_busiest_minute() {
    let mut world = World::open(60, 0);
    for _ in 0..30 {
        world.commit(arrivals(100));
        world.pass(1_000);
    }
    world.pass(300_000);
    world.commit(arrivals(1));
    let step = world.recover(&Node::new(1), arrivals(1));
    assert_eq!(step.outcome.first_arrival, Some(Sequence(3_001 + 3_000)));
}

#[test]
fn skipped_places_are_ahead_of_nobody_and_hold_nobody_up() {
    let mut world = World::open(60, 5);
    world.recover(&Node::new(1), Asks::default());
    let newcomer = world
        .commit(arrivals(1))
        .outcome
        .first_arrival
        .expect("the room is open");
    let number = world.ledger().number(newcomer).expect("no dial");
    assert_eq!(world.stored.state.marks.ahead(number).0, 5);
    world.pass(WINDOW_MS + 1_000);
    let granted = world.serve((0..5).chain([newcomer.0]), 20_000, 500);
    assert!(granted.iter().any(|(_, granted)| *granted == number), "{granted:?}");
    assert!(world.ledger().no_shows.value() < f64::EPSILON);
}

#[test]
fn whoever_has_a_lost_number_that_nobody_remembers_is_served_in_their_turn() {
    let mut world = World::open(60, 5);
    let kept = world.history.len();
    world.commit(arrivals(3));
    world.fail_over(kept);
    world.recover(&Node::new(1), Asks::default());
    world.pass(WINDOW_MS + 1_000);
    let granted = world.serve(0..8, 20_000, 500);
    let order: Vec<u64> = granted.iter().map(|(_, number)| number.0).collect();
    assert_eq!(order, (0..8).collect::<Vec<_>>());
}

#[test]
fn where_nobody_remembers_nobody_is_granted_for_a_window() {
    let mut world = World::open(60, 500);
    world.serve(0..500, 20_000, 500);
    let at = world.now_ms;
    world.recover(&Node::new(1), Asks::default());
    let granted = world.serve(0..500, 2 * WINDOW_MS, 500);
    // How old the stored grants are nobody knows either.
    assert!(granted.iter().all(|(when, _)| *when >= at + WINDOW_MS), "{granted:?}");
    assert!(granted.len() > 50, "{}", granted.len());
}

#[test]
fn whoever_followed_waits_for_what_may_be_lost_and_no_longer() {
    let mut world = World::open(60, 500);
    world.serve(0..500, 120_000, 500);
    let mut node = Node::new(1);
    node.look(&world);
    world.pass(5_000);
    world.recover(&node, Asks::default());
    let granted = world.serve(0..500, WINDOW_MS, 500);
    // 60 fall due in a minute; those of the 5 s and of the node's uncertainty are lost.
    assert!((40..=55).contains(&granted.len()), "{}", granted.len());
    let next = granted.first().map(|(when, _)| *when - 125_000);
    assert!(next.is_some_and(|next| next <= 10_000), "{next:?}");
}

#[test]
fn whoever_missed_a_recovery_waits_for_what_may_be_lost_since_and_no_longer() {
    let mut world = World::open(60, 500);
    world.serve(0..500, 120_000, 500);
    let (mut missed, mut other) = (Node::new(1), Node::new(2));
    missed.look(&world);
    other.look(&world);
    world.pass(2_000);
    world.recover(&other, Asks::default());
    world.serve(0..500, 30_000, 500);
    let kept = world.history.len();
    world.serve(0..500, 2_000, 500);
    world.fail_over(kept);
    world.pass(3_000);
    let at = world.now_ms;
    world.recover(&missed, Asks::default());
    let granted = world.serve(0..500, WINDOW_MS, 500);
    let next = granted.first().map(|(when, _)| *when - at);
    assert!(next.is_some_and(|next| next <= 15_000), "{next:?}");
    assert!((35..=55).contains(&granted.len()), "{}", granted.len());
}

#[test]
fn a_node_that_knew_more_goes_on_from_that() {
    let mut world = World::open(60, 100);
    let kept = world.history.len();
    world.serve(0..100, 10_000, 1_000);
    world.commit(Asks {
        cancels: vec![50],
        silent: vec![60],
        arrivals: 7,
        ..Asks::default()
    });
    let granted = world.ledger().granted;
    let mut node = Node::new(1);
    node.look(&world);
    world.fail_over(kept);
    assert!(!world.has(50, Mark::Cancelled));
    let step = world.recover(&node, arrivals(1));
    assert_eq!(step.outcome.first_arrival, Some(Sequence(107 + SKIPPED_MIN)));
    assert!(world.has(50, Mark::Cancelled) && world.has(60, Mark::Uncounted));
    assert_eq!(world.ledger().granted, granted);
    let spent = world.ledger().outflow.last_minute(world.now().flow);
    assert!(
        spent > granted && spent < granted + 10,
        "it knew that there was nothing newer: {spent}"
    );
    // A lost reply is repeated by what the node remembers.
    let again = world.commit(Asks {
        claims: vec![0],
        ..Asks::default()
    });
    assert!(
        matches!(told(&again.outcome, 0), Some(ClaimOutcome::Repeated(grant)) if grant.granted_at.0 < WALL_START_MS + 2_000)
    );
}

#[test]
fn a_grant_that_nobody_has_a_record_of_costs_a_permit_the_next_time() {
    let mut world = World::open(60, 100);
    let kept = world.history.len();
    world.pass(1_000);
    world.commit(Asks {
        claims: vec![0],
        ..Asks::default()
    });
    world.pass(1_000);
    let granted = world.commit(Asks {
        claims: vec![0],
        ..Asks::default()
    });
    assert!(world.has(0, Mark::Redirected), "{granted:?}");
    let mut node = Node::new(1);
    node.look(&world);
    node.redirects.clear();
    world.fail_over(kept);
    world.recover(&node, Asks::default());
    world.pass(WINDOW_MS + 1_000);
    let step = world.commit(Asks {
        claims: vec![0],
        ..Asks::default()
    });
    assert!(
        matches!(told(&step.outcome, 0), Some(ClaimOutcome::Granted(_))),
        "{:?}",
        step.outcome
    );
}

#[test]
fn a_cancel_that_another_node_remembers_holds() {
    let mut world = World::open(60, 100);
    let kept = world.history.len();
    world.pass(1_000);
    world.commit(Asks {
        cancels: vec![3],
        ..Asks::default()
    });
    let mut other = Node::new(2);
    other.look(&world);
    world.fail_over(kept);
    world.recover(&Node::new(1), Asks::default());
    assert!(!world.has(3, Mark::Cancelled));
    world.send_again(&other, Asks::default());
    assert!(world.has(3, Mark::Cancelled) && world.has(3, Mark::Uncounted));
}

#[test]
fn a_pause_that_was_lost_holds_whoever_remembers_it() {
    for recoverer_knows in [true, false] {
        let mut world = World::open(60, 100);
        let kept = world.history.len();
        world.pass(1_000);
        let mut fresh = Node::new(1);
        fresh.look(&world);
        world.commit(orders(&[Control::Pause]));
        let mut knows = Node::new(2);
        knows.look(&world);
        world.fail_over(kept);
        if recoverer_knows {
            world.recover(&knows, Asks::default());
        } else {
            world.recover(&fresh, Asks::default());
            assert!(!world.ledger().lifecycle.is_paused());
            world.pass(100);
            world.send_again(&knows, Asks::default());
        }
        assert!(world.ledger().lifecycle.is_paused());
    }
}

#[test]
fn what_the_operator_orders_after_the_failover_is_not_undone_by_memories() {
    let mut world = World::open(60, 100);
    world.pass(1_000);
    world.commit(orders(&[Control::Pause]));
    let kept = world.history.len();
    world.pass(1_000);
    world.commit(Asks::default());
    let mut knows = Node::new(2);
    knows.look(&world);
    world.fail_over(kept);
    world.recover(&Node::new(1), Asks::default());
    world.commit(orders(&[Control::Resume]));
    world.send_again(&knows, Asks::default());
    assert!(!world.ledger().lifecycle.is_paused());
}

#[test]
fn a_memory_older_than_what_is_stored_changes_nothing() {
    let mut world = World::open(60, 100);
    world.commit(orders(&[Control::Pause]));
    let mut node = Node::new(1);
    node.look(&world);
    world.pass(1_000);
    world.commit(orders(&[Control::Resume]));
    world.pass(1_000);
    world.recover(&node, Asks::default());
    assert!(!world.ledger().lifecycle.is_paused());
    world.send_again(&node, Asks::default());
    assert!(!world.ledger().lifecycle.is_paused());
}

#[test]
fn an_end_that_was_lost_holds() {
    let mut world = World::open(60, 100);
    let kept = world.history.len();
    world.pass(1_000);
    world.commit(orders(&[Control::End]));
    let mut knows = Node::new(2);
    knows.look(&world);
    world.fail_over(kept);
    world.recover(&Node::new(1), Asks::default());
    world.send_again(&knows, Asks::default());
    assert_eq!(world.ledger().lifecycle.phase(), Phase::PostQueue);
}

#[test]
fn a_run_that_was_lost_goes_on_where_somebody_remembers_it_and_is_not_begun_again_where_nobody_does() {
    for who in 0..3 {
        let mut world = World::open(60, 100);
        let kept = world.history.len();
        world.pass(1_000);
        world.commit(orders(&[Control::Reset]));
        world.commit(arrivals(20));
        let mut knows = Node::new(2);
        knows.look(&world);
        world.fail_over(kept);
        world.pass(1_000);
        if who == 0 {
            world.recover(&knows, Asks::default());
        } else {
            world.recover(&Node::new(1), arrivals(5));
            assert_eq!(world.ledger().run, Run(0));
        }
        if who == 1 {
            world.send_again(&knows, Asks::default());
        }
        if who < 2 {
            assert_eq!(world.ledger().run, Run(1));
            let next = world.commit(arrivals(1)).outcome.first_arrival;
            assert_eq!(next, Some(Sequence(20 + SKIPPED_MIN)), "{who}");
        } else {
            world.commit(orders(&[Control::Reset]));
            let first = world.ledger().run;
            assert_eq!(
                first,
                Run(1 + RUNS_LEFT_OUT),
                "any of the runs before may have been begun"
            );
            world.commit(orders(&[Control::Reset]));
            assert_eq!(world.ledger().run, Run(first.0 + 1), "it is left out once");
        }
    }
}

#[test]
fn a_lost_run_comes_back_by_a_node_that_missed_the_recovery_before() {
    let mut world = World::open(60, 0);
    let kept = world.history.len();
    world.commit(orders(&[Control::Reset]));
    world.commit(arrivals(1));
    let mut knows = Node::new(2);
    knows.look(&world);
    world.fail_over(kept);
    world.recover(&Node::new(1), Asks::default());
    assert_eq!(world.ledger().run, Run(0), "nobody remembers");

    world.recover(&knows, Asks::default());
    assert_eq!(world.ledger().run, Run(1));
    let next = world.commit(arrivals(1)).outcome.first_arrival;
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
        let mut world = World::new(with_prequeue());
        world.commit(arrivals(50));
        let kept = world.history.len();
        world.now_ms = 75_000;
        world.commit(Asks::default());
        assert_eq!(world.ledger().lifecycle.phase(), Phase::Closed);
        world.commit(Asks {
            draw_key: Some([3; 32]),
            cancels: vec![4],
            arrivals: 2,
            ..Asks::default()
        });
        let numbers =
            |world: &World| -> Vec<_> { (0..52).map(|place| world.ledger().number(Sequence(place))).collect() };
        let drawn = numbers(&world);
        assert!(drawn.iter().all(Option::is_some));
        let mut knows = Node::new(2);
        knows.look(&world);
        world.fail_over(kept);
        world.now_ms = 74_000;
        assert_eq!(world.ledger().lifecycle.phase(), Phase::PreQueue);
        if recoverer_knows {
            world.recover(&knows, Asks::default());
        } else {
            // Somebody leaves meanwhile, and somebody comes.
            world.recover(
                &Node::new(1),
                Asks {
                    cancels: vec![7],
                    arrivals: 1,
                    ..Asks::default()
                },
            );
            world.send_again(&knows, Asks::default());
            assert!(world.has(7, Mark::Cancelled));
        }
        assert_eq!(numbers(&world), drawn);
        assert_eq!(world.ledger().lifecycle.phase(), Phase::Queue);
        assert!(world.has(4, Mark::Cancelled));
        assert_eq!(
            world.stored.state.marks.places(Mark::Cancelled).count(),
            if recoverer_knows { 1 } else { 2 }
        );
    }
}

#[test]
fn skipped_places_take_part_in_a_draw_and_are_nobody() {
    let mut world = World::new(with_prequeue());
    world.commit(arrivals(50));
    world.recover(&Node::new(1), arrivals(10));
    world.now_ms = 75_000;
    world.commit(Asks::default());
    assert_eq!(world.ledger().order.population(), Some(60 + SKIPPED_MIN));
    world.commit(Asks {
        draw_key: Some([3; 32]),
        ..Asks::default()
    });
    let last = Number(60 + SKIPPED_MIN);
    assert_eq!(world.stored.state.marks.ahead(last).0, 60);
}

//! Tests of nodes that are killed, started again, or replaced: of two visitors who both keep to
//! their poll intervals, the lower number is let in first, to within one poll interval, and every
//! visitor is notified of their turn before the redirect.

use admission::poll_interval::POLL_MS_MIN;
use admission::pool::LineIndex;
use admission::presence::Channel;
use admission::{Run, Sequence};
use node::Command;
use node::answer::{Possession, TurnReply};
use node::command::Newcomer;

use super::diligent::{Kind, Visitors};
use super::scenarios::{assert_in_order, embedded};
use super::visitor_answer::VisitorAnswer;
use super::world::World;

const LINE: LineIndex = LineIndex(0);

/// The rate of the rooms, and what becomes due of it in a second.
const RATE: u32 = 600;
const A_SECOND: usize = 10;

/// Plays on for a while, in which the permits are used.
fn play_with_all_permits(visitors: &mut Visitors, seconds: u64, least_percent: usize) {
    let from_ms = visitors.world.now_ms;
    visitors.play(seconds * 1_000);
    let (used, due) = (
        visitors.granted(from_ms, from_ms + seconds * 1_000),
        seconds as usize * A_SECOND,
    );
    println!("{used} of {due} permits");
    assert!(used * 100 >= due * least_percent, "{used} of {due} permits");
}

#[test]
fn after_a_node_was_killed_and_started_again() {
    assert_in_order(|seed| {
        let mut visitors = embedded(RATE, seed);
        visitors.arrive(560, 10_000, Kind::Diligent);
        visitors.play(20_000 + 377 * seed);
        visitors.kill(0);
        visitors.play(800);
        visitors.world.start(0);
        play_with_all_permits(&mut visitors, 12, 98);
        play_with_all_permits(&mut visitors, 12, 99);
        visitors.play(60_000);
        visitors
    });
}

#[test]
fn after_a_kill_where_a_fifth_have_gone() {
    assert_in_order(|seed| {
        let mut visitors = embedded(RATE, seed);
        visitors.arrive(500, 10_000, Kind::Diligent);
        visitors.arrive(125, 10_000, Kind::Gone);
        visitors.play(20_000 + 377 * seed);
        visitors.kill(0);
        visitors.play(800);
        visitors.world.start(0);
        play_with_all_permits(&mut visitors, 12, 95);
        visitors.play(60_000);
        visitors
    });
}

#[test]
fn while_a_node_is_killed_every_five_seconds() {
    assert_in_order(|seed| {
        let mut visitors = embedded(RATE, seed);
        visitors.arrive(428, 10_000, Kind::Diligent);
        visitors.play(10_000);
        for _ in 0..20 {
            visitors.play(5_000);
            visitors.kill(0);
            visitors.play(500);
            visitors.world.start(0);
        }
        visitors.play(60_000);
        visitors
    });
}

#[test]
fn nobody_waits_for_those_who_were_let_through_before_a_start() {
    let mut visitors = embedded(60, 1);
    visitors.arrive(20, 5_000, Kind::Diligent);
    visitors.play(60_000);
    visitors.kill(0);
    visitors.world.start(0);
    visitors.arrive(1, 1_000, Kind::Diligent);
    visitors.play(5_000);
    assert_eq!(visitors.waiting(), 0);
}

#[test]
fn while_the_nodes_of_a_room_are_replaced_one_after_the_other() {
    assert_in_order(|seed| {
        let mut visitors = Visitors::new(World::new(3, &[RATE], None, seed), seed);
        visitors.arrive(560, 10_000, Kind::Diligent);
        visitors.play(20_000);
        let from_ms = visitors.world.now_ms;
        for at in 0..3 {
            visitors.close(at);
            visitors.play(1_500);
            visitors.world.start(at);
            visitors.play(3_000);
        }
        let (used, due_ms) = (
            visitors.granted(from_ms, visitors.world.now_ms),
            visitors.world.now_ms - from_ms,
        );
        println!("{used} in {due_ms} ms");
        visitors.play(60_000);
        visitors
    });
}

#[test]
fn after_one_of_several_nodes_was_killed() {
    assert_in_order(|seed| {
        let mut visitors = Visitors::new(World::new(3, &[RATE], None, seed), seed);
        visitors.arrive(560, 10_000, Kind::Diligent);
        visitors.play(20_000 + 377 * seed);
        visitors.kill(0);
        visitors.play(3_000);
        visitors.world.start(0);
        play_with_all_permits(&mut visitors, 12, 98);
        visitors.play(60_000);
        visitors
    });
}

#[test]
fn after_all_nodes_were_killed_at_once() {
    assert_in_order(|seed| {
        let mut visitors = Visitors::new(World::new(2, &[RATE], None, seed), seed);
        visitors.arrive(560, 10_000, Kind::Diligent);
        visitors.play(20_000 + 377 * seed);
        (0..2).for_each(|at| visitors.kill(at));
        visitors.play(1_000);
        (0..2).for_each(|at| visitors.world.start(at));
        play_with_all_permits(&mut visitors, 12, 95);
        visitors.play(60_000);
        visitors
    });
}

/// Lets the first place ask a node for its turn, and returns the answer after at most two seconds.
fn turn(world: &mut World, at: usize) -> TurnReply {
    let machine = world.machines[at].as_ref().expect("it is up");
    let (run, sequence) = (Run(0), Sequence(0));
    let request = 100 + world.now_ms;
    let turn = Command::Turn {
        place: machine.place(LINE, run, sequence),
        number: machine.number(LINE, sequence).expect("the node has followed"),
        possession: Possession::Cookie,
        channel: Channel::Poll,
        reply: request,
    };
    world.ask(at, LINE, turn);
    let end_ms = world.now_ms + 2_000;
    loop {
        world.play_until(world.now_ms + 10);
        let answer = world.answers.iter().find(|(_, to, _)| *to == request);
        match answer {
            Some((_, _, VisitorAnswer::Turn(reply))) => return *reply,
            None if world.now_ms < end_ms => {}
            answer => panic!("{answer:?}"),
        }
    }
}

/// Worlds of one node that has the store for itself and of two that share it, with one place.
fn with_one_place() -> [World; 2] {
    [World::embedded(&[60], None, 1), World::new(2, &[60], None, 1)].map(|mut world| {
        world.ask(0, LINE, Command::Arrive(Newcomer::default(), 1));
        world.play_until(1_000);
        world
    })
}

#[test]
fn a_newcomer_without_an_answer_is_notified_before_the_redirect() {
    for mut world in with_one_place() {
        world.kill(0);
        world.start(0);
        assert!(
            matches!(turn(&mut world, 0), TurnReply::NotYet { poll_after_ms } if poll_after_ms < POLL_MS_MIN),
            "nobody has told them"
        );
        let asked_ms = world.now_ms;
        assert!(matches!(turn(&mut world, 0), TurnReply::Go(_)), "once is enough");
        let late_ms = world.now_ms - asked_ms;
        assert!(late_ms <= 500, "the permit is there: {late_ms} ms");
    }
}

#[test]
fn a_visitor_notified_before_a_start_is_not_notified_again() {
    for mut world in with_one_place() {
        assert!(matches!(turn(&mut world, 0), TurnReply::NotYet { .. }));
        // The news is committed.
        world.play_until(2_000);
        world.kill(0);
        world.start(0);
        assert!(matches!(turn(&mut world, 0), TurnReply::Go(_)));
    }
}

#[test]
fn after_a_start_while_so_many_arrive_that_the_log_is_short() {
    assert_in_order(|seed| {
        let mut visitors = embedded(RATE, seed);
        visitors.arrive(400, 5_000, Kind::Diligent);
        visitors.play(4_000 + 377 * seed);
        visitors.kill(0);
        visitors.play(300);
        visitors.world.start(0);
        visitors.play(90_000);
        visitors
    });
}

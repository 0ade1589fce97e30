//! Sessions that end while the store is away.

use admission::occupancy::SessionsConfig;
use admission::pool::LineIndex;
use admission::presence::Channel;
use admission::{Number, Run, Sequence};
use node::Command;
use node::answer::{Possession, TurnReply, Unserved};
use node::command::{Newcomer, SessionEnd};
use node::settings::PoolSettings;

use super::visitor_answer::VisitorAnswer;
use super::world::World;

const LINE: LineIndex = LineIndex(0);
/// The request by which a session is ended.
const END: u64 = 1_000;

/// Nodes of a pool that counts sessions, with this many visitors inside.
fn inside(nodes: usize, visitors: u64) -> World {
    let sessions = SessionsConfig {
        max_sessions: None,
        stock: None,
        validity_ms: 600_000,
    };
    let pool = PoolSettings {
        sessions: Some(sessions),
        ..PoolSettings::default()
    };
    let mut world = World::with(nodes, &[600], pool, 1);
    for visitor in 0..visitors {
        world.ask(0, LINE, Command::Arrive(Newcomer::default(), visitor));
    }
    for round in 1..8 {
        let end_ms = round * 2_000;
        world.play_until(end_ms);
        for visitor in 0..visitors {
            let machine = world.machines[0].as_ref().expect("a node");
            let sequence = Sequence(visitor);
            let turn = Command::Turn {
                place: machine.place(LINE, Run(0), sequence),
                number: machine.number(LINE, sequence).expect("numbered at once"),
                possession: Possession::Cookie,
                channel: Channel::Poll,
                reply: round * 100 + visitor,
            };
            world.ask(0, LINE, turn);
        }
    }
    world.play_until(20_000);
    let through = world.answers.iter();
    let through = through.filter(|(_, _, answer)| matches!(answer, VisitorAnswer::Turn(TurnReply::Go(_))));
    assert!(through.count() as u64 >= visitors, "{:?}", world.answers);
    assert_eq!(counted(&world, 0), visitors);
    world
}

/// People inside, as a node publishes it.
fn counted(world: &World, at: usize) -> u64 {
    let machine = world.machines[at].as_ref().expect("a node");
    let flow = machine.published[&LINE].flow.now(world.now_ms);
    machine.published[&LINE]
        .pool
        .sessions(flow)
        .expect("sessions are counted")
}

fn is_inside(world: &World, at: usize, number: u64) -> bool {
    let machine = world.machines[at].as_ref().expect("a node");
    machine.is_inside(LINE, Number(number))
}

fn set_away(world: &World, at: usize, is_away: bool) {
    world.machines[at].as_ref().expect("a node").line.set_away(is_away);
}

fn end(world: &mut World, number: u64, kind: SessionEnd) {
    let end = Command::EndSession {
        run: Run(0),
        number: Number(number),
        kind,
        reply: END + number,
    };
    world.ask(0, LINE, end);
}

fn answers_to(world: &World, request: u64) -> Vec<VisitorAnswer> {
    let own = world.answers.iter().filter(|(_, to, _)| *to == request);
    own.map(|(_, _, answer)| *answer).collect()
}

#[test]
fn a_checkout_while_the_store_is_away_counts_when_it_is_back() {
    let mut world = inside(2, 2);
    set_away(&world, 0, true);
    // The second time is a reload of the page.
    end(&mut world, 0, SessionEnd::Checkout);
    end(&mut world, 0, SessionEnd::Checkout);
    world.play_until(30_000);
    assert_eq!(answers_to(&world, END), [VisitorAnswer::Unserved(Unserved::Away); 2]);
    assert_eq!([0, 1].map(|number| is_inside(&world, 0, number)), [false, true]);
    assert_eq!(counted(&world, 1), 2, "nobody else knows yet");
    set_away(&world, 0, false);
    world.play_until(33_000);
    assert_eq!([0, 1].map(|at| counted(&world, at)), [1, 1]);
    assert_eq!([0, 1].map(|number| is_inside(&world, 1, number)), [false, true]);
}

#[test]
fn an_operator_whose_request_failed_has_ended_no_session() {
    let mut world = inside(1, 1);
    set_away(&world, 0, true);
    end(&mut world, 0, SessionEnd::Operator);
    world.play_until(30_000);
    assert_eq!(answers_to(&world, END), [VisitorAnswer::Unserved(Unserved::Away)]);
    set_away(&world, 0, false);
    world.play_until(33_000);
    assert_eq!((counted(&world, 0), is_inside(&world, 0, 0)), (1, true));
}

#[test]
fn a_checkout_does_not_end_a_session_that_another_node_began_since() {
    let mut world = inside(2, 1);
    set_away(&world, 0, true);
    end(&mut world, 0, SessionEnd::Checkout);
    // Until then, the last grant is repeated.
    world.play_until(200_000);
    for request in 2_000..2_004 {
        let machine = world.machines[1].as_ref().expect("a node");
        let turn = Command::Turn {
            place: machine.place(LINE, Run(0), Sequence(0)),
            number: Number(0),
            possession: Possession::Cookie,
            channel: Channel::Poll,
            reply: request,
        };
        world.ask(1, LINE, turn);
        let end_ms = world.now_ms + 4_000;
        world.play_until(end_ms);
    }
    let again = (2_000..2_004).flat_map(|request| answers_to(&world, request));
    let again = again.filter(|answer| matches!(answer, VisitorAnswer::Turn(TurnReply::Go(_))));
    assert!(again.count() > 0, "let in again: {:?}", world.answers);
    set_away(&world, 0, false);
    world.play_until(230_000);
    assert_eq!((counted(&world, 1), is_inside(&world, 1, 0)), (1, true));
}

//! The effects of the pool node, event by event.

use admission::pool::LineIndex;
use node::Command;
use node::answer::{AnswerTo, Possession, TurnReply, Unserved};
use node::command::Newcomer;
use node::effect::{Clocks, Effect, Event};
use node::store_call::{StoreCall, StoreReply};
use store::{CommitError, LostReply};

use super::visitor_answer::VisitorAnswer;
use super::world::{TestRng, World, carried_out};

const LINE: LineIndex = LineIndex(0);

fn arrival(request: u64) -> Event<super::world::Requests> {
    Event::Commands(vec![(LINE, Command::Arrive(Newcomer::default(), request))])
}

fn at(world: &World, monotonic_ms: u64) -> Clocks {
    Clocks {
        monotonic_ms,
        wall: world.wall(),
    }
}

#[test]
fn no_answer_precedes_its_durable_and_published_commit() {
    let mut world = World::new(1, &[60], None, 1);
    let clocks = at(&world, 10);
    let mut machine = world.machines[0].take().expect("a node");
    machine.node.handle(arrival(1), clocks, &mut TestRng::new(1));
    let Some(Effect::Call(call @ StoreCall::Commit { .. })) = machine.node.poll_effect() else {
        panic!("the arrival is committed first")
    };
    assert!(
        machine.node.poll_effect().is_none(),
        "and nothing else is done meanwhile"
    );
    assert!(!machine.node.takes_commands(), "the next batch collects outside");
    assert_eq!(
        machine.node.wake_at_ms(),
        None,
        "it waits for the store, not for a time"
    );
    let reply = carried_out(&machine.line, call);
    machine.node.handle(Event::Store(reply), clocks, &mut TestRng::new(1));
    assert!(matches!(machine.node.poll_effect(), Some(Effect::Publish(LINE, _))));
    assert!(matches!(
        machine.node.poll_effect(),
        Some(Effect::Answer(AnswerTo::Arrive(1, Ok(Ok(_)))))
    ));
    assert!(machine.node.takes_commands());
}

#[test]
fn newcomers_are_refused_and_the_commit_retried_while_the_store_is_away() {
    let mut world = World::new(1, &[60], None, 1);
    let clocks = at(&world, 10);
    let mut machine = world.machines[0].take().expect("a node");
    machine.node.handle(arrival(1), clocks, &mut TestRng::new(1));
    assert!(matches!(machine.node.poll_effect(), Some(Effect::Call(_))));
    let cause = "away".to_owned();
    let reply = StoreReply::Committed(Err(CommitError::Unavailable { cause }));
    machine.node.handle(Event::Store(reply), clocks, &mut TestRng::new(1));
    let (mut answers, mut is_published) = (Vec::new(), false);
    while let Some(effect) = machine.node.poll_effect() {
        match effect {
            Effect::Answer(AnswerTo::Arrive(to, result)) => answers.push((to, result.expect_err("not served"))),
            Effect::Publish(_, published) => is_published |= published.store_away,
            _ => panic!("nothing is committed before the time"),
        }
    }
    assert_eq!((answers, is_published), (vec![(1, Unserved::Away)], true));
    let wake_at_ms = machine.node.wake_at_ms().expect("a time");
    assert!((10 + 400..10 + 400 + 200).contains(&wake_at_ms), "{wake_at_ms}");
}

#[test]
fn a_commit_whose_reply_was_lost_is_found_and_not_made_again() {
    let mut world = World::new(2, &[60], None, 1);
    let line = |world: &World| world.machines[0].as_ref().expect("a node").line.clone();
    line(&world).lose_reply(LostReply::Made);
    world.ask(0, LINE, Command::Arrive(Newcomer::default(), 1));
    world.play_until(1_000);
    world.ask(1, LINE, Command::Arrive(Newcomer::default(), 2));
    world.play_until(3_000);
    let places: Vec<(u64, VisitorAnswer)> = world.answers.iter().map(|(_, to, answer)| (*to, *answer)).collect();
    let run = admission::Run(0);
    assert_eq!(
        places,
        [0, 1].map(|place| (place + 1, VisitorAnswer::Place(run, admission::Sequence(place))))
    );
}

#[test]
fn a_node_learns_of_a_place_that_another_one_gave_and_lets_the_visitor_through_once() {
    let mut world = World::new(2, &[60], None, 1);
    world.ask(0, LINE, Command::Arrive(Newcomer::default(), 1));
    world.play_until(2_000);
    for request in 2..6 {
        let machine = world.machines[1].as_ref().expect("a node");
        let (run, sequence) = (admission::Run(0), admission::Sequence(0));
        let number = machine.number(LINE, sequence).expect("the node has followed");
        let turn = Command::Turn {
            place: machine.place(LINE, run, sequence),
            number,
            possession: Possession::Cookie,
            channel: admission::presence::Channel::Poll,
            reply: request,
        };
        world.ask(1, LINE, turn);
        let end_ms = world.now_ms + 4_100;
        world.play_until(end_ms);
    }
    let grants = world.answers.iter().filter_map(|(_, _, answer)| match answer {
        VisitorAnswer::Turn(TurnReply::Go(grant)) => Some(*grant),
        _ => None,
    });
    let grants: Vec<_> = grants.collect();
    assert!(grants.len() >= 2, "{:?}", world.answers);
    assert!(
        grants.iter().all(|grant| *grant == grants[0]),
        "the same grant is repeated"
    );
}

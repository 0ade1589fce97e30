//! A recording that says something wrong is objected to by the oracle concerned.

use admission::pool::LineIndex;
use admission::{Control, Grant, PerMinute, RoomConfig, Schedule, WallMs};
use incident::entry::{RecordedEffect, RecordedEntry};
use incident::frame::{BlockWriter, Blocks, FIRST_LINE};
use incident::{HandleNumbers, ReplayOracle, ReplayReport, replay};
use node::Command;
use node::answer::{AnswerTo, TurnReply};
use node::effect::Event;
use node::settings::PoolSettings;

use super::visitors::{Crowd, RunPlan};
use super::world::World;

fn recorded() -> Vec<RecordedEntry> {
    let world = World::new(1, &[RoomConfig::new(PerMinute(120))], PoolSettings::default(), 11);
    let plan = RunPlan {
        arrival_ms: 300,
        lasts_ms: 100_000,
        ..RunPlan::default()
    };
    let mut crowd = Crowd::new(world, plan);
    crowd.play();
    let bytes = crowd.world.recording(None);
    let (mut blocks, mut entries) = (Blocks::of(&bytes).expect("a recording"), Vec::new());
    while let Some(block) = blocks.next_block().expect("whole") {
        entries.extend(block);
    }
    entries
}

fn replayed(entries: &[RecordedEntry]) -> ReplayReport {
    let mut blocks = BlockWriter::default();
    entries.iter().for_each(|entry| blocks.push(entry));
    replay(&[FIRST_LINE, &blocks.take()].concat()).expect("a recording")
}

fn objects(report: &ReplayReport, oracle: ReplayOracle, words: &str) {
    let found = report.objections.iter().find(|objection| objection.oracle == oracle);
    let found = found.unwrap_or_else(|| panic!("{oracle} objects: {:?}", report.objections));
    assert!(found.what.contains(words), "{}", found.what);
}

/// The answers that let a visitor in, each with its place in the recording.
fn let_in(entries: &[RecordedEntry]) -> Vec<(usize, u64, Grant)> {
    let answers = entries.iter().enumerate().filter_map(|(at, entry)| match entry {
        RecordedEntry::Effect(RecordedEffect::Answer(AnswerTo::Turn(to, TurnReply::Go(grant)))) => {
            Some((at, *to, *grant))
        }
        _ => None,
    });
    answers.collect()
}

fn turn(to: u64, reply: TurnReply) -> RecordedEntry {
    RecordedEntry::Effect(RecordedEffect::Answer(AnswerTo::Turn(to, reply)))
}

/// Puts an order that was carried out before the event of the entry at that place.
fn put_order(entries: &mut Vec<RecordedEntry>, at: usize, control: Control) {
    const HANDLE: u64 = 1 << 40;
    let place = entries[..at]
        .iter()
        .rposition(|entry| matches!(entry, RecordedEntry::Event(_)));
    let place = place.expect("an event comes before");
    let RecordedEntry::Event(event) = &mut entries[place] else {
        unreachable!("it is one");
    };
    let command: Command<HandleNumbers> = Command::Control(control, HANDLE);
    let order = incident::entry::RecordedEvent {
        after_ms: std::mem::take(&mut event.after_ms),
        wall_step_ms: std::mem::take(&mut event.wall_step_ms),
        event: Event::Commands(vec![(LineIndex(0), command)]),
        inputs: incident::entry::EventInputs::default(),
    };
    let answer = AnswerTo::Control(HANDLE, Ok(Ok(())));
    let answer = RecordedEntry::Effect(RecordedEffect::Answer(answer));
    entries.splice(place..place, [RecordedEntry::Event(order), answer]);
}

#[test]
fn nobody_objects_to_what_was_recorded() {
    let report = replayed(&recorded());
    assert_eq!(report.objections, []);
    assert!(report.grants > 100, "{report:?}");
}

#[test]
fn a_changed_answer_is_not_what_the_pool_node_answers() {
    let mut entries = recorded();
    let (at, to, _) = let_in(&entries)[20];
    entries[at] = turn(to, TurnReply::NOT_YET);
    let report = replayed(&entries);
    objects(&report, ReplayOracle::Replayed, "NotYet");
    assert_eq!(report.played_until, None, "the pool node goes on");
    assert_eq!(report.objections.len(), 1, "{:?}", report.objections);
}

#[test]
fn a_missing_commit_ends_the_playing_and_the_answers_are_judged_still() {
    let mut entries = recorded();
    let call = |entry: &RecordedEntry| matches!(entry, RecordedEntry::Effect(RecordedEffect::Call(_)));
    let at = entries.iter().position(call).expect("a call");
    entries.remove(at);
    let (at, to, grant) = let_in(&entries)[20];
    entries.insert(at, turn(to, TurnReply::Go(grant)));
    let report = replayed(&entries);
    objects(
        &report,
        ReplayOracle::Replayed,
        "has not made the call that the store answers",
    );
    objects(&report, ReplayOracle::Answers, "had its answer before");
    assert!(report.played_until.is_some());
}

#[test]
fn an_answer_that_is_given_twice_or_to_nobody_is_found() {
    let mut entries = recorded();
    let (at, to, grant) = let_in(&entries)[20];
    entries.insert(at, turn(to, TurnReply::Go(grant)));
    objects(&replayed(&entries), ReplayOracle::Answers, "had its answer before");
    entries[at] = turn(1 << 50, TurnReply::NOT_YET);
    objects(&replayed(&entries), ReplayOracle::Answers, "which nobody gave");
}

#[test]
fn a_lowered_rate_is_exceeded() {
    let mut entries = recorded();
    let RecordedEntry::Opening(opening) = &mut entries[0] else {
        panic!("the opening comes first");
    };
    for line in opening.settings.lines.iter_mut().flatten() {
        line.room.config.max_outflow = PerMinute(100);
    }
    objects(
        &replayed(&entries),
        ReplayOracle::Outflow,
        "the highest rate in force in it is 100",
    );
}

#[test]
fn grants_beyond_the_rate_are_counted() {
    let mut entries = recorded();
    let all = let_in(&entries);
    let (at, ..) = all[60];
    let event = entries[..at]
        .iter()
        .rposition(|entry| matches!(entry, RecordedEntry::Event(_)));
    let event = event.expect("an event comes before");
    let place = entries.iter().find_map(|entry| match entry {
        RecordedEntry::Event(event) => match &event.event {
            Event::Commands(commands) => commands.iter().find_map(|(_, command)| match command {
                Command::Turn {
                    place,
                    channel,
                    possession,
                    ..
                } => Some((*place, *channel, *possession)),
                _ => None,
            }),
            _ => None,
        },
        _ => None,
    });
    let (place, channel, possession) = place.expect("a visitor asked");
    let asks = (0..130_u64).map(|extra| {
        let mut place = place;
        place.device.sequence = admission::Sequence(5_000 + extra);
        let number = admission::Number(5_000 + extra);
        let reply = (1 << 40) + extra;
        (
            LineIndex(0),
            Command::Turn {
                place,
                number,
                possession,
                channel,
                reply,
            },
        )
    });
    let asks = incident::entry::RecordedEvent {
        after_ms: 0,
        wall_step_ms: 0,
        event: Event::Commands(asks.collect()),
        inputs: incident::entry::EventInputs::default(),
    };
    let answers = (0..130_u64).map(|extra| {
        let grant = Grant {
            number: admission::Number(5_000 + extra),
            granted_at: WallMs(7 + extra),
            unseen: false,
        };
        turn((1 << 40) + extra, TurnReply::Go(grant))
    });
    let put = std::iter::once(RecordedEntry::Event(asks)).chain(answers);
    entries.splice(event..event, put);
    objects(&replayed(&entries), ReplayOracle::Outflow, "grants in one minute");
}

#[test]
fn a_number_that_is_let_in_twice_or_for_two_places_is_found() {
    let mut entries = recorded();
    let (at, to, grant) = let_in(&entries)[20];
    let later = Grant {
        granted_at: grant.granted_at.plus_ms(5),
        ..grant
    };
    entries[at] = turn(to, TurnReply::Go(later));
    objects(&replayed(&entries), ReplayOracle::Places, "which still held");
    let other = Grant {
        number: admission::Number(grant.number.0 + 1),
        ..grant
    };
    entries[at] = turn(to, TurnReply::Go(other));
    objects(&replayed(&entries), ReplayOracle::Places, "was let in");
}

#[test]
fn a_place_that_is_given_twice_is_found() {
    let mut entries = recorded();
    let places = entries.iter().enumerate().filter_map(|(at, entry)| match entry {
        RecordedEntry::Effect(RecordedEffect::Answer(AnswerTo::Arrive(to, Ok(Ok(place))))) => Some((at, *to, *place)),
        _ => None,
    });
    let places: Vec<_> = places.collect();
    let ((_, _, first), (at, to, _)) = (places[3], places[9]);
    let answer = AnswerTo::Arrive(to, Ok(Ok(first)));
    entries[at] = RecordedEntry::Effect(RecordedEffect::Answer(answer));
    objects(&replayed(&entries), ReplayOracle::Places, "was given twice");
}

#[test]
fn a_pause_lets_nobody_in() {
    let mut entries = recorded();
    let (at, ..) = let_in(&entries)[20];
    put_order(&mut entries, at, Control::Pause);
    objects(&replayed(&entries), ReplayOracle::Gate, "after the room was paused");
}

#[test]
fn before_the_start_nobody_is_let_in() {
    let mut entries = recorded();
    let RecordedEntry::Opening(opening) = &mut entries[0] else {
        panic!("the opening comes first");
    };
    let start = opening.clocks.wall.plus_ms(30_000);
    let scheduled = Schedule {
        start: Some(start),
        ..Schedule::ALWAYS
    };
    for line in opening.settings.lines.iter_mut().flatten() {
        line.room.config.schedule = scheduled;
    }
    opening.rooms.values_mut().for_each(|room| room.schedule = scheduled);
    objects(&replayed(&entries), ReplayOracle::Gate, "before anybody may be");
}

#[test]
fn a_visitor_who_is_passed_over_is_found() {
    let mut entries = recorded();
    let (_, _, passed) = let_in(&entries)[10];
    // The played pool node would know of the grant, so it is ended first.
    let call = |entry: &RecordedEntry| matches!(entry, RecordedEntry::Effect(RecordedEffect::Call(_)));
    let at = entries.iter().position(call).expect("a call");
    entries.remove(at);
    entries.retain(|entry| match entry {
        RecordedEntry::Effect(RecordedEffect::Answer(AnswerTo::Turn(_, TurnReply::Go(grant)))) => {
            grant.number != passed.number
        }
        _ => true,
    });
    let words = format!("number {} asks as told", passed.number.0);
    objects(&replayed(&entries), ReplayOracle::Order, &words);
}

//! The oracles of a replay. They know the recorded commands, answers and settings, and the grants
//! in the commits of the replayed pool node. They judge independently of the engine's code.
//!
//! A grant is new if no earlier commit or answer contained it, and if it was not read from the
//! store or from the log of grants. Its time, by the monotonic clock, is that of the event with the
//! same wall time.

mod answers;
mod gate;
mod grants;
mod order;
mod outflow;

use std::fmt;

use admission::WallMs;
use admission::pool::LineIndex;
use node::answer::{AnswerTo, TurnReply};
use node::command::Command;
use node::effect::{Clocks, Event};
use node::grants::Granted;
use node::observer::Observation;
use store_values::StoreReply;

pub use answers::ANSWER_MS_MAX;
use answers::AnswersOracle;
use gate::GateOracle;
use grants::GrantsOracle;
use order::LineOrder;
use outflow::OutflowOracle;

use crate::entry::{RecordedEffect, RecordedOpening};
use crate::numbered::HandleNumbers;

/// The most objections of an oracle that a report lists.
const LISTED_MAX: usize = 10;

/// An oracle of a replay.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ReplayOracle {
    /// The replayed pool node does what the recorded one did.
    Replayed,
    /// No minute holds more grants than the highest rate in force in it.
    Outflow,
    /// A place is given once. A number belongs to one place, and is granted at most as often as the
    /// room allows.
    Places,
    /// Nobody is let in while the room is paused, or before its start.
    Gate,
    /// Of two visitors who poll on time, the one with the lower number goes first.
    Order,
    /// Each command is answered once, and in time.
    Answers,
}

impl fmt::Display for ReplayOracle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Replayed => "replayed",
            Self::Outflow => "outflow",
            Self::Places => "places",
            Self::Gate => "gate",
            Self::Order => "order",
            Self::Answers => "answers",
        })
    }
}

/// An objection of an oracle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Objection {
    /// The oracle.
    pub oracle: ReplayOracle,
    /// The number of the event, from 1; 0 for the opening.
    pub event: u64,
    /// Milliseconds since the opening.
    pub after_ms: u64,
    /// The wall time of the event.
    pub wall: WallMs,
    /// The reason.
    pub what: String,
}

/// The time of the judged event.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moment {
    pub(crate) event: u64,
    pub(crate) clocks: Clocks,
}

impl Moment {
    fn ms(self) -> u64 {
        self.clocks.monotonic_ms
    }
}

/// The phase of a line when the pool node opened.
#[derive(Debug, Clone, Copy)]
pub(crate) struct OpenedLine {
    /// Whether visitors were let through already.
    pub(crate) flows: bool,
}

/// All oracles except the first, which is the player.
pub(crate) struct Judge {
    opened_ms: u64,
    now: Moment,
    answers: AnswersOracle,
    grants: GrantsOracle,
    outflow: OutflowOracle,
    gate: GateOracle,
    /// `None` where other nodes serve the line as well.
    order: Option<Vec<LineOrder>>,
    objections: Vec<Objection>,
    further: u64,
    /// Whether this node's grants can be distinguished from those of other nodes.
    knows_grants: bool,
}

impl Judge {
    pub(crate) fn new(opening: &RecordedOpening, lines: &[OpenedLine]) -> Self {
        let now = Moment {
            event: 0,
            clocks: opening.clocks,
        };
        let mut judge = Self {
            opened_ms: now.ms(),
            now,
            answers: AnswersOracle::new(&opening.lines, &opening.settings),
            grants: GrantsOracle::new(opening),
            outflow: OutflowOracle::new(opening),
            gate: GateOracle::new(opening, lines),
            order: (!opening.is_shared).then(|| opening.lines.iter().map(|_| LineOrder::new(now.ms())).collect()),
            objections: Vec::new(),
            further: 0,
            knows_grants: true,
        };
        judge.read(&opening.inputs.readings);
        judge
    }

    /// The objections so far, and how many more there were.
    pub(crate) fn into_objections(self) -> (Vec<Objection>, u64) {
        (self.objections, self.further)
    }

    /// The counts of commands, answers and new grants.
    pub(crate) fn counts(&self) -> (u64, u64, u64) {
        let (commands, answers) = self.answers.counts();
        (commands, answers, self.grants.count())
    }

    /// Records an objection.
    pub(crate) fn object(&mut self, oracle: ReplayOracle, what: String) {
        let known = self.objections.iter().filter(|known| known.oracle == oracle);
        if known.count() >= LISTED_MAX {
            self.further += 1;
            return;
        }
        self.objections.push(Objection {
            oracle,
            event: self.now.event,
            after_ms: self.now.ms().saturating_sub(self.opened_ms),
            wall: self.now.clocks.wall,
            what,
        });
    }

    fn check(&mut self, oracle: ReplayOracle, checked: Result<(), String>) {
        if let Err(what) = checked {
            self.object(oracle, what);
        }
    }

    /// Called when the replayed pool node differs from the recorded one. From here on, grants of
    /// other nodes cannot be distinguished from its own.
    pub(crate) fn loses_player(&mut self, is_shared: bool) {
        self.knows_grants = !is_shared;
        self.answers.loses_player();
    }

    /// Takes an event, before the effects that follow from it.
    pub(crate) fn event(&mut self, now: Moment, event: &Event<HandleNumbers>, readings: &[Observation]) {
        self.now = now;
        self.grants.passes(now);
        let late = self.answers.passes(now);
        self.check(ReplayOracle::Answers, late);
        self.read(readings);
        match event {
            Event::Commands(commands) => {
                for (line, command) in commands {
                    self.command(*line, command);
                }
            }
            Event::Settings(settings) => {
                self.outflow.settings(now.ms(), settings);
                self.grants.settings(settings);
                self.answers.settings(settings);
                self.gate.settings(settings);
                self.stop_clocks();
            }
            Event::Store(reply) => {
                self.answers.call_ends();
                if !is_made(reply) {
                    self.stop_clocks();
                }
            }
            Event::DrawWritten(written) => {
                self.answers.call_ends();
                if written.is_err() {
                    self.stop_clocks();
                }
            }
            Event::Close => self.answers.closes(),
            Event::Probed(_) | Event::Timer => {}
        }
    }

    fn read(&mut self, readings: &[Observation]) {
        for reading in readings {
            if let Observation::Repeat(Some(grant)) = reading {
                self.grants.repeats(*grant);
            }
        }
    }

    fn stop_clocks(&mut self) {
        let lines = self.order.iter_mut().flatten();
        lines.for_each(LineOrder::stop_clocks);
    }

    fn command(&mut self, line: LineIndex, command: &Command<HandleNumbers>) {
        let now = self.now;
        self.answers.command(line, command);
        self.grants.command(line, command);
        self.gate.command(line, command);
        let order = self.order.as_mut().and_then(|lines| lines.get_mut(usize::from(line.0)));
        order.into_iter().for_each(|order| order.command(now.ms(), command));
        if matches!(command, Command::Control(..)) {
            self.stop_clocks();
        }
    }

    /// Takes an effect of the recorded pool node.
    pub(crate) fn effect(&mut self, effect: &RecordedEffect) {
        match effect {
            RecordedEffect::Answer(answer) => self.answer(answer),
            RecordedEffect::Call(_) | RecordedEffect::WriteDraw(..) => self.answers.call_begins(),
            _ => {}
        }
    }

    fn answer(&mut self, answer: &AnswerTo<HandleNumbers>) {
        let now = self.now;
        let answered = self.answers.answer(answer);
        self.check(ReplayOracle::Answers, answered);
        self.gate.answer(now, answer);
        let placed = self.grants.answer(answer);
        self.check(ReplayOracle::Places, placed);
        let AnswerTo::Turn(handle, reply) = answer else {
            return;
        };
        if let TurnReply::Go(grant) = reply
            && let Some(asked) = self.grants.asked(*handle)
        {
            self.granted(asked.line, asked.run, *grant, asked.is_link);
        }
        for order in self.order.iter_mut().flatten() {
            order.answer(now.ms(), *handle, *reply);
        }
        self.grants.forget(*handle);
    }

    /// Records grants of other nodes, and grants from before the recording, which are not new.
    pub(crate) fn record_known(&mut self, granted: &[(LineIndex, Granted)]) {
        granted
            .iter()
            .for_each(|(line, granted)| self.grants.record_known(*line, granted));
    }

    /// Grants of a commit that was made.
    pub(crate) fn committed(&mut self, granted: &[(LineIndex, Granted)]) {
        for (line, granted) in granted {
            let grant = admission::Grant {
                number: granted.number,
                granted_at: granted.granted_at,
                unseen: granted.unseen,
            };
            self.granted(*line, granted.run, grant, false);
        }
    }

    /// Records that the pool node dropped a handle; `was_closed`: whether the caller had
    /// disconnected.
    pub(crate) fn dropped(&mut self, handle: u64, was_closed: bool) {
        let now = self.now;
        let dropped = self.answers.dropped(handle, was_closed);
        self.check(ReplayOracle::Answers, dropped);
        self.grants.forget(handle);
        for order in self.order.iter_mut().flatten() {
            order.hung_up(now.ms(), handle);
        }
    }

    fn granted(&mut self, line: LineIndex, run: admission::Run, grant: admission::Grant, is_link: bool) {
        if !self.knows_grants {
            return;
        }
        let new = match self.grants.grant((line, run), grant, is_link) {
            Ok(new) => new,
            Err(what) => return self.object(ReplayOracle::Places, what),
        };
        let Some(decided_ms) = new else { return };
        let held = self.outflow.grant(line, decided_ms);
        self.check(ReplayOracle::Outflow, held);
        let open = self.gate.grant(line, grant, decided_ms);
        self.check(ReplayOracle::Gate, open);
        let order = self.order.as_mut().and_then(|lines| lines.get_mut(usize::from(line.0)));
        let ordered = order.map_or(Ok(()), |order| order.grant(grant, decided_ms));
        self.check(ReplayOracle::Order, ordered);
    }
}

/// Whether the store carried out the commit.
fn is_made(reply: &StoreReply) -> bool {
    match reply {
        StoreReply::LoadedNewer(looked) => looked.is_ok(),
        StoreReply::Loaded(loaded) => loaded.is_ok(),
        StoreReply::Scanned(scanned) => scanned.is_ok(),
        StoreReply::Committed(committed) => committed.is_ok(),
    }
}

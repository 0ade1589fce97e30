//! Visitors who keep exactly to their poll intervals: each asks again when the interval of the last
//! answer is over, which the node's published state gives. Their oracle is in [`super::overtaken`].

mod absence;

use std::collections::{BTreeMap, BTreeSet};

use admission::poll_interval::POLL_MS_MIN;
use admission::pool::LineIndex;
use admission::presence::Channel;
use admission::snapshot::PollContext;
use admission::{Device, Now, PlaceStatus, Run, Sequence, WallMs};
use node::Command;
use node::answer::{Possession, TurnReply};
use node::command::Newcomer;

use super::overtaken::{Overtaken, Served};
use super::visitor_answer::VisitorAnswer;
use super::world::{TestRng, World};
use absence::Absence;

const LINE: LineIndex = LineIndex(0);
/// An answer takes this long to the visitor and the next request back, at least and at most,
/// milliseconds.
const NETWORK_MS: (u64, u64) = (10, 60);
/// The pause after a request that nobody answered, at least and at most, milliseconds: that of the
/// page after the first loss.
const RETRY_MS: (u64, u64) = (2_000, 4_000);
/// How often the visitors take in answers, milliseconds.
const LOOK_MS: u64 = 20;
/// Silence until a hidden tab wakes, milliseconds.
const HIDDEN_MS: u64 = 60_000;

/// How a visitor keeps to the intervals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Exactly.
    Diligent,
    /// A tab in the background, which wakes once a minute, of a page that does not report being
    /// hidden.
    Hidden,
    /// Like [`Self::Hidden`], of a page that reports being hidden: in front, the server holds its
    /// polls for the pause, and the page asks again with each answer.
    HiddenHeld,
    /// Takes a place and never asks again.
    Gone,
}

#[derive(Debug)]
struct Person {
    line: LineIndex,
    kind: Kind,
    place: Option<(Run, Sequence)>,
    given_ms: u64,
    granted_ms: Option<u64>,
    /// When an answer first said that the redirect is at hand.
    told_ms: Option<u64>,
    /// Whether the page says that it is the turn.
    shows_turn: bool,
    /// Whether an answer has told the visitor to ask for the turn.
    is_called: bool,
    asked_ms: u64,
    /// The node of the request under way.
    at_node: Option<usize>,
    /// Requests since the visitor was first in line.
    claims: u32,
    /// How many of [`Self::claims`] a timer of the page sent.
    wakes: u32,
    /// Whether the next request follows an answer without a timer.
    is_chained: bool,
    /// Whether a request was not answered, so that the visitor paused for longer.
    has_lost: bool,
    /// The time of the next request; another that was planned before is dropped.
    next_ms: u64,
    aside: Option<Absence>,
}

/// Visitors in front of a world of nodes.
pub(crate) struct Visitors {
    pub(crate) world: World,
    /// The longest time that a request was open without a grant, milliseconds.
    pub(crate) longest_hold_ms: u64,
    /// How many visitors were let through without an earlier answer that they are first in line.
    pub(crate) uncalled: usize,
    /// By how much requests of visitors who poll as told come late at most, milliseconds.
    pub(crate) late_ms_max: u64,
    /// How many answers took back that it is the visitor's turn.
    pub(crate) taken_back: usize,
    /// How many answers kept a turn that no permit within two polls is for.
    pub(crate) kept: usize,
    persons: Vec<Person>,
    /// The persons who ask, by time and count.
    agenda: BTreeMap<(u64, u64), usize>,
    count: u64,
    /// The visitor of each request.
    requests: BTreeMap<u64, usize>,
    heard: usize,
    rng: TestRng,
}

impl Visitors {
    pub(crate) fn new(world: World, seed: u64) -> Self {
        Self {
            world,
            longest_hold_ms: 0,
            uncalled: 0,
            late_ms_max: 0,
            taken_back: 0,
            kept: 0,
            persons: Vec::new(),
            agenda: BTreeMap::new(),
            count: 0,
            requests: BTreeMap::new(),
            heard: 0,
            rng: TestRng::new(seed ^ 0x5bd1_e995),
        }
    }

    /// Visitors of the first line who arrive evenly within a time from now.
    pub(crate) fn arrive(&mut self, visitors: u64, within_ms: u64, kind: Kind) {
        self.arrive_in(LINE, visitors, within_ms, kind);
    }

    /// Like [`Self::arrive`], in any line.
    pub(crate) fn arrive_in(&mut self, line: LineIndex, visitors: u64, within_ms: u64, kind: Kind) {
        for visitor in 0..visitors {
            self.persons.push(Person {
                line,
                kind,
                place: None,
                given_ms: 0,
                granted_ms: None,
                told_ms: None,
                shows_turn: false,
                is_called: false,
                asked_ms: 0,
                at_node: None,
                claims: 0,
                wakes: 0,
                is_chained: false,
                has_lost: false,
                next_ms: 0,
                aside: None,
            });
            let at_ms = self.world.now_ms + visitor * within_ms / visitors;
            self.plan(self.persons.len() - 1, at_ms);
        }
    }

    /// Plays until a time.
    pub(crate) fn play_until(&mut self, end_ms: u64) {
        while self.world.now_ms < end_ms {
            let next = self.agenda.keys().next().map_or(end_ms, |(at_ms, _)| *at_ms);
            let now_ms = self.world.now_ms;
            self.world
                .play_until(next.clamp(now_ms + 1, now_ms + LOOK_MS).min(end_ms));
            self.listen();
            while let Some(due) = self.agenda.first_entry().filter(|due| due.key().0 <= self.world.now_ms) {
                let ((at_ms, _), who) = due.remove_entry();
                if self.persons[who].next_ms == at_ms {
                    self.ask(who);
                }
            }
        }
    }

    /// Plays on for a while.
    pub(crate) fn play(&mut self, ms: u64) {
        self.play_until(self.world.now_ms + ms);
    }

    /// When a visitor was let through.
    pub(crate) fn granted_ms(&self, who: usize) -> Option<u64> {
        self.persons[who].granted_ms
    }

    /// Whether an answer has told a visitor to ask for the turn, and the visitor was not let
    /// through.
    pub(crate) fn is_first(&self, who: usize) -> bool {
        self.persons[who].claims > 0 && self.persons[who].granted_ms.is_none()
    }

    /// The place of a visitor.
    pub(crate) fn place(&self, who: usize) -> Option<(Run, Sequence)> {
        self.persons[who].place
    }

    /// Kills a node, and the requests that it has not answered.
    pub(crate) fn kill(&mut self, at: usize) {
        self.world.kill(at);
        for who in self.unanswered(at) {
            self.retry(who);
        }
    }

    /// Ends a node in order. A request that comes when the node takes no more requests is to be
    /// repeated after the usual interval.
    pub(crate) fn close(&mut self, at: usize) {
        self.world.close(at);
        while !self.world.machines[at].as_ref().expect("it is up").node.is_over() {
            self.play(LOOK_MS);
        }
        self.world.kill(at);
        for who in self.unanswered(at) {
            self.next_poll(who, POLL_MS_MIN);
        }
    }

    /// The visitors whose requests a node does not answer any more.
    fn unanswered(&mut self, at: usize) -> Vec<usize> {
        let here = |(who, person): (usize, &mut Person)| (person.at_node.take_if(|of| *of == at)).map(|_| who);
        let left: Vec<usize> = self.persons.iter_mut().enumerate().filter_map(here).collect();
        self.requests.retain(|_, who| !left.contains(who));
        left
    }

    fn plan(&mut self, who: usize, at_ms: u64) {
        self.count += 1;
        self.persons[who].next_ms = at_ms;
        self.agenda.insert((at_ms, self.count), who);
    }

    fn retry(&mut self, who: usize) {
        self.persons[who].has_lost = true;
        let pause_ms = RETRY_MS.0 + self.rng.below(RETRY_MS.1 - RETRY_MS.0);
        self.plan(who, self.world.now_ms + pause_ms);
    }

    fn network_ms(&mut self) -> u64 {
        NETWORK_MS.0 + self.rng.below(NETWORK_MS.1 - NETWORK_MS.0)
    }

    /// Plans the request that follows a claim without a grant.
    fn next_claim(&mut self, who: usize, poll_after_ms: u64) {
        if self.persons[who].kind != Kind::HiddenHeld {
            return self.next_poll(who, poll_after_ms);
        }
        let network_ms = self.network_ms();
        self.persons[who].is_chained = true;
        self.plan(who, self.world.now_ms + network_ms + poll_after_ms);
    }

    fn next_poll(&mut self, who: usize, poll_after_ms: u64) {
        let network_ms = self.network_ms();
        let pause_ms = match self.persons[who].kind {
            Kind::Diligent if self.late_ms_max > 0 => poll_after_ms + self.rng.below(self.late_ms_max),
            Kind::Diligent => poll_after_ms,
            Kind::Hidden | Kind::HiddenHeld => HIDDEN_MS,
            Kind::Gone => return,
        };
        self.plan(who, self.world.now_ms + network_ms + pause_ms);
    }

    fn ask(&mut self, who: usize) {
        let nodes = 0..self.world.machines.len();
        let up: Vec<usize> = nodes.filter(|at| self.world.machines[*at].is_some()).collect();
        if up.is_empty() {
            return self.retry(who);
        }
        let at = up[self.rng.below(up.len() as u64) as usize];
        let Some((run, sequence)) = self.persons[who].place else {
            return self.send(who, at, |request| Command::Arrive(Newcomer::default(), request));
        };
        if let Some(aside) = self.persons[who]
            .aside
            .filter(|aside| self.world.now_ms < aside.back_ms)
        {
            return self.be_aside(who, at, aside);
        }
        match self.place_status(at, who) {
            PlaceStatus::InLine(view) => self.next_poll(who, view.poll_after_ms),
            PlaceStatus::FirstInLine(view) => {
                let person = &mut self.persons[who];
                person.claims += 1;
                person.wakes += u32::from(!std::mem::take(&mut person.is_chained));
                let machine = self.world.machines[at].as_ref().expect("it is up");
                let place = machine.place(self.persons[who].line, run, sequence);
                self.send(who, at, |reply| Command::Turn {
                    place,
                    number: view.number,
                    possession: Possession::Cookie,
                    channel: Channel::Poll,
                    reply,
                });
            }
            // The node asks the store first.
            PlaceStatus::Unknown => self.plan(who, self.world.now_ms + LOOK_MS),
            place_status => panic!("{place_status:?} to somebody in line"),
        }
    }

    /// Returns a person's status by the node's published state, and records as the server does that
    /// the person was heard.
    fn place_status(&mut self, at: usize, who: usize) -> PlaceStatus {
        let (now_ms, wall) = (self.world.now_ms, self.world.wall());
        let (run, sequence) = self.persons[who].place.expect("a place");
        let jitter = u16::try_from(self.rng.below(1 << 16)).expect("16 bits");
        let machine = self.world.machines[at].as_ref().expect("it is up");
        let published = &machine.published[&self.persons[who].line];
        let now = Now {
            flow: published.flow.now(now_ms),
            wall,
        };
        let place_status = published.snapshot.place_status(&PollContext {
            device: Device::first(sequence),
            since: WallMs(wall.0 - now_ms),
            now,
            cut_off: None,
            jitter,
            stretch_percent: 100,
        });
        if matches!(place_status, PlaceStatus::InLine(_) | PlaceStatus::FirstInLine(_)) {
            published.snapshot.seen().record_poll(sequence, now.flow);
            let number = machine.number(self.persons[who].line, sequence);
            if let Some(number) = number.filter(|_| self.persons[who].aside.is_some()) {
                machine.comes_back(self.persons[who].line, run, number);
            }
        }
        place_status
    }

    fn send(&mut self, who: usize, at: usize, command: impl FnOnce(u64) -> Command<super::world::Requests>) {
        self.count += 1;
        let person = &mut self.persons[who];
        (person.asked_ms, person.at_node) = (self.world.now_ms, Some(at));
        self.requests.insert(self.count, who);
        let line = person.line;
        self.world.ask(at, line, command(self.count));
    }

    fn listen(&mut self) {
        for at in self.heard..self.world.answers.len() {
            let (at_ms, request, answer) = self.world.answers[at];
            let Some(who) = self.requests.remove(&request) else {
                continue;
            };
            let at_node = self.persons[who].at_node.take();
            let open_ms = at_ms - self.persons[who].asked_ms;
            match answer {
                VisitorAnswer::Place(run, sequence) => {
                    self.persons[who].place = Some((run, sequence));
                    self.persons[who].given_ms = at_ms;
                    // The page, which is a poll of its own.
                    self.next_poll(who, 0);
                }
                VisitorAnswer::Turn(TurnReply::Go(_)) => {
                    self.uncalled += usize::from(!self.persons[who].is_called);
                    self.persons[who].granted_ms.get_or_insert(at_ms);
                }
                VisitorAnswer::Turn(TurnReply::NotYet { poll_after_ms }) => {
                    self.persons[who].is_called = true;
                    self.longest_hold_ms = self.longest_hold_ms.max(open_ms);
                    self.tell(who, at_node, at_ms);
                    if self.persons[who].aside.is_none_or(|aside| aside.back_ms <= at_ms) {
                        self.next_claim(who, poll_after_ms);
                    }
                }
                VisitorAnswer::Done => {
                    let person = &mut self.persons[who];
                    let back_ms = person.aside.as_mut().map(|aside| {
                        aside.told_ms = Some(at_ms);
                        aside.back_ms
                    });
                    // Somebody who was let in just before goes in.
                    if let Some(back_ms) = back_ms.filter(|_| person.granted_ms.is_none()) {
                        self.plan(who, back_ms);
                    }
                }
                VisitorAnswer::Unserved(_) => self.retry(who),
                answer => panic!("{answer:?} to somebody in line"),
            }
        }
        self.heard = self.world.answers.len();
    }

    /// Notes whether the page of a visitor in front says that it is their turn.
    fn tell(&mut self, who: usize, at_node: Option<usize>, at_ms: u64) {
        let person = &mut self.persons[who];
        let machine = at_node.and_then(|at| self.world.machines[at].as_ref());
        let Some(((_, sequence), machine)) = person.place.zip(machine) else {
            return;
        };
        let Some(number) = machine.number(person.line, sequence) else {
            return;
        };
        let at_hand = &machine.published[&person.line].at_hand;
        let shows_turn = at_hand.shows_turn(node::shown_turns::NearVisitor {
            number,
            is_new: false,
            shows_turn: person.shows_turn,
        });
        if shows_turn {
            person.told_ms.get_or_insert(at_ms);
        }
        self.kept += usize::from(shows_turn && !at_hand.contains(number, false));
        self.taken_back += usize::from(person.shows_turn && !shows_turn);
        person.shows_turn = shows_turn;
    }

    /// For each visitor who was told that the redirect is at hand, how long they waited from then
    /// on, in milliseconds.
    pub(crate) fn turns_ms(&self) -> Vec<u64> {
        let until = |person: &Person| person.granted_ms.unwrap_or(self.world.now_ms);
        let turn = |person: &Person| Some(until(person) - person.told_ms?);
        self.persons.iter().filter_map(turn).collect()
    }

    /// How many visitors wait.
    pub(crate) fn waiting(&self) -> usize {
        let waits = |person: &&Person| person.granted_ms.is_none() && person.kind != Kind::Gone;
        self.persons.iter().filter(waits).count()
    }

    /// How many were let through from one time to another.
    pub(crate) fn granted(&self, from_ms: u64, to_ms: u64) -> usize {
        let within = |person: &&Person| person.granted_ms.is_some_and(|at| (from_ms..to_ms).contains(&at));
        self.persons.iter().filter(within).count()
    }

    /// For each visitor of a kind, how many requests as first in line a timer of the page sent.
    pub(crate) fn wakes(&self, kind: Kind) -> Vec<u32> {
        let of = self.persons.iter().filter(|person| person.kind == kind);
        of.map(|person| person.wakes).collect()
    }

    /// Returns the persons whom higher numbers passed for longer than one poll interval, in the
    /// line where that lasted longest.
    pub(crate) fn overtaken(&self) -> Overtaken {
        let lines = self.persons.iter().map(|person| person.line).collect::<BTreeSet<_>>();
        let found = lines.into_iter().map(|line| self.overtaken_in(line));
        found.max_by_key(|found| found.longest).unwrap_or_default()
    }

    fn overtaken_in(&self, line: LineIndex) -> Overtaken {
        let served = self.persons.iter().filter(|person| person.line == line);
        let served = served.filter_map(|person| {
            Some(Served {
                number: person.place?.1.0,
                given_ms: person.given_ms,
                granted_ms: person.granted_ms?,
                interval_ms: match person.kind {
                    Kind::Diligent if person.has_lost => Some(RETRY_MS.1),
                    Kind::Diligent => Some(POLL_MS_MIN),
                    Kind::Hidden | Kind::HiddenHeld | Kind::Gone => None,
                },
            })
        });
        Overtaken::among(&served.collect::<Vec<_>>())
    }
}

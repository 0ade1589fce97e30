//! Judges places and grants. A place is given once. A number belongs to one place. It is granted at
//! most as often as the room allows, and not while its last grant can still be repeated.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use admission::config::TOKEN_VALIDITY_MS;
use admission::pool::LineIndex;
use admission::{Grant, Number, Run, Sequence, WallMs};
use node::answer::{AnswerTo, Possession, TurnReply};
use node::command::Command;
use node::grants::Granted;
use node::settings::NodeSettings;

use super::Moment;
use crate::entry::RecordedOpening;
use crate::numbered::HandleNumbers;

/// How long the times of events are kept, in milliseconds, to find out when a grant was decided.
const TIMES_MS: u64 = 120_000;

/// A line in a run.
type LineRun = (LineIndex, Run);

/// A visitor's request that asks whether it is their turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct AskedTurn {
    pub(super) line: LineIndex,
    pub(super) run: Run,
    number: Number,
    sequence: Sequence,
    pub(super) is_link: bool,
}

pub(super) struct GrantsOracle {
    is_shared: bool,
    has_leases: bool,
    /// By line, the most grants of a place that the settings so far have allowed.
    redirects_max: Vec<u8>,
    asked: HashMap<u64, AskedTurn>,
    /// The lines of newcomers' commands.
    arriving: HashMap<u64, LineIndex>,
    given: BTreeSet<(LineIndex, Run, Sequence)>,
    places: HashMap<(LineIndex, Run, Number), Sequence>,
    /// Grants of this node, by place, oldest first.
    own: HashMap<(LineIndex, Run, Number), Vec<WallMs>>,
    count: u64,
    known: BTreeSet<(LineIndex, Run, Number, WallMs)>,
    /// Grants from the log of grants, whose lines are unknown.
    logged: BTreeSet<(Number, WallMs)>,
    /// Places that are claimed with a proof, so that each request takes a permit.
    by_link: BTreeSet<(LineIndex, Run, Number)>,
    /// Wall times of events with the monotonic ones.
    times: BTreeMap<WallMs, u64>,
    now_ms: u64,
}

impl GrantsOracle {
    pub(super) fn new(opening: &RecordedOpening) -> Self {
        let mut oracle = Self {
            is_shared: opening.is_shared,
            has_leases: false,
            redirects_max: vec![0; opening.lines.len()],
            asked: HashMap::new(),
            arriving: HashMap::new(),
            given: BTreeSet::new(),
            places: HashMap::new(),
            own: HashMap::new(),
            count: 0,
            known: BTreeSet::new(),
            logged: BTreeSet::new(),
            by_link: BTreeSet::new(),
            times: BTreeMap::new(),
            now_ms: opening.clocks.monotonic_ms,
        };
        oracle.settings(&opening.settings);
        oracle
    }

    pub(super) fn count(&self) -> u64 {
        self.count
    }

    pub(super) fn settings(&mut self, settings: &NodeSettings) {
        for (most, line) in self.redirects_max.iter_mut().zip(&settings.lines) {
            let Some(line) = line else { continue };
            *most = line.room.config.redirects_max.max(*most);
            self.has_leases |= line.room.config.leases;
        }
    }

    pub(super) fn passes(&mut self, now: Moment) {
        self.now_ms = now.ms();
        self.times.insert(now.clocks.wall, now.ms());
        let kept_from = now.ms().saturating_sub(TIMES_MS);
        while self
            .times
            .first_key_value()
            .is_some_and(|(_, at_ms)| *at_ms < kept_from)
        {
            self.times.pop_first();
        }
    }

    pub(super) fn command(&mut self, line: LineIndex, command: &Command<HandleNumbers>) {
        match command {
            Command::Arrive(_, reply) => _ = self.arriving.insert(*reply, line),
            Command::Turn {
                place,
                number,
                possession,
                reply,
                ..
            } => {
                let is_link = *possession == Possession::Link;
                if is_link {
                    self.by_link.insert((line, place.run, *number));
                }
                let asked = AskedTurn {
                    line,
                    run: place.run,
                    number: *number,
                    sequence: place.device.sequence,
                    is_link,
                };
                self.asked.insert(*reply, asked);
            }
            _ => {}
        }
    }

    pub(super) fn asked(&self, handle: u64) -> Option<AskedTurn> {
        self.asked.get(&handle).copied()
    }

    pub(super) fn forget(&mut self, handle: u64) {
        self.asked.remove(&handle);
        self.arriving.remove(&handle);
    }

    /// Records a grant from the log of grants.
    pub(super) fn repeats(&mut self, grant: Grant) {
        self.logged.insert((grant.number, grant.granted_at));
    }

    /// Records a grant that was read from the store.
    pub(super) fn record_known(&mut self, line: LineIndex, granted: &Granted) {
        self.known
            .insert((line, granted.run, granted.number, granted.granted_at));
    }

    /// Judges an answer, except for its grant.
    pub(super) fn answer(&mut self, answer: &AnswerTo<HandleNumbers>) -> Result<(), String> {
        match answer {
            AnswerTo::Arrive(handle, Ok(Ok(place))) => {
                let Some(line) = self.arriving.remove(handle) else {
                    return Ok(());
                };
                if !self.given.insert((line, place.run, place.sequence)) {
                    return Err(format!("place {} of line {} was given twice", place.sequence.0, line.0));
                }
                Ok(())
            }
            AnswerTo::Turn(handle, TurnReply::Go(grant)) => {
                let Some(asked) = self.asked.get(handle) else {
                    return Ok(());
                };
                let (number, sequence) = (grant.number, asked.sequence);
                if number != asked.number {
                    return Err(format!("number {} asked, and {} was let in", asked.number.0, number.0));
                }
                let of = self.places.entry((asked.line, asked.run, number)).or_insert(sequence);
                if *of != sequence {
                    let (first, line) = (of.0, asked.line.0);
                    return Err(format!(
                        "number {} of line {line} let place {first} in, and place {} as well",
                        number.0, sequence.0
                    ));
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Judges a grant. Returns when it was decided, by the monotonic clock, if this node gave it
    /// and it is new.
    pub(super) fn grant(&mut self, (line, run): LineRun, grant: Grant, is_link: bool) -> Result<Option<u64>, String> {
        let (place, at) = ((line, run, grant.number), grant.granted_at);
        let own = self.own.entry(place).or_default();
        if own.contains(&at) {
            return Ok(None);
        }
        let is_known = self.known.contains(&(line, run, grant.number, at)) || self.logged.contains(&(grant.number, at));
        if is_known {
            return Ok(None);
        }
        let before = own.iter().max().copied();
        own.push(at);
        self.count += 1;
        let most = self.redirects_max.get(usize::from(line.0)).copied().unwrap_or(0);
        if own.len() > usize::from(most) {
            return Err(format!(
                "number {} of line {} was granted {} times, and the room allows {most}",
                grant.number.0,
                line.0,
                own.len()
            ));
        }
        let is_repeatable = !self.is_shared && !self.has_leases && !is_link && !self.by_link.contains(&place);
        if let Some(before) = before.filter(|_| is_repeatable)
            && at.0.abs_diff(before.0) < TOKEN_VALIDITY_MS
        {
            return Err(format!(
                "number {} of line {} was granted again {} ms after its last grant, which still held",
                grant.number.0,
                line.0,
                at.0.abs_diff(before.0)
            ));
        }
        Ok(Some(self.times.get(&at).copied().unwrap_or(self.now_ms)))
    }
}

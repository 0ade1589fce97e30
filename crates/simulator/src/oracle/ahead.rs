//! The places ahead of a number, by an outsider's arithmetic: those that count and were not passed
//! over. An outsider sees when the line reached a place and when its visitor polled, not whether a
//! commit knew of either. So there are two counts: of those who must still be ahead of others, and
//! of those who can be.
//!
//! A place can be passed over [`LATE_MS`] after the line reached it, unless its visitor was
//! answered twice since by a node that knew of the turn, so that the first poll is long known. It
//! must have been passed over after [`PASSED_MS`] without any poll. While nodes fail, polls can be
//! lost: then every place that the line has reached can be passed over. After a failover that can
//! have lost marks nobody says which places must have been passed over.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

use super::count::Count;

/// The line waits for a place at least this long, in milliseconds: two of the shortest intervals,
/// and 2 s, less what clocks lose.
const LATE_MS: u64 = 5_500;
/// It waits no longer than this, in milliseconds of flow time: two of the longest intervals, 2 s,
/// and what clocks and commits take.
const PASSED_MS: u64 = 95_000;
/// Answers after which a visitor is known to be there.
const ANSWERS: u32 = 2;

#[derive(Debug, Default)]
pub(super) struct PeopleAhead {
    must: Count,
    can: Count,
    /// The line has reached all numbers below.
    line: u64,
    /// Places reached that can be passed over soon, and those that must be later.
    late: VecDeque<(u64, Range<u64>)>,
    passed: VecDeque<(u64, Range<u64>)>,
    /// Places polled since the line reached them, and how often they were answered that it is their
    /// turn.
    polled: BTreeMap<u64, u32>,
    /// Whether marks can be lost.
    lost: bool,
    /// All numbers below can have been passed over because of a failure.
    excused: u64,
}

impl PeopleAhead {
    /// A place counts no more.
    pub(super) fn uncount(&mut self, number: u64) {
        self.must.uncount(number);
        self.can.uncount(number);
    }

    /// The line has reached all numbers below a limit. `flow` is flow time, which stands still
    /// while no node runs.
    pub(super) fn reached(&mut self, below: u64, now: u64, flow: u64) {
        if below > self.line {
            let places = self.line..below;
            self.late.push_back((now, places.clone()));
            self.passed.push_back((flow, places));
            self.line = below;
        }
    }

    pub(super) fn polled(&mut self, number: u64) {
        if number < self.line {
            self.polled.entry(number).or_default();
        }
    }

    /// A visitor was answered that it is their turn.
    pub(super) fn answered(&mut self, number: u64) {
        if number < self.line {
            *self.polled.entry(number).or_default() += 1;
        }
    }

    /// A visitor could not poll as told.
    pub(super) fn missed(&mut self, number: u64) {
        self.must.uncount(number);
    }

    /// Nodes failed.
    pub(super) fn excuse(&mut self) {
        (self.excused..self.line).for_each(|number| self.must.uncount(number));
        self.excused = self.line;
    }

    /// The store failed over: knowledge of the line may be lost.
    pub(super) fn fail_over(&mut self) {
        self.excuse();
        self.lost = true;
    }

    /// A commit became durable.
    pub(super) fn kept(&mut self, now: u64, flow: u64) {
        while let Some((_, places)) = self.late.pop_front_if(|(at, _)| *at + LATE_MS <= now) {
            for number in places {
                if self.polled.get(&number).copied().unwrap_or(0) < ANSWERS {
                    self.must.uncount(number);
                }
            }
        }
        while let Some((_, places)) = self.passed.pop_front_if(|(at, _)| *at + PASSED_MS <= flow) {
            for number in places {
                if self.polled.remove(&number).is_none() {
                    self.can.uncount(number);
                }
            }
        }
    }

    /// Judges whether a visitor was shown everybody who must be ahead.
    pub(super) fn judge_least(&self, number: u64, ahead: u64) -> Result<(), String> {
        match self.must.ahead(number) {
            must if ahead < must => Err(format!("{ahead} people ahead of {number} are shown, {must} are")),
            _ => Ok(()),
        }
    }

    /// Judges whether an answer that knew the last commit showed only who can be ahead.
    pub(super) fn judge_most(&self, number: u64, ahead: u64) -> Result<(), String> {
        match self.can.ahead(number) {
            can if ahead > can && !self.lost => Err(format!(
                "{ahead} people ahead of {number} are shown, and only {can} were not passed over"
            )),
            _ => Ok(()),
        }
    }
}

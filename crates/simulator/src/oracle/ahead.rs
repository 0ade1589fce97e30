//! Counts the places ahead of a number as an outsider would: the places that count and were not
//! passed over. An outsider sees when the line reached a place and when its visitor polled, not
//! whether a commit knew of either. So there are two counts: the places that must still be ahead,
//! and the places that can be.
//!
//! A place can be passed over [`LATE_MS`] after the line reached it, unless a node that knew of the
//! turn has since answered its visitor twice; all nodes then know the first poll. It must have been
//! passed over after [`PASSED_MS`] without any poll. While nodes fail, polls can be lost: then
//! every place that the line has reached can be passed over. After a failover that can have lost
//! marks, no place must have been passed over.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Range;

use super::count::Count;

/// The line waits for a place at least this long, in milliseconds: two of the shortest intervals
/// plus 2 s, minus the time that clocks lose.
const LATE_MS: u64 = 5_500;
/// The line waits for a place no longer than this, in milliseconds of flow time: two of the longest
/// intervals, 2 s, and the delays of clocks and commits.
const PASSED_MS: u64 = 95_000;
/// The number of answers after which all nodes know that a visitor is present.
const ANSWERS: u32 = 2;

#[derive(Debug, Default)]
pub(super) struct PeopleAhead {
    must: Count,
    can: Count,
    /// The line has reached all numbers below this one.
    line: u64,
    /// Reached places that can soon be passed over, and reached places that later must have been.
    late: VecDeque<(u64, Range<u64>)>,
    passed: VecDeque<(u64, Range<u64>)>,
    /// Places polled since the line reached them, each with how often an answer said that it is the
    /// visitor's turn.
    polled: BTreeMap<u64, u32>,
    /// Whether marks can be lost.
    lost: bool,
    /// All numbers below this one can have been passed over because of a failure.
    excused: u64,
}

impl PeopleAhead {
    /// Records that a place no longer counts.
    pub(super) fn uncount(&mut self, number: u64) {
        self.must.uncount(number);
        self.can.uncount(number);
    }

    /// Records that the line has reached all numbers below a limit. `flow` is flow time, which
    /// stands still while no node runs.
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

    /// Records an answer which said that it is the visitor's turn.
    pub(super) fn answered(&mut self, number: u64) {
        if number < self.line {
            *self.polled.entry(number).or_default() += 1;
        }
    }

    /// Records that a visitor could not keep to the poll interval.
    pub(super) fn missed(&mut self, number: u64) {
        self.must.uncount(number);
    }

    /// Records that nodes failed. One node is enough to excuse every place, also one that only
    /// waits for a late reply: the other nodes miss the polls of its visitors and pass them over,
    /// and everybody behind these visitors is shown fewer people ahead, by whichever node.
    pub(super) fn excuse(&mut self) {
        (self.excused..self.line).for_each(|number| self.must.uncount(number));
        self.excused = self.line;
    }

    /// Records a failover of the store, which can lose knowledge of the line.
    pub(super) fn fail_over(&mut self) {
        self.excuse();
        self.lost = true;
    }

    /// Records that a commit became durable.
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

    /// Checks that the shown number of people ahead is at least the number of places that must be
    /// ahead.
    pub(super) fn judge_least(&self, number: u64, ahead: u64) -> Result<(), String> {
        match self.must.ahead(number) {
            must if ahead < must => Err(format!("{ahead} people ahead of {number} are shown, {must} are")),
            _ => Ok(()),
        }
    }

    /// Checks that an answer based on the last commit shows no more people than can be ahead.
    pub(super) fn judge_most(&self, number: u64, ahead: u64) -> Result<(), String> {
        match self.can.ahead(number) {
            can if ahead > can && !self.lost => Err(format!(
                "{ahead} people ahead of {number} are shown, and only {can} were not passed over"
            )),
            _ => Ok(()),
        }
    }
}

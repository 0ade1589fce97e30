//! The lines of the pool as an observer knows them: the durable state, and the holder of each
//! place. The oracles of a line judge the facts about it.

use std::collections::{BTreeMap, HashSet};

use admission::pool::LineIndex;
use admission::{Device, Number, PerMinute, Run, WallMs};

use super::{BEGINS, World, index};
use crate::oracle::{Fact, FactTime, InvariantViolation, OracleContext, Oracles};
use crate::scenario::{Scenario, ScenarioRoom};

/// A line, as an observer knows it.
pub(super) struct WatchedLine<'a> {
    pub(super) room: &'a ScenarioRoom,
    pub(super) rate: PerMinute,
    pub(super) oracles: Oracles,
    /// The run of the last durable commit, to which new facts belong.
    pub(super) run: Run,
    /// The visitor who holds each place, if the visitor has learned of it.
    pub(super) holders: Vec<Option<usize>>,
    /// The devices to which places were transferred in this run, by their holder numbers.
    pub(super) transferred: BTreeMap<u64, u8>,
    /// The range of places that have no number yet.
    pub(super) unnumbered: Option<(u64, u64)>,
    /// The place of each number, if numbers are drawn.
    pub(super) places: Vec<u64>,
    /// Every grant that became durable, or was made by a lease.
    pub(super) grants: HashSet<(Run, Number, WallMs)>,
    /// The people who waited with the newcomers of the last commit, before it let anybody through.
    pub(super) waiting_with_newcomers: u64,
}

impl<'a> WatchedLine<'a> {
    pub(super) fn new(scenario: &Scenario, room: &'a ScenarioRoom) -> Self {
        Self {
            room,
            rate: PerMinute(room.max_outflow),
            oracles: Oracles::new(
                room.max_outflow,
                room.redirects_max,
                &OracleContext::of(scenario, room, BEGINS),
            ),
            run: Run(0),
            holders: Vec::new(),
            transferred: BTreeMap::new(),
            unnumbered: None,
            places: Vec::new(),
            grants: HashSet::new(),
            waiting_with_newcomers: 0,
        }
    }

    /// Starts a new run after a reset, in which there are no places yet.
    pub(super) fn begin_run(&mut self, run: Run) {
        self.run = run;
        self.holders.clear();
        self.transferred.clear();
        self.unnumbered = None;
        self.places.clear();
    }

    /// Returns whether a place was transferred away from a device.
    pub(super) fn is_past(&self, device: Device) -> bool {
        let held_by = self.transferred.get(&device.sequence.0);
        held_by.is_some_and(|holder| device.holder.0 < *holder)
    }

    /// Returns the place that has a number.
    pub(super) fn place_of(&self, number: u64) -> u64 {
        if !self.room.draws() {
            return number;
        }
        self.places.get(index(number)).copied().unwrap_or(u64::MAX)
    }
}

/// Returns the name of a line: that of the room, or of the group's line in it.
pub(super) fn line_name(at: usize) -> String {
    format!("demo/room{at:02}")
}

/// Returns the lines of priority groups: the room and the lane of each.
pub(super) fn lanes(scenario: &Scenario) -> BTreeMap<String, (String, u8)> {
    let mut taken = BTreeMap::new();
    let groups = scenario
        .rooms()
        .enumerate()
        .filter_map(|(at, line)| Some((at, line.group_of?)));
    groups
        .map(|(at, of)| {
            let lane = taken.entry(of).and_modify(|lane| *lane += 1).or_insert(1);
            (line_name(at), (line_name(usize::from(of)), *lane))
        })
        .collect()
}

impl<'a> World<'a> {
    pub(super) fn line(&self, line: LineIndex) -> &WatchedLine<'a> {
        &self.lines[usize::from(line.0)]
    }

    pub(super) fn line_mut(&mut self, line: LineIndex) -> &mut WatchedLine<'a> {
        &mut self.lines[usize::from(line.0)]
    }

    pub(super) fn all_lines(&self) -> impl Iterator<Item = LineIndex> + use<> {
        (0..).map(LineIndex).take(self.lines.len())
    }

    /// Reports a fact to the oracles of a line.
    pub(super) fn report_fact(&mut self, line: LineIndex, flow_ms: u64, fact: &Fact) -> Result<(), InvariantViolation> {
        let at = FactTime {
            real_ms: self.now,
            flow_ms,
        };
        self.line_mut(line).oracles.witness(at, fact)
    }

    /// Reports a fact about all lines to the oracles of every line.
    pub(super) fn tell_all(&mut self, fact: &Fact) -> Result<(), InvariantViolation> {
        self.all_lines().try_for_each(|line| self.report_fact(line, 0, fact))
    }
}

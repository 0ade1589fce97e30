//! Invariant 4: no visitor's number of people ahead ever rises, and it is the number of counted
//! places below, without the places passed over ([`super::ahead`]). A place that polls stays
//! counted. An estimate rises only with a reason whose cause really occurred.
//!
//! Before a scheduled opening the estimate includes the time until then by the clock of the
//! answering node, so it may rise by the difference of two clocks. The line opens with a commit
//! after the draw, however late that is; a node that does not know of it goes on by its clock. A
//! rise is not judged while the first minute's amount of a *full* opening is being used, which a
//! pause may prolong: a permit can go to a visitor behind absent ones, and the estimate was then
//! wrong about those who share that amount. Once the amount is used, and until the window of that
//! minute frees, the estimate includes the time until then by the flow time of the answering node.
//! If that is earlier than expected since the previous poll (all nodes were down, and flow time
//! stood still), the estimate rises by the difference.

mod passed;

use std::collections::BTreeSet;
use std::ops::Range;

use admission::Control;
use admission::estimate::RiseReason;
use admission::presence::MEANWHILE_MS;

use super::ahead::PeopleAhead;
use super::causes::{Causes, REASON_MS};
use super::count::Count;
use super::draw::Numbering;
use super::{Fact, FactTime, OracleContext, SiteFact, entry, index};
use passed::Passed;

/// A place is silent after three of the longest intervals.
const SILENCE_MS: u64 = 180_000;
/// The granularity of presence, and rounding, in milliseconds.
const STEP_MS: u64 = 1_000;
/// A visitor who has not polled for this long since the line reached the place, or since the
/// interval ended, can be passed over: two of the shortest intervals plus 2 s.
const LATE_MS: u64 = 6_000;
/// A place whose turn was announced is waited for no longer than two of the longest intervals plus
/// 2 s.
const PASSING_MS: u64 = 82_000;
/// A ratio counts in steps.
const BUCKET_MS: u64 = 10_000;
/// The time from the opening until the window of the first minute is free, in milliseconds.
const FIRST_MINUTE_MS: u64 = 61_000;
/// A visitor who did not poll for this long may have missed a reason.
const GAP_MS: u64 = 120_000;

#[derive(Debug)]
pub(super) struct InformationOracle {
    world: OracleContext,
    /// The first commit from which on the line can move: flow time, `None` before; commit.
    opened_at: Option<u64>,
    opened_by: u64,
    /// Whether the first place has a number: no line moves before.
    is_drawn: bool,
    /// The latest flow time seen.
    flow: u64,
    count: Count,
    ahead: PeopleAhead,
    persons: Vec<InformedVisitor>,
    causes: Causes,
    /// The position of the last commit. The commits at which the room was paused or resumed are
    /// kept as well, because a node shows the state that it knows, even an old one.
    commit: u64,
    pauses: Vec<(u64, bool)>,
    /// Flow time of the last return of a visitor who had been away, or had seemed to be: the place
    /// no longer counted, had been passed over, or polled late.
    came_back_at: Option<u64>,
    passed: Passed,
    /// Places that ended before they had a number.
    unnumbered: BTreeSet<u64>,
    /// One past the last place.
    given: u64,
    /// The first commit after a failover whose recovery is not complete.
    failing: Option<u64>,
    /// Commits after a failover at which not all lost state was restored; a node may know one of
    /// them for a while longer.
    lacking: Vec<Range<u64>>,
    /// The commit that completed the last recovery. A node that has not met the new server shows
    /// estimates by an earlier one, whose basis may be lost.
    recovered_at: u64,
}

/// The observations of a place.
#[derive(Debug, Clone, Default)]
struct InformedVisitor {
    heard: Option<u64>,
    /// The last poll; receiving a place does not count as a poll.
    polled: Option<u64>,
    /// The poll that ended the last silence.
    back: Option<u64>,
    interval_ms: u64,
    passed_over: bool,
    shown: Option<ShownPlace>,
}

#[derive(Debug, Clone, Copy)]
struct ShownPlace {
    commit: u64,
    ahead: u64,
    wait: Option<(u64, u64)>,
    opening: bool,
    at: u64,
    flow: u64,
}

impl InformationOracle {
    pub(super) fn new(per_minute: u32, world: &OracleContext) -> Self {
        Self {
            world: *world,
            opened_at: world.flows_wall.is_none().then_some(0),
            opened_by: 0,
            is_drawn: !world.draws,
            flow: 0,
            count: Count::default(),
            ahead: PeopleAhead::default(),
            persons: Vec::new(),
            causes: Causes::new(per_minute),
            commit: 0,
            pauses: Vec::new(),
            came_back_at: None,
            passed: Passed::default(),
            unnumbered: BTreeSet::new(),
            given: 0,
            failing: None,
            lacking: Vec::new(),
            recovered_at: 0,
        }
    }

    pub(super) fn begin_run(&mut self) {
        let (flow, commit) = (self.flow, self.commit);
        *self = Self {
            flow,
            commit,
            causes: self.causes.begin_run(),
            ..Self::new(0, &self.world)
        };
    }

    /// Returns how many places are counted in the line.
    pub(super) fn waiting(&self) -> u64 {
        self.count
            .ahead(self.given)
            .saturating_sub(self.unnumbered.len() as u64)
    }

    /// Records a commit's limits of the site, the people inside and the rate of its other rooms.
    pub(super) fn site(&mut self, at: FactTime, site: SiteFact, used: (u64, u32)) {
        self.causes.site(at.flow_ms, site, used);
    }

    pub(super) fn witness(&mut self, at: FactTime, fact: &Fact, numbering: &Numbering) -> Result<(), String> {
        self.flow = self.flow.max(at.flow_ms);
        self.passed
            .over(at.real_ms, self.flow, &self.count, &mut self.persons, numbering);
        self.witness_room(at, fact);
        self.witness_visitor(at, fact, numbering)
    }

    /// Records a fact about the room, its pool or its nodes.
    fn witness_room(&mut self, at: FactTime, fact: &Fact) {
        let now = at.real_ms;
        match *fact {
            Fact::Rate { per_minute } => self.causes.rate(self.flow, per_minute),
            Fact::Pool {
                per_minute,
                others_wait,
                ..
            } => self.causes.pool(self.flow, per_minute, others_wait),
            Fact::Groups { others_wait } => self.causes.groups(self.flow, others_wait),
            Fact::Durable { commit, wall } => {
                self.commit = commit;
                self.ahead.kept(now, self.flow);
                let is_time = self.world.flows_wall.is_none_or(|moment| moment <= wall);
                if is_time && self.is_drawn && self.opened_at.is_none() {
                    // Not the latest flow time seen: a node whose clock is ahead shows a later one.
                    (self.opened_at, self.opened_by) = (Some(at.flow_ms), commit);
                }
            }
            Fact::Control {
                control,
                accepted: true,
            } => self.pauses.extend(match control {
                Control::Pause => Some((self.commit, true)),
                Control::Resume | Control::End => Some((self.commit, false)),
                Control::Disable | Control::Enable | Control::Reset => None,
            }),
            Fact::FailedOver { .. } => {
                self.causes.fail(true);
                self.causes.fail_over(self.flow);
                self.ahead.fail_over();
                self.failing = Some(self.commit + 1);
            }
            Fact::Recovered { known, paused, .. } => self.recovered(known, paused),
            Fact::Reached { below } => {
                self.passed.reached(below, now);
                self.ahead.reached(below, now, self.flow);
            }
            Fact::Excused | Fact::NodeFailed { .. } => {
                self.came_back_at = Some(self.flow);
                self.ahead.excuse();
            }
            Fact::Given { first, count } => self.given = self.given.max(first + count),
            _ => {}
        }
    }

    /// Records a fact about a visitor or a place.
    fn witness_visitor(&mut self, at: FactTime, fact: &Fact, numbering: &Numbering) -> Result<(), String> {
        let now = at.real_ms;
        match *fact {
            Fact::Placed { place, .. } => {
                entry(&mut self.persons, place).heard = Some(now);
                // A visitor who arrives in front is present.
                let number = numbering.number(place);
                number.into_iter().for_each(|number| self.ahead.polled(number));
            }
            Fact::Heard { place } => {
                self.heard(place, now);
                let number = numbering.number(place);
                number.into_iter().for_each(|number| self.ahead.polled(number));
            }
            // While nodes fail, visitors who are present can be passed over, and come back.
            Fact::Late { place } => {
                self.came_back_at = Some(self.flow);
                let number = numbering.number(place);
                number.into_iter().for_each(|number| self.ahead.missed(number));
            }
            // The line does not wait for a visitor who stepped aside.
            Fact::SteppedAside { place } => {
                let number = numbering.number(place);
                number.into_iter().for_each(|number| self.ahead.missed(number));
            }
            Fact::Silent { place } => return self.silent(place, now),
            Fact::Uncounted { place } | Fact::Cancelled { place } => self.uncount(place, numbering),
            Fact::Numbered { first, .. } => {
                self.is_drawn |= first == 0;
                for place in std::mem::take(&mut self.unnumbered) {
                    self.uncount(place, numbering);
                }
            }
            Fact::Grant { number, .. } | Fact::Recorded { number, .. } => {
                let place = numbering.place(number).unwrap_or(number);
                if self.count.is_uncounted(number) || entry(&mut self.persons, place).passed_over {
                    self.came_back_at = Some(self.flow);
                }
                self.causes.granted(self.flow);
                self.uncount_number(number);
            }
            Fact::Shown {
                place,
                number,
                commit,
                ahead,
                wait,
                opening,
                reason,
                interval_ms,
                first,
                ..
            } => {
                if first {
                    self.ahead.answered(number);
                }
                entry(&mut self.persons, place).interval_ms = interval_ms;
                let shown = ShownPlace {
                    commit,
                    ahead,
                    wait,
                    opening,
                    at: now,
                    flow: at.flow_ms,
                };
                return self.shown(place, number, shown, reason);
            }
            _ => {}
        }
        Ok(())
    }

    /// Ends a failover. Visitors from before it can count as having come back. The basis of their
    /// estimates can be lost and, if no node remembered them, the figures that they saw.
    fn recovered(&mut self, known: bool, paused: bool) {
        self.causes.fail(false);
        self.lacking.extend(self.failing.take().map(|first| first..self.commit));
        self.pauses.push((self.commit, paused));
        self.recovered_at = self.commit;
        self.came_back_at = Some(self.flow);
        self.causes.fail_over(self.flow);
        self.ahead.fail_over();
        for person in &mut self.persons {
            match &mut person.shown {
                Some(shown) if known => shown.wait = None,
                shown => *shown = None,
            }
        }
    }

    fn uncount(&mut self, place: u64, numbering: &Numbering) {
        match numbering.number(place) {
            Some(number) => self.uncount_number(number),
            None => _ = self.unnumbered.insert(place),
        }
    }

    fn uncount_number(&mut self, number: u64) {
        self.count.uncount(number);
        self.ahead.uncount(number);
    }

    fn heard(&mut self, place: u64, now: u64) {
        let person = entry(&mut self.persons, place);
        let late_ms = person.interval_ms + LATE_MS;
        person.polled = Some(now);
        self.passed.front.push_back((now, place));
        let away_ms = person.heard.replace(now).map_or(0, |heard| now - heard);
        if away_ms > late_ms {
            self.came_back_at = Some(self.flow);
        }
        if away_ms >= SILENCE_MS - STEP_MS {
            person.back = Some(now);
        }
    }

    fn silent(&self, place: u64, now: u64) -> Result<(), String> {
        let heard = self.persons.get(index(place)).and_then(|person| person.heard);
        // Flow time runs no faster than real time.
        let allowed = SILENCE_MS.saturating_sub(STEP_MS);
        // Nodes judge presence by their shared reports, and do not know of a visitor who has since
        // come back to another node.
        let back = self.persons.get(index(place)).and_then(|person| person.back);
        let was_silent = !self.world.single && back.is_some_and(|back| now < back + MEANWHILE_MS);
        match heard {
            Some(heard) if now < heard + allowed && !was_silent => Err(format!(
                "{place} polled {} ms ago and is taken as silent (clocks lose {} ms a second)",
                now - heard,
                self.world.slow_ms_a_second
            )),
            _ => Ok(()),
        }
    }

    fn shown(&mut self, place: u64, number: u64, now: ShownPlace, reason: Option<RiseReason>) -> Result<(), String> {
        self.ahead.judge_least(number, now.ahead)?;
        if self.lacks(now.commit) {
            return Ok(());
        }
        self.caused(reason, now)?;
        let most = match now.commit >= self.commit {
            true => self.ahead.judge_most(number, now.ahead),
            false => Ok(()),
        };
        let before = entry(&mut self.persons, place).shown.replace(now);
        let Some(before) = before.filter(|before| before.commit <= now.commit) else {
            return most;
        };
        if now.ahead > before.ahead {
            return Err(format!(
                "{number} had {} people ahead and now has {}",
                before.ahead, now.ahead
            ));
        }
        most?;
        let told_before = before.wait.filter(|_| before.commit >= self.recovered_at);
        let (Some(then), Some(wait)) = (told_before, now.wait) else {
            return Ok(());
        };
        let more_ms = (wait.1.saturating_sub(then.1)).max((wait.0 + wait.1).saturating_sub(then.0 + then.1) / 2);
        let rises = wait.1 > then.1 || wait.0 + wait.1 > then.0 + then.1;
        let rises = rises && more_ms >= self.allowed_ms(before, now);
        if rises && reason.is_none() && now.at - before.at <= GAP_MS {
            return Err(format!(
                "the wait of {number} rises from {then:?} to {wait:?} ms without a reason"
            ));
        }
        Ok(())
    }

    /// Returns the largest rise between two polls that the schedule explains, in milliseconds.
    fn allowed_ms(&self, before: ShownPlace, now: ShownPlace) -> u64 {
        let knows = now.commit >= self.opened_by;
        match self.opened_at {
            Some(at) if before.opening && at <= now.flow => u64::MAX,
            Some(at) if at <= before.flow && knows => self.stood_still_ms(at, before.flow, now.flow),
            _ => 2 * self.world.wall_error_ms,
        }
    }

    /// Returns by how much the flow time of an answer fell behind in the first minute of a full
    /// opening, plus one if it did.
    fn stood_still_ms(&self, opened_at: u64, before: u64, now: u64) -> u64 {
        let counts_down = self.world.full && self.world.flows_wall.is_some() && now < opened_at + FIRST_MINUTE_MS;
        match before.saturating_sub(now) {
            less if counts_down && less > 0 => less + 1,
            _ => 0,
        }
    }

    fn was_paused(&self, commit: u64) -> bool {
        let known = self.pauses.partition_point(|(from, _)| *from <= commit);
        self.pauses[..known].last().is_some_and(|(_, paused)| *paused)
    }

    /// Returns whether not all lost state was restored at that commit.
    fn lacks(&self, commit: u64) -> bool {
        self.failing.is_some() || self.lacking.iter().any(|commits| commits.contains(&commit))
    }

    /// Checks whether the cause of a reason really occurred.
    fn caused(&self, reason: Option<RiseReason>, shown: ShownPlace) -> Result<(), String> {
        let Some(reason) = reason else { return Ok(()) };
        let lately = |at: Option<u64>, span_ms: u64| at.is_some_and(|at| at + span_ms > shown.flow);
        let occurred = match (self.causes.occurred(reason, shown.flow), reason) {
            (Some(occurred), _) => occurred,
            (None, RiseReason::Paused) => self.was_paused(shown.commit),
            (None, _) => {
                // A visitor came back recently, or fewer visitors are absent than after a scheduled
                // start. A ratio looks back for as long as its rise is shown.
                let span_ms = 2 * REASON_MS;
                lately(self.came_back_at, span_ms + BUCKET_MS)
                    || self.world.flows_wall.is_some() && lately(self.passed.over_at, span_ms + PASSING_MS)
            }
        };
        if occurred {
            return Ok(());
        }
        Err(format!("the reason {reason:?} is given and did not occur"))
    }
}

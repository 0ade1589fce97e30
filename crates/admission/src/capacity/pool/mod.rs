//! Pools, rooms and lanes: lines that share a capacity. A second layer over [`crate::apply()`].
//!
//! A *line* is what [`crate::apply()`] knows: one room with one lane, or one lane of a room, with
//! an order, marks and an outflow of its own. A room's lanes share the room's outflow; a pool's
//! rooms share the pool's rate and its sessions. [`apply`] asks every line what it would grant if
//! it were alone, shares what there is (pool among rooms, room among lanes: [`crate::share`]), and
//! lets the lines that get less than they would have granted apply their batch again within it.
//! Order, people ahead and estimates therefore hold within a line, as ever; the layer decides how
//! many are let through, never who.
//!
//! The lower of room and pool holds, and a pool's rate 0 holds everybody. All lines share the
//! ledger's flow time. A line that shares nothing (no rate, no sessions, one lane) behaves to the
//! bit like [`crate::apply()`] alone, and costs as much.
//!
//! Here too: how many claims of a line could be granted ([`permits`], [`next_due`]), and what a
//! line really has ([`effective`]). Not here: the store. All ledgers of a pool are committed
//! together or not at all.

pub mod config;
pub mod effective;
pub mod ledger;

use std::collections::BTreeMap;

use crate::batch::{Batch, Grant};
use crate::marks::Mark;
use crate::occupancy::{ReportKind, SessionRecord};
use crate::recovery::lost;
use crate::state::State;
use crate::step::Step;
use crate::time::{FlowMs, Now};
use crate::units::Number;

pub use config::{LineIndex, LineSeat, PoolConfig, PoolConfigError, RoomIndex, RoomSeat};
pub use effective::{Cause, Effective, effective};
pub use ledger::PoolLedger;

/// A place of a pool.
pub type PlaceKey = (LineIndex, Number);

/// What a commit of a pool starts from and leaves.
#[derive(Debug, Clone, Default)]
pub struct PoolState {
    /// What the lines share.
    pub ledger: PoolLedger,
    /// The lines, in the order of their seats.
    pub lines: Vec<State>,
}

/// The site's news of one session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionReport {
    /// Where the visitor was let through.
    pub line: LineIndex,
    /// The place.
    pub number: Number,
    /// What happened.
    pub kind: ReportKind,
}

/// What became of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportOutcome {
    /// The counts are as it says now, or were already.
    Taken,
    /// Nobody was let through by that place, or sessions are not counted.
    Unknown,
    /// The place's record was not loaded: report again with the next batch.
    NotLoaded,
}

/// Everything a node collected for a pool since its last commit.
#[derive(Debug, Clone, Copy, Default)]
pub struct PoolBatch<'a> {
    /// A batch a line, in the order of their seats. Where nothing is asked of a line its batch
    /// still says who commits, and how many are present in front: time passes in all lines alike,
    /// and a line told that nobody is there would call up more.
    pub lines: &'a [Batch],
    /// Lines whose people are about to ask, by seat: they lose nothing to those who ask a moment
    /// sooner. None where it is empty.
    pub waited_for: &'a [bool],
    /// News of sessions, in the order in which they came.
    pub reports: &'a [SessionReport],
    /// Side records loaded at the ledger's generation, `None` where there is none: of every place
    /// that a report names, and of claimants who were redirected before.
    pub sessions: Option<&'a BTreeMap<PlaceKey, Option<SessionRecord>>>,
    /// What the node remembers of the pool's ledger from before a failover, of the same commit as
    /// the memories in its lines' batches. Where one line's batch is a recovery, all are.
    pub again: Option<&'a PoolLedger>,
}

impl PoolBatch<'_> {
    fn recovers(&self) -> bool {
        self.lines.iter().any(|line| line.recovery.is_some())
    }

    /// What the pool's commit starts from: after a failover perhaps what the node remembers.
    fn base(&self, state: &PoolState) -> PoolLedger {
        let mut lines = state.lines.iter().zip(self.lines);
        let remembered = lines.any(|(line, batch)| lost::goes_on(&line.ledger, batch));
        self.again.filter(|_| remembered).unwrap_or(&state.ledger).clone()
    }
}

/// A planned commit of a pool: carry it out as it is, or throw it away and plan again.
#[derive(Debug, Clone)]
pub struct PoolStep {
    /// What the lines share, after it.
    pub ledger: PoolLedger,
    /// The lines' steps, in the order of their seats.
    pub steps: Vec<Step>,
    /// Side records of sessions to write.
    pub sessions: BTreeMap<PlaceKey, SessionRecord>,
    /// Answer to each report, in order.
    pub reports: Vec<ReportOutcome>,
}

impl PoolStep {
    /// The state after it.
    #[must_use]
    pub fn into_state(self) -> PoolState {
        PoolState {
            ledger: self.ledger,
            lines: self.steps.into_iter().map(|step| step.state).collect(),
        }
    }
}

impl PoolState {
    /// The flow time of the pool: the greatest that one of its ledgers saw.
    #[must_use]
    pub fn flow(&self) -> FlowMs {
        let lines = self.lines.iter().map(|line| line.ledger.flow);
        lines.fold(self.ledger.flow, FlowMs::max)
    }
}

/// Applies a batch a line to a pool.
///
/// # Panics
/// If there are not as many lines and batches as `config` has seats for lines: the caller made them
/// from it.
#[must_use]
pub fn apply(state: &PoolState, config: &PoolConfig, now: Now, batch: &PoolBatch<'_>) -> PoolStep {
    assert_eq!(state.lines.len(), config.lines.len(), "a state a seat");
    assert_eq!(batch.lines.len(), config.lines.len(), "a batch a seat");
    let flow = state.flow().max(now.flow);
    let now = Now { flow, wall: now.wall };
    let mut ledger = batch.base(state);
    ledger.advance(flow, config, &state.lines);
    let presumed = match batch.recovers() {
        true => ledger.presume_spent(unknown_ms(state, batch, flow)),
        false => 0,
    };
    let mut desk = SessionDesk::new(batch);
    let reports = batch
        .reports
        .iter()
        .map(|report| desk.report(&mut ledger, state, *report))
        .collect();

    let limits = config
        .lines
        .iter()
        .map(|line| ledger.room_permits(line.room).min(ledger.permits(config)));
    let limits = limits.collect::<Vec<_>>();
    let seats = || LineIndex::first(config.lines.len());
    let mut steps = seats()
        .map(|line| apply_line(state, config, now, batch, line, limits[line.at()]))
        .collect::<Vec<_>>();
    let wanted = steps.iter().map(|step| step.grants.len() as u64).collect::<Vec<_>>();
    let given = ledger.divide(config, &wanted, batch.waited_for);
    for line in seats().filter(|line| given[line.at()] < wanted[line.at()]) {
        steps[line.at()] = apply_line(state, config, now, batch, line, given[line.at()]);
    }
    ledger.spend(config, &given);
    for (line, step) in seats().zip(&steps) {
        debug_assert_eq!(
            step.grants.len() as u64,
            given[line.at()],
            "a line grants what it is given"
        );
        desk.admit(&mut ledger, config, line, &step.grants);
    }
    let by_lines = steps
        .iter()
        .fold(0, |sum: u64, step| sum.saturating_add(step.presumed_spent));
    let presumed = presumed.min(by_lines);
    ledger.presume_sessions(config, presumed);
    debug_assert_eq!(ledger.check(), Ok(()));
    PoolStep {
        ledger,
        steps,
        sessions: desk.changed,
        reports,
    }
}

/// As [`lost::unknown_ms`], of all lines together.
fn unknown_ms(state: &PoolState, batch: &PoolBatch<'_>, now: FlowMs) -> Option<u64> {
    let mut lines = state.lines.iter().zip(batch.lines);
    lines.try_fold(0, |longest: u64, (line, batch)| {
        Some(longest.max(lost::unknown_ms(&line.ledger, batch, now)?))
    })
}

/// What a line does with so many permits at most.
fn apply_line(
    state: &PoolState,
    config: &PoolConfig,
    now: Now,
    batch: &PoolBatch<'_>,
    line: LineIndex,
    most: u64,
) -> Step {
    let (alone, asked) = (&state.lines[line.at()], &batch.lines[line.at()]);
    let room = &config.room_of(line).config;
    if !config.shares(line) {
        return crate::apply::apply(alone, room, now, asked);
    }
    let mut waiting = alone.clone();
    if asked.recovery.is_none() {
        waiting.ledger.outflow.keep(now.flow);
    }
    let permits_max = Some(asked.permits_max.unwrap_or(u64::MAX).min(most));
    let has = effective(state, config, now, line);
    let asked = Batch {
        permits_max,
        rate_max: has.cause.map(|cause| (has.rate, cause.into())),
        ..asked.clone()
    };
    crate::apply::apply(&waiting, room, now, &asked)
}

/// Claims of a line that could be granted at `now` if no other line of the pool asked.
#[must_use]
pub fn permits(state: &PoolState, config: &PoolConfig, now: Now, line: LineIndex) -> u64 {
    let room = config.room_of(line);
    if !config.shares(line) {
        return state.lines[line.at()].ledger.permits(&room.config, now);
    }
    let now = Now {
        flow: state.flow().max(now.flow),
        wall: now.wall,
    };
    let mut own = state.lines[line.at()].ledger.clone();
    own.outflow.keep(now.flow);
    let mut shared = state.ledger.clone();
    shared.advance(now.flow, config, &state.lines);
    let of_room = shared.room_permits(config.lines[line.at()].room);
    own.permits(&room.config, now).min(of_room).min(shared.permits(config))
}

/// Those of [`permits`] that are lost to the line unless they are spent within so long,
/// milliseconds. Where capacity is shared that needs a loss in every layer: one that falls due
/// faster than the others has too many at any time.
#[must_use]
pub fn lapsing(state: &PoolState, config: &PoolConfig, now: Now, line: LineIndex, within_ms: u64) -> u64 {
    let room = config.room_of(line);
    if !config.shares(line) {
        return state.lines[line.at()].ledger.lapsing(&room.config, now, within_ms);
    }
    let flow = state.flow().max(now.flow);
    let now = Now { flow, wall: now.wall };
    let mut own = state.lines[line.at()].ledger.clone();
    own.outflow.keep(flow);
    let mut shared = state.ledger.clone();
    shared.advance(flow, config, &state.lines);
    let of_pool = shared.lapsing(config, config.lines[line.at()].room, within_ms);
    own.lapsing(&room.config, now, within_ms).min(of_pool)
}

/// How many permits each line is entitled to at `now`, if so many of each are about to ask: a line
/// whose people are between two polls is waited for, or the others would have its part whenever
/// they ask a moment sooner.
///
/// # Panics
/// If there are not as many figures as `config` has seats for lines.
#[must_use]
pub fn entitled(state: &PoolState, config: &PoolConfig, now: Now, about_to_ask: &[u64]) -> Vec<u64> {
    assert_eq!(about_to_ask.len(), config.lines.len(), "a figure a seat");
    let wanted = LineIndex::first(config.lines.len()).zip(about_to_ask);
    let wanted = wanted.map(|(line, asking)| permits(state, config, now, line).min(*asking));
    let wanted = wanted.collect::<Vec<_>>();
    let mut shared = state.ledger.clone();
    shared.advance(state.flow().max(now.flow), config, &state.lines);
    let waited_for = about_to_ask.iter().map(|asking| *asking > 0).collect::<Vec<_>>();
    shared.divide(config, &wanted, &waited_for)
}

/// When a claim of a line can be granted next, if nothing changes and no other line asks: the last
/// commit's moment or later; `None` if never, as at rate 0 or while paused.
#[must_use]
pub fn next_due(state: &PoolState, config: &PoolConfig, line: LineIndex) -> Option<FlowMs> {
    let own = &state.lines[line.at()].ledger;
    let own = own.outflow.next_due().filter(|_| own.flows())?;
    if !config.shares(line) {
        return Some(own);
    }
    let mut shared = state.ledger.clone();
    shared.advance(state.flow(), config, &state.lines);
    Some(own.max(shared.next_due(config, config.lines[line.at()].room)?))
}

/// The side records of sessions as the batch changes them.
#[derive(Debug)]
struct SessionDesk<'a> {
    loaded: Option<&'a BTreeMap<PlaceKey, Option<SessionRecord>>>,
    changed: BTreeMap<PlaceKey, SessionRecord>,
}

impl<'a> SessionDesk<'a> {
    fn new(batch: &PoolBatch<'a>) -> Self {
        Self {
            loaded: batch.sessions,
            changed: BTreeMap::new(),
        }
    }

    /// A place's record; `None` if it was not loaded.
    fn record(&self, place: PlaceKey) -> Option<Option<SessionRecord>> {
        let changed = self.changed.get(&place).map(|record| Some(*record));
        changed.or_else(|| self.loaded?.get(&place).copied())
    }

    fn report(&mut self, ledger: &mut PoolLedger, state: &PoolState, report: SessionReport) -> ReportOutcome {
        let place = (report.line, report.number);
        let line = state.lines.get(report.line.at());
        let passed = line.is_some_and(|line| line.marks.has(report.number, Mark::Redirected));
        let Some(occupancy) = ledger.occupancy.as_mut().filter(|_| passed) else {
            return ReportOutcome::Unknown;
        };
        let Some(past) = self.record(place) else {
            return ReportOutcome::NotLoaded;
        };
        if let Some(record) = occupancy.report(report.kind, past) {
            self.changed.insert(place, record);
        }
        ReportOutcome::Taken
    }

    fn admit(&mut self, ledger: &mut PoolLedger, config: &PoolConfig, line: LineIndex, grants: &[Grant]) {
        let Some((occupancy, sessions)) = ledger.occupancy.as_mut().zip(config.sessions.as_ref()) else {
            return;
        };
        for grant in grants {
            let place = (line, grant.number);
            let past = self.record(place).flatten();
            self.changed.insert(place, occupancy.admit(sessions, past));
        }
    }
}

//! Pools, rooms and lanes: lines that share a capacity. A second layer over [`crate::apply()`].
//!
//! A *line* is the unit that [`crate::apply()`] works on: one room with one lane, or one lane of a
//! room, with an order, marks and an outflow of its own. A room's lanes share the room's outflow; a
//! pool's rooms share the pool's rate and its sessions. [`apply`] computes what every line would
//! grant if it were alone, shares the available permits (pool among rooms, room among lanes:
//! [`crate::share`]), and lets the lines that get fewer permits than they would have granted apply
//! their batch again within that limit. Order, people ahead and estimates therefore still belong to
//! one line; this layer decides how many visitors are let through, but never which ones.
//!
//! A room's lanes have one life: operators' controls go to the room's first lane, and the others
//! take its run and its switches with every commit ([`LaneContext`]). Either all lanes show their
//! lines, or the visitors of all lanes pass unseen.
//!
//! The lower of room and pool applies, and a pool's rate of 0 holds everybody. With
//! [`crate::autotune`], a pool's rate is the one that autotune found, never above the operator's.
//! All lines share the ledger's flow time. A line that shares nothing (no rate, no sessions, one
//! lane) behaves exactly like [`crate::apply()`] alone, at the same cost.
//!
//! The module also computes how many claims of a line could be granted ([`permits`], [`next_due`],
//! [`permits_within`]) and the effective rate of a line ([`effective`]). It does not access the
//! store, which commits all ledgers of a pool together or not at all.

pub mod config;
mod contention;
pub mod effective;
mod free_slots;
pub mod late;
pub mod ledger;
mod level;
mod recovery;
pub mod roster;

use std::collections::BTreeMap;

use crate::autotune::Evidence;
use crate::batch::{Batch, Grant, LaneContext, UnseenPermits};
use crate::marks::Mark;
use crate::occupancy::{ReportKind, SessionRecord};
use crate::outflow::Outflow;
use crate::state::State;
use crate::step::Step;
use crate::time::{FlowMs, Now};
use crate::units::Number;

pub use config::{LineIndex, PoolConfig, PoolConfigError, PoolLine, PoolRoom, RoomIndex};
pub use effective::{effective, free_sessions, permits_within};
pub use late::{KnownGrants, PoolLateGrants};
pub use ledger::PoolLedger;

/// A place of a pool.
pub type PlaceKey = (LineIndex, Number);

/// The state of a pool before or after a commit.
#[derive(Debug, Clone, Default)]
pub struct PoolState {
    /// The state that the lines share.
    pub ledger: PoolLedger,
    /// The lines, in the order of the configuration.
    pub lines: Vec<State>,
}

/// The site's report about one session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionReport {
    /// The line in which the visitor was let through.
    pub line: LineIndex,
    /// The place.
    pub number: Number,
    /// The content of the report.
    pub kind: ReportKind,
}

/// The result of a report.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportOutcome {
    /// The counts agree with the report, or already did.
    Taken,
    /// Nobody was let through with that place, or sessions are not counted.
    Unknown,
    /// The place's record was not loaded; report again with the next batch.
    NotLoaded,
}

/// Everything a node collected for a pool since its last commit.
#[derive(Debug, Clone, Copy, Default)]
pub struct PoolBatch<'a> {
    /// One batch per line, in the same order. A line without requests still needs a batch
    /// that contains the node and how many visitors are present in front: time passes in all lines,
    /// and a line with nobody present would move its serving line further.
    pub lines: &'a [Batch],
    /// By line, whether its visitors are about to claim: such a line loses nothing to
    /// lines whose visitors claim a moment sooner. Empty if there are none.
    pub waited_for: &'a [bool],
    /// Reports about sessions, in the order in which they came.
    pub reports: &'a [SessionReport],
    /// Side records loaded at the ledger's generation, for every place that a report names and for
    /// claimants who were redirected before; `None` for a place without a record.
    pub sessions: Option<&'a BTreeMap<PlaceKey, Option<SessionRecord>>>,
    /// Page timings that the node collected. They count from the next commit on.
    pub timings: Evidence,
    /// The node's memory of the pool's ledger from before a failover, from the same commit as the
    /// memories in its lines' batches. If one line's batch is a recovery, all are.
    pub memory: Option<&'a PoolLedger>,
}

/// A planned commit of a pool. Carry it out as it is, or discard it and plan again.
#[derive(Debug, Clone)]
pub struct PoolStep {
    /// The shared state after the commit.
    pub ledger: PoolLedger,
    /// The lines' steps, in the order of the configuration.
    pub steps: Vec<Step>,
    /// Side records of sessions to write.
    pub sessions: BTreeMap<PlaceKey, SessionRecord>,
    /// The answer to each report, in order.
    pub reports: Vec<ReportOutcome>,
}

impl PoolStep {
    /// Returns the state after the commit.
    #[must_use]
    pub fn into_state(self) -> PoolState {
        PoolState {
            ledger: self.ledger,
            lines: self.steps.into_iter().map(|step| step.state).collect(),
        }
    }
}

impl PoolState {
    /// Returns the pool's flow time: the greatest in any of its ledgers.
    #[must_use]
    pub fn flow(&self) -> FlowMs {
        let lines = self.lines.iter().map(|line| line.ledger.flow);
        lines.fold(self.ledger.flow, FlowMs::max)
    }
}

/// Applies one batch per line to a pool.
///
/// # Panics
/// If the number of lines or batches differs from the number of lines in `config`, from which the
/// caller made them.
#[must_use]
pub fn apply(state: &PoolState, config: &PoolConfig, now: Now, batch: &PoolBatch<'_>) -> PoolStep {
    assert_eq!(state.lines.len(), config.lines.len(), "a state a line");
    assert_eq!(batch.lines.len(), config.lines.len(), "a batch a line");
    let flow = state.flow().max(now.flow);
    let now = Now { flow, wall: now.wall };
    let mut ledger = recovery::starting_ledger(state, batch);
    let recovers = recovery::recovers(batch);
    let unknown = recovers && !recovery::knows_all(&ledger, state, batch, flow);
    let unseen = recovery::enter_roster(&mut ledger, flow, (state, config), batch, unknown);
    ledger.advance(flow, config, &state.lines);
    ledger.collect(&batch.timings);
    let presumed = match recovers {
        true => ledger.presume_spent(config, recovery::unknown_ms(state, batch, flow), unseen),
        false => 0,
    };
    let mut sessions = SessionChanges::new(batch);
    let reports = batch
        .reports
        .iter()
        .map(|report| sessions.report(&mut ledger, state, *report))
        .collect();

    let limits = config
        .lines
        .iter()
        .map(|line| ledger.room_permits(line.room).min(ledger.permits(config)));
    let limits = limits.collect::<Vec<_>>();
    let indices = || LineIndex::first(config.lines.len());
    let mut steps: Vec<Step> = Vec::with_capacity(config.lines.len());
    for line in indices() {
        let lane = lane_context(state, config, line, &steps);
        steps.push(apply_line(
            state,
            config,
            now,
            batch,
            (line, limits[line.at()]),
            (lane, unseen),
        ));
    }
    let wanted = steps.iter().map(|step| step.grants.len() as u64).collect::<Vec<_>>();
    let given = ledger.divide(config, &wanted, batch.waited_for);
    for line in indices().filter(|line| given[line.at()] < wanted[line.at()]) {
        let lane = lane_context(state, config, line, &steps);
        steps[line.at()] = apply_line(state, config, now, batch, (line, given[line.at()]), (lane, unseen));
    }
    ledger.spend(config, &given);
    let restored = recovery::restored(state, batch, &steps);
    sessions.admit(&mut ledger, config, &restored.places);
    for (line, step) in indices().zip(&steps) {
        debug_assert_eq!(
            step.grants.len() as u64,
            given[line.at()],
            "a line grants what it is given"
        );
        let places = step.grants.iter().map(|grant| (line, grant.number));
        sessions.admit(&mut ledger, config, &places.collect::<Vec<_>>());
    }
    // No line can have spent more than the pool.
    for step in &mut steps {
        step.presumed_spent = step.presumed_spent.min(presumed);
    }
    let by_lines = steps
        .iter()
        .fold(0, |sum: u64, step| sum.saturating_add(step.presumed_spent));
    let presumed = presumed.min(by_lines).saturating_add(restored.unnamed);
    ledger.presume_sessions(config, presumed);
    debug_assert_eq!(ledger.check(), Ok(()));
    PoolStep {
        ledger,
        steps,
        sessions: sessions.changed,
        reports,
    }
}

/// Returns the values that a line shares with the other lanes of its room; `None` if it is the only
/// lane. `steps`: the steps of the lines before it, which include the room's first lane.
fn lane_context(state: &PoolState, config: &PoolConfig, line: LineIndex, steps: &[Step]) -> Option<LaneContext> {
    if !config.has_lanes(line) {
        return None;
    }
    let lanes = || config.lanes(config.lines[line.at()].room);
    let first = config.first_lane(line);
    // Until all lanes are decided, visitors who are let through still count, because a lane that
    // gets fewer permits in the end keeps them.
    let run = steps.get(first.at()).map(|step| step.state.ledger.run);
    let waiting = |lane: LineIndex| match (steps.get(lane.at()), &state.lines[lane.at()]) {
        (Some(step), before) => step.state.waiting() + counted_grants(before, step),
        // The lane is about to follow a reset of the first one.
        (None, before) if run.is_some_and(|run| run != before.ledger.run) => 0,
        (None, before) => before.waiting(),
    };
    Some(LaneContext {
        shown: lanes().any(|lane| state.lines[lane.at()].ledger.shown),
        elsewhere: lanes().filter(|lane| *lane != line).map(waiting).sum(),
        follows: (first != line).then(|| {
            let ledger = &steps[first.at()].state.ledger;
            (ledger.run, ledger.lifecycle)
        }),
    })
}

/// Returns how many of the visitors whom a step lets through waited until then.
fn counted_grants(before: &State, step: &Step) -> u64 {
    let same_run = before.ledger.run == step.state.ledger.run;
    let waited = |grant: &&Grant| !(same_run && before.marks.has(grant.number, Mark::Uncounted));
    step.grants.iter().filter(waited).count() as u64
}

/// Applies a line's batch with at most `most` permits.
fn apply_line(
    state: &PoolState,
    config: &PoolConfig,
    now: Now,
    batch: &PoolBatch<'_>,
    (line, most): (LineIndex, u64),
    (lane, unseen): (Option<LaneContext>, UnseenPermits),
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
    let asked = Batch {
        permits_max,
        limited_rate: Some(effective(state, config, now, line)),
        // Before the draw, nobody waits in another lane, so the first lane's key is enough.
        draw_key: batch.lines[config.first_lane(line).at()].draw_key,
        lane,
        unseen,
        ..asked.clone()
    };
    crate::apply::apply(&waiting, room, now, &asked)
}

/// Returns how many claims of a line could be granted at `now` if no other line of the pool had
/// demand.
#[must_use]
pub fn permits(state: &PoolState, config: &PoolConfig, now: Now, line: LineIndex) -> u64 {
    let own = &state.lines[line.at()].ledger;
    if !config.shares(line) {
        return own.permits(&config.room_of(line).config, now);
    }
    if !own.flows() {
        return 0;
    }
    permits_beside(state, config, now, line, &advanced(state, config, now))
}

/// Returns the state that the lines share, as of `now`.
fn advanced(state: &PoolState, config: &PoolConfig, now: Now) -> PoolLedger {
    let mut shared = state.ledger.clone();
    shared.advance(state.flow().max(now.flow), config, &state.lines);
    shared
}

/// Returns [`permits`] of a line that shares capacity; `shared` is [`advanced`] to `now`.
fn permits_beside(state: &PoolState, config: &PoolConfig, now: Now, line: LineIndex, shared: &PoolLedger) -> u64 {
    let own = &state.lines[line.at()].ledger;
    let flow = state.flow().max(now.flow);
    let ahead = shared.goes_ahead(&state.lines);
    let alone = own.permits_beside(&config.room_of(line).config, flow, ahead);
    let of_room = shared.room_permits(config.lines[line.at()].room);
    alone.min(of_room).min(shared.permits(config))
}

/// Returns how many of [`permits`] the line loses unless they are spent within `within_ms`
/// milliseconds. If capacity is shared, a permit is lost only if every layer loses one, because a
/// layer whose permits become due faster than those of the others always has too many.
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

/// Returns how many permits each line is entitled to at `now` if `about_to_ask` visitors of each
/// line are about to claim. The permits of a line whose visitors are between two polls are
/// reserved; otherwise other lines would get its part whenever their visitors poll a moment sooner.
///
/// # Panics
/// If the number of figures differs from the number of lines in `config`.
#[must_use]
pub fn entitled(state: &PoolState, config: &PoolConfig, now: Now, about_to_ask: &[u64]) -> Vec<u64> {
    assert_eq!(about_to_ask.len(), config.lines.len(), "a figure a line");
    if about_to_ask.iter().all(|visitors| *visitors == 0) {
        return vec![0; about_to_ask.len()];
    }
    let mut shared = advanced(state, config, now);
    let wanted = LineIndex::first(config.lines.len()).zip(about_to_ask);
    let wanted = wanted.map(|(line, visitors)| match (*visitors, config.shares(line)) {
        (0, _) => 0,
        (visitors, false) => visitors.min(permits(state, config, now, line)),
        (visitors, true) => visitors.min(permits_beside(state, config, now, line, &shared)),
    });
    let wanted = wanted.collect::<Vec<_>>();
    let waited_for = about_to_ask.iter().map(|visitors| *visitors > 0).collect::<Vec<_>>();
    shared.divide(config, &wanted, &waited_for)
}

/// Returns when a claim of a line can be granted next if nothing changes and no other line has
/// demand, not earlier than the last commit; `None` if never, as at rate 0 or while paused.
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

/// Returns how many permits the bound on a minute leaves a line within `within_ms` milliseconds of
/// `now`, whatever the pace: the headroom of the windows, and the grants that leave them by
/// then. Windows with leased permits are not considered, because those have their own slots.
#[must_use]
pub fn headroom_within(state: &PoolState, config: &PoolConfig, now: Now, line: LineIndex, within_ms: u64) -> u64 {
    let flow = state.flow().max(now.flow);
    let headroom_of = |outflow: &Outflow| {
        if !outflow.leases.is_empty() {
            return u64::MAX;
        }
        let leaving = outflow.leaving(flow).filter(|(_, in_ms)| *in_ms <= within_ms);
        outflow.headroom() + leaving.map(|(grants, _)| u64::from(grants)).sum::<u64>()
    };
    let own = headroom_of(&state.lines[line.at()].ledger.outflow);
    if !config.shares(line) {
        return own;
    }
    let shared = state.ledger.outflows_of(config.lines[line.at()].room);
    shared.map(headroom_of).fold(own, u64::min)
}

/// Collects the session records that a batch changes.
#[derive(Debug)]
struct SessionChanges<'a> {
    loaded: Option<&'a BTreeMap<PlaceKey, Option<SessionRecord>>>,
    changed: BTreeMap<PlaceKey, SessionRecord>,
}

impl<'a> SessionChanges<'a> {
    fn new(batch: &PoolBatch<'a>) -> Self {
        Self {
            loaded: batch.sessions,
            changed: BTreeMap::new(),
        }
    }

    /// Returns a place's record; `None` if it was not loaded.
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

    fn admit(&mut self, ledger: &mut PoolLedger, config: &PoolConfig, places: &[PlaceKey]) {
        let Some((occupancy, sessions)) = ledger.occupancy.as_mut().zip(config.sessions.as_ref()) else {
            return;
        };
        for place in places {
            let past = self.record(*place).flatten();
            self.changed.insert(*place, occupancy.admit(sessions, past));
        }
    }
}

//! Sessions at the pool node: touches and ends go to the ledger as reports, and the session
//! memories of this node's rooms learn the outcomes from the commits.
//!
//! A touch is reported with the next commit; if there is none for [`LOOK_MS`], a commit is made for
//! it. An end is committed at once. Both stay here until a commit that contains them is durable, so
//! a failed attempt is repeated with them. While the store is unavailable, ends are answered with
//! an error. A checkout is kept nevertheless, because nobody repeats it: the session is over on
//! this node, and the first commit that succeeds ends it for the others. At most [`KEPT_MAX`]
//! checkouts are kept per room. Sessions of further ones, and of a node that stops in the meantime,
//! end by their timeout.

use std::collections::{BTreeMap, BTreeSet};

use admission::batch::Control;
use admission::occupancy::{ReportKind, SessionRecord};
use admission::pool::{PlaceKey, ReportOutcome, SessionReport};
use admission::{Batch, FlowMs, Now, Number, Run};

use super::{Line, TickContext};
use crate::answer::{AnswerTo, Replies, SessionEndResult, Unserved};
use crate::command::SessionEnd;
use crate::effect::Outbox;
use crate::observer;
use crate::pool_node::{PoolNode, Random, Stage};
use crate::replica::{CommitAttempt, CommitNews};

/// The interval at which the pool node looks for touches to report, milliseconds.
const LOOK_MS: u64 = 4_000;
/// The most touches in one commit, over all rooms of the pool, and the most ends.
const REPORTS_MAX: usize = 1_000;
/// The most checkouts of a room that are kept while the store is unavailable, 8 bytes each plus the
/// tree's overhead.
const KEPT_MAX: usize = 100_000;

/// A room's reports for the next commit.
pub(in crate::pool_node) struct SessionReports<R: Replies> {
    /// Places whose touches are to be reported.
    touched: Vec<Number>,
    /// Places whose sessions are to end.
    ended: Vec<(Number, SessionEnd, R::To<SessionEndResult>)>,
    /// Places that were checked out while the store was unavailable.
    kept: BTreeSet<Number>,
    look_at_ms: u64,
}

impl<R: Replies> Default for SessionReports<R> {
    fn default() -> Self {
        Self {
            touched: Vec::new(),
            ended: Vec::new(),
            kept: BTreeSet::new(),
            look_at_ms: 0,
        }
    }
}

impl<R: Replies> PoolNode<R> {
    /// Collects touches if that is due, and forgets sessions that are over.
    pub(in crate::pool_node) fn look_at_sessions(&mut self) {
        let (now, now_ms, rooms) = (self.now().flow, self.now_ms(), self.lines.len());
        for line in self.lines.iter_mut().flatten() {
            let run = self.replica.line(line.at).ledger.run;
            line.look_at_sessions((run, now), now_ms, rooms);
        }
    }

    /// Reports the last touches, because this pool node is about to end, then ends.
    pub(in crate::pool_node) fn report_last_touches(&mut self, random: Random<'_>) {
        self.stage = Stage::Over;
        if self.is_store_away || self.replica.is_recovering() {
            return;
        }
        let (now, rooms) = (self.now().flow, self.lines.len());
        for line in self.lines.iter_mut().flatten() {
            line.take_touched((self.replica.line(line.at).ledger.run, now), rooms);
        }
        if self.lines.iter().flatten().any(Line::has_reports) {
            self.is_last_commit = true;
            let config = self.config();
            self.commit(config, vec![None; rooms], random);
        }
    }

    /// Passes the changes of sessions in a commit of this node to the memories.
    pub(in crate::pool_node) fn remember_sessions(&self, attempt: &CommitAttempt) {
        let (proposal, step) = (&attempt.proposal, &attempt.step);
        for line in self.lines.iter().flatten() {
            let Some(memory) = &line.shared.sessions else {
                continue;
            };
            let at = usize::from(line.at.0);
            let (run, own) = (proposal.lines[at].run, &step.steps[at]);
            let granted: BTreeSet<Number> = own.grants.iter().map(|grant| grant.number).collect();
            let places = (line.at, Number(0))..=(line.at, Number(u64::MAX));
            for ((_, number), record) in step.sessions.range(places) {
                match record {
                    SessionRecord::Ended => memory.end(run, *number),
                    SessionRecord::Counted(bucket) => {
                        if granted.contains(number) {
                            memory.begin(own.outcome.run, *number, bucket.ends());
                        }
                        memory.reported(run, *number, bucket.ends());
                    }
                }
            }
            let own = answered(attempt).filter(|(report, _)| report.line == line.at);
            for (report, outcome) in own.filter(|(report, _)| !granted.contains(&report.number)) {
                let is_ended = past(attempt, report) == Some(SessionRecord::Ended);
                if is_ended || outcome == ReportOutcome::Unknown {
                    memory.end(run, report.number);
                }
            }
        }
    }

    /// Answers the ends that a commit made durable, and drops its touches.
    pub(in crate::pool_node) fn answer_reports(&mut self, attempt: &CommitAttempt) {
        let mut touched = BTreeSet::new();
        let mut ended = BTreeMap::new();
        for (report, outcome) in answered(attempt) {
            let place = (report.line, report.number);
            match report.kind {
                ReportKind::Touched { .. } => _ = touched.insert(place),
                ReportKind::Ended => _ = ended.insert(place, ends_one(attempt, report, outcome)),
            }
        }
        for line in self.lines.iter_mut().flatten() {
            line.reports
                .answer(|number| (line.at, number), (&touched, &ended), &mut self.out);
        }
    }

    /// Marks all sessions as unsure, because another node may have ended any of them.
    pub(in crate::pool_node) fn mark_sessions_unsure(&self) {
        for line in self.lines.iter().flatten() {
            line.shared.sessions.iter().for_each(|memory| memory.make_all_unsure());
        }
    }
}

/// The reports that an attempt has settled, with their outcomes. The others go with the next
/// commit: reports whose records were not loaded, and reports about places that only a recovery
/// makes known again.
fn answered(attempt: &CommitAttempt) -> impl Iterator<Item = (&SessionReport, ReportOutcome)> {
    let outcomes = attempt.step.reports.iter().copied();
    let reports = attempt.proposal.reports.iter().zip(outcomes);
    let recovers = attempt.proposal.lines.iter().any(|batch| batch.recovery.is_some());
    reports.filter(move |(_, outcome)| match outcome {
        ReportOutcome::Taken => true,
        ReportOutcome::Unknown => !recovers,
        ReportOutcome::NotLoaded => false,
    })
}

/// The record that a place had before an attempt.
fn past(attempt: &CommitAttempt, report: &SessionReport) -> Option<SessionRecord> {
    let place = (report.line, report.number);
    attempt.proposal.sessions.get(&place).copied().flatten()
}

/// Whether a report ended an active session. A session that began before sessions were counted is
/// active.
fn ends_one(attempt: &CommitAttempt, report: &SessionReport, outcome: ReportOutcome) -> bool {
    let was_on = match past(attempt, report) {
        None => true,
        Some(SessionRecord::Counted(bucket)) => bucket.ends() > attempt.now.flow,
        Some(SessionRecord::Ended) => false,
    };
    outcome == ReportOutcome::Taken && was_on
}

impl<R: Replies> SessionReports<R> {
    fn answer(
        &mut self,
        key: impl Fn(Number) -> PlaceKey,
        (touched, ended): (&BTreeSet<PlaceKey>, &BTreeMap<PlaceKey, bool>),
        out: &mut Outbox<R>,
    ) {
        self.touched.retain(|number| !touched.contains(&key(*number)));
        self.kept.retain(|number| !ended.contains_key(&key(*number)));
        let done = self
            .ended
            .extract_if(.., |(number, ..)| ended.contains_key(&key(*number)));
        for (number, _, reply) in done {
            out.answer(AnswerTo::SessionEnd(reply, Ok(ended[&key(number)])));
        }
    }

    /// Drops the reports of a run that is over. Its sessions ended with it.
    pub(in crate::pool_node) fn forget_past_run(&mut self, out: &mut Outbox<R>) {
        self.touched.clear();
        self.kept.clear();
        let ended = self.ended.drain(..);
        ended.for_each(|(.., reply)| out.answer(AnswerTo::SessionEnd(reply, Ok(false))));
    }
}

impl<R: Replies> Line<R> {
    pub(in crate::pool_node) fn end_session(
        &mut self,
        number: Number,
        kind: SessionEnd,
        reply: R::To<SessionEndResult>,
    ) {
        self.reports.ended.push((number, kind, reply));
    }

    /// Answers the requests to end a session that the store is unavailable, and keeps checkouts.
    pub(in crate::pool_node) fn answer_session_ends_away(&mut self, out: &mut Outbox<R>) {
        let run = self.published.snapshot.run();
        let SessionReports { ended, kept, .. } = &mut self.reports;
        for (number, kind, reply) in ended.drain(..) {
            if kind == SessionEnd::Checkout && kept.len() < KEPT_MAX {
                kept.insert(number);
                self.shared.sessions.iter().for_each(|memory| memory.end(run, number));
            }
            out.answer(AnswerTo::SessionEnd(reply, Err(Unserved::Away)));
        }
    }

    /// Whether reports wait for a commit.
    pub(in crate::pool_node) fn has_reports(&self) -> bool {
        let SessionReports {
            touched, ended, kept, ..
        } = &self.reports;
        !touched.is_empty() || !ended.is_empty() || !kept.is_empty()
    }

    /// The time of the next look at the room's sessions, monotonic milliseconds.
    pub(in crate::pool_node) fn sessions_wake_ms(&self) -> u64 {
        let counted = self.shared.sessions.as_ref();
        counted.map_or(u64::MAX, |_| self.reports.look_at_ms)
    }

    fn look_at_sessions(&mut self, (run, now): (Run, FlowMs), now_ms: u64, rooms: usize) {
        if now_ms < self.sessions_wake_ms() {
            return;
        }
        self.take_touched((run, now), rooms);
        let Some(memory) = &self.shared.sessions else {
            return;
        };
        memory.sweep(now);
        let has_due = observer::flag(self.shared.observer(), || memory.has_due(run));
        let after_ms = if has_due { 0 } else { LOOK_MS };
        self.reports.look_at_ms = now_ms + after_ms;
    }

    /// Takes places that are due for a report, for a pool of `rooms` rooms.
    pub(in crate::pool_node) fn take_touched(&mut self, at: (Run, FlowMs), rooms: usize) {
        let touched = &mut self.reports.touched;
        let room = reports_max(rooms).saturating_sub(touched.len());
        if let Some(memory) = self.shared.sessions.as_ref().filter(|_| room > 0) {
            let read = || {
                let mut taken = Vec::new();
                memory.take_due(at, room, &mut taken);
                taken.into_iter().map(|number| number.0).collect()
            };
            let taken = observer::places(self.shared.observer(), read).into_iter();
            touched.extend(taken.map(Number));
        }
    }

    /// The reports of the next commit, for a pool of `rooms` rooms: touches first, so that an end
    /// in the same commit is final.
    pub(in crate::pool_node) fn session_reports(
        &self,
        tick: &TickContext<'_>,
        batch: &Batch,
        rooms: usize,
    ) -> Vec<SessionReport> {
        let Some(memory) = &self.shared.sessions else {
            return Vec::new();
        };
        // After a reset the records would be written under keys of the new run.
        if batch.controls.contains(&Control::Reset) {
            return Vec::new();
        }
        let valid_for_ms = memory.reported_ms();
        let report = |number: &Number, kind| SessionReport {
            line: self.at,
            number: *number,
            kind,
        };
        let touched = self.reports.touched.iter();
        let touched = touched.map(|number| report(number, ReportKind::Touched { valid_for_ms }));
        let ended = self.reports.ended.iter().map(|(number, ..)| number);
        let ended = ended.chain(&self.reports.kept).take(reports_max(rooms));
        let ended = ended.map(|number| report(number, ReportKind::Ended));
        touched.chain(ended).chain(self.ended(tick, batch)).collect()
    }

    /// Updates the memory from other nodes' commits, in which sessions began and ended.
    pub(in crate::pool_node) fn follow_sessions(&mut self, news: &CommitNews, run: Run, now: Now) {
        let Some(memory) = &self.shared.sessions else {
            return;
        };
        let Some(ended) = news.ended(self.at, run) else {
            return memory.make_all_unsure();
        };
        for granted in news.granted(self.at, run) {
            // This session is later than the one that was checked out.
            self.reports.kept.remove(&granted.number);
            let ends = memory.unreported_end(now, granted.granted_at);
            memory.begin(run, granted.number, ends);
        }
        // If a place was granted again after its end, the store is asked about its session.
        ended.into_iter().for_each(|number| memory.end(run, number));
    }
}

fn reports_max(rooms: usize) -> usize {
    (REPORTS_MAX / rooms.max(1)).max(1)
}

//! The node's part in the site: the room is the only one of a pool, whose cap, rate and sessions
//! are decided with each of its commits.

use admission::autotune::Evidence;
use admission::occupancy::ReportKind;
use admission::pool::{self, PoolBatch, PoolConfig, PoolState, PoolStep, ReportOutcome, SessionReport};
use admission::{Batch, FlowMs, Now, Number, RoomConfig, Step, apply};
use store::StoreError;

use super::held::at;
use super::{Commit, Node};
use crate::world::keeper::LINE;
use crate::world::shelf::Shelf;

/// The interval at which touches are reported, in milliseconds.
const LOOK_MS: u64 = 4_000;

/// What a commit does with the site's sessions.
#[derive(Debug)]
pub(crate) struct SiteCommit {
    pub(crate) config: PoolConfig,
    pub(crate) reports: Vec<(Number, ReportKind)>,
    pub(crate) timings: Evidence,
    /// The pool's step without those of its lines.
    pub(crate) step: PoolStep,
}

/// What a node has collected for the site.
#[derive(Debug)]
pub(crate) struct SiteBatch {
    pub(crate) config: PoolConfig,
    pub(crate) reports: Vec<(Number, ReportKind)>,
    pub(crate) timings: Evidence,
}

impl From<SiteCommit> for SiteBatch {
    fn from(commit: SiteCommit) -> Self {
        Self {
            config: commit.config,
            reports: commit.reports,
            timings: commit.timings,
        }
    }
}

impl Node {
    /// Takes what was collected for the site; reports stay here until a commit has settled them.
    pub(crate) fn take_for_site(&mut self, config: Option<PoolConfig>) -> Option<SiteBatch> {
        Some(SiteBatch {
            config: config?,
            reports: self.reports.clone(),
            timings: std::mem::take(&mut self.timings),
        })
    }

    /// Applies a batch to the state that the node knows.
    pub(crate) fn decide(
        &self,
        shelf: &Shelf,
        (config, now): (&RoomConfig, Now),
        batch: &Batch,
        site: Option<SiteBatch>,
    ) -> Result<(Step, Option<SiteCommit>), StoreError> {
        let Some((site, state)) = site.zip(self.keeper.pool.as_ref()) else {
            return Ok((apply(&self.keeper.state, config, now, batch), None));
        };
        // Reports about a past run would name places of the current one.
        let reports = site
            .reports
            .iter()
            .filter(|_| batch.run == self.keeper.state.ledger.run);
        let reports = reports.map(|(number, kind)| SessionReport {
            line: LINE,
            number: *number,
            kind: *kind,
        });
        let reports: Vec<SessionReport> = reports.collect();
        let claims = batch.claims.iter().map(|claim| claim.number);
        let named = self
            .claimants_again(claims)
            .into_iter()
            .chain(reports.iter().map(|report| report.number));
        let sessions = self.keeper.sessions(shelf, named)?;
        let mut step = pool::apply(
            state,
            &site.config,
            now,
            &PoolBatch {
                lines: std::slice::from_ref(batch),
                reports: &reports,
                sessions: Some(&sessions),
                timings: site.timings,
                again: self.keeper.remembered_pool.as_ref(),
                ..PoolBatch::default()
            },
        );
        let own = step.steps.pop().expect("a pool of one line has one step");
        let SiteBatch {
            config,
            reports,
            timings,
        } = site;
        let site = SiteCommit {
            config,
            reports,
            timings,
            step,
        };
        Ok((own, Some(site)))
    }

    /// Drops the reports that a durable commit has settled.
    pub(super) fn settle_site(&mut self, commit: &Commit, now_ms: u64) {
        let batch = &commit.batch;
        let (is_current, Some(commit)) = (batch.run == self.run, &commit.site) else {
            return;
        };
        // Those of a past run were dropped with it. Places that only a recovery makes known again
        // are reported once more.
        if is_current {
            let recovers = batch.recovery.is_some();
            let mut outcomes = commit.step.reports.iter();
            let again = |outcome: &ReportOutcome| recovers && *outcome == ReportOutcome::Unknown;
            let unsettled = self.reports.drain(..commit.reports.len());
            let unsettled = unsettled.filter(|_| outcomes.next().is_some_and(again));
            let unsettled: Vec<_> = unsettled.collect();
            self.reports.splice(..0, unsettled);
        }
        self.report_at_ms = now_ms + LOOK_MS;
        self.committed_site = Some(commit.config.clone());
    }

    /// Whether the site needs a commit: for other limits than those of the last commit, for a
    /// session that ends, or for reports that have waited long enough, as in the server.
    pub(super) fn site_is_due(&self, now_ms: u64) -> bool {
        let limits = |config: &PoolConfig| (config.rate, config.sessions);
        let changed = self.site.as_ref().map(limits) != self.committed_site.as_ref().map(limits);
        (changed && self.site.is_some()) || now_ms >= self.reports_wake_ms()
    }

    /// Returns when the reports are due for a commit.
    pub(super) fn reports_wake_ms(&self) -> u64 {
        let ends = |(_, kind): &(Number, ReportKind)| *kind == ReportKind::Ended;
        match self.reports.is_empty() {
            true => u64::MAX,
            false if self.reports.iter().any(ends) => 0,
            false => self.report_at_ms,
        }
    }

    fn shared(&self) -> Option<(&PoolState, &PoolConfig)> {
        self.keeper.pool.as_ref().zip(self.site.as_ref())
    }

    /// Returns how many claims could be granted now.
    pub(super) fn permits(&self, flow: FlowMs, config: &RoomConfig) -> u64 {
        match self.shared() {
            Some((state, site)) => pool::permits(state, site, at(flow), LINE),
            None => self.keeper.state.ledger.permits(config, at(flow)),
        }
    }

    /// Returns how many of these lapse within that time.
    pub(super) fn lapsing(&self, flow: FlowMs, config: &RoomConfig, within_ms: u64) -> u64 {
        match self.shared() {
            Some((state, site)) => pool::lapsing(state, site, at(flow), LINE, within_ms),
            None => self.keeper.state.ledger.lapsing(config, at(flow), within_ms),
        }
    }

    /// Returns how many permits can be expected within that time.
    pub(super) fn permits_within(&self, flow: FlowMs, within_ms: u64) -> u64 {
        if let Some((state, site)) = self.shared() {
            return pool::permits_within(state, site, at(flow), LINE, within_ms);
        }
        let outflow = &self.keeper.state.ledger.outflow;
        let rest_ms = outflow
            .next_due()
            .and_then(|due| within_ms.checked_sub(due.since(flow)));
        rest_ms.map_or(0, |rest_ms| outflow.pace().in_ms(rest_ms).max(1))
    }

    /// Returns when a claim can be granted next; `None` if never.
    pub(super) fn next_due(&self) -> Option<FlowMs> {
        match self.shared() {
            Some((state, site)) => pool::next_due(state, site, LINE),
            None => self.keeper.state.ledger.outflow.next_due(),
        }
    }
}

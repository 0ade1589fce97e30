//! Collects the settings in force and the proposal for the next commit: one batch per seat, news of
//! visitors in front for other nodes, and the side records that the batches name.

use std::collections::BTreeMap;

use admission::pool::PoolConfig;
use admission::{Batch, Number, Redirects};

use super::line::Line;
use super::{CommitProposal, KeepError, PoolNode, moves, newcomers};
use crate::rooms::PoolSettings;
use crate::rooms::change_log::NEWS_MAX;

impl PoolNode {
    /// The settings that the rooms share, in force now.
    pub(super) fn settings(&self) -> PoolSettings {
        **self.pool.load()
    }

    /// Returns a proposal with one batch per seat.
    pub(super) fn collect(&mut self, config: &PoolConfig, keys: Vec<Option<[u8; 32]>>) -> CommitProposal {
        // Each attempt has its own number, so that the ledger shows which attempt was made.
        self.last_batch.0 += 1;
        let stamp = (self.node, self.last_batch);
        let empty = Batch {
            node: stamp.0,
            batch: stamp.1,
            ..Batch::default()
        };
        let mut keys = keys.into_iter();
        let entropy = self.entropy.clone();
        let lines = self.each(config, |line, tick| {
            let key = keys.next().flatten();
            line.map_or_else(|| empty.clone(), |line| line.batch(tick, stamp, key, entropy.seed()))
        });
        let now = self.now();
        let asking = |line: &Option<Line>| line.as_ref().is_some_and(|line| line.about_to_ask(now) > 0);
        let news_max = (NEWS_MAX / self.lines.len().max(1)).max(1);
        let shared = self.replica.is_shared();
        let news = |line: &mut Option<Line>| match line {
            Some(line) if shared => line.front.take_news(news_max, now.flow),
            Some(line) => {
                line.front.drop_news();
                Vec::new()
            }
            None => Vec::new(),
        };
        CommitProposal {
            node: stamp.0,
            batch: stamp.1,
            front: self.lines.iter_mut().map(news).collect(),
            redirected: self.redirected(),
            lines,
            waited_for: self.lines.iter().map(asking).collect(),
            reports: Vec::new(),
            sessions: BTreeMap::new(),
            timings: self.timings.for_commit(),
            heard: self.flush(),
        }
    }

    /// The redirects that this node knows, one map per seat, for a store that may have lost them;
    /// empty unless the pool is recovering.
    fn redirected(&self) -> Vec<BTreeMap<Number, Redirects>> {
        if !self.replica.is_recovering() {
            return Vec::new();
        }
        let of_line = |line: &Option<Line>| {
            let line = line.as_ref()?;
            let run = line.shared.published.load().snapshot.run();
            Some(line.shared.log().redirects(run))
        };
        self.lines
            .iter()
            .map(|line| of_line(line).unwrap_or_default())
            .collect()
    }

    /// Loads the side records of moves, vouchers, returning visitors and sessions into the
    /// proposal.
    pub(super) async fn load_records(
        &self,
        config: &PoolConfig,
        proposal: &mut CommitProposal,
    ) -> Result<(), KeepError> {
        let tick = self.tick_context(config, &[]);
        let (mut sessions, rooms) = (Vec::new(), self.lines.len());
        for (line, batch) in self.lines.iter().zip(&mut proposal.lines) {
            let Some(line) = line else { continue };
            let returning = line.returning(&tick, batch);
            let devices = returning.iter().map(|claim| claim.device);
            let (codes, places) = moves::named(batch, devices);
            batch.records = self.replica.moves(line.at, codes, places).await?;
            batch.spent = self.replica.vouchers(line.at, newcomers::named(batch)).await?;
            let mut returning: Vec<Number> = returning.into_iter().map(|claim| claim.number).collect();
            returning.extend(line.let_through_twice(&tick, &batch.leased));
            if config.sessions.is_some() {
                proposal.reports.extend(line.session_reports(&tick, batch, rooms));
                sessions.extend(returning.iter().map(|number| (line.at, *number)));
            }
            batch.redirects = self.replica.redirects(line.at, returning).await?;
        }
        sessions.extend(proposal.reports.iter().map(|report| (report.line, report.number)));
        proposal.sessions = self.replica.sessions(sessions).await?;
        Ok(())
    }
}

//! Collects the proposal for the next commit: one batch per line, news of visitors in front for
//! other nodes, and the side records that the batches name.

use std::collections::BTreeMap;

use admission::pool::{LineIndex, PoolConfig};
use admission::voucher::VoucherHash;
use admission::{Batch, Now, Number, Redirects, Run};

use super::line::Line;
use super::{PoolNode, Random, Stage, newcomers, transfers};
use crate::answer::Replies;
use crate::change_log::NEWS_MAX;
use crate::effect::Effect;
use crate::error::StateError;
use crate::records;
use crate::replica::transfers::{LoadedCodes, NeededTransfers};
use crate::replica::{CommitProposal, RecordLoad, vouchers};
use crate::settings::PoolSettings;
use crate::store_call::StoreReply;

/// A commit whose side records are being loaded.
pub(super) struct Preparation {
    pub(super) config: PoolConfig,
    pub(super) settings: PoolSettings,
    pub(super) now: Now,
    pub(super) proposal: CommitProposal,
    /// By line.
    needed: Vec<NeededRecords>,
    load: RecordLoad,
    /// By line, once the records of codes are loaded, because they name further records.
    codes: Option<Vec<LoadedCodes>>,
}

/// The side records that a line's batch needs.
#[derive(Default)]
struct NeededRecords {
    transfers: NeededTransfers,
    vouchers: Vec<VoucherHash>,
    returning: Vec<Number>,
}

impl<R: Replies> PoolNode<R> {
    /// Returns a proposal with one batch per line.
    pub(super) fn collect(
        &mut self,
        config: &PoolConfig,
        keys: Vec<Option<[u8; 32]>>,
        random: Random<'_>,
    ) -> CommitProposal {
        // Each attempt has its own number, so that the ledger shows which attempt was made.
        self.last_batch.0 += 1;
        let stamp = (self.node, self.last_batch);
        let empty = Batch {
            node: stamp.0,
            batch: stamp.1,
            ..Batch::default()
        };
        let mut keys = keys.into_iter();
        let lines = self.each(config, |line, tick, _| {
            let key = keys.next().flatten();
            line.map_or_else(|| empty.clone(), |line| line.batch(tick, stamp, key, random.seed()))
        });
        let now = self.now();
        let is_waited_for = |line: &Option<Line<R>>| line.as_ref().is_some_and(|line| line.about_to_ask(now) > 0);
        let news_max = (NEWS_MAX / self.lines.len().max(1)).max(1);
        // The news are for other nodes, and for the node that opens the pool next.
        let news = |line: &mut Option<Line<R>>| {
            let line = line.as_mut();
            line.map_or_else(Vec::new, |line| line.front.take_news(news_max, now.flow))
        };
        CommitProposal {
            node: stamp.0,
            batch: stamp.1,
            front: self.lines.iter_mut().map(news).collect(),
            redirected: self.redirected(),
            lines,
            waited_for: self.lines.iter().map(is_waited_for).collect(),
            reports: Vec::new(),
            sessions: BTreeMap::new(),
            timings: self.timings.for_commit(),
            heard: self.flush(),
        }
    }

    /// The redirects that this node knows, one map per line, because the store may have lost them;
    /// empty unless the pool is recovering.
    fn redirected(&self) -> Vec<BTreeMap<Number, Redirects>> {
        if !self.replica.is_recovering() {
            return Vec::new();
        }
        let of_line = |line: &Option<Line<R>>| {
            let line = line.as_ref()?;
            let run = line.published.snapshot.run();
            Some(line.shared.redirects(run))
        };
        self.lines
            .iter()
            .map(|line| of_line(line).unwrap_or_default())
            .collect()
    }

    /// Determines the side records of transfers, vouchers, returning visitors and sessions that a
    /// proposal needs.
    pub(super) fn prepare(&self, (config, now): (PoolConfig, Now), mut proposal: CommitProposal) -> Preparation {
        let tick = self.tick_context(&config, &[]);
        let (mut sessions, rooms) = (Vec::new(), self.lines.len());
        let (mut needed, mut load) = (Vec::new(), RecordLoad::default());
        for (line, batch) in self.lines.iter().zip(&proposal.lines) {
            let Some(line) = line else {
                needed.push(NeededRecords::default());
                continue;
            };
            let returning = line.returning(&tick, batch);
            let devices = returning.iter().map(|claim| claim.device);
            let transfers = transfers::needed(batch, devices);
            let vouchers = newcomers::needed_vouchers(batch);
            let mut returning: Vec<Number> = returning.into_iter().map(|claim| claim.number).collect();
            returning.extend(line.let_through_twice(&tick, &batch.leased));
            if config.sessions.is_some() {
                proposal.reports.extend(line.session_reports(&tick, batch, rooms));
                sessions.extend(returning.iter().map(|number| (line.at, *number)));
            }
            let (at, run) = self.run_at(line.at);
            load.want(transfers.code_keys((at, run)));
            load.want(vouchers.iter().map(|voucher| records::voucher_key(at, run, *voucher)));
            load.want(returning.iter().map(|number| records::redirects_key(at, run, *number)));
            needed.push(NeededRecords {
                transfers,
                vouchers,
                returning,
            });
        }
        sessions.extend(proposal.reports.iter().map(|report| (report.line, report.number)));
        let key = |(line, number): &(LineIndex, Number)| records::session_key(*line, self.run_at(*line).1, *number);
        load.want(sessions.iter().map(key));
        proposal.sessions = sessions.into_iter().map(|place| (place, None)).collect();
        Preparation {
            config,
            settings: self.settings.pool,
            now,
            proposal,
            needed,
            load,
            codes: None,
        }
    }

    fn run_at(&self, line: LineIndex) -> (LineIndex, Run) {
        (line, self.replica.line(line).ledger.run)
    }

    /// Loads the next side records, or commits if all are loaded.
    pub(super) fn load_next(&mut self, mut preparation: Box<Preparation>, random: Random<'_>) {
        if let Some(call) = preparation.load.call() {
            self.out.push(Effect::Call(call));
            self.stage = Stage::Preparing(preparation);
            return;
        }
        if preparation.codes.is_none() {
            match self.decode_codes(&mut preparation) {
                Ok(codes) => preparation.codes = Some(codes),
                Err(reason) => {
                    let error = self.replica.damaged(reason);
                    self.fail(preparation.proposal, &error, random);
                    return self.after_commit(random);
                }
            }
            return self.load_next(preparation, random);
        }
        self.fill(&mut preparation);
        self.send(*preparation);
    }

    /// Continues after side records were loaded.
    pub(super) fn records_loaded(&mut self, mut preparation: Box<Preparation>, reply: StoreReply, random: Random<'_>) {
        match reply {
            StoreReply::Loaded(Ok(loaded)) => {
                preparation.load.take(loaded);
                self.load_next(preparation, random);
            }
            StoreReply::Loaded(Err(error)) => {
                self.fail(preparation.proposal, &StateError::from(error), random);
                self.after_commit(random);
            }
            _ => unreachable!("a reply to another call"),
        }
    }

    /// Decodes the records of codes, and adds the records of the places that they name.
    fn decode_codes(&self, preparation: &mut Preparation) -> Result<Vec<LoadedCodes>, &'static str> {
        let Preparation { needed, load, .. } = preparation;
        let mut codes = Vec::with_capacity(needed.len());
        let mut keys = Vec::new();
        for (at, needed) in (0..).map(LineIndex).zip(needed) {
            let found = needed.transfers.read_codes(self.run_at(at), &load.found)?;
            keys.extend(needed.transfers.place_keys(self.run_at(at), &found));
            codes.push(found);
        }
        load.want(keys.into_iter());
        Ok(codes)
    }

    /// Puts the loaded records into the proposal.
    fn fill(&self, preparation: &mut Preparation) {
        let Preparation {
            proposal,
            needed,
            load,
            codes,
            ..
        } = preparation;
        let found = &load.found;
        let codes = codes.take().unwrap_or_default();
        let lines = proposal.lines.iter_mut().zip(needed).zip(codes);
        for (at, ((batch, needed), codes)) in (0..).map(LineIndex).zip(lines) {
            let (_, run) = self.run_at(at);
            batch.records = needed.transfers.read_places((at, run), codes, found);
            batch.spent = vouchers::read((at, run), std::mem::take(&mut needed.vouchers), found);
            let redirects = needed.returning.iter().filter_map(|number| {
                let stored = found.get(&records::redirects_key(at, run, *number))?;
                Some((*number, records::decode(stored)?))
            });
            batch.redirects = redirects.collect();
        }
        for ((line, number), record) in &mut proposal.sessions {
            let stored = found.get(&records::session_key(*line, self.run_at(*line).1, *number));
            *record = stored.and_then(records::decode);
        }
    }
}

//! Reads what the commits of other nodes changed: by the change log, which names the few records to
//! read again, or by reading everything.

use std::collections::BTreeMap;

use admission::ledger::NODES_MAX;
use admission::marks::ChunkIndex;
use admission::pool::LineIndex;
use admission::presence::FrontNews;
use admission::transfer::TransferRecord;
use admission::{Device, FlowMs, Holders, Ledger, Marks, NodeId, Number, Run, State};
use store_values::{Generation, Loaded, Newest, RecordKey, SCAN_ATTEMPTS_MAX};

use super::{CommitAttempt, Read, ReadProgress, ReadResult, Reading, Replica, StateError, StoreCall};
use crate::change_log::NewCommit;
use crate::grants::{GrantLog, Granted};
use crate::records::{self, StoredPool};

/// The effects of other nodes' commits, apart from the state.
#[derive(Debug, Default)]
pub struct CommitNews {
    /// An attempt of this node whose outcome was unknown and that was made.
    pub(crate) landed: Option<Box<CommitAttempt>>,
    /// Grants that are not logged here yet.
    pub(crate) grants: Vec<(LineIndex, Granted)>,
    /// The commits, oldest first; empty if everything was read again.
    seen: Vec<NewCommit>,
    /// Whether everything was read again, so that the changes of the commits in between are
    /// unknown.
    is_reread: bool,
}

impl CommitNews {
    /// The news after everything was read again.
    pub(super) fn reread(grants: Vec<(LineIndex, Granted)>) -> Self {
        Self {
            grants,
            is_reread: true,
            ..Self::default()
        }
    }

    /// Grants that are not logged here yet.
    #[must_use]
    pub fn grants(&self) -> &[(LineIndex, Granted)] {
        &self.grants
    }

    /// The log of a line that opens after these commits.
    #[must_use]
    pub fn grant_log(&self, line: LineIndex) -> GrantLog {
        let mut log = GrantLog::default();
        let own = self.grants.iter().filter(|(of, _)| *of == line);
        own.for_each(|(_, granted)| log.push(*granted));
        log
    }

    /// The flow times of the commits; `None` if they are unknown.
    pub(crate) fn flows(&self) -> Option<Vec<FlowMs>> {
        (!self.is_reread).then(|| self.seen.iter().map(|seen| seen.flow).collect())
    }

    /// The news of visitors in front of a line, oldest first.
    pub(crate) fn front(&self, line: LineIndex, run: Run) -> Vec<FrontNews> {
        self.seen.iter().flat_map(|seen| seen.front(line, run)).collect()
    }

    /// The grants of a line.
    pub(crate) fn granted(&self, line: LineIndex, run: Run) -> impl Iterator<Item = &Granted> {
        let there = self.grants.iter().filter(move |(at, _)| *at == line);
        there
            .map(|(_, granted)| granted)
            .filter(move |granted| granted.run == run)
    }

    /// The numbers whose sessions ended in a line; `None` if not all of them are known.
    pub(crate) fn ended(&self, line: LineIndex, run: Run) -> Option<Vec<Number>> {
        if self.is_reread {
            return None;
        }
        let ended = self.seen.iter().map(|seen| seen.changes.ended.of(line, run));
        ended.collect::<Option<Vec<_>>>().map(|ended| ended.concat())
    }
}

/// If more records than this have to be read, everything is read again instead.
const RECORDS_MAX: usize = 2_000;

/// Records that are being read, and how often others committed during the read.
#[derive(Debug)]
pub(super) struct ChangeLogRead {
    wanted: Vec<RecordKey>,
    attempts: u32,
}

/// Records read at one generation.
pub(super) type FetchedRecords = BTreeMap<RecordKey, Option<Vec<u8>>>;

impl Replica {
    /// Starts to check whether another node committed, and to adopt its state.
    pub(crate) fn read_changes(&mut self) -> ReadProgress<ReadResult> {
        self.reading = Some((Reading::NewerState, self.generation));
        ReadProgress::Call(StoreCall::LoadNewer { known: self.generation })
    }

    /// Completes a read that adopted the stored state: finds the attempt of unknown outcome that
    /// was made.
    pub(super) fn caught_up(&mut self, mut news: CommitNews, before: Generation) -> CommitNews {
        if self.generation == before {
            return news;
        }
        let attempts = std::mem::take(&mut self.unknown);
        let nodes = self.known_nodes();
        // A full list of nodes does not show which ones are new.
        let is_new = |node: &NodeId| !self.known_nodes.contains(node);
        let somebody_began = nodes.len() < NODES_MAX && nodes.iter().any(is_new);
        let lags = self.heard.is_some_and(|heard| self.state.flow() < heard);
        self.needs_flow_commit = self.is_shared() && (somebody_began || lags);
        self.known_nodes = nodes;
        let ledger = self.state.lines.first().map(|line| &line.ledger);
        let landed = |attempt: &CommitAttempt| {
            ledger.is_some_and(|ledger| ledger.holds(attempt.proposal.node, attempt.proposal.batch))
        };
        news.landed = attempts.into_iter().find(landed).map(Box::new);
        news.landed.iter().for_each(|attempt| self.log_recovery(attempt));
        news
    }

    /// Reads the records that the change log names, until all of them are found. Reads everything
    /// if the change log does not lead from the state here to the stored one.
    pub(super) fn read_change_log(
        &mut self,
        newest: Newest,
        found: &FetchedRecords,
        attempts: u32,
    ) -> Result<Read, StateError> {
        // If only one node uses the store, the change log names no records.
        if attempts == SCAN_ATTEMPTS_MAX || !self.is_shared() {
            return Ok(self.reload());
        }
        let Some(stored) = self.decode(&newest)? else {
            return Ok(self.reload());
        };
        self.check_line_names(&stored.lines)?;
        if self.is_another_chain(&newest, &stored) {
            return Ok(self.reload());
        }
        let Some(seen) = stored.change_log.since(self.generation, newest.generation) else {
            return Ok(self.reload());
        };
        let wanted = self.wanted(&stored, &seen);
        if wanted.iter().all(|key| found.contains_key(key)) {
            let news = self.take_over_by_change_log(newest, stored, seen, found)?;
            return Ok(news.map_or_else(|| self.reload(), Read::News));
        }
        if wanted.len() > RECORDS_MAX {
            return Ok(self.reload());
        }
        let call = StoreCall::Load { keys: wanted.clone() };
        Ok(Read::More(Reading::ChangeLog(ChangeLogRead { wanted, attempts }), call))
    }

    /// Takes the records that the change log names. A commit may have come in between: the records
    /// belong to the ledger read with them.
    pub(super) fn take_change_log(&mut self, read: ChangeLogRead, loaded: Loaded) -> Result<Read, StateError> {
        let found: FetchedRecords = read.wanted.into_iter().zip(loaded.records).collect();
        let newest = Newest {
            generation: loaded.generation,
            ledger: loaded.ledger,
            recovering: loaded.recovering,
        };
        self.read_change_log(newest, &found, read.attempts + 1)
    }

    /// The keys of the records that the commits wrote and that this node keeps in memory.
    fn wanted(&self, stored: &StoredPool, seen: &[NewCommit]) -> Vec<RecordKey> {
        let mut keys = std::collections::BTreeSet::new();
        for left in seen.iter().map(|seen| &seen.changes) {
            if let Ok(key) = RecordKey::new(left.grants.clone())
                && !self.logged.contains(&key)
                && key.as_bytes() > stored.change_log.forgotten()
            {
                keys.insert(key);
            }
            for line in &left.lines {
                let Some((_, ledger)) = stored.lines.get(usize::from(line.line().0)) else {
                    continue;
                };
                // Records of a run or a window that is over are not kept in memory.
                if line.run != ledger.run {
                    continue;
                }
                let marks = line.marks.iter().map(|chunk| ChunkIndex(*chunk));
                keys.extend(marks.map(|chunk| records::marks_key(line.line(), line.run, chunk)));
                if ledger.order.unnumbered_from() == Some(line.window) {
                    let unnumbered = line.unnumbered.iter().map(|chunk| ChunkIndex(*chunk));
                    keys.extend(
                        unnumbered.map(|chunk| records::unnumbered_key(line.line(), line.run, line.window, chunk)),
                    );
                }
                let transferred = line.transferred.iter();
                keys.extend(transferred.map(|place| records::transfer_key(line.line(), line.run, *place)));
            }
        }
        keys.into_iter().collect()
    }

    /// Adopts the stored state with the records found; `None` if a record contradicts the change
    /// log.
    fn take_over_by_change_log(
        &mut self,
        newest: Newest,
        stored: StoredPool,
        seen: Vec<NewCommit>,
        found: &FetchedRecords,
    ) -> Result<Option<CommitNews>, StateError> {
        let mut lines = Vec::with_capacity(stored.lines.len());
        for (line, (name, ledger)) in (0..).map(LineIndex).zip(stored.lines) {
            let Some(state) = self.patched(line, ledger, found) else {
                return Ok(None);
            };
            self.check(&state)?;
            lines.push((name, state));
        }
        stored
            .shared
            .check()
            .map_err(|error| self.damaged(&error.to_string()))?;
        let mut grants = Vec::new();
        for (key, value) in found {
            // A grant record that was deleted in the meantime is outdated.
            if let Some(value) = value.as_ref().filter(|_| records::is_grants(key)) {
                grants.extend(self.grants_of(value)?);
                self.logged.insert(key.clone());
            }
        }
        let forgotten = stored.change_log.forgotten();
        self.logged.retain(|key| key.as_bytes() > forgotten);
        self.take_over(newest.generation, stored.shared, lines, stored.change_log);
        self.recovering = false;
        Ok(Some(CommitNews {
            grants,
            seen,
            ..CommitNews::default()
        }))
    }

    /// A line's state here, updated with the records that were read again.
    fn patched(&self, line: LineIndex, ledger: Ledger, found: &FetchedRecords) -> Option<State> {
        let mine = self.state.lines.get(usize::from(line.0));
        let mine = mine.filter(|mine| mine.ledger.run == ledger.run);
        let window = ledger.order.unnumbered_from();
        let same_window = |mine: &&State| mine.ledger.order.unnumbered_from() == window;
        let mut state = State {
            marks: mine.map(|mine| mine.marks.clone()).unwrap_or_default(),
            unnumbered: mine
                .filter(same_window)
                .map(|mine| mine.unnumbered.clone())
                .unwrap_or_default(),
            holders: mine.map(|mine| mine.holders.clone()).unwrap_or_default(),
            ledger,
        };
        let run = state.ledger.run;
        take_chunks(&mut state.marks, &records::marks_prefix(line, run), found)?;
        if let Some(window) = window {
            take_chunks(
                &mut state.unnumbered,
                &records::unnumbered_prefix(line, run, window),
                found,
            )?;
        }
        take_holders(&mut state.holders, &records::transfer_prefix(line, run), found)?;
        state.make_room_for_transfers();
        Some(state)
    }
}

fn under<'a>(
    found: &'a FetchedRecords,
    prefix: &'a [u8],
) -> impl Iterator<Item = (&'a RecordKey, &'a Option<Vec<u8>>)> {
    found.iter().filter(move |(key, _)| key.as_bytes().starts_with(prefix))
}

/// Adds the chunks under a prefix; `None` if one is missing or cannot be read.
fn take_chunks(marks: &mut Marks, prefix: &[u8], found: &FetchedRecords) -> Option<()> {
    let chunks = under(found, prefix).map(|(key, value)| Some((records::chunk_of(key)?, value.clone()?)));
    let chunks = chunks.collect::<Option<Vec<_>>>()?;
    if !chunks.is_empty() {
        marks.take_over(chunks).ok()?;
    }
    Some(())
}

/// Sets the holders under a prefix; `None` if a record cannot be read. A missing record belonged to
/// a place that was never transferred.
fn take_holders(holders: &mut Holders, prefix: &[u8], found: &FetchedRecords) -> Option<()> {
    for (key, value) in under(found, prefix) {
        let Some(value) = value else { continue };
        let sequence = records::place_of(key)?;
        let holder = TransferRecord::decode(value)?.holder;
        if holder > admission::Holder(0) {
            holders.set(Device { sequence, holder });
        }
    }
    Some(())
}

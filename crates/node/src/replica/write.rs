//! Builds the write of an attempt: the pool's value with its change log, and the records of every
//! line.

use admission::Step;
use admission::marks::ChunkIndex;
use admission::occupancy::SessionRecord;
use admission::pool::LineIndex;
use store_values::{RecordKey, Write};

use super::{CommitAttempt, Replica, transfers, vouchers};
use crate::change_log::{ChangeLog, ChangeSet, EndedSessions, LineChanges};
use crate::records;

impl Replica {
    /// Returns the write of an attempt and the change log after it.
    pub(super) fn write(&self, attempt: &CommitAttempt) -> (Write, ChangeLog) {
        let step = &attempt.step;
        let ledgers = step.steps.iter().map(|line| &line.state.ledger);
        let mut change_log = ChangeLog::default();
        let value = records::encode_pool(&step.ledger, self.line_names.iter().zip(ledgers), |bytes_max| {
            change_log = self.change_log_after(attempt, bytes_max);
            change_log.clone()
        });
        let mut write = Write::new(value).recovering(self.recovering);
        for (line, step) in (0..).map(LineIndex).zip(&step.steps) {
            write = write_line(write, line, step);
        }
        for ((line, number), session) in &step.sessions {
            let run = step.steps[usize::from(line.0)].state.ledger.run;
            write = write.put(records::session_key(*line, run, *number), records::encode(session));
        }
        if !attempt.grants.is_empty() {
            write = write.put(attempt.grants_key(), records::encode_grants(&attempt.grants));
        }
        let heard = attempt.proposal.heard.iter().flat_map(|flush| &flush.records);
        write.records.extend(heard.cloned());
        let write = attempt
            .outdated
            .iter()
            .fold(write, |write, key| write.delete(key.clone()));
        (write, change_log)
    }

    /// Returns the change log after an attempt. If no other node shares the store, it contains only
    /// the news of visitors in front, for the node that opens the pool next.
    fn change_log_after(&self, attempt: &CommitAttempt, bytes_max: usize) -> ChangeLog {
        let flow = attempt.step.ledger.flow;
        let lines = (0..).map(LineIndex).zip(&attempt.step.steps);
        let proposed = attempt.proposal.lines.iter().zip(&attempt.proposal.front);
        let lines = lines.zip(proposed).map(|((line, step), (batch, front))| {
            let run = step.state.ledger.run;
            let mut left = match self.is_shared() {
                true => line_changes(line, step),
                false => LineChanges::new(line, run),
            };
            // After a reset the same numbers are other visitors.
            if batch.run == run {
                left.record_news(front, flow);
            }
            left
        });
        let left = match self.is_shared() {
            true => ChangeSet {
                lines: lines.collect(),
                grants: grants_of(attempt),
                ended: ended(attempt),
            },
            false => ChangeSet {
                lines: lines.collect(),
                ..ChangeSet::default()
            },
        };
        let mut change_log = self
            .change_log
            .with((self.generation, attempt.proposal.node, flow), left, bytes_max);
        if let Some(last) = attempt.outdated.last().map(RecordKey::as_bytes) {
            change_log.forget(last);
        }
        change_log
    }
}

/// The key of an attempt's grant record; empty if it gives no grants.
fn grants_of(attempt: &CommitAttempt) -> Vec<u8> {
    let key = (!attempt.grants.is_empty()).then(|| attempt.grants_key());
    key.map(|key| key.as_bytes().to_vec()).unwrap_or_default()
}

fn ended(attempt: &CommitAttempt) -> EndedSessions {
    let sessions = attempt.step.sessions.iter();
    let ended = sessions.filter(|(_, record)| **record == SessionRecord::Ended);
    EndedSessions::new(ended.map(|((line, number), _)| {
        let run = attempt.proposal.lines[usize::from(line.0)].run;
        (*line, run, *number)
    }))
}

fn line_changes(line: LineIndex, step: &Step) -> LineChanges {
    let mut left = LineChanges::new(line, step.state.ledger.run);
    left.marks = step.changed.iter().map(|chunk| chunk.0).collect();
    if let Some(window) = step.state.ledger.order.unnumbered_from() {
        left.window = window;
        left.unnumbered = step.unnumbered_changed.iter().map(|chunk| chunk.0).collect();
    }
    left.transferred = step.transfers.places.keys().copied().collect();
    left
}

fn write_line(mut write: Write, line: LineIndex, step: &Step) -> Write {
    let (run, state) = (step.state.ledger.run, &step.state);
    for chunk in &step.changed {
        write = write.put(records::marks_key(line, run, *chunk), state.marks.encode_chunk(*chunk));
    }
    if let Some(window) = state.ledger.order.unnumbered_from() {
        for chunk in &step.unnumbered_changed {
            let key = records::unnumbered_key(line, run, window, *chunk);
            write = write.put(key, state.unnumbered.encode_chunk(*chunk));
        }
    }
    if let Some((window, chunks)) = step.unnumbered_gone {
        for chunk in (0..chunks).map(ChunkIndex) {
            write = write.delete(records::unnumbered_key(line, run, window, chunk));
        }
    }
    for (number, redirects) in &step.redirects {
        let key = records::redirects_key(line, run, *number);
        write = write.put(key, records::encode(redirects));
    }
    write = transfers::write(write, line, run, &step.transfers);
    vouchers::write(write, line, run, &step.vouchers)
}

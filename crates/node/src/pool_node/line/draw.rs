//! The documents of a draw during the room's life: a commitment before the pre-queue opens, the
//! cut-off when the pre-queue is closed, then the key for the engine, and the reveal once the
//! numbers are durable.
//!
//! Each document can be written again after a crash (the first published version stays valid), so
//! this module only remembers which effects it can skip.

use admission::{Batch, Ledger, Phase, Run, Schedule, WallMs};

use super::Line;
use crate::answer::Replies;
use crate::effect::{DrawNotWritten, DueDocument, Effect, WrittenDocument};
use crate::pool_node::{PoolNode, PoolStep, RETRY_MS, Random, Stage};

/// The documents that this process knows to be written.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(in crate::pool_node) struct WrittenDraw {
    commitment: Option<(Run, Schedule)>,
    reveal: Option<Run>,
}

/// Documents that are being written, one room after another.
#[derive(Debug)]
pub(in crate::pool_node) struct DrawWriting {
    /// The document under way, and the index of its line.
    at: usize,
    document: Option<(DueDocument, Schedule)>,
    /// By line, the draw's key of each room whose pre-queue is closed.
    keys: Vec<Option<[u8; 32]>>,
    has_failed: bool,
}

impl<R: Replies> PoolNode<R> {
    /// Writes the documents that are due, then continues with the next commit.
    pub(in crate::pool_node) fn write_draw_documents(&mut self, random: Random<'_>) {
        let writing = DrawWriting {
            at: 0,
            document: None,
            keys: vec![None; self.lines.len()],
            has_failed: false,
        };
        if self.now_ms() < self.retry_at_ms.max(self.draw_at_ms) {
            return self.commit_what_is_due(writing.keys, random);
        }
        self.write_next(writing, random);
    }

    fn write_next(&mut self, mut writing: DrawWriting, random: Random<'_>) {
        let config = self.config();
        for at in writing.at..self.lines.len() {
            // The documents of a draw belong to the room: before the draw, nobody waits in another
            // lane.
            let Some(line) = self.lines[at].as_ref().filter(|line| line.shared.lane == 0) else {
                continue;
            };
            let schedule = config.rooms[at].config.schedule;
            let Some(document) = line.due_document(&self.replica.line(line.at).ledger, &schedule) else {
                continue;
            };
            self.out.push(Effect::WriteDraw {
                line: line.at,
                document,
                wall: self.clocks.wall,
            });
            (writing.at, writing.document) = (at, Some((document, schedule)));
            self.stage = Stage::WritingDraws(writing);
            return;
        }
        if writing.has_failed {
            // A draw can wait for its beacon for a long time. Commits continue meanwhile: newcomers
            // get their places, and the pool's other rooms let visitors in.
            self.draw_at_ms = self.now_ms() + RETRY_MS;
        }
        self.commit_what_is_due(writing.keys, random);
    }

    /// Continues after a document was written, or could not be written.
    pub(in crate::pool_node) fn draw_written(
        &mut self,
        mut writing: DrawWriting,
        written: Result<WrittenDocument, DrawNotWritten>,
        random: Random<'_>,
    ) {
        let line = self.lines[writing.at].as_mut();
        match (written, line, writing.document.take()) {
            (Ok(written), Some(line), Some((document, schedule))) => {
                line.written.note(document, schedule);
                if let WrittenDocument::CutOff(key) = written {
                    writing.keys[writing.at] = Some(key);
                }
            }
            (Err(DrawNotWritten), ..) => writing.has_failed = true,
            _ => {}
        }
        writing.at += 1;
        self.write_next(writing, random);
    }

    /// Publishes an abort for each run that a commit ended, in case its draw was not made.
    pub(in crate::pool_node) fn abort_draws(&mut self, batches: &[Batch], step: &PoolStep, wall: WallMs) {
        for ((line, batch), step) in self.lines.iter().zip(batches).zip(&step.steps) {
            let ended = |line: &&Line<R>| line.shared.lane == 0 && step.outcome.run != batch.run;
            if let Some(line) = line.as_ref().filter(ended) {
                self.out.push(Effect::AbortDraw {
                    line: line.at,
                    run: batch.run,
                    wall,
                });
            }
        }
    }
}

impl WrittenDraw {
    fn note(&mut self, document: DueDocument, schedule: Schedule) {
        match document {
            DueDocument::Commitment { run, .. } => self.commitment = Some((run, schedule)),
            DueDocument::CutOff { .. } => {}
            DueDocument::Reveal { run } => self.reveal = Some(run),
        }
    }
}

impl<R: Replies> Line<R> {
    fn due_document(&self, ledger: &Ledger, schedule: &Schedule) -> Option<DueDocument> {
        let run = ledger.run;
        match ledger.lifecycle.phase() {
            Phase::Idle | Phase::PreQueue => {
                let (opens, starts) = schedule.opens().zip(schedule.start)?;
                let is_written = self.written.commitment == Some((run, *schedule));
                (!is_written).then_some(DueDocument::Commitment { run, opens, starts })
            }
            Phase::Closed => Some(DueDocument::CutOff {
                run,
                population: ledger.order.population().unwrap_or(0),
            }),
            Phase::Queue => {
                let is_drawn = ledger.order.drawn_population().is_some();
                let is_due = is_drawn && self.written.reveal != Some(run);
                is_due.then_some(DueDocument::Reveal { run })
            }
            Phase::PostQueue => None,
        }
    }
}

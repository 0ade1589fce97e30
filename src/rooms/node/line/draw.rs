//! Writes the documents of a draw during the room's life: a commitment before the pre-queue opens,
//! the cut-off when the pre-queue is closed, then the key for the engine, and the reveal once the
//! numbers are durable.
//!
//! Each document can be written again after a crash ([`crate::draws`] returns the one published
//! before), so this module only remembers which calls it can skip.

use admission::{Batch, Ledger, Phase, Run, Schedule, WallMs};
use draw::AbortReason;

use super::Line;
use crate::draws::DrawsError;
use crate::rooms::node::{PoolNode, PoolStep, RETRY_MS};

/// The documents that this process knows to be written.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(in crate::rooms::node) struct WrittenDraw {
    commitment: Option<(Run, Schedule)>,
    reveal: Option<Run>,
}

impl PoolNode {
    /// Writes the documents that are due, one room after another. Returns, by seat, the draw's key
    /// of each room whose pre-queue is closed.
    pub(in crate::rooms::node) async fn write_draw_documents(&mut self) -> Vec<Option<[u8; 32]>> {
        let mut keys = vec![None; self.lines.len()];
        if self.now_ms() < self.retry_at_ms {
            return keys;
        }
        let (wall, mut failed) = (self.clock.wall(), false);
        for ((line, state), key) in self.lines.iter_mut().zip(&self.replica.state.lines).zip(&mut keys) {
            // The documents of a draw are the room's: nobody waits in another lane before it.
            let Some(line) = line.as_mut().filter(|line| line.shared.lane == 0) else {
                continue;
            };
            match line.due_document(&state.ledger, wall).await {
                Ok(found) => *key = found,
                Err(error) => {
                    tracing::error!(room = %line.shared.name, error = %error, "cannot write a document of the draw; will retry");
                    failed = true;
                }
            }
        }
        if failed {
            self.retry_at_ms = self.now_ms() + RETRY_MS;
        }
        keys
    }

    /// Publishes an abort for each run that a commit ended, in case its draw was not made.
    pub(in crate::rooms::node) async fn abort_draws(&self, batches: &[Batch], step: &PoolStep, wall: WallMs) {
        for ((line, batch), step) in self.lines.iter().zip(batches).zip(&step.steps) {
            let Some(line) = line
                .as_ref()
                .filter(|line| line.shared.lane == 0 && step.outcome.run != batch.run)
            else {
                continue;
            };
            if let Err(error) = line.shared.draws.abort(batch.run, AbortReason::Reset, wall).await {
                tracing::error!(room = %line.shared.name, error = %error, "cannot publish that a draw was aborted");
            }
        }
    }
}

impl Line {
    async fn due_document(&mut self, ledger: &Ledger, wall: WallMs) -> Result<Option<[u8; 32]>, DrawsError> {
        let (config, run) = (self.shared.settings.load().engine(), ledger.run);
        let draws = &self.shared.draws;
        match ledger.lifecycle.phase() {
            Phase::Idle | Phase::PreQueue => {
                if let (Some(opens), Some(starts)) = (config.schedule.opens(), config.schedule.start)
                    && self.written.commitment != Some((run, config.schedule))
                {
                    draws.commit_to(run, opens, starts, wall).await?;
                    self.written.commitment = Some((run, config.schedule));
                }
                Ok(None)
            }
            Phase::Closed => {
                let people = ledger.order.population().unwrap_or(0);
                let population =
                    draw::Population::new(people).expect("a run ends before its sequence needs more than 36 bits");
                draws.cut_off(run, population, wall).await?;
                let (key, _) = draws.key(run).await?;
                Ok(Some(*key.as_bytes()))
            }
            Phase::Queue => {
                if ledger.order.drawn_population().is_some() && self.written.reveal != Some(run) {
                    draws.reveal(run, wall).await?;
                    self.written.reveal = Some(run);
                }
                Ok(None)
            }
            Phase::PostQueue => Ok(None),
        }
    }
}

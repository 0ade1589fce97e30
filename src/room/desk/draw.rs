//! The papers of a draw follow the room's life: a commitment before the pre-queue opens, the cut-off when it is closed, then the key for the engine, and the
//! reveal once the numbers are durable.
//!
//! Every paper may be written again after a crash ([`crate::draws`] gives back what was said), so nothing is remembered but what need not be asked again.

use admission::{Phase, Run, Schedule, WallMs};

use super::{Desk, RETRY_MS};
use crate::draws::DrawsError;

/// What was written already, as far as this process knows.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Written {
    commitment: Option<(Run, Schedule)>,
    reveal: Option<Run>,
}

impl Desk {
    /// Writes the paper that is due; returns the draw's key once the pre-queue is closed.
    pub(super) async fn write_papers(&mut self) -> Option<[u8; 32]> {
        if self.now_ms() < self.retry_at_ms {
            return None;
        }
        match self.due_paper().await {
            Ok(key) => key,
            Err(error) => {
                tracing::error!(room = %self.shared.name, error = %error, "a paper of the draw could not be written; it is tried again");
                self.retry_at_ms = self.now_ms() + RETRY_MS;
                None
            }
        }
    }

    async fn due_paper(&mut self) -> Result<Option<[u8; 32]>, DrawsError> {
        let (ledger, config, wall) = (&self.keeper.state.ledger, self.config(), self.shared.clock.wall());
        let (run, draws) = (ledger.run, &self.shared.draws);
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

    /// A run is over whose draw was perhaps not made: that is published too.
    pub(super) async fn abort_draw(&mut self, run: Run, wall: WallMs) {
        if let Err(error) = self.shared.draws.abort(run, draw::AbortReason::Reset, wall).await {
            tracing::error!(room = %self.shared.name, error = %error, "the end of a draw could not be published");
        }
    }
}

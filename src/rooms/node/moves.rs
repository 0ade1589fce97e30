//! Moves before the pool node: which side records they need, and what is told once they are
//! durable.

use admission::transfer::{CodeHash, MOVES_ASKED_MAX, MoveOutcome, MoveRequest};
use admission::{Batch, Device, Now, Sequence, State, Step};

use super::line::{Line, TickContext};
use crate::rooms::command::{MoveDecision, MoveReply};
use crate::rooms::{Place, TurnReply};

/// Codes and places that a batch names: their records are wanted. `returning` are devices that
/// claim a place which was let through before.
pub(super) fn named(batch: &Batch, returning: impl Iterator<Item = Device>) -> (Vec<CodeHash>, Vec<Sequence>) {
    let codes = batch.moves.iter().map(|ask| match ask {
        MoveRequest::Offer { code, .. } | MoveRequest::Take { code } => *code,
    });
    let offered = batch.moves.iter().filter_map(|ask| match ask {
        MoveRequest::Offer { device, .. } => Some(*device),
        MoveRequest::Take { .. } => None,
    });
    let places = offered.chain(returning).map(|device| device.sequence);
    (codes.collect(), places.collect())
}

impl Line {
    /// Whether the place has moved on to another device.
    pub(super) fn is_past(&self, tick: &TickContext<'_>, known: &Place) -> bool {
        self.state(tick).holders.is_past(known.device)
    }

    pub(super) fn move_asked(&mut self, ask: MoveRequest, reply: MoveReply) {
        self.moves.push((ask, reply));
    }

    /// The moves of the next commit, of a pool of so many rooms.
    pub(super) fn moves_next(&self, rooms: usize) -> Vec<MoveRequest> {
        let most = (MOVES_ASKED_MAX / rooms.max(1)).max(1);
        self.moves.iter().take(most).map(|(ask, _)| ask.clone()).collect()
    }

    /// Whoever held a place that moved is told so at once, and the new device is told that it is
    /// its turn before it is let through.
    pub(super) fn answer_moves(&mut self, batch: &Batch, step: &Step, now: Now) {
        let (run, run_began) = (step.outcome.run, step.state.ledger.run_began);
        let proposal = self.moves.drain(..batch.moves.len()).collect::<Vec<_>>();
        for ((_, reply), outcome) in proposal.into_iter().zip(&step.outcome.moves) {
            if let MoveOutcome::Taken { device, .. } = outcome {
                self.moved_on(&step.state, *device, now);
            }
            let outcome = outcome.clone();
            // A new device that hung up has the place all the same, and its code is spent: the old
            // device is told so.
            _ = reply.send(Ok(MoveDecision {
                run,
                run_began,
                outcome,
            }));
        }
    }

    fn moved_on(&mut self, state: &State, device: Device, now: Now) {
        self.seen.hear(device.sequence, now.flow);
        if let Some(number) = state.ledger.number(device.sequence) {
            self.front.leave(number);
            self.held.answer(number, TurnReply::Moved);
        }
    }
}

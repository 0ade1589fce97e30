//! Transfers at the pool node: the side records they need, and their answers once they are durable.

use admission::transfer::{MOVES_ASKED_MAX, MoveOutcome, MoveRequest};
use admission::{Batch, Device, Now, State, Step};

use super::line::{Line, TickContext};
use crate::answer::{AnswerTo, MoveDecision, MoveResult, Replies, TurnReply};
use crate::effect::Outbox;
use crate::place::Place;
use crate::replica::transfers::NeededMoves;

/// The codes and places whose side records a batch needs. `returning`: devices that claim a place
/// that was let through before.
pub(super) fn needed(batch: &Batch, returning: impl Iterator<Item = Device>) -> NeededMoves {
    let codes = batch.moves.iter().map(|ask| match ask {
        MoveRequest::Offer { code, .. } | MoveRequest::Take { code } => *code,
    });
    let offered = batch.moves.iter().filter_map(|ask| match ask {
        MoveRequest::Offer { device, .. } => Some(*device),
        MoveRequest::Take { .. } => None,
    });
    let places = offered.chain(returning).map(|device| device.sequence);
    NeededMoves {
        codes: codes.collect(),
        places: places.collect(),
    }
}

impl<R: Replies> Line<R> {
    /// Whether the place has moved on to another device.
    pub(super) fn is_past(&self, tick: &TickContext<'_>, place: &Place) -> bool {
        self.state(tick).holders.is_past(place.device)
    }

    pub(super) fn queue_move(&mut self, ask: MoveRequest, reply: R::To<MoveResult>) {
        self.moves.push((ask, reply));
    }

    /// The transfers of the next commit, for a pool of `rooms` rooms.
    pub(super) fn moves_next(&self, rooms: usize) -> Vec<MoveRequest> {
        let most = (MOVES_ASKED_MAX / rooms.max(1)).max(1);
        self.moves.iter().take(most).map(|(ask, _)| ask.clone()).collect()
    }

    /// Answers transfers. The former device of a moved place gets the answer at once. The new
    /// device learns that it is its turn before it is let through.
    pub(super) fn answer_moves(&mut self, batch: &Batch, step: &Step, now: Now, out: &mut Outbox<R>) {
        let (run, run_began) = (step.outcome.run, step.state.ledger.run_began);
        let drained = self.moves.drain(..batch.moves.len()).collect::<Vec<_>>();
        for ((_, reply), outcome) in drained.into_iter().zip(&step.outcome.moves) {
            if let MoveOutcome::Taken { device, .. } = outcome {
                self.hand_over(&step.state, *device, now, out);
            }
            let outcome = outcome.clone();
            // A new device that disconnected nevertheless holds the place, and its code is spent,
            // so the former device is answered.
            let decision = MoveDecision {
                run,
                run_began,
                outcome,
            };
            out.answer(AnswerTo::Move(reply, Ok(decision)));
        }
    }

    fn hand_over(&mut self, state: &State, device: Device, now: Now, out: &mut Outbox<R>) {
        self.seen.hear(device.sequence, now.flow);
        if let Some(number) = state.ledger.number(device.sequence) {
            self.front.leave(number);
            self.held.answer(number, TurnReply::Moved, out);
        }
    }
}

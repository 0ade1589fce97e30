//! Transfers at the pool node: the side records they need, and their answers once they are durable.

use admission::transfer::{TRANSFERS_ASKED_MAX, TransferOutcome, TransferRequest};
use admission::{Batch, Device, Now, State, Step};

use super::line::{Line, TickContext};
use crate::answer::{AnswerTo, Replies, TransferDecision, TransferResult, TurnReply};
use crate::effect::Outbox;
use crate::place::Place;
use crate::replica::transfers::NeededTransfers;

/// The codes and places whose side records a batch needs. `returning`: devices that claim a place
/// that was let through before.
pub(super) fn needed(batch: &Batch, returning: impl Iterator<Item = Device>) -> NeededTransfers {
    let codes = batch.transfers.iter().map(|ask| match ask {
        TransferRequest::Offer { code, .. } | TransferRequest::Take { code } => *code,
    });
    let offered = batch.transfers.iter().filter_map(|ask| match ask {
        TransferRequest::Offer { device, .. } => Some(*device),
        TransferRequest::Take { .. } => None,
    });
    let places = offered.chain(returning).map(|device| device.sequence);
    NeededTransfers {
        codes: codes.collect(),
        places: places.collect(),
    }
}

impl<R: Replies> Line<R> {
    /// Whether the place was transferred to another device.
    pub(super) fn is_past(&self, tick: &TickContext<'_>, place: &Place) -> bool {
        self.state(tick).holders.is_past(place.device)
    }

    pub(super) fn queue_transfer(&mut self, ask: TransferRequest, reply: R::To<TransferResult>) {
        self.transfers.push((ask, reply));
    }

    /// The transfers of the next commit, for a pool of `rooms` rooms.
    pub(super) fn next_transfers(&self, rooms: usize) -> Vec<TransferRequest> {
        let most = (TRANSFERS_ASKED_MAX / rooms.max(1)).max(1);
        self.transfers.iter().take(most).map(|(ask, _)| ask.clone()).collect()
    }

    /// Answers transfers. The former device of a transferred place gets the answer at once. The new
    /// device learns that it is its turn before it is let through.
    pub(super) fn answer_transfers(&mut self, batch: &Batch, step: &Step, now: Now, out: &mut Outbox<R>) {
        let (run, run_began) = (step.outcome.run, step.state.ledger.run_began);
        let drained = self.transfers.drain(..batch.transfers.len()).collect::<Vec<_>>();
        for ((_, reply), outcome) in drained.into_iter().zip(&step.outcome.transfers) {
            if let TransferOutcome::Taken { device, .. } = outcome {
                self.hand_over(&step.state, *device, now, out);
            }
            let outcome = outcome.clone();
            // A new device that disconnected nevertheless holds the place, and its code is spent,
            // so the former device is answered.
            let decision = TransferDecision {
                run,
                run_began,
                outcome,
            };
            out.answer(AnswerTo::Transfer(reply, Ok(decision)));
        }
    }

    fn hand_over(&mut self, state: &State, device: Device, now: Now, out: &mut Outbox<R>) {
        self.seen.record_poll(device.sequence, now.flow);
        if let Some(number) = state.ledger.number(device.sequence) {
            self.front.leave(number);
            self.held.answer(number, TurnReply::Transferred, out);
        }
    }
}

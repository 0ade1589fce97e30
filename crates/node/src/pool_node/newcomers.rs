//! Newcomers at the pool node, with their vouchers: how many go into the next commit, which records
//! that commit needs, and the answers once it is durable.

use admission::batch::ArrivalOutcome;
use admission::voucher::{ConditionalArrival, FREED_MAX, VoucherHash, WITH_VOUCHERS_MAX};
use admission::{Batch, Now, Sequence, Step};

use super::line::Line;
use crate::answer::{AnswerTo, Replies, Unserved};
use crate::effect::Outbox;
use crate::place::NewPlace;

/// The vouchers whose side records a batch needs.
pub(super) fn needed_vouchers(batch: &Batch) -> Vec<VoucherHash> {
    let vouchers = batch.conditional.iter().flat_map(|conditional| &conditional.vouchers);
    vouchers.map(|voucher| voucher.hash).collect()
}

impl<R: Replies> Line<R> {
    /// The number of newcomers that the next commit takes, at most `most`, and the newcomers among
    /// them on whom the commit decides, for a pool of `rooms` rooms.
    pub(super) fn arrivals_next(&self, most: u64, rooms: usize) -> (u32, Vec<ConditionalArrival>) {
        let with_vouchers_max = (WITH_VOUCHERS_MAX / rooms.max(1)).max(1);
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        let mut conditional = Vec::new();
        let (mut arrivals, mut with_vouchers) = (0, 0);
        for (newcomer, _) in self.arrivals.iter().take(most) {
            let brings = !newcomer.vouchers.is_empty();
            if brings && with_vouchers == with_vouchers_max {
                break;
            }
            with_vouchers += usize::from(brings);
            if brings || newcomer.origin.is_some() || newcomer.run.is_some() {
                conditional.push(ConditionalArrival {
                    arrival: arrivals,
                    vouchers: newcomer.vouchers.clone(),
                    origin: newcomer.origin,
                    leaves: newcomer.leaves,
                    run: newcomer.run,
                });
            }
            arrivals += 1;
        }
        (arrivals, conditional)
    }

    /// The vouchers that the next commit frees, for a pool of `rooms` rooms.
    pub(super) fn freed_next(&self, rooms: usize) -> Vec<VoucherHash> {
        let most = (FREED_MAX / rooms.max(1)).max(1);
        self.freed.iter().take(most).map(|(voucher, _)| *voucher).collect()
    }

    pub(super) fn answer_arrivals(&mut self, batch: &Batch, step: &Step, now: Now, out: &mut Outbox<R>) {
        let (outcome, ledger) = (&step.outcome, &step.state.ledger);
        let unseen_end = outcome.first_arrival.map(|first| first.0 + u64::from(outcome.unseen));
        let given = |sequence: Sequence| NewPlace {
            run: outcome.run,
            run_began: ledger.run_began,
            sequence,
            at: now.wall,
            unseen: unseen_end.is_some_and(|end| sequence.0 < end),
        };
        let drained = self.arrivals.drain(..batch.arrivals as usize);
        for ((_, reply), arrival) in drained.zip(outcome.arrivals(batch)) {
            // A newcomer who disconnected asks again.
            let result = match arrival {
                ArrivalOutcome::Given(sequence) => Ok(Ok(given(sequence))),
                ArrivalOutcome::Refused(refused) => Ok(Err(refused)),
                ArrivalOutcome::NotOpen => Err(Unserved::NotOpen),
            };
            out.answer(AnswerTo::Arrive(reply, result));
        }
    }

    pub(super) fn answer_freed(&mut self, batch: &Batch, out: &mut Outbox<R>) {
        for (_, reply) in self.freed.drain(..batch.freed.len()) {
            out.answer(AnswerTo::Done(reply, Ok(())));
        }
    }
}

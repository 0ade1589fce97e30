//! Newcomers who bring vouchers, or whose place has a price. Vouchers are spent together with the
//! place that is given for them, or not at all. A newcomer whose voucher's record was not loaded,
//! or who was judged by the rules of another run, is refused as [`ArrivalRefused::Stale`].

use super::Plan;
use super::price::{PricedLine, fades};
use crate::price::Payment;
use crate::units::Sequence;
use crate::voucher::{ArrivalRefused, ConditionalArrival, VOUCHERS_MAX, VoucherHash, VoucherRecord};

impl Plan<'_> {
    /// Deletes the records of vouchers that the operator gives back.
    pub(crate) fn free_vouchers(&mut self) {
        if self.is_current() {
            let freed = self.batch.freed.iter();
            self.vouchers.extend(freed.map(|voucher| (*voucher, None)));
        }
    }

    /// Decides on the batch's [`ConditionalArrival`]s, in order; `first` is the next sequence. For
    /// newcomers from `full_from` on, the room is full. Also returns how many newcomers of the
    /// batch get a place.
    pub(crate) fn decide_arrivals(
        &mut self,
        first: Sequence,
        full_from: Option<Sequence>,
    ) -> (Vec<Result<(), ArrivalRefused>>, u64) {
        let batch = self.batch;
        let fades = fades(&self.state.ledger);
        self.state.ledger.networks.pass_time(self.now.flow, fades);
        let waiting = self.state.waiting();
        let (mut next, mut seen) = (first, 0);
        let mut outcomes = Vec::with_capacity(batch.conditional.len());
        let give = |next: &mut Sequence, newcomers: u32| {
            let room = full_from.map_or(u64::MAX, |full| full.0.saturating_sub(next.0));
            next.0 += u64::from(newcomers).min(room);
        };
        for conditional in &batch.conditional {
            give(&mut next, conditional.arrival - seen);
            seen = conditional.arrival + 1;
            let outcome = match full_from {
                Some(full) if next >= full && !conditional.leaves => Err(ArrivalRefused::RoomFull),
                _ => self.decide_on(conditional, next, (waiting, next.0 - first.0)),
            };
            next.0 += u64::from(outcome.is_ok());
            outcomes.push(outcome);
        }
        give(&mut next, batch.arrivals - seen);
        (outcomes, next.0 - first.0)
    }

    /// Decides on a newcomer; `waiting`: the number of waiting visitors; `given`: the places given
    /// in this batch so far.
    fn decide_on(
        &mut self,
        conditional: &ConditionalArrival,
        sequence: Sequence,
        (waiting, given): (u64, u64),
    ) -> Result<(), ArrivalRefused> {
        if conditional.run.is_some_and(|run| run != self.run()) {
            return Err(ArrivalRefused::Stale);
        }
        let line = PricedLine {
            ledger: &self.state.ledger,
            config: self.config,
            waiting,
            given,
            now: self.now,
        };
        if let Some(unpaid) = conditional.origin.and_then(|origin| line.unpaid(&origin)) {
            return Err(ArrivalRefused::Unpaid(unpaid));
        }
        self.spend_vouchers(conditional, sequence)?;
        if let Some(origin) = conditional.origin {
            let networks = &mut self.state.ledger.networks;
            networks.count(&origin.networks, self.now.flow);
            if origin.payment == Payment::Patience {
                networks.count_patient(self.now.flow);
            }
        }
        Ok(())
    }

    fn spend_vouchers(&mut self, conditional: &ConditionalArrival, sequence: Sequence) -> Result<(), ArrivalRefused> {
        debug_assert!(
            conditional.vouchers.len() <= VOUCHERS_MAX,
            "a token, a key and an identity at most"
        );
        for (at, voucher) in conditional.vouchers.iter().enumerate() {
            if self.is_spent(&voucher.hash).ok_or(ArrivalRefused::Stale)? {
                return Err(ArrivalRefused::Spent(at));
            }
        }
        let spent_at = self.now.wall;
        let spent = conditional.vouchers.iter().map(|voucher| {
            let record = VoucherRecord {
                sequence,
                spent_at,
                ends_at: voucher.ends_at,
            };
            (voucher.hash, Some(record))
        });
        self.vouchers.extend(spent);
        Ok(())
    }

    /// Returns whether a voucher is spent as the batch has left it so far; `None` if that is
    /// unknown.
    fn is_spent(&self, voucher: &VoucherHash) -> Option<bool> {
        let loaded = self.batch.spent.get(voucher).filter(|_| self.is_current());
        let record = self.vouchers.get(voucher).or(loaded)?;
        Some(record.is_some_and(|record| !record.is_over(self.now.wall)))
    }
}

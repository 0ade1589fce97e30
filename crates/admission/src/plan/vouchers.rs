//! Newcomers who bring vouchers, or whose place has a price. Vouchers are spent together with the
//! place that is given for them, or not at all. A newcomer whose voucher's record was not loaded,
//! or who was judged by the rules of another run, is refused as [`VoucherRefused::Stale`].

use super::Plan;
use super::price::{PricedLine, fades};
use crate::price::Payment;
use crate::units::Sequence;
use crate::voucher::{VOUCHERS_MAX, Vouched, VoucherHash, VoucherRecord, VoucherRefused};

impl Plan<'_> {
    /// Deletes the records of vouchers that the operator gives back.
    pub(crate) fn free_vouchers(&mut self) {
        if self.is_current() {
            let freed = self.batch.freed.iter();
            self.vouchers.extend(freed.map(|voucher| (*voucher, None)));
        }
    }

    /// Decides on the batch's [`Vouched`], in order; `first` is the next sequence. For newcomers
    /// from `full_from` on, the room is full. Also returns how many newcomers of the batch get a
    /// place.
    pub(crate) fn vouch(
        &mut self,
        first: Sequence,
        full_from: Option<Sequence>,
    ) -> (Vec<Result<(), VoucherRefused>>, u64) {
        let batch = self.batch;
        let fades = fades(&self.state.ledger);
        self.state.ledger.networks.pass_time(self.now.flow, fades);
        let waiting = self.state.waiting();
        let (mut next, mut seen) = (first, 0);
        let mut outcomes = Vec::with_capacity(batch.vouched.len());
        let give = |next: &mut Sequence, newcomers: u32| {
            let room = full_from.map_or(u64::MAX, |full| full.0.saturating_sub(next.0));
            next.0 += u64::from(newcomers).min(room);
        };
        for vouched in &batch.vouched {
            give(&mut next, vouched.arrival - seen);
            seen = vouched.arrival + 1;
            let outcome = match full_from {
                Some(full) if next >= full && !vouched.leaves => Err(VoucherRefused::RoomFull),
                _ => self.decide_on(vouched, next, (waiting, next.0 - first.0)),
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
        vouched: &Vouched,
        sequence: Sequence,
        (waiting, given): (u64, u64),
    ) -> Result<(), VoucherRefused> {
        if vouched.run.is_some_and(|run| run != self.run()) {
            return Err(VoucherRefused::Stale);
        }
        let line = PricedLine {
            ledger: &self.state.ledger,
            config: self.config,
            waiting,
            given,
            now: self.now,
        };
        if let Some(unpaid) = vouched.origin.and_then(|origin| line.unpaid(&origin)) {
            return Err(VoucherRefused::Unpaid(unpaid));
        }
        self.spend_vouchers(vouched, sequence)?;
        if let Some(origin) = vouched.origin {
            let networks = &mut self.state.ledger.networks;
            networks.count(&origin.networks, self.now.flow);
            if origin.payment == Payment::Patience {
                networks.count_patient(self.now.flow);
            }
        }
        Ok(())
    }

    fn spend_vouchers(&mut self, vouched: &Vouched, sequence: Sequence) -> Result<(), VoucherRefused> {
        debug_assert!(
            vouched.vouchers.len() <= VOUCHERS_MAX,
            "a token, a key and an identity at most"
        );
        for (at, voucher) in vouched.vouchers.iter().enumerate() {
            if self.is_spent(&voucher.hash).ok_or(VoucherRefused::Stale)? {
                return Err(VoucherRefused::Spent(at));
            }
        }
        let spent_at = self.now.wall;
        let spent = vouched.vouchers.iter().map(|voucher| {
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

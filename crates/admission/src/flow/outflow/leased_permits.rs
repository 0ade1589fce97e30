//! Counts leased permits: in their slots, from the moment they are leased.
//!
//! A future slot counts in every window that will contain it, so a grant now must leave room in the
//! windows that end with future slots. When its slot begins, a leased permit takes its credit and
//! moves to the buckets. Missing credit becomes a debt that is paid from later earnings. Permits
//! that a node did not spend are returned the same way.

use std::collections::BTreeMap;

use super::{BUCKET_MS, GrantBucket, InForce, Outflow, PERMIT, PERMIT_LIFE_MS, WINDOW_BUCKETS};
use crate::lease::{LEASE_MS, LEASE_PERMITS_MAX, Lease, Leases, NodeLease, Slot, SlotIndex, UNKNOWN_NODES};
use crate::ledger::NODES_MAX;
use crate::time::FlowMs;
use crate::units::NodeId;

/// By how many permits a node can exceed its part to keep slots that it already had. This keeps the
/// leases before and after a commit mostly the same.
const KEPT_BEYOND_PART: u64 = 2;

/// Permits by slot.
type Slots = BTreeMap<u64, u64>;

impl Outflow {
    /// Returns the lease that this ledger gives a node.
    #[must_use]
    pub fn lease_of(&self, node: NodeId) -> Lease {
        let held = self.leases.held.iter().find(|held| held.node == node);
        held.map(|held| held.lease.clone()).unwrap_or_default()
    }

    /// Returns the time from which leases from before the last order cannot be spent; the time of
    /// the last advance if that is already so.
    #[must_use]
    pub fn orders_hold_from(&self) -> FlowMs {
        self.leases.outdated_until(self.credited_at)
    }

    /// Records that an order was given which holders of leases may not know.
    pub(crate) fn outdate_leases(&mut self) {
        self.leases.outdate();
    }

    /// Ends a node's lease at its commit: `spent` lists the permits that it spent, and the others
    /// are free again. Returns the unspent permits of future slots, so that they can be leased
    /// again.
    pub(crate) fn end_lease(&mut self, node: NodeId, spent: impl Iterator<Item = SlotIndex>) -> Lease {
        let mut spent = spent.fold(Slots::new(), |mut slots, slot| {
            *slots.entry(slot.0).or_default() += 1;
            slots
        });
        let found = self.leases.held.iter().position(|held| held.node == node);
        let held = found.map(|found| self.leases.held.remove(found));
        let mut rest = Lease::default();
        let mut unknown = 0;
        for mut slot in held.into_iter().flat_map(|held| held.lease.slots) {
            let used = spent.remove(&slot.index.0).unwrap_or(0);
            let known = used.min(u64::from(slot.permits));
            unknown += used - known;
            slot.permits -= u32::try_from(known).expect("no more than the slot's");
            if slot.index.begins() <= self.credited_at {
                self.double_left = self.double_left.saturating_sub(known);
                self.uncount(slot);
            } else {
                // Permits of this slot that are already spent were spent by a clock that is ahead
                // of all ledgers.
                self.count_before_due(known);
                if slot.permits > 0 {
                    rest.slots.push(slot);
                }
            }
        }
        self.count_unknown(unknown + spent.values().sum::<u64>());
        self.pay_debt();
        self.lapse(u64::from(self.pace().0));
        rest
    }

    /// Gives a node its part of the permits that become due within [`LEASE_MS`], preferring the
    /// slots of `before`.
    pub(crate) fn lease(&mut self, node: NodeId, before: &Lease) {
        let newest = self.credited_at;
        self.leases
            .held
            .retain(|held| !held.lease.is_empty() || newest.since(held.given_at) < LEASE_MS);
        if self.leases.held.len() >= NODES_MAX {
            return;
        }
        let parts = self.leases.live_but(node, newest) + 1;
        let lease = self.part(parts, LEASE_PERMITS_MAX, before);
        self.hand_out(node, lease, false);
    }

    /// Sets aside everything that becomes due until unknown leases have ended. The store may have
    /// lost commits that gave leases to other nodes.
    pub fn lease_to_unknown(&mut self) {
        self.leases.held.retain(|held| held.node != UNKNOWN_NODES);
        let lease = self.part(1, u64::MAX, &Lease::default());
        self.outdate_leases();
        self.hand_out(UNKNOWN_NODES, lease, true);
    }

    fn hand_out(&mut self, node: NodeId, lease: Lease, outdated: bool) {
        self.leases.held.push(NodeLease {
            node,
            given_at: self.credited_at,
            outdated,
            lease,
        });
    }

    /// Returns one of `parts` equal parts of the free permits that become due within the time of a
    /// lease. Permits that are already due are left for commits.
    fn part(&self, parts: u64, most: u64, before: &Lease) -> Lease {
        let (now, rate) = (self.credited_at, u64::from(self.rate().0));
        let mut taken = self.slots_to_come();
        let mut lease = Lease::default();
        let (mut mine, mut all) = (0, 0);
        let mut credit = i128::from(self.credit % PERMIT) - i128::from(self.leases.debt);
        let mut at = now;
        let first = now.0 / BUCKET_MS + 1;
        for index in first..first + LEASE_MS / BUCKET_MS {
            let begins = FlowMs(index * BUCKET_MS);
            credit += i128::from(begins.since(at) * rate);
            at = begins;
            let others = taken.get(&index).copied().unwrap_or(0);
            all += others;
            credit -= i128::from(others * PERMIT);
            let had = u64::from(before.at(SlotIndex(index)));
            let (mut again, mut headroom) = (had, None);
            while credit >= i128::from(PERMIT) {
                credit -= i128::from(PERMIT);
                all += 1;
                // A node keeps a slot that it had, as long as it holds about its part.
                let my_turn = mine < all.div_ceil(parts) + if again > 0 { KEPT_BEYOND_PART } else { 0 };
                if !my_turn || mine >= most.min(self.rate().in_ms(LEASE_MS).div_ceil(parts)) {
                    continue;
                }
                let left = headroom.get_or_insert_with(|| self.headroom_at(index, &taken));
                if *left == 0 {
                    continue;
                }
                (*left, again, mine) = (*left - 1, again.saturating_sub(1), mine + 1);
                *taken.entry(index).or_default() += 1;
                lease.push(SlotIndex(index));
            }
        }
        lease
    }

    /// Returns the leased permits of future slots.
    fn slots_to_come(&self) -> Slots {
        let mut slots = Slots::new();
        for slot in self.leases.after(self.credited_at) {
            *slots.entry(slot.index.0).or_default() += u64::from(slot.permits);
        }
        slots
    }

    /// Returns the number of permits that the bound leaves for grants now, in the windows that end
    /// with a future slot.
    pub(super) fn headroom_beside_leases(&self) -> u64 {
        match self.leases.held.is_empty() {
            true => u64::MAX,
            false => self.headroom_at(self.credited_at.0 / BUCKET_MS, &self.slots_to_come()),
        }
    }

    /// Returns the number of permits that the bound leaves for grants in a bucket, in the bucket's
    /// own window and in those that end with a later slot.
    fn headroom_at(&self, index: u64, to_come: &Slots) -> u64 {
        let mut buckets = self.buckets.iter().peekable();
        let (mut held, mut slots) = (self.in_window, to_come.iter().peekable());
        let mut headroom = u64::MAX;
        let ends = to_come.range(index + 1..).map(|(end, _)| *end);
        for end in std::iter::once(index).chain(ends) {
            while let Some((_, permits)) = slots.next_if(|(slot, _)| **slot <= end) {
                held += permits;
            }
            while let Some(bucket) = buckets.next_if(|bucket| bucket.leaves() <= end) {
                held -= u64::from(bucket.grants);
            }
            headroom = headroom.min(self.bound().saturating_sub(held));
        }
        let since = self.rates.iter().zip(self.decreases()).map(|(ended, (since, rate))| {
            let until = ended.until.unwrap_or_default();
            let to_come = to_come.iter().filter(|(slot, _)| until < SlotIndex(**slot).ends());
            rate.saturating_sub(since + to_come.map(|(_, permits)| permits).sum::<u64>())
        });
        since.fold(headroom, u64::min)
    }

    /// Makes slots that began since the last advance take their credit and count as spent.
    pub(super) fn charge_leases(&mut self, before: FlowMs) {
        if self.leases.is_empty() {
            return;
        }
        let now = self.credited_at;
        let begun = self.leases.after(before).filter(|slot| slot.index.begins() <= now);
        for slot in begun.collect::<Vec<_>>() {
            let permits = u64::from(slot.permits);
            self.leases.debt += permits * PERMIT;
            self.count_at(slot.index, permits);
        }
        self.pay_debt();
    }

    /// Drops slots whose bucket has left the window.
    pub(super) fn forget_leases(&mut self, newest: u64) {
        for held in &mut self.leases.held {
            held.lease.slots.retain(|slot| slot.index.0 + WINDOW_BUCKETS > newest);
        }
    }

    fn pay_debt(&mut self) {
        let Leases { debt, .. } = &mut self.leases;
        let paid = self.credit.min(*debt);
        self.credit -= paid;
        *debt -= paid;
    }

    fn count_at(&mut self, slot: SlotIndex, permits: u64) {
        self.in_window += permits;
        for ended in self.rates.iter_mut().filter(|ended| is_over(ended, slot)) {
            ended.since += permits;
        }
        let grants = u32::try_from(permits).expect("a slot's permits fit 32 bits");
        match self.buckets.binary_search_by_key(&slot.0, |bucket| bucket.index) {
            Ok(found) => self.buckets[found].grants += grants,
            Err(place) => self.buckets.insert(place, GrantBucket::new(slot.0, grants)),
        }
    }

    /// Uncounts unspent permits of a slot that has begun. They become credit again until they
    /// lapse.
    fn uncount(&mut self, Slot { index, permits }: Slot) {
        let Ok(found) = self.buckets.binary_search_by_key(&index.0, |bucket| bucket.index) else {
            return;
        };
        self.buckets[found].grants -= permits;
        let permits = u64::from(permits);
        self.in_window -= permits;
        for ended in self.rates.iter_mut().filter(|ended| is_over(ended, index)) {
            ended.since = ended.since.saturating_sub(permits);
        }
        if self.credited_at.since(index.begins()) < PERMIT_LIFE_MS {
            self.credit += permits * PERMIT;
        }
    }

    /// Counts permits that were spent although their slots are still in the future.
    fn count_before_due(&mut self, permits: u64) {
        self.count(self.credited_at, permits);
        self.leases.debt += permits * PERMIT;
    }

    /// Counts permits that were spent although no slot here contains them. After a recovery they
    /// come from the permits set aside for unknown leases; any others are recorded as excess.
    fn count_unknown(&mut self, mut permits: u64) {
        let aside = self.leases.held.iter().position(|held| held.node == UNKNOWN_NODES);
        while permits > 0
            && let Some(slot) = aside.and_then(|at| self.leases.held[at].lease.slots.first().copied())
        {
            let taken = slot.permits.min(u32::try_from(permits).unwrap_or(u32::MAX));
            for held in self.leases.held.iter_mut().filter(|held| held.node == UNKNOWN_NODES) {
                held.lease.remove(slot.index, taken);
            }
            permits -= u64::from(taken);
            if slot.index.begins() > self.credited_at {
                self.count_before_due(u64::from(taken));
            }
        }
        if permits > 0 {
            self.count_before_due(permits);
            let until = self.credited_at.plus((WINDOW_BUCKETS + 1) * BUCKET_MS);
            self.excess_until = self.excess_until.max(until);
        }
    }
}

/// Returns whether a permit of a slot could be spent after the end of a rate.
fn is_over(ended: &InForce, slot: SlotIndex) -> bool {
    ended.until.is_some_and(|until| until < slot.ends())
}

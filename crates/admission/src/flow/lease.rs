//! Leases: permits that a node can spend alone while the store does not answer. Only rooms that opt
//! in have leases ([`crate::RoomConfig::leases`]).
//!
//! With every commit of a node its old lease ends and it gets a new one: *slots* of 100 ms of flow
//! time, at most [`LEASE_MS`] ahead, each with some of the permits that become due in it. The node
//! gets one of as many equal parts as nodes committed lately. From that moment the permits count as
//! spent in their slots, in the ledger's window, whatever happens to the node. The node's next
//! commit reports which of them it spent; the others are free again, and can still be granted until
//! they lapse. If a node does not come back, all its permits count as spent: that is the price of a
//! lease.
//!
//! **In its slot or never.** A node spends a permit only while its own flow clock is in the slot or
//! the bucket after it ([`SLOT_MS`]). The window holds 60.4 s, so at least 60 400 - 200 ms of flow
//! time pass between a grant and the one that takes its place in the window. A process that was
//! stopped reads its clock when it continues, and finds its slots expired. The remaining case is a
//! stop between that reading and the moment when the reply leaves the machine: then those replies,
//! at most the permits of two slots, arrive late, as the replies of any commit would.
//!
//! **Clocks that differ.** Without leases a grant is counted from when other nodes learn of it, so
//! their clocks do not matter ([`crate::outflow::late`]). With leases it is counted in its slot, by
//! its own node's clock: the part of the window beyond 60 s and a slot, [`CLOCKS_MS`], is the
//! tolerance for clocks. Flow time follows the fastest clock, and every other node adopts it after
//! the next commit of that clock's node. Suppose the fastest clock gains x ms per second on the
//! slowest, and its node makes no commit for t seconds. Then flow time jumps by x · t ms with its
//! next commit, and grants of the other nodes leave the window that much too early; x · 10 ms more
//! if one of them was given by a lease. The bound holds in true time while x · (t + 10 s) is at
//! most [`CLOCKS_MS`]: for half an hour at 0.1 ms per second, which is more than machines' clocks
//! usually differ, for three minutes at 1, for twelve seconds at 9. Nodes therefore have to commit
//! every few minutes even without requests, all at about the same time, so that each sees how far
//! ahead the others are. Beyond that, a minute can contain the permits that become due in the
//! excess, once. The same holds for what a node that has just started grants before it learned how
//! far its clock lags. A machine whose clock stops with it (a suspended virtual machine) is not
//! covered: no time has passed for its node, so its slots have not expired.
//!
//! **Unknown outcomes.** A commit whose answer is lost may have ended the lease and given another
//! one. Until the node knows the outcome, it spends only what both leases contain
//! ([`Lease::intersection`]).
//!
//! **Orders.** A node that holds a lease does not learn that the room was paused, slowed or reset.
//! Such an order is therefore *confirmed* once no other node holds a lease from before it:
//! [`crate::batch::BatchOutcome::confirmed_in_ms`].
//!
//! This module does not count leased permits ([`crate::outflow`] does), and it does not choose
//! which visitor is granted by a lease: the pool node that holds the lease does.

use serde::{Deserialize, Serialize};

use crate::time::{FlowMs, WallMs};
use crate::units::{NodeId, Number, Run};
use crate::window::{BUCKET_MS, WINDOW_BUCKETS};

/// How far ahead a lease ends at most, in milliseconds of flow time.
pub const LEASE_MS: u64 = 10_000;
/// For how long after the beginning of its slot a permit can be spent, in milliseconds of the
/// node's flow time: the slot, and one more slot for a node that wakes late.
pub const SLOT_MS: u64 = 2 * BUCKET_MS;
/// The part of the window beyond a minute and a slot, in milliseconds: the tolerance for
/// differences between nodes' clocks.
pub const CLOCKS_MS: u64 = WINDOW_BUCKETS * BUCKET_MS - 60_000 - SLOT_MS;
/// The most permits in one lease: the grants by a lease must fit into the records of one commit.
pub const LEASE_PERMITS_MAX: u64 = 1_000;

/// A slot, numbered by hundreds of milliseconds of flow time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SlotIndex(pub u64);

impl SlotIndex {
    /// Returns when the slot begins.
    #[must_use]
    pub fn begins(self) -> FlowMs {
        FlowMs(self.0.saturating_mul(BUCKET_MS))
    }

    /// Returns the time from which no permit of the slot can be spent.
    #[must_use]
    pub fn ends(self) -> FlowMs {
        self.begins().plus(SLOT_MS)
    }

    fn is_due(self, flow: FlowMs) -> bool {
        self.begins() <= flow && flow < self.ends()
    }
}

/// The permits of one slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Slot {
    pub(crate) index: SlotIndex,
    pub(crate) permits: u32,
}

/// The permits that a node can spend alone: slots in order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lease {
    pub(crate) slots: Vec<Slot>,
}

/// A grant that a node gave by its lease, reported with its next commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeasedGrant {
    /// The run, as far as the node knew.
    pub run: Run,
    /// The number that was granted.
    pub number: Number,
    /// When it was given; the token's expiry counts from this time.
    pub granted_at: WallMs,
    /// The slot in which its permit became due.
    pub slot: SlotIndex,
}

impl Lease {
    /// Returns whether nothing is left to spend.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// Returns the number of all its permits.
    #[must_use]
    pub fn permits(&self) -> u64 {
        self.slots.iter().map(|slot| u64::from(slot.permits)).sum()
    }

    /// Returns how many permits can be spent at time `flow` of the node's flow clock.
    #[must_use]
    pub fn due(&self, flow: FlowMs) -> u64 {
        let due = self.slots.iter().filter(|slot| slot.index.is_due(flow));
        due.map(|slot| u64::from(slot.permits)).sum()
    }

    /// Returns how many permits can be spent within `ms` milliseconds from `flow` on.
    #[must_use]
    pub fn within(&self, flow: FlowMs, ms: u64) -> u64 {
        let end = flow.plus(ms);
        let within = self
            .slots
            .iter()
            .filter(|slot| slot.index.begins() <= end && flow < slot.index.ends());
        within.map(|slot| u64::from(slot.permits)).sum()
    }

    /// Returns when the next permit can be spent, not earlier than `flow`; `None` after the last
    /// one.
    #[must_use]
    pub fn next_due(&self, flow: FlowMs) -> Option<FlowMs> {
        let next = self.slots.iter().find(|slot| flow < slot.index.ends())?;
        Some(next.index.begins().max(flow))
    }

    /// Spends a permit that is due. Returns the slot in which it became due.
    pub fn spend(&mut self, flow: FlowMs) -> Option<SlotIndex> {
        self.slots.retain(|slot| flow < slot.index.ends());
        let first = self.slots.first_mut().filter(|slot| slot.index.is_due(flow))?;
        let index = first.index;
        first.permits -= 1;
        if first.permits == 0 {
            self.slots.remove(0);
        }
        Some(index)
    }

    /// Returns the permits that this lease and another one have in common.
    #[must_use]
    pub fn intersection(&self, other: &Self) -> Self {
        let slots = self.slots.iter().filter_map(|slot| {
            let permits = slot.permits.min(other.at(slot.index));
            (permits > 0).then_some(Slot { permits, ..*slot })
        });
        Self { slots: slots.collect() }
    }

    /// Returns the lease without permits that were spent.
    #[must_use]
    pub fn without(&self, spent: impl Iterator<Item = SlotIndex>) -> Self {
        let mut rest = self.clone();
        spent.for_each(|slot| _ = rest.remove(slot, 1));
        rest
    }

    /// Returns the time from which no permit of the lease can be spent; `None` if it is empty.
    #[must_use]
    pub fn ends(&self) -> Option<FlowMs> {
        Some(self.slots.last()?.index.ends())
    }

    pub(crate) fn at(&self, index: SlotIndex) -> u32 {
        let found = self.slots.binary_search_by_key(&index, |slot| slot.index);
        found.map_or(0, |found| self.slots[found].permits)
    }

    /// Adds a permit after all others.
    pub(crate) fn push(&mut self, index: SlotIndex) {
        match self.slots.last_mut().filter(|slot| slot.index == index) {
            Some(slot) => slot.permits += 1,
            None => self.slots.push(Slot { index, permits: 1 }),
        }
    }

    /// Removes permits from a slot. Returns how many of them it had.
    pub(crate) fn remove(&mut self, index: SlotIndex, permits: u32) -> u32 {
        let Ok(found) = self.slots.binary_search_by_key(&index, |slot| slot.index) else {
            return 0;
        };
        let removed = permits.min(self.slots[found].permits);
        self.slots[found].permits -= removed;
        if self.slots[found].permits == 0 {
            self.slots.remove(found);
        }
        removed
    }
}

/// The lease of each node in one room, and the credit that they took before it was earned.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Leases {
    pub(crate) held: Vec<NodeLease>,
    /// Units of credit that slots took and that are not yet earned.
    pub(crate) debt: u64,
}

/// One node's lease, as the ledger knows it. Slots that have passed stay until the node reports the
/// permits that it spent, or until they leave the window.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct NodeLease {
    pub(crate) node: NodeId,
    /// Flow time of the commit that gave the lease.
    pub(crate) given_at: FlowMs,
    /// Whether an order was given since then that the node may not know.
    pub(crate) outdated: bool,
    pub(crate) lease: Lease,
}

/// Stands for all nodes whose leases are unknown after a store lost commits.
pub(crate) const UNKNOWN_NODES: NodeId = NodeId(u64::MAX);

impl Leases {
    pub(crate) fn is_empty(&self) -> bool {
        self.held.is_empty() && self.debt == 0
    }

    /// Returns the slots of all nodes that begin after `moment`.
    pub(crate) fn after(&self, moment: FlowMs) -> impl Iterator<Item = Slot> {
        let slots = self.held.iter().flat_map(|held| &held.lease.slots).copied();
        slots.filter(move |slot| slot.index.begins() > moment)
    }

    /// Returns how many nodes other than `node` committed lately.
    pub(crate) fn live_but(&self, node: NodeId, now: FlowMs) -> u64 {
        let live =
            |held: &&NodeLease| held.node != node && held.node != UNKNOWN_NODES && now.since(held.given_at) < LEASE_MS;
        self.held.iter().filter(live).count() as u64
    }

    /// Returns the time from which no lease from before the last order can be spent; `now` if that
    /// is already so.
    pub(crate) fn outdated_until(&self, now: FlowMs) -> FlowMs {
        let outdated = self.held.iter().filter(|held| held.outdated);
        let ends = outdated.filter_map(|held| held.lease.ends());
        ends.fold(now, FlowMs::max)
    }

    /// Marks all leases as outdated, because an order was given that their holders may not know.
    pub(crate) fn outdate(&mut self) {
        self.held.iter_mut().for_each(|held| held.outdated = true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lease(slots: &[(u64, u32)]) -> Lease {
        let slots = slots.iter().map(|(index, permits)| Slot {
            index: SlotIndex(*index),
            permits: *permits,
        });
        Lease { slots: slots.collect() }
    }

    #[test]
    fn a_permit_is_spent_in_its_slot_or_never() {
        let mut lease = lease(&[(10, 1), (11, 2), (30, 1)]);
        assert_eq!(lease.due(FlowMs(999)), 0);
        assert_eq!((lease.due(FlowMs(1_000)), lease.due(FlowMs(1_150))), (1, 3));
        assert_eq!(lease.next_due(FlowMs(0)), Some(FlowMs(1_000)));
        assert_eq!(
            lease.spend(FlowMs(1_199)),
            Some(SlotIndex(10)),
            "the bucket after it counts"
        );
        assert_eq!(lease.spend(FlowMs(1_299)), Some(SlotIndex(11)));
        assert_eq!(lease.spend(FlowMs(1_300)), None, "too late for the other one");
        assert_eq!(lease.next_due(FlowMs(1_300)), Some(FlowMs(3_000)));
        assert_eq!(lease.spend(FlowMs(60_000)), None);
        assert_eq!(
            lease.next_due(FlowMs(60_000)),
            None,
            "a process that was stopped finds nothing"
        );
    }

    #[test]
    fn an_intersection_has_only_the_permits_of_both_leases() {
        let (old, new) = (lease(&[(1, 2), (5, 1), (9, 1)]), lease(&[(1, 1), (9, 3), (12, 1)]));
        assert_eq!(old.intersection(&new), lease(&[(1, 1), (9, 1)]));
        assert_eq!(old.intersection(&Lease::default()), Lease::default());
    }
}

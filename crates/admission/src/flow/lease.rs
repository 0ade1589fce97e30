//! Leases: permits that a node may spend alone while the store does not answer. Only rooms that opt
//! in have them ([`crate::RoomConfig::leases`]).
//!
//! With every commit of a node its old lease ends and it gets a new one: *slots* of 100 ms of flow
//! time, at most [`LEASE_MS`] ahead, each with so many of the permits that fall due there: the
//! node's part, one of as many parts as nodes committed lately. From that moment the permits count
//! as spent in their slots, in the ledger's window, whatever becomes of the node. The next commit
//! of the node says which of them it spent; the others are free again, and can still be granted
//! while they live. A node that does not come back has spent them all: that is the price.
//!
//! **In its slot or never.** A node spends a permit only while its own flow clock lies in the slot
//! or the bucket after it ([`SLOT_MS`]). The window holds 60.4 s, so between a grant and the one
//! that takes its place at least 60 400 - 200 ms of flow time pass. A process that was stopped
//! looks at its clock when it goes on, and finds its slots gone. What is left is a stop between
//! that look and the moment the reply leaves the machine: then those replies, at most the permits
//! of two slots, arrive late, as the replies of any commit would.
//!
//! **Clocks that differ.** What is left beyond 60 s, [`CLOCKS_MS`], is for them. The furthest clock
//! counts, and the others go by it from its node's next commit on. Where the fastest clock gains x
//! ms a second on the slowest, and no commit of its node is made for t seconds, flow time jumps by
//! x t ms with the next one: so much earlier than they should do grants of the others leave the
//! window, and x · 10 ms more where one of them was by a lease. The bound is kept in true time
//! while x · (t + 10 s) is at most [`CLOCKS_MS`]: for half an hour at 0.1 ms a second, which is
//! more than machines' clocks mostly differ by, for three minutes at 1, for twelve seconds at 9. So
//! nodes have to commit every few minutes even where nobody asks anything, together, for the others
//! to see how far they are. Beyond that a minute can hold what falls due in the excess, once. A
//! machine whose clock stands still with it (a virtual one that was suspended) is not covered: for
//! its node no time has passed, and its slots are not gone.
//!
//! **Unknown outcomes.** A commit whose answer is lost may have ended the lease and given another.
//! Until the node knows it spends only what both hold ([`Lease::both`]).
//!
//! **Orders.** Who holds a lease does not hear that the room was paused, or slowed. So such an
//! order is *confirmed* once no other node holds a lease of before it:
//! [`crate::batch::BatchOutcome::confirmed_in_ms`].
//!
//! Not here: how leased permits count ([`crate::outflow`]), and who is granted by one: the desk
//! that holds it decides.

use serde::{Deserialize, Serialize};

use crate::time::{FlowMs, WallMs};
use crate::units::{NodeId, Number, Run};
use crate::window::{BUCKET_MS, WINDOW_BUCKETS};

/// A lease ends so far ahead at most, milliseconds of flow time.
pub const LEASE_MS: u64 = 10_000;
/// A permit may be spent for so long from its slot's beginning, milliseconds of the node's flow
/// time: the slot, and one more for a desk that wakes late.
pub const SLOT_MS: u64 = 2 * BUCKET_MS;
/// Of the window so much is left beyond a minute and a slot, milliseconds: clocks of nodes may
/// differ by that.
pub const CLOCKS_MS: u64 = WINDOW_BUCKETS * BUCKET_MS - 60_000 - SLOT_MS;
/// Permits of one lease at most: what is granted by it must fit the records of one commit.
pub const LEASE_PERMITS_MAX: u64 = 1_000;

/// A slot: that many hundreds of milliseconds of flow time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct SlotIndex(pub u64);

impl SlotIndex {
    /// When it begins.
    #[must_use]
    pub fn begins(self) -> FlowMs {
        FlowMs(self.0.saturating_mul(BUCKET_MS))
    }

    /// From when on nothing of it can be spent.
    #[must_use]
    pub fn ends(self) -> FlowMs {
        self.begins().plus(SLOT_MS)
    }

    fn is_due(self, flow: FlowMs) -> bool {
        self.begins() <= flow && flow < self.ends()
    }
}

/// Permits of one slot.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Slot {
    pub(crate) index: SlotIndex,
    pub(crate) permits: u32,
}

/// What a node may spend alone: slots in order.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lease {
    pub(crate) slots: Vec<Slot>,
}

/// A grant that a node gave by its lease, told to the others with its next commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeasedGrant {
    /// In which run, as far as the node knew.
    pub run: Run,
    /// Whose.
    pub number: Number,
    /// When; the token's expiry counts from here.
    pub granted_at: WallMs,
    /// Where its permit fell due.
    pub slot: SlotIndex,
}

impl Lease {
    /// Whether there is nothing to spend.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// All its permits.
    #[must_use]
    pub fn permits(&self) -> u64 {
        self.slots.iter().map(|slot| u64::from(slot.permits)).sum()
    }

    /// Permits that may be spent at that moment of the node's flow clock.
    #[must_use]
    pub fn due(&self, flow: FlowMs) -> u64 {
        let due = self.slots.iter().filter(|slot| slot.index.is_due(flow));
        due.map(|slot| u64::from(slot.permits)).sum()
    }

    /// Permits that can be spent from that moment on, for so many milliseconds.
    #[must_use]
    pub fn within(&self, flow: FlowMs, ms: u64) -> u64 {
        let end = flow.plus(ms);
        let within = self
            .slots
            .iter()
            .filter(|slot| slot.index.begins() <= end && flow < slot.index.ends());
        within.map(|slot| u64::from(slot.permits)).sum()
    }

    /// When the next permit can be spent, that moment or later; `None` after the last.
    #[must_use]
    pub fn next_due(&self, flow: FlowMs) -> Option<FlowMs> {
        let next = self.slots.iter().find(|slot| flow < slot.index.ends())?;
        Some(next.index.begins().max(flow))
    }

    /// Spends a permit that is due; says where it fell due.
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

    /// What this lease and another hold alike.
    #[must_use]
    pub fn both(&self, other: &Self) -> Self {
        let slots = self.slots.iter().filter_map(|slot| {
            let permits = slot.permits.min(other.at(slot.index));
            (permits > 0).then_some(Slot { permits, ..*slot })
        });
        Self { slots: slots.collect() }
    }

    /// The same without permits that were spent.
    #[must_use]
    pub fn without(&self, spent: impl Iterator<Item = SlotIndex>) -> Self {
        let mut rest = self.clone();
        spent.for_each(|slot| _ = rest.remove(slot, 1));
        rest
    }

    /// From when on nothing of it can be spent; `None` if there is nothing anyway.
    #[must_use]
    pub fn ends(&self) -> Option<FlowMs> {
        Some(self.slots.last()?.index.ends())
    }

    pub(crate) fn at(&self, index: SlotIndex) -> u32 {
        let found = self.slots.binary_search_by_key(&index, |slot| slot.index);
        found.map_or(0, |found| self.slots[found].permits)
    }

    /// Adds a permit behind all others.
    pub(crate) fn push(&mut self, index: SlotIndex) {
        match self.slots.last_mut().filter(|slot| slot.index == index) {
            Some(slot) => slot.permits += 1,
            None => self.slots.push(Slot { index, permits: 1 }),
        }
    }

    /// Takes permits out of a slot; says how many there were of those.
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

/// Whose lease of a room is which, and what they took before it was due.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Leases {
    pub(crate) held: Vec<Held>,
    /// Units of credit that slots took and that are not earned yet.
    pub(crate) debt: u64,
}

/// One node's lease, as the ledger knows it: slots that have passed stay until the node says what
/// it spent, or the window forgets them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Held {
    pub(crate) node: NodeId,
    /// Flow time of the commit that gave it.
    pub(crate) given_at: FlowMs,
    /// Whether an order was given since that its node may not know.
    pub(crate) outdated: bool,
    pub(crate) lease: Lease,
}

/// Stands for all nodes whose leases are not known, after a store lost commits.
pub(crate) const UNKNOWN_NODES: NodeId = NodeId(u64::MAX);

impl Leases {
    pub(crate) fn is_empty(&self) -> bool {
        self.held.is_empty() && self.debt == 0
    }

    /// Slots that begin after a moment, of all nodes.
    pub(crate) fn after(&self, moment: FlowMs) -> impl Iterator<Item = Slot> {
        let slots = self.held.iter().flat_map(|held| &held.lease.slots).copied();
        slots.filter(move |slot| slot.index.begins() > moment)
    }

    /// Nodes that committed lately, but for one.
    pub(crate) fn live_but(&self, node: NodeId, now: FlowMs) -> u64 {
        let live =
            |held: &&Held| held.node != node && held.node != UNKNOWN_NODES && now.since(held.given_at) < LEASE_MS;
        self.held.iter().filter(live).count() as u64
    }

    /// When no lease of before the last order can be spent any more; that moment if none can now.
    pub(crate) fn outdated_until(&self, now: FlowMs) -> FlowMs {
        let outdated = self.held.iter().filter(|held| held.outdated);
        let ends = outdated.filter_map(|held| held.lease.ends());
        ends.fold(now, FlowMs::max)
    }

    /// An order was given that no holder of a lease may know.
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
    fn what_both_hold_is_sure() {
        let (old, new) = (lease(&[(1, 2), (5, 1), (9, 1)]), lease(&[(1, 1), (9, 3), (12, 1)]));
        assert_eq!(old.both(&new), lease(&[(1, 1), (9, 1)]));
        assert_eq!(old.both(&Lease::default()), Lease::default());
    }
}

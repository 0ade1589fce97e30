//! Watches the other nodes: which are live, up to which time all of them have reported the places
//! they heard, and which node owns which places: it alone judges their silence. Pure.
//!
//! A node counts as live until it has reported nothing new for [`GONE_MS`] while this node kept
//! looking, by this node's own clock. After a gap in looking, for example while the store was
//! unavailable, that time starts again for every node.

use std::collections::BTreeMap;

use admission::presence::MEANWHILE_MS;
use admission::{FlowMs, NodeId, Sequence};

use super::bits::PLACES;
use super::flush::FlushHead;

/// A node without a new flush for this long is gone, milliseconds: two and a half flush intervals.
pub(crate) const GONE_MS: u64 = 50_000;
/// The records of a node without a new flush for this long are deleted, milliseconds.
pub(crate) const FORGET_MS: u64 = 300_000;
/// After a gap between two looks of this length, milliseconds, this node does not know for how long
/// the others have reported nothing.
pub(crate) const GAP_MS: u64 = 20_000;

const _: () = assert!(GONE_MS <= MEANWHILE_MS, "a sweep may look back that far");

/// The last known flushes of the other nodes.
#[derive(Debug, Default)]
pub(crate) struct NodeWatch {
    others: BTreeMap<NodeId, OtherNode>,
    looked: Option<FlowMs>,
}

#[derive(Debug)]
struct OtherNode {
    head: FlushHead,
    /// The time at which this flush was seen first, or of the first look after a gap.
    since: FlowMs,
}

/// A flush that has not been read yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct UnreadFlush {
    /// The node that made the flush.
    pub(crate) node: NodeId,
    /// The range that the flush covers.
    pub(crate) head: FlushHead,
    /// Whether an earlier flush was never read, so that the places in it are unknown.
    pub(crate) missed: bool,
}

impl NodeWatch {
    /// Records the last flushes of all other nodes. Returns those that are new.
    pub(crate) fn record_heads(&mut self, heads: BTreeMap<NodeId, FlushHead>, now: FlowMs) -> Vec<UnreadFlush> {
        let before = self.looked.replace(now);
        if before.is_none_or(|before| now.since(before) > GAP_MS) {
            self.others.values_mut().for_each(|other| other.since = now);
        }
        self.others.retain(|node, _| heads.contains_key(node));
        let mut fresh = Vec::new();
        for (node, head) in heads {
            let known = self.others.get(&node).map(|other| (other.head.count, other.head.at));
            // A node counts from 1 again after a start, so the time is compared too.
            if known == Some((head.count, head.at)) {
                continue;
            }
            let read_until = known.map_or(FlowMs(0), |(_, at)| at);
            fresh.push(UnreadFlush {
                node,
                missed: head.after > read_until,
                head: head.clone(),
            });
            self.others.insert(node, OtherNode { head, since: now });
        }
        fresh
    }

    /// Forgets a flush that could not be read, so that the next look returns it again.
    pub(crate) fn mark_unread(&mut self, node: NodeId) {
        self.others.remove(&node);
    }

    /// The live nodes in order, `own` included.
    pub(crate) fn live(&self, own: NodeId, now: FlowMs) -> Vec<NodeId> {
        let others = self.others.iter().filter(|(_, other)| other.is_live(now));
        let mut live: Vec<NodeId> = others.map(|(node, _)| *node).chain([own]).collect();
        live.sort_unstable();
        live
    }

    /// The time up to which all live nodes have reported the places they heard; `None` if it is too
    /// long ago to judge silence by.
    pub(crate) fn reported_until(&self, now: FlowMs) -> Option<FlowMs> {
        let live = self.others.values().filter(|other| other.is_live(now));
        let until = live.map(|other| other.head.at).fold(now, FlowMs::min);
        (now.since(until) <= MEANWHILE_MS).then_some(until)
    }

    /// The nodes that have been gone for [`FORGET_MS`], whose records can be deleted.
    pub(crate) fn forgotten(&self, now: FlowMs) -> impl Iterator<Item = (NodeId, &FlushHead)> {
        let gone = self.others.iter();
        let gone = gone.filter(move |(_, other)| now.since(other.since) >= FORGET_MS);
        gone.map(|(node, other)| (*node, &other.head))
    }
}

impl OtherNode {
    fn is_live(&self, now: FlowMs) -> bool {
        now.since(self.since) < GONE_MS
    }
}

/// The live node that owns a place, and so judges its silence. The nodes, in order, take stretches
/// in turn, so that each place has one owner.
pub(crate) fn owner_of(live: &[NodeId], sequence: Sequence) -> Option<NodeId> {
    let nodes = u64::try_from(live.len()).ok().filter(|nodes| *nodes > 0)?;
    let rank = (sequence.0 / PLACES) % nodes;
    live.get(usize::try_from(rank).ok()?).copied()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const OWN: NodeId = NodeId(5);
    const B: NodeId = NodeId(2);

    fn head(count: u64, after_ms: u64, at_ms: u64) -> FlushHead {
        FlushHead {
            count,
            after: FlowMs(after_ms),
            at: FlowMs(at_ms),
            stretches: Vec::new(),
        }
    }

    fn heads(heads: &[(NodeId, FlushHead)]) -> BTreeMap<NodeId, FlushHead> {
        heads.iter().cloned().collect()
    }

    #[test]
    fn a_flush_is_read_once_and_a_missed_one_is_noticed() {
        let mut watch = NodeWatch::default();
        let record_heads = |watch: &mut NodeWatch, heads_read: FlushHead, now| {
            let fresh = watch.record_heads(heads(&[(B, heads_read)]), FlowMs(now));
            fresh.iter().map(|fresh| fresh.missed).collect::<Vec<_>>()
        };
        assert_eq!(record_heads(&mut watch, head(1, 0, 1_000), 2_000), [false], "its first");
        assert!(record_heads(&mut watch, head(1, 0, 1_000), 12_000).is_empty());
        assert_eq!(record_heads(&mut watch, head(2, 1_000, 21_000), 22_000), [false]);
        assert_eq!(record_heads(&mut watch, head(4, 41_000, 61_000), 62_000), [true]);
        watch.mark_unread(B);
        assert_eq!(record_heads(&mut watch, head(4, 41_000, 61_000), 63_000), [true]);
        assert_eq!(
            record_heads(&mut watch, head(4, 0, 90_000), 92_000),
            [false],
            "of its next life"
        );
    }

    #[test]
    fn silence_is_judged_up_to_the_oldest_flush_of_a_live_node() {
        let mut watch = NodeWatch::default();
        assert_eq!(watch.reported_until(FlowMs(9)), Some(FlowMs(9)), "nobody else");
        let heads_read = heads(&[(B, head(1, 0, 100_000))]);
        _ = watch.record_heads(heads_read.clone(), FlowMs(101_000));
        for now in (110_000..=150_000).step_by(10_000).map(FlowMs) {
            _ = watch.record_heads(heads_read.clone(), now);
            assert_eq!(watch.reported_until(now), Some(FlowMs(100_000)));
            assert_eq!(watch.live(OWN, now), [B, OWN]);
        }
        let gone = FlowMs(101_000 + GONE_MS);
        _ = watch.record_heads(heads_read.clone(), gone);
        assert_eq!(
            (watch.live(OWN, gone), watch.reported_until(gone)),
            (vec![OWN], Some(gone))
        );
        assert_eq!(watch.forgotten(gone).count(), 0);
    }

    #[test]
    fn after_a_gap_nobody_is_judged_silent() {
        let mut watch = NodeWatch::default();
        let heads_read = heads(&[(B, head(1, 0, 100_000))]);
        _ = watch.record_heads(heads_read.clone(), FlowMs(101_000));
        let back = FlowMs(500_000);
        _ = watch.record_heads(heads_read.clone(), back);
        assert_eq!(
            (watch.live(OWN, back), watch.reported_until(back)),
            (vec![B, OWN], None)
        );
        let mut now = back;
        while now.since(back) < FORGET_MS {
            assert_eq!(watch.forgotten(now).count(), 0);
            now = now.plus(10_000);
            _ = watch.record_heads(heads_read.clone(), now);
        }
        assert_eq!(watch.forgotten(now).map(|(node, _)| node).collect::<Vec<_>>(), [B]);
        _ = watch.record_heads(BTreeMap::new(), now);
        assert_eq!(watch.forgotten(now).count(), 0);
    }

    proptest! {
        #[test]
        fn every_place_has_exactly_one_owner(nodes in prop::collection::btree_set(any::<u64>(), 1..8), stretch in 0..1_000_u64) {
            let live: Vec<NodeId> = nodes.into_iter().map(NodeId).collect();
            let of = |stretch: u64| owner_of(&live, Sequence(stretch * PLACES + 7));
            let owner = of(stretch).expect("somebody");
            prop_assert!(live.contains(&owner));
            let whole = u64::try_from(live.len()).expect("few");
            prop_assert_eq!(of(stretch + whole), Some(owner));
            prop_assert!(live.len() == 1 || of(stretch + 1) != Some(owner));
        }
    }
}

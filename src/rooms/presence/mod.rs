//! Presence over all nodes that share a store: a visitor can poll another node each time, and is
//! silent only if no node heard anything.
//!
//! Every [`FLUSH_MS`] a node writes with one of its commits which places it has heard since
//! ([`flush`]), and at intervals it reads what the others wrote. A place is judged for the time up
//! to the oldest of the live nodes' last flushes ([`watch`]), never for a later time, and each
//! place by one node. What is unknown counts as heard: after a start, after a flush that was never
//! read, and when another node's share falls to this one, everybody concerned counts as just heard.
//!
//! The cost for the store depends on the number of nodes and pools, not on how many people wait: a
//! scan every few seconds, and one read per flush of each other node. When this happens, and what
//! becomes of the silent, is decided in [`super::node`].

mod bits;
mod flush;
mod watch;

use std::collections::BTreeMap;

use admission::marks::Mark;
use admission::pool::LineIndex;
use admission::presence::LastSeen;
use admission::{FlowMs, NodeId, Run, Sequence, State};
use store::{AnyStore, PoolId, RecordKey, Store, StoreError};

pub(super) use flush::Flush;
use flush::FlushHead;
use watch::{NodeWatch, UnreadFlush};

use super::records;

/// Interval between a node's flushes, milliseconds.
const FLUSH_MS: u64 = 20_000;

/// The part of a line that presence works on.
#[derive(Debug, Clone, Copy)]
pub(super) struct LinePresence<'a> {
    pub(super) at: LineIndex,
    pub(super) state: &'a State,
    pub(super) seen: &'a LastSeen,
}

/// A pool's presence over all nodes.
#[derive(Debug)]
pub(super) struct Presence {
    kept: (AnyStore, PoolId),
    node: NodeId,
    watch: NodeWatch,
    live: Vec<NodeId>,
    /// The last flush that is known to be durable.
    told: Option<FlushHead>,
    count: u64,
    /// By line: the run, and the first place that [`Self::look_after`] has not covered yet.
    known: BTreeMap<LineIndex, (Run, Sequence)>,
}

impl Presence {
    pub(super) fn new(kept: (AnyStore, PoolId), node: NodeId) -> Self {
        Self {
            kept,
            node,
            watch: NodeWatch::default(),
            live: Vec::new(),
            told: None,
            count: 0,
            known: BTreeMap::new(),
        }
    }

    /// Whether a flush is due.
    pub(super) fn is_due(&self, now: FlowMs) -> bool {
        self.told.as_ref().is_none_or(|told| now.since(told.at) >= FLUSH_MS)
    }

    /// Creates the next flush. Until a flush is [made](Self::made), the next one covers its time
    /// again.
    pub(super) fn flush<'a>(&mut self, lines: impl Iterator<Item = LinePresence<'a>>, now: FlowMs) -> Flush {
        self.count += 1;
        let after = self.told.as_ref().map_or(FlowMs(0), |told| told.at);
        let heard = lines.flat_map(|line| {
            let (at, run) = (line.at, line.state.ledger.run);
            line.seen
                .heard_here(after, now)
                .map(move |sequence| (at, run, sequence))
        });
        let mut flush = flush::flush(self.node, (self.count, after, now), heard);
        let gone = self.outdated(&flush.head, now);
        flush.records.extend(gone.into_iter().map(|key| (key, None)));
        flush
    }

    /// The keys of records that are not needed any more: those of this node's last flush that the
    /// next one does not replace, and those of nodes that are long gone, which the first live node
    /// deletes.
    fn outdated(&self, next: &FlushHead, now: FlowMs) -> Vec<RecordKey> {
        let kept = next.keys(self.node);
        let told = self.told.iter().flat_map(|told| told.keys(self.node));
        let mut outdated: Vec<RecordKey> = told.filter(|key| !kept.contains(key)).collect();
        if self.live.first() == Some(&self.node) {
            for (node, head) in self.watch.forgotten(now) {
                outdated.extend(head.keys(node));
                outdated.push(records::flush_key(node));
            }
        }
        outdated
    }

    /// Records that a flush is durable.
    pub(super) fn made(&mut self, flush: &Flush) {
        self.told = Some(flush.head.clone());
    }

    /// Reads which places the other nodes heard. Returns the time up to which silence can be
    /// judged, or `None` if it cannot be judged.
    pub(super) async fn read_peers(
        &mut self,
        lines: &[LinePresence<'_>],
        now: FlowMs,
    ) -> Result<Option<FlowMs>, StoreError> {
        let (store, pool) = &self.kept;
        let (_, stored) = store.scan(pool, &records::flushes_prefix()).await?;
        let head = |(key, value): &(RecordKey, Vec<u8>)| Some((records::node_of(key)?, records::decode(value)?));
        let heads: BTreeMap<NodeId, FlushHead> = stored.iter().filter_map(head).collect();
        let others = heads.into_iter().filter(|(node, _)| *node != self.node);
        let fresh = self.watch.look(others.collect(), now);
        let mut whole = true;
        for fresh in fresh {
            whole &= self.learn(&fresh, lines, now).await?;
        }
        self.look_after(lines, now);
        Ok(self.watch.told_until(now).filter(|_| whole))
    }

    /// Whether this node judges a place.
    pub(super) fn is_judge(&self, sequence: Sequence) -> bool {
        watch::judge_of(&self.live, sequence) == Some(self.node)
    }

    /// Takes in another node's flush. Returns whether the flush was still complete in the store.
    async fn learn(
        &mut self,
        fresh: &UnreadFlush,
        lines: &[LinePresence<'_>],
        now: FlowMs,
    ) -> Result<bool, StoreError> {
        let (store, pool) = &self.kept;
        let loaded = store.load(pool, &fresh.head.keys(fresh.node)).await;
        let records = match loaded {
            Ok(loaded) => loaded.records,
            Err(error) => {
                self.watch.unread(fresh.node);
                return Err(error);
            }
        };
        if fresh.missed {
            lines.iter().for_each(|line| line.everybody(now));
        }
        for (stretch, record) in fresh.head.stretches.iter().zip(records) {
            let places = record.and_then(|record| flush::places(fresh.head.count, *stretch, &record));
            let Some(places) = places else {
                // The node has made its next flush meanwhile.
                self.watch.unread(fresh.node);
                return Ok(false);
            };
            let (at, run, _) = *stretch;
            let line = lines
                .iter()
                .find(|line| line.at.0 == at && line.state.ledger.run.0 == run);
            if let Some(line) = line {
                let counted = places.iter().filter(|place| line.is_counted(**place));
                counted.for_each(|place| line.seen.learn(*place, fresh.head.at, now));
            }
        }
        Ok(true)
    }

    /// Starts listening for places given at other nodes and for the share of a node that is gone;
    /// they count as just heard.
    fn look_after(&mut self, lines: &[LinePresence<'_>], now: FlowMs) {
        let live = self.watch.live(self.node, now);
        let same = live == self.live;
        self.live = live;
        for line in lines {
            let (run, next) = (line.state.ledger.run, line.state.ledger.next);
            let known = self.known.insert(line.at, (run, next));
            let from = known.filter(|(of, _)| same && *of == run);
            let from = from.map_or(Sequence(0), |(_, next)| next);
            for place in (from.0..next.0).map(Sequence) {
                if !line.seen.is_listened_for(place) && line.is_counted(place) && self.is_judge(place) {
                    line.seen.learn(place, now, now);
                }
            }
        }
    }
}

impl LinePresence<'_> {
    /// Whether anybody is in line.
    pub(super) fn somebody_waits(&self) -> bool {
        self.state.ledger.next.0 > self.state.marks.uncounted() + self.state.unnumbered.uncounted()
    }

    fn is_counted(&self, place: Sequence) -> bool {
        !self.state.has(place, Mark::Uncounted)
    }

    /// Records everybody in line as just heard.
    fn everybody(&self, now: FlowMs) {
        let places = (0..self.state.ledger.next.0).map(Sequence);
        let counted = places.filter(|place| self.is_counted(*place));
        counted.for_each(|place| self.seen.learn(place, now, now));
    }
}

#[cfg(test)]
mod tests;

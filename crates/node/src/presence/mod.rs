//! Presence over all nodes that share a store: a visitor can poll another node each time, and is
//! silent only if no node received a request.
//!
//! Every [`FLUSH_MS`], a node writes the places that have polled it since the last flush, with one
//! of its commits ([`flush`]). At intervals, it reads the flushes of the others. A place is judged
//! for the time up to the oldest of the live nodes' last flushes ([`watch`]), never for a later
//! time, and each place by one node, its owner. Visitors without known presence count as if they
//! had just polled. This applies to the visitors concerned after a start, after a flush that was
//! never read, when a node has stopped that may have received polls since its last flush, and when
//! this node takes over another node's share.
//!
//! The cost for the store depends on the number of nodes and pools, not on the number of waiting
//! visitors: a scan every few seconds, and one read per flush of each other node. The pool node
//! decides when this happens, and cancels the silent places.

pub mod aside;
mod bits;
mod flush;
#[cfg(test)]
mod tests;
mod watch;

use std::collections::{BTreeMap, VecDeque};

use admission::marks::Mark;
use admission::pool::LineIndex;
use admission::presence::LastSeen;
use admission::{FlowMs, NodeId, Run, Sequence, State};
use store_values::{Loaded, RecordKey, Records, StoreError};

pub use flush::Flush;
use flush::FlushHead;
use watch::{NodeWatch, UnreadFlush};

use crate::observer::{self, Observer};
use crate::records;
use crate::store_call::{ReadProgress, StoreCall, StoreReply};

/// Interval between a node's flushes, milliseconds.
const FLUSH_MS: u64 = 20_000;

/// The part of a line that presence works on.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LinePresence<'a> {
    pub(crate) at: LineIndex,
    pub(crate) state: &'a State,
    pub(crate) seen: &'a LastSeen,
    pub(crate) observer: Option<&'a dyn Observer>,
}

/// A pool's presence over all nodes.
#[derive(Debug)]
pub(crate) struct Presence {
    node: NodeId,
    watch: NodeWatch,
    live: Vec<NodeId>,
    /// The last flush that is known to be durable.
    flushed: Option<FlushHead>,
    count: u64,
    /// By line: the run, and the first place that [`Self::track_places`] has not covered yet.
    tracked_to: BTreeMap<LineIndex, (Run, Sequence)>,
    reading: Option<PeerRead>,
}

/// A read of the other nodes' flushes.
#[derive(Debug)]
struct PeerRead {
    /// When it began.
    at: FlowMs,
    /// The flushes that are still to be read, the one under way first; `None` until they are known.
    fresh: Option<VecDeque<UnreadFlush>>,
    /// Whether all flushes so far were complete in the store.
    is_whole: bool,
}

/// The result of a read of the other nodes' flushes: the time up to which silence can be judged;
/// `None` if it cannot be judged.
pub(crate) type PeersResult = Result<Option<FlowMs>, StoreError>;

impl Presence {
    pub(crate) fn new(node: NodeId) -> Self {
        Self {
            node,
            watch: NodeWatch::default(),
            live: Vec::new(),
            flushed: None,
            count: 0,
            tracked_to: BTreeMap::new(),
            reading: None,
        }
    }

    /// Whether a flush is due.
    pub(crate) fn is_due(&self, now: FlowMs) -> bool {
        self.flushed
            .as_ref()
            .is_none_or(|flushed| now.since(flushed.at) >= FLUSH_MS)
    }

    /// Creates the next flush. Until a flush is [durable](Self::record_durable), the next one
    /// covers its time again.
    pub(crate) fn flush<'a>(&mut self, lines: impl Iterator<Item = LinePresence<'a>>, now: FlowMs) -> Flush {
        self.count += 1;
        let after = self.flushed.as_ref().map_or(FlowMs(0), |flushed| flushed.at);
        let heard = lines.flat_map(|line| {
            let (at, run) = (line.at, line.state.ledger.run);
            let read = || line.seen.heard_here(after, now);
            let heard: Box<dyn Iterator<Item = Sequence>> = match line.observer {
                None => Box::new(read()),
                Some(_) => {
                    let read = || read().map(|place| place.0).collect();
                    Box::new(observer::places(line.observer, read).into_iter().map(Sequence))
                }
            };
            heard.map(move |sequence| (at, run, sequence))
        });
        let mut flush = flush::flush(self.node, (self.count, after, now), heard);
        let gone = self.outdated(&flush.head, now);
        flush.records.extend(gone.into_iter().map(|key| (key, None)));
        flush
    }

    /// Keys of obsolete records: those of this node's previous flush that the next does not
    /// overwrite, and those of nodes that are long gone, which the first live node deletes.
    fn outdated(&self, next: &FlushHead, now: FlowMs) -> Vec<RecordKey> {
        let kept = next.keys(self.node);
        let written = self.flushed.iter().flat_map(|flushed| flushed.keys(self.node));
        let mut outdated: Vec<RecordKey> = written.filter(|key| !kept.contains(key)).collect();
        if self.live.first() == Some(&self.node) {
            for (node, head) in self.watch.forgotten(now) {
                outdated.extend(head.keys(node));
                outdated.push(records::flush_key(node));
            }
        }
        outdated
    }

    /// Records that a flush is durable.
    pub(crate) fn record_durable(&mut self, flush: &Flush) {
        self.flushed = Some(flush.head.clone());
    }

    /// Begins to read which places the other nodes heard.
    pub(crate) fn read_peers(&mut self, now: FlowMs) -> StoreCall {
        self.reading = Some(PeerRead {
            at: now,
            fresh: None,
            is_whole: true,
        });
        StoreCall::Scan {
            prefixes: vec![records::flushes_prefix()],
        }
    }

    /// Continues the read of the other nodes' flushes.
    pub(crate) fn resume(&mut self, reply: StoreReply, lines: &[LinePresence<'_>]) -> ReadProgress<PeersResult> {
        let Some(mut read) = self.reading.take() else {
            unreachable!("a reply without a read");
        };
        match (reply, &mut read.fresh) {
            (StoreReply::Scanned(Ok(scanned)), None) => {
                let stored = scanned.into_iter().flat_map(|(_, records)| records).collect();
                read.fresh = Some(self.record_flushes(&stored, read.at));
            }
            (StoreReply::Loaded(Ok(loaded)), Some(fresh)) => {
                let flush = fresh.pop_front().expect("it was asked for");
                read.is_whole &= self.record_places(&flush, loaded, lines, read.at);
            }
            (StoreReply::Scanned(Err(error)), None) => return ReadProgress::Done(Err(error)),
            (StoreReply::Loaded(Err(error)), Some(fresh)) => {
                // No flush is read, so the next look has to return each of them again.
                fresh.iter().for_each(|flush| self.watch.mark_unread(flush.node));
                return ReadProgress::Done(Err(error));
            }
            _ => unreachable!("a reply to another call"),
        }
        if let Some(next) = read.fresh.iter().flatten().next() {
            let keys = next.head.keys(next.node);
            self.reading = Some(read);
            return ReadProgress::Call(StoreCall::Load { keys });
        }
        self.track_places(lines, read.at);
        ReadProgress::Done(Ok(self.watch.reported_until(read.at).filter(|_| read.is_whole)))
    }

    /// Records the stored flushes. Returns the new ones of other nodes.
    fn record_flushes(&mut self, stored: &Records, now: FlowMs) -> VecDeque<UnreadFlush> {
        let head = |(key, value): &(RecordKey, Vec<u8>)| Some((records::node_of(key)?, records::decode(value)?));
        let heads: BTreeMap<NodeId, FlushHead> = stored.iter().filter_map(head).collect();
        let others = heads.into_iter().filter(|(node, _)| *node != self.node);
        self.watch.record_heads(others.collect(), now).into()
    }

    /// Whether this node owns a place, and so judges its silence.
    pub(crate) fn is_owner(&self, sequence: Sequence) -> bool {
        watch::owner_of(&self.live, sequence) == Some(self.node)
    }

    /// Records the places of another node's flush. Returns whether the flush was still complete in
    /// the store.
    fn record_places(&mut self, fresh: &UnreadFlush, loaded: Loaded, lines: &[LinePresence<'_>], now: FlowMs) -> bool {
        if fresh.missed {
            lines.iter().for_each(|line| line.mark_all_seen(now));
        }
        for (stretch, record) in fresh.head.stretches.iter().zip(loaded.records) {
            let places = record.and_then(|record| flush::places(fresh.head.count, *stretch, &record));
            let Some(places) = places else {
                // The node has made its next flush in the meantime.
                self.watch.mark_unread(fresh.node);
                return false;
            };
            let (at, run, _) = *stretch;
            let line = lines
                .iter()
                .find(|line| line.at.0 == at && line.state.ledger.run.0 == run);
            if let Some(line) = line {
                let counted = places.iter().filter(|place| line.is_counted(**place));
                counted.for_each(|place| line.seen.record_poll_at(*place, fresh.head.at, now));
            }
        }
        true
    }

    /// Starts to track the places given at other nodes and the share of a node that is gone. They
    /// count as if they had just polled.
    fn track_places(&mut self, lines: &[LinePresence<'_>], now: FlowMs) {
        let live = self.watch.live(self.node, now);
        let same = live == self.live;
        if self.live.iter().any(|node| !live.contains(node)) {
            lines.iter().for_each(|line| line.mark_all_seen(now));
        }
        self.live = live;
        for line in lines {
            let (run, next) = (line.state.ledger.run, line.state.ledger.next);
            let before = self.tracked_to.insert(line.at, (run, next));
            let from = before.filter(|(of, _)| same && *of == run);
            let from = from.map_or(Sequence(0), |(_, next)| next);
            for place in (from.0..next.0).map(Sequence) {
                if !line.seen.is_tracked(place) && line.is_counted(place) && self.is_owner(place) {
                    line.seen.record_poll_at(place, now, now);
                }
            }
        }
    }
}

impl LinePresence<'_> {
    /// Whether anybody is in line.
    pub(crate) fn somebody_waits(&self) -> bool {
        self.state.ledger.next.0 > self.state.marks.uncounted() + self.state.unnumbered.uncounted()
    }

    fn is_counted(&self, place: Sequence) -> bool {
        !self.state.has(place, Mark::Uncounted)
    }

    /// Records all visitors in line as if they had just polled.
    fn mark_all_seen(&self, now: FlowMs) {
        let places = (0..self.state.ledger.next.0).map(Sequence);
        let counted = places.filter(|place| self.is_counted(*place));
        counted.for_each(|place| self.seen.record_poll_at(place, now, now));
    }
}

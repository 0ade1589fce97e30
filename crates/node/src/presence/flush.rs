//! A node's flush: the places that the node heard since its last flush, as records that each flush
//! replaces.
//!
//! The head contains the time that the flush covers and its stretches. A stretch record is the
//! head's count (eight bytes) and the places ([`super::bits`]). Only stretches in which a place was
//! heard are written.

use admission::pool::LineIndex;
use admission::{FlowMs, NodeId, Run, Sequence};
use serde::{Deserialize, Serialize};
use store_values::RecordKey;

use super::bits::{PLACES, pack, unpack};
use crate::records;

/// The most stretches of one flush: 4 MB for 33 million places.
const STRETCHES_MAX: usize = 512;

/// The head of a flush.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct FlushHead {
    /// A count that differs from flush to flush.
    pub(crate) count: u64,
    /// The flush covers the time after this.
    pub(crate) after: FlowMs,
    /// The flush covers the time up to this.
    pub(crate) at: FlowMs,
    /// The line, run and index of each stretch.
    pub(crate) stretches: Vec<(u16, u16, u64)>,
}

/// A flush to be written.
#[derive(Debug, Clone)]
pub struct Flush {
    /// The range that the flush covers.
    pub(crate) head: FlushHead,
    /// The records to put, and those to delete (`None`).
    pub(crate) records: Vec<(RecordKey, Option<Vec<u8>>)>,
}

impl FlushHead {
    /// The keys of the stretch records.
    pub(crate) fn keys(&self, node: NodeId) -> Vec<RecordKey> {
        let stretches = self.stretches.iter();
        stretches.map(|stretch| heard_key(node, *stretch)).collect()
    }
}

/// Creates a flush of the places in `heard`, which are in order by line and sequence.
pub(crate) fn flush(
    node: NodeId,
    (count, after, at): (u64, FlowMs, FlowMs),
    heard: impl Iterator<Item = (LineIndex, Run, Sequence)>,
) -> Flush {
    let mut stretches: Vec<((u16, u16, u64), Vec<u16>)> = Vec::new();
    for (line, run, sequence) in heard {
        let stretch = (line.0, run.0, sequence.0 / PLACES);
        if stretches.last().is_none_or(|(last, _)| *last != stretch) {
            if stretches.len() == STRETCHES_MAX {
                tracing::warn!("one node hears more places than it can tell the others; some may count as silent");
                break;
            }
            stretches.push((stretch, Vec::new()));
        }
        let offset = u16::try_from(sequence.0 % PLACES).expect("below 65,536");
        stretches.last_mut().expect("just pushed").1.push(offset);
    }
    let head = FlushHead {
        count,
        after,
        at,
        stretches: stretches.iter().map(|(stretch, _)| *stretch).collect(),
    };
    let mut records = vec![(records::flush_key(node), Some(records::encode(&head)))];
    for (stretch, offsets) in stretches {
        let value = [count.to_be_bytes().as_slice(), &pack(&offsets)].concat();
        records.push((heard_key(node, stretch), Some(value)));
    }
    Flush { head, records }
}

/// The places in a stretch record of the flush with that count; `None` if the record belongs to
/// another flush or cannot be read.
pub(crate) fn places(count: u64, (_, _, stretch): (u16, u16, u64), record: &[u8]) -> Option<Vec<Sequence>> {
    let (of, packed) = record.split_first_chunk()?;
    if u64::from_be_bytes(*of) != count {
        return None;
    }
    let place = |offset: u16| Sequence(stretch * PLACES + u64::from(offset));
    Some(unpack(packed)?.into_iter().map(place).collect())
}

fn heard_key(node: NodeId, (line, run, stretch): (u16, u16, u64)) -> RecordKey {
    records::heard_key(node, LineIndex(line), Run(run), stretch)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_flush_is_as_many_records_as_it_has_stretches_with_somebody_in_them() {
        let places_of = |line: u16, sequences: Vec<u64>| {
            let sequences = sequences.into_iter();
            sequences.map(move |sequence| (LineIndex(line), Run(3), Sequence(sequence)))
        };
        let heard = places_of(0, vec![1, 2, PLACES + 4]).chain(places_of(1, vec![9]));
        let flush = flush(NodeId(7), (12, FlowMs(5), FlowMs(9)), heard);
        assert_eq!(flush.head.stretches, [(0, 3, 0), (0, 3, 1), (1, 3, 0)]);
        let head: FlushHead = records::decode(flush.records[0].1.as_ref().unwrap()).unwrap();
        assert_eq!(head, flush.head);
        let keys: Vec<_> = flush.records[1..].iter().map(|(key, _)| key.clone()).collect();
        assert_eq!(keys, head.keys(NodeId(7)));
        let second = flush.records[2].1.as_ref().unwrap();
        assert_eq!(places(12, (0, 3, 1), second), Some(vec![Sequence(PLACES + 4)]));
        assert_eq!(places(13, (0, 3, 1), second), None, "of another flush");
    }

    #[test]
    fn a_flush_has_so_many_stretches_and_no_more() {
        let heard = (0..1_000).map(|stretch| (LineIndex(0), Run(0), Sequence(stretch * PLACES)));
        let flush = flush(NodeId(7), (1, FlowMs(0), FlowMs(9)), heard);
        assert_eq!(flush.records.len(), 1 + STRETCHES_MAX);
    }

    #[test]
    fn a_million_who_poll_are_sixteen_records() {
        let heard = (0..1_000_000).map(|place| (LineIndex(0), Run(0), Sequence(place)));
        let flush = flush(NodeId(7), (1, FlowMs(0), FlowMs(9)), heard);
        assert_eq!(flush.records.len(), 1 + 16);
    }
}

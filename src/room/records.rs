//! What a room keeps in the store beside its ledger, and under which keys. A room is a pool of its own: `customer/room`.
//!
//! | key | value |
//! | --- | --- |
//! | `m` run chunk | marks of 4,096 places, see [`admission::marks`] |
//! | `e` run window chunk | the same of places that have no number yet, `window` being the first sequence without one |
//! | `r` run number | how often a place was redirected and when last (postcard) |
//! | `g` wall ms, batch | grants of one commit (postcard), kept for [`super::grants::LOG_MS`] |
//!
//! Numbers in keys are big-endian, so that a scan goes through them in order.

use admission::marks::ChunkIndex;
use admission::{BatchNumber, Number, Redirects, Run, Sequence, WallMs};
use protocol::{CustomerId, RoomId};
use store::{PoolId, RecordKey};

use super::grants::Granted;

const MARKS: u8 = b'm';
const EARLY: u8 = b'e';
const REDIRECTS: u8 = b'r';
const GRANTS: u8 = b'g';

/// The pool of a room that shares its capacity with no other.
pub(super) fn pool_of(customer: &CustomerId, room: &RoomId) -> PoolId {
    PoolId::new(&format!("{}/{room}", customer.as_str().to_lowercase()))
        .expect("ids keep to a narrower alphabet than pools")
}

pub(super) fn marks_prefix(run: Run) -> Vec<u8> {
    [&[MARKS], run.0.to_be_bytes().as_slice()].concat()
}

pub(super) fn marks_key(run: Run, chunk: ChunkIndex) -> RecordKey {
    key([marks_prefix(run).as_slice(), &chunk.0.to_be_bytes()].concat())
}

pub(super) fn early_prefix(run: Run, window: Sequence) -> Vec<u8> {
    [&[EARLY], run.0.to_be_bytes().as_slice(), &window.0.to_be_bytes()].concat()
}

pub(super) fn early_key(run: Run, window: Sequence, chunk: ChunkIndex) -> RecordKey {
    key([early_prefix(run, window).as_slice(), &chunk.0.to_be_bytes()].concat())
}

/// The chunk that a key of [`marks_prefix`] or [`early_prefix`] names.
pub(super) fn chunk_of(key: &RecordKey) -> Option<ChunkIndex> {
    let bytes = key.as_bytes();
    let tail = bytes.get(bytes.len().checked_sub(8)?..)?;
    Some(ChunkIndex(u64::from_be_bytes(tail.try_into().ok()?)))
}

pub(super) fn redirects_key(run: Run, number: Number) -> RecordKey {
    key([&[REDIRECTS], run.0.to_be_bytes().as_slice(), &number.0.to_be_bytes()].concat())
}

pub(super) fn grants_prefix() -> Vec<u8> {
    vec![GRANTS]
}

pub(super) fn grants_key(at: WallMs, batch: BatchNumber) -> RecordKey {
    key([&[GRANTS], at.0.to_be_bytes().as_slice(), &batch.0.to_be_bytes()].concat())
}

/// When the grants of a key were given.
pub(super) fn granted_at(key: &RecordKey) -> Option<WallMs> {
    let stamp = key.as_bytes().get(1..9)?;
    Some(WallMs(u64::from_be_bytes(stamp.try_into().ok()?)))
}

fn key(bytes: Vec<u8>) -> RecordKey {
    RecordKey::new(bytes).expect("keys are shorter than the bound")
}

pub(super) fn encode_redirects(redirects: &Redirects) -> Vec<u8> {
    postcard::to_stdvec(redirects).expect("two numbers can be written")
}

pub(super) fn decode_redirects(bytes: &[u8]) -> Option<Redirects> {
    postcard::from_bytes(bytes).ok()
}

pub(super) fn encode_grants(grants: &[Granted]) -> Vec<u8> {
    postcard::to_stdvec(grants).expect("numbers and ids can be written")
}

pub(super) fn decode_grants(bytes: &[u8]) -> Option<Vec<Granted>> {
    postcard::from_bytes(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_name_what_they_hold() {
        let chunk = ChunkIndex(77);
        assert_eq!(chunk_of(&marks_key(Run(3), chunk)), Some(chunk));
        assert!(marks_key(Run(3), chunk).as_bytes().starts_with(&marks_prefix(Run(3))));
        assert_eq!(chunk_of(&early_key(Run(3), Sequence(9), chunk)), Some(chunk));
        assert_eq!(granted_at(&grants_key(WallMs(5), BatchNumber(9))), Some(WallMs(5)));
    }

    #[test]
    fn records_come_back() {
        let redirects = Redirects {
            count: 2,
            granted_at: WallMs(1_700_000_000_000),
            unseen: true,
        };
        assert_eq!(decode_redirects(&encode_redirects(&redirects)), Some(redirects));
    }
}

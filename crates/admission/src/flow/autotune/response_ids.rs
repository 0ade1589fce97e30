//! The ids under which pages report their time: given with every answer, valid once, for ten
//! minutes.
//!
//! An id is 16 bytes, shown as 32 hex digits: flow time of issue in milliseconds (40 bits,
//! little-endian), a tag of the visitor (32 bits of a keyed hash) and a MAC over both (56 bits,
//! BLAKE2s with the caller's key). An id can therefore be checked without a table, and guessing one
//! takes 2^55 requests for one counted report. [`CountedIds`] remembers which ids were used.
//!
//! **One visitor, one report per half minute.** All ids that one visitor got in the same half
//! minute count as one. Otherwise a single visitor with a thousand requests would have a thousand
//! votes. Two visitors with the same tag share one vote in that half minute, which is rare and
//! harmless.
//!
//! **Bounds.** At most [`COUNTED_PER_SLOT_MAX`] reports for each half minute of issue, [`SLOTS`]
//! half minutes: 90,112 tags. Later reports of a full half minute are not counted; thousands are a
//! sufficient sample.
//!
//! Nodes do not share this memory. Each node remembers the ids that it counted, so an id shown to
//! `n` nodes can count `n` times.

use std::collections::{BTreeSet, VecDeque};
use std::fmt;

use blake2::Blake2sMac256;
use blake2::digest::{KeyInit, Mac};

use crate::time::FlowMs;

/// How long an id is valid, in milliseconds.
pub const ID_LIFE_MS: u64 = 600_000;
/// How far an id can be ahead of a node's own flow time, in milliseconds: nodes' clocks do not
/// agree to the millisecond.
pub const AHEAD_MS_MAX: u64 = 5_000;
/// Ids that one visitor got in the same period of this length count as one, in milliseconds.
pub const SLOT_MS: u64 = 30_000;
/// How many half minutes can contain an id that is still valid: its life, one begun and one ahead.
pub const SLOTS: usize = 22;
/// The most reports counted for each half minute of issue.
pub const COUNTED_PER_SLOT_MAX: usize = 4_096;

const TIME_BYTES: usize = 5;
const TAG_BYTES: usize = 4;
const TEXT_LEN: usize = 32;

/// An issued id. `Display` writes 32 hex digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ResponseId([u8; 16]);

/// The content of a genuine id.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Issued {
    /// When the id was issued. Some clients do not report a time; the time since issue is then
    /// used.
    pub at: FlowMs,
    /// The visitor to whom it was issued.
    pub visitor: VisitorTag,
}

/// A visitor's tag in an id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct VisitorTag(u32);

impl VisitorTag {
    /// Makes the tag of a visitor from a keyed hash that the site made of them.
    #[must_use]
    pub const fn from_hash(hash: u32) -> Self {
        Self(hash)
    }
}

/// Why a report does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ReportRefused {
    /// Not 32 hex digits.
    #[error("a response id has {TEXT_LEN} hex digits")]
    Malformed,
    /// The id was not issued under this key.
    #[error("this response id was not given out here")]
    Forged,
    /// The id was issued more than [`ID_LIFE_MS`] ago.
    #[error("this response id is older than {ID_LIFE_MS} ms")]
    TooOld,
    /// The id was issued in the future.
    #[error("this response id is from the future")]
    Early,
    /// A report of this visitor was already counted for that half minute.
    #[error("a report of this visitor was counted for that half minute")]
    Counted,
    /// The half minute already has enough reports.
    #[error("that half minute has {COUNTED_PER_SLOT_MAX} reports already")]
    Enough,
}

/// Issues ids and checks them.
#[derive(Clone)]
pub struct ResponseIds(Blake2sMac256);

impl ResponseIds {
    /// Creates an issuer. `key`: 32 bytes that belong to the domain or pool, derived for this use
    /// only.
    #[must_use]
    pub fn new(key: &[u8; 32]) -> Self {
        Self(Blake2sMac256::new(key.into()))
    }

    /// Issues an id for `visitor` (their token) at `now`.
    #[must_use]
    pub fn issue(&self, now: FlowMs, visitor: &[u8]) -> ResponseId {
        let mut id = [0; 16];
        id[..TIME_BYTES].copy_from_slice(&now.0.to_le_bytes()[..TIME_BYTES]);
        let tag = self.digest(b"visitor", visitor).finalize().into_bytes();
        id[TIME_BYTES..][..TAG_BYTES].copy_from_slice(&tag[..TAG_BYTES]);
        let (stated, mac) = id.split_at_mut(TIME_BYTES + TAG_BYTES);
        let digest = self.digest(b"id", stated).finalize().into_bytes();
        mac.copy_from_slice(&digest[..mac.len()]);
        ResponseId(id)
    }

    /// Checks an id that a client sent.
    ///
    /// # Errors
    /// If the id was not issued here, is too old, or is ahead of `now`.
    pub fn verify(&self, now: FlowMs, text: &str) -> Result<Issued, ReportRefused> {
        let id = parse(text).ok_or(ReportRefused::Malformed)?;
        let (stated, mac) = id.split_at(TIME_BYTES + TAG_BYTES);
        let digest = self.digest(b"id", stated);
        digest.verify_truncated_left(mac).map_err(|_| ReportRefused::Forged)?;
        let (time, tag) = stated.split_at(TIME_BYTES);
        let at = FlowMs(time.iter().rev().fold(0, |ms, octet| ms << 8 | u64::from(*octet)));
        let visitor = VisitorTag(u32::from_le_bytes(tag.try_into().expect("four octets are left")));
        if now.since(at) > ID_LIFE_MS {
            return Err(ReportRefused::TooOld);
        }
        if at.since(now) > AHEAD_MS_MAX {
            return Err(ReportRefused::Early);
        }
        Ok(Issued { at, visitor })
    }

    /// Starts a keyed hash; `purpose` separates tags from MACs.
    fn digest(&self, purpose: &[u8], input: &[u8]) -> Blake2sMac256 {
        self.0
            .clone()
            .chain_update(purpose)
            .chain_update([0])
            .chain_update(input)
    }
}

impl fmt::Debug for ResponseIds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ResponseIds").finish_non_exhaustive()
    }
}

impl fmt::Display for ResponseId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|octet| write!(f, "{octet:02x}"))
    }
}

fn parse(text: &str) -> Option<[u8; 16]> {
    let digits = text.as_bytes();
    if digits.len() != TEXT_LEN {
        return None;
    }
    let digit = |octet: u8| char::from(octet).to_digit(16);
    let mut id = [0; 16];
    for (octet, pair) in id.iter_mut().zip(digits.chunks_exact(2)) {
        *octet = u8::try_from(digit(pair[0])? << 4 | digit(pair[1])?).ok()?;
    }
    Some(id)
}

/// Tags counted for one half minute of issue.
#[derive(Debug, Clone)]
struct TagSlot {
    index: u64,
    tags: BTreeSet<VisitorTag>,
}

/// The ids that were counted, in bounded memory.
#[derive(Debug, Clone, Default)]
pub struct CountedIds {
    slots: VecDeque<TagSlot>,
}

impl CountedIds {
    /// Records that a genuine id is counted.
    ///
    /// # Errors
    /// If the id was counted before or cannot be recorded; it must not count then.
    pub fn count(&mut self, now: FlowMs, issued: Issued) -> Result<(), ReportRefused> {
        self.forget(now);
        let index = issued.at.0 / SLOT_MS;
        if index < oldest_slot(now) {
            return Err(ReportRefused::TooOld);
        }
        let at = self.slots.partition_point(|slot| slot.index < index);
        if self.slots.get(at).is_none_or(|slot| slot.index != index) {
            if self.slots.len() == SLOTS {
                return Err(ReportRefused::Enough);
            }
            let tags = BTreeSet::new();
            self.slots.insert(at, TagSlot { index, tags });
        }
        let tags = &mut self.slots[at].tags;
        if tags.contains(&issued.visitor) {
            return Err(ReportRefused::Counted);
        }
        if tags.len() == COUNTED_PER_SLOT_MAX {
            return Err(ReportRefused::Enough);
        }
        tags.insert(issued.visitor);
        Ok(())
    }

    /// Returns how many tags are remembered.
    #[must_use]
    pub fn held(&self) -> usize {
        self.slots.iter().map(|slot| slot.tags.len()).sum()
    }

    fn forget(&mut self, now: FlowMs) {
        let oldest = oldest_slot(now);
        while self.slots.front().is_some_and(|slot| slot.index < oldest) {
            self.slots.pop_front();
        }
    }
}

/// Returns the half minute of the oldest id that is still valid at `now`.
fn oldest_slot(now: FlowMs) -> u64 {
    now.0.saturating_sub(ID_LIFE_MS) / SLOT_MS
}

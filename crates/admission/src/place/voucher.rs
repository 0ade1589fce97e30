//! Vouchers: credentials that are valid for one place in a run, such as the identifier of an
//! enqueue token, or a unique key. The engine knows only their keyed hashes.
//!
//! A newcomer who brings vouchers gets a place if none of them was spent before, and the commit
//! that gives the place spends all of them; otherwise the newcomer gets no place and nothing is
//! spent. The batch decides this by one side record per spent voucher, loaded at the ledger's
//! generation. So of two newcomers with the same voucher, in one batch or on two nodes, one gets a
//! place.
//!
//! A spent voucher stays spent until it ends: neither a cancel nor an expired number gives it back,
//! only an operator does. Most end with the run. One that is not accepted for longer than a known
//! time ends by then, so that a room which is never reset does not keep it for ever. The meaning of
//! a voucher, whether a newcomer needs one, and who can have one are not decided here.

use serde::{Deserialize, Serialize};

use crate::price::{PricedOrigin, UnpaidPrice};
use crate::time::WallMs;
use crate::units::{Run, Sequence};

/// The most vouchers that one newcomer can bring.
pub const VOUCHERS_MAX: usize = 3;
/// The most newcomers in one batch who bring vouchers; further ones go into the next batch.
pub const WITH_VOUCHERS_MAX: usize = 1_000;
/// The most vouchers given back in one batch.
pub const FREED_MAX: usize = 1_000;
/// How long the record of a voucher stays after the voucher stops being accepted, in milliseconds:
/// longer than the clocks of nodes differ, and than a newcomer waits for a commit.
pub const KEPT_AFTER_END_MS: u64 = 600_000;

/// A keyed hash of a voucher.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct VoucherHash(pub [u8; 16]);

/// A voucher, and how long it stays spent.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Voucher {
    /// Its keyed hash.
    pub hash: VoucherHash,
    /// From when on it counts as unspent again; `None` for one that ends with the run.
    pub ends_at: Option<WallMs>,
}

impl Voucher {
    /// Creates a voucher that is no longer accepted from this time on; `None` for one that is
    /// accepted until the run ends. Its record stays [`KEPT_AFTER_END_MS`] longer.
    #[must_use]
    pub fn not_accepted_from(hash: VoucherHash, end: Option<WallMs>) -> Self {
        let ends_at = end.map(|end| WallMs(end.0.saturating_add(KEPT_AFTER_END_MS)));
        Self { hash, ends_at }
    }
}

impl From<VoucherHash> for Voucher {
    fn from(hash: VoucherHash) -> Self {
        Self { hash, ends_at: None }
    }
}

/// A newcomer on whom the commit decides: one who brings vouchers, whose place has a price, or who
/// was judged by the rules of one run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConditionalArrival {
    /// Index of the newcomer among the batch's arrivals.
    pub arrival: u32,
    /// The vouchers, at most [`VOUCHERS_MAX`].
    pub vouchers: Vec<Voucher>,
    /// The newcomer's network and payment for the place; `None` for a newcomer whose place has no
    /// price.
    pub origin: Option<PricedOrigin>,
    /// Whether the newcomer gives up a place in another lane of the room for this one. A full room
    /// takes such a newcomer, because no more people wait afterwards.
    pub leaves: bool,
    /// The run by whose rules the newcomer was judged; the next run can ask for more. `None` for a
    /// newcomer who gets a place in any run.
    pub run: Option<Run>,
}

impl ConditionalArrival {
    /// Creates a newcomer who leaves no other place and whose place has no price.
    #[must_use]
    pub fn new(arrival: u32, vouchers: Vec<Voucher>) -> Self {
        Self {
            arrival,
            vouchers,
            origin: None,
            leaves: false,
            run: None,
        }
    }
}

/// Side record of a spent voucher.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct VoucherRecord {
    /// The place that was given for the voucher.
    pub sequence: Sequence,
    /// When the voucher was spent.
    pub spent_at: WallMs,
    /// When the record ends; `None` if it ends with the run.
    pub ends_at: Option<WallMs>,
}

/// Why a newcomer gets no place in an open room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum ArrivalRefused {
    /// A place was already given for one of the vouchers; the index is that of the first such
    /// voucher, in the order in which they were brought.
    #[error("voucher {0} was spent")]
    Spent(usize),
    /// The loaded records belong to another run, some were not loaded, or the newcomer was judged
    /// by the rules of another run; the caller has to retry. No voucher is spent.
    #[error("somebody else was faster; ask again")]
    Stale,
    /// The room's `capacity` of waiting people is reached. No voucher is spent.
    #[error("the room is full")]
    RoomFull,
    /// The place has a price that the newcomer did not pay. No voucher is spent.
    #[error("{}", .0.reason)]
    Unpaid(UnpaidPrice),
}

impl VoucherRecord {
    /// Whether the record has ended, so that its voucher is unspent again.
    #[must_use]
    pub fn is_over(&self, now: WallMs) -> bool {
        self.ends_at.is_some_and(|ends_at| ends_at <= now)
    }

    /// Returns the stored form. A record that ends with the run is written without its end.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        let spent = (self.sequence, self.spent_at);
        let written = match self.ends_at {
            Some(ends_at) => postcard::to_stdvec(&(spent, ends_at)),
            None => postcard::to_stdvec(&spent),
        };
        written.expect("numbers can be written")
    }

    /// Reads the stored form; `None` if the bytes are invalid.
    #[must_use]
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let ((sequence, spent_at), rest) = postcard::take_from_bytes(bytes).ok()?;
        let ends_at = match rest {
            [] => None,
            _ => {
                let (ends_at, rest) = postcard::take_from_bytes(rest).ok()?;
                rest.is_empty().then_some(Some(ends_at))?
            }
        };
        Some(Self {
            sequence,
            spent_at,
            ends_at,
        })
    }
}

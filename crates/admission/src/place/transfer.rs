//! Transfers a place to another device: the requests, the records and the answers.
//!
//! The device that holds a place has a *code* made for it and shows the code to the other device,
//! which takes the place over with it. The batch decides on a transfer as on everything else: one
//! record per place and one per code change with the commit or not at all. So of two devices that
//! race with one code, one gets the place, and the device that had it is past from that commit on.
//! A transfer does not affect number, order or people ahead.
//!
//! A code can be used once, for [`CODE_VALID_MS`] of wall time, and only until its place gets the
//! next code. A place that was let through cannot be transferred, because its grant belongs to the
//! device that got it. The records of codes are bounded and expire: [`crate::made_codes`]. The
//! format of a code and the limits on trying codes are not here.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::holders::Device;
use crate::made_codes::MadeCodes;
pub use crate::made_codes::{CODES_SPAN_MS, CodeHash};
use crate::time::WallMs;
use crate::units::{Holder, Sequence};

/// How often a place can be transferred: the queue id has four bits for the holder.
pub const TRANSFERS_MAX: u8 = 15;
/// How long a code is valid, in milliseconds.
pub const CODE_VALID_MS: u64 = 300_000;
/// The most codes made for one place within [`CODES_SPAN_MS`].
pub const CODES_MAX: usize = 5;
/// How many transfers one batch can request.
pub const TRANSFERS_ASKED_MAX: usize = 1_000;
/// The most bytes in a note for the device that takes a place over.
pub const NOTE_BYTES_MAX: usize = 256;

/// A request about the transfer of a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TransferRequest {
    /// A device requests a code for its place.
    Offer {
        /// The device.
        device: Device,
        /// The code's hash.
        code: CodeHash,
        /// A note that the device which takes the place over gets with it, at most
        /// [`NOTE_BYTES_MAX`] bytes. The engine does not interpret it.
        note: Vec<u8>,
    },
    /// A device requests the place of a code.
    Take {
        /// The code's hash.
        code: CodeHash,
    },
}

/// Side record of a place that was transferred or has had a code.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TransferRecord {
    /// The holder of the place.
    pub holder: Holder,
    /// The one valid code, and when it expires.
    pub code: Option<(CodeHash, WallMs)>,
    /// When the last codes were made, at most [`CODES_MAX`].
    pub made: Vec<WallMs>,
}

/// Side record of a code that was not used yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeRecord {
    /// The place of the code; that place's record decides whether the code is still valid.
    pub sequence: Sequence,
    /// The note of [`TransferRequest::Offer`].
    pub note: Vec<u8>,
}

/// Side records, loaded for a batch or changed by it. `None` means that there is no record, or that
/// the record is to be deleted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TransferRecords {
    /// Records of places.
    pub places: BTreeMap<Sequence, Option<TransferRecord>>,
    /// Records of codes.
    pub codes: BTreeMap<CodeHash, Option<CodeRecord>>,
    /// The codes made lately. `None` if they were not loaded, or did not change.
    pub made: Option<MadeCodes>,
}

/// Answer to a [`TransferRequest`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum TransferOutcome {
    /// The code was made and is valid until this time.
    Offered(WallMs),
    /// The new device now holds the place.
    Taken {
        /// The new device.
        device: Device,
        /// The note of the offer.
        note: Vec<u8>,
    },
    /// Nothing changed.
    Refused(TransferRefused),
}

/// Why a place is not transferred.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum TransferRefused {
    /// There is no such code, or it was used, replaced or has expired.
    #[error("the code is not good")]
    WrongCode,
    /// There is no such place, or it was cancelled.
    #[error("there is no such place any more")]
    NoPlace,
    /// Another device holds the place.
    #[error("the place was transferred to another device")]
    Transferred,
    /// The place was already let through.
    #[error("the place was let through already")]
    LetThrough,
    /// The place was transferred [`TRANSFERS_MAX`] times.
    #[error("the place was transferred as often as it can be")]
    TransferredTooOften,
    /// [`CODES_MAX`] codes were made for the place lately.
    #[error("too many codes were made for the place lately")]
    TooManyCodes,
    /// [`crate::made_codes::MADE_CODES_MAX`] codes were made in the line lately.
    #[error("too many codes were made in the room lately")]
    TooManyCodesInRoom,
    /// The note is longer than [`NOTE_BYTES_MAX`].
    #[error("the note is too long")]
    NoteTooLong,
    /// The list of transferred places is full.
    #[error("too many places were transferred")]
    Full,
    /// The code belongs to another place; the caller has to draw another one.
    #[error("the code is somebody else's")]
    CodeInUse,
    /// The loaded records are older than the state; the caller has to retry.
    #[error("somebody else was faster; ask again")]
    Stale,
}

impl TransferRecord {
    /// Returns the stored form.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        postcard::to_stdvec(self).expect("numbers can be written")
    }

    /// Reads the stored form; `None` if the bytes are invalid.
    #[must_use]
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let (record, rest): (Self, _) = postcard::take_from_bytes(bytes).ok()?;
        let within_bounds = record.holder.0 <= TRANSFERS_MAX && record.made.len() <= CODES_MAX;
        (rest.is_empty() && within_bounds).then_some(record)
    }

    /// Returns whether a code is the valid one at `now`.
    #[must_use]
    pub fn is_good(&self, code: CodeHash, now: WallMs) -> bool {
        self.code.is_some_and(|(good, until)| good == code && now < until)
    }

    /// Drops codes that no longer count. Returns whether one more code can be made.
    pub(crate) fn can_make_code(&mut self, now: WallMs) -> bool {
        self.made.retain(|at| counts(*at, now));
        self.made.len() < CODES_MAX
    }

    /// Returns whether the record carries no information any more: the place was never transferred,
    /// and none of its codes counts any more.
    #[must_use]
    pub fn is_over(&self, now: WallMs) -> bool {
        let is_good = self.code.is_some_and(|(_, until)| now < until);
        self.holder == Holder(0) && !is_good && !self.made.iter().any(|at| counts(*at, now))
    }
}

/// Returns whether a code made at `made_at` still counts against the limit of its place.
fn counts(made_at: WallMs, now: WallMs) -> bool {
    now.0 < made_at.0.saturating_add(CODES_SPAN_MS)
}

impl CodeRecord {
    /// Returns the stored form.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        postcard::to_stdvec(self).expect("a number and bytes can be written")
    }

    /// Reads the stored form; `None` if the bytes are invalid.
    #[must_use]
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let (record, rest) = postcard::take_from_bytes(bytes).ok()?;
        rest.is_empty().then_some(record)
    }
}

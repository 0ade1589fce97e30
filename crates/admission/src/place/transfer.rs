//! Moving a place to another device: what is asked, what is kept of it, what is answered.
//!
//! Who holds a place has a *code* made for it and shows it to the other device, which takes the
//! place over by it. A move is decided in the batch, like everything else: one record a place and
//! one a code change with the commit or not at all, so of two devices that race with one code one
//! gets the place, and the device that had it is past from that commit on. Number, order and people
//! ahead never hear of it.
//!
//! A code is good once, for [`CODE_VALID_MS`] of wall time, and only until its place gets the next
//! one. A place that was let through cannot move: its grant belongs to the device that got it. What
//! is kept of codes is bounded and ends: [`crate::made_codes`]. Not here: what a code looks like,
//! and who may try how many.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::holders::Device;
use crate::made_codes::MadeCodes;
pub use crate::made_codes::{CODES_SPAN_MS, CodeHash};
use crate::time::WallMs;
use crate::units::{Holder, Sequence};

/// A place moves so often at most: the queue id has four bits for the holder.
pub const MOVES_MAX: u8 = 15;
/// A code is good for so long, milliseconds.
pub const CODE_VALID_MS: u64 = 300_000;
/// Codes made for one place within [`CODES_SPAN_MS`] at most.
pub const CODES_MAX: usize = 5;
/// Moves that one batch may ask for.
pub const MOVES_ASKED_MAX: usize = 1_000;
/// What is kept for whoever takes a place over has so many bytes at most.
pub const NOTE_BYTES_MAX: usize = 256;

/// Something about moving that is asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveRequest {
    /// A device wants a code for its place.
    Offer {
        /// Which.
        device: Device,
        /// The code's hash.
        code: CodeHash,
        /// Whatever whoever takes the place over is to get with it, at most [`NOTE_BYTES_MAX`]; it
        /// means nothing here.
        note: Vec<u8>,
    },
    /// A device wants the place of a code.
    Take {
        /// The code's hash.
        code: CodeHash,
    },
}

/// Side record of a place that was moved or has had a code.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// Who holds the place.
    pub holder: Holder,
    /// The one code that is good, and until when.
    pub code: Option<(CodeHash, WallMs)>,
    /// When the last codes were made, at most [`CODES_MAX`].
    pub made: Vec<WallMs>,
}

/// Side record of a code that was not used yet.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CodeRecord {
    /// Whose code it is; whether it is good still is in that place's record.
    pub sequence: Sequence,
    /// What was given with [`MoveRequest::Offer`].
    pub note: Vec<u8>,
}

/// Side records, as they are loaded for a batch or changed by it. `None`: there is none, or there
/// is to be none.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MoveRecords {
    /// Of places.
    pub places: BTreeMap<Sequence, Option<MoveRecord>>,
    /// Of codes.
    pub codes: BTreeMap<CodeHash, Option<CodeRecord>>,
    /// The codes made lately. `None` if they were not loaded, or are not changed.
    pub made: Option<MadeCodes>,
}

/// Answer to a [`MoveRequest`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MoveOutcome {
    /// The code is good until then.
    Offered(WallMs),
    /// The place is held by the new device now.
    Taken {
        /// The new device.
        device: Device,
        /// What was given with the offer.
        note: Vec<u8>,
    },
    /// Nothing changed.
    Refused(MoveRefused),
}

/// Why a place is not moved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum MoveRefused {
    /// No such code, or it was used, replaced or is too old.
    #[error("the code is not good")]
    WrongCode,
    /// There is no such place, or it was cancelled.
    #[error("there is no such place any more")]
    NoPlace,
    /// Another device holds the place.
    #[error("the place has moved to another device")]
    Moved,
    /// The place was let through already.
    #[error("the place was let through already")]
    LetThrough,
    /// The place was moved [`MOVES_MAX`] times.
    #[error("the place has moved as often as it can")]
    MovedTooOften,
    /// [`CODES_MAX`] codes were made for the place lately.
    #[error("too many codes were made for the place lately")]
    TooManyCodes,
    /// [`crate::made_codes::MADE_CODES_MAX`] codes were made in the line lately.
    #[error("too many codes were made in the room lately")]
    TooManyCodesInRoom,
    /// The note is longer than [`NOTE_BYTES_MAX`].
    #[error("the note is too long")]
    NoteTooLong,
    /// As many places have moved as can be kept.
    #[error("too many places have moved")]
    Full,
    /// Somebody else has that code: draw another.
    #[error("the code is somebody else's")]
    CodeInUse,
    /// The records that were loaded are older than the state: ask again.
    #[error("somebody else was faster; ask again")]
    Stale,
}

impl MoveRecord {
    /// The stored form.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        postcard::to_stdvec(self).expect("numbers can be written")
    }

    /// Reads the stored form; `None` if it is none.
    #[must_use]
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let (record, rest): (Self, _) = postcard::take_from_bytes(bytes).ok()?;
        let within_bounds = record.holder.0 <= MOVES_MAX && record.made.len() <= CODES_MAX;
        (rest.is_empty() && within_bounds).then_some(record)
    }

    /// Whether a code is the one that is good at that time.
    #[must_use]
    pub fn is_good(&self, code: CodeHash, now: WallMs) -> bool {
        self.code.is_some_and(|(good, until)| good == code && now < until)
    }

    /// Forgets codes that do not count any more; whether one more may be made.
    pub(crate) fn may_make_code(&mut self, now: WallMs) -> bool {
        self.made.retain(|at| counts(*at, now));
        self.made.len() < CODES_MAX
    }

    /// Whether the record says no more than none would: the place never moved, and no code of it
    /// counts any more.
    #[must_use]
    pub fn is_over(&self, now: WallMs) -> bool {
        let is_good = self.code.is_some_and(|(_, until)| now < until);
        self.holder == Holder(0) && !is_good && !self.made.iter().any(|at| counts(*at, now))
    }
}

/// Whether a code that was made then still counts among those of its place.
fn counts(made_at: WallMs, now: WallMs) -> bool {
    now.0 < made_at.0.saturating_add(CODES_SPAN_MS)
}

impl CodeRecord {
    /// The stored form.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        postcard::to_stdvec(self).expect("a number and bytes can be written")
    }

    /// Reads the stored form; `None` if it is none.
    #[must_use]
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let (record, rest) = postcard::take_from_bytes(bytes).ok()?;
        rest.is_empty().then_some(record)
    }
}

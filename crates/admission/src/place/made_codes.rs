//! The codes that were made lately in a line's run: one side record that bounds them across all
//! nodes and shows which records of codes and places have expired.
//!
//! Every code is entered when it is made and stays for [`CODES_SPAN_MS`], whether it is used,
//! replaced or never used. While [`MADE_CODES_MAX`] codes are entered, no further code is made. The
//! next batch with a transfer removes expired entries, and with each entry the code's record and
//! the record of a place that was never transferred. Where there are no more transfers, the owner
//! of the store deletes what has expired.
//!
//! The limit of codes for one place is not here: [`crate::transfer::CODES_MAX`].

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::time::WallMs;
use crate::units::Sequence;

/// For how long a code counts against the limits of its place and its line, in milliseconds.
pub const CODES_SPAN_MS: u64 = 600_000;
/// How many codes a line can make within [`CODES_SPAN_MS`].
pub const MADE_CODES_MAX: usize = 2_000;
/// The most entries that one batch removes, because the records of their places have to be loaded
/// for it.
pub const CODES_FORGOTTEN_MAX: usize = 256;

/// A keyed hash of a code. The code itself is shown to its holder and stored nowhere.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct CodeHash(pub [u8; 16]);

/// A code that was made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct MadeCode {
    /// The place that the code was made for.
    pub sequence: Sequence,
    /// The code's hash.
    pub code: CodeHash,
    /// When the code was made.
    pub made_at: WallMs,
}

impl MadeCode {
    /// Returns whether the entry has expired, so that nothing depends on it any more.
    #[must_use]
    pub fn is_over(&self, now: WallMs) -> bool {
        now.0 >= self.made_at.0.saturating_add(CODES_SPAN_MS)
    }
}

/// The codes of one line and run, in the order in which they were made.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MadeCodes(VecDeque<MadeCode>);

impl MadeCodes {
    /// Returns the stored form, at most 28 bytes per code.
    #[must_use]
    pub fn encode(&self) -> Vec<u8> {
        postcard::to_stdvec(self).expect("numbers and bytes can be written")
    }

    /// Reads the stored form; `None` if the bytes are invalid.
    #[must_use]
    pub fn decode(bytes: &[u8]) -> Option<Self> {
        let (codes, rest): (Self, _) = postcard::take_from_bytes(bytes).ok()?;
        (rest.is_empty() && codes.0.len() <= MADE_CODES_MAX).then_some(codes)
    }

    /// Returns how many codes are entered.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether no code is entered.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the places whose records a batch needs in order to remove expired entries.
    pub fn oldest_places(&self) -> impl Iterator<Item = Sequence> + '_ {
        self.0.iter().take(CODES_FORGOTTEN_MAX).map(|made| made.sequence)
    }

    /// Removes every expired entry. Returns whether there was one.
    pub fn forget_all_over(&mut self, now: WallMs) -> bool {
        let before = self.0.len();
        self.0.retain(|made| !made.is_over(now));
        self.0.len() < before
    }

    /// Returns the oldest entry if it has expired.
    pub(crate) fn oldest_over(&self, now: WallMs) -> Option<MadeCode> {
        self.0.front().filter(|made| made.is_over(now)).copied()
    }

    /// Removes the oldest entry. Returns whether its code is entered a second time.
    pub(crate) fn pop(&mut self) -> bool {
        let popped = self.0.pop_front();
        popped.is_some_and(|popped| self.0.iter().any(|made| made.code == popped.code))
    }

    /// Enters a code if there is room. Returns whether there was.
    pub(crate) fn enter(&mut self, made: MadeCode) -> bool {
        let room = self.0.len() < MADE_CODES_MAX;
        if room {
            self.0.push_back(made);
        }
        room
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_record_fits_a_store_and_takes_no_further_code() {
        let mut codes = MadeCodes::default();
        let made = MadeCode {
            sequence: Sequence((1 << 36) - 1),
            code: CodeHash([255; 16]),
            made_at: WallMs(1 << 41),
        };
        while codes.enter(made) {}
        assert_eq!(codes.len(), MADE_CODES_MAX);
        let stored = codes.encode();
        assert!(stored.len() <= 64 * 1_024, "{} bytes", stored.len());
        assert_eq!(MadeCodes::decode(&stored), Some(codes));
    }
}

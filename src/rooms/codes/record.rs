//! A code as visitors and operators enter it. `crates/node/src/priority.rs` defines the stored
//! record, and decides whether the code is valid.

use std::fmt;
use std::str::FromStr;

use ::node::priority::PriorityCodeRecord;
use admission::WallMs;
use protocol::VisitorKey;

/// A code as a visitor enters it: without surrounding white space, and compared without regard to
/// case. `Debug` hides it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct PriorityCode(VisitorKey);

/// The minimum length of a code that is added, in characters: visitors can try some codes each
/// minute, and would soon guess a shorter one. Codes of older lists can be shorter, and remain
/// valid.
const CODE_CHARS_MIN: usize = 4;

/// The error for a text that is not a code, or is a code that cannot be added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PriorityCodeError {
    /// The text cannot be a code.
    #[error("a code is 1 to 200 bytes of text without control characters")]
    NotText,
    /// The code is too short to be added.
    #[error("a code has at least {CODE_CHARS_MIN} characters; a shorter one is guessed too easily")]
    TooShort,
}

/// A code to add.
#[derive(Debug, Clone)]
pub struct NewCode {
    /// The group that the code leads to.
    pub group: String,
    /// The operator's name for the batch.
    pub batch: String,
    /// How many visitors can use the code; `None` for any number.
    pub uses_max: Option<u32>,
    /// The time at which the code expires.
    pub ends_at: Option<WallMs>,
}

/// The changes to a code; `None` leaves a field unchanged.
#[derive(Debug, Clone, Default)]
pub struct CodeChange {
    /// The operator's name for the batch.
    pub batch: Option<String>,
    /// How many visitors can use the code; the inner `None` for any number.
    pub uses_max: Option<Option<u32>>,
    /// The time at which the code expires; the inner `None` for never.
    pub ends_at: Option<Option<WallMs>>,
}

impl CodeChange {
    /// Returns the record after the change. Earlier uses continue to count.
    pub(super) fn of(&self, old: &PriorityCodeRecord) -> PriorityCodeRecord {
        let old = old.clone();
        PriorityCodeRecord {
            batch: self.batch.clone().unwrap_or(old.batch),
            uses_max: self.uses_max.unwrap_or(old.uses_max),
            ends_at: self.ends_at.unwrap_or(old.ends_at),
            ..old
        }
    }
}

impl PriorityCode {
    /// Makes a code from 128 random bits.
    #[must_use]
    pub fn from_random(random: [u8; 16]) -> Self {
        let key = VisitorKey::from_random(random);
        key.as_str().parse().expect("a random key is a code")
    }

    /// Reads a code that is to be added.
    ///
    /// # Errors
    /// If the text is not a code, or is too short for a new one.
    pub fn to_add(text: &str) -> Result<Self, PriorityCodeError> {
        let code: Self = text.parse()?;
        match code.as_str().chars().count() {
            0..CODE_CHARS_MIN => Err(PriorityCodeError::TooShort),
            _ => Ok(code),
        }
    }

    /// The key whose hash is the code's id.
    pub(super) fn key(&self) -> &VisitorKey {
        &self.0
    }

    /// The text, in lower case.
    #[must_use]
    pub fn as_str(&self) -> &str {
        self.0.as_str()
    }
}

impl FromStr for PriorityCode {
    type Err = PriorityCodeError;

    fn from_str(text: &str) -> Result<Self, PriorityCodeError> {
        let key = text.trim().to_lowercase().parse();
        key.map(Self).map_err(|_| PriorityCodeError::NotText)
    }
}

impl fmt::Debug for PriorityCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PriorityCode(redacted)")
    }
}

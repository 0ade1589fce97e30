//! The GUID text form, `8-4-4-4-12` hex digits.

use std::fmt;
use std::str::FromStr;

use crate::mac::{HEX_DIGITS, hex_byte};

/// Length of the text form, in characters.
const TEXT_LENGTH: usize = 36;
/// Positions of the hyphens.
const HYPHENS: [usize; 4] = [8, 13, 18, 23];
/// Position of each byte's first digit.
const PAIRS: [usize; 16] = [0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34];

/// The error of a text that is not a GUID of 8-4-4-4-12 hex digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a queue id is a GUID: 8-4-4-4-12 hex digits")]
pub struct QueueIdTextError;

/// The 16 bytes of a queue id. Only a codec that opens them proves that the waiting room issued
/// them.
///
/// `Display` writes lower case; parsing accepts both cases. `Debug` hides the id, because it
/// identifies a visitor and must not reach a log by accident.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct QueueId([u8; 16]);

impl QueueId {
    /// The all-zero id that tokens carry for visitors who pass without a place.
    pub const NIL: Self = Self([0; 16]);

    /// Wraps any 16 bytes.
    pub const fn from_bytes(bytes: [u8; 16]) -> Self {
        Self(bytes)
    }

    /// Parses 32 hex digits without hyphens, the form in cookies; `None` for any other text.
    pub fn from_digits(digits: &str) -> Option<Self> {
        let pairs = digits.as_bytes().as_chunks().0;
        let mut bytes = [0; 16];
        for (byte, [high, low]) in bytes.iter_mut().zip(pairs) {
            *byte = hex_byte(*high, *low)?;
        }
        (digits.len() == 2 * bytes.len()).then_some(Self(bytes))
    }

    /// Returns the text form, in lower case.
    pub fn text(&self) -> QueueIdText {
        let mut text = [b'-'; TEXT_LENGTH];
        for (byte, &at) in self.0.iter().zip(&PAIRS) {
            text[at] = HEX_DIGITS[usize::from(byte >> 4)];
            text[at + 1] = HEX_DIGITS[usize::from(byte & 15)];
        }
        QueueIdText(text)
    }

    /// Returns the bytes, in the order of the text.
    pub const fn as_bytes(&self) -> &[u8; 16] {
        &self.0
    }
}

impl FromStr for QueueId {
    type Err = QueueIdTextError;

    fn from_str(text: &str) -> Result<Self, QueueIdTextError> {
        let text = text.as_bytes();
        if text.len() != TEXT_LENGTH || HYPHENS.iter().any(|&at| text[at] != b'-') {
            return Err(QueueIdTextError);
        }
        let mut bytes = [0; 16];
        for (byte, &at) in bytes.iter_mut().zip(&PAIRS) {
            *byte = hex_byte(text[at], text[at + 1]).ok_or(QueueIdTextError)?;
        }
        Ok(Self(bytes))
    }
}

/// The text form of a [`QueueId`], without an allocation.
#[derive(Clone, Copy)]
pub struct QueueIdText([u8; TEXT_LENGTH]);

impl QueueIdText {
    /// Returns the text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).expect("hex digits and hyphens")
    }
}

impl fmt::Display for QueueId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text().as_str())
    }
}

impl fmt::Debug for QueueId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("QueueId(redacted)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn parsing_accepts_upper_case_and_writes_lower_case() {
        let id: QueueId = "0123ABCD-4567-89ef-FEDC-ba9876543210".parse().unwrap();
        assert_eq!(id.as_bytes()[..4], [0x01, 0x23, 0xab, 0xcd]);
        assert_eq!(id.to_string(), "0123abcd-4567-89ef-fedc-ba9876543210");
    }

    #[test]
    fn other_texts_are_refused() {
        let bad = [
            "",
            "0123abcd456789effedcba9876543210",
            "0123abcd-4567-89ef-fedc-ba987654321",
            "0123abcd-4567-89ef-fedc-ba98765432100",
            "0123abcd-4567-89ef-fedcb-a9876543210",
            "0123abcd-4567-89ef-fedc-ba987654321g",
            "+123abcd-4567-89ef-fedc-ba9876543210",
            "0123abcd-4567-89ef-fedc-ba98765432é",
            "{123abcd-4567-89ef-fedc-ba987654321}",
        ];
        for text in bad {
            assert_eq!(text.parse::<QueueId>(), Err(QueueIdTextError), "{text}");
        }
    }

    #[test]
    fn debug_hides_the_id() {
        assert_eq!(format!("{:?}", QueueId::NIL), "QueueId(redacted)");
        assert_eq!(QueueId::NIL.to_string(), "00000000-0000-0000-0000-000000000000");
    }

    proptest! {
        #[test]
        fn text_round_trip(bytes: [u8; 16]) {
            let id = QueueId::from_bytes(bytes);
            prop_assert_eq!(id.to_string().parse::<QueueId>(), Ok(id));
            prop_assert_eq!(id.to_string().to_uppercase().parse::<QueueId>(), Ok(id));
        }
    }
}

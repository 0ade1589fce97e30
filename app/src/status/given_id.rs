//! The ids in a poll's query, which are so short that they need no allocation.

use std::{borrow::Cow, fmt, ops::Deref};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// The maximum length, bytes; no id of a customer or a room is as long.
const BYTES_MAX: usize = 63;

/// An id as it was received. Of a text that is longer than every id only the beginning is kept,
/// which is no id either.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct GivenId {
    bytes: [u8; BYTES_MAX],
    length: u8,
}

impl GivenId {
    /// Keeps a text, or its beginning.
    #[must_use]
    pub fn new(text: &str) -> Self {
        let mut length = text.len().min(BYTES_MAX);
        while !text.is_char_boundary(length) {
            length -= 1;
        }
        let mut bytes = [0; BYTES_MAX];
        bytes[..length].copy_from_slice(&text.as_bytes()[..length]);
        let length = u8::try_from(length).expect("at most 63");
        Self { bytes, length }
    }
}

impl Deref for GivenId {
    type Target = str;

    fn deref(&self) -> &str {
        let bytes = &self.bytes[..usize::from(self.length)];
        std::str::from_utf8(bytes).expect("cut between characters")
    }
}

impl fmt::Display for GivenId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

impl fmt::Debug for GivenId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, f)
    }
}

impl Serialize for GivenId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self)
    }
}

impl<'de> Deserialize<'de> for GivenId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::new(&Cow::<str>::deserialize(deserializer)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_text_is_kept_and_a_long_one_is_cut_between_characters() {
        for text in ["", "demo", "ärmel", &"x".repeat(BYTES_MAX)] {
            assert_eq!(&*GivenId::new(text), text);
        }
        assert_eq!(&*GivenId::new(&"x".repeat(99)), "x".repeat(BYTES_MAX));
        assert_eq!(&*GivenId::new(&"ä".repeat(99)), "ä".repeat(BYTES_MAX / 2));
    }
}

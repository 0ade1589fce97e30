//! Ids of customers and waiting rooms, validated when they are parsed.
//!
//! Both appear unescaped in tokens, cookies and paths, where `_` and `~` are separators and the
//! vendors' own URL cleaners cut at `.`. Mixed case makes some connectors sign one text and check
//! another. The alphabets are narrow for these reasons.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

/// The longest customer id accepted, in bytes.
pub const CUSTOMER_ID_LENGTH_MAX: usize = 50;
/// The shortest room id accepted, in bytes.
pub const ROOM_ID_LENGTH_MIN: usize = 3;
/// The longest room id accepted, in bytes.
pub const ROOM_ID_LENGTH_MAX: usize = 20;

/// Why a text is not a customer or room id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IdError {
    /// Not 1 to 50 of `A-Z a-z 0-9 -`.
    #[error("a customer id is 1 to 50 letters, digits or hyphens")]
    Customer,
    /// Not 3 to 20 of `a-z 0-9`.
    #[error("a room id is 3 to 20 lower-case letters or digits")]
    Room,
}

/// The id of a customer, the owner of rooms and of a secret key: the protocol's `c`.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CustomerId(Box<str>);

/// The id of one waiting room of a customer: the protocol's `e`. Clones share the text, since
/// connectors make some for every request.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RoomId(Arc<str>);

impl CustomerId {
    /// Returns the id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl RoomId {
    /// Returns the id as text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for CustomerId {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let length_fits = (1..=CUSTOMER_ID_LENGTH_MAX).contains(&text.len());
        let letters_fit = text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
        if length_fits && letters_fit {
            Ok(Self(text.into()))
        } else {
            Err(IdError::Customer)
        }
    }
}

impl FromStr for RoomId {
    type Err = IdError;

    fn from_str(text: &str) -> Result<Self, IdError> {
        let length_fits = (ROOM_ID_LENGTH_MIN..=ROOM_ID_LENGTH_MAX).contains(&text.len());
        let letters_fit = text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit());
        if length_fits && letters_fit {
            Ok(Self(text.into()))
        } else {
            Err(IdError::Room)
        }
    }
}

impl fmt::Display for CustomerId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Display for RoomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn room_ids_keep_to_the_vendor_alphabet_and_length() {
        for good in ["abc", "sale2026", "01234567890123456789"] {
            assert_eq!(good.parse::<RoomId>().unwrap().as_str(), good);
        }
        for bad in [
            "",
            "ab",
            "012345678901234567890",
            "Sale",
            "my_event",
            "a~b",
            "a.b",
            "a-b",
            "größe",
        ] {
            assert_eq!(bad.parse::<RoomId>(), Err(IdError::Room), "{bad}");
        }
    }

    #[test]
    fn customer_ids_may_have_capitals_and_hyphens() {
        for good in ["a", "Acme-Shop", &"x".repeat(50)] {
            assert_eq!(good.parse::<CustomerId>().unwrap().to_string(), good);
        }
        for bad in ["", "a/b", "a b", "a_b", &"x".repeat(51)] {
            assert_eq!(bad.parse::<CustomerId>(), Err(IdError::Customer), "{bad}");
        }
    }
}

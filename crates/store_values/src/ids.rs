//! Identifiers of stored data: pools, records, generations.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Longest pool id, in bytes.
pub const POOL_ID_BYTES_MAX: usize = 128;
/// Longest record key, in bytes.
pub const RECORD_KEY_BYTES_MAX: usize = 64;

/// Names a pool of rooms: 1 to [`POOL_ID_BYTES_MAX`] characters of `[a-z0-9~_/-]`.
///
/// The alphabet needs no escaping in a file, a Redis hash tag or a log line. Cheap to clone.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PoolId(Arc<str>);

/// The reason that a text is not a [`PoolId`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PoolIdError {
    /// It has no character.
    #[error("a pool id needs at least one character")]
    Empty,
    /// It has more than [`POOL_ID_BYTES_MAX`] bytes.
    #[error("a pool id of {found} bytes is too long, at most {POOL_ID_BYTES_MAX} are allowed")]
    TooLong {
        /// Its length in bytes.
        found: usize,
    },
    /// It has a character outside `[a-z0-9~_/-]`.
    #[error("a pool id may hold a-z, 0-9, ~, _, / and -, but not {found:?}")]
    Character {
        /// The first character outside the alphabet.
        found: char,
    },
}

impl PoolId {
    /// Checks `text` against the alphabet and the length.
    pub fn new(text: &str) -> Result<Self, PoolIdError> {
        if text.is_empty() {
            return Err(PoolIdError::Empty);
        }
        if text.len() > POOL_ID_BYTES_MAX {
            return Err(PoolIdError::TooLong { found: text.len() });
        }
        let allowed = |c: &char| matches!(c, 'a'..='z' | '0'..='9' | '~' | '_' | '/' | '-');
        match text.chars().find(|c| !allowed(c)) {
            Some(found) => Err(PoolIdError::Character { found }),
            None => Ok(Self(text.into())),
        }
    }

    /// Returns the id as text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for PoolId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Counts the commits of one pool; 0 means that nothing is stored yet.
///
/// After a failover, the value is not just a count: a lost commit and the one made in its place
/// must never share a generation, so a recovery begins a new *era*, a separate count whose start
/// depends on the new server.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize)]
pub struct Generation(pub u64);

impl Generation {
    /// The generation of a pool without commits.
    pub const NONE: Self = Self(0);

    /// Returns the generation that a commit on top of this one produces.
    #[must_use]
    pub fn next(self) -> Self {
        Self(
            self.0
                .checked_add(1)
                .expect("2^64 commits to one pool take longer than the machine lasts"),
        )
    }

    /// Returns the generation that a recovery on top of this one produces; `salt` belongs to the
    /// server that holds the store now.
    ///
    /// The result is the next multiple of 2^36 plus the salt's lower 30 bits. An era has room for
    /// 2^36 commits minus that offset, and 131,072 eras are exact in the 53 bits of a double.
    #[must_use]
    pub fn of_recovery(self, salt: u32) -> Self {
        const ERA: u64 = 1 << 36;
        Self((self.0 / ERA + 1) * ERA + u64::from(salt & 0x3fff_ffff))
    }
}

impl fmt::Display for Generation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Names a side record within its pool: 1 to [`RECORD_KEY_BYTES_MAX`] bytes, ordered byte by byte.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RecordKey(Box<[u8]>);

/// The reason that bytes are not a [`RecordKey`].
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum RecordKeyError {
    /// There are no bytes.
    #[error("a record key needs at least one byte")]
    Empty,
    /// There are more than [`RECORD_KEY_BYTES_MAX`].
    #[error("a record key of {found} bytes is too long, at most {RECORD_KEY_BYTES_MAX} are allowed")]
    TooLong {
        /// The number of bytes.
        found: usize,
    },
}

impl RecordKey {
    /// Checks the length.
    pub fn new(bytes: impl Into<Box<[u8]>>) -> Result<Self, RecordKeyError> {
        let bytes = bytes.into();
        match bytes.len() {
            0 => Err(RecordKeyError::Empty),
            1..=RECORD_KEY_BYTES_MAX => Ok(Self(bytes)),
            found => Err(RecordKeyError::TooLong { found }),
        }
    }

    /// Returns the key's bytes.
    #[must_use]
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

impl Serialize for RecordKey {
    /// Writes the bytes.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for RecordKey {
    /// Reads the bytes, and checks the length.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let bytes = Box::<[u8]>::deserialize(deserializer)?;
        Self::new(bytes).map_err(serde::de::Error::custom)
    }
}

impl fmt::Debug for RecordKey {
    /// Prints printable bytes unchanged and escapes the others, because keys mix tags and binary
    /// numbers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "RecordKey({})", self.0.escape_ascii())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pool_id_keeps_to_its_alphabet() {
        let id = PoolId::new("demo/sale~1_a-b").unwrap();
        assert_eq!(id.as_str(), "demo/sale~1_a-b");
        for (text, found) in [("Sale", 'S'), ("a b", ' '), ("{a}", '{'), ("größe", 'ö'), ("a\0", '\0')] {
            assert_eq!(PoolId::new(text), Err(PoolIdError::Character { found }), "{text}");
        }
    }

    #[test]
    fn a_pool_id_has_one_to_the_most_bytes() {
        assert_eq!(PoolId::new(""), Err(PoolIdError::Empty));
        assert!(PoolId::new(&"a".repeat(POOL_ID_BYTES_MAX)).is_ok());
        let found = POOL_ID_BYTES_MAX + 1;
        assert_eq!(PoolId::new(&"a".repeat(found)), Err(PoolIdError::TooLong { found }));
    }

    #[test]
    fn a_record_key_has_one_to_the_most_bytes() {
        assert_eq!(RecordKey::new(*b""), Err(RecordKeyError::Empty));
        assert!(RecordKey::new(vec![0; RECORD_KEY_BYTES_MAX]).is_ok());
        let found = RECORD_KEY_BYTES_MAX + 1;
        assert_eq!(RecordKey::new(vec![0; found]), Err(RecordKeyError::TooLong { found }));
    }

    #[test]
    fn a_record_key_prints_readably() {
        let key = RecordKey::new(*b"bits\0\x07").unwrap();
        assert_eq!(format!("{key:?}"), r"RecordKey(bits\x00\x07)");
    }
}

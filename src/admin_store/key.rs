//! The keys of documents and archived values: a kind and the parts of an id, as in
//! `room/demo/sale`.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::RecordKey;

/// The longest key, bytes.
pub(super) const KEY_BYTES_MAX: usize = 200;

/// The key of a document or an archived value. In sorted order, the keys of one kind are adjacent.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DocumentKey(Box<str>);

/// The error for parts that do not make a key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "an id has no spaces and nothing but printable ASCII characters, {KEY_BYTES_MAX} at most; a room's has 3 to 20 lower-case letters or digits"
)]
pub struct InvalidDocumentKey;

impl DocumentKey {
    /// Creates a key of these parts; checks the ids, which come from outside.
    ///
    /// # Errors
    /// If a part is empty, too long, or has characters other than printable ASCII. A part can
    /// contain slashes: ids are read from the document, never parsed from the key.
    pub fn new(kind: &'static str, id: &[&str]) -> Result<Self, InvalidDocumentKey> {
        let sound = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_graphic());
        let text = [&[kind], id].concat().join("/");
        match text.len() <= KEY_BYTES_MAX && id.iter().all(sound) {
            true => Ok(Self(text.into())),
            false => Err(InvalidDocumentKey),
        }
    }

    /// The key's text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The part before the first slash.
    #[must_use]
    pub fn kind(&self) -> &str {
        self.0.split_once('/').map_or(&self.0, |(kind, _)| kind)
    }

    /// The part after the first slash.
    #[must_use]
    pub fn id(&self) -> &str {
        self.0.split_once('/').map_or("", |(_, id)| id)
    }

    /// The key of the record in the store. It is hashed, because keys of the store are shorter; the
    /// value contains the text.
    pub(super) fn record(&self, namespace: Namespace) -> RecordKey {
        let hash = Sha256::digest(self.0.as_bytes());
        RecordKey::new([&[namespace as u8], hash.as_slice()].concat()).expect("33 bytes are within the bound")
    }
}

impl fmt::Display for DocumentKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The first byte of a record's key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub(super) enum Namespace {
    /// A document, in the memory of every node.
    Document = b'd',
    /// An archived value, read on demand.
    Archive = b'p',
    /// An entry of the audit log.
    Audit = b'a',
    /// The list of the kept audit entries of one author group.
    Log = b'n',
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_a_kind_and_an_id() {
        let key = DocumentKey::new("room", &["demo", "sale"]).unwrap();
        assert_eq!(
            (key.as_str(), key.kind(), key.id()),
            ("room/demo/sale", "room", "demo/sale")
        );
        assert_ne!(key.record(Namespace::Document), key.record(Namespace::Archive));
        for id in [
            &["", "sale"][..],
            &["a b"],
            &["ä"],
            &["x".repeat(KEY_BYTES_MAX).as_str()],
        ] {
            assert_eq!(DocumentKey::new("room", id), Err(InvalidDocumentKey), "{id:?}");
        }
    }
}

//! What documents and papers are called: a kind and the parts of an id, as in `room/demo/sale`.

use std::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store::RecordKey;

/// Longest key, bytes.
pub(super) const KEY_BYTES_MAX: usize = 200;

/// Names a document or a paper. Sorted, those of one kind stand together.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct DocumentKey(Box<str>);

/// The parts do not make a key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "an id has no spaces and nothing but printable ASCII characters, {KEY_BYTES_MAX} at most; a room's has 3 to 20 lower-case letters or digits"
)]
pub struct InvalidDocumentKey;

impl DocumentKey {
    /// A key of these parts; ids come from outside, so they are checked.
    ///
    /// # Errors
    /// If a part is empty, too long, or has more than printable ASCII. A part may have slashes:
    /// what it is read back from is the document, never the key.
    pub fn new(kind: &'static str, id: &[&str]) -> Result<Self, InvalidDocumentKey> {
        let sound = |part: &&str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_graphic());
        let text = [&[kind], id].concat().join("/");
        match text.len() <= KEY_BYTES_MAX && id.iter().all(sound) {
            true => Ok(Self(text.into())),
            false => Err(InvalidDocumentKey),
        }
    }

    /// The text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// What stands before the first slash.
    #[must_use]
    pub fn kind(&self) -> &str {
        self.0.split_once('/').map_or(&self.0, |(kind, _)| kind)
    }

    /// What stands behind it.
    #[must_use]
    pub fn id(&self) -> &str {
        self.0.split_once('/').map_or("", |(_, id)| id)
    }

    /// Where the store keeps it. Hashed, because a store's keys are shorter than ours; the text
    /// stands in the value.
    pub(super) fn record(&self, shelf: Namespace) -> RecordKey {
        let hash = Sha256::digest(self.0.as_bytes());
        RecordKey::new([&[shelf as u8], hash.as_slice()].concat()).expect("33 bytes are within the bound")
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
    /// In the memory of every node.
    Document = b'd',
    /// Read when it is asked for.
    Paper = b'p',
    /// An entry of the audit log.
    Audit = b'a',
    /// Which entries of the audit log are kept of one author's.
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
        assert_ne!(key.record(Namespace::Document), key.record(Namespace::Paper));
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

//! The documents in a node's memory, and their form in the store.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use store::Excess;

use super::DocumentKey;
use super::cipher::PLAIN_BYTES_MAX;

/// The maximum number of documents; all of them are in the memory of every node.
pub(super) const DOCUMENTS_MAX: usize = 20_000;

/// All documents of a revision, in the order of their keys.
#[derive(Debug, Clone, Default)]
pub struct Documents(pub(super) BTreeMap<DocumentKey, Arc<Value>>, pub(super) u64);

/// The bound that a draft exceeds.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DraftLimitError {
    /// A document or archived value is too large.
    #[error("{key} has {bytes} bytes, at most {PLAIN_BYTES_MAX} can be kept")]
    Bytes {
        /// The key of the document or archived value.
        key: DocumentKey,
        /// The size in bytes.
        bytes: usize,
    },
    /// There are too many documents.
    #[error("at most {DOCUMENTS_MAX} things can be kept, this would be one of {0}")]
    Documents(usize),
    /// One change writes too much.
    #[error("too much at once: {0}")]
    Change(Excess),
}

#[derive(Serialize, Deserialize)]
struct Stored<K, V> {
    key: K,
    value: V,
}

impl Documents {
    /// The revision of the documents.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.1
    }

    /// A document; `None` if there is none, or if it does not have the expected form.
    #[must_use]
    pub fn get<T: DeserializeOwned>(&self, key: &DocumentKey) -> Option<T> {
        self.0.get(key).and_then(|value| read(key, value))
    }

    /// All documents of a kind.
    pub fn of_kind<T: DeserializeOwned>(&self, kind: &str) -> impl Iterator<Item = (&DocumentKey, T)> {
        let of_kind = self.0.iter().filter(move |(key, _)| key.kind() == kind);
        of_kind.filter_map(|(key, value)| Some((key, read(key, value)?)))
    }

    pub(super) fn check(&self) -> Result<(), DraftLimitError> {
        match self.0.len() {
            fits if fits <= DOCUMENTS_MAX => Ok(()),
            many => Err(DraftLimitError::Documents(many)),
        }
    }
}

fn read<T: DeserializeOwned>(key: &DocumentKey, value: &Value) -> Option<T> {
    T::deserialize(value)
        .inspect_err(
            |error| tracing::error!(document = %key, fault = %error, "a document of the admin store cannot be read"),
        )
        .ok()
}

pub(super) fn encode(key: &DocumentKey, value: &Value) -> Result<Vec<u8>, DraftLimitError> {
    let bytes = serde_json::to_vec(&Stored { key, value }).expect("JSON can be written");
    match bytes.len() <= PLAIN_BYTES_MAX {
        true => Ok(bytes),
        false => Err(DraftLimitError::Bytes {
            key: key.clone(),
            bytes: bytes.len(),
        }),
    }
}

pub(super) fn decode<V: DeserializeOwned>(bytes: &[u8]) -> Result<(DocumentKey, V), serde_json::Error> {
    serde_json::from_slice(bytes).map(|Stored { key, value }| (key, value))
}

//! Calls to the store in their recorded form: their kind and a digest.

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use store_values::{RecordKey, StoreCall, StoreReply};

/// A call to the store: its kind, and a digest of its content.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RecordedCall {
    /// The kind.
    pub kind: CallKind,
    /// The first eight bytes of the SHA-256 of the call.
    pub digest: u64,
}

/// The kind of a call to the store.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum CallKind {
    /// Asks whether others committed.
    LoadNewer,
    /// Reads records.
    Load,
    /// Reads the records under prefixes.
    Scan,
    /// Commits.
    Commit,
}

impl CallKind {
    /// The kind of a call.
    #[must_use]
    pub fn of(call: &StoreCall) -> Self {
        match call {
            StoreCall::LoadNewer { .. } => Self::LoadNewer,
            StoreCall::Load { .. } => Self::Load,
            StoreCall::Scan { .. } => Self::Scan,
            StoreCall::Commit { .. } => Self::Commit,
        }
    }
}

impl RecordedCall {
    /// The recorded form of a call.
    #[must_use]
    pub fn of(call: &StoreCall) -> Self {
        let bytes = postcard::to_stdvec(call).expect("bytes and numbers can be written");
        Self {
            kind: CallKind::of(call),
            digest: digest(&bytes),
        }
    }
}

/// Returns whether a reply has the right form for this call, so that a pool node can take it.
pub(crate) fn fits(call: &StoreCall, reply: &StoreReply) -> bool {
    match (call, reply) {
        (StoreCall::LoadNewer { .. }, StoreReply::LoadedNewer(_))
        | (StoreCall::Commit { .. }, StoreReply::Committed(_)) => true,
        (StoreCall::Load { keys }, StoreReply::Loaded(loaded)) => loaded
            .as_ref()
            .map_or(true, |loaded| loaded.records.len() == keys.len()),
        (StoreCall::Scan { prefixes }, StoreReply::Scanned(scanned)) => {
            scanned.as_ref().map_or(true, |scanned| scanned.len() == prefixes.len())
        }
        _ => false,
    }
}

/// The keys that a call names to load, if it is a load.
pub(crate) fn keys(call: &StoreCall) -> &[RecordKey] {
    match call {
        StoreCall::Load { keys } => keys,
        _ => &[],
    }
}

/// The first eight bytes of the SHA-256 of some bytes.
pub(crate) fn digest(bytes: &[u8]) -> u64 {
    let hash = Sha256::digest(bytes);
    let (first, _) = hash.split_first_chunk().expect("32 bytes");
    u64::from_be_bytes(*first)
}

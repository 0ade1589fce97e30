//! BLAKE2s (RFC 7693) without and with a key, with 32-octet digests.

use blake2::digest::{KeyInit, Mac};
use blake2::{Blake2s256, Blake2sMac256, Digest};

/// BLAKE2s-256 without a key.
pub(crate) fn plain(input: &[u8]) -> [u8; 32] {
    Blake2s256::digest(input).into()
}

/// BLAKE2s-256 keyed with 32 octets, reusable for many inputs.
#[derive(Clone)]
pub(crate) struct Keyed(Blake2sMac256);

impl Keyed {
    pub(crate) fn new(key: &[u8; 32]) -> Self {
        Self(Blake2sMac256::new(key.into()))
    }

    pub(crate) fn digest(&self, input: &[u8]) -> [u8; 32] {
        self.0.clone().chain_update(input).finalize().into_bytes().into()
    }
}

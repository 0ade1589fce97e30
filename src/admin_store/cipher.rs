//! Encrypts the records of the admin store: documents, archived values and audit entries contain
//! secret keys of customers and rooms.
//!
//! A stored record is the byte [`VERSION`], a random nonce of 24 bytes, and the JSON under
//! XChaCha20-Poly1305 with its tag of 16 bytes. The key is derived from the master key for this
//! purpose only. The record's own key is associated data, so that a writer of the store cannot put
//! one record in the place of another.
//!
//! Earlier versions stored the JSON unencrypted. Such a record begins with a brace, is still read,
//! and is encrypted when it is next written.
//!
//! This module does not decide which records are written. It does not encrypt the ledger value,
//! which names documents and contains nothing derived from a secret except [`RecordCipher::check`].

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use protocol::MasterKey;
use store::{RecordKey, VALUE_BYTES_MAX};

/// The first byte of an encrypted record. JSON never begins with it.
const VERSION: u8 = 1;
const NONCE_BYTES: usize = 24;
const TAG_BYTES: usize = 16;
/// The longest JSON that fits a record of the store, bytes.
pub(super) const PLAIN_BYTES_MAX: usize = VALUE_BYTES_MAX - 1 - NONCE_BYTES - TAG_BYTES;

/// Encrypts and decrypts records under one master key.
pub(super) struct RecordCipher {
    cipher: XChaCha20Poly1305,
    check: String,
}

/// A record was encrypted under another key, belongs to another place, or is damaged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a record cannot be decrypted: it is damaged, or was written under another server.master_key")]
pub(super) struct Undecryptable;

impl RecordCipher {
    pub(super) fn new(master: &MasterKey) -> Self {
        let key = master.derive("admin store records", &[]);
        let check = master.derive("admin store check", &[]);
        Self {
            cipher: XChaCha20Poly1305::new(&key.into()),
            check: check[..16].iter().map(|byte| format!("{byte:02x}")).collect(),
        }
    }

    /// Identifies the master key without revealing anything else about it: 128 bits derived from it
    /// for this purpose only, in hex.
    pub(super) fn check(&self) -> &str {
        &self.check
    }

    /// Encrypts the JSON of a record; `random` must never have been used before.
    pub(super) fn encrypt(&self, key: &RecordKey, json: &[u8], random: [u8; 32]) -> Vec<u8> {
        let mut nonce = [0; NONCE_BYTES];
        nonce.copy_from_slice(&random[..NONCE_BYTES]);
        let payload = Payload {
            msg: json,
            aad: key.as_bytes(),
        };
        let encrypted = self
            .cipher
            .encrypt(&XNonce::from(nonce), payload)
            .expect("a record is shorter than the cipher's bound");
        [&[VERSION], nonce.as_slice(), &encrypted].concat()
    }

    /// Returns the JSON of a stored record, and whether it was stored unencrypted.
    pub(super) fn decrypt(&self, key: &RecordKey, stored: Vec<u8>) -> Result<DecryptedRecord, Undecryptable> {
        let Some(rest) = stored.strip_prefix(&[VERSION]) else {
            return Ok(DecryptedRecord {
                json: stored,
                was_plain: true,
            });
        };
        let (nonce, msg) = rest.split_first_chunk::<NONCE_BYTES>().ok_or(Undecryptable)?;
        let aad = key.as_bytes();
        let json = self.cipher.decrypt(&XNonce::from(*nonce), Payload { msg, aad });
        Ok(DecryptedRecord {
            json: json.map_err(|_| Undecryptable)?,
            was_plain: false,
        })
    }
}

/// A record as it was before encryption.
#[derive(Debug)]
pub(super) struct DecryptedRecord {
    pub(super) json: Vec<u8>,
    /// Whether an older version stored the record unencrypted.
    pub(super) was_plain: bool,
}

impl std::fmt::Debug for RecordCipher {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("RecordCipher(redacted)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(name: &[u8]) -> RecordKey {
        RecordKey::new(name).unwrap()
    }

    #[test]
    fn a_record_is_read_in_its_own_place_under_its_own_key_alone() {
        let cipher = RecordCipher::new(&MasterKey::from_bytes([7; 32]));
        let json = br#"{"secretKey":"shared-with-the-shop"}"#;
        let stored = cipher.encrypt(&key(b"d1"), json, [9; 32]);
        assert_eq!(stored.len(), json.len() + VALUE_BYTES_MAX - PLAIN_BYTES_MAX);
        assert!(!stored.windows(8).any(|part| part == b"with-the"));
        let opened = cipher.decrypt(&key(b"d1"), stored.clone()).unwrap();
        assert_eq!((opened.json.as_slice(), opened.was_plain), (json.as_slice(), false));
        assert!(cipher.decrypt(&key(b"d2"), stored.clone()).is_err(), "another place");
        let other = RecordCipher::new(&MasterKey::from_bytes([8; 32]));
        assert!(other.decrypt(&key(b"d1"), stored.clone()).is_err(), "another key");
        assert_ne!(cipher.check(), other.check());
        for at in 1..stored.len() {
            let mut damaged = stored.clone();
            damaged[at] ^= 1;
            assert!(cipher.decrypt(&key(b"d1"), damaged).is_err(), "byte {at}");
            assert!(
                cipher.decrypt(&key(b"d1"), stored[..at].to_vec()).is_err(),
                "cut at {at}"
            );
        }
    }

    #[test]
    fn records_of_an_older_version_are_read_unencrypted() {
        let cipher = RecordCipher::new(&MasterKey::from_bytes([7; 32]));
        let opened = cipher.decrypt(&key(b"d1"), b"{}".to_vec()).unwrap();
        assert_eq!((opened.json.as_slice(), opened.was_plain), (b"{}".as_slice(), true));
    }
}

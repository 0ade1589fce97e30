//! Encrypts the records of the admin store: documents, archived values and audit entries contain
//! secret keys of customers and rooms.
//!
//! A stored record is the byte [`VERSION`] and the JSON as [`ValueCipher`] encrypts it for this
//! record. The key is derived from the master key for this purpose only.
//!
//! Earlier versions stored the JSON unencrypted. Such a record begins with a brace, is still read,
//! and is encrypted when it is next written.
//!
//! This module does not decide which records are written. It does not encrypt the ledger value,
//! which names documents and contains nothing derived from a secret except [`RecordCipher::check`].

use protocol::MasterKey;
use store::{RecordKey, VALUE_BYTES_MAX};

use crate::value_cipher::{OVERHEAD_BYTES, ValueCipher};

/// The first byte of an encrypted record. JSON never begins with it.
const VERSION: u8 = 1;
/// The longest JSON that fits a record of the store, bytes.
pub(super) const PLAIN_BYTES_MAX: usize = VALUE_BYTES_MAX - 1 - OVERHEAD_BYTES;

/// Encrypts and decrypts records under one master key.
pub(super) struct RecordCipher {
    cipher: ValueCipher,
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
            cipher: ValueCipher::new(key),
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
        [&[VERSION], self.cipher.encrypt(key, json, random).as_slice()].concat()
    }

    /// Returns the JSON of a stored record, and whether it was stored unencrypted.
    pub(super) fn decrypt(&self, key: &RecordKey, stored: Vec<u8>) -> Result<DecryptedRecord, Undecryptable> {
        let Some(encrypted) = stored.strip_prefix(&[VERSION]) else {
            return Ok(DecryptedRecord {
                json: stored,
                was_plain: true,
            });
        };
        Ok(DecryptedRecord {
            json: self.cipher.decrypt(key, encrypted).ok_or(Undecryptable)?,
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
        for bytes in 1..stored.len() {
            let cut = stored[..bytes].to_vec();
            assert!(cipher.decrypt(&key(b"d1"), cut).is_err(), "{bytes} bytes of it");
        }
        assert_ne!(cipher.check(), other.check());
    }

    #[test]
    fn records_of_an_older_version_are_read_unencrypted() {
        let cipher = RecordCipher::new(&MasterKey::from_bytes([7; 32]));
        let opened = cipher.decrypt(&key(b"d1"), b"{}".to_vec()).unwrap();
        assert_eq!((opened.json.as_slice(), opened.was_plain), (b"{}".as_slice(), true));
    }
}

//! Encrypts values that only this server reads back from the store.
//!
//! An encrypted value is a random nonce of 24 bytes, and the value under XChaCha20-Poly1305 with
//! its tag of 16 bytes. The key of the value's record is associated data, so that a writer of the
//! store cannot put one record in the place of another.
//!
//! This module does not derive keys, and does not mark what is encrypted: each kind of record has a
//! key of its own, which its module derives from the master key.

use std::fmt;

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use store::RecordKey;

const NONCE_BYTES: usize = 24;
const TAG_BYTES: usize = 16;
/// The number of bytes that encryption adds to a value.
pub(crate) const OVERHEAD_BYTES: usize = NONCE_BYTES + TAG_BYTES;

/// Encrypts and decrypts the values of one kind of records.
pub(crate) struct ValueCipher(XChaCha20Poly1305);

impl ValueCipher {
    pub(crate) fn new(key: [u8; 32]) -> Self {
        Self(XChaCha20Poly1305::new(&key.into()))
    }

    /// Encrypts the value of a record; `random` must never have been used before.
    pub(crate) fn encrypt(&self, record: &RecordKey, value: &[u8], random: [u8; 32]) -> Vec<u8> {
        let mut nonce = [0; NONCE_BYTES];
        nonce.copy_from_slice(&random[..NONCE_BYTES]);
        let payload = Payload {
            msg: value,
            aad: record.as_bytes(),
        };
        let encrypted = self
            .0
            .encrypt(&XNonce::from(nonce), payload)
            .expect("a value is shorter than the cipher's bound");
        [nonce.as_slice(), &encrypted].concat()
    }

    /// Decrypts the value of a record; `None` if it is damaged, of another record, or of another
    /// key.
    pub(crate) fn decrypt(&self, record: &RecordKey, encrypted: &[u8]) -> Option<Vec<u8>> {
        let (nonce, msg) = encrypted.split_first_chunk::<NONCE_BYTES>()?;
        let aad = record.as_bytes();
        self.0.decrypt(&XNonce::from(*nonce), Payload { msg, aad }).ok()
    }
}

impl fmt::Debug for ValueCipher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ValueCipher(redacted)")
    }
}

#[cfg(test)]
mod tests {
    use std::array;

    use super::*;

    fn record(name: &[u8]) -> RecordKey {
        RecordKey::new(name).unwrap()
    }

    #[test]
    fn a_value_is_read_in_its_own_record_under_its_own_key_alone() {
        let cipher = ValueCipher::new([7; 32]);
        let encrypted = cipher.encrypt(&record(b"d1"), b"a secret", [9; 32]);
        assert_eq!(encrypted.len(), b"a secret".len() + OVERHEAD_BYTES);
        assert!(!encrypted.windows(6).any(|part| part == b"secret"));
        assert_eq!(
            cipher.decrypt(&record(b"d1"), &encrypted).as_deref(),
            Some(b"a secret".as_slice())
        );
        assert_eq!(cipher.decrypt(&record(b"d2"), &encrypted), None, "another record");
        let other = ValueCipher::new([8; 32]);
        assert_eq!(other.decrypt(&record(b"d1"), &encrypted), None, "another key");
        for at in 0..encrypted.len() {
            let mut damaged = encrypted.clone();
            damaged[at] ^= 1;
            assert_eq!(cipher.decrypt(&record(b"d1"), &damaged), None, "byte {at}");
            assert_eq!(cipher.decrypt(&record(b"d1"), &encrypted[..at]), None, "cut at {at}");
        }
    }

    /// The vector of draft-irtf-cfrg-xchacha-03, A.3.1.
    #[test]
    fn the_stored_form_is_the_cipher_s_vector_behind_its_nonce() {
        let stored = "404142434445464748494a4b4c4d4e4f5051525354555657bd6d179d3e83d43b9576579493c0e939572a1700252bfacc\
                      bed2902c21396cbb731c7f1b0b4aa6440bf3a82f4eda7e39ae64c6708c54c216cb96b72e1213b4522f8c9ba40db5d945\
                      b11b69b982c1bb9e3f3fac2bc369488f76b2383565d3fff921f9664c97637da9768812f615c68b13b52ec0875924c1c7\
                      987947deafd8780acf49";
        let text = b"Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, \
                     sunscreen would be it.";
        let from = |first: u8| -> [u8; 32] { array::from_fn(|byte| first + u8::try_from(byte).unwrap()) };
        let cipher = ValueCipher::new(from(0x80));
        let record = record(b"PQRS\xc0\xc1\xc2\xc3\xc4\xc5\xc6\xc7");
        let encrypted = cipher.encrypt(&record, text, from(0x40));
        let hex: String = encrypted.iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, stored);
        assert_eq!(cipher.decrypt(&record, &encrypted).as_deref(), Some(text.as_slice()));
    }
}

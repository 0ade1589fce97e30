//! The recipients of reminders, encrypted in the store.
//!
//! The stored form is a random nonce of 24 bytes and the recipient under XChaCha20-Poly1305, with a
//! key that is derived from the master key for one kind of reminders only. The key of the place's
//! record is associated data, so that a writer of the store cannot give one place the recipient of
//! another.

use std::fmt;

use chacha20poly1305::aead::{Aead, KeyInit, Payload};
use chacha20poly1305::{XChaCha20Poly1305, XNonce};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::record::{ReminderPlace, decode, encode};

const NONCE_BYTES: usize = 24;

/// Encrypts and decrypts recipients.
pub(super) struct RecipientCipher(XChaCha20Poly1305);

impl RecipientCipher {
    pub(super) fn new(key: [u8; 32]) -> Self {
        Self(XChaCha20Poly1305::new(&key.into()))
    }

    /// Encrypts the recipient of a place; `random` must never have been used before.
    pub(super) fn seal(&self, place: &ReminderPlace, recipient: &impl Serialize, random: [u8; 32]) -> Vec<u8> {
        let mut nonce = [0; NONCE_BYTES];
        nonce.copy_from_slice(&random[..NONCE_BYTES]);
        let plain = encode(recipient);
        let key = place.key();
        let payload = Payload {
            msg: &plain,
            aad: key.as_bytes(),
        };
        let sealed = self
            .0
            .encrypt(&XNonce::from(nonce), payload)
            .expect("a recipient is shorter than the cipher's bound");
        [nonce.as_slice(), &sealed].concat()
    }

    /// Decrypts the recipient of a place; `None` if it is damaged, of another place, or of another
    /// key.
    pub(super) fn open<R: DeserializeOwned>(&self, place: &ReminderPlace, sealed: &[u8]) -> Option<R> {
        let (nonce, msg) = sealed.split_first_chunk::<NONCE_BYTES>()?;
        let key = place.key();
        let payload = Payload {
            msg,
            aad: key.as_bytes(),
        };
        decode(&self.0.decrypt(&XNonce::from(*nonce), payload).ok()?)
    }
}

impl fmt::Debug for RecipientCipher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RecipientCipher(redacted)")
    }
}

#[cfg(test)]
mod tests {
    use admission::{Run, Sequence};

    use super::*;
    use crate::reminders::record::LineHash;

    #[test]
    fn a_recipient_is_read_at_its_own_place_under_its_own_key_alone() {
        let place = |sequence| ReminderPlace {
            line: LineHash::of("demo/sale", 0),
            run: Run(1),
            sequence: Sequence(sequence),
        };
        let recipient = ("ada@example.com".to_owned(), "de-DE".to_owned());
        let cipher = RecipientCipher::new([7; 32]);
        let open = |place: &ReminderPlace, sealed: &[u8]| cipher.open::<(String, String)>(place, sealed);
        let sealed = cipher.seal(&place(1), &recipient, [9; 32]);
        assert!(!sealed.windows(3).any(|part| part == b"ada"));
        assert_eq!(open(&place(1), &sealed), Some(recipient));
        assert_eq!(open(&place(2), &sealed), None, "another place");
        let other = RecipientCipher::new([8; 32]);
        assert_eq!(other.open::<(String, String)>(&place(1), &sealed), None, "another key");
        for at in 0..sealed.len() {
            let mut damaged = sealed.clone();
            damaged[at] ^= 1;
            assert_eq!(open(&place(1), &damaged), None, "byte {at}");
            assert_eq!(open(&place(1), &sealed[..at]), None, "cut at {at}");
        }
    }
}

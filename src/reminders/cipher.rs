//! The recipients of reminders, encrypted in the store.
//!
//! The stored form is the recipient as [`ValueCipher`] encrypts it for the record of the place,
//! with a key that is derived from the master key for one kind of reminders only.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::record::{ReminderPlace, decode, encode};
use crate::value_cipher::ValueCipher;

/// Encrypts and decrypts recipients.
#[derive(Debug)]
pub(super) struct RecipientCipher(ValueCipher);

impl RecipientCipher {
    pub(super) fn new(key: [u8; 32]) -> Self {
        Self(ValueCipher::new(key))
    }

    /// Encrypts the recipient of a place; `random` must never have been used before.
    pub(super) fn seal(&self, place: &ReminderPlace, recipient: &impl Serialize, random: [u8; 32]) -> Vec<u8> {
        self.0.encrypt(&place.key(), &encode(recipient), random)
    }

    /// Decrypts the recipient of a place; `None` if it is damaged, of another place, or of another
    /// key.
    pub(super) fn open<R: DeserializeOwned>(&self, place: &ReminderPlace, sealed: &[u8]) -> Option<R> {
        decode(&self.0.decrypt(&place.key(), sealed)?)
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
    }
}

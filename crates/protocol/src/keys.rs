//! The two configured keys. `Debug` prints neither.
//!
//! [`SecretKey`] is shared with a customer's sites and signs what they verify. [`MasterKey`] never
//! leaves the waiting room; the waiting room derives each of its own keys from the master key by
//! HKDF-SHA256 with a label and a context, so that no two uses share a key.

use std::fmt;
use std::str::FromStr;

use hkdf::Hkdf;
use sha2::Sha256;
use subtle::ConstantTimeEq;

use crate::mac::{MacHex, MacKey};

/// Length of a master key and of each derived key, in bytes.
pub const KEY_LENGTH: usize = 32;

/// Why a configured key is unusable. The message never quotes the key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum KeyError {
    /// The secret key has no characters.
    #[error("a secret key must not be empty")]
    EmptySecret,
    /// The master key is not 64 hex digits.
    #[error("a master key is 32 bytes written as 64 hex digits")]
    MasterHex,
}

/// The secret that a customer's sites share with the waiting room. Used as its UTF-8 text, dashes
/// included; never decoded.
#[derive(Clone)]
pub struct SecretKey {
    text: Box<str>,
    mac: MacKey,
}

impl SecretKey {
    /// Wraps the text unchanged.
    ///
    /// # Errors
    /// [`KeyError::EmptySecret`] for an empty text: anybody could sign with an empty key.
    pub fn new(text: impl Into<Box<str>>) -> Result<Self, KeyError> {
        let text = text.into();
        if text.is_empty() {
            Err(KeyError::EmptySecret)
        } else {
            let mac = MacKey::new(text.as_bytes());
            Ok(Self { text, mac })
        }
    }

    /// Whether `shown` equals this key. The time taken does not depend on where the two first
    /// differ.
    pub fn is(&self, shown: &[u8]) -> bool {
        self.as_bytes().ct_eq(shown).into()
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        self.text.as_bytes()
    }

    /// Returns the HMAC-SHA256 over the concatenated parts.
    pub(crate) fn hmac(&self, parts: &[&[u8]]) -> [u8; 32] {
        self.mac.hmac(parts)
    }

    /// Returns the HMAC-SHA256 over the concatenated parts, in lower-case hex.
    pub(crate) fn hmac_hex(&self, parts: &[&[u8]]) -> MacHex {
        self.mac.hmac_hex(parts)
    }
}

impl PartialEq for SecretKey {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl Eq for SecretKey {}

impl FromStr for SecretKey {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        Self::new(text)
    }
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey(redacted)")
    }
}

/// The waiting room's own root key.
#[derive(Clone, PartialEq, Eq)]
pub struct MasterKey([u8; KEY_LENGTH]);

impl MasterKey {
    /// Wraps 32 bytes that the caller drew or read.
    pub fn from_bytes(bytes: [u8; KEY_LENGTH]) -> Self {
        Self(bytes)
    }

    /// Derives the key for one purpose: `HKDF-SHA256(ikm = master, no salt, info)`, where `info` is
    /// the label and each context text, every one preceded by its length as a big-endian `u16`.
    ///
    /// # Panics
    /// When a label or context text is longer than 65,535 bytes.
    pub fn derive(&self, label: &str, context: &[&str]) -> [u8; KEY_LENGTH] {
        let mut info = Vec::new();
        for text in std::iter::once(label).chain(context.iter().copied()) {
            let length = u16::try_from(text.len()).expect("labels and ids are short");
            info.extend_from_slice(&length.to_be_bytes());
            info.extend_from_slice(text.as_bytes());
        }
        let mut key = [0; KEY_LENGTH];
        Hkdf::<Sha256>::new(None, &self.0)
            .expand(&info, &mut key)
            .expect("32 bytes are within HKDF's bound");
        key
    }
}

impl FromStr for MasterKey {
    type Err = KeyError;

    fn from_str(hex: &str) -> Result<Self, KeyError> {
        let mut bytes = [0; KEY_LENGTH];
        if hex.len() != 2 * KEY_LENGTH {
            return Err(KeyError::MasterHex);
        }
        for (byte, pair) in bytes.iter_mut().zip(hex.as_bytes().chunks_exact(2)) {
            *byte = crate::mac::hex_byte(pair[0], pair[1]).ok_or(KeyError::MasterHex)?;
        }
        Ok(Self(bytes))
    }
}

impl fmt::Debug for MasterKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MasterKey(redacted)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn debug_shows_no_key() {
        let master: MasterKey = "ab".repeat(32).parse().unwrap();
        assert_eq!(
            format!("{:?} {master:?}", SecretKey::new("hunter2").unwrap()),
            "SecretKey(redacted) MasterKey(redacted)"
        );
    }

    #[test]
    fn master_keys_are_exactly_64_hex_digits() {
        assert_eq!(
            "AB".repeat(32).parse::<MasterKey>(),
            Ok(MasterKey::from_bytes([0xab; 32]))
        );
        for bad in [
            String::new(),
            "ab".repeat(31),
            "ab".repeat(33),
            "xy".repeat(32),
            "é".repeat(32),
        ] {
            assert_eq!(bad.parse::<MasterKey>(), Err(KeyError::MasterHex), "{bad}");
        }
    }

    #[test]
    fn derived_keys_differ_by_label_and_by_where_the_context_is_cut() {
        let master = MasterKey::from_bytes([7; 32]);
        let keys = [
            master.derive("a", &["bc", "d"]),
            master.derive("a", &["b", "cd"]),
            master.derive("ab", &["c", "d"]),
            master.derive("a", &["bcd"]),
        ];
        for (i, key) in keys.iter().enumerate() {
            assert!(keys.iter().skip(i + 1).all(|other| other != key));
        }
    }

    #[test]
    fn an_empty_secret_is_refused() {
        assert_eq!(SecretKey::new(""), Err(KeyError::EmptySecret));
    }
}

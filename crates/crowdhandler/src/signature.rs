//! The keys of an account, and the signature that lets an integration check a visitor by itself.
//!
//! ```text
//! K         = sha256(private key)
//! signature = sha256(K + slug + queueActivatesOn + token + requested)
//! touched   = sha256(K + milliseconds or seconds in decimal digits)
//! ```
//!
//! Every hash is lower-case hex, over the plain concatenation of the texts without separators or
//! lengths. An integration takes slug and `queueActivatesOn` from the room feed, so a change of
//! either invalidates every signature of the room.

use std::fmt;
use std::str::FromStr;

use serde::{Serialize, Serializer};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::utc_time::UtcTime;

/// Length of keys and signatures, in hex digits.
pub const HEX_LENGTH: usize = 64;

const HEX_DIGITS: &[u8; 16] = b"0123456789abcdef";

/// The error of a text that is not a key. The message never quotes the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a key is 64 lower-case hex digits")]
pub struct KeyTextError;

/// The key that an account shares with its integrations: it opens the private API and signs. Used
/// as its text, never decoded.
#[derive(Clone)]
pub struct PrivateKey([u8; HEX_LENGTH]);

impl PrivateKey {
    /// Returns whether `shown` equals this key. The time taken does not depend on where the two
    /// first differ.
    pub fn is(&self, shown: &[u8]) -> bool {
        self.0.ct_eq(shown).into()
    }
}

impl FromStr for PrivateKey {
    type Err = KeyTextError;

    fn from_str(text: &str) -> Result<Self, KeyTextError> {
        hex_text(text).map(Self)
    }
}

impl fmt::Debug for PrivateKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PrivateKey(redacted)")
    }
}

/// The key by which public calls name the account. The key appears in pages and URLs, and is not
/// secret.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AccountPublicKey([u8; HEX_LENGTH]);

impl AccountPublicKey {
    /// Returns the key as text.
    pub fn as_str(&self) -> &str {
        as_text(&self.0)
    }
}

impl FromStr for AccountPublicKey {
    type Err = KeyTextError;

    fn from_str(text: &str) -> Result<Self, KeyTextError> {
        hex_text(text).map(Self)
    }
}

impl fmt::Display for AccountPublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for AccountPublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AccountPublicKey({self})")
    }
}

/// A SHA-256 in lower-case hex. `Debug` hides it, because together with its token it admits a
/// visitor.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Signature([u8; HEX_LENGTH]);

impl Signature {
    /// Returns the 64 hex digits.
    pub fn as_str(&self) -> &str {
        as_text(&self.0)
    }

    fn of(hasher: Sha256) -> Self {
        let hash: [u8; 32] = hasher.finalize().into();
        let mut digits = [0; HEX_LENGTH];
        for (pair, byte) in digits.chunks_exact_mut(2).zip(hash) {
            pair[0] = HEX_DIGITS[usize::from(byte >> 4)];
            pair[1] = HEX_DIGITS[usize::from(byte & 15)];
        }
        Self(digits)
    }
}

impl fmt::Display for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Signature(redacted)")
    }
}

impl Serialize for Signature {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Signs under one private key. `K` is already hashed: keep the signer instead of rebuilding it for
/// each answer.
#[derive(Clone)]
pub struct AccountSigner {
    keyed: Sha256,
}

impl AccountSigner {
    /// Hashes the key.
    pub fn new(key: &PrivateKey) -> Self {
        let key = Signature::of(Sha256::new_with_prefix(key.0));
        Self {
            keyed: Sha256::new_with_prefix(key.0),
        }
    }

    /// Returns the signature of a promoted visitor's answer. `slug` and `queue_activates_on` are
    /// the values in the room feed, `token` and `requested` those in the answer.
    pub fn hash(&self, slug: &str, queue_activates_on: UtcTime, token: &str, requested: UtcTime) -> Signature {
        let (queue_activates_on, requested) = (queue_activates_on.to_string(), requested.to_string());
        self.sign(&[slug, &queue_activates_on, token, &requested])
    }

    /// Returns the signature by which an integration protects its own record of a visitor's last
    /// page view; `digits` is the time in decimal. The API never issues it.
    pub fn touched(&self, digits: &str) -> Signature {
        self.sign(&[digits])
    }

    fn sign(&self, texts: &[&str]) -> Signature {
        let mut hasher = self.keyed.clone();
        for text in texts {
            hasher.update(text);
        }
        Signature::of(hasher)
    }
}

impl fmt::Debug for AccountSigner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AccountSigner(redacted)")
    }
}

fn hex_text(text: &str) -> Result<[u8; HEX_LENGTH], KeyTextError> {
    let text: [u8; HEX_LENGTH] = text.as_bytes().try_into().map_err(|_| KeyTextError)?;
    let is_hex = text.iter().all(|digit| HEX_DIGITS.contains(digit));
    is_hex.then_some(text).ok_or(KeyTextError)
}

fn as_text(digits: &[u8; HEX_LENGTH]) -> &str {
    str::from_utf8(digits).expect("hex digits are ASCII")
}

#[cfg(test)]
mod tests {
    use units::UnixSeconds;

    use super::*;

    fn key(text: &str) -> PrivateKey {
        text.parse().unwrap()
    }

    /// Returns `K`, the signature of the document's visitor, and both forms of `touched`.
    fn signed(key_text: &str) -> [String; 4] {
        let signer = AccountSigner::new(&key(key_text));
        let activates = UtcTime(UnixSeconds(1_704_067_200));
        let requested = UtcTime(UnixSeconds(1_717_243_200));
        assert_eq!(activates.to_string(), "2024-01-01T00:00:00Z");
        [
            Signature::of(Sha256::new_with_prefix(key_text)),
            signer.hash("main-sale", activates, "tok0M7SBFAp9J8kK", requested),
            signer.touched("1717243200000"),
            signer.touched("1717243200"),
        ]
        .map(|signature| signature.to_string())
    }

    /// The vendor's own SDK accepted the signature of the first vector.
    #[test]
    fn signatures_are_those_of_the_vectors() {
        let [hashed_key, hash, millis, _] = signed(&"b".repeat(64));
        assert_eq!(
            hashed_key,
            "a0fab1377f49a759b57f63318262ebe89fabfc990e8e93ceac2984561482b9d4"
        );
        assert_eq!(hash, "df5186f1501bf6dc83ae8bf3754f74e2b6506a86ff4eea7d7d68f55d180758ec");
        assert_eq!(
            millis,
            "905402d59efb8c734296f16b74ea0dfd9b282a84ac15344d309e2c4b256924a0"
        );

        let [hashed_key, hash, millis, seconds] = signed(&"0123456789abcdef".repeat(4));
        assert_eq!(
            hashed_key,
            "a8ae6e6ee929abea3afcfc5258c8ccd6f85273e0d4626d26c7279f3250f77c8e"
        );
        assert_eq!(hash, "f4dae80d48e8f053acb364a5f90dadc9f98102ebd2f35551443f2b0ef9735b60");
        assert!(millis.starts_with("b02e4eec") && millis.ends_with("26bd"));
        assert!(seconds.starts_with("1359360d") && seconds.ends_with("fb87d"));
    }

    #[test]
    fn keys_are_exactly_64_lower_case_hex_digits() {
        assert_eq!(
            "0a".repeat(32).parse::<AccountPublicKey>().unwrap().to_string(),
            "0a".repeat(32)
        );
        for bad in [
            String::new(),
            "a".repeat(63),
            "a".repeat(65),
            "A".repeat(64),
            "g".repeat(64),
            "é".repeat(32),
        ] {
            assert_eq!(bad.parse::<AccountPublicKey>(), Err(KeyTextError), "{bad}");
            assert!(bad.parse::<PrivateKey>().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_private_key_is_only_itself() {
        let own = key(&"b".repeat(64));
        assert!(own.is("b".repeat(64).as_bytes()));
        for other in ["", "b", &"b".repeat(63), &"b".repeat(65), &"c".repeat(64)] {
            assert!(!own.is(other.as_bytes()), "{other}");
        }
    }

    #[test]
    fn debug_shows_no_secret() {
        let own = key(&"b".repeat(64));
        let signer = AccountSigner::new(&own);
        assert_eq!(
            format!("{own:?} {signer:?} {:?}", signer.touched("1")),
            "PrivateKey(redacted) AccountSigner(redacted) Signature(redacted)"
        );
    }
}

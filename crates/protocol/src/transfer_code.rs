//! The code that transfers a place to another device: short enough to be typed from a screen, valid
//! for minutes.
//!
//! 8 characters of [`ALPHABET`], shown in two groups of four: `K7QX-3MTP`. The alphabet has no
//! vowels, so that no word appears by chance, and none of the characters that are easily confused
//! (0, 1, I, L, O). Parsing accepts both cases, with or without hyphens and spaces. 27^8 codes are
//! 38 bits: enough for a code that lives five minutes while attempts are counted, and not enough
//! without that limit.
//!
//! The server stores only a keyed hash of a code, so that a reader of the store cannot take a place
//! over.

use std::fmt;
use std::str::FromStr;

use crate::keys::KEY_LENGTH;
use crate::{CustomerId, MasterKey, RoomId, mac};

/// The characters of a code.
pub const ALPHABET: &[u8; 27] = b"23456789BCDFGHJKMNPQRSTVWXZ";
/// Length of a code, in characters.
pub const CODE_LENGTH: usize = 8;
/// Length of a code's hash, in bytes.
pub const HASH_LENGTH: usize = 16;
/// Maximum length of a typed code, in bytes: leaves room for separators behind every character.
const TYPED_BYTES_MAX: usize = 4 * CODE_LENGTH;

/// A code that transfers a place. `Debug` hides it: the code is enough to take the place.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TransferCode([u8; CODE_LENGTH]);

/// The error of a text that is not a code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a code has {CODE_LENGTH} characters of {}", std::str::from_utf8(ALPHABET).unwrap_or_default())]
pub struct TransferCodeError;

impl TransferCode {
    /// Makes a code from 128 random bits. These exceed the code's 38 bits by far, so that all codes
    /// are practically equally likely.
    #[must_use]
    pub fn from_random(random: [u8; 16]) -> Self {
        let mut rest = u128::from_be_bytes(random);
        Self(std::array::from_fn(|_| {
            let at = rest % ALPHABET.len() as u128;
            rest /= ALPHABET.len() as u128;
            ALPHABET[usize::try_from(at).expect("below 27")]
        }))
    }
}

impl fmt::Display for TransferCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (first, second) = self.0.split_at(CODE_LENGTH / 2);
        let text = |half| std::str::from_utf8(half).expect("the alphabet is ASCII");
        write!(f, "{}-{}", text(first), text(second))
    }
}

impl fmt::Debug for TransferCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TransferCode(redacted)")
    }
}

impl FromStr for TransferCode {
    type Err = TransferCodeError;

    fn from_str(text: &str) -> Result<Self, TransferCodeError> {
        if text.len() > TYPED_BYTES_MAX {
            return Err(TransferCodeError);
        }
        let typed = text.bytes().filter(|byte| !matches!(byte, b'-' | b' ' | b'\t'));
        let typed: Vec<u8> = typed.map(|byte| byte.to_ascii_uppercase()).collect();
        let code: [u8; CODE_LENGTH] = typed.try_into().map_err(|_| TransferCodeError)?;
        let known = code.iter().all(|byte| ALPHABET.contains(byte));
        known.then_some(Self(code)).ok_or(TransferCodeError)
    }
}

/// One room's key for hashing its codes.
#[derive(Clone)]
pub struct TransferCodeKey([u8; KEY_LENGTH]);

impl TransferCodeKey {
    /// Derives the key. Rooms of different customers get different keys even under the same room
    /// id.
    #[must_use]
    pub fn new(master: &MasterKey, customer: &CustomerId, room: &RoomId) -> Self {
        Self(master.derive("anteroom move code 1", &[customer.as_str(), room.as_str()]))
    }

    /// Returns the hash that is stored of a code.
    #[must_use]
    pub fn hash(&self, code: &TransferCode) -> [u8; HASH_LENGTH] {
        let mac = mac::hmac(&self.0, &[&code.0]);
        *mac.first_chunk().expect("a MAC has 32 bytes")
    }
}

impl fmt::Debug for TransferCodeKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TransferCodeKey(redacted)")
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_code_is_parsed_in_every_typed_form(random: [u8; 16], spaces in prop::collection::vec(prop::sample::select(vec!["", " ", "-", "- "]), 8)) {
            let code = TransferCode::from_random(random);
            let shown = code.to_string();
            prop_assert_eq!(shown.parse(), Ok(code));
            let bare: String = shown.to_lowercase().replace('-', "");
            let typed: String = bare.chars().zip(spaces).flat_map(|(c, space)| [c.to_string(), space.to_owned()]).collect();
            prop_assert_eq!(typed.parse(), Ok(code));
        }

        #[test]
        fn any_text_is_a_code_or_none(text in ".{0,40}") {
            if let Ok(code) = text.parse::<TransferCode>() {
                prop_assert_eq!(code.to_string().parse(), Ok(code));
            }
        }
    }

    #[test]
    fn nothing_else_is_a_code() {
        for text in [
            "",
            "K7QX-3MT",
            "K7QX-3MTPP",
            "K7QX-3MT0",
            "K7QX-3MTI",
            "K7QX-3MTÄ",
            "AAAA-AAAA",
            &"-".repeat(40),
        ] {
            assert_eq!(text.parse::<TransferCode>(), Err(TransferCodeError), "{text}");
        }
        for mistaken in b"01ILOAEU" {
            assert!(!ALPHABET.contains(mistaken));
        }
        assert_eq!(ALPHABET.iter().collect::<BTreeSet<_>>().len(), ALPHABET.len());
    }

    #[test]
    fn every_place_of_a_code_takes_every_character() {
        let codes = (0..2_000_u128).map(|n| {
            TransferCode::from_random(
                n.wrapping_mul(0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835_u128)
                    .to_be_bytes(),
            )
        });
        let seen: BTreeSet<(usize, u8)> = codes.flat_map(|code| code.0.into_iter().enumerate()).collect();
        assert_eq!(seen.len(), CODE_LENGTH * ALPHABET.len());
    }

    #[test]
    fn hashes_differ_between_codes_and_rooms_and_show_nothing() {
        let master = MasterKey::from_bytes([1; 32]);
        let key = |room: &str| TransferCodeKey::new(&master, &"acme".parse().unwrap(), &room.parse().unwrap());
        let (one, other) = (TransferCode::from_random([1; 16]), TransferCode::from_random([2; 16]));
        assert_eq!(key("sale").hash(&one), key("sale").hash(&one));
        assert_ne!(key("sale").hash(&one), key("sale").hash(&other));
        assert_ne!(key("sale").hash(&one), key("other").hash(&one));
        assert_eq!(
            format!("{one:?} {:?}", key("sale")),
            "TransferCode(redacted) TransferCodeKey(redacted)"
        );
    }
}

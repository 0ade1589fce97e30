//! Newtypes for octet strings of fixed length. In JSON and in text they are lower-case hex digits,
//! two per octet.

use std::fmt::{self, Write as _};

use serde::de::{self, Deserializer, Visitor};
use serde::{Deserialize, Serialize, Serializer};

/// Decodes lower-case hex of exactly `N` octets. Refuses upper case, so that each value has one
/// text.
pub(crate) fn from_hex<const N: usize>(text: &str) -> Option<[u8; N]> {
    let mut octets = [0; N];
    let (pairs, rest) = text.as_bytes().as_chunks::<2>();
    if pairs.len() != N || !rest.is_empty() {
        return None;
    }
    for (octet, pair) in octets.iter_mut().zip(pairs) {
        *octet = digit(pair[0])? << 4 | digit(pair[1])?;
    }
    Some(octets)
}

fn digit(letter: u8) -> Option<u8> {
    match letter {
        b'0'..=b'9' => Some(letter - b'0'),
        b'a'..=b'f' => Some(letter - b'a' + 10),
        _ => None,
    }
}

/// Encodes octets as lower-case hex.
pub(crate) fn to_hex(octets: &[u8]) -> String {
    octets
        .iter()
        .fold(String::with_capacity(octets.len() * 2), |mut text, octet| {
            write!(text, "{octet:02x}").expect("a String takes what is written to it");
            text
        })
}

pub(crate) fn serialize<const N: usize, S: Serializer>(octets: &[u8; N], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&to_hex(octets))
}

pub(crate) fn deserialize<'de, const N: usize, D: Deserializer<'de>>(deserializer: D) -> Result<[u8; N], D::Error> {
    struct Hex<const N: usize>;

    impl<const N: usize> Visitor<'_> for Hex<N> {
        type Value = [u8; N];

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "{} lower-case hex digits", 2 * N)
        }

        fn visit_str<E: de::Error>(self, text: &str) -> Result<Self::Value, E> {
            from_hex(text).ok_or_else(|| E::invalid_value(de::Unexpected::Str(text), &self))
        }
    }

    deserializer.deserialize_str(Hex)
}

macro_rules! octets {
    ($(#[$doc:meta])* $name:ident, $length:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub struct $name(#[serde(with = "crate::bytes")] pub [u8; $length]);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&to_hex(&self.0))
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({self})", stringify!($name))
            }
        }
    };
}

octets! {
    /// BLAKE2s-256 of a secret under its own label; a commitment publishes it.
    SecretHash, 32
}
octets! {
    /// BLAKE2s-256 of a commitment's encoding, by which later statements name the commitment.
    CommitmentHash, 32
}
octets! {
    /// BLAKE2s-256 of a cut-off's encoding.
    CutOffHash, 32
}
octets! {
    /// The hash that names a chain of a beacon's network.
    ChainHash, 32
}
octets! {
    /// The beacon's published value of the committed round (drand's `randomness`).
    BeaconValue, 32
}
octets! {
    /// An Ed25519 signature.
    Signature, 64
}

/// The secret of a draw, known only to the operator until it is revealed: 32 random octets, used
/// for exactly one commitment. `Debug` does not print them.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Secret(#[serde(with = "crate::bytes")] [u8; 32]);

impl Secret {
    /// Wraps 32 random octets, or 32 octets derived from a master key in a way that never repeats.
    #[must_use]
    pub const fn new(octets: [u8; 32]) -> Self {
        Self(octets)
    }

    pub(crate) const fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hex_has_one_text_a_value() {
        assert_eq!(from_hex("00ff7a"), Some([0, 255, 0x7a]));
        assert_eq!(to_hex(&[0, 255, 0x7a]), "00ff7a");
        for bad in ["00ff7", "00ff7a0", "00ff7a00", "00FF7A", "00 f7a", "0xff7a", "", "größ"] {
            assert_eq!(from_hex::<3>(bad), None, "{bad}");
        }
    }

    #[test]
    fn debug_hides_a_secret() {
        assert_eq!(format!("{:?}", Secret::new([7; 32])), "Secret(…)");
    }
}

//! HMAC-SHA256 in the lower-case hex of the wire formats, and comparison in constant time. Not a
//! general hex or MAC library.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;

/// Number of hex digits of a whole HMAC-SHA256.
pub(crate) const MAC_HEX_LENGTH: usize = 64;

/// The hex digits of the wire formats, indexed by value.
pub(crate) const HEX_DIGITS: &[u8; 16] = b"0123456789abcdef";

/// A key of HMAC-SHA256 with its key block already hashed: sites check signatures with it on every
/// request.
#[derive(Clone)]
pub(crate) struct MacKey(Hmac<Sha256>);

impl MacKey {
    pub(crate) fn new(key: &[u8]) -> Self {
        Self(Hmac::new_from_slice(key).expect("HMAC takes a key of any length"))
    }

    /// Returns the HMAC-SHA256 over the concatenated parts.
    pub(crate) fn hmac(&self, parts: &[&[u8]]) -> [u8; 32] {
        let mut mac = self.0.clone();
        for part in parts {
            mac.update(part);
        }
        mac.finalize().into_bytes().into()
    }

    /// Returns [`MacKey::hmac`] as 64 lower-case hex digits.
    pub(crate) fn hmac_hex(&self, parts: &[&[u8]]) -> MacHex {
        MacHex::new(&self.hmac(parts))
    }
}

/// Returns [`MacKey::hmac`] under a key that is used only once.
pub(crate) fn hmac(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    MacKey::new(key).hmac(parts)
}

/// The first digits of an HMAC-SHA256 in hex, by default all of them.
#[derive(Clone, Copy)]
pub(crate) struct MacHex<const DIGITS: usize = MAC_HEX_LENGTH>([u8; DIGITS]);

impl<const DIGITS: usize> MacHex<DIGITS> {
    pub(crate) fn new(mac: &[u8; 32]) -> Self {
        let mut digits = [0; DIGITS];
        for (pair, byte) in digits.chunks_exact_mut(2).zip(mac) {
            pair[0] = HEX_DIGITS[usize::from(byte >> 4)];
            pair[1] = HEX_DIGITS[usize::from(byte & 15)];
        }
        Self(digits)
    }

    pub(crate) fn as_str(&self) -> &str {
        str::from_utf8(&self.0).expect("hex digits are ASCII")
    }
}

/// Whether two texts are equal. The time taken does not depend on where they first differ.
pub(crate) fn same_text(left: &str, right: &str) -> bool {
    left.as_bytes().ct_eq(right.as_bytes()).into()
}

/// Encodes bytes as lower-case hex.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|nibble| char::from(HEX_DIGITS[usize::from(nibble)]))
        .collect()
}

/// Returns the byte that two hex digits of either case encode; `None` for other characters.
pub(crate) fn hex_byte(high: u8, low: u8) -> Option<u8> {
    let nibble = |digit: u8| match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    };
    Some(nibble(high)? << 4 | nibble(low)?)
}

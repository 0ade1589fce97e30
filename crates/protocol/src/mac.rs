//! HMAC-SHA256 in the lower-case hex that the wire uses, and comparison in constant time. Not a general hex or MAC
//! library.

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use subtle::ConstantTimeEq;

/// Hex digits of a whole HMAC-SHA256.
pub(crate) const MAC_HEX_LENGTH: usize = 64;

/// The digits that the wire uses, by value.
pub(crate) const HEX_DIGITS: &[u8; 16] = b"0123456789abcdef";

/// HMAC-SHA256 over the parts, joined without separators.
pub(crate) fn hmac(key: &[u8], parts: &[&[u8]]) -> [u8; 32] {
    let mut mac = Hmac::<Sha256>::new_from_slice(key).expect("HMAC takes a key of any length");
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}

/// [`hmac`] as 64 lower-case hex digits.
pub(crate) fn hmac_hex(key: &[u8], parts: &[&[u8]]) -> String {
    hex(&hmac(key, parts))
}

/// Whether two texts are equal; takes the same time wherever they first differ.
pub(crate) fn same_text(left: &str, right: &str) -> bool {
    left.as_bytes().ct_eq(right.as_bytes()).into()
}

/// Lower-case hex.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|nibble| char::from(HEX_DIGITS[usize::from(nibble)]))
        .collect()
}

/// The byte that two hex digits of either case spell.
pub(crate) fn hex_byte(high: u8, low: u8) -> Option<u8> {
    let nibble = |digit: u8| {
        char::from(digit)
            .to_digit(16)
            .and_then(|value| u8::try_from(value).ok())
    };
    Some(nibble(high)? << 4 | nibble(low)?)
}

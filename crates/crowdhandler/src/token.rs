//! The visitor token: a queue id in the form that CrowdHandler's integrations accept.
//!
//! ```text
//! tok0 M7SBFA Ek8V7KttEzNMyVnvF8uc5w
//! |    |      22 characters of base64url without padding: one AES-128 block
//! |    6 characters of base 60: year - 2000, month, day, hour, minute, second (UTC)
//! the version that integrations judge by its time
//! ```
//!
//! The block is the queue id's 16 bytes, encrypted once more under a key of its own: a queue id
//! appears in addresses, and a reader of the id must not be able to make the token of its place.
//!
//! **The time is not authenticated.** Integrations read it to ask again after 12 hours; anybody can
//! change it, and the token still opens. A token that opens was not necessarily issued by the
//! waiting room: any block decrypts to some 16 bytes. The proof is that the queue id inside opens
//! under its room's key (`protocol::QueueIdCodec::open`).

use std::fmt;
use std::str::FromStr;

use aes::Aes128;
use aes::cipher::{BlockCipherDecrypt, BlockCipherEncrypt, KeyInit};
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use protocol::{MasterKey, QueueId};
use serde::{Serialize, Serializer};
use units::UnixSeconds;

use crate::utc_time::civil;

/// Length of a token, in characters.
pub const TOKEN_LENGTH: usize = 32;
/// The version that every token starts with. Its digit matters: some integrations refuse tokens
/// without one.
const VERSION: &[u8; TIME_AT] = b"tok0";
/// Position of the first character of the time.
const TIME_AT: usize = 4;
/// Position of the first character of the block.
const BLOCK_AT: usize = 10;
/// The base-60 digits by value: digits and letters without `O` and `o`.
const DIGITS: &[u8; 60] = b"0123456789ABCDEFGHIJKLMNPQRSTUVWXYZabcdefghijklmnpqrstuvwxyz";
/// The first and the last year that one base-60 digit can express.
const YEARS: (i16, i16) = (2000, 2059);
/// 2000-01-01T00:00:00Z.
const EARLIEST_SECONDS: u64 = 946_684_800;
/// 2059-12-31T23:59:59Z.
const LATEST_SECONDS: u64 = 2_840_140_799;

/// The error of a text that does not have the shape of a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a visitor token is `tok0`, 6 characters of time and 22 of base64url")]
pub struct VisitorTokenError;

/// A text in the shape of a token. Parsing is exact, so that two tokens are equal if and only if
/// their time and block are.
///
/// `Debug` hides the token, because it identifies a visitor and must not reach a log by accident.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct VisitorToken([u8; TOKEN_LENGTH]);

impl VisitorToken {
    /// Returns the token as text.
    pub fn as_str(&self) -> &str {
        str::from_utf8(&self.0).expect("all characters are ASCII")
    }

    fn new(block: &[u8; 16], at: UnixSeconds) -> Self {
        let mut text = [0; TOKEN_LENGTH];
        text[..TIME_AT].copy_from_slice(VERSION);
        text[TIME_AT..BLOCK_AT].copy_from_slice(&time_digits(at));
        URL_SAFE_NO_PAD
            .encode_slice(block, &mut text[BLOCK_AT..])
            .expect("16 bytes take 22 characters");
        Self(text)
    }

    fn block(&self) -> [u8; 16] {
        decode_block(&self.0).expect("checked when it was made")
    }
}

impl FromStr for VisitorToken {
    type Err = VisitorTokenError;

    fn from_str(text: &str) -> Result<Self, VisitorTokenError> {
        let text: [u8; TOKEN_LENGTH] = text.as_bytes().try_into().map_err(|_| VisitorTokenError)?;
        let is_timed = text[TIME_AT..BLOCK_AT].iter().all(|digit| DIGITS.contains(digit));
        match decode_block(&text) {
            Some(_) if text.starts_with(VERSION) && is_timed => Ok(Self(text)),
            _ => Err(VisitorTokenError),
        }
    }
}

impl fmt::Display for VisitorToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl fmt::Debug for VisitorToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("VisitorToken(redacted)")
    }
}

impl Serialize for VisitorToken {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

/// Seals queue ids into tokens and opens tokens. One codec serves all rooms: the queue id inside
/// identifies its room. Keep the codec instead of deriving its key for each request.
#[derive(Clone)]
pub struct TokenCodec {
    cipher: Aes128,
}

impl TokenCodec {
    /// Derives the key of the tokens.
    pub fn new(master: &MasterKey) -> Self {
        let key = master.derive("anteroom crowdhandler token key 1", &[]);
        let (key, _) = key.split_first_chunk::<16>().expect("derived keys have 32 bytes");
        Self {
            cipher: Aes128::new(&(*key).into()),
        }
    }

    /// Seals a queue id into a token that carries this time. The same id gets the same block at any
    /// time.
    pub fn seal(&self, id: &QueueId, at: UnixSeconds) -> VisitorToken {
        let mut block = (*id.as_bytes()).into();
        self.cipher.encrypt_block(&mut block);
        VisitorToken::new(&block.into(), at)
    }

    /// Returns the token of a visitor who has no place; the caller draws `random`. The token opens
    /// to a queue id that no room has issued, as a stranger's random block would.
    pub fn without_place(random: [u8; 16], at: UnixSeconds) -> VisitorToken {
        VisitorToken::new(&random, at)
    }

    /// Returns the queue id inside a token; `None` for any text that does not have exactly the
    /// shape of a token. Only the room's own key proves the id: see the module.
    pub fn open(&self, text: &str) -> Option<QueueId> {
        let token: VisitorToken = text.parse().ok()?;
        let mut block = token.block().into();
        self.cipher.decrypt_block(&mut block);
        Some(QueueId::from_bytes(block.into()))
    }
}

impl fmt::Debug for TokenCodec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("TokenCodec(redacted)")
    }
}

/// Returns the time in base 60. Times before 2000 count as the first second of 2000, and times
/// after 2059 as the last of 2059.
fn time_digits(at: UnixSeconds) -> [u8; BLOCK_AT - TIME_AT] {
    let at = civil(UnixSeconds(at.0.clamp(EARLIEST_SECONDS, LATEST_SECONDS)));
    let year = i8::try_from(at.year() - YEARS.0).expect("clamped to 60 years");
    let digit = |value: i8| DIGITS[usize::try_from(value).expect("not negative")];
    [year, at.month(), at.day(), at.hour(), at.minute(), at.second()].map(digit)
}

/// Returns the block of a text; `None` where the text is not canonical base64url of 16 bytes.
fn decode_block(text: &[u8; TOKEN_LENGTH]) -> Option<[u8; 16]> {
    // 24 characters would decode to 18 bytes.
    let mut bytes = [0; 18];
    let length = URL_SAFE_NO_PAD.decode_slice(&text[BLOCK_AT..], &mut bytes).ok()?;
    bytes[..length].try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: UnixSeconds = UnixSeconds(1_658_920_510);

    fn codec() -> TokenCodec {
        TokenCodec::new(&MasterKey::from_bytes(std::array::from_fn(|i| {
            u8::try_from(i).unwrap()
        })))
    }

    fn digits(seconds: u64) -> String {
        String::from_utf8(time_digits(UnixSeconds(seconds)).to_vec()).unwrap()
    }

    /// The block comes from an independent implementation of HKDF and AES, the time from the
    /// vendor's example: tokens must stay readable across releases.
    #[test]
    fn the_format_is_fixed() {
        let id: QueueId = "28a65a42-65c9-662a-25b9-5a056eb97dde".parse().unwrap();
        let token = codec().seal(&id, AT);
        assert_eq!(token.as_str(), "tok0M7SBFAEk8V7KttEzNMyVnvF8uc5w");
        assert_eq!(codec().open(token.as_str()), Some(id));
    }

    #[test]
    fn years_outside_of_one_digit_saturate() {
        assert_eq!(digits(AT.0), "M7SBFA");
        assert_eq!(digits(EARLIEST_SECONDS), "011000");
        assert_eq!(digits(EARLIEST_SECONDS - 1), "011000");
        assert_eq!(digits(0), "011000");
        assert_eq!(digits(LATEST_SECONDS), "zCWNzz");
        assert_eq!(digits(LATEST_SECONDS + 1), "zCWNzz");
        assert_eq!(digits(u64::MAX), "zCWNzz");
        let year = |seconds| civil(UnixSeconds(seconds)).year();
        assert_eq!((year(EARLIEST_SECONDS), year(LATEST_SECONDS)), YEARS);
        assert_eq!((year(EARLIEST_SECONDS - 1), year(LATEST_SECONDS + 1)), (1999, 2060));
    }

    #[test]
    fn other_shapes_do_not_open() {
        let bad = [
            "",
            "undefined",
            "null",
            "tok0M7SBFAp9J8kK",
            "tok_M7SBFAEk8V7KttEzNMyVnvF8uc5w",
            "TOK0M7SBFAEk8V7KttEzNMyVnvF8uc5w",
            "tok0M7SBFOEk8V7KttEzNMyVnvF8uc5w",
            "tok0M7SBFoEk8V7KttEzNMyVnvF8uc5w",
            "tok0M7SB-AEk8V7KttEzNMyVnvF8uc5w",
            "tok0M7SBFAEk8V7KttEzNMyVnvF8uc5",
            "tok0M7SBFAEk8V7KttEzNMyVnvF8uc5ww",
            " tok0M7SBFAEk8V7KttEzNMyVnvF8uc5w",
            // Not canonical: the last character has bits beyond the block.
            "tok0M7SBFAEk8V7KttEzNMyVnvF8uc5x",
            "tok0M7SBFAEk8V7KttEzNMyVnvF8uc=w",
            "tok0M7SBFAEk8V7KttEzNMyVnvF8uc==",
            "tok0M7SBFAEk8V7KttEzNMyVnvF8uc+w",
            "tok0M7SBFAEk8V7KttEzNMyVnvF8uc/w",
            "tok0M7SBFAEk8V7KttEzNMyVnvF8ucé",
        ];
        for text in bad {
            assert_eq!(codec().open(text), None, "{text}");
        }
    }

    #[test]
    fn another_master_key_opens_to_another_id() {
        let token = codec().seal(&QueueId::NIL, AT);
        let other = TokenCodec::new(&MasterKey::from_bytes([9; 32]));
        assert!(other.open(token.as_str()).is_some_and(|id| id != QueueId::NIL));
    }

    #[test]
    fn debug_shows_no_token_and_no_key() {
        let token = TokenCodec::without_place([1; 16], AT);
        assert_eq!(
            format!("{token:?} {:?}", codec()),
            "VisitorToken(redacted) TokenCodec(redacted)"
        );
    }
}

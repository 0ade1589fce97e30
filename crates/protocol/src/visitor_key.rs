//! Keys by which a site identifies its visitors: a membership number, an e-mail address, or the
//! random code of an invitation.
//!
//! A key is compared verbatim, except for white space around it. The server stores neither keys nor
//! identifiers of enqueue tokens, only keyed hashes of 16 bytes: among a million keys, two share a
//! hash with a probability of 2^-89. Without the server's own key, a reader of the store cannot
//! test whether a given key is in it.

use std::fmt;
use std::str::FromStr;

use crate::enqueue_token::TokenIdentifier;
use crate::keys::KEY_LENGTH;
use crate::transfer_code::ALPHABET;
use crate::{CustomerId, MasterKey, QueueId, RoomId, mac};

/// Maximum length of a key, in bytes.
pub const KEY_BYTES_MAX: usize = 200;
/// Length of a random code, in characters: 95 bits, too many to guess.
pub const CODE_LENGTH: usize = 20;
/// Length of a hash, in bytes.
pub const HASH_LENGTH: usize = 16;

/// A visitor's key. `Debug` hides it: a key may name a person, and a code is an invitation.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct VisitorKey(Box<str>);

/// The error of a text that is not a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("a key is 1 to {KEY_BYTES_MAX} bytes of text without control characters")]
pub struct VisitorKeyError;

impl VisitorKey {
    /// Makes a code from 128 random bits.
    #[must_use]
    pub fn from_random(random: [u8; 16]) -> Self {
        let mut rest = u128::from_be_bytes(random);
        let code: String = std::iter::repeat_with(|| {
            let at = rest % ALPHABET.len() as u128;
            rest /= ALPHABET.len() as u128;
            char::from(ALPHABET[usize::try_from(at).expect("below 27")])
        })
        .take(CODE_LENGTH)
        .collect();
        Self(code.into())
    }

    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for VisitorKey {
    type Err = VisitorKeyError;

    fn from_str(text: &str) -> Result<Self, VisitorKeyError> {
        let key = text.trim();
        let fits = (1..=KEY_BYTES_MAX).contains(&key.len()) && !key.chars().any(char::is_control);
        fits.then(|| Self(key.into())).ok_or(VisitorKeyError)
    }
}

impl fmt::Debug for VisitorKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("VisitorKey(redacted)")
    }
}

/// One room's key for hashing visitors' keys and tokens' identifiers.
#[derive(Clone)]
pub struct VisitorHasher([u8; KEY_LENGTH]);

impl VisitorHasher {
    /// Derives the key. Rooms of different customers get different keys even under the same room
    /// id.
    #[must_use]
    pub fn new(master: &MasterKey, customer: &CustomerId, room: &RoomId) -> Self {
        Self(master.derive("anteroom visitor key 1", &[customer.as_str(), room.as_str()]))
    }

    /// Derives the key for the codes of a pool's priority groups.
    #[must_use]
    pub fn of_codes(master: &MasterKey, pool: &str) -> Self {
        Self(master.derive("anteroom priority code 1", &[pool]))
    }

    /// Returns the hash that is stored of a key.
    #[must_use]
    pub fn key(&self, key: &VisitorKey) -> [u8; HASH_LENGTH] {
        self.hash("key", key.as_str())
    }

    /// Returns the hash that is stored of a token's identifier; it never equals the hash of a key.
    #[must_use]
    pub fn identifier(&self, identifier: &TokenIdentifier) -> [u8; HASH_LENGTH] {
        self.hash("token", identifier.as_str())
    }

    /// Returns the hash that is stored of a token that contains another place; `nth` counts, from
    /// 0, the places that a room gives for the token. It never equals the hash of a key or of an
    /// identifier.
    #[must_use]
    pub fn place_elsewhere(&self, id: &QueueId, nth: u8) -> [u8; HASH_LENGTH] {
        match nth {
            0 => self.hash("place elsewhere", &id.to_string()),
            _ => self.hash("next place elsewhere", &format!("{id} {nth}")),
        }
    }

    /// Returns the hash that is stored of an order in a run of the room. The hashes of two runs
    /// cannot be compared.
    #[must_use]
    pub fn order(&self, run: u16, order: &str) -> [u8; HASH_LENGTH] {
        self.hash("order", &format!("{run} {order}"))
    }

    /// Returns the hash that is stored of a token that is a pass without a place; `signature` is
    /// the token's own.
    #[must_use]
    pub fn token_pass(&self, signature: &str) -> [u8; HASH_LENGTH] {
        self.hash("pass", signature)
    }

    /// Returns the hash that is stored of a proof of work or of patience, which is valid for one
    /// place.
    #[must_use]
    pub fn proof_of_price(&self, id: &str) -> [u8; HASH_LENGTH] {
        self.hash("proof of price", id)
    }

    /// Returns the hash that is stored of an identity that got a place in a run, such as a mailbox;
    /// `kind` is the kind of verification. The hashes of two runs cannot be compared.
    #[must_use]
    pub fn identity(&self, run: u16, kind: &str, identity: &str) -> [u8; HASH_LENGTH] {
        self.hash("identity", &format!("{run} {kind} {identity}"))
    }

    /// Returns the hash under which a client network is counted in a run. Without the key, it does
    /// not reveal the address, and the hashes of two runs cannot be compared. `kind` is the purpose
    /// of the count.
    #[must_use]
    pub fn network(&self, run: u16, kind: &str, network: &str) -> u64 {
        let hash = self.hash("network", &format!("{run} {kind} {network}"));
        u64::from_be_bytes(*hash.first_chunk().expect("a hash has 16 bytes"))
    }

    /// Returns the text by which a place's link names the enqueue token that the place was given
    /// for: the identifier's [returned](TokenIdentifier::returned) part, and a proof that the token
    /// belongs to this place. `None` when the identifier has no such part.
    #[must_use]
    pub fn seal(&self, place: (u16, u64), identifier: &TokenIdentifier) -> Option<String> {
        let returned = identifier.returned()?;
        Some(format!("{returned}.{}", self.proof(place, returned)))
    }

    /// Returns the identifier, when the proof belongs to this place.
    #[must_use]
    pub fn open(&self, place: (u16, u64), sealed: &str) -> Option<TokenIdentifier> {
        let (returned, proof) = sealed.rsplit_once('.')?;
        let genuine = mac::same_text(&self.proof(place, returned), proof);
        TokenIdentifier::new(returned).filter(|identifier| genuine && identifier.returned().is_some())
    }

    /// Returns the text by which a place's link carries a token that is valid for this place
    /// although it contains another one.
    #[must_use]
    pub fn seal_token(&self, place: (u16, u64), token: &str) -> String {
        format!("{token}.{}", self.token_proof(place, token))
    }

    /// Returns the token, when the proof belongs to this place.
    #[must_use]
    pub fn open_token<'a>(&self, place: (u16, u64), sealed: &'a str) -> Option<&'a str> {
        let (token, proof) = sealed.rsplit_once('.')?;
        mac::same_text(&self.token_proof(place, token), proof).then_some(token)
    }

    fn token_proof(&self, (run, sequence): (u16, u64), token: &str) -> String {
        mac::hex(&self.hash("visitor token of a place", &format!("{run} {sequence} {token}")))
    }

    fn proof(&self, (run, sequence): (u16, u64), identifier: &str) -> String {
        mac::hex(&self.hash("token of a place", &format!("{run} {sequence} {identifier}")))
    }

    fn hash(&self, kind: &str, text: &str) -> [u8; HASH_LENGTH] {
        let mac = mac::hmac(&self.0, &[kind.as_bytes(), &[0], text.as_bytes()]);
        *mac.first_chunk().expect("a MAC has 32 bytes")
    }
}

impl fmt::Debug for VisitorHasher {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("VisitorHasher(redacted)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(text: &str) -> VisitorKey {
        text.parse().unwrap()
    }

    #[test]
    fn keys_are_bounded_text() {
        assert_eq!(key(" anna@example.com\n").as_str(), "anna@example.com");
        assert_eq!(key(&"x".repeat(KEY_BYTES_MAX)).as_str().len(), KEY_BYTES_MAX);
        for bad in ["", " \t", "a\0b", "a\nb", &"x".repeat(KEY_BYTES_MAX + 1)] {
            assert_eq!(bad.parse::<VisitorKey>(), Err(VisitorKeyError), "{bad:?}");
        }
        assert_eq!(format!("{:?}", key("anna")), "VisitorKey(redacted)");
    }

    #[test]
    fn codes_differ_by_every_random_bit_that_they_have_room_for() {
        let code = VisitorKey::from_random([7; 16]);
        assert_eq!((code.as_str().len(), code.as_str().parse()), (CODE_LENGTH, Ok(code)));
        assert_ne!(
            VisitorKey::from_random([0; 16]),
            VisitorKey::from_random(1_u128.to_be_bytes())
        );
    }

    #[test]
    fn hashes_differ_by_room_kind_and_text() {
        let master = MasterKey::from_bytes([7; 32]);
        let hasher = |room: &str| VisitorHasher::new(&master, &"acme".parse().unwrap(), &room.parse().unwrap());
        let sale = hasher("sale");
        assert_eq!(sale.key(&key("anna")), sale.key(&key(" anna ")));
        assert_ne!(sale.key(&key("anna")), sale.key(&key("Anna")));
        assert_ne!(sale.key(&key("anna")), hasher("sale2").key(&key("anna")));
        let identifier = TokenIdentifier::new("anna").unwrap();
        assert_ne!(sale.key(&key("anna")), sale.identifier(&identifier));
    }

    #[test]
    fn an_identifier_is_sealed_for_one_place_of_one_room() {
        let master = MasterKey::from_bytes([7; 32]);
        let hasher = |room: &str| VisitorHasher::new(&master, &"acme".parse().unwrap(), &room.parse().unwrap());
        let identifier = TokenIdentifier::new("shop~159aba3e-55e1-4f54-b6ee-e5b943d7e885").unwrap();
        let sale = hasher("sale");
        let sealed = sale.seal((1, 7), &identifier).unwrap();
        let opened = sale.open((1, 7), &sealed).unwrap();
        assert_eq!(opened.as_str(), "159aba3e-55e1-4f54-b6ee-e5b943d7e885");
        for other in [(1, 8), (2, 7), (17, 0)] {
            assert_eq!(sale.open(other, &sealed), None);
        }
        assert_eq!(hasher("other").open((1, 7), &sealed), None);
        for bad in [
            "",
            ".",
            &sealed[1..],
            &sealed.replace("159a", "259a"),
            &sealed[..sealed.len() - 1],
        ] {
            assert_eq!(sale.open((1, 7), bad), None, "{bad}");
        }
        for odd in ["a_b", "shop~", "ä", &"x".repeat(65)] {
            assert_eq!(sale.seal((1, 7), &TokenIdentifier::new(odd).unwrap()), None, "{odd}");
        }
    }
}

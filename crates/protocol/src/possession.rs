//! Proofs that a client was given a place. A queue id names a place and is public: it is in the
//! page's address, which people share. Only the place's holder has one of two MACs over the id.
//!
//! - The *cookie tag* follows the id in the browser's cookie: 16 hex digits, 64 bits. Each guess
//!   costs a request, so 64 bits are enough.
//! - The *link proof* is in the address of a client that keeps no cookie, and in answers to apps:
//!   128 bits in the text form of a GUID. It differs from the cookie tag because addresses leak
//!   more easily than cookies; a link proof therefore permits less.
//!
//! Two further MACs are over an id and a time: the tag of a grant that the holder's browser
//! remembers, and the tag of the link that ends leaving the line.
//!
//! The keys serve the whole server: an id already belongs to one room.

use std::fmt;

use subtle::ConstantTimeEq;

use crate::mac::{self, MacHex, MacKey};
use crate::{MasterKey, QueueId};

/// Length of a cookie tag, in hex digits.
pub const COOKIE_TAG_HEX_LENGTH: usize = 16;
/// Length of a link proof, in bytes.
const LINK_PROOF_LENGTH: usize = 16;

/// The server's keys for both proofs, for grants, and for leaving the line.
#[derive(Clone)]
pub struct PossessionKey {
    cookie: MacKey,
    link: MacKey,
    grant: MacKey,
    leaving: MacKey,
}

impl PossessionKey {
    /// Derives the keys from the master key.
    #[must_use]
    pub fn new(master: &MasterKey) -> Self {
        let derive = |label| MacKey::new(&master.derive(label, &[]));
        Self {
            cookie: derive("anteroom place cookie 1"),
            link: derive("anteroom place link 1"),
            grant: derive("anteroom grant cookie 1"),
            leaving: derive("anteroom leaving link 1"),
        }
    }

    /// Returns the tag that follows an id in the cookie of the place's holder.
    #[must_use]
    pub fn cookie_tag(&self, id: &QueueId) -> String {
        let mac = self.cookie.hmac(&[id.as_bytes()]);
        mac::hex(&mac[..COOKIE_TAG_HEX_LENGTH / 2])
    }

    /// Whether a text is the cookie tag of an id. Compares in constant time.
    #[must_use]
    pub fn is_cookie_tag(&self, id: &QueueId, text: &str) -> bool {
        let tag = MacHex::<COOKIE_TAG_HEX_LENGTH>::new(&self.cookie.hmac(&[id.as_bytes()]));
        mac::same_text(tag.as_str(), text)
    }

    /// Returns the proof for a client without cookies.
    #[must_use]
    pub fn link_proof(&self, id: &QueueId) -> String {
        QueueId::from_bytes(self.link_mac(id)).to_string()
    }

    /// Whether a text is the link proof of an id, in either case. Compares in constant time.
    #[must_use]
    pub fn is_link_proof(&self, id: &QueueId, text: &str) -> bool {
        let Ok(shown) = text.parse::<QueueId>() else {
            return false;
        };
        self.link_mac(id).ct_eq(shown.as_bytes()).into()
    }

    /// Returns the tag of a grant that the holder's browser remembers: its place's id, and its time
    /// in milliseconds since 1970.
    #[must_use]
    pub fn grant_tag(&self, id: &QueueId, granted_at_ms: u64) -> String {
        let mac = self.grant.hmac(&[id.as_bytes(), &granted_at_ms.to_le_bytes()]);
        mac::hex(&mac[..COOKIE_TAG_HEX_LENGTH / 2])
    }

    /// Whether a text is the tag of a grant. Compares in constant time.
    #[must_use]
    pub fn is_grant_tag(&self, id: &QueueId, granted_at_ms: u64, text: &str) -> bool {
        mac::same_text(&self.grant_tag(id, granted_at_ms), text)
    }

    /// Returns the tag of the link that ends leaving the line: the id of the place, and the time at
    /// which its holder said to leave, in milliseconds since 1970.
    #[must_use]
    pub fn leaving_tag(&self, id: &QueueId, asked_at_ms: u64) -> String {
        let mac = self.leaving.hmac(&[id.as_bytes(), &asked_at_ms.to_le_bytes()]);
        mac::hex(&mac[..COOKIE_TAG_HEX_LENGTH / 2])
    }

    /// Whether a text is the tag of such a link. Compares in constant time.
    #[must_use]
    pub fn is_leaving_tag(&self, id: &QueueId, asked_at_ms: u64, text: &str) -> bool {
        mac::same_text(&self.leaving_tag(id, asked_at_ms), text)
    }

    fn link_mac(&self, id: &QueueId) -> [u8; LINK_PROOF_LENGTH] {
        let mac = self.link.hmac(&[id.as_bytes()]);
        *mac.first_chunk().expect("a MAC has 32 bytes")
    }
}

impl fmt::Debug for PossessionKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PossessionKey(redacted)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(master: u8) -> PossessionKey {
        PossessionKey::new(&MasterKey::from_bytes([master; 32]))
    }

    #[test]
    fn a_proof_is_good_for_its_own_id_kind_and_server_alone() {
        let (one, other) = (QueueId::from_bytes([1; 16]), QueueId::from_bytes([2; 16]));
        let key_here = key(1);
        let (tag, proof) = (key_here.cookie_tag(&one), key_here.link_proof(&one));
        assert!(key_here.is_cookie_tag(&one, &tag) && key_here.is_link_proof(&one, &proof));
        assert!(!key_here.is_cookie_tag(&other, &tag) && !key_here.is_link_proof(&other, &proof));
        assert!(!key(2).is_cookie_tag(&one, &tag) && !key(2).is_link_proof(&one, &proof));
        let digits = proof.replace('-', "");
        assert_eq!((tag.len(), digits.len()), (COOKIE_TAG_HEX_LENGTH, 32));
        assert_ne!(tag, digits[..16], "a link proof tells nothing of the cookie");
        assert!(!key_here.is_cookie_tag(&one, &digits[..16]));
        assert!(!key_here.is_cookie_tag(&one, "") && !key_here.is_link_proof(&one, ""));
        assert!(!key_here.is_link_proof(&one, &one.to_string()), "the id proves nothing");
    }

    #[test]
    fn the_tag_of_a_grant_is_good_for_its_place_and_time() {
        let (one, other) = (QueueId::from_bytes([1; 16]), QueueId::from_bytes([2; 16]));
        let key_here = key(1);
        let tag = key_here.grant_tag(&one, 5_000);
        assert!(key_here.is_grant_tag(&one, 5_000, &tag));
        assert!(!key_here.is_grant_tag(&other, 5_000, &tag) && !key_here.is_grant_tag(&one, 5_001, &tag));
        assert!(!key(2).is_grant_tag(&one, 5_000, &tag) && !key_here.is_cookie_tag(&one, &tag));
    }

    #[test]
    fn the_tag_that_ends_leaving_is_good_for_its_place_and_time() {
        let (one, other) = (QueueId::from_bytes([1; 16]), QueueId::from_bytes([2; 16]));
        let key_here = key(1);
        let tag = key_here.leaving_tag(&one, 5_000);
        assert!(key_here.is_leaving_tag(&one, 5_000, &tag));
        assert!(!key_here.is_leaving_tag(&other, 5_000, &tag) && !key_here.is_leaving_tag(&one, 5_001, &tag));
        assert!(!key(2).is_leaving_tag(&one, 5_000, &tag) && !key_here.is_grant_tag(&one, 5_000, &tag));
        assert!(!key_here.is_leaving_tag(&one, 5_000, &key_here.cookie_tag(&one)));
        assert!(!key_here.is_leaving_tag(&one, 5_000, ""));
    }
}

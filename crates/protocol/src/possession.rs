//! Proofs that somebody was given a place. A queue id names a place and is public: it stands in the
//! page's address, which people share. What only the place's holder has is one of two MACs over it.
//!
//! - The *cookie tag* stands beside the id in the browser's cookie: 16 hex digits, 64 bits. A guess
//!   costs a request, so 64 bits are enough.
//! - The *link proof* stands in the address of a client that keeps no cookie, and in answers to
//!   apps: 128 bits in the text form of a GUID. It is no cookie tag: an address gets around more
//!   easily than a cookie, and whoever shows it may do less.
//!
//! Both keys are the whole server's: an id belongs to one room already.

use std::fmt;

use subtle::ConstantTimeEq;

use crate::mac::{self, MacKey};
use crate::{MasterKey, QueueId};

/// Hex digits of a cookie tag.
pub const COOKIE_TAG_HEX_LENGTH: usize = 16;
/// Bytes of a link proof.
const LINK_PROOF_LENGTH: usize = 16;

/// The server's keys for both proofs.
#[derive(Clone)]
pub struct PossessionKey {
    cookie: MacKey,
    link: MacKey,
}

impl PossessionKey {
    /// Derives the keys.
    #[must_use]
    pub fn new(master: &MasterKey) -> Self {
        let derive = |label| MacKey::new(&master.derive(label, &[]));
        Self {
            cookie: derive("anteroom place cookie 1"),
            link: derive("anteroom place link 1"),
        }
    }

    /// The tag that stands behind an id in the cookie of the place's holder.
    #[must_use]
    pub fn cookie_tag(&self, id: &QueueId) -> String {
        let mac = self.cookie.hmac(&[id.as_bytes()]);
        mac::hex(&mac[..COOKIE_TAG_HEX_LENGTH / 2])
    }

    /// Whether a text is the cookie tag of an id; constant time.
    #[must_use]
    pub fn is_cookie_tag(&self, id: &QueueId, text: &str) -> bool {
        let mac = self.cookie.hmac_hex(&[id.as_bytes()]);
        mac::same_text(&mac.as_str()[..COOKIE_TAG_HEX_LENGTH], text)
    }

    /// The proof for a client without cookies.
    #[must_use]
    pub fn link_proof(&self, id: &QueueId) -> String {
        QueueId::from_bytes(self.link_mac(id)).to_string()
    }

    /// Whether a text is the link proof of an id, in any form of a GUID; constant time.
    #[must_use]
    pub fn is_link_proof(&self, id: &QueueId, text: &str) -> bool {
        let Ok(shown) = text.parse::<QueueId>() else {
            return false;
        };
        self.link_mac(id).ct_eq(shown.as_bytes()).into()
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
}

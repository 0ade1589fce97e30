//! The proof in the link of an e-mail, by which a visitor continues on the device that opens it.
//!
//! 72 lower-case hex digits: the queue id of the device that held the place when the e-mail was
//! sent (16 bytes), the second at which the link ends (4 bytes, since the epoch, big-endian), and
//! the first 16 bytes of an HMAC-SHA256 over both. The proof only permits taking the place over. It
//! is neither a cookie tag nor a link proof ([`crate::possession`]), so a program that merely
//! fetches the link neither polls nor claims with it. Once the place was transferred, the queue id
//! in the link is that of a past device, so a link works once.

use std::fmt;

use crate::mac::{self, MacKey};
use crate::{MasterKey, QueueId, UnixSeconds};

/// Length of a proof, in hex digits.
pub const EMAIL_PROOF_LENGTH: usize = 2 * (ID_LENGTH + TIME_LENGTH + MAC_LENGTH);

const ID_LENGTH: usize = 16;
const TIME_LENGTH: usize = 4;
const MAC_LENGTH: usize = 16;

/// The server's key for the links in e-mails.
#[derive(Clone)]
pub struct EmailLinkKey(MacKey);

impl EmailLinkKey {
    /// Derives the key from the master key.
    #[must_use]
    pub fn new(master: &MasterKey) -> Self {
        Self(MacKey::new(&master.derive("anteroom place email 1", &[])))
    }

    /// Returns the proof for a place, good until the given second.
    #[must_use]
    pub fn proof(&self, id: &QueueId, until: UnixSeconds) -> String {
        let until = u32::try_from(until.0).unwrap_or(u32::MAX).to_be_bytes();
        let mac = self.0.hmac(&[id.as_bytes(), &until]);
        [mac::hex(id.as_bytes()), mac::hex(&until), mac::hex(&mac[..MAC_LENGTH])].concat()
    }

    /// Returns the queue id of a proof that is genuine and has not ended. Compares in constant
    /// time.
    #[must_use]
    pub fn open(&self, proof: &str, now: UnixSeconds) -> Option<QueueId> {
        if proof.len() != EMAIL_PROOF_LENGTH || !proof.is_ascii() {
            return None;
        }
        let (id, rest) = proof.split_at(2 * ID_LENGTH);
        let (until, _) = rest.split_at(2 * TIME_LENGTH);
        let id = u128::from_str_radix(id, 16).ok()?;
        let until = u32::from_str_radix(until, 16).ok()?;
        let id = QueueId::from_bytes(id.to_be_bytes());
        let until = UnixSeconds(until.into());
        let is_genuine = mac::same_text(&self.proof(&id, until), proof);
        (is_genuine && now < until).then_some(id)
    }
}

impl fmt::Debug for EmailLinkKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EmailLinkKey(redacted)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PossessionKey;

    fn key(master: u8) -> EmailLinkKey {
        EmailLinkKey::new(&MasterKey::from_bytes([master; 32]))
    }

    #[test]
    fn a_proof_is_good_for_its_place_and_time_on_its_server_alone() {
        let (id, until) = (QueueId::from_bytes([1; 16]), UnixSeconds(1_700_000_000));
        let proof = key(1).proof(&id, until);
        assert_eq!(proof.len(), EMAIL_PROOF_LENGTH);
        assert_eq!(key(1).open(&proof, UnixSeconds(1_699_999_999)), Some(id));
        assert_eq!(key(1).open(&proof, until), None, "ended");
        assert_eq!(key(2).open(&proof, UnixSeconds(0)), None, "another server");
        for at in 0..proof.len() {
            let mut other = proof.clone().into_bytes();
            other[at] = if other[at] == b'0' { b'1' } else { b'0' };
            let other = String::from_utf8(other).expect("hex digits");
            assert_eq!(key(1).open(&other, UnixSeconds(0)), None, "digit {at}");
        }
        for wrong in [
            "",
            "0",
            &proof[1..],
            &format!("{proof}0"),
            &proof.to_uppercase(),
            &"+".repeat(72),
            &"ä".repeat(36),
        ] {
            assert_eq!(key(1).open(wrong, UnixSeconds(0)), None, "{wrong}");
        }
    }

    #[test]
    fn a_proof_tells_nothing_of_the_proofs_of_possession() {
        let (master, id) = (MasterKey::from_bytes([1; 32]), QueueId::from_bytes([1; 16]));
        let proof = key(1).proof(&id, UnixSeconds(0));
        let possession = PossessionKey::new(&master);
        let tail = &proof[EMAIL_PROOF_LENGTH - 32..];
        assert!(!possession.is_cookie_tag(&id, &tail[..16]));
        assert!(!possession.link_proof(&id).replace('-', "").eq_ignore_ascii_case(tail));
    }
}

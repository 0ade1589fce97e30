//! How a visitor's browser carries the proof of an identity, such as a mailbox or an account: two
//! texts in lower-case hex, which only this server can make. The server does not keep them.
//!
//! - The *challenge* identifies the recipient of a code: the keyed hash of the identity (16 bytes),
//!   random bytes (8), and the second at which the code ends (4 bytes, since the epoch,
//!   big-endian). The code itself is a MAC over all of it, so that the text does not reveal it.
//! - The *proof* shows that the identity was verified: its hash, and the second at which the proof
//!   ends. It permits requesting the identity's one place.
//!
//! Each ends with the first 16 bytes of an HMAC-SHA256 under a key for its purpose, over the room,
//! the run and the text. Neither is valid in another room or run, or in place of the other.
//!
//! This module does not limit guesses, and does not decide whether the identity has a place. The
//! texts that a browser and an OpenID Connect provider bring are in [`sign_in`] and [`id_token`].

pub mod id_token;
pub mod provider;
pub mod sign_in;

use std::fmt;

use crate::mac::{self, MacKey};
use crate::{MasterKey, UnixSeconds};

/// The digits of a code.
pub const CODE_DIGITS: usize = 8;
/// How long a code works, seconds.
pub const CODE_SECONDS: u64 = 600;
/// How long the proof of an identity can be used, seconds.
pub const PROOF_SECONDS: u64 = 1_800;
/// Length of the hash of an identity, bytes.
pub const IDENTITY_BYTES: usize = 16;
/// Length of a challenge's random part, bytes.
pub const CHALLENGE_BYTES: usize = 8;

/// The number of codes.
const CODES: u64 = 100_000_000;
const TIME_BYTES: usize = 4;
const MAC_BYTES: usize = 16;

/// The keyed hash of an identity in a run of a room.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct IdentityHash(pub [u8; IDENTITY_BYTES]);

impl fmt::Debug for IdentityHash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("IdentityHash(redacted)")
    }
}

/// The room and run in which an identity counts.
#[derive(Debug, Clone, Copy)]
pub struct IdentityContext<'a> {
    /// The room's name among those of all customers.
    pub room: &'a str,
    /// The run.
    pub run: u16,
}

/// A code that was sent, as the browser remembers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IdentityChallenge {
    /// The identity that it was sent to.
    pub identity: IdentityHash,
    /// Random bytes that distinguish it from other codes.
    pub random: [u8; CHALLENGE_BYTES],
    /// When it ends.
    pub until: UnixSeconds,
}

impl IdentityChallenge {
    fn to_bytes(self) -> Vec<u8> {
        [self.identity.0.as_slice(), &self.random, &seconds(self.until)].concat()
    }
}

/// The server's keys for identities.
#[derive(Clone)]
pub struct IdentityKey {
    challenge: MacKey,
    code: MacKey,
    proof: MacKey,
}

impl IdentityKey {
    /// Derives the keys from the master key.
    #[must_use]
    pub fn new(master: &MasterKey) -> Self {
        let derive = |label| MacKey::new(&master.derive(label, &[]));
        Self {
            challenge: derive("anteroom identity challenge 1"),
            code: derive("anteroom identity code 1"),
            proof: derive("anteroom identity proof 1"),
        }
    }

    /// Writes a challenge.
    #[must_use]
    pub fn seal(&self, context: IdentityContext<'_>, challenge: &IdentityChallenge) -> String {
        sealed(&self.challenge, context, &challenge.to_bytes())
    }

    /// Reads a challenge that is genuine and has not ended.
    #[must_use]
    pub fn open(&self, context: IdentityContext<'_>, text: &str, now: UnixSeconds) -> Option<IdentityChallenge> {
        let body = opened::<{ IDENTITY_BYTES + CHALLENGE_BYTES + TIME_BYTES }>(&self.challenge, context, text)?;
        let (identity, rest) = body.split_first_chunk()?;
        let (random, until) = rest.split_first_chunk()?;
        let challenge = IdentityChallenge {
            identity: IdentityHash(*identity),
            random: *random,
            until: read_seconds(until)?,
        };
        (now < challenge.until).then_some(challenge)
    }

    /// The code of a challenge: [`CODE_DIGITS`] digits.
    #[must_use]
    pub fn code(&self, context: IdentityContext<'_>, challenge: &IdentityChallenge) -> String {
        let mac = bound(&self.code, context, &challenge.to_bytes());
        let drawn = u64::from_be_bytes(*mac.first_chunk().expect("a MAC has 32 bytes"));
        // 2^64 is so much more than the number of codes that none is likelier by a part in 10^11.
        format!("{:0CODE_DIGITS$}", drawn % CODES)
    }

    /// Whether somebody typed the code of a challenge, perhaps with blanks or hyphens between the
    /// digits. Compares in constant time.
    #[must_use]
    pub fn is_code(&self, context: IdentityContext<'_>, challenge: &IdentityChallenge, typed: &str) -> bool {
        let ignored = |sign: &char| !sign.is_whitespace() && *sign != '-';
        let digits: String = typed.chars().filter(ignored).take(CODE_DIGITS + 1).collect();
        mac::same_text(&self.code(context, challenge), &digits)
    }

    /// Writes the proof of an identity, good until the given second.
    #[must_use]
    pub fn prove(&self, context: IdentityContext<'_>, identity: IdentityHash, until: UnixSeconds) -> String {
        sealed(&self.proof, context, &[identity.0.as_slice(), &seconds(until)].concat())
    }

    /// Reads a proof that is genuine and has not ended.
    #[must_use]
    pub fn proven(&self, context: IdentityContext<'_>, text: &str, now: UnixSeconds) -> Option<IdentityHash> {
        let body = opened::<{ IDENTITY_BYTES + TIME_BYTES }>(&self.proof, context, text)?;
        let (identity, until) = body.split_first_chunk()?;
        (now < read_seconds(until)?).then_some(IdentityHash(*identity))
    }

    /// Returns the tag that distinguishes a room's texts from those of other rooms in one browser:
    /// 8 hex digits.
    #[must_use]
    pub fn room_tag(&self, room: &str) -> String {
        mac::hex(&self.challenge.hmac(&[b"room tag", &[0], room.as_bytes()])[..4])
    }
}

impl fmt::Debug for IdentityKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("IdentityKey(redacted)")
    }
}

fn sealed(key: &MacKey, context: IdentityContext<'_>, body: &[u8]) -> String {
    let mac = bound(key, context, body);
    mac::hex(body) + &mac::hex(&mac[..MAC_BYTES])
}

/// The MAC over a body and where it counts. The body has one length under each key, so no two
/// inputs read alike.
fn bound(key: &MacKey, context: IdentityContext<'_>, body: &[u8]) -> [u8; 32] {
    key.hmac(&[body, &context.run.to_be_bytes(), context.room.as_bytes()])
}

fn opened<const LENGTH: usize>(key: &MacKey, context: IdentityContext<'_>, text: &str) -> Option<[u8; LENGTH]> {
    if text.len() != 2 * (LENGTH + MAC_BYTES) {
        return None;
    }
    let mut body = [0; LENGTH];
    for (byte, digits) in body.iter_mut().zip(text.as_bytes().chunks_exact(2)) {
        *byte = mac::hex_byte(digits[0], digits[1])?;
    }
    mac::same_text(&sealed(key, context, &body), text).then_some(body)
}

fn seconds(until: UnixSeconds) -> [u8; TIME_BYTES] {
    u32::try_from(until.0).unwrap_or(u32::MAX).to_be_bytes()
}

fn read_seconds(bytes: &[u8]) -> Option<UnixSeconds> {
    let bytes: [u8; TIME_BYTES] = bytes.try_into().ok()?;
    Some(UnixSeconds(u32::from_be_bytes(bytes).into()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const HERE: IdentityContext<'static> = IdentityContext {
        room: "demo/sale",
        run: 7,
    };
    const NOW: UnixSeconds = UnixSeconds(1_700_000_000);
    const UNTIL: UnixSeconds = UnixSeconds(NOW.0 + CODE_SECONDS);

    fn key(master: u8) -> IdentityKey {
        IdentityKey::new(&MasterKey::from_bytes([master; 32]))
    }

    fn challenge() -> IdentityChallenge {
        IdentityChallenge {
            identity: IdentityHash([3; IDENTITY_BYTES]),
            random: [4; CHALLENGE_BYTES],
            until: UNTIL,
        }
    }

    fn elsewhere() -> [IdentityContext<'static>; 3] {
        let other = |room, run| IdentityContext { room, run };
        [other("demo/sale", 8), other("demo/sal", 7), other("other/sale", 7)]
    }

    #[test]
    fn a_challenge_is_good_in_its_room_and_run_until_it_ends() {
        let text = key(1).seal(HERE, &challenge());
        assert_eq!(key(1).open(HERE, &text, NOW), Some(challenge()));
        assert_eq!(key(1).open(HERE, &text, UNTIL), None, "ended");
        assert_eq!(key(2).open(HERE, &text, NOW), None, "another server");
        for context in elsewhere() {
            assert_eq!(key(1).open(context, &text, NOW), None, "{context:?}");
            assert_ne!(key(1).code(context, &challenge()), key(1).code(HERE, &challenge()));
        }
        assert_eq!(key(1).proven(HERE, &text, NOW), None, "no proof");
    }

    #[test]
    fn a_proof_is_good_in_its_room_and_run_until_it_ends() {
        let identity = challenge().identity;
        let text = key(1).prove(HERE, identity, UNTIL);
        assert_eq!(key(1).proven(HERE, &text, NOW), Some(identity));
        assert_eq!(key(1).proven(HERE, &text, UNTIL), None, "ended");
        assert_eq!(key(2).proven(HERE, &text, NOW), None, "another server");
        for context in elsewhere() {
            assert_eq!(key(1).proven(context, &text, NOW), None, "{context:?}");
        }
        assert_eq!(key(1).open(HERE, &text, NOW), None, "no challenge");
    }

    #[test]
    fn a_code_is_read_as_people_type_it() {
        let key = key(1);
        let code = key.code(HERE, &challenge());
        assert!(code.len() == CODE_DIGITS && code.bytes().all(|digit| digit.is_ascii_digit()));
        let (first, rest) = code.split_at(4);
        for typed in [code.clone(), format!(" {first} {rest}\n"), format!("{first}-{rest}")] {
            assert!(key.is_code(HERE, &challenge(), &typed), "{typed}");
        }
        let other = IdentityChallenge {
            random: [5; CHALLENGE_BYTES],
            ..challenge()
        };
        for wrong in ["", first, &format!("{code}0"), &key.code(HERE, &other)] {
            assert!(!key.is_code(HERE, &challenge(), wrong), "{wrong}");
        }
        assert_ne!(key.room_tag("demo/sale"), key.room_tag("demo/other"));
    }

    proptest! {
        #[test]
        fn written_texts_are_read_and_altered_ones_refused(
            identity: [u8; IDENTITY_BYTES],
            random: [u8; CHALLENGE_BYTES],
            until in NOW.0 + 1..u64::from(u32::MAX),
            at: prop::sample::Index,
            digit in "[0-9a-fA-Fx]",
        ) {
            let (key, until) = (key(1), UnixSeconds(until));
            let identity = IdentityHash(identity);
            let challenge = IdentityChallenge { identity, random, until };
            let sealed = key.seal(HERE, &challenge);
            let proof = key.prove(HERE, identity, until);
            prop_assert_eq!(key.open(HERE, &sealed, NOW), Some(challenge));
            prop_assert_eq!(key.proven(HERE, &proof, NOW), Some(identity));
            for text in [&sealed, &proof] {
                let at = at.index(text.len());
                let changed = [&text[..at], &digit, &text[at + 1..]].concat();
                if changed != *text {
                    prop_assert_eq!(key.open(HERE, &changed, NOW), None);
                    prop_assert_eq!(key.proven(HERE, &changed, NOW), None);
                }
            }
        }
    }
}

//! An attempt to sign in at an OpenID Connect provider, as the browser remembers it: random bytes
//! (16), and the second at which the attempt ends (4 bytes), in hex with a MAC as the other texts
//! of an identity.
//!
//! The texts that the provider returns (state and nonce), and the one that only this server knows
//! (the verifier of PKCE, RFC 7636), are MACs over the same bytes under another key. The server
//! therefore stores no part of an attempt, and no browser can finish another browser's attempt.

use std::fmt;

use super::{IdentityContext, bound, opened, read_seconds, sealed, seconds};
use crate::mac::{self, MacKey};
use crate::{MasterKey, UnixSeconds};

/// How long an attempt lasts, seconds.
pub const SIGN_IN_SECONDS: u64 = 600;
/// Length of the random part of an attempt, bytes.
pub const SIGN_IN_BYTES: usize = 16;

/// Length of an attempt without its MAC, bytes.
const ATTEMPT_BYTES: usize = SIGN_IN_BYTES + super::TIME_BYTES;

/// An attempt.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct SignIn {
    /// Random bytes that identify the attempt. They do not reveal its secrets.
    pub random: [u8; SIGN_IN_BYTES],
    /// When it ends.
    pub until: UnixSeconds,
}

/// The texts of an attempt: 64 hex digits each, none of which reveals another.
#[derive(Clone, PartialEq, Eq)]
pub struct SignInSecrets {
    /// The state, which the provider gives back with the browser.
    pub state: String,
    /// The nonce, which the ID token repeats.
    pub nonce: String,
    /// The verifier of PKCE.
    pub verifier: String,
}

/// The server's keys for attempts.
#[derive(Clone)]
pub struct SignInKey {
    attempt: MacKey,
    secrets: MacKey,
}

impl SignIn {
    fn to_bytes(self) -> Vec<u8> {
        [self.random.as_slice(), &seconds(self.until)].concat()
    }
}

impl SignInSecrets {
    /// Whether a text is the state. Compares in constant time.
    #[must_use]
    pub fn is_state(&self, text: &str) -> bool {
        mac::same_text(&self.state, text)
    }
}

impl SignInKey {
    /// Derives the keys from the master key.
    #[must_use]
    pub fn new(master: &MasterKey) -> Self {
        let derive = |label| MacKey::new(&master.derive(label, &[]));
        Self {
            attempt: derive("anteroom identity sign-in 1"),
            secrets: derive("anteroom identity sign-in secrets 1"),
        }
    }

    /// Writes an attempt.
    #[must_use]
    pub fn seal(&self, context: IdentityContext<'_>, attempt: SignIn) -> String {
        sealed(&self.attempt, context, &attempt.to_bytes())
    }

    /// Reads an attempt that is genuine and has not ended.
    #[must_use]
    pub fn open(&self, context: IdentityContext<'_>, text: &str, now: UnixSeconds) -> Option<SignIn> {
        let body = opened::<ATTEMPT_BYTES>(&self.attempt, context, text)?;
        let (random, until) = body.split_first_chunk()?;
        let (random, until) = (*random, read_seconds(until)?);
        (now < until).then_some(SignIn { random, until })
    }

    /// The texts of an attempt.
    #[must_use]
    pub fn secrets(&self, context: IdentityContext<'_>, attempt: SignIn) -> SignInSecrets {
        // The purposes have one length, so no MAC stands for two of them.
        let text = |purpose: &[u8; 8]| {
            let body = [purpose.as_slice(), &attempt.to_bytes()].concat();
            mac::hex(&bound(&self.secrets, context, &body))
        };
        SignInSecrets {
            state: text(b"state   "),
            nonce: text(b"nonce   "),
            verifier: text(b"verifier"),
        }
    }
}

impl fmt::Debug for SignIn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SignIn(redacted)")
    }
}

impl fmt::Debug for SignInSecrets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SignInSecrets(redacted)")
    }
}

impl fmt::Debug for SignInKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SignInKey(redacted)")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::IdentityKey;

    const HERE: IdentityContext<'static> = IdentityContext {
        room: "demo/sale",
        run: 7,
    };
    const NOW: UnixSeconds = UnixSeconds(1_700_000_000);
    const UNTIL: UnixSeconds = UnixSeconds(NOW.0 + SIGN_IN_SECONDS);
    const ATTEMPT: SignIn = SignIn {
        random: [6; SIGN_IN_BYTES],
        until: UNTIL,
    };

    fn key(master: u8) -> SignInKey {
        SignInKey::new(&MasterKey::from_bytes([master; 32]))
    }

    #[test]
    fn an_attempt_to_sign_in_is_good_in_its_room_and_run_until_it_ends() {
        let text = key(1).seal(HERE, ATTEMPT);
        assert_eq!(key(1).open(HERE, &text, NOW), Some(ATTEMPT));
        assert_eq!(key(1).open(HERE, &text, UNTIL), None, "ended");
        assert_eq!(key(2).open(HERE, &text, NOW), None, "another server");
        let proofs = IdentityKey::new(&MasterKey::from_bytes([1; 32]));
        assert_eq!(proofs.proven(HERE, &text, NOW), None, "no proof, although as long");
        let secrets = key(1).secrets(HERE, ATTEMPT);
        let other = |room, run| IdentityContext { room, run };
        for context in [other("demo/sale", 8), other("demo/sal", 7), other("other/sale", 7)] {
            assert_eq!(key(1).open(context, &text, NOW), None, "{context:?}");
            assert!(key(1).secrets(context, ATTEMPT) != secrets, "{context:?}");
        }
    }

    #[test]
    fn none_of_its_texts_is_another_and_only_the_state_is_the_state() {
        let secrets = key(1).secrets(HERE, ATTEMPT);
        let all = [&secrets.state, &secrets.nonce, &secrets.verifier];
        assert!(all.iter().all(|text| text.len() == 64), "RFC 7636 wants 43 to 128");
        assert!(all[0] != all[1] && all[1] != all[2] && all[0] != all[2]);
        assert!(secrets.is_state(&secrets.state));
        for wrong in ["", &secrets.nonce, &secrets.verifier, &secrets.state[1..]] {
            assert!(!secrets.is_state(wrong), "{wrong}");
        }
        assert!(!format!("{secrets:?}{ATTEMPT:?}{:?}", key(1)).contains(&secrets.state));
    }

    proptest! {
        #[test]
        fn written_texts_are_read_and_altered_ones_refused(
            random: [u8; SIGN_IN_BYTES],
            at in 0..72_usize,
            sign in proptest::char::range('0', 'f'),
        ) {
            let attempt = SignIn { random, until: UNTIL };
            let text = key(1).seal(HERE, attempt);
            prop_assert_eq!(key(1).open(HERE, &text, NOW), Some(attempt));
            let mut changed = text.clone();
            changed.replace_range(at..=at, &sign.to_string());
            if changed != text {
                prop_assert_eq!(key(1).open(HERE, &changed, NOW), None);
            }
        }
    }
}

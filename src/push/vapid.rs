//! The key by which this installation identifies itself to push services (RFC 8292), and the header
//! that does so.
//!
//! The key is derived from the master key, so that nodes that share a store have the same one and
//! it need not be stored. Browsers bind a subscription to it: with another master key there is
//! another key, and all earlier subscriptions are refused by their services.

use std::fmt;

use admission::WallMs;
use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use p256::SecretKey;
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use protocol::MasterKey;
use serde::Serialize;

/// How long a signature is valid, seconds. The standard allows a day at most, and clocks differ.
const VALID_SECONDS: u64 = 12 * 60 * 60;

/// Signs for push services.
#[derive(Clone)]
pub(super) struct VapidKey {
    key: SigningKey,
    /// The uncompressed point in base64url, as browsers and services accept it.
    public: String,
    /// The operator's address, a `mailto:` or `https:` URL.
    contact: String,
}

#[derive(Serialize)]
struct VapidClaims<'c> {
    aud: &'c str,
    exp: u64,
    sub: &'c str,
}

impl VapidKey {
    /// Derives the key of an installation, which names `contact` to push services.
    pub(super) fn new(master: &MasterKey, contact: &str) -> Self {
        let secret = secret_key(|attempt| master.derive("anteroom push vapid 1", &[attempt]));
        Self {
            public: URL_SAFE_NO_PAD.encode(secret.public_key().to_sec1_bytes()),
            key: SigningKey::from(secret),
            contact: contact.to_owned(),
        }
    }

    /// The public key, for the browser's `applicationServerKey`.
    pub(super) fn public(&self) -> &str {
        &self.public
    }

    /// The value of `Authorization` for a push service of this origin, such as
    /// `https://push.example`.
    pub(super) fn authorization(&self, origin: &str, now: WallMs) -> String {
        let claims = VapidClaims {
            aud: origin,
            exp: now.0 / 1_000 + VALID_SECONDS,
            sub: &self.contact,
        };
        let claims = serde_json::to_vec(&claims).expect("texts and a number");
        let part = |bytes: &[u8]| URL_SAFE_NO_PAD.encode(bytes);
        let signed = [part(br#"{"typ":"JWT","alg":"ES256"}"#), part(&claims)].join(".");
        // According to RFC 6979, a signature needs no random number.
        let signature: Signature = self.key.sign(signed.as_bytes());
        let signature = part(&signature.to_bytes());
        format!("vapid t={signed}.{signature}, k={}", self.public)
    }
}

/// Makes a secret key from bytes that nobody can guess. Fewer than one in 2^32 values are not valid
/// keys; the next attempt then uses other bytes.
pub(super) fn secret_key(bytes: impl Fn(&str) -> [u8; 32]) -> SecretKey {
    let attempts = ["1", "2", "3", "4", "5", "6", "7", "8"];
    let mut keys = attempts
        .iter()
        .filter_map(|attempt| SecretKey::from_slice(&bytes(attempt)).ok());
    keys.next().expect("one of eight is below the order")
}

impl fmt::Debug for VapidKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "VapidKey({})", self.public)
    }
}

#[cfg(test)]
mod tests {
    use ring::signature::{ECDSA_P256_SHA256_FIXED, UnparsedPublicKey};

    use super::*;

    fn bytes(text: &str) -> Vec<u8> {
        URL_SAFE_NO_PAD.decode(text).expect("base64url")
    }

    /// Verified with a different implementation from the one that signs.
    #[test]
    fn a_push_service_can_verify_who_asks_and_until_when() {
        let key = VapidKey::new(&MasterKey::from_bytes([7; 32]), "mailto:ops@example.com");
        let header = key.authorization("https://push.example", WallMs(1_700_000_000_000));
        let rest = header.strip_prefix("vapid t=").expect("the scheme");
        let (token, public) = rest.split_once(", k=").expect("the key");
        assert_eq!(public, key.public());
        let (signed, signature) = token.rsplit_once('.').expect("three parts");
        let verifier = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, bytes(public));
        assert!(verifier.verify(signed.as_bytes(), &bytes(signature)).is_ok());
        assert!(verifier.verify(b"another text", &bytes(signature)).is_err());
        let (head, claims) = signed.split_once('.').expect("two parts");
        assert_eq!(bytes(head), br#"{"typ":"JWT","alg":"ES256"}"#);
        let claims: serde_json::Value = serde_json::from_slice(&bytes(claims)).expect("JSON");
        let expected = serde_json::json!({
            "aud": "https://push.example", "exp": 1_700_043_200, "sub": "mailto:ops@example.com",
        });
        assert_eq!(claims, expected);
    }

    #[test]
    fn the_key_is_the_installation_s_own() {
        let public = |byte| VapidKey::new(&MasterKey::from_bytes([byte; 32]), "mailto:a@b.example").public;
        assert_eq!(public(7), public(7));
        assert_ne!(public(7), public(8));
        assert_eq!(bytes(&public(7)).len(), 65);
    }

    #[test]
    fn bytes_that_are_no_key_are_passed_over() {
        let key = secret_key(|attempt| match attempt {
            "1" => [0xff; 32],
            "2" => [0; 32],
            _ => [5; 32],
        });
        assert_eq!(key.to_bytes()[..], [5; 32]);
    }
}

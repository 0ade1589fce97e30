//! Statements signed with Ed25519 (RFC 8032), over nothing but their encoding.

use std::fmt;

use ed25519_dalek::{Signer as _, SigningKey, VerifyingKey};
use serde::{Deserialize, Serialize};

use crate::{Signature, bytes};

/// A statement that can be signed: it has exactly one encoding, and no other kind of statement
/// shares that encoding.
pub trait Statement {
    /// Returns the octets to sign, as specified in `docs/draw.md`.
    fn encode(&self) -> Vec<u8>;
}

/// A statement with its signature.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Signed<T> {
    /// The signed statement.
    pub statement: T,
    /// The Ed25519 signature over the statement's encoding.
    pub signature: Signature,
}

impl<T: Statement> Signed<T> {
    /// Signs a statement. Deterministic.
    #[must_use]
    pub fn new(statement: T, signer: &Signer) -> Self {
        let signature = Signature(signer.0.sign(&statement.encode()).to_bytes());
        Self { statement, signature }
    }

    /// Returns whether `key` signed this statement. Always false under a key that is not usable.
    #[must_use]
    pub fn is_by(&self, key: &PublicKey) -> bool {
        let signature = ed25519_dalek::Signature::from_bytes(&self.signature.0);
        key.usable()
            .is_some_and(|key| key.verify_strict(&self.statement.encode(), &signature).is_ok())
    }
}

/// The operator's signing key. `Debug` prints only the public key.
#[derive(Clone)]
pub struct Signer(SigningKey);

impl Signer {
    /// Makes the key from its seed: RFC 8032's 32-octet private key.
    #[must_use]
    pub fn from_seed(seed: &[u8; 32]) -> Self {
        Self(SigningKey::from_bytes(seed))
    }

    /// Returns the public key that verifies the signatures.
    #[must_use]
    pub fn public_key(&self) -> PublicKey {
        PublicKey(self.0.verifying_key().to_bytes())
    }
}

impl fmt::Debug for Signer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Signer({})", self.public_key())
    }
}

/// The operator's public key as published: 32 octets, not necessarily a key until
/// [`PublicKey::is_usable`] confirms it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct PublicKey(#[serde(with = "crate::bytes")] pub [u8; 32]);

impl PublicKey {
    /// Returns whether these octets are the canonical encoding of a point that is not of small
    /// order. Under a point of small order, one signature would be valid for many statements.
    #[must_use]
    pub fn is_usable(&self) -> bool {
        self.usable().is_some()
    }

    fn usable(&self) -> Option<VerifyingKey> {
        let key = VerifyingKey::from_bytes(&self.0).ok()?;
        let canonical = key.to_edwards().compress().to_bytes() == self.0;
        (canonical && !key.is_weak()).then_some(key)
    }
}

impl fmt::Display for PublicKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&bytes::to_hex(&self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Octets(Vec<u8>);

    impl Statement for Octets {
        fn encode(&self) -> Vec<u8> {
            self.0.clone()
        }
    }

    /// The vector of RFC 8032, 7.1, TEST 2.
    #[test]
    fn signatures_are_those_of_the_rfc() {
        let seed = bytes::from_hex("4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb").unwrap();
        let signer = Signer::from_seed(&seed);
        assert_eq!(
            signer.public_key().to_string(),
            "3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c"
        );
        let mut signed = Signed::new(Octets(vec![0x72]), &signer);
        assert_eq!(
            signed.signature.to_string(),
            "92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da\
             085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00"
        );
        assert!(signed.is_by(&signer.public_key()));
        signed.statement.0[0] ^= 1;
        assert!(!signed.is_by(&signer.public_key()));
    }

    #[test]
    fn weak_and_malformed_keys_are_unusable() {
        let neutral = "0100000000000000000000000000000000000000000000000000000000000000";
        let not_canonical = "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f";
        let no_point = "0200000000000000000000000000000000000000000000000000000000000000";
        for bad in [neutral, not_canonical, no_point] {
            assert!(!PublicKey(bytes::from_hex(bad).unwrap()).is_usable(), "{bad}");
        }
    }
}

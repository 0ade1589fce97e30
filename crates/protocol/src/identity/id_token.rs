//! The ID token of OpenID Connect (Core 1.0, section 2), in the compact form of a JWS (RFC 7515,
//! section 7.1): `b64url(header) "." b64url(claims) "." b64url(signature)`.
//!
//! Claims can be read only after one of the provider's keys was found to have signed the token. The
//! caller verifies the signature, whose algorithm is one of [`TokenAlgorithm`]; `none` and the
//! algorithms with a shared secret are not among them. Then [`IdTokenClaims::check`] is Core 1.0,
//! section 3.1.3.7: issuer, audience, authorized party, end, time of issue and nonce.
//!
//! This module does not contact the provider, and reads no other claim.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use serde_json::{Number, Value};

use super::provider::{ProviderKey, TokenAlgorithm};
use crate::UnixSeconds;
use crate::mac;

/// The longest ID token that is read, bytes.
pub const ID_TOKEN_BYTES_MAX: usize = 32_768;
/// How far the provider's clock and ours may differ, seconds.
pub const CLOCKS_DIFFER_SECONDS_MAX: u64 = 60;
/// The longest subject, bytes (Core 1.0, section 2).
pub const SUBJECT_BYTES_MAX: usize = 255;

/// Why an ID token does not prove who signed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum IdTokenError {
    /// It is too long, or not in the compact form of a JWS.
    #[error("it is malformed")]
    Malformed,
    /// The algorithm of its signature is not known here, or too weak.
    #[error("its algorithm is not accepted")]
    Algorithm,
    /// None of the provider's keys suits it: the provider may have changed its keys.
    #[error("it is signed by an unknown key")]
    UnknownKey,
    /// Its signature is wrong.
    #[error("its signature is wrong")]
    Signature,
    /// It is of another issuer.
    #[error("it is of another issuer")]
    Issuer,
    /// It is for another client.
    #[error("it is for another client")]
    Audience,
    /// It has ended, or is not valid yet; the clocks may differ.
    #[error("it is not valid now: compare the clocks of both servers")]
    Time,
    /// It is of another attempt to sign in.
    #[error("it is of another attempt")]
    Nonce,
    /// A claim is missing or has a wrong form.
    #[error("a claim is missing")]
    Claims,
}

/// An ID token whose signature was not checked yet.
#[derive(Debug)]
pub struct UnverifiedIdToken<'a> {
    algorithm: TokenAlgorithm,
    key_id: Option<String>,
    signed: &'a [u8],
    claims: Vec<u8>,
    signature: Vec<u8>,
}

/// A token's signature, and the values to check it by.
#[derive(Debug, Clone, Copy)]
pub struct TokenSignature<'a> {
    /// The algorithm, which suits the key.
    pub algorithm: TokenAlgorithm,
    /// The signed bytes.
    pub signed: &'a [u8],
    /// The signature.
    pub bytes: &'a [u8],
}

/// The claims of a token that a provider's key has signed.
#[derive(Debug)]
pub struct IdTokenClaims(RawClaims);

/// The values that the claims must have.
#[derive(Debug, Clone, Copy)]
pub struct ExpectedClaims<'a> {
    /// The issuer.
    pub issuer: &'a str,
    /// Our id at the provider.
    pub client_id: &'a str,
    /// The nonce of the attempt.
    pub nonce: &'a str,
    /// The time.
    pub now: UnixSeconds,
}

#[derive(Deserialize)]
struct RawHeader {
    alg: String,
    kid: Option<String>,
    crit: Option<Value>,
}

#[derive(Debug, Deserialize)]
struct RawClaims {
    iss: String,
    sub: String,
    aud: Value,
    azp: Option<String>,
    exp: Number,
    iat: Number,
    nbf: Option<Number>,
    nonce: Option<String>,
}

impl<'a> UnverifiedIdToken<'a> {
    /// Takes a token apart.
    ///
    /// # Errors
    /// Returns [`IdTokenError::Malformed`] or [`IdTokenError::Algorithm`].
    pub fn parse(text: &'a str) -> Result<Self, IdTokenError> {
        if text.len() > ID_TOKEN_BYTES_MAX {
            return Err(IdTokenError::Malformed);
        }
        let (signed, signature) = text.rsplit_once('.').ok_or(IdTokenError::Malformed)?;
        let (header, claims) = signed.split_once('.').ok_or(IdTokenError::Malformed)?;
        let decoded = |part: &str| URL_SAFE_NO_PAD.decode(part).map_err(|_| IdTokenError::Malformed);
        let header: RawHeader = serde_json::from_slice(&decoded(header)?).map_err(|_| IdTokenError::Malformed)?;
        // The header lists extensions that a reader must understand; this one understands none (RFC
        // 7515, section 4.1.11).
        if header.crit.is_some() {
            return Err(IdTokenError::Malformed);
        }
        Ok(Self {
            algorithm: TokenAlgorithm::named(&header.alg).ok_or(IdTokenError::Algorithm)?,
            key_id: header.kid,
            signed: signed.as_bytes(),
            claims: decoded(claims)?,
            signature: decoded(signature)?,
        })
    }

    /// Returns the claims, if `is_genuine` returns true for one of the keys that suit the token.
    ///
    /// # Errors
    /// Returns [`IdTokenError`] if no key suits, or none has signed it.
    pub fn verify(
        &self,
        keys: &[ProviderKey],
        is_genuine: impl Fn(&ProviderKey, TokenSignature<'_>) -> bool,
    ) -> Result<IdTokenClaims, IdTokenError> {
        let signature = TokenSignature {
            algorithm: self.algorithm,
            signed: self.signed,
            bytes: &self.signature,
        };
        let suiting = |key: &&ProviderKey| key.suits(self.algorithm, self.key_id.as_deref());
        let mut suiting = keys.iter().filter(suiting).peekable();
        if suiting.peek().is_none() {
            return Err(IdTokenError::UnknownKey);
        }
        if !suiting.any(|key| is_genuine(key, signature)) {
            return Err(IdTokenError::Signature);
        }
        let claims = serde_json::from_slice(&self.claims);
        claims.map(IdTokenClaims).map_err(|_| IdTokenError::Claims)
    }
}

impl IdTokenClaims {
    /// Returns the subject, if the token is the expected one.
    ///
    /// # Errors
    /// Returns [`IdTokenError`] with the first claim that is not as it should be.
    pub fn check(&self, expected: &ExpectedClaims<'_>) -> Result<&str, IdTokenError> {
        let claims = &self.0;
        if claims.iss != expected.issuer {
            return Err(IdTokenError::Issuer);
        }
        self.check_audience(expected.client_id)?;
        self.check_time(expected.now)?;
        let nonce = claims.nonce.as_deref().ok_or(IdTokenError::Nonce)?;
        if !mac::same_text(nonce, expected.nonce) {
            return Err(IdTokenError::Nonce);
        }
        let is_subject = !claims.sub.is_empty() && claims.sub.len() <= SUBJECT_BYTES_MAX;
        is_subject.then_some(claims.sub.as_str()).ok_or(IdTokenError::Claims)
    }

    /// This client must be an audience, and the authorized party if one is named. With several
    /// audiences, one must be named.
    fn check_audience(&self, client_id: &str) -> Result<(), IdTokenError> {
        let claims = &self.0;
        let is_ours = |value: &Value| value.as_str() == Some(client_id);
        let (is_in, is_alone) = match &claims.aud {
            Value::Array(all) => (all.iter().any(is_ours), all.len() == 1),
            one => (is_ours(one), true),
        };
        let is_made_for_us = match claims.azp.as_deref() {
            Some(party) => party == client_id,
            None => is_alone,
        };
        (is_in && is_made_for_us).then_some(()).ok_or(IdTokenError::Audience)
    }

    fn check_time(&self, now: UnixSeconds) -> Result<(), IdTokenError> {
        let claims = &self.0;
        let (ends, issued) = (seconds(&claims.exp)?, seconds(&claims.iat)?);
        let begins = claims.nbf.as_ref().map_or(Ok(issued), seconds)?;
        let latest = now.0.saturating_add(CLOCKS_DIFFER_SECONDS_MAX);
        let is_over = ends.saturating_add(CLOCKS_DIFFER_SECONDS_MAX) <= now.0;
        let has_begun = issued <= latest && begins <= latest;
        (has_begun && !is_over).then_some(()).ok_or(IdTokenError::Time)
    }
}

/// Reads a time, which may have a fraction.
fn seconds(number: &Number) -> Result<u64, IdTokenError> {
    let whole = number.as_u64().or_else(|| {
        let seconds = number.as_f64().filter(|seconds| (0.0..4e9).contains(seconds))?;
        // The value is within the range of the integer, and its fraction is dropped on purpose.
        Some(seconds as u64)
    });
    whole.ok_or(IdTokenError::Claims)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::identity::provider::ProviderPublicKey;

    const NOW: UnixSeconds = UnixSeconds(1_700_000_000);
    const EXPECTED: ExpectedClaims<'static> = ExpectedClaims {
        issuer: "https://accounts.example.com",
        client_id: "anteroom",
        nonce: "n-0S6",
        now: NOW,
    };

    fn keys() -> Vec<ProviderKey> {
        let public = ProviderPublicKey::Ed25519(vec![7; 32]);
        vec![ProviderKey {
            id: Some("a".to_owned()),
            algorithm: None,
            public,
        }]
    }

    fn claims() -> Value {
        json!({
            "iss": "https://accounts.example.com", "sub": "ada", "aud": "anteroom", "nonce": "n-0S6",
            "exp": NOW.0 + 300, "iat": NOW.0,
        })
    }

    fn token(header: &Value, claims: &Value) -> String {
        let part = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        format!("{}.{}.c2lnbmVk", part(header), part(claims))
    }

    /// Checks a token with these claims, whose signature is right.
    fn checked(claims: &Value) -> Result<String, IdTokenError> {
        let text = token(&json!({ "alg": "EdDSA", "kid": "a" }), claims);
        let claims = UnverifiedIdToken::parse(&text)?.verify(&keys(), |_, signature| signature.bytes == b"signed")?;
        claims.check(&EXPECTED).map(str::to_owned)
    }

    fn with(name: &str, value: Value) -> Value {
        let mut changed = claims();
        changed[name] = value;
        changed
    }

    #[test]
    fn the_expected_token_names_its_subject() {
        assert_eq!(checked(&claims()), Ok("ada".to_owned()));
        assert_eq!(checked(&with("exp", json!(1_700_000_000.5))), Ok("ada".to_owned()));
        assert_eq!(checked(&with("aud", json!(["anteroom"]))), Ok("ada".to_owned()));
        let mut several = with("aud", json!(["shop", "anteroom"]));
        several["azp"] = json!("anteroom");
        assert_eq!(checked(&several), Ok("ada".to_owned()));
    }

    #[test]
    fn every_claim_is_checked() {
        for (name, value, error) in [
            ("iss", json!("https://accounts.example.com/"), IdTokenError::Issuer),
            ("aud", json!("shop"), IdTokenError::Audience),
            ("aud", json!(["shop", "anteroom"]), IdTokenError::Audience),
            ("aud", json!([]), IdTokenError::Audience),
            ("aud", json!(null), IdTokenError::Audience),
            ("azp", json!("shop"), IdTokenError::Audience),
            ("nonce", json!("n-0S7"), IdTokenError::Nonce),
            ("nonce", json!(null), IdTokenError::Nonce),
            ("sub", json!(""), IdTokenError::Claims),
            ("sub", json!("a".repeat(SUBJECT_BYTES_MAX + 1)), IdTokenError::Claims),
            ("sub", json!(7), IdTokenError::Claims),
            ("exp", json!("tomorrow"), IdTokenError::Claims),
            ("exp", json!(-1), IdTokenError::Claims),
            ("iat", json!(null), IdTokenError::Claims),
        ] {
            assert_eq!(checked(&with(name, value.clone())), Err(error), "{name} {value}");
        }
    }

    #[test]
    fn clocks_may_differ_by_a_minute() {
        let (late, early) = (NOW.0 - CLOCKS_DIFFER_SECONDS_MAX, NOW.0 + CLOCKS_DIFFER_SECONDS_MAX);
        assert!(checked(&with("exp", json!(late + 1))).is_ok());
        assert_eq!(checked(&with("exp", json!(late))), Err(IdTokenError::Time));
        for name in ["iat", "nbf"] {
            assert!(checked(&with(name, json!(early))).is_ok(), "{name}");
            assert_eq!(
                checked(&with(name, json!(early + 1))),
                Err(IdTokenError::Time),
                "{name}"
            );
        }
    }

    #[test]
    fn no_algorithm_without_a_public_key_is_taken() {
        for name in ["none", "None", "HS256", "HS512", "RS1", "", "ES512"] {
            let text = token(&json!({ "alg": name }), &claims());
            let read = UnverifiedIdToken::parse(&text).map(|_| ());
            assert_eq!(read, Err(IdTokenError::Algorithm), "{name}");
        }
        let crit = token(&json!({ "alg": "EdDSA", "crit": ["b64"], "b64": false }), &claims());
        assert_eq!(
            UnverifiedIdToken::parse(&crit).map(|_| ()),
            Err(IdTokenError::Malformed)
        );
    }

    #[test]
    fn a_token_needs_three_parts_and_has_a_longest() {
        let good = token(&json!({ "alg": "EdDSA" }), &claims());
        assert!(UnverifiedIdToken::parse(&good).is_ok());
        let long = format!("{good}{}", "A".repeat(ID_TOKEN_BYTES_MAX));
        for wrong in [
            "",
            ".",
            "..",
            "a.b",
            &format!("{good}.e30"),
            &good.replace('.', "!"),
            &long,
        ] {
            assert_eq!(
                UnverifiedIdToken::parse(wrong).map(|_| ()),
                Err(IdTokenError::Malformed),
                "{wrong}"
            );
        }
    }

    #[test]
    fn claims_are_those_that_a_suiting_key_has_signed() {
        let text = token(&json!({ "alg": "EdDSA", "kid": "b" }), &claims());
        let token_of_b = UnverifiedIdToken::parse(&text).expect("a token");
        let read = token_of_b.verify(&keys(), |_, _| true).map(|_| ());
        assert_eq!(read, Err(IdTokenError::UnknownKey));
        let text = token(&json!({ "alg": "EdDSA" }), &claims());
        let forged = UnverifiedIdToken::parse(&text).expect("a token");
        assert_eq!(
            forged.verify(&keys(), |_, _| false).map(|_| ()),
            Err(IdTokenError::Signature)
        );
        let (signed, _) = text.rsplit_once('.').expect("two dots");
        let read = forged.verify(&keys(), |_, signature| signature.signed == signed.as_bytes());
        assert!(read.is_ok(), "both first parts are signed, as they are written");
    }
}

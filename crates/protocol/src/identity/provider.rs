//! The documents of an OpenID Connect provider: its description (OpenID Connect Discovery 1.0,
//! section 3), its keys (a JWK set, RFC 7517), and its answer to a code (RFC 6749, section 5).
//!
//! Only the members that signing in needs are read. Keys of other kinds, or for other uses, are
//! ignored. This module does not decide whether an address may be contacted, or whether a signature
//! is valid.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde::Deserialize;
use serde_json::Value;

/// The most keys of a provider that are used; further ones are ignored.
pub const PROVIDER_KEYS_MAX: usize = 64;
/// Length of a coordinate on the curve P-256, bytes.
const P256_BYTES: usize = 32;
/// Length of a coordinate on the curve P-384, bytes.
const P384_BYTES: usize = 48;
/// Length of a public key of Ed25519, bytes.
const ED25519_BYTES: usize = 32;
/// The first byte of a point that is written with both coordinates (SEC 1, section 2.3.3).
const UNCOMPRESSED: u8 = 4;

/// Why a provider's document cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProviderDocumentError {
    /// It is not a JSON object with the required members.
    #[error("{document} is not as expected")]
    Shape {
        /// The document.
        document: &'static str,
    },
    /// The description is that of another issuer.
    #[error("the description is that of another issuer")]
    Issuer,
}

/// A provider's description.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderDescription {
    /// The URL at which visitors sign in.
    pub authorization_endpoint: String,
    /// The URL at which codes are exchanged for tokens.
    pub token_endpoint: String,
    /// The URL of the provider's keys.
    pub jwks_uri: String,
    /// Whether the client's secret belongs in the body of a request instead of its header.
    pub wants_secret_in_body: bool,
}

/// An algorithm of a token's signature (RFC 7518, section 3.1; RFC 8037).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenAlgorithm {
    /// RSA PKCS #1 1.5 with SHA-256.
    Rs256,
    /// RSA PKCS #1 1.5 with SHA-384.
    Rs384,
    /// RSA PKCS #1 1.5 with SHA-512.
    Rs512,
    /// RSA PSS with SHA-256.
    Ps256,
    /// RSA PSS with SHA-384.
    Ps384,
    /// RSA PSS with SHA-512.
    Ps512,
    /// ECDSA on P-256 with SHA-256.
    Es256,
    /// ECDSA on P-384 with SHA-384.
    Es384,
    /// Ed25519.
    EdDsa,
}

/// A key of a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProviderKey {
    /// Its id, by which tokens name it.
    pub id: Option<String>,
    /// The only algorithm that the key is for, if it names one.
    pub algorithm: Option<TokenAlgorithm>,
    /// The key itself.
    pub public: ProviderPublicKey,
}

/// A public key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProviderPublicKey {
    /// RSA: both numbers big-endian.
    Rsa {
        /// The modulus.
        modulus: Vec<u8>,
        /// The public exponent.
        exponent: Vec<u8>,
    },
    /// A point on P-256 with both coordinates.
    P256(Vec<u8>),
    /// A point on P-384 with both coordinates.
    P384(Vec<u8>),
    /// A public key of Ed25519.
    Ed25519(Vec<u8>),
}

#[derive(Deserialize)]
struct RawDescription {
    issuer: String,
    authorization_endpoint: String,
    token_endpoint: String,
    jwks_uri: String,
    token_endpoint_auth_methods_supported: Option<Vec<String>>,
}

#[derive(Deserialize)]
struct RawKeys {
    keys: Vec<Value>,
}

#[derive(Deserialize)]
struct RawKey {
    kty: String,
    kid: Option<String>,
    alg: Option<String>,
    #[serde(rename = "use")]
    purpose: Option<String>,
    crv: Option<String>,
    n: Option<String>,
    e: Option<String>,
    x: Option<String>,
    y: Option<String>,
}

#[derive(Deserialize)]
struct RawAnswer {
    id_token: Option<String>,
}

impl TokenAlgorithm {
    /// The algorithm with this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "RS256" => Self::Rs256,
            "RS384" => Self::Rs384,
            "RS512" => Self::Rs512,
            "PS256" => Self::Ps256,
            "PS384" => Self::Ps384,
            "PS512" => Self::Ps512,
            "ES256" => Self::Es256,
            "ES384" => Self::Es384,
            "EdDSA" | "Ed25519" => Self::EdDsa,
            _ => return None,
        })
    }

    /// Whether its keys are those of RSA.
    fn is_of_rsa(self) -> bool {
        !matches!(self, Self::Es256 | Self::Es384 | Self::EdDsa)
    }
}

impl ProviderDescription {
    /// Reads the description of this issuer.
    ///
    /// # Errors
    /// Returns [`ProviderDocumentError`] if a member is missing, or if the document is that of
    /// another issuer.
    pub fn read(json: &[u8], issuer: &str) -> Result<Self, ProviderDocumentError> {
        let raw: RawDescription = parsed(json, "the description")?;
        if raw.issuer != issuer {
            return Err(ProviderDocumentError::Issuer);
        }
        let methods = raw.token_endpoint_auth_methods_supported.unwrap_or_default();
        let knows = |method: &str| methods.iter().any(|known| known == method);
        Ok(Self {
            authorization_endpoint: raw.authorization_endpoint,
            token_endpoint: raw.token_endpoint,
            jwks_uri: raw.jwks_uri,
            wants_secret_in_body: knows("client_secret_post") && !knows("client_secret_basic"),
        })
    }
}

impl ProviderKey {
    /// Reads a provider's keys.
    ///
    /// # Errors
    /// Returns [`ProviderDocumentError`] if the document is not a set of keys.
    pub fn read_all(json: &[u8]) -> Result<Vec<Self>, ProviderDocumentError> {
        let raw: RawKeys = parsed(json, "the set of keys")?;
        let known = raw.keys.into_iter().filter_map(Self::of);
        Ok(known.take(PROVIDER_KEYS_MAX).collect())
    }

    /// Reads a key; `None` if it is of a kind, or for a use, that signatures here do not have.
    fn of(value: Value) -> Option<Self> {
        let raw: RawKey = serde_json::from_value(value).ok()?;
        if raw.purpose.is_some_and(|purpose| purpose != "sig") {
            return None;
        }
        let algorithm = match raw.alg.as_deref() {
            None => None,
            Some(name) => Some(TokenAlgorithm::named(name)?),
        };
        let bytes = |text: &Option<String>| URL_SAFE_NO_PAD.decode(text.as_deref()?).ok();
        let point = |length: usize| {
            let (x, y) = (bytes(&raw.x)?, bytes(&raw.y)?);
            let fits = x.len() == length && y.len() == length;
            fits.then(|| [[UNCOMPRESSED].as_slice(), &x, &y].concat())
        };
        let public = match (raw.kty.as_str(), raw.crv.as_deref()) {
            ("RSA", _) => ProviderPublicKey::Rsa {
                modulus: without_zeros(bytes(&raw.n)?),
                exponent: without_zeros(bytes(&raw.e)?),
            },
            ("EC", Some("P-256")) => ProviderPublicKey::P256(point(P256_BYTES)?),
            ("EC", Some("P-384")) => ProviderPublicKey::P384(point(P384_BYTES)?),
            ("OKP", Some("Ed25519")) => ProviderPublicKey::Ed25519(bytes(&raw.x).filter(|x| x.len() == ED25519_BYTES)?),
            _ => return None,
        };
        Some(Self {
            id: raw.kid,
            algorithm,
            public,
        })
    }

    /// Whether a token with this header may be signed by this key.
    pub(super) fn suits(&self, algorithm: TokenAlgorithm, id: Option<&str>) -> bool {
        let is_named = id.is_none_or(|id| self.id.as_deref() == Some(id));
        let is_meant = self.algorithm.is_none_or(|only| only == algorithm);
        let fits = match self.public {
            ProviderPublicKey::Rsa { .. } => algorithm.is_of_rsa(),
            ProviderPublicKey::P256(_) => algorithm == TokenAlgorithm::Es256,
            ProviderPublicKey::P384(_) => algorithm == TokenAlgorithm::Es384,
            ProviderPublicKey::Ed25519(_) => algorithm == TokenAlgorithm::EdDsa,
        };
        is_named && is_meant && fits
    }
}

/// Returns the ID token of a provider's answer to a code; `None` if there is none.
///
/// # Errors
/// Returns [`ProviderDocumentError`] if the answer is no JSON object.
pub fn id_token_of(json: &[u8]) -> Result<Option<String>, ProviderDocumentError> {
    let raw: RawAnswer = parsed(json, "the answer to a code")?;
    Ok(raw.id_token)
}

fn parsed<'a, T: Deserialize<'a>>(json: &'a [u8], document: &'static str) -> Result<T, ProviderDocumentError> {
    serde_json::from_slice(json).map_err(|_| ProviderDocumentError::Shape { document })
}

/// Some providers write a leading zero byte, which verification does not accept.
fn without_zeros(number: Vec<u8>) -> Vec<u8> {
    number.into_iter().skip_while(|byte| *byte == 0).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const ISSUER: &str = "https://accounts.example.com";

    fn description(more: &Value) -> Vec<u8> {
        let mut whole = json!({
            "issuer": ISSUER,
            "authorization_endpoint": "https://accounts.example.com/auth",
            "token_endpoint": "https://accounts.example.com/token",
            "jwks_uri": "https://accounts.example.com/jwks",
            "scopes_supported": ["openid"],
        });
        for (name, value) in more.as_object().expect("an object") {
            whole[name] = value.clone();
        }
        whole.to_string().into_bytes()
    }

    fn keys(all: &Value) -> Vec<ProviderKey> {
        ProviderKey::read_all(json!({ "keys": all }).to_string().as_bytes()).expect("a set of keys")
    }

    #[test]
    fn a_description_is_that_of_its_issuer_to_the_letter() {
        let read = ProviderDescription::read(&description(&json!({})), ISSUER).expect("a description");
        assert_eq!(read.token_endpoint, "https://accounts.example.com/token");
        let other = ProviderDescription::read(&description(&json!({})), "https://accounts.example.com/");
        assert_eq!(other, Err(ProviderDocumentError::Issuer));
        for wrong in [b"".as_slice(), b"[]", b"{}", &description(&json!({ "jwks_uri": 7 }))] {
            let read = ProviderDescription::read(wrong, ISSUER);
            assert!(matches!(read, Err(ProviderDocumentError::Shape { .. })), "{read:?}");
        }
    }

    #[test]
    fn the_secret_goes_into_the_body_only_where_the_header_is_not_taken() {
        for (methods, in_body) in [
            (json!(null), false),
            (json!(["client_secret_basic", "client_secret_post"]), false),
            (json!(["client_secret_post"]), true),
            (json!(["private_key_jwt"]), false),
        ] {
            let more = json!({ "token_endpoint_auth_methods_supported": methods });
            let read = ProviderDescription::read(&description(&more), ISSUER).expect("a description");
            assert_eq!(read.wants_secret_in_body, in_body, "{methods}");
        }
    }

    #[test]
    fn keys_of_other_kinds_and_uses_are_passed_over() {
        let rsa = json!({ "kty": "RSA", "kid": "a", "n": "ALs", "e": "AQAB" });
        let read = keys(&json!([
            rsa,
            { "kty": "RSA", "use": "enc", "n": "ALs", "e": "AQAB" },
            { "kty": "RSA", "alg": "RSA-OAEP", "n": "ALs", "e": "AQAB" },
            { "kty": "RSA", "n": "not base64!", "e": "AQAB" },
            { "kty": "oct", "k": "c2VjcmV0" },
            { "kty": "EC", "crv": "P-256", "x": "AA", "y": "AA" },
            { "kty": "EC", "crv": "P-521", "x": "AA", "y": "AA" },
            { "kty": "OKP", "crv": "Ed448", "x": "AA" },
            "no key",
        ]));
        let wanted = ProviderKey {
            id: Some("a".to_owned()),
            algorithm: None,
            public: ProviderPublicKey::Rsa {
                modulus: vec![0xbb],
                exponent: vec![1, 0, 1],
            },
        };
        assert_eq!(read, [wanted]);
        let many = Value::Array(vec![rsa; PROVIDER_KEYS_MAX + 1]);
        assert_eq!(keys(&many).len(), PROVIDER_KEYS_MAX);
        assert!(ProviderKey::read_all(b"{\"keys\":{}}").is_err());
    }

    #[test]
    fn a_key_suits_tokens_that_name_it_or_none_with_an_algorithm_of_its_kind() {
        let all = keys(&json!([
            { "kty": "RSA", "kid": "a", "alg": "RS256", "n": "uw", "e": "AQAB" },
            { "kty": "RSA", "kid": "b", "n": "uw", "e": "AQAB" },
        ]));
        let suiting = |algorithm, id| all.iter().map(|key| key.suits(algorithm, id)).collect::<Vec<_>>();
        assert_eq!(suiting(TokenAlgorithm::Rs256, None), [true, true]);
        assert_eq!(suiting(TokenAlgorithm::Rs256, Some("b")), [false, true]);
        assert_eq!(suiting(TokenAlgorithm::Ps256, None), [false, true]);
        assert_eq!(suiting(TokenAlgorithm::Es256, None), [false, false]);
        assert_eq!(suiting(TokenAlgorithm::Rs256, Some("c")), [false, false]);
    }

    #[test]
    fn an_answer_has_an_id_token_or_none() {
        assert_eq!(
            id_token_of(b"{\"id_token\":\"a.b.c\",\"access_token\":\"x\"}"),
            Ok(Some("a.b.c".to_owned()))
        );
        assert_eq!(id_token_of(b"{\"error\":\"invalid_grant\"}"), Ok(None));
        assert!(id_token_of(b"<html>").is_err());
    }
}

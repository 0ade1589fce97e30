//! The requests to the provider, and the reading of its answers. Its requests block.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use http::header::{ACCEPT, AUTHORIZATION, CONTENT_TYPE};
use http::{Response, StatusCode};
use protocol::UnixSeconds;
use protocol::identity::id_token::{ExpectedClaims, IdTokenError, UnverifiedIdToken};
use protocol::identity::provider::{ProviderDescription, ProviderDocumentError, ProviderKey, id_token_of};
use sha2::{Digest, Sha256};
use url::{Url, form_urlencoded};

use super::SignInRequest;
use super::signature::is_genuine;
use crate::config::{OidcSettings, is_safe_address};

/// The longest answer of the provider that is read, bytes.
const ANSWER_BYTES_MAX: u64 = 256 * 1_024;
/// The path of a provider's description, below its issuer.
const DESCRIPTION: &str = "/.well-known/openid-configuration";
/// The scope of a request: the account's id, and nothing about its owner.
const SCOPE: &str = "openid";
const FORM: &str = "application/x-www-form-urlencoded";
const JSON: &str = "application/json";

/// Why a sign-in failed.
#[derive(Debug, thiserror::Error)]
pub enum OidcError {
    /// The provider cannot be reached.
    #[error("the provider cannot be asked: {0}")]
    Away(String),
    /// There are too many requests at once.
    #[error("too many ask the provider at once")]
    Busy,
    /// The provider does not accept the code, or does not accept this server.
    #[error("the provider does not accept the code, or not [oidc] in the configuration: it answers {0}")]
    Refused(StatusCode),
    /// A document of the provider cannot be used.
    #[error("the provider: {0}")]
    Document(#[from] ProviderDocumentError),
    /// An address in the provider's description cannot be used.
    #[error("the description's {0} is no address that is safe to use")]
    Address(&'static str),
    /// The ID token does not show who signed in.
    #[error("the ID token cannot be used: {0}")]
    Token(#[from] IdTokenError),
}

impl OidcError {
    /// Whether the visitor can only retry later.
    #[must_use]
    pub fn is_of_provider(&self) -> bool {
        !matches!(self, Self::Refused(_) | Self::Token(_))
    }
}

/// The provider as it describes itself.
#[derive(Debug)]
pub(super) struct Provider {
    authorization: Url,
    token: Url,
    wants_secret_in_body: bool,
    keys: Vec<ProviderKey>,
}

/// This server as a client of the provider.
#[derive(Clone)]
pub(super) struct ProviderClient {
    pub(super) settings: OidcSettings,
    pub(super) secret: Option<String>,
    pub(super) agent: ureq::Agent,
}

impl fmt::Debug for ProviderClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ProviderClient({})", self.settings.issuer)
    }
}

impl ProviderClient {
    /// Reads the provider's description, and its keys.
    pub(super) fn read(&self) -> Result<Provider, OidcError> {
        let issuer = &self.settings.issuer;
        let described = self.get(&format!("{}{DESCRIPTION}", issuer.trim_end_matches('/')))?;
        let described = ProviderDescription::read(&described, issuer)?;
        let address = |text: &str, name| self.checked(text).ok_or(OidcError::Address(name));
        let keys = address(&described.jwks_uri, "jwks_uri")?;
        Ok(Provider {
            authorization: address(&described.authorization_endpoint, "authorization_endpoint")?,
            token: address(&described.token_endpoint, "token_endpoint")?,
            wants_secret_in_body: described.wants_secret_in_body,
            keys: ProviderKey::read_all(&self.get(keys.as_str())?)?,
        })
    }

    /// An address of the description is as safe as the issuer's own.
    fn checked(&self, text: &str) -> Option<Url> {
        let is_plain = !self.settings.issuer.starts_with("https:");
        let url = Url::parse(text).ok().filter(is_safe_address)?;
        (is_plain || url.scheme() == "https").then_some(url)
    }

    /// The address where a visitor signs in.
    pub(super) fn address(&self, provider: &Provider, request: &SignInRequest<'_>) -> Url {
        let challenge = URL_SAFE_NO_PAD.encode(Sha256::digest(request.secrets.verifier.as_bytes()));
        let mut address = provider.authorization.clone();
        address.query_pairs_mut().extend_pairs([
            ("response_type", "code"),
            ("scope", SCOPE),
            ("client_id", self.settings.client_id.as_str()),
            ("redirect_uri", request.redirect.as_str()),
            ("state", request.state),
            ("nonce", request.secrets.nonce.as_str()),
            ("code_challenge", challenge.as_str()),
            ("code_challenge_method", "S256"),
        ]);
        address
    }

    /// Exchanges a code for an ID token.
    pub(super) fn exchange(
        &self,
        provider: &Provider,
        code: &str,
        verifier: &str,
        redirect: &Url,
    ) -> Result<String, OidcError> {
        let mut form = form_urlencoded::Serializer::new(String::new());
        form.extend_pairs([
            ("grant_type", "authorization_code"),
            ("code", code),
            ("redirect_uri", redirect.as_str()),
            ("code_verifier", verifier),
        ]);
        let mut request = self.agent.post(provider.token.as_str());
        match &self.secret {
            Some(secret) if !provider.wants_secret_in_body => {
                request = request.header(AUTHORIZATION, basic(&self.settings.client_id, secret));
            }
            secret => {
                form.append_pair("client_id", &self.settings.client_id);
                form.extend_pairs(secret.as_ref().map(|secret| ("client_secret", secret)));
            }
        }
        let request = request.header(ACCEPT, JSON).header(CONTENT_TYPE, FORM);
        let answer = body(request.send(form.finish()))?;
        id_token_of(&answer)?.ok_or(OidcError::Token(IdTokenError::Malformed))
    }

    /// Returns the account that signed in, if the ID token is from the provider, for this server,
    /// for this attempt, and valid now.
    pub(super) fn subject(
        &self,
        provider: &Provider,
        token: &str,
        (nonce, now): (&str, UnixSeconds),
    ) -> Result<String, OidcError> {
        let token = UnverifiedIdToken::parse(token)?;
        let claims = token.verify(&provider.keys, is_genuine)?;
        let subject = claims.check(&ExpectedClaims {
            issuer: &self.settings.issuer,
            client_id: &self.settings.client_id,
            nonce,
            now,
        })?;
        Ok(subject.to_owned())
    }

    fn get(&self, address: &str) -> Result<Vec<u8>, OidcError> {
        match body(self.agent.get(address).header(ACCEPT, JSON).call()) {
            Err(OidcError::Refused(status)) => Err(OidcError::Away(format!("it answers {status}"))),
            read => read,
        }
    }
}

/// The header with the client's id and secret (RFC 6749, section 2.3.1).
fn basic(id: &str, secret: &str) -> String {
    let encoded = |text: &str| form_urlencoded::byte_serialize(text.as_bytes()).collect::<String>();
    format!(
        "Basic {}",
        STANDARD.encode(format!("{}:{}", encoded(id), encoded(secret)))
    )
}

/// Returns the answer's body, if the answer is a success.
fn body(answer: Result<Response<ureq::Body>, ureq::Error>) -> Result<Vec<u8>, OidcError> {
    let away = |error: ureq::Error| OidcError::Away(error.to_string());
    let mut answer = answer.map_err(away)?;
    let status = answer.status();
    if status.is_client_error() {
        return Err(OidcError::Refused(status));
    }
    if status != StatusCode::OK {
        return Err(OidcError::Away(format!("it answers {status}")));
    }
    let body = answer.body_mut().with_config().limit(ANSWER_BYTES_MAX);
    body.read_to_vec().map_err(away)
}

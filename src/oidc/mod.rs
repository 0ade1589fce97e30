//! Signing in at an OpenID Connect provider, for rooms with `identity = "oidc"`: the code flow with
//! PKCE, and the provider's ID token for the account that signed in.
//! [`protocol::identity::sign_in`] defines the texts that the browser stores meanwhile,
//! [`protocol::identity::id_token`] the claims that a token must have.
//!
//! - Every address that receives requests comes from the configuration, or from the provider's
//!   description; none comes from a visitor. Every request has a time limit, and there are limits
//!   on the number of requests at once and on the number of visitors who wait for theirs.
//! - The provider's description and keys are read when they are first needed, and again after an
//!   hour, or when a token is signed by an unknown key. One request at a time reads them; after a
//!   failure there is no further request for ten seconds, and the earlier description and keys stay
//!   in use.
//! - Of an ID token only issuer and subject are used. No access token is used or stored, and
//!   `openid` is the only scope.
//! - The log contains no subject, no code, no token, and no text from a provider.

mod provider;
mod signature;

use std::sync::Arc;
use std::time::Duration;

use arc_swap::ArcSwap;
use protocol::UnixSeconds;
use protocol::identity::id_token::IdTokenError;
use protocol::identity::sign_in::{SignInKey, SignInSecrets};
use tokio::sync::{Mutex, Semaphore};
use tokio::time::timeout;
use url::Url;

pub use provider::OidcError;

use crate::clock::Clock;
use crate::config::{Config, ConfigProblem, OidcSecret, OidcSettings};
use crate::outgoing;
use provider::{Provider, ProviderClient};

/// How long the provider's description is used, milliseconds.
const KEPT_MS: u64 = 3_600_000;
/// The pause between two attempts to read the description, milliseconds.
const PAUSE_MS: u64 = 10_000;
/// The longest request to the provider.
const REQUEST_MAX: Duration = Duration::from_secs(5);
/// The maximum number of codes that one node exchanges at once.
const AT_ONCE_MAX: usize = 32;
/// The maximum number of visitors of one node whose codes are being exchanged or wait for it;
/// further visitors retry.
const WAITING_MAX: usize = 1_000;
/// The longest wait until a code is exchanged. Together with the longest requests it is less than
/// the time limit of an answer.
const WAIT_MAX: Duration = Duration::from_secs(3);

/// The client of the provider.
#[derive(Debug)]
pub struct Oidc {
    /// Writes and reads the values that browsers store about their attempts.
    pub keys: SignInKey,
    client: ProviderClient,
    clock: Clock,
    known: Arc<ArcSwap<KnownProvider>>,
    reading: Arc<Mutex<()>>,
    at_once: Arc<Semaphore>,
    waiting: Semaphore,
}

/// The provider's description, if it is known.
#[derive(Debug, Default, Clone)]
struct KnownProvider {
    /// Its description, and when it was read.
    read: Option<(Arc<Provider>, u64)>,
    /// When it was last requested.
    asked_ms: Option<u64>,
}

/// The parameters of a visitor's sign-in.
#[derive(Debug, Clone, Copy)]
pub struct SignInRequest<'a> {
    /// The state as the provider returns it: that of the attempt, and the text that accompanies it.
    pub state: &'a str,
    /// The secrets of the attempt.
    pub secrets: &'a SignInSecrets,
    /// The address to which the provider redirects the browser.
    pub redirect: &'a Url,
}

/// The account that signed in.
#[derive(Clone, PartialEq, Eq)]
pub struct OidcAccount(String);

impl OidcAccount {
    /// Issuer and subject as one text, which is unique to the account.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.0
    }
}

impl std::fmt::Debug for OidcAccount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("OidcAccount(redacted)")
    }
}

impl Oidc {
    /// Prepares the client, without contacting the provider; `None` without `[oidc]`.
    ///
    /// # Errors
    /// If the file of the secret cannot be read.
    pub fn open(config: &Config, clock: &Clock) -> Result<Option<Self>, Vec<ConfigProblem>> {
        let Some(settings) = &config.oidc else {
            return Ok(None);
        };
        let client = ProviderClient {
            settings: settings.clone(),
            secret: secret_of(settings, config)?,
            agent: outgoing::agent(REQUEST_MAX),
        };
        Ok(Some(Self {
            keys: SignInKey::new(&config.server.master_key),
            client,
            clock: clock.clone(),
            known: Arc::default(),
            reading: Arc::default(),
            at_once: Arc::new(Semaphore::new(AT_ONCE_MAX)),
            waiting: Semaphore::new(WAITING_MAX),
        }))
    }

    /// The problems of the file that `[oidc]` names.
    #[must_use]
    pub fn problems(config: &Config) -> Vec<ConfigProblem> {
        let read = config.oidc.as_ref().map(|settings| secret_of(settings, config));
        read.and_then(Result::err).unwrap_or_default()
    }

    /// Whether this text is the issuer, as a provider can name itself when it redirects the browser
    /// back (RFC 9207).
    #[must_use]
    pub fn is_issuer(&self, text: &str) -> bool {
        self.client.settings.issuer == text
    }

    /// Returns the address at the provider where a visitor signs in.
    ///
    /// # Errors
    /// Returns [`OidcError`] if the provider's description cannot be read.
    pub async fn begin(&self, request: &SignInRequest<'_>) -> Result<Url, OidcError> {
        let _waiting = self.waiting.try_acquire().map_err(|_| OidcError::Busy)?;
        let provider = self.provider(None).await?;
        Ok(self.client.address(&provider, request))
    }

    /// Returns the account that signed in, by the code that the provider gave the visitor.
    ///
    /// # Errors
    /// Returns [`OidcError`] if the provider cannot be reached, or refuses.
    pub async fn finish(&self, code: &str, request: &SignInRequest<'_>) -> Result<OidcAccount, OidcError> {
        let _waiting = self.waiting.try_acquire().map_err(|_| OidcError::Busy)?;
        let provider = self.provider(None).await?;
        let token = self.exchange(&provider, code, request).await?;
        let (nonce, now) = (&request.secrets.nonce, self.clock.unix_seconds());
        match self.account(&provider, &token, nonce, now) {
            // The provider can have changed its keys.
            Err(OidcError::Token(IdTokenError::UnknownKey)) => {
                let provider = self.provider(Some(&provider)).await?;
                self.account(&provider, &token, nonce, now)
            }
            read => read,
        }
    }

    /// Exchanges a code for an ID token, once it is this visitor's turn.
    async fn exchange(
        &self,
        provider: &Arc<Provider>,
        code: &str,
        request: &SignInRequest<'_>,
    ) -> Result<String, OidcError> {
        let turn = timeout(WAIT_MAX, self.at_once.clone().acquire_owned()).await;
        let turn = turn.ok().and_then(Result::ok).ok_or(OidcError::Busy)?;
        let (client, provider) = (self.client.clone(), provider.clone());
        let (code, redirect) = (code.to_owned(), request.redirect.clone());
        let verifier = request.secrets.verifier.clone();
        let asked = move || {
            // The request continues even if its visitor has disconnected.
            let _turn = turn;
            client.exchange(&provider, &code, &verifier, &redirect)
        };
        tokio::task::spawn_blocking(asked).await.map_err(|_| OidcError::Busy)?
    }

    fn account(
        &self,
        provider: &Provider,
        token: &str,
        nonce: &str,
        now: UnixSeconds,
    ) -> Result<OidcAccount, OidcError> {
        let subject = self.client.subject(provider, token, (nonce, now))?;
        Ok(OidcAccount(format!("{} {subject}", self.client.settings.issuer)))
    }

    /// Returns the provider's description and keys, read after `outdated` if that is possible.
    async fn provider(&self, outdated: Option<&Arc<Provider>>) -> Result<Arc<Provider>, OidcError> {
        if let Some(usable) = self.usable(outdated) {
            return usable;
        }
        let old = self.known.load().read.clone().filter(|_| outdated.is_none());
        let reading = match (self.reading.clone().try_lock_owned(), old) {
            (Ok(reading), _) => reading,
            // Another task is reading it, and this one need not wait for that.
            (Err(_), Some((old, _))) => return Ok(old),
            (Err(_), None) => self.reading.clone().lock_owned().await,
        };
        if let Some(usable) = self.usable(outdated) {
            return usable;
        }
        let (client, known) = (self.client.clone(), self.known.clone());
        let now_ms = self.clock.monotonic_ms();
        let asked = tokio::task::spawn_blocking(move || {
            // The description is stored even if the visitor who waits for it has disconnected.
            let _reading = reading;
            let read = client.read().map(Arc::new);
            let newest = read.as_ref().ok().map(|provider| (provider.clone(), now_ms));
            known.store(Arc::new(KnownProvider {
                read: newest.or_else(|| known.load().read.clone()),
                asked_ms: Some(now_ms),
            }));
            read
        });
        asked.await.map_err(|_| OidcError::Busy)?.or_else(|error| {
            tracing::warn!(%error, "the description of the provider cannot be read");
            let before = self.known.load().read.clone();
            before.map(|(provider, _)| provider).ok_or(error)
        })
    }

    /// Returns the known description, or the reason why there is none; `None` if the caller must
    /// fetch it.
    fn usable(&self, outdated: Option<&Arc<Provider>>) -> Option<Result<Arc<Provider>, OidcError>> {
        let (known, now_ms) = (self.known.load(), self.clock.monotonic_ms());
        let was_asked = known
            .asked_ms
            .is_some_and(|at_ms| now_ms.saturating_sub(at_ms) < PAUSE_MS);
        match &known.read {
            Some((provider, read_ms)) => {
                let is_new = now_ms.saturating_sub(*read_ms) < KEPT_MS;
                let is_outdated = outdated.is_some_and(|outdated| Arc::ptr_eq(outdated, provider));
                (was_asked || (is_new && !is_outdated)).then(|| Ok(provider.clone()))
            }
            None => was_asked.then_some(Err(OidcError::Away("it did not answer a moment ago".to_owned()))),
        }
    }
}

fn secret_of(settings: &OidcSettings, config: &Config) -> Result<Option<String>, Vec<ConfigProblem>> {
    match &settings.secret {
        None => Ok(None),
        Some(OidcSecret::Value(value)) => Ok(Some(value.to_string())),
        Some(OidcSecret::File(path)) => {
            let read = std::fs::read_to_string(config.folder.join(path));
            let secret = read.map_err(|error| {
                vec![ConfigProblem {
                    field: "oidc.client_secret_file".to_owned(),
                    message: format!("{} cannot be read: {error}", path.display()),
                }]
            })?;
            Ok(Some(secret.trim_end_matches(['\r', '\n']).to_owned()))
        }
    }
}

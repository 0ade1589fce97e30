//! Signing in at an OpenID Connect provider, for rooms with `identity = "oidc"`: the code flow with
//! PKCE, and the provider's ID token for the account that signed in.
//! [`protocol::identity::sign_in`] defines the texts that the browser remembers meanwhile,
//! [`protocol::identity::id_token`] the claims that a token must have.
//!
//! - Every address that is asked comes from the configuration, or from the provider's description;
//!   none from a visitor. Every request has an end, and so have the number of requests at once and
//!   the number of visitors who wait for theirs.
//! - The provider's description and keys are read when they are first needed, and anew after an
//!   hour, or when a token is signed by an unknown key. One request at a time reads them; after a
//!   failure nobody asks for ten seconds, and those that were read before stay in use.
//! - Of an ID token only issuer and subject are used. No access token is used or kept, and `openid`
//!   is the only scope.
//! - The log has no subject, no code, no token, and no text of a provider.

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
/// The most codes that one node exchanges at once.
const AT_ONCE_MAX: usize = 32;
/// The most visitors of one node whose codes are exchanged or wait for it; further ones try again.
const WAITING_MAX: usize = 1_000;
/// The longest wait until a code is exchanged. With the longest requests it is less than the time
/// that an answer may take.
const WAIT_MAX: Duration = Duration::from_secs(3);

/// The way to the provider.
#[derive(Debug)]
pub struct Oidc {
    /// Writes and reads what browsers remember of their attempts.
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
    /// When somebody last asked for it.
    asked_ms: Option<u64>,
}

/// Where and how a visitor signs in.
#[derive(Debug, Clone, Copy)]
pub struct SignInRequest<'a> {
    /// The state as the provider gives it back: that of the attempt, and the text that goes along
    /// with it.
    pub state: &'a str,
    /// The texts of the attempt.
    pub secrets: &'a SignInSecrets,
    /// Where the provider sends the browser back.
    pub redirect: &'a Url,
}

/// The account that signed in.
#[derive(Clone, PartialEq, Eq)]
pub struct OidcAccount(String);

impl OidcAccount {
    /// Issuer and subject as one text, which no other account has.
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
    /// Prepares the way, without asking the provider; `None` without `[oidc]`.
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

    /// Whether this is the issuer, as a provider may name itself when it sends the browser back
    /// (RFC 9207).
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

    /// Returns who signed in, by the code that the provider gave the visitor.
    ///
    /// # Errors
    /// Returns [`OidcError`] if the provider cannot be asked, or says no.
    pub async fn finish(&self, code: &str, request: &SignInRequest<'_>) -> Result<OidcAccount, OidcError> {
        let _waiting = self.waiting.try_acquire().map_err(|_| OidcError::Busy)?;
        let provider = self.provider(None).await?;
        let token = self.exchange(&provider, code, request).await?;
        let (nonce, now) = (&request.secrets.nonce, self.clock.unix_seconds());
        match self.account(&provider, &token, nonce, now) {
            // The provider may have changed its keys.
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
            // The request continues although its visitor may have gone.
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
            // Somebody else reads it, and nobody has to wait for that.
            (Err(_), Some((old, _))) => return Ok(old),
            (Err(_), None) => self.reading.clone().lock_owned().await,
        };
        if let Some(usable) = self.usable(outdated) {
            return usable;
        }
        let (client, known) = (self.client.clone(), self.known.clone());
        let now_ms = self.clock.monotonic_ms();
        let asked = tokio::task::spawn_blocking(move || {
            // The description counts although the visitor who waits for it may have gone.
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

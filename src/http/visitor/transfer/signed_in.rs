//! Signing in at the provider of `[oidc]`: `GET /identity?…&sign-in=1` redirects the browser to the
//! provider, and the provider redirects it back to `GET /identity/signed-in?code&state`.
//!
//! `state` has four parts, separated by dots: customer, room, the state of this attempt, and the
//! query that the visitor's link keeps. Only the third is checked against the browser's cookie: any
//! client can put the others into a link to the room.

use axum::body::Body;
use axum::extract::State;
use http::Response;
use http::header::SET_COOKIE;
use http::request::Parts;
use protocol::UnixSeconds;
use protocol::identity::sign_in::{SIGN_IN_SECONDS, SignIn, SignInSecrets};
use url::{Url, form_urlencoded};

use super::{TransferVisit, identity};
use crate::config::IdentityVerifier;
use crate::http::infra::client::RequestClient;
use crate::http::visit::error::VisitError;
use crate::http::visit::query::Query;
use crate::http::{SharedAppState, paths};
use crate::oidc::{Oidc, OidcError, SignInRequest};
use crate::pages::IdentityError;

/// The longest query that is carried along, bytes.
const KEPT_BYTES_MAX: usize = 1_000;
/// The longest code of a provider, bytes.
const CODE_BYTES_MAX: usize = 4_096;

/// Handles the redirect from the provider.
pub(in crate::http) async fn get(State(app): State<SharedAppState>, parts: Parts) -> Response<Body> {
    let given = Query::new(parts.uri.query());
    let Some(state) = given.get("state").and_then(SignInState::read) else {
        return app.refuse(&parts, &given, VisitError::NotFound);
    };
    let query = Query::new(Some(state.kept)).in_room(state.customer, state.room);
    identity::answer(&app, &parts, &query, async |asked| {
        asked.signed_in(&given, state.attempt).await
    })
    .await
}

/// The parts of `state`.
#[derive(Debug, Clone, Copy)]
struct SignInState<'a> {
    customer: &'a str,
    room: &'a str,
    attempt: &'a str,
    kept: &'a str,
}

impl<'a> SignInState<'a> {
    fn read(text: &'a str) -> Option<Self> {
        let mut parts = text.splitn(4, '.');
        Some(Self {
            customer: parts.next()?,
            room: parts.next()?,
            attempt: parts.next()?,
            kept: parts.next()?,
        })
    }

    fn write(&self) -> String {
        [self.customer, self.room, self.attempt, self.kept].join(".")
    }
}

impl TransferVisit<'_> {
    /// Redirects the browser to the provider.
    pub(super) async fn begin_sign_in(&self) -> Response<Body> {
        let visit = self.visit();
        let Some(oidc) = self.oidc() else {
            return self.to_room();
        };
        let attempt = SignIn {
            random: visit.app.entropy.nonce(),
            until: UnixSeconds(visit.app.clock.unix_seconds().0 + SIGN_IN_SECONDS),
        };
        let secrets = oidc.keys.secrets(visit.identity_context(), attempt);
        let (customer, room) = self.ids();
        let state = SignInState {
            customer,
            room,
            attempt: &secrets.state,
            kept: &self.kept_query(),
        };
        let request = SignInRequest {
            state: &state.write(),
            secrets: &secrets,
            redirect: &self.redirect_uri(),
        };
        match oidc.begin(&request).await {
            Ok(address) => self.and_remember(address.as_str(), visit.remember_sign_in(oidc, attempt)),
            Err(error) => self.not_signed_in(&error),
        }
    }

    /// Redeems the provider's code, if the browser started this attempt.
    async fn signed_in(&self, given: &Query<'_>, state: &str) -> Response<Body> {
        let visit = self.visit();
        // A visitor who returns to this address has already signed in.
        if visit.proven().is_some() {
            return self.show_identity().await;
        }
        let Some((oidc, secrets)) = self.begun(state) else {
            tracing::info!(room = visit.room().name(), "a browser came back that was not sent");
            return self.first_page(Some(IdentityError::SignIn));
        };
        let mut response = self.exchange(oidc, &secrets, given).await;
        // The cookie is deleted unless a proof replaces it: an attempt is valid for one return.
        let headers = response.headers_mut();
        headers.entry(SET_COOKIE).or_insert_with(|| visit.forget_identity());
        response
    }

    /// Returns the secrets of the attempt that this browser has started, if it returns from that
    /// attempt.
    fn begun(&self, state: &str) -> Option<(&Oidc, SignInSecrets)> {
        let (visit, oidc) = (self.visit(), self.oidc()?);
        let secrets = oidc.keys.secrets(visit.identity_context(), visit.sign_in(oidc)?);
        secrets.is_state(state).then_some((oidc, secrets))
    }

    /// Asks the provider for the identity that signed in.
    async fn exchange(&self, oidc: &Oidc, secrets: &SignInSecrets, given: &Query<'_>) -> Response<Body> {
        let visit = self.visit();
        let room = visit.room().name();
        let is_from_there = given.get("iss").is_none_or(|issuer| oidc.is_issuer(issuer));
        let code = given.get("code").filter(|code| code.len() <= CODE_BYTES_MAX);
        let Some(code) = code.filter(|_| is_from_there) else {
            tracing::info!(room, "a visitor came back without a code");
            return self.first_page(Some(IdentityError::SignIn));
        };
        let client = RequestClient::of(visit.parts, &visit.app.trusted_proxies).address;
        let now_ms = visit.app.clock.monotonic_ms();
        if visit.app.wrong_sign_ins.are_too_many(client, now_ms) {
            tracing::info!(room, "too many codes of the provider were wrong");
            return self.first_page(Some(IdentityError::Many));
        }
        let request = SignInRequest {
            state: &secrets.state,
            secrets,
            redirect: &self.redirect_uri(),
        };
        match oidc.finish(code, &request).await {
            Ok(account) => {
                let run = self.identified.state().published.snapshot.run();
                let identity = visit.room().hash_of_identity(run, "oidc", account.name());
                self.and_remember(&self.room_address(), visit.remember_proof(identity))
            }
            Err(error) => {
                if !error.is_of_provider() {
                    visit.app.wrong_sign_ins.note(client, now_ms);
                }
                self.not_signed_in(&error)
            }
        }
    }

    fn not_signed_in(&self, error: &OidcError) -> Response<Body> {
        tracing::warn!(room = self.visit().room().name(), %error, "nobody signed in");
        self.first_page(Some(match error.is_of_provider() {
            true => IdentityError::Provider,
            false => IdentityError::SignIn,
        }))
    }

    /// The client of the provider, if the room requires its visitors to sign in there.
    fn oidc(&self) -> Option<&Oidc> {
        let rule = self.visit().identity_rule()?;
        let oidc = self.visit().app.oidc.as_ref()?;
        (rule.by == IdentityVerifier::Oidc).then_some(oidc)
    }

    /// The address to which the provider redirects the browser, on the host that the browser uses.
    fn redirect_uri(&self) -> Url {
        let visit = self.visit();
        let origin = visit.app.origin(visit.parts);
        origin.join(&paths::signed_in()).unwrap_or(origin)
    }

    /// The visitor's own query, as far as it fits.
    fn kept_query(&self) -> String {
        let mut query = String::new();
        for pair in self.visit().query.entering() {
            let longer = form_urlencoded::Serializer::new(query.clone())
                .extend_pairs([pair])
                .finish();
            if longer.len() <= KEPT_BYTES_MAX {
                query = longer;
            }
        }
        query
    }
}

//! The caller of the private API: the holder of a customer's private key, or of a token that the
//! admin API made for one customer. Both are sent as `x-api-key` or as the user of HTTP Basic.
//!
//! The configuration sets the private key's permissions (`private_key_role`). A token has a role
//! and a name of its own and can be revoked alone. Tokens are refused if operators have a listener
//! of their own: in that case the admin API's secrets are not valid on the listeners of visitors.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use crowdhandler::result::ErrorText;
use http::StatusCode;
use http::header::ORIGIN;
use http::request::Parts;

use super::fault::ApiFault;
use crate::admin_store::{ApiToken, Role};
use crate::config::PrivateKeyRole;
use crate::http::admin::{Caller, ProblemDetails};
use crate::http::crowdhandler::account::key_of;
use crate::http::crowdhandler::directory::{Account, Directory};
use crate::http::host::HostOwner;
use crate::http::infra::client::RequestClient;
use crate::http::{AppState, SharedAppState};

/// The caller; the call has been counted.
#[derive(Debug)]
pub(super) struct PrivateCaller {
    directory: Arc<Directory>,
    index: usize,
    caller: Caller,
}

impl PrivateCaller {
    /// The customer, by the configuration in force when the call arrived.
    pub(super) fn account(&self) -> &Account {
        self.directory.account(self.index)
    }

    /// The customer's id.
    pub(super) fn customer(&self) -> &str {
        self.account().customer.as_str()
    }

    /// The author of changes.
    pub(super) fn author(&self) -> &Caller {
        &self.caller
    }

    /// Refuses keys with a lesser role.
    pub(super) fn must_be(&self, least: Role) -> Result<(), ApiFault> {
        Ok(self.caller.must_be(least)?)
    }

    /// Returns the caller, after counting the call; `None` for a key that belongs to nobody.
    ///
    /// # Errors
    /// Returns an error if the request has no key or a public one, comes from a page, if the key
    /// permits nothing here, or has no call left.
    pub(super) fn authenticate(app: &AppState, parts: &Parts) -> Result<Option<Self>, ApiFault> {
        if app.readiness.is_starting() {
            return Err(ProblemDetails::starting().into());
        }
        let Some(key) = key_of(&parts.headers) else {
            let text = "Send the private key as x-api-key, or as the user name of HTTP Basic.";
            return Err(ApiFault::new(StatusCode::UNAUTHORIZED, text));
        };
        let directory = app.directory.load_full();
        let is_here = |index: usize| {
            let customer = directory.account(index).customer.as_str();
            HostOwner::of(parts).is_none_or(|owner| owner.is_customer(customer))
        };
        if directory.of_key(&key).is_some_and(is_here) {
            let text = "This needs the private key; the public key was sent. With the JavaScript SDK, note that \
                        rooms() always sends the public key: use domainRooms() to list rooms.";
            return Err(ApiFault::new(StatusCode::UNAUTHORIZED, text));
        }
        if parts.headers.contains_key(ORIGIN) {
            let text = "No page calls this API: a key that a browser has is everybody's. Call it from a server.";
            return Err(ApiFault::forbidden(text));
        }
        let known = match directory.of_private_key(key.as_bytes()) {
            Some(index) => {
                let account = directory.account(index);
                let role = role_of(account.role).ok_or_else(|| {
                    ApiFault::forbidden("The private key of this account signs only; private_key_role says so.")
                })?;
                Some((index, Caller::private_key(account.customer.as_str(), role)))
            }
            None => of_token(app, &directory, &key)?,
        };
        match known {
            Some((index, caller)) if is_here(index) => {
                let caller = Self {
                    directory,
                    index,
                    caller,
                };
                caller.count(app).map(Some)
            }
            Some(_) | None => Ok(None),
        }
    }

    fn count(self, app: &AppState) -> Result<Self, ApiFault> {
        let key = format!("{}/{}", self.customer(), self.caller.name());
        match app.private_calls.count(key, app.clock.monotonic_ms()) {
            Ok(()) => Ok(self),
            Err(wait_ms) => Err(ApiFault::throttled(wait_ms)),
        }
    }
}

impl FromRequestParts<SharedAppState> for PrivateCaller {
    type Rejection = ApiFault;

    async fn from_request_parts(parts: &mut Parts, app: &SharedAppState) -> Result<Self, ApiFault> {
        Self::authenticate(app, parts)?.ok_or_else(|| unknown(app, parts))
    }
}

/// Finds the customer of a token of the admin API.
fn of_token(app: &AppState, directory: &Directory, key: &str) -> Result<Option<(usize, Caller)>, ApiFault> {
    let documents = app.running.admin_store().documents();
    let Ok(token) = ApiToken::presented(&documents, key.as_bytes(), app.clock.wall().0) else {
        return Ok(None);
    };
    if app.running.file().server.admin_listen.is_some() {
        let text = "Tokens of the admin API are not accepted here, because operators have a listener of their own.";
        return Err(ApiFault::forbidden(text));
    }
    let caller = Caller::from(token);
    let index = caller.customer().and_then(|customer| directory.of_customer(customer));
    let index = index.ok_or_else(|| {
        ApiFault::forbidden("Here a token has to be one customer's, and the customer has to have keys of this API.")
    })?;
    Ok(Some((index, caller)))
}

/// Refuses a key that belongs to nobody. Networks that send many such keys have to wait.
fn unknown(app: &AppState, parts: &Parts) -> ApiFault {
    let client = RequestClient::of(parts, &app.trusted_proxies).address;
    let now_ms = app.clock.monotonic_ms();
    if app.wrong_private_keys.are_too_many(client, now_ms) {
        return ApiFault::throttled(WRONG_KEYS_WAIT_MS);
    }
    app.wrong_private_keys.note(client, now_ms);
    ApiFault::not_found(ErrorText::INVALID_KEY.error)
}

/// How long to wait after too many wrong keys, milliseconds: until the first of them no longer
/// counts.
const WRONG_KEYS_WAIT_MS: u64 = 60_000;

fn role_of(role: PrivateKeyRole) -> Option<Role> {
    match role {
        PrivateKeyRole::Nothing => None,
        PrivateKeyRole::Read => Some(Role::Read),
        PrivateKeyRole::Operate => Some(Role::Operate),
        PrivateKeyRole::Admin => Some(Role::Admin),
    }
}

//! The downloads of connectors and browser scripts: a customer's published configuration.
//!
//! Connectors send the customer's `api_key` in the header `api-key`. Browsers need no key: their
//! file is public and omits the parts that only servers use. Both cache the file for five minutes
//! and then revalidate it by its `ETag`; this server serves a new version as soon as it is
//! published. A refusal is plain text with a status that no connector mistakes for a configuration,
//! and is never cached.

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use http::header::{
    ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderName, RETRY_AFTER, VARY, WWW_AUTHENTICATE,
};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, StatusCode};

use crate::config::Customer;
use crate::http::host::HostOwner;
use crate::http::infra::client::RequestClient;
use crate::http::infra::etag;
use crate::http::{AppState, SharedAppState};
use crate::integration::published::{PublishedFile, PublishedFiles};

/// The header in which connectors send their key.
const API_KEY: HeaderName = HeaderName::from_static("api-key");
/// Connectors cache the file for the same time, and use the old one while they fetch a new one.
/// Shared caches store nothing, since not all of them respect `Vary`.
const CACHE_OF_CONNECTORS: HeaderValue = HeaderValue::from_static("private, max-age=300, stale-while-revalidate=300");
/// The file of browsers is public, so shared caches may store it.
const CACHE_OF_BROWSERS: HeaderValue = HeaderValue::from_static("public, max-age=300, stale-while-revalidate=300");
const CROSS_ORIGIN_RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// The delay before a client with too many wrong keys may retry, seconds.
const RETRY_AFTER_SECONDS: u16 = 60;

/// The reason why no file is sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::http) enum DownloadRefusal {
    UnknownCustomer,
    NoKeyGiven,
    WrongKey,
    /// This address sent too many wrong keys within one minute.
    TooManyWrongKeys,
    NoKeyConfigured,
    NothingPublished,
    NotSecure,
    /// The store has not been read yet.
    Starting,
}

/// `GET /status/integrationconfig/secure/{customer}`: the file of connectors.
///
/// # Errors
/// 404 for an unknown customer or before anything was published, 401 without a key, 403 with a
/// wrong key or if the customer has none, 429 after too many wrong keys, 503 before the store has
/// been read.
pub(in crate::http) async fn connectors(
    State(app): State<SharedAppState>,
    Path(customer): Path<String>,
    parts: Parts,
) -> Result<Response, DownloadRefusal> {
    let found = find(&app, &parts, &customer, |customer| authorize(&app, customer, &parts))?;
    let mut response = file(
        &found.connectors,
        &parts.headers,
        "application/json",
        CACHE_OF_CONNECTORS,
    );
    response.headers_mut().insert(VARY, HeaderValue::from_name(API_KEY));
    Ok(response)
}

/// `GET /{customer}/integrationconfig/javascript/queueclientConfig.js`: the file of browsers, a
/// script for any page.
///
/// # Errors
/// 404 for an unknown customer or before anything was published, 503 before the store has been
/// read.
pub(in crate::http) async fn browsers(
    State(app): State<SharedAppState>,
    Path(customer): Path<String>,
    parts: Parts,
) -> Result<Response, DownloadRefusal> {
    let found = find(&app, &parts, &customer, |_| Ok(()))?;
    let mut response = file(
        &found.browsers,
        &parts.headers,
        "text/javascript; charset=utf-8",
        CACHE_OF_BROWSERS,
    );
    let headers = response.headers_mut();
    headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
    Ok(response)
}

/// `GET /status/integrationconfig/{customer}`: always refused. The vendor's platform serves the
/// file to any client here.
pub(in crate::http) async fn not_secure() -> DownloadRefusal {
    DownloadRefusal::NotSecure
}

fn find(
    app: &AppState,
    parts: &Parts,
    customer: &str,
    check: impl FnOnce(&Customer) -> Result<(), DownloadRefusal>,
) -> Result<PublishedFiles, DownloadRefusal> {
    if app.readiness.is_starting() {
        return Err(DownloadRefusal::Starting);
    }
    let here = HostOwner::of(parts).is_none_or(|owner| owner.is_customer(customer));
    let config = app.running.config();
    let mut customers = config.customers.iter().filter(|_| here);
    let found = customers.find(|found| found.id.as_str() == customer);
    let found = found.ok_or(DownloadRefusal::UnknownCustomer)?;
    check(found)?;
    let documents = app.running.admin_store().documents();
    let files = app.integrations.files(&documents, &found.id);
    files.ok_or(DownloadRefusal::NothingPublished)
}

fn authorize(app: &AppState, customer: &Customer, parts: &Parts) -> Result<(), DownloadRefusal> {
    let Some(key) = &customer.api_key else {
        return Err(DownloadRefusal::NoKeyConfigured);
    };
    let given = parts.headers.get(API_KEY).ok_or(DownloadRefusal::NoKeyGiven)?;
    let client = RequestClient::of(parts, &app.trusted_proxies).address;
    let now_ms = app.clock.monotonic_ms();
    if app.wrong_api_keys.are_too_many(client, now_ms) {
        return Err(DownloadRefusal::TooManyWrongKeys);
    }
    match key.is(given.as_bytes()) {
        true => Ok(()),
        false => {
            app.wrong_api_keys.note(client, now_ms);
            Err(DownloadRefusal::WrongKey)
        }
    }
}

fn file(file: &PublishedFile, headers: &HeaderMap, content_type: &'static str, cache: HeaderValue) -> Response {
    let mut response = match etag::matches_if_none_match(headers, &file.tag) {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => ([(CONTENT_TYPE, content_type)], file.body.clone()).into_response(),
    };
    response.headers_mut().insert(ETAG, file.tag.clone());
    response.headers_mut().insert(CACHE_CONTROL, cache);
    response
}

impl IntoResponse for DownloadRefusal {
    fn into_response(self) -> Response {
        let (status, text) = match self {
            Self::UnknownCustomer => (StatusCode::NOT_FOUND, "There is no such customer here.\n"),
            Self::NoKeyGiven => (
                StatusCode::UNAUTHORIZED,
                "Send the customer's api_key in the header api-key.\n",
            ),
            Self::WrongKey => (StatusCode::FORBIDDEN, "This is not the customer's api_key.\n"),
            Self::TooManyWrongKeys => (
                StatusCode::TOO_MANY_REQUESTS,
                "Too many wrong keys came from this address. Wait a minute.\n",
            ),
            Self::NoKeyConfigured => (
                StatusCode::FORBIDDEN,
                "This customer has no api_key, so its configuration is not sent to anybody. Give it one.\n",
            ),
            Self::NothingPublished => (
                StatusCode::NOT_FOUND,
                "This customer has not published an integration configuration yet.\n",
            ),
            Self::Starting => (
                StatusCode::SERVICE_UNAVAILABLE,
                "The configurations cannot be read yet. Go on with the one you have, and try again.\n",
            ),
            Self::NotSecure => (
                StatusCode::FORBIDDEN,
                "It is sent to those alone who show a key, at /status/integrationconfig/secure/<customer>.\n",
            ),
        };
        let mut response = (status, text).into_response();
        response
            .headers_mut()
            .insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if self == Self::TooManyWrongKeys {
            response
                .headers_mut()
                .insert(RETRY_AFTER, HeaderValue::from(RETRY_AFTER_SECONDS));
        }
        if self == Self::NoKeyGiven {
            response
                .headers_mut()
                .insert(WWW_AUTHENTICATE, HeaderValue::from_static("ApiKey header=\"api-key\""));
        }
        response
    }
}

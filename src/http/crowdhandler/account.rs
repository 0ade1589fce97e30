//! The customer that a call belongs to: by `x-api-key`, or by the user name of HTTP Basic. On a
//! host that belongs to a customer, no other customer exists.

use std::sync::Arc;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use crowdhandler::{CallUrl, VisitCall};
use http::HeaderMap;
use http::header::AUTHORIZATION;
use http::request::Parts;

use super::API_KEY;
use super::check::VisitCheck;
use super::directory::{Account, Directory};
use crate::http::AppState;
use crate::http::host::HostOwner;
use crate::http::visit::query::Query;

/// The parameter with the public key, in addresses that browsers open.
pub(super) const KEY_PARAMETER: &str = "ch-public-key";
/// The scheme of HTTP Basic; compared without regard to case.
const BASIC: &str = "basic ";

/// The customer that a call belongs to, by the configuration in force when the call arrived.
#[derive(Debug)]
pub(super) struct CallingAccount {
    directory: Arc<Directory>,
    index: usize,
}

impl CallingAccount {
    /// Returns the customer that the request's key names.
    pub(super) fn of(app: &AppState, parts: &Parts) -> Option<Self> {
        Self::with_key(app, parts, &key_of(&parts.headers)?)
    }

    /// Returns the customer of this key.
    pub(super) fn with_key(app: &AppState, parts: &Parts, key: &str) -> Option<Self> {
        Self::here(app, parts, |directory| directory.of_key(key))
    }

    /// Returns the customer of the domain that a page is on.
    pub(super) fn with_domain(app: &AppState, parts: &Parts, url: &CallUrl) -> Option<Self> {
        Self::here(app, parts, |directory| directory.of_url(url))
    }

    /// Returns the customer of a room's slug.
    pub(super) fn with_slug(app: &AppState, parts: &Parts, slug: &str) -> Option<Self> {
        Self::here(app, parts, |directory| directory.of_slug(slug))
    }

    /// Returns the customer that `find` finds, if the customer's rooms answer on the request's
    /// host.
    fn here(app: &AppState, parts: &Parts, find: impl FnOnce(&Directory) -> Option<usize>) -> Option<Self> {
        let directory = app.directory.load_full();
        let index = find(&directory)?;
        let customer = directory.account(index).customer.as_str();
        let is_here = HostOwner::of(parts).is_none_or(|owner| owner.is_customer(customer));
        is_here.then_some(Self { directory, index })
    }

    /// The customer.
    pub(super) fn account(&self) -> &Account {
        self.directory.account(self.index)
    }

    /// The check for a call of the customer; `token`: the visitor's, as received.
    pub(super) fn check<'a>(
        &'a self,
        (app, parts): (&'a AppState, &'a Parts),
        call: &'a VisitCall,
        token: Option<&'a str>,
    ) -> VisitCheck<'a> {
        VisitCheck {
            app,
            parts,
            account: self.account(),
            call,
            token,
        }
    }
}

/// Returns the key that a request was sent with.
pub(in crate::http) fn key_of(headers: &HeaderMap) -> Option<String> {
    if let Some(key) = headers.get(API_KEY) {
        return key.to_str().ok().map(|key| key.trim().to_owned());
    }
    let basic = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, encoded) = basic.split_at_checked(BASIC.len())?;
    if !scheme.eq_ignore_ascii_case(BASIC) {
        return None;
    }
    let pair = String::from_utf8(STANDARD.decode(encoded.trim()).ok()?).ok()?;
    let user = pair.split_once(':').map_or(pair.as_str(), |(user, _)| user);
    Some(user.to_owned())
}

/// Returns the key that a request was sent with, or the one that stands in its address.
pub(super) fn key_of_any(parts: &Parts) -> Option<String> {
    let in_address = || {
        let query = Query::new(parts.uri.query());
        query.get(KEY_PARAMETER).map(str::to_owned)
    };
    key_of(&parts.headers).or_else(in_address)
}

#[cfg(test)]
mod tests {
    use http::HeaderValue;

    use super::*;

    fn key(name: &'static str, value: &str) -> Option<String> {
        let mut headers = HeaderMap::new();
        headers.insert(name, HeaderValue::from_str(value).expect("a header"));
        key_of(&headers)
    }

    #[test]
    fn the_key_comes_in_its_header_or_as_basic_user() {
        assert_eq!(key("x-api-key", " abc ").as_deref(), Some("abc"));
        let basic = format!("bAsIc {}", STANDARD.encode("abc:anything"));
        assert_eq!(key("authorization", &basic).as_deref(), Some("abc"));
        let bare = format!("Basic {}", STANDARD.encode("abc"));
        assert_eq!(key("authorization", &bare).as_deref(), Some("abc"));
        for other in ["Bearer abc", "Basic %%", "Basic", "ä"] {
            let mut headers = HeaderMap::new();
            headers.insert(
                AUTHORIZATION,
                HeaderValue::from_bytes(other.as_bytes()).expect("a header"),
            );
            assert_eq!(key_of(&headers), None, "{other}");
        }
    }
}

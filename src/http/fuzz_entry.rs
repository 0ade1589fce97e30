//! Entry points for the fuzzer (`testing/fuzz_targets`) to private decoders of `http`. The server
//! does not use them.

use http::header::COOKIE;
use http::{HeaderMap, HeaderName, HeaderValue};
use protocol::{MasterKey, PossessionKey};
use serde_json::json;

use crate::http::crowdhandler::{SessionId, is_domain_change, key_of};
use crate::http::visit::cookie::Places;
use crate::http::visit::query::{PARAMETERS_MAX, Query};

/// Reads a `Cookie` header and returns whether it holds places.
///
/// # Panics
/// Panics if the places are read back differently after they are written.
#[must_use]
pub fn places(header: &[u8]) -> bool {
    let Ok(header) = HeaderValue::from_bytes(header) else {
        return false;
    };
    let key = PossessionKey::new(&MasterKey::from_bytes([0; 32]));
    let read = |value: HeaderValue| Places::read(&HeaderMap::from_iter([(COOKIE, value)]), &key);
    let places = read(header);
    assert!(read(places.write(true)).iter().eq(places.iter()));
    places.iter().next().is_some()
}

/// Reads the headers `x-api-key` and `Authorization` of CrowdHandler's API and returns whether
/// there is a key in them. An empty header counts as absent.
#[must_use]
pub fn api_key(key: &[u8], authorization: &[u8]) -> bool {
    let given = [("x-api-key", key), ("authorization", authorization)];
    let headers = given.into_iter().filter(|(_, value)| !value.is_empty());
    let headers =
        headers.filter_map(|(name, value)| Some((HeaderName::from_static(name), HeaderValue::from_bytes(value).ok()?)));
    key_of(&headers.collect()).is_some()
}

/// Reads a session's id of CrowdHandler's private API and returns whether it is one.
///
/// # Panics
/// Panics if the id is read differently after it is written.
#[must_use]
pub fn session_id(text: &str) -> bool {
    let Some(id) = SessionId::read(text) else {
        return false;
    };
    let written = id.to_string();
    assert_eq!(SessionId::read(&written), Some(id));
    true
}

/// Reads a body of CrowdHandler's private API as a change of a domain and returns whether it is
/// one.
///
/// # Panics
/// Panics if the change would set a key that is not a domain's.
#[must_use]
pub fn private_body(body: &[u8]) -> bool {
    let shown = json!({"id": "dom_shop", "rate": 300, "autotune": 0, "maxSessions": null, "checkout": ""});
    is_domain_change(body, &shown)
}

/// Reads a page's query and returns whether it names a room.
///
/// # Panics
/// Panics if a queue id written into the query is not read back, or if writing it loses another
/// parameter.
#[must_use]
pub fn query(raw: &str) -> bool {
    let query = Query::new(Some(raw));
    let _ = (query.target_value("show"), query.kept_but_target().count());
    let with_id = query.with_place("new", None, None);
    let again = Query::new(Some(&with_id));
    assert_eq!(again.get("q"), Some("new"));
    let few = raw.split('&').count() < PARAMETERS_MAX;
    for name in ["c", "e", "t", "cid", "l"] {
        assert!(!few || again.get(name) == query.get(name), "{name} is kept");
    }
    query.get("c").is_some() && query.get("e").is_some()
}

//! Doors for the fuzzer (`testing/fuzz_targets`) to what the edge decodes and keeps to itself. No
//! part of the server.

use http::header::COOKIE;
use http::{HeaderMap, HeaderValue};

use protocol::{MasterKey, PossessionKey};

use crate::http::visit::cookie::Places;
use crate::http::visit::query::{PARAMETERS_MAX, Query};

/// Reads a `Cookie` header; says whether it held places.
///
/// # Panics
/// If what is written is not read the same.
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

/// Reads a page's query; says whether it names a room.
///
/// # Panics
/// If a queue id put into it is not found again, or anything is lost to that.
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

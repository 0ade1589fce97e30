//! Entry points for the fuzzer (`testing/fuzz_targets`) to private decoders of `http`. The server
//! does not use them.

use http::header::COOKIE;
use http::{HeaderMap, HeaderValue};

use protocol::{MasterKey, PossessionKey};

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

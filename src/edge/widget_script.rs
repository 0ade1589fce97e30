//! `GET /script/queueit.min.js`: the script that makes widgets, under the name that pages know it by. The same bytes lie under a name that follows their content, for
//! those who want to keep them for ever or pin them by their hash; `Content-Location` says which name.
//!
//! The fixed name is kept for five minutes and then asked about by its `ETag`. The tag is weak: it is the same for every compression.

use axum::body::Body;
use axum::extract::State;
use http::header::{CACHE_CONTROL, CONTENT_LOCATION, CONTENT_TYPE, ETAG};
use http::{HeaderMap, HeaderValue, Response, StatusCode};

use super::{Assets, SharedEdge, etag, paths};

/// The fixed name's content may change with a release.
const CACHE: HeaderValue = HeaderValue::from_static("public, max-age=300");

/// The handler.
pub(super) async fn get(State(edge): State<SharedEdge>, headers: HeaderMap) -> Response<Body> {
    script(&edge.assets, &headers).unwrap_or_else(|| {
        let mut response = Response::new(Body::from("This server was built without widgets.\n"));
        *response.status_mut() = StatusCode::NOT_FOUND;
        response
    })
}

fn script(assets: &Assets, headers: &HeaderMap) -> Option<Response<Body>> {
    let name = assets.widgets()?;
    let tag = HeaderValue::try_from(format!("W/\"{name}\"")).ok()?;
    let mut response = assets.serve(name, headers)?;
    if etag::is_known(headers, &tag) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        *response.body_mut() = Body::empty();
        response.headers_mut().remove(CONTENT_TYPE);
    }
    let answer = response.headers_mut();
    answer.insert(CACHE_CONTROL, CACHE);
    answer.insert(ETAG, tag);
    answer.insert(CONTENT_LOCATION, HeaderValue::try_from(paths::asset(name)).ok()?);
    Some(response)
}

#[cfg(test)]
mod tests {
    use http::header::{ACCEPT_ENCODING, CONTENT_ENCODING, IF_NONE_MATCH};

    use super::*;

    fn ask(headers: &[(http::HeaderName, &str)]) -> Response<Body> {
        let assets = Assets::with_widgets("queueit.0f.js", b"widgets()", b"brotli of it");
        let headers = headers.iter().map(|(name, value)| {
            let value = HeaderValue::from_str(value).expect("a header");
            (name.clone(), value)
        });
        script(&assets, &headers.collect()).expect("there is a script")
    }

    #[test]
    fn it_is_kept_for_a_while_and_used_by_pages_of_any_origin() {
        let response = ask(&[(ACCEPT_ENCODING, "br")]);
        let header = |name: &str| response.headers()[name].to_str().expect("ASCII");
        assert_eq!(header("cache-control"), "public, max-age=300");
        assert_eq!(header("content-location"), "/assets/queueit.0f.js");
        assert_eq!(header("access-control-allow-origin"), "*");
        assert_eq!(header("cross-origin-resource-policy"), "cross-origin");
        assert_eq!(header("content-encoding"), "br");
        assert_eq!(header("vary"), "accept-encoding");
        assert!(!ask(&[]).headers().contains_key(CONTENT_ENCODING));
    }

    #[test]
    fn who_has_it_is_not_sent_it_again() {
        let tag = ask(&[]).headers()[ETAG].to_str().expect("ASCII").to_owned();
        let again = ask(&[(IF_NONE_MATCH, &format!("\"other\", {tag}"))]);
        assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
        assert_eq!(again.headers()[ETAG].to_str().ok(), Some(tag.as_str()));
        assert_eq!(ask(&[(IF_NONE_MATCH, "W/\"queueit.00.js\"")]).status(), StatusCode::OK);
    }

    #[test]
    fn a_server_built_without_it_says_so() {
        assert!(script(&Assets::default(), &HeaderMap::new()).is_none());
    }
}

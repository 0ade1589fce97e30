//! Serves this server's scripts for pages of other sites. Each script has a fixed name, which pages
//! use, and is also available under a name with a hash of its content, for sites that cache it
//! indefinitely or pin its hash; `Content-Location` contains that name.
//!
//! The fixed name is cached for five minutes and then revalidated by its `ETag`. The tag is weak:
//! all compressions share it.

use axum::body::Body;
use http::header::{CACHE_CONTROL, CONTENT_LOCATION, CONTENT_TYPE, ETAG};
use http::{HeaderMap, HeaderValue, Response, StatusCode};

use super::assets::Assets;
use super::etag;
use crate::http::paths;

/// A release may change the content under the fixed name.
const CACHE: HeaderValue = HeaderValue::from_static("public, max-age=300");

/// Answers with the script of this name, or with 404.
pub(in crate::http) fn serve(assets: &Assets, name: &str, headers: &HeaderMap) -> Response<Body> {
    script(assets, name, headers).unwrap_or_else(|| {
        let mut response = Response::new(Body::from(
            "There is no such script, or this server was built without it.\n",
        ));
        *response.status_mut() = StatusCode::NOT_FOUND;
        response
    })
}

fn script(assets: &Assets, name: &str, headers: &HeaderMap) -> Option<Response<Body>> {
    let name = assets.script(name)?;
    let tag = HeaderValue::try_from(format!("W/\"{name}\"")).ok()?;
    let mut response = assets.serve(name, headers)?;
    if etag::matches_if_none_match(headers, &tag) {
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
        let assets = Assets::with_script("queueit", "queueit.0f.js", b"widgets()", b"brotli of it");
        let headers = headers.iter().map(|(name, value)| {
            let value = HeaderValue::from_str(value).expect("a header");
            (name.clone(), value)
        });
        script(&assets, "queueit", &headers.collect()).expect("there is a script")
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

    #[tokio::test]
    async fn clients_without_brotli_get_gzip() {
        let script = b"widgets();".repeat(100);
        let assets = Assets::with_script("queueit", "queueit.0f.js", script.leak(), b"brotli of it");
        for (accepted, coding) in [
            ("gzip", "gzip"),
            ("gzip;q=0, br", "br"),
            ("deflate", ""),
            ("br;q=0, gzip", "gzip"),
        ] {
            let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(accepted))]);
            let response = super::script(&assets, "queueit", &headers).expect("there is a script");
            let header = |name: &http::HeaderName| response.headers().get(name).map(HeaderValue::as_bytes);
            let encoding = header(&CONTENT_ENCODING).unwrap_or_default();
            assert_eq!(encoding, coding.as_bytes(), "{accepted}");
            assert_eq!(header(&http::header::VARY), Some(&b"accept-encoding"[..]));
            assert_eq!(
                header(&ETAG),
                Some(&b"W/\"queueit.0f.js\""[..]),
                "all codings share the weak tag"
            );
            if coding == "gzip" {
                let body = axum::body::to_bytes(response.into_body(), 1_000).await.expect("a body");
                assert!(body.len() < 100, "{}", body.len());
                let mut read = String::new();
                let mut gzip = flate2::read::GzDecoder::new(&*body);
                std::io::Read::read_to_string(&mut gzip, &mut read).expect("gzip");
                assert_eq!(read, "widgets();".repeat(100));
            }
        }
    }

    #[test]
    fn clients_that_have_the_file_do_not_get_it_again() {
        let tag = ask(&[]).headers()[ETAG].to_str().expect("ASCII").to_owned();
        // A proxy may make the tag strong; `*` stands for any tag.
        let strong = tag.replace("W/", "");
        for known in [&format!("\"other\", {tag}"), &strong, "*"] {
            let again = ask(&[(IF_NONE_MATCH, known)]);
            assert_eq!(again.status(), StatusCode::NOT_MODIFIED, "{known}");
            assert_eq!(again.headers()[ETAG].to_str().ok(), Some(tag.as_str()));
        }
        assert_eq!(ask(&[(IF_NONE_MATCH, "W/\"queueit.00.js\"")]).status(), StatusCode::OK);
    }

    #[test]
    fn there_are_no_others() {
        assert!(script(&Assets::default(), "queueit", &HeaderMap::new()).is_none());
    }
}

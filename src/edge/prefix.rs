//! `[server] path_prefix`: connectors that are told a path prefix write `https://<host>/queue/?c=…` and `/queue/cancel/…`. Such requests are served as if the prefix were not
//! there. Every link of ours leads to the bare path on the same host, so the host has to be the waiting room's own, with or without a prefix; what shares a host with a site
//! is not served by this.

use axum::Router;
use axum::extract::Request;
use http::Uri;
use http::uri::PathAndQuery;
use tower::util::MapRequest;

use crate::config::PathPrefix;

/// The router for both spellings.
pub(super) fn with_prefix(router: Router, prefix: PathPrefix) -> Router {
    // Around the router, since within it routes are chosen already.
    let service = MapRequest::new(router, move |mut request: Request| {
        if let Some(uri) = without_prefix(request.uri(), prefix.as_str()) {
            *request.uri_mut() = uri;
        }
        request
    });
    Router::new().fallback_service(service)
}

/// The address behind the prefix; `None` where it has none.
fn without_prefix(uri: &Uri, prefix: &str) -> Option<Uri> {
    let path = uri.path().strip_prefix(prefix)?;
    let path = match path {
        "" => "/",
        path if path.starts_with('/') => path,
        // Only begins with the same letters.
        _ => return None,
    };
    let query = uri.query().map(|query| format!("?{query}")).unwrap_or_default();
    let mut parts = uri.clone().into_parts();
    parts.path_and_query = Some(PathAndQuery::try_from(format!("{path}{query}")).ok()?);
    Uri::from_parts(parts).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_prefix_goes_and_all_else_stays() {
        let bare = |uri: &str| without_prefix(&uri.parse().expect("an address"), "/queue").map(|uri| uri.to_string());
        for (uri, served) in [
            ("/queue/?c=demo&e=sale", Some("/?c=demo&e=sale")),
            ("/queue?c=demo&e=sale", Some("/?c=demo&e=sale")),
            ("/queue/cancel/demo/sale?r=x%2F", Some("/cancel/demo/sale?r=x%2F")),
            ("https://queue.example/queue/", Some("https://queue.example/")),
            ("/queue//evil.example/", Some("//evil.example/")),
            ("/?c=demo", None),
            ("/queues/?c=demo", None),
            ("/error/queue/", None),
        ] {
            assert_eq!(bare(uri).as_deref(), served, "{uri}");
        }
    }
}

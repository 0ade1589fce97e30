//! `[server] path_prefix`: connectors and apps that are told a path prefix write
//! `https://<host>/queue/?c=…` and `/queue/cancel/…`. Such requests are served as if the prefix
//! were not there, and every link to a page of ours in their answers has it again: an app's web
//! view takes addresses of the same host without it for another site's. Files and polls of a page
//! are asked for without it, so the host has to be the waiting room's own; what shares a host with
//! a site is not served by this.
//!
//! The prefix of the request at hand is kept beside its task, so that no builder of links has to be
//! handed it.

use axum::Router;
use axum::extract::Request;
use http::Uri;
use http::uri::PathAndQuery;
use tower::{ServiceExt, service_fn};

use crate::config::PathPrefix;

tokio::task_local! {
    static ASKED_UNDER: PathPrefix;
}

/// The router for both spellings.
pub(super) fn with_prefix(router: Router, prefix: PathPrefix) -> Router {
    // Around the router, since within it routes are chosen already.
    let service = service_fn(move |mut request: Request| {
        let (router, prefix) = (router.clone(), prefix.clone());
        async move {
            match without_prefix(request.uri(), prefix.as_str()) {
                Some(uri) => {
                    *request.uri_mut() = uri;
                    ASKED_UNDER.scope(prefix, router.oneshot(request)).await
                }
                None => router.oneshot(request).await,
            }
        }
    });
    Router::new().fallback_service(service)
}

/// A path of ours as the request at hand spells it: under the prefix if it came under it.
#[must_use]
pub(super) fn here(path: &str) -> String {
    ASKED_UNDER
        .try_with(|prefix| format!("{}{path}", prefix.as_str()))
        .unwrap_or_else(|_| path.to_owned())
}

/// Whether the request at hand came under the prefix.
#[must_use]
pub(super) fn is_asked() -> bool {
    ASKED_UNDER.try_with(|_| ()).is_ok()
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

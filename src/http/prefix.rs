//! `[server] path_prefix`: connectors and apps that are configured with a path prefix use
//! `https://<host>/queue/?c=…` and `/queue/cancel/…`. Such requests are served as if they had no
//! prefix, and all links to this server's pages in the answers carry it again: the web view of an
//! app treats addresses of the same host without the prefix as addresses of another site. Pages
//! request their files and polls without the prefix, so the host must belong to the waiting room
//! alone; sharing a host with a site is not supported.
//!
//! The prefix of the current request is kept in a task-local variable, so that link builders need
//! no extra argument.

use std::mem;

use axum::extract::{OriginalUri, Request};
use http::Uri;
use http::uri::PathAndQuery;

use crate::config::PathPrefix;

tokio::task_local! {
    static CURRENT_PREFIX: PathPrefix;
}

/// Removes the prefix from the request's address, and stores the original address; returns whether
/// the request had the prefix.
pub(super) fn strip(prefix: &PathPrefix, request: &mut Request) -> bool {
    let Some(uri) = without_prefix(request.uri(), prefix.as_str()) else {
        return false;
    };
    let original = mem::replace(request.uri_mut(), uri);
    request.extensions_mut().insert(OriginalUri(original));
    true
}

/// Answers a request that had the prefix.
pub(super) async fn with_prefix<F: Future>(prefix: &PathPrefix, answer: F) -> F::Output {
    CURRENT_PREFIX.scope(prefix.clone(), answer).await
}

/// Returns a path of this server as the current request spells it: with the prefix if the request
/// has it.
#[must_use]
pub(super) fn prefixed(path: &str) -> String {
    let mut link = String::new();
    push_prefixed(&mut link, path);
    link
}

/// Appends [`prefixed`] to a link.
pub(super) fn push_prefixed(link: &mut String, path: &str) {
    _ = CURRENT_PREFIX.try_with(|prefix| link.push_str(prefix.as_str()));
    link.push_str(path);
}

/// Returns whether the current request has the prefix.
#[must_use]
pub(super) fn is_prefixed() -> bool {
    CURRENT_PREFIX.try_with(|_| ()).is_ok()
}

/// Returns the address without the prefix; `None` if it does not begin with the prefix.
fn without_prefix(uri: &Uri, prefix: &str) -> Option<Uri> {
    let path = uri.path().strip_prefix(prefix)?;
    let path = match path {
        "" => "/",
        path if path.starts_with('/') => path,
        // Another path that begins with the same characters.
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

//! The settings of a whole site, independent of its rooms.

use std::sync::Arc;

use client_address::TrustedProxies;
use http::Method;
use http::request::Parts;
use protocol::redirect::Scheme;
use protocol::{CustomerId, SecretKey};

use crate::ajax;
use crate::browser_url;
use crate::clock::{Clock, SystemClock};
use crate::failure::OnFailure;
use crate::replay::UsedTokens;
use crate::timings::PageTimes;
use crate::visitor::Newcomer;

type Predicate = Arc<dyn Fn(&Parts) -> bool + Send + Sync>;
type TokenMaker = Arc<dyn Fn(&Newcomer<'_>) -> Option<String> + Send + Sync>;

/// A site's validated settings.
#[derive(Clone)]
pub(crate) struct Site {
    pub(crate) customer: CustomerId,
    pub(crate) secret: SecretKey,
    pub(crate) site_scheme: Scheme,
    pub(crate) trusted_proxies: TrustedProxies,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) on_failure: OnFailure,
    pub(crate) protects: Predicate,
    pub(crate) unprotected_prefixes: Vec<String>,
    pub(crate) enqueue_token: Option<TokenMaker>,
    pub(crate) used_tokens: UsedTokens,
    pub(crate) page_times: Option<PageTimes>,
}

impl Site {
    pub(crate) fn new(customer: CustomerId, secret: SecretKey, protects: fn(&Parts) -> bool) -> Self {
        Self {
            customer,
            secret,
            site_scheme: Scheme::Http,
            trusted_proxies: TrustedProxies::default(),
            clock: Arc::new(SystemClock),
            on_failure: OnFailure::default(),
            protects: Arc::new(protects),
            unprotected_prefixes: Vec::new(),
            enqueue_token: None,
            used_tokens: UsedTokens::default(),
            page_times: None,
        }
    }

    /// Returns whether the connector judges this request.
    pub(crate) fn protects(&self, parts: &Parts) -> bool {
        let path = browser_url::path_and_query(parts).split('?').next().unwrap_or_default();
        !self.unprotected_prefixes.iter().any(|prefix| is_within(path, prefix)) && (self.protects)(parts)
    }
}

/// Returns whether the request is for a page or by a page's script, and can thus be redirected away
/// and back.
pub(crate) fn is_page_or_script(parts: &Parts) -> bool {
    parts.method == Method::GET || (is_content_request(parts) && ajax::page(&parts.headers).is_some())
}

/// Returns whether the request asks for content, rather than about it.
pub(crate) fn is_content_request(parts: &Parts) -> bool {
    !matches!(parts.method, Method::HEAD | Method::OPTIONS)
}

/// Returns whether the path equals the prefix or is below it; `/static` does not include
/// `/statics`.
fn is_within(path: &str, prefix: &str) -> bool {
    let rest = path.strip_prefix(prefix.trim_end_matches('/'));
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_prefix_covers_whole_segments() {
        for (path, prefix, within) in [
            ("/static", "/static", true),
            ("/static/a.css", "/static", true),
            ("/static/a.css", "/static/", true),
            ("/statics", "/static", false),
            ("/", "/static", false),
        ] {
            assert_eq!(is_within(path, prefix), within, "{path} {prefix}");
        }
    }
}

//! Determines which page or person made a browser send a request: by Fetch Metadata
//! (`Sec-Fetch-*`), else by `Origin`, else by `Referer`. Browsers send Fetch Metadata over https
//! and to the same machine only.
//!
//! A request without any of them does not say who made it. If it is a GET of a browser, that can be
//! a page of any site: over plain http, one that hides its `Referer` ([`Initiator::Unsaid`]).
//! Browsers say which languages their user reads; a request without that is made by another program
//! ([`Initiator::Program`]). A POST is not from a page that hides, because browsers send `Origin`
//! with every POST, `null` for such a page.
//!
//! Another module (`cross_origin`) decides which pages may read an answer.

use http::HeaderMap;
use http::header::{ACCEPT_LANGUAGE, HeaderName, ORIGIN, REFERER};
use http::request::Parts;
use url::Url;

use crate::config::RoomDefinition;
use crate::http::AppState;
use crate::http::infra::client::{BrowserScheme, authority_of};
use crate::target::is_page_of;

/// The relation between the host of the page that made the request and this host.
const SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
/// The purpose of the answer.
const DESTINATION: HeaderName = HeaderName::from_static("sec-fetch-dest");
/// Headers that mark speculative requests (prefetch, prerender): the current name and its
/// predecessors.
const PURPOSES: [HeaderName; 3] = [
    HeaderName::from_static("sec-purpose"),
    HeaderName::from_static("purpose"),
    HeaderName::from_static("x-moz"),
];

/// The page or the person behind a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::http) enum Initiator {
    /// A page of the requested host.
    OurOwn,
    /// The visitor: the address bar, a bookmark, a link in an app.
    Visitor,
    /// A page of another host.
    Other {
        /// Whether the page claims to belong to the room's own site.
        is_of_room: bool,
        /// Whether the browser counts that host as the same site as this one.
        is_same_site: bool,
    },
    /// A program that is no browser: no page made the request, and cookies are its own.
    Program,
    /// A browser does not say. If the request is a GET, a page of any site can have made it.
    Unsaid,
}

impl Initiator {
    /// Determines the initiator of a request to a room.
    pub(in crate::http) fn of(parts: &Parts, app: &AppState, room: &RoomDefinition) -> Self {
        let headers = &parts.headers;
        let page = InitiatorPage::of(headers);
        let is_of_room = || matches!(&page, InitiatorPage::At(page) if app.is_allowed(parts, room, page));
        match site(headers) {
            Some("same-origin") => Self::OurOwn,
            Some("none") => Self::Visitor,
            Some(site) => Self::Other {
                is_of_room: is_of_room(),
                is_same_site: site == "same-site",
            },
            None => match &page {
                InitiatorPage::Unsaid if headers.contains_key(ACCEPT_LANGUAGE) => Self::Unsaid,
                InitiatorPage::Unsaid => Self::Program,
                InitiatorPage::At(page) if is_own(app.addressed(parts), page) => Self::OurOwn,
                InitiatorPage::At(_) | InitiatorPage::Hidden => Self::Other {
                    is_of_room: is_of_room(),
                    is_same_site: false,
                },
            },
        }
    }
}

impl AppState {
    /// Returns whether a page at this address may act on behalf of a room's visitors: whether it
    /// belongs to the room's own site. If the request came over https, only https pages count,
    /// unless the room's own target is http.
    pub(in crate::http) fn is_allowed(&self, parts: &Parts, room: &RoomDefinition, page: &Url) -> bool {
        let over_https = self.browser_scheme(parts) == BrowserScheme::Https;
        is_page_of(&room.target_url, &room.target_hosts, page, over_https)
    }

    /// Returns whether a page of this server, or the visitor, made the request, and no page of
    /// another origin.
    ///
    /// A request without any of the headers counts as the visitor's. That holds for POST, with
    /// which browsers send `Origin` even over plain http: a program without the header has its
    /// user's cookies and no others. It does not hold for GET, so a GET that changes something
    /// needs more than this: a tag that no other page knows, or an [`Initiator`] other than
    /// [`Initiator::Unsaid`].
    pub(in crate::http) fn is_our_own(&self, parts: &Parts) -> bool {
        is_from_us(parts, || self.addressed(parts))
    }

    /// Returns the scheme by which the browser sent the request. One that a trusted proxy does not
    /// name is that of the address which the operator names.
    fn browser_scheme(&self, parts: &Parts) -> BrowserScheme {
        let named = self.names_public_url.then_some(&self.public_url);
        BrowserScheme::of(parts, &self.trusted_proxies).or_that_of(named)
    }

    fn addressed<'p>(&self, parts: &'p Parts) -> Addressed<'p> {
        (self.browser_scheme(parts), authority_of(parts, &self.trusted_proxies))
    }
}

/// The scheme and the authority to which the browser sent a request.
type Addressed<'p> = (BrowserScheme, Option<&'p str>);

fn is_from_us<'p>(parts: &'p Parts, addressed: impl FnOnce() -> Addressed<'p>) -> bool {
    match site(&parts.headers) {
        Some(site) => matches!(site, "same-origin" | "none"),
        None => match InitiatorPage::of(&parts.headers) {
            InitiatorPage::Unsaid => true,
            InitiatorPage::Hidden => false,
            InitiatorPage::At(origin) => is_own(addressed(), &origin),
        },
    }
}

/// Returns whether the request is speculative: a prefetch or a prerender, which no person has
/// requested yet.
pub(in crate::http) fn is_speculative(headers: &HeaderMap) -> bool {
    let mut purposes = PURPOSES.into_iter().flat_map(|name| headers.get_all(name));
    purposes.any(|purpose| {
        let purpose = purpose.as_bytes().to_ascii_lowercase();
        ["prefetch", "prerender", "preview"]
            .iter()
            .any(|word| purpose.windows(word.len()).any(|part| part == word.as_bytes()))
    })
}

/// Returns whether no person requested the answer as a page: it is part of another page (an image,
/// a frame, a script, a request of a script of another origin), or speculative. Such a request
/// creates no place. A page of this server can send requests in the background.
pub(in crate::http) fn is_unasked(headers: &HeaderMap) -> bool {
    let is_part = match destination(headers) {
        None | Some("document") => false,
        Some("empty") => is_from_another_host(headers),
        Some(_) => true,
    };
    is_part || is_speculative(headers)
}

/// Returns the purpose of the answer, if the browser names it: `document`, `image`, `iframe`,
/// `script`.
pub(in crate::http) fn destination(headers: &HeaderMap) -> Option<&str> {
    text(headers, &DESTINATION)
}

/// Returns whether a page of another host made the request.
pub(in crate::http) fn is_from_another_host(headers: &HeaderMap) -> bool {
    site(headers).is_some_and(|site| !matches!(site, "same-origin" | "none"))
}

/// Returns whether a browser says that a page of this server made the request, so that the browser
/// has loaded one before.
pub(in crate::http) fn is_from_our_page(headers: &HeaderMap) -> bool {
    site(headers) == Some("same-origin")
}

/// Returns the page that made the request, or its origin, if the browser names it.
pub(in crate::http) fn initiating_page(headers: &HeaderMap) -> Option<Url> {
    match InitiatorPage::of(headers) {
        InitiatorPage::At(page) => Some(page),
        InitiatorPage::Unsaid | InitiatorPage::Hidden => None,
    }
}

fn site(headers: &HeaderMap) -> Option<&str> {
    text(headers, &SITE)
}

/// Returns a header's value. An unreadable value counts as present, and matches no trusted value.
fn text<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h str> {
    Some(headers.get(name)?.to_str().unwrap_or("unreadable"))
}

/// The page that claims to have made the request.
enum InitiatorPage {
    /// No header names one.
    Unsaid,
    /// A header is present and names no page, such as `Origin: null`.
    Hidden,
    At(Url),
}

impl InitiatorPage {
    /// Reads the first of the two headers that is present. More than one line of it counts as
    /// hidden: a browser sends one.
    fn of(headers: &HeaderMap) -> Self {
        let values = [ORIGIN, REFERER].map(|name| headers.get_all(name).iter().collect::<Vec<_>>());
        let Some(lines) = values.iter().find(|lines| !lines.is_empty()) else {
            return Self::Unsaid;
        };
        let [value] = lines[..] else {
            return Self::Hidden;
        };
        let page = value.to_str().ok().and_then(|text| Url::parse(text).ok());
        page.map_or(Self::Hidden, Self::At)
    }
}

/// Returns whether a page has the origin that the browser requested: scheme, host and port, as the
/// Fetch standard compares them. Where the scheme is unknown, a page of either scheme counts: to
/// serve one under this host, somebody has to own the name or the network between, who can then do
/// without a forged request.
fn is_own((browser_scheme, authority): Addressed<'_>, page: &Url) -> bool {
    let scheme = page.scheme();
    let is_scheme = match browser_scheme {
        BrowserScheme::Https => scheme == "https",
        BrowserScheme::Http => scheme == "http",
        BrowserScheme::Unsaid => matches!(scheme, "http" | "https"),
    };
    let Some(authority) = authority.filter(|_| is_scheme) else {
        return false;
    };
    // The standard port of a scheme is the same with and without its number.
    let here = Url::parse(&format!("{scheme}://{authority}"));
    here.is_ok_and(|here| here.origin() == page.origin())
}

#[cfg(test)]
mod tests {
    use std::net::SocketAddr;

    use axum::extract::ConnectInfo;
    use client_address::TrustedProxies;
    use http::HeaderValue;

    use super::*;

    fn parts(headers: &[(&str, &str)]) -> Parts {
        let request = http::Request::post("/move").header("host", "queue.example:8443");
        let request = headers
            .iter()
            .fold(request, |request, (name, value)| request.header(*name, *value));
        request.body(()).expect("a request").into_parts().0
    }

    fn is_ours(headers: &[(&str, &str)]) -> bool {
        is_ours_behind(&TrustedProxies::default(), &parts(headers))
    }

    fn is_ours_behind(trusted: &TrustedProxies, parts: &Parts) -> bool {
        let scheme = BrowserScheme::of(parts, trusted);
        is_from_us(parts, || (scheme, authority_of(parts, trusted)))
    }

    #[test]
    fn only_our_own_pages_send_our_forms() {
        assert!(is_ours(&[("sec-fetch-site", "same-origin"), ("origin", "null")]));
        assert!(is_ours(&[("sec-fetch-site", "none")]));
        assert!(!is_ours(&[("sec-fetch-site", "same-site")]));
        assert!(!is_ours(&[
            ("sec-fetch-site", "cross-site"),
            ("origin", "https://queue.example:8443")
        ]));
        assert!(is_ours(&[("origin", "http://queue.example:8443")]));
        assert!(is_ours(&[("referer", "http://queue.example:8443/?c=demo")]));
        for foreign in [
            "http://queue.example",
            "https://queue.example:8443",
            "http://evil.example:8443",
            "null",
            "",
            "http://queue.example:8443.evil.example",
        ] {
            assert!(!is_ours(&[("origin", foreign)]), "{foreign}");
        }
        assert!(is_ours(&[]));
    }

    #[test]
    fn a_page_of_ours_has_the_scheme_that_the_browser_used() {
        let trusted: TrustedProxies = ["10.0.0.0/8".parse().expect("a network")].into_iter().collect();
        let proto = |value| vec![("x-forwarded-proto", value)];
        let (stranger, proxy) = ([192, 0, 2, 1], [10, 0, 0, 1]);
        let cases = [
            (stranger, vec![], (true, false)),
            (stranger, proto("http"), (true, false)),
            (stranger, proto("https"), (true, false)),
            (stranger, vec![("forwarded", "proto=https")], (true, false)),
            (proxy, vec![], (true, true)),
            (proxy, proto("http"), (true, false)),
            (proxy, proto("https"), (false, true)),
            (proxy, vec![("forwarded", "for=192.0.2.7;proto=https")], (false, true)),
            (proxy, proto("gopher"), (true, true)),
        ];
        for (peer, said, expected) in cases {
            let is_ours = |origin| {
                let mut parts = parts(&[&[("origin", origin)], said.as_slice()].concat());
                let peer = ConnectInfo(SocketAddr::from((peer, 4711)));
                parts.extensions.insert(peer);
                is_ours_behind(&trusted, &parts)
            };
            let ours = (
                is_ours("http://queue.example:8443"),
                is_ours("https://queue.example:8443"),
            );
            assert_eq!(ours, expected, "{peer:?} {said:?}");
        }
        let over_tls = |host: &'static str, origin| {
            let mut parts = parts(&[("origin", origin)]);
            parts.headers.insert("host", HeaderValue::from_static(host));
            parts.extensions.insert(crate::http::OverTls);
            is_ours_behind(&TrustedProxies::default(), &parts)
        };
        for (host, origin) in [
            ("queue.example:8443", "https://queue.example:8443"),
            ("queue.example:443", "https://queue.example"),
            ("Queue.example", "https://queue.example:443"),
        ] {
            assert!(over_tls(host, origin), "{host} {origin}");
        }
        for (host, origin) in [
            ("queue.example:8443", "http://queue.example:8443"),
            ("queue.example:80", "https://queue.example"),
            ("queue.example", "http://queue.example"),
        ] {
            assert!(!over_tls(host, origin), "{host} {origin}");
        }
    }

    #[test]
    fn a_part_of_a_page_is_no_visit() {
        let asks = |destination: &str, site: &str| {
            is_unasked(&parts(&[("sec-fetch-dest", destination), ("sec-fetch-site", site)]).headers)
        };
        for site in ["none", "same-origin", "same-site", "cross-site"] {
            assert!(!asks("document", site), "a person follows a link: {site}");
            for part in [
                "image", "iframe", "frame", "object", "embed", "script", "style", "video", "worker",
            ] {
                assert!(asks(part, site), "{part} from {site}");
            }
        }
        assert!(!asks("empty", "same-origin"), "a page of ours tries again");
        assert!(asks("empty", "cross-site") && asks("empty", "same-site"));
        assert!(is_unasked(
            &parts(&[("sec-purpose", "prefetch;prerender"), ("sec-fetch-dest", "document")]).headers
        ));
        assert!(!is_unasked(&parts(&[]).headers), "a client that is no current browser");
    }

    #[test]
    fn what_nobody_asked_for_yet_is_known_by_each_browsers_header() {
        for (name, value) in [
            ("sec-purpose", "prefetch"),
            ("sec-purpose", "prefetch;prerender"),
            ("sec-purpose", "Prefetch; anonymous-client-ip"),
            ("purpose", "prefetch"),
            ("x-moz", "prefetch"),
            ("purpose", "preview"),
        ] {
            assert!(is_speculative(&parts(&[(name, value)]).headers), "{name}: {value}");
        }
        assert!(!is_speculative(&parts(&[("sec-purpose", "")]).headers));
        assert!(!is_speculative(&parts(&[]).headers));
    }
}

//! Determines which page or person made a browser send a request: by Fetch Metadata
//! (`Sec-Fetch-*`), else by `Origin`, else by `Referer`. A request without any of them comes from
//! no current browser and carries no cookies but its sender's own, so it counts as intended. One
//! case escapes: a browser without Fetch Metadata on a page that hides its `Referer`.
//!
//! Another module (`cross_origin`) decides which pages may read an answer.

use client_address::TrustedProxies;
use http::HeaderMap;
use http::header::{HeaderName, ORIGIN, REFERER};
use http::request::Parts;
use url::{Position, Url};

use crate::config::RoomDefinition;
use crate::http::infra::client::{RequestClient, authority_of};
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
    /// The request does not say.
    Unsaid,
}

impl Initiator {
    /// Determines the initiator of a request to a room.
    pub(in crate::http) fn of(parts: &Parts, trusted: &TrustedProxies, room: &RoomDefinition) -> Self {
        let headers = &parts.headers;
        let page = InitiatorPage::of(headers);
        let is_of_room = || matches!(&page, InitiatorPage::At(page) if is_allowed(parts, trusted, room, page));
        match site(headers) {
            Some("same-origin") => Self::OurOwn,
            Some("none") => Self::Visitor,
            Some(site) => Self::Other {
                is_of_room: is_of_room(),
                is_same_site: site == "same-site",
            },
            None => match &page {
                InitiatorPage::Unsaid => Self::Unsaid,
                InitiatorPage::At(page) if is_own(parts, trusted, page) => Self::OurOwn,
                InitiatorPage::At(_) | InitiatorPage::Hidden => Self::Other {
                    is_of_room: is_of_room(),
                    is_same_site: false,
                },
            },
        }
    }
}

/// Returns whether a page at this address may act on behalf of a room's visitors: whether it
/// belongs to the room's own site. If the request came over https, only https pages count, unless
/// the room's own target is http.
pub(in crate::http) fn is_allowed(parts: &Parts, trusted: &TrustedProxies, room: &RoomDefinition, page: &Url) -> bool {
    let over_https = RequestClient::of(parts, trusted).https;
    is_page_of(&room.target_url, &room.target_hosts, page, over_https)
}

/// Returns whether a page of this server sent a form, according to the browser's headers. All
/// current browsers send them with every POST; a request without them comes from no browser and
/// carries no visitor's cookies.
pub(in crate::http) fn is_our_own(parts: &Parts, trusted: &TrustedProxies) -> bool {
    match site(&parts.headers) {
        Some(site) => matches!(site, "same-origin" | "none"),
        None => match InitiatorPage::of(&parts.headers) {
            InitiatorPage::Unsaid => true,
            InitiatorPage::Hidden => false,
            InitiatorPage::At(origin) => is_own(parts, trusted, &origin),
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

/// Returns whether a page's host and port are those of the request. A page that came over http
/// sends nothing to https, because somebody else could have written it. A page that came over https
/// can send to http: a proxy that is not trusted may terminate https.
fn is_own(parts: &Parts, trusted: &TrustedProxies, page: &Url) -> bool {
    let authority = &page[Position::BeforeHost..Position::AfterPort];
    let is_here = !authority.is_empty() && authority_of(parts, trusted) == Some(authority);
    is_here && (page.scheme() == "https" || !RequestClient::of(parts, trusted).https)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(headers: &[(&str, &str)]) -> Parts {
        let request = http::Request::post("/move").header("host", "queue.example:8443");
        let request = headers
            .iter()
            .fold(request, |request, (name, value)| request.header(*name, *value));
        request.body(()).expect("a request").into_parts().0
    }

    fn is_ours(headers: &[(&str, &str)]) -> bool {
        is_our_own(&parts(headers), &TrustedProxies::default())
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
        assert!(is_ours(&[("origin", "https://queue.example:8443")]));
        assert!(
            is_ours(&[("origin", "http://queue.example:8443")]),
            "a proxy speaks https for us"
        );
        let over_https = |origin| {
            let mut parts = parts(&[("origin", origin)]);
            parts.extensions.insert(crate::http::OverTls);
            is_our_own(&parts, &TrustedProxies::default())
        };
        assert!(over_https("https://queue.example:8443") && !over_https("http://queue.example:8443"));
        for foreign in [
            "https://queue.example",
            "https://evil.example:8443",
            "null",
            "",
            "https://queue.example:8443.evil.example",
        ] {
            assert!(!is_ours(&[("origin", foreign)]), "{foreign}");
        }
        assert!(is_ours(&[]));
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

//! The cookie by which a browser without scripts remembers that its visitor is leaving the line:
//! `anteroom_leaving_<8 digits>`, with the time of the answer, or with `undone` once the visitor
//! has undone it.
//!
//! The link that ends leaving acts only while the cookie names the link's time. Therefore "Undo"
//! revokes the link on every node, and a later answer revokes the link of an earlier one. The
//! cookie carries no tag, because the link has one: a forged cookie only makes its own visitor
//! answer the question again, or revokes nothing. A browser without cookies cannot remember any of
//! this ([`LeavingMemory::NoCookies`]).

use admission::WallMs;
use http::{HeaderMap, HeaderValue};
use protocol::QueueId;

use crate::http::visit::cookie::{cookie, name_of, pairs, returns_cookies};

/// Lifetime, seconds: that of the link.
pub(super) const LIFETIME_SECONDS: u64 = 120;
/// The prefix of the name; 8 hex digits of the id follow.
const PREFIX: &str = "anteroom_leaving_";
/// The value after leaving was undone.
const UNDONE: &str = "undone";

/// The state of leaving as the holder's browser remembers it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LeavingMemory {
    /// The visitor said at this time to leave.
    Begun(WallMs),
    /// The visitor has undone it, or the cookie has ended.
    Undone,
    /// The browser keeps no cookies.
    NoCookies,
}

impl LeavingMemory {
    /// Reads what a browser remembers about a place.
    pub(super) fn read(headers: &HeaderMap, id: &QueueId) -> Self {
        match value(headers, id) {
            Some(value) => value.parse().map_or(Self::Undone, |at| Self::Begun(WallMs(at))),
            None if returns_cookies(headers) => Self::Undone,
            None => Self::NoCookies,
        }
    }
}

/// Returns the `Set-Cookie` header by which the browser remembers the time of the answer.
pub(super) fn begin(id: &QueueId, asked_at: WallMs, secure: bool) -> HeaderValue {
    cookie(&name_of(PREFIX, id), &asked_at.0.to_string(), LIFETIME_SECONDS, secure)
}

/// Returns the `Set-Cookie` header by which the browser remembers that leaving was undone.
pub(super) fn undo(id: &QueueId, secure: bool) -> HeaderValue {
    cookie(&name_of(PREFIX, id), UNDONE, LIFETIME_SECONDS, secure)
}

/// Returns the `Set-Cookie` header that deletes the cookie of a place that was given up, if the
/// browser has one.
pub(super) fn forget(headers: &HeaderMap, id: &QueueId, secure: bool) -> Option<HeaderValue> {
    value(headers, id).map(|_| cookie(&name_of(PREFIX, id), "", 0, secure))
}

fn value<'h>(headers: &'h HeaderMap, id: &QueueId) -> Option<&'h str> {
    let wanted = name_of(PREFIX, id);
    pairs(headers).find(|(name, _)| *name == wanted).map(|(_, value)| value)
}

#[cfg(test)]
mod tests {
    use http::header::COOKIE;

    use super::*;

    const ASKED_AT: WallMs = WallMs(1_700_000_000_123);

    /// Returns the headers of a browser that sends this cookie back, and another one before it.
    fn sent(cookie: &HeaderValue) -> HeaderMap {
        let pair = cookie.to_str().expect("text").split(';').next().expect("a pair");
        let line = format!("anteroom_cookies=1; {pair}");
        HeaderMap::from_iter([(COOKIE, HeaderValue::from_str(&line).expect("a header"))])
    }

    #[test]
    fn an_answer_is_remembered_for_its_own_place_until_it_is_undone() {
        let (own, other) = (QueueId::from_bytes([1; 16]), QueueId::from_bytes([2; 16]));
        let begun = begin(&own, ASKED_AT, true);
        assert!(
            begun
                .to_str()
                .expect("text")
                .ends_with("=1700000000123; Path=/; Max-Age=120; HttpOnly; SameSite=Lax; Secure"),
            "{begun:?}"
        );
        let headers = sent(&begun);
        assert_eq!(LeavingMemory::read(&headers, &own), LeavingMemory::Begun(ASKED_AT));
        assert_eq!(LeavingMemory::read(&headers, &other), LeavingMemory::Undone);
        assert!(forget(&headers, &own, false).is_some_and(|gone| gone.to_str().expect("text").contains("Max-Age=0")));
        assert_eq!(forget(&headers, &other, false), None);
        let undone = sent(&undo(&own, true));
        assert_eq!(LeavingMemory::read(&undone, &own), LeavingMemory::Undone);
    }

    #[test]
    fn only_a_browser_that_returns_no_cookie_of_ours_counts_as_one_without() {
        let own = QueueId::from_bytes([1; 16]);
        let read = |line: &'static str| {
            let headers = HeaderMap::from_iter([(COOKIE, HeaderValue::from_static(line))]);
            LeavingMemory::read(&headers, &own)
        };
        assert_eq!(LeavingMemory::read(&HeaderMap::new(), &own), LeavingMemory::NoCookies);
        assert_eq!(read("other=1"), LeavingMemory::NoCookies);
        assert_eq!(read("other=1; anteroom_place="), LeavingMemory::Undone);
        for broken in ["anteroom_leaving_01010101=", "anteroom_leaving_01010101=-1"] {
            assert_eq!(read(broken), LeavingMemory::Undone, "{broken}");
        }
    }
}

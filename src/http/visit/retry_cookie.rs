//! The cookie that remembers that a browser was sent back to the site with the session it has,
//! after the site refused its token as used: `anteroom_retry_<8 digits>`, with the token's end.
//!
//! Two windows of a browser that wait for one place are let in at the same moment, with the same
//! token. The site begins a session for one of them, whose cookie the browser then has for both,
//! and refuses the other, which asked before. So its page leads back to the site once, without a
//! token. A browser without a session comes round with the token again, and waits for the next
//! permit. The cookie carries no tag: whoever forges it only misses that way.

use http::{HeaderMap, HeaderValue};
use protocol::{QueueId, UnixSeconds};

use super::Identified;
use super::cookie::{cookie, hex, pairs};
use crate::rooms::Place;

/// The prefix of the name; 8 hex digits of the id follow.
const PREFIX: &str = "anteroom_retry_";
/// Lifetime, seconds: that of a token.
const LIFETIME_SECONDS: u64 = 180;

impl Identified<'_> {
    /// Returns the `Set-Cookie` header by which the visitor's browser remembers that it tried the
    /// site without a token after the one that ends at `ends`; `None` if it did so before.
    pub(super) fn first_retry(&self, known: &Place, ends: UnixSeconds) -> Option<HeaderValue> {
        let tried = read(&self.visit.parts.headers, &known.queue_id);
        (tried != Some(ends)).then(|| write(&known.queue_id, ends, self.is_https()))
    }
}

fn name(id: &QueueId) -> String {
    format!("{PREFIX}{}", &hex(*id)[..8])
}

fn write(id: &QueueId, ends: UnixSeconds, secure: bool) -> HeaderValue {
    cookie(&name(id), &ends.0.to_string(), LIFETIME_SECONDS, secure)
}

fn read(headers: &HeaderMap, id: &QueueId) -> Option<UnixSeconds> {
    let wanted = name(id);
    let (_, value) = pairs(headers).find(|(name, _)| *name == wanted)?;
    value.parse().ok().map(UnixSeconds)
}

//! The cookie that records that a browser was sent back to the site with its existing session,
//! after the site refused its token as used: `anteroom_retry_<8 digits>`, with the token's end and
//! the number of such retries.
//!
//! Two windows of a browser that wait for one place are let in at the same moment, with the same
//! token. The site starts a session for one of them, whose cookie the browser then has for both,
//! and refuses the other one, whose request it received without that cookie. The refused window's
//! page therefore leads back to the site without a token. A browser without a session returns with
//! the token, and after [`RETRIES_MAX`] such rounds waits for the next permit. The cookie carries
//! no tag: a forged one only makes its own visitor skip these rounds or repeat them.

use http::{HeaderMap, HeaderValue};
use protocol::queueittoken::TOKEN_VALIDITY_SECONDS;
use protocol::{QueueId, UnixSeconds};

use super::Identified;
use super::cookie::{cookie, name_of, pairs};
use crate::rooms::Place;

/// The prefix of the name; 8 hex digits of the id follow.
const PREFIX: &str = "anteroom_retry_";
/// Lifetime, seconds: that of a token.
const LIFETIME_SECONDS: u64 = TOKEN_VALIDITY_SECONDS;
/// How often a browser is sent back for one token: once for each window. A round without a session
/// takes four redirects, and browsers follow twenty.
const RETRIES_MAX: u8 = 2;

impl Identified<'_> {
    /// Returns the `Set-Cookie` header by which the visitor's browser records that it retries the
    /// site without a token, after the token that expires at `ends`; `None` if it has done so often
    /// enough.
    pub(super) fn retry(&self, place: &Place, ends: UnixSeconds) -> Option<HeaderValue> {
        let tried = read(&self.visit.parts.headers, &place.queue_id).filter(|(of, _)| *of == ends);
        let tries = tried.map_or(0, |(_, tries)| tries);
        (tries < RETRIES_MAX).then(|| write(&place.queue_id, (ends, tries + 1), self.is_https()))
    }
}

fn write(id: &QueueId, (ends, tries): (UnixSeconds, u8), secure: bool) -> HeaderValue {
    cookie(
        &name_of(PREFIX, id),
        &format!("{}.{tries}", ends.0),
        LIFETIME_SECONDS,
        secure,
    )
}

fn read(headers: &HeaderMap, id: &QueueId) -> Option<(UnixSeconds, u8)> {
    let wanted = name_of(PREFIX, id);
    let (_, value) = pairs(headers).find(|(name, _)| *name == wanted)?;
    let (ends, tries) = value.split_once('.')?;
    Some((UnixSeconds(ends.parse().ok()?), tries.parse().ok()?))
}

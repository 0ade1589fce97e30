//! The cookie that records that a visitor stepped aside: `anteroom_hold_<8 digits>`, with the time
//! until which the turn is held, and `back` if the visitor came back before then.
//!
//! A browser is offered a place's hold once, so the cookie stays when the hold is over. It carries
//! no tag: a forged one only makes its own visitor wait, as if the page were closed, and for no
//! longer than the room allows ([`TurnHold::left_ms`]). A visitor who deletes it, or transfers the
//! place to another device, can step aside again, like a visitor who closes the page again.

use admission::WallMs;
use admission::snapshot::PlaceView;
use http::{HeaderMap, HeaderValue};
use protocol::QueueId;

use super::Identified;
use super::cookie::{cookie, name_of, pairs};
use crate::rooms::{Place, TurnHold};

/// The prefix of the name; 8 hex digits of the id follow.
const PREFIX: &str = "anteroom_hold_";
/// Lifetime, seconds: far longer than a hold, so that a browser is offered a place's hold once.
const LIFETIME_SECONDS: u64 = 24 * 60 * 60;
/// A hold ends at least this long before the place's number does, where numbers are valid for a
/// limited time, milliseconds.
const RETURN_MS: u64 = 60_000;
/// Marks in the value that the visitor came back.
const BACK: &str = "back";

impl Identified<'_> {
    /// Returns the hold of a place's turn that the visitor's browser remembers, if the room has
    /// such holds.
    pub(in crate::http) fn hold(&self, place: &Place) -> Option<TurnHold> {
        let has_holds = self.visit.state.settings.hold_ms > 0;
        has_holds.then(|| read(&self.visit.parts.headers, &place.queue_id))?
    }

    /// Returns the hold that begins if the visitor steps aside now; `None` if the room has no
    /// holds, the browser has used its hold, the visitor was let in, or the number expires too
    /// soon.
    pub(in crate::http) fn hold_on_offer(&self, place: &Place, view: &PlaceView) -> Option<TurnHold> {
        let settings = &self.visit.state.settings;
        if settings.hold_ms == 0 || view.redirected || self.hold(place).is_some() {
            return None;
        }
        let ends = view.reached_at.zip(settings.life.number_valid_ms);
        let ends = ends.map(|(at, valid_ms)| WallMs((at.0 + valid_ms).saturating_sub(RETURN_MS)));
        TurnHold::begin(self.visit.state.now().wall, settings.hold_ms, ends)
    }

    /// Returns the `Set-Cookie` header by which the visitor's browser remembers a hold.
    pub(in crate::http) fn remember_hold(&self, place: &Place, hold: TurnHold) -> HeaderValue {
        write(&place.queue_id, hold, self.is_https())
    }
}

fn write(id: &QueueId, hold: TurnHold, secure: bool) -> HeaderValue {
    let back = if hold.is_back { BACK } else { "" };
    cookie(
        &name_of(PREFIX, id),
        &format!("{}.{back}", hold.until.0),
        LIFETIME_SECONDS,
        secure,
    )
}

fn read(headers: &HeaderMap, id: &QueueId) -> Option<TurnHold> {
    let wanted = name_of(PREFIX, id);
    let (_, value) = pairs(headers).find(|(name, _)| *name == wanted)?;
    let (until, back) = value.split_once('.')?;
    Some(TurnHold {
        until: WallMs(until.parse().ok()?),
        is_back: back == BACK,
    })
}

#[cfg(test)]
mod tests {
    use http::header::COOKIE;

    use super::*;

    fn sent(cookie: &str) -> HeaderMap {
        HeaderMap::from_iter([(COOKIE, HeaderValue::from_str(cookie).expect("a header"))])
    }

    #[test]
    fn a_hold_comes_back_for_its_own_place_alone() {
        let (own, other) = (QueueId::from_bytes([1; 16]), QueueId::from_bytes([2; 16]));
        for is_back in [false, true] {
            let hold = TurnHold {
                until: WallMs(1_700_000_000_123),
                is_back,
            };
            let written = write(&own, hold, true);
            let written = written.to_str().expect("text");
            assert!(
                written.ends_with("; Path=/; Max-Age=86400; HttpOnly; SameSite=Lax; Secure"),
                "{written}"
            );
            let pair = written.split(';').next().expect("a pair");
            assert_eq!(read(&sent(pair), &own), Some(hold));
            assert_eq!(read(&sent(pair), &other), None);
        }
        for broken in ["", "1", ".", "x.back", "-1."] {
            assert_eq!(
                read(&sent(&format!("{}={broken}", name_of(PREFIX, &own))), &own),
                None,
                "{broken}"
            );
        }
    }
}

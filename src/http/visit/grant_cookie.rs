//! The cookie that records in a browser when it was let in: `anteroom_grant_<8 digits>`, with the
//! time of the grant and its tag. Only rooms with leases write it.
//!
//! While the store is unavailable, nodes with leases let visitors in without knowing each other's
//! grants. A browser that sends a request to another node includes this cookie, so that the node
//! repeats the grant instead of spending a permit for another token. The cookie lasts for as long
//! as a grant is repeated.

use admission::{Grant, WallMs};
use http::{HeaderMap, HeaderValue};
use protocol::{PossessionKey, QueueId};

use super::Identified;
use super::cookie::{cookie, name_of, pairs};
use crate::rooms::Place;

/// The prefix of the name; 8 hex digits of the id follow.
const PREFIX: &str = "anteroom_grant_";
/// Lifetime, seconds: that of a token.
const LIFETIME_SECONDS: u64 = 180;

impl Identified<'_> {
    /// Adds the grant that the visitor's browser remembers to this node's log, if the room has
    /// leases.
    pub(super) fn recall_grant(&self, place: &Place) {
        if !self.visit.state.settings.leases {
            return;
        }
        let key = &self.visit.app.possession;
        if let Some(granted_at) = read(&self.visit.parts.headers, key, &place.queue_id) {
            self.visit.state.recall_grant(place, granted_at);
        }
    }

    /// Returns the `Set-Cookie` header by which the visitor's browser remembers a grant, if the
    /// room has leases.
    pub(super) fn remember_grant(&self, place: &Place, grant: &Grant) -> Option<HeaderValue> {
        // A lease lets nobody in unseen.
        let remembers = self.visit.state.settings.leases && !grant.unseen;
        let key = &self.visit.app.possession;
        remembers.then(|| write(key, &place.queue_id, grant.granted_at, self.is_https()))
    }
}

fn write(key: &PossessionKey, id: &QueueId, granted_at: WallMs, secure: bool) -> HeaderValue {
    let tag = key.grant_tag(id, granted_at.0);
    cookie(
        &name_of(PREFIX, id),
        &format!("{}.{tag}", granted_at.0),
        LIFETIME_SECONDS,
        secure,
    )
}

fn read(headers: &HeaderMap, key: &PossessionKey, id: &QueueId) -> Option<WallMs> {
    let wanted = name_of(PREFIX, id);
    let (_, value) = pairs(headers).find(|(name, _)| *name == wanted)?;
    let (granted_at, tag) = value.split_once('.')?;
    let granted_at = granted_at.parse().ok()?;
    key.is_grant_tag(id, granted_at, tag).then_some(WallMs(granted_at))
}

#[cfg(test)]
mod tests {
    use http::header::COOKIE;
    use protocol::MasterKey;

    use super::*;

    const GRANTED_AT: WallMs = WallMs(1_700_000_000_123);

    fn sent(cookie: &str) -> HeaderMap {
        HeaderMap::from_iter([(COOKIE, HeaderValue::from_str(cookie).expect("a header"))])
    }

    #[test]
    fn a_grant_comes_back_for_its_own_place_alone() {
        let key = PossessionKey::new(&MasterKey::from_bytes([7; 32]));
        let (own, other) = (QueueId::from_bytes([1; 16]), QueueId::from_bytes([2; 16]));
        let written = write(&key, &own, GRANTED_AT, false);
        let written = written.to_str().expect("text");
        assert!(
            written.ends_with("; Path=/; Max-Age=180; HttpOnly; SameSite=Lax"),
            "{written}"
        );
        let pair = written.split(';').next().expect("a pair");
        assert_eq!(read(&sent(pair), &key, &own), Some(GRANTED_AT));
        assert_eq!(read(&sent(pair), &key, &other), None);
        let value = pair.split_once('=').expect("a value").1;
        let of_other = format!("{}={value}", name_of(PREFIX, &other));
        assert_eq!(read(&sent(&of_other), &key, &other), None, "another place's");
        assert_eq!(
            read(&sent(&pair.replace("0123.", "0124.")), &key, &own),
            None,
            "another time"
        );
        for broken in ["", "1", "1.", ".", "x.y"] {
            assert_eq!(
                read(&sent(&format!("{}={broken}", name_of(PREFIX, &own))), &key, &own),
                None
            );
        }
    }
}

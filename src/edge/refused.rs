//! `/error/<code>/`: where connectors send a visitor whose token or session they refused.
//!
//! The page looks at the echoed token itself, because the code in the path is anybody's word, and offers one way back: through cancel. It never
//! redirects by itself, neither to the site nor into the room, so nothing can go round in circles.

use axum::body::Body;
use axum::extract::{Path, State};
use http::Response;
use http::request::Parts;
use protocol::queueittoken::{Claims, Expected, TokenError};

use super::query::Query;
use super::trouble::Trouble;
use super::{SharedEdge, paths};
use crate::clock::Clock;
use crate::room::Settings;
use crate::text::Notice;

/// The handler.
pub(super) async fn get(State(edge): State<SharedEdge>, Path(code): Path<String>, parts: Parts) -> Response<Body> {
    let query = Query::new(parts.uri.query());
    let (customer, name) = (query.get("c").unwrap_or_default(), query.get("e").unwrap_or_default());
    let room = match edge.find(&parts, customer, name) {
        Ok(room) => room,
        Err(trouble) => return edge.refuse(&parts, &query, trouble),
    };
    let settings = room.settings();
    let named = notice_of(code.trim_end_matches('/'));
    let notice = query
        .get("queueittoken")
        .map_or(named, |token| look(&settings, token, named, &edge.clock));
    tracing::info!(room = room.name(), code = %code.escape_debug(), notice = notice.name(), "a site refused a visitor");
    // Not the token's own queue id: whoever opens a shared link would cancel the place of whoever shared it. The cancel takes what this browser holds.
    let way_back = paths::cancel_and_reenter(customer, name, query.kept());
    edge.notice(&parts, &query, Trouble::TokenRefused(notice).shape(), Some(&way_back))
}

/// What is wrong with the echoed token as far as we can tell; what only the site can know stays as it says.
fn look(settings: &Settings, token: &str, named: Notice, clock: &Clock) -> Notice {
    let expected = Expected {
        room: &settings.room.id,
        now: clock.unix_seconds(),
        client_ip: None,
    };
    match Claims::parse(token).verify(&settings.room.secret_key, &expected) {
        Err(TokenError::Hash) => Notice::TokenHash,
        Err(TokenError::EventId) => Notice::TokenRoom,
        Err(TokenError::Timestamp) => Notice::TokenExpired,
        Err(_) | Ok(()) => named,
    }
}

fn notice_of(code: &str) -> Notice {
    match code {
        "hash" => Notice::TokenHash,
        "eventid" => Notice::TokenRoom,
        "timestamp" => Notice::TokenExpired,
        "ip" => Notice::TokenAddress,
        "qidlimit" => Notice::TokenUsedUp,
        "connector/sessionstate" => Notice::SessionMoved,
        _ => Notice::TokenRefused,
    }
}

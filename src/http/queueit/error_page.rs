//! `/error/<code>/`: the page to which connectors send a visitor whose token or session they
//! refused.
//!
//! Any client can choose the code in the path, so the page checks the echoed token itself. It
//! offers one way back: through a cancel, if the browser holds a place that was let through. It
//! never redirects by itself, neither to the site nor into the room, so no redirect loop can arise.

use axum::body::Body;
use axum::extract::{Path, State};
use http::Response;
use http::request::Parts;
use protocol::UnixSeconds;
use protocol::queueittoken::{DEBUG_ROOM, TokenContext, TokenError, TokenFields};

use crate::config::RoomDefinition;
use crate::http::SharedAppState;
use crate::http::visit::error::VisitError;
use crate::http::visit::query::Query;
use crate::log::LogText;
use crate::text::Notice;

/// The maximum number of logged reasons of one refusal.
const REASONS_MAX: usize = 8;
/// The maximum length of a logged reason, bytes.
const REASON_BYTES_MAX: usize = 16;

/// Handles the request.
pub(in crate::http) async fn get(
    State(app): State<SharedAppState>,
    Path(code): Path<String>,
    parts: Parts,
) -> Response<Body> {
    let query = Query::new(parts.uri.query());
    let (customer, name) = (query.get("c").unwrap_or_default(), query.get("e").unwrap_or_default());
    let state = match app.find(&parts, customer, name) {
        Ok(state) => state,
        Err(not_found) => return app.refuse_unfound(&parts, &query, not_found),
    };
    let (room, settings) = (state.room(), &state.settings);
    let named = notice_of(code.trim_end_matches('/'));
    let token = query.get("queueittoken").map(TokenFields::parse);
    if token.as_ref().is_some_and(|token| is_of_a_debug_link(token, settings)) {
        return app.debug_link_arrived(&query);
    }
    let notice = token.map_or(named, |token| {
        token_notice(settings, &token, named, state.unix_seconds())
    });
    let reasons = reasons(query.get("icr").unwrap_or_default());
    tracing::info!(room = room.name(), code = %LogText(&code), reasons, notice = notice.name(), "a site refused a visitor");
    // The token's own queue id is not used: otherwise the recipient of a shared link would cancel
    // the sender's place. The cancel applies to the place that this browser holds.
    app.refuse_in(&state, &parts, &query, VisitError::TokenRefused(notice))
}

/// Returns the fault of the echoed token, if this server can determine it; otherwise the site's own
/// reason.
fn token_notice(settings: &RoomDefinition, token: &TokenFields<'_>, named: Notice, now: UnixSeconds) -> Notice {
    let expected = TokenContext {
        room: &settings.id,
        now,
        client_ip: None,
    };
    match token.verify(&settings.secret_key, &expected) {
        Err(TokenError::Hash) => Notice::TokenHash,
        Err(TokenError::EventId) => Notice::TokenRoom,
        Err(TokenError::Timestamp) => Notice::TokenExpired,
        Err(_) | Ok(()) => named,
    }
}

/// Returns whether the token comes from a debug link. A connector that checks the token after it
/// has read the debug link refuses it, because the token names a room that does not exist.
fn is_of_a_debug_link(token: &TokenFields<'_>, settings: &RoomDefinition) -> bool {
    token.room == DEBUG_ROOM && token.is_signed_by(&settings.secret_key)
}

/// Returns the reasons for which a connector refused a cookie (`icr`: `key` or `key:value`,
/// separated by commas). Only the keys are kept, since values contain the visitor's address and
/// ids.
fn reasons(icr: &str) -> String {
    let is_word = |key: &&str| key.len() <= REASON_BYTES_MAX && key.bytes().all(|byte| byte.is_ascii_alphanumeric());
    let keys = icr
        .split(',')
        .map(|reason| reason.split(':').next().unwrap_or_default());
    let keys: Vec<&str> = keys
        .filter(|key| !key.is_empty())
        .filter(is_word)
        .take(REASONS_MAX)
        .collect();
    keys.join(",")
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_the_connectors_reasons_only_words_reach_the_log() {
        let real = "ip,cip:3139382e35312e3130302e39,hip:eab35a,r:queue,q:11111111-2222-4333-8444-555555555555,st:1700000000000";
        assert_eq!(reasons(real), "ip,cip,hip,r,q,st");
        assert_eq!(reasons(""), "");
        assert_eq!(reasons(",,:x,hash,h:00,expired"), "hash,h,expired");
        assert_eq!(reasons("<b>,a b,\n,ok"), "ok");
        assert_eq!(reasons(&"x".repeat(17)), "");
        assert_eq!(reasons(&"a,".repeat(100)).split(',').count(), REASONS_MAX);
    }
}

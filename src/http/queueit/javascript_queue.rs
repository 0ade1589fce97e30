//! `GET /javascriptqueue/<c>/<e>/<ms>?t&cid&l&t_*&_cval&_cv`: the status request of scripts on
//! protected pages. The answer is itself a script, which passes an object to the page's client:
//! stay, with a session cookie; go into the room; or the room does not exist.
//!
//! The endpoint grants nothing that `GET /` would not. It verifies a token in the page's address
//! and turns it into the cookie that a connector would set. It returns a genuine cookie unchanged
//! and never renews it, since the site decides how long a session lasts. The gates of the room's
//! page decide whether a visitor bypasses the room or finds no line. Only the room's page gives
//! places, except while visitors pass the room unseen: then this endpoint gives the same place and
//! grant as the page.
//!
//! Any page can make its visitors' browsers load this script, and read the answer. A place or a
//! token that the request did not contain is therefore returned only to pages of the room's own
//! site, recognized by `Referer` if the browser indicates that a page of another host made the
//! request; all others are sent into the room. A site that hides its `Referer` is treated as
//! another site: its visitors go through the room and return with a token. A browser that does not
//! indicate which page loads the script is trusted; over plain http, that includes the browser on a
//! page of any site that hides its `Referer`.
//!
//! A `<script>` element cannot read a status, so every answer is 200. `<ms>` makes the address of
//! each call unique and is ignored.

use axum::body::Body;
use axum::extract::{Path, State};
use http::header::{CACHE_CONTROL, CONTENT_TYPE};
use http::request::Parts;
use http::{HeaderValue, Response};
use protocol::queueittoken::{self, PARAMETER, TokenFields};
use protocol::session_cookie::{self, Session, SessionFields};
use protocol::{Minutes, QueueId, UnixSeconds, token_url};
use serde_json::{Value, json};

use crate::config::RoomDefinition;
use crate::http::infra::assets::CROSS_ORIGIN_RESOURCE_POLICY;
use crate::http::infra::client::RequestClient;
use crate::http::infra::counters::VisitOutcome;
use crate::http::visit::error::VisitError;
use crate::http::visit::initiator::Initiator;
use crate::http::visit::query::{HOLDER_PARAMETER, Query};
use crate::http::visit::{
    EntryCredentials, Identified, LinkedPlace, NewPlaceOutcome, NoQueue, VisitRoute, Visitor, target_of,
};
use crate::http::{AppState, SharedAppState, html, paths};
use crate::rooms::EntryTicket;

/// Handles the request.
pub(in crate::http) async fn get(
    State(app): State<SharedAppState>,
    Path((customer, room, _)): Path<(String, String, String)>,
    parts: Parts,
) -> Response<Body> {
    let query = &Query::new(parts.uri.query());
    let (app, parts) = (&*app, &parts);
    let answer = match app.visit((parts, query), (&customer, &room)) {
        Ok(visit) => {
            let places = app.places(&parts.headers);
            let identified = visit.identify(&places, LinkedPlace::default()).await;
            let settings = &*identified.state().settings.clone();
            let call = ScriptCall {
                app,
                settings,
                query,
                parts,
            };
            call.answer(identified).await
        }
        Err(not_found) => match &not_found.unopened {
            Some(unopened) => {
                let settings = unopened.definition();
                let call = ScriptCall {
                    app,
                    settings,
                    query,
                    parts,
                };
                call.answer_unopened()
            }
            None => Err(not_found.error),
        },
    };
    let answer = answer.unwrap_or_else(ScriptAnswer::Error);
    app.metrics.script(answer.outcome());
    script(&customer, &room, &answer)
}

/// The answer to the page's client.
#[derive(Debug, PartialEq, Eq)]
enum ScriptAnswer {
    /// Stay on the page, with this value of the session cookie, and with the session's fixed
    /// validity if it has one.
    Stay(String, Option<Minutes>),
    /// Go to this address.
    Go(String),
    /// No answer is possible.
    Error(VisitError),
}

impl ScriptAnswer {
    fn outcome(&self) -> VisitOutcome {
        match self {
            Self::Stay(..) => VisitOutcome::Passed,
            Self::Go(_) => VisitOutcome::InLine,
            Self::Error(_) => VisitOutcome::Refused,
        }
    }

    fn object(&self) -> Value {
        match self {
            Self::Stay(value, None) => json!({ "cookieValue": value }),
            Self::Stay(value, Some(fixed)) => json!({ "cookieValue": value, "fixedCookieValidity": fixed.get() }),
            Self::Go(address) => json!({ "redirect": true, "redirectUrl": address }),
            Self::Error(error) => json!({ "isError": true, "error": error.refusal(None).code }),
        }
    }
}

struct ScriptCall<'a> {
    app: &'a AppState,
    settings: &'a RoomDefinition,
    query: &'a Query<'a>,
    parts: &'a Parts,
}

impl ScriptCall<'_> {
    /// Answers while the room is not open: existing sessions continue, and the room's page handles
    /// all other visitors.
    fn answer_unopened(&self) -> Result<ScriptAnswer, VisitError> {
        target_of(self.settings, self.query)?;
        let session = self.session_of_token().or_else(|| self.session_of_cookie());
        Ok(session.unwrap_or_else(|| ScriptAnswer::Go(self.enter(None))))
    }

    async fn answer(&self, identified: Identified<'_>) -> Result<ScriptAnswer, VisitError> {
        let target = identified.target()?;
        if let Some(session) = self.session_of_token().or_else(|| self.session_of_cookie()) {
            return Ok(session);
        }
        let is_of_site = self.is_asked_by_the_site();
        let is_newcomer = identified.visitor == Visitor::Newcomer;
        let passes = is_of_site && is_newcomer && identified.state().is_unseen();
        match identified
            .pass_gates(passes.then(|| EntryCredentials::of(self.query)))
            .await
        {
            Ok(VisitRoute::Line(ticket)) if passes => Ok(self.pass(&identified, &ticket, &target).await),
            Ok(
                VisitRoute::Bypass(address)
                | VisitRoute::NoQueue(NoQueue::Elsewhere(_, address) | NoQueue::Disabled(address)),
            ) if is_of_site => Ok(self.stay_or_go(address)),
            Err(VisitError::UnknownRoom) => Err(VisitError::UnknownRoom),
            // The room's page shows the reason.
            Ok(_) | Err(_) => Ok(ScriptAnswer::Go(self.enter(None))),
        }
    }

    /// Returns whether a page of the room's own site, or no page at all, loads the script.
    ///
    /// A request that does not say who made it counts as well, because many sites hide their
    /// `Referer`. Over https browsers say it in other headers. Over plain http they do not, so
    /// there a page of any site that hides its `Referer` counts too, and can read a place or a
    /// token.
    fn is_asked_by_the_site(&self) -> bool {
        match Initiator::of(self.parts, self.app, self.settings) {
            Initiator::OurOwn | Initiator::Visitor | Initiator::Program | Initiator::Unsaid => true,
            Initiator::Other { is_of_room, .. } => is_of_room,
        }
    }

    /// Returns the session that a token starts: the visitor returns from the room.
    fn session_of_token(&self) -> Option<ScriptAnswer> {
        let in_target = || token_in(self.query.get("t")?);
        self.start_session(self.query.get(PARAMETER).or_else(in_target)?)
    }

    fn start_session(&self, token: &str) -> Option<ScriptAnswer> {
        let room = &self.settings;
        let fields = TokenFields::parse(token);
        let expected = queueittoken::TokenContext {
            room: &room.id,
            now: self.now(),
            client_ip: self.client().address,
        };
        fields.verify(&room.secret_key, &expected).ok()?;
        let session = Session::start(&room.id, &fields, self.now());
        Some(ScriptAnswer::Stay(
            session.value(&room.secret_key),
            session.fixed_validity,
        ))
    }

    /// Returns the session that the browser has already.
    fn session_of_cookie(&self) -> Option<ScriptAnswer> {
        let room = &self.settings;
        let value = self.query.get("_cval")?;
        let expected = session_cookie::SessionContext {
            room: &room.id,
            now: self.now(),
            validity: self.query.get("_cv")?.parse().ok().and_then(Minutes::new)?,
            client_ip: self.client().address,
        };
        let session = SessionFields::parse(value).verify(&room.secret_key, &expected).ok()?;
        Some(ScriptAnswer::Stay(value.to_owned(), session.fixed_validity))
    }

    /// Starts the session of the token in the address, if that has a valid one: the visitor would
    /// return to the page with the token at once, and so need not leave it.
    fn stay_or_go(&self, address: String) -> ScriptAnswer {
        let session = token_in(&address).and_then(|token| self.start_session(token));
        session.unwrap_or(ScriptAnswer::Go(address))
    }

    async fn pass(&self, identified: &Identified<'_>, ticket: &EntryTicket, target: &str) -> ScriptAnswer {
        match identified.arrive(ticket, target).await {
            Ok(arrival) => match arrival.next {
                NewPlaceOutcome::Pass(url) => self.stay_or_go(url),
                // Meanwhile the room has started to show its page; the visitor keeps the place.
                NewPlaceOutcome::Line(_) => ScriptAnswer::Go(self.enter(Some(&arrival.place.queue_id))),
            },
            Err(_) => ScriptAnswer::Go(self.enter(None)),
        }
    }

    /// Returns the room's address with the page's parameters, without the token that was not valid.
    fn enter(&self, queue_id: Option<&QueueId>) -> String {
        let room = &self.settings;
        let target = self.query.get("t").map(token_url::strip);
        let held = queue_id.map(|id| (id.to_string(), self.app.possession.link_proof(id)));
        let kept = self.query.entering().map(|(name, value)| match (name, &target) {
            ("t", Some(clean)) => (name, &**clean),
            _ => (name, value),
        });
        // The browser has no cookie for this place, so the link proves it.
        let held = held
            .as_ref()
            .map(|(id, proof)| [(HOLDER_PARAMETER, proof.as_str()), ("q", id)]);
        let more = kept.chain(held.into_iter().flatten());
        let link = paths::enter(room.customer.as_str(), room.id.as_str(), more);
        self.app.absolute(self.parts, &link)
    }

    fn now(&self) -> UnixSeconds {
        self.app.clock.unix_seconds()
    }

    fn client(&self) -> RequestClient {
        RequestClient::of(self.parts, &self.app.trusted_proxies)
    }
}

/// Returns the token in an address.
fn token_in(address: &str) -> Option<&str> {
    let (address, _) = address.split_once('#').unwrap_or((address, ""));
    let (_, query) = address.split_once('?')?;
    token_url::find(query)
}

fn script(customer: &str, room: &str, answer: &ScriptAnswer) -> Response<Body> {
    let (customer, room) = (literal(customer), literal(room));
    let object = for_script(answer.object().to_string());
    let mut response = Response::new(Body::from(format!(
        "window.queueit[{customer}][{room}].enqueue({object});\n"
    )));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/javascript; charset=utf-8"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(CROSS_ORIGIN_RESOURCE_POLICY, HeaderValue::from_static("cross-origin"));
    html::add_security_headers(headers);
    response
}

/// Returns a text as a string literal in single quotes.
fn literal(text: &str) -> String {
    let json = for_script(Value::from(text).to_string());
    let inside = json.trim_start_matches('"');
    let inside = inside.strip_suffix('"').unwrap_or(inside);
    format!("'{}'", inside.replace('\'', "\\u0027"))
}

/// Escapes JSON for use in a script, inline or not: it can end neither an element nor a line.
fn for_script(json: String) -> String {
    let escaped = |sign: char| format!("\\u{:04x}", u32::from(sign));
    ['<', '\u{2028}', '\u{2029}']
        .into_iter()
        .fold(json, |json, sign| match json.contains(sign) {
            true => json.replace(sign, &escaped(sign)),
            false => json,
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_gets_out_of_its_literal() {
        assert_eq!(literal("sale"), "'sale'");
        assert_eq!(
            literal("'];alert(1)//\"\\\n</script>\u{2028}"),
            "'\\u0027];alert(1)//\\\"\\\\\\n\\u003c/script>\\u2028'"
        );
        assert_eq!(literal("\"a\""), "'\\\"a\\\"'");
        assert_eq!(literal(""), "''");
    }

    #[test]
    fn a_token_is_found_before_the_fragment_alone() {
        assert_eq!(token_in("https://s.example/?a=1&queueittoken=T#x"), Some("T"));
        assert_eq!(token_in("https://s.example/#?queueittoken=T"), None);
        assert_eq!(token_in("https://s.example/"), None);
    }
}

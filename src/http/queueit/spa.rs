//! `/spa-api/…`: the requests of the vendor's own waiting page, for tools that use them. `enqueue`
//! gives a place, `status` returns its status; the figures are computed by the code of `getStatus`
//! and returned in the vendor's format.
//!
//! A page of another host gets no cookie from this server. Therefore `enqueue` returns a
//! `sessionId`, which is the place's link proof, and `status` claims a turn for a caller that sends
//! it as `seid`. With the queue id alone, `status` only reports the place's status.
//!
//! Not implemented: the response header that carries the item's state from poll to poll (the queue
//! id contains all of it), challenges in the answers (where a place has a price, the next address
//! is that of the room's page, which does the work), and `isClientRedayToRedirect`: a visitor who
//! polls at their turn counts as ready. `expectedServiceTime` and similar fields, which the vendor
//! formats for a time zone, are in UTC.

use app::view::{PageState, PollRefusal, WaitingStatus};
use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use http::header::SET_COOKIE;
use http::request::Parts;
use http::{HeaderMap, Response};
use protocol::QueueId;
use serde::Serialize;
use serde_json::{Value, json};
use url::form_urlencoded;

use crate::clock::rfc3339;
use crate::http::infra::counters::VisitOutcome;
use crate::http::queueit::enqueue::{BodyFields, EnqueueResult, link};
use crate::http::visit::error::VisitError;
use crate::http::visit::query::{HOLDER_PARAMETER, IDENTIFIER_PARAMETER, PARAMETERS_MAX, Query};
use crate::http::visit::{Identified, LinkedPlace};
use crate::http::visitor::status::{PollResult, PollingPage, turn};
use crate::http::{AppState, SharedAppState, json, paths};
use crate::rooms::Place;

/// The answer of `enqueue`.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
struct SpaEnqueueResponse {
    queue_id: Option<String>,
    /// The next address: the target, or the room's page.
    redirect_url: String,
    is_redirect_to_target: bool,
    challenge_failed: bool,
    challenge_required: bool,
    invalid_queueit_enqueue_token: bool,
    server_is_busy: bool,
    session_id: Option<String>,
}

/// `POST /spa-api/queue/<c>/<e>/enqueue?cid&l&t[&enqueuetoken]`
pub(in crate::http) async fn enqueue(
    State(app): State<SharedAppState>,
    Path((customer, room)): Path<(String, String)>,
    parts: Parts,
    body: Bytes,
) -> Response<Body> {
    let said = match merged_query(&parts, &body, (&customer, &room), None) {
        Ok(said) => said,
        Err(refusal) => return app.refuse_json(&refusal),
    };
    app.enqueue_page(&parts, (&customer, &room), &Query::new(Some(&said)))
        .await
}

/// `POST /spa-api/queue/<c>/<e>/<queueId>/status?cid&l&t`
pub(in crate::http) async fn status(
    State(app): State<SharedAppState>,
    Path((customer, room, queue_id)): Path<(String, String, String)>,
    parts: Parts,
    body: Bytes,
) -> Response<Body> {
    let said = match merged_query(&parts, &body, (&customer, &room), Some(&queue_id)) {
        Ok(said) => said,
        Err(refusal) => return app.refuse_json(&refusal),
    };
    let query = Query::new(Some(&said));
    let state = match app.found_room(&parts, (&customer, &room)) {
        Ok(state) => state,
        Err(not_found) => {
            app.metrics.poll(VisitOutcome::Refused);
            return app.refuse_json(&not_found.error.refusal(None));
        }
    };
    let places = app.places(&parts.headers);
    let visit = app.visit_of(state, (&parts, &query));
    let mut identified = visit.identify(&places, app.linked(&query)).await;
    let mut headers = HeaderMap::new();
    let waiting = |identified: &Identified<'_>, place: Option<Place>, visitor_state| {
        let (outcome, status) = identified.waiting_status(place.as_ref(), visitor_state);
        let start = identified.state().settings.life.schedule.start;
        let answer = vendor_status(&status, start.map(rfc3339), &query);
        (outcome, json::answer(&answer))
    };
    let (outcome, mut response) = match identified
        .answer_poll(&places, PollingPage::default(), &mut headers)
        .await
    {
        Ok(PollResult::Waiting(place, visitor_state)) => waiting(&identified, place, visitor_state),
        Ok(PollResult::Opened(visitor_state)) => waiting(&identified, None, visitor_state),
        Ok(PollResult::Turn(url)) => (VisitOutcome::Redirected, json::answer(&turn(url))),
        Err(refusal) => (VisitOutcome::Refused, app.refuse_json(&refusal)),
    };
    app.metrics.poll(outcome);
    response.headers_mut().extend(headers);
    response
}

/// Returns the query of the page with the parameters from address and body; the address takes
/// precedence.
fn merged_query(
    parts: &Parts,
    body: &Bytes,
    (customer, room): (&str, &str),
    queue_id: Option<&str>,
) -> Result<String, PollRefusal> {
    let fields = BodyFields::read(body)?;
    let query = Query::new(parts.uri.query());
    let either = |name, field| query.get(name).or_else(|| fields.text(field));
    let custom = fields
        .text("customUrlParams")
        .unwrap_or_default()
        .trim_start_matches(['?', '&']);
    let custom: Vec<_> = form_urlencoded::parse(custom.as_bytes()).take(PARAMETERS_MAX).collect();
    let custom = custom.iter().filter(|(name, _)| name.starts_with("t_"));
    let custom = custom.map(|(name, value)| (name.as_ref(), Some(value.as_ref())));
    let filling = query.kept().filter(|(name, _)| name.starts_with("t_"));
    let filling = filling.map(|(name, value)| (name, Some(value)));
    let named = [
        ("c", Some(customer)),
        ("e", Some(room)),
        ("q", queue_id),
        (HOLDER_PARAMETER, query.get("seid")),
        ("t", either("t", "targetUrl")),
        ("cid", query.get("cid")),
        ("l", either("l", "layoutName")),
        ("enqueuetoken", query.get("enqueuetoken")),
        ("code", query.get("code")),
        (IDENTIFIER_PARAMETER, query.get(IDENTIFIER_PARAMETER)),
    ];
    Ok(link(named.into_iter().chain(filling).chain(custom)))
}

impl AppState {
    async fn enqueue_page(&self, parts: &Parts, (customer, id): (&str, &str), link: &Query<'_>) -> Response<Body> {
        let page = |queue_id: Option<&QueueId>, sealed: Option<&str>| match queue_id.map(QueueId::to_string) {
            Some(text) => {
                let sealed = sealed.map(|sealed| (IDENTIFIER_PARAMETER, sealed));
                let proof = queue_id.map(|id| self.possession.link_proof(id)).unwrap_or_default();
                let held = [(HOLDER_PARAMETER, proof.as_str()), ("q", text.as_str())];
                let own = sealed.into_iter().chain(held);
                paths::enter(customer, id, link.kept().chain(own))
            }
            None => paths::enter(customer, id, link.entering()),
        };
        let state = match self.found_room(parts, (customer, id)) {
            Ok(state) => state,
            Err(not_found) => return self.refuse_json(&not_found.error.refusal(None)),
        };
        let places = self.places(&parts.headers);
        let visit = self.visit_of(state, (parts, link));
        let identified = visit.identify(&places, LinkedPlace::default()).await;
        let (place, enqueued) = match identified.enqueue().await {
            Ok(EnqueueResult::Place(place, sealed)) => (
                Some(place),
                SpaEnqueueResponse {
                    redirect_url: page(Some(&place.queue_id), sealed.as_deref()),
                    ..SpaEnqueueResponse::default()
                },
            ),
            Ok(EnqueueResult::Page) => (
                None,
                SpaEnqueueResponse {
                    redirect_url: page(None, None),
                    ..SpaEnqueueResponse::default()
                },
            ),
            Ok(EnqueueResult::Passed(place, url)) => (
                place,
                SpaEnqueueResponse {
                    redirect_url: url,
                    is_redirect_to_target: true,
                    ..SpaEnqueueResponse::default()
                },
            ),
            Err(VisitError::EnqueueToken | VisitError::EnqueueTokenInvalid | VisitError::EnqueueTokenOver) => (
                None,
                SpaEnqueueResponse {
                    redirect_url: page(None, None),
                    invalid_queueit_enqueue_token: true,
                    ..SpaEnqueueResponse::default()
                },
            ),
            Err(error) => return self.refuse_json(&error.refusal(Some(page(None, None)))),
        };
        let mut response = json::answer(&SpaEnqueueResponse {
            queue_id: place.map(|place| place.queue_id.to_string()),
            session_id: place.map(|place| self.possession.link_proof(&place.queue_id)),
            ..enqueued
        });
        if let Some(place) = place {
            let cookie = identified.cookie(&places, &place);
            response.headers_mut().insert(SET_COOKIE, cookie);
        }
        response
    }
}

/// Returns the status of `getStatus` with the vendor's additional fields.
fn vendor_status(status: &WaitingStatus, start: Option<String>, link: &Query<'_>) -> Value {
    let texts = status.texts.as_ref();
    let custom: Vec<(&str, &str)> = link.kept().filter(|(name, _)| name.starts_with("t_")).collect();
    let custom = form_urlencoded::Serializer::new(String::new())
        .extend_pairs(custom)
        .finish();
    let more = json!({
        "expectedServiceTime": status.ticket.expected_service_time_utc,
        "whichIsIn": texts.map_or("", |texts| &texts.wait),
        "lastUpdated": status.ticket.last_updated_utc,
        "timeZonePostfix": "UTC",
        "windowStartTime": status.ticket.window_start_time_utc,
        "eventStartTimeFormatted": start,
        "eventStartTimeUTC": start,
        "customUrlParams": custom,
        "sdkVersion": null,
        "IsEventIdle": texts.is_some_and(|texts| texts.state == PageState::Idle),
    });
    let mut answer = serde_json::to_value(status).expect("texts and numbers can be written");
    if let (Some(ticket), Value::Object(more)) = (answer.get_mut("ticket").and_then(Value::as_object_mut), more) {
        ticket.extend(more);
    }
    answer
}

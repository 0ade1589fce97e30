//! `POST /api/mobileapp/queue/<c>/<e>/enqueue`: the request that the vendor's apps and its iframe
//! client send before they show a page.
//!
//! A success is exactly 200 with every key present, null if absent: one of the apps requires this
//! status and takes an empty `QueueitToken` for a token. A token means "passed" (`safetynet`) or
//! "the queue is off" (`disabled`, `idle`, `afterevent`). In all other cases the app opens a web
//! view on `QueueUrl`, the room's own page with the place in it, so no token with `rt_queue` comes
//! from this endpoint. The web view detects that the visitor is through when it reaches the host
//! and path of `EventTargetUrl`.
//!
//! In an invite-only room an app without a key also gets `QueueUrl`: one of the apps learns the key
//! later and sends it to that URL as `code`.
//!
//! Rooms are addressed by id; there are no aliases. A device that repeats the request without this
//! server's cookie gets another place: apps cache `QueueUrl` for `QueueUrlTTLInMinutes` and send no
//! request meanwhile, and an app's `userId` is not trustworthy.

use axum::body::{Body, Bytes};
use axum::extract::{Path, State};
use http::Response;
use http::request::Parts;
use protocol::{QueueId, token_url};
use serde::Serialize;
use url::Url;

use crate::http::json;
use crate::http::queueit::enqueue::{BodyFields, EnqueueResult, link};
use crate::http::visit::LinkedPlace;
use crate::http::visit::error::VisitError;
use crate::http::visit::query::{HOLDER_PARAMETER, IDENTIFIER_PARAMETER, Query};
use crate::http::{AppState, SharedAppState, paths};

/// The time for which apps cache the page's address, minutes. A place lasts as long as its room's
/// run, but a visitor who opens the app again after a day wants to know whether there is a line.
const QUEUE_URL_MINUTES: u32 = 24 * 60;

/// The answer.
#[derive(Debug, Serialize)]
#[serde(rename_all = "PascalCase")]
struct MobileEnqueueResponse {
    queue_id: Option<String>,
    queue_url: Option<String>,
    /// Always a number: one of the apps requires one.
    #[serde(rename = "QueueUrlTTLInMinutes")]
    queue_url_minutes: u32,
    event_target_url: String,
    queueit_token: Option<String>,
}

/// Handles the request.
pub(in crate::http) async fn post(
    State(app): State<SharedAppState>,
    Path((customer, room)): Path<(String, String)>,
    parts: Parts,
    body: Bytes,
) -> Response<Body> {
    let fields = match BodyFields::read(&body) {
        Ok(fields) => fields,
        Err(refusal) => return app.refuse_json(&refusal),
    };
    let said = link([
        ("c", Some(customer.as_str())),
        ("e", Some(room.as_str())),
        ("cid", fields.text("language")),
        ("l", fields.text("layoutName")),
        ("enqueuetoken", fields.text("enqueueToken")),
        ("code", fields.text("enqueueKey")),
    ]);
    match app
        .enqueue_app(&parts, (&customer, &room), &Query::new(Some(&said)))
        .await
    {
        Ok(enqueued) => json::answer(&enqueued),
        Err(error) => app.refuse_json(&error.refusal(None)),
    }
}

impl AppState {
    async fn enqueue_app(
        &self,
        parts: &Parts,
        (customer, id): (&str, &str),
        link: &Query<'_>,
    ) -> Result<MobileEnqueueResponse, VisitError> {
        let state = self.found_room(parts, (customer, id))?;
        let identified = self
            .visit_of(state, (parts, link))
            .identify(&self.places(&parts.headers), LinkedPlace::default())
            .await;
        let event_target_url = identified.target()?;
        let page = |place: Option<&QueueId>, sealed: Option<&str>| {
            let sealed = sealed.map(|sealed| (IDENTIFIER_PARAMETER, sealed));
            let path = match place {
                Some(place) => {
                    // The web view of the app has no cookie of this server.
                    let (queue_id, proof) = (place.to_string(), self.possession.link_proof(place));
                    let held = [(HOLDER_PARAMETER, proof.as_str()), ("q", queue_id.as_str())];
                    paths::enter(customer, id, link.kept().chain(sealed).chain(held))
                }
                None => paths::enter(customer, id, link.entering()),
            };
            self.origin(parts).join(&path).map_or(path, String::from)
        };
        let shown = |place: Option<&QueueId>, sealed: Option<&str>| MobileEnqueueResponse {
            queue_url: Some(page(place, sealed)),
            queue_id: place.map(QueueId::to_string),
            queue_url_minutes: QUEUE_URL_MINUTES,
            event_target_url: event_target_url.clone(),
            queueit_token: None,
        };
        let entered = match identified.enqueue().await {
            Err(VisitError::InvitationMissing) => EnqueueResult::Page,
            entered => entered?,
        };
        Ok(match entered {
            EnqueueResult::Place(place, sealed) => shown(Some(&place.queue_id), sealed.as_deref()),
            EnqueueResult::Page => shown(None, None),
            EnqueueResult::Passed(place, url) => match token_in(&url) {
                Some(token) => MobileEnqueueResponse {
                    queue_id: place.map(|place| place.queue_id.to_string()),
                    queue_url: None,
                    queue_url_minutes: 0,
                    event_target_url,
                    queueit_token: Some(token),
                },
                // The address is not the target's: the room's page redirects there.
                None => shown(None, None),
            },
        })
    }
}

fn token_in(url: &str) -> Option<String> {
    let url = Url::parse(url).ok()?;
    token_url::find(url.query()?).map(str::to_owned)
}

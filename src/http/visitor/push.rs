//! `GET /push?c&e&q`: returns, as JSON, the values with which the waiting page's script switches a
//! web push on, and whether it is on; `POST /push` stores the browser's subscription, or with
//! `remove` deletes it. `GET /push/worker.js`: the service worker that shows the notification.
//!
//! Only the holder can use them, by the cookie with which the browser will return. A POST from
//! another site's page changes nothing.
//!
//! The worker's folder is its scope, and no page of this server is in it: the worker never sees a
//! request of a page, and only the notification depends on it.

use app::view::PollRefusal;
use axum::body::Body;
use axum::extract::State;
use http::header::{ACCESS_CONTROL_ALLOW_ORIGIN, CACHE_CONTROL, CONTENT_SECURITY_POLICY};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Response, StatusCode};
use serde::Serialize;

use crate::http::infra::assets::CROSS_ORIGIN_RESOURCE_POLICY;
use crate::http::infra::client::RequestClient;
use crate::http::visit::error::VisitError;
use crate::http::visit::query::Query;
use crate::http::visit::{Identified, Visit, Visitor, has_queue};
use crate::http::{AppState, SharedAppState, json, paths};
use crate::push::{GivenSubscription, PushNotStored, StoredPush, WebPushes};
use crate::reminders::{ReminderListError, ReminderRefused};
use crate::rooms::{Place, Possession, RoomState};

/// The fields of a subscription.
const ENDPOINT: &str = "endpoint";
const PUBLIC_KEY: &str = "p256dh";
const AUTH: &str = "auth";
/// The field that deletes the subscription.
const REMOVE: &str = "remove";

/// The name of the worker among the built scripts.
const WORKER: &str = "push-worker";
/// The worker loads and runs nothing.
const WORKER_POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'");

/// The answer to the page's script.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct PushState<'a> {
    /// The key that the browser binds its subscription to.
    public_key: &'a str,
    /// The path of the service worker.
    worker: &'a str,
    /// Whether this browser is subscribed for the place.
    on: bool,
    /// Whether the place has had its notification.
    sent: bool,
}

/// Handles the script's request for the state.
pub(in crate::http) async fn get(State(app): State<SharedAppState>, parts: Parts) -> Response<Body> {
    let query = Query::new(parts.uri.query());
    answer(&app, &parts, &query, async |push| push.state().await).await
}

/// Handles a subscription.
pub(in crate::http) async fn post(State(app): State<SharedAppState>, parts: Parts, form: String) -> Response<Body> {
    let query = Query::new(Some(&form));
    answer(&app, &parts, &query, async |push| push.change().await).await
}

/// Serves the worker. Browsers revalidate it at every use, so that a new version reaches them.
pub(in crate::http) async fn worker(State(app): State<SharedAppState>, headers: HeaderMap) -> Response<Body> {
    let file = app
        .assets
        .script(WORKER)
        .and_then(|name| app.assets.serve(name, &headers));
    let Some(mut response) = file.filter(|_| app.pushes.is_some()) else {
        return app.refuse_json(&VisitError::NotFound.refusal(None));
    };
    let headers = response.headers_mut();
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    headers.insert(CONTENT_SECURITY_POLICY, WORKER_POLICY);
    // Scripts among the assets are for all sites; this one is only for pages of this server.
    headers.remove(ACCESS_CONTROL_ALLOW_ORIGIN);
    headers.remove(CROSS_ORIGIN_RESOURCE_POLICY);
    response
}

/// A request of the holder of a place that can be notified.
struct PushVisit<'a> {
    identified: Identified<'a>,
    pushes: &'a WebPushes,
    place: Place,
}

async fn answer(
    app: &AppState,
    parts: &Parts,
    query: &Query<'_>,
    act: impl AsyncFnOnce(&PushVisit<'_>) -> Response<Body>,
) -> Response<Body> {
    let room = (query.get("c").unwrap_or_default(), query.get("e").unwrap_or_default());
    let identified = match app.identified((parts, query), room, app.linked(query)).await {
        Ok(identified) => identified,
        Err(not_found) => return app.refuse_json(&not_found.error.refusal(None)),
    };
    let place = match identified.visitor {
        Visitor::Holder {
            place,
            possession: Possession::Cookie,
            ..
        } => Ok(place),
        Visitor::Transferred => Err(VisitError::Transferred),
        Visitor::Cancelled | Visitor::Outraced => Err(VisitError::Cancelled),
        Visitor::Unseen => Err(VisitError::Holding),
        _ => Err(VisitError::ForeignPlace),
    };
    let state = identified.state();
    let is_offered = state.settings.push_lead.is_some() && has_queue(state);
    match (place, &app.pushes) {
        (Ok(place), Some(pushes)) if is_offered && !state.was_redirected(&place) => {
            let push = PushVisit {
                pushes,
                place,
                identified,
            };
            act(&push).await
        }
        (Err(error), Some(_)) if is_offered => app.refuse_json(&error.refusal(None)),
        _ => app.refuse_json(&VisitError::NotFound.refusal(None)),
    }
}

impl PushVisit<'_> {
    fn visit(&self) -> &Visit<'_> {
        &self.identified.visit
    }

    async fn state(&self) -> Response<Body> {
        match self.pushes.stored(self.identified.state(), &self.place).await {
            Ok(stored) => json::answer(&PushState {
                public_key: self.pushes.public_key(),
                worker: &paths::push_worker(),
                on: stored == StoredPush::Here,
                sent: stored == StoredPush::Sent,
            }),
            Err(error) => self.failed(&error),
        }
    }

    async fn change(&self) -> Response<Body> {
        let visit = self.visit();
        if !visit.app.is_our_own(visit.parts) {
            return self.refuse(StatusCode::FORBIDDEN, "foreign-page", "a page of another site asks");
        }
        let of_place = (self.identified.state(), &self.place);
        let room = &self.identified.state().settings;
        let client = RequestClient::of(visit.parts, &visit.app.trusted_proxies).address;
        let removes = visit.query.get(REMOVE).is_some();
        // A visitor who has just subscribed can still unsubscribe.
        let limit = if removes {
            &visit.app.push_removals
        } else {
            &visit.app.push_requests
        };
        if !limit.allow(client, visit.room().name(), visit.app.clock.monotonic_ms()) {
            tracing::info!(
                room = visit.room().name(),
                "too many subscriptions were changed within a minute"
            );
            return self.refuse(StatusCode::TOO_MANY_REQUESTS, "too-many", "too many within this minute");
        }
        if removes {
            return match self.pushes.remove_recipient(of_place.0, of_place.1).await {
                Ok(()) => self.state().await,
                Err(error) => self.failed(&error),
            };
        }
        let language = &visit.app.language(&visit.parts.headers, visit.query, Some(room));
        let field = |name| visit.query.get(name).unwrap_or_default();
        let page = paths::enter(room.customer.as_str(), room.id.as_str(), visit.query.kept_for_later());
        let given = GivenSubscription {
            endpoint: field(ENDPOINT),
            public_key: field(PUBLIC_KEY),
            auth: field(AUTH),
            culture: language.tag(),
            page: &page,
        };
        match self.pushes.set_recipient(of_place, &given, client).await {
            Ok(()) | Err(PushNotStored::Refused(ReminderRefused::Sent)) => self.state().await,
            Err(PushNotStored::List(error)) => self.failed(&error),
            Err(refused) => {
                let room = visit.room().name();
                tracing::info!(room, reason = %refused, "a subscription was not kept");
                let (status, code) = match refused {
                    PushNotStored::Subscription(_) => (StatusCode::UNPROCESSABLE_ENTITY, "subscription"),
                    PushNotStored::Refused(ReminderRefused::Full) => (StatusCode::SERVICE_UNAVAILABLE, "full"),
                    _ => (StatusCode::TOO_MANY_REQUESTS, "too-many"),
                };
                self.refuse(status, code, &refused.to_string())
            }
        }
    }

    fn failed(&self, error: &ReminderListError) -> Response<Body> {
        tracing::warn!(room = self.visit().room().name(), %error, "subscriptions cannot be kept now");
        self.refuse(StatusCode::SERVICE_UNAVAILABLE, "away", "try again later")
    }

    fn refuse(&self, status: StatusCode, code: &'static str, detail: &str) -> Response<Body> {
        self.visit().app.refuse_json(&PollRefusal {
            status: status.as_u16(),
            id: 0,
            code,
            detail: detail.to_owned(),
            enter_url: None,
        })
    }
}

impl AppState {
    /// Sends the web pushes of rooms, until the task is dropped. Does nothing without `[push]`.
    pub async fn send_pushes(&self) {
        if let Some(pushes) = &self.pushes {
            pushes.run(&self.rooms, &self.languages).await;
        }
    }

    /// Does one round of [`Self::send_pushes`].
    pub async fn send_pushes_once(&self) {
        if let Some(pushes) = &self.pushes {
            pushes.run_once(&self.rooms, &self.languages).await;
        }
    }

    /// Deletes the subscription of a place that was given up. If that fails, the walk over all
    /// places deletes it later.
    pub(in crate::http) async fn forget_push(&self, state: &RoomState, place: &Place) {
        if state.settings.push_lead.is_some()
            && let Some(pushes) = &self.pushes
            && let Err(error) = pushes.forget(state, place).await
        {
            tracing::debug!(room = state.room().name(), %error, "a subscription stays for now");
        }
    }
}

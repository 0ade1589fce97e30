//! `POST /draw/<c>/<e>/beacon`, a form with `signature`: accepts the beacon's round for which the
//! room's draw waits, from any client. Scripts also send `round`, and get 204 in place of a page.
//! `GET` returns the number of that round, the time of its publication and its addresses, for
//! scripts (`public/beacon/`).
//!
//! The sender of a round does not matter: only the network can have made a signature that verifies,
//! and there is only one for each round. Attempts are limited, because each costs a verification:
//! for each client and its networks, for each room, and for the node. A round that is not the one
//! awaited, and a signature that is known already, cost neither a verification nor an attempt.

use axum::body::Body;
use axum::extract::{Form, Path, State};
use axum::response::IntoResponse;
use beacon::RoundSignature;
use http::header::LOCATION;
use http::request::Parts;
use http::{HeaderValue, Response, StatusCode};
use serde::{Deserialize, Serialize};

use crate::beacon_relays::round_url;
use crate::draws::{DrawRefusal, DrawsError};
use crate::http::infra::client::RequestClient;
use crate::http::visit::query::Query;
use crate::http::visitor::draw::find;
use crate::http::{AppState, SharedAppState, json, paths};
use crate::rooms::RoomState;

/// The form.
#[derive(Debug, Deserialize)]
pub(in crate::http) struct BeaconForm {
    /// The network's signature of the round, 96 hexadecimal digits.
    #[serde(default)]
    signature: String,
    /// The number of the round, which scripts send.
    round: Option<u64>,
}

/// The round that browsers can bring.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct RoundToBring {
    /// The number of the round; `null` if no draw waits for one.
    round: Option<u64>,
    /// Milliseconds until the network publishes the round; 0 once it has.
    due_in_ms: u64,
    /// The addresses of the round at the relays that browsers may ask.
    urls: Vec<String>,
}

impl RoundToBring {
    fn of(app: &AppState, state: &RoomState) -> Self {
        let Some(round) = state.room().draws().awaited() else {
            return Self {
                round: None,
                due_in_ms: 0,
                urls: Vec::new(),
            };
        };
        let published_at_ms = round.published_at_ms.get();
        Self {
            round: Some(round.round.get()),
            due_in_ms: published_at_ms.saturating_sub(state.now().wall.0),
            urls: app
                .browser_relays
                .iter()
                .map(|relay| round_url(relay, &round))
                .collect(),
        }
    }
}

/// Handles `GET`: the answer is the same for all visitors, from memory.
pub(in crate::http) async fn get(
    State(app): State<SharedAppState>,
    Path((customer, room)): Path<(String, String)>,
    parts: Parts,
) -> Response<Body> {
    match find(&app, &parts, &customer, &room) {
        Ok(state) => json::answer(&RoundToBring::of(&app, &state)),
        Err(error) => app.refuse_json(&error.refusal(None)),
    }
}

/// Handles `POST`.
pub(in crate::http) async fn post(
    State(app): State<SharedAppState>,
    Path((customer, room)): Path<(String, String)>,
    parts: Parts,
    Form(form): Form<BeaconForm>,
) -> Response<Body> {
    match take(&app, &parts, (&customer, &room), &form).await {
        Ok(()) if form.round.is_some() => StatusCode::NO_CONTENT.into_response(),
        Ok(()) => {
            let mut response = StatusCode::SEE_OTHER.into_response();
            let page = paths::draw_page(&customer, &room, None, []);
            let page = HeaderValue::try_from(page).expect("ids of rooms that exist are letters and digits");
            response.headers_mut().insert(LOCATION, page);
            response
        }
        Err(BeaconFault::Visit(response)) => *response,
        Err(BeaconFault::Said(status, sentence)) => (status, sentence).into_response(),
    }
}

enum BeaconFault {
    Visit(Box<Response<Body>>),
    Said(StatusCode, String),
}

async fn take(
    app: &AppState,
    parts: &Parts,
    (customer, room): (&str, &str),
    form: &BeaconForm,
) -> Result<(), BeaconFault> {
    let query = Query::new(parts.uri.query());
    let refuse = |error| BeaconFault::Visit(Box::new(app.refuse(parts, &query, error)));
    let state = find(app, parts, customer, room).map_err(refuse)?;
    let signature: Result<RoundSignature, _> = form.signature.parse();
    let signature = signature.map_err(|error| BeaconFault::Said(StatusCode::BAD_REQUEST, format!("{error}.\n")))?;
    let draws = state.room().draws();
    if draws.has_signature(&signature) {
        return Ok(());
    }
    let awaited = draws.awaited().map(|round| round.round.get());
    if let (Some(sent), Some(awaited)) = (form.round, awaited)
        && sent != awaited
    {
        let sentence = format!("The draw waits for round {awaited}.\n");
        return Err(BeaconFault::Said(StatusCode::CONFLICT, sentence));
    }
    let client = RequestClient::of(parts, &app.trusted_proxies).address;
    let (name, now_ms) = (state.room().name(), app.clock.monotonic_ms());
    let is_allowed =
        app.beacon_attempts.allow(client, name, now_ms) && (awaited.is_none() || app.verified_signatures.allow(now_ms));
    if !is_allowed {
        let sentence = "Too many signatures were tried; please wait a minute.\n";
        return Err(BeaconFault::Said(StatusCode::TOO_MANY_REQUESTS, sentence.to_owned()));
    }
    let taken = draws.take_signature(signature, state.now().wall).await;
    taken.map_err(|error| {
        let status = match &error {
            DrawsError::Repository(_) => StatusCode::SERVICE_UNAVAILABLE,
            DrawsError::Refused(DrawRefusal::Round(_)) => StatusCode::FORBIDDEN,
            DrawsError::Refused(_) => StatusCode::CONFLICT,
        };
        let sentence = match error {
            DrawsError::Repository(_) => "The store is away; please try again.\n".to_owned(),
            DrawsError::Refused(refused) => format!("{refused}.\n"),
        };
        BeaconFault::Said(status, sentence)
    })
}

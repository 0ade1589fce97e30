//! `POST /draw/<c>/<e>/beacon`, a form with `signature`: accepts the beacon's round for which the
//! room's draw waits, from any client.
//!
//! The sender of a round does not matter: only the network can have made a signature that verifies,
//! and there is only one for each round. Attempts are limited, because each costs a verification.

use axum::body::Body;
use axum::extract::{Form, Path, State};
use axum::response::IntoResponse;
use beacon::RoundSignature;
use http::header::LOCATION;
use http::request::Parts;
use http::{HeaderValue, Response, StatusCode};
use serde::Deserialize;

use crate::draws::{DrawRefusal, DrawsError};
use crate::http::infra::client::RequestClient;
use crate::http::visit::query::Query;
use crate::http::visitor::draw::find;
use crate::http::{Edge, SharedEdge, paths};

/// The form.
#[derive(Debug, Deserialize)]
pub(in crate::http) struct BeaconForm {
    /// The network's signature of the round, 96 hexadecimal digits.
    #[serde(default)]
    signature: String,
}

/// Handles the request.
pub(in crate::http) async fn post(
    State(edge): State<SharedEdge>,
    Path((customer, room)): Path<(String, String)>,
    parts: Parts,
    Form(form): Form<BeaconForm>,
) -> Response<Body> {
    match take(&edge, &parts, (&customer, &room), &form).await {
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
    edge: &Edge,
    parts: &Parts,
    (customer, room): (&str, &str),
    form: &BeaconForm,
) -> Result<(), BeaconFault> {
    let query = Query::new(parts.uri.query());
    let refuse = |error| BeaconFault::Visit(Box::new(edge.refuse(parts, &query, error)));
    let state = find(edge, parts, customer, room).map_err(refuse)?;
    let signature: Result<RoundSignature, _> = form.signature.parse();
    let signature = signature.map_err(|error| BeaconFault::Said(StatusCode::BAD_REQUEST, format!("{error}.\n")))?;
    let client = RequestClient::of(parts, &edge.trusted_proxies).address;
    let name = state.room().name();
    if !edge.beacon_attempts.allow(client, name, edge.clock.monotonic_ms()) {
        let sentence = "Too many signatures were tried; please wait a minute.\n";
        return Err(BeaconFault::Said(StatusCode::TOO_MANY_REQUESTS, sentence.to_owned()));
    }
    let taken = state.room().draws().take_signature(signature, state.now().wall).await;
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

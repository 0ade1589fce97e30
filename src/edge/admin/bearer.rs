//! The bearer check of the admin API. Without a configured token it answers nobody.

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http::header::AUTHORIZATION;
use subtle::ConstantTimeEq;

use super::problem::Problem;
use crate::edge::SharedEdge;

/// Lets requests with the right token through.
pub(super) async fn check(State(edge): State<SharedEdge>, request: Request, next: Next) -> Response {
    let given = request
        .headers()
        .get(AUTHORIZATION)
        .and_then(|value| value.as_bytes().strip_prefix(b"Bearer "));
    match (&edge.admin_token, given) {
        (Some(token), Some(given)) if bool::from(token.as_bytes().ct_eq(given)) => next.run(request).await,
        (Some(_), _) => Problem::unauthorized("send the admin token as Authorization: Bearer …").into_response(),
        (None, _) => Problem::unauthorized("the admin API is off; set server.admin_token").into_response(),
    }
}

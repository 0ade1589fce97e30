//! `GET /js/latest/main.js` and `GET /js/latest/lite-validator/main.js`: this server's scripts for
//! sites without an integration on their servers, at the paths that the sites' pages use. `GET
//! /js/latest/room/main.js` is the script of rooms' static pages.

use axum::body::Body;
use axum::extract::State;
use http::{HeaderMap, Response};

use crate::http::SharedAppState;
use crate::http::infra::script;

/// The build's name of the script that sends a check for every page.
const MAIN: &str = "crowdhandler";
/// The build's name of the script that checks the visitor's token.
const LITE_VALIDATOR: &str = "crowdhandler-lite";
/// The build's name of the script of rooms' static pages.
const ROOM: &str = "crowdhandler-room";

/// Handles a request for the script that sends a check for every page.
pub(in crate::http) async fn main(State(app): State<SharedAppState>, headers: HeaderMap) -> Response<Body> {
    script::serve(&app.assets, MAIN, &headers)
}

/// Handles a request for the script that checks the visitor's token.
pub(in crate::http) async fn lite_validator(State(app): State<SharedAppState>, headers: HeaderMap) -> Response<Body> {
    script::serve(&app.assets, LITE_VALIDATOR, &headers)
}

/// Handles a request for the script of rooms' static pages.
pub(in crate::http) async fn room(State(app): State<SharedAppState>, headers: HeaderMap) -> Response<Body> {
    script::serve(&app.assets, ROOM, &headers)
}

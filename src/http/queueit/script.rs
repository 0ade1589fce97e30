//! `GET /script/<name>.min.js`: this server's scripts for pages of other sites, under the names
//! that such pages use; `.js` also works.

use axum::body::Body;
use axum::extract::{Path, State};
use http::{HeaderMap, Response};

use crate::http::SharedAppState;
use crate::http::infra::script;

/// The accepted suffixes of a script's name.
const SUFFIXES: [&str; 2] = [".min.js", ".js"];

/// Handles the request.
pub(in crate::http) async fn get(
    State(app): State<SharedAppState>,
    Path(name): Path<String>,
    headers: HeaderMap,
) -> Response<Body> {
    let bare = SUFFIXES.iter().find_map(|suffix| name.strip_suffix(suffix));
    script::serve(&app.assets, bare.unwrap_or_default(), &headers)
}

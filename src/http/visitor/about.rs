//! `GET /about`, and the same page at the bare address: explains the waiting room to people who
//! open it.

use axum::body::Body;
use axum::extract::State;
use http::request::Parts;
use http::{Response, StatusCode};

use crate::http::html::page;
use crate::http::infra::encoding::Encoding;
use crate::http::render::RequestedRoom;
use crate::http::visit::query::Query;
use crate::http::{AppState, SharedAppState, paths};
use crate::pages::AboutPage;

/// Handles the request.
pub(in crate::http) async fn get(State(app): State<SharedAppState>, parts: Parts) -> Response<Body> {
    app.about(&parts, &Query::new(parts.uri.query()), true)
}

impl AppState {
    /// Returns the page. Crawlers may index it only at its own address (`indexed`).
    pub(in crate::http) fn about(&self, parts: &Parts, query: &Query<'_>, indexed: bool) -> Response<Body> {
        let named = self.requested_room(parts, query);
        let room = named.as_ref().map(RequestedRoom::config);
        let line_url = query.line_url();
        let about = AboutPage {
            room_name: room.map(|room| room.name.as_str()),
            status_url: &paths::service_status(),
            line_url: line_url.as_deref(),
            indexed,
        };
        let html = about.render(
            &self.language(&parts.headers, query, room),
            &self.pages.theme(query.get("l"), room),
        );
        let (bytes, encoding) = Encoding::of(&parts.headers).write(html);
        encoding.set_headers(page(StatusCode::OK, bytes, None))
    }
}

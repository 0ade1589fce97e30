//! `/diagnostics/…`: for developers of protected sites. `GET|POST /diagnostics/cookie` explains the
//! cookie of a debug link; `…/connector/error/?code=` is where a connector sends the browser whose
//! debug link it refused.
//!
//! Everybody may ask: what is told comes from the cookie itself, but for whether a room exists, the
//! number of the published configuration and whether a token is ours, which connectors tell every
//! visitor. The cookie comes in the body of a form, so that it stands in no address and in no log.
//! Nothing is kept.

use axum::body::Body;
use axum::extract::State;
use http::request::Parts;
use http::{Response, StatusCode};
use protocol::debug_cookie::DebugCookie;
use protocol::queueittoken::Claims;

use crate::diagnostics::{CookieReport, DiagnosticsContext};
use crate::http::host::HostOwner;
use crate::http::visit::query::Query;
use crate::http::{Edge, SharedEdge, html, paths};
use crate::pages::{DiagnosticsForm, DiagnosticsPage, LinkFault};

/// `GET /diagnostics/cookie?[c]`
pub(in crate::http) async fn get(State(edge): State<SharedEdge>, parts: Parts) -> Response<Body> {
    let query = Query::new(parts.uri.query());
    edge.diagnostics(&DiagnosticsPage::Form(form(&query)))
}

/// `POST /diagnostics/cookie`
pub(in crate::http) async fn post(State(edge): State<SharedEdge>, parts: Parts, body: String) -> Response<Body> {
    let typed = Query::new(Some(&body));
    let form = form(&typed);
    match DebugCookie::parse(form.cookie) {
        Ok(cookie) => {
            let hosts = edge.hosts_here(&parts, form.customer);
            let known = edge.known_of(&parts, &form, &cookie, &hosts);
            edge.diagnostics(&DiagnosticsPage::Read(form, &CookieReport::of(&cookie, &known)))
        }
        Err(error) => {
            let fault = format!("This is not the value of queueitdebug: {error}.");
            let mut response = edge.diagnostics(&DiagnosticsPage::Unreadable(form, &fault));
            *response.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
            response
        }
    }
}

/// `GET …/diagnostics/connector/error/?code=setup|hash|timestamp`. The page is what was asked for,
/// so it is no error itself.
pub(in crate::http) async fn failed(State(edge): State<SharedEdge>, parts: Parts) -> Response<Body> {
    let query = Query::new(parts.uri.query());
    let fault = LinkFault::of(query.get("code").unwrap_or_default());
    edge.diagnostics(&DiagnosticsPage::Failed(fault))
}

/// The form as it was sent, or for a link's customer.
fn form<'q>(query: &'q Query<'_>) -> DiagnosticsForm<'q> {
    let text = |name| query.get(name).unwrap_or_default();
    DiagnosticsForm {
        action: paths::DIAGNOSTICS,
        cookie: text("cookie"),
        page: text("page"),
        customer: text("c"),
    }
}

impl Edge {
    /// The page that says so to whoever opened a genuine debug link, where a connector refused its
    /// token afterwards.
    pub(in crate::http) fn debug_link_arrived(&self, query: &Query<'_>) -> Response<Body> {
        self.diagnostics(&DiagnosticsPage::Arrived(form(query)))
    }

    fn diagnostics(&self, page: &DiagnosticsPage<'_>) -> Response<Body> {
        let english = self.languages.find("en").expect("English is built in");
        html::page(
            StatusCode::OK,
            page.render(english, &self.pages.theme(None, None)),
            None,
        )
    }

    /// Hosts under which a room of this customer answers, as far as they may be named on the
    /// request's host.
    fn hosts_here(&self, parts: &Parts, customer: &str) -> Vec<String> {
        let mut hosts: Vec<String> = self.origin(parts).host_str().map(str::to_owned).into_iter().collect();
        if HostOwner::of(parts).is_none() {
            hosts.extend(self.hosts.load().of_customer(customer));
        }
        hosts
    }

    fn known_of<'k>(
        &self,
        parts: &Parts,
        form: &DiagnosticsForm<'k>,
        cookie: &DebugCookie,
        hosts: &'k [String],
    ) -> DiagnosticsContext<'k> {
        let page = Some(form.page).filter(|page| !page.is_empty());
        let nothing = DiagnosticsContext {
            page,
            hosts,
            ..DiagnosticsContext::default()
        };
        let Some(event) = cookie
            .config("EventId")
            .filter(|_| self.rooms.has_customer(form.customer))
        else {
            return nothing;
        };
        let room = self.find(parts, form.customer, event).ok();
        let token = cookie.get("QueueitToken").map(Claims::parse);
        let token_is_ours = room
            .as_ref()
            .zip(token)
            .map(|(room, token)| token.is_signed_by(&room.settings().room.secret_key));
        let documents = self.running.admin_store().documents();
        let files =
            (room.as_ref()).and_then(|room| self.integrations.files(&documents, &room.settings().room.customer));
        DiagnosticsContext {
            has_room: Some(room.is_some()),
            published: files.map(|files| files.version),
            token_is_ours,
            ..nothing
        }
    }
}

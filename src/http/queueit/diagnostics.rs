//! `/diagnostics/…`: pages for developers of protected sites. `GET|POST /diagnostics/cookie`
//! explains the cookie of a debug link; a connector sends the browser to `…/connector/error/?code=`
//! when it refuses a debug link.
//!
//! The pages are public: they show the content of the cookie itself, and in addition only whether a
//! room exists, the version of the published configuration, and whether a token is from this
//! server, all of which connectors reveal to every visitor. The cookie is sent in a form's body, so
//! that it appears in no address and in no log. Nothing is stored.

use axum::body::Body;
use axum::extract::State;
use http::request::Parts;
use http::{Response, StatusCode};
use protocol::debug_cookie::DebugCookie;
use protocol::queueittoken::TokenFields;

use crate::diagnostics::{CookieReport, DiagnosticsContext};
use crate::http::host::HostOwner;
use crate::http::visit::query::Query;
use crate::http::{AppState, SharedAppState, html, paths};
use crate::pages::{DiagnosticsForm, DiagnosticsPage, LinkFault};

/// `GET /diagnostics/cookie?[c]`
pub(in crate::http) async fn get(State(app): State<SharedAppState>, parts: Parts) -> Response<Body> {
    let query = Query::new(parts.uri.query());
    app.diagnostics(&DiagnosticsPage::Form(form(&query)))
}

/// `POST /diagnostics/cookie`
pub(in crate::http) async fn post(State(app): State<SharedAppState>, parts: Parts, body: String) -> Response<Body> {
    let typed = Query::new(Some(&body));
    let form = form(&typed);
    match DebugCookie::parse(form.cookie) {
        Ok(cookie) => {
            let hosts = app.hosts_here(&parts, form.customer);
            let known = app.known_of(&parts, &form, &cookie, &hosts);
            app.diagnostics(&DiagnosticsPage::Read(form, &CookieReport::of(&cookie, &known)))
        }
        Err(error) => {
            let fault = format!("This is not the value of queueitdebug: {error}.");
            let mut response = app.diagnostics(&DiagnosticsPage::Unreadable(form, &fault));
            *response.status_mut() = StatusCode::UNPROCESSABLE_ENTITY;
            response
        }
    }
}

/// `GET …/diagnostics/connector/error/?code=setup|hash|timestamp`. Answers 200, since the page is
/// the requested content.
pub(in crate::http) async fn failed(State(app): State<SharedAppState>, parts: Parts) -> Response<Body> {
    let query = Query::new(parts.uri.query());
    let fault = LinkFault::of(query.get("code").unwrap_or_default());
    app.diagnostics(&DiagnosticsPage::Failed(fault))
}

/// Returns the form's values, from a sent form or from a link's query.
fn form<'q>(query: &'q Query<'_>) -> DiagnosticsForm<'q> {
    let text = |name| query.get(name).unwrap_or_default();
    DiagnosticsForm {
        action: paths::DIAGNOSTICS,
        cookie: text("cookie"),
        page: text("page"),
        customer: text("c"),
    }
}

impl AppState {
    /// Returns the page for a browser that opened a genuine debug link whose token a connector
    /// refused.
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

    /// Returns the hosts on which a room of this customer answers, as far as the request's host may
    /// reveal them.
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
        let token = cookie.get("QueueitToken").map(TokenFields::parse);
        let token_is_ours = room
            .as_ref()
            .zip(token)
            .map(|(room, token)| token.is_signed_by(&room.settings.secret_key));
        let documents = self.running.admin_store().documents();
        let files = (room.as_ref()).and_then(|room| self.integrations.files(&documents, &room.settings.customer));
        DiagnosticsContext {
            has_room: Some(room.is_some()),
            published: files.map(|files| files.version),
            token_is_ours,
            ..nothing
        }
    }
}

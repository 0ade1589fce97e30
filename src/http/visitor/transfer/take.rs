//! `GET /move/<c>/<e>` has a field for a code, `GET /move/<c>/<e>/<code>` (the address in the QR
//! code) only a button. `POST` takes the place over: the browser remembers the place under its new
//! id and goes to its waiting page. A browser that has not returned the cookie set by the page with
//! the button goes there with the place's link proof.

use admission::transfer::TransferRefused;
use axum::body::Body;
use axum::extract::{Path, State};
use http::Response;
use http::header::SET_COOKIE;
use http::request::Parts;
use protocol::TransferCode;

use crate::http::infra::client::RequestClient;
use crate::http::visit::LinkedPlace;
use crate::http::visit::cookie::{probe, returns_cookies};
use crate::http::visit::query::{HOLDER_PARAMETER, HOLDER_UNKNOWN, Query};
use crate::http::visitor::transfer::{FormContext, TransferVisit, error_of};
use crate::http::{AppState, SharedAppState, html, paths};
use crate::pages::{TransferError, TransferStep};
use crate::rooms::{Place, TransferredPlace};

/// Handles the page for typing a code.
pub(in crate::http) async fn get(
    State(app): State<SharedAppState>,
    Path((customer, room)): Path<(String, String)>,
    parts: Parts,
) -> Response<Body> {
    let query = Query::new(parts.uri.query());
    answer(
        (&app, &parts, &query),
        (&customer, &room),
        LinkedPlace::default(),
        async |transfer| enter(transfer, None),
    )
    .await
}

/// Handles the page for a given code.
pub(in crate::http) async fn get_code(
    State(app): State<SharedAppState>,
    Path((customer, room, code)): Path<(String, String, String)>,
    parts: Parts,
) -> Response<Body> {
    let query = Query::new(parts.uri.query());
    answer(
        (&app, &parts, &query),
        (&customer, &room),
        LinkedPlace::default(),
        async |transfer| transfer.confirm(&code).await,
    )
    .await
}

/// Handles the button on either page.
pub(in crate::http) async fn post(
    State(app): State<SharedAppState>,
    Path((customer, room)): Path<(String, String)>,
    parts: Parts,
    form: String,
) -> Response<Body> {
    let query = Query::new(Some(&form));
    let answered = answer(
        (&app, &parts, &query),
        (&customer, &room),
        LinkedPlace::default(),
        async |transfer| transfer.take().await,
    )
    .await;
    app.after_form((&parts, &query), answered)
}

/// Finds the room, identifies the visitor and calls `act`, unless the room has no line.
pub(super) async fn answer(
    (app, parts, query): (&AppState, &Parts, &Query<'_>),
    ids: (&str, &str),
    linked: LinkedPlace<'_>,
    act: impl AsyncFnOnce(&TransferVisit<'_>) -> Response<Body>,
) -> Response<Body> {
    let identified = match app.identified((parts, query), ids, linked).await {
        Ok(identified) => identified,
        Err(not_found) => return app.refuse_unfound(parts, query, not_found),
    };
    if let Some(refused) = identified.foreign_target() {
        return refused;
    }
    let transfer = TransferVisit { identified };
    match transfer.elsewhere() {
        Some(elsewhere) => elsewhere,
        None => act(&transfer).await,
    }
}

/// Returns the page with the field. Only the POST, which is rate-limited, reveals whether a code is
/// valid.
pub(super) fn enter(transfer: &TransferVisit<'_>, error: Option<TransferError>) -> Response<Body> {
    let (customer, room) = transfer.ids();
    let action = paths::transfer_enter(customer, room, None);
    transfer.page_with_cookie_probe(TransferStep::Enter, error, (&action, transfer.kept_fields()), &action)
}

impl TransferVisit<'_> {
    async fn confirm(&self, code: &str) -> Response<Body> {
        if code.parse::<TransferCode>().is_err() {
            return enter(self, Some(TransferError::Code));
        }
        let (customer, room) = self.ids();
        let action = paths::transfer_enter(customer, room, None);
        let mut fields = self.kept_fields();
        fields.push(("code".to_owned(), code.to_owned()));
        let replaces = self.identified.visitor.place().is_some();
        let page = paths::transfer_code(customer, room, code, None);
        self.page_with_cookie_probe(TransferStep::Confirm { replaces }, None, (&action, fields), &page)
    }

    /// Returns the page; `page` is its address for the language picker. If the browser sends no
    /// cookie, the page tests whether it keeps any: it sets one and adds a form field that records
    /// the test.
    pub(super) fn page_with_cookie_probe(
        &self,
        step: TransferStep<'_>,
        error: Option<TransferError>,
        (action, mut fields): (&str, Vec<(String, String)>),
        page: &str,
    ) -> Response<Body> {
        let around = FormContext {
            picker: Some(page),
            ..FormContext::default()
        };
        if returns_cookies(&self.visit().parts.headers) {
            return self.page(step, error, (action, &fields), around);
        }
        fields.retain(|(name, _)| name != HOLDER_PARAMETER);
        fields.push((HOLDER_PARAMETER.to_owned(), HOLDER_UNKNOWN.to_owned()));
        let mut page = self.page(step, error, (action, &fields), around);
        page.headers_mut().insert(SET_COOKIE, probe(self.identified.is_https()));
        page
    }

    async fn take(&self) -> Response<Body> {
        let typed = self.visit().query.get("code").unwrap_or_default();
        let client = RequestClient::of(self.visit().parts, &self.visit().app.trusted_proxies);
        if !self.visit().app.is_our_own(self.visit().parts) {
            let (customer, room) = self.ids();
            let culture = self.visit().query.get("cid");
            return html::see_other(&paths::transfer_code(customer, room, typed, culture));
        }
        let now_ms = self.visit().app.clock.monotonic_ms();
        if !self
            .visit()
            .app
            .transfer_code_attempts
            .allow(client.address, self.visit().room().name(), now_ms)
        {
            tracing::info!(room = self.visit().room().name(), "too many codes were tried");
            return enter(self, Some(TransferError::Many));
        }
        let Ok(code) = typed.parse::<TransferCode>() else {
            return enter(self, Some(TransferError::Code));
        };
        match self.visit().room().take_over(&code).await {
            Ok(Ok(taken)) => {
                self.visit()
                    .app
                    .transfer_code_attempts
                    .take_back(client.address, self.visit().room().name(), now_ms);
                self.taken(&taken).await
            }
            Ok(Err(refused)) => {
                tracing::info!(room = self.visit().room().name(), reason = %refused, "a place was not transferred");
                enter(self, Some(error_of(refused)))
            }
            Err(unserved) => {
                tracing::warn!(room = self.visit().room().name(), reason = %unserved, "a place was not transferred");
                enter(self, Some(TransferError::Away))
            }
        }
    }

    /// Transfers a place to the requesting device at once: an offer and its acceptance, both as for
    /// a code. Returns the answer.
    ///
    /// # Errors
    /// Returns the engine's reason if the place is not transferred.
    pub(super) async fn take_now(&self, place: &Place) -> Result<Response<Body>, TransferRefused> {
        let room = self.visit().room();
        // The code leaves this function only as a hash.
        let code = TransferCode::from_random(self.visit().app.entropy.nonce());
        match room.offer(place, &code, self.link()).await {
            Ok(offered) => offered?,
            Err(unserved) => return Ok(self.identified.refuse(unserved.into())),
        };
        match room.take_over(&code).await {
            Ok(taken) => Ok(self.taken(&taken?).await),
            Err(unserved) => Ok(self.identified.refuse(unserved.into())),
        }
    }

    pub(super) async fn taken(&self, taken: &TransferredPlace) -> Response<Body> {
        let (customer, room) = self.ids();
        let places = self.visit().app.places(&self.visit().parts.headers);
        // Loads the room again, since the place was transferred.
        let identified = self.visit().newer().identify(&places, LinkedPlace::default()).await;
        let own = identified.visitor.place().copied();
        let other = own.filter(|own| !own.is_same_place(&taken.place));
        if let Some(own) = other {
            // The page announced that this place would be given up. If the cancel fails, the place
            // is merely abandoned: this browser forgets it.
            _ = self.visit().room().cancel(&own).await;
        }
        let hash = self.visit().room().log_hash(&taken.place.queue_id);
        tracing::info!(room = self.visit().room().name(), visitor.hash = %hash, "place taken over by another device");
        let link = Query::new(Some(&taken.link));
        let id = taken.place.queue_id.to_string();
        let proof = self.visit().app.possession.link_proof(&taken.place.queue_id);
        let asked = self.visit().query.get(HOLDER_PARAMETER).is_some();
        let keeps_none = asked && !returns_cookies(&self.visit().parts.headers);
        let held = keeps_none.then_some((HOLDER_PARAMETER, proof.as_str()));
        let place = held.into_iter().chain([("q", id.as_str())]);
        let line = paths::enter(customer, room, link.kept().chain(place));
        let mut response = html::see_other(&line);
        let cookie = identified.cookie(&places, &taken.place);
        response.headers_mut().insert(SET_COOKIE, cookie);
        response
    }
}

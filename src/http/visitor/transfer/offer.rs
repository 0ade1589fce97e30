//! `GET /move?c&e&q` explains the transfer and has a button; `POST /move` makes a code for the
//! place and shows it as text and as a QR code. A visitor without a place gets the page for typing
//! a code.
//!
//! A script on the page with the code repeats the `GET` until the place was transferred, and then
//! loads that address, which reports the outcome. When the code expires, the page loads it with or
//! without scripts. None of these requests records presence or claims a turn.

use axum::body::Body;
use axum::extract::State;
use http::Response;
use http::request::Parts;
use protocol::TransferCode;
use url::form_urlencoded;

use crate::http::infra::client::{RequestClient, authority_of};
use crate::http::paths::PlaceQuery;
use crate::http::visit::Visitor;
use crate::http::visit::error::VisitError;
use crate::http::visit::query::{HOLDER_PARAMETER, Query};
use crate::http::visitor::transfer::{FormContext, TransferVisit, error_of, take};
use crate::http::{AppState, SharedAppState, html, paths};
use crate::pages::{TransferError, TransferStep};
use crate::rooms::{LINK_BYTES_MAX, Place};

/// Handles `GET`: the page with the button.
pub(in crate::http) async fn get(State(app): State<SharedAppState>, parts: Parts) -> Response<Body> {
    let query = Query::new(parts.uri.query());
    answer(&app, &parts, &query, async |transfer, place| {
        transfer.offer(place, None)
    })
    .await
}

/// Handles `POST`: the button.
pub(in crate::http) async fn post(State(app): State<SharedAppState>, parts: Parts, form: String) -> Response<Body> {
    let query = Query::new(Some(&form));
    let answered = answer(&app, &parts, &query, async |transfer, place| {
        transfer.make_code(place).await
    })
    .await;
    app.after_form((&parts, &query), answered)
}

/// Finds the room and the place and calls `with_place`. A visitor without a place gets the page for
/// typing a code.
async fn answer(
    app: &AppState,
    parts: &Parts,
    query: &Query<'_>,
    with_place: impl AsyncFnOnce(&TransferVisit<'_>, &Place) -> Response<Body>,
) -> Response<Body> {
    let ids = (query.get("c").unwrap_or_default(), query.get("e").unwrap_or_default());
    take::answer((app, parts, query), ids, app.linked(query), async |transfer| {
        match transfer.identified.visitor {
            Visitor::Holder { place, .. } => match transfer.identified.refuse_blocked() {
                Ok(()) => with_place(transfer, &place).await,
                Err(blocked) => transfer.identified.refuse(blocked),
            },
            // A visitor who only has the place's address needs a code from its holder.
            Visitor::Newcomer | Visitor::PastRun | Visitor::Viewer(_) => take::enter(transfer, None),
            Visitor::Transferred => transfer.identified.refuse(VisitError::Transferred),
            Visitor::Cancelled | Visitor::Outraced => transfer.identified.refuse(VisitError::Cancelled),
            Visitor::Unseen => transfer.identified.refuse(VisitError::Holding),
            Visitor::Foreign => transfer.identified.refuse(VisitError::ForeignPlace),
        }
    })
    .await
}

impl TransferVisit<'_> {
    fn offer(&self, place: &Place, error: Option<TransferError>) -> Response<Body> {
        self.page(
            TransferStep::Offer,
            error,
            (&paths::transfer_form(), &self.fields(place)),
            FormContext {
                line_url: Some(&self.line_url(place)),
                ..FormContext::default()
            },
        )
    }

    async fn make_code(&self, place: &Place) -> Response<Body> {
        let (customer, room) = self.ids();
        if !self.visit().app.is_our_own(self.visit().parts) {
            let link = PlaceQuery::new((customer, room), &place.queue_id, self.visit().query.kept());
            return html::see_other(&link.transfer_page());
        }
        let client = RequestClient::of(self.visit().parts, &self.visit().app.trusted_proxies);
        let now_ms = self.visit().app.clock.monotonic_ms();
        if !self
            .visit()
            .app
            .transfer_code_requests
            .allow(client.address, self.visit().room().name(), now_ms)
        {
            tracing::info!(room = self.visit().room().name(), "too many codes were asked for");
            return self.offer(place, Some(TransferError::Many));
        }
        let code = TransferCode::from_random(self.visit().app.entropy.nonce());
        match self.visit().room().offer(place, &code, self.link()).await {
            Ok(Ok(_)) => self.show(place, &code),
            Ok(Err(refused)) => {
                tracing::info!(room = self.visit().room().name(), reason = %refused, "no code was made");
                self.offer(place, Some(error_of(refused)))
            }
            Err(unserved) => {
                tracing::warn!(room = self.visit().room().name(), reason = %unserved, "no code was made");
                self.offer(place, Some(TransferError::Away))
            }
        }
    }

    fn show(&self, place: &Place, code: &TransferCode) -> Response<Body> {
        let (customer, room) = self.ids();
        let (code, culture) = (code.to_string(), self.visit().query.get("cid"));
        let base = self.base();
        let step = TransferStep::Code {
            code: &code,
            address: &format!("{base}{}", paths::transfer_enter(customer, room, None)),
            picture: &format!("{base}{}", paths::transfer_code(customer, room, &code, culture)),
        };
        let fields = self.fields(place);
        let around = FormContext {
            line_url: Some(&self.line_url(place)),
            watch: Some(&PlaceQuery::new((customer, room), &place.queue_id, self.visit().query.kept()).transfer_page()),
            ..FormContext::default()
        };
        self.page(step, None, (&paths::transfer_form(), &fields), around)
    }

    pub(super) fn fields(&self, place: &Place) -> Vec<(String, String)> {
        let (customer, room) = self.ids();
        let named = [("c", customer), ("e", room), ("q", &place.queue_id.to_string())];
        let named = named.map(|(name, value)| (name.to_owned(), value.to_owned()));
        named.into_iter().chain(self.kept_fields()).collect()
    }

    pub(super) fn line_url(&self, place: &Place) -> String {
        let (customer, room) = self.ids();
        let id = place.queue_id.to_string();
        paths::enter(customer, room, self.visit().query.kept().chain([("q", id.as_str())]))
    }

    /// Returns the parameters that the new device's link keeps: language, theme and target, in this
    /// order, as far as they fit into [`LINK_BYTES_MAX`]. Without its target, the new device ends
    /// at the room's own target.
    pub(super) fn link(&self) -> String {
        let mut link = String::new();
        for pair in self.visit().query.kept().filter(|(name, _)| *name != HOLDER_PARAMETER) {
            let mut longer = form_urlencoded::Serializer::new(link.clone());
            let longer = longer.extend_pairs([pair]).finish();
            if longer.len() <= LINK_BYTES_MAX {
                link = longer;
            }
        }
        link
    }

    /// Returns this server's origin as the visitor's browser names it.
    fn base(&self) -> String {
        let scheme = if self.identified.is_https() { "https" } else { "http" };
        let named = authority_of(self.visit().parts, &self.visit().app.trusted_proxies);
        let named = named.and_then(|authority| url::Url::parse(&format!("{scheme}://{authority}")).ok());
        named
            .as_ref()
            .unwrap_or(&self.visit().app.public_url)
            .origin()
            .ascii_serialization()
    }
}

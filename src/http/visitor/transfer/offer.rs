//! `GET /move?c&e&q` explains and has a button; `POST /move` makes a code for the place and shows
//! it, typed out and as a picture. Without a place the page is the one to type a code into.
//!
//! The page with the code asks for the `GET` again by script until the place has moved, and then
//! goes there: the `GET` says what became of the place. With or without script it goes there when
//! the code has ended. None of this is a sign of life, and none claims anything.

use axum::body::Body;
use axum::extract::State;
use http::Response;
use http::request::Parts;
use protocol::MoveCode;
use url::form_urlencoded;

use crate::http::infra::client::{RequestClient, authority_of};
use crate::http::visit::Visitor;
use crate::http::visit::error::VisitError;
use crate::http::visit::initiator::is_our_own;
use crate::http::visit::query::{HOLDER_PARAMETER, Query};
use crate::http::visitor::transfer::{FormContext, TransferVisit, error_of, take};
use crate::http::{Edge, SharedEdge, html, paths};
use crate::pages::{MoveError, MoveStep};
use crate::rooms::{LINK_BYTES_MAX, Place};

/// The page.
pub(in crate::http) async fn get(State(edge): State<SharedEdge>, parts: Parts) -> Response<Body> {
    let query = Query::new(parts.uri.query());
    answer(&edge, &parts, &query, async |moving, known| moving.offer(known, None)).await
}

/// The button on it.
pub(in crate::http) async fn post(State(edge): State<SharedEdge>, parts: Parts, form: String) -> Response<Body> {
    let query = Query::new(Some(&form));
    answer(&edge, &parts, &query, async |moving, known| {
        moving.make_code(known).await
    })
    .await
}

/// Finds room and place, and hands both on; whoever has no place types a code in.
async fn answer(
    edge: &Edge,
    parts: &Parts,
    query: &Query<'_>,
    with_place: impl AsyncFnOnce(&TransferVisit<'_>, &Place) -> Response<Body>,
) -> Response<Body> {
    let ids = (query.get("c").unwrap_or_default(), query.get("e").unwrap_or_default());
    take::answer((edge, parts, query), ids, edge.linked(query), async |moving| {
        match moving.identified.visitor {
            Visitor::Holder { known, .. } => with_place(moving, &known).await,
            // Whoever has the place's address only takes it over with a code of its holder's.
            Visitor::Newcomer | Visitor::PastRun | Visitor::Viewer(_) => take::enter(moving, None),
            Visitor::Moved => edge.refuse(parts, query, VisitError::Moved),
            Visitor::Cancelled | Visitor::Outraced => edge.refuse(parts, query, VisitError::Cancelled),
            Visitor::Unseen => edge.refuse(parts, query, VisitError::Holding),
            Visitor::Foreign => edge.refuse(parts, query, VisitError::ForeignPlace),
        }
    })
    .await
}

impl TransferVisit<'_> {
    fn offer(&self, known: &Place, error: Option<MoveError>) -> Response<Body> {
        self.page(
            MoveStep::Offer,
            error,
            (&paths::move_form(), &self.fields(known)),
            FormContext {
                line_url: Some(&self.line_url(known)),
                ..FormContext::default()
            },
        )
    }

    async fn make_code(&self, known: &Place) -> Response<Body> {
        let (customer, room) = self.ids();
        if !is_our_own(self.visit.parts, &self.visit.edge.trusted_proxies) {
            let page = paths::move_page(customer, room, &known.queue_id, self.visit.query.kept());
            return html::see_other(&page);
        }
        let client = RequestClient::of(self.visit.parts, &self.visit.edge.trusted_proxies);
        let now_ms = self.visit.edge.clock.monotonic_ms();
        if !self
            .visit
            .edge
            .offers
            .allow(client.address, self.visit.room.name(), now_ms)
        {
            tracing::info!(room = self.visit.room.name(), "too many codes were asked for");
            return self.offer(known, Some(MoveError::Many));
        }
        let code = MoveCode::from_random(self.visit.edge.entropy.nonce());
        match self.visit.room.offer(known, &code, self.link()).await {
            Ok(Ok(_)) => self.show(known, &code),
            Ok(Err(refused)) => {
                tracing::info!(room = self.visit.room.name(), reason = %refused, "no code was made");
                self.offer(known, Some(error_of(refused)))
            }
            Err(unserved) => {
                tracing::warn!(room = self.visit.room.name(), reason = %unserved, "no code was made");
                self.offer(known, Some(MoveError::Away))
            }
        }
    }

    fn show(&self, known: &Place, code: &MoveCode) -> Response<Body> {
        let (customer, room) = self.ids();
        let (code, culture) = (code.to_string(), self.visit.query.get("cid"));
        let base = self.base();
        let step = MoveStep::Code {
            code: &code,
            address: &format!("{base}{}", paths::move_enter(customer, room, None)),
            picture: &format!("{base}{}", paths::move_code(customer, room, &code, culture)),
        };
        let fields = self.fields(known);
        let around = FormContext {
            line_url: Some(&self.line_url(known)),
            watch: Some(&paths::move_page(
                customer,
                room,
                &known.queue_id,
                self.visit.query.kept(),
            )),
            ..FormContext::default()
        };
        self.page(step, None, (&paths::move_form(), &fields), around)
    }

    fn fields(&self, known: &Place) -> Vec<(String, String)> {
        let (customer, room) = self.ids();
        let place = [("c", customer), ("e", room), ("q", &known.queue_id.to_string())];
        let place = place.map(|(name, value)| (name.to_owned(), value.to_owned()));
        place.into_iter().chain(self.kept_fields()).collect()
    }

    fn line_url(&self, known: &Place) -> String {
        let (customer, room) = self.ids();
        let id = known.queue_id.to_string();
        paths::enter(customer, room, self.visit.query.kept().chain([("q", id.as_str())]))
    }

    /// What the new device's link keeps of this one's: language, theme and target, in this order,
    /// as far as they fit. Where the target does not fit, the new device goes to the room's own in
    /// the end.
    fn link(&self) -> String {
        let mut link = String::new();
        for pair in self.visit.query.kept().filter(|(name, _)| *name != HOLDER_PARAMETER) {
            let mut longer = form_urlencoded::Serializer::new(link.clone());
            let longer = longer.extend_pairs([pair]).finish();
            if longer.len() <= LINK_BYTES_MAX {
                link = longer;
            }
        }
        link
    }

    /// This server as the visitor's browser names it.
    fn base(&self) -> String {
        let https = RequestClient::of(self.visit.parts, &self.visit.edge.trusted_proxies).https;
        let scheme = if https { "https" } else { "http" };
        let named = authority_of(self.visit.parts, &self.visit.edge.trusted_proxies);
        let named = named.and_then(|authority| url::Url::parse(&format!("{scheme}://{authority}")).ok());
        named
            .as_ref()
            .unwrap_or(&self.visit.edge.public_url)
            .origin()
            .ascii_serialization()
    }
}

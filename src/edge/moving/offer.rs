//! `GET /move?c&e&q` explains and has a button; `POST /move` makes a code for the place and shows it, typed out and as a picture. Without a place the page is the one
//! to type a code into.

use axum::body::Body;
use axum::extract::State;
use http::Response;
use http::request::Parts;
use protocol::MoveCode;
use url::form_urlencoded;

use super::{Moving, error_of, is_our_own, take};
use crate::edge::client::{Client, authority_of};
use crate::edge::cookie::Places;
use crate::edge::identify::{Visitor, identify};
use crate::edge::query::Query;
use crate::edge::trouble::Trouble;
use crate::edge::{Edge, SharedEdge, html, paths};
use crate::pages::{MoveError, MoveStep};
use crate::room::Known;

/// A link's parameters longer than this do not move with the place: the new device goes to the room's own target then. Bytes.
const LINK_BYTES_MAX: usize = 2_048;

/// The page.
pub(in crate::edge) async fn get(State(edge): State<SharedEdge>, parts: Parts) -> Response<Body> {
    let query = Query::new(parts.uri.query());
    answer(&edge, &parts, &query, async |moving, known| moving.offer(known, None)).await
}

/// The button on it.
pub(in crate::edge) async fn post(State(edge): State<SharedEdge>, parts: Parts, form: String) -> Response<Body> {
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
    with_place: impl AsyncFnOnce(&Moving<'_>, &Known) -> Response<Body>,
) -> Response<Body> {
    let ids = (query.get("c").unwrap_or_default(), query.get("e").unwrap_or_default());
    take::answer(edge, parts, query, ids, async |moving| {
        let places = Places::read(&parts.headers);
        match identify(moving.room, &places, query.get("q"), edge.clock.wall()).await {
            Visitor::Holder { known, .. } => with_place(moving, &known).await,
            Visitor::Newcomer | Visitor::PastRun => take::enter(moving, None),
            Visitor::Moved => edge.refuse(parts, query, Trouble::Moved),
            Visitor::Cancelled | Visitor::Outraced => edge.refuse(parts, query, Trouble::Cancelled),
            Visitor::Unseen => edge.refuse(parts, query, Trouble::Holding),
            Visitor::Foreign => edge.refuse(parts, query, Trouble::ForeignPlace),
        }
    })
    .await
}

impl Moving<'_> {
    fn offer(&self, known: &Known, error: Option<MoveError>) -> Response<Body> {
        self.page(
            MoveStep::Offer,
            error,
            (paths::MOVE, &self.fields(known)),
            Some(&self.line_url(known)),
        )
    }

    async fn make_code(&self, known: &Known) -> Response<Body> {
        let (customer, room) = self.ids();
        if !is_our_own(self.parts, &self.edge.trusted_proxies) {
            let page = paths::move_page(customer, room, &known.queue_id, self.query.kept());
            return html::see_other(&page);
        }
        let code = MoveCode::from_random(self.edge.dice.nonce());
        match self.room.offer(known, &code, self.link()).await {
            Ok(Ok(_)) => self.show(known, &code),
            Ok(Err(refused)) => {
                tracing::info!(room = self.room.name(), reason = %refused, "no code was made");
                self.offer(known, Some(error_of(refused)))
            }
            Err(unserved) => {
                tracing::warn!(room = self.room.name(), reason = %unserved, "no code was made");
                self.offer(known, Some(MoveError::Away))
            }
        }
    }

    fn show(&self, known: &Known, code: &MoveCode) -> Response<Body> {
        let (customer, room) = self.ids();
        let (code, culture) = (code.to_string(), self.query.get("cid"));
        let base = self.base();
        let step = MoveStep::Code {
            code: &code,
            address: &format!("{base}{}", paths::move_enter(customer, room, None)),
            picture: &format!("{base}{}", paths::move_code(customer, room, &code, culture)),
        };
        let fields = self.fields(known);
        self.page(step, None, (paths::MOVE, &fields), Some(&self.line_url(known)))
    }

    fn fields(&self, known: &Known) -> Vec<(String, String)> {
        let (customer, room) = self.ids();
        let place = [("c", customer), ("e", room), ("q", &known.queue_id.to_string())];
        let place = place.map(|(name, value)| (name.to_owned(), value.to_owned()));
        place.into_iter().chain(self.kept_fields()).collect()
    }

    fn line_url(&self, known: &Known) -> String {
        let (customer, room) = self.ids();
        let id = known.queue_id.to_string();
        paths::enter(customer, room, self.query.kept().chain([("q", id.as_str())]))
    }

    /// What the new device's link keeps of this one's.
    fn link(&self) -> String {
        let link = form_urlencoded::Serializer::new(String::new())
            .extend_pairs(self.query.kept())
            .finish();
        if link.len() > LINK_BYTES_MAX {
            String::new()
        } else {
            link
        }
    }

    /// This server as the visitor's browser names it.
    fn base(&self) -> String {
        let https = Client::of(self.parts, &self.edge.trusted_proxies).https;
        let scheme = if https { "https" } else { "http" };
        let named = authority_of(self.parts, &self.edge.trusted_proxies);
        let named = named.and_then(|authority| url::Url::parse(&format!("{scheme}://{authority}")).ok());
        named
            .as_ref()
            .unwrap_or(&self.edge.public_url)
            .origin()
            .ascii_serialization()
    }
}

//! Enters a room without its page, for apps (`mobile`) and for pages of other servers (`spa`). The
//! decision is the same as for the page; only the format of the answer differs.
//!
//! Bodies are parsed leniently, since each client sends different fields: a JSON object, an empty
//! one, or no body at all. A field that is not text counts as absent.

use app::view::PollRefusal;
use axum::body::Bytes;
use serde_json::{Map, Value};
use url::form_urlencoded;

use crate::http::json::bad_body;
use crate::http::visit::error::VisitError;
use crate::http::visit::query::{IDENTIFIER_PARAMETER, PARAMETERS_MAX};
use crate::http::visit::{EntryCredentials, Identified, NewPlaceOutcome, NoQueue, VisitRoute, Visitor};
use crate::rooms::Place;

/// The result of entering.
#[derive(Debug)]
pub(in crate::http) enum EnqueueResult {
    /// The visitor passes the room, to this URL: the target with a token, or the address that the
    /// room's configuration names for times without a line.
    Passed(Option<Place>, String),
    /// The visitor has a place; the text is the sealed identifier of the enqueue token that it was
    /// given for.
    Place(Place, Option<String>),
    /// There is no line now, the place has a price, or the room requires the visitor's identity;
    /// the room's page explains it.
    Page,
}

impl Identified<'_> {
    /// Enters the room with the parameters of the visit's query. The places in the browser's cookie
    /// count, `q` does not: identify the visitor with
    /// [`LinkedPlace::default`](crate::http::visit::LinkedPlace).
    ///
    /// # Errors
    /// Returns the reason why the visitor cannot enter.
    pub(in crate::http) async fn enqueue(&self) -> Result<EnqueueResult, VisitError> {
        let (visit, target) = (&self.visit, self.target()?);
        if self.visitor == Visitor::Unseen {
            return Err(VisitError::Holding);
        }
        let ticket = match self.pass_gates(Some(EntryCredentials::of(visit.query))).await {
            Ok(VisitRoute::Line(ticket)) => ticket,
            Ok(VisitRoute::Bypass(url) | VisitRoute::NoQueue(NoQueue::Elsewhere(_, url) | NoQueue::Disabled(url))) => {
                return Ok(EnqueueResult::Passed(None, url));
            }
            // The page does the work, waits, or asks for the visitor's identity.
            Ok(VisitRoute::NoQueue(NoQueue::Page(_))) | Err(VisitError::Unpaid(_) | VisitError::IdentityMissing) => {
                return Ok(EnqueueResult::Page);
            }
            Err(error) => return Err(error),
        };
        if let Some(place) = self.visitor.place() {
            let sealed = visit.query.get(IDENTIFIER_PARAMETER);
            let ours = visit.room().open_identifier(place, sealed).and(sealed);
            return Ok(EnqueueResult::Place(*place, ours.map(str::to_owned)));
        }
        let arrival = match self.arrive(&ticket, &target).await {
            // The page does the work, waits, offers the place that the visitor has, or judges a
            // visitor again for the run that has begun.
            Err(VisitError::Unpaid(_) | VisitError::IdentityTaken | VisitError::RunEnded) => {
                return Ok(EnqueueResult::Page);
            }
            arrived => arrived?,
        };
        Ok(match arrival.next {
            NewPlaceOutcome::Pass(url) => EnqueueResult::Passed(Some(arrival.place), url),
            NewPlaceOutcome::Line(sealed) => EnqueueResult::Place(arrival.place, sealed),
        })
    }
}

/// The fields of a body.
#[derive(Debug, Default)]
pub(in crate::http) struct BodyFields(Map<String, Value>);

impl BodyFields {
    /// Parses a body.
    ///
    /// # Errors
    /// Returns a refusal if the body is neither empty nor a JSON object.
    pub(in crate::http) fn read(body: &Bytes) -> Result<Self, PollRefusal> {
        if body.trim_ascii().is_empty() {
            return Ok(Self::default());
        }
        let fields = serde_json::from_slice(body);
        fields
            .map(Self)
            .map_err(|error| bad_body(format!("The body is no JSON object: {error}.")))
    }

    /// Returns a field's text; an empty text counts as absent.
    pub(in crate::http) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_str().filter(|text| !text.is_empty())
    }
}

/// Returns the query of a link with these parameters.
pub(in crate::http) fn link<'a>(pairs: impl IntoIterator<Item = (&'a str, Option<&'a str>)>) -> String {
    let said = pairs.into_iter().filter_map(|(name, value)| Some((name, value?)));
    form_urlencoded::Serializer::new(String::new())
        .extend_pairs(said.take(PARAMETERS_MAX))
        .finish()
}

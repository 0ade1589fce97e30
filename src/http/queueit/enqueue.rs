//! Entering a room without its page: what apps (`mobile`) and other pages than ours (`spa`) ask
//! for. The same judgement as at the page itself; only the answer is another.
//!
//! Bodies are read leniently, since every client sends other fields: JSON objects, empty ones and
//! none at all; a field of another type than text counts as absent.

use app::view::PollRefusal;
use axum::body::Bytes;
use serde_json::{Map, Value};
use url::form_urlencoded;

use crate::http::json::bad_body;
use crate::http::visit::error::VisitError;
use crate::http::visit::query::{IDENTIFIER_PARAMETER, PARAMETERS_MAX};
use crate::http::visit::{EntryCredentials, Identified, NewPlaceOutcome, NoQueue, VisitRoute, Visitor};
use crate::rooms::Place;

/// What entering comes to.
#[derive(Debug)]
pub(in crate::http) enum EnqueueResult {
    /// Past the room, to this URL: the target with a token, or the address that the room names for
    /// a time without a line.
    Passed(Option<Place>, String),
    /// A place, and what its link says of the enqueue token that it was given for.
    Place(Place, Option<String>),
    /// No line now: the room's page says what there is.
    Page,
}

impl Identified<'_> {
    /// Lets somebody enter by what a link of theirs would say. The places of a browser count, `q`
    /// does not: identify with [`Linked::default`](crate::http::visit::LinkedPlace).
    ///
    /// # Errors
    /// What keeps them out.
    pub(in crate::http) async fn enqueue(&self) -> Result<EnqueueResult, VisitError> {
        let (visit, target) = (self.visit, self.target()?);
        if self.visitor == Visitor::Unseen {
            return Err(VisitError::Holding);
        }
        let ticket = match self.pass_gates(Some(EntryCredentials::of(visit.query))).await? {
            VisitRoute::Line(ticket) => ticket,
            VisitRoute::Bypass(url) | VisitRoute::NoQueue(NoQueue::Elsewhere(url)) => {
                return Ok(EnqueueResult::Passed(None, url));
            }
            VisitRoute::NoQueue(NoQueue::Page(_)) => return Ok(EnqueueResult::Page),
        };
        if let Some(known) = self.visitor.known() {
            let sealed = visit.query.get(IDENTIFIER_PARAMETER);
            let ours = visit.room.open_identifier(known, sealed).and(sealed);
            return Ok(EnqueueResult::Place(*known, ours.map(str::to_owned)));
        }
        let arrival = self.arrive(&ticket, &target).await?;
        Ok(match arrival.next {
            NewPlaceOutcome::Pass(url) => EnqueueResult::Passed(Some(arrival.known), url),
            NewPlaceOutcome::Line(sealed) => EnqueueResult::Place(arrival.known, sealed),
        })
    }
}

/// The fields of a body.
#[derive(Debug, Default)]
pub(in crate::http) struct BodyFields(Map<String, Value>);

impl BodyFields {
    /// Reads a body.
    ///
    /// # Errors
    /// If there is one and it is no JSON object.
    pub(in crate::http) fn read(body: &Bytes) -> Result<Self, PollRefusal> {
        if body.trim_ascii().is_empty() {
            return Ok(Self::default());
        }
        let fields = serde_json::from_slice(body);
        fields
            .map(Self)
            .map_err(|error| bad_body(format!("The body is no JSON object: {error}.")))
    }

    /// A text that says something.
    pub(in crate::http) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_str().filter(|text| !text.is_empty())
    }
}

/// The query of a link that says the same.
pub(in crate::http) fn link<'a>(pairs: impl IntoIterator<Item = (&'a str, Option<&'a str>)>) -> String {
    let said = pairs.into_iter().filter_map(|(name, value)| Some((name, value?)));
    form_urlencoded::Serializer::new(String::new())
        .extend_pairs(said.take(PARAMETERS_MAX))
        .finish()
}

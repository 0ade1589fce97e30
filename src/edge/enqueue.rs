//! Entering a room without its page: what apps (`mobile`) and other pages than ours (`spa`) ask for. The same judgement as at the page itself; only the answer is another.
//!
//! Bodies are read leniently, since every client sends other fields: JSON objects, empty ones and none at all; a field of another type than text counts as absent.

use app::view::Refusal;
use axum::body::Bytes;
use http::request::Parts;
use serde_json::{Map, Value};
use url::form_urlencoded;

use super::Edge;
use super::gates::{Asking, Brings, Verdict, judge};
use super::identify::{Linked, Visitor, identify};
use super::json::bad_body;
use super::outside::Way;
use super::passage::{redirect_url, target_of};
use super::query::{IDENTIFIER_PARAMETER, PARAMETERS_MAX, Query};
use super::trouble::Trouble;
use crate::room::{Known, Room};

/// What entering comes to.
#[derive(Debug)]
pub(super) enum Entered {
    /// Past the room, to this URL: the target with a token, or the address that the room names for a time without a line.
    Passed(Option<Known>, String),
    /// A place, and what its link says of the enqueue token that it was given for.
    Place(Known, Option<String>),
    /// No line now: the room's page says what there is.
    Page,
}

impl Edge {
    /// Lets somebody enter by what a link of theirs would say. The places of a browser count, `q` does not.
    ///
    /// # Errors
    /// What keeps them out.
    pub(super) async fn enqueue(&self, room: &Room, parts: &Parts, link: &Query<'_>) -> Result<Entered, Trouble> {
        let settings = room.settings();
        let target = target_of(&settings, link)?;
        let visitor = identify(room, &self.places(&parts.headers), Linked::default(), self.clock.wall()).await;
        if visitor == Visitor::Unseen {
            return Err(Trouble::Holding);
        }
        let asking = Asking {
            edge: self,
            room,
            settings: &settings,
            parts,
            visitor: &visitor,
            brings: Some(Brings::of(link)),
        };
        let ticket = match judge(&asking, || Ok(target.clone())).await? {
            Verdict::Line(ticket) => ticket,
            Verdict::Bypass(url) | Verdict::Elsewhere(Way::Go(url)) => return Ok(Entered::Passed(None, url)),
            Verdict::Elsewhere(Way::Stay(_)) => return Ok(Entered::Page),
        };
        if let Some(known) = visitor.known() {
            let sealed = link.get(IDENTIFIER_PARAMETER);
            let ours = room.open_identifier(known, sealed).and(sealed);
            return Ok(Entered::Place(*known, ours.map(str::to_owned)));
        }
        let (known, unseen) = room.arrive(&ticket).await??;
        Ok(match unseen {
            Some(grant) => {
                let bound = self.bound_address(&settings, (&known, &grant), parts);
                let url = redirect_url(&settings, (&known, &grant), (bound, ticket.identifier()), &target);
                Entered::Passed(Some(known), url)
            }
            None => Entered::Place(known, room.seal_identifier(&known, ticket.identifier())),
        })
    }
}

/// The fields of a body.
#[derive(Debug, Default)]
pub(super) struct Fields(Map<String, Value>);

impl Fields {
    /// Reads a body.
    ///
    /// # Errors
    /// If there is one and it is no JSON object.
    pub(super) fn read(body: &Bytes) -> Result<Self, Refusal> {
        if body.trim_ascii().is_empty() {
            return Ok(Self::default());
        }
        let fields = serde_json::from_slice(body);
        fields
            .map(Self)
            .map_err(|error| bad_body(format!("The body is no JSON object: {error}.")))
    }

    /// A text that says something.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.0.get(name)?.as_str().filter(|text| !text.is_empty())
    }
}

/// The query of a link that says the same.
pub(super) fn link<'a>(pairs: impl IntoIterator<Item = (&'a str, Option<&'a str>)>) -> String {
    let said = pairs.into_iter().filter_map(|(name, value)| Some((name, value?)));
    form_urlencoded::Serializer::new(String::new())
        .extend_pairs(said.take(PARAMETERS_MAX))
        .finish()
}

//! A newcomer gets a place, for page, app, script and another site's page alike.

use crate::http::visit::Identified;
use crate::http::visit::error::VisitError;
use crate::rooms::{EntryTicket, Place};

/// A place that was just given.
#[derive(Debug)]
pub(in crate::http) struct Arrival {
    /// The place.
    pub(in crate::http) known: Place,
    /// What comes of it.
    pub(in crate::http) next: NewPlaceOutcome,
}

/// What comes of a new place.
#[derive(Debug)]
pub(in crate::http) enum NewPlaceOutcome {
    /// It passes at once, unseen: to this URL.
    Pass(String),
    /// It stands in line; with what its link says of the enqueue token that it was given for.
    Line(Option<String>),
}

impl Identified<'_> {
    /// Gives a newcomer a place, durable when this returns.
    ///
    /// # Errors
    /// If the store is away, too many wait, nobody gets a place now, or the ticket was spent
    /// before.
    pub(in crate::http) async fn arrive(&self, ticket: &EntryTicket, target: &str) -> Result<Arrival, VisitError> {
        let room = self.visit.room;
        let (known, unseen) = room.arrive(ticket).await?.map_err(|spent| {
            tracing::info!(room = room.name(), reason = %spent, "a newcomer may not join");
            VisitError::from(spent)
        })?;
        let identifier = ticket.identifier();
        let next = match unseen {
            Some(grant) => NewPlaceOutcome::Pass(self.redirect_url(&known, &grant, identifier, target)),
            None => NewPlaceOutcome::Line(room.seal_identifier(&known, identifier)),
        };
        Ok(Arrival { known, next })
    }
}

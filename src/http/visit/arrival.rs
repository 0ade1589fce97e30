//! Gives a newcomer a place. Pages, apps, scripts and pages of other sites share this step.

use crate::http::visit::Identified;
use crate::http::visit::error::{DuePrice, VisitError};
use crate::rooms::{EntryTicket, Place, SpentCredential, Unserved};

/// A place that a newcomer has just been given.
#[derive(Debug)]
pub(in crate::http) struct Arrival {
    /// The place.
    pub(in crate::http) place: Place,
    /// The next step of the visitor.
    pub(in crate::http) next: NewPlaceOutcome,
}

/// The next step of the holder of a new place.
#[derive(Debug)]
pub(in crate::http) enum NewPlaceOutcome {
    /// The visitor continues to this URL at once, without seeing the room.
    Pass(String),
    /// The visitor waits in line. The text is the sealed identifier of the enqueue token that the
    /// place was given for, to be kept in the place's link.
    Line(Option<String>),
}

impl Identified<'_> {
    /// Gives a newcomer a place. The place is durable when this returns.
    ///
    /// # Errors
    /// Returns an error if the store is away, if too many requests wait, if the room gives no
    /// places now, or if the ticket's token or key is used already.
    pub(in crate::http) async fn arrive(&self, ticket: &EntryTicket, target: &str) -> Result<Arrival, VisitError> {
        let room = self.visit.room();
        let refused = |unserved: Unserved, is_stamp_spent| match unserved {
            Unserved::Unpaid(unpaid) => VisitError::Unpaid(DuePrice {
                unpaid,
                is_demanded: ticket.demanded().is_some(),
                is_stamp_spent,
            }),
            other => other.into(),
        };
        let first = self.state().arrive(ticket).await;
        let mut arrived = first.map_err(|unserved| refused(unserved, false))?;
        if let Some(proof) = arrived.as_ref().err().copied().filter(|spent| spent.is_proof()) {
            let refused = |unserved| refused(unserved, proof == SpentCredential::Stamp);
            if let Some(demanded) = ticket.demanded() {
                return Err(refused(Unserved::Unpaid(demanded)));
            }
            // The page was loaded again: its visitor pays again, if there still is a price.
            arrived = self.state().arrive(&ticket.unpaid()).await.map_err(refused)?;
        }
        let (place, unseen) = arrived.map_err(|spent| {
            tracing::info!(room = room.name(), reason = %spent, "a newcomer may not join");
            VisitError::from(spent)
        })?;
        let identifier = ticket.identifier();
        let next = match unseen {
            Some(grant) => NewPlaceOutcome::Pass(self.redirect_url(&place, &grant, identifier, target)),
            None => NewPlaceOutcome::Line(room.seal_identifier(&place, identifier)),
        };
        Ok(Arrival { place, next })
    }
}

//! `GET /email/<c>/<e>/<proof>`, the link of an e-mail: a page with a button. `POST` takes the
//! place over. Programs that scan mailboxes fetch links, so a GET never moves anything.
//!
//! The proof names the device that held the place when the e-mail was sent. Taking over is an offer
//! and its acceptance at once, both as for a code: the engine decides whether that device still
//! holds the place, so a link works once, and limits how often a place moves.

use axum::body::Body;
use axum::extract::{Path, State};
use http::Response;
use http::request::Parts;
use protocol::QueueId;

use crate::http::visit::error::VisitError;
use crate::http::visit::query::Query;
use crate::http::visit::{LinkedPlace, Visitor};
use crate::http::visitor::transfer::{TransferVisit, error_of, take};
use crate::http::{SharedAppState, html, paths};
use crate::pages::{TransferError, TransferStep};
use crate::rooms::{Place, PlaceLookup};

/// The room, and the proof.
type LinkPath = Path<(String, String, String)>;

/// The subject of a proof.
enum EmailedPlace {
    /// A place that this proof can still move.
    Open(Place),
    /// The place that this browser holds.
    Own(Place),
    /// Anything else, with the answer to it.
    Refused(Response<Body>),
}

/// Handles the link.
pub(in crate::http) async fn get(
    State(app): State<SharedAppState>,
    Path(path): LinkPath,
    parts: Parts,
) -> Response<Body> {
    let query = Query::new(parts.uri.query());
    let (customer, room, proof) = path;
    let ids = (customer.as_str(), room.as_str());
    take::answer(
        (&app, &parts, &query),
        ids,
        LinkedPlace::default(),
        async |transfer| match transfer.emailed(&proof).await {
            EmailedPlace::Open(_) => transfer.confirm_emailed(&proof, None),
            EmailedPlace::Own(place) => transfer.to_line(&place),
            EmailedPlace::Refused(answer) => answer,
        },
    )
    .await
}

/// Handles the button.
pub(in crate::http) async fn post(
    State(app): State<SharedAppState>,
    Path(path): LinkPath,
    parts: Parts,
    form: String,
) -> Response<Body> {
    let query = Query::new(Some(&form));
    let (customer, room, proof) = path;
    let ids = (customer.as_str(), room.as_str());
    let answered = take::answer(
        (&app, &parts, &query),
        ids,
        LinkedPlace::default(),
        async |transfer| match transfer.emailed(&proof).await {
            EmailedPlace::Open(place) => transfer.take_emailed(&proof, &place).await,
            EmailedPlace::Own(place) => transfer.to_line(&place),
            EmailedPlace::Refused(answer) => answer,
        },
    )
    .await;
    app.after_form((&parts, &query), answered)
}

impl TransferVisit<'_> {
    /// Finds the place of a proof.
    async fn emailed(&self, proof: &str) -> EmailedPlace {
        let visit = self.visit();
        let now = visit.state.unix_seconds();
        let id = visit
            .app
            .emails
            .as_ref()
            .and_then(|emails| emails.links().open(proof, now));
        let Some(id) = id else {
            return EmailedPlace::Refused(self.ended(proof));
        };
        self.emailed_place(proof, id).await
    }

    async fn emailed_place(&self, proof: &str, id: QueueId) -> EmailedPlace {
        let mut state = self.identified.state().clone();
        if let Err(unserved) = state.catch_up(std::iter::once(id)).await {
            return EmailedPlace::Refused(self.identified.refuse(unserved.into()));
        }
        let place = match state.look_up(id) {
            PlaceLookup::Place(place) => place,
            PlaceLookup::PastRun | PlaceLookup::Unseen | PlaceLookup::Nothing => {
                return EmailedPlace::Refused(self.ended(proof));
            }
        };
        if let Visitor::Holder { place: own, .. } = self.identified.visitor
            && (own.run, own.lane, own.device.sequence) == (place.run, place.lane, place.device.sequence)
        {
            return EmailedPlace::Own(own);
        }
        if state.is_transferred(&place) {
            return EmailedPlace::Refused(self.ended(proof));
        }
        if state.is_cancelled(&place) {
            return EmailedPlace::Refused(self.identified.refuse(VisitError::Cancelled));
        }
        if state.was_redirected(&place) {
            return EmailedPlace::Refused(self.confirm_emailed(proof, Some(TransferError::Turn)));
        }
        EmailedPlace::Open(place)
    }

    fn ended(&self, proof: &str) -> Response<Body> {
        self.confirm_emailed(proof, Some(TransferError::Link))
    }

    /// Returns the page with the button.
    fn confirm_emailed(&self, proof: &str, error: Option<TransferError>) -> Response<Body> {
        let (customer, room) = self.ids();
        let action = paths::email_take(customer, room, proof);
        let replaces = self.identified.visitor.place().is_some() && error.is_none();
        self.page_with_cookie_probe(
            TransferStep::Confirm { replaces },
            error,
            (&action, self.kept_fields()),
            &action,
        )
    }

    async fn take_emailed(&self, proof: &str, place: &Place) -> Response<Body> {
        let visit = self.visit();
        if !visit.app.is_our_own(visit.parts) {
            let (customer, room) = self.ids();
            return html::see_other(&paths::email_take(customer, room, proof));
        }
        let refused = match self.take_now(place).await {
            Ok(answer) => return answer,
            Err(refused) => refused,
        };
        tracing::info!(room = visit.room().name(), reason = %refused, "a place was not transferred by an e-mail");
        let error = match error_of(refused) {
            TransferError::Code => TransferError::Link,
            other => other,
        };
        self.confirm_emailed(proof, Some(error))
    }

    /// Leads the browser that holds the place to its waiting page.
    fn to_line(&self, place: &Place) -> Response<Body> {
        let (customer, room) = self.ids();
        let id = place.queue_id.to_string();
        html::see_other(&paths::enter(
            customer,
            room,
            self.visit().query.kept().chain([("q", id.as_str())]),
        ))
    }
}

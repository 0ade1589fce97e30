//! `GET /priority?c&e&q` has a field for a priority code, `POST /priority` moves the holder of the
//! place to the end of the line of the code's group: the browser remembers the new place and goes
//! to its waiting page. A GET changes nothing, and a POST changes something only if a form of this
//! server sent it.

use axum::body::Body;
use axum::extract::State;
use http::Response;
use http::header::SET_COOKIE;
use http::request::Parts;

use crate::http::paths::PlaceQuery;
use crate::http::visit::Visitor;
use crate::http::visit::error::VisitError;
use crate::http::visit::priority::PriorityError;
use crate::http::visit::query::{HOLDER_PARAMETER, KEY_PARAMETER, Query, RETURN_PARAMETER, RETURN_TO_CROWDHANDLER};
use crate::http::visitor::transfer::{FormContext, TransferVisit, take};
use crate::http::{AppState, SharedAppState, html, paths};
use crate::pages::{TransferError, TransferStep};
use crate::rooms::codes::CodeRefused;
use crate::rooms::{Place, Possession};

/// Handles `GET`: the page with the field.
pub(in crate::http) async fn get(State(app): State<SharedAppState>, parts: Parts) -> Response<Body> {
    let query = Query::new(parts.uri.query());
    answer(&app, &parts, &query, async |transfer, place, _| {
        transfer.ask(place, None)
    })
    .await
}

/// Handles `POST`: the button.
pub(in crate::http) async fn post(State(app): State<SharedAppState>, parts: Parts, form: String) -> Response<Body> {
    let query = Query::new(Some(&form));
    let answered = answer(&app, &parts, &query, async |transfer, place, possession| {
        transfer.use_code(place, possession).await
    })
    .await;
    app.after_form((&parts, &query), answered)
}

/// Finds the room and the place, and calls `with_place`. A visitor without a place goes to the
/// room's page, and so do all visitors of a room in which codes have no effect.
async fn answer(
    app: &AppState,
    parts: &Parts,
    query: &Query<'_>,
    with_place: impl AsyncFnOnce(&TransferVisit<'_>, &Place, Possession) -> Response<Body>,
) -> Response<Body> {
    let ids = (query.get("c").unwrap_or_default(), query.get("e").unwrap_or_default());
    take::answer(
        (app, parts, query),
        ids,
        app.linked(query),
        async |transfer| match transfer.identified.visitor {
            Visitor::Holder { place, possession, .. } if transfer.identified.state().takes_codes() => {
                with_place(transfer, &place, possession).await
            }
            Visitor::Transferred => transfer.identified.refuse(VisitError::Transferred),
            Visitor::Cancelled | Visitor::Outraced => transfer.identified.refuse(VisitError::Cancelled),
            Visitor::Unseen => transfer.identified.refuse(VisitError::Holding),
            Visitor::Foreign => transfer.identified.refuse(VisitError::ForeignPlace),
            Visitor::Holder { .. } | Visitor::Newcomer | Visitor::PastRun | Visitor::Viewer(_) => {
                let (customer, room) = transfer.ids();
                html::see_other(&paths::enter(customer, room, query.entering()))
            }
        },
    )
    .await
}

impl TransferVisit<'_> {
    fn ask(&self, place: &Place, error: Option<TransferError>) -> Response<Body> {
        let code = self.visit().query.get(KEY_PARAMETER).unwrap_or_default();
        self.page(
            TransferStep::Priority { code },
            error,
            (&paths::priority_form(), &self.fields(place)),
            FormContext {
                line_url: Some(&self.line_url(place)),
                ..FormContext::default()
            },
        )
    }

    async fn use_code(&self, place: &Place, possession: Possession) -> Response<Body> {
        let visit = self.visit();
        if !visit.app.is_our_own(visit.parts) {
            let (customer, room) = self.ids();
            let link = PlaceQuery::new((customer, room), &place.queue_id, visit.query.kept());
            return html::see_other(&link.priority_page());
        }
        let typed = visit.query.get(KEY_PARAMETER).unwrap_or_default();
        let taken = match self.identified.priority_code(Some(place), typed).await {
            Ok(Some(code)) => self.identified.prioritize(place, &code, &place.queue_id).await,
            Ok(None) => Ok(Err(CodeRefused::Unknown)),
            Err(PriorityError::Refused(refused)) => Ok(Err(refused)),
            Err(PriorityError::TooManyAttempts) => return self.ask(place, Some(TransferError::Many)),
            Err(PriorityError::Away) => return self.ask(place, Some(TransferError::Away)),
        };
        match taken {
            Ok(Ok(taken)) => self.to_new_place(place, &taken, possession),
            Ok(Err(_)) => self.ask(place, Some(TransferError::Priority)),
            Err(unserved) => {
                tracing::warn!(room = visit.room().name(), reason = %unserved, "a code was not used");
                self.ask(place, Some(TransferError::Away))
            }
        }
    }

    /// Redirects to the waiting page of the place that the visitor holds now.
    fn to_new_place(&self, left: &Place, taken: &Place, possession: Possession) -> Response<Body> {
        let (visit, (customer, room)) = (self.visit(), self.ids());
        let id = taken.queue_id.to_string();
        let proof = visit.app.possession.link_proof(&taken.queue_id);
        let way = self.way_back(left, taken);
        let own = [HOLDER_PARAMETER, RETURN_PARAMETER];
        let kept = visit.query.kept().filter(|(name, _)| !own.contains(name));
        let held = (possession == Possession::Link).then_some((HOLDER_PARAMETER, proof.as_str()));
        let way = way.as_deref().map(|way| (RETURN_PARAMETER, way));
        let place = held.into_iter().chain(way).chain([("q", id.as_str())]);
        let mut response = html::see_other(&paths::enter(customer, room, kept.chain(place)));
        if possession == Possession::Cookie {
            let places = visit.app.places(&visit.parts.headers);
            let cookie = self.identified.cookie(&places, taken);
            response.headers_mut().insert(SET_COOKIE, cookie);
        }
        response
    }

    /// Returns the way back to the site for the new place. A visitor who came by CrowdHandler's
    /// protocol returns with the same token.
    fn way_back(&self, left: &Place, taken: &Place) -> Option<String> {
        let (app, room) = (self.visit().app, self.visit().room());
        let way = self.visit().query.get(RETURN_PARAMETER)?;
        let sealed = way.strip_prefix(RETURN_TO_CROWDHANDLER)?.strip_prefix('.');
        let carried = sealed
            .and_then(|sealed| room.open_token(left, sealed))
            .map(str::to_owned);
        let token = carried.unwrap_or_else(|| app.token_of(left).as_str().to_owned());
        Some(format!("{RETURN_TO_CROWDHANDLER}.{}", room.seal_token(taken, &token)))
    }
}

//! `GET /`: the room's page. A newcomer gets a place and is redirected to the same address with
//! `q`; the holder of a place sees its status; a visitor whose turn has come is redirected to the
//! target. The page works without scripts: it reloads by itself.
//!
//! A visitor who only has the address of a place sees its status ([`Visitor::Viewer`]). This
//! visitor may still be the place's owner, in a browser that keeps no cookies. Therefore the page
//! of a viewer without cookies of ours sets one and reloads once with `holder=check`: a visitor who
//! returns the cookie is a viewer, and one who does not gets a place that is held by its link.

use admission::presence::Channel;
use axum::body::Body;
use axum::extract::{Request, State};
use http::header::SET_COOKIE;
use http::{HeaderValue, Response};
use url::Url;

use crate::http::html;
use crate::http::infra::counters::VisitOutcome;
use crate::http::paths::{PlaceLink, PlaceQuery};
use crate::http::render::PageLinks;
use crate::http::visit::cookie::{self, Places};
use crate::http::visit::error::VisitError;
use crate::http::visit::initiator::is_unasked;
use crate::http::visit::query::{HOLDER_PARAMETER, HOLDER_UNKNOWN, KEY_PARAMETER, Query};
use crate::http::visit::status_view::{StatusContext, StatusView, VisitorState};
use crate::http::visit::{
    ClaimResult, EntryCredentials, Identified, NewPlaceOutcome, NoQueue, TurnClaim, VisitRoute, Visitor,
};
use crate::http::{AppState, SharedAppState, paths};
use crate::rooms::{EntryTicket, Place, Possession};

/// The delay after which a page reloads to test whether its browser keeps cookies, seconds.
const CHECK_SECONDS: u32 = 2;

/// Handles the request.
pub(in crate::http) async fn get(State(app): State<SharedAppState>, request: Request) -> Response<Body> {
    let (parts, _) = request.into_parts();
    let query = Query::new(parts.uri.query());
    let customer = match query.get("c") {
        Some(customer) => customer,
        None if query.get("e").is_some() => return app.refuse(&parts, &query, VisitError::UnknownCustomer),
        None => {
            // Boxed, like `welcome` below: every request for a page moves this future, which is as
            // large as its largest case.
            let room = Box::pin(app.safety_net(&parts, &query)).await;
            let page = room.or_else(|| app.safety_net_for_sites(&parts));
            return page.unwrap_or_else(|| app.about(&parts, &query, false));
        }
    };
    let room = query.get("e").unwrap_or_default();
    let visit = match app.visit((&parts, &query), (customer, room)) {
        Ok(visit) => visit,
        Err(not_found) => return app.refuse_unfound(&parts, &query, not_found),
    };
    let places = app.places(&parts.headers);
    let identified = visit.identify(&places, app.linked(&query)).await;
    let mut page = PageVisit { identified, places };
    let answer = page.answer().await;
    let (outcome, response) = answer.unwrap_or_else(|error| page.refused(error));
    app.metrics.page(outcome);
    if page.identified.visit.is_answer() {
        return app.after_form((&parts, &query), response);
    }
    response
}

/// The page for one visit.
struct PageVisit<'a> {
    identified: Identified<'a>,
    places: Places<'a>,
}

type EnterResult = Result<(VisitOutcome, Response<Body>), VisitError>;

impl PageVisit<'_> {
    async fn answer(&mut self) -> EnterResult {
        let target = self.identified.target()?;
        if let Visitor::Viewer(place) = self.identified.visitor
            && self.query().get(HOLDER_PARAMETER).is_some()
        {
            if self.returns_cookies() {
                return Ok((VisitOutcome::InLine, self.to_place(&place, false, None)));
            }
            // The visitor keeps no cookies, and is either the owner of this place or another
            // person.
            self.identified.visitor = Visitor::Newcomer;
        }
        if self.identified.visitor == Visitor::Unseen {
            return Err(VisitError::Holding);
        }
        // Otherwise another page could raise the score of its readers' addresses.
        let brings = (!self.is_unasked_newcomer()).then(|| EntryCredentials::of_page(self.identified.visit.query));
        match self.identified.pass_gates(brings).await? {
            VisitRoute::Line(ticket) => self.inside(&ticket, &target).await,
            VisitRoute::Bypass(address) => Ok((VisitOutcome::Bypassed, html::found(&address))),
            VisitRoute::NoQueue(NoQueue::Elsewhere(_, address) | NoQueue::Disabled(address)) => {
                Ok((VisitOutcome::Passed, html::found(&address)))
            }
            VisitRoute::NoQueue(NoQueue::Page(visitor_state)) => {
                Ok((VisitOutcome::Outside, self.page_of(None, visitor_state)))
            }
        }
    }

    /// Whether the request is for a part of another page, such as an image, which gets no place
    /// unless the room says otherwise.
    fn is_unasked_newcomer(&self) -> bool {
        let visits_only = self.identified.state().settings.price.visits_only;
        let is_newcomer = self.identified.visitor == Visitor::Newcomer;
        visits_only && is_newcomer && is_unasked(&self.identified.visit.parts.headers)
    }

    async fn inside(&mut self, ticket: &EntryTicket, target: &str) -> EnterResult {
        match self.identified.visitor {
            Visitor::Newcomer if self.is_unasked_newcomer() => Ok((VisitOutcome::Unasked, html::not_a_navigation())),
            Visitor::Newcomer => Box::pin(self.welcome(ticket, target)).await,
            Visitor::Cancelled => Err(VisitError::Cancelled),
            Visitor::Transferred => Err(VisitError::Transferred),
            Visitor::Outraced | Visitor::PastRun => Ok((VisitOutcome::InLine, self.enter_again())),
            Visitor::Unseen => Err(VisitError::Holding),
            Visitor::Foreign => Err(VisitError::ForeignPlace),
            Visitor::Viewer(place) => self.view(&place),
            Visitor::Holder {
                place,
                possession,
                remember,
                ..
            } => {
                self.identified.settle_race().await;
                let answer = self.hold(place, possession).await;
                let (outcome, mut response) = match answer {
                    Ok(answer) => answer,
                    Err(error) => self.refused(error),
                };
                if remember {
                    let cookie = self.identified.cookie(&self.places, &place);
                    response.headers_mut().append(SET_COOKIE, cookie);
                }
                Ok((outcome, response))
            }
        }
    }

    async fn welcome(&self, ticket: &EntryTicket, target: &str) -> EnterResult {
        let by_link = self.query().get(HOLDER_PARAMETER).is_some() && !self.returns_cookies();
        let arrival = self.identified.arrive(ticket, target).await?;
        let place = arrival.place;
        let (outcome, mut response) = match arrival.next {
            NewPlaceOutcome::Pass(url) => (VisitOutcome::Redirected, html::found(&url)),
            NewPlaceOutcome::Line(sealed) => (
                VisitOutcome::NewPlace,
                self.to_place(&place, by_link, sealed.as_deref()),
            ),
        };
        if !by_link {
            let cookie = self.identified.cookie(&self.places, &place);
            let new = self.places.write_new(place.queue_id, self.identified.is_https());
            let headers = response.headers_mut();
            headers.insert(SET_COOKIE, cookie);
            headers.append(SET_COOKIE, new);
        }
        Ok((outcome, response))
    }

    /// Redirects to the same address with `q`, with a proof if the place is held by its link, and
    /// with the sealed identifier of the enqueue token that a new place was given for.
    fn to_place(&self, place: &Place, by_link: bool, sealed: Option<&str>) -> Response<Body> {
        let queue_id = place.queue_id.to_string();
        let proof = by_link.then(|| self.app().possession.link_proof(&place.queue_id));
        let query = self.query().with_place(&queue_id, proof.as_deref(), sealed);
        html::found(&paths::entry(&query))
    }

    /// Returns the page of a visitor who only has the place's address.
    fn view(&self, place: &Place) -> EnterResult {
        let visitor_state = self.identified.view(place, false)?;
        let mut response = self.page_of(Some((place, None)), visitor_state);
        if !self.returns_cookies() {
            let id = place.queue_id.to_string();
            let query = self.query().with_place(&id, Some(HOLDER_UNKNOWN), None);
            let again = format!("{CHECK_SECONDS}; url={}", paths::entry(&query));
            let headers = response.headers_mut();
            headers.insert(SET_COOKIE, cookie::probe(self.identified.is_https()));
            headers.extend(HeaderValue::try_from(again).ok().map(|again| (html::REFRESH, again)));
        }
        Ok((VisitOutcome::InLine, response))
    }

    /// Returns the holder's page, a redirect to that page's address, or a redirect to the target.
    async fn hold(&mut self, place: Place, possession: Possession) -> EnterResult {
        let by_link = possession == Possession::Link;
        let queue_id = place.queue_id.text();
        // The address of a browser that keeps cookies must not contain a proof.
        let is_there = by_link || self.query().get(HOLDER_PARAMETER).is_none();
        if !is_there || self.query().get("q") != Some(queue_id.as_str()) {
            return Ok((VisitOutcome::InLine, self.to_place(&place, by_link, None)));
        }
        if let Some(form) = self.priority_form(&place) {
            return Ok((VisitOutcome::InLine, html::found(&form)));
        }
        let claim = TurnClaim::new(place, possession, Channel::Page);
        match self.identified.claim(claim).await? {
            ClaimResult::Waiting(visitor_state) => {
                let first = visitor_state.is_first();
                let outcome = if first {
                    VisitOutcome::FirstInLine
                } else {
                    VisitOutcome::InLine
                };
                Ok((outcome, self.page_of(Some((&place, Some(possession))), visitor_state)))
            }
            ClaimResult::Redirect(url, remembers) => {
                let mut response = html::found(&url);
                let cookies = remembers.map(|cookie| (SET_COOKIE, cookie));
                response.headers_mut().extend(cookies);
                Ok((VisitOutcome::Redirected, response))
            }
        }
    }

    /// Returns the address of the form for the priority code in the visitor's link, if the room
    /// accepts codes. A link alone changes no place.
    fn priority_form(&self, place: &Place) -> Option<String> {
        let accepts_codes = self.identified.state().accepts_codes();
        let code = self
            .query()
            .get(KEY_PARAMETER)
            .filter(|_| accepts_codes && !self.can_have_joined_by_invitation(place))?;
        let (customer, room) = self.ids();
        let kept = self.query().kept().chain([(KEY_PARAMETER, code)]);
        Some(PlaceQuery::new((customer, room), &place.queue_id, kept).priority_page())
    }

    /// Whether the code in the holder's link can be the key of the invitation by which the place
    /// was given, which stays in the link.
    fn can_have_joined_by_invitation(&self, place: &Place) -> bool {
        let state = self.identified.state();
        let (joining, schedule) = (&state.settings.joining, &state.settings.life.schedule);
        let phase = state.published.snapshot.ledger().lifecycle.phase();
        // Until then the numbers of the pre-queue are usually drawn.
        let is_early = schedule.flows().is_some_and(|flows| place.since < flows);
        joining.invite_only && (is_early || joining.asks_for_invitations(phase))
    }

    /// Returns the page about a place, if there is one. `held` includes how this browser holds the
    /// place.
    fn page_of(&self, held: Option<(&Place, Option<Possession>)>, visitor_state: VisitorState) -> Response<Body> {
        let place = held.map(|(place, _)| place);
        let possession = held.and_then(|(_, possession)| possession);
        let (app, state) = (self.app(), self.identified.state());
        let headers = &self.identified.visit.parts.headers;
        let language = &app.language(headers, self.query(), Some(&state.settings));
        let context = StatusContext::new(app, state, place);
        let view = StatusView::new(&state.settings, language, context, visitor_state, state.now().wall);
        let links = self.links(place, possession, &visitor_state);
        let theme = self.query().get("l");
        app.waiting_page(&state.settings, theme, language, &view, &links, headers)
    }

    fn links(
        &self,
        place: Option<&Place>,
        possession: Option<Possession>,
        visitor_state: &VisitorState,
    ) -> PageLinks<'_> {
        let holds = possession.is_some();
        let state = self.identified.state();
        let (customer, id) = self.ids();
        let query = self.query();
        let order = &state.published.snapshot.ledger().order;
        let drawn = match visitor_state {
            VisitorState::Idle | VisitorState::Unnumbered(_) => {
                let starts = state.settings.life.schedule.start.is_some();
                starts && self.identified.visit.room().draws().has_draw()
            }
            // A place given after the draw's cut-off keeps the number of its arrival.
            VisitorState::Line { view, .. } | VisitorState::Aside { view, .. } | VisitorState::TheirTurn(view) => {
                order.drawn_population().is_some_and(|drawn| view.number.0 < drawn)
            }
            VisitorState::Ended => false,
        };
        let can_transfer = match visitor_state {
            VisitorState::Unnumbered(_) => true,
            // A grant belongs to the device that received it.
            VisitorState::Line { view, .. } | VisitorState::Aside { view, .. } | VisitorState::TheirTurn(view) => {
                !view.redirected
            }
            VisitorState::Idle | VisitorState::Ended => false,
        };
        // In front of the line, an e-mail would come too late.
        let asks = match visitor_state {
            VisitorState::Unnumbered(_) => true,
            VisitorState::Line { view, .. } => !view.redirected && !visitor_state.is_first(),
            VisitorState::Aside { .. } | VisitorState::TheirTurn(_) | VisitorState::Idle | VisitorState::Ended => false,
        };
        PageLinks {
            place: place.map(|place| PlaceQuery::new((customer, id), &place.queue_id, query.kept())),
            leaves: holds,
            can_transfer,
            takes_codes: can_transfer && holds && state.accepts_codes(),
            asks_for_email: holds && asks,
            hold: place
                .filter(|_| possession == Some(Possession::Cookie))
                .and_then(|place| self.hold_form(place, visitor_state)),
            receipt: match place {
                Some(place) if drawn => paths::draw_receipt(customer, id, &place.queue_id),
                _ => String::new(),
            },
            draw: if drawn {
                let of_link = |name: &&str| matches!(*name, "cid" | HOLDER_PARAMETER);
                let kept = query.kept().filter(|(name, _)| of_link(name));
                paths::draw_page(customer, id, place.map(|place| &place.queue_id), kept)
            } else {
                String::new()
            },
            target: if matches!(visitor_state, VisitorState::Ended) {
                self.site()
            } else {
                String::new()
            },
            query: query.raw(),
            drawn,
            brings_round: self.app().brings_round(state, visitor_state),
        }
    }

    /// Returns the form by which the place's holder steps aside, once, or comes back.
    fn hold_form(&self, place: &Place, visitor_state: &VisitorState) -> Option<PlaceLink> {
        match visitor_state {
            VisitorState::Aside { .. } => Some(PlaceLink::ComeBack),
            VisitorState::Line { view, .. } => {
                let on_offer = self.identified.hold_on_offer(place, view);
                on_offer.map(|_| PlaceLink::StepAside)
            }
            _ => None,
        }
    }

    /// Returns the front page of the site to which the visitor's link leads. The target itself is
    /// not suitable: it is protected and leads back here.
    fn site(&self) -> String {
        let target = self.identified.target().ok();
        let target = target.and_then(|target| Url::parse(&target).ok());
        let front = target.and_then(|target| target.join("/").ok());
        front.map(String::from).unwrap_or_default()
    }

    fn refused(&self, error: VisitError) -> (VisitOutcome, Response<Body>) {
        let outcome = match error {
            VisitError::Unpaid(_) => VisitOutcome::Slowed,
            VisitError::RoomFull => VisitOutcome::Full,
            VisitError::Holding | VisitError::Overload => VisitOutcome::Unavailable,
            VisitError::IdentityMissing | VisitError::IdentityTaken | VisitError::RunEnded => VisitOutcome::Outside,
            _ => VisitOutcome::Refused,
        };
        let response = match error {
            VisitError::Unpaid(due) => self.app().offer_price(&self.identified, due),
            VisitError::IdentityMissing | VisitError::IdentityTaken => {
                let (customer, room) = self.ids();
                html::found(&paths::identity_page(customer, room, self.query().entering()))
            }
            // The gates judge the visitor by the rules of the run that has begun.
            VisitError::RunEnded => self.enter_again(),
            _ => self.identified.refuse(error),
        };
        (outcome, response)
    }

    /// Redirects to the room's address without a place.
    fn enter_again(&self) -> Response<Body> {
        let (customer, room) = self.ids();
        html::found(&paths::enter(customer, room, self.query().entering()))
    }

    fn app(&self) -> &AppState {
        self.identified.visit.app
    }

    fn query(&self) -> &Query<'_> {
        self.identified.visit.query
    }

    fn ids(&self) -> (&str, &str) {
        let room = &self.identified.state().settings;
        (room.customer.as_str(), room.id.as_str())
    }

    fn returns_cookies(&self) -> bool {
        cookie::returns_cookies(&self.identified.visit.parts.headers)
    }
}

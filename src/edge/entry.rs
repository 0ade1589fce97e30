//! `GET /`: the room's page. A newcomer gets a place and is sent to the same address with `q`; whoever holds a place sees where they stand; whose turn it
//! is goes to the target. Works without any script: the page asks again by itself.
//!
//! Whoever has only the address of a place sees where it stands ([`Visitor::Viewer`]). They may be its
//! owner all the same, in a browser that keeps no cookies. So the page of somebody who brings no
//! cookie of ours sets one and leads back, once, with `holder=check`: who brings it then is a viewer,
//! and who does not gets a place that is held by its link.

use admission::presence::Channel;
use admission::{Grant, Standing};
use axum::body::Body;
use axum::extract::{Request, State};
use http::header::{HeaderName, SET_COOKIE};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Response};
use protocol::enqueue_token::TokenIdentifier;
use protocol::{QueueId, UnixSeconds};
use url::Url;

use super::client::Client;
use super::cookie::{self, Places};
use super::gates::{Asking, Brings, Verdict, judge};
use super::html;
use super::identify::{Visitor, identify};
use super::metrics::Outcome;
use super::outside::Way;
use super::passage::{redirect_url, target_of, token_ends};
use super::query::{HOLDER_PARAMETER, HOLDER_UNKNOWN, IDENTIFIER_PARAMETER, Query};
use super::told::{Moment, Reader, Told};
use super::trouble::Trouble;
use super::words::Links;
use super::{Edge, SharedEdge, paths};
use crate::room::{Known, Possession, Room, Settings, Ticket, TurnReply};

/// The header by which a page leads on by itself, with and without script.
const REFRESH: HeaderName = HeaderName::from_static("refresh");
/// A page that finds out whether its browser keeps cookies leads on after so many seconds.
const CHECK_SECONDS: u32 = 2;

/// The handler.
pub(super) async fn get(State(edge): State<SharedEdge>, request: Request) -> Response<Body> {
    let (parts, _) = request.into_parts();
    let query = Query::new(parts.uri.query());
    let customer = match query.get("c") {
        Some(customer) => customer,
        None if query.get("e").is_some() => return edge.refuse(&parts, &query, Trouble::UnknownCustomer),
        None => return edge.about(&parts, &query, false),
    };
    let room = match edge.find(&parts, customer, query.get("e").unwrap_or_default()) {
        Ok(room) => room,
        Err(trouble) => return edge.refuse(&parts, &query, trouble),
    };
    let entry = Entry {
        edge: &edge,
        room: &room,
        settings: &room.settings(),
        query: &query,
        parts: &parts,
    };
    let (outcome, response) = entry.answer().await;
    edge.metrics.page(outcome);
    response
}

struct Entry<'a> {
    edge: &'a Edge,
    room: &'a Room,
    settings: &'a Settings,
    query: &'a Query<'a>,
    parts: &'a Parts,
}

impl Entry<'_> {
    async fn answer(&self) -> (Outcome, Response<Body>) {
        let target = match target_of(self.settings, self.query) {
            Ok(target) => target,
            Err(trouble) => return self.refused(trouble),
        };
        let places = self.edge.places(&self.parts.headers);
        let visitor = identify(self.room, &places, self.edge.linked(self.query), self.edge.clock.wall()).await;
        let visitor = match visitor {
            Visitor::Viewer(known) if self.query.get(HOLDER_PARAMETER).is_some() => {
                if cookie::returns_cookies(&self.parts.headers) {
                    return (Outcome::InLine, self.to_place(&known, false, None));
                }
                // Whoever had this place keeps no cookies, or a stranger came who keeps none.
                Visitor::Newcomer
            }
            visitor => visitor,
        };
        if visitor == Visitor::Unseen {
            return self.refused(Trouble::Holding);
        }
        let asking = Asking {
            edge: self.edge,
            room: self.room,
            settings: self.settings,
            parts: self.parts,
            visitor: &visitor,
            brings: Some(Brings::of(self.query)),
        };
        match judge(&asking, || Ok(target.clone())).await {
            Ok(Verdict::Line(ticket)) => self.inside(&places, visitor, &ticket, &target).await,
            Ok(Verdict::Bypass(address)) => (Outcome::Bypassed, html::found(&address)),
            Ok(Verdict::Elsewhere(Way::Go(address))) => (Outcome::Passed, html::found(&address)),
            Ok(Verdict::Elsewhere(Way::Stay(moment))) => (Outcome::Outside, self.page_of(None, moment)),
            Err(trouble) => self.refused(trouble),
        }
    }

    async fn inside(
        &self,
        places: &Places,
        visitor: Visitor,
        ticket: &Ticket,
        target: &str,
    ) -> (Outcome, Response<Body>) {
        match visitor {
            Visitor::Newcomer => self.welcome(places, ticket, target).await,
            Visitor::Cancelled => self.refused(Trouble::Cancelled),
            Visitor::Moved => self.refused(Trouble::Moved),
            Visitor::Outraced | Visitor::PastRun => {
                let room = &self.settings.room;
                let enter = paths::enter(room.customer.as_str(), room.id.as_str(), self.query.entering());
                (Outcome::InLine, html::found(&enter))
            }
            Visitor::Unseen => self.refused(Trouble::Holding),
            Visitor::Foreign => self.refused(Trouble::ForeignPlace),
            Visitor::Viewer(known) => self.view(&known),
            Visitor::Holder {
                known,
                possession,
                remember,
                give_up,
            } => {
                if let Some(other) = give_up {
                    // If it cannot be given up now, the next request of the same browser tries again.
                    _ = self.room.cancel(&other).await;
                }
                let queue_id = known.queue_id.to_string();
                let by_link = possession == Possession::Link;
                // A proof has no business in the address of a browser that keeps cookies.
                let is_there = by_link || self.query.get(HOLDER_PARAMETER).is_none();
                let (outcome, mut response) = if is_there && self.query.get("q") == Some(&queue_id) {
                    let claim = TurnClaim::new(&known, possession, self.query);
                    self.hold(claim, target).await
                } else {
                    (Outcome::InLine, self.to_place(&known, by_link, None))
                };
                if remember {
                    self.remember(response.headers_mut(), places, &known);
                }
                (outcome, response)
            }
        }
    }

    async fn welcome(&self, places: &Places, ticket: &Ticket, target: &str) -> (Outcome, Response<Body>) {
        let headers = &self.parts.headers;
        let by_link = self.query.get(HOLDER_PARAMETER).is_some() && !cookie::returns_cookies(headers);
        match self.room.arrive(ticket).await {
            Ok(Ok((known, unseen))) => {
                let (outcome, mut response) = match unseen {
                    Some(grant) => (
                        Outcome::Redirected,
                        self.go((&known, &grant), ticket.identifier(), target),
                    ),
                    None => {
                        let sealed = self.room.seal_identifier(&known, ticket.identifier());
                        (Outcome::NewPlace, self.to_place(&known, by_link, sealed.as_deref()))
                    }
                };
                if !by_link {
                    self.remember(response.headers_mut(), places, &known);
                    let https = Client::of(self.parts, &self.edge.trusted_proxies).https;
                    let new = places.write_new(known.queue_id, https);
                    response.headers_mut().append(SET_COOKIE, new);
                }
                (outcome, response)
            }
            Ok(Err(spent)) => {
                tracing::info!(room = self.room.name(), reason = %spent, "a newcomer may not join");
                self.refused(spent.into())
            }
            Err(unserved) => self.refused(unserved.into()),
        }
    }

    /// The same address with `q`, with a proof for who holds the place by that, and with the sealed
    /// identifier of the enqueue token that a new place was given for.
    fn to_place(&self, known: &Known, by_link: bool, sealed: Option<&str>) -> Response<Body> {
        let queue_id = known.queue_id.to_string();
        let proof = by_link.then(|| self.edge.possession.link_proof(&known.queue_id));
        let query = self.query.with_place(&queue_id, proof.as_deref(), sealed);
        html::found(&paths::entry(&query))
    }

    fn go(
        &self,
        (known, grant): (&Known, &Grant),
        identifier: Option<&TokenIdentifier>,
        target: &str,
    ) -> Response<Body> {
        let bound = self.edge.bound_address(self.settings, (known, grant), self.parts);
        html::found(&redirect_url(
            self.settings,
            (known, grant),
            (bound, identifier),
            target,
        ))
    }

    /// The page of somebody who has the place's address and nothing else.
    fn view(&self, known: &Known) -> (Outcome, Response<Body>) {
        let moment = match view(self.edge, self.room, known) {
            Ok(moment) => moment,
            Err(trouble) => return self.refused(trouble),
        };
        let mut response = self.page_of(Some((known, None)), moment);
        if !cookie::returns_cookies(&self.parts.headers) {
            let https = Client::of(self.parts, &self.edge.trusted_proxies).https;
            let id = known.queue_id.to_string();
            let query = self.query.with_place(&id, Some(HOLDER_UNKNOWN), None);
            let again = format!("{CHECK_SECONDS}; url={}", paths::entry(&query));
            let headers = response.headers_mut();
            headers.insert(SET_COOKIE, cookie::probe(https));
            headers.extend(HeaderValue::try_from(again).ok().map(|again| (REFRESH, again)));
        }
        (Outcome::InLine, response)
    }

    fn remember(&self, headers: &mut HeaderMap, places: &Places, known: &Known) {
        let https = Client::of(self.parts, &self.edge.trusted_proxies).https;
        headers.insert(SET_COOKIE, remembering(self.room, places, known).write(https));
    }

    async fn hold(&self, claim: TurnClaim<'_>, target: &str) -> (Outcome, Response<Body>) {
        match stand(self.edge, self.room, claim, Channel::Page, || Ok(target)).await {
            Ok(Stand::Waiting(moment)) => {
                let first = matches!(moment, Moment::Line { first: true, .. });
                let outcome = if first { Outcome::FirstInLine } else { Outcome::InLine };
                (
                    outcome,
                    self.page_of(Some((claim.known, Some(claim.possession))), moment),
                )
            }
            Ok(Stand::Go(grant, target)) => {
                let known = claim.known;
                let identifier = self.room.open_identifier(known, self.query.get(IDENTIFIER_PARAMETER));
                (
                    Outcome::Redirected,
                    self.go((known, &grant), identifier.as_ref(), target),
                )
            }
            Err(trouble) => self.refused(trouble),
        }
    }

    /// The page about a place, if there is one, and by what this browser holds it.
    fn page_of(&self, place: Option<(&Known, Option<Possession>)>, moment: Moment) -> Response<Body> {
        let known = place.map(|(known, _)| known);
        let holds = place.is_some_and(|(_, possession)| possession.is_some());
        let room = &self.settings.room;
        let language = self.edge.language(&self.parts.headers, self.query, Some(room));
        let reader = Reader {
            known,
            shown: None,
            brief: false,
            jitter: self.edge.clock.jitter(),
            store_away: self.room.published().store_away,
        };
        let told = Told::new(self.settings, language, reader, moment, self.edge.clock.wall());
        let links = self.links(known, holds, &moment);
        let theme = self.query.get("l");
        self.edge
            .waiting_page(self.settings, theme, language, &told, &links, &self.parts.headers)
    }

    fn links(&self, known: Option<&Known>, holds: bool, moment: &Moment) -> Links {
        let room = &self.settings.room;
        let (customer, id) = (room.customer.as_str(), room.id.as_str());
        let of_place = |link: &dyn Fn(&QueueId) -> String| known.map(|known| link(&known.queue_id)).unwrap_or_default();
        let published = self.room.published();
        let order = &published.snapshot.ledger().order;
        let drawn = match moment {
            Moment::Idle | Moment::Unnumbered(_) => room.life.schedule.start.is_some() && self.room.draws().any(),
            // Who came after the cut-off keeps the number of their arrival.
            Moment::Line { view, .. } => order.drawn_population().is_some_and(|drawn| view.number.0 < drawn),
            Moment::Ended => false,
        };
        let moves = match moment {
            Moment::Unnumbered(_) => true,
            // A grant belongs to the device that got it.
            Moment::Line { view, .. } => !view.redirected,
            Moment::Idle | Moment::Ended => false,
        };
        Links {
            leave: if holds {
                of_place(&|queue_id| paths::leave(customer, id, queue_id, self.query.kept()))
            } else {
                String::new()
            },
            move_on: if moves {
                of_place(&|queue_id| paths::move_page(customer, id, queue_id, self.query.kept()))
            } else {
                String::new()
            },
            receipt: if drawn {
                of_place(&|queue_id| paths::draw_receipt(customer, id, queue_id))
            } else {
                String::new()
            },
            draw: if drawn {
                let of_link = |name: &&str| matches!(*name, "cid" | HOLDER_PARAMETER);
                let kept = self.query.kept().filter(|(name, _)| of_link(name));
                paths::draw_page(customer, id, known.map(|known| &known.queue_id), kept)
            } else {
                String::new()
            },
            target: if matches!(moment, Moment::Ended) {
                self.site()
            } else {
                String::new()
            },
            query: self.query.raw().to_owned(),
            drawn,
        }
    }

    /// The front page of the site that the visitor's link leads to. Not the target itself: that is protected, and would lead back here.
    fn site(&self) -> String {
        let target = target_of(self.settings, self.query).ok();
        let target = target.and_then(|target| Url::parse(&target).ok());
        let front = target.and_then(|target| target.join("/").ok());
        front.map(String::from).unwrap_or_default()
    }

    fn refused(&self, trouble: Trouble) -> (Outcome, Response<Body>) {
        let unavailable = matches!(trouble, Trouble::Holding | Trouble::Overload);
        let outcome = if unavailable {
            Outcome::Unavailable
        } else {
            Outcome::Refused
        };
        (outcome, self.edge.refuse(self.parts, self.query, trouble))
    }
}

/// The cookie with this place as the room's only one.
#[must_use]
pub(super) fn remembering(room: &Room, places: &Places, known: &Known) -> Places {
    places.with(Some(known.queue_id), |id| room.open_id(*id).is_some())
}

/// Where somebody stands after they asked.
#[derive(Debug, Clone, Copy)]
pub(super) enum Stand<T> {
    /// Still here.
    Waiting(Moment),
    /// Off to the target.
    Go(Grant, T),
}

/// Somebody's claim of a turn.
#[derive(Debug, Clone, Copy)]
pub(super) struct TurnClaim<'a> {
    known: &'a Known,
    possession: Possession,
    /// The token that the site has refused: when it ends.
    used: Option<UnixSeconds>,
}

impl<'a> TurnClaim<'a> {
    /// The claim of a place's holder, by the page's query.
    #[must_use]
    pub(super) fn new(known: &'a Known, possession: Possession, query: &Query<'_>) -> Self {
        Self {
            known,
            possession,
            used: query.used_token(),
        }
    }

    /// The place.
    #[must_use]
    pub(super) fn known(&self) -> &'a Known {
        self.known
    }
}

/// Where a place stands, for somebody who does not hold it: nobody counts as heard or has a turn.
///
/// # Errors
/// If the place is not good any more.
pub(super) fn view(edge: &Edge, room: &Room, known: &Known) -> Result<Moment, Trouble> {
    match room.standing_unheard(known, edge.clock.jitter(), edge.load.stretch_percent()) {
        Standing::Unknown => Err(Trouble::ForeignPlace),
        Standing::Cancelled => Err(Trouble::Cancelled),
        Standing::Moved => Err(Trouble::Moved),
        Standing::Expired => Err(Trouble::Expired),
        Standing::Unnumbered(early) => Ok(Moment::Unnumbered(early)),
        Standing::InLine(view) | Standing::FirstInLine(view) => Ok(Moment::Line { first: false, view }),
    }
}

/// Asks where a place stands and, where it is its turn, for a permit; `target` is looked at before a permit is spent on it.
///
/// # Errors
/// If the place is not good any more.
pub(super) async fn stand<T>(
    edge: &Edge,
    room: &Room,
    claim: TurnClaim<'_>,
    channel: Channel,
    target: impl FnOnce() -> Result<T, Trouble>,
) -> Result<Stand<T>, Trouble> {
    let known = claim.known;
    let look = || room.standing(known, edge.clock.jitter(), edge.load.stretch_percent());
    let first = match look() {
        Standing::Unknown => return Err(Trouble::ForeignPlace),
        Standing::Cancelled => return Err(Trouble::Cancelled),
        Standing::Moved => return Err(Trouble::Moved),
        Standing::Expired => return Err(Trouble::Expired),
        Standing::Unnumbered(early) => return Ok(Stand::Waiting(Moment::Unnumbered(early))),
        Standing::InLine(view) => return Ok(Stand::Waiting(Moment::Line { first: false, view })),
        Standing::FirstInLine(view) => view,
    };
    let target = target()?;
    match room.turn(known, claim.possession, channel).await {
        // The site has refused the token: the next one takes a permit of its own.
        TurnReply::Go(grant) if claim.used == Some(token_ends(&grant)) => Ok(Stand::Waiting(Moment::Line {
            first: true,
            view: first,
        })),
        TurnReply::Go(grant) => {
            tracing::debug!(room = room.name(), visitor.hash = %room.log_hash(&known.queue_id), "redirected");
            Ok(Stand::Go(grant, target))
        }
        TurnReply::Cancelled => Err(Trouble::Cancelled),
        TurnReply::Moved => Err(Trouble::Moved),
        TurnReply::LimitReached => Err(Trouble::RedirectLimit),
        TurnReply::Expired => Err(Trouble::Expired),
        TurnReply::Unknown => Err(Trouble::ForeignPlace),
        TurnReply::NotYet => match look() {
            Standing::FirstInLine(view) => Ok(Stand::Waiting(Moment::Line { first: true, view })),
            _ => Ok(Stand::Waiting(Moment::Line {
                first: true,
                view: first,
            })),
        },
    }
}

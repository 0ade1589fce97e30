//! `GET /`: the room's page. A newcomer gets a place and is sent to the same address with `q`; whoever holds a place sees where they stand; whose turn it
//! is goes to the target. Works without any script: the page asks again by itself.

use admission::presence::Channel;
use admission::{Grant, Standing};
use axum::body::Body;
use axum::extract::{Request, State};
use http::header::SET_COOKIE;
use http::request::Parts;
use http::{HeaderMap, Response};
use protocol::QueueId;
use url::Url;

use super::client::Client;
use super::cookie::Places;
use super::gates::{Asking, Brings, Verdict, judge};
use super::html;
use super::identify::{Visitor, identify};
use super::metrics::Outcome;
use super::outside::Way;
use super::passage::{redirect_url, target_of};
use super::query::Query;
use super::told::{Moment, Reader, Told};
use super::trouble::Trouble;
use super::words::Links;
use super::{Edge, SharedEdge, paths};
use crate::room::{Known, Room, Settings, Ticket, TurnReply};

/// The handler.
pub(super) async fn get(State(edge): State<SharedEdge>, request: Request) -> Response<Body> {
    let (parts, _) = request.into_parts();
    let query = Query::new(parts.uri.query());
    let Some(customer) = query.get("c") else {
        return edge.about(&parts, &query, false);
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
        let places = Places::read(&self.parts.headers);
        let visitor = identify(self.room, &places, self.query.get("q"), self.edge.clock.wall()).await;
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
            Visitor::Holder {
                known,
                remember,
                give_up,
            } => {
                if let Some(other) = give_up {
                    // If it cannot be given up now, the next request of the same browser tries again.
                    _ = self.room.cancel(&other).await;
                }
                let queue_id = known.queue_id.to_string();
                let (outcome, mut response) = if self.query.get("q") == Some(&queue_id) {
                    self.hold(&known, target).await
                } else {
                    (Outcome::InLine, self.to_place(&queue_id))
                };
                if remember {
                    self.remember(response.headers_mut(), places, &known);
                }
                (outcome, response)
            }
        }
    }

    async fn welcome(&self, places: &Places, ticket: &Ticket, target: &str) -> (Outcome, Response<Body>) {
        match self.room.arrive(ticket).await {
            Ok(Ok((known, unseen))) => {
                let (outcome, mut response) = match unseen {
                    Some(grant) => {
                        let url = redirect_url(self.settings, &known, &grant, target);
                        (Outcome::Redirected, html::found(&url))
                    }
                    None => (Outcome::NewPlace, self.to_place(&known.queue_id.to_string())),
                };
                self.remember(response.headers_mut(), places, &known);
                (outcome, response)
            }
            Ok(Err(spent)) => {
                tracing::info!(room = self.room.name(), reason = %spent, "a newcomer may not join");
                self.refused(spent.into())
            }
            Err(unserved) => self.refused(unserved.into()),
        }
    }

    /// The same address with `q`.
    fn to_place(&self, queue_id: &str) -> Response<Body> {
        html::found(&format!("{}?{}", paths::ENTRY, self.query.with_queue_id(queue_id)))
    }

    fn remember(&self, headers: &mut HeaderMap, places: &Places, known: &Known) {
        let https = Client::of(self.parts, &self.edge.trusted_proxies).https;
        headers.insert(SET_COOKIE, remembering(self.room, places, known).write(https));
    }

    async fn hold(&self, known: &Known, target: &str) -> (Outcome, Response<Body>) {
        match stand(self.edge, self.room, known, Channel::Page, || Ok(target)).await {
            Ok(Stand::Waiting(moment)) => {
                let first = matches!(moment, Moment::Line { first: true, .. });
                let outcome = if first { Outcome::FirstInLine } else { Outcome::InLine };
                (outcome, self.page_of(Some(known), moment))
            }
            Ok(Stand::Go(grant, target)) => (
                Outcome::Redirected,
                html::found(&redirect_url(self.settings, known, &grant, target)),
            ),
            Err(trouble) => self.refused(trouble),
        }
    }

    fn page_of(&self, known: Option<&Known>, moment: Moment) -> Response<Body> {
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
        let links = self.links(known, &moment);
        let theme = self.query.get("l");
        self.edge
            .waiting_page(self.settings, theme, language, &told, &links, &self.parts.headers)
    }

    fn links(&self, known: Option<&Known>, moment: &Moment) -> Links {
        let room = &self.settings.room;
        let (customer, id, culture) = (room.customer.as_str(), room.id.as_str(), self.query.get("cid"));
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
            leave: of_place(&|queue_id| paths::leave(customer, id, queue_id, self.query.kept())),
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
                paths::draw_page(customer, id, known.map(|known| &known.queue_id), culture)
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

/// Asks where a place stands and, where it is its turn, for a permit; `target` is looked at before a permit is spent on it.
///
/// # Errors
/// If the place is not good any more.
pub(super) async fn stand<T>(
    edge: &Edge,
    room: &Room,
    known: &Known,
    channel: Channel,
    target: impl FnOnce() -> Result<T, Trouble>,
) -> Result<Stand<T>, Trouble> {
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
    match room.turn(known, channel).await {
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

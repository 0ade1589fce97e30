//! Handles requests to give up places: asks for confirmation, gives the places up, or does nothing
//! if this browser holds no place.

use axum::body::Body;
use http::header::SET_COOKIE;
use http::request::Parts;
use http::{Method, Response, StatusCode};
use protocol::QueueId;

use crate::http::infra::client::RequestClient;
use crate::http::visit::cookie::Places;
use crate::http::visit::error::VisitError;
use crate::http::visit::initiator::{Initiator, destination, is_our_own, is_speculative};
use crate::http::visit::query::Query;
use crate::http::{Edge, html, paths};
use crate::pages::LeavePage;
use crate::rooms::{Place, Room, RoomState, Unserved};
use crate::text::Notice;

/// A room that a link names, perhaps with a place in it.
pub(in crate::http) struct NamedRoom {
    pub(in crate::http) state: RoomState,
    queue_id: Option<QueueId>,
}

impl NamedRoom {
    pub(in crate::http) fn new(state: RoomState, queue_id: Option<&str>) -> Self {
        let queue_id = queue_id.and_then(|text| text.parse().ok());
        Self { state, queue_id }
    }

    /// Returns the place that the link names if it is alive, regardless of its holder.
    pub(in crate::http) async fn place(&mut self) -> Result<Option<HeldPlace<'_>>, Unserved> {
        self.state.catch_up(self.queue_id.into_iter()).await?;
        Ok(self.known())
    }

    /// Like [`Self::place`], by the commits that this node knows.
    fn known(&self) -> Option<HeldPlace<'_>> {
        let known = self.queue_id.and_then(|id| self.state.open_id(id));
        let known = known.filter(|known| self.state.is_alive(known));
        known.map(|known| HeldPlace { named: self, known })
    }

    fn room(&self) -> &Room {
        self.state.room()
    }
}

/// The step after the place is given up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::http) enum AfterLeaving {
    /// A redirect to this address.
    On(String),
    /// The page that confirms that the visitor has left the line.
    Stay,
    /// Also the confirmation page: the link's `r` leads to a host that the rooms do not name.
    Refused,
}

/// A place that this browser holds in a room that the link names.
pub(in crate::http) struct HeldPlace<'n> {
    named: &'n NamedRoom,
    known: Place,
}

/// One request to give up places.
pub(in crate::http) struct LeaveRequest<'a> {
    pub(in crate::http) edge: &'a Edge,
    pub(in crate::http) parts: &'a Parts,
    pub(in crate::http) query: &'a Query<'a>,
    pub(in crate::http) way: AfterLeaving,
}

impl LeaveRequest<'_> {
    pub(in crate::http) async fn answer(&self, mut named: Vec<NamedRoom>) -> Response<Body> {
        let places = self.edge.places(&self.parts.headers);
        if let Err(unserved) = self.catch_up(&mut named, &places).await {
            return self.refuse(&named, unserved.into());
        }
        let held = self.held(&named, &places);
        let Some(first) = held.first() else {
            return self.nothing_held(&mut named).await;
        };
        if !self.may_act(&held) {
            return self.question(first);
        }
        for held in &held {
            if let Err(unserved) = held.give_up().await {
                return self.refuse(&named, unserved.into());
            }
            self.edge.forget_email(&held.named.state, &held.known).await;
            self.edge.forget_push(&held.named.state, &held.known).await;
        }
        let mut response = match &self.way {
            AfterLeaving::On(next) if self.is_post() => html::see_other(next),
            AfterLeaving::On(next) => html::found(next),
            AfterLeaving::Stay | AfterLeaving::Refused => self.left(&held[0].named.state),
        };
        let ours = |id: &QueueId| named.iter().any(|named| named.state.open_id(*id).is_some());
        forget(self.edge, self.parts, &places.with(None, ours), &mut response);
        response
    }

    /// Waits until this node knows the places that this browser can hold.
    async fn catch_up(&self, named: &mut [NamedRoom], places: &Places<'_>) -> Result<(), Unserved> {
        catch_up(named, places).await?;
        if held(named, places).is_empty()
            && let Some(id) = self.edge.linked(self.query).proven()
            && let Some(named) = named.iter_mut().find(|named| named.queue_id == Some(id))
        {
            named.state.catch_up(std::iter::once(id)).await?;
        }
        Ok(())
    }

    /// Returns the places that this browser holds: by its cookie, or, without one, by the proof in
    /// the address.
    fn held<'n>(&self, named: &'n [NamedRoom], places: &Places<'_>) -> Vec<HeldPlace<'n>> {
        let by_cookie = held(named, places);
        if !by_cookie.is_empty() {
            return by_cookie;
        }
        let proven = self.edge.linked(self.query).proven();
        let named = proven.and_then(|id| named.iter().find(|named| named.queue_id == Some(id)));
        named.and_then(NamedRoom::known).into_iter().collect()
    }

    /// Returns the page of an error, from the state of the first named room if there is one.
    fn refuse(&self, named: &[NamedRoom], error: VisitError) -> Response<Body> {
        match named.first() {
            Some(named) => self.edge.refuse_in(&named.state, self.parts, self.query, error),
            None => self.edge.refuse(self.parts, self.query, error),
        }
    }

    fn is_post(&self) -> bool {
        self.parts.method == Method::POST
    }

    /// A form acts if a page of ours sent it. A link acts without confirmation only in the vendor's
    /// cases.
    fn may_act(&self, held: &[HeldPlace<'_>]) -> bool {
        if self.is_post() {
            return is_our_own(self.parts, &self.edge.trusted_proxies);
        }
        matches!(self.way, AfterLeaving::On(_)) && self.may_act_at_once(held)
    }

    /// Returns whether a link may act without confirmation: it names every place that this browser
    /// would lose, the browser opens it as a page and not speculatively, and it comes from the
    /// rooms' own site, from a host of our own site, or from the visitor.
    fn may_act_at_once(&self, held: &[HeldPlace<'_>]) -> bool {
        let headers = &self.parts.headers;
        let is_opened = !is_speculative(headers) && destination(headers).is_none_or(|what| what == "document");
        is_opened && held.iter().all(HeldPlace::is_named) && self.is_from_the_rooms(held)
    }

    fn is_from_the_rooms(&self, held: &[HeldPlace<'_>]) -> bool {
        held.iter().all(|held| {
            let settings = &held.named.state.settings;
            is_wanted(Initiator::of(self.parts, &self.edge.trusted_proxies, settings))
        })
    }

    /// Returns the confirmation page. Its form sends the current address again.
    fn question(&self, held: &HeldPlace<'_>) -> Response<Body> {
        let settings = &held.named.state.settings;
        let room = &settings;
        let language = &self.edge.language(&self.parts.headers, self.query, Some(room));
        let theme = self.edge.pages.theme(self.query.get("l"), Some(room));
        let id = held.known.queue_id.to_string();
        let kept = self.query.kept().chain([("q", id.as_str())]);
        let page = LeavePage {
            room_name: &room.name,
            action: &paths::same(&self.parts.uri),
            line_url: &paths::enter(room.customer.as_str(), room.id.as_str(), kept),
        };
        let html = page.render(language, &theme);
        let https = RequestClient::of(self.parts, &self.edge.trusted_proxies).https;
        match &self.way {
            AfterLeaving::On(_) => html::page_with_form_onward(html, !https || room.target_url.is_plain_http()),
            AfterLeaving::Stay | AfterLeaving::Refused => html::page(StatusCode::OK, html, None),
        }
    }

    /// Answers if this browser holds no place in these rooms: nothing is given up, whatever the
    /// link contains.
    async fn nothing_held(&self, named: &mut [NamedRoom]) -> Response<Body> {
        match &self.way {
            AfterLeaving::On(next) if self.is_post() => html::see_other(next),
            AfterLeaving::On(next) => html::found(next),
            AfterLeaving::Refused => self.refuse(named, VisitError::ForeignTarget),
            AfterLeaving::Stay => match named.first_mut() {
                Some(named) => self.still_in_line(named).await,
                None => self.edge.refuse(self.parts, self.query, VisitError::UnknownRoom),
            },
        }
    }

    /// Answers a visitor without our cookie who followed the link on a waiting page. If the place
    /// is alive, they return to that page, since the id alone gives nothing up; otherwise the line
    /// was left before.
    async fn still_in_line(&self, named: &mut NamedRoom) -> Response<Body> {
        match named.place().await {
            Ok(Some(place)) => {
                let settings = &place.named.state.settings;
                let (customer, name) = (settings.customer.as_str(), settings.id.as_str());
                let id = place.known.queue_id.to_string();
                let line = self.query.kept().chain([("q", id.as_str())]);
                let line = html::see_other(&paths::enter(customer, name, line));
                match self.is_post() {
                    true => self.edge.after_form((self.parts, self.query), line),
                    false => line,
                }
            }
            Ok(None) => self.left(&named.state),
            Err(unserved) => self
                .edge
                .refuse_in(&named.state, self.parts, self.query, unserved.into()),
        }
    }

    fn left(&self, state: &RoomState) -> Response<Body> {
        let settings = &state.settings;
        let (customer, name) = (settings.customer.as_str(), settings.id.as_str());
        let enter = paths::enter(customer, name, self.query.entering());
        let left = (StatusCode::OK, 0, Notice::Left);
        self.edge.notice_in(state, self.parts, self.query, left, Some(&enter))
    }
}

impl HeldPlace<'_> {
    /// Returns whether the link names this place.
    pub(in crate::http) fn is_named(&self) -> bool {
        self.named.queue_id == Some(self.known.queue_id)
    }

    pub(in crate::http) async fn give_up(&self) -> Result<(), Unserved> {
        let room = self.named.room();
        room.cancel(&self.known).await?;
        let hash = room.log_hash(&self.known.queue_id);
        tracing::info!(room = room.name(), visitor.hash = %hash, "place given up");
        Ok(())
    }
}

/// Returns whether a request of this initiator may give up a place without confirmation.
pub(in crate::http) fn is_wanted(initiator: Initiator) -> bool {
    match initiator {
        Initiator::OurOwn | Initiator::Visitor | Initiator::Unsaid => true,
        Initiator::Other {
            is_of_room,
            is_same_site,
        } => is_of_room || is_same_site,
    }
}

/// Returns the places that the browser holds in these rooms.
pub(in crate::http) fn held<'n>(named: &'n [NamedRoom], places: &Places<'_>) -> Vec<HeldPlace<'n>> {
    let mut held = Vec::new();
    for named in named {
        let state = &named.state;
        let known = places.iter().filter_map(|id| state.open_id(id));
        for known in known.filter(|known| state.is_alive(known)) {
            let is_new = |other: &HeldPlace<'_>| other.known.queue_id != known.queue_id;
            if held.iter().all(is_new) {
                held.push(HeldPlace { named, known });
            }
        }
    }
    held
}

/// Waits until this node knows the places in these rooms that the browser names.
pub(in crate::http) async fn catch_up(named: &mut [NamedRoom], places: &Places<'_>) -> Result<(), Unserved> {
    for named in named {
        named.state.catch_up(places.iter()).await?;
    }
    Ok(())
}

/// Writes the remaining places to the browser's cookie, and deletes its cookies of new places.
pub(in crate::http) fn forget(edge: &Edge, parts: &Parts, places: &Places<'_>, response: &mut Response<Body>) {
    let https = RequestClient::of(parts, &edge.trusted_proxies).https;
    response.headers_mut().insert(SET_COOKIE, places.write(https));
    for cookie in places.forget_new(https) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
}

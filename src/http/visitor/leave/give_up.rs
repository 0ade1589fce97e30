//! Handles requests to give up places: asks for confirmation, gives the places up, or does nothing
//! if this browser holds no place.

use admission::WallMs;
use axum::body::Body;
use http::header::SET_COOKIE;
use http::request::Parts;
use http::{HeaderValue, Method, Response, StatusCode};
use protocol::QueueId;

use crate::http::infra::client::RequestClient;
use crate::http::visit::cookie::Places;
use crate::http::visit::error::VisitError;
use crate::http::visit::initiator::{Initiator, destination, is_speculative};
use crate::http::visit::query::Query;
use crate::http::visitor::leave::leaving_cookie::{self, LeavingMemory};
use crate::http::visitor::leave::undo::{self, LeaveDecision, LeavingStep};
use crate::http::{AppState, html, paths};
use crate::pages::{LeavePage, LeavingPage};
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
        Ok(self.known_place())
    }

    /// Like [`Self::place`], by the commits that this node knows.
    fn known_place(&self) -> Option<HeldPlace<'_>> {
        let place = self.queue_id.and_then(|id| self.state.open_id(id));
        let place = place.filter(|place| self.state.is_alive(place));
        place.map(|place| HeldPlace { named: self, place })
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
    place: Place,
}

/// One request to give up places.
pub(in crate::http) struct LeaveRequest<'a> {
    pub(in crate::http) app: &'a AppState,
    pub(in crate::http) parts: &'a Parts,
    pub(in crate::http) query: &'a Query<'a>,
    pub(in crate::http) way: AfterLeaving,
}

impl LeaveRequest<'_> {
    pub(in crate::http) async fn answer(&self, mut named: Vec<NamedRoom>) -> Response<Body> {
        let places = self.app.places(&self.parts.headers);
        if let Err(unserved) = self.catch_up(&mut named, &places).await {
            return self.refuse(&named, unserved.into());
        }
        let held = self.held(&named, &places);
        let Some(first) = held.first() else {
            return self.nothing_held(&mut named).await;
        };
        if self.names_another(&held) {
            return self.not_yours(first);
        }
        let subject = held.iter().find(|held| held.is_named()).unwrap_or(first);
        match self.decide(&held, subject) {
            LeaveDecision::GiveUp => {}
            LeaveDecision::Wait(asked_at) => return self.pending(subject, asked_at),
            LeaveDecision::Undo => return self.undone(subject),
            LeaveDecision::Ask => return self.question(subject),
        }
        for held in &held {
            if let Err(unserved) = held.give_up().await {
                return self.refuse(&named, unserved.into());
            }
            self.app.forget_email(&held.named.state, &held.place).await;
            self.app.forget_push(&held.named.state, &held.place).await;
        }
        let mut response = match &self.way {
            AfterLeaving::On(next) if self.is_post() => html::see_other(next),
            AfterLeaving::On(next) => html::found(next),
            AfterLeaving::Stay | AfterLeaving::Refused => self.left(&held[0].named.state),
        };
        let ours = |id: &QueueId| named.iter().any(|named| named.state.open_id(*id).is_some());
        forget(self.app, self.parts, &places.with(None, ours), &mut response);
        for held in &held {
            let gone = leaving_cookie::forget(&self.parts.headers, &held.place.queue_id, self.is_https());
            response.headers_mut().extend(gone.map(|cookie| (SET_COOKIE, cookie)));
        }
        response
    }

    /// Waits until this node knows the places that this browser can hold.
    async fn catch_up(&self, named: &mut [NamedRoom], places: &Places<'_>) -> Result<(), Unserved> {
        catch_up(named, places).await?;
        if held(named, places).is_empty()
            && let Some(id) = self.app.linked(self.query).proven()
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
        let proven = self.app.linked(self.query).proven();
        let named = proven.and_then(|id| named.iter().find(|named| named.queue_id == Some(id)));
        named.and_then(NamedRoom::known_place).into_iter().collect()
    }

    /// Returns the page of an error, from the state of the first named room if there is one.
    fn refuse(&self, named: &[NamedRoom], error: VisitError) -> Response<Body> {
        match named.first() {
            Some(named) => self.app.refuse_in(&named.state, self.parts, self.query, error),
            None => self.app.refuse(self.parts, self.query, error),
        }
    }

    fn is_post(&self) -> bool {
        self.parts.method == Method::POST
    }

    /// Returns whether a link or a form of the waiting page names another place than those that
    /// this browser holds.
    fn names_another(&self, held: &[HeldPlace<'_>]) -> bool {
        let names_a_place = self.way == AfterLeaving::Stay && self.query.get("q").is_some();
        names_a_place && !held.iter().any(HeldPlace::is_named)
    }

    /// Decides about a request whose page is about one of the places.
    fn decide(&self, held: &[HeldPlace<'_>], subject: &HeldPlace<'_>) -> LeaveDecision {
        let step = LeavingStep::read(self.query, &self.app.possession, &subject.place.queue_id);
        let memory = LeavingMemory::read(&self.parts.headers, &subject.place.queue_id);
        match step.filter(|_| self.way == AfterLeaving::Stay && self.is_ours()) {
            Some(begin @ LeavingStep::Begin) if self.is_post() => begin.decide(subject.now(), memory),
            Some(step @ (LeavingStep::Undo | LeavingStep::End(_))) if self.is_opened() => {
                step.decide(subject.now(), memory)
            }
            Some(LeavingStep::Undo) => LeaveDecision::Ask,
            _ if self.may_act(held) => LeaveDecision::GiveUp,
            _ => LeaveDecision::Ask,
        }
    }

    /// A form acts if a page of ours sent it. A link acts without confirmation only in the vendor's
    /// cases.
    fn may_act(&self, held: &[HeldPlace<'_>]) -> bool {
        if self.is_post() {
            return self.is_ours();
        }
        matches!(self.way, AfterLeaving::On(_)) && self.may_act_at_once(held)
    }

    /// Returns whether a link may act without confirmation: it names every place that this browser
    /// would lose, the browser opens it as a page and not speculatively, and the headers prove that
    /// it comes from the rooms' own site, from a host of our own site, or from the visitor.
    fn may_act_at_once(&self, held: &[HeldPlace<'_>]) -> bool {
        self.is_opened() && held.iter().all(HeldPlace::is_named) && self.is_from_the_rooms(held)
    }

    /// Returns whether the browser opens the address as a page, and not speculatively.
    fn is_opened(&self) -> bool {
        let headers = &self.parts.headers;
        !is_speculative(headers) && destination(headers).is_none_or(|what| what == "document")
    }

    /// Returns whether a page of this server sent the request.
    fn is_ours(&self) -> bool {
        self.app.is_our_own(self.parts)
    }

    fn is_https(&self) -> bool {
        RequestClient::of(self.parts, &self.app.trusted_proxies).https
    }

    fn is_from_the_rooms(&self, held: &[HeldPlace<'_>]) -> bool {
        held.iter().all(|held| {
            let settings = &held.named.state.settings;
            is_wanted(Initiator::of(self.parts, self.app, settings))
        })
    }

    /// Returns the confirmation page. The form of a cancel link sends the current address again;
    /// that of the waiting page's link begins the time to undo, which the dialog has had before it
    /// is sent.
    fn question(&self, held: &HeldPlace<'_>) -> Response<Body> {
        let room = &held.named.state.settings;
        let language = &self.app.language(&self.parts.headers, self.query, Some(room));
        let theme = self.app.pages.theme(self.query.get("l"), Some(room));
        let (action, dialog_action) = match &self.way {
            AfterLeaving::Stay => {
                let links = self.links(held);
                (links.leaving(undo::BEGIN), links.leave())
            }
            AfterLeaving::On(_) | AfterLeaving::Refused => {
                let same = paths::same(&self.parts.uri);
                (same.clone(), same)
            }
        };
        let page = LeavePage {
            room_name: &room.name,
            action: &action,
            dialog_action: &dialog_action,
            line_url: &self.line_url(held),
        };
        let html = page.render(language, &theme);
        let https = self.is_https();
        match &self.way {
            AfterLeaving::On(_) => html::page_with_form_onward(html, !https || room.target_url.is_plain_http()),
            AfterLeaving::Stay | AfterLeaving::Refused => html::page(StatusCode::OK, html, None),
        }
    }

    /// Returns the page that is shown while leaving can be undone. It continues by itself, by an
    /// address that "Undo" revokes.
    fn pending(&self, held: &HeldPlace<'_>, asked_at: WallMs) -> Response<Body> {
        let room = &held.named.state.settings;
        let language = &self.app.language(&self.parts.headers, self.query, Some(room));
        let theme = self.app.pages.theme(self.query.get("l"), Some(room));
        let (key, id) = (&self.app.possession, &held.place.queue_id);
        let seconds = undo::seconds_left(asked_at, held.now());
        let page = LeavingPage {
            room_name: &room.name,
            undo_url: &self.links(held).leaving(&undo::undo(key, id, asked_at)),
            seconds,
        };
        let mut response = html::page(StatusCode::OK, page.render(language, &theme), None);
        let end = self.links(held).leaving(&undo::end(key, id, asked_at));
        let refresh = format!("{}; url={end}", seconds + undo::REFRESH_SLACK_SECONDS);
        let refresh = HeaderValue::try_from(refresh).expect("a number and an encoded link");
        response.headers_mut().insert(html::REFRESH, refresh);
        // An early request for that address is no new answer.
        if self.is_post() {
            let cookie = leaving_cookie::begin(id, asked_at, self.is_https());
            response.headers_mut().insert(SET_COOKIE, cookie);
        }
        response
    }

    /// Leads back to the line, and revokes the address that ends leaving.
    fn undone(&self, held: &HeldPlace<'_>) -> Response<Body> {
        let mut response = html::found(&self.line_url(held));
        let cookie = leaving_cookie::undo(&held.place.queue_id, self.is_https());
        response.headers_mut().insert(SET_COOKIE, cookie);
        response
    }

    /// Returns the page that says that the visitor does not hold the place that the address names.
    /// It leads to the waiting page of a place: the visitor's own, if the visitor holds one.
    fn not_yours(&self, held: &HeldPlace<'_>) -> Response<Body> {
        let refused = (StatusCode::FORBIDDEN, 0, Notice::NotYours);
        let line = self.line_url(held);
        self.app
            .notice_in(&held.named.state, self.parts, self.query, refused, Some(&line))
    }

    /// Returns the links about a place.
    fn links(&self, held: &HeldPlace<'_>) -> paths::PlaceQuery {
        let room = &held.named.state.settings;
        let room = (room.customer.as_str(), room.id.as_str());
        paths::PlaceQuery::new(room, &held.place.queue_id, self.query.kept())
    }

    /// Returns the address of a place's waiting page.
    fn line_url(&self, held: &HeldPlace<'_>) -> String {
        let room = &held.named.state.settings;
        let id = held.place.queue_id.to_string();
        let kept = self.query.kept().chain([("q", id.as_str())]);
        paths::enter(room.customer.as_str(), room.id.as_str(), kept)
    }

    /// Answers if this browser holds no place in these rooms: nothing is given up, whatever the
    /// link contains.
    async fn nothing_held(&self, named: &mut [NamedRoom]) -> Response<Body> {
        match &self.way {
            AfterLeaving::On(next) if self.is_post() => html::see_other(next),
            AfterLeaving::On(next) => html::found(next),
            AfterLeaving::Refused => self.refuse(named, VisitError::ForeignTarget),
            AfterLeaving::Stay => match named.first_mut() {
                Some(named) => self.without_place(named).await,
                None => self.app.refuse(self.parts, self.query, VisitError::UnknownRoom),
            },
        }
    }

    /// Answers a visitor who holds no place and followed the link on a waiting page. If the place
    /// is alive, it is somebody else's, since the id alone gives nothing up; otherwise the line was
    /// left before.
    async fn without_place(&self, named: &mut NamedRoom) -> Response<Body> {
        match named.place().await {
            Ok(Some(held)) => self.not_yours(&held),
            Ok(None) => self.left(&named.state),
            Err(unserved) => self
                .app
                .refuse_in(&named.state, self.parts, self.query, unserved.into()),
        }
    }

    fn left(&self, state: &RoomState) -> Response<Body> {
        let settings = &state.settings;
        let (customer, name) = (settings.customer.as_str(), settings.id.as_str());
        let enter = paths::enter(customer, name, self.query.entering());
        let left = (StatusCode::OK, 0, Notice::Left);
        self.app.notice_in(state, self.parts, self.query, left, Some(&enter))
    }
}

impl HeldPlace<'_> {
    /// Returns whether the link names this place.
    pub(in crate::http) fn is_named(&self) -> bool {
        self.named.queue_id == Some(self.place.queue_id)
    }

    /// Returns the time at which the room's state was loaded.
    fn now(&self) -> WallMs {
        self.named.state.now().wall
    }

    pub(in crate::http) async fn give_up(&self) -> Result<(), Unserved> {
        let room = self.named.room();
        room.cancel(&self.place).await?;
        let hash = room.log_hash(&self.place.queue_id);
        tracing::info!(room = room.name(), visitor.hash = %hash, "place given up");
        Ok(())
    }
}

/// Returns whether a GET of this initiator may give up a place without confirmation. A browser's
/// request that names no page may not: the cookie comes along with links of every site, and over
/// plain http a page can hide that it made the request.
pub(in crate::http) fn is_wanted(initiator: Initiator) -> bool {
    match initiator {
        Initiator::OurOwn | Initiator::Visitor | Initiator::Program => true,
        Initiator::Unsaid => false,
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
        let opened = places.iter().filter_map(|id| state.open_id(id));
        for place in opened.filter(|place| state.is_alive(place)) {
            let is_new = |other: &HeldPlace<'_>| other.place.queue_id != place.queue_id;
            if held.iter().all(is_new) {
                held.push(HeldPlace { named, place });
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
pub(in crate::http) fn forget(app: &AppState, parts: &Parts, places: &Places<'_>, response: &mut Response<Body>) {
    let https = RequestClient::of(parts, &app.trusted_proxies).https;
    response.headers_mut().insert(SET_COOKIE, places.write(https));
    for cookie in places.forget_new(https) {
        response.headers_mut().append(SET_COOKIE, cookie);
    }
}

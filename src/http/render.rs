//! Pages as answers: the waiting page with a visitor's values, and the notices shown instead of it,
//! each in the visitor's language.

use admission::price::PriceReason;
use app::hole::Hole;
use axum::body::Body;
use http::header::RETRY_AFTER;
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Response, StatusCode};
use jiff::Timestamp;

use crate::clock::timestamp;
use crate::config;
use crate::config::RoomDefinition;
use crate::http::html::{self, Nonce, page, page_with_style};
use crate::http::infra::encoding::Encoding;
use crate::http::pages::PageKind;
use crate::http::paths::{PlaceLink, PlaceQuery};
use crate::http::visit::Identified;
use crate::http::visit::error::{DuePrice, VisitError};
use crate::http::visit::initiator::is_from_our_page;
use crate::http::visit::price::{ChallengeFailure, PriceOffer, WORK_SCRIPT};
use crate::http::visit::query::Query;
use crate::http::visit::status_view::StatusView;
use crate::http::{AppState, RoomNotFound, UnopenedRoom, paths};
use crate::pages::{NoticeLead, NoticeLinks, NoticePage, NoticeRetry, NoticeWork};
use crate::rooms::{Place, RoomState};
use crate::text::{Language, Notice};

/// The link targets of a room's page; a link that the page does not have is empty.
#[derive(Debug)]
pub(super) struct PageLinks<'a> {
    /// The query of the links about the place, if there is one.
    pub(super) place: Option<PlaceQuery>,
    /// Whether the page has [`PlaceLink::Leave`].
    pub(super) leaves: bool,
    /// Whether the page has [`PlaceLink::Transfer`].
    pub(super) can_transfer: bool,
    /// Whether the page has [`PlaceLink::Priority`].
    pub(super) takes_codes: bool,
    /// Whether the page has [`PlaceLink::Email`].
    pub(super) asks_for_email: bool,
    /// The form for stepping aside or coming back, if the page has one.
    pub(super) hold: Option<PlaceLink>,
    /// The visitor's receipt for the draw.
    pub(super) receipt: String,
    /// Shows the draw and how to check it.
    pub(super) draw: String,
    /// The site, once the room is over.
    pub(super) target: String,
    /// The page's own query.
    pub(super) query: &'a str,
    /// Whether numbers of this room are, or will be, drawn.
    pub(super) drawn: bool,
    /// Whether this page's browser fetches the beacon's round if the draw has to wait for it.
    pub(super) brings_round: bool,
}

impl PageLinks<'_> {
    /// Appends the value of a hole for a link to a text.
    fn push(&self, hole: Hole, text: &mut String) {
        let link = match hole {
            Hole::LeaveUrl => self.leaves.then_some(PlaceLink::Leave),
            Hole::TransferUrl => self.can_transfer.then_some(PlaceLink::Transfer),
            Hole::PriorityUrl => self.takes_codes.then_some(PlaceLink::Priority),
            Hole::EmailUrl => self.asks_for_email.then_some(PlaceLink::Email),
            Hole::HoldUrl => self.hold,
            Hole::ReceiptUrl => return text.push_str(&self.receipt),
            Hole::DrawUrl => return text.push_str(&self.draw),
            Hole::TargetUrl => return text.push_str(&self.target),
            Hole::Query => return text.push_str(self.query),
            // No link.
            _ => None,
        };
        if let Some((place, link)) = self.place.as_ref().zip(link) {
            place.push(text, link);
        }
    }
}

/// Returns the links in the footer of a page about an error: the page that explains this host, and
/// the public status of the room, if the room has one.
fn footer_links(room: Option<&config::RoomDefinition>, language: &Language) -> (String, Option<String>) {
    let culture = language.tag();
    let room = room.filter(|room| room.public_status);
    let status = room.map(|room| paths::room_status(room.customer.as_str(), room.id.as_str(), culture));
    (paths::about(culture), status)
}

/// Returns whether a query names this room.
fn is_named(room: &RoomDefinition, query: &Query<'_>) -> bool {
    query.get("c") == Some(room.customer.as_str()) && query.get("e") == Some(room.id.as_str())
}

/// Returns the sentence for the reason of a price; only that of a rush names a crowd.
fn lead_of(offer: &PriceOffer) -> NoticeLead {
    match (offer.reason, &offer.challenge) {
        (PriceReason::Rush, _) => NoticeLead::Usual,
        (PriceReason::Network, Some(_)) => NoticeLead::Connection,
        (PriceReason::Provider | PriceReason::Standing, Some(_)) => NoticeLead::Check,
        (_, None) => NoticeLead::Nothing,
    }
}

/// The room that a request names.
#[derive(Debug)]
pub(super) enum RequestedRoom {
    /// A room that is open.
    Open(RoomState),
    /// A configured room that is not open.
    Unopened(UnopenedRoom),
}

impl RequestedRoom {
    /// Returns the configuration of the room.
    pub(super) fn config(&self) -> &config::RoomDefinition {
        match self {
            Self::Open(state) => &state.settings,
            Self::Unopened(room) => room.definition(),
        }
    }

    fn open(&self) -> Option<&RoomState> {
        match self {
            Self::Open(state) => Some(state),
            Self::Unopened(_) => None,
        }
    }
}

impl AppState {
    /// Returns the page of a waiting visitor; `headers` are the request's.
    pub(super) fn waiting_page(
        &self,
        settings: &RoomDefinition,
        theme: Option<&str>,
        language: &Language,
        view: &StatusView<'_>,
        links: &PageLinks<'_>,
        headers: &HeaderMap,
    ) -> Response<Body> {
        let nonce = Nonce::new(self.entropy.nonce());
        let theme = self.pages.theme(theme, Some(settings));
        let kind = PageKind {
            page: view.page(),
            placed: view.place().is_some(),
            drawn: links.drawn,
            brings_round: links.brings_round,
        };
        let shape = self.pages.waiting(settings, &theme, language, kind);
        let push = |hole: Hole, text: &mut String| {
            if hole == Hole::Nonce {
                text.push_str(nonce.as_str());
            } else if !view.push_hole(text, hole) {
                links.push(hole, text);
            }
        };
        let accepted = Encoding::of(headers);
        // A browser that comes from a page of this server loads pages again, by the refresh without
        // scripts for example: with a link it loads the stylesheet once more, and then keeps it.
        let takes_style = accepted == Encoding::Brotli && !is_from_our_page(headers);
        let styled = takes_style.then(|| shape.fill_brotli_styled_by(push)).flatten();
        let mut response = match styled {
            Some(bytes) => Encoding::Brotli.set_headers(page_with_style(bytes, &nonce)),
            None => {
                let (bytes, encoding) = match accepted {
                    Encoding::Brotli => (shape.fill_brotli_by(push), Encoding::Brotli),
                    other => other.write(shape.fill_by(push)),
                };
                encoding.set_headers(page(StatusCode::OK, bytes, Some(&nonce)))
            }
        };
        if settings.push_lead.is_some() && kind.placed {
            html::allow_worker(response.headers_mut());
        }
        if kind.brings_round {
            html::allow_relays(response.headers_mut(), &self.browser_relays);
        }
        if !settings.pastimes.names.is_empty() {
            let sources = self.pages.pastime_sources(settings, &theme, kind.page);
            html::allow_pastimes(response.headers_mut(), &sources);
        }
        response
    }

    /// Returns the page of an error of a request that has looked for no room, with the way back
    /// that fits the error.
    pub(super) fn refuse(&self, parts: &Parts, query: &Query<'_>, error: VisitError) -> Response<Body> {
        // The page of an unknown room contains nothing about a room: the room can exist and be
        // hidden.
        let named = (error != VisitError::UnknownRoom)
            .then(|| self.requested_room(parts, query))
            .flatten();
        self.refuse_of(named.as_ref(), parts, query, error)
    }

    /// Returns the page of a request whose room was not found. Uses the room that the error carries
    /// if the query names it, which is the usual case.
    pub(super) fn refuse_unfound(&self, parts: &Parts, query: &Query<'_>, not_found: RoomNotFound) -> Response<Body> {
        let RoomNotFound { error, unopened } = not_found;
        match unopened.filter(|room| is_named(room.definition(), query)) {
            Some(room) => self.refuse_of(Some(&RequestedRoom::Unopened(room)), parts, query, error),
            None => self.refuse(parts, query, error),
        }
    }

    /// Returns the page of an error in a room that was found, from the state loaded then.
    pub(super) fn refuse_in(
        &self,
        state: &RoomState,
        parts: &Parts,
        query: &Query<'_>,
        error: VisitError,
    ) -> Response<Body> {
        self.refuse_of(
            self.requested_room_or(state, parts, query).as_ref(),
            parts,
            query,
            error,
        )
    }

    fn refuse_of(
        &self,
        named: Option<&RequestedRoom>,
        parts: &Parts,
        query: &Query<'_>,
        error: VisitError,
    ) -> Response<Body> {
        let way_back = named.and_then(|named| self.way_back(named, parts, query, error));
        self.notice_of(named, parts, query, error.shape(), way_back.as_deref())
    }

    /// Returns a page with text only, about a room that was found.
    pub(super) fn notice_in(
        &self,
        state: &RoomState,
        parts: &Parts,
        query: &Query<'_>,
        notice: (StatusCode, u8, Notice),
        way_back: Option<&str>,
    ) -> Response<Body> {
        self.notice_of(
            self.requested_room_or(state, parts, query).as_ref(),
            parts,
            query,
            notice,
            way_back,
        )
    }

    /// Returns the page of a newcomer who did not pay the price of a place: the page does the work,
    /// if work pays the price, and retries by itself.
    pub(super) fn offer_price(&self, identified: &Identified<'_>, due: DuePrice) -> Response<Body> {
        let visit = &identified.visit;
        let (parts, query, error) = (visit.parts, visit.query, VisitError::Unpaid(due));
        let failure = visit.failed_challenge(&due);
        if failure == Some(ChallengeFailure::Late) {
            return self.refuse_in(&visit.state, parts, query, VisitError::ChallengeTimeout);
        }
        let Some(offer) = visit.offer(due) else {
            return self.refuse_in(&visit.state, parts, query, error);
        };
        let soft_block = identified.soft_block();
        let (status, id, usual) = error.shape();
        let shape = match (failure, soft_block) {
            (Some(_), _) => VisitError::ChallengeBlocked.shape(),
            (None, Some(_)) => (status, id, Notice::SoftBlock),
            (None, None) => (status, id, usual),
        };
        let until = soft_block.and_then(|block| block.ends_at).map(timestamp);
        let named = self.requested_room_or(&visit.state, parts, query);
        // The page continues by itself; only a browser that blocked the script requires an action
        // of the visitor.
        let blocked = failure.and(named.as_ref());
        let way_back = blocked.and_then(|named| self.way_back(named, parts, query, VisitError::ChallengeBlocked));
        let named = named.as_ref();
        self.notice_with(named, (parts, query), shape, way_back.as_deref(), Some((&offer, until)))
    }

    fn notice_of(
        &self,
        named: Option<&RequestedRoom>,
        parts: &Parts,
        query: &Query<'_>,
        notice: (StatusCode, u8, Notice),
        way_back: Option<&str>,
    ) -> Response<Body> {
        self.notice_with(named, (parts, query), notice, way_back, None)
    }

    fn notice_with(
        &self,
        named: Option<&RequestedRoom>,
        (parts, query): (&Parts, &Query<'_>),
        (status, error_id, notice): (StatusCode, u8, Notice),
        way_back: Option<&str>,
        offered: Option<(&PriceOffer, Option<Timestamp>)>,
    ) -> Response<Body> {
        let config = named.map(RequestedRoom::config);
        let language = &self.language(&parts.headers, query, config);
        let (offer, until) = offered.unzip();
        let retries = offer.is_some()
            || matches!(
                notice,
                Notice::Holding | Notice::RoomFull | Notice::Slowed | Notice::Overload
            );
        let again = retries.then(|| self.retry_after_seconds());
        let nonce = again.map(|_| Nonce::new(self.entropy.nonce()));
        let (about, public_status) = footer_links(config, language);
        let challenge = offer.and_then(|offer| Some(offer.challenge.as_ref()?.to_json()));
        let script = self.assets.script(WORK_SCRIPT).map(paths::asset);
        let work = challenge.as_ref().map(|challenge| NoticeWork {
            script: script.as_deref(),
            challenge,
        });
        // The other notices say themselves why there is a check.
        let slowed = offer.filter(|_| notice == Notice::Slowed);
        let address = offer.map(|offer| paths::entry(&offer.query));
        let without_scripts = offer.and_then(|offer| offer.query_without_scripts.as_deref().map(paths::entry));
        let html = NoticePage {
            notice,
            error_id,
            way_back,
            until: until.flatten(),
            lead: slowed.map_or(NoticeLead::Usual, lead_of),
            patience_seconds: offer.and_then(|offer| offer.patience_seconds),
            question: offer.and_then(PriceOffer::question),
            retry: again.map(|seconds| NoticeRetry::Here {
                seconds,
                nonce: nonce.as_ref().map(Nonce::as_str),
                address: address.as_deref(),
                without_scripts: without_scripts.as_deref(),
                work,
            }),
            room_name: config.map(|room| room.name.as_str()),
            links: Some(NoticeLinks {
                status: public_status.as_deref(),
                about: &about,
            }),
        };
        let html = html.render(language, &self.pages.theme(query.get("l"), config));
        let (bytes, encoding) = Encoding::of(&parts.headers).write(html);
        let mut response = page(status, bytes, nonce.as_ref());
        if work.is_some_and(|work| work.script.is_some()) {
            html::allow_worker(response.headers_mut());
        }
        if let Some(seconds) = again {
            response.headers_mut().insert(RETRY_AFTER, HeaderValue::from(seconds));
        }
        encoding.set_headers(response)
    }

    /// Returns after how many seconds a visitor who cannot be served now retries.
    pub(super) fn retry_after_seconds(&self) -> u32 {
        self.retry_after.seconds(&self.clock, self.entropy.jitter())
    }

    /// Returns the room that a query names, if the room answers on this host. If the room is not
    /// open, its settings come from the configuration.
    pub(super) fn requested_room(&self, parts: &Parts, query: &Query<'_>) -> Option<RequestedRoom> {
        let (customer, room) = query.get("c").zip(query.get("e"))?;
        match self.find(parts, customer, room) {
            Ok(state) => Some(RequestedRoom::Open(state)),
            Err(not_found) => not_found.unopened.map(RequestedRoom::Unopened),
        }
    }

    /// Like [`Self::requested_room`], for a request that has found a room already. Uses the state
    /// of that room if the query names it, which is the usual case.
    fn requested_room_or(&self, state: &RoomState, parts: &Parts, query: &Query<'_>) -> Option<RequestedRoom> {
        if is_named(&state.settings, query) {
            return Some(RequestedRoom::Open(state.clone()));
        }
        self.requested_room(parts, query)
    }

    /// Returns the link by which a visitor enters the room again. If this browser holds a place
    /// that is no longer let in, the link cancels that place first. A place in line that has not
    /// been let through stays, whatever the link to an error page contains.
    fn start_again(
        &self,
        named: &RequestedRoom,
        parts: &Parts,
        query: &Query<'_>,
        (customer, name): (&str, &str),
        error: VisitError,
    ) -> String {
        let used_up = named.open().and_then(|state| {
            let places = self.places(&parts.headers);
            let held = places.iter().filter_map(|id| state.open_id(id));
            let held = held.filter(|place| state.is_alive(place));
            let is_over = |place: &Place| error == VisitError::Expired || state.was_redirected(place);
            held.filter(is_over).last()
        });
        match used_up {
            Some(place) => paths::cancel_and_reenter(customer, name, &place.queue_id, query.entering()),
            None => paths::enter(customer, name, query.entering()),
        }
    }

    /// Returns the link by which a visitor continues after an error, if there is one. The link
    /// leads to an existing room only, and never back to the refused place.
    fn way_back(&self, named: &RequestedRoom, parts: &Parts, query: &Query<'_>, error: VisitError) -> Option<String> {
        let (customer, room) = query.get("c").zip(query.get("e"))?;
        match error {
            VisitError::Cancelled
            | VisitError::Transferred
            | VisitError::ForeignPlace
            | VisitError::Holding
            | VisitError::RunEnded
            | VisitError::RoomFull
            | VisitError::Suspect
            | VisitError::ChallengeTimeout
            | VisitError::ChallengeBlocked
            | VisitError::IdentityMissing
            | VisitError::Overload
            // The place of a visitor who came too late, or from another connection, is let in
            // again.
            | VisitError::TokenRefused(Notice::TokenExpired | Notice::TokenAddress) => {
                Some(paths::enter(customer, room, query.entering()))
            }
            VisitError::ForeignTarget => Some(paths::enter(customer, room, query.kept_but_target())),
            VisitError::Expired | VisitError::RedirectLimit | VisitError::TokenRefused(_) => {
                Some(self.start_again(named, parts, query, (customer, room), error))
            }
            // The site decides who can join, so visitors start again there.
            VisitError::EnqueueToken
            | VisitError::EnqueueTokenInvalid
            | VisitError::EnqueueTokenOver
            | VisitError::KeyMissing
            | VisitError::InvitationMissing
            | VisitError::InvitationInvalid
            | VisitError::KeyTaken
            | VisitError::IdentityTaken => None,
            // The page continues by itself.
            VisitError::Unpaid(_) => None,
            VisitError::Blocked => None,
            VisitError::UnknownCustomer | VisitError::UnknownRoom | VisitError::NotFound => None,
        }
    }
}

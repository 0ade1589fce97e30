//! `GET /{slug}` and `GET /ch/{slug}` without a query: the room's page for all visitors. CDN
//! workers fetch it, cache it and serve it on the site's own host, where its script
//! (`public/crowdhandler/room/`) reads the visitor's parameters from the address and calls the API.
//!
//! The page contains no data of a visitor, sets no cookie and depends on the address alone: it is
//! in the room's own language, and the script loads it again in the reader's language (`GET
//! /ch-pages/{moment}/{languages}/{slug}`), and for another moment of the room's lifecycle.
//!
//! `/ch/` and `/` without a query are the page of visitors whose room the integration could not
//! determine: the script repeats its call until the API answers.

use admission::Phase;
use app::view::PageId;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::response::IntoResponse;
use http::header::{ACCEPT, ACCEPT_LANGUAGE, CACHE_CONTROL, CONTENT_SECURITY_POLICY, ETAG, VARY};
use http::request::Parts;
use http::{HeaderMap, HeaderValue, Response, StatusCode};
use sha2::{Digest, Sha256};

use crate::http::crowdhandler::account::CallingAccount;
use crate::http::crowdhandler::directory::{Account, CoveredRoom};
use crate::http::infra::assets::allow_all_origins;
use crate::http::infra::etag;
use crate::http::pages::PageKind;
use crate::http::visit::error::VisitError;
use crate::http::visit::query::Query;
use crate::http::{AppState, SharedAppState, html, paths};
use crate::pages::{NoticePage, NoticeRetry, StandaloneHome, StandaloneRoom, standalone, standalone_policy};
use crate::rooms::RoomState;
use crate::text::Notice;

/// CDN workers cache the page for the same time.
const CACHE: HeaderValue = HeaderValue::from_static("public, max-age=60");
/// The number of bytes of a page's hash in its entity tag.
const TAG_BYTES: usize = 12;

/// A moment of a room's lifecycle that has a page of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RoomMoment {
    /// Not open, nobody has a place.
    Idle,
    /// Before the start, with a place.
    Before,
    /// The line.
    Queue,
    /// Over.
    After,
}

impl RoomMoment {
    const ALL: [Self; 4] = [Self::Idle, Self::Before, Self::Queue, Self::After];

    /// The name in addresses; the script uses the same names.
    fn name(self) -> &'static str {
        match self {
            Self::Idle => "idle",
            Self::Before => "before",
            Self::Queue => "queue",
            Self::After => "after",
        }
    }

    /// The moment that most visitors of the room are in now.
    fn of(state: &RoomState) -> Self {
        let schedule = &state.settings.life.schedule;
        let lifecycle = state.published.snapshot.ledger().lifecycle;
        match lifecycle.by_schedule(schedule, state.now().wall).phase() {
            Phase::Idle => Self::Idle,
            Phase::PreQueue | Phase::Closed => Self::Before,
            Phase::Queue => Self::Queue,
            Phase::PostQueue => Self::After,
        }
    }

    fn page_kind(self, state: &RoomState) -> PageKind {
        let starts = state.settings.life.schedule.start.is_some();
        PageKind {
            page: match self {
                Self::Idle | Self::Before => PageId::Before,
                Self::Queue => PageId::Queue,
                Self::After => PageId::After,
            },
            placed: matches!(self, Self::Before | Self::Queue),
            drawn: matches!(self, Self::Idle | Self::Before) && starts && state.room().draws().has_draw(),
            brings_round: false,
        }
    }
}

/// Handles `GET /ch-pages/{moment}/{languages}/{slug}`. `languages` are the browser's, as in
/// `Accept-Language`; a query can name the culture (`cid`) that the reader has chosen.
pub(super) async fn get_of_moment(
    State(app): State<SharedAppState>,
    Path((moment, languages, slug)): Path<(String, String, String)>,
    parts: Parts,
) -> Response<Body> {
    let moment = RoomMoment::ALL.into_iter().find(|known| known.name() == moment);
    let languages = HeaderValue::from_str(&languages).ok();
    let page = moment.zip(languages).and_then(|(moment, languages)| {
        let headers = HeaderMap::from_iter([(ACCEPT_LANGUAGE, languages)]);
        app.static_page_of(&parts, &slug, Some(moment), &headers)
    });
    page.unwrap_or_else(|| app.no_static_page(&parts))
}

/// Whether an address belongs to no owner: on hosts that have an owner, every query is completed
/// with customer and room.
pub(super) fn is_for_everybody(parts: &Parts) -> bool {
    let query = parts.uri.query().unwrap_or_default();
    url::form_urlencoded::parse(query.as_bytes()).all(|(name, _)| matches!(&*name, "c" | "e"))
}

impl AppState {
    /// Returns a room's page for all visitors, in the room's language.
    pub(super) fn static_page(&self, parts: &Parts, slug: &str) -> Response<Body> {
        let page = self.static_page_of(parts, slug, None, &HeaderMap::new());
        page.unwrap_or_else(|| self.no_static_page(parts))
    }

    /// Returns the page of visitors whose room is not known, in the default language.
    pub(super) fn static_safety_net(&self, parts: &Parts) -> Response<Body> {
        let language = &self.language(&HeaderMap::new(), &Query::new(None), None);
        let page = NoticePage {
            retry: Some(NoticeRetry::ByScript),
            ..NoticePage::new(Notice::Holding)
        };
        let page = page.render(language, &self.pages.theme(None, None));
        self.standalone_answer(parts, &page, None)
    }

    /// Returns the page of [`Self::static_safety_net`] at the bare address to the workers of sites:
    /// a person who opens that address in a browser gets the page that explains this host.
    pub(in crate::http) fn safety_net_for_sites(&self, parts: &Parts) -> Option<Response<Body>> {
        let is_browser = html::is_accepted(&parts.headers);
        if is_browser || !is_for_everybody(parts) || !self.directory.load().has_accounts() {
            return None;
        }
        let mut response = self.static_safety_net(parts);
        response.headers_mut().append(VARY, HeaderValue::from(ACCEPT));
        Some(response)
    }

    fn static_page_of(
        &self,
        parts: &Parts,
        slug: &str,
        moment: Option<RoomMoment>,
        languages: &HeaderMap,
    ) -> Option<Response<Body>> {
        let caller = CallingAccount::with_slug(self, parts, slug)?;
        let (_, covered) = caller.account().room(slug)?;
        let state = self.open_room(parts, caller.account(), covered)?;
        let moment = moment.unwrap_or_else(|| RoomMoment::of(&state));
        let query = Query::new(parts.uri.query());
        let room = &state.settings;
        let language = &self.language(languages, &query, Some(room));
        let theme = self.pages.theme(query.get("l"), Some(room));
        let link = paths::room_without_script(slug);
        let kind = moment.page_kind(&state);
        let page = self.pages.standalone(room, &theme, language, kind, &link);
        let known = StandaloneRoom {
            slug,
            public_key: caller.account().public_key.as_str(),
            moment: moment.name(),
            detects_language: room.detect_language,
        };
        Some(self.standalone_answer(parts, &page.without_visitor(&room.name, language), Some(known)))
    }

    fn open_room(&self, parts: &Parts, account: &Account, covered: &CoveredRoom) -> Option<RoomState> {
        let found = self.find(parts, account.customer.as_str(), covered.room.as_str());
        found.ok()
    }

    fn standalone_answer(&self, parts: &Parts, page: &str, room: Option<StandaloneRoom<'_>>) -> Response<Body> {
        let origin = self.stored_origin(parts);
        let home = StandaloneHome {
            origin: &origin,
            script: paths::CH_PAGE_SCRIPT,
        };
        let page = standalone(page, home, room);
        let hash = Sha256::digest(page.as_bytes());
        let hash: String = hash[..TAG_BYTES].iter().map(|byte| format!("{byte:02x}")).collect();
        // Weak: all compressions share it.
        let tag = HeaderValue::try_from(format!("W/\"{hash}\"")).expect("hex digits");
        let mut response = match etag::matches_if_none_match(&parts.headers, &tag) {
            true => StatusCode::NOT_MODIFIED.into_response(),
            false => html::page(StatusCode::OK, page, None),
        };
        let headers = response.headers_mut();
        let policy = format!("{}; frame-ancestors 'none'", standalone_policy(home));
        let policy = HeaderValue::try_from(policy).expect("an origin and fixed words");
        headers.insert(CONTENT_SECURITY_POLICY, policy);
        headers.insert(CACHE_CONTROL, CACHE);
        headers.insert(ETAG, tag);
        allow_all_origins(headers);
        response
    }

    fn no_static_page(&self, parts: &Parts) -> Response<Body> {
        self.refuse(parts, &Query::new(parts.uri.query()), VisitError::NotFound)
    }
}

//! The answers in the vendor's format.

use axum::Json;
use axum::body::Body;
use axum::response::IntoResponse;
use crowdhandler::result::{ErrorText, FULL_TTL_SECONDS, TTL_SECONDS};
use crowdhandler::{CallStatus, DomainPattern, Envelope, UtcTime, VisitCall, VisitCallError, VisitResult};
use http::header::CACHE_CONTROL;
use http::{HeaderValue, Response, StatusCode};
use serde::Serialize;
use url::Url;

use super::check::{CheckOutcome, CoveredVisit, PageAccess};
use super::directory::{Account, Domain};
use super::page::PageView;
use crate::announcement::AnnouncementPhase;
use crate::http::AppState;
use crate::http::infra::retry_after::DELAY_SECONDS_MIN;
use crate::http::visit::status_view::VisitorState;
use crate::rooms::RoomState;

/// The longest time for which an answer to a visitor in line is valid, seconds.
const WAITING_TTL_SECONDS_MAX: u64 = 60;

/// Returns a result in its envelope, with status 200: some clients treat any other status as a
/// failure.
pub(super) fn result(result: impl Serialize) -> Response<Body> {
    with_status(StatusCode::OK, &Envelope { result })
}

/// An answer to a room's static page, with the values that the page shows.
#[derive(Serialize)]
struct WithPage<T> {
    #[serde(flatten)]
    answer: T,
    page: PageView,
}

/// Answers a call with the outcome of its check.
pub(super) fn checked(
    app: &AppState,
    account: &Account,
    call: &VisitCall,
    checked: &CheckOutcome<'_>,
) -> Response<Body> {
    let now = app.clock.unix_seconds();
    match checked {
        CheckOutcome::Unregistered => match &call.url {
            Some(url) => {
                let domain = format!("https://{}", url.host());
                result(VisitResult::not_covered(None, &domain, now))
            }
            None => unknown_slug(),
        },
        CheckOutcome::Uncovered {
            domain,
            pattern,
            room,
            token,
        } => {
            let page = || PageView::uncovered(app, domain, call, domain.home(*room), *token);
            let state = domain.any_room(&app.rooms, &account.customer);
            let visit = VisitResult {
                rate: domain.reported_rate(state.as_ref()),
                sessions_timeout_minutes: domain.timeout.get(),
                sessions_expire_minutes: domain.timeout.get(),
                stock: domain.reported_stock(state.as_ref()),
                ..VisitResult::not_covered(Some(*token), name(domain, *pattern), now)
            };
            to_client(call, visit, page)
        }
        CheckOutcome::Covered(visit) => answer_covered(app, account, call, visit, UtcTime(now)),
    }
}

fn answer_covered(
    app: &AppState,
    account: &Account,
    call: &VisitCall,
    visit: &CoveredVisit<'_>,
    now: UtcTime,
) -> Response<Body> {
    let (domain, room) = (visit.domain, visit.room);
    let settings = visit.state.as_ref().map(|state| &*state.settings);
    let target = settings.map(|room| room.target_url.fill(|_| None));
    let promoted = matches!(visit.access, PageAccess::Promoted);
    let hash = visit.token.filter(|_| promoted).map(|token| {
        let slug = room.slug.as_str();
        account.signer.hash(slug, room.activates_on, token.as_str(), now)
    });
    let response_id = response_id(visit, promoted);
    let branded = settings.filter(|room| room.branding.logo.is_some());
    let logo = branded.and_then(|room| app.pages.theme(None, Some(room)).logo.clone());
    let logo = logo.and_then(|path| app.public_url.join(&path).ok());
    let priority = visit.state.as_ref().zip(visit.place.as_ref());
    let priority = priority.and_then(|(state, place)| state.group_of(place));
    let status = match visit.access {
        PageAccess::Full => CallStatus::Full,
        PageAccess::Blocked => CallStatus::Blocked,
        PageAccess::Promoted | PageAccess::Waiting(_) | PageAccess::Away => CallStatus::Room,
    };
    let message = settings.and_then(|room| room.message.as_ref());
    let message = message.filter(|message| message.phase(app.clock.wall()) == AnnouncementPhase::Shown);
    let message = message.map(|message| message.text.with_addresses());
    let answer = VisitResult {
        token: visit.token,
        title: settings.map(|room| room.name.as_str()),
        position: position(visit, promoted),
        promoted,
        url_redirect: target.as_deref(),
        onsale: Some(room.activates_on),
        message: message.as_deref(),
        slug: Some(room.slug.as_str()),
        priority: priority.map(|group| group.name.as_str()),
        priority_available: visit.state.as_ref().is_some_and(has_use_for_codes),
        logo: logo.as_ref().map(Url::as_str),
        stock: domain.reported_stock(visit.state.as_ref()),
        response_id: response_id.as_deref(),
        email_available: settings.is_some_and(|room| room.email_lead.is_some()),
        captcha_required: Some(false),
        rate: domain.reported_rate(visit.state.as_ref()),
        sessions_expire_minutes: domain.timeout.get(),
        sessions_timeout_minutes: domain.timeout.get(),
        hash,
        ttl_seconds: match visit.access {
            // As on the room's own page: the visitor gets a place in line as soon as the room has
            // space.
            PageAccess::Full if call.is_page => app.retry_after_seconds(),
            ref access => ttl_seconds(access),
        },
        live_position: position(visit, promoted),
        ..VisitResult::new(status, name(domain, visit.pattern), now.0)
    };
    to_client(call, answer, || PageView::covered(app, account, call, visit))
}

/// Whether a room has a use for codes: those of its pool's groups ([`RoomState::takes_codes`]), or
/// the keys of invitations.
fn has_use_for_codes(state: &RoomState) -> bool {
    let phase = state.published.snapshot.ledger().lifecycle.phase();
    !state.settings.groups().is_empty() || state.settings.joining.takes_invitations(phase)
}

/// Answers with a result, and adds the parts that the page shows if the caller is a static page of
/// this server.
fn to_client(call: &VisitCall, answer: VisitResult<'_>, page: impl FnOnce() -> PageView) -> Response<Body> {
    if !call.is_page {
        return result(answer);
    }
    result(WithPage { answer, page: page() })
}

/// The id under which the page that a visitor is let into reports its load time, if autotune needs
/// such reports.
pub(super) fn response_id(visit: &CoveredVisit<'_>, promoted: bool) -> Option<String> {
    let ids = visit.domain.response_ids.as_ref().filter(|_| promoted)?;
    let (state, token) = (visit.state.as_ref()?, visit.token.as_ref()?);
    let id = ids.issue(state.now().flow, token.as_str().as_bytes());
    Some(id.to_string())
}

/// The registered host that the page belongs to, or else the domain's first one.
pub(super) fn name<'a>(domain: &'a Domain, pattern: Option<&'a DomainPattern>) -> &'a str {
    pattern.map_or_else(|| domain.name(), DomainPattern::as_str)
}

/// The visitor's position, which counts from 1, unless the room hides how many people are ahead.
fn position(visit: &CoveredVisit<'_>, promoted: bool) -> Option<u64> {
    let shows = visit.state.as_ref()?.settings.display.users_ahead;
    match visit.access {
        PageAccess::Waiting(VisitorState::Line { view, .. }) if shows && !promoted => Some(view.ahead.0 + 1),
        _ => None,
    }
}

/// How long the answer is valid: the poll interval of a visitor in line.
fn ttl_seconds(access: &PageAccess) -> u32 {
    let waits = |ms: u64| {
        let seconds = ms.div_ceil(1_000).clamp(1, WAITING_TTL_SECONDS_MAX);
        u32::try_from(seconds).expect("at most a minute")
    };
    match access {
        PageAccess::Promoted => TTL_SECONDS,
        PageAccess::Waiting(state) => state.poll_after_ms().map_or(DELAY_SECONDS_MIN, waits),
        PageAccess::Away => DELAY_SECONDS_MIN,
        PageAccess::Full | PageAccess::Blocked => FULL_TTL_SECONDS,
    }
}

/// Refuses a call whose key belongs to no customer.
pub(super) fn invalid_key() -> Response<Body> {
    with_status(StatusCode::NOT_FOUND, &ErrorText::INVALID_KEY)
}

/// Refuses a malformed call, with its fault.
pub(super) fn bad_call(error: &VisitCallError) -> Response<Body> {
    let text = error.to_string();
    with_status(StatusCode::BAD_REQUEST, &ErrorText { error: &text })
}

/// Refuses to send a browser to a host that the customer has not registered.
pub(super) fn unregistered() -> Response<Body> {
    let error = "The url is on none of the customer's domains.";
    with_status(StatusCode::NOT_FOUND, &ErrorText { error })
}

/// Refuses a call for a slug that no room has.
pub(super) fn unknown_slug() -> Response<Body> {
    let error = "No room has this slug.";
    with_status(StatusCode::NOT_FOUND, &ErrorText { error })
}

/// Refuses a call with a wrong code.
pub(super) fn wrong_code() -> Response<Body> {
    with_status(StatusCode::UNAUTHORIZED, &ErrorText::INVALID_CODE)
}

fn with_status(status: StatusCode, body: &impl Serialize) -> Response<Body> {
    let mut response = (status, Json(body)).into_response();
    let no_store = HeaderValue::from_static("no-store");
    response.headers_mut().insert(CACHE_CONTROL, no_store);
    response
}

//! `GET /v1/redirect/requests[/{token}]`: the same check for a browser that an integration
//! redirects here ("lite validator"). The answer redirects: to the page with the token and its
//! signature, or to the waiting room, with `whitelabel=true` on the site's own host. The key is in
//! the query, since a browser does not send the site's headers. A client that requests a page gets
//! a refusal as a page; other clients get it as the API's JSON.

use std::borrow::Cow;

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::Response;
use crowdhandler::parameters::{WaitingRoomParameters, is_absent, waiting_room_url};
use crowdhandler::{DomainPattern, VisitCall, VisitCallError};
use http::HeaderMap;
use http::request::Parts;

use super::account::{CallingAccount, KEY_PARAMETER};
use super::answer;
use super::check::{CheckOutcome, CoveredVisit, PageAccess, VisitCheck, WrongCode};
use super::directory::{Account, Domain};
use super::return_address::{allowed_target, return_to, signed_return};
use crate::config::RoomDefinition;
use crate::http::infra::counters::VisitOutcome;
use crate::http::visit::error::VisitError;
use crate::http::visit::initiator::{destination, initiating_page, is_speculative, is_unasked};
use crate::http::visit::query::Query;
use crate::http::{AppState, SharedAppState, html};
use crate::rooms::RoomState;

/// The parameter with a priority code.
pub(super) const CODE_PARAMETER: &str = "ch-code";

/// The parameter with which an integration requests the room's page on the site's own host.
const WHITELABEL_PARAMETER: &str = "whitelabel";
/// The folder below which sites serve rooms' pages.
const SITE_FOLDER: &str = "/ch";

/// Handles a visitor without a token.
pub(super) async fn get(State(app): State<SharedAppState>, parts: Parts) -> Response<Body> {
    respond(&app, &parts, None).await
}

/// Handles a visitor with a token.
pub(super) async fn get_token(
    State(app): State<SharedAppState>,
    Path(token): Path<String>,
    parts: Parts,
) -> Response<Body> {
    respond(&app, &parts, Some(&token)).await
}

/// Why a browser is not redirected.
enum NotRedirected {
    InvalidKey,
    BadCall(VisitCallError),
    UnknownSlug,
    /// No browser is redirected to a host that the customer has not registered.
    Unregistered,
    /// No person opened the address.
    Unasked,
    WrongCode,
}

impl NotRedirected {
    /// The answer to an integration's program.
    fn as_json(&self) -> Response<Body> {
        match self {
            Self::InvalidKey => answer::invalid_key(),
            Self::BadCall(error) => answer::bad_call(error),
            Self::UnknownSlug => answer::unknown_slug(),
            Self::Unregistered => answer::unregistered(),
            Self::Unasked => html::not_a_navigation(),
            Self::WrongCode => answer::wrong_code(),
        }
    }

    /// The answer to a person: the page explains what to do.
    fn as_page(&self) -> VisitError {
        match self {
            Self::InvalidKey => VisitError::UnknownCustomer,
            Self::UnknownSlug => VisitError::UnknownRoom,
            Self::Unregistered => VisitError::ForeignTarget,
            Self::BadCall(_) | Self::Unasked | Self::WrongCode => VisitError::NotFound,
        }
    }
}

async fn respond(app: &AppState, parts: &Parts, token: Option<&str>) -> Response<Body> {
    let query = Query::new(parts.uri.query());
    let refused = match redirected(app, parts, &query, token).await {
        Ok(response) => return response,
        Err(refused) => refused,
    };
    if html::is_accepted(&parts.headers) && !matches!(refused, NotRedirected::Unasked) {
        app.refuse(parts, &query, refused.as_page())
    } else {
        refused.as_json()
    }
}

async fn redirected(
    app: &AppState,
    parts: &Parts,
    query: &Query<'_>,
    token: Option<&str>,
) -> Result<Response<Body>, NotRedirected> {
    let caller = query
        .get(KEY_PARAMETER)
        .and_then(|key| CallingAccount::with_key(app, parts, key))
        .ok_or(NotRedirected::InvalidKey)?;
    let mut call = VisitCall::from_query(parts.uri.query().unwrap_or_default()).map_err(NotRedirected::BadCall)?;
    // As in a call, a code in its own parameter takes precedence over one inside `url`.
    let own = query.get(CODE_PARAMETER).filter(|code| !is_absent(code));
    call.code = own.map(str::to_owned).or(call.code);
    let headers = &parts.headers;
    let check = caller.check((app, parts), &call, token);
    let state = check.covering_state();
    if is_unasked(headers) && !is_of_site(check.account, headers) && wants_visits_only(state.as_ref()) {
        app.metrics.page(VisitOutcome::Unasked);
        return Err(NotRedirected::Unasked);
    }
    Ok(html::found(&address(&check, state).await?))
}

/// Returns whether the room of a call gives a place only to visits of a page. A call without a room
/// that can be read has no setting to the contrary.
fn wants_visits_only(state: Option<&RoomState>) -> bool {
    state.is_none_or(|state| state.settings.price.visits_only)
}

/// Returns whether a page of the customer's site sent the request by a script or for a frame: some
/// sites are shown in frames. An image is of nobody, since visitors can put images on many sites.
fn is_of_site(account: &Account, headers: &HeaderMap) -> bool {
    let is_page = matches!(destination(headers), Some("iframe" | "frame" | "empty"));
    let page = initiating_page(headers).filter(|_| is_page && !is_speculative(headers));
    page.is_some_and(|page| account.has_origin(&page.origin().ascii_serialization()))
}

/// Checks the call in the room with this state, if it can be read, and returns the address to which
/// the browser is redirected. A wrong code is ignored: the visitor waits without it, as if there
/// had been none, since some apps treat every page except a room's as permission to continue.
async fn address(check: &VisitCheck<'_>, state: Option<RoomState>) -> Result<String, NotRedirected> {
    let VisitCheck {
        app, parts, account, ..
    } = *check;
    let without_code;
    let (call, checked) = match check.run_in(state.clone()).await {
        Ok(checked) => (check.call, checked),
        Err(WrongCode) => {
            without_code = VisitCall {
                code: None,
                ..check.call.clone()
            };
            let without = VisitCheck {
                call: &without_code,
                ..*check
            };
            let checked = without.run_in(state).await;
            // A call without a code is never refused because of its code.
            (&without_code, checked.map_err(|WrongCode| NotRedirected::WrongCode)?)
        }
    };
    let address = match &checked {
        CheckOutcome::Unregistered if call.url.is_none() => return Err(NotRedirected::UnknownSlug),
        CheckOutcome::Unregistered => return Err(NotRedirected::Unregistered),
        CheckOutcome::Uncovered {
            domain, room, token, ..
        } => {
            let page = page_of(domain, None, call)?;
            let target = page.as_deref().unwrap_or_else(|| domain.home(*room));
            return_to(app, target, (token.as_str(), None), call.code.as_deref())
        }
        CheckOutcome::Covered(visit) => match (visit.access, visit.token) {
            (PageAccess::Promoted, Some(_)) => {
                let room = visit.state.as_ref().map(|state| &*state.settings);
                let page = page_of(visit.domain, room, call)?;
                signed_return(app, account, visit, (page.as_deref(), call.code.as_deref()))
            }
            _ => {
                let query = Query::new(parts.uri.query());
                let is_whitelabel = query.get(WHITELABEL_PARAMETER) == Some("true");
                let site = site_of(account, call, visit.domain).filter(|_| is_whitelabel);
                let base = site.map_or_else(|| app.absolute(parts, ""), |site| format!("{site}{SITE_FOLDER}"));
                waiting_room(&base, account, call, visit)
            }
        },
    };
    Ok(address)
}

/// Returns the page that a call names, if it names one.
fn page_of<'a>(
    domain: &Domain,
    room: Option<&RoomDefinition>,
    call: &'a VisitCall,
) -> Result<Option<Cow<'a, str>>, NotRedirected> {
    let page = call.url.as_ref();
    page.map(|page| allowed_target(domain, room, page).ok_or(NotRedirected::Unregistered))
        .transpose()
}

/// Returns the waiting room's address below `base`.
fn waiting_room(base: &str, account: &Account, call: &VisitCall, visit: &CoveredVisit<'_>) -> String {
    let parameters = WaitingRoomParameters {
        slug: Some(visit.room.slug.as_str()),
        target: call.url.as_ref().map(|url| url.as_str()),
        code: call.code.as_deref(),
        token: visit.token.as_ref().map(|token| token.as_str()),
        public_key: &account.public_key,
    };
    waiting_room_url(base, &parameters)
}

/// Returns the site that serves a domain's rooms itself: the host of the page, or else the first
/// registered host that is one. Returns `None` if neither is known, or if the page is on no host of
/// the domain: no browser is redirected to a foreign host.
fn site_of(account: &Account, call: &VisitCall, domain: &Domain) -> Option<String> {
    let Some(url) = &call.url else {
        let mut registered = domain.patterns().iter().map(DomainPattern::as_str);
        return registered.find(|host| !host.contains('*')).map(str::to_owned);
    };
    account.domain(url).filter(|(found, _)| found.pool == domain.pool)?;
    let port = url.port().map(|port| format!(":{port}")).unwrap_or_default();
    let site = format!("https://{}{port}", url.host());
    let is_allowed = site
        .parse()
        .is_ok_and(|site| allowed_target(domain, None, &site).is_some());
    is_allowed.then_some(site)
}

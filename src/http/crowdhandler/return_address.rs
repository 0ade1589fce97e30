//! The address by which a visitor returns to a site with CrowdHandler's integrations, from a call
//! of the API.

use std::borrow::Cow;

use crowdhandler::parameters::{ReturnParameters, return_url};
use crowdhandler::{CallUrl, UtcTime};

use super::check::CoveredVisit;
use super::directory::{Account, Domain};
use crate::config::RoomDefinition;
use crate::http::AppState;
use crate::target::{TargetHost, linked};

/// Returns a page to which visitors can be sent: on one of the hosts of the pool, or on one that
/// the room names. `None` for all others, such as another port of such a host.
pub(super) fn allowed_target<'a>(
    domain: &Domain,
    room: Option<&RoomDefinition>,
    page: &'a CallUrl,
) -> Option<Cow<'a, str>> {
    let mut hosts: Vec<TargetHost> = domain.patterns().iter().cloned().map(TargetHost::from).collect();
    hosts.extend(room.into_iter().flat_map(|room| room.target_hosts.iter().cloned()));
    linked(room.map(|room| &room.target_url), &hosts, page.as_str()).ok()
}

/// Returns the address by which a visitor of a room goes back to `target`, with the signature.
/// Without a target, it is the room's own.
pub(super) fn signed_return(
    app: &AppState,
    account: &Account,
    visit: &CoveredVisit<'_>,
    (target, code): (Option<&str>, Option<&str>),
) -> String {
    let token = visit.token.expect("whoever is let in has a token");
    let now = UtcTime(app.clock.unix_seconds());
    let hash = account
        .signer
        .hash(visit.room.slug.as_str(), visit.room.activates_on, token.as_str(), now);
    let own = || {
        visit
            .state
            .as_ref()
            .map(|state| state.settings.target_url.fill(|_| None))
    };
    let target = target.map(str::to_owned).or_else(own).unwrap_or_default();
    return_to(app, &target, (token.as_str(), Some(hash.as_str())), code)
}

/// Returns the address by which a visitor goes back to `target`; without a signature where no room
/// covers the page.
pub(super) fn return_to(
    app: &AppState,
    target: &str,
    (token, signature): (&str, Option<&str>),
    code: Option<&str>,
) -> String {
    let parameters = ReturnParameters {
        token,
        signature,
        requested: UtcTime(app.clock.unix_seconds()),
        code,
    };
    return_url(target, &parameters)
}

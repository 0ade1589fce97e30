//! `GET /v1/redirect/requests[/{token}]`: the same check for a browser that an integration sends
//! here ("lite validator"). The answer redirects: to the page with the token and its signature, or
//! to the waiting room. The key is in the query, since a browser sends no headers of the site's.

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::Response;
use crowdhandler::VisitCall;
use crowdhandler::parameters::{WaitingRoomParameters, is_absent, waiting_room_url};
use http::request::Parts;

use super::account::{CallingAccount, KEY_PARAMETER};
use super::answer;
use super::check::{CheckOutcome, CoveredVisit, Standing, VisitCheck};
use super::directory::Account;
use super::way_back::{back, returned};
use crate::http::visit::query::Query;
use crate::http::{Edge, SharedEdge, html};

/// The parameter with a priority code.
pub(super) const CODE_PARAMETER: &str = "ch-code";

/// Handles a visitor without a token.
pub(super) async fn get(State(edge): State<SharedEdge>, parts: Parts) -> Response<Body> {
    respond(&edge, &parts, None).await
}

/// Handles a visitor with a token.
pub(super) async fn get_token(
    State(edge): State<SharedEdge>,
    Path(token): Path<String>,
    parts: Parts,
) -> Response<Body> {
    respond(&edge, &parts, Some(&token)).await
}

async fn respond(edge: &Edge, parts: &Parts, token: Option<&str>) -> Response<Body> {
    let text = parts.uri.query().unwrap_or_default();
    let query = Query::new(Some(text));
    let caller = query
        .get(KEY_PARAMETER)
        .and_then(|key| CallingAccount::with_key(edge, key));
    let Some(caller) = caller else {
        return answer::invalid_key();
    };
    let mut call = match VisitCall::from_query(text) {
        Ok(call) => call,
        Err(error) => return answer::bad_call(&error),
    };
    if call.code.is_none() {
        call.code = query
            .get(CODE_PARAMETER)
            .filter(|code| !is_absent(code))
            .map(str::to_owned);
    }
    let account = caller.account();
    let check = VisitCheck {
        edge,
        parts,
        account,
        call: &call,
        token,
    };
    let checked = check.run().await;
    let address = match &checked {
        Ok(CheckOutcome::Unregistered) if call.url.is_none() => return answer::unknown_slug(),
        // Nobody is sent to a host that the customer has not registered.
        Ok(CheckOutcome::Unregistered) => return answer::unregistered(),
        Ok(CheckOutcome::Uncovered { domain, token, .. }) => {
            let target = call.url.as_ref().map_or_else(|| domain.name(), |url| url.as_str());
            back(edge, target, (token.as_str(), None), call.code.as_deref())
        }
        Ok(CheckOutcome::Covered(visit)) => match (visit.standing, visit.token) {
            (Standing::Promoted, Some(_)) => {
                let target = call.url.as_ref().map(|url| url.as_str());
                returned(edge, account, visit, (target, call.code.as_deref()))
            }
            _ => waiting_room(edge, parts, account, &call, visit),
        },
        Err(error) => return answer::refused(edge, &call, *error),
    };
    html::found(&address)
}

fn waiting_room(edge: &Edge, parts: &Parts, account: &Account, call: &VisitCall, visit: &CoveredVisit<'_>) -> String {
    let parameters = WaitingRoomParameters {
        slug: Some(visit.room.slug.as_str()),
        target: call.url.as_ref().map(|url| url.as_str()),
        code: call.code.as_deref(),
        token: visit.token.as_ref().map(|token| token.as_str()),
        public_key: &account.public_key,
    };
    waiting_room_url(edge.absolute(parts, "").as_str(), &parameters)
}

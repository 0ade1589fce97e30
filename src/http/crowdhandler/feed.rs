//! `GET /v1/rooms`: the rooms of a customer, in the order in which integrations match them against
//! a page: the first match counts.

use axum::body::Body;
use axum::http::Response;
use crowdhandler::result::FEED_TTL_SECONDS;
use crowdhandler::{DomainPattern, FeedRoom};
use http::HeaderValue;
use http::header::{CACHE_CONTROL, HeaderName};

use super::answer;
use super::directory::{Account, CoveredRoom, Domain};
use crate::http::AppState;

/// The server's time in seconds since 1970, by which clients recognize a feed that is too old.
const DATESTAMP: HeaderName = HeaderName::from_static("x-datestamp");

/// Browsers store the answer for as long as its items are valid, [`FEED_TTL_SECONDS`].
const CACHE: HeaderValue = HeaderValue::from_static("private, max-age=59");
const _: () = assert!(FEED_TTL_SECONDS == 59, "CACHE states the same time");

/// Answers with the rooms of a customer.
pub(super) fn answer(app: &AppState, account: &Account) -> Response<Body> {
    let mut response = answer::result(feed(app, account));
    let now = app.clock.unix_seconds();
    let headers = response.headers_mut();
    headers.insert(DATESTAMP, HeaderValue::from(now.0));
    // Browsers call this on every page. The key is in a header, so no shared cache may keep the
    // answer.
    headers.insert(CACHE_CONTROL, CACHE);
    response
}

/// Returns one item for each room and each registered host of its domain.
fn feed<'a>(app: &AppState, account: &'a Account) -> Vec<FeedRoom<'a>> {
    let domains = account.domains.iter();
    domains.flat_map(|domain| items(app, account, domain)).collect()
}

/// Returns the items of a domain. Each room's state is loaded once, so that its items for several
/// hosts agree.
fn items<'a>(app: &AppState, account: &Account, domain: &'a Domain) -> Vec<FeedRoom<'a>> {
    let listed = domain.rooms.iter().filter(|room| !room.is_switched_off()).count();
    let rooms: Vec<(&CoveredRoom, Option<u64>)> = domain.rooms[..listed]
        .iter()
        .map(|room| {
            let state = room.state(&app.rooms, &account.customer);
            (room, domain.reported_stock(state.as_ref()))
        })
        .collect();
    let mut items = Vec::new();
    for host in domain.patterns() {
        items.extend(rooms.iter().map(|&(room, stock)| item((domain, host), room, stock)));
    }
    items
}

fn item<'a>(
    (domain, host): (&'a Domain, &'a DomainPattern),
    room: &'a CoveredRoom,
    stock: Option<u64>,
) -> FeedRoom<'a> {
    FeedRoom {
        id: room.room.as_str(),
        slug: room.slug.as_str(),
        url_pattern: if room.is_catch_all() { "" } else { room.pattern.as_str() },
        pattern_type: room.pattern.kind(),
        queue_activates_on: room.activates_on,
        domain: host.as_str(),
        safety_mode: 0,
        timeout_minutes: domain.timeout.get(),
        stock,
        checkout: &domain.checkout,
        ttl_seconds: FEED_TTL_SECONDS,
    }
}

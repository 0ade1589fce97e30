//! The latest requests of visitors: the calls of a domain, and how often each of its pages was
//! requested. These are the calls to this node that are still in its log
//! ([`crate::http::crowdhandler::request_log`]).

use std::collections::HashMap;

use admission::WallMs;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::ids::{self, SessionId};
use super::input::{ListLimit, Parameters, PathId, flag};
use super::{Answer, ApiFault, PrivateCaller};
use crate::clock::rfc3339;
use crate::http::crowdhandler::request_log::{LoggedRequest, is_failure};
use crate::http::{SharedAppState, paths};

/// A call about a visitor.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct RequestView {
    #[schema(format = DateTime)]
    at: String,
    #[serde(rename = "roomID")]
    room_id: String,
    /// The visitor's session, or place in the line, in this room, if it has a number.
    #[serde(rename = "sessionID")]
    session_id: Option<String>,
    /// The path of the page, without its query.
    url: String,
    /// 1 if the visitor was let in.
    promoted: u8,
    /// How long the page took, milliseconds, if it reported that.
    time: Option<u32>,
    /// The page's status code, if it reported that.
    http_code: Option<u16>,
}

/// How often a page was asked for.
#[derive(Debug, Default, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct UrlCount {
    /// The path of the page, without its query.
    url: String,
    requests: u64,
    /// Those that were let in.
    promoted: u64,
    /// Those that had to wait.
    waiting: u64,
    /// How long the page took on average, milliseconds, if it reported that.
    time: Option<u64>,
    /// Reports of failures of the site (500 and above).
    errors: u64,
    #[serde(skip)]
    timed: u64,
    #[serde(skip)]
    time_sum: u64,
}

/// The query of lists.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ListQuery {
    /// Maximum number of entries; default 100.
    #[serde(default)]
    #[param(minimum = 1, maximum = 1_000, value_type = Option<usize>)]
    pub(super) limit: ListLimit,
}

impl From<LoggedRequest> for RequestView {
    fn from(request: LoggedRequest) -> Self {
        let room = request.room.as_str();
        let session = request.place.map(|key| SessionId { room, key }.to_string());
        Self {
            at: rfc3339(WallMs(request.at.0)),
            room_id: ids::room(room),
            session_id: session,
            promoted: flag(request.promoted),
            time: request.page.and_then(|page| page.time_ms),
            http_code: request.page.map(|page| page.http_code),
            url: request.path.into(),
        }
    }
}

/// Lists the latest calls about a domain's visitors, newest first: those that this node answered
/// within the last hour, 4,096 at most.
#[utoipa::path(
    get, path = paths::CH_DOMAIN_REQUESTS, tag = "domains",
    params(("id" = String, Path, description = "dom_…"), ListQuery), responses((status = 200, body = Vec<RequestView>)),
)]
pub(super) async fn list(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    PathId(id): PathId,
    Parameters(query): Parameters<ListQuery>,
) -> Result<Answer<Vec<RequestView>>, ApiFault> {
    let pool = caller.domain(&id)?.pool.as_str();
    // A pool can have rooms of other accounts.
    let is_own = |request: &LoggedRequest| caller.room(request.room.as_str()).is_ok();
    let listed = app.request_log.list(pool, app.clock.wall(), query.limit.get(), is_own);
    Ok(Answer(listed.into_iter().map(RequestView::from).collect()))
}

/// Counts the latest calls about a domain's visitors by page, the most frequent first.
#[utoipa::path(
    get, path = paths::CH_DOMAIN_URLS, tag = "domains",
    params(("id" = String, Path, description = "dom_…"), ListQuery), responses((status = 200, body = Vec<UrlCount>)),
)]
pub(super) async fn urls(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    PathId(id): PathId,
    Parameters(query): Parameters<ListQuery>,
) -> Result<Answer<Vec<UrlCount>>, ApiFault> {
    let pool = caller.domain(&id)?.pool.as_str();
    let is_own = |request: &LoggedRequest| caller.room(request.room.as_str()).is_ok();
    let listed = app.request_log.list(pool, app.clock.wall(), usize::MAX, is_own);
    let mut counts: HashMap<Box<str>, UrlCount> = HashMap::new();
    for request in listed {
        counts.entry(request.path.clone()).or_default().add(&request);
    }
    let mut counts: Vec<UrlCount> = counts.into_values().collect();
    counts.sort_by(|one, other| (other.requests, &one.url).cmp(&(one.requests, &other.url)));
    counts.truncate(query.limit.get());
    Ok(Answer(counts))
}

impl UrlCount {
    fn add(&mut self, request: &LoggedRequest) {
        if self.requests == 0 {
            self.url = request.path.to_string();
        }
        self.requests += 1;
        self.promoted += u64::from(request.promoted);
        self.waiting += u64::from(!request.promoted);
        let Some(page) = request.page else { return };
        self.errors += u64::from(is_failure(page.http_code));
        if let Some(time_ms) = page.time_ms {
            self.timed += 1;
            self.time_sum += u64::from(time_ms);
            self.time = Some(self.time_sum / self.timed);
        }
    }
}

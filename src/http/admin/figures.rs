//! `GET rooms/{c}/{e}/stats` and `…/grants`: a room's current figures, and the grants that prove
//! its outflow limit. `GET customers/{c}/requests`: the recent requests for places, by outcome,
//! score, network and kind of browser ([`crate::traffic`]).

use admission::price::PriceReason;
use admission::{FlowMs, WallMs};
use axum::Json;
use axum::body::Body;
use axum::extract::State;
use http::header::CONTENT_TYPE;
use http::{HeaderValue, Response};
use protocol::RedirectType;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use crate::admin_store::Role;
use crate::config::EntryId;
use crate::http::admin::caller::Caller;
use crate::http::admin::extract::{CustomerPath, PathParams, QueryParams, RoomPath};
use crate::http::admin::problem::ProblemDetails;
use crate::http::admin::rooms::{find, phase_name};
use crate::http::{SharedAppState, paths};
use crate::rooms::{Published, RoomState};
use crate::traffic::TrafficOverview;

/// The time for which a visitor counts as present after the last poll, milliseconds.
const PRESENT_MS: u64 = 60_000;

/// The figures of a room; rates over the last 60 s, ratios over 3 minutes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(in crate::http) struct Stats {
    /// `idle`, `prequeue`, `queue` or `postqueue`.
    phase: &'static str,
    run: u16,
    paused: bool,
    disabled: bool,
    waiting: u64,
    present: u64,
    first_in_line: u64,
    /// Visitors who have stepped aside (`hold_minutes`), as far as this node has heard of them.
    aside: u64,
    inflow_per_minute: u64,
    outflow_per_minute: u64,
    redirects_total: u64,
    no_show_ratio: f64,
    re_entry_ratio: f64,
    max_outflow: u32,
    /// Newcomers who got no place at once because their network has had its share, on this node
    /// since it started; those who come again count again.
    slowed_by_network: u64,
    /// Newcomers who got no place at once because more came than the room expects, likewise.
    slowed_by_rush: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    sessions: Option<u64>,
    /// The most people inside: the lower of the pool's `maxSessions` and its stock.
    #[serde(skip_serializing_if = "Option::is_none")]
    sessions_max: Option<u64>,
    /// The remaining stock, if the pool says it.
    #[serde(skip_serializing_if = "Option::is_none")]
    stock: Option<u64>,
    /// The rate in force of the room's pool, people per minute, if autotune is on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pool_rate: Option<u32>,
    /// The pool's configured rate, which autotune never exceeds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pool_rate_ceiling: Option<u32>,
    /// Page timings that sites reported since autotune last looked at them; it looks once a minute
    /// where there are at least 30.
    #[serde(skip_serializing_if = "Option::is_none")]
    pool_page_timings: Option<u64>,
    /// The part of priority groups in the figures above; missing in a room without groups.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    groups: Vec<GroupStats>,
}

/// The figures of a priority group in a room.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GroupStats {
    /// The group's id.
    group: String,
    waiting: u64,
    inflow_per_minute: u64,
    outflow_per_minute: u64,
    redirects_total: u64,
}

impl GroupStats {
    fn of(group: &str, lane: &Published, now: FlowMs) -> Self {
        let ledger = lane.snapshot.ledger();
        Self {
            group: group.to_owned(),
            waiting: lane.snapshot.waiting(),
            inflow_per_minute: ledger.inflow.last_minute(now),
            outflow_per_minute: ledger.outflow.last_minute(now),
            redirects_total: ledger.granted,
        }
    }
}

/// Returns the current figures of a room.
#[utoipa::path(get, path = paths::ADMIN_STATS, tag = "rooms", params(RoomPath), responses((status = 200, body = Stats)))]
pub(in crate::http) async fn stats(
    State(app): State<SharedAppState>,
    PathParams(path): PathParams<RoomPath>,
) -> Result<Json<Stats>, ProblemDetails> {
    let room = find(&app, &path.customer, &path.room)?;
    let state = RoomState::load(room);
    let (published, now) = (&state.published, state.now().flow);
    let ledger = published.snapshot.ledger();
    let ranked = state.settings.groups().iter();
    let ranked = ranked.filter_map(|group| Some(GroupStats::of(&group.id, state.of_group(&group.id)?, now)));
    Ok(Json(Stats {
        phase: phase_name(ledger.lifecycle.phase()),
        run: ledger.run.0,
        paused: ledger.lifecycle.is_paused(),
        disabled: ledger.lifecycle.is_disabled(),
        waiting: state.waiting(),
        present: state.sum(|lane| lane.snapshot.seen().heard_within(now, PRESENT_MS)),
        first_in_line: state.sum(|lane| lane.front),
        aside: state.aside(),
        inflow_per_minute: state.sum(|lane| lane.snapshot.ledger().inflow.last_minute(now)),
        outflow_per_minute: state.sum(|lane| lane.snapshot.ledger().outflow.last_minute(now)),
        redirects_total: state.sum(|lane| lane.snapshot.ledger().granted),
        no_show_ratio: ledger.no_shows.value(),
        re_entry_ratio: ledger.re_entries.value(),
        max_outflow: state.settings.max_outflow.0,
        slowed_by_network: state.room().slowed_newcomers(PriceReason::Network),
        slowed_by_rush: state.room().slowed_newcomers(PriceReason::Rush),
        sessions: published.pool.sessions(now),
        sessions_max: published.pool.sessions_max,
        stock: published.pool.stock.map(|stock| stock.left),
        pool_rate: published.pool.tuned.map(|tuned| tuned.rate.0),
        pool_rate_ceiling: published.pool.tuned.map(|tuned| tuned.ceiling.0),
        pool_page_timings: published.pool.tuned.map(|tuned| tuned.reports),
        groups: ranked.collect(),
    }))
}

/// The query of `grants`.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(in crate::http) struct GrantsQuery {
    /// Only grants at or after this time, milliseconds since the epoch; default: all that are kept.
    #[serde(default)]
    since: u64,
}

/// One line of the list of grants.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct GrantLine {
    granted_at: u64,
    queue_id: String,
    queue_number: u64,
    rt: &'static str,
}

/// Lists the grants of the last ten minutes, oldest first, as one JSON object per line.
#[utoipa::path(
    get, path = paths::ADMIN_GRANTS, tag = "rooms", params(RoomPath, GrantsQuery),
    responses((status = 200, body = GrantLine, content_type = "application/x-ndjson")),
)]
pub(in crate::http) async fn grants(
    State(app): State<SharedAppState>,
    PathParams(path): PathParams<RoomPath>,
    QueryParams(GrantsQuery { since }): QueryParams<GrantsQuery>,
) -> Result<Response<Body>, ProblemDetails> {
    let room = find(&app, &path.customer, &path.room)?;
    let mut body = Vec::new();
    let mut grants: Vec<_> = room
        .all_lanes()
        .flat_map(|lane| lane.grants_since(WallMs(since)))
        .collect();
    grants.sort_by_key(|granted| granted.granted_at);
    for granted in grants {
        let line = GrantLine {
            granted_at: granted.granted_at.0,
            queue_id: granted.queue_id().to_string(),
            queue_number: granted.number.0 + 1,
            rt: if granted.unseen {
                RedirectType::SafetyNet
            } else {
                RedirectType::Queue
            }
            .as_str(),
        };
        serde_json::to_writer(&mut body, &line).expect("numbers and texts can be written");
        body.push(b'\n');
    }
    let mut response = Response::new(Body::from(body));
    response
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static("application/x-ndjson"));
    Ok(response)
}

/// Returns an overview of the requests for places within the last 10 to 20 minutes, at this node.
///
/// Networks are hashes, unless the server keeps their prefixes (`show_networks`) and the token has
/// the role admin.
#[utoipa::path(
    get, path = paths::ADMIN_REQUESTS, tag = "firewall", params(CustomerPath),
    responses((status = 200, body = TrafficOverview)),
)]
pub(in crate::http) async fn requests(
    State(app): State<SharedAppState>,
    caller: Caller,
    PathParams(CustomerPath { customer }): PathParams<CustomerPath>,
) -> Result<Json<TrafficOverview>, ProblemDetails> {
    app.entry(&EntryId::customer(&customer))?;
    let sees_prefixes = caller.must_be(Role::Admin).is_ok();
    let now_ms = app.clock.monotonic_ms();
    Ok(Json(app.traffic.overview(&customer, sees_prefixes, now_ms)))
}

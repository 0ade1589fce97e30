//! Reports: the current figures of a domain or a room, and how many visitors it let in within each
//! of the last ten minutes, for which grants are kept. For longer reports, use the metrics that the
//! server provides for monitoring.

use std::collections::BTreeMap;

use admission::WallMs;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};

use super::input::{Parameters, PathId};
use super::{Answer, ApiFault, PrivateCaller, ids};
use crate::clock::rfc3339;
use crate::http::admin::phase_name;
use crate::http::crowdhandler::directory::{CoveredRoom, Domain};
use crate::http::{AppState, SharedAppState, paths};
use crate::rooms::{LOG_MS, RoomState};

const MINUTE_MS: u64 = 60_000;

/// A minute of a report.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct MinuteView {
    /// When the minute begins.
    #[schema(format = DateTime)]
    at: String,
    /// How many were let in.
    promoted: u64,
}

/// A domain or a room now.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct ReportView {
    id: String,
    /// The domain's rate as it is set.
    rate: Option<u32>,
    /// The domain's rate in force: autotune can lower it.
    rate_in_force: Option<u32>,
    /// People inside the domain.
    sessions: Option<u64>,
    /// People who wait.
    waiting: u64,
    /// How many came within the last minute.
    inflow_per_minute: u64,
    /// How many were let in within the last minute.
    outflow_per_minute: u64,
    /// How many were let in since each room began.
    promoted_total: u64,
    rooms: Vec<RoomNow>,
    /// The last ten minutes, oldest first.
    minutes: Vec<MinuteView>,
}

/// A room of a report.
#[derive(Debug, Serialize, ToSchema)]
struct RoomNow {
    id: String,
    /// `idle`, `prequeue`, `queue` or `postqueue`.
    phase: &'static str,
    paused: bool,
    disabled: bool,
    waiting: u64,
}

/// The time of a report.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(super) struct ReportQuery {
    /// Only minutes that begin at this time or later, such as 2026-12-01T10:00:00Z; what is longer
    /// ago than ten minutes is not kept.
    #[param(format = DateTime)]
    from: Option<String>,
    /// Only minutes that begin before this time.
    #[param(format = DateTime)]
    to: Option<String>,
    /// Refused: figures of a day are not kept here.
    day: Option<String>,
}

impl ReportQuery {
    fn span(&self) -> Result<(WallMs, WallMs), ApiFault> {
        if self.day.is_some() {
            let text = "day: the last ten minutes are kept here; read the server's metrics for more";
            return Err(ApiFault::bad(text));
        }
        let from = moment("from", self.from.as_deref())?;
        let to = moment("to", self.to.as_deref())?;
        Ok((from.unwrap_or(WallMs(0)), to.unwrap_or(WallMs(u64::MAX))))
    }
}

/// Reports how many a domain let in within each of the last ten minutes, oldest first.
#[utoipa::path(
    get, path = paths::CH_DOMAIN_REPORTS, tag = "domains",
    params(("id" = String, Path, description = "dom_…"), ReportQuery), responses((status = 200, body = Vec<MinuteView>)),
)]
pub(super) async fn of_domain(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    PathId(id): PathId,
    Parameters(query): Parameters<ReportQuery>,
) -> Result<Answer<Vec<MinuteView>>, ApiFault> {
    let domain = caller.domain(&id)?;
    let rooms = open(&app, &caller, domain.rooms.iter());
    Ok(Answer(minutes(&app, &rooms, query.span()?)))
}

/// Reports how many a room let in within each of the last ten minutes, oldest first.
#[utoipa::path(
    get, path = paths::CH_ROOM_REPORTS, tag = "rooms",
    params(("id" = String, Path, description = "room_…"), ReportQuery), responses((status = 200, body = Vec<MinuteView>)),
)]
pub(super) async fn of_room(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    PathId(id): PathId,
    Parameters(query): Parameters<ReportQuery>,
) -> Result<Answer<Vec<MinuteView>>, ApiFault> {
    let (_, room) = caller.room(&id)?;
    let rooms = open(&app, &caller, [room].into_iter());
    Ok(Answer(minutes(&app, &rooms, query.span()?)))
}

/// Reports what a domain, or a room, does now.
#[utoipa::path(
    get, path = paths::CH_REPORT, tag = "reports", params(("id" = String, Path, description = "dom_… or room_…"), ReportQuery),
    responses((status = 200, body = ReportView)),
)]
pub(super) async fn get(
    State(app): State<SharedAppState>,
    caller: PrivateCaller,
    PathId(id): PathId,
    Parameters(query): Parameters<ReportQuery>,
) -> Result<Answer<ReportView>, ApiFault> {
    let (domain, rooms) = match ids::is_domain(&id) {
        true => {
            let domain = caller.domain(&id)?;
            (domain, open(&app, &caller, domain.rooms.iter()))
        }
        false => {
            let (domain, room) = caller.room(&id)?;
            (domain, open(&app, &caller, [room].into_iter()))
        }
    };
    let minutes = minutes(&app, &rooms, query.span()?);
    Ok(Answer(ReportView::of(&app, (id, domain), &rooms, minutes)))
}

impl ReportView {
    fn of(app: &AppState, (id, domain): (String, &Domain), rooms: &[RoomState], minutes: Vec<MinuteView>) -> Self {
        let config = app.running.config();
        let pool = config.pools.iter().find(|pool| pool.id == domain.pool);
        let rate = pool.and_then(|pool| pool.rate).map(|rate| rate.0);
        let mut view = Self {
            id,
            rate,
            rate_in_force: rate,
            sessions: None,
            waiting: 0,
            inflow_per_minute: 0,
            outflow_per_minute: 0,
            promoted_total: 0,
            rooms: Vec::new(),
            minutes,
        };
        for room in rooms {
            let published = &room.published;
            let ledger = published.snapshot.ledger();
            let now = room.now().flow;
            let waiting = room.waiting();
            view.sessions = published.pool.sessions(now).or(view.sessions);
            if let Some(tuned) = published.pool.tuned {
                view.rate_in_force = rate.map(|rate| rate.min(tuned.rate.0));
            }
            view.waiting += waiting;
            view.inflow_per_minute += room.sum(|lane| lane.snapshot.ledger().inflow.last_minute(now));
            view.outflow_per_minute += room.sum(|lane| lane.snapshot.ledger().outflow.last_minute(now));
            view.promoted_total += room.sum(|lane| lane.snapshot.ledger().granted);
            view.rooms.push(RoomNow {
                id: ids::room(room.settings.id.as_str()),
                phase: phase_name(ledger.lifecycle.phase()),
                paused: ledger.lifecycle.is_paused(),
                disabled: ledger.lifecycle.is_disabled(),
                waiting,
            });
        }
        view
    }
}

fn open<'a>(app: &AppState, caller: &PrivateCaller, rooms: impl Iterator<Item = &'a CoveredRoom>) -> Vec<RoomState> {
    rooms
        .filter_map(|room| app.rooms.get(caller.customer(), room.room.as_str()))
        .map(RoomState::load)
        .collect()
}

/// Counts grants by the minute in which they were given.
fn minutes(app: &AppState, rooms: &[RoomState], (from, to): (WallMs, WallMs)) -> Vec<MinuteView> {
    let now = app.clock.wall().0;
    let first = now.saturating_sub(LOG_MS).div_ceil(MINUTE_MS);
    let mut counts: BTreeMap<u64, u64> = (first..=now / MINUTE_MS).map(|minute| (minute, 0)).collect();
    let grants = rooms
        .iter()
        .flat_map(|room| room.room().all_lanes())
        .flat_map(|lane| lane.grants_since(WallMs(first * MINUTE_MS)));
    for granted in grants {
        *counts.entry(granted.granted_at.0 / MINUTE_MS).or_default() += 1;
    }
    let minutes = counts
        .into_iter()
        .map(|(minute, promoted)| (minute * MINUTE_MS, promoted));
    let minutes = minutes.filter(|(at, _)| (from.0..to.0).contains(at));
    minutes
        .map(|(at, promoted)| MinuteView {
            at: rfc3339(WallMs(at)),
            promoted,
        })
        .collect()
}

fn moment(name: &str, text: Option<&str>) -> Result<Option<WallMs>, ApiFault> {
    let Some(text) = text else { return Ok(None) };
    let stamp = text.parse::<jiff::Timestamp>().ok();
    let at = stamp.and_then(|stamp| u64::try_from(stamp.as_millisecond()).ok());
    match at {
        Some(at) => Ok(Some(WallMs(at))),
        None => Err(ApiFault::bad(format!(
            "{name}: a time such as 2026-12-01T10:00:00Z is wanted"
        ))),
    }
}

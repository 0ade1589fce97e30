//! `GET rooms/{c}/{e}/stats` and `…/grants`: what the line does now, and the grants by which the bound is judged.

use admission::{Phase, WallMs};
use axum::Json;
use axum::body::Body;
use axum::extract::{Path, Query, State};
use http::header::CONTENT_TYPE;
use http::{HeaderValue, Response};
use protocol::RedirectType;
use serde::{Deserialize, Serialize};

use super::problem::Problem;
use super::rooms::find;
use crate::edge::SharedEdge;

/// Somebody heard within so many milliseconds is present.
const PRESENT_MS: u64 = 60_000;

/// A room's figures; rates over the last 60 s, ratios over 3 minutes.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Stats {
    phase: &'static str,
    run: u16,
    paused: bool,
    disabled: bool,
    waiting: u64,
    present: u64,
    first_in_line: u64,
    inflow_per_minute: u64,
    outflow_per_minute: u64,
    redirects_total: u64,
    no_show_ratio: f64,
    re_entry_ratio: f64,
    max_outflow: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    sessions: Option<u64>,
}

/// `GET stats`
///
/// # Errors
/// 404 for the room.
pub(super) async fn stats(
    State(edge): State<SharedEdge>,
    Path((customer, room)): Path<(String, String)>,
) -> Result<Json<Stats>, Problem> {
    let room = find(&edge, &customer, &room)?;
    let published = room.published();
    let (snapshot, now) = (&published.snapshot, published.flow.now(edge.clock.monotonic_ms()));
    let ledger = snapshot.ledger();
    Ok(Json(Stats {
        phase: phase_name(ledger.lifecycle.phase()),
        run: ledger.run.0,
        paused: ledger.lifecycle.is_paused(),
        disabled: ledger.lifecycle.is_disabled(),
        waiting: snapshot.waiting(),
        present: snapshot.seen().heard_within(now, PRESENT_MS),
        first_in_line: published.front,
        inflow_per_minute: ledger.inflow.last_minute(now),
        outflow_per_minute: ledger.outflow.last_minute(now),
        redirects_total: ledger.granted,
        no_show_ratio: ledger.no_shows.value(),
        re_entry_ratio: ledger.re_entries.value(),
        max_outflow: room.settings().max_outflow.0,
        sessions: published.sessions,
    }))
}

/// The phase as operators read it.
#[must_use]
pub(super) fn phase_name(phase: Phase) -> &'static str {
    match phase {
        Phase::Idle => "idle",
        Phase::PreQueue | Phase::Closed => "prequeue",
        Phase::Queue => "queue",
        Phase::PostQueue => "postqueue",
    }
}

/// The query of `grants`.
#[derive(Debug, Deserialize)]
pub(super) struct Since {
    #[serde(default)]
    since: u64,
}

#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct GrantLine {
    granted_at: u64,
    queue_id: String,
    queue_number: u64,
    rt: &'static str,
}

/// `GET grants?since=<ms>`: NDJSON, oldest first, the last ten minutes.
///
/// # Errors
/// 404 for the room, 422 for `since`.
pub(super) async fn grants(
    State(edge): State<SharedEdge>,
    Path((customer, room)): Path<(String, String)>,
    since: Result<Query<Since>, axum::extract::rejection::QueryRejection>,
) -> Result<Response<Body>, Problem> {
    let room = find(&edge, &customer, &room)?;
    let Query(Since { since }) = since.map_err(|error| Problem::field("/since", error.body_text()))?;
    let mut body = Vec::new();
    for granted in room.grants_since(WallMs(since)) {
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

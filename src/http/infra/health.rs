//! `/health/live` and `/health/ready`, for supervisors and load balancers.
//!
//! Readiness stays 200 while the store is away, a certificate cannot be renewed, or the machine's
//! clock is off (`degraded`, with `reasons`), so that load balancers keep the waiting pages. It is
//! 503 only before the start is complete and while the process drains.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use axum::Json;
use axum::extract::State;
use http::header::CONNECTION;
use http::{HeaderValue, Response, StatusCode};
use serde_json::{Value, json};

use crate::http::{AppState, SharedAppState};
use crate::pages::Health;

const STARTING: u8 = 0;
const SERVING: u8 = 1;
const DRAINING: u8 = 2;

/// The time, in milliseconds, within which a client that repeats its request counts as a watching
/// load balancer, which will notice that the node drains.
pub(in crate::http) const WATCHED_MS: u64 = 60_000;
/// The time after the first request, in milliseconds, within which further ones do not count as
/// watching: a supervisor that only waits for the start can ask twice.
pub(in crate::http) const ONCE_MS: u64 = 1_000;
/// No request has been made.
const NEVER: u64 = u64::MAX;

/// Whether the process is starting, serving or draining, and whether a load balancer watches it.
#[derive(Debug)]
pub struct Readiness {
    state: AtomicU8,
    /// The monotonic time of the first readiness request while serving, in milliseconds.
    first_ms: AtomicU64,
    /// The monotonic time of the last readiness request while serving, in milliseconds.
    last_ms: AtomicU64,
}

impl Default for Readiness {
    fn default() -> Self {
        Self {
            state: AtomicU8::new(STARTING),
            first_ms: AtomicU64::new(NEVER),
            last_ms: AtomicU64::new(NEVER),
        }
    }
}

impl Readiness {
    /// Returns whether the process is still starting.
    #[must_use]
    pub fn is_starting(&self) -> bool {
        self.state.load(Ordering::Relaxed) == STARTING
    }

    /// Marks the start as complete.
    pub fn serve(&self) {
        // A process that is already draining continues to drain.
        let begun = self
            .state
            .compare_exchange(STARTING, SERVING, Ordering::Relaxed, Ordering::Relaxed);
        _ = begun;
    }

    /// Marks the process as about to stop.
    pub fn drain(&self) {
        self.state.store(DRAINING, Ordering::Relaxed);
    }

    /// Returns whether the process is draining: each connection closes after its answer, so that
    /// the next request reaches another node.
    #[must_use]
    pub fn is_draining(&self) -> bool {
        self.state.load(Ordering::Relaxed) == DRAINING
    }

    /// Returns whether a load balancer polls the readiness, and so stops sending visitors soon
    /// after the node starts to drain.
    #[must_use]
    pub fn is_watched(&self, now_ms: u64) -> bool {
        let (first_ms, last_ms) = (
            self.first_ms.load(Ordering::Relaxed),
            self.last_ms.load(Ordering::Relaxed),
        );
        last_ms != NEVER && last_ms >= first_ms.saturating_add(ONCE_MS) && last_ms + WATCHED_MS > now_ms
    }

    fn record_request(&self, now_ms: u64) {
        if self.state.load(Ordering::Relaxed) == SERVING {
            self.first_ms.fetch_min(now_ms, Ordering::Relaxed);
            self.last_ms.store(now_ms, Ordering::Relaxed);
        }
    }
}

/// Announces with every answer that the connection closes, while the node drains. HTTP/2 has its
/// own mechanism and drops the header.
pub(in crate::http) fn close_when_draining<B>(app: &AppState, mut response: Response<B>) -> Response<B> {
    if app.readiness.is_draining() {
        response
            .headers_mut()
            .insert(CONNECTION, HeaderValue::from_static("close"));
    }
    response
}

/// `GET /health/live`
pub(in crate::http) async fn live() -> &'static str {
    "ok\n"
}

/// `GET /health/ready`
pub(in crate::http) async fn ready(State(app): State<SharedAppState>) -> (StatusCode, Json<Value>) {
    app.readiness.record_request(app.clock.monotonic_ms());
    let certificates = app.certificates.health(app.clock.unix_seconds());
    let reasons = [
        ("store", app.is_store_away()),
        ("certificates", certificates.needs_help()),
        ("clock", app.store_monitor.clock_sync.is_off()),
    ];
    let reasons: Vec<_> = reasons
        .iter()
        .filter(|(_, is_so)| *is_so)
        .map(|(name, _)| *name)
        .collect();
    let health = match app.health() {
        Health::Ok if !reasons.is_empty() => Health::Degraded,
        health => health,
    };
    let status = match health {
        Health::Starting | Health::Draining => StatusCode::SERVICE_UNAVAILABLE,
        Health::Ok | Health::Degraded => StatusCode::OK,
    };
    let mut body = json!({ "status": health });
    if !reasons.is_empty() {
        body["reasons"] = reasons.into();
    }
    (status, Json(body))
}

impl AppState {
    /// Returns the health of the service for visitors.
    pub(in crate::http) fn health(&self) -> Health {
        self.health_of(self.is_store_away())
    }

    fn is_store_away(&self) -> bool {
        self.store_monitor.is_away() || self.rooms.all().iter().any(|room| room.published().store_away)
    }

    /// Returns the health, given whether the store is away for the visitors in question.
    pub(in crate::http) fn health_of(&self, store_away: bool) -> Health {
        match self.readiness.state.load(Ordering::Relaxed) {
            STARTING => Health::Starting,
            DRAINING => Health::Draining,
            _ if store_away => Health::Degraded,
            _ => Health::Ok,
        }
    }
}

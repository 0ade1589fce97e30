//! `/health/live` and `/health/ready`, for supervisors and balancers.
//!
//! Ready stays 200 while the store is away, a certificate cannot be renewed, or the machine's clock
//! is off (`degraded`, with `reasons`), so that balancers keep the waiting pages; it is 503 only
//! before start-up is done and while the process drains.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use axum::Json;
use axum::extract::State;
use http::header::CONNECTION;
use http::{HeaderValue, Response, StatusCode};
use serde_json::{Value, json};

use crate::http::{Edge, SharedEdge};
use crate::pages::Health;

const STARTING: u8 = 0;
const SERVING: u8 = 1;
const DRAINING: u8 = 2;

/// Whoever asks again within so many milliseconds watches, and will notice that the node drains.
pub(in crate::http) const WATCHED_MS: u64 = 60_000;
/// Asked twice by one who only waits for the start, it is asked within this time, milliseconds.
pub(in crate::http) const ONCE_MS: u64 = 1_000;
/// Nobody has asked.
const NEVER: u64 = u64::MAX;

/// Where the process is in its own life, and whether anybody watches it.
#[derive(Debug)]
pub struct Readiness {
    state: AtomicU8,
    /// When it was first asked of a process that serves, monotonic milliseconds.
    first_ms: AtomicU64,
    /// When it was asked last.
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
    /// Whether start-up goes on.
    #[must_use]
    pub fn is_starting(&self) -> bool {
        self.state.load(Ordering::Relaxed) == STARTING
    }

    /// Start-up is done.
    pub fn serve(&self) {
        // A process that drains already stays so.
        let begun = self
            .state
            .compare_exchange(STARTING, SERVING, Ordering::Relaxed, Ordering::Relaxed);
        _ = begun;
    }

    /// The process is about to stop.
    pub fn drain(&self) {
        self.state.store(DRAINING, Ordering::Relaxed);
    }

    /// Whether it drains: connections are to be closed after their answer, so that the next request
    /// finds another node.
    #[must_use]
    pub fn is_draining(&self) -> bool {
        self.state.load(Ordering::Relaxed) == DRAINING
    }

    /// Whether a balancer asks again and again how the node stands, and so sends no more visitors
    /// soon after it drains.
    #[must_use]
    pub fn is_watched(&self, now_ms: u64) -> bool {
        let (first_ms, last_ms) = (
            self.first_ms.load(Ordering::Relaxed),
            self.last_ms.load(Ordering::Relaxed),
        );
        last_ms != NEVER && last_ms >= first_ms.saturating_add(ONCE_MS) && last_ms + WATCHED_MS > now_ms
    }

    fn asked(&self, now_ms: u64) {
        if self.state.load(Ordering::Relaxed) == SERVING {
            self.first_ms.fetch_min(now_ms, Ordering::Relaxed);
            self.last_ms.store(now_ms, Ordering::Relaxed);
        }
    }
}

/// While the node drains every answer says that its connection ends; HTTP/2 has a way of its own,
/// and leaves the header out.
pub(in crate::http) fn part_when_draining<B>(edge: &Edge, mut response: Response<B>) -> Response<B> {
    if edge.readiness.is_draining() {
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
pub(in crate::http) async fn ready(State(edge): State<SharedEdge>) -> (StatusCode, Json<Value>) {
    edge.readiness.asked(edge.clock.monotonic_ms());
    let certificates = edge.certificates.standing(edge.clock.unix_seconds());
    let reasons = [
        ("store", edge.is_store_away()),
        ("certificates", certificates.needs_help()),
        ("clock", edge.watch.dial.is_off()),
    ];
    let reasons: Vec<_> = reasons
        .iter()
        .filter(|(_, is_so)| *is_so)
        .map(|(name, _)| *name)
        .collect();
    let health = match edge.health() {
        Health::Ok if !reasons.is_empty() => Health::Degraded,
        health => health,
    };
    let status = match health {
        Health::Starting | Health::Draining => StatusCode::SERVICE_UNAVAILABLE,
        Health::Ok | Health::Degraded => StatusCode::OK,
    };
    let mut told = json!({ "status": health });
    if !reasons.is_empty() {
        told["reasons"] = reasons.into();
    }
    (status, Json(told))
}

impl Edge {
    /// How the service stands for visitors.
    pub(in crate::http) fn health(&self) -> Health {
        self.health_of(self.is_store_away())
    }

    fn is_store_away(&self) -> bool {
        self.watch.is_away() || self.rooms.all().iter().any(|room| room.published().store_away)
    }

    /// How it stands for visitors of one room.
    pub(in crate::http) fn health_of(&self, store_away: bool) -> Health {
        match self.readiness.state.load(Ordering::Relaxed) {
            STARTING => Health::Starting,
            DRAINING => Health::Draining,
            _ if store_away => Health::Degraded,
            _ => Health::Ok,
        }
    }
}

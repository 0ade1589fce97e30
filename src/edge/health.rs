//! `/health/live` and `/health/ready`, for supervisors and balancers.
//!
//! Ready stays 200 while the store is away or a certificate cannot be renewed (`degraded`), so that balancers keep the waiting pages; it is 503 only before start-up is done and while the
//! process drains.

use std::sync::atomic::{AtomicU8, Ordering};

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use serde_json::{Value, json};

use super::{Edge, SharedEdge};
use crate::pages::Health;

const STARTING: u8 = 0;
const SERVING: u8 = 1;
const DRAINING: u8 = 2;

/// Where the process is in its own life.
#[derive(Debug, Default)]
pub struct Readiness(AtomicU8);

impl Readiness {
    /// Start-up is done.
    pub fn serve(&self) {
        self.0.store(SERVING, Ordering::Relaxed);
    }

    /// The process is about to stop.
    pub fn drain(&self) {
        self.0.store(DRAINING, Ordering::Relaxed);
    }
}

/// `GET /health/live`
pub(super) async fn live() -> &'static str {
    "ok\n"
}

/// `GET /health/ready`
pub(super) async fn ready(State(edge): State<SharedEdge>) -> (StatusCode, Json<Value>) {
    let certificates = edge.certificates.standing(edge.clock.unix_seconds());
    let health = match edge.health() {
        Health::Ok if certificates.needs_help() => Health::Degraded,
        health => health,
    };
    let status = match health {
        Health::Starting | Health::Draining => StatusCode::SERVICE_UNAVAILABLE,
        Health::Ok | Health::Degraded => StatusCode::OK,
    };
    (status, Json(json!({ "status": health })))
}

impl Edge {
    /// How the service stands for visitors.
    pub(super) fn health(&self) -> Health {
        self.health_of(self.rooms.all().iter().any(|room| room.published().store_away))
    }

    /// How it stands for visitors of one room.
    pub(super) fn health_of(&self, store_away: bool) -> Health {
        match self.readiness.0.load(Ordering::Relaxed) {
            STARTING => Health::Starting,
            DRAINING => Health::Draining,
            _ if store_away => Health::Degraded,
            _ => Health::Ok,
        }
    }
}

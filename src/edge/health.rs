//! `/health/live` and `/health/ready`, for supervisors and balancers.
//!
//! Ready stays 200 while the store is away or a certificate cannot be renewed (`degraded`), so that balancers keep the waiting pages; it is 503 only before start-up is done and while the
//! process drains.

use std::sync::atomic::{AtomicU8, Ordering};

use axum::Json;
use axum::extract::State;
use http::StatusCode;
use serde_json::{Value, json};

use super::SharedEdge;

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
    let degraded = edge.certificates.standing(edge.clock.unix_seconds()).needs_help()
        || edge.rooms.all().any(|room| room.published().store_away);
    match edge.readiness.0.load(Ordering::Relaxed) {
        STARTING => (StatusCode::SERVICE_UNAVAILABLE, Json(json!({ "status": "starting" }))),
        DRAINING => (StatusCode::SERVICE_UNAVAILABLE, Json(json!({ "status": "draining" }))),
        _ if degraded => (StatusCode::OK, Json(json!({ "status": "degraded" }))),
        _ => (StatusCode::OK, Json(json!({ "status": "ok" }))),
    }
}

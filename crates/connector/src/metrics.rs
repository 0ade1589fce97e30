//! What is counted, through the `metrics` facade: the site chooses the exporter. Without the
//! feature nothing is.
//!
//! Requests that the waiting room has no say about are not counted. No label is open: none names a
//! room, a page or a visitor.

use crate::outcome::Outcome;

/// Requests, by what became of them.
const REQUESTS: &str = "anteroom_connector_requests_total";
/// Requests that could not be judged, by the reason.
const FAILURES: &str = "anteroom_connector_failures_total";

/// Times that the shared record of used tokens did not answer.
const REPLAY_FAILURES: &str = "anteroom_connector_replay_failures_total";

/// Attempts to bring the integration config up to date, by their result.
#[cfg(feature = "watch")]
const UPDATES: &str = "anteroom_connector_config_updates_total";
/// The version of the integration config by which requests are judged.
const CONFIG_VERSION: &str = "anteroom_connector_config_version";

/// What came of an attempt to bring the integration config up to date.
#[cfg(feature = "watch")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Update {
    /// A new one.
    Taken,
    /// Still the same.
    Unchanged,
    /// None, or none that is good.
    Failed,
}

/// Counts an attempt.
#[cfg(feature = "watch")]
pub(crate) fn count_update(update: Update) {
    let result = match update {
        Update::Taken => "taken",
        Update::Unchanged => "unchanged",
        Update::Failed => "failed",
    };
    increment(UPDATES, "result", result);
}

/// Shows which config counts now.
pub(crate) fn show_config_version(version: i64) {
    // Versions are far below what a float tells apart.
    set(CONFIG_VERSION, version as f64);
}

/// Counts a request that was judged, or should have been.
pub(crate) fn count(outcome: Outcome) {
    increment(REQUESTS, "outcome", outcome.as_str());
    if let Some(failure) = outcome.failure() {
        increment(FAILURES, "reason", failure.as_str());
    }
}

/// Counts that the shared record of used tokens did not answer.
pub(crate) fn count_replay_failure() {
    increment(REPLAY_FAILURES, "record", "shared");
}

#[cfg(feature = "metrics")]
fn increment(name: &'static str, label: &'static str, value: &'static str) {
    ::metrics::counter!(name, label => value).increment(1);
}

#[cfg(feature = "metrics")]
fn set(name: &'static str, value: f64) {
    ::metrics::gauge!(name).set(value);
}

#[cfg(not(feature = "metrics"))]
fn set(_name: &'static str, _value: f64) {}

#[cfg(not(feature = "metrics"))]
fn increment(_name: &'static str, _label: &'static str, _value: &'static str) {}

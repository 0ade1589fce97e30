//! Metrics, recorded through the `metrics` facade: the site chooses the exporter. Without the
//! feature, the functions do nothing.
//!
//! Requests that the site does not protect are not counted. Every label has a closed set of values:
//! none names a room, a page or a visitor.

use crate::outcome::Outcome;

/// Requests, by outcome.
#[cfg(feature = "metrics")]
const REQUESTS: &str = "anteroom_connector_requests_total";
/// Requests that could not be judged, by reason.
const FAILURES: &str = "anteroom_connector_failures_total";

/// Requests for which the shared record of used tokens did not answer.
const REPLAY_FAILURES: &str = "anteroom_connector_replay_failures_total";

/// Attempts to update the integration config, by result.
#[cfg(feature = "watch")]
const UPDATES: &str = "anteroom_connector_config_updates_total";
/// The version of the integration config in force.
const CONFIG_VERSION: &str = "anteroom_connector_config_version";

/// The result of an attempt to update the integration config.
#[cfg(feature = "watch")]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Update {
    /// A new config was accepted.
    Taken,
    /// The config has not changed.
    Unchanged,
    /// No config arrived, or an invalid one.
    Failed,
}

/// Counts an attempt to update the config.
#[cfg(feature = "watch")]
pub(crate) fn count_update(update: Update) {
    let result = match update {
        Update::Taken => "taken",
        Update::Unchanged => "unchanged",
        Update::Failed => "failed",
    };
    increment(UPDATES, "result", result);
}

/// Sets the version of the config in force.
pub(crate) fn show_config_version(version: i64) {
    // Versions are far below the integers that a float can no longer represent exactly.
    set(CONFIG_VERSION, version as f64);
}

/// Counts a request that was judged, or should have been.
pub(crate) fn count(outcome: Outcome) {
    count_request(outcome);
    if let Some(failure) = outcome.failure() {
        increment(FAILURES, "reason", failure.as_str());
    }
}

/// Counts a request for which the shared record of used tokens did not answer.
pub(crate) fn count_replay_failure() {
    increment(REPLAY_FAILURES, "record", "shared");
}

/// Counts a request by keys that the compiler makes: a key made for each request would take an
/// allocation.
#[cfg(feature = "metrics")]
fn count_request(outcome: Outcome) {
    macro_rules! requests {
        ($value:literal) => {
            ::metrics::counter!(REQUESTS, "outcome" => $value)
        };
    }
    let counter = match outcome {
        Outcome::Passed => requests!("passed"),
        Outcome::Entered => requests!("entered"),
        Outcome::Replayed => requests!("replayed"),
        Outcome::Queued => requests!("queued"),
        Outcome::Refused => requests!("refused"),
        Outcome::Cancelled => requests!("cancelled"),
        Outcome::NothingToCancel => requests!("nothing_to_cancel"),
        Outcome::Ignored => requests!("ignored"),
        Outcome::Unmatched => requests!("unmatched"),
        Outcome::Diagnosed => requests!("diagnosed"),
        Outcome::BadRequest => requests!("bad_request"),
        Outcome::LetInUnjudged(_) => requests!("let_in_unjudged"),
        Outcome::HeldBack(_) => requests!("held_back"),
    };
    counter.increment(1);
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
fn count_request(_outcome: Outcome) {}

#[cfg(not(feature = "metrics"))]
fn increment(_name: &'static str, _label: &'static str, _value: &'static str) {}

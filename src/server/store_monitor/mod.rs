//! Monitors the store as this node sees it: calls and their outcomes, whether the store is
//! available, and its clock.
//!
//! The monitor makes no calls for this purpose except to read the clock. The admin store is read
//! all the time ([`crate::admin_store::REFRESH_INTERVAL_MS`]) and pool nodes retry while their
//! commits fail, so that an outage is noticed within a moment even without visitors. The log has
//! one line at the beginning of an outage and one at its end; callers log single failures at
//! `debug`.

pub mod clock_sync;
mod outage;

use std::sync::{Mutex, PoisonError};

use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::ConstGauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};
use store::{Call, CallOutcome, Meter, Verb};

use crate::clock::Clock;
use clock_sync::ClockSync;
use outage::{OperationProof, Outage, OutageChange, StoreOperation};

/// Upper bounds of the commit histogram's buckets, seconds. The last ones cover a store that does
/// not respond.
const COMMIT_SECONDS: [f64; 12] = [0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0];

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct StoreCallLabels {
    /// [`Verb::name`]
    verb: &'static str,
    /// [`Outcome::name`]
    outcome: &'static str,
}

/// Observes every call to this node's store.
#[derive(Debug)]
pub struct StoreMonitor {
    clock: Clock,
    calls: Family<StoreCallLabels, Counter>,
    commits: Histogram,
    outage: Mutex<Outage>,
    /// The offset of the store's clock.
    pub clock_sync: ClockSync,
}

impl StoreMonitor {
    /// Creates a monitor without observations.
    #[must_use]
    pub fn new(clock: Clock) -> Self {
        Self {
            clock,
            calls: Family::default(),
            commits: Histogram::new(COMMIT_SECONDS),
            outage: Mutex::default(),
            clock_sync: ClockSync::default(),
        }
    }

    /// Returns whether a recent call to the store has failed and not succeeded since.
    #[must_use]
    pub fn is_away(&self) -> bool {
        self.lock().is_away(self.clock.monotonic_ms())
    }

    /// Registers the metrics.
    pub fn register(&self, registry: &mut Registry) {
        registry.register(
            "anteroom_store_calls",
            "Calls to the store by verb and outcome",
            self.calls.clone(),
        );
        registry.register_with_unit(
            "anteroom_store_commit",
            "Duration of commits",
            Unit::Seconds,
            self.commits.clone(),
        );
        registry.register(
            "anteroom_store_away",
            "1 while the store does not answer, else 0",
            ConstGauge::new(i64::from(self.is_away())),
        );
        if let Some(offset_ms) = self.clock_sync.offset_ms() {
            registry.register_with_unit(
                "anteroom_store_clock_offset",
                "Offset of the store's clock from this machine's, positive where it is ahead",
                Unit::Seconds,
                ConstGauge::new(offset_ms as f64 / 1_000.0),
            );
        }
    }

    /// No code under this lock can panic in between updates.
    fn lock(&self) -> std::sync::MutexGuard<'_, Outage> {
        self.outage.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns what a call proves about reading or writing.
///
/// Only an acknowledged commit proves that writing works: a conflict or a refusal only proves that
/// reading works.
fn proof_of(verb: Verb, outcome: CallOutcome) -> OperationProof {
    match (verb, outcome) {
        (Verb::Commit, CallOutcome::Done) => OperationProof::Works(StoreOperation::Write),
        (_, CallOutcome::Done | CallOutcome::Conflict | CallOutcome::Refused) => {
            OperationProof::Works(StoreOperation::Read)
        }
        (Verb::Commit, CallOutcome::Away | CallOutcome::Unknown) | (_, CallOutcome::Unacknowledged) => {
            OperationProof::Fails(StoreOperation::Write)
        }
        (_, CallOutcome::Away | CallOutcome::Unknown) => OperationProof::Fails(StoreOperation::Read),
    }
}

impl Meter for StoreMonitor {
    fn now_us(&self) -> u64 {
        self.clock.monotonic_us()
    }

    fn ended(&self, call: Call<'_>) {
        let labels = StoreCallLabels {
            verb: call.verb.name(),
            outcome: call.outcome.name(),
        };
        self.calls.get_or_create(&labels).inc();
        if call.verb == Verb::Commit {
            self.commits.observe(call.took_us as f64 / 1_000_000.0);
        }
        let proof = proof_of(call.verb, call.outcome);
        let pool = call.pool.map(|pool| pool.as_str()).unwrap_or_default();
        let change = self.lock().record(self.clock.monotonic_ms(), pool, proof);
        match change {
            None => {}
            Some(OutageChange::Away) => tracing::error!(
                fault = call.cause,
                store.verb = call.verb.name(),
                store.pool = pool,
                "the store is away; people in line keep page and place, nobody is granted, and newcomers are told to wait until it is back"
            ),
            Some(OutageChange::Back { after_ms }) => tracing::info!(away.ms = after_ms, "the store is back"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_alarms_that_operators_are_advised_to_set_name_outcomes_that_exist() {
        let operations = include_str!("../../../docs/operations.md");
        let alarm = operations
            .lines()
            .find(|line| line.contains("anteroom_store_calls_total{"));
        let alarm = alarm.expect("an alarm for a store that is away");
        for outcome in [CallOutcome::Away, CallOutcome::Unknown] {
            assert!(
                alarm.contains(&format!("{{outcome=\"{}\"}}", outcome.name())),
                "{alarm}"
            );
        }
    }

    #[test]
    fn only_an_acknowledged_commit_proves_that_commits_are_acknowledged() {
        assert_eq!(
            proof_of(Verb::Commit, CallOutcome::Done),
            OperationProof::Works(StoreOperation::Write)
        );
        for outcome in [CallOutcome::Conflict, CallOutcome::Refused] {
            assert_eq!(
                proof_of(Verb::Commit, outcome),
                OperationProof::Works(StoreOperation::Read),
                "{outcome:?}"
            );
        }
        for outcome in [CallOutcome::Away, CallOutcome::Unknown] {
            assert_eq!(
                proof_of(Verb::Commit, outcome),
                OperationProof::Fails(StoreOperation::Write),
                "{outcome:?}"
            );
        }
        for verb in [Verb::Load, Verb::Scan, Verb::LoadNewer] {
            assert_eq!(
                proof_of(verb, CallOutcome::Unacknowledged),
                OperationProof::Fails(StoreOperation::Write),
                "{verb:?}"
            );
            assert_eq!(
                proof_of(verb, CallOutcome::Done),
                OperationProof::Works(StoreOperation::Read),
                "{verb:?}"
            );
        }
    }
}

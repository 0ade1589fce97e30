//! Counters of what was answered, by how it ended; [`super::metrics`] shows them.

use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;

/// How a poll, a page request or a script's call ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelValue)]
pub(in crate::http) enum VisitOutcome {
    /// A place was given.
    NewPlace,
    /// Others are served first.
    InLine,
    /// It is the visitor's turn.
    FirstInLine,
    /// Redirected to the target.
    Redirected,
    /// Sent on without a line: the room is idle, over or disabled.
    Passed,
    /// Sent past the room by their address.
    Bypassed,
    /// Shown the page before or after.
    Outside,
    /// Refused, with an error page or object.
    Refused,
    /// The store is away or the node overloaded.
    Unavailable,
}

/// Why somebody was refused at the operators' door.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelValue)]
pub(in crate::http) enum AdminRefusal {
    /// The token is none of ours.
    WrongToken,
    /// There were too many of them from that address.
    TooMany,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct VisitLabels {
    outcome: VisitOutcome,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RefusalLabels {
    reason: AdminRefusal,
}

/// Counters of the edge.
#[derive(Debug, Default)]
pub(in crate::http) struct Metrics {
    polls: Family<VisitLabels, Counter>,
    pages: Family<VisitLabels, Counter>,
    scripts: Family<VisitLabels, Counter>,
    admin_refused: Family<RefusalLabels, Counter>,
}

impl Metrics {
    /// Counts a poll.
    pub(in crate::http) fn poll(&self, outcome: VisitOutcome) {
        self.polls.get_or_create(&VisitLabels { outcome }).inc();
    }

    /// Counts a request for a room's page.
    pub(in crate::http) fn page(&self, outcome: VisitOutcome) {
        self.pages.get_or_create(&VisitLabels { outcome }).inc();
    }

    /// Counts a refusal at the operators' door.
    pub(in crate::http) fn admin_refused(&self, reason: AdminRefusal) {
        self.admin_refused.get_or_create(&RefusalLabels { reason }).inc();
    }

    /// Counts a call of a protected page's script.
    pub(in crate::http) fn script(&self, outcome: VisitOutcome) {
        self.scripts.get_or_create(&VisitLabels { outcome }).inc();
    }

    /// Puts the counters among others.
    pub(super) fn register(&self, registry: &mut Registry) {
        registry.register("anteroom_polls", "Polls answered", self.polls.clone());
        registry.register(
            "anteroom_pages",
            "Requests for rooms' pages answered",
            self.pages.clone(),
        );
        registry.register(
            "anteroom_scripts",
            "Calls of protected pages' scripts answered",
            self.scripts.clone(),
        );
        registry.register(
            "anteroom_admin_refused",
            "Requests with a wrong token for the admin API",
            self.admin_refused.clone(),
        );
    }
}

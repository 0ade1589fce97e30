//! Counters of answers by outcome; [`super::metrics`] exports them.

use std::sync::OnceLock;

use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::registry::Registry;

use crate::firewall::FirewallAction;
use crate::traffic::SuspectAction;

/// The outcome of a poll, of a page request or of a script's call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelValue)]
pub(in crate::http) enum VisitOutcome {
    /// The visitor got a place.
    NewPlace,
    /// Others are served first.
    InLine,
    /// It is the visitor's turn.
    FirstInLine,
    /// The visitor was redirected to the target.
    Redirected,
    /// The visitor was sent on without a line: the room is idle, over or disabled.
    Passed,
    /// The visitor bypassed the room by their address.
    Bypassed,
    /// The visitor was shown the page before or after the event, asked for an identity, or sent to
    /// the room's address again because a new run has begun.
    Outside,
    /// The place has a price that was not paid.
    Slowed,
    /// The room is full.
    Full,
    /// No person asked for the page: it is part of another page, or speculative.
    Unasked,
    /// The request was refused, with an error page or object.
    Refused,
    /// The store is away or the node is overloaded.
    Unavailable,
}

/// The number of [`VisitOutcome`]s.
const OUTCOMES: usize = VisitOutcome::Unavailable as usize + 1;

/// The reason why a request to the admin API was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelValue)]
pub(in crate::http) enum AdminRefusal {
    /// The token is unknown.
    WrongToken,
    /// The address sent too many wrong tokens.
    TooMany,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct VisitLabels {
    outcome: VisitOutcome,
}

/// The outcome of an order that a checkout sent for verification.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelValue)]
pub(in crate::http) enum OrderMetric {
    /// The pass is valid for the order.
    Accepted,
    /// The same order was accepted before.
    Repeated,
    /// The room had no line, and its pass limits nothing.
    Uncounted,
    /// The pass was used for another order.
    UsedUp,
    /// The pass is missing, not genuine or expired.
    WithoutPass,
}

/// An action that the firewall took.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelValue)]
enum FirewallMetric {
    /// The visitor bypassed the room.
    Bypass,
    /// A newcomer joined the line of a priority group.
    Prioritise,
    /// The visitor was refused.
    Block,
    /// A newcomer was asked for work.
    Challenge,
}

/// An action that a room takes against newcomers with a high score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelValue)]
enum SuspectMetric {
    /// More work than others do.
    Work,
    /// A place behind those who come meanwhile.
    Behind,
    /// A soft block of the address.
    SoftBlock,
    /// No place.
    Refuse,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct SuspectLabels {
    action: SuspectMetric,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct FirewallLabels {
    action: FirewallMetric,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct OrderLabels {
    outcome: OrderMetric,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash, EncodeLabelSet)]
struct RefusalLabels {
    reason: AdminRefusal,
}

/// Counters by outcome. Each is kept once it was found, since finding it takes a lock and a hash;
/// an outcome that never occurred is not exported.
#[derive(Debug, Default)]
struct VisitCounters {
    family: Family<VisitLabels, Counter>,
    found: [OnceLock<Counter>; OUTCOMES],
}

impl VisitCounters {
    fn count(&self, outcome: VisitOutcome) {
        let found = &self.found[outcome as usize];
        let find = || self.family.get_or_create_owned(&VisitLabels { outcome });
        found.get_or_init(find).inc();
    }
}

/// All counters of `http`.
#[derive(Debug, Default)]
pub(in crate::http) struct Metrics {
    polls: VisitCounters,
    pages: VisitCounters,
    scripts: VisitCounters,
    admin_refused: Family<RefusalLabels, Counter>,
    orders: Family<OrderLabels, Counter>,
    firewall: Family<FirewallLabels, Counter>,
    suspects: Family<SuspectLabels, Counter>,
}

impl Metrics {
    /// Counts a poll.
    pub(in crate::http) fn poll(&self, outcome: VisitOutcome) {
        self.polls.count(outcome);
    }

    /// Counts a request for a room's page.
    pub(in crate::http) fn page(&self, outcome: VisitOutcome) {
        self.pages.count(outcome);
    }

    /// Counts a refused request to the admin API.
    pub(in crate::http) fn admin_refused(&self, reason: AdminRefusal) {
        self.admin_refused.get_or_create(&RefusalLabels { reason }).inc();
    }

    /// Counts an action of the firewall.
    pub(in crate::http) fn firewall(&self, action: &FirewallAction) {
        let action = match action {
            FirewallAction::Ignore => return,
            FirewallAction::Bypass => FirewallMetric::Bypass,
            FirewallAction::Prioritise(_) => FirewallMetric::Prioritise,
            FirewallAction::Block => FirewallMetric::Block,
            FirewallAction::SoftBlock | FirewallAction::Challenge => FirewallMetric::Challenge,
        };
        self.firewall.get_or_create(&FirewallLabels { action }).inc();
    }

    /// Counts a newcomer's request with a score that the room acts on.
    pub(in crate::http) fn suspect(&self, action: SuspectAction) {
        let action = match action {
            SuspectAction::Nothing => return,
            SuspectAction::Work => SuspectMetric::Work,
            SuspectAction::Behind => SuspectMetric::Behind,
            SuspectAction::SoftBlock => SuspectMetric::SoftBlock,
            SuspectAction::Refuse => SuspectMetric::Refuse,
        };
        self.suspects.get_or_create(&SuspectLabels { action }).inc();
    }

    /// Counts an order that a checkout sent for verification.
    pub(in crate::http) fn order(&self, outcome: OrderMetric) {
        self.orders.get_or_create(&OrderLabels { outcome }).inc();
    }

    /// Counts a call of a script on a protected page.
    pub(in crate::http) fn script(&self, outcome: VisitOutcome) {
        self.scripts.count(outcome);
    }

    /// Registers the counters.
    pub(super) fn register(&self, registry: &mut Registry) {
        registry.register("anteroom_polls", "Polls answered", self.polls.family.clone());
        registry.register(
            "anteroom_pages",
            "Requests for room pages answered",
            self.pages.family.clone(),
        );
        registry.register(
            "anteroom_scripts",
            "Requests by scripts of protected pages answered",
            self.scripts.family.clone(),
        );
        registry.register(
            "anteroom_firewall",
            "Visits on which a rule for the visitor's address acted",
            self.firewall.clone(),
        );
        registry.register(
            "anteroom_suspects",
            "Requests of newcomers on whose score the room acted",
            self.suspects.clone(),
        );
        registry.register(
            "anteroom_orders",
            "Orders that checkouts asked about",
            self.orders.clone(),
        );
        registry.register(
            "anteroom_admin_refused",
            "Requests to the admin API refused because of a wrong token",
            self.admin_refused.clone(),
        );
    }
}

//! Attempts at commits of unknown outcome: what is certain although they may have been made.

use admission::pool::LineIndex;
use admission::{Lease, NodeId};

use super::Replica;
use crate::grants::Granted;

impl Replica {
    /// The lease that a node can certainly spend on its own: the permits that are leased to it by
    /// the state here and by every attempt of unknown outcome.
    pub(crate) fn sure_lease(&self, line: LineIndex, node: NodeId) -> Lease {
        let lease = self.line(line).ledger.outflow.lease_of(node);
        let steps = self
            .unknown
            .iter()
            .filter_map(|attempt| attempt.step.steps.get(usize::from(line.0)));
        steps.fold(lease, |lease, step| {
            lease.intersection(&step.state.ledger.outflow.lease_of(node))
        })
    }

    /// The grants of a line by the attempts of unknown outcome.
    pub(crate) fn unsure_grants(&self, line: LineIndex) -> impl Iterator<Item = Granted> {
        let grants = self.unknown.iter().flat_map(|attempt| &attempt.grants);
        grants.filter(move |(at, _)| *at == line).map(|(_, granted)| *granted)
    }

    /// Drops the attempts of unknown outcome, because nobody waits for them any more. An attempt
    /// that turns out later to have been made counts as another node's commit.
    pub(crate) fn give_up(&mut self) {
        self.unknown.clear();
    }
}

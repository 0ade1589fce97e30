//! When this node learned of grants ([`admission::outflow::late`]). The state that it takes over
//! has no such time; its clock does, as soon as it follows that state.

use admission::FlowMs;
use admission::outflow::late::Learned;
use admission::pool::KnownGrants;

use super::Replica;

/// The grants that were known before the state here was taken over.
#[derive(Debug)]
pub(super) struct Known {
    grants: KnownGrants,
    /// Whether an earlier state was taken over of which this node did not learn.
    is_older: bool,
}

impl Replica {
    /// Keeps the known grants before another state replaces this one.
    pub(super) fn keep_known(&mut self) {
        match &mut self.known {
            Some(known) => known.is_older = true,
            None => {
                self.known = Some(Known {
                    grants: self.state.known_grants(),
                    is_older: false,
                });
            }
        }
    }

    /// Records that this node learns at this flow time of the grants in the state that it took
    /// over, which these commits gave, as far as it knows the commits.
    pub(crate) fn learn(&mut self, now: FlowMs, commits: Option<&[FlowMs]>) {
        let Some(known) = self.known.take() else { return };
        let commits = commits.filter(|_| !known.is_older);
        self.state.learn(&known.grants, &Learned { now, commits });
    }
}

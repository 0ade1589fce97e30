//! When this node learned of grants ([`admission::outflow::late`]). The state that the node adopts
//! does not contain these times. They come from the node's clock, once it follows that state.

use admission::FlowMs;
use admission::outflow::late::Learned;
use admission::pool::KnownGrants;

use super::Replica;

/// The grants that were known before the current state was adopted.
#[derive(Debug)]
pub(super) struct Known {
    grants: KnownGrants,
    /// Whether a further state was adopted before [`Replica::learn`] was called.
    is_older: bool,
}

impl Replica {
    /// Saves the known grants before another state replaces this one.
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

    /// Records that this node learned of the grants in the adopted state at this flow time.
    /// `commits`: the flow times of the commits that gave them, if known.
    pub(crate) fn learn(&mut self, now: FlowMs, commits: Option<&[FlowMs]>) {
        let Some(known) = self.known.take() else { return };
        let commits = commits.filter(|_| !known.is_older);
        self.state.learn(&known.grants, &Learned { now, commits });
    }
}

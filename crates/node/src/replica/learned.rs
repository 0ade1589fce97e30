//! When this node learned of grants ([`admission::outflow::late`]). The state that the node adopts
//! does not contain these times. They come from the node's clock, once it follows that state.

use admission::FlowMs;
use admission::outflow::late::Learned;
use admission::pool::KnownGrants;

use super::Replica;

/// The grants that were known before the current state was adopted.
#[derive(Debug)]
pub(super) struct EarlierGrants {
    grants: KnownGrants,
    /// Whether a further state was adopted before [`Replica::learn`] was called.
    is_older: bool,
}

impl Replica {
    /// Saves the known grants before another state replaces this one.
    pub(super) fn save_earlier_grants(&mut self) {
        match &mut self.earlier_grants {
            Some(earlier) => earlier.is_older = true,
            None => {
                self.earlier_grants = Some(EarlierGrants {
                    grants: self.state.known_grants(),
                    is_older: false,
                });
            }
        }
    }

    /// Records that this node learned of the grants in the adopted state at this flow time.
    /// `commits`: the flow times of the commits that gave them, if known.
    pub(crate) fn learn(&mut self, now: FlowMs, commits: Option<&[FlowMs]>) {
        let Some(earlier) = self.earlier_grants.take() else {
            return;
        };
        let commits = commits.filter(|_| !earlier.is_older);
        self.state.learn(&earlier.grants, &Learned { now, commits });
    }
}

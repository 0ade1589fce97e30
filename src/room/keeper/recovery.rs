//! After a failover of the store: commits that were acknowledged may be missing. What is decided about that is in [`admission::recovery`].

use admission::recovery::{Memory, Recovery};
use store::{Generation, Newest};

use super::{Asked, Keeper};
use crate::room::records::StoredPool;

impl Keeper {
    /// Whether what is stored may lack commits that this node knows: it is not of the chain of commits that the state here is of.
    pub(super) fn is_another_chain(&self, newest: &Newest, stored: &StoredPool) -> bool {
        let ledgers = stored.seats.iter().map(|(_, ledger)| ledger);
        let known = self.state.lines.iter().map(|line| &line.ledger);
        newest.recovering
            || known
                .zip(ledgers)
                .any(|(known, stored)| known.chain() != stored.chain())
    }

    /// Keeps what is known here, before what is stored takes its place. What was kept before and nobody has been told of is older, and was lost as well.
    pub(super) fn remember(&mut self) {
        if self.memory.is_none() && self.generation != Generation::NONE {
            self.memory = Some(self.state.clone());
        }
    }

    /// Adds to what is asked that the pool is to be recovered, and what this node remembers.
    pub(super) fn recover(&self, asked: &mut Asked) {
        let recovery = self.recovering.then_some(Recovery { heard: self.heard });
        let mut redirected = std::mem::take(&mut asked.redirected).into_iter();
        for (at, batch) in asked.lines.iter_mut().enumerate() {
            batch.recovery = recovery;
            let redirects = redirected.next().unwrap_or_default();
            let memory = self.memory.as_ref().and_then(|memory| memory.lines.get(at));
            batch.again = memory.map(|state| Memory::new(state.clone(), redirects));
        }
    }
}

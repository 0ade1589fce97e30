//! The order in which commits became durable.
//!
//! Generations tell it only as long as the store keeps some data: one that comes back without any
//! begins with the first era again, although earlier failovers may have reached a later one.

use std::collections::HashMap;

use store::Generation;

/// The durable commits, counted from 1.
#[derive(Debug, Default)]
pub(super) struct CommitOrder {
    positions: HashMap<Generation, u64>,
    count: u64,
}

impl CommitOrder {
    pub(super) fn add(&mut self, generation: Generation) {
        self.count += 1;
        self.positions.insert(generation, self.count);
    }

    /// Returns the position of the last commit; 0 before the first.
    pub(super) fn last(&self) -> u64 {
        self.count
    }

    /// Returns the position of the commit with this generation; 0 for the state before the first.
    /// Of two commits with one generation, the later one counts: nodes have left the earlier era by
    /// the time its generation is used again.
    pub(super) fn position(&self, generation: Generation) -> u64 {
        self.positions.get(&generation).copied().unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lower_generation_can_be_later() {
        let mut order = CommitOrder::default();
        for generation in [1, 2 << 36, 1 << 36] {
            order.add(Generation(generation));
        }
        assert!(order.position(Generation(1 << 36)) > order.position(Generation(2 << 36)));
        assert_eq!(order.position(Generation::NONE), 0);
        assert_eq!(order.last(), 3);
    }
}

//! Invariant 1 for all rooms of a pool together. A room's own oracles judge the room; this one
//! knows the grants of all rooms and their shared rate.

use std::collections::VecDeque;

use super::bound::Bound;
use super::{Fact, FactTime, InvariantViolation};

/// The number of the invariant.
const INVARIANT: u8 = 1;
/// A minute, with the time by which a grant can count longer, in milliseconds.
const MINUTE_MS: u64 = 61_000;

/// Judges the grants of all rooms of a pool by the pool's rate.
#[derive(Debug)]
pub(crate) struct PoolOracle {
    bound: Bound,
    /// The flow times of the grants of the last minute.
    lately: VecDeque<u64>,
}

impl PoolOracle {
    /// Returns the oracle of a pool with that rate, whose nodes hold no leases.
    pub(crate) fn new(per_minute: u32) -> Self {
        Self {
            bound: Bound::new(per_minute, 0),
            lately: VecDeque::new(),
        }
    }

    /// Checks a fact about the pool, or about one of its rooms.
    ///
    /// # Errors
    /// Returns an error if more visitors were let in than the pool allows.
    pub(crate) fn witness(&mut self, at: FactTime, fact: &Fact) -> Result<(), InvariantViolation> {
        if let Fact::Grant { .. } = fact {
            self.lately.push_back(at.flow_ms);
        }
        self.bound.witness(at, fact).map_err(|what| violation(at, &what))
    }

    /// Returns whether the minute before a flow time can have no room for another grant.
    pub(crate) fn is_full(&mut self, flow: u64, per_minute: u32) -> bool {
        let leaves = |at: &mut u64| *at + MINUTE_MS <= flow;
        while self.lately.pop_front_if(leaves).is_some() {}
        self.lately.len() >= per_minute as usize
    }

    /// Ends the run.
    ///
    /// # Errors
    /// Returns an error if the last minute held more than the pool allows.
    pub(crate) fn finish(&mut self, at: FactTime) -> Result<(), InvariantViolation> {
        self.bound.finish(at).map_err(|what| violation(at, &what))
    }
}

fn violation(at: FactTime, what: &str) -> InvariantViolation {
    InvariantViolation {
        invariant: INVARIANT,
        what: format!("all rooms of the pool: {what}"),
        real_ms: at.real_ms,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_that_keep_their_own_rates_can_break_the_pools() {
        let mut pool = PoolOracle::new(3);
        let grant = Fact::Grant { number: 0, wall: 0 };
        let at = |ms| FactTime {
            real_ms: ms,
            flow_ms: ms,
        };
        for ms in [0, 10, 20] {
            assert_eq!(pool.witness(at(ms), &grant), Ok(()));
        }
        let broken = pool.witness(at(59_999), &grant).map_err(|broken| broken.invariant);
        assert_eq!(broken, Err(INVARIANT));
    }

    #[test]
    fn a_lower_rate_is_judged_when_its_minute_is_over() {
        let mut pool = PoolOracle::new(3);
        let at = |ms| FactTime {
            real_ms: ms,
            flow_ms: ms,
        };
        assert_eq!(pool.witness(at(100), &Fact::Rate { per_minute: 1 }), Ok(()));
        for ms in [200, 300] {
            let grant = Fact::Grant { number: 0, wall: 0 };
            assert_eq!(pool.witness(at(ms), &grant), Ok(()), "the higher rate counts still");
        }
        assert!(pool.finish(at(60_100)).is_err());
    }
}

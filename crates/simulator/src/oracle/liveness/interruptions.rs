//! What excuses a room from letting in the visitors in front: a room that is closed, paused or at a
//! site without room, an order of the operator, a change of the rate, a failure of a node or of its
//! call to the store, and a failover. All of these are facts of the world or answers of an operator;
//! that nodes do nothing is no excuse.
//!
//! After a failover, permits that lost commits may have spent count as spent for a minute.

use super::{COUNTED_LATE_MS, MINUTE_MS};
use crate::oracle::Fact;

#[derive(Debug)]
pub(super) struct Interruptions {
    /// How long nodes wait for the visitors in front after an interruption, in milliseconds.
    return_ms: u64,
    /// The room's max outflow.
    rate: u32,
    /// Until when the last interruption excuses everything.
    excused_until: u64,
    /// Until when the last failover counts permits as spent.
    unsure_until: u64,
}

impl Interruptions {
    /// Returns no interruption of a room with this max outflow.
    pub(super) fn new(rate: u32, return_ms: u64) -> Self {
        Self {
            return_ms,
            rate,
            excused_until: 0,
            unsure_until: 0,
        }
    }

    /// Returns the room's max outflow.
    pub(super) fn rate(&self) -> u32 {
        self.rate
    }

    /// Returns until when everything is excused, in real time.
    pub(super) fn excused_until(&self) -> u64 {
        self.excused_until
    }

    /// Records a fact; `lets_in`: whether the room lets visitors in now, as far as its state and
    /// the sessions on the site say. Returns whether the fact excuses everything until
    /// [`Self::excused_until`].
    pub(super) fn witness(&mut self, now: u64, fact: &Fact, lets_in: bool) -> bool {
        let mut excuses = !lets_in || now < self.unsure_until;
        match *fact {
            Fact::Rate { per_minute } if per_minute != self.rate => {
                self.rate = per_minute;
                excuses = true;
            }
            Fact::Control { .. } | Fact::Excused => excuses = true,
            Fact::FailedOver { .. } | Fact::Recovered { .. } => {
                self.unsure_until = now + MINUTE_MS + COUNTED_LATE_MS;
                excuses = true;
            }
            _ => {}
        }
        if excuses {
            self.excuse(now);
        }
        excuses
    }

    /// Excuses everything until nodes no longer wait for the visitors in front after an
    /// interruption that is over at `end`.
    pub(super) fn excuse(&mut self, end: u64) {
        self.excused_until = self.excused_until.max(end + self.return_ms);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_interruption_excuses_for_as_long_as_nodes_wait_for_visitors() {
        let mut all = Interruptions::new(60, 4_500);
        let kept = Fact::Durable { commit: 1, wall: 0 };
        assert!(!all.witness(1_000, &kept, true));
        assert!(!all.witness(1_000, &Fact::Rate { per_minute: 60 }, true));
        assert!(all.witness(1_000, &Fact::Excused, true));
        assert_eq!(all.excused_until(), 5_500);
        assert!(all.witness(2_000, &Fact::Rate { per_minute: 6 }, true));
        assert_eq!((all.rate(), all.excused_until()), (6, 6_500));
        assert!(all.witness(3_000, &kept, false), "nobody is let in");
    }

    #[test]
    fn a_failover_excuses_for_a_minute() {
        let mut all = Interruptions::new(60, 4_500);
        let kept = Fact::Durable { commit: 1, wall: 0 };
        assert!(all.witness(1_000, &Fact::FailedOver { kept_ms: 0 }, true));
        assert!(all.witness(61_999, &kept, true));
        assert!(!all.witness(62_000, &kept, true));
    }
}

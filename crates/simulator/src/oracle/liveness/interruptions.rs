//! Interruptions excuse a room from letting in the visitors in front: a room that is closed, paused
//! or at a site without room, an order of the operator, a change of the rate, a failure of a node
//! or of its call to the store, and a failover. That nodes do nothing is no excuse.
//!
//! After a failover, permits that lost commits may have spent count as spent for a minute.
//!
//! A node that waits for a late reply excuses only those visitors whom it told the turn last, and
//! those behind the lowest of them, because other nodes wait for that visitor.

use std::collections::BTreeMap;

use admission::Control;

use super::{COUNTED_LATE_MS, MINUTE_MS};
use crate::oracle::Fact;
use crate::oracle::draw::Numbering;

#[derive(Debug)]
pub(super) struct Interruptions {
    /// How long nodes wait for the visitors in front after an interruption, in milliseconds.
    return_ms: u64,
    /// A visitor whom a node told the turn longer ago than this does not ask any more, in
    /// milliseconds: nodes do not wait for that visitor.
    asks_ms: u64,
    /// The room's max outflow.
    rate: u32,
    /// Until when the last interruption excuses everything.
    excused_until: u64,
    /// The numbers from which on a node that failed excuses visitors, each with the time until
    /// which it does.
    excused_from: Vec<(u64, u64)>,
    /// The node that told each visitor in front the turn last, and when.
    told_by: BTreeMap<u64, (usize, u64)>,
    /// Until when the last failover counts permits as spent.
    unsure_until: u64,
}

impl Interruptions {
    /// Returns no interruption of a room with this max outflow. `return_ms`: how long nodes wait
    /// for visitors after an interruption; `asks_ms`: how long after an answer the next poll is
    /// overdue.
    pub(super) fn new(rate: u32, return_ms: u64, asks_ms: u64) -> Self {
        Self {
            return_ms,
            asks_ms,
            rate,
            excused_until: 0,
            excused_from: Vec::new(),
            told_by: BTreeMap::new(),
            unsure_until: 0,
        }
    }

    /// Returns the room's max outflow.
    pub(super) fn rate(&self) -> u32 {
        self.rate
    }

    /// Returns until when everything is excused, in real time.
    pub(super) fn all_until(&self) -> u64 {
        self.excused_until
    }

    /// Returns until when a visitor's number is excused, in real time.
    pub(super) fn until(&self, number: u64) -> u64 {
        let behind = self.excused_from.iter().filter(|(from, _)| *from <= number);
        behind.fold(self.excused_until, |until, (_, more)| until.max(*more))
    }

    /// Records a fact; `lets_in`: whether the room lets visitors in now, as far as its state and
    /// the sessions on the site say. Returns the number from which on the fact excuses visitors, 0
    /// for all of them; `None` if it excuses nobody.
    pub(super) fn witness(&mut self, now: u64, fact: &Fact, (numbering, lets_in): (&Numbering, bool)) -> Option<u64> {
        self.record_front(now, fact, numbering);
        let mut excuses = !lets_in || now < self.unsure_until;
        let mut excused_from = None;
        match *fact {
            Fact::NodeFailed { node } => {
                let asks = |(by, told_at): (usize, u64)| by == node && now <= told_at + self.asks_ms;
                let mut told = self.told_by.iter().filter(|(_, told)| asks(**told));
                excused_from = told.next().map(|(number, _)| *number);
                self.excused_from.retain(|(_, until)| *until > now);
                let until = now + self.return_ms;
                self.excused_from.extend(excused_from.map(|from| (from, until)));
            }
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
            return Some(0);
        }
        excused_from
    }

    /// Records which node told each visitor in front the turn last.
    fn record_front(&mut self, now: u64, fact: &Fact, numbering: &Numbering) {
        match *fact {
            Fact::Shown {
                number,
                first: true,
                node,
                ..
            } => _ = self.told_by.insert(number, (node, now)),
            Fact::Shown { number, .. }
            | Fact::Grant { number, .. }
            | Fact::Leased {
                number, current: true, ..
            } => _ = self.told_by.remove(&number),
            Fact::Cancelled { place } | Fact::Uncounted { place } => {
                if let Some(number) = numbering.number(place) {
                    self.told_by.remove(&number);
                }
            }
            Fact::Control {
                control: Control::Reset,
                ..
            } => {
                self.told_by.clear();
                self.excused_from.clear();
            }
            _ => {}
        }
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
    use crate::oracle::OracleContext;

    const KEPT: Fact = Fact::Durable { commit: 1, wall: 0 };

    /// Returns the number from which on a fact excuses visitors of a room that lets them in.
    fn excuses(all: &mut Interruptions, now: u64, fact: &Fact) -> Option<u64> {
        let numbering = Numbering::new(&OracleContext::plain());
        all.witness(now, fact, (&numbering, true))
    }

    fn told(number: u64, node: usize) -> Fact {
        Fact::Shown {
            place: number,
            number,
            commit: 1,
            ahead: 0,
            wait: None,
            opening: false,
            reason: None,
            first: true,
            interval_ms: 2_000,
            diligent: true,
            node,
        }
    }

    #[test]
    fn an_interruption_excuses_for_as_long_as_nodes_wait_for_visitors() {
        let mut all = Interruptions::new(60, 4_500, 4_000);
        assert_eq!(excuses(&mut all, 1_000, &KEPT), None);
        assert_eq!(excuses(&mut all, 1_000, &Fact::Rate { per_minute: 60 }), None);
        assert_eq!(excuses(&mut all, 1_000, &Fact::Excused), Some(0));
        assert_eq!(all.all_until(), 5_500);
        assert_eq!(excuses(&mut all, 2_000, &Fact::Rate { per_minute: 6 }), Some(0));
        assert_eq!((all.rate(), all.until(7)), (6, 6_500));
        let numbering = Numbering::new(&OracleContext::plain());
        assert_eq!(
            all.witness(3_000, &KEPT, (&numbering, false)),
            Some(0),
            "nobody is let in"
        );
    }

    #[test]
    fn a_failover_excuses_for_a_minute() {
        let mut all = Interruptions::new(60, 4_500, 4_000);
        assert_eq!(excuses(&mut all, 1_000, &Fact::FailedOver { kept_ms: 0 }), Some(0));
        assert_eq!(excuses(&mut all, 61_999, &KEPT), Some(0));
        assert_eq!(excuses(&mut all, 62_000, &KEPT), None);
    }

    #[test]
    fn a_node_that_fails_excuses_its_visitors_and_those_behind_them() {
        let mut all = Interruptions::new(60, 4_500, 4_000);
        for (number, node) in [(1, 0), (2, 1), (3, 0), (4, 1)] {
            assert_eq!(excuses(&mut all, 0, &told(number, node)), None);
        }
        assert_eq!(excuses(&mut all, 1_000, &Fact::NodeFailed { node: 2 }), None);
        assert_eq!(excuses(&mut all, 1_000, &Fact::NodeFailed { node: 1 }), Some(2));
        assert_eq!([1, 2, 3].map(|number| all.until(number)), [0, 5_500, 5_500]);
        assert_eq!(all.all_until(), 0);
        let granted = Fact::Grant { number: 2, wall: 0 };
        assert_eq!(excuses(&mut all, 2_000, &granted), None);
        assert_eq!(excuses(&mut all, 5_500, &told(4, 1)), None);
        assert_eq!(excuses(&mut all, 9_000, &Fact::NodeFailed { node: 1 }), Some(4));
        assert_eq!(
            [3, 4].map(|number| all.until(number)),
            [0, 13_500],
            "the first one is over"
        );
    }

    #[test]
    fn a_node_that_fails_excuses_nobody_whose_poll_is_overdue() {
        for (failed_at, excused) in [(14_000, Some(7)), (14_001, None)] {
            let mut all = Interruptions::new(60, 4_500, 4_000);
            assert_eq!(excuses(&mut all, 10_000, &told(7, 0)), None);
            let failed = excuses(&mut all, failed_at, &Fact::NodeFailed { node: 0 });
            assert_eq!(failed, excused, "at {failed_at} ms");
        }
    }
}

//! The visitors in front who ask as told, each with the time since which the room has to serve the
//! visitor. An interruption moves that time to when it no longer excuses the room.

use std::collections::BTreeMap;

use admission::poll_interval::POLL_MS_MIN;

use super::interruptions::Interruptions;
use crate::oracle::Fact;
use crate::oracle::draw::Numbering;

/// Two polls: with the first after the answer the visitor claims, and that claim is held for a poll
/// interval; in milliseconds.
pub(super) const POLLS_MS: u64 = 2 * POLL_MS_MIN;

#[derive(Debug, Clone, Copy)]
struct FrontVisitor {
    /// Since when the room has to serve the visitor.
    since: u64,
    /// The last poll.
    heard: u64,
}

#[derive(Debug)]
pub(super) struct FrontVisitors {
    visitors: BTreeMap<u64, FrontVisitor>,
    interruptions: Interruptions,
    /// The next poll, which comes when a held one is answered, is overdue after this time, in
    /// milliseconds.
    asks_ms: u64,
    /// The time from the first answer that says the turn until the visitor counts, in milliseconds.
    counts_after_ms: u64,
}

impl FrontVisitors {
    /// Returns no visitors of a room with this max outflow. `return_ms`: how long nodes wait for
    /// visitors after an interruption; `slack_ms`: how late a poll can come; `counts_after_ms`: the
    /// time from the first answer until a visitor counts; all in milliseconds.
    pub(super) fn new(rate: u32, return_ms: u64, slack_ms: u64, counts_after_ms: u64) -> Self {
        let asks_ms = POLLS_MS + slack_ms;
        Self {
            visitors: BTreeMap::new(),
            interruptions: Interruptions::new(rate, return_ms, asks_ms),
            asks_ms,
            counts_after_ms,
        }
    }

    /// Returns the room's max outflow.
    pub(super) fn rate(&self) -> u32 {
        self.interruptions.rate()
    }

    /// Returns until when everything is excused, in real time.
    pub(super) fn all_excused_until(&self) -> u64 {
        self.interruptions.all_until()
    }

    /// Records what interrupts the room; `lets_in`: whether the room lets visitors in now, as far
    /// as its state and the sessions on the site say.
    pub(super) fn witness(&mut self, now: u64, fact: &Fact, (numbering, lets_in): (&Numbering, bool)) {
        if let Some(from) = self.interruptions.witness(now, fact, (numbering, lets_in)) {
            self.begin_anew(from);
        }
    }

    /// Excuses everything because of an interruption that is over at `end`.
    pub(super) fn excuse(&mut self, end: u64) {
        self.interruptions.excuse(end);
        self.begin_anew(0);
    }

    /// Lets visitors from a number on count anew when the last interruption no longer excuses them.
    fn begin_anew(&mut self, from: u64) {
        for (number, visitor) in self.visitors.range_mut(from..) {
            visitor.since = visitor.since.max(self.interruptions.until(*number));
        }
    }

    /// Records a poll that is answered with the turn.
    pub(super) fn polls(&mut self, number: u64, now: u64) {
        let known = self.visitors.get(&number).filter(|known| self.asks(known, now));
        let anew = now.max(self.interruptions.until(number)) + self.counts_after_ms;
        let since = known.map_or(anew, |known| known.since);
        self.visitors.insert(number, FrontVisitor { since, heard: now });
    }

    /// Returns whether a visitor asks as told: the next poll is not overdue.
    fn asks(&self, visitor: &FrontVisitor, now: u64) -> bool {
        now <= visitor.heard + self.asks_ms
    }

    /// Returns the numbers of the visitors who ask as told, the lowest first, with the times since
    /// which the room has to serve them.
    pub(super) fn asking(&self, now: u64) -> impl Iterator<Item = (u64, u64)> {
        let asking = self.visitors.iter().filter(move |(_, visitor)| self.asks(visitor, now));
        asking.map(|(number, visitor)| (*number, visitor.since))
    }

    /// Lets visitors from a number on count from now.
    pub(super) fn count_from_now(&mut self, from: u64, now: u64) {
        let behind = self.visitors.range_mut(from..);
        behind.for_each(|(_, visitor)| visitor.since = visitor.since.max(now));
    }

    pub(super) fn remove(&mut self, number: u64) {
        self.visitors.remove(&number);
    }

    pub(super) fn clear(&mut self) {
        self.visitors.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::OracleContext;

    #[test]
    fn a_visitor_counts_while_polls_come_in_time_and_anew_after_an_excuse() {
        let mut front = FrontVisitors::new(60, 4_500, 100, 2_500);
        let asking = |front: &FrontVisitors, now| front.asking(now).collect::<Vec<_>>();
        front.polls(7, 1_000);
        front.polls(7, 5_100);
        assert_eq!(asking(&front, 9_200), [(7, 3_500)], "4 s and the slack");
        assert!(asking(&front, 9_201).is_empty());
        front.polls(7, 9_201);
        assert_eq!(asking(&front, 9_201), [(7, 11_701)], "it begins anew");
        front.polls(9, 10_000);
        front.count_from_now(8, 20_000);
        assert_eq!(asking(&front, 10_000), [(7, 11_701), (9, 20_000)]);
        let numbering = Numbering::new(&OracleContext::plain());
        front.witness(11_000, &Fact::Excused, (&numbering, true));
        assert_eq!(asking(&front, 11_000), [(7, 15_500), (9, 20_000)]);
        front.excuse(30_000);
        assert_eq!(asking(&front, 11_000), [(7, 34_500), (9, 34_500)]);
        assert_eq!(front.all_excused_until(), 34_500);
        front.remove(7);
        assert_eq!(asking(&front, 11_000), [(9, 34_500)]);
    }
}

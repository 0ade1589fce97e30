//! The agenda: events in virtual time. Events of the same millisecond happen in the order in which
//! they were added.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use admission::Run;
use admission::pool::LineIndex;

/// An event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum WorldEvent {
    /// The next visitors of a source arrive.
    Source(usize),
    /// A request of a newcomer or a visitor reaches a server.
    Request { who: usize, ticket: u32 },
    /// The site asks about the next page of a visit.
    Call { visit: usize },
    /// A visitor's patience ends.
    Leave { who: usize },
    /// A visitor gives up the place for one in another room.
    ChangeRoom { who: usize, to: LineIndex },
    /// A visitor asks for a code for the place.
    OfferPlace { who: usize, has_rival: bool },
    /// A visitor steps aside if an answer said that they are among the next, or looks again later.
    StepAside { who: usize },
    /// A device takes over the place of a code.
    TakePlace { transfer: usize },
    /// A device that had a place asks for it again.
    OldDevice { transfer: usize },
    /// A visitor brings a code, for the first time, again, or a second time at once.
    UseCode { who: usize, is_twin: bool },
    /// A call of a request with a code reaches the store.
    CodeAtStore { used: usize },
    /// The store's reply reaches the node.
    CodeReplied { used: usize },
    /// A pool node's time has come, or commands wait for it.
    Wake { node: usize, boot: u32 },
    /// A call reaches the store.
    AtStore { call: u64 },
    /// The store's reply reaches the node.
    Replied { call: u64 },
    /// The outcome of a probe reaches the node.
    Probed { node: usize, boot: u32, found: bool },
    /// A document of a draw is written; that of the cut-off of a run also asks for its key.
    DrawWritten {
        node: usize,
        boot: u32,
        line: LineIndex,
        cut_off: Option<Run>,
    },
    /// A node crashes and is down for `down_ms` milliseconds.
    Crash { node: usize, down_ms: u64 },
    /// A node is asked to finish its work and end; it is then down for `down_ms` milliseconds.
    Close { node: usize, down_ms: u64 },
    /// A node restarts.
    Boot { node: usize },
    /// A node's wall clock changes by `by_ms`.
    Step { node: usize, by_ms: i64 },
    /// The store is unavailable until `until`.
    Away { until: u64 },
    /// A replica copies the data that it will have when it takes over, `loses_ms` milliseconds
    /// later.
    Replicate { loses_ms: u64 },
    /// A server without any data takes over.
    Empty { amid_commit: bool },
    /// A server without any data takes over while the reply to a commit is on its way.
    EmptyAmidCommit,
    /// The replica takes over.
    FailOver { replica: usize },
    /// A node cannot reach the store until `until`.
    Cut { node: usize, until: u64 },
    /// A node's process is stopped until `until`.
    Stop { node: usize, until: u64 },
    /// A stopped process continues.
    GoesOn { node: usize },
    /// The operator's order with that index.
    Order(usize),
    /// A random crash; the next one is drawn.
    RandomCrash,
    /// A random clock step; the next one is drawn.
    RandomStep,
    /// A random failover; the next one is drawn.
    RandomFailover,
    /// The figures of a second are taken.
    Second,
}

impl WorldEvent {
    /// Returns whether the event comes from outside. Without later outside events the world
    /// continues by itself.
    pub(crate) fn is_outside(self) -> bool {
        matches!(
            self,
            Self::Source(_)
                | Self::Crash { .. }
                | Self::Close { .. }
                | Self::Step { .. }
                | Self::Away { .. }
                | Self::Cut { .. }
                | Self::Stop { .. }
                | Self::Order(_)
                | Self::Replicate { .. }
                | Self::Empty { .. }
                | Self::EmptyAmidCommit
                | Self::FailOver { .. }
                | Self::RandomCrash
                | Self::RandomFailover
                | Self::RandomStep
        )
    }
}

/// The events to come.
#[derive(Debug, Default)]
pub(crate) struct Agenda {
    events: BinaryHeap<Reverse<(u64, u64, WorldEvent)>>,
    count: u64,
}

impl Agenda {
    /// Adds an event at that millisecond.
    pub(crate) fn at(&mut self, ms: u64, event: WorldEvent) {
        self.count += 1;
        self.events.push(Reverse((ms, self.count, event)));
    }

    /// Removes and returns the next event before `end`.
    pub(crate) fn next(&mut self, end: u64) -> Option<(u64, WorldEvent)> {
        let Reverse((at, ..)) = self.events.peek()?;
        if *at >= end {
            return None;
        }
        self.events.pop().map(|Reverse((at, _, event))| (at, event))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_come_in_order_of_time_and_then_of_telling() {
        let mut agenda = Agenda::default();
        agenda.at(5, WorldEvent::Source(1));
        agenda.at(5, WorldEvent::Source(0));
        agenda.at(2, WorldEvent::Second);
        let order: Vec<_> = std::iter::from_fn(|| agenda.next(9)).collect();
        assert_eq!(
            order,
            [
                (2, WorldEvent::Second),
                (5, WorldEvent::Source(1)),
                (5, WorldEvent::Source(0))
            ]
        );
        agenda.at(9, WorldEvent::Second);
        assert_eq!(agenda.next(9), None, "the end is not included");
    }
}

//! What happens when: events in virtual time, first come first served within a millisecond.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Something that happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Event {
    /// The next people of a source come.
    Source(usize),
    /// A newcomer's, or a visitor's, request reaches a server.
    Request { who: usize, ticket: u32 },
    /// Somebody's patience is over.
    Leave { who: usize },
    /// A desk looks at what there is to do.
    Wake { node: usize, boot: u32 },
    /// A commit reaches the store.
    AtStore { node: usize, boot: u32 },
    /// The store's answer reaches the node.
    Answered { node: usize, boot: u32 },
    /// A node dies, and is down so many milliseconds.
    Crash { node: usize, down_ms: u64 },
    /// A node comes back.
    Boot { node: usize },
    /// A node's wall clock is set.
    Step { node: usize, by_ms: i64 },
    /// The store is away until then.
    Away { until: u64 },
    /// The store may be there again.
    Back,
    /// A replica of the store has what it will have when it takes over, so many milliseconds later.
    Replicate { loses_ms: u64 },
    /// That replica takes over.
    FailOver { replica: usize },
    /// A node does not reach the store until then.
    Cut { node: usize, until: u64 },
    /// A node's process stops until then.
    Stop { node: usize, until: u64 },
    /// A process goes on.
    GoesOn,
    /// The operator's order of that index.
    Order(usize),
    /// A random crash, and the next one is drawn.
    RandomCrash,
    /// A random clock step, and the next one is drawn.
    RandomStep,
    /// A random failover, and the next one is drawn.
    RandomFailover,
    /// Figures are taken.
    Second,
}

impl Event {
    /// Whether it comes from outside: without those of later moments the world runs on as it is.
    pub(crate) fn is_outside(self) -> bool {
        matches!(
            self,
            Self::Source(_)
                | Self::Crash { .. }
                | Self::Step { .. }
                | Self::Away { .. }
                | Self::Cut { .. }
                | Self::Stop { .. }
                | Self::Order(_)
                | Self::Replicate { .. }
                | Self::FailOver { .. }
                | Self::RandomCrash
                | Self::RandomFailover
                | Self::RandomStep
        )
    }
}

/// Events to come.
#[derive(Debug, Default)]
pub(crate) struct Agenda {
    events: BinaryHeap<Reverse<(u64, u64, Event)>>,
    count: u64,
}

impl Agenda {
    /// Something happens at that millisecond.
    pub(crate) fn at(&mut self, ms: u64, event: Event) {
        self.count += 1;
        self.events.push(Reverse((ms, self.count, event)));
    }

    /// The next event before `end`.
    pub(crate) fn next(&mut self, end: u64) -> Option<(u64, Event)> {
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
        agenda.at(5, Event::Source(1));
        agenda.at(5, Event::Source(0));
        agenda.at(2, Event::Second);
        let order: Vec<_> = std::iter::from_fn(|| agenda.next(9)).collect();
        assert_eq!(
            order,
            [(2, Event::Second), (5, Event::Source(1)), (5, Event::Source(0))]
        );
        agenda.at(9, Event::Second);
        assert_eq!(agenda.next(9), None, "the end is not included");
    }
}

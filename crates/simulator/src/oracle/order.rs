//! Invariant 3: of two visitors who both keep to their poll intervals, the lower number is granted
//! first, to within one poll interval.
//!
//! The first overtaking starts a clock for the overtaken visitor. Higher numbers can be granted
//! until the visitor's poll interval is over and the visitor has had a turn to ask; after that, a
//! higher grant breaks the rule. A visitor who could not keep to the interval starts afresh with
//! the next poll. After a fault of a node, or of its calls to the store, those start afresh who
//! polled that node last. Everybody does after a failover, a grant by lease, and a rise to a rate
//! at which the interval told before counts.

use std::collections::BTreeSet;

use admission::poll_interval::POLL_MS_MIN;
use admission::presence::NETWORK_MS;

use super::draw::Numbering;
use super::{Fact, FactTime, OracleContext, entry, index};

/// One interval until the visitor asks, and one more in case others were granted first.
const TURN_MS: u64 = 2 * POLL_MS_MIN;

/// With several nodes, a visitor can be passed over for this much longer, in milliseconds: as long
/// as nodes wait for visitors of whom they know by others alone.
const OTHERS_MS: u64 = 4_500;
/// The same where the network brings the next request later than nodes wait for it.
const OTHERS_SLOW_MS: u64 = 15_000;
/// After a rise to more than this rate a minute, the interval told before counts.
const READY_RATE: u32 = admission::serving::READY_RATE.0;

#[derive(Debug)]
pub(super) struct OrderOracle {
    slack_ms: u64,
    /// Visitors who keep to their poll intervals, wait, and have not been overtaken yet.
    waiting: BTreeSet<u64>,
    overtaken: Vec<Overtaken>,
    persons: Vec<OrderVisitor>,
    last_grant: u64,
    rate: u32,
    /// Places that ended before they had a number.
    unnumbered: Vec<u64>,
}

/// A poll can come this much late because of network delay, in milliseconds; a visitor whose poll
/// comes later does not keep to the interval.
const LATE_MS: u64 = 500;

/// A visitor who was overtaken by a higher number.
#[derive(Debug, Clone, Copy)]
struct Overtaken {
    /// The time of the first overtaking.
    since: u64,
    number: u64,
    /// The value of [`OrderVisitor::excused`] when the clock started.
    start: u32,
    /// The poll interval of the visitor's last answer; the visitor cannot learn of the turn until
    /// it is over.
    interval_ms: u64,
}

#[derive(Debug, Clone, Default)]
struct OrderVisitor {
    /// Whether the visitor keeps to the poll interval and waits for the first grant.
    waits: bool,
    /// Whether the place was granted, cancelled or uncounted; later requests are not judged.
    done: bool,
    interval_ms: u64,
    heard: u64,
    /// The node that the visitor polled last.
    node: usize,
    /// Increases whenever the visitor's clock is stopped.
    excused: u32,
}

impl OrderOracle {
    /// Returns the oracle of a room in a world.
    pub(super) fn new(world: &OracleContext) -> Self {
        let others_ms = match (world.single, world.gap_ms > NETWORK_MS) {
            (true, _) => 0,
            (false, false) => OTHERS_MS,
            (false, true) => OTHERS_SLOW_MS,
        };
        Self {
            slack_ms: world.slack_ms + others_ms,
            waiting: BTreeSet::new(),
            overtaken: Vec::new(),
            persons: Vec::new(),
            last_grant: 0,
            rate: 0,
            unnumbered: Vec::new(),
        }
    }

    pub(super) fn witness(&mut self, at: FactTime, fact: &Fact, numbering: &Numbering) -> Result<(), String> {
        match *fact {
            Fact::Shown {
                number,
                interval_ms,
                diligent: true,
                node,
                ..
            } => self.polls(number, (interval_ms, node), at.real_ms),
            // A visitor without a number got no answer that sets an order.
            Fact::Late { place } => _ = numbering.number(place).map(|number| self.late(number)),
            Fact::Cancelled { place } | Fact::Uncounted { place } => match numbering.number(place) {
                Some(number) => self.gone(number),
                None => self.unnumbered.push(place),
            },
            Fact::Numbered { .. } => {
                for place in std::mem::take(&mut self.unnumbered) {
                    match numbering.number(place) {
                        Some(number) => self.gone(number),
                        None => self.unnumbered.push(place),
                    }
                }
            }
            Fact::NodeFailed { node } => self.excuse_where(|person| person.node == node),
            Fact::FailedOver { .. } | Fact::Recovered { .. } => self.excuse(),
            Fact::Rate { per_minute } if per_minute != self.rate => {
                if per_minute > READY_RATE {
                    self.excuse();
                }
                self.rate = per_minute;
            }
            // A node grants by lease to the lowest number that it knows.
            Fact::Leased { number, current, .. } => {
                self.excuse();
                if current {
                    self.gone(number);
                }
            }
            Fact::Grant { number, .. } => return self.grant(number, at.real_ms),
            _ => {}
        }
        Ok(())
    }

    fn polls(&mut self, number: u64, (interval_ms, node): (u64, usize), now: u64) {
        let person = entry(&mut self.persons, number);
        (person.interval_ms, person.heard, person.node) = (interval_ms, now, node);
        if !person.waits && !person.done {
            person.waits = true;
            self.waiting.insert(number);
        }
    }

    /// Stops the visitor's clock until the next poll.
    fn late(&mut self, number: u64) {
        let person = entry(&mut self.persons, number);
        (person.waits, person.excused) = (false, person.excused + 1);
        self.waiting.remove(&number);
    }

    fn gone(&mut self, number: u64) {
        self.late(number);
        entry(&mut self.persons, number).done = true;
    }

    /// Stops all clocks, because no visitor can be held to an interval.
    fn excuse(&mut self) {
        self.excuse_where(|_| true);
    }

    /// Stops the clocks of some visitors.
    fn excuse_where(&mut self, is_excused: impl Fn(&OrderVisitor) -> bool) {
        let persons = &mut self.persons;
        let waiting = &mut self.waiting;
        self.overtaken.retain(|Overtaken { number, start, .. }| {
            let person = &mut persons[index(*number)];
            if !is_excused(person) {
                return true;
            }
            if person.waits && person.excused == *start {
                person.excused += 1;
                waiting.insert(*number);
            }
            false
        });
    }

    fn grant(&mut self, granted: u64, now: u64) -> Result<(), String> {
        let period_ms = 60_000_u64.checked_div(u64::from(self.rate)).unwrap_or(0);
        if now - self.last_grant > 2 * period_ms + 3_000 {
            // There was no grant for a while: the minute was full, or no visitor asked.
            self.excuse();
        }
        self.last_grant = now;
        self.gone(granted);
        while let Some(number) = self.waiting.first().copied().filter(|number| *number < granted) {
            self.waiting.remove(&number);
            let OrderVisitor {
                excused: start,
                interval_ms,
                ..
            } = self.persons[index(number)];
            self.overtaken.push(Overtaken {
                since: now,
                number,
                start,
                interval_ms,
            });
        }
        let persons = &mut self.persons;
        self.overtaken.retain(|overtaken| {
            let person = &mut persons[index(overtaken.number)];
            if now - person.heard > person.interval_ms + LATE_MS {
                person.waits = false;
            }
            person.waits && person.excused == overtaken.start
        });
        let late = |overtaken: &&Overtaken| {
            let allowed_ms = overtaken.interval_ms + TURN_MS + self.slack_ms;
            overtaken.number < granted && now - overtaken.since > allowed_ms
        };
        match self.overtaken.iter().find(late) {
            None => Ok(()),
            Some(Overtaken {
                since,
                number,
                interval_ms,
                ..
            }) => Err(format!(
                "{number} polls as told, every {interval_ms} ms, and {granted} is granted {} ms after the first who overtook, {} ms are allowed",
                now - since,
                interval_ms + TURN_MS + self.slack_ms
            )),
        }
    }
}

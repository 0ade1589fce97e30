//! 3: of two visitors who both poll as told the lower number is granted first, to within one poll
//! interval.
//!
//! Who is overtaken starts a clock with the first overtaking. Higher numbers may be granted until
//! the interval they had been told is over, and until they have had their turn to ask; after that a
//! higher grant breaks the rule. Whoever could not do as told starts anew when they are heard
//! again.

use std::collections::BTreeSet;

use admission::estimate::POLL_MS_MIN;

use super::draw::Numbering;
use super::{Fact, FactTime, entry, index};

/// One interval until they ask, and one more if others were let go first.
const TURN_MS: u64 = 2 * POLL_MS_MIN;

#[derive(Debug)]
pub(super) struct OrderOracle {
    slack_ms: u64,
    /// Who polls as told, waits, and was not overtaken yet.
    waiting: BTreeSet<u64>,
    overtaken: Vec<Overtaken>,
    persons: Vec<OrderVisitor>,
    last_grant: u64,
    rate: u32,
    /// Places that came to an end before they had a number.
    early: Vec<u64>,
}

/// A poll may come so much later than told, for the way to the server; who is later does not poll
/// as told.
const LATE_MS: u64 = 500;

/// Somebody whom a higher number passed.
#[derive(Debug, Clone, Copy)]
struct Overtaken {
    /// When for the first time.
    since: u64,
    number: u64,
    /// Which start of their clock this is.
    start: u32,
    /// The interval they were told before: until it is over they could not know.
    interval_ms: u64,
}

#[derive(Debug, Clone, Default)]
struct OrderVisitor {
    /// Polls as told, and waits for the first grant.
    waits: bool,
    /// Was granted, cancelled or not counted any more: comes again as a guest.
    done: bool,
    interval_ms: u64,
    heard: u64,
    /// Rises whenever their clock is stopped.
    excused: u32,
}

impl OrderOracle {
    pub(super) fn new(slack_ms: u64) -> Self {
        Self {
            slack_ms,
            waiting: BTreeSet::new(),
            overtaken: Vec::new(),
            persons: Vec::new(),
            last_grant: 0,
            rate: 0,
            early: Vec::new(),
        }
    }

    pub(super) fn witness(&mut self, at: FactTime, fact: &Fact, numbering: &Numbering) -> Result<(), String> {
        match *fact {
            Fact::Shown {
                number,
                interval_ms,
                diligent: true,
                ..
            } => self.polls(number, interval_ms, at.real_ms),
            // Who has no number yet was told nothing that could be kept to.
            Fact::Late { place } => _ = numbering.number(place).map(|number| self.late(number)),
            Fact::Cancelled { place } | Fact::Uncounted { place } => match numbering.number(place) {
                Some(number) => self.gone(number),
                None => self.early.push(place),
            },
            Fact::Numbered { .. } => {
                for place in std::mem::take(&mut self.early) {
                    match numbering.number(place) {
                        Some(number) => self.gone(number),
                        None => self.early.push(place),
                    }
                }
            }
            Fact::Excused | Fact::Control { .. } | Fact::FailedOver { .. } | Fact::Recovered { .. } => self.excuse(),
            Fact::Rate { per_minute } if per_minute != self.rate => {
                self.rate = per_minute;
                self.excuse();
            }
            // Who is let through alone is the lowest that the node knows of.
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

    fn polls(&mut self, number: u64, interval_ms: u64, now: u64) {
        let person = entry(&mut self.persons, number);
        (person.interval_ms, person.heard) = (interval_ms, now);
        if !person.waits && !person.done {
            person.waits = true;
            self.waiting.insert(number);
        }
    }

    /// They start anew when they are heard again.
    fn late(&mut self, number: u64) {
        let person = entry(&mut self.persons, number);
        (person.waits, person.excused) = (false, person.excused + 1);
        self.waiting.remove(&number);
    }

    fn gone(&mut self, number: u64) {
        self.late(number);
        entry(&mut self.persons, number).done = true;
    }

    /// Nobody can be held to an interval: all clocks stop.
    fn excuse(&mut self) {
        for Overtaken { number, start, .. } in std::mem::take(&mut self.overtaken) {
            let person = &mut self.persons[index(number)];
            if person.waits && person.excused == start {
                person.excused += 1;
                self.waiting.insert(number);
            }
        }
    }

    fn grant(&mut self, granted: u64, now: u64) -> Result<(), String> {
        let period_ms = 60_000_u64.checked_div(u64::from(self.rate)).unwrap_or(0);
        if now - self.last_grant > 2 * period_ms + 3_000 {
            // Nobody was let through for a while: the minute was full, or nobody asked.
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
                "{number} polls as told, every {interval_ms} ms, and {granted} is granted {} ms after the first who overtook",
                now - since
            )),
        }
    }
}

//! 3: of two visitors who both poll as told the lower number is granted first, to within one poll interval.
//!
//! Who is overtaken starts a clock with the first overtaking. Higher numbers may be granted until the interval they were told is over, and until they
//! have had their turn to ask; after that a higher grant breaks the rule. Whoever could not do as told starts anew.

use std::collections::{BTreeSet, VecDeque};

use admission::estimate::POLL_MS_MIN;

use super::{At, Fact, entry, index};

/// One interval until they ask, and one more if others were let go first.
const TURN_MS: u64 = 2 * POLL_MS_MIN;
/// Somebody whose clock started this long ago is looked at again no later than this.
const INTERVAL_MS_MAX: u64 = 60_000;

#[derive(Debug)]
pub(super) struct Order {
    slack_ms: u64,
    /// Who polls as told, waits, and was not overtaken yet.
    waiting: BTreeSet<u64>,
    /// Who was overtaken: since when, who, and which start of their clock this is.
    overtaken: VecDeque<(u64, u64, u32)>,
    persons: Vec<Person>,
    last_grant: u64,
    rate: u32,
}

#[derive(Debug, Clone, Default)]
struct Person {
    waits: bool,
    interval_ms: u64,
    /// Rises whenever their clock is stopped.
    excused: u32,
}

impl Order {
    pub(super) fn new(slack_ms: u64) -> Self {
        Self {
            slack_ms,
            waiting: BTreeSet::new(),
            overtaken: VecDeque::new(),
            persons: Vec::new(),
            last_grant: 0,
            rate: 0,
        }
    }

    pub(super) fn witness(&mut self, at: At, fact: &Fact) -> Result<(), String> {
        match *fact {
            Fact::Shown {
                number,
                interval_ms,
                diligent: true,
                ..
            } => self.polls(number, interval_ms),
            Fact::Late { number } => self.late(number),
            Fact::Cancelled { number } | Fact::Uncounted { number } => self.gone(number),
            Fact::Excused | Fact::Control { .. } => self.excuse(),
            Fact::Rate { per_minute } if per_minute != self.rate => {
                self.rate = per_minute;
                self.excuse();
            }
            Fact::Grant { number, .. } => return self.grant(number, at.real_ms),
            _ => {}
        }
        Ok(())
    }

    fn polls(&mut self, number: u64, interval_ms: u64) {
        let person = entry(&mut self.persons, number);
        person.interval_ms = interval_ms;
        // Whoever was granted and comes again is no newcomer to the line.
        if !person.waits && person.excused == 0 {
            person.waits = true;
            self.waiting.insert(number);
        }
    }

    fn late(&mut self, number: u64) {
        let person = entry(&mut self.persons, number);
        if person.waits {
            person.excused += 1;
            self.waiting.insert(number);
        }
    }

    fn gone(&mut self, number: u64) {
        let person = entry(&mut self.persons, number);
        (person.waits, person.excused) = (false, person.excused + 1);
        self.waiting.remove(&number);
    }

    /// Nobody can be held to an interval: all clocks stop.
    fn excuse(&mut self) {
        for (_, number, start) in std::mem::take(&mut self.overtaken) {
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
            let start = self.persons[index(number)].excused;
            self.overtaken.push_back((now, number, start));
        }
        let longest_ms = INTERVAL_MS_MAX + TURN_MS + self.slack_ms;
        while let Some((since, number, start)) = self.overtaken.front().copied() {
            let person = &self.persons[index(number)];
            let stale = !person.waits || person.excused != start;
            if !stale && since + longest_ms >= now {
                break;
            }
            self.overtaken.pop_front();
            if !stale && number < granted {
                return Err(overtaken(number, granted, person.interval_ms, now - since));
            }
        }
        self.judge_recent(granted, now)
    }

    fn judge_recent(&self, granted: u64, now: u64) -> Result<(), String> {
        for (since, number, start) in &self.overtaken {
            let person = &self.persons[index(*number)];
            let span_ms = now - since;
            let late = span_ms > person.interval_ms + TURN_MS + self.slack_ms;
            if late && person.waits && person.excused == *start && *number < granted {
                return Err(overtaken(*number, granted, person.interval_ms, span_ms));
            }
        }
        Ok(())
    }
}

fn overtaken(number: u64, granted: u64, interval_ms: u64, span_ms: u64) -> String {
    format!(
        "{number} polls as told, every {interval_ms} ms, and {granted} is granted {span_ms} ms after the first who overtook"
    )
}

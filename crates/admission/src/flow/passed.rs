//! The places that the serving line has passed and that still count as ahead of others.
//!
//! The line waits for a place for two of its poll intervals after it was reached. A visitor who has
//! polled by then is in front, and counts until let through, until the place is given up, or until
//! there was no poll for too long. The place of any other visitor is *passed over*: the line no
//! longer waits for it, so it no longer counts as ahead of anybody. It keeps its number and its
//! mark, and its visitor is served on coming back. It then costs a permit that no estimate
//! included, as does every place that no longer counted because of its silence.
//!
//! The shown number of people ahead of a number counts the places below it that count and that the
//! line has not passed, and the passed places that were heard in time. Both sets only shrink for a
//! given number, so it never rises. The same holds where two ledgers are merged after a failover: a
//! place counts where it counts in both.

use crate::marks::{Mark, Marks};
use crate::units::{Ahead, Number};

/// The most places remembered as polling in front: what a room of 60,000 a minute needs. Further
/// ones are not remembered, so they no longer count when the line has passed them.
pub const HEARD_MAX: usize = 8_192;

/// The places passed that still count, part of the ledger.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PassedOver {
    /// The line no longer waits for any number below this one.
    to: Number,
    /// The numbers heard since the line reached them that still count, in order.
    heard: Vec<Number>,
}

impl PassedOver {
    /// Creates it from its parts; numbers that are out of order were damaged and are left out.
    pub(crate) fn new(to: Number, mut heard: Vec<Number>) -> Self {
        heard.truncate(HEARD_MAX);
        heard.dedup();
        Self { to, heard }
    }

    /// Returns the number up to which the line has passed, and the numbers heard.
    pub(crate) fn parts(&self) -> (Number, &[Number]) {
        (self.to, &self.heard)
    }

    /// Records a poll of a place in front, which still counts.
    pub(crate) fn record_poll(&mut self, number: Number) {
        if number < self.to || self.heard.len() == HEARD_MAX {
            return;
        }
        if let Err(at) = self.heard.binary_search(&number) {
            self.heard.insert(at, number);
        }
    }

    /// Records that a place no longer counts.
    pub(crate) fn uncount(&mut self, number: Number) {
        if let Ok(at) = self.heard.binary_search(&number) {
            self.heard.remove(at);
        }
    }

    /// Passes over all places below a number that have not polled.
    pub(crate) fn pass(&mut self, to: Number) {
        self.to = self.to.max(to);
    }

    /// Returns one past the last number that was passed.
    #[must_use]
    pub fn to(&self) -> Number {
        self.to
    }

    /// Returns whether a place is known to have polled since the line reached it.
    #[must_use]
    pub fn is_heard(&self, number: Number) -> bool {
        self.heard.binary_search(&number).is_ok()
    }

    /// Returns how many of the places below a number that was passed still count.
    #[must_use]
    pub fn heard_below(&self, number: Number) -> u64 {
        self.heard.partition_point(|heard| *heard < number) as u64
    }

    /// Returns the first place from a number on that is known to have polled since the line reached
    /// it and still counts.
    #[must_use]
    pub fn first_heard(&self, from: Number) -> Option<Number> {
        let at = self.heard.partition_point(|heard| *heard < from);
        self.heard.get(at).copied()
    }

    /// Returns how many places that count by their marks were passed over.
    #[must_use]
    pub fn passed_over(&self, marks: &Marks) -> u64 {
        marks.ahead(self.to).0.saturating_sub(self.heard_below(self.to))
    }

    /// Returns the people ahead of a number.
    #[must_use]
    pub fn ahead(&self, number: Number, marks: &Marks) -> Ahead {
        if number <= self.to {
            return Ahead(self.heard_below(number));
        }
        Ahead(marks.ahead(number).0.saturating_sub(self.passed_over(marks)))
    }

    /// Merges the knowledge of another ledger of the same run: a place counts if it counts in both.
    /// `marks`: the marks of both.
    pub(crate) fn merge(&mut self, other: &Self, marks: &Marks) {
        let counts = |one: &Self, number: Number| number >= one.to || one.heard.binary_search(&number).is_ok();
        let mut heard: Vec<Number> = self.heard.iter().chain(&other.heard).copied().collect();
        heard.sort_unstable();
        heard.dedup();
        heard.retain(|number| counts(self, *number) && counts(other, *number) && !marks.has(*number, Mark::Uncounted));
        heard.truncate(HEARD_MAX);
        self.heard = heard;
        self.to = self.to.max(other.to);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    /// An event of the places in front.
    #[derive(Debug, Clone, Copy)]
    enum Event {
        Heard(u64),
        Uncounted(u64),
        Passed(u64),
    }

    fn events() -> impl Strategy<Value = Vec<Event>> {
        let event = prop_oneof![
            3 => (0..60_u64).prop_map(Event::Heard),
            2 => (0..60_u64).prop_map(Event::Uncounted),
            1 => (0..60_u64).prop_map(Event::Passed),
        ];
        prop::collection::vec(event, 0..80)
    }

    #[derive(Debug, Clone, Default)]
    struct Line {
        passed: PassedOver,
        marks: Marks,
    }

    impl Line {
        fn happens(&mut self, event: Event) {
            match event {
                Event::Heard(number) if !self.marks.has(Number(number), Mark::Uncounted) => {
                    self.passed.record_poll(Number(number));
                }
                Event::Heard(_) => {}
                Event::Uncounted(number) => {
                    self.marks.set(Number(number), Mark::Uncounted);
                    self.passed.uncount(Number(number));
                }
                Event::Passed(to) => self.passed.pass(Number(to)),
            }
        }

        fn ahead(&self) -> Vec<u64> {
            (0..70)
                .map(|number| self.passed.ahead(Number(number), &self.marks).0)
                .collect()
        }
    }

    proptest! {
        #[test]
        fn people_ahead_agree_with_plain_sets_and_never_rise(events in events()) {
            let mut line = Line::default();
            let (mut gone, mut heard, mut over, mut to) = (BTreeSet::new(), BTreeSet::new(), BTreeSet::new(), 0);
            let mut before = line.ahead();
            for event in events {
                line.happens(event);
                match event {
                    Event::Heard(number) => _ = heard.insert(number),
                    Event::Uncounted(number) => _ = gone.insert(number),
                    Event::Passed(now) => {
                        over.extend((to..now).filter(|number| !heard.contains(number)));
                        to = to.max(now);
                    }
                }
                let after = line.ahead();
                for (number, ahead) in (0_u64..).zip(&after) {
                    let counts = |below: &u64| !gone.contains(below) && !over.contains(below);
                    prop_assert_eq!(*ahead, (0..number).filter(counts).count() as u64, "{} after {:?}", number, event);
                }
                prop_assert!(before.iter().zip(&after).all(|(before, after)| after <= before));
                before = after;
            }
        }

        #[test]
        fn merged_ledgers_show_no_more_people_ahead_than_either(
            together in events(), here in events(), there in events(),
        ) {
            let mut line = Line::default();
            together.into_iter().for_each(|event| line.happens(event));
            let mut other = line.clone();
            here.into_iter().for_each(|event| line.happens(event));
            there.into_iter().for_each(|event| other.happens(event));
            let shown = [line.ahead(), other.ahead()];
            for number in other.marks.places(Mark::Uncounted).collect::<Vec<_>>() {
                line.happens(Event::Uncounted(number.0));
            }
            line.passed.merge(&other.passed, &line.marks);
            for (number, ahead) in line.ahead().into_iter().enumerate() {
                prop_assert!(shown.iter().all(|shown| ahead <= shown[number]), "{} of {}", ahead, number);
            }
        }
    }

    #[test]
    fn more_than_can_be_remembered_leave_the_count_when_they_are_passed() {
        let mut line = Line::default();
        (0..HEARD_MAX as u64 + 9).for_each(|number| line.happens(Event::Heard(number)));
        let behind = Number(HEARD_MAX as u64 + 20);
        assert_eq!(line.passed.ahead(behind, &line.marks), Ahead(behind.0));
        line.passed.pass(Number(HEARD_MAX as u64 + 9));
        assert_eq!(line.passed.ahead(behind, &line.marks), Ahead(HEARD_MAX as u64 + 11));
    }
}

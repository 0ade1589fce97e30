//! The serving line: the number up to which visitors are notified of their turn.
//!
//! The line moves so that the notified visitors who are present cover `max(8 s of outflow, 3
//! people)`. On a site with a cap on its sessions, the outflow is at most the free slots and those
//! that become free, but few free slots do not make the line slower. A place counts as `1 − no-show
//! ratio` until two of its poll intervals have passed since the notification. A place that has not
//! polled by then is passed over: it keeps its number, is served when its visitor polls again, and
//! counts in the no-show ratio. Places notified within one second form a *cohort*, so the ledger
//! keeps at most one cohort per second. The line waits only for the expected share of a cohort,
//! less the places that have polled: once that share is present, the others are likely to stay away
//! and must not delay the line. A place that is passed over no longer counts as ahead of others
//! ([`crate::passed`]).

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::estimate::IN_FRONT_MIN;
use crate::marks::{Mark, Marks};
use crate::passed::PassedOver;
use crate::poll_interval::POLL_MS_MIN;
use crate::ratio::Ratio;
use crate::time::FlowMs;
use crate::units::{Ahead, Number, PerMinute};

/// How much outflow the visitors present in front should cover, in milliseconds.
pub const COVER_MS: u64 = 8_000;
/// The minimum number of visitors who should be present in front.
pub const COVER_PEOPLE_MIN: u64 = IN_FRONT_MIN;
/// Places notified within this many milliseconds form one cohort.
pub const COHORT_SPAN_MS: u64 = 1_000;
/// Time that a cohort has in addition to two poll intervals, for the network, in milliseconds.
pub const COHORT_SLACK_MS: u64 = 2_000;
/// A longer time between two commits of a line in which visitors wait, in milliseconds, means that
/// the store was away.
const OUTAGE_MS: u64 = 2_000;
/// The most places that the line passes in one batch.
pub const STEPS_MAX: u64 = 200_000;
/// If the rate rises up to this many visitors per minute, all visitors whom the line reaches poll
/// in time.
pub const READY_RATE: PerMinute = PerMinute(600);
/// The least that a notified place counts, whatever the no-show ratio.
const SHOW_UP_MIN: f64 = 0.05;

/// Places that were notified together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Cohort {
    from: Number,
    /// One past the last number.
    to: Number,
    opened: FlowMs,
    expires: FlowMs,
    /// Counted places among them when the line reached them.
    counted: u64,
    /// Places that have polled since: of this cohort, and of those passed over earlier.
    heard: u64,
}

/// The state of the serving line, part of the ledger.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Serving {
    #[serde(rename = "told_to")]
    notified_to: Number,
    cohorts: VecDeque<Cohort>,
    /// Stored after the ledger's other fields.
    #[serde(skip)]
    pub(crate) passed: PassedOver,
}

/// The inputs from which the line computes how far to move.
#[derive(Debug, Clone, Copy)]
pub struct Cover<'a> {
    /// The flow time.
    pub now: FlowMs,
    /// The rate at which visitors are let through.
    pub rate: PerMinute,
    /// On a site with a cap on its sessions, how many of the slots that are free, or likely to
    /// become so, people can take within [`COVER_MS`]; 0 without a cap. The effective rate of such
    /// a site is not used here, because it spreads the free slots over a whole minute.
    pub slots: u64,
    /// Notified visitors who polled recently.
    pub present: u64,
    /// One past the last known number.
    pub next: Number,
    /// Share of the places reached that did not answer.
    pub no_show: f64,
    /// The poll interval of the places that are about to be reached, in milliseconds.
    pub poll_interval_ms: u64,
    /// The marks, which show the settled and the counted places.
    pub marks: &'a Marks,
}

/// Returns the longest interval until the next poll of a place with `distance` people between it
/// and the line, in milliseconds: the time in which the line comes there at [`READY_RATE`].
///
/// The rate can rise at any moment, from 0 as well. If a place near the line polled by its estimate
/// alone, it would sleep for most of a minute at a low rate, and visitors who arrive after a rise
/// would pass it.
#[must_use]
pub fn poll_ms_max(distance: Ahead) -> u64 {
    distance.0.saturating_mul(60_000) / u64::from(READY_RATE.0)
}

impl Serving {
    /// Returns one past the last number whose visitor is notified of the turn.
    #[must_use]
    pub fn notified_to(&self) -> Number {
        self.notified_to
    }

    /// Returns the first number for which the line still waits.
    #[must_use]
    pub fn waited_from(&self) -> Number {
        self.cohorts.front().map_or(self.notified_to, |oldest| oldest.from)
    }

    /// Returns the places that the line has passed and that still count.
    #[must_use]
    pub fn passed(&self) -> &PassedOver {
        &self.passed
    }

    /// Records a poll of a place that the line has reached.
    pub(crate) fn record_poll(&mut self, number: Number, marks: &Marks) {
        if number < self.notified_to && !marks.has(number, Mark::Uncounted) {
            self.passed.record_poll(number);
        }
    }

    /// Records the first poll of a place since its notification.
    ///
    /// A visitor who was passed over and is still counted was not a no-show after all: the oldest
    /// cohort's count compensates for that.
    pub fn record_first_poll(&mut self, number: Number, marks: &Marks) {
        if marks.has(number, Mark::Uncounted) {
            return;
        }
        let position = self.cohorts.partition_point(|cohort| cohort.to <= number);
        if let Some(cohort) = self.cohorts.get_mut(position).filter(|cohort| cohort.from <= number) {
            cohort.heard += 1;
        } else if position == 0
            && let Some(oldest) = self.cohorts.front_mut()
        {
            oldest.heard += 1;
        }
    }

    /// Passes over places that did not answer in time, and counts them as no-shows. `before` is the
    /// flow time of the commit before.
    ///
    /// After an outage of the store, visitors whom the line had just reached are not passed over at
    /// once: the last commits may have become known only at its end, so these visitors could not
    /// answer earlier.
    pub fn expire(&mut self, now: FlowMs, before: FlowMs, no_shows: &mut Ratio) {
        if now.since(before) > OUTAGE_MS {
            let least = now.plus(2 * POLL_MS_MIN + COHORT_SLACK_MS);
            let reached = |cohort: &Cohort| before.since(cohort.opened) < COHORT_SPAN_MS + POLL_MS_MIN;
            for cohort in self.cohorts.iter_mut().rev().take_while(|cohort| reached(cohort)) {
                cohort.expires = cohort.expires.max(least);
            }
        }
        self.cohorts.retain(|cohort| {
            if cohort.expires <= now {
                no_shows.count(now, cohort.counted.saturating_sub(cohort.heard), cohort.counted);
                no_shows.uncount(cohort.heard.saturating_sub(cohort.counted));
            }
            cohort.expires > now
        });
        self.passed.pass(self.waited_from());
        no_shows.forget(now);
    }

    /// Moves the line until the present and the expected visitors cover the permits of the near
    /// future.
    pub fn advance(&mut self, cover: &Cover<'_>) {
        if cover.rate == PerMinute(0) {
            return;
        }
        let target = cover.rate.in_ms(COVER_MS).max(cover.slots).max(COVER_PEOPLE_MIN) as f64;
        let show_up = (1.0 - cover.no_show).max(SHOW_UP_MIN);
        let to_come = |cohort: &Cohort| (cohort.counted as f64 * show_up - cohort.heard as f64).max(0.0);
        let mut covered = cover.present as f64 + self.cohorts.iter().map(to_come).sum::<f64>();
        let from = self.notified_to;
        let mut counted = 0;
        while covered < target && self.notified_to < cover.next && self.notified_to.0 - from.0 < STEPS_MAX {
            if !cover.marks.settled(self.notified_to) && !cover.marks.has(self.notified_to, Mark::Uncounted) {
                covered += show_up;
                counted += 1;
            }
            self.notified_to.0 += 1;
        }
        self.record(from, counted, cover);
    }

    fn record(&mut self, from: Number, counted: u64, cover: &Cover<'_>) {
        if counted == 0 {
            return;
        }
        let to = self.notified_to;
        let expires = cover.now.plus(2 * cover.poll_interval_ms + COHORT_SLACK_MS);
        match self
            .cohorts
            .back_mut()
            .filter(|cohort| cover.now.since(cohort.opened) < COHORT_SPAN_MS)
        {
            Some(cohort) => {
                cohort.to = to;
                cohort.counted += counted;
                cohort.expires = cohort.expires.max(expires);
            }
            None => self.cohorts.push_back(Cohort {
                from,
                to,
                opened: cover.now,
                expires,
                counted,
                heard: 0,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cover(marks: &Marks, now: u64, present: u64, rate: u32) -> Cover<'_> {
        Cover {
            now: FlowMs(now),
            rate: PerMinute(rate),
            slots: 0,
            present,
            next: Number(1_000),
            no_show: 0.0,
            poll_interval_ms: 2_000,
            marks,
        }
    }

    #[test]
    fn three_people_at_least_and_eight_seconds_of_outflow() {
        let marks = Marks::default();
        let mut serving = Serving::default();
        serving.advance(&cover(&marks, 0, 0, 1));
        assert_eq!(serving.notified_to(), Number(3));
        serving.advance(&cover(&marks, 0, 0, 600));
        assert_eq!(serving.notified_to(), Number(80));
        serving.advance(&cover(&marks, 0, 0, 0));
        assert_eq!(serving.notified_to(), Number(80), "a held room tells nobody more");
    }

    #[test]
    fn free_slots_are_covered_at_once() {
        let marks = Marks::default();
        let mut serving = Serving::default();
        let slots = |slots, present| Cover {
            slots,
            ..cover(&marks, 0, present, 23)
        };
        serving.advance(&slots(23, 0));
        assert_eq!(serving.notified_to(), Number(23), "not 8 s of 23 a minute");
        (0..23).for_each(|number| serving.record_first_poll(Number(number), &marks));
        serving.advance(&slots(10, 10));
        assert_eq!(
            serving.notified_to(),
            Number(23),
            "nobody is called for a slot that is taken"
        );
        serving.advance(&Cover {
            rate: PerMinute(0),
            ..slots(40, 0)
        });
        assert_eq!(serving.notified_to(), Number(23), "a held room tells nobody more");
    }

    #[test]
    fn silent_places_are_passed_over_after_two_intervals_and_counted() {
        let marks = Marks::default();
        let mut serving = Serving::default();
        let mut no_shows = Ratio::default();
        serving.advance(&cover(&marks, 0, 0, 60));
        assert_eq!(serving.notified_to(), Number(8));
        for number in 0..6 {
            serving.record_first_poll(Number(number), &marks);
        }
        serving.expire(FlowMs(5_999), FlowMs(5_499), &mut no_shows);
        assert_eq!(no_shows.sums(), (0, 0));
        serving.expire(FlowMs(6_000), FlowMs(5_500), &mut no_shows);
        assert_eq!(no_shows.sums(), (2, 8));
        serving.advance(&cover(&marks, 6_000, 6, 60));
        assert_eq!(serving.notified_to(), Number(10), "two more are told instead");
    }

    #[test]
    fn nobody_is_passed_over_at_the_end_of_an_outage() {
        let marks = Marks::default();
        let mut serving = Serving::default();
        let mut no_shows = Ratio::default();
        serving.advance(&cover(&marks, 0, 0, 60));
        serving.expire(FlowMs(20_000), FlowMs(0), &mut no_shows);
        assert_eq!((serving.waited_from(), no_shows.sums()), (Number(0), (0, 0)));
        serving.expire(FlowMs(25_999), FlowMs(25_500), &mut no_shows);
        assert_eq!(serving.waited_from(), Number(0), "they have as long as anybody");
        serving.expire(FlowMs(26_000), FlowMs(25_999), &mut no_shows);
        assert_eq!((serving.waited_from(), no_shows.sums()), (Number(8), (8, 8)));
    }

    #[test]
    fn a_passed_over_visitor_who_polls_is_no_no_show() {
        let marks = Marks::default();
        let mut serving = Serving::default();
        let mut no_shows = Ratio::default();
        serving.advance(&cover(&marks, 0, 0, 60));
        serving.expire(FlowMs(6_000), FlowMs(5_500), &mut no_shows);
        assert_eq!(no_shows.sums(), (8, 8));
        serving.advance(&cover(&marks, 6_000, 0, 60));
        (0..12).for_each(|number| serving.record_first_poll(Number(number), &marks));
        serving.expire(FlowMs(12_000), FlowMs(11_500), &mut no_shows);
        assert_eq!(no_shows.sums(), (4, 16), "0 to 7 are here after all, 12 to 15 are not");
    }

    #[test]
    fn the_silent_rest_of_a_cohort_does_not_hold_up_the_line() {
        let marks = Marks::default();
        let mut serving = Serving::default();
        let ghosts = |now, present| Cover {
            no_show: 0.5,
            ..cover(&marks, now, present, 600)
        };
        serving.advance(&ghosts(0, 0));
        assert_eq!(serving.notified_to(), Number(160), "80 of them will come");
        (0..80).for_each(|number| serving.record_first_poll(Number(number), &marks));
        serving.advance(&ghosts(1_000, 80));
        assert_eq!(serving.notified_to(), Number(160), "they are there");
        serving.advance(&ghosts(2_000, 60));
        assert_eq!(
            serving.notified_to(),
            Number(200),
            "20 are through, and 40 told instead"
        );
    }

    #[test]
    fn settled_and_uncounted_places_do_not_cover_permits() {
        let mut marks = Marks::default();
        marks.set(Number(0), Mark::Redirected);
        marks.set(Number(1), Mark::Cancelled);
        marks.set(Number(2), Mark::Uncounted);
        let mut serving = Serving::default();
        serving.advance(&cover(&marks, 0, 0, 1));
        assert_eq!(serving.notified_to(), Number(6));
    }
}

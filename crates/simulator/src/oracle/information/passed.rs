//! Places that were passed over: places that count and have not polled for [`LATE_MS`] since the
//! line reached them, or since their last poll.

use std::collections::VecDeque;

use admission::poll_interval::POLL_MS_MIN;

use super::{InformedVisitor, LATE_MS};
use crate::oracle::count::Count;
use crate::oracle::draw::Numbering;
use crate::oracle::entry;

/// Tracks the places that were passed over.
#[derive(Debug, Default)]
pub(super) struct Passed {
    /// The times at which the line reached numbers (one past each).
    reached: VecDeque<(u64, u64)>,
    /// Recent polls in order; visitors in front should poll again.
    pub(super) front: VecDeque<(u64, u64)>,
    /// All numbers below this one are known to have been passed over, or not.
    below: u64,
    /// Flow time at which a place was last found to be passed over.
    pub(super) over_at: Option<u64>,
}

impl Passed {
    /// Records how far the line has reached.
    pub(super) fn reached(&mut self, below: u64, now: u64) {
        if self.reached.back().map_or(self.below, |(_, reached)| *reached) < below {
            self.reached.push_back((now, below));
        }
    }

    /// Finds the places that have been passed over by now.
    pub(super) fn over(
        &mut self,
        now: u64,
        flow: u64,
        count: &Count,
        persons: &mut Vec<InformedVisitor>,
        numbering: &Numbering,
    ) {
        while let Some((at, below)) = self.reached.pop_front_if(|(at, _)| *at + LATE_MS <= now) {
            for number in (self.below..below).filter(|number| !count.is_uncounted(*number)) {
                let person = entry(persons, numbering.place(number).unwrap_or(number));
                person.passed_over = person.polled.is_none_or(|polled| polled < at);
                if person.passed_over {
                    self.over_at = Some(flow);
                }
            }
            self.below = below;
        }
        while let Some((at, place)) = self.front.pop_front_if(|(at, _)| *at + POLL_MS_MIN + LATE_MS <= now) {
            let Some(number) = numbering.number(place) else {
                continue;
            };
            let person = entry(persons, place);
            if number < self.below && person.polled == Some(at) && !count.is_uncounted(number) {
                person.passed_over = true;
                self.over_at = Some(flow);
            }
        }
    }
}

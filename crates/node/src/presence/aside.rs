//! Visitors who stepped aside shortly before their turn, to come back within minutes: "hold my
//! turn".
//!
//! A visitor who is aside does not claim. The line therefore passes the place over like that of any
//! absent visitor, and serves it with the next free permit after the return. The engine does not
//! need to know. The browser stores the hold ([`TurnHold`]). A node also remembers it
//! ([`AsideMemory`]), so that the line does not wait for a poll that will not come, and to count
//! these visitors for operators (`aside` of a room's figures). This memory is not stored, and a
//! node without it still behaves correctly.
//!
//! A visitor can step aside only if it is certain that no permit was spent on an open claim of the
//! place. While the store does not answer, or the outcome of a commit is unknown, the command is
//! refused.

use std::collections::BTreeMap;
use std::ops::Range;

use admission::{Number, Run, WallMs};

/// The most visitors aside whom a node remembers in a line. Further ones are not remembered, so
/// they are passed over like absent visitors.
pub const ASIDE_MAX: usize = 10_000;
/// The longest time for which any room lets a visitor step aside, milliseconds.
pub const HOLD_MS_MAX: u64 = 30 * 60_000;
/// How far the wall clocks of two nodes, or of one node before and after it was set, can differ
/// without ending a hold that has just begun, milliseconds.
const CLOCK_SLACK_MS: u64 = 2_000;
/// The shortest hold, milliseconds: a shorter one is not worth stepping aside.
const HOLD_MS_MIN: u64 = 30_000;

/// A visitor's hold of the turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TurnHold {
    /// The end, at which the visitor counts as present again, in wall time.
    pub until: WallMs,
    /// Whether the visitor came back before the end.
    pub is_back: bool,
}

impl TurnHold {
    /// Begins a hold of `most_ms` milliseconds, which ends no later than the place's number; `None`
    /// if that leaves less than half a minute.
    #[must_use]
    pub fn begin(now: WallMs, most_ms: u64, number_ends: Option<WallMs>) -> Option<Self> {
        let until = WallMs(now.0.saturating_add(most_ms));
        let until = number_ends.map_or(until, |ends| until.min(ends));
        let is_long = until.0.saturating_sub(now.0) >= HOLD_MS_MIN;
        is_long.then_some(Self { until, is_back: false })
    }

    /// Returns for how many more milliseconds the visitor is aside; `None` if the visitor is
    /// present. A hold that ends later than any room can have granted is ignored.
    #[must_use]
    pub fn left_ms(self, now: WallMs, most_ms: u64) -> Option<u64> {
        let left_ms = self.until.0.saturating_sub(now.0);
        let granted = 1..=most_ms.saturating_add(CLOCK_SLACK_MS);
        let is_aside = most_ms > 0 && !self.is_back && granted.contains(&left_ms);
        is_aside.then_some(left_ms.min(most_ms))
    }
}

/// The visitors of a line who are aside, as far as this node knows.
#[derive(Debug, Default)]
pub struct AsideMemory {
    until: BTreeMap<(Run, Number), WallMs>,
    /// No hold of those in `until` ends before this, so that a full memory is not searched each
    /// time.
    first_end: WallMs,
}

impl AsideMemory {
    /// Remembers a visitor until `until`, at most for [`HOLD_MS_MAX`]. A full memory forgets
    /// visitors whose hold is over; if there are none, it ignores new ones.
    pub fn note(&mut self, run: Run, number: Number, until: WallMs, now: WallMs) {
        let until = until.min(WallMs(now.0.saturating_add(HOLD_MS_MAX)));
        let is_new = !self.until.contains_key(&(run, number));
        if is_new && self.until.len() >= ASIDE_MAX && self.first_end <= now {
            self.until.retain(|_, until| now < *until);
            self.first_end = self.until.values().copied().min().unwrap_or(until);
        }
        if !is_new || self.until.len() < ASIDE_MAX {
            self.first_end = self.first_end.min(until);
            self.until.insert((run, number), until);
        }
    }

    /// Forgets a visitor who came back.
    pub fn forget(&mut self, run: Run, number: Number) {
        self.until.remove(&(run, number));
    }

    /// Returns the numbers within a range that are aside, in order.
    pub fn numbers(&self, run: Run, within: Range<Number>, now: WallMs) -> impl Iterator<Item = Number> {
        let end = within.end.max(within.start);
        let known = self.until.range((run, within.start)..(run, end));
        let aside = known.filter(move |(_, until)| now < **until);
        aside.map(|((_, number), _)| *number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOST_MS: u64 = 300_000;

    fn begun(now: WallMs, number_ends: Option<WallMs>) -> TurnHold {
        TurnHold::begin(now, MOST_MS, number_ends).expect("time enough")
    }

    #[test]
    fn a_hold_that_has_begun_counts_at_a_node_whose_clock_is_behind() {
        let hold = begun(WallMs(10_000), None);
        for behind_ms in [1, 50, CLOCK_SLACK_MS] {
            assert_eq!(hold.left_ms(WallMs(10_000 - behind_ms), MOST_MS), Some(MOST_MS));
        }
        assert_eq!(hold.left_ms(WallMs(10_000 - CLOCK_SLACK_MS - 1), MOST_MS), None);
    }

    #[test]
    fn no_hold_is_spent_on_less_than_half_a_minute() {
        let ends_in = |ms| TurnHold::begin(WallMs(1_000), MOST_MS, Some(WallMs(1_000 + ms)));
        assert_eq!(ends_in(HOLD_MS_MIN - 1), None);
        assert!(ends_in(HOLD_MS_MIN).is_some());
        assert_eq!(TurnHold::begin(WallMs(1_000), MOST_MS, Some(WallMs(0))), None);
        assert_eq!(TurnHold::begin(WallMs(1_000), 0, None), None);
    }

    #[test]
    fn a_hold_lasts_as_long_as_the_room_says_and_no_longer_than_the_number() {
        let now = WallMs(1_000);
        let hold = begun(now, None);
        assert_eq!(hold.left_ms(now, MOST_MS), Some(MOST_MS));
        assert_eq!(hold.left_ms(WallMs(300_999), MOST_MS), Some(1));
        assert_eq!(hold.left_ms(WallMs(301_000), MOST_MS), None, "the time is over");
        assert_eq!(hold.left_ms(WallMs(u64::MAX), MOST_MS), None);
        let short = begun(now, Some(WallMs(61_000)));
        assert_eq!(short.left_ms(now, MOST_MS), Some(60_000));
        let back = TurnHold { is_back: true, ..hold };
        assert_eq!(back.left_ms(now, MOST_MS), None);
    }

    #[test]
    fn nobody_is_aside_for_longer_than_the_room_allows() {
        let forged = TurnHold {
            until: WallMs(u64::MAX),
            is_back: false,
        };
        assert_eq!(forged.left_ms(WallMs(1_000), MOST_MS), None);
        let hold = begun(WallMs(1_000), None);
        assert_eq!(hold.left_ms(WallMs(1_000), 60_000), None, "the room allows less by now");
        assert_eq!(hold.left_ms(WallMs(1_000), 0), None, "the room allows none by now");
    }

    #[test]
    fn a_visitor_aside_is_remembered_until_the_end_or_the_return() {
        let mut memory = AsideMemory::default();
        let run = Run(1);
        memory.note(run, Number(4), WallMs(100), WallMs(0));
        memory.note(run, Number(2), WallMs(50), WallMs(0));
        memory.note(Run(2), Number(3), WallMs(100), WallMs(0));
        let within = |memory: &AsideMemory, (from, to), now| {
            let numbers = memory.numbers(run, Number(from)..Number(to), WallMs(now));
            numbers.collect::<Vec<_>>()
        };
        let aside = |memory: &AsideMemory, now| within(memory, (0, u64::MAX), now);
        assert_eq!(aside(&memory, 49), [2, 4].map(Number));
        assert_eq!(within(&memory, (2, 4), 49), [Number(2)]);
        assert_eq!(within(&memory, (4, 2), 49), [], "an empty range");
        assert_eq!(aside(&memory, 50), [Number(4)]);
        memory.forget(run, Number(4));
        assert_eq!(aside(&memory, 0), [Number(2)]);
    }

    const EVERYBODY: Range<Number> = Number(0)..Number(u64::MAX);

    #[test]
    fn the_memory_is_bounded_and_room_comes_back() {
        let mut memory = AsideMemory::default();
        for number in 0..ASIDE_MAX as u64 + 9 {
            memory.note(Run(0), Number(number), WallMs(100), WallMs(0));
        }
        assert_eq!(memory.numbers(Run(0), EVERYBODY, WallMs(0)).count(), ASIDE_MAX);
        memory.note(Run(0), Number(1), WallMs(200), WallMs(99));
        assert_eq!(
            memory.numbers(Run(0), EVERYBODY, WallMs(100)).collect::<Vec<_>>(),
            [Number(1)],
            "a hold that is known is brought up to date in a full memory, too"
        );
        memory.note(Run(0), Number(u64::MAX - 1), WallMs(200), WallMs(100));
        assert_eq!(memory.numbers(Run(0), EVERYBODY, WallMs(100)).count(), 2);
        assert_eq!(memory.until.len(), 2, "the others were forgotten");
    }

    #[test]
    fn nobody_is_remembered_for_longer_than_any_room_allows() {
        let mut memory = AsideMemory::default();
        memory.note(Run(0), Number(1), WallMs(u64::MAX), WallMs(1_000));
        let aside = |now| memory.numbers(Run(0), EVERYBODY, WallMs(now)).count();
        assert_eq!([HOLD_MS_MAX + 999, HOLD_MS_MAX + 1_000].map(aside), [1, 0]);
    }
}

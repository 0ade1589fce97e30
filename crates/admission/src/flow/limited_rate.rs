//! The rate of a line after each of the limits in turn, and the reason to show if the rate has
//! fallen.
//!
//! Limits apply in a fixed order, so each rate is at most the previous one. A line that had a rate
//! had at least that rate after every limit. A limit after which less is left now has therefore
//! become tighter since: it is a cause. An unchanged limit is never a cause.
//!
//! Rooms and lanes take a *share* of the remaining rate. If the pool's rate falls, less is left
//! after their shares as well, although nobody takes more. [`LimitedRate::fell`] therefore contains
//! the rate that the line would have if the pool's rate had not fallen with this commit.

use serde::{Deserialize, Serialize};

use crate::expected_ends::{ExpectedEnds, MILLI_AN_HOUR};
use crate::held_up::{HeldUp, WindowGrants};
use crate::rate_steps::RateSteps;
use crate::units::PerMinute;

/// Why a wait rose. The list is closed: no other cause can make a wait rise.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum RiseReason {
    /// The operator lowered the max outflow, or the pool's rate.
    OperatorSlowed,
    /// The operator paused the room.
    Paused,
    /// More of the permits went to visitors who came back than the last minutes suggested.
    MoreCameBack,
    /// The site has as many visitors as it can have: others come in as visitors leave.
    CappedBySessions,
    /// Other rooms of the pool take their part of its rate.
    PoolShared,
    /// Other lanes of the room take their part of the rate.
    Priority,
    /// The site is slow, so that autotune lowered the pool's rate.
    AutotuneSlowed,
    /// The store was restored to an earlier moment, or failed over and lacks its last commits, so
    /// that permits count as spent that were possibly never granted. Last, because the stored form
    /// counts the variants.
    Restored,
}

impl RiseReason {
    /// All reasons, in the order of the stored form.
    pub const ALL: [Self; 8] = [
        Self::OperatorSlowed,
        Self::Paused,
        Self::MoreCameBack,
        Self::CappedBySessions,
        Self::PoolShared,
        Self::Priority,
        Self::AutotuneSlowed,
        Self::Restored,
    ];
}

/// The changes that an update of the [expectation](crate::estimate::Expectation) made.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct ExpectationChange {
    /// A permit costs more than the published estimates assume, so the estimates rise, with a
    /// reason.
    pub costs_more: bool,
    /// Clearly more of the people ahead turn up than before, so earlier forecasts do not apply.
    pub more_turn_up: bool,
}

/// The rates that are left for a line after each limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LimitedRate {
    /// The room's max outflow.
    pub own: PerMinute,
    /// The part of that rate that the operator's rate for the pool leaves.
    pub operator: PerMinute,
    /// The part that autotune leaves of that.
    pub autotune: PerMinute,
    /// The part that the other rooms of the pool leave.
    pub rooms: PerMinute,
    /// The part that the cap on sessions leaves; 0 while nobody can be admitted.
    pub sessions: PerMinute,
    /// The part that the other lanes of the room leave: the line's rate.
    pub lanes: PerMinute,
    /// If the pool's rate fell with this commit, the rate that the line would have without that,
    /// and why it fell.
    pub fell: Option<(PerMinute, RiseReason)>,
    /// The line's part of the site's free slots; `None` without a cap.
    pub slots: Option<FreeSlots>,
    /// The line's rate over time, apart from the cap on sessions.
    pub rate_steps: RateSteps,
    /// The window that the line shares with others.
    pub shared: SharedWindow,
}

/// The window that a line shares with others: the pool's, or that of a room with several lanes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct SharedWindow {
    /// How long it holds up the permits of all of them together.
    pub held_up: HeldUp,
    /// The grants that the window holds.
    pub grants: WindowGrants,
    /// The most grants that it can hold; 0 if nothing is shared.
    pub bound: u64,
    /// The rate at which its permits become due.
    pub rate: PerMinute,
    /// Whether all due permits of the window were spent, so that unspent permits of the line's own
    /// do not mean that nobody takes them.
    pub is_spent: bool,
}

impl SharedWindow {
    /// Returns the window after the line was granted further permits.
    pub(crate) fn after(self, granted: u64) -> Self {
        if self.bound == 0 || granted == 0 {
            return self;
        }
        Self {
            held_up: self.grants.held_up_after(granted, self.rate),
            ..self
        }
    }

    /// Returns the window that holds permits up for longer.
    pub(crate) fn later(self, other: Self) -> Self {
        let [own_ms, others_ms] = [self, other].map(|window| window.held_up.ms(1.0));
        let is_other = self.bound == 0 || others_ms > own_ms || (others_ms >= own_ms && other.bound < self.bound);
        Self {
            is_spent: self.is_spent || other.is_spent,
            ..if is_other { other } else { self }
        }
    }
}

/// Fewer sessions an hour than these end slowly, in thousandths: less than one a minute.
const SLOW_MILLI_AN_HOUR: u64 = 60_000;
/// The standard deviation of the time between two ends of sessions, relative to its mean. By chance
/// alone it would be 1; of many sessions it is known when they are over.
const BETWEEN_ENDS: f64 = 0.6;

/// The free slots of a site with a cap on its sessions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FreeSlots {
    /// Sessions that can begin at once.
    pub free: u64,
    /// Thousandths of a session that are likely to end in an hour once no slot is free.
    pub milli_leaving_an_hour: u64,
    /// By how much later sessions end than if no slot were free now, in milliseconds: while slots
    /// are taken, fewer sessions can end.
    pub fills_later_ms: u64,
    /// Whether any session ended recently. Otherwise, [`Self::milli_leaving_an_hour`] follows from
    /// the configured duration.
    pub has_left: bool,
    /// Sessions that are expected to end soon, which can be more than those of other times.
    pub ends: ExpectedEnds,
    /// The rate at which visitors come in while slots are free: the line's rate without the cap.
    pub rate: PerMinute,
}

impl FreeSlots {
    /// Returns when `sessions` sessions can have begun, in milliseconds from now.
    pub(crate) fn at_ms(self, sessions: f64) -> f64 {
        let later = (sessions - self.free as f64).max(0.0);
        if later > 0.0 {
            let ends_ms = self.ends.at_ms(later, self.milli_leaving_an_hour);
            self.fills_later_ms as f64 + (later * self.a_session_ms()).min(ends_ms)
        } else {
            0.0
        }
    }

    /// Returns the mean time from the end of one session to the next, in milliseconds; infinite if
    /// none ends.
    fn a_session_ms(self) -> f64 {
        MILLI_AN_HOUR as f64 / self.milli_leaving_an_hour as f64
    }

    /// Returns whether `sessions` sessions cannot begin before others end, and those end slowly:
    /// any of the next ones can come a minute sooner or later.
    pub(crate) fn is_slow(self, sessions: f64) -> bool {
        sessions > self.free as f64 && self.milli_leaving_an_hour < SLOW_MILLI_AN_HOUR
    }

    /// Returns how slowly sessions end that have to before `sessions` sessions can begin: from 0 at
    /// two a minute or more, or while slots are free, to 1 at one a minute or fewer.
    pub(crate) fn slowness(self, sessions: f64) -> f64 {
        match sessions > self.free as f64 {
            true => (2.0 - self.milli_leaving_an_hour as f64 / SLOW_MILLI_AN_HOUR as f64).clamp(0.0, 1.0),
            false => 0.0,
        }
    }

    /// Returns the standard deviation of [`Self::at_ms`], in milliseconds, as far as it comes from
    /// the few sessions that end. Where many do, their mean is as uncertain as any other forecast,
    /// so the deviation then falls with their number.
    pub(crate) fn deviation_ms(self, sessions: f64) -> f64 {
        let later = sessions - self.free as f64;
        if later <= 0.0 {
            return 0.0;
        }
        let few = (SLOW_MILLI_AN_HOUR as f64 / self.milli_leaving_an_hour as f64).min(1.0);
        BETWEEN_ENDS * later.sqrt() * self.a_session_ms() * few
    }

    /// Returns the slots that are left after `granted` visitors came in.
    pub(crate) fn without(self, granted: u64) -> Self {
        Self {
            free: self.free.saturating_sub(granted),
            ..self
        }
    }

    /// Returns how many of these slots visitors can take within `ms` milliseconds, at most `most`
    /// per minute.
    pub(crate) fn taken_within(self, ms: u64, most: PerMinute) -> u64 {
        let leaving = self.milli_leaving_an_hour.saturating_mul(ms) / MILLI_AN_HOUR;
        self.rate.min(most).in_ms(ms).min(self.free.saturating_add(leaving))
    }
}

impl From<PerMinute> for LimitedRate {
    /// The rate of a line that shares nothing.
    fn from(own: PerMinute) -> Self {
        Self {
            own,
            operator: own,
            autotune: own,
            rooms: own,
            sessions: own,
            lanes: own,
            fell: None,
            slots: None,
            rate_steps: own.into(),
            shared: SharedWindow::default(),
        }
    }
}

impl LimitedRate {
    /// Returns the line's rate: at least 1 if anybody is let through.
    #[must_use]
    pub fn rate(&self) -> PerMinute {
        self.lanes
    }

    /// Returns whether nobody can be admitted because of the cap on sessions, for example because
    /// everything is sold.
    #[must_use]
    pub fn is_shut(&self) -> bool {
        self.sessions == PerMinute(0) && self.rooms > PerMinute(0)
    }

    /// Returns the rate for the formula of a scheduled start. The formula takes people to come in
    /// at a steady rate, so it has no estimate for ends of sessions that are minutes apart.
    pub(crate) fn of_formula(self) -> Self {
        match self.slots.is_some_and(|slots| slots.is_slow(1.0)) {
            true => Self {
                sessions: PerMinute(0),
                ..self
            },
            false => self,
        }
    }

    /// Returns why the line's rate is lower than its earlier rate `before`; `None` if it is not
    /// lower.
    #[must_use]
    pub fn lowered_from(&self, before: f64) -> Option<RiseReason> {
        let lost = |from: PerMinute, to: PerMinute| before.min(from.0.into()) - before.min(to.0.into());
        let all = before - before.min(self.lanes.0.into());
        if let Some((without, reason)) = self.fell
            && lost(without, self.lanes) * 2.0 > all
        {
            return Some(reason);
        }
        let limits = [
            (RiseReason::OperatorSlowed, before - before.min(self.operator.0.into())),
            (RiseReason::AutotuneSlowed, lost(self.operator, self.autotune)),
            (RiseReason::PoolShared, lost(self.autotune, self.rooms)),
            (RiseReason::CappedBySessions, lost(self.rooms, self.sessions)),
            (RiseReason::Priority, lost(self.sessions, self.lanes)),
        ];
        let tighter = limits.into_iter().filter(|(_, lost)| *lost > 0.0);
        tighter
            .max_by(|(_, one), (_, other)| one.total_cmp(other))
            .map(|(reason, _)| reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn limited_rate(rates: [u32; 6]) -> LimitedRate {
        let [own, operator, autotune, rooms, sessions, lanes] = rates.map(PerMinute);
        LimitedRate {
            own,
            operator,
            autotune,
            rooms,
            sessions,
            lanes,
            fell: None,
            slots: None,
            rate_steps: lanes.into(),
            shared: SharedWindow::default(),
        }
    }

    #[test]
    fn the_list_of_reasons_lacks_none() {
        let stored = |at: usize| postcard::from_bytes::<RiseReason>(&[at as u8]).ok();
        for (at, reason) in RiseReason::ALL.into_iter().enumerate() {
            assert_eq!((stored(at), reason as usize), (Some(reason), at));
        }
        assert_eq!(stored(RiseReason::ALL.len()), None, "add the new reason to the list");
    }

    #[test]
    fn the_limit_that_became_tighter_is_named_and_no_standing_one() {
        let lowered = |rates, before: u32| limited_rate(rates).lowered_from(before.into());
        for (rates, before, reason) in [
            ([90, 60, 60, 60, 60, 60], 60, None),
            ([90, 60, 60, 60, 60, 60], 90, Some(RiseReason::OperatorSlowed)),
            ([50, 50, 50, 50, 50, 50], 60, Some(RiseReason::OperatorSlowed)),
            ([90, 60, 42, 42, 42, 42], 60, Some(RiseReason::AutotuneSlowed)),
            ([90, 60, 42, 42, 10, 10], 42, Some(RiseReason::CappedBySessions)),
            ([90, 60, 42, 21, 21, 21], 42, Some(RiseReason::PoolShared)),
            ([90, 60, 60, 60, 60, 15], 60, Some(RiseReason::Priority)),
            ([90, 60, 60, 40, 35, 35], 60, Some(RiseReason::PoolShared)),
        ] {
            assert_eq!(lowered(rates, before), reason, "{rates:?} after {before}");
        }
    }

    #[test]
    fn a_share_of_a_rate_that_fell_is_not_the_cause() {
        let half = LimitedRate {
            fell: Some((PerMinute(30), RiseReason::AutotuneSlowed)),
            ..limited_rate([30, 30, 30, 21, 21, 21])
        };
        assert_eq!(half.lowered_from(30.0), Some(RiseReason::AutotuneSlowed));
        let mostly_shared = LimitedRate {
            fell: Some((PerMinute(12), RiseReason::AutotuneSlowed)),
            ..limited_rate([30, 30, 30, 10, 10, 10])
        };
        assert_eq!(mostly_shared.lowered_from(30.0), Some(RiseReason::PoolShared));
    }

    fn slots(free: u64, milli_leaving_an_hour: u64) -> FreeSlots {
        FreeSlots {
            free,
            milli_leaving_an_hour,
            fills_later_ms: 0,
            has_left: true,
            ends: ExpectedEnds::default(),
            rate: PerMinute(300),
        }
    }

    #[test]
    fn free_slots_are_taken_at_the_rate_and_no_faster() {
        for (slots, most, taken) in [
            (slots(940, 0), 300, 40),
            (slots(60, 0), 300, 40),
            (slots(60, 0), 60, 8),
            (slots(23, 0), 300, 23),
            (slots(23, 3_600_000), 300, 31),
            (slots(0, 0), 300, 0),
        ] {
            assert_eq!(slots.taken_within(8_000, PerMinute(most)), taken, "{slots:?} at {most}");
        }
    }

    #[test]
    fn a_wait_for_a_few_sessions_to_end_is_uncertain() {
        for (slots, sessions, is_slow, deviation_ms) in [
            (slots(0, 20_000), 1.0, true, 108_000.0),
            (slots(0, 20_000), 4.0, true, 216_000.0),
            (slots(3, 20_000), 4.0, true, 108_000.0),
            (slots(4, 20_000), 4.0, false, 0.0),
            (slots(0, 60_000), 1.0, false, 36_000.0),
            (slots(0, 360_000), 36.0, false, 6_000.0),
        ] {
            assert_eq!(slots.is_slow(sessions), is_slow, "{slots:?}");
            let off_ms = (slots.deviation_ms(sessions) - deviation_ms).abs();
            assert!(off_ms < 0.1, "{off_ms} from {deviation_ms} for {slots:?}");
        }
        assert!(slots(0, 0).deviation_ms(1.0).is_infinite(), "none ends");
        for (milli_leaving_an_hour, slowness) in
            [(0, 1.0), (60_000, 1.0), (90_000, 0.5), (120_000, 0.0), (360_000, 0.0)]
        {
            assert_eq!(
                slots(0, milli_leaving_an_hour).slowness(1.0),
                slowness,
                "{milli_leaving_an_hour}"
            );
        }
        assert_eq!(slots(1, 0).slowness(1.0), 0.0, "a slot is free");
    }

    #[test]
    fn a_cap_shuts_a_line_and_a_rate_of_0_does_not() {
        assert!(limited_rate([90, 60, 60, 60, 0, 0]).is_shut());
        assert!(!limited_rate([90, 0, 0, 0, 0, 0]).is_shut());
        assert!(!LimitedRate::from(PerMinute(0)).is_shut());
    }
}

//! How long a full window holds permits up, as a bounded number of steps: for a window that a pool
//! or a room shares, and for a room with a start after a recovery. A line's own window is simulated
//! exactly ([`crate::forecast`]).
//!
//! The `m`-th further permit comes when it becomes due, plus the hold-up of its step. If newcomers
//! who pass unseen spend many permits at once, nobody gets another until the first of those grants
//! leave the window.

use crate::outflow::Outflow;
use crate::time::FlowMs;
use crate::units::PerMinute;
use crate::window::{BUCKET_MS, WINDOW_BUCKETS};

/// The most groups of grants that leave the window.
const GROUPS_MAX: usize = 24;
/// The most steps: enough for a window that holds a minute up.
const STEPS_MAX: usize = 32;
/// How much longer a step is than the one before, in milliseconds. Estimates can be too short by up
/// to one step while the grants before a burst leave the window one by one.
const STEP_MS: u32 = 2_000;
/// The length of a window, in milliseconds.
const WINDOW_MS: f64 = (WINDOW_BUCKETS * BUCKET_MS) as f64;
/// The shortest hold-up that counts, in milliseconds: shorter ones come from the window's surplus
/// and the rhythm of the pace.
const HOLD_MS_MIN: u32 = 1_500;

/// The hold-up of the permits from one permit on, in milliseconds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct HeldStep {
    /// The number of permits before it, which it does not hold up.
    free: u32,
    hold_ms: u32,
}

/// The hold-up of a window.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct HeldUp {
    steps: [HeldStep; STEPS_MAX],
    len: u8,
}

impl HeldUp {
    /// Returns the hold-up of an outflow at `now`. `due_ms` returns when the `m`-th further permit
    /// would come without the hold-up, in milliseconds from `now`.
    pub(crate) fn new(outflow: &Outflow, now: FlowMs, due_ms: impl Fn(f64) -> f64) -> Self {
        Self::of(holds(outflow, now, due_ms))
    }

    /// Adds a step that is longer than all before it.
    fn push(&mut self, step: HeldStep) {
        let len = usize::from(self.len);
        let longest_ms = self.steps[..len].last().map_or(0, |last| last.hold_ms);
        if step.hold_ms < HOLD_MS_MIN || len > 0 && step.hold_ms < longest_ms + STEP_MS {
            return;
        }
        match self.steps.get_mut(len) {
            Some(next) => {
                *next = step;
                self.len += 1;
            }
            None => self.steps[len - 1].hold_ms = step.hold_ms,
        }
    }

    /// Returns for how long the `permits`-th further permit is held up, in milliseconds.
    #[must_use]
    pub fn ms(&self, permits: f64) -> f64 {
        let steps = &self.steps[..usize::from(self.len)];
        let known = steps.partition_point(|step| f64::from(step.free) < permits);
        known.checked_sub(1).map_or(0.0, |last| f64::from(steps[last].hold_ms))
    }

    fn of(holds: impl Iterator<Item = (f64, f64)>) -> Self {
        let mut held_up = Self::default();
        for (free, hold_ms) in holds {
            held_up.push(HeldStep {
                free: free as u32,
                hold_ms: hold_ms as u32,
            });
        }
        held_up
    }
}

/// Grants that leave the window one after the other.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct LeavingGroup {
    grants: u32,
    /// When the first and the last of them leave, in milliseconds.
    from_ms: u32,
    to_ms: u32,
}

impl LeavingGroup {
    /// Splits the grants evenly into parts that leave within one step. Returns each part's number
    /// of grants, and in how many milliseconds it leaves.
    fn parts(&self) -> impl Iterator<Item = (f64, f64)> {
        let (grants, span_ms) = (self.grants, self.to_ms.saturating_sub(self.from_ms));
        let parts = (span_ms / STEP_MS + 2).min(grants);
        let apart_ms = f64::from(span_ms) / f64::from(parts.max(2) - 1);
        let (from_ms, up_to) = (f64::from(self.from_ms), move |part: u32| {
            u64::from(grants) * u64::from(part) / u64::from(parts)
        });
        (0..parts).map(move |part| {
            let more = up_to(part + 1) - up_to(part);
            (more as f64, from_ms + apart_ms * f64::from(part))
        })
    }
}

/// The grants in a window, as a few groups of fixed size. They determine the hold-up after further
/// grants, which a commit knows only when its lines are decided.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct WindowGrants {
    groups: [LeavingGroup; GROUPS_MAX],
    /// How many more grants the window allows; negative if it holds too many.
    free: i64,
}

impl WindowGrants {
    /// Returns the grants in an outflow's window at `now`.
    pub(crate) fn new(outflow: &Outflow, now: FlowMs) -> Self {
        // Two neighbouring groups together hold more than this, so there are enough groups.
        let each = outflow.in_window().div_ceil(GROUPS_MAX as u64 / 2).max(1);
        let mut grants = Self {
            free: outflow.bound().cast_signed() - outflow.in_window().cast_signed(),
            ..Self::default()
        };
        let mut at = 0;
        for (more, leaves_in_ms) in outflow.leaving(now) {
            let held = grants.groups.get(at).map_or(0, |group| group.grants);
            // Permits that were spent at once are a group of their own.
            at += usize::from(held > 0 && u64::from(held) + u64::from(more) > each);
            let Some(group) = grants.groups.get_mut(at) else { break };
            let leaves_in_ms = u32::try_from(leaves_in_ms).unwrap_or(u32::MAX);
            if group.grants == 0 {
                group.from_ms = leaves_in_ms;
            }
            group.to_ms = leaves_in_ms;
            group.grants = group.grants.saturating_add(more);
        }
        grants
    }

    /// Returns the hold-up after `granted` further permits were spent at once, of an outflow with
    /// this rate.
    pub(crate) fn held_up_after(&self, granted: u64, rate: PerMinute) -> HeldUp {
        let leaving = self.groups.iter().flat_map(LeavingGroup::parts);
        let free = self.free.saturating_sub_unsigned(granted) as f64;
        let period_ms = rate.period_ms().unwrap_or(f64::INFINITY);
        let all = leaving.chain([(granted as f64, WINDOW_MS)]);
        HeldUp::of(holds_of(all, free, |permits| permits * period_ms))
    }
}

/// Returns from which further permit on, and for how many milliseconds, the window of an outflow
/// holds permits up. `due_ms` returns when the `m`-th further permit would come without that.
pub(crate) fn holds(outflow: &Outflow, now: FlowMs, due_ms: impl Fn(f64) -> f64) -> impl Iterator<Item = (f64, f64)> {
    let leaving = outflow.leaving(now);
    let leaving = leaving.map(|(grants, leaves_in_ms)| (f64::from(grants), leaves_in_ms as f64));
    holds_of(leaving, outflow.bound() as f64 - outflow.in_window() as f64, due_ms)
}

/// Like [`holds`], for a window with `free` grants left; `leaving` yields (number of grants,
/// milliseconds until they leave).
fn holds_of(
    leaving: impl Iterator<Item = (f64, f64)>,
    mut free: f64,
    due_ms: impl Fn(f64) -> f64,
) -> impl Iterator<Item = (f64, f64)> {
    // If `free` is negative, that many grants must leave the window before a permit comes.
    let mut longest_ms = 0.0;
    leaving.filter_map(move |(grants, leaves_in_ms)| {
        let before = free;
        free += grants;
        let hold_ms = leaves_in_ms - due_ms((before + 1.0).max(1.0));
        (hold_ms > longest_ms).then(|| {
            longest_ms = hold_ms;
            (before.max(0.0), hold_ms)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held_up(grants: &[(u64, u64)], now: u64) -> HeldUp {
        HeldUp::new(&spent(60, grants, now), FlowMs(now), |permits| permits * 1_000.0)
    }

    /// An outflow in which permits were spent at these times.
    fn spent(a_minute: u32, grants: &[(u64, u64)], now: u64) -> Outflow {
        let rate = PerMinute(a_minute);
        let mut outflow = Outflow::new(FlowMs(0), rate);
        for (at, permits) in grants {
            outflow.advance(FlowMs(*at), rate);
            outflow.spend_unseen(FlowMs(*at), *permits);
        }
        outflow.advance(FlowMs(now), rate);
        outflow
    }

    #[test]
    fn a_window_that_was_filled_at_once_holds_everybody_until_it_is_over() {
        let full = held_up(&[(10_000, 60)], 20_000);
        for (permits, ms) in [(1.0, 49_400.0), (60.0, 49_400.0)] {
            assert_eq!(full.ms(permits), ms, "{permits}");
        }
        let half = held_up(&[(10_000, 30)], 20_000);
        assert_eq!(half.ms(30.0), 0.0, "half of it is free");
        assert_eq!(half.ms(31.0), 19_400.0);
    }

    #[test]
    fn permits_spent_at_once_hold_up_later_ones() {
        let empty = WindowGrants {
            free: 60,
            ..WindowGrants::default()
        };
        let all = empty.held_up_after(60, PerMinute(60));
        assert_eq!([1.0, 30.0].map(|permits| all.ms(permits)), [59_400.0; 2]);
        let half = empty.held_up_after(30, PerMinute(60));
        assert_eq!([30.0, 31.0].map(|permits| half.ms(permits)), [0.0, 29_400.0]);
        assert_eq!(empty.held_up_after(1, PerMinute(60)), HeldUp::default());
    }

    #[test]
    fn behind_what_is_spent_at_once_permits_come_as_earlier_grants_leave() {
        // 12 grants, one every 5 s; then the other 48 at once.
        let outflow = spent(60, &(0..12).map(|at| (at * 5_000, 1)).collect::<Vec<_>>(), 60_000);
        let told = WindowGrants::new(&outflow, FlowMs(60_000)).held_up_after(48, PerMinute(60));
        for (permits, comes_ms) in [
            (1.0, 400.0),
            (6.0, 25_400.0),
            (12.0, 55_400.0),
            (13.0, 60_400.0),
            (40.0, 87_400.0),
        ] {
            let ms = permits * 1_000.0 + told.ms(permits);
            assert!((ms - comes_ms).abs() < 2_600.0, "{permits} at {ms}, not {comes_ms}");
        }
    }

    #[test]
    fn grants_kept_in_groups_leave_one_by_one() {
        // A grant every second; then the rest of the minute at once.
        let grants: Vec<(u64, u64)> = (0..60).map(|second| (second * 1_000, 1)).collect();
        let (rate, now) = (PerMinute(300), 60_000);
        let before = WindowGrants::new(&spent(rate.0, &grants, now), FlowMs(now));
        let told = before.held_up_after(240, rate);
        for permit in 1..=60_u32 {
            // The first grant leaves after 0.4 s; a permit comes every 0.2 s.
            let held_ms = 400.0 + f64::from(permit - 1) * 1_000.0 - f64::from(permit) * 200.0;
            let wrong_ms = told.ms(permit.into()) - held_ms;
            let longest_ms = 2.0 * f64::from(STEP_MS);
            assert!(wrong_ms.abs() <= longest_ms, "permit {permit}: {wrong_ms} of {held_ms}");
        }
    }

    #[test]
    fn permits_spent_at_the_pace_hold_nobody_up() {
        let even: Vec<(u64, u64)> = (0..60).map(|second| (second * 1_000, 1)).collect();
        assert_eq!(held_up(&even, 59_500), HeldUp::default());
    }

    #[test]
    fn steps_are_bounded_and_the_last_one_counts() {
        let mut held_up = HeldUp::default();
        for count in 1..90 {
            let (free, hold_ms) = (count, count * 6_000);
            held_up.push(HeldStep { free, hold_ms });
        }
        assert_eq!(usize::from(held_up.len), STEPS_MAX);
        assert_eq!(held_up.ms(1e9), 89.0 * 6_000.0);
    }
}

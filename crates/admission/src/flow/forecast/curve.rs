//! When the next permits can have been given, by simulating the outflow's pace and its window.
//!
//! The `m`-th further permit cannot come before the `m − 1`-th and one period, nor before enough of
//! the grants in the window have left it. So it comes at `m × period` plus the longest hold-up up
//! to it. Permits that are due already come at once, and the others that much earlier, as far as
//! the window has room: a minute that begins with many permits at once is full earlier, and the
//! next one begins when it would anyway. Where sessions have a cap, a permit also does not come
//! before enough sessions have ended. This applies as soon as a line reaches beyond the free slots,
//! even if these last for more than a minute: that says nothing about the visitors behind them.

use super::LineView;
use crate::held_up::{HeldUp, holds};
use crate::limited_rate::FreeSlots;
use crate::rate_steps::RateSteps;
use crate::units::PerMinute;
use crate::window::{BUCKET_MS, WINDOW_BUCKETS};

/// The time by which a window is longer than a minute, in milliseconds.
const SURPLUS_MS: f64 = (WINDOW_BUCKETS * BUCKET_MS - 60_000) as f64;
/// The longest forecast, in milliseconds.
pub(super) const LONGEST_MS: f64 = 86_400_000.0;

/// The relative uncertainty of the permits that the lines beside a line take.
const BESIDE: f64 = 0.15;

/// The times of the next permits.
#[derive(Debug)]
pub(super) struct Curve {
    /// The current time from one permit to the next, in milliseconds.
    pub(super) period_ms: f64,
    rate_steps: RateSteps,
    /// The share of permits that are used.
    efficiency: f64,
    /// The permits from which on the window holds permits up, and for how many milliseconds.
    held_up: Vec<(f64, f64)>,
    /// The hold-up of the window that the line shares with others, by the permits of all of them.
    shared: HeldUp,
    slots: Option<FreeSlots>,
    /// The permits that visitors will spend at once, less those that nobody takes.
    at_once: f64,
    /// The headroom of the window, in permits.
    headroom: f64,
}

impl Curve {
    /// Returns the curve of a line; `None` while nobody is let through. `spare`: how many permits
    /// are due already.
    pub(super) fn new(view: &LineView<'_>, efficiency: f64, spare: f64) -> Option<Self> {
        let limited_rate = &view.limited_rate;
        if limited_rate.is_shut() {
            return None;
        }
        let rate_now = limited_rate.rate_steps.rate_now();
        if rate_now <= 0.0 || limited_rate.rate() == PerMinute(0) {
            return None;
        }
        let mut curve = Self {
            period_ms: 60_000.0 / rate_now,
            rate_steps: limited_rate.rate_steps,
            efficiency,
            held_up: Vec::new(),
            shared: HeldUp::default(),
            slots: limited_rate.slots,
            at_once: spare * efficiency,
            headroom: view.outflow.headroom() as f64,
        };
        if view.even {
            let due_ms = |permits| limited_rate.rate_steps.at_ms(permits);
            curve.held_up = holds(view.outflow, view.now, due_ms).collect();
            curve.shared = limited_rate.shared.held_up;
        }
        Some(curve)
    }

    /// Returns when visitors of this line will have used `used` permits, in milliseconds from now.
    pub(super) fn at_ms(&self, used: f64) -> f64 {
        self.after_ms(used, self.at_once)
    }

    /// Like [`Self::at_ms`], with `at_once` permits that are due already.
    fn after_ms(&self, used: f64, at_once: f64) -> f64 {
        let permits = used / self.efficiency;
        let known = self.held_up.partition_point(|(from, _)| *from < permits);
        let held_ms = known.checked_sub(1).map_or(0.0, |last| self.held_up[last].1);
        let held_ms = self.shared.ms(permits + self.rate_steps.beside(permits)).max(held_ms);
        let earlier = if held_ms > 0.0 || permits > self.headroom {
            0.0
        } else {
            at_once
        };
        let steps_ms = match permits - earlier {
            later if later > 0.0 => self.rate_steps.at_ms(later),
            _ => 0.0,
        };
        let windows = (steps_ms / 60_000.0).floor();
        let paced_ms = steps_ms + held_ms + windows * SURPLUS_MS * self.efficiency;
        paced_ms.max(self.slots_ms(used)).min(LONGEST_MS)
    }

    /// Returns when enough sessions have ended for `used` permits, in milliseconds.
    fn slots_ms(&self, used: f64) -> f64 {
        self.slots.map_or(0.0, |slots| slots.at_ms(used))
    }

    /// Returns whether sessions have to end until visitors have used `used` permits, and the pace
    /// alone would let them in sooner.
    pub(super) fn is_capped(&self, used: f64) -> bool {
        let slots_ms = self.slots_ms(used);
        slots_ms > 0.0 && slots_ms >= self.at_ms(used)
    }

    /// Returns how slowly the sessions end that `used` permits have to wait for, from 0 to 1.
    pub(super) fn slowness(&self, used: f64) -> f64 {
        self.slots.map_or(0.0, |slots| slots.slowness(used))
    }

    /// Returns how uncertain [`Self::at_ms`] is because few sessions end, in milliseconds.
    pub(super) fn ends_ms(&self, used: f64) -> f64 {
        let deviation_ms = self.slots.map_or(0.0, |slots| slots.deviation_ms(used));
        deviation_ms.min(LONGEST_MS)
    }

    /// Returns how many of so many permits visitors use.
    pub(super) fn used_of(&self, permits: f64) -> f64 {
        permits * self.efficiency
    }

    /// Returns the number of visitors whose admission time is known, or `None` if it is known for
    /// all. The others wait for sessions to end, and none has ended yet.
    pub(super) fn known_used(&self) -> Option<f64> {
        let unseen = self.slots.filter(|slots| !slots.has_left);
        unseen.map(|slots| slots.free as f64)
    }

    /// Returns how uncertain [`Self::at_ms`] is because of the lines beside this one, in
    /// milliseconds: their future arrivals are a guess from the recent ones.
    pub(super) fn beside_ms(&self, used: f64) -> f64 {
        let permits = used / self.efficiency;
        let beside = self.rate_steps.beside(permits);
        (BESIDE * beside + beside.sqrt()) * self.rate_steps.shortest_ms()
    }

    /// Returns how much later `more` further permits are used, in milliseconds, behind those that
    /// are due already.
    pub(super) fn step_ms(&self, used: f64, more: f64) -> f64 {
        self.after_ms(used + more, 0.0) - self.after_ms(used, 0.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn permits_that_are_due_already_bring_the_others_forward_as_far_as_the_window_has_room() {
        let curve = Curve {
            period_ms: 1_000.0,
            rate_steps: PerMinute(60).into(),
            efficiency: 1.0,
            held_up: Vec::new(),
            shared: HeldUp::default(),
            slots: None,
            at_once: 2.0,
            headroom: 60.0,
        };
        for (used, ms) in [
            (1.0, 0.0),
            (2.0, 0.0),
            (3.0, 1_000.0),
            (60.0, 58_000.0),
            (61.0, 61_400.0),
        ] {
            let at_ms = curve.at_ms(used);
            assert!((at_ms - ms).abs() < 0.1, "{used} at {at_ms}, not {ms}");
        }
        assert!(
            (curve.step_ms(1.0, 1.0) - 1_000.0).abs() < 0.1,
            "newcomers wait behind them"
        );
    }
}

//! When permits can have been given: the outflow's pace and its window, played forward.
//!
//! The `m`-th further permit cannot come before the `m − 1`-th and one period, nor before enough of
//! the grants in the window have left it. So it comes at `m × period` and the longest hold-up up
//! to there. Where a cap on sessions holds people, it does not come before enough sessions have
//! ended either.

use super::LineView;
use crate::pace::FreeSlots;
use crate::units::PerMinute;
use crate::window::{BUCKET_MS, WINDOW_BUCKETS};

/// The time by which a window is longer than a minute, in milliseconds.
const SURPLUS_MS: f64 = (WINDOW_BUCKETS * BUCKET_MS - 60_000) as f64;
/// The longest forecast, in milliseconds.
pub(super) const LONGEST_MS: f64 = 86_400_000.0;

/// The times of the next permits.
#[derive(Debug)]
pub(super) struct Curve {
    /// From one permit to the next, in milliseconds.
    pub(super) period_ms: f64,
    /// The share of permits that are used.
    efficiency: f64,
    /// From which permit on, and for how long, in milliseconds, the window has held permits up.
    held_up: Vec<(f64, f64)>,
    /// Permits in a full window.
    bound: f64,
    slots: Option<FreeSlots>,
}

impl Curve {
    /// Returns the curve of a line; `None` while nobody is let through.
    pub(super) fn new(view: &LineView<'_>, efficiency: f64) -> Option<Self> {
        let pace = &view.pace;
        let slots = pace.slots.filter(|_| pace.sessions < pace.rooms || pace.is_shut());
        if pace.is_shut() {
            return None;
        }
        let rate = match slots {
            Some(_) => PerMinute(pace.rooms.0.min(view.outflow.rate().0)),
            None => pace.rate(),
        };
        let period_ms = rate.period_ms()?;
        let mut curve = Self {
            period_ms,
            efficiency,
            held_up: Vec::new(),
            bound: f64::from(rate.0),
            slots,
        };
        if view.even {
            curve.hold_up(view);
        }
        Some(curve)
    }

    fn hold_up(&mut self, view: &LineView<'_>) {
        // Grants that have to leave the window before a permit comes: so many less are free.
        let mut free = view.outflow.bound() as f64 - view.outflow.in_window() as f64;
        let mut longest_ms = 0.0;
        for (grants, leaves_in_ms) in view.outflow.leaving(view.now) {
            let hold_ms = leaves_in_ms as f64 - (free + 1.0).max(1.0) * self.period_ms;
            if hold_ms > longest_ms {
                longest_ms = hold_ms;
                self.held_up.push((free.max(0.0), longest_ms));
            }
            free += f64::from(grants);
        }
    }

    /// Returns when that many permits were used by people of this line, in milliseconds from now.
    pub(super) fn at_ms(&self, used: f64) -> f64 {
        let permits = used / self.efficiency;
        let windows = (permits / self.bound).floor();
        let known = self.held_up.partition_point(|(from, _)| *from < permits);
        let held_ms = known.checked_sub(1).map_or(0.0, |last| self.held_up[last].1);
        let paced_ms = permits * self.period_ms + held_ms + windows * SURPLUS_MS * self.efficiency;
        let slots_ms = self.slots.map_or(0.0, |slots| slots.at_ms(used));
        paced_ms.max(slots_ms).min(LONGEST_MS)
    }

    /// Returns the time that one place more takes, in milliseconds.
    pub(super) fn step_ms(&self, used: f64, more: f64) -> f64 {
        self.at_ms(used + more) - self.at_ms(used)
    }
}

//! The gate of a scheduled start, which lets nobody through before T+30 s, and the effect of the
//! first minute on estimates.
//!
//! A *full* opening lets the first minute's amount through in 30 s, then, because of the bound,
//! nothing until 60.4 s after the gate opens, and the even pace from there. Work that takes `w` ms
//! at the even pace is therefore done `w / 2` after the gate opens if it belongs to the first
//! minute's amount (`w` ≤ 60 s), and `w + 400 ms` after it otherwise. Where permits lapse, the
//! amount takes longer; an estimate uses what is left of the amount, so lapsed permits need not
//! raise it.

use serde::{Deserialize, Serialize};

use crate::config::{Opening, RoomConfig};
use crate::estimate::ExactWait;
use crate::poll_interval::{POLL_MS_MAX, POLL_MS_MIN, POLL_MS_UNLOADED_MAX};
use crate::time::{FlowMs, Now, WallMs};
use crate::window::{BUCKET_MS, WINDOW_BUCKETS};

/// The first minute's amount, in milliseconds of the even pace.
const FIRST_MS: u64 = 60_000;
/// The factor for the formula's low end in a room with a scheduled start: the visitors who gathered
/// before it and have left are noticed only after minutes of silence. Measured
/// (`docs/estimates.md`), not derived.
const OPENING_LOW: f64 = 0.9;
/// Visitors who wait for a scheduled time poll within this many milliseconds after it. The last
/// visitors of a pre-queue thus learn their number before the gate opens.
pub const POLL_SPREAD_MS: u64 = 11_000;
/// Visitors who wait for a scheduled time poll at the earliest this many milliseconds after it,
/// because the commits that are due at that time have to come first.
const POLL_LATE_MS: u64 = 1_000;
/// How long after a full opening the bound holds everybody, in milliseconds.
const FULL_OPENING_MS: u64 = 61_000;
/// Time from the opening of the gate until the window frees, in milliseconds.
pub(crate) const WINDOW_MS: u64 = WINDOW_BUCKETS * BUCKET_MS;

/// Whether visitors are let through yet.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Gate {
    /// Closed until a scheduled time.
    Shut {
        /// When the gate opens, in wall time.
        until: WallMs,
        /// Whether the opening is full.
        full: bool,
    },
    /// The gate opened in this run.
    Opened {
        /// When the gate opened, in flow time.
        at: FlowMs,
        /// Whether the opening is full.
        full: bool,
    },
    /// Nothing depends on a gate: visitors are let through at the even pace, and the forecast gives
    /// the estimates. A run without a scheduled start begins so; another one gets there once its
    /// forecast has replaced the formula.
    Steady,
}

impl Gate {
    /// Returns the gate of a run whose pre-queue just closed.
    #[must_use]
    pub fn until(moment: WallMs, opening: Opening) -> Self {
        Self::Shut {
            until: moment,
            full: opening == Opening::Full,
        }
    }

    /// Returns the gate of a run without a pre-queue: shut if the start is still to come.
    #[must_use]
    pub fn of_start(config: &RoomConfig, wall: WallMs) -> Self {
        match config.schedule.flows().filter(|moment| *moment > wall) {
            Some(moment) => Self::until(moment, config.opening),
            None => Self::Steady,
        }
    }

    /// Returns whether visitors are let through.
    #[must_use]
    pub fn is_open(&self) -> bool {
        !matches!(self, Self::Shut { .. })
    }

    /// Returns whether the first minute of a full opening lasts: its amount is not used up, or the
    /// bound holds everybody after it.
    pub(crate) fn is_first_minute(&self, now: FlowMs, double_left: u64) -> bool {
        match *self {
            Self::Opened { at, full: true } => double_left > 0 || now.since(at) < FULL_OPENING_MS,
            Self::Shut { .. } | Self::Opened { .. } | Self::Steady => false,
        }
    }

    /// Returns whether the forecast gives the estimates, and no scheduled start influences them.
    pub(crate) fn is_steady(&self) -> bool {
        matches!(self, Self::Steady)
    }

    /// Returns the milliseconds until the gate opens; 0 once it is open.
    #[must_use]
    pub fn opens_in_ms(&self, wall: WallMs) -> u64 {
        match self {
            Self::Shut { until, .. } => until.0.saturating_sub(wall.0),
            Self::Opened { .. } | Self::Steady => 0,
        }
    }

    /// Lowers the low end of an estimate by the formula, where there is a scheduled start.
    pub(crate) fn lower(&self, wait: ExactWait) -> ExactWait {
        match self {
            Self::Shut { .. } | Self::Opened { .. } => ExactWait {
                sum_ms: wait.sum_ms * OPENING_LOW + wait.high_ms * (1.0 - OPENING_LOW),
                ..wait
            },
            Self::Steady => wait,
        }
    }

    /// Converts an estimate at the even pace into the actual one. `left_ms` is the rest of the
    /// first minute's amount, in milliseconds of the even pace.
    pub(crate) fn stretch(&self, wait: ExactWait, now: Now, left_ms: u64) -> ExactWait {
        let until_ms = self.opens_in_ms(now.wall) as f64;
        let full = self.first_minute(now, left_ms);
        let wait = full.map_or(wait, |first| first.stretch(wait));
        ExactWait {
            sum_ms: wait.sum_ms + 2.0 * until_ms,
            high_ms: wait.high_ms + until_ms,
        }
    }

    /// Like [`Self::stretch`], for one end of an estimate.
    pub(crate) fn stretch_ms(&self, wait_ms: u64, now: Now, left_ms: u64) -> u64 {
        let full = self.first_minute(now, left_ms);
        self.opens_in_ms(now.wall) + full.map_or(wait_ms, |first| first.stretch_ms(wait_ms as f64) as u64)
    }

    /// Returns the first minute of a full opening, to come or begun.
    fn first_minute(&self, now: Now, left_ms: u64) -> Option<FirstMinute> {
        let first = |left_ms: u64, window_ms: u64| FirstMinute {
            left_ms: left_ms as f64,
            window_ms: window_ms as f64,
        };
        match *self {
            Self::Shut { full: true, .. } => Some(first(FIRST_MS, WINDOW_MS)),
            Self::Opened { at, full: true } => Some(first(left_ms, WINDOW_MS.saturating_sub(now.flow.since(at)))),
            Self::Shut { .. } | Self::Opened { .. } | Self::Steady => None,
        }
    }
}

/// The first minute of a full opening.
#[derive(Debug, Clone, Copy)]
struct FirstMinute {
    /// The rest of its amount, in milliseconds of the even pace.
    left_ms: f64,
    /// The time until the window frees, in milliseconds.
    window_ms: f64,
}

impl FirstMinute {
    /// Converts an estimate at the even pace into the actual one. If both ends are of one kind,
    /// their sum is converted by itself, because the sum must not rise where only one end rises.
    fn stretch(&self, wait: ExactWait) -> ExactWait {
        let [low_ms, high_ms] = [wait.low_ms(), wait.high_ms].map(|ms| self.stretch_ms(ms));
        if self.holds(wait.high_ms) {
            return ExactWait {
                sum_ms: wait.sum_ms / 2.0,
                high_ms,
            };
        }
        match self.holds(wait.low_ms()) {
            true => ExactWait::of_ends([low_ms, high_ms]),
            false => ExactWait {
                sum_ms: wait.sum_ms + 2.0 * self.later_ms(),
                high_ms,
            },
        }
    }

    /// Returns how long work of `wait_ms` even milliseconds takes.
    fn stretch_ms(&self, wait_ms: f64) -> f64 {
        match self.holds(wait_ms) {
            true => wait_ms / 2.0,
            false => wait_ms + self.later_ms(),
        }
    }

    /// Returns whether work of `wait_ms` even milliseconds belongs to the rest of the amount,
    /// compared in whole milliseconds.
    fn holds(&self, wait_ms: f64) -> bool {
        wait_ms < self.left_ms + 1.0
    }

    /// Returns by how many milliseconds all other work is later than at the even pace.
    fn later_ms(&self) -> f64 {
        self.window_ms.max(self.left_ms / 2.0) - self.left_ms
    }
}

/// Returns the interval until the next poll of a visitor who waits for a time that is `until_ms`
/// away: the longest interval while that time is far, then one poll, spread over the
/// [`POLL_SPREAD_MS`] after it, so that the whole pre-queue does not poll in the same second.
#[must_use]
pub fn poll_before_ms(until_ms: u64, jitter: u16, stretch_percent: u16) -> u64 {
    let spread = |over_ms: u64| over_ms * u64::from(jitter) / u64::from(u16::MAX);
    let longest = (POLL_MS_UNLOADED_MAX * u64::from(stretch_percent.max(100)) / 100).min(POLL_MS_MAX);
    if until_ms.saturating_add(POLL_SPREAD_MS + POLL_LATE_MS) <= longest {
        (until_ms + POLL_LATE_MS + spread(POLL_SPREAD_MS)).max(POLL_MS_MIN)
    } else {
        longest - spread(longest * 15 / 100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(flow: u64, wall: u64) -> Now {
        Now {
            flow: FlowMs(flow),
            wall: WallMs(wall),
        }
    }

    #[test]
    fn a_prequeue_asks_again_spread_over_the_time_of_the_draw() {
        for until_ms in (0..120_000).step_by(500) {
            for jitter in [0, 20_000, u16::MAX] {
                let poll = poll_before_ms(until_ms, jitter, 100);
                assert!((POLL_MS_MIN..=POLL_MS_UNLOADED_MAX).contains(&poll));
                assert!(
                    poll <= until_ms + 12_000 || poll == POLL_MS_MIN,
                    "before T+27 s: {poll} at {until_ms}"
                );
            }
        }
        let jitters = (0..=u16::MAX).step_by(64);
        let polls: Vec<u64> = jitters.map(|jitter| poll_before_ms(20_000, jitter, 100)).collect();
        assert_eq!((polls.iter().min(), polls.iter().max()), (Some(&21_000), Some(&31_989)));
    }

    /// A stored ledger holds the gate as the number of its variant.
    #[test]
    fn a_steady_line_is_stored_as_the_third_variant() {
        let stored = postcard::to_stdvec(&Gate::Steady).unwrap();
        assert_eq!(stored, [2]);
        let opened = Gate::Opened {
            at: FlowMs(0),
            full: false,
        };
        let steady = [Gate::Steady, opened, Gate::until(WallMs(0), Opening::Even)].map(|gate| gate.is_steady());
        assert_eq!(steady, [true, false, false]);
    }

    #[test]
    fn before_the_gate_the_time_to_it_counts() {
        let shut = |opening| Gate::until(WallMs(30_000), opening);
        let wait = |gate: Gate, ms| gate.stretch_ms(ms, at(0, 20_000), 0);
        assert_eq!(wait(shut(Opening::Even), 90_000), 100_000);
        assert_eq!(wait(shut(Opening::Full), 30_000), 10_000 + 15_000);
        assert_eq!(
            wait(shut(Opening::Full), 60_000),
            10_000 + 30_000,
            "the last of the first minute"
        );
        assert_eq!(
            wait(shut(Opening::Full), 61_000),
            10_000 + 61_400,
            "the first after the window frees"
        );
    }

    #[test]
    fn an_estimate_falls_all_the_way_though_permits_are_lost() {
        let gate = Gate::Opened {
            at: FlowMs(0),
            full: true,
        };
        // The milliseconds of the even pace that a second of the double pace yields, if all, most,
        // or a little of it is used.
        for used_ms in [2_000_u64, 1_500, 400] {
            for place_ms in [10_000_u64, 59_000, 61_000, 100_000] {
                let (mut before, mut done_ms) = (u64::MAX, 0);
                for second in 0..200 {
                    let left_ms = FIRST_MS.saturating_sub(done_ms);
                    let told = gate.stretch_ms(place_ms.saturating_sub(done_ms), at(second * 1_000, 0), left_ms);
                    assert!(
                        told <= before,
                        "{place_ms} at {used_ms}: {told} after {before} in second {second}"
                    );
                    before = told;
                    done_ms += if left_ms > 0 {
                        used_ms
                    } else if second > 60 {
                        1_000
                    } else {
                        0
                    };
                }
                assert_eq!(before, 0);
            }
        }
    }
}

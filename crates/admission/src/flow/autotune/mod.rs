//! Autotune: finds a rate from page timings, between 1 per minute and the operator's ceiling.
//!
//! Once a minute, and with at least [`evidence::REPORTS_MIN`] reports since the last look, the rate
//! changes by at most one step: ×0.7 if the site is slow, +5 % if it is not and at least 90 % of
//! the rate was used. These two rules alone would oscillate by 30 % for ever, so autotune also
//! observes and remembers the following:
//!
//! - **Strain**: pages in the later half of a minute take clearly longer than those in its earlier
//!   half, at the same rate. Then a backlog grows, minutes before pages are slow.
//! - **A rise is taken back**, by two rises' worth, if it caused strain or slowness. ×0.7 is for a
//!   rate that had held, or that stays slow.
//! - **A rejected rate** is one that was taken back. The rate climbs to two rises below the lowest
//!   rejected rate, stays there for [`PROBE_WAIT_MIN`] minutes, rises once, stays as long again,
//!   and tries the rejected rate. A failure doubles the wait, up to [`PROBE_WAIT_MIN_MAX`]; after a
//!   success the rate is no longer rejected, and the climb continues to the next higher one. A fall
//!   by ×0.7 rejects no rate, so a brown-out leaves none: the climb after it ends where it ended
//!   before.
//! - **A site that works off its backlog is left alone**: while times fall from half to half; for
//!   one minute if the rate is below what the site handled (the share of pages neither failed nor
//!   given up) before the fall; for three minutes after a rise was taken back.
//!
//! Once settled, the rate therefore stays just below the site's capacity, and varies by less than
//! 15 %, usually by 7 %. It settles within ten minutes from up to twice the capacity. From more
//! than that it relieves the site as fast, falls too low while the backlog lasts, and needs up to
//! half an hour, because the rate can rise by only 5 % per minute. Sites whose visitors stay for
//! minutes respond late: there the rate settles within an hour and a half
//! (`tests/it/autotune/settling.rs`).
//!
//! With too few reports nothing changes, and the reports are kept. Reports that could be chance are
//! also kept, for at most [`KEPT_LOOKS_MAX`] minutes. A ceiling below the rate lowers the rate at
//! once; a ceiling of 0 holds everybody and says nothing about the site, so the rate is kept for
//! later.
//!
//! Autotune spends no permits ([`crate::outflow`] does, with this rate as its max outflow, so that
//! the bound on a minute also holds after a fall), and it does not check the sender of a report
//! ([`response_ids`] does). False reports of genuine visitors count like others: two in a hundred
//! are enough to lower the rate.

pub mod evidence;
pub mod response_ids;

use serde::{Deserialize, Serialize};

pub use evidence::{Evidence, PageTiming};
use evidence::{PageSpeed, Trend};

use crate::time::FlowMs;
use crate::units::PerMinute;

/// The least time from one step to the next, in milliseconds.
pub const STEP_MS: u64 = 60_000;
/// The lowest rate, unless the ceiling is lower.
pub const FLOOR: PerMinute = PerMinute(1);
/// The least share of the rate that must be used before it rises.
pub const USED_MIN: f64 = 0.9;
/// Minutes just below a rejected rate before the first probe.
pub const PROBE_WAIT_MIN: u64 = 5;
/// The most minutes between probes.
pub const PROBE_WAIT_MIN_MAX: u64 = 60;
/// The most rejected rates remembered; beyond it the highest is forgotten.
pub const REJECTED_RATES_MAX: usize = 4;
/// For how many looks reports that could be chance are kept.
pub const KEPT_LOOKS_MAX: u8 = 5;
/// How many minutes a site has to work off a backlog if the rate is already below the rate that it
/// handled: after a fall, and after a rise was taken back.
const WAITS_FALLEN: u8 = 1;
const WAITS_TAKEN_BACK: u8 = 3;
/// Rates are stored in thousandths, so that 5 % of a small rate is not lost.
const MILLI: u64 = 1_000;

/// The last step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
enum Last {
    /// The rate has held since.
    Held,
    /// The rate rose, and there is no conclusion about it yet.
    Rose,
    /// The rate fell or was taken back, and there was no `Fine` verdict since. `taken`: how much of
    /// the rate the site handled in the minute before that, and in the previous minute if the rate
    /// also fell then.
    Fell { taken: [u64; 2], waits: u8 },
}

/// The state of autotune, part of a ledger: at most 200 bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Autotune {
    rate: u64,
    looked_at: FlowMs,
    kept: u8,
    /// Reports of the first half minute after the last look, and those since.
    early: Evidence,
    late: Evidence,
    last: Last,
    /// Rates found too high, highest first; none is below the rate.
    rejected_rates: Vec<u64>,
    /// When the lowest rejected rate can be probed; set while the rate is just below it.
    probe_at: Option<FlowMs>,
    probe_wait_min: u64,
}

impl Autotune {
    /// Creates autotune with a starting rate, usually the operator's ceiling.
    #[must_use]
    pub fn new(now: FlowMs, start: PerMinute) -> Self {
        Self {
            rate: u64::from(start.max(FLOOR).0) * MILLI,
            looked_at: now,
            kept: 0,
            early: Evidence::default(),
            late: Evidence::default(),
            last: Last::Held,
            rejected_rates: Vec::new(),
            probe_at: None,
            probe_wait_min: PROBE_WAIT_MIN,
        }
    }

    /// Returns the rate found, regardless of the ceiling.
    #[must_use]
    pub fn rate(&self) -> PerMinute {
        PerMinute(u32::try_from(self.rate / MILLI).unwrap_or(u32::MAX)).max(FLOOR)
    }

    /// Returns how many reports wait for the next look.
    #[must_use]
    pub fn reports(&self) -> u64 {
        self.early.reports().saturating_add(self.late.reports())
    }

    /// Adds one report.
    pub fn report(&mut self, now: FlowMs, report: PageTiming) {
        let mut one = Evidence::default();
        one.add(report);
        self.collect(now, &one);
    }

    /// Adds evidence that a node collected.
    pub fn collect(&mut self, now: FlowMs, evidence: &Evidence) {
        let early = now.since(self.looked_at) < STEP_MS / 2;
        let half = if early { &mut self.early } else { &mut self.late };
        half.merge(evidence);
    }

    /// Takes the step that is due, if any. Returns the rate in force, never above `ceiling`. `used`
    /// is the share of the rate that was used since the last minute, 0 to 1. Can be called at any
    /// frequency.
    pub fn step(&mut self, now: FlowMs, ceiling: PerMinute, used: f64) -> PerMinute {
        if ceiling > PerMinute(0) {
            self.rate = self.rate.min(u64::from(ceiling.0) * MILLI);
        }
        if now.since(self.looked_at) >= STEP_MS {
            self.evaluate(now, ceiling, used);
        }
        self.rate().min(ceiling)
    }

    fn evaluate(&mut self, now: FlowMs, ceiling: PerMinute, used: f64) {
        let mut all = self.early;
        all.merge(&self.late);
        let trend = self.early.trend_to(&self.late);
        match (all.page_speed(), trend) {
            (PageSpeed::TooFew, _) => return,
            (PageSpeed::Slow, _) => self.slow(trend, &all),
            (_, Trend::Growing) if self.last != Last::Held || self.is_near_rejected() => self.take_back(&all),
            (PageSpeed::Unsure, _) if self.kept < KEPT_LOOKS_MAX => return self.keep(now, all),
            (PageSpeed::Unsure, _) | (_, Trend::Growing) => {}
            (PageSpeed::Fine, _) => self.fine(now, ceiling, used),
        }
        self.kept = 0;
        self.early = Evidence::default();
        self.late = Evidence::default();
        self.looked_at = now;
    }

    fn keep(&mut self, now: FlowMs, all: Evidence) {
        self.kept += 1;
        self.early = all;
        self.late = Evidence::default();
        self.looked_at = now;
    }

    fn slow(&mut self, trend: Trend, all: &Evidence) {
        match self.last {
            Last::Rose => self.take_back(all),
            Last::Held if self.is_near_rejected() => self.take_back(all),
            Last::Fell { .. } if trend == Trend::Falling => {}
            Last::Fell { taken, waits } if waits > 0 && self.rate < taken[0].max(taken[1]) => {
                let waits = waits - 1;
                self.last = Last::Fell { taken, waits };
            }
            Last::Fell { .. } | Last::Held => self.lower_to(self.rate * 7 / 10, WAITS_FALLEN, all),
        }
    }

    /// Records the current rate as rejected and lowers the rate below it.
    fn take_back(&mut self, all: &Evidence) {
        if self.is_near_rejected() {
            self.rejected_rates.pop();
            self.probe_wait_min = self.probe_wait_min.saturating_mul(2).min(PROBE_WAIT_MIN_MAX);
        } else {
            self.probe_wait_min = PROBE_WAIT_MIN;
        }
        self.rejected_rates.push(self.rate);
        if self.rejected_rates.len() > REJECTED_RATES_MAX {
            self.rejected_rates.remove(0);
        }
        self.lower_to(below(self.rate), WAITS_TAKEN_BACK, all);
    }

    fn lower_to(&mut self, rate: u64, waits: u8, all: &Evidence) {
        let earlier = match self.last {
            Last::Fell { taken, .. } => taken[0],
            Last::Held | Last::Rose => 0,
        };
        let taken = [all.taken_of(self.rate), earlier];
        self.rate = rate.max(u64::from(FLOOR.0) * MILLI);
        self.probe_at = None;
        self.last = Last::Fell { taken, waits };
    }

    fn is_near_rejected(&self) -> bool {
        self.rejected_rates
            .last()
            .is_some_and(|rejected| self.rate > below(*rejected))
    }

    fn fine(&mut self, now: FlowMs, ceiling: PerMinute, used: f64) {
        while self.rejected_rates.pop_if(|lowest| *lowest <= self.rate).is_some() {
            self.probe_wait_min = PROBE_WAIT_MIN;
            self.probe_at = None;
        }
        self.last = Last::Held;
        let ceiling = u64::from(ceiling.0) * MILLI;
        let used_up = used >= USED_MIN;
        if used_up
            && self.rate < ceiling
            && let Some(up) = self.next_up(now)
        {
            self.rate = up.min(ceiling);
            self.last = Last::Rose;
        }
    }

    /// Returns the next rate upwards: 5 % more, as far as the lowest rejected rate and the time for
    /// a probe allow.
    fn next_up(&mut self, now: FlowMs) -> Option<u64> {
        let up = self.rate + self.rate / 20;
        let Some(rejected) = self.rejected_rates.last() else {
            return Some(up);
        };
        if self.rate < below(*rejected) {
            return Some(up.min(below(*rejected)));
        }
        let wait_ms = self.probe_wait_min.saturating_mul(STEP_MS);
        if now < *self.probe_at.get_or_insert(now.plus(wait_ms)) {
            return None;
        }
        self.probe_at = None;
        Some(up)
    }
}

/// Returns where the rate stays below a rejected rate: two rises of 5 %. One rise would not be
/// enough if the site's limit is a little lower than the rate at which it was noticed.
fn below(rejected: u64) -> u64 {
    rejected.saturating_mul(400) / 441
}

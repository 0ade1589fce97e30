//! The estimated wait of a room with a scheduled start, until the forecast ([`crate::forecast`])
//! replaces it; and, for all rooms, the reasons for which estimates rise. The formula is `ahead /
//! max outflow × (1 − no-show ratio) / (1 − re-entry ratio)`, as a range that is meant to be right
//! 80 % of the time.
//!
//! The room keeps two factors: the cost of one permit for a newcomer, `1 / max outflow / (1 −
//! re-entry ratio)`, and the share of the people ahead who take one, `1 − no-show ratio`. Each
//! factor can fall at any time, but rises only with a reason from a closed list. Every figure of
//! the range falls with them, so no visitor's estimate ever rises without a reason (people ahead
//! never rise at all). Small upward noise is not shown.
//!
//! The range: the number of people ahead who turn up is binomial, so its standard deviation is
//! `√(ahead × ns × (1 − ns))`. The range takes 1.28 of that on either side, but never more people
//! than are ahead (otherwise a first no-show would raise the upper end); then 8 % earlier and 9 %
//! later; then the time of one permit, since permits become due in steps. The percentages are
//! measured (`cargo xtask simulate --quality`), not derived: ratios are noisy and both factors stay
//! at their lowest value until a rise is large enough to be shown, so most waits end in the upper
//! half of the range. Where many visitors leave, those who left recently still count as ahead, so
//! waits end early.
//!
//! The people nearest to their turn are in front, where they have polled: the serving line goes on
//! until [`IN_FRONT_MIN`] of them are there. That many people ahead count in full, and only the
//! others by the no-show ratio. At one permit a minute each of them is a minute.
//!
//! People ahead keep leaving. If they leave at a rate `λ`, everybody who left within the last `T`
//! (the silence, and half a poll interval) still counts, so the no-show ratio is `1 − e^(−λT)`; and
//! a line that also shrinks by `λ` takes `ln(1 + λ × wait) / λ`. The lower end assumes this fully,
//! the upper end by half, because some crowds leave at once or not at all.
//!
//! The estimate counts a visitor who has left until three minutes of silence show it. In a line
//! that half of the visitors are about to leave, a newcomer's estimate is therefore too long.

use serde::{Deserialize, Serialize};

use crate::poll_interval::{POLL_MS_MAX, POLL_MS_MIN, POLL_MS_UNLOADED_MAX};
use crate::time::FlowMs;
use crate::units::{Ahead, PerMinute, Sequence};
use crate::window::{BUCKET_MS, WINDOW_BUCKETS};

pub use crate::limited_rate::{ExpectationChange, LimitedRate, RiseReason};
use crate::rise::PublishedRates;
pub use crate::rise::{REASON_SHOWN_MS, Rise};

/// A rise below this share is noise and is not shown.
const RISE_MIN: f64 = 0.06;
/// Quantile of the normal distribution that leaves 10 % on either side.
const Z80: f64 = 1.2816;
/// How much earlier the lower end is, as a share: ratios fall, and some people ahead have left
/// unnoticed.
const EARLIER: f64 = 0.08;
/// How much later the upper end is, as a share, because a rise below [`RISE_MIN`] is not shown.
const LATER: f64 = 0.09;
/// How long a visitor who left still counts, in milliseconds: the silence, and half of the longest
/// interval before it.
const GONE_MS: f64 = (3 * POLL_MS_MAX + POLL_MS_UNLOADED_MAX / 2) as f64;
/// The length of the window that holds a minute's permits, in minutes.
const WINDOW_SHARE: f64 = (WINDOW_BUCKETS * BUCKET_MS) as f64 / 60_000.0;
/// The no-show and re-entry ratios are capped at this value.
const RATIO_MAX: f64 = 0.95;
/// The fewest visitors who are present in front, if as many are in line.
pub const IN_FRONT_MIN: u64 = 3;

/// The expected cost of one place ahead, part of the ledger.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct Expectation {
    /// Milliseconds from one permit for a newcomer to the next; infinite at rate 0.
    ms_a_permit: f64,
    rate: PerMinute,
    /// The operator's own max outflow.
    own: PerMinute,
    no_show: f64,
    rise: Option<Rise>,
    /// Stored apart from the rest, because earlier versions do not know it.
    #[serde(skip)]
    pub(crate) published_rates: PublishedRates,
}

/// An estimated wait.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WaitRange {
    /// The lower end, in milliseconds: 10 % of waits are shorter.
    pub low_ms: u64,
    /// The upper end, in milliseconds: 10 % of waits are longer.
    pub high_ms: u64,
}

/// An estimated wait before it is cut to whole milliseconds. Neither the upper end nor the sum of
/// both ends rises without a reason, but the lower end can rise where the upper end falls by as
/// much. Cutting each end by itself could then raise the shown sum, so the sum is cut instead.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ExactWait {
    pub(crate) sum_ms: f64,
    pub(crate) high_ms: f64,
}

impl ExactWait {
    pub(crate) fn of_ends([low_ms, high_ms]: [f64; 2]) -> Self {
        Self {
            sum_ms: low_ms + high_ms,
            high_ms,
        }
    }

    pub(crate) fn low_ms(&self) -> f64 {
        self.sum_ms - self.high_ms
    }

    /// Returns the range in whole milliseconds.
    pub(crate) fn cut(&self) -> WaitRange {
        let (sum_ms, high_ms) = (self.sum_ms as u64, self.high_ms as u64);
        WaitRange {
            low_ms: sum_ms.saturating_sub(high_ms).min(high_ms),
            high_ms,
        }
    }
}

impl Expectation {
    /// Creates the expectation of a room at its start, without no-shows and re-entries.
    #[must_use]
    pub fn new(rate: PerMinute) -> Self {
        Self {
            ms_a_permit: ms_a_permit(rate, 0.0),
            rate,
            own: rate,
            no_show: 0.0,
            rise: None,
            published_rates: PublishedRates::default(),
        }
    }

    /// Updates the factors from the line's rate and the ratios of the last minutes, and records a
    /// rise with its reason. `next` is the first place that was not given before.
    pub fn update(
        &mut self,
        now: FlowMs,
        next: Sequence,
        limited_rate: impl Into<LimitedRate>,
        no_show: f64,
        re_entry: f64,
    ) -> ExpectationChange {
        let limited_rate = limited_rate.into();
        if limited_rate.is_shut() {
            // There is no estimate now. The next one is compared with the last one.
            self.rate = PerMinute(0);
            if self.ms_a_permit.is_infinite() {
                self.own = limited_rate.own;
            }
            return ExpectationChange::default();
        }
        let (own, rate, published) = (limited_rate.own, limited_rate.rate(), self.published_rate());
        let (permit, no_show) = (ms_a_permit(rate, re_entry), no_show.min(RATIO_MAX));
        let lower = self.rate == PerMinute(0) || rate < self.rate;
        let slowed = own < self.own && own == rate && lower;
        // A rate shared with others fluctuates: a small decrease is noise.
        let less = f64::from(rate.0) < published && f64::from(rate.0) * (1.0 + RISE_MIN) <= published;
        let grows = |before: f64, after: f64| after >= before * (1.0 + RISE_MIN) && after > before;
        let place = |permit: f64, no_show: f64| permit * (1.0 - no_show);
        let costs_more = slowed || less || grows(self.ms_a_permit, permit);
        let more_turn_up = grows(place(self.ms_a_permit, self.no_show), place(permit, no_show));
        if costs_more {
            let lowered = limited_rate.lowered_from(published).filter(|_| less);
            let reason = if slowed {
                Some(RiseReason::OperatorSlowed)
            } else {
                lowered
            };
            // No limit became tighter, so more of the permits go to people who came back.
            self.record(reason.unwrap_or(RiseReason::MoreCameBack), now, next);
        }
        if costs_more || more_turn_up {
            let before = if costs_more { f64::INFINITY } else { self.ms_a_permit };
            (self.ms_a_permit, self.no_show) = (before.min(permit), no_show);
            self.rate = rate;
        } else {
            self.ms_a_permit = self.ms_a_permit.min(permit);
            self.no_show = self.no_show.max(no_show);
            self.rate = self.rate.max(rate);
        }
        self.own = own;
        ExpectationChange {
            costs_more,
            more_turn_up,
        }
    }

    /// Records a rise.
    pub(crate) fn record(&mut self, reason: RiseReason, at: FlowMs, before: Sequence) {
        self.rise = Some(Rise { reason, at, before });
    }

    /// Compares the line's rate over time, which depends on the lines beside it, with the one that
    /// earlier estimates used. Returns whether estimates rise for a reason that the line's rate
    /// alone does not show.
    pub(crate) fn plan(
        &mut self,
        now: FlowMs,
        next: Sequence,
        limited_rate: &LimitedRate,
        people: f64,
        rises: bool,
    ) -> bool {
        let reason = limited_rate.lowered_from(limited_rate.autotune.0.into());
        let rises = self
            .published_rates
            .plan(now, &limited_rate.rate_steps, people, [rises, reason.is_some()]);
        if let Some(reason) = reason.filter(|_| rises) {
            self.record(reason, now, next);
        }
        rises
    }

    /// Returns the rate behind the published estimates: the highest that all limits allowed since
    /// the last rise; 0 while the session cap blocks everybody.
    pub(crate) fn rate(&self) -> PerMinute {
        self.rate
    }

    /// Returns a rate that the line had when its estimates were published: the highest since the
    /// last rise, or, after a time in which nobody could be admitted, the rate that follows from
    /// the cost of a permit.
    fn published_rate(&self) -> f64 {
        let newcomers = 60_000.0 * WINDOW_SHARE / self.ms_a_permit;
        newcomers.max(self.rate.0.into())
    }

    /// Forgets the last rise, because no visitor has an estimate yet. If there is no rate either,
    /// the first estimate is compared with nothing.
    pub(crate) fn forget_rise(&mut self) {
        self.rise = None;
        if self.rate == PerMinute(0) {
            self.ms_a_permit = f64::INFINITY;
        }
    }

    /// Adopts the line's rate for the first estimate, which no published estimate precedes.
    pub(crate) fn begin(&mut self, rate: PerMinute) {
        if rate > PerMinute(0) && self.rate > rate {
            self.rate = rate;
            self.ms_a_permit = self.ms_a_permit.max(ms_a_permit(rate, 0.0));
        }
    }

    /// Returns the last rise, while its reason is still shown.
    #[must_use]
    pub fn rise(&self, now: FlowMs) -> Option<Rise> {
        self.rise.filter(|rise| rise.is_shown(now))
    }

    /// Returns the minimum upper end of all estimates, in milliseconds; it rises only with a
    /// reason.
    pub(crate) fn least_high_ms(&self) -> f64 {
        2.0 * self.ms_a_permit.min(POLL_MS_MAX as f64) + POLL_MS_MIN as f64
    }

    /// Returns the wait of a visitor with `ahead` people ahead; `None` while nobody is let through.
    #[must_use]
    pub fn wait(&self, ahead: Ahead) -> Option<WaitRange> {
        self.waits().map(|waits| waits.exact(ahead).cut())
    }

    /// Returns the waits of all visitors; `None` while nobody is let through.
    #[must_use]
    pub fn waits(&self) -> Option<Waits> {
        Some(Waits {
            period_ms: self.rate.period_ms()?,
            ms_a_permit: self.ms_a_permit,
            no_show: self.no_show,
            leaving: -(1.0 - self.no_show).ln() / GONE_MS,
        })
    }
}

/// The waits that an [`Expectation`] gives, with everything precomputed that is the same for all
/// places, because a line answers hundreds of thousands of polls between two commits.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Waits {
    period_ms: f64,
    ms_a_permit: f64,
    no_show: f64,
    /// The rate at which visitors leave, per millisecond.
    leaving: f64,
}

impl Waits {
    /// Returns the wait of a visitor with `ahead` people ahead.
    pub(crate) fn exact(&self, ahead: Ahead) -> ExactWait {
        let in_front = ahead.0.min(IN_FRONT_MIN);
        let (likely, spread) = self.turn_up(Ahead(ahead.0 - in_front));
        let most = in_front as f64 + (likely + spread).min((ahead.0 - in_front) as f64);
        let fewest = in_front as f64 + (likely - spread).max(0.0);
        let late = most * self.ms_a_permit;
        let late = (late + self.thinned(late)) / 2.0 * (1.0 + LATER);
        let high_ms = late + self.period_ms;
        // The period of a permit is no part of the sum, unless the lower end would be below 0.
        ExactWait {
            sum_ms: (self.early(fewest) + late).max(high_ms),
            high_ms,
        }
    }

    /// Returns the shortest time in which the serving line passes `ahead` people of whom none is in
    /// front yet. The lower end of [`Self::exact`] is never shorter, because the visitors in front
    /// are sure to turn up.
    #[must_use]
    pub fn shortest_ms(&self, ahead: Ahead) -> u64 {
        let (likely, spread) = self.turn_up(ahead);
        (self.early(likely - spread) - self.period_ms).max(0.0) as u64
    }

    fn early(&self, fewest: f64) -> f64 {
        self.thinned(fewest.max(0.0) * self.ms_a_permit) * (1.0 - EARLIER)
    }

    /// Returns how many people ahead are likely to turn up, and the half-width of the 80 % interval
    /// around that number.
    fn turn_up(&self, ahead: Ahead) -> (f64, f64) {
        let likely = ahead.0 as f64 * (1.0 - self.no_show);
        (likely, Z80 * (likely * self.no_show).sqrt())
    }

    /// Returns a wait that is shortened because people ahead keep leaving. It falls as the no-show
    /// ratio rises, and is never longer than `wait_ms`.
    fn thinned(&self, wait_ms: f64) -> f64 {
        if self.leaving * wait_ms < 1e-6 {
            return wait_ms;
        }
        (self.leaving * wait_ms).ln_1p() / self.leaving
    }
}

fn ms_a_permit(rate: PerMinute, re_entry: f64) -> f64 {
    rate.period_ms().unwrap_or(f64::INFINITY) * WINDOW_SHARE / (1.0 - re_entry.min(RATIO_MAX))
}

#[cfg(test)]
mod tests;

//! Evidence from page timings: how many pages a site served, and how many of them were slow.
//!
//! A page is slow above [`SLOW_MS`], and also if it failed, whatever its time
//! (protocol/crowdhandler.md 4). A report can stand for several pages, because clients send a
//! sample (`sampleRate`); its weight counts up to [`WEIGHT_MAX`]. Shares are therefore computed
//! twice, of the reports and of the pages they stand for, and a conclusion needs both, so a claimed
//! weight cannot make a few reports look like many.
//!
//! In addition to the share there is a trend: the geometric means of two periods at the same rate
//! are compared (a few unusual pages in a minute do not change them). Times that grow at a constant
//! rate mean a growing backlog, minutes before pages are slow.
//!
//! The evidence does not check the sender of a report; [`super::response_ids`] does.

use serde::{Deserialize, Serialize};

/// A page that takes longer is slow, in milliseconds.
pub const SLOW_MS: u64 = 5_000;
/// How many pages in a hundred can be slow.
pub const SLOW_SHARE_MAX_PERCENT: u64 = 2;
/// Growing times count as strain above this mean, in milliseconds.
pub const STRAIN_MS: u64 = 250;
/// With fewer reports there is no conclusion.
pub const REPORTS_MIN: u64 = 30;
/// The most pages that one report can stand for: the largest weight that a known client sends.
pub const WEIGHT_MAX: u32 = 10;
/// Times are capped at this value, in milliseconds; a failed page counts as this slow.
pub const TIME_MS_MAX: u64 = 30_000;
/// By how many standard deviations of an honest sample at the limit a share must exceed the limit
/// in order not to be chance.
const DEVIATIONS: f64 = 2.0;
/// Times grow or fall if their means differ by more than this factor, as a power of two.
const TREND_LOG2: f64 = 0.38;
/// Standard deviation of page times, as a power of two: that of an exponential distribution.
const SPREAD_LOG2: f64 = 1.85;
/// Logarithms are stored as multiples of this fraction of a factor of two.
const LOG_PARTS: u64 = 256;

/// One page, as the visitor's client timed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageTiming {
    /// How long the page took, in milliseconds.
    pub time_ms: u64,
    /// Whether the site failed, or refused the page because there were too many requests.
    pub failed: bool,
    /// How many pages the report stands for; clamped to 1 to [`WEIGHT_MAX`].
    pub weight: u32,
}

/// Reports added up. Sums can be added in turn: a node collects its own reports and sends the sum
/// with its batch.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    reports: u64,
    slow_reports: u64,
    /// Reports of pages that the site did not handle: those that failed or that the visitor gave
    /// up.
    lost_reports: u64,
    pages: u64,
    slow_pages: u64,
    /// Sum of the base-2 logarithms of the times, in units of 1/`LOG_PARTS`.
    log_time: u64,
}

/// The conclusion from evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PageSpeed {
    /// Fewer than [`REPORTS_MIN`] reports.
    TooFew,
    /// No more slow pages than allowed.
    Fine,
    /// More slow pages than allowed, but possibly by chance.
    Unsure,
    /// Too many slow pages to be chance.
    Slow,
}

/// The change in page times from one period to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trend {
    /// Clearly longer, and above [`STRAIN_MS`].
    Growing,
    /// Neither growing nor falling.
    Level,
    /// Clearly shorter.
    Falling,
}

impl Evidence {
    /// Adds one report.
    pub fn add(&mut self, report: PageTiming) {
        let weight = u64::from(report.weight.clamp(1, WEIGHT_MAX));
        let slow = u64::from(report.failed || report.time_ms > SLOW_MS);
        let time_ms = if report.failed { TIME_MS_MAX } else { report.time_ms };
        self.merge(&Self {
            reports: 1,
            slow_reports: slow,
            lost_reports: u64::from(time_ms >= TIME_MS_MAX),
            pages: weight,
            slow_pages: slow * weight,
            log_time: log2_parts(time_ms.min(TIME_MS_MAX) + 1),
        });
    }

    /// Adds evidence that was collected elsewhere.
    pub fn merge(&mut self, other: &Self) {
        self.reports = self.reports.saturating_add(other.reports);
        self.slow_reports = self.slow_reports.saturating_add(other.slow_reports);
        self.lost_reports = self.lost_reports.saturating_add(other.lost_reports);
        self.pages = self.pages.saturating_add(other.pages);
        self.slow_pages = self.slow_pages.saturating_add(other.slow_pages);
        self.log_time = self.log_time.saturating_add(other.log_time);
    }

    /// Returns the number of reports.
    #[must_use]
    pub fn reports(&self) -> u64 {
        self.reports
    }

    /// Returns how much of `rate` the site handled: the share of reports neither failed nor given
    /// up.
    pub(super) fn taken_of(&self, rate: u64) -> u64 {
        let taken = u128::from(self.reports - self.lost_reports.min(self.reports));
        let of_rate = u128::from(rate) * taken / u128::from(self.reports.max(1));
        u64::try_from(of_rate).unwrap_or(rate)
    }

    /// Returns how times changed from `self` to `later`. `Falling` needs only half the difference,
    /// because times vary little behind a backlog, and a mistake costs only a minute.
    pub(super) fn trend_to(&self, later: &Self) -> Trend {
        let (Some(before), Some(after)) = (self.log2_ms(), later.log2_ms()) else {
            return Trend::Level;
        };
        let accident = DEVIATIONS * SPREAD_LOG2 * (1.0 / self.reports as f64 + 1.0 / later.reports as f64).sqrt();
        let clear = accident.max(TREND_LOG2);
        let noticed = log2_parts(STRAIN_MS) as f64 / LOG_PARTS as f64;
        if after > before + clear && after > noticed {
            Trend::Growing
        } else if after < before - clear / 2.0 {
            Trend::Falling
        } else {
            Trend::Level
        }
    }

    /// Returns the mean logarithm of the times; `None` without reports.
    fn log2_ms(&self) -> Option<f64> {
        (self.reports > 0).then(|| self.log_time as f64 / LOG_PARTS as f64 / self.reports as f64)
    }

    /// Returns the conclusion. `Fine` and `Slow` require that reports and pages agree.
    pub(super) fn page_speed(&self) -> PageSpeed {
        if self.reports < REPORTS_MIN {
            return PageSpeed::TooFew;
        }
        let limit = SLOW_SHARE_MAX_PERCENT as f64 / 100.0;
        let accident = DEVIATIONS * (limit * (1.0 - limit) / self.reports as f64).sqrt();
        let of_reports = self.slow_reports as f64 / self.reports as f64;
        let of_pages = self.slow_pages as f64 / self.pages as f64;
        if of_reports.max(of_pages) <= limit {
            PageSpeed::Fine
        } else if of_reports.min(of_pages) > limit + accident {
            PageSpeed::Slow
        } else {
            PageSpeed::Unsure
        }
    }
}

/// Returns the base-2 logarithm in units of 1/`LOG_PARTS`, linear between powers of two. `value` is
/// above 0.
fn log2_parts(value: u64) -> u64 {
    let whole = value.ilog2();
    u64::from(whole) * LOG_PARTS + ((value * LOG_PARTS) >> whole) - LOG_PARTS
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evidence(fast: u64, slow: u64, weight_of_slow: u32) -> Evidence {
        let mut evidence = Evidence::default();
        let report = |time_ms, weight| PageTiming {
            time_ms,
            failed: false,
            weight,
        };
        (0..fast).for_each(|_| evidence.add(report(100, 1)));
        (0..slow).for_each(|_| evidence.add(report(SLOW_MS + 1, weight_of_slow)));
        evidence
    }

    #[test]
    fn thirty_reports_are_needed_and_one_slow_page_among_them_may_be_an_accident() {
        assert_eq!(evidence(0, 29, 1).page_speed(), PageSpeed::TooFew);
        assert_eq!(evidence(0, 30, 1).page_speed(), PageSpeed::Slow);
        assert_eq!(evidence(30, 0, 1).page_speed(), PageSpeed::Fine);
        assert_eq!(evidence(29, 1, 1).page_speed(), PageSpeed::Unsure);
        assert_eq!(evidence(27, 3, 1).page_speed(), PageSpeed::Slow);
    }

    #[test]
    fn two_in_a_hundred_may_be_slow_and_with_many_reports_three_may_not() {
        assert_eq!(evidence(980, 20, 1).page_speed(), PageSpeed::Fine);
        assert_eq!(evidence(979, 21, 1).page_speed(), PageSpeed::Unsure);
        assert_eq!(evidence(970, 30, 1).page_speed(), PageSpeed::Slow);
    }

    #[test]
    fn a_claimed_weight_alone_proves_nothing() {
        assert_eq!(evidence(990, 10, 10).page_speed(), PageSpeed::Unsure);
        assert_eq!(evidence(990, 10, u32::MAX).page_speed(), PageSpeed::Unsure);
    }

    #[test]
    fn the_threshold_itself_is_not_slow_and_an_error_is() {
        let mut evidence = Evidence::default();
        for _ in 0..REPORTS_MIN {
            evidence.add(PageTiming {
                time_ms: SLOW_MS,
                failed: false,
                weight: 0,
            });
        }
        assert_eq!(evidence.page_speed(), PageSpeed::Fine);
        for _ in 0..REPORTS_MIN {
            evidence.add(PageTiming {
                time_ms: 1,
                failed: true,
                weight: 5,
            });
        }
        assert_eq!(evidence.page_speed(), PageSpeed::Slow);
    }
}

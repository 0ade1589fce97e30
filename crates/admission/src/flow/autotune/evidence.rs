//! What page timings say about a site: how many pages were reported, and how many of them slow.
//!
//! A page is slow above [`SLOW_MS`], and whatever its time if it failed (protocol/crowdhandler.md
//! 4). A report may stand for several pages, because clients send a sample (`sampleRate`); it is
//! believed up to [`WEIGHT_MAX`]. Shares are therefore taken twice, of the reports and of the pages
//! they stand for, and a verdict needs both: no claimed weight makes a few reports look like many.
//!
//! Besides the share there is a trend: geometric means (an odd page of a minute does not move them)
//! of two stretches at the same rate, compared. Times that grow at a steady rate are a backlog that
//! grows, minutes before pages are slow.
//!
//! What it is not: it does not ask who reports. That is [`super::response_ids`].

use serde::{Deserialize, Serialize};

/// Slower than that is slow, milliseconds.
pub const SLOW_MS: u64 = 5_000;
/// So many pages in a hundred may be slow.
pub const SLOW_SHARE_MAX_PERCENT: u64 = 2;
/// Times that grow are a strain from here on, milliseconds.
pub const STRAIN_MS: u64 = 250;
/// Fewer reports say nothing.
pub const REPORTS_MIN: u64 = 30;
/// So many pages one report may stand for at most: the largest that a known client sends.
pub const WEIGHT_MAX: u32 = 10;
/// Times are believed up to here, milliseconds; a failed page counts as so slow.
pub const TIME_MS_MAX: u64 = 30_000;
/// How many standard deviations of an honest sample at the limit a share must lie above the limit,
/// to be no accident.
const DEVIATIONS: f64 = 2.0;
/// Times grow or fall where their means differ by more than that factor, as a power of two.
const TREND_LOG2: f64 = 0.38;
/// Spread of page times, as a power of two: that of an exponential distribution.
const SPREAD_LOG2: f64 = 1.85;
/// Logarithms are kept in so many parts of a factor of two.
const LOG_PARTS: u64 = 256;

/// One page as its visitor's client timed it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageTiming {
    /// How long the page took.
    pub time_ms: u64,
    /// Whether it was an error.
    pub failed: bool,
    /// How many pages it stands for; counted as 1 to [`WEIGHT_MAX`].
    pub weight: u32,
}

/// Reports added up. Sums of sums are sums: a node collects its own and hands them on with its
/// batch.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Evidence {
    reports: u64,
    slow_reports: u64,
    /// Failed or given up: what the site did not take.
    lost_reports: u64,
    pages: u64,
    slow_pages: u64,
    /// Sum of the times' logarithms to the base 2, in parts.
    log_time: u64,
}

/// What evidence proves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// Fewer than [`REPORTS_MIN`].
    TooFew,
    /// No more slow pages than may be.
    Fine,
    /// More than may be, yet it can be an accident.
    Unsure,
    /// Too many to be an accident.
    Slow,
}

/// How page times went from one stretch to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Trend {
    /// Clearly longer, and above [`STRAIN_MS`].
    Growing,
    /// Neither.
    Level,
    /// Clearly shorter.
    Falling,
}

impl Evidence {
    /// Adds a report.
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

    /// Adds what somebody else collected.
    pub fn merge(&mut self, other: &Self) {
        self.reports = self.reports.saturating_add(other.reports);
        self.slow_reports = self.slow_reports.saturating_add(other.slow_reports);
        self.lost_reports = self.lost_reports.saturating_add(other.lost_reports);
        self.pages = self.pages.saturating_add(other.pages);
        self.slow_pages = self.slow_pages.saturating_add(other.slow_pages);
        self.log_time = self.log_time.saturating_add(other.log_time);
    }

    /// Reports counted.
    #[must_use]
    pub fn reports(&self) -> u64 {
        self.reports
    }

    /// So much of `rate` the site took: the share of pages neither failed nor given up.
    pub(super) fn taken_of(&self, rate: u64) -> u64 {
        let taken = u128::from(self.reports - self.lost_reports.min(self.reports));
        let of_rate = u128::from(rate) * taken / u128::from(self.reports.max(1));
        u64::try_from(of_rate).unwrap_or(rate)
    }

    /// How times went on from here to `later`. Half as much is enough for `Falling`: behind a
    /// backlog times spread little, and a mistake costs a minute.
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

    /// Mean logarithm of the times; `None` without any.
    fn log2_ms(&self) -> Option<f64> {
        (self.reports > 0).then(|| self.log_time as f64 / LOG_PARTS as f64 / self.reports as f64)
    }

    /// `Fine` and `Slow` only where reports and pages agree.
    pub(super) fn verdict(&self) -> Verdict {
        if self.reports < REPORTS_MIN {
            return Verdict::TooFew;
        }
        let limit = SLOW_SHARE_MAX_PERCENT as f64 / 100.0;
        let accident = DEVIATIONS * (limit * (1.0 - limit) / self.reports as f64).sqrt();
        let of_reports = self.slow_reports as f64 / self.reports as f64;
        let of_pages = self.slow_pages as f64 / self.pages as f64;
        if of_reports.max(of_pages) <= limit {
            Verdict::Fine
        } else if of_reports.min(of_pages) > limit + accident {
            Verdict::Slow
        } else {
            Verdict::Unsure
        }
    }
}

/// Logarithm to the base 2 in parts, straight between powers of two. `value` is above 0.
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
        assert_eq!(evidence(0, 29, 1).verdict(), Verdict::TooFew);
        assert_eq!(evidence(0, 30, 1).verdict(), Verdict::Slow);
        assert_eq!(evidence(30, 0, 1).verdict(), Verdict::Fine);
        assert_eq!(evidence(29, 1, 1).verdict(), Verdict::Unsure);
        assert_eq!(evidence(27, 3, 1).verdict(), Verdict::Slow);
    }

    #[test]
    fn two_in_a_hundred_may_be_slow_and_with_many_reports_three_may_not() {
        assert_eq!(evidence(980, 20, 1).verdict(), Verdict::Fine);
        assert_eq!(evidence(979, 21, 1).verdict(), Verdict::Unsure);
        assert_eq!(evidence(970, 30, 1).verdict(), Verdict::Slow);
    }

    #[test]
    fn a_claimed_weight_alone_proves_nothing() {
        assert_eq!(evidence(990, 10, 10).verdict(), Verdict::Unsure);
        assert_eq!(evidence(990, 10, u32::MAX).verdict(), Verdict::Unsure);
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
        assert_eq!(evidence.verdict(), Verdict::Fine);
        for _ in 0..REPORTS_MIN {
            evidence.add(PageTiming {
                time_ms: 1,
                failed: true,
                weight: 5,
            });
        }
        assert_eq!(evidence.verdict(), Verdict::Slow);
    }
}

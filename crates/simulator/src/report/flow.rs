//! The use of permits, and how close the grants of every minute were to its bound.

use serde::Serialize;

use super::record::Second;
use super::round;
use super::series::{Series, WINDOW_S};

/// With this many milliseconds of outflow in line, and at least [`PEOPLE_MIN`] people, enough
/// people are present to use every permit.
const ENOUGH_MS: u64 = 30_000;
/// See [`ENOUGH_MS`].
const PEOPLE_MIN: u64 = 10;
/// Upper ends of the histogram's bins: grants in a minute as a share of its bound, in percent.
const BINS: [u32; 9] = [50, 80, 90, 95, 98, 99, 100, 105, 120];

/// The use of permits.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Flow {
    /// Share of the due permits that were spent while enough people were present; `None` if there
    /// never were.
    pub permit_use: Option<f64>,
    /// Seconds in which enough people were present: 30 s of outflow and ten people, not counting
    /// hidden tabs and robots.
    pub busy_s: u64,
    /// Permits spent in those seconds.
    pub busy_grants: u64,
    /// Permits a minute in those seconds.
    pub busy_per_minute: Option<f64>,
    /// Most permits spent in any minute that begins at a full second.
    pub minute_max: u64,
    /// Most permits beyond the bound in any such minute.
    pub overshoot_max: i64,
    /// A histogram of minutes, by grants relative to their bound.
    pub overshoot: Vec<Bin>,
}

/// Minutes whose grants are within a share of their bound.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Bin {
    /// The lower limit in percent of the bound, excluded; the first bin includes it.
    pub above_percent: u32,
    /// The upper limit, included; `None` in the last bin.
    pub to_percent: Option<u32>,
    /// The number of minutes; one begins at each second.
    pub minutes: u64,
}

impl Flow {
    pub(super) fn new(seconds: &[Second], series: &Series, from: usize) -> Self {
        let busy = seconds.iter().skip(from).filter(|second| is_busy(second));
        let (mut busy_s, mut busy_grants, mut due) = (0_u64, 0, 0.0);
        for second in busy {
            busy_s += 1;
            busy_grants += u64::from(second.outflow);
            due += f64::from(second.max_outflow) / 60.0;
        }
        let whole = (0..seconds.len()).skip(from.max(WINDOW_S - 1));
        let minutes = whole.map(|at| (series.outflow_60s[at], bound(series, at)));
        let minutes: Vec<(u64, u64)> = minutes.collect();
        let beyond = minutes
            .iter()
            .map(|(held, bound)| held.cast_signed() - bound.cast_signed());
        Self {
            permit_use: (due > 0.0).then(|| round(busy_grants as f64 / due)),
            busy_s,
            busy_grants,
            busy_per_minute: (busy_s > 0).then(|| round(busy_grants as f64 * 60.0 / busy_s as f64)),
            minute_max: minutes.iter().map(|(held, _)| *held).max().unwrap_or(0),
            overshoot_max: beyond.max().unwrap_or(0),
            overshoot: histogram(&minutes),
        }
    }
}

fn is_busy(second: &Second) -> bool {
    let enough = (u64::from(second.max_outflow) * ENOUGH_MS).div_ceil(60_000) + PEOPLE_MIN;
    !second.paused && second.max_outflow > 0 && second.willing >= enough
}

/// Returns the highest bound within a window.
fn bound(series: &Series, at: usize) -> u64 {
    let from = (at + 1).saturating_sub(WINDOW_S);
    series.bound[from..=at].iter().copied().max().unwrap_or(0)
}

fn histogram(minutes: &[(u64, u64)]) -> Vec<Bin> {
    let mut bins = Vec::with_capacity(BINS.len() + 1);
    let mut above_percent = 0;
    for to in BINS.into_iter().map(Some).chain([None]) {
        bins.push(Bin {
            above_percent,
            to_percent: to,
            minutes: 0,
        });
        above_percent = to.unwrap_or(above_percent);
    }
    for (held, bound) in minutes.iter().filter(|(_, bound)| *bound > 0) {
        let within = |bin: &&mut Bin| bin.to_percent.is_none_or(|to| held * 100 <= bound * u64::from(to));
        if let Some(bin) = bins.iter_mut().find(within) {
            bin.minutes += 1;
        }
    }
    bins
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_minute_at_its_bound_is_no_overshoot() {
        let bins = histogram(&[(60, 60), (61, 60), (10, 60), (0, 0)]);
        let filled: Vec<_> = bins
            .iter()
            .filter(|bin| bin.minutes > 0)
            .map(|bin| bin.to_percent)
            .collect();
        assert_eq!(filled, [Some(50), Some(100), Some(105)]);
    }
}

//! The range of an expected wait: its ends, by how much either is further away, and its width.

/// The margin at both ends of a wait for sessions to end, in standard deviations: they end in no
/// particular order.
const CAPPED_MARGIN: f64 = 0.8;
/// The additional margin of the upper end, relative to the wait. Most errors of forecasts are waits
/// that become longer: visitors come back, other lines form, nodes and stores fail. It applies in
/// part where earlier forecasts came true within less than [`UNSURE`] deviations.
const LONGER: f64 = 0.1;
const UNSURE: f64 = 1.0;
/// The widest range, relative to the wait.
pub(super) const WIDTH_MAX: f64 = 0.39;
/// Like [`WIDTH_MAX`], where at most a session a minute ends: as wide as its ends require, because
/// no narrow range holds for a single one.
const SLOW_WIDTH_MAX: f64 = 2.0;

/// The expected wait of a place, and how far from it the wait can be, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Expected {
    pub(super) mean_ms: f64,
    pub(super) deviation_ms: f64,
    /// Whether sessions have to end first, or at least the cap on them is the line's limit now.
    pub(super) is_capped: bool,
    /// By how much the wait is shorter if as many people ahead leave as the observations allow.
    pub(super) sooner_ms: f64,
    /// The widest range, relative to the wait.
    pub(super) width_max: f64,
    /// How little of what a line can show was observed, from 0 to 1 in a new room; 0 where sessions
    /// have to end, which can take longer.
    pub(super) unobserved: f64,
}

/// Returns the widest range of a wait for sessions that end so slowly, from 0 to 1, relative to the
/// wait.
pub(super) fn widest(slowness: f64) -> f64 {
    WIDTH_MAX + (SLOW_WIDTH_MAX - WIDTH_MAX) * slowness
}

/// Returns the range of an expected wait: low and high, in milliseconds.
pub(super) fn range_of(expected: Expected, [low, high]: [f64; 2], least_high_ms: f64) -> [f64; 2] {
    let Expected {
        mean_ms,
        deviation_ms,
        is_capped,
        sooner_ms,
        width_max,
        unobserved,
    } = expected;
    let margin = if is_capped { CAPPED_MARGIN } else { 0.0 };
    let (low, high) = (low - margin, high + margin);
    let low_ms = (mean_ms + low * deviation_ms).max(0.0);
    let longer_ms = mean_ms * LONGER * ((high - low) / 2.0 / UNSURE).min(1.0);
    let high_ms = (mean_ms + longer_ms + high * deviation_ms).max(low_ms);
    let excess = (high_ms - low_ms - width_max * f64::midpoint(low_ms, high_ms)).max(0.0) / 2.0;
    let high_ms = (high_ms - excess).max(least_high_ms);
    let low_ms = (low_ms + excess).min(high_ms);
    // Both are rarely as much at once: like the deviations of independent causes, their squares
    // add.
    let below_ms = (mean_ms - low_ms).max(0.0);
    let soonest_ms = low_ms + below_ms - below_ms.hypot(sooner_ms);
    // In a new room it is likelier that people leave than that anything takes longer, so the upper
    // end gives way to the lower one.
    let [less, more] = [2.0 - width_max, 2.0 + width_max];
    let highest_ms = if less > 0.0 { soonest_ms * more / less } else { high_ms };
    let gives_way_ms = (high_ms - longer_ms * unobserved).max(highest_ms);
    let high_ms = high_ms.min(gives_way_ms.max(least_high_ms));
    let low_ms = low_ms.min(high_ms);
    [soonest_ms.max(high_ms * less / more).min(low_ms), high_ms]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A wait of 100 s that nothing but its deviation makes uncertain.
    const EXPECTED: Expected = Expected {
        mean_ms: 100_000.0,
        deviation_ms: 5_000.0,
        is_capped: false,
        sooner_ms: 0.0,
        width_max: WIDTH_MAX,
        unobserved: 0.0,
    };

    fn range(expected: Expected) -> [f64; 2] {
        range_of(expected, [-1.0, 1.0], 0.0)
    }

    #[test]
    fn a_wait_for_sessions_to_end_has_a_margin() {
        let range = |is_capped| range(Expected { is_capped, ..EXPECTED });
        assert_eq!([false, true].map(range), [[95_000.0, 115_000.0], [91_000.0, 119_000.0]]);
    }

    #[test]
    fn the_low_end_allows_for_more_people_to_leave_than_is_expected_within_the_widest_range() {
        let range = |sooner_ms| range(Expected { sooner_ms, ..EXPECTED });
        let [low_ms, high_ms] = range(0.0);
        assert_eq!([low_ms, high_ms], [95_000.0, 115_000.0]);
        assert_eq!(range(12_000.0), [87_000.0, high_ms], "13 s, of 5 and 12");
        let [least_ms, still_ms] = range(80_000.0);
        let width = (still_ms - least_ms) / f64::midpoint(least_ms, still_ms);
        assert!(still_ms == high_ms && (width - WIDTH_MAX).abs() < 1e-6, "{width}");
    }

    #[test]
    fn in_a_new_room_the_upper_end_gives_way_to_people_who_leave() {
        let range = |sooner_ms, unobserved| {
            range(Expected {
                sooner_ms,
                unobserved,
                ..EXPECTED
            })
        };
        assert_eq!(range(12_000.0, 1.0), range(12_000.0, 0.0), "it is narrow enough");
        let [low_ms, high_ms] = range(80_000.0, 1.0);
        assert!((high_ms - 105_000.0).abs() < 0.1, "the deviation is left: {high_ms}");
        let width = (high_ms - low_ms) / f64::midpoint(low_ms, high_ms);
        assert!((width - WIDTH_MAX).abs() < 1e-6, "{width}");
        let [half_low_ms, half_high_ms] = range(80_000.0, 0.5);
        assert!(
            (half_high_ms - 110_000.0).abs() < 0.1 && half_low_ms > low_ms,
            "{half_high_ms}"
        );
    }
}

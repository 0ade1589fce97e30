//! The table of results.

use std::fmt::Write;
use std::time::Duration;

use super::fault_series::SeriesReport;

/// Returns a table with one row per series.
pub(super) fn table(all: &[SeriesReport]) -> String {
    let mut text = format!(
        "{:<34} {:>7} {:>7} {:>7} {:>8} {:>14} {:>8} {:>7} {:>7} {:>10} {:>9}\n",
        "", "places", "let in", "lost", "doubles", "in a minute", "set back", "errors", "held", "median ms", "max ms"
    );
    for told in all {
        let verdict = &told.verdict;
        let (most, allowed) = verdict.most_in_a_minute;
        let (median, max) = median_and_max(&told.recovered);
        writeln!(
            text,
            "{:<34} {:>7} {:>7} {:>7} {:>8} {:>14} {:>8} {:>7} {:>7} {:>10} {:>9}",
            told.series.to_string(),
            verdict.places,
            verdict.redirected,
            verdict.lost_places(),
            verdict.double_numbers.len(),
            format!("{most} of {allowed}"),
            verdict.set_back(),
            verdict.error_pages(),
            verdict.held,
            median.as_millis(),
            max.as_millis(),
        )
        .expect("a string takes all");
    }
    text
}

fn median_and_max(times: &[Duration]) -> (Duration, Duration) {
    let mut sorted = times.to_vec();
    sorted.sort_unstable();
    let median = sorted.get(sorted.len() / 2).copied().unwrap_or_default();
    (median, sorted.last().copied().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_median_and_the_maximum_are_computed() {
        let times = [30, 10, 20].map(Duration::from_millis);
        assert_eq!(median_and_max(&times), (times[2], times[0]));
        assert_eq!(median_and_max(&[]), (Duration::ZERO, Duration::ZERO));
    }
}

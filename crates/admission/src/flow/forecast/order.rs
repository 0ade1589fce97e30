//! Keeps the published estimates in the order of the numbers: from one published state, no visitor
//! is shown a later entry than a visitor behind.
//!
//! A newcomer gets the present forecast. Visitors in line keep the least of the earlier forecasts
//! with a margin ([`super::KEPT`]), and the visitors of one segment extrapolate the forecast at its
//! beginning. So a newcomer's range could end before the range of the visitor in front. Then the
//! ranges in front fall as far as the newcomer's: a published estimate can fall at any time, and
//! rises only with a reason.

use super::published_waits::PublishedWaits;
use super::straight::Straight;
use crate::units::Number;

impl PublishedWaits {
    /// Lowers the estimates in front that are longer than those behind. `end`: one past the last
    /// number.
    pub(super) fn keep_order(&mut self, end: Number) {
        let mut next = end;
        let (mut low_ms, mut high_ms) = (f64::INFINITY, f64::INFINITY);
        for segment in self.segments.iter_mut().rev() {
            let people = next.0.saturating_sub(segment.from.0);
            next = segment.from;
            // A segment without visitors is for the next newcomers, and an unknown estimate is
            // neither longer nor shorter than another.
            if people == 0 || segment.high.is_never(0.0) {
                continue;
            }
            let last = (people - 1) as f64;
            segment.low.keep_below(last, low_ms);
            segment.high.keep_below(last, high_ms);
            (low_ms, high_ms) = (segment.low.start, segment.high.start);
        }
    }
}

impl Straight {
    /// Lowers the line as far as needed for no place up to `last` to exceed `most_ms` or a place
    /// behind.
    fn keep_below(&mut self, last: f64, most_ms: f64) {
        let end = self.at(last).min(most_ms);
        match last > 0.0 {
            true => self.lower(last, [self.start.min(end), end]),
            // The only place is the first one.
            false => self.lower(1.0, [end, self.at(1.0)]),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::straight::NEVER;
    use super::*;
    use crate::time::FlowMs;

    /// Returns segments of ten places each whose upper ends are these lines; the lower ends are
    /// half as long.
    fn waits(highs: &[Straight]) -> PublishedWaits {
        let mut waits = PublishedWaits::default();
        for (from, high) in (0..).step_by(10).zip(highs) {
            let low = Straight {
                start: high.start / 2.0,
                slope: high.slope / 2.0,
            };
            waits.push_from(Number(from), FlowMs(0), low, *high);
        }
        waits
    }

    fn line(start: f64, slope: f64) -> Straight {
        Straight { start, slope }
    }

    fn ends_ms(waits: &PublishedWaits, number: u64) -> Option<[u64; 2]> {
        waits.range(Number(number)).map(|range| [range.low_ms, range.high_ms])
    }

    fn assert_ordered(waits: &PublishedWaits, end: u64) {
        let mut least = [0, 0];
        for number in 0..end {
            let Some(ends) = ends_ms(waits, number) else { continue };
            assert!(
                ends[0] >= least[0] && ends[1] >= least[1],
                "{number}: {ends:?} behind {least:?}"
            );
            least = ends;
        }
    }

    #[test]
    fn those_in_front_fall_to_the_shorter_estimates_of_those_behind() {
        let mut waits = waits(&[
            line(60_000.0, 1_000.0),
            line(80_000.0, 1_000.0),
            line(75_000.0, 1_000.0),
        ]);
        let before: Vec<_> = (0..25).map(|number| ends_ms(&waits, number)).collect();
        waits.keep_order(Number(25));
        assert_ordered(&waits, 25);
        for (number, before) in (0..).zip(before) {
            let (before, after) = (before.expect("known"), ends_ms(&waits, number).expect("known"));
            assert!(
                after[0] <= before[0] && after[1] <= before[1],
                "{number}: {after:?} after {before:?}"
            );
            // Those in front of the ones that were too long, and the last ones, keep theirs.
            let keeps = !(10..20).contains(&number);
            assert_eq!(after == before, keeps, "{number}: {after:?} after {before:?}");
        }
    }

    #[test]
    fn one_visitor_alone_falls_as_well_and_an_order_stays_as_it_is() {
        let mut waits = waits(&[line(60_000.0, 1_000.0), line(50_000.0, 1_000.0)]);
        waits.segments[1].from = Number(1);
        waits.keep_order(Number(11));
        assert_ordered(&waits, 11);
        let once = waits.clone();
        waits.keep_order(Number(11));
        assert_eq!(waits, once);
    }

    #[test]
    fn neither_the_next_newcomers_nor_unknown_estimates_count() {
        let mut waits = waits(&[line(60_000.0, 1_000.0), NEVER, line(10_000.0, 0.0)]);
        let before = waits.clone();
        waits.keep_order(Number(20));
        assert_eq!(waits, before, "nobody is in the last segment yet");
        waits.keep_order(Number(21));
        assert_eq!(
            (ends_ms(&waits, 15), ends_ms(&waits, 20)),
            (None, Some([5_000, 10_000]))
        );
        assert_ordered(&waits, 21);
        assert!(ends_ms(&waits, 0).is_some_and(|[_, high_ms]| high_ms <= 10_000));
    }
}

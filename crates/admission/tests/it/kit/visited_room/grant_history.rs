//! The history of grants and rates: when each happened, and whether a minute held too many grants.

use admission::PerMinute;

use crate::kit::minute_bound::MinuteBound;

/// Grants, and the max outflow with the times of its changes, each in flow time and in real time.
#[derive(Debug)]
pub(crate) struct GrantHistory {
    grants: Vec<(u64, u64)>,
    rates: Vec<((u64, u64), PerMinute)>,
    pace: GrantPace,
}

/// Grants compared with the permits that became due, since the last change of the rate.
#[derive(Debug, Default)]
struct GrantPace {
    grants: i64,
    /// The minimum of grants less earned permits: the amount above it was spent at once.
    least: Option<i64>,
    /// When the room was resumed, and the grants since.
    resumed: Option<(u64, u64)>,
}

impl GrantHistory {
    pub(crate) fn new(rate: PerMinute) -> Self {
        Self {
            grants: Vec::new(),
            rates: vec![((0, 0), rate)],
            pace: GrantPace::default(),
        }
    }

    pub(crate) fn rate(&mut self, flow: u64, real: u64, rate: PerMinute) {
        self.rates.push(((flow, real), rate));
        self.pace = GrantPace::default();
    }

    pub(crate) fn now(&self) -> PerMinute {
        self.rates.last().expect("the first stays").1
    }

    pub(crate) fn grant(&mut self, flow: u64, real: u64) {
        self.grants.push((flow, real));
        self.even(flow);
    }

    pub(crate) fn resumed(&mut self, flow: u64) {
        self.pace.resumed = Some((flow, 0));
    }

    /// Asserts that, however visitors arrive, no more permits are spent at once than became due in
    /// the last two seconds, plus one; after a pause only one.
    fn even(&mut self, flow: u64) {
        let rate = i64::from(self.now().0);
        let earned = |flow: u64| rate * i64::try_from(flow).expect("small");
        let pace = &mut self.pace;
        pace.grants += 1;
        let ahead = pace.grants * 60_000 - earned(flow);
        let least = ahead.min(pace.least.unwrap_or(ahead));
        pace.least = Some(least);
        assert!(
            ahead - least <= rate * 2_000,
            "a permit was kept for more than two seconds, at {flow}"
        );
        if let Some((at, grants)) = &mut pace.resumed {
            let saved = i64::try_from(*grants).expect("few") * 60_000 - earned(flow - *at);
            assert!(saved <= 0, "{grants} at once and one more after a pause, at {flow}");
            *grants += 1;
        }
    }

    pub(crate) fn count(&self) -> u64 {
        self.grants.len() as u64
    }

    /// Returns the times of all grants, in flow time.
    pub(crate) fn grants(&self) -> impl Iterator<Item = u64> {
        self.grants.iter().map(|(flow, _)| *flow)
    }

    /// Returns whether the max outflow fell within the last `span_ms` of flow time.
    pub(crate) fn fell_within(&self, flow: u64, span_ms: u64) -> bool {
        let pairs = self.rates.iter().zip(self.rates.iter().skip(1));
        pairs
            .into_iter()
            .any(|((_, before), ((at, _), after))| after < before && at + span_ms >= flow)
    }

    /// Invariant 1: no half-open minute holds more grants than the highest max outflow in force
    /// within it, by flow time and, with one node, by any clock.
    pub(crate) fn bound(&self, by_real_time_too: bool) {
        assert_eq!(self.bound_by(|(flow, _)| *flow).objection(), None, "1: by flow time");
        if by_real_time_too {
            assert_eq!(self.bound_by(|(_, real)| *real).objection(), None, "1: by real time");
        }
    }

    fn bound_by(&self, clock: impl Fn(&(u64, u64)) -> u64) -> MinuteBound {
        let (_, first) = self.rates[0];
        let mut bound = MinuteBound::new(Some(first.0));
        for (at, rate) in &self.rates[1..] {
            bound.rate(clock(at), Some(rate.0));
        }
        assert!(self.grants.is_sorted_by_key(&clock), "time does not go back");
        self.grants.iter().for_each(|at| bound.grant(clock(at)));
        bound
    }
}

//! The book of grants and rates: what happened when, and whether a minute held too much.

use admission::PerMinute;

pub(crate) const MINUTE_MS: u64 = 60_000;

/// Grants, and the max outflow from one moment to the next, each in flow time and in real time.
#[derive(Debug)]
pub(crate) struct Book {
    grants: Vec<(u64, u64)>,
    rates: Vec<(u64, u64, PerMinute)>,
    pace: Pace,
}

/// Grants against the clock, since the rate changed last.
#[derive(Debug, Default)]
struct Pace {
    grants: i64,
    /// Least of what grants less what was earned came to: from there the most was given at once.
    least: Option<i64>,
    /// When the room was resumed, and grants since.
    resumed: Option<(u64, u64)>,
}

impl Book {
    pub(crate) fn new(rate: PerMinute) -> Self {
        Self {
            grants: Vec::new(),
            rates: vec![(0, 0, rate)],
            pace: Pace::default(),
        }
    }

    pub(crate) fn rate(&mut self, flow: u64, real: u64, rate: PerMinute) {
        self.rates.push((flow, real, rate));
        self.pace = Pace::default();
    }

    pub(crate) fn now(&self) -> PerMinute {
        self.rates.last().expect("the first stays").2
    }

    pub(crate) fn grant(&mut self, flow: u64, real: u64) {
        self.grants.push((flow, real));
        self.even(flow);
    }

    pub(crate) fn resumed(&mut self, flow: u64) {
        self.pace.resumed = Some((flow, 0));
    }

    /// However people come, no more is given at once than fell due in the last two seconds, and
    /// one; after a pause only one.
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

    /// Moments of all grants, flow time.
    pub(crate) fn grants(&self) -> impl Iterator<Item = u64> {
        self.grants.iter().map(|(flow, _)| *flow)
    }

    /// Whether the max outflow fell within the last `span_ms` of flow time.
    pub(crate) fn fell_within(&self, flow: u64, span_ms: u64) -> bool {
        let pairs = self.rates.iter().zip(self.rates.iter().skip(1));
        pairs
            .into_iter()
            .any(|((.., before), (at, _, after))| after < before && at + span_ms >= flow)
    }

    /// 1: no half-open minute holds more grants than the highest max outflow in force within it, by
    /// flow time and, with one node, by any clock.
    pub(crate) fn bound(&self, by_real_time_too: bool) {
        let grants: Vec<u64> = self.grants().collect();
        let rates: Vec<(u64, PerMinute)> = self.rates.iter().map(|(flow, _, rate)| (*flow, *rate)).collect();
        no_minute_holds_more(&grants, &rates);
        if by_real_time_too {
            let grants: Vec<u64> = self.grants.iter().map(|(_, real)| *real).collect();
            let rates: Vec<(u64, PerMinute)> = self.rates.iter().map(|(_, real, rate)| (*real, *rate)).collect();
            no_minute_holds_more(&grants, &rates);
        }
    }
}

/// A rate is in force up to and including the moment of the next one. The count changes only at
/// grants and the highest rate only where one leaves the window: so only minutes that end at a
/// grant, or begin where a rate ended, need be looked at.
pub(crate) fn no_minute_holds_more(grants: &[u64], rates: &[(u64, PerMinute)]) {
    assert!(grants.is_sorted(), "time does not go back");
    let after_changes = rates.iter().map(|(from, _)| from + MINUTE_MS);
    for end in grants.iter().copied().chain(after_changes) {
        let held = |at: u64| grants.partition_point(|grant| *grant <= at);
        let begins = end.checked_sub(MINUTE_MS);
        let held = held(end) - begins.map_or(0, held);
        let ends = rates.iter().skip(1).map(|(from, _)| *from).chain([u64::MAX]);
        let in_force = rates
            .iter()
            .zip(ends)
            .filter(|((from, _), until)| *from <= end && begins.is_none_or(|begins| *until > begins));
        let highest = in_force
            .map(|((_, rate), _)| rate.0)
            .max()
            .expect("some rate is in force");
        assert!(
            held <= highest as usize,
            "1: {held} grants in the minute that ends at {end}, {highest} allowed"
        );
    }
}

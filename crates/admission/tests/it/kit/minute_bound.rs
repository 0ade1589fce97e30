//! An oracle for the bound on a minute: a list of grants and a list of rates, without the engine.

pub(crate) const MINUTE_MS: u64 = 60_000;

/// Grants of a room or pool, and the rates in force.
#[derive(Debug, Clone)]
pub(crate) struct MinuteBound {
    grants: Vec<u64>,
    rates: Vec<RateInForce>,
}

#[derive(Debug, Clone, Copy)]
struct RateInForce {
    /// `None` for no bound.
    rate: Option<u32>,
    from: u64,
    /// The first time at which no node uses this rate.
    until: u64,
}

impl MinuteBound {
    /// Creates the oracle with the rate that is in force first.
    pub(crate) fn new(rate: Option<u32>) -> Self {
        let (from, until) = (0, u64::MAX);
        Self {
            grants: Vec::new(),
            rates: vec![RateInForce { rate, from, until }],
        }
    }

    pub(crate) fn grant(&mut self, at: u64) {
        self.grants.push(at);
    }

    /// Returns the times of all grants, in the order in which they were recorded.
    pub(crate) fn grants(&self) -> &[u64] {
        &self.grants
    }

    /// Puts another rate in force. The previous one also applies at this moment.
    pub(crate) fn rate(&mut self, now: u64, rate: Option<u32>) {
        self.rate_slowly(now, now + 1, rate);
    }

    /// Puts another rate in force while some nodes still use the previous one until `until`.
    pub(crate) fn rate_slowly(&mut self, now: u64, until: u64, rate: Option<u32>) {
        let present = self.rates.last_mut().expect("there is a first rate");
        if present.rate != rate {
            present.until = until;
            let (from, until) = (now, u64::MAX);
            self.rates.push(RateInForce { rate, from, until });
        }
    }

    /// Returns the first half-open minute that holds more grants than the highest rate in force
    /// within it.
    ///
    /// The count changes only at grants, and the highest rate only where a rate begins or ends. It
    /// is therefore enough to check the minutes that begin or end with a grant, or begin where a
    /// rate ended.
    pub(crate) fn objection(&self) -> Option<String> {
        let mut sorted = self.grants.clone();
        sorted.sort_unstable();
        let mut moments = sorted.clone();
        moments.dedup();
        let ends = moments.iter().map(|last| first_of_minute(*last));
        let ended = self.rates.iter().map(|in_force| in_force.until);
        let starts = moments.iter().copied().chain(ended.filter(|until| *until < u64::MAX));
        let mut starts = ends.chain(starts);
        starts.find_map(|start| self.objection_to(&sorted, start))
    }

    /// Like [`Self::objection`], but only for the minute that ends with `last`, and only if grants
    /// were recorded in order.
    pub(crate) fn objection_at(&self, last: u64) -> Option<String> {
        self.objection_to(&self.grants, first_of_minute(last))
    }

    /// Like [`Self::objection`], but only for the minute that begins with `start`.
    fn objection_to(&self, sorted: &[u64], start: u64) -> Option<String> {
        let end = start.saturating_add(MINUTE_MS);
        let held = sorted.partition_point(|at| *at < end) - sorted.partition_point(|at| *at < start);
        let within = self.rates.iter().filter(|rate| rate.from < end && rate.until > start);
        let rates = within.map(|in_force| in_force.rate);
        let allowed = rates.reduce(|one, other| Some(one?.max(other?))).unwrap_or(Some(0))?;
        (held as u64 > u64::from(allowed))
            .then(|| format!("{held} in the minute from {start} ms on, {allowed} allowed"))
    }
}

fn first_of_minute(last: u64) -> u64 {
    (last + 1).saturating_sub(MINUTE_MS)
}

#[test]
fn a_minute_is_half_open() {
    let mut bound = MinuteBound::new(Some(1));
    bound.grant(0);
    bound.grant(MINUTE_MS);
    assert_eq!(bound.objection(), None);
    bound.grant(2 * MINUTE_MS - 1);
    assert!(
        bound
            .objection()
            .is_some_and(|objection| objection.contains("1 allowed"))
    );
    assert!(bound.objection_at(2 * MINUTE_MS - 1).is_some());
    assert_eq!(bound.objection_at(2 * MINUTE_MS), None);
}

#[test]
fn the_highest_rate_of_a_minute_counts_as_long_as_anybody_goes_by_it() {
    let mut bound = MinuteBound::new(Some(2));
    bound.rate_slowly(10, 20, Some(1));
    [19, 19 + MINUTE_MS - 1].into_iter().for_each(|at| bound.grant(at));
    assert_eq!(bound.objection(), None);
    bound.grant(20 + MINUTE_MS - 1);
    assert!(
        bound.objection().is_some(),
        "the first two minutes of the lower rate hold two"
    );
    let mut none = MinuteBound::new(None);
    (0..99).for_each(|at| none.grant(at));
    assert_eq!(none.objection(), None, "there is no bound");
}

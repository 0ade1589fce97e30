//! Judges what really happened by a clock on the wall, whatever the nodes' clocks said.

use admission::lease::CLOCKS_MS;

const MINUTE_MS: u64 = 60_000;

/// Everything that was told, and what was allowed.
#[derive(Debug)]
pub(crate) struct Judge {
    pub(crate) grants: Vec<u64>,
    rates: Vec<InForce>,
}

#[derive(Debug)]
struct InForce {
    rate: u32,
    from: u64,
    /// When everybody acts by the next one.
    until: u64,
}

impl InForce {
    fn since(from: u64, rate: u32) -> Self {
        let until = u64::MAX;
        Self { rate, from, until }
    }
}

impl Judge {
    pub(crate) fn new(rate: u32) -> Self {
        Self {
            grants: Vec::new(),
            rates: vec![InForce::since(0, rate)],
        }
    }

    pub(crate) fn granted(&mut self, at: u64) {
        self.grants.push(at);
    }

    /// A commit carried that rate, and everybody acts by it so much later.
    pub(crate) fn rate(&mut self, now: u64, confirmed_in_ms: u64, rate: u32) {
        let present = self.rates.last_mut().expect("there is a rate");
        if present.rate != rate {
            let late_ms = if confirmed_in_ms > 0 { CLOCKS_MS } else { 0 };
            present.until = now + confirmed_in_ms + late_ms;
            self.rates.push(InForce::since(now, rate));
        }
    }

    /// The first minute that holds too many.
    pub(crate) fn objection(&self) -> Option<String> {
        let mut grants = self.grants.clone();
        grants.sort_unstable();
        let changes = self.rates.iter().map(|in_force| in_force.until);
        let starts = grants.iter().copied().chain(changes.filter(|until| *until < u64::MAX));
        for start in starts {
            let end = start + MINUTE_MS;
            let held = grants.partition_point(|at| *at < end) - grants.partition_point(|at| *at < start);
            let allowed = self.highest(start, end);
            if held as u64 > u64::from(allowed) {
                return Some(format!("{held} in the minute from {start} ms on, {allowed} allowed"));
            }
        }
        None
    }

    fn highest(&self, start: u64, end: u64) -> u32 {
        let within = self.rates.iter().filter(|rate| rate.from < end && rate.until > start);
        within.map(|in_force| in_force.rate).max().unwrap_or(0)
    }
}

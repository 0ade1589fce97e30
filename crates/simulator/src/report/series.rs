//! Figures second by second.

use serde::Serialize;

use super::record::Second;

/// The length of a window, in seconds.
pub(super) const WINDOW_S: usize = 60;

/// One list per figure, with one entry per second.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Series {
    /// Places given.
    pub inflow: Vec<u32>,
    /// Permits spent.
    pub outflow: Vec<u32>,
    /// Places given within the last 60 s.
    pub inflow_60s: Vec<u64>,
    /// Permits spent within the last 60 s.
    pub outflow_60s: Vec<u64>,
    /// The most that this window may hold: the highest max outflow in force within it.
    pub bound: Vec<u64>,
    /// The max outflow in force.
    pub max_outflow: Vec<u32>,
    /// People counted in the line, as visitors see it.
    pub waiting: Vec<u64>,
    /// People who really wait and poll.
    pub present: Vec<u64>,
    /// People whose turn was announced and who polled recently.
    pub front: Vec<u64>,
}

impl Series {
    pub(super) fn new(seconds: &[Second]) -> Self {
        let inflow: Vec<u32> = seconds.iter().map(|second| second.inflow).collect();
        let outflow: Vec<u32> = seconds.iter().map(|second| second.outflow).collect();
        Self {
            inflow_60s: window(&inflow),
            outflow_60s: window(&outflow),
            inflow,
            outflow,
            bound: seconds.iter().map(|second| second.bound).collect(),
            max_outflow: seconds.iter().map(|second| second.max_outflow).collect(),
            waiting: seconds.iter().map(|second| second.waiting).collect(),
            present: seconds.iter().map(|second| second.willing).collect(),
            front: seconds.iter().map(|second| second.front).collect(),
        }
    }
}

/// Returns the sums over the last 60 entries.
fn window(each: &[u32]) -> Vec<u64> {
    let mut sum = 0;
    let mut sums = Vec::with_capacity(each.len());
    for (at, count) in each.iter().enumerate() {
        sum += u64::from(*count);
        if at >= WINDOW_S {
            sum -= u64::from(each[at - WINDOW_S]);
        }
        sums.push(sum);
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_holds_sixty_entries() {
        let sums = window(&[1; 100]);
        assert_eq!((sums[0], sums[59], sums[60], sums[99]), (1, 60, 60, 60));
    }
}

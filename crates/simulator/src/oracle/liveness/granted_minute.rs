//! The grants of the last minute, as a room counts them.

use std::collections::VecDeque;

use crate::oracle::FactTime;

#[derive(Debug)]
pub(super) struct GrantedMinute {
    /// For how long a grant counts, in milliseconds.
    window_ms: u64,
    /// The flow times as of which the grants count.
    grants: VecDeque<u64>,
    /// When the nodes that were cut off are back, which count the others' grants as of then.
    cut_until: u64,
}

impl GrantedMinute {
    /// Returns a minute without grants, each of which counts for `window_ms` milliseconds.
    pub(super) fn new(window_ms: u64) -> Self {
        Self {
            window_ms,
            grants: VecDeque::new(),
            cut_until: 0,
        }
    }

    pub(super) fn cut_off(&mut self, until_ms: u64) {
        self.cut_until = self.cut_until.max(until_ms);
    }

    /// Records a grant. Returns the flow time as of which it counts, in milliseconds.
    pub(super) fn grant(&mut self, at: FactTime) -> u64 {
        self.forget(at.flow_ms);
        let counts_as = at.flow_ms + self.cut_until.saturating_sub(at.real_ms);
        let last = self.grants.back().copied().unwrap_or(0);
        self.grants.push_back(counts_as.max(last));
        counts_as.max(last)
    }

    /// Returns whether the minute before a flow time can have no room for another grant.
    pub(super) fn is_full(&mut self, flow: u64, rate: u32) -> bool {
        self.forget(flow);
        self.grants.len() >= rate as usize
    }

    /// Returns the flow times as of which the grants count, the earliest first.
    pub(super) fn times(&self) -> impl Iterator<Item = u64> {
        self.grants.iter().copied()
    }

    fn forget(&mut self, flow: u64) {
        let leaves = |at: &mut u64| *at + self.window_ms <= flow;
        while self.grants.pop_front_if(leaves).is_some() {}
    }
}

//! The grants of the last minute, as a room counts them.

use std::collections::VecDeque;

use super::{COUNTED_LATE_MS, MINUTE_MS};
use crate::oracle::FactTime;

#[derive(Debug, Default)]
pub(super) struct GrantedMinute {
    /// The flow times as of which the grants count.
    grants: VecDeque<u64>,
    /// When the nodes that were cut off are back, which count the others' grants as of then.
    cut_until: u64,
}

impl GrantedMinute {
    pub(super) fn cut_off(&mut self, until_ms: u64) {
        self.cut_until = self.cut_until.max(until_ms);
    }

    pub(super) fn grant(&mut self, at: FactTime) {
        let counts_as = at.flow_ms + self.cut_until.saturating_sub(at.real_ms);
        let last = self.grants.back().copied().unwrap_or(0);
        self.grants.push_back(counts_as.max(last));
    }

    /// Returns whether the minute before a flow time can have no room for another grant.
    pub(super) fn is_full(&mut self, flow: u64, rate: u32) -> bool {
        let leaves = |at: &mut u64| *at + MINUTE_MS + COUNTED_LATE_MS <= flow;
        while self.grants.pop_front_if(leaves).is_some() {}
        self.grants.len() >= rate as usize
    }
}

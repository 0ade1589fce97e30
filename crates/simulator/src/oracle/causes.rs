//! Checks that the cause of a shown reason really occurred. The causes of a longer wait that an
//! outsider can see are the operator's rates, the rate that autotune found, and the number of
//! sessions compared with their cap. The rooms in which people wait use the free slots
//! of a site together, so the cap can slow a room whose own rate would use fewer slots.
//!
//! While the site is full there are no estimates; the first one afterwards is compared with the
//! last one before. A rate that was lowered meanwhile is a cause when people can come in again.
//!
//! After a failover the room counts sessions that lost commits may have begun, for as long as an
//! unreported session counts. An outsider cannot see how many, so the site may be full.

use admission::estimate::RiseReason;
use admission::occupancy::{EXPIRY_BUCKET_MS, UNREPORTED_MS};

use super::SiteFact;

/// A reason is shown for this long after its cause, in milliseconds of flow time.
pub(super) const REASON_MS: u64 = 180_000;
/// The room counts a session for up to this long after its end, in milliseconds.
pub(super) const COUNTED_LATE_MS: u64 = EXPIRY_BUCKET_MS;

/// The store lost commits of no more than these milliseconds before a recovery.
const LOST_MS_MAX: u64 = 60_000;

/// When a cause last occurred.
#[derive(Debug, Clone, Copy, Default)]
struct Occurrence {
    /// In flow time.
    at: Option<u64>,
    /// Whether it occurred while the site was full.
    while_full: bool,
}

impl Occurrence {
    fn occurs(&mut self, flow: u64, full: bool) {
        self.at = Some(flow);
        self.while_full |= full;
    }

    /// Records whether the site is full; when it is not, a cause that occurred while it was full
    /// takes effect.
    fn settle(&mut self, flow: u64, full: bool) {
        if !full && std::mem::take(&mut self.while_full) {
            self.at = Some(flow);
        }
    }

    fn is_lately(self, flow: u64) -> bool {
        self.while_full || is_lately(self.at, flow)
    }
}

fn is_lately(at: Option<u64>, flow: u64) -> bool {
    at.is_some_and(|at| at + REASON_MS > flow)
}

/// The limits of a room and of the site behind it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Causes {
    /// The room's max outflow.
    rate: u32,
    site: Option<SiteFact>,
    full: bool,
    /// The rate that the room shares with others.
    pool: Option<u32>,
    /// Flow time of the last commit before or after which people waited in another room of the
    /// pool.
    shared_at: Option<u64>,
    /// Whether people waited in another room after the last commit; the next commit's rates depend
    /// on this.
    others_waited: bool,
    /// Flow time of the last commit at which people waited in another line of the room.
    priority_at: Option<u64>,
    operator: Occurrence,
    autotune: Occurrence,
    /// The free slots of the site.
    free: u64,
    /// How many people a minute the rates would let in without the cap.
    uncapped: u64,
    /// Flow time of the last commit in which the cap left less than the rates.
    capped_at: Option<u64>,
    /// Whether the recovery from a failover is not complete.
    failing: bool,
    /// Flow time of the last failover, or of the end of its recovery.
    failed_at: Option<u64>,
    /// Flow time up to which the room may count sessions that never began.
    presumed_until: u64,
}

impl Causes {
    pub(super) fn new(rate: u32) -> Self {
        Self {
            rate,
            site: None,
            full: false,
            pool: None,
            shared_at: None,
            others_waited: false,
            priority_at: None,
            operator: Occurrence::default(),
            autotune: Occurrence::default(),
            free: u64::MAX,
            uncapped: 0,
            capped_at: None,
            failing: false,
            failed_at: None,
            presumed_until: 0,
        }
    }

    /// Begins a new run under the same limits.
    pub(super) fn begin_run(self) -> Self {
        Self {
            site: self.site,
            full: self.full,
            pool: self.pool,
            shared_at: self.shared_at,
            others_waited: self.others_waited,
            priority_at: self.priority_at,
            failing: self.failing,
            failed_at: self.failed_at,
            presumed_until: self.presumed_until,
            ..Self::new(self.rate)
        }
    }

    /// Records that the recovery from a failover begins, or is complete.
    pub(super) fn fail(&mut self, failing: bool) {
        self.failing = failing;
    }

    /// Records a failover of the store, or the end of its recovery: places and permits can have
    /// been lost.
    pub(super) fn fail_over(&mut self, flow: u64) {
        self.failed_at = Some(flow);
        // A recovery computes rates from the state that the store still has, in which people may
        // wait elsewhere.
        for waited_at in [&mut self.shared_at, &mut self.priority_at] {
            if waited_at.is_some_and(|at| at + LOST_MS_MAX > flow) {
                *waited_at = Some(flow);
            }
        }
    }

    /// Records a commit's max outflow.
    pub(super) fn rate(&mut self, flow: u64, per_minute: u32) {
        if per_minute < self.rate {
            self.operator.occurs(flow, self.full);
        }
        self.rate = per_minute;
    }

    /// Records the rate of a commit's pool, and whether people wait in another room.
    pub(super) fn pool(&mut self, flow: u64, per_minute: u32, others_wait: bool) {
        if self.pool.replace(per_minute).is_some_and(|before| per_minute < before) {
            self.operator.occurs(flow, self.full);
        }
        if std::mem::replace(&mut self.others_waited, others_wait) || others_wait {
            self.shared_at = Some(flow);
        }
    }

    /// Records whether people wait in another line of the room.
    pub(super) fn groups(&mut self, flow: u64, others_wait: bool) {
        if others_wait {
            self.priority_at = Some(flow);
        }
    }

    /// Records a commit's limits of the site, which has `inside` people. Beside this room, those in
    /// which people wait let in `others_rate` a minute together.
    pub(super) fn site(&mut self, flow: u64, site: SiteFact, (inside, others_rate): (u64, u32)) {
        let limit = |rate: Option<u32>| rate.unwrap_or(u32::MAX);
        let before = self.site.replace(site);
        let free = site.cap.map_or(u64::MAX, |cap| cap.saturating_sub(inside));
        if self.failing {
            self.presumed_until = flow + site.validity_ms + UNREPORTED_MS + COUNTED_LATE_MS;
        }
        let presumed = site.cap.is_some() && flow < self.presumed_until;
        self.full = free == 0 || presumed;
        if before.is_some_and(|before| limit(site.rate) < limit(before.rate)) {
            self.operator.occurs(flow, self.full);
        }
        // The rate that autotune found is below the operator's, so a lower ceiling also lowers it.
        let tuned = limit(site.found) < limit(site.rate);
        if tuned && before.is_some_and(|before| limit(site.found) < limit(before.found)) {
            self.autotune.occurs(flow, self.full);
        }
        let rooms = self.rate.saturating_add(others_rate);
        let uncapped = rooms.min(limit(site.rate)).min(limit(site.found));
        (self.free, self.uncapped) = (free, u64::from(uncapped));
        if free < self.uncapped || presumed {
            self.capped_at = Some(flow);
        }
        for occurrence in [&mut self.operator, &mut self.autotune] {
            occurrence.settle(flow, self.full);
        }
    }

    /// Records that a commit lets somebody in, after [`Self::site`] recorded its limits.
    pub(super) fn granted(&mut self, flow: u64) {
        self.free = self.free.saturating_sub(1);
        if self.free < self.uncapped {
            self.capped_at = Some(flow);
        }
    }

    /// Returns whether the cause of a reason occurred recently; `None` for a reason that does not
    /// depend on limits.
    pub(super) fn occurred(&self, reason: RiseReason, flow: u64) -> Option<bool> {
        match reason {
            RiseReason::OperatorSlowed => Some(self.operator.is_lately(flow)),
            RiseReason::AutotuneSlowed => Some(self.autotune.is_lately(flow)),
            RiseReason::CappedBySessions => Some(is_lately(self.capped_at, flow)),
            RiseReason::PoolShared => Some(is_lately(self.shared_at, flow)),
            RiseReason::Priority => Some(is_lately(self.priority_at, flow)),
            RiseReason::Restored => Some(self.failing || is_lately(self.failed_at, flow)),
            RiseReason::Paused | RiseReason::MoreCameBack => None,
        }
    }
}

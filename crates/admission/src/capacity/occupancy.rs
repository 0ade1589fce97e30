//! Occupancy: one in, one out. Counts the sessions on a protected site, and how many more the site
//! can have.
//!
//! A session counts from its grant. Without a report it counts for its token's validity plus 3
//! minutes; a touch sets a new end, later or sooner; a checkout ends it. Only counts are stored
//! here, in buckets of 10 s of flow time by the time they end (never early, up to 10 s late), so
//! the state has at most [`SESSION_MS_MAX`]` / 10 s` entries, regardless of the number of visitors.
//! The bucket of a session is in a side record of its place, which is loaded with the batch that
//! names the place and written with the commit.
//!
//! Edge cases:
//! - A repeated report moves or ends the session once, because the record already shows its new
//!   bucket.
//! - A touch after the session's end counts it again, because the visitor *is* present. If the site
//!   is full, that can raise the count above the cap. That refuses no visitor: new ones wait until
//!   the count is below the cap.
//! - A checkout is final. A later touch (sent before the checkout, or by a page left open) counts
//!   nothing; a new grant does.
//! - A visitor who is granted again while their session counts still has one session, which moves.
//! - A touch of a place that was granted before sessions were counted starts to count that session.
//!   A cap that is switched on while visitors are inside therefore counts them after their next
//!   touch.
//! - Flow time does not advance while no node runs; sessions then end later, never sooner.
//! - Without a cap, sessions are counted and hold nobody.
//!
//! Remaining stock lowers the cap: `min(max sessions, stock)`. The rate is not here
//! ([`crate::outflow`]); it applies in addition to the cap.

mod ends;

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use super::departures::Departures;
use crate::time::FlowMs;

/// Width of a bucket, in milliseconds.
pub const EXPIRY_BUCKET_MS: u64 = 10_000;
/// How much longer than its validity a session without reports counts, in milliseconds.
pub const UNREPORTED_MS: u64 = 180_000;
/// The longest time that a session counts without a new report, in milliseconds: 4 hours.
pub const SESSION_MS_MAX: u64 = 14_400_000;

/// How far back departures are counted, in milliseconds. Sessions that began in a rush also end in
/// a rush, so the minutes in between are not representative.
pub const LEFT_SPAN_MS: u64 = 600_000;

/// How many sessions a site can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SessionsConfig {
    /// The operator's cap; `None` for no cap.
    pub max_sessions: Option<u64>,
    /// Remaining stock, which also limits the number of sessions; `None` where stock is not
    /// tracked.
    pub stock: Option<u64>,
    /// How long a session without reports is valid after its grant, in milliseconds; together with
    /// [`UNREPORTED_MS`] at most [`SESSION_MS_MAX`].
    pub validity_ms: u64,
}

impl SessionsConfig {
    /// Returns the most sessions allowed.
    #[must_use]
    pub fn cap(&self) -> u64 {
        let none = u64::MAX;
        self.max_sessions.unwrap_or(none).min(self.stock.unwrap_or(none))
    }

    /// Returns whether anything limits the number of sessions; otherwise they are only counted.
    #[must_use]
    pub fn is_capped(&self) -> bool {
        self.max_sessions.is_some() || self.stock.is_some()
    }

    /// Returns how long a session without reports counts, in milliseconds.
    #[must_use]
    pub fn unreported_ms(&self) -> u64 {
        self.validity_ms.saturating_add(UNREPORTED_MS).min(SESSION_MS_MAX)
    }

    /// Returns the time within which only sessions are over that were silent for at least half of
    /// their validity, in milliseconds. Most of their visitors have left.
    #[must_use]
    pub fn long_silent_ms(&self) -> u64 {
        self.validity_ms / 2
    }
}

/// A bucket of sessions that end at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ExpiryBucket(u64);

impl ExpiryBucket {
    fn of(end: FlowMs) -> Self {
        Self(end.0.div_ceil(EXPIRY_BUCKET_MS))
    }

    /// Returns when its sessions stop counting.
    #[must_use]
    pub fn ends(self) -> FlowMs {
        FlowMs(self.0.saturating_mul(EXPIRY_BUCKET_MS))
    }
}

/// Side record of a place: the state of its session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SessionRecord {
    /// The session counts in this bucket, or did until the bucket ended.
    Counted(ExpiryBucket),
    /// The session was checked out.
    Ended,
}

/// The content of a site's report about a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportKind {
    /// The visitor is present, and counts as present for some time from now.
    Touched {
        /// How long, in milliseconds; capped at [`SESSION_MS_MAX`].
        valid_for_ms: u64,
    },
    /// The visitor checked out, or the site ended the session.
    Ended,
}

/// Counts of sessions, part of the pool's ledger.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Occupancy {
    now: FlowMs,
    /// Sessions by the time they end, soonest first; no bucket has 0 sessions.
    buckets: VecDeque<(ExpiryBucket, u64)>,
    active: u64,
    /// When counting began.
    since: FlowMs,
    /// Sessions that ended within [`LEFT_SPAN_MS`], by bucket of time.
    left: Departures,
}

impl Occupancy {
    /// Creates an occupancy without sessions.
    #[must_use]
    pub fn new(now: FlowMs) -> Self {
        Self {
            now,
            since: now,
            ..Self::default()
        }
    }

    /// Returns how many sessions count, as of the last [`Self::advance`].
    #[must_use]
    pub fn active(&self) -> u64 {
        self.active
    }

    /// Returns how many sessions count at `now`, if nothing was reported since the last
    /// [`Self::advance`].
    #[must_use]
    pub fn active_at(&self, now: FlowMs) -> u64 {
        let ended = self.buckets.iter().take_while(|(bucket, _)| bucket.ends() <= now);
        self.active - ended.map(|(_, sessions)| sessions).sum::<u64>()
    }

    /// Returns how many more sessions there can be.
    #[must_use]
    pub fn free_sessions(&self, config: &SessionsConfig) -> u64 {
        config.cap().saturating_sub(self.active)
    }

    /// Lets time pass: sessions whose bucket has ended no longer count.
    pub fn advance(&mut self, now: FlowMs) {
        self.now = self.now.max(now);
        let newest = self.now.0 / EXPIRY_BUCKET_MS;
        if let Some(oldest) = newest.checked_sub(LEFT_SPAN_MS / EXPIRY_BUCKET_MS) {
            self.left.forget(oldest);
        }
        while let Some((_, sessions)) = self.buckets.pop_front_if(|(bucket, _)| bucket.ends() <= self.now) {
            self.active -= sessions;
            self.left.over(newest, sessions);
        }
    }

    /// Admits a visitor. Returns the record to write for the place; `past` is its record so far.
    pub fn admit(&mut self, config: &SessionsConfig, past: Option<SessionRecord>) -> SessionRecord {
        if let Some(SessionRecord::Counted(bucket)) = past {
            self.take(bucket);
        }
        self.put(config.unreported_ms())
    }

    /// Counts sessions that lost commits may have begun: for as long as sessions without reports,
    /// and up to the cap.
    pub(crate) fn presume(&mut self, config: &SessionsConfig, sessions: u64) {
        if config.cap() < u64::MAX {
            self.put_many(config.unreported_ms(), sessions.min(self.free_sessions(config)));
        }
    }

    /// Applies the site's report about a session. Returns the record to write, or `None` if nothing
    /// changed. `past` is the place's record so far.
    pub fn report(&mut self, kind: ReportKind, past: Option<SessionRecord>) -> Option<SessionRecord> {
        match (kind, past) {
            (_, Some(SessionRecord::Ended)) => None,
            (ReportKind::Touched { valid_for_ms }, past) => {
                if let Some(SessionRecord::Counted(bucket)) = past {
                    self.take(bucket);
                }
                Some(self.put(valid_for_ms.min(SESSION_MS_MAX)))
            }
            (ReportKind::Ended, past) => {
                if let Some(SessionRecord::Counted(bucket)) = past
                    && self.take(bucket)
                {
                    self.left.checked_out(self.now.0 / EXPIRY_BUCKET_MS);
                }
                Some(SessionRecord::Ended)
            }
        }
    }

    /// Returns when one more session can begin without further reports, not earlier than
    /// the last advance; `None` if never.
    #[must_use]
    pub fn next_free(&self, config: &SessionsConfig) -> Option<FlowMs> {
        let cap = config.cap();
        if cap == 0 {
            return None;
        }
        let mut active = self.active;
        let mut free = self.now;
        for (bucket, sessions) in &self.buckets {
            if active < cap {
                break;
            }
            active -= sessions;
            free = bucket.ends();
        }
        Some(free)
    }

    /// Returns whether the counts are consistent.
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let sum = self.buckets.iter().map(|(_, sessions)| sessions).sum::<u64>();
        let ordered = self
            .buckets
            .iter()
            .zip(self.buckets.iter().skip(1))
            .all(|(soon, late)| soon.0 < late.0);
        sum == self.active && ordered
    }

    /// Counts one more session, which ends in `ms` milliseconds.
    fn put(&mut self, ms: u64) -> SessionRecord {
        SessionRecord::Counted(self.put_many(ms, 1))
    }

    fn put_many(&mut self, ms: u64, more: u64) -> ExpiryBucket {
        let bucket = ExpiryBucket::of(self.now.plus(ms));
        if bucket.ends() > self.now && more > 0 {
            let position = self.buckets.partition_point(|(earlier, _)| *earlier < bucket);
            match self.buckets.get_mut(position).filter(|(found, _)| *found == bucket) {
                Some((_, sessions)) => *sessions += more,
                None => self.buckets.insert(position, (bucket, more)),
            }
            self.active += more;
        }
        bucket
    }

    /// Uncounts one session; returns `false` if it no longer counts.
    fn take(&mut self, bucket: ExpiryBucket) -> bool {
        let Ok(position) = self.buckets.binary_search_by_key(&bucket, |(found, _)| *found) else {
            return false;
        };
        self.active -= 1;
        self.buckets[position].1 -= 1;
        if self.buckets[position].1 == 0 {
            self.buckets.remove(position);
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CONFIG: SessionsConfig = SessionsConfig {
        max_sessions: Some(3),
        stock: None,
        validity_ms: 60_000,
    };
    const TOUCHED: ReportKind = ReportKind::Touched { valid_for_ms: 60_000 };

    #[test]
    fn one_comes_in_when_one_goes_out() {
        let mut site = Occupancy::new(FlowMs(0));
        let first = site.admit(&CONFIG, None);
        site.advance(FlowMs(100_000));
        (0..2).for_each(|_| _ = site.admit(&CONFIG, None));
        assert_eq!((site.active(), site.free_sessions(&CONFIG)), (3, 0));
        assert_eq!(
            site.next_free(&CONFIG),
            Some(FlowMs(240_000)),
            "its validity and three minutes"
        );
        let ended = site.report(ReportKind::Ended, Some(first));
        assert_eq!((ended, site.free_sessions(&CONFIG)), (Some(SessionRecord::Ended), 1));
        assert_eq!(site.report(ReportKind::Ended, ended), None, "once");
        assert_eq!(site.report(TOUCHED, ended), None, "a checkout is final");
        assert_eq!(site.active(), 2);
        site.advance(FlowMs(339_999));
        assert_eq!(site.active(), 2);
        assert_eq!([339_999, 340_000].map(|now| site.active_at(FlowMs(now))), [2, 0]);
        site.advance(FlowMs(340_000));
        assert_eq!((site.active(), site.next_free(&CONFIG)), (0, Some(FlowMs(340_000))));
    }

    #[test]
    fn a_touch_moves_the_end_both_ways() {
        let mut site = Occupancy::new(FlowMs(0));
        let granted = site.admit(&CONFIG, None);
        let sooner = site.report(TOUCHED, Some(granted));
        assert_eq!(sooner, Some(SessionRecord::Counted(ExpiryBucket(6))));
        assert_eq!(site.report(TOUCHED, sooner), sooner, "twice is once");
        assert_eq!(site.active(), 1);
        site.advance(FlowMs(59_999));
        let later = site.report(TOUCHED, sooner);
        site.advance(FlowMs(60_000));
        assert_eq!(
            (later, site.active()),
            (Some(SessionRecord::Counted(ExpiryBucket(12))), 1)
        );
    }

    #[test]
    fn a_session_that_comes_back_counts_and_turns_nobody_away() {
        let mut site = Occupancy::new(FlowMs(0));
        let past = site.admit(&CONFIG, None);
        site.advance(FlowMs(240_000));
        (0..3).for_each(|_| _ = site.admit(&CONFIG, None));
        let back = site.report(TOUCHED, Some(past));
        assert!(back.is_some());
        assert_eq!((site.active(), site.free_sessions(&CONFIG)), (4, 0));
        assert!(site.is_sound());
    }

    #[test]
    fn stock_lowers_the_cap() {
        let cap = |max_sessions, stock| {
            SessionsConfig {
                max_sessions,
                stock,
                ..CONFIG
            }
            .cap()
        };
        assert_eq!(cap(Some(100), Some(40)), 40);
        assert_eq!(cap(Some(100), Some(400)), 100);
        assert_eq!(cap(None, Some(0)), 0);
        assert_eq!(cap(None, None), u64::MAX);
        let sold_out = SessionsConfig {
            stock: Some(0),
            ..CONFIG
        };
        assert_eq!(Occupancy::new(FlowMs(0)).next_free(&sold_out), None);
    }

    #[test]
    fn memory_is_bounded_by_the_longest_session() {
        let mut site = Occupancy::new(FlowMs(0));
        for ms in 0..100_000_u64 {
            site.advance(FlowMs(ms * 400));
            site.report(
                ReportKind::Touched {
                    valid_for_ms: ms.pow(2),
                },
                None,
            );
        }
        assert!(site.buckets.len() as u64 <= SESSION_MS_MAX / EXPIRY_BUCKET_MS + 1);
        assert!(site.is_sound());
    }
}

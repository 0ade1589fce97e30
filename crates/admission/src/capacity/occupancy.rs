//! Occupancy: one in, one out. How many sessions a protected site has, and how many more it may
//! have.
//!
//! A session counts from its grant. Unless something is heard of it, it counts for its token's
//! validity and 3 minutes more; a touch sets its end anew, later or sooner; a checkout ends it.
//! Only counts are kept here, in buckets of 10 s of flow time by the moment they end (never early,
//! up to 10 s late), so the state has [`SESSION_MS_MAX`]` / 10 s` entries at most, however many
//! people come. Which bucket a session lies in is a side record of its place, loaded with the batch
//! that names it and written with the commit.
//!
//! Edge cases:
//! - A report twice moves or ends the session once: the record says where it lies by then.
//! - A touch after the session's end counts it again, for the visitor *is* there; if the site is
//!   full, that may lift the count above the cap. It turns nobody away: new people are held until
//!   the count is below the cap.
//! - A checkout is final. A touch that comes after it (sent before, or by a page left open) counts
//!   nothing; a new grant does.
//! - Someone granted again while their session counts has still one session: it moves.
//! - A touch of a place that was granted before sessions were counted counts it: so a cap that is
//!   switched on while people are inside learns of them.
//! - Flow time stands still while no node runs; sessions then end later, never sooner.
//!
//! Remaining stock lowers the cap: `min(max sessions, stock)`. Not here: the rate
//! ([`crate::outflow`]), which holds on top of the cap.

use std::collections::VecDeque;

use serde::{Deserialize, Serialize};

use crate::time::FlowMs;
use crate::units::PerMinute;

/// Width of a bucket, milliseconds.
pub const EXPIRY_BUCKET_MS: u64 = 10_000;
/// A session of which nothing is heard counts so much longer than it is valid, milliseconds.
pub const UNREPORTED_MS: u64 = 180_000;
/// No session counts for longer without a new report, milliseconds: 4 hours.
pub const SESSION_MS_MAX: u64 = 14_400_000;

/// How far back those who left are counted, milliseconds: sessions that came in a rush leave in
/// one, and the minutes between are no measure.
pub const LEFT_SPAN_MS: u64 = 600_000;

/// How many sessions a site may have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionsConfig {
    /// The operator's cap; `None` for none.
    pub max_sessions: Option<u64>,
    /// What is left to sell: no more people than that; `None` where stock is not tracked.
    pub stock: Option<u64>,
    /// How long a session is valid after its grant if nothing is heard of it, milliseconds; with
    /// [`UNREPORTED_MS`] at most [`SESSION_MS_MAX`].
    pub validity_ms: u64,
}

impl SessionsConfig {
    /// Sessions at most.
    #[must_use]
    pub fn cap(&self) -> u64 {
        let none = u64::MAX;
        self.max_sessions.unwrap_or(none).min(self.stock.unwrap_or(none))
    }

    /// How long a session counts of which nothing is heard, milliseconds.
    #[must_use]
    pub fn unreported_ms(&self) -> u64 {
        self.validity_ms.saturating_add(UNREPORTED_MS).min(SESSION_MS_MAX)
    }
}

/// A bucket of sessions that end together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ExpiryBucket(u64);

impl ExpiryBucket {
    fn of(end: FlowMs) -> Self {
        Self(end.0.div_ceil(EXPIRY_BUCKET_MS))
    }

    /// When its sessions stop counting.
    #[must_use]
    pub fn ends(self) -> FlowMs {
        FlowMs(self.0.saturating_mul(EXPIRY_BUCKET_MS))
    }
}

/// Side record of a place: where its session lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum SessionRecord {
    /// It counts in that bucket, or did until the bucket ended.
    Counted(ExpiryBucket),
    /// It was checked out.
    Ended,
}

/// What the site says of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReportKind {
    /// The visitor is there, and is taken as being there for so long from now.
    Touched {
        /// Milliseconds; no more than [`SESSION_MS_MAX`] counts.
        valid_for_ms: u64,
    },
    /// The visitor checked out, or the site ended the session.
    Ended,
}

/// Counts of sessions, part of the pool's ledger.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Occupancy {
    now: FlowMs,
    /// By the moment they end, soonest first; never 0 sessions in one.
    buckets: VecDeque<(ExpiryBucket, u64)>,
    active: u64,
    /// When counting began.
    since: FlowMs,
    /// Those who left within [`LEFT_SPAN_MS`], by bucket of time.
    left: VecDeque<(u64, u64)>,
}

impl Occupancy {
    /// Nobody is inside.
    #[must_use]
    pub fn new(now: FlowMs) -> Self {
        Self {
            now,
            since: now,
            ..Self::default()
        }
    }

    /// Sessions that count, as of the last [`Self::advance`].
    #[must_use]
    pub fn active(&self) -> u64 {
        self.active
    }

    /// How many more sessions there may be.
    #[must_use]
    pub fn room(&self, config: &SessionsConfig) -> u64 {
        config.cap().saturating_sub(self.active)
    }

    /// Lets time pass: sessions whose bucket ended do not count any more.
    pub fn advance(&mut self, now: FlowMs) {
        self.now = self.now.max(now);
        let newest = self.now.0 / EXPIRY_BUCKET_MS;
        while self
            .left
            .pop_front_if(|(then, _)| *then + LEFT_SPAN_MS / EXPIRY_BUCKET_MS <= newest)
            .is_some()
        {}
        while let Some((_, sessions)) = self.buckets.pop_front_if(|(bucket, _)| bucket.ends() <= self.now) {
            self.active -= sessions;
            self.leave(sessions);
        }
    }

    /// Somebody is let in: the record to write for the place. `past` is its record so far.
    pub fn admit(&mut self, config: &SessionsConfig, past: Option<SessionRecord>) -> SessionRecord {
        if let Some(SessionRecord::Counted(bucket)) = past {
            self.take(bucket);
        }
        self.put(config.unreported_ms())
    }

    /// So many may have been let in without anybody knowing whom: they count as long as those of
    /// whom nothing is heard, as far as the cap has room for them.
    pub(crate) fn presume(&mut self, config: &SessionsConfig, sessions: u64) {
        if config.cap() < u64::MAX {
            self.put_many(config.unreported_ms(), sessions.min(self.room(config)));
        }
    }

    /// The site reports on a session: the record to write, or `None` if nothing changed. `past` is
    /// the place's record so far.
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
                    self.leave(1);
                }
                Some(SessionRecord::Ended)
            }
        }
    }

    /// When there is room for one more if nothing is heard of anybody: the last advance's moment or
    /// later; `None` if never.
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

    /// People that may come in a minute by the cap: those there is room for, and as many as left in
    /// a minute of late. Where hardly anybody left, as many as would leave if nothing were heard of
    /// anybody.
    #[must_use]
    pub fn rate(&self, config: &SessionsConfig) -> PerMinute {
        let counted_ms = self.now.since(self.since).clamp(60_000, LEFT_SPAN_MS);
        let left = self.left.iter().map(|(_, sessions)| sessions).sum::<u64>();
        let leaving = left.saturating_mul(60_000) / counted_ms;
        let at_least = self.active.saturating_mul(60_000) / config.unreported_ms().max(1);
        let people = self.room(config).saturating_add(leaving.max(at_least));
        PerMinute(u32::try_from(people).unwrap_or(u32::MAX).min(PerMinute::MAX.0))
    }

    /// Whether the counts agree with one another.
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

    /// Counts one session more, ending in so many milliseconds.
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

    fn leave(&mut self, sessions: u64) {
        let bucket = self.now.0 / EXPIRY_BUCKET_MS;
        match self.left.back_mut().filter(|(then, _)| *then == bucket) {
            Some((_, left)) => *left += sessions,
            None => self.left.push_back((bucket, sessions)),
        }
    }

    /// Counts one session less; `false` if it does not count any more.
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
        assert_eq!((site.active(), site.room(&CONFIG)), (3, 0));
        assert_eq!(
            site.next_free(&CONFIG),
            Some(FlowMs(240_000)),
            "its validity and three minutes"
        );
        let ended = site.report(ReportKind::Ended, Some(first));
        assert_eq!((ended, site.room(&CONFIG)), (Some(SessionRecord::Ended), 1));
        assert_eq!(site.report(ReportKind::Ended, ended), None, "once");
        assert_eq!(site.report(TOUCHED, ended), None, "a checkout is final");
        assert_eq!(site.active(), 2);
        site.advance(FlowMs(339_999));
        assert_eq!(site.active(), 2);
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
        assert_eq!((site.active(), site.room(&CONFIG)), (4, 0));
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

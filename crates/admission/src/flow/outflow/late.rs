//! Grants that became known late. With them, the bound holds in real time, regardless of the nodes'
//! clocks.
//!
//! A grant is dated by the clock of the node that gave it. That clock may lag by any amount (its
//! node has just started, or was cut off), and the store may take any time to make a commit
//! durable. Flow time then jumps to a later clock, and by its date alone the grant would leave the
//! window before its minute is over. A node therefore counts a grant that it did not know as given
//! at most [`LEAD_MS`] before it learned of it ([`Outflow::learn`]), and its next commit reports
//! this to the others.
//!
//! **Proof.** Let a grant be made durable at the real time g and be counted as of the flow time D.
//! Then f - D ≤ t - g + [`LEAD_MS`] for every later commit, made at the real time t by a clock that
//! shows f. Consider the last moment at which this node's clock was set, or at which it learned of
//! the grant, whichever was later; from then on, f and t grow alike. If it learned of the grant
//! then, at r ≥ g, D is at least what its clock showed less [`LEAD_MS`], so f - D ≤ t - r +
//! [`LEAD_MS`]. If its clock was set then, it was set to the flow time of a later commit or of the
//! grant's own, for which this holds by induction, and D has not fallen since. A node that starts
//! sets its clock. A grant leaves the window when f - D > 60.3 s, so t - g > 60.05 s, and what
//! takes its place becomes durable later than t. That leaves [`FAST_MS`] for f to grow faster than
//! t. Neither the lag of clocks nor the delay of commits occurs in this bound.
//!
//! If nodes learn of grants within [`LEAD_MS`], nothing changes. Otherwise, a grant stays in the
//! window longer by the additional delay: a store that takes a second costs about 1 % of the
//! permits.
//!
//! Rooms whose nodes hold leases rely on clocks instead ([`crate::lease`]): leased permits are
//! spent after they are known, and a commit whose answer was lost, and which its node finds only
//! after an outage, would keep all permits spent during the outage in the window.

use serde::{Deserialize, Serialize};

use super::{BUCKET_MS, GrantBucket, Outflow, WINDOW_BUCKETS};
use crate::time::FlowMs;

/// By how much a node's clock may run fast, in milliseconds per minute: 0.8 ms per second, which is
/// more than NTP ever causes (0.5 ms).
pub const FAST_MS: u64 = 50;
/// How much earlier than the node learned of it a grant can count as given, in milliseconds: the
/// length of the window beyond a minute, a bucket and [`FAST_MS`].
pub const LEAD_MS: u64 = (WINDOW_BUCKETS - 1) * BUCKET_MS - 60_000 - FAST_MS;
/// The most different times of one outflow's late grants. Beyond it, neighbours count as of the
/// later time.
pub const LATE_MAX: usize = 128;

/// When a node learned of grants.
#[derive(Debug, Clone, Copy)]
pub struct Learned<'a> {
    /// The time of its clock.
    pub now: FlowMs,
    /// The flow times of the commits that gave them; `None` if it knows of the grants only.
    pub commits: Option<&'a [FlowMs]>,
}

impl Learned<'_> {
    /// Returns whether a commit may have given the grants of a bucket. Otherwise they were leased.
    fn may_be_of(&self, index: u64) -> bool {
        let of = |commits: &[FlowMs]| commits.iter().any(|flow| flow.0 / BUCKET_MS == index);
        self.commits.is_none_or(of)
    }
}

/// The late grants of an outflow, as stored: each bucket from which on grants count as of another
/// time, as its distance from the previous one, and how many buckets later it counts. The buckets
/// that follow count as of the same time.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LateGrants(Vec<(u64, u64)>);

impl LateGrants {
    /// Returns whether no grant is late.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl GrantBucket {
    /// Returns the first bucket whose window does not contain these grants.
    pub(super) fn leaves(&self) -> u64 {
        self.counts_as().saturating_add(WINDOW_BUCKETS)
    }

    /// Returns when that bucket begins.
    pub(super) fn leaves_at(&self) -> FlowMs {
        FlowMs(self.leaves().saturating_mul(BUCKET_MS))
    }

    fn counts_as(&self) -> u64 {
        self.index.max(self.late)
    }

    fn is_late(&self) -> bool {
        self.late > self.index
    }
}

impl Outflow {
    /// Records when a node learned of the grants that are not in `known`, the outflow as the node
    /// knew it before. Earlier records stay as they were.
    pub(crate) fn learn(&mut self, known: &Self, when: &Learned<'_>) {
        if !self.leases.is_empty() || !known.leases.is_empty() {
            return;
        }
        let newest = known.credited_at.0 / BUCKET_MS;
        let mut known = known.clone();
        // Slots that began in between were known as leased.
        known.accrue(self.credited_at);
        let learned = when.now.0.saturating_sub(LEAD_MS) / BUCKET_MS;
        for bucket in &mut self.buckets {
            let before = known.buckets.binary_search_by_key(&bucket.index, |known| known.index);
            let late = match before.map(|found| known.buckets[found]) {
                Ok(before) if before.grants >= bucket.grants => before.late,
                // Their minute was already over for this node, and other nodes count them for
                // longer.
                _ if bucket.index + WINDOW_BUCKETS <= newest => 0,
                _ if when.may_be_of(bucket.index) => learned,
                _ => 0,
            };
            bucket.late = bucket.late.max(late);
        }
        self.keep_few_times();
        // A decrease may be forgotten before the grants from before it have left.
        let last = self.buckets.iter().rfind(|bucket| bucket.is_late());
        if let Some(last) = last.filter(|_| self.rates.len() > 1) {
            self.excess_until = self.excess_until.max(last.leaves_at().plus(BUCKET_MS));
        }
    }

    /// Returns the outflow without the grants from `flow` on, which is as much as a node could know
    /// of it at that time.
    pub(crate) fn before(&self, flow: FlowMs) -> Self {
        let mut before = self.clone();
        before.buckets.retain(|bucket| bucket.index < flow.0 / BUCKET_MS);
        before
    }

    /// Returns the late grants, as stored.
    pub(crate) fn late(&self) -> LateGrants {
        let mut late = Vec::new();
        let (mut from, mut counts_as) = (0, 0);
        for bucket in self.buckets.iter().filter(|bucket| bucket.is_late()) {
            if bucket.late != counts_as {
                late.push((bucket.index - from, bucket.late - bucket.index));
                (from, counts_as) = (bucket.index, bucket.late);
            }
        }
        LateGrants(late)
    }

    /// Sets the late grants that were stored.
    pub(crate) fn set_late(&mut self, late: &LateGrants) {
        let mut from = 0_u64;
        let late = late.0.iter().map(|(distance, later)| {
            from = from.saturating_add(*distance);
            (from, from.saturating_add(*later))
        });
        let (mut late, mut counts_as) = (late.peekable(), 0);
        for bucket in &mut self.buckets {
            while let Some((_, next)) = late.next_if(|(from, _)| *from <= bucket.index) {
                counts_as = next;
            }
            bucket.late = counts_as;
        }
        self.settle_late();
    }

    /// Merges neighbours, which then count as of the later time, until at most [`LATE_MAX`] times
    /// remain.
    fn keep_few_times(&mut self) {
        self.settle_late();
        let latest = self.buckets.iter().map(|bucket| bucket.late).max().unwrap_or(0);
        let mut step = 1_u64;
        while self.late().0.len() > LATE_MAX {
            step = step.saturating_mul(2);
            for bucket in self.buckets.iter_mut().filter(|bucket| bucket.is_late()) {
                let later = bucket.late.checked_next_multiple_of(step);
                bucket.late = later.unwrap_or(latest).min(latest);
            }
            self.settle_late();
        }
    }

    /// Ensures that no grant leaves before an older one, because the oldest bucket leaves first.
    fn settle_late(&mut self) {
        let mut latest = 0;
        for bucket in &mut self.buckets {
            latest = bucket.late.max(latest);
            bucket.late = if latest > bucket.index { latest } else { 0 };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::units::PerMinute;

    const RATE: PerMinute = PerMinute(3);

    /// An outflow that gave a grant at each of these times.
    fn granted(times: &[u64]) -> Outflow {
        let mut outflow = Outflow::new(FlowMs(0), RATE);
        for at in times {
            outflow.advance(FlowMs(*at), RATE);
            outflow.spend_unseen(FlowMs(*at), 1);
        }
        outflow
    }

    fn at(now: u64) -> Learned<'static> {
        Learned {
            now: FlowMs(now),
            commits: None,
        }
    }

    fn headroom_at(outflow: &Outflow, at: u64) -> u64 {
        let mut outflow = outflow.clone();
        outflow.advance(FlowMs(at), RATE);
        outflow.headroom()
    }

    #[test]
    fn a_grant_counts_for_a_minute_from_when_it_was_learned_of() {
        let known = granted(&[1_000]);
        let mut outflow = granted(&[1_000, 2_000, 2_500]);
        outflow.learn(&known, &at(9_000));
        assert_eq!(headroom_at(&outflow, 61_300), 0);
        assert_eq!(headroom_at(&outflow, 61_400), 1, "the first one was known");
        assert_eq!(
            headroom_at(&outflow, 69_000),
            1,
            "less than a minute after the others were learned of"
        );
        assert_eq!(headroom_at(&outflow, 69_100), 3);
    }

    #[test]
    fn a_grant_learned_within_the_lead_is_not_late() {
        let known = granted(&[1_000]);
        let mut outflow = granted(&[1_000, 2_000]);
        outflow.learn(&known, &at(2_250));
        assert!(outflow.late().is_empty());
        assert_eq!(headroom_at(&outflow, 62_400), 3);
    }

    #[test]
    fn a_leased_grant_counts_in_its_slot() {
        let known = granted(&[1_000]);
        let mut outflow = granted(&[1_000, 2_000, 2_500]);
        let commits = [FlowMs(2_570)];
        let when = Learned {
            now: FlowMs(9_000),
            commits: Some(&commits),
        };
        outflow.learn(&known, &when);
        assert_eq!(headroom_at(&outflow, 62_400), 2);
        assert_eq!(headroom_at(&outflow, 69_000), 2);
        assert_eq!(headroom_at(&outflow, 69_100), 3);
    }

    #[test]
    fn the_time_at_which_a_grant_was_learned_stays() {
        let mut known = granted(&[1_000, 2_000]);
        known.learn(&granted(&[1_000]), &at(9_000));
        let mut outflow = granted(&[1_000, 2_000, 9_500]);
        outflow.learn(&known, &at(19_000));
        assert_eq!(headroom_at(&outflow, 69_100), 2);
        let mut stored = granted(&[1_000, 2_000, 9_500]);
        stored.set_late(&outflow.late());
        assert_eq!(stored, outflow, "and it is stored");
    }

    #[test]
    fn no_more_times_are_kept_than_the_bound_and_none_is_sooner_for_that() {
        let rate = PerMinute(600);
        let mut outflow = Outflow::new(FlowMs(0), rate);
        let mut learned = Vec::new();
        for granted_ms in (0..59_000).step_by(100) {
            let known = outflow.clone();
            outflow.advance(FlowMs(granted_ms), rate);
            outflow.spend_unseen(FlowMs(granted_ms), 1);
            outflow.learn(&known, &at(granted_ms + 1_000));
            learned.push((granted_ms + 1_000 - LEAD_MS) / BUCKET_MS);
        }
        assert!(outflow.late().0.len() <= LATE_MAX);
        let counted = outflow.buckets.iter().map(GrantBucket::counts_as);
        assert!(
            counted
                .zip(learned)
                .all(|(counted, learned)| counted >= learned && counted < learned + 16)
        );
    }
}

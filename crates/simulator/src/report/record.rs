//! Collects figures during a run, second by second.

use std::collections::BTreeMap;

use super::SiteFigures;
use super::random_moment::RandomMoments;
use super::reasons::ShownReasons;
use super::sample::Sample;
use crate::scenario::Scenario;
use crate::world::SimVisitor;

/// The approximate number of visitors whose estimates are sampled.
const SAMPLED_PEOPLE: u64 = 20_000;
/// The shortest time between two samples of one visitor, in milliseconds.
const SAMPLE_MS: u64 = 15_000;

/// The figures of one second.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Second {
    pub(crate) inflow: u32,
    pub(crate) outflow: u32,
    pub(crate) waiting: u64,
    pub(crate) willing: u64,
    pub(crate) front: u64,
    pub(crate) max_outflow: u32,
    pub(crate) bound: u64,
    pub(crate) paused: bool,
}

/// Counts of a whole run.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, serde::Serialize)]
pub struct Totals {
    /// People who came.
    pub came: u64,
    /// Places given, including places whose reply was lost and that were never used.
    pub places: u64,
    /// Places that a visitor was shown.
    pub shown: u64,
    /// Permits spent.
    pub grants: u64,
    /// People who got through.
    pub through: u64,
    /// People who left the line before they got through.
    pub left: u64,
    /// People who passed while the room was disabled.
    pub passed: u64,
    /// People who came after the end.
    pub too_late: u64,
    /// People whose key had a place already.
    pub keys_taken: u64,
    /// People who were still waiting at the end.
    pub waiting: u64,
    /// Commits that became durable.
    pub commits: u64,
    /// Commits that were applied again because another node was faster, or the outcome was unknown.
    pub conflicts: u64,
    /// Commits that were given up.
    pub failed: u64,
    /// Failovers of the store.
    pub failovers: u64,
    /// Failovers after which the store had no data.
    pub emptied: u64,
    /// Of these, those while the reply to a commit was on its way.
    pub emptied_amid_commits: u64,
    /// Commits that reached the store a second time.
    pub repeated_commits: u64,
    /// Replies of the store to calls that the node had given up.
    pub late_replies: u64,
    /// Grants by leases, which are included in the permits spent.
    pub leased: u64,
    /// Permits whose use was judged: they were spent, or lapsed, while enough visitors in front
    /// asked as told and nothing was at fault.
    pub judged_permits: u64,
    /// The judged permits that lapsed.
    pub lapsed_permits: u64,
    /// Grants whose reply was lost.
    pub lost_replies: u64,
    /// The size of the largest ledger, in bytes.
    pub ledger_bytes_max: u64,
}

#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) seconds: Vec<Second>,
    pub(crate) samples: Vec<Sample>,
    pub(crate) totals: Totals,
    pub(crate) waits_ms: Vec<u64>,
    pub(crate) site: Option<SiteFigures>,
    /// Permits spent, by room.
    pub(crate) room_grants: Vec<u64>,
    /// When visitors who stayed were first shown a place without an estimate.
    pub(crate) untold: BTreeMap<usize, u64>,
    /// The range that each visitor saw at a random moment of the wait, available once the run is
    /// over.
    pub(crate) later: Vec<Sample>,
    pub(crate) reasons: ShownReasons,
    moments: RandomMoments,
    stride: usize,
    /// The number of seconds whose figures were taken.
    seconds_taken: usize,
}

impl Record {
    pub(crate) fn new(scenario: &Scenario) -> Self {
        let people = scenario.arrivals.people(scenario.duration_s);
        Self {
            seconds: vec![Second::default(); scenario.duration_s as usize + 1],
            samples: Vec::new(),
            totals: Totals::default(),
            waits_ms: Vec::new(),
            site: None,
            room_grants: vec![0; scenario.rooms().count()],
            untold: BTreeMap::new(),
            later: Vec::new(),
            reasons: ShownReasons::default(),
            moments: RandomMoments::default(),
            seconds_taken: 0,
            stride: people.div_ceil(SAMPLED_PEOPLE).max(1) as usize,
        }
    }

    /// Counts a durable commit.
    pub(crate) fn committed(&mut self, ledger_bytes: usize) {
        self.totals.ledger_bytes_max = self.totals.ledger_bytes_max.max(ledger_bytes as u64);
        self.totals.commits += 1;
    }

    /// Counts the decisions of a commit about a line.
    pub(crate) fn kept(&mut self, now: u64, room: usize, (arrivals, grants): (u32, usize)) {
        self.room_grants[room] += grants as u64;
        let second = &mut self.seconds[(now / 1_000) as usize];
        second.inflow += arrivals;
        second.outflow += grants as u32;
        self.totals.places += u64::from(arrivals);
        self.totals.grants += grants as u64;
    }

    /// Counts a failover of the store.
    pub(crate) fn failed_over(&mut self) {
        self.totals.failovers += 1;
    }

    /// Counts a failover after which the store has no data; `amid_commit`: the reply to a commit
    /// was on its way.
    pub(crate) fn emptied(&mut self, amid_commit: bool) {
        self.totals.emptied += 1;
        self.totals.emptied_amid_commits += u64::from(amid_commit);
    }

    /// Counts a commit that reaches the store a second time.
    pub(crate) fn repeated_commit(&mut self) {
        self.totals.repeated_commits += 1;
    }

    /// Counts a reply to a call that the node has given up.
    pub(crate) fn late_reply(&mut self) {
        self.totals.late_replies += 1;
    }

    /// Counts the permits of a line whose use was judged, and those of them that lapsed.
    pub(crate) fn permits(&mut self, (judged, lapsed): (u64, u64)) {
        self.totals.judged_permits += judged;
        self.totals.lapsed_permits += lapsed;
    }

    /// Counts a grant by lease.
    pub(crate) fn leased(&mut self, now: u64) {
        self.seconds[(now / 1_000) as usize].outflow += 1;
        self.totals.leased += 1;
        self.totals.grants += 1;
    }

    /// Records the figures at the end of a second, in addition to those counted during it.
    pub(crate) fn second(&mut self, now: u64, figures: Second) {
        let second = &mut self.seconds[(now / 1_000 - 1) as usize];
        *second = Second {
            inflow: second.inflow,
            outflow: second.outflow,
            willing: second.willing,
            ..figures
        };
        self.seconds_taken = (now / 1_000) as usize;
    }

    pub(crate) fn shown(&mut self, who: usize, now: u64, (low, high): (u64, u64), visitor: &mut SimVisitor) {
        let due = visitor.sampled_at.is_none_or(|at| at + SAMPLE_MS <= now);
        if !who.is_multiple_of(self.stride) || visitor.granted_at.is_some() {
            return;
        }
        self.moments.shown(who, now, (low, high));
        if !due {
            return;
        }
        let first = visitor.sampled_at.replace(now).is_none();
        // A visitor who will lose patience keeps to the poll interval until then; without a grant
        // there is no truth to compare with.
        let diligent = !(visitor.hidden || visitor.robot);
        self.samples.push(Sample {
            who,
            at: now,
            low,
            high,
            truth: None,
            diligent,
            first,
            stayed: true,
        });
    }

    /// Counts a visitor who was shown a place without an estimate.
    pub(crate) fn untold(&mut self, who: usize, now: u64, visitor: &SimVisitor) {
        if who.is_multiple_of(self.stride) && visitor.sampled_at.is_none() {
            self.untold.entry(who).or_insert(now);
        }
    }

    pub(crate) fn conflict(&mut self) {
        self.totals.conflicts += 1;
    }

    pub(crate) fn failed(&mut self) {
        self.totals.failed += 1;
    }

    pub(crate) fn placed(&mut self) {
        self.totals.shown += 1;
    }

    pub(crate) fn left(&mut self) {
        self.totals.left += 1;
    }

    pub(crate) fn turned_away(&mut self, passes: bool) {
        if passes {
            self.totals.passed += 1;
        } else {
            self.totals.too_late += 1;
        }
    }

    pub(crate) fn key_taken(&mut self) {
        self.totals.keys_taken += 1;
    }

    pub(crate) fn lost_grant(&mut self) {
        self.totals.lost_replies += 1;
    }

    pub(crate) fn finish(&mut self, visitors: &[SimVisitor]) {
        self.count_willing(visitors);
        self.seconds.truncate(self.seconds_taken);
        self.totals.came = visitors.len() as u64;
        self.totals.through = visitors.iter().filter(|visitor| visitor.through).count() as u64;
        self.totals.waiting = visitors.iter().filter(|visitor| visitor.waits()).count() as u64;
        self.later = self.moments.at_random(visitors);
        for sample in self.samples.iter_mut().chain(&mut self.later) {
            let visitor = &visitors[sample.who];
            // Estimates before a reset were about another line.
            let same_run = visitor.rejoined_at.is_none_or(|at| at < sample.at);
            let granted_at = visitor.granted_at.filter(|at| same_run && *at >= sample.at);
            sample.truth = granted_at.map(|at| at - sample.at);
            sample.stayed = visitor.left_at.is_none();
        }
        let stayed = |visitor: &SimVisitor| visitor.granted_at.is_some() && visitor.left_at.is_none();
        self.untold
            .retain(|who, _| stayed(&visitors[*who]) && !(visitors[*who].hidden || visitors[*who].robot));
        let waits = visitors
            .iter()
            .filter_map(|visitor| Some(visitor.granted_at? - visitor.came_at));
        self.waits_ms = waits.collect();
        self.waits_ms.sort_unstable();
    }

    /// Counts people who waited, second by second: from their place to the grant, or until they
    /// left.
    fn count_willing(&mut self, visitors: &[SimVisitor]) {
        let mut changes = vec![0_i64; self.seconds.len() + 1];
        for visitor in visitors.iter().filter(|visitor| !visitor.hidden && !visitor.robot) {
            let Some(from) = visitor.placed_at else { continue };
            let until = [visitor.granted_at, visitor.left_at].into_iter().flatten().min();
            changes[(from / 1_000) as usize] += 1;
            if let Some(until) = until {
                changes[(until / 1_000) as usize] -= 1;
            }
        }
        let mut willing = 0;
        for (second, change) in self.seconds.iter_mut().zip(changes) {
            willing += change;
            second.willing = willing.unsigned_abs();
        }
    }
}

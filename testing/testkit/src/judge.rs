//! Compares the answers of all visitors with the service's guarantees.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use anyhow::{Result, ensure};

use crate::operator::LoggedGrant;
use crate::visitor::{VisitorRecord, VisitorViolation};

/// The window of the bound, in milliseconds.
const WINDOW_MS: u64 = 60_000;
/// A short window in milliseconds, to detect a burst after a fault: short tests never fill a
/// minute.
const SHORT_MS: u64 = 1_000;
/// An unused permit lapses after this time in milliseconds, so no more than this can accumulate.
const PERMIT_LIFE_MS: u64 = 2_000;
/// A permit of a lease is spent at most this long after it fell due, in milliseconds: within its
/// slot or the next one.
const LEASED_LATE_MS: u64 = 200;
/// The largest difference between the transit times of two redirects, in milliseconds.
const ON_THE_WAY_MS: u64 = 400;

/// The limit on grants.
#[derive(Debug, Clone, Copy)]
pub struct Bound {
    /// Grants a minute.
    pub max_outflow: u32,
}

/// The result of a run.
#[derive(Debug, Clone, Default)]
pub struct Verdict {
    /// The number of visitors who received a place.
    pub places: usize,
    /// The number of redirected visitors.
    pub redirected: usize,
    /// The number of grants in the room's log.
    pub granted: usize,
    /// The most grants in any minute, and how many are allowed.
    pub most_in_a_minute: (usize, usize),
    /// The most grants in any second, and how many an even flow with two seconds of credit allows.
    pub most_in_a_second: (usize, usize),
    /// The number of holding pages and postponed polls.
    pub held: u64,
    /// Numbers that several visitors received, or under which several queue ids were granted.
    pub double_numbers: Vec<u64>,
    /// Queue ids granted more than once although the visitor did not request the redirect again.
    pub double_grants: Vec<String>,
    /// Redirects that the room's log does not contain.
    pub unlogged: Vec<String>,
    /// The findings of the visitors.
    pub findings: Vec<VisitorViolation>,
}

impl Verdict {
    /// Judges the visitors and the room's log.
    #[must_use]
    pub fn on(seen: &[VisitorRecord], grants: &[LoggedGrant], bound: Bound) -> Self {
        let answered: Vec<u64> = grants.iter().map(|grant| grant.granted_at).collect();
        let rate = u64::from(bound.max_outflow);
        let logged: BTreeSet<&str> = grants.iter().map(|grant| grant.queue_id.as_str()).collect();
        let redirected = seen.iter().filter(|seen| seen.redirected.is_some());
        let ids = redirected.clone().filter_map(|seen| seen.queue_id.as_deref());
        Self {
            places: seen.iter().filter(|seen| seen.queue_id.is_some()).count(),
            redirected: redirected.clone().count(),
            granted: grants.len(),
            most_in_a_minute: (
                most_within(&answered, WINDOW_MS),
                usize::try_from(rate).unwrap_or(usize::MAX),
            ),
            most_in_a_second: (most_within(&answered, SHORT_MS), even(rate, SHORT_MS)),
            held: seen.iter().map(|seen| seen.held).sum(),
            double_numbers: doubles(seen, grants),
            double_grants: repeated(grants.iter().map(|grant| grant.queue_id.clone())),
            unlogged: ids.filter(|id| !logged.contains(id)).map(str::to_owned).collect(),
            findings: seen.iter().flat_map(|seen| seen.findings.clone()).collect(),
        }
    }

    /// Judges the visitors and a log that has lost entries: a redirect that is missing in the log
    /// counts as granted when it arrived. A place whose first grant was lost before the visitor
    /// learned of it may be granted again, so grants are not counted by place.
    #[must_use]
    pub fn on_all_redirected(seen: &[VisitorRecord], grants: &[LoggedGrant], bound: Bound) -> Self {
        let logged: BTreeSet<&str> = grants.iter().map(|grant| grant.queue_id.as_str()).collect();
        let lost = seen.iter().filter_map(|seen| {
            let (at, _) = seen.redirected.as_ref()?;
            let queue_id = seen.queue_id.clone().filter(|id| !logged.contains(id.as_str()))?;
            Some(LoggedGrant {
                granted_at: at.0,
                queue_id,
                queue_number: seen.number?,
            })
        });
        let all: Vec<LoggedGrant> = grants.iter().cloned().chain(lost).collect();
        Self {
            double_grants: Vec::new(),
            ..Self::on(seen, &all, bound)
        }
    }

    /// Counts the grants in windows by the arrival of the redirects instead, for nodes whose clock
    /// is wrong.
    #[must_use]
    pub fn timed_by_arrival(mut self, seen: &[VisitorRecord]) -> Self {
        let arrivals = seen.iter().filter_map(|seen| seen.redirected.as_ref());
        let arrivals: Vec<u64> = arrivals.map(|(at, _)| at.0).collect();
        let rate = self.most_in_a_minute.1 as u64;
        self.most_in_a_minute.0 = most_within(&arrivals, WINDOW_MS - ON_THE_WAY_MS);
        self.most_in_a_second = (most_within(&arrivals, SHORT_MS), even(rate, SHORT_MS + ON_THE_WAY_MS));
        self
    }

    /// Allows for the permits of leases, which are spent a little after they fall due.
    #[must_use]
    pub fn with_leases(mut self) -> Self {
        let rate = self.most_in_a_minute.1 as u64;
        self.most_in_a_second.1 = even(rate, SHORT_MS + LEASED_LATE_MS);
        self
    }

    /// Returns how many places were refused after visitors had received them, or got another
    /// number.
    #[must_use]
    pub fn lost_places(&self) -> usize {
        let is_loss = |finding: &&VisitorViolation| {
            matches!(finding, VisitorViolation::Lost(..) | VisitorViolation::Renumbered(..))
        };
        self.findings.iter().filter(is_loss).count()
    }

    /// Returns how often the number of people ahead of a visitor rose.
    #[must_use]
    pub fn set_back(&self) -> usize {
        let is_set_back = |finding: &&VisitorViolation| matches!(finding, VisitorViolation::SetBack(..));
        self.findings.iter().filter(is_set_back).count()
    }

    /// Returns the number of error pages, of a node or of the balancer.
    #[must_use]
    pub fn error_pages(&self) -> usize {
        let is_error = |finding: &&VisitorViolation| {
            matches!(
                finding,
                VisitorViolation::ErrorPage(..) | VisitorViolation::Unreachable(..)
            )
        };
        self.findings.iter().filter(is_error).count()
    }

    /// Returns whether a window holds more grants than allowed.
    #[must_use]
    pub fn is_over_the_bound(&self) -> bool {
        let over = |(most, allowed): (usize, usize)| most > allowed;
        over(self.most_in_a_minute) || over(self.most_in_a_second)
    }

    /// Checks the guarantees that no fault may affect: the bound, places, numbers, the order of
    /// people ahead and repeated redirects. Requests that no node answered are left to the caller,
    /// because no answer is possible without a reachable node.
    ///
    /// # Errors
    /// Returns an error if a guarantee is broken.
    pub fn must_hold(&self) -> Result<()> {
        let serious = self
            .findings
            .iter()
            .filter(|finding| !matches!(finding, VisitorViolation::Unreachable(_)));
        let serious: Vec<&VisitorViolation> = serious.take(5).collect();
        ensure!(serious.is_empty(), "visitors noted {serious:?}: {self}");
        ensure!(!self.is_over_the_bound(), "too many were let in: {self}");
        ensure!(
            self.double_numbers.is_empty(),
            "numbers twice: {:?}",
            self.double_numbers
        );
        ensure!(self.double_grants.is_empty(), "granted twice: {:?}", self.double_grants);
        ensure!(self.unlogged.is_empty(), "not in the log: {:?}", self.unlogged);
        ensure!(self.places > 0, "there was nobody");
        Ok(())
    }

    /// Like [`must_hold`](Self::must_hold), and no visitor saw an error page or found no node.
    ///
    /// # Errors
    /// Returns an error if a guarantee is broken.
    pub fn must_hold_unseen(&self) -> Result<()> {
        self.must_hold()?;
        ensure!(self.error_pages() == 0, "visitors noted {:?}", self.findings);
        Ok(())
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} places, {} redirected, {} in the log; lost places {}, double numbers {}, double grants {}, most in a minute {} of {}, in a second {} of {}; \
             put off {}, error pages {}",
            self.places,
            self.redirected,
            self.granted,
            self.lost_places(),
            self.double_numbers.len(),
            self.double_grants.len(),
            self.most_in_a_minute.0,
            self.most_in_a_minute.1,
            self.most_in_a_second.0,
            self.most_in_a_second.1,
            self.held,
            self.error_pages(),
        )
    }
}

/// Returns how many grants an even flow allows in a window, including all accumulated credit.
fn even(rate: u64, window_ms: u64) -> usize {
    // A permit becomes due at each edge of the window, and one was due before.
    let count = (rate * (window_ms + PERMIT_LIFE_MS)).div_ceil(WINDOW_MS) + 2;
    usize::try_from(count).unwrap_or(usize::MAX)
}

/// Returns the most of these moments in any half-open window `(t − window_ms, t]`.
#[must_use]
pub fn most_within(moments_ms: &[u64], window_ms: u64) -> usize {
    let mut sorted = moments_ms.to_vec();
    sorted.sort_unstable();
    let mut first = 0;
    let counts = sorted.iter().enumerate().map(|(index, moment)| {
        while sorted[first] + window_ms <= *moment {
            first += 1;
        }
        index + 1 - first
    });
    counts.max().unwrap_or(0)
}

/// Returns the numbers that belong to more than one queue id, by visitors and log together.
fn doubles(seen: &[VisitorRecord], grants: &[LoggedGrant]) -> Vec<u64> {
    let answered = seen
        .iter()
        .filter_map(|seen| Some((seen.number?, seen.queue_id.as_deref()?)));
    let logged = grants.iter().map(|grant| (grant.queue_number, grant.queue_id.as_str()));
    let mut ids = BTreeMap::<u64, BTreeSet<&str>>::new();
    for (number, id) in answered.chain(logged) {
        ids.entry(number).or_default().insert(id);
    }
    ids.into_iter()
        .filter(|(_, ids)| ids.len() > 1)
        .map(|(number, _)| number)
        .collect()
}

fn repeated(all: impl Iterator<Item = String>) -> Vec<String> {
    let mut counts = BTreeMap::<String, usize>::new();
    for one in all {
        *counts.entry(one).or_default() += 1;
    }
    counts
        .into_iter()
        .filter(|(_, count)| *count > 1)
        .map(|(one, _)| one)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grant(granted_at: u64, queue_id: &str, queue_number: u64) -> LoggedGrant {
        LoggedGrant {
            granted_at,
            queue_id: queue_id.to_owned(),
            queue_number,
        }
    }

    fn visitor_record(queue_id: &str, number: u64) -> VisitorRecord {
        VisitorRecord {
            queue_id: Some(queue_id.to_owned()),
            number: Some(number),
            ..VisitorRecord::default()
        }
    }

    #[test]
    fn windows_are_open_at_their_start() {
        assert_eq!(most_within(&[0, 60_000], 60_000), 1);
        assert_eq!(most_within(&[60_000, 1], 60_000), 2);
        assert_eq!(most_within(&[], 60_000), 0);
    }

    #[test]
    fn a_minute_with_one_too_many_is_found() {
        let bound = Bound { max_outflow: 2 };
        let even = [grant(0, "a", 1), grant(30_000, "b", 2), grant(60_000, "c", 3)];
        let seen = [visitor_record("a", 1)];
        Verdict::on(&seen, &even, bound).must_hold().unwrap();
        let over = [grant(0, "a", 1), grant(30_000, "b", 2), grant(59_999, "c", 3)];
        let verdict = Verdict::on(&seen, &over, bound);
        assert!(verdict.is_over_the_bound() && verdict.must_hold().is_err());
    }

    #[test]
    fn a_flood_is_found_long_before_the_minute_is_full() {
        let bound = Bound { max_outflow: 60 };
        let flood: Vec<LoggedGrant> = (0..12).map(|n| grant(1_000 + n, &n.to_string(), n + 1)).collect();
        let verdict = Verdict::on(&[visitor_record("0", 1)], &flood, bound);
        assert_eq!(verdict.most_in_a_second, (12, 5));
        assert!(verdict.must_hold().is_err());
    }

    #[test]
    fn numbers_grants_and_redirects_are_compared() {
        let bound = Bound { max_outflow: 60 };
        let twice = Verdict::on(&[visitor_record("a", 1), visitor_record("b", 1)], &[], bound);
        assert_eq!(twice.double_numbers, [1]);
        let between = Verdict::on(&[visitor_record("a", 1)], &[grant(0, "b", 1)], bound);
        assert_eq!(between.double_numbers, [1]);
        let again = Verdict::on(
            &[visitor_record("a", 1)],
            &[grant(0, "a", 1), grant(9_000, "a", 1)],
            bound,
        );
        assert_eq!(again.double_grants, ["a"]);
        let mut gone = visitor_record("a", 1);
        gone.redirected = Some((crate::EpochMs(0), "http://site/".into()));
        let unlogged = Verdict::on(&[gone], &[], bound);
        assert_eq!(unlogged.unlogged, ["a"]);
        for verdict in [twice, between, again, unlogged, Verdict::default()] {
            assert!(verdict.must_hold().is_err(), "{verdict}");
        }
    }

    #[test]
    fn what_visitors_note_counts() {
        let mut seen = visitor_record("a", 1);
        seen.findings = vec![VisitorViolation::Unreachable("no".into())];
        let bound = Bound { max_outflow: 60 };
        let verdict = Verdict::on(std::slice::from_ref(&seen), &[], bound);
        verdict.must_hold().unwrap();
        assert!(verdict.must_hold_unseen().is_err());
        seen.findings.push(VisitorViolation::SetBack(3, 4));
        assert!(Verdict::on(&[seen], &[], bound).must_hold().is_err());
    }
}

//! Invariant 9: one in, one out. No newcomer is let in while the number of sessions is at the cap,
//! or at stock 0. A session lasts as long as its last report promised, unless it was ended. The
//! site's rate is never exceeded, whatever rate autotune found.
//!
//! Sessions are counted here from grants and reports alone, without the room's buckets, which end a
//! little later: so the count here is never above the room's, and needs no tolerance. A lowered cap
//! ends no session: it holds newcomers until enough people have left. A report after a session's
//! end counts the session again and can exceed the cap, because the visitor is present; this also
//! holds newcomers.
//!
//! Each answer of a node to the site is judged: a session lasts as long as promised; it is over for
//! all nodes that know of its end; and it is over for every node once its time has passed and no
//! report came for the length of a session.
//!
//! Rooms that share a site share its cap: after each commit, their sessions are judged together.
//!
//! A failover can take touches, ends and grants back ([`KnownSession::Lost`]). The answers to a
//! site about such a session are not judged until the next commit about it. A visitor whom a lost
//! commit let in is inside nevertheless and still counts towards the cap. A lost touch no longer
//! counts, because the session can end at the time of the previous report.

use std::collections::BTreeMap;

use admission::occupancy::UNREPORTED_MS;

use super::bound::Bound;
use super::causes::COUNTED_LATE_MS;
use super::{Fact, FactTime, InvariantViolation, SiteFact};

/// The number of the invariant.
const INVARIANT: u8 = 9;

#[derive(Debug, Default)]
pub(super) struct SessionsOracle {
    site: Option<SiteFact>,
    bound: Option<Bound>,
    /// The known state of the session of each number.
    known: BTreeMap<u64, KnownSession>,
    /// The flow time of the last call about each number whose session lasted.
    heard: BTreeMap<u64, u64>,
    /// The ends of the sessions of earlier runs: no report about them comes any more, but people
    /// are inside.
    past: Vec<u64>,
    /// The outcomes of commits for sessions, in their order.
    changes: Vec<SessionChange>,
    /// The position of the last commit.
    commit: u64,
    /// The number of newcomers who were let in.
    begun: u64,
    late_ms: u64,
}

/// Judges the sessions of all rooms that share a site after a commit: `inside` people have one;
/// `has_begun`: whether the commit let a newcomer in.
///
/// # Errors
/// Returns an error if a newcomer was let in beyond the cap.
pub(crate) fn judge_together(
    (inside, cap): (u64, Option<u64>),
    has_begun: bool,
    real_ms: u64,
) -> Result<(), InvariantViolation> {
    match cap {
        Some(cap) if has_begun && inside > cap => Err(InvariantViolation {
            invariant: INVARIANT,
            what: format!("somebody is let in, with whom {inside} people of all rooms are inside, {cap} may be"),
            real_ms,
        }),
        _ => Ok(()),
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum KnownSession {
    /// The session lasts at least until this flow time.
    Until(u64),
    /// This commit ended the session.
    Ended { commit: u64 },
    /// A failover undid the last commits about the session, which counts until this flow time.
    Lost {
        counts_until: u64,
        /// Whether the session had ended before those commits.
        had_ended: bool,
    },
}

impl KnownSession {
    /// Returns until when the visitor counts as inside.
    fn counts_until(self) -> u64 {
        match self {
            Self::Until(end) => end,
            Self::Lost { counts_until, .. } => counts_until,
            Self::Ended { .. } => 0,
        }
    }

    fn has_ended(self) -> bool {
        matches!(self, Self::Ended { .. } | Self::Lost { had_ended: true, .. })
    }
}

/// The outcome of a commit for a session.
#[derive(Debug)]
struct SessionChange {
    real_ms: u64,
    number: u64,
    before: Option<KnownSession>,
    is_grant: bool,
}

impl SessionsOracle {
    pub(super) fn new(late_ms: u64) -> Self {
        Self {
            late_ms,
            ..Self::default()
        }
    }

    pub(super) fn witness(&mut self, at: FactTime, fact: &Fact) -> Result<(), String> {
        match fact {
            Fact::Site(site) => return self.site(at, *site),
            Fact::Durable { commit, .. } => self.commit = *commit,
            _ => {}
        }
        let Some(site) = self.site else { return Ok(()) };
        if let (Some(bound), Fact::Grant { .. }) = (&mut self.bound, fact) {
            bound
                .witness(at, fact)
                .map_err(|what| format!("the site's rate: {what}"))?;
        }
        match *fact {
            Fact::Grant { number, .. } => self.grant(at, number, site),
            Fact::Touched { number, valid_for_ms } => {
                if !self.known.get(&number).is_some_and(|session| session.has_ended()) {
                    self.change(at, number, KnownSession::Until(at.flow_ms + valid_for_ms), false);
                }
                Ok(())
            }
            Fact::SessionEnded { number } => {
                let commit = self.commit;
                self.change(at, number, KnownSession::Ended { commit }, false);
                Ok(())
            }
            Fact::FailedOver { kept_ms } => {
                self.lose(kept_ms);
                Ok(())
            }
            Fact::Called { number, lasts, commit } => self.called((at.flow_ms, commit), number, lasts),
            _ => Ok(()),
        }
    }

    fn change(&mut self, at: FactTime, number: u64, session: KnownSession, is_grant: bool) {
        let before = self.known.insert(number, session);
        self.changes.push(SessionChange {
            real_ms: at.real_ms,
            number,
            before,
            is_grant,
        });
    }

    /// Undoes the changes that commits since that moment made to sessions.
    fn lose(&mut self, kept_ms: u64) {
        let mut lost: BTreeMap<u64, (Option<KnownSession>, bool)> = BTreeMap::new();
        for change in self.changes.extract_if(.., |change| change.real_ms >= kept_ms) {
            let (_, granted) = lost.entry(change.number).or_insert((change.before, false));
            *granted |= change.is_grant;
        }
        for (number, (before, granted)) in lost {
            let told = self.known[&number].counts_until();
            let counts_until = match granted {
                true => told,
                false => before.map_or(0, KnownSession::counts_until).min(told),
            };
            let had_ended = before.is_some_and(KnownSession::has_ended);
            let session = KnownSession::Lost {
                counts_until,
                had_ended,
            };
            self.known.insert(number, session);
        }
    }

    fn site(&mut self, at: FactTime, site: SiteFact) -> Result<(), String> {
        self.site = Some(site);
        match (&mut self.bound, site.rate) {
            (Some(bound), Some(per_minute)) => bound.witness(at, &Fact::Rate { per_minute })?,
            (bound, rate) => *bound = rate.map(|rate| Bound::new(rate, self.late_ms)),
        }
        Ok(())
    }

    fn grant(&mut self, at: FactTime, number: u64, site: SiteFact) -> Result<(), String> {
        let flow = at.flow_ms;
        let lasts = |session: &KnownSession| session.counts_until() > flow;
        let is_new = !self.known.get(&number).is_some_and(lasts);
        let until = flow + site.validity_ms + UNREPORTED_MS;
        self.change(at, number, KnownSession::Until(until), true);
        self.begun += u64::from(is_new);
        let Some(cap) = site.cap.filter(|_| is_new) else {
            return Ok(());
        };
        let inside = self.inside(flow);
        if inside > cap {
            return Err(format!("{number} is let in as number {inside} inside, {cap} may be"));
        }
        Ok(())
    }

    /// Returns how many people have a session at that flow time.
    pub(super) fn inside(&self, flow: u64) -> u64 {
        let lasts = |session: &&KnownSession| session.counts_until() > flow;
        let past = self.past.iter().filter(|end| **end > flow);
        (self.known.values().filter(lasts).count() + past.count()) as u64
    }

    /// Returns how many sessions the room can count at that flow time: a little longer than they
    /// last.
    pub(super) fn counted(&self, flow: u64) -> u64 {
        self.inside(flow.saturating_sub(COUNTED_LATE_MS))
    }

    /// Returns how many newcomers were let in.
    pub(super) fn begun(&self) -> u64 {
        self.begun
    }

    /// Checks the answer to a site about a visitor's session by a node that knew a commit.
    fn called(&mut self, (flow, known): (u64, u64), number: u64, lasts: bool) -> Result<(), String> {
        let heard = match lasts {
            true => self.heard.insert(number, flow),
            false => None,
        };
        let validity_ms = self.site.map_or(0, |site| site.validity_ms);
        let is_kept = heard.is_some_and(|heard| flow <= heard + validity_ms + COUNTED_LATE_MS);
        match self.known.get(&number) {
            Some(KnownSession::Until(end)) if *end > flow && !lasts => Err(format!(
                "the session of {number} is over at {flow} and was to last until {end}"
            )),
            Some(KnownSession::Until(end)) if lasts && !is_kept && end + COUNTED_LATE_MS < flow => {
                Err(format!("the session of {number} lasts at {flow} and was over at {end}"))
            }
            Some(KnownSession::Ended { commit }) if lasts && *commit <= known => {
                Err(format!("the session of {number} lasts after its end"))
            }
            _ => Ok(()),
        }
    }

    /// Begins a new run, in which the sessions of the previous run last until their time is over.
    pub(super) fn begin_run(&mut self) {
        let ends = std::mem::take(&mut self.known).into_values();
        self.past.extend(ends.map(KnownSession::counts_until));
        self.changes.clear();
        self.heard.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rooms_that_let_in_more_than_their_site_takes_are_found() {
        let judged = |inside, cap, has_begun| judge_together((inside, cap), has_begun, 5).is_ok();
        assert!(judged(20, Some(20), true) && judged(21, None, true));
        assert!(!judged(21, Some(20), true));
        assert!(judged(21, Some(20), false), "a lowered cap ends no session");
    }

    #[test]
    fn a_room_can_count_a_session_until_its_bucket_is_over() {
        let mut sessions = SessionsOracle::new(0);
        sessions.known.insert(3, KnownSession::Until(60_000));
        let seen = |flow| (sessions.inside(flow), sessions.counted(flow));
        assert_eq!(
            [59_999, 60_000, 69_999, 70_000].map(seen),
            [(1, 1), (0, 1), (0, 1), (0, 0)]
        );
    }
}

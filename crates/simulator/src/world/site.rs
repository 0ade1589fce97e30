//! The site behind the room: a visitor who is let in looks at pages, which the site asks a node
//! about, until an order, silence, or the operator ends the visit.
//!
//! A node answers from its memory of sessions, and reads the store for a session that the memory
//! does not have, as the server does.

use std::collections::{BTreeSet, VecDeque};

use admission::autotune::{Evidence, PageTiming};
use admission::occupancy::SessionRecord;
use admission::pool::{LineIndex, RoomIndex};
use admission::{Number, Redirects, Run};
use node::command::SessionEnd;
use node::pool_node::CommitDecisions;
use node::{Command, records};
use store::{Store, at_once};

use super::World;
use super::agenda::WorldEvent;
use super::callers::{Caller, Handle};
use super::visitor::VisitorPlace;
use crate::oracle::{Fact, InvariantViolation, judge_together};
use crate::report::SiteFigures;
use crate::scenario::{ScenarioSite, SiteLimits};
use crate::sim_rng::{Part, SimRng};

const MINUTE_MS: u64 = 60_000;
/// How long a page takes while the site has capacity, in milliseconds: the mean.
const PAGE_MS: f64 = 150.0;
/// The additional time of a page, in milliseconds, per share of newcomers above the knee: at twice
/// the knee it is 20 s.
const BEHIND_MS: f64 = 20_000.0;

/// The site and the people on it.
#[derive(Debug)]
pub(super) struct SimSite {
    pub(super) limits: SiteLimits,
    visits: Vec<SiteVisit>,
    /// The times at which people came to the site within the last minute.
    lately: VecDeque<u64>,
    rng: SimRng,
    pub(super) figures: SiteFigures,
}

/// A visitor's visit of the site.
#[derive(Debug, Clone, Copy)]
struct SiteVisit {
    line: LineIndex,
    run: Run,
    number: Number,
    leaves_at: u64,
    orders: bool,
    is_over: bool,
}

impl SimSite {
    pub(super) fn new(site: &ScenarioSite, seed: u64) -> Self {
        Self {
            limits: site.limits(),
            visits: Vec::new(),
            lately: VecDeque::new(),
            rng: SimRng::of(seed, Part::Site),
            figures: SiteFigures::default(),
        }
    }

    /// Returns how long the next page takes: a site behind its capacity is slow for everybody.
    fn page_ms(&mut self, knee: u32, now: u64) -> u64 {
        while self.lately.front().is_some_and(|at| at + MINUTE_MS <= now) {
            self.lately.pop_front();
        }
        let load = self.lately.len() as f64 / f64::from(knee.max(1));
        let behind = if knee > 0 { (load - 1.0).max(0.0) } else { 0.0 };
        (self.rng.exponential(PAGE_MS) + behind * BEHIND_MS) as u64
    }
}

impl World<'_> {
    /// Returns how many sessions have begun in all rooms.
    pub(super) fn sessions_begun(&self) -> u64 {
        let lines = self.lines.iter();
        lines.map(|line| line.oracles.sessions_begun()).sum()
    }

    /// Judges the sessions of rooms that share a site together, and reports to each room how many
    /// people of the others are inside; `begun`: how many sessions had begun before the commit;
    /// `waited`: how many people waited in each line before it.
    pub(super) fn report_shared_sessions(
        &mut self,
        commit: &CommitDecisions,
        begun: u64,
        waited: &[u64],
    ) -> Result<(), InvariantViolation> {
        let Some(sessions) = commit.config.sessions.filter(|_| self.lines.len() > 1) else {
            return Ok(());
        };
        let flow = self.flow_of(commit);
        let inside: Vec<u64> = self.lines.iter().map(|line| line.oracles.inside(flow)).collect();
        let all: u64 = inside.iter().sum();
        let cap = sessions.is_capped().then(|| sessions.cap());
        judge_together((all, cap), self.sessions_begun() > begun, self.now)?;
        let counted: Vec<u64> = self.lines.iter().map(|line| line.oracles.counted(flow)).collect();
        let all: u64 = counted.iter().sum();
        for (line, own) in (0..).map(LineIndex).zip(counted) {
            let others = Fact::OthersInside {
                count: all - own,
                per_minute: self.rate_of_others(commit, line, waited),
            };
            self.report_fact(line, flow, &others)?;
        }
        Ok(())
    }

    /// Returns the sum of the max outflows of the rooms beside that of a line in which people wait
    /// before or after a commit.
    fn rate_of_others(&self, commit: &CommitDecisions, line: LineIndex, waited: &[u64]) -> u32 {
        let config = &commit.config;
        let own = config.lines[usize::from(line.0)].room;
        let waits = self.lines.iter().zip(waited);
        let waits = waits.map(|(line, waited)| *waited > 0 || line.oracles.waiting() > 0);
        let lines = config.lines.iter().zip(waits);
        let rooms: BTreeSet<RoomIndex> = lines.filter(|(_, waits)| *waits).map(|(line, _)| line.room).collect();
        let others = rooms.into_iter().filter(|room| *room != own);
        others
            .map(|room| config.rooms[usize::from(room.0)].config.max_outflow.0)
            .sum()
    }

    /// Begins the visit of a visitor who was let in.
    pub(super) fn enter_site(&mut self, place: VisitorPlace, number: Number) {
        let (Some(site), Some(plan)) = (&mut self.site, &self.scenario.site) else {
            return;
        };
        site.lately.push_back(self.now);
        let stay_ms = site.rng.between(plan.stay_s.map(|seconds| seconds * 1_000));
        let orders = site.rng.chance(plan.checkouts);
        site.visits.push(SiteVisit {
            line: place.line,
            run: place.run,
            number,
            leaves_at: self.now + stay_ms,
            orders,
            is_over: false,
        });
        let visit = site.visits.len() - 1;
        self.agenda.at(self.now, WorldEvent::Call { visit });
    }

    /// Makes the site ask a node about the next page of a visit.
    pub(super) fn call(&mut self, visit: usize) -> Result<(), InvariantViolation> {
        let Some(plan) = &self.scenario.site else { return Ok(()) };
        let (now, knee) = (self.now, plan.knee_per_minute);
        let site = self.site.as_mut().expect("a visit has a site");
        let (seen, again) = (site.visits[visit], site.rng.between(plan.page_s));
        let again = now + again * 1_000;
        if seen.is_over || seen.run != self.line(seen.line).run {
            return Ok(());
        }
        let site = self.site.as_mut().expect("a visit has a site");
        let timing = PageTiming {
            time_ms: site.page_ms(knee, now),
            failed: false,
            weight: 1,
        };
        let up = self.up_node().filter(|at| !self.is_stopped(*at));
        let Some((at, lasts)) = up.and_then(|at| Some((at, self.session(at, seen)?))) else {
            // The answer is not known now, or the node does not know this run yet.
            self.agenda.at(again, WorldEvent::Call { visit });
            return Ok(());
        };
        let leaves = now >= seen.leaves_at;
        let flow = self.machine(at).now(seen.line, self.clocks(at)).flow;
        if lasts && (!leaves || seen.orders) {
            let mut timings = Evidence::default();
            timings.add(timing);
            self.ask(at, seen.line, Command::PageTimings(timings));
            if leaves {
                self.end_session(at, seen, SessionEnd::Checkout);
            } else if let Some(memory) = self.machine(at).sessions(seen.line) {
                memory.touch(seen.run, seen.number, flow);
            }
        }
        let site = self.site.as_mut().expect("a visit has a site");
        if lasts && !leaves {
            self.agenda.at(again, WorldEvent::Call { visit });
        } else {
            site.visits[visit].is_over = true;
            site.figures.found_ended += u64::from(!lasts);
        }
        let called = Fact::Called {
            number: seen.number.0,
            lasts,
            commit: self.commit_order.position(self.machine(at).node.generation()),
        };
        self.report_fact(seen.line, flow.0, &called)
    }

    /// Returns whether a session lasts, in the same way as the server: from the node's memory, else
    /// from the store; `None` if neither is available.
    fn session(&self, at: usize, seen: SiteVisit) -> Option<bool> {
        let machine = self.machine(at);
        let (line, run, number) = (seen.line, seen.run, seen.number);
        let memory = machine.sessions(line)?;
        let now = machine.now(line, self.clocks(at));
        if machine.shown(line).published.snapshot.run() != run {
            return None;
        }
        if memory.ends(run, number, now.flow).is_some() {
            return Some(true);
        }
        self.connect(at, &machine.connection);
        let read = memory.begin_read(number);
        let keys = [
            records::session_key(line, run, number),
            records::redirects_key(line, run, number),
        ];
        let loaded = at_once(machine.connection.load(&self.setup.pool, &keys));
        let values = loaded.ok().filter(|loaded| !loaded.recovering)?.records;
        let value = |at: usize| values.get(at).and_then(Option::as_deref);
        let record: Option<SessionRecord> = value(0).and_then(records::decode);
        let redirects: Option<Redirects> = value(1).and_then(records::decode);
        let (ends, stored) = match (record, redirects) {
            (Some(SessionRecord::Counted(bucket)), _) => (bucket.ends(), bucket.ends()),
            (None, Some(last)) => (memory.unreported_end(now, last.granted_at), admission::FlowMs(0)),
            (Some(SessionRecord::Ended), _) | (None, None) => {
                memory.forget(run, number);
                return Some(false);
            }
        };
        let learned = memory.learn((run, number), (ends, stored), (read, now.flow));
        Some(learned.unwrap_or(ends) > now.flow)
    }

    fn end_session(&mut self, at: usize, seen: SiteVisit, kind: SessionEnd) {
        let (line, run, number) = (seen.line, seen.run, seen.number);
        let reply = Handle::of(Caller::Nobody);
        let end = Command::EndSession {
            run,
            number,
            kind,
            reply,
        };
        self.ask(at, line, end);
    }

    /// Changes the site's limits at every node.
    pub(super) fn limit_site(&mut self, change: impl FnOnce(&mut SiteLimits)) {
        let Some(site) = &mut self.site else { return };
        change(&mut site.limits);
        self.tell_settings();
    }

    /// Ends the sessions of this many people who are inside, as the operator orders, the lowest
    /// numbers first.
    pub(super) fn end_sessions(&mut self, most: u64) {
        let Some(at) = self.up_node() else { return };
        let Some(site) = &self.site else { return };
        let is_inside = |visit: &&SiteVisit| !visit.is_over && visit.run == self.line(visit.line).run;
        let mut inside: Vec<SiteVisit> = site.visits.iter().filter(is_inside).copied().collect();
        inside.sort_unstable_by_key(|visit| (visit.number, visit.line));
        inside.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        for seen in inside {
            self.end_session(at, seen, SessionEnd::Operator);
        }
    }

    /// Records the figures of a second: how many of the slots are used while people wait for them.
    pub(super) fn count_sessions(&mut self, inside: Option<u64>, front: u64) {
        let from_ms = self.scenario.measure_from_s * super::SECOND_MS;
        let Some((site, inside)) = self.site.as_mut().zip(inside) else {
            return;
        };
        site.figures.most_inside = site.figures.most_inside.max(inside);
        let limits = site.limits;
        let cap = [limits.max_sessions, limits.stock].into_iter().flatten().min();
        if let Some(cap) = cap.filter(|cap| *cap > 0 && front > 0 && self.now >= from_ms) {
            site.figures.slot_seconds += cap;
            site.figures.used_slot_seconds += inside.min(cap);
        }
    }
}

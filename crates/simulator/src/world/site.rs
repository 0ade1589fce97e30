//! The site behind the room: whoever is let in looks at pages, which the site asks a node about,
//! until an order, silence, or the operator ends the visit.
//!
//! A node answers from the record in the store, and reports each page with its next commit. The
//! server's memory of sessions, which spares the store most reads and reports, is left out.

use std::collections::VecDeque;

use admission::autotune::PageTiming;
use admission::occupancy::{ReportKind, SessionRecord};
use admission::{Number, Run};

use super::World;
use super::agenda::Event;
use crate::dice::{Dice, Part};
use crate::oracle::{Fact, InvariantViolation};
use crate::report::SiteFigures;
use crate::scenario::{ScenarioSite, SiteLimits};

const MINUTE_MS: u64 = 60_000;
/// How long a page takes while the site has capacity, in milliseconds: the mean.
const PAGE_MS: f64 = 150.0;
/// How long a page takes for each share of newcomers above the knee: twice the knee is 20 s.
const BEHIND_MS: f64 = 20_000.0;

/// The site and the people on it.
#[derive(Debug)]
pub(super) struct Site {
    pub(super) limits: SiteLimits,
    visits: Vec<SiteVisit>,
    /// The times at which people came to the site within the last minute.
    lately: VecDeque<u64>,
    dice: Dice,
    pub(super) figures: SiteFigures,
}

/// Somebody's visit of the site.
#[derive(Debug, Clone, Copy)]
struct SiteVisit {
    run: Run,
    number: Number,
    leaves_at: u64,
    orders: bool,
    is_over: bool,
}

impl Site {
    pub(super) fn new(site: &ScenarioSite, seed: u64) -> Self {
        Self {
            limits: site.limits(),
            visits: Vec::new(),
            lately: VecDeque::new(),
            dice: Dice::of(seed, Part::Site),
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
        (self.dice.exponential(PAGE_MS) + behind * BEHIND_MS) as u64
    }
}

impl World<'_> {
    /// Begins the visit of somebody who was let in.
    pub(super) fn enter_site(&mut self, run: Run, number: Number) {
        let (Some(site), Some(plan)) = (&mut self.site, &self.scenario.site) else {
            return;
        };
        site.lately.push_back(self.now);
        let stay_ms = site.dice.between(plan.stay_s.map(|seconds| seconds * 1_000));
        let orders = site.dice.chance(plan.checkouts);
        site.visits.push(SiteVisit {
            run,
            number,
            leaves_at: self.now + stay_ms,
            orders,
            is_over: false,
        });
        let visit = site.visits.len() - 1;
        self.agenda.at(self.now, Event::Call { visit });
    }

    /// The site asks a node about the next page of a visit.
    pub(super) fn call(&mut self, visit: usize) -> Result<(), InvariantViolation> {
        let Some(plan) = &self.scenario.site else { return Ok(()) };
        let (now, knee) = (self.now, plan.knee_per_minute);
        let site = self.site.as_mut().expect("a visit has a site");
        let (seen, again) = (site.visits[visit], site.dice.between(plan.page_s));
        let again = now + again * 1_000;
        if seen.is_over || seen.run != self.run {
            return Ok(());
        }
        let timing = PageTiming {
            time_ms: site.page_ms(knee, now),
            failed: false,
            weight: 1,
        };
        let up = self.up_node().filter(|at| !self.is_stopped(*at));
        let Some(at) = up else {
            self.agenda.at(again, Event::Call { visit });
            return Ok(());
        };
        self.connect(at);
        let node = self.slots[at].node.as_mut().expect("it is up");
        let Ok(Some(record)) = node.keeper.session(&self.shelf, seen.run, seen.number) else {
            // Nobody can say now; or the node is not of this run yet.
            self.agenda.at(again, Event::Call { visit });
            return Ok(());
        };
        let flow = node.flow(now);
        let lasts = matches!(record, SessionRecord::Counted(bucket) if bucket.ends() > flow);
        let leaves = now >= seen.leaves_at;
        if lasts && (!leaves || seen.orders) {
            let valid_for_ms = plan.validity_ms();
            node.reports.push(match leaves {
                true => (seen.number, ReportKind::Ended),
                false => (seen.number, ReportKind::Touched { valid_for_ms }),
            });
            node.timings.add(timing);
            self.wake_at(at, now);
        }
        let site = self.site.as_mut().expect("a visit has a site");
        if lasts && !leaves {
            self.agenda.at(again, Event::Call { visit });
        } else {
            site.visits[visit].is_over = true;
            site.figures.found_ended += u64::from(!lasts);
        }
        let number = seen.number.0;
        self.tell(flow.0, &Fact::Called { number, lasts })
    }

    /// Changes the site's limits at every node.
    pub(super) fn limit_site(&mut self, change: impl FnOnce(&mut SiteLimits)) {
        let Some(site) = &mut self.site else { return };
        change(&mut site.limits);
        (0..self.slots.len()).for_each(|node| self.wake_at(node, self.now));
    }

    /// The operator ends the sessions of this many people who are inside, the lowest numbers first.
    pub(super) fn end_sessions(&mut self, most: u64) {
        let (run, Some(at)) = (self.run, self.up_node()) else {
            return;
        };
        let Some(site) = &mut self.site else { return };
        let inside = site.visits.iter().filter(|visit| !visit.is_over && visit.run == run);
        let mut numbers: Vec<Number> = inside.map(|visit| visit.number).collect();
        numbers.sort_unstable();
        numbers.truncate(usize::try_from(most).unwrap_or(usize::MAX));
        let ended = numbers.into_iter().map(|number| (number, ReportKind::Ended));
        self.node(at).reports.extend(ended);
        self.wake_at(at, self.now);
    }

    /// Takes the figures of a second: how many of the slots are used while people wait for them.
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

//! A simulated site with a capacity knee: visitors look at pages, one server processes the requests
//! in order, and clients give up after half a minute.
//!
//! Below capacity a page takes about a tenth of a second, and a few in a thousand are slow for
//! other reasons. Above capacity the backlog grows until clients give up. The simulation advances
//! in seconds; randomness comes from a seed.

use std::collections::VecDeque;

use splitmix::SplitMix64;

/// How long clients wait, in seconds.
const PATIENCE_S: f64 = 30.0;

/// The properties of a site.
#[derive(Debug, Clone, Copy)]
pub(crate) struct SitePlan {
    /// Visitors per minute that the site can sustain.
    pub(crate) knee: f64,
    /// How long a visitor stays, in seconds.
    pub(crate) stay_s: u64,
    /// Pages a visitor looks at.
    pub(crate) pages: f64,
    /// Pages in a thousand that are slow regardless of the load.
    pub(crate) slow_permille: u64,
    pub(crate) seed: u64,
}

impl SitePlan {
    pub(crate) const BRISK: Self = Self {
        knee: 600.0,
        stay_s: 30,
        pages: 5.0,
        slow_permille: 5,
        seed: 1,
    };
}

/// A page that was served, or that the client gave up.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Page {
    pub(crate) visitor: u64,
    pub(crate) asked_s: u64,
    pub(crate) time_ms: u64,
    pub(crate) failed: bool,
}

pub(crate) struct Site {
    plan: SitePlan,
    random: SplitMix64,
    next_visitor: u64,
    to_come: f64,
    /// Visitors on the site, and when they leave.
    visitors: VecDeque<(u64, u64)>,
    backlog: f64,
    on_their_way: Vec<(u64, Page)>,
}

impl Site {
    pub(crate) fn new(plan: SitePlan) -> Self {
        Self {
            plan,
            random: SplitMix64::new(plan.seed),
            next_visitor: 0,
            to_come: 0.0,
            visitors: VecDeque::new(),
            backlog: 0.0,
            on_their_way: Vec::new(),
        }
    }

    /// Simulates one second at `rate` visitors per minute, with `health` (0 to 1) of the capacity.
    /// Returns the pages that were finished within it.
    pub(crate) fn second(&mut self, at_s: u64, rate: f64, health: f64) -> Vec<Page> {
        self.come_and_go(at_s, rate);
        let capacity = self.plan.knee / 60.0 * self.plan.pages * health;
        let asked = self.pages_asked();
        for visitor in &asked {
            self.backlog += 1.0;
            let wait_s = (self.backlog / capacity).min(PATIENCE_S);
            let given_up = wait_s >= PATIENCE_S;
            if given_up {
                self.backlog -= 1.0;
            }
            let page = self.page(*visitor, at_s, wait_s, given_up);
            self.on_their_way.push((at_s + page.time_ms / 1_000, page));
        }
        self.backlog = (self.backlog - capacity).max(0.0);
        let (done, later) = self.on_their_way.drain(..).partition(|(due_s, _)| *due_s <= at_s);
        self.on_their_way = later;
        done.into_iter().map(|(_, page): (u64, Page)| page).collect()
    }

    fn come_and_go(&mut self, at_s: u64, rate: f64) {
        self.visitors.retain(|(_, leaves_s)| *leaves_s > at_s);
        self.to_come += rate / 60.0;
        while self.to_come >= 1.0 {
            self.to_come -= 1.0;
            self.visitors.push_back((self.next_visitor, at_s + self.plan.stay_s));
            self.next_visitor += 1;
        }
    }

    fn pages_asked(&mut self) -> Vec<u64> {
        let often = self.plan.pages / self.plan.stay_s as f64;
        let visitors = self.visitors.iter().map(|(visitor, _)| *visitor).collect::<Vec<_>>();
        visitors.into_iter().filter(|_| self.uniform() < often).collect()
    }

    fn page(&mut self, visitor: u64, asked_s: u64, wait_s: f64, failed: bool) -> Page {
        let own_ms = match self.uniform() < self.plan.slow_permille as f64 / 1_000.0 {
            true => 8_000.0,
            false => -100.0 * (1.0 - self.uniform()).ln(),
        };
        Page {
            visitor,
            asked_s,
            time_ms: (wait_s * 1_000.0 + own_ms) as u64,
            failed,
        }
    }

    /// Returns a uniform number from 0 to 1.
    pub(crate) fn uniform(&mut self) -> f64 {
        self.random.next_u64() as f64 / u64::MAX as f64
    }
}

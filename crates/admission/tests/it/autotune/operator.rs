//! Runs a site under autotune: every page gets a response id, one in five is reported with it, and
//! a step is tried every second.

use admission::autotune::response_ids::{CountedIds, ResponseIds};
use admission::autotune::{Autotune, PageTiming};
use admission::{FlowMs, PerMinute};

use super::site::{Page, Site, SitePlan};

const SAMPLE: u32 = 5;

/// Site, autotune, and the check of response ids.
pub(crate) struct Operator {
    pub(crate) autotune: Autotune,
    pub(crate) ceiling: PerMinute,
    /// The share of the site's capacity that is currently available.
    pub(crate) health: f64,
    /// Rates by second.
    pub(crate) rates: Vec<u32>,
    pub(crate) ids: ResponseIds,
    pub(crate) refused: usize,
    counted: CountedIds,
    site: Site,
}

impl Operator {
    pub(crate) fn new(plan: SitePlan, ceiling: u32) -> Self {
        Self {
            autotune: Autotune::new(FlowMs(0), PerMinute(ceiling)),
            ceiling: PerMinute(ceiling),
            health: 1.0,
            rates: Vec::new(),
            ids: ResponseIds::new(&[7; 32]),
            refused: 0,
            counted: CountedIds::default(),
            site: Site::new(plan),
        }
    }

    pub(crate) fn now(&self) -> FlowMs {
        FlowMs(self.rates.len() as u64 * 1_000)
    }

    pub(crate) fn minutes(&mut self, minutes: u64) {
        self.minutes_with(minutes, |_, _| {});
    }

    /// Runs for some minutes. `also` gets the id of every genuine report and can send any further
    /// reports.
    pub(crate) fn minutes_with(&mut self, minutes: u64, mut also: impl FnMut(&mut Self, &str)) {
        for _ in 0..minutes * 60 {
            let now = self.now();
            let rate = self.autotune.step(now, self.ceiling, 1.0);
            self.rates.push(rate.0);
            for page in self.site.second(now.0 / 1_000, f64::from(rate.0), self.health) {
                if self.site.uniform() * f64::from(SAMPLE) < 1.0 {
                    let id = self.report(page);
                    also(self, &id);
                }
            }
        }
    }

    /// Receives a report from outside.
    pub(crate) fn receive(&mut self, id: &str, report: PageTiming) {
        let now = self.now();
        let counted = self
            .ids
            .verify(now, id)
            .and_then(|issued| self.counted.count(now, issued));
        match counted {
            Ok(()) => self.autotune.report(now, report),
            Err(_) => self.refused += 1,
        }
    }

    fn report(&mut self, page: Page) -> String {
        let issued = FlowMs(page.asked_s * 1_000);
        let id = self.ids.issue(issued, &page.visitor.to_le_bytes()).to_string();
        let report = PageTiming {
            time_ms: page.time_ms,
            failed: page.failed,
            weight: SAMPLE,
        };
        self.receive(&id, report);
        id
    }

    /// Returns the rates of these minutes.
    pub(crate) fn between(&self, from: usize, to: usize) -> &[u32] {
        &self.rates[from * 60..to * 60]
    }

    /// Returns the mean rate of these minutes.
    pub(crate) fn mean(&self, from: usize, to: usize) -> f64 {
        let rates = self.between(from, to);
        rates.iter().copied().map(f64::from).sum::<f64>() / rates.len() as f64
    }

    /// Returns how far the rates of these minutes deviate from their middle, as a share of it: 0.1
    /// is ±10 %.
    pub(crate) fn swing(&self, from: usize, to: usize) -> f64 {
        let rates = self.between(from, to);
        let (low, high) = (
            rates.iter().min().expect("minutes"),
            rates.iter().max().expect("minutes"),
        );
        f64::from(high - low) / f64::from(high + low)
    }
}

//! `cargo xtask abuse --phone`: how long browsers work for a ticket at the standard level, on this
//! machine, slowed to the speed of a cheap phone. The measurement is in `end2end/phone/`.

use std::fmt;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use super::report::at;
use crate::exec;
use crate::profile::Profile;
use crate::project::Project;
use crate::step::step;
use crate::tools::{self, BROWSER_TOOLS};

/// The longest time that 95 of 100 tickets may take on a phone, in milliseconds.
const WORK_MS_MAX: f64 = 1_000.0;
/// The way of slowing the machine that slows everything; this one is judged.
const JUDGED: &str = "browser";

/// The measurements.
#[derive(Debug, Deserialize)]
pub(super) struct PhoneFigures {
    processor: String,
    ways: Vec<Slowdown>,
}

/// One way to make the browser slow.
#[derive(Debug, Deserialize)]
struct Slowdown {
    name: String,
    works: Vec<Work>,
    loops: Loops,
    /// The answers of workers to the request to be slow.
    answers: Vec<String>,
}

/// The work for one ticket.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Work {
    work_ms: f64,
    page_ms: f64,
    derivations: u64,
}

/// The rounds of an empty loop in a millisecond.
#[derive(Debug, Clone, Copy, Deserialize)]
struct Loops {
    page: f64,
    worker: f64,
}

/// Measures, with the programs in that binary's folder.
pub(super) fn measure(project: &Project, binary: &Path) -> Result<PhoneFigures> {
    tools::ensure(&BROWSER_TOOLS)?;
    let folder = tempfile::tempdir()?;
    let result = folder.path().join("phone.json");
    step("measure the work in a browser", || {
        let mut playwright = tools::playwright(project, Profile::Release)?;
        playwright.args(["--config", "phone.config.ts"]);
        playwright.env("ANTEROOM_PROGRAMS", binary.parent().context("a binary is in a folder")?);
        exec::run(playwright.env("ANTEROOM_PHONE", &result))
    })?;
    Ok(serde_json::from_slice(&std::fs::read(result)?)?)
}

impl PhoneFigures {
    /// Returns an error if phones work for longer than allowed.
    pub(super) fn judge(&self) -> Result<()> {
        let judged = self.ways.iter().find(|way| way.name == JUDGED);
        let ms = judged.context("the whole browser was not slowed")?.work_ms(95);
        ensure!(ms <= WORK_MS_MAX, "a phone works for {ms:.0} ms");
        Ok(())
    }
}

impl Slowdown {
    fn title(&self) -> String {
        match (self.name.as_str(), self.answers.first()) {
            ("as it is", _) => "nothing".to_owned(),
            ("page", _) => "the page's thread, by `Emulation.setCPUThrottlingRate` 4".to_owned(),
            ("page and workers", Some(answer)) => {
                format!("the same, and asked of the worker, which answers \"{answer}\"")
            }
            ("page and workers", None) => "the same, and asked of the worker, which does not answer".to_owned(),
            (JUDGED, _) => "the whole browser, which runs for a quarter of the time".to_owned(),
            (name, _) => name.to_owned(),
        }
    }

    fn work_ms(&self, percentile: usize) -> f64 {
        at(&self.sorted(|work| work.work_ms), percentile)
    }

    fn sorted(&self, of: impl Fn(&Work) -> f64) -> Vec<f64> {
        let mut all: Vec<f64> = self.works.iter().map(of).collect();
        all.sort_by(f64::total_cmp);
        all
    }

    /// Derivations in a second of work.
    fn derivations(&self) -> f64 {
        let (derivations, ms) = self.works.iter().fold((0, 0.0), |(derivations, ms), work| {
            (derivations + work.derivations, ms + work.work_ms)
        });
        derivations as f64 * 1_000.0 / f64::max(ms, 1.0)
    }
}

impl fmt::Display for PhoneFigures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "| Slowed | An empty loop takes, on the page and in a worker | Tickets | Derivations a second | Work, median | 95th percentile | From the navigation to the solution, 95th percentile |"
        )?;
        writeln!(f, "| --- | --- | --- | --- | --- | --- | --- |")?;
        let usual = self
            .ways
            .first()
            .map_or(Loops { page: 1.0, worker: 1.0 }, |way| way.loops);
        for way in &self.ways {
            writeln!(
                f,
                "| {} | {:.1} and {:.1} times as long | {} | {:.0} | {:.0} ms | {:.0} ms | {:.0} ms |",
                way.title(),
                usual.page / way.loops.page,
                usual.worker / way.loops.worker,
                way.works.len(),
                way.derivations(),
                way.work_ms(50),
                way.work_ms(95),
                at(&way.sorted(|work| work.page_ms), 95),
            )?;
        }
        writeln!(f, "\nMeasured in Chromium on: {}.", self.processor)
    }
}

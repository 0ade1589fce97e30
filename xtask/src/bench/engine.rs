//! The engine alone, without server and store: memory of ten million who wait, times of an arrival,
//! a poll, a claim and a draw, speed of the simulator, and what is promised of estimates and
//! outflow.
//!
//! The work is done by `crates/admission/examples/crowd/` and `crates/simulator/examples/judge.rs`,
//! each a process of its own, so that it can be compiled for speed and so that memory is the
//! engine's alone. Both print JSON, which is read here.

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use super::process::{Core, pinned};
use crate::exec;
use crate::project::Project;
use crate::step::step;

/// The simulator's seed: figures of estimates and outflow are the same in every run.
const SEED: &str = "1";
/// The cases of `simulator::quality` that the aims of the outflow are about.
const HALF_STAY_AWAY: &str = "50 % stay away";
const FIVE_A_MINUTE: &str = "five a minute";

/// What was measured.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Engine {
    pub(super) crowd: CrowdFigures,
    pub(super) quality: Quality,
}

/// What `crowd` prints.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CrowdFigures {
    pub(super) memory: Vec<Memory>,
    pub(super) peak_bytes: u64,
    pub(super) speed: Vec<Speed>,
}

/// Memory at one moment.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Memory {
    pub(super) what: String,
    pub(super) places: u64,
    pub(super) waiting: u64,
    /// Of the whole process.
    pub(super) resident_bytes: u64,
    /// Of that, since the first one came.
    pub(super) grown_bytes: u64,
}

/// Times of one thing beside those of bare code, a figure a round.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Speed {
    pub(super) what: String,
    pub(super) bare_does: String,
    pub(super) times: u64,
    pub(super) ours_ns: Vec<f64>,
    pub(super) bare_ns: Vec<f64>,
}

/// What `judge figures` prints.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Quality {
    pub(super) cases: Vec<Case>,
    pub(super) overall: Option<Overall>,
    pub(super) visitors: u64,
    pub(super) events: u64,
    pub(super) seconds: f64,
}

/// A room of the simulator.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Case {
    pub(super) name: String,
    pub(super) max_outflow: u32,
    /// Share of the ranges that held the truth.
    pub(super) coverage: Option<f64>,
    /// Permits used of those that fell due while enough people were there.
    pub(super) permit_use: Option<f64>,
    /// Permits used a minute meanwhile.
    pub(super) per_minute: Option<f64>,
    /// Most in any minute.
    pub(super) minute_max: u64,
    /// The invariant that broke, if one did.
    pub(super) broken: Option<String>,
}

/// Estimates over all cases, each with the same weight.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Overall {
    pub(super) coverage: f64,
    pub(super) median_width: f64,
    pub(super) median_error: f64,
}

/// Compiles the two programs; with `build` false takes those of before.
pub(super) fn measure(project: &Project, build: bool) -> Result<Engine> {
    if build {
        step("compile the engine's crowd and the simulator", || programs(project))?;
    }
    let crowd: CrowdFigures = step("let ten million wait", || answer(project, "crowd", &[]))?;
    let quality: Quality = step("play the simulator's cases", || {
        answer(project, "judge", &["figures", SEED])
    })?;
    for case in &quality.cases {
        ensure!(case.broken.is_none(), "an invariant broke in {case:?}");
    }
    let named = [quality.half_stay_away(), quality.five_a_minute()];
    ensure!(
        named.iter().all(Option::is_some),
        "the simulator's cases have other names"
    );
    Ok(Engine { crowd, quality })
}

fn programs(project: &Project) -> Result<()> {
    let mut cargo = project.cargo();
    cargo.args(["build", "--release", "--package", "admission", "--package", "simulator"]);
    exec::run(cargo.args(["--example", "crowd", "--example", "judge"]))
}

/// What one of these programs prints.
pub(super) fn answer<T: serde::de::DeserializeOwned>(project: &Project, name: &str, words: &[&str]) -> Result<T> {
    let program = project.target(&format!("release/examples/{name}"));
    let printed = exec::output(pinned(Core::Served, program).args(words))?;
    serde_json::from_str(&printed).with_context(|| format!("{name} printed something else than figures: {printed}"))
}

impl Memory {
    /// Bytes for each who waits.
    pub(super) fn bytes_each(&self) -> f64 {
        self.grown_bytes as f64 / self.waiting as f64
    }
}

impl Quality {
    pub(super) fn half_stay_away(&self) -> Option<&Case> {
        self.case(HALF_STAY_AWAY)
    }

    pub(super) fn five_a_minute(&self) -> Option<&Case> {
        self.case(FIVE_A_MINUTE)
    }

    fn case(&self, name: &str) -> Option<&Case> {
        self.cases.iter().find(|case| case.name == name)
    }
}

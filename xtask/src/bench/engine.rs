//! Measures the engine alone, without server and store: memory with ten million waiting visitors;
//! times of an arrival, a poll, a claim and a draw; speed of the simulator; and the quality of
//! estimates and outflow.
//!
//! `crates/admission/examples/crowd/` and `crates/simulator/examples/judge.rs` measure in separate
//! processes, so that they can be compiled with optimisation and memory belongs to the engine
//! alone. Both print JSON, which this module reads.

use anyhow::{Context, Result, ensure};
use serde::{Deserialize, Serialize};

use super::process::{Core, pinned};
use crate::exec;
use crate::project::Project;
use crate::step::step;

/// The simulator's seed, which is fixed so that figures of estimates and outflow are the same in
/// every run.
const SEED: &str = "1";
/// The cases of `simulator::quality` to which the outflow targets apply.
const HALF_STAY_AWAY: &str = "50 % stay away";
const FIVE_A_MINUTE: &str = "five a minute";

/// The figures of the engine.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Engine {
    pub(super) crowd: CrowdFigures,
    pub(super) quality: Quality,
}

/// The output of `crowd`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct CrowdFigures {
    pub(super) memory: Vec<Memory>,
    pub(super) peak_bytes: u64,
    pub(super) speed: Vec<Speed>,
}

/// Memory use at one moment.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Memory {
    pub(super) what: String,
    pub(super) places: u64,
    pub(super) waiting: u64,
    /// Resident memory of the whole process, in bytes.
    pub(super) resident_bytes: u64,
    /// Growth of the resident memory since the first arrival, in bytes.
    pub(super) grown_bytes: u64,
}

/// Times of an operation and of bare code, one figure per round.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Speed {
    pub(super) what: String,
    pub(super) bare_does: String,
    pub(super) times: u64,
    pub(super) ours_ns: Vec<f64>,
    pub(super) bare_ns: Vec<f64>,
}

/// The output of `judge figures`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Quality {
    pub(super) cases: Vec<Case>,
    pub(super) overall: Option<Overall>,
    pub(super) visitors: u64,
    pub(super) events: u64,
    pub(super) seconds: f64,
}

/// A case of the simulator.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Case {
    pub(super) name: String,
    pub(super) max_outflow: u32,
    /// Share of the estimated ranges that contained the truth.
    pub(super) coverage: Option<f64>,
    /// Share of the due permits that were used while enough people were present.
    pub(super) permit_use: Option<f64>,
    /// Permits used per minute meanwhile.
    pub(super) per_minute: Option<f64>,
    /// Most permits used in any minute.
    pub(super) minute_max: u64,
    /// The invariant that broke, if any.
    pub(super) broken: Option<String>,
}

/// Figures of the estimates over all cases, with equal weights.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Overall {
    pub(super) coverage: f64,
    pub(super) median_width: f64,
    pub(super) median_error: f64,
}

/// Compiles the two programs.
pub(super) fn programs(project: &Project) -> Result<()> {
    step("compile the engine's crowd and the simulator", || {
        let mut cargo = project.cargo();
        cargo.args(["build", "--release", "--package", "admission", "--package", "simulator"]);
        exec::run(cargo.args(["--example", "crowd", "--example", "judge"]))
    })
}

/// Runs the two programs.
pub(super) fn measure(project: &Project) -> Result<Engine> {
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

/// Runs one of these programs and parses its output.
pub(super) fn answer<T: serde::de::DeserializeOwned>(project: &Project, name: &str, words: &[&str]) -> Result<T> {
    let program = project.target(&format!("release/examples/{name}"));
    let printed = exec::output(pinned(Core::Served, program).args(words))?;
    serde_json::from_str(&printed).with_context(|| format!("{name} printed something else than figures: {printed}"))
}

impl Memory {
    /// Returns the bytes per waiting visitor.
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

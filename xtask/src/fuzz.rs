//! `cargo xtask fuzz [TARGET] [--seconds N]`: fuzzes all code that decodes bytes.
//!
//! The programs are in `fuzz/`, and the code that they run is in `testing/fuzz_targets`. Inputs
//! that reach new code are kept in `fuzz/found/`, beside the committed corpus; an input that fails
//! is in `fuzz/artifacts/` and is reported. The sanitizers need an unstable flag of the compiler;
//! an environment variable lets the stable compiler accept it.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};
use clap::Args;

use crate::exec;
use crate::project::Project;
use crate::step::{note, step};

/// An input that takes longer is a finding, in seconds.
const INPUT_SECONDS_MAX: u32 = 10;
/// An input that uses more memory is a finding, in MiB.
const MEMORY_MIB_MAX: u32 = 2_048;
const FUZZ: &str = "fuzz";
const TOOLS: &str = "tools";

/// Options of the fuzzer.
#[derive(Debug, Args)]
pub(crate) struct FuzzOptions {
    /// The decoder; by default all decoders in turn.
    target: Option<String>,
    /// The time for which each decoder is fuzzed, in seconds.
    #[arg(long, value_name = "N", default_value_t = 60)]
    seconds: u32,
}

/// Runs the command; returns an error if there is a finding.
pub(crate) fn run(options: &FuzzOptions) -> Result<()> {
    let project = Project::find();
    let targets = chosen(targets(&project)?, options.target.as_deref())?;
    ensure_cargo_fuzz(&project)?;
    step("build the fuzzer's programs (some minutes the first time)", || {
        exec::run(fuzz(&project, "build").args(options.target.as_deref()))
    })?;
    let mut failed = Vec::new();
    for target in &targets {
        let run = || one(&project, target, options.seconds);
        if let Err(error) = step(format_args!("fuzz {target}, {} s", options.seconds), run) {
            note(format_args!("{error:#}"));
            failed.push(target.as_str());
        }
    }
    if failed.is_empty() {
        return Ok(());
    }
    bail!(
        "found something in: {}; the inputs are in fuzz/artifacts/",
        failed.join(", ")
    );
}

/// Returns the names of all programs.
fn targets(project: &Project) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for subject in entries(&project.path(FUZZ).join("fuzz_targets"))? {
        let programs = entries(&subject)?.into_iter();
        names.extend(programs.filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned())));
    }
    names.sort();
    Ok(names)
}

fn entries(folder: &Path) -> Result<Vec<PathBuf>> {
    let listed = fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))?;
    listed.map(|entry| Ok(entry?.path())).collect()
}

fn chosen(targets: Vec<String>, wanted: Option<&str>) -> Result<Vec<String>> {
    let Some(wanted) = wanted else {
        return Ok(targets);
    };
    if targets.iter().any(|name| name == wanted) {
        return Ok(vec![wanted.to_owned()]);
    }
    bail!("there is no target {wanted}; there are: {}", targets.join(", "));
}

fn one(project: &Project, target: &str, seconds: u32) -> Result<()> {
    let found = project.path(FUZZ).join("found").join(target);
    fs::create_dir_all(&found)?;
    let corpus = project.path(FUZZ).join("corpus").join(target);
    let mut command = fuzz(project, "run");
    command.arg(target).arg(found).arg(corpus).arg("--");
    command.args([
        format!("-max_total_time={seconds}"),
        format!("-timeout={INPUT_SECONDS_MAX}"),
        format!("-rss_limit_mb={MEMORY_MIB_MAX}"),
        "-print_final_stats=1".to_owned(),
    ]);
    exec::run(&mut command)
}

/// Returns `cargo fuzz <verb>` on our folder.
fn fuzz(project: &Project, verb: &str) -> Command {
    let mut command = project.cargo();
    command
        .env("RUSTC_BOOTSTRAP", "1")
        .env("PATH", path_with_tools(project));
    command.args(["fuzz", verb, "--fuzz-dir", FUZZ, "--target-dir"]);
    command.arg(project.target("fuzz"));
    command
}

/// Returns `PATH` followed by the folder of tools that xtask installs.
fn path_with_tools(project: &Project) -> OsString {
    let mut path = std::env::var_os("PATH").unwrap_or_default();
    path.push(":");
    path.push(project.target(TOOLS).join("bin"));
    path
}

fn ensure_cargo_fuzz(project: &Project) -> Result<()> {
    let mut version = project.cargo();
    version
        .args(["fuzz", "--version"])
        .env("PATH", path_with_tools(project));
    if exec::succeeds(&mut version) {
        return Ok(());
    }
    step("install cargo-fuzz", || {
        let mut install = project.cargo();
        install.args(["install", "--locked", "--quiet", "cargo-fuzz", "--root"]);
        exec::run(install.arg(project.target(TOOLS)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_target_is_one_of_those_that_are_there() {
        let all = targets(&Project::find()).unwrap();
        assert!(all.contains(&"ledger".to_owned()));
        assert_eq!(chosen(all.clone(), None).unwrap(), all);
        assert_eq!(chosen(all.clone(), Some("draw")).unwrap(), ["draw"]);
        let error = chosen(all, Some("nonsense")).unwrap_err().to_string();
        assert!(error.contains("autotune, "), "{error}");
    }
}

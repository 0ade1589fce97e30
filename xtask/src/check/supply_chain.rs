//! What the dependencies are: licences, bans, sources, and advisories where their database can be
//! had.
//!
//! `cargo-deny` and `cargo-audit` come from the registry that the dependencies come from. The
//! database of advisories is a repository of its own: a machine that reaches the registry alone
//! cannot check advisories, and the table at the end says so.

use std::time::Duration;

use anyhow::Result;

use super::report::Outcome;
use crate::exec;
use crate::project::Project;
use crate::tools;

/// How long the database of advisories may take to come.
const ADVISORIES_LIMIT: Duration = Duration::from_secs(120);

/// `cargo deny`: everything but advisories always, advisories where their database comes.
pub(super) fn deny(project: &Project) -> Result<Outcome> {
    tools::ensure_cargo_tool(project, "cargo-deny")?;
    let kinds = ["licenses", "bans", "sources"];
    exec::run(deny_command(project, &["check", "--hide-inclusion-graph"]).args(kinds))?;
    if exec::run_within(&mut deny_command(project, &["fetch", "db"]), ADVISORIES_LIMIT).is_err() {
        return Ok(Outcome::Skipped(
            "advisories only: their database cannot be fetched here; licences, bans and sources passed",
        ));
    }
    exec::run(&mut deny_command(project, &["check", "advisories"]))?;
    Ok(Outcome::Passed)
}

/// `cargo audit`, where the database of advisories comes.
pub(super) fn audit(project: &Project) -> Result<Outcome> {
    let mut reach = project.program("git", ".");
    reach.args(["ls-remote", "--exit-code", ADVISORIES, "HEAD"]);
    // Nobody is there to type a password.
    reach.env("GIT_TERMINAL_PROMPT", "0");
    if exec::run_within(&mut reach, ADVISORIES_LIMIT).is_err() {
        return Ok(Outcome::Skipped(
            "no advisory was looked at: their database cannot be fetched here",
        ));
    }
    tools::ensure_cargo_tool(project, "cargo-audit")?;
    exec::run(project.cargo().arg("audit"))?;
    Ok(Outcome::Passed)
}

/// The database that `cargo deny` and `cargo audit` read by default.
const ADVISORIES: &str = "https://github.com/RustSec/advisory-db";

fn deny_command(project: &Project, arguments: &[&str]) -> std::process::Command {
    let mut cargo = project.cargo();
    cargo.arg("deny").args(arguments);
    cargo
}

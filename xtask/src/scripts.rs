//! Bundles and minifies the scripts for pages of other sites, and the scripts with which our own
//! page does work, offers pastimes, sends notifications and brings the round of a beacon:
//! `public/widgets/`, `public/connector/`, `public/crowdhandler/`, `public/proof_of_work/`,
//! `public/pastimes/`, `public/push/` and `public/beacon/`. Also runs their checks.

use std::fs;

use anyhow::{Context, Result, ensure};

use crate::exec;
use crate::project::Project;
use crate::step::step;
use crate::tools;

/// A script that other sites' pages load.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Script {
    /// The name by which the server finds the script.
    pub(crate) name: &'static str,
    folder: &'static str,
    entry: &'static str,
    /// The oldest language version that the script supports.
    language: &'static str,
    /// The largest size compressed by brotli, in bytes.
    pub(crate) brotli_bytes_max: usize,
}

const WIDGETS: &str = "public/widgets";
const CONNECTOR: &str = "public/connector";
const CROWDHANDLER: &str = "public/crowdhandler";
const WORK: &str = "public/proof_of_work";
const PASTIMES: &str = "public/pastimes";
const PUSH: &str = "public/push";
const BEACON: &str = "public/beacon";
/// The folders of the sources.
pub(crate) const FOLDERS: [&str; 7] = [WIDGETS, CONNECTOR, CROWDHANDLER, WORK, PASTIMES, PUSH, BEACON];

/// All scripts.
pub(crate) const SCRIPTS: [Script; 11] = [
    Script {
        name: "queueit",
        folder: WIDGETS,
        entry: "main.ts",
        language: "es2022",
        brotli_bytes_max: 6 * 1024,
    },
    Script {
        name: "work",
        folder: WORK,
        entry: "main.ts",
        language: "es2022",
        brotli_bytes_max: 1024,
    },
    Script {
        name: "pastimes",
        folder: PASTIMES,
        entry: "main.ts",
        language: "es2022",
        brotli_bytes_max: 2 * 1024,
    },
    Script {
        name: "push",
        folder: PUSH,
        entry: "main.ts",
        language: "es2022",
        brotli_bytes_max: 1024,
    },
    Script {
        name: "push-worker",
        folder: PUSH,
        entry: "worker.ts",
        language: "es2022",
        brotli_bytes_max: 1024,
    },
    Script {
        name: "beacon",
        folder: BEACON,
        entry: "main.ts",
        language: "es2022",
        brotli_bytes_max: 1024,
    },
    protecting("queueclient", CONNECTOR, "queueclient.ts", 8 * 1024),
    protecting("queueconfigloader", CONNECTOR, "queueconfigloader.ts", 8 * 1024),
    protecting("crowdhandler", CROWDHANDLER, "main.ts", 3 * 1024),
    protecting("crowdhandler-lite", CROWDHANDLER, "lite-validator.ts", 3 * 1024),
    protecting("crowdhandler-room", CROWDHANDLER, "room/main.ts", 5 * 1024),
];

/// A script that protects a page must run in every browser that runs the page.
const fn protecting(name: &'static str, folder: &'static str, entry: &'static str, brotli_bytes_max: usize) -> Script {
    Script {
        name,
        folder,
        entry,
        language: "es2018",
        brotli_bytes_max,
    }
}

/// Options for a self-contained file that a plain `<script>` runs.
const ESBUILD: [&str; 5] = [
    "--bundle",
    "--minify",
    "--format=iife",
    "--legal-comments=none",
    concat!("--define:VERSION=\"", env!("CARGO_PKG_VERSION"), "\""),
];

/// Builds all scripts.
pub(crate) fn build(project: &Project) -> Result<Vec<(Script, String)>> {
    step("bundle the scripts for other sites (esbuild)", || {
        SCRIPTS
            .iter()
            .map(|script| Ok((*script, bundle(project, script)?)))
            .collect()
    })
}

fn bundle(project: &Project, script: &Script) -> Result<String> {
    let made = project.target("scripts").join(format!("{}.js", script.name));
    let mut esbuild = tools::esbuild(project)?;
    esbuild
        .args(ESBUILD)
        .arg(format!("--target={}", script.language))
        .arg("--log-level=warning")
        .arg(project.path(script.folder).join(script.entry))
        .arg(format!("--outfile={}", made.display()));
    exec::run(&mut esbuild).context("esbuild")?;
    fs::read_to_string(&made).with_context(|| format!("esbuild left no {}", made.display()))
}

/// Checks the types, and runs the tests of the parts that need no browser with node's test runner.
/// `typescript` is the folder whose packages contain the compiler.
pub(crate) fn check(project: &Project, typescript: &str) -> Result<()> {
    tools::ensure_npm(project, typescript)?;
    FOLDERS
        .iter()
        .try_for_each(|folder| check_folder(project, typescript, folder))
}

fn check_folder(project: &Project, typescript: &str, folder: &str) -> Result<()> {
    let types = project.path(folder).join("tsconfig.json");
    let mut tsc = project.program("node", typescript);
    exec::run(tsc.arg("node_modules/typescript/bin/tsc").arg("--project").arg(types))?;

    let tests = project.target("scripts/tests").join(folder);
    // Removes the tests of earlier builds.
    _ = fs::remove_dir_all(&tests);
    let mut esbuild = tools::esbuild(project)?;
    esbuild
        .args([
            "--bundle",
            "--platform=node",
            "--format=esm",
            "--out-extension:.js=.mjs",
        ])
        .arg("--log-level=warning")
        .arg(format!("--outdir={}", tests.display()));
    let mut names: Vec<_> = fs::read_dir(project.path(folder).join("tests"))?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    names.sort();
    ensure!(!names.is_empty(), "{folder} has no tests");
    exec::run(esbuild.args(names))?;
    exec::run(project.program("node", ".").arg("--test").arg(tests))
}

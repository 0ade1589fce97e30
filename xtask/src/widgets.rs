//! The script of the widgets: `public/widgets/*.ts` bundled and made small, and its own checks.

use std::fs;

use anyhow::{Context, Result, ensure};

use crate::exec;
use crate::project::Project;
use crate::step::step;
use crate::tools;

/// The sources.
pub(crate) const FOLDER: &str = "public/widgets";
/// What the script is called; the vendor's name but for `min`.
pub(crate) const NAME: &str = "queueit.js";
/// It is on other people's pages, and has to be small there; bytes, compressed by brotli.
pub(crate) const BROTLI_BYTES_MAX: usize = 6 * 1024;

/// One file that needs no other, run by a plain `<script>`.
const ESBUILD: [&str; 5] = [
    "--bundle",
    "--minify",
    "--format=iife",
    "--target=es2022",
    "--legal-comments=none",
];

/// Makes the script.
pub(crate) fn build(project: &Project) -> Result<String> {
    let made = project.target("widgets").join(NAME);
    step("bundle the widgets (esbuild)", || {
        let mut esbuild = tools::esbuild(project)?;
        esbuild
            .args(ESBUILD)
            .arg("--log-level=warning")
            .arg(project.path(FOLDER).join("main.ts"))
            .arg(format!("--outfile={}", made.display()));
        exec::run(&mut esbuild).context("esbuild")
    })?;
    fs::read_to_string(&made).with_context(|| format!("esbuild left no {}", made.display()))
}

/// Types, and the parts that need no browser, by node's own test runner. `typescript` is the folder whose packages hold the compiler.
pub(crate) fn check(project: &Project, typescript: &str) -> Result<()> {
    tools::ensure_npm(project, typescript)?;
    let types = project.path(FOLDER).join("tsconfig.json");
    let mut tsc = project.program("node", typescript);
    exec::run(tsc.arg("node_modules/typescript/bin/tsc").arg("--project").arg(types))?;

    let tests = project.target("widgets/tests");
    // Tests of earlier builds.
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
    let mut names: Vec<_> = fs::read_dir(project.path(FOLDER).join("tests"))?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    names.sort();
    ensure!(!names.is_empty(), "the widgets have no tests");
    exec::run(esbuild.args(names))?;
    exec::run(project.program("node", ".").arg("--test").arg(tests))
}

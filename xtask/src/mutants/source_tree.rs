//! Trees of sources that are compiled and played: the project itself, and a copy of it in which
//! faults are made.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde_json::Value;

use super::list::{Mutant, Simulation};
use crate::exec;
use crate::project::Project;

/// The folder of the copy, below `target/`.
const COPY: &str = "mutants/project";
/// The most storms within which an oracle must notice a fault.
const STORMS_MAX: u64 = 1_000;
/// Storms are played in portions that end at these counts, because most faults show at once.
const PORTIONS: [u64; 5] = [10, 50, 200, 500, STORMS_MAX];
/// A run that takes longer than this and a second for each seed does not end.
const RUN_MAX: Duration = Duration::from_secs(120);
/// The beginning of the version that all crates of the project have, in `Cargo.toml`.
const VERSION: &str = "[workspace.package]\nversion = \"";
/// Settings in which the crates of a copy differ from the tests' profile: a fault is to be noticed
/// by the oracles that judge the shipped program, not by the assertions inside it.
const SHIPPED: [&str; 3] = ["opt-level=2", "debug-assertions=false", "overflow-checks=false"];

/// The way in which a fault was noticed, if it was.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Notice {
    Objection { within: u64 },
    NeverEnded,
    Nothing,
}

/// A tree of sources, and how cargo compiles it.
pub(super) struct SourceTree {
    pub(super) root: PathBuf,
    project: Project,
    /// Variables for cargo, beside those of the project.
    variables: Vec<(&'static str, PathBuf)>,
    options: Vec<String>,
    /// Whether dependencies have the features that the whole workspace needs, as in tests.
    is_whole: bool,
}

impl SourceTree {
    /// Returns the project itself, compiled as its tests are.
    pub(super) fn of_project(project: &Project) -> Self {
        Self {
            root: project.path("."),
            project: project.clone(),
            variables: Vec::new(),
            options: Vec::new(),
            is_whole: true,
        }
    }

    /// Returns a copy that is optimised, and has compiled files of its own.
    ///
    /// It is compiled often and played briefly, so each crate is optimised separately and in parts.
    pub(super) fn optimised_copy(project: &Project) -> Result<Self> {
        let (root, target) = (project.target(COPY), project.target("mutants/target"));
        copy(project, &root)?;
        Ok(Self {
            root,
            project: project.clone(),
            variables: vec![
                ("CARGO_TARGET_DIR", target.clone()),
                ("CARGO_BUILD_BUILD_DIR", target),
                ("CARGO_PROFILE_RELEASE_LTO", "off".into()),
                ("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16".into()),
            ],
            options: vec!["--release".to_owned()],
            is_whole: false,
        })
    }

    /// Returns a copy that uses the dependencies which were compiled for the project's own tests:
    /// only the crates of the project are compiled, and their files bear another version.
    pub(super) fn tested_copy(project: &Project) -> Result<Self> {
        // Cargo goes by the times of the files: another clone may have left crates in the folder
        // that are newer than files of an earlier copy.
        let root = project.target(COPY);
        if root.exists() {
            fs::remove_dir_all(&root).with_context(|| format!("cannot remove {}", root.display()))?;
        }
        copy(project, &root)?;
        let options = crates(&root)?
            .iter()
            .flat_map(|package| SHIPPED.map(|setting| format!("profile.dev.package.{package}.{setting}")))
            .flat_map(|setting| ["--config".to_owned(), setting])
            .collect();
        Ok(Self {
            root,
            project: project.clone(),
            variables: vec![
                ("CARGO_TARGET_DIR", project.target("mutants/tested")),
                ("CARGO_BUILD_BUILD_DIR", project.build_folder()),
                // The crates are compiled once in this form, or twice.
                ("CARGO_INCREMENTAL", "0".into()),
            ],
            options,
            is_whole: true,
        })
    }

    /// Plays a few cases without a fault.
    ///
    /// # Errors
    /// Returns an error if a check fails.
    pub(super) fn play_without_faults(&self, simulation: Simulation<'_>) -> Result<()> {
        let notice = self.notice(simulation, &PORTIONS[..1])?;
        ensure!(
            notice == Notice::Nothing,
            "the project itself is objected to: see `cargo xtask simulate`"
        );
        Ok(())
    }

    /// Makes the fault, plays it until a check fails, and takes it back.
    pub(super) fn play(&self, mutant: &Mutant) -> Result<Notice> {
        let path = self.root.join(&mutant.file);
        let text = fs::read_to_string(&path)?;
        write(&path, mutant.in_text(&text)?.as_bytes())?;
        let played = self.notice(mutant.simulation(), &PORTIONS);
        write(&path, text.as_bytes())?;
        played
    }

    /// Plays the portions one after the other until a check fails. The seeds are always the same.
    fn notice(&self, simulation: Simulation<'_>, portions: &[u64]) -> Result<Notice> {
        let program = self.compile(simulation)?;
        let mut first: u64 = 1;
        for within in portions {
            let seeds = within + 1 - first;
            let (begin, count) = (first.to_string(), seeds.to_string());
            let mut play = Command::new(&program);
            match simulation {
                Simulation::Storms(kind) => {
                    play.args(["objection", &begin, &count]).args(kind);
                }
                Simulation::PoolNodes => {
                    play.current_dir(self.root.join("crates/node"));
                    play.env("POOL_NODES_CASES", &count).env("PROPTEST_RNG_SEED", &begin);
                    // Nobody reads the shortest case that fails.
                    play.env("PROPTEST_MAX_SHRINK_ITERS", "0");
                }
            }
            play.stdout(Stdio::null()).stderr(Stdio::null());
            match exec::ends_within(&mut play, RUN_MAX + Duration::from_secs(seeds))? {
                None => return Ok(Notice::NeverEnded),
                Some(status) if !status.success() => return Ok(Notice::Objection { within: *within }),
                Some(_) => first = within + 1,
            }
        }
        Ok(Notice::Nothing)
    }

    /// Compiles the program that plays, and returns its path.
    fn compile(&self, simulation: Simulation<'_>) -> Result<PathBuf> {
        let (package, name) = match simulation {
            Simulation::Storms(_) => ("simulator", "judge"),
            Simulation::PoolNodes => ("node", "pool_nodes"),
        };
        let mut cargo = self.project.cargo();
        cargo.current_dir(&self.root);
        for (variable, value) in &self.variables {
            cargo.env(variable, value);
        }
        match simulation {
            Simulation::Storms(_) => cargo.args(["build", "--example", name]),
            Simulation::PoolNodes => cargo.args(["test", "--no-run", "--test", name]),
        };
        if self.is_whole {
            cargo.arg("--workspace");
        } else {
            cargo.args(["--package", package]);
        }
        cargo.args(&self.options);
        cargo.args(["--quiet", "--message-format", "json-render-diagnostics"]);
        executable(&exec::output(&mut cargo)?, name).with_context(|| format!("cargo names no program {name}"))
    }
}

/// Returns the path of the program `name` in cargo's messages, one JSON object a line.
fn executable(messages: &str, name: &str) -> Option<PathBuf> {
    let messages = messages
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut programs = messages.filter(|message| message["target"]["name"] == name);
    programs.find_map(|message| message["executable"].as_str().map(PathBuf::from))
}

/// Copies the project's files to the folder `root`, with another version of its crates.
fn copy(project: &Project, root: &Path) -> Result<()> {
    let mut git = project.program("git", ".");
    let files = exec::output(git.args(["ls-files", "--cached", "--others", "--exclude-standard"]))?;
    for file in files.lines() {
        // A file that was deleted and not yet committed is listed, too.
        let Ok(mut bytes) = fs::read(project.path(file)) else {
            continue;
        };
        if file == "Cargo.toml" {
            bytes = with_another_version(std::str::from_utf8(&bytes)?)?.into_bytes();
        }
        write(&root.join(file), &bytes)?;
    }
    Ok(())
}

/// Returns the text of `Cargo.toml` with another version of the project's crates.
///
/// Cargo names a compiled crate by its version, and by its place in the workspace, but not by the
/// workspace's place: in a folder that a copy and the project share, a crate with a fault would
/// otherwise replace the project's own, and be taken for it.
fn with_another_version(manifest: &str) -> Result<String> {
    let changed = manifest.replacen(VERSION, &format!("{VERSION}9"), 1);
    ensure!(changed != manifest, "Cargo.toml has no version for the workspace");
    Ok(changed)
}

/// Returns the names of the crates in `crates/`, which are those of their folders.
fn crates(root: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in fs::read_dir(root.join("crates"))? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

/// Writes a file unless it is there already: cargo compiles by the time of the last change.
fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    if fs::read(path).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    fs::create_dir_all(path.parent().expect("a file lies in a folder"))?;
    fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(file: &Path) -> toml::Table {
        let text = fs::read_to_string(file).expect("a file");
        toml::from_str(&text).expect("a manifest")
    }

    /// Otherwise the crates of a copy would replace those of the project where they are compiled.
    #[test]
    fn no_crate_of_a_copy_has_the_version_of_the_project() {
        let project = Project::find();
        let manifest = fs::read_to_string(project.path("Cargo.toml")).expect("a file");
        let copied = with_another_version(&manifest).unwrap();
        let version = |text: &str| {
            let manifest: toml::Table = toml::from_str(text).expect("a manifest");
            manifest["workspace"]["package"]["version"]
                .as_str()
                .expect("a version")
                .to_owned()
        };
        assert_eq!(version(&copied), format!("9{}", version(&manifest)));
        let crates = crates(&project.path(".")).unwrap();
        assert!(crates.iter().any(|name| name == "admission"), "{crates:?}");
        for name in crates {
            let manifest = read(&project.path("crates").join(&name).join("Cargo.toml"));
            let package = &manifest["package"];
            assert_eq!(package["name"].as_str(), Some(name.as_str()));
            assert_eq!(package["version"]["workspace"].as_bool(), Some(true), "{name}");
        }
    }

    #[test]
    fn a_manifest_without_a_common_version_is_refused() {
        assert!(with_another_version("[package]\nversion = \"0.1.0\"\n").is_err());
    }

    #[test]
    fn the_program_is_the_one_that_cargo_names() {
        let messages = r#"{"reason":"compiler-artifact","target":{"kind":["lib"],"name":"node"},"executable":null}
{"reason":"build-script-executed","package_id":"ring"}
no message
{"reason":"compiler-artifact","target":{"kind":["test"],"name":"pool_nodes"},"executable":"deps/pool_nodes-1f"}
{"reason":"build-finished","success":true}"#;
        assert_eq!(executable(messages, "pool_nodes"), Some("deps/pool_nodes-1f".into()));
        assert_eq!(executable(messages, "node"), None);
        assert_eq!(executable(messages, "judge"), None);
    }
}

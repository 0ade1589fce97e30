//! `cargo xtask simulate --mutants`: checks whether the simulations notice faults. Each entry of
//! the lists in `crates/simulator/mutants/` changes a line of the engine, of the pool node or of
//! what is around them; the change is made in a copy of the project, compiled, and played until a
//! check fails.
//!
//! The oracles of the storms must notice a fault of the engine within [`STORMS_MAX`] seeds; if the
//! fault names a kind of storms, only those are played. The simulation of several pool nodes
//! (`crates/node/tests/pool_nodes/`) must notice a fault of the pool node, or of the state that
//! rooms share, within the same number of cases. A run that does not end counts as noticed, and is
//! reported as such.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::exec;
use crate::project::Project;
use crate::step::{note, step};

/// The folder of the lists, below the project's folder.
const LISTS: &str = "crates/simulator/mutants";
/// The most storms within which an oracle must notice a fault.
const STORMS_MAX: u64 = 1_000;
/// Storms are played in portions that end at these counts, because most faults show at once.
const PORTIONS: [u64; 4] = [10, 50, 200, STORMS_MAX];
/// A run that takes longer does not end.
const RUN_MAX: Duration = Duration::from_secs(900);

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct List {
    mutant: Vec<Mutant>,
}

/// A fault of one line.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Mutant {
    /// The effect of the fault, as a sentence without a full stop; `--only` finds the fault by a
    /// part of it.
    fault: String,
    /// The file, below the project's folder.
    file: PathBuf,
    /// The text that is changed; it occurs in the file exactly once.
    find: String,
    /// The text that replaces it.
    replace: String,
    /// Whether several pool nodes play a fault of the engine, because it shows only if rooms share
    /// a pool, or only in the number of used permits.
    #[serde(default)]
    several: bool,
    /// A part of the name of the kind of storms that play the fault; all kinds by default.
    storms: Option<String>,
}

/// The way in which a fault was noticed, if it was.
#[derive(Debug, PartialEq, Eq)]
enum Notice {
    Objection { within: u64 },
    NeverEnded,
    Nothing,
}

impl List {
    fn read(root: &Path) -> Result<Self> {
        let mut all = Self { mutant: Vec::new() };
        let folder = fs::read_dir(root.join(LISTS)).with_context(|| format!("cannot read {LISTS}"))?;
        let mut paths: Vec<_> = folder.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
        paths.sort();
        for path in paths {
            let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
            let list: Self =
                toml::from_str(&text).with_context(|| format!("{} is no list of mutants", path.display()))?;
            all.mutant.extend(list.mutant);
        }
        Ok(all)
    }
}

impl Mutant {
    /// Returns the file's text with the fault in it.
    ///
    /// # Errors
    /// Returns an error if the text to change does not occur exactly once.
    fn in_text(&self, text: &str) -> Result<String> {
        let found = text.matches(&self.find).count();
        ensure!(
            found == 1 && self.find != self.replace,
            "{}: `{}` occurs {found} times in {}; bring {LISTS} up to date",
            self.fault,
            self.find,
            self.file.display()
        );
        Ok(text.replacen(&self.find, &self.replace, 1))
    }

    /// Returns whether several pool nodes play the fault, instead of storms.
    fn is_of_node(&self) -> bool {
        self.storms.is_none() && (self.several || self.file.starts_with("crates/node"))
    }
}

/// Plays every mutant whose sentence contains `only`.
pub(crate) fn run(project: &Project, only: &str) -> Result<()> {
    let copy = Copy::of(project)?;
    let list = List::read(&copy.root)?;
    let chosen = list.mutant.iter().filter(|mutant| mutant.fault.contains(only));
    let chosen = chosen.collect::<Vec<_>>();
    ensure!(!chosen.is_empty(), "no fault of {LISTS} contains `{only}`");
    for mutant in &chosen {
        mutant.in_text(&fs::read_to_string(copy.root.join(&mutant.file))?)?;
    }
    step("play without a fault", || copy.play_unharmed())?;
    let mut unnoticed = Vec::new();
    for mutant in &chosen {
        let notice = step(&mutant.fault, || copy.play(mutant))?;
        match notice {
            Notice::Objection { within } => note(format_args!("noticed within {within}")),
            Notice::NeverEnded => note("noticed: it does not end"),
            Notice::Nothing => {
                note("NOT NOTICED");
                unnoticed.push(mutant.fault.as_str());
            }
        }
    }
    println!("{} of {} faults noticed", chosen.len() - unnoticed.len(), chosen.len());
    ensure!(unnoticed.is_empty(), "not noticed: {}", unnoticed.join("; "));
    Ok(())
}

/// A copy of the project's files, with separate build products.
struct Copy {
    root: PathBuf,
    target: PathBuf,
}

impl Copy {
    fn of(project: &Project) -> Result<Self> {
        let copy = Self {
            root: project.target("mutants/project"),
            target: project.target("mutants/target"),
        };
        let mut git = project.program("git", ".");
        let files = exec::output(git.args(["ls-files", "--cached", "--others", "--exclude-standard"]))?;
        for file in files.lines() {
            // A file that was deleted and not yet committed is listed, too.
            let Ok(bytes) = fs::read(project.path(file)) else {
                continue;
            };
            copy.write(Path::new(file), &bytes)?;
        }
        Ok(copy)
    }

    /// Writes a file unless it is there already: cargo compiles by the time of the last change.
    fn write(&self, file: &Path, bytes: &[u8]) -> Result<()> {
        let path = self.root.join(file);
        if fs::read(&path).is_ok_and(|there| there == bytes) {
            return Ok(());
        }
        fs::create_dir_all(path.parent().expect("a file lies in a folder"))?;
        fs::write(&path, bytes).with_context(|| format!("cannot write {}", path.display()))
    }

    fn cargo(&self) -> Command {
        let mut cargo = Command::new("cargo");
        cargo.current_dir(&self.root).stdout(Stdio::null());
        // The copy is compiled often and played briefly, so each crate is optimised separately and
        // in parts.
        cargo.env("CARGO_TARGET_DIR", &self.target);
        cargo.env("CARGO_BUILD_BUILD_DIR", &self.target);
        cargo.env("CARGO_PROFILE_RELEASE_LTO", "off");
        cargo.env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16");
        cargo
    }

    fn play_unharmed(&self) -> Result<()> {
        for of_node in [false, true] {
            self.compile(of_node)?;
            let notice = self.notice((of_node, None), &PORTIONS[..1])?;
            ensure!(
                notice == Notice::Nothing,
                "the project itself is objected to: see `cargo xtask simulate`"
            );
        }
        Ok(())
    }

    fn play(&self, mutant: &Mutant) -> Result<Notice> {
        let text = fs::read_to_string(self.root.join(&mutant.file))?;
        self.write(&mutant.file, mutant.in_text(&text)?.as_bytes())?;
        let played = self
            .compile(mutant.is_of_node())
            .and_then(|()| self.notice((mutant.is_of_node(), mutant.storms.as_deref()), &PORTIONS));
        self.write(&mutant.file, text.as_bytes())?;
        played
    }

    fn compile(&self, of_node: bool) -> Result<()> {
        let mut cargo = self.cargo();
        let what = if of_node {
            ["test", "--no-run", "--package", "node", "--test", "pool_nodes"].as_slice()
        } else {
            ["build", "--package", "simulator", "--example", "judge"].as_slice()
        };
        exec::run(cargo.args(what).args(["--release", "--quiet"]))
    }

    /// Plays the portions one after the other until a check fails.
    fn notice(&self, (of_node, storms): (bool, Option<&str>), portions: &[u64]) -> Result<Notice> {
        let mut first = 1;
        for within in portions {
            let count = (within + 1 - first).to_string();
            let mut game = if of_node {
                let mut cargo = self.cargo();
                cargo.args([
                    "test",
                    "--release",
                    "--quiet",
                    "--package",
                    "node",
                    "--test",
                    "pool_nodes",
                ]);
                cargo.env("POOL_NODES_CASES", count);
                cargo
            } else {
                let mut judge = Command::new(self.target.join("release/examples/judge"));
                judge.args(["storms", &first.to_string(), &count]).stdout(Stdio::null());
                judge.args(storms);
                judge
            };
            let Some(is_well) = ended_well(game.stderr(Stdio::null()))? else {
                return Ok(Notice::NeverEnded);
            };
            if !is_well {
                return Ok(Notice::Objection { within: *within });
            }
            first = within + 1;
        }
        Ok(Notice::Nothing)
    }
}

/// Runs a program; returns `None` if it did not end in time.
fn ended_well(program: &mut Command) -> Result<Option<bool>> {
    let outcome = exec::ends_within(program, RUN_MAX)?;
    Ok(outcome.map(|status| status.success()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fault_of_the_list_can_be_made_and_files_have_one_each() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the project");
        let list = List::read(root).expect("a list");
        assert!(list.mutant.len() >= 25, "{}", list.mutant.len());
        for mutant in &list.mutant {
            let text = fs::read_to_string(root.join(&mutant.file)).expect("a file");
            mutant.in_text(&text).unwrap();
        }
    }

    /// Otherwise the kinds that do not play the fault would use up the time of those that do.
    #[test]
    fn a_fault_names_one_kind_of_storms() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the project");
        let judge = fs::read_to_string(root.join("crates/simulator/examples/judge.rs")).expect("a file");
        let (_, kinds) = judge.split_once("let kinds: ").expect("a list");
        let (kinds, _) = kinds.split_once("];").expect("its end");
        let kinds: Vec<&str> = kinds.split('"').skip(1).step_by(2).collect();
        assert!(kinds.len() >= 10 && kinds.contains(&"plain storms"), "{kinds:?}");
        let list = List::read(root).expect("a list");
        let named: Vec<&str> = list
            .mutant
            .iter()
            .filter_map(|mutant| mutant.storms.as_deref())
            .collect();
        assert!(named.contains(&"plain"), "{named:?}");
        for storms in named {
            let of_name = kinds.iter().filter(|kind| kind.contains(storms));
            assert_eq!(of_name.count(), 1, "{storms}");
        }
    }

    #[test]
    fn a_text_that_is_not_there_once_is_refused() {
        let mutant = Mutant {
            fault: "adds twice".to_owned(),
            file: "sum.rs".into(),
            find: "+ 1".to_owned(),
            replace: "+ 2".to_owned(),
            several: false,
            storms: None,
        };
        assert_eq!(mutant.in_text("a + 1").unwrap(), "a + 2");
        for text in ["a", "a + 1 + 1"] {
            let error = mutant.in_text(text).unwrap_err().to_string();
            assert!(error.contains("bring crates/simulator/mutants up to date"), "{error}");
        }
    }
}

//! `cargo xtask instructions`: counts the instructions of a poll, a page, an arrival, a claim and a
//! connector's verdict, and compares them with a committed table.
//!
//! The operations are those of `examples/instructions/`; valgrind counts. Counts repeat to within a
//! thousandth, whether or not the machine is busy, so they reveal a slower hot path when times
//! cannot. A count is not a time: waiting for memory and system calls costs no instruction here. An
//! arrival differs by about 4 % between builds of the same sources, depending on the order in which
//! the tasks of a commit run: its row is the median of four builds.
//!
//! The tests' profile is counted, because it is compiled already when the checks run. A profile as
//! fast as the shipped one would compile every dependency again, for about thirteen minutes of
//! processor time, and the purpose is only to see whether a count *changed*. Compilers differ, so
//! the table names its own: with another compiler the counts are shown and never rejected.
//!
//! Incremental compilation inlines less across functions, and shares other copies of generic ones:
//! a poll takes 60 % more instructions. The table therefore has a part for either way of compiling.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use serde::{Deserialize, Serialize};

use crate::build;
use crate::exec;
use crate::profile::Profile;
use crate::project::Project;
use crate::step::{note, step};
use crate::tools::{self, Tool};

const TOOLS: [Tool; 1] = [Tool {
    program: "valgrind",
    package: "valgrind",
}];
/// The path of the committed table.
const TABLE: &str = "xtask/instructions.toml";
const TABLE_HEAD: &str = "# Instructions each, in the tests' profile. Written by `cargo xtask instructions --write`;\n\
                          # `cargo xtask test` refuses counts that differ by more than 3 %.\n";
/// The tolerance of the counts, in percent of the table's.
const TOLERANCE_PERCENT: u64 = 3;
/// The function of the program in which valgrind counts.
const COUNTED: &str = "instructions::counted";
/// The environment variable that disables incremental compilation.
const INCREMENTAL: &str = "CARGO_INCREMENTAL";
/// The folder of valgrind's output.
const FOLDER: &str = "instructions";

/// Options of the command.
#[derive(Debug, Args)]
pub(crate) struct InstructionsOptions {
    #[command(flatten)]
    build: build::BuildOptions,
    /// Write the table again.
    #[arg(long)]
    write: bool,
}

/// The result of the comparison with the table.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Comparison {
    /// The counts agree with the table.
    Same,
    /// The table was made with another compiler, or on another architecture.
    Foreign,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    /// The machine's architecture.
    machine: String,
    /// The compiler's version.
    rustc: String,
    /// The counts of a program that was compiled as a whole, as `.ci/run` does.
    #[serde(default)]
    whole: Counts,
    /// The counts of a program that was compiled incrementally.
    #[serde(default)]
    incremental: Counts,
}

/// Instructions per operation.
type Counts = BTreeMap<String, u64>;

/// The way in which cargo compiles the program, by its environment.
#[derive(Debug, Clone, Copy)]
enum Compilation {
    Whole,
    Incremental,
}

/// The program's output about an operation.
#[derive(Debug, Deserialize)]
struct Operation {
    name: String,
    times: u64,
}

/// Runs the command.
pub(crate) fn run(options: &InstructionsOptions) -> Result<()> {
    let project = Project::find();
    if !options.write {
        return check(&project, &options.build).map(drop);
    }
    let mut table = read(&project)?;
    let (machine, rustc) = (std::env::consts::ARCH.to_owned(), compiler(&project)?);
    if (&table.machine, &table.rustc) != (&machine, &rustc) {
        // Counts of another compiler say nothing about this one.
        table = Table {
            machine,
            rustc,
            ..Table::default()
        };
    }
    *table.counts_mut(Compilation::of_environment()) = count(&project, &options.build)?;
    let text = TABLE_HEAD.to_owned() + &toml::to_string(&table)?;
    fs::write(project.path(TABLE), text)?;
    note(format_args!(
        "{TABLE} is written; run it again with {INCREMENTAL}=0, or without, for the other part; commit \
         both, and say in the message why counts changed"
    ));
    Ok(())
}

/// Counts, and compares with the committed table; returns an error if a count differs by more than
/// the tolerance.
pub(crate) fn check(project: &Project, options: &build::BuildOptions) -> Result<Comparison> {
    let mut committed = read(project)?;
    let counted = count(project, options)?;
    let (rows, moved) = compare(committed.counts_mut(Compilation::of_environment()), &counted);
    println!("{rows}");
    let (machine, rustc) = (std::env::consts::ARCH, compiler(project)?);
    if (committed.machine.as_str(), &committed.rustc) != (machine, &rustc) {
        note(format_args!(
            "the table is of rustc {} on {}, this is {rustc} on {machine}: nothing is refused",
            committed.rustc, committed.machine
        ));
        return Ok(Comparison::Foreign);
    }
    if moved.is_empty() {
        return Ok(Comparison::Same);
    }
    bail!("{}", moved.join("\n"));
}

impl Compilation {
    fn of_environment() -> Self {
        match std::env::var(INCREMENTAL) {
            Ok(value) if value == "0" => Self::Whole,
            _ => Self::Incremental,
        }
    }
}

impl Table {
    fn counts_mut(&mut self, compilation: Compilation) -> &mut Counts {
        match compilation {
            Compilation::Whole => &mut self.whole,
            Compilation::Incremental => &mut self.incremental,
        }
    }
}

fn read(project: &Project) -> Result<Table> {
    toml::from_str(&fs::read_to_string(project.path(TABLE))?).context(TABLE)
}

fn count(project: &Project, options: &build::BuildOptions) -> Result<Counts> {
    tools::ensure(&TOOLS)?;
    // The pages refer to the files of the browser's part.
    build::browser_half(project, options)?;
    build::programs(project, Profile::Tested)?;
    let folder = project.target(FOLDER);
    _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder)?;
    let printed = step("count instructions", || {
        let mut valgrind = project.program("valgrind", ".");
        valgrind.args(["--quiet", "--tool=callgrind", "--collect-atstart=no"]);
        valgrind.arg(format!("--toggle-collect={COUNTED}"));
        valgrind.arg(format!("--dump-after={COUNTED}"));
        valgrind.arg(format!("--callgrind-out-file={}", folder.join("part").display()));
        valgrind.arg(Profile::Tested.folder(project).join("examples/instructions"));
        exec::output(&mut valgrind)
    })?;
    let operations: Vec<Operation> = serde_json::from_str(&printed).context("the program prints JSON")?;
    let mut each = Counts::new();
    for (operation, part) in operations.iter().zip(1..) {
        let written = folder.join(format!("part.{part}"));
        let named = folder.join(format!("{}.callgrind", operation.name));
        fs::rename(&written, &named).context("valgrind did not find the function to count in")?;
        let all = instructions(&fs::read_to_string(&named)?).context("a part without a sum")?;
        ensure!(
            all > 0 && operation.times > 0,
            "nothing was counted of {}",
            operation.name
        );
        each.insert(operation.name.clone(), all / operation.times);
    }
    note(format_args!("callgrind_annotate {}/… says where", folder.display()));
    Ok(each)
}

/// Returns the sum in one part of the output.
fn instructions(part: &str) -> Option<u64> {
    let sum = part.lines().find_map(|line| line.strip_prefix("totals: "))?;
    sum.trim().parse().ok()
}

fn compiler(project: &Project) -> Result<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let version = exec::output(project.program(rustc, ".").arg("--version"))?;
    let number = version.split(' ').nth(1).context("rustc tells its version")?;
    Ok(number.to_owned())
}

/// Returns a table with a row per operation, and a message for each count that changed.
fn compare(committed: &Counts, counted: &Counts) -> (String, Vec<String>) {
    let mut rows = format!("{:<14}{:>12}{:>12}{:>10}", "instructions", "table", "now", "");
    let mut moved = Vec::new();
    let mut names: Vec<&String> = committed.keys().chain(counted.keys()).collect();
    names.sort();
    names.dedup();
    for name in names {
        let (Some(before), Some(now)) = (committed.get(name), counted.get(name)) else {
            moved.push(format!("{name}: not in both; `cargo xtask instructions --write`"));
            continue;
        };
        let percent = 100.0 * (*now as f64 / *before as f64 - 1.0);
        rows += &format!("\n{name:<14}{before:>12}{now:>12}{percent:>+8.1} %");
        if now * 100 > before * (100 + TOLERANCE_PERCENT) {
            moved.push(format!(
                "{name}: {now} instructions, not {before} ({percent:+.1} %): take the work out again, \
                 or say why it is needed and `cargo xtask instructions --write`"
            ));
        } else if now * 100 < before * (100 - TOLERANCE_PERCENT) {
            moved.push(format!(
                "{name}: {now} instructions, not {before} ({percent:+.1} %): keep the gain by \
                 `cargo xtask instructions --write`"
            ));
        }
    }
    (rows, moved)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counts(each: &[(&str, u64)]) -> Counts {
        each.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect()
    }

    #[test]
    fn a_count_may_differ_by_three_percent_either_way() {
        let before = counts(&[("arrival", 1_000), ("claim", 1_000), ("page", 1_000), ("poll", 1_000)]);
        let now = counts(&[("arrival", 1_030), ("claim", 970), ("page", 1_031), ("poll", 969)]);
        let (rows, moved) = compare(&before, &now);
        assert_eq!(rows.lines().count(), 5, "{rows}");
        let [more, less] = &moved[..] else {
            panic!("{moved:?}");
        };
        assert!(
            more.starts_with("page: 1031 ") && more.contains("take the work out"),
            "{more}"
        );
        assert!(
            less.starts_with("poll: 969 ") && less.contains("keep the gain"),
            "{less}"
        );
        assert!(compare(&before, &before).1.is_empty());
    }

    #[test]
    fn an_operation_in_only_one_table_is_reported() {
        let (before, now) = (counts(&[("poll", 1_000)]), counts(&[("page", 1_000)]));
        assert_eq!(compare(&before, &now).1.len(), 2);
    }

    #[test]
    fn the_sum_of_a_part_is_read() {
        assert_eq!(instructions("version: 1\nsummary: 7\n\ntotals: 42\n"), Some(42));
        assert_eq!(instructions("version: 1\n"), None);
    }
}

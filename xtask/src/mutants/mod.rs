//! `cargo xtask simulate --mutants`: checks whether the simulations notice faults. Each entry of
//! the lists in `crates/simulator/mutants/` changes a line of the engine, of the pool node or of
//! what is around them; the change is made in a copy of the project, compiled, and played until a
//! check fails.
//!
//! The oracles of the storms must notice a fault of the engine within a thousand seeds; if the
//! fault names a kind of storms, only those are played. The simulation of several pool nodes
//! (`crates/node/tests/pool_nodes/`) must notice a fault of the pool node, or of the state that
//! rooms share, within the same number of cases. A run that does not end counts as noticed, and is
//! reported as such.
//!
//! `cargo xtask test` plays one fault of each list, which the commit chooses, in the tests'
//! profile: only the crates of the project that play are compiled.

mod list;
mod source_tree;

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Result, ensure};

use crate::project::Project;
use crate::step::{note, step};
use list::{LISTS, List, Mutant, Simulation};
use source_tree::{Notice, SourceTree};

/// Plays every mutant whose sentence contains `only`.
pub(crate) fn run(project: &Project, only: &str) -> Result<()> {
    let copy = SourceTree::optimised_copy(project)?;
    let lists = List::read_all(&copy.root)?;
    let chosen = lists
        .iter()
        .flat_map(List::mutants)
        .filter(|mutant| mutant.fault.contains(only));
    let chosen: Vec<&Mutant> = chosen.collect();
    ensure!(!chosen.is_empty(), "no fault of {LISTS} contains `{only}`");
    play(&copy, &copy, &chosen)
}

/// Plays the fault of each list that the commit with this hash chooses.
pub(crate) fn sample(project: &Project, commit: &str) -> Result<()> {
    let copy = SourceTree::tested_copy(project)?;
    let lists = List::read_all(&copy.root)?;
    let chosen: Vec<&Mutant> = lists.iter().map(|list| list.of_commit(commit)).collect::<Result<_>>()?;
    for mutant in &chosen {
        note(format_args!(
            "commit {commit} chooses: cargo xtask simulate --mutants --only \"{}\"",
            mutant.fault
        ));
    }
    // The project's own programs are compiled already if other checks have run.
    play(&copy, &SourceTree::of_project(project), &chosen)
}

/// Plays the faults in `copy`, after a few cases of the same simulations in `unchanged`.
///
/// # Errors
/// Returns an error if a fault is not noticed, or if there are objections without any.
fn play(copy: &SourceTree, unchanged: &SourceTree, chosen: &[&Mutant]) -> Result<()> {
    for mutant in chosen {
        mutant.in_text(&fs::read_to_string(copy.root.join(&mutant.file))?)?;
    }
    let simulations: BTreeSet<Simulation<'_>> = chosen.iter().map(|mutant| mutant.simulation()).collect();
    step("play without a fault", || {
        simulations
            .into_iter()
            .try_for_each(|simulation| unchanged.play_without_faults(simulation))
    })?;
    let mut unnoticed = Vec::new();
    for mutant in chosen {
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

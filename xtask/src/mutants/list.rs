//! The lists of faults in `crates/simulator/mutants/`, and the fault of a list that a commit
//! chooses.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

/// The folder of the lists, below the project's folder.
pub(super) const LISTS: &str = "crates/simulator/mutants";
/// The digits of a commit's hash that choose a fault, from the first one on.
const DIGITS: usize = 12;

/// A list of faults: one file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct List {
    mutant: Vec<Mutant>,
}

/// A fault of one line.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Mutant {
    /// The effect of the fault, as a sentence without a full stop; `--only` finds the fault by a
    /// part of it.
    pub(super) fault: String,
    /// The file, below the project's folder.
    pub(super) file: PathBuf,
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

/// A simulation that plays a fault.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Simulation<'a> {
    /// Storms: the kind with this in its name, or all kinds.
    Storms(Option<&'a str>),
    /// Several pool nodes, by the test `pool_nodes` of `crates/node/`.
    PoolNodes,
}

impl List {
    /// Reads the lists of the project in `root`, in the order of their files' names.
    pub(super) fn read_all(root: &Path) -> Result<Vec<Self>> {
        let folder = fs::read_dir(root.join(LISTS)).with_context(|| format!("cannot read {LISTS}"))?;
        let mut paths: Vec<_> = folder.map(|entry| Ok(entry?.path())).collect::<Result<_>>()?;
        paths.sort();
        paths.iter().map(|path| Self::read(path)).collect()
    }

    fn read(path: &Path) -> Result<Self> {
        let text = fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let list: Self = toml::from_str(&text).with_context(|| format!("{} is no list of mutants", path.display()))?;
        ensure!(!list.mutant.is_empty(), "{} lists no mutant", path.display());
        Ok(list)
    }

    /// Returns the faults, in the order of the file.
    pub(super) fn mutants(&self) -> impl Iterator<Item = &Mutant> {
        self.mutant.iter()
    }

    /// Returns the fault that the commit with this hash chooses: the first digits of the hash,
    /// modulo the number of faults. One commit always plays the same fault, and as hashes are
    /// evenly distributed, many commits play all.
    ///
    /// # Errors
    /// Returns an error if the hash is shorter than twelve hexadecimal digits.
    pub(super) fn of_commit(&self, hash: &str) -> Result<&Mutant> {
        let digits = hash.get(..DIGITS);
        let number = digits.and_then(|digits| u64::from_str_radix(digits, 16).ok());
        let number = number.with_context(|| format!("`{hash}` is not the hash of a commit"))?;
        Ok(&self.mutant[(number % self.mutant.len() as u64) as usize])
    }
}

impl Mutant {
    /// Returns the file's text with the fault in it.
    ///
    /// # Errors
    /// Returns an error if the text to change does not occur exactly once.
    pub(super) fn in_text(&self, text: &str) -> Result<String> {
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

    /// Returns the simulation that plays the fault.
    pub(super) fn simulation(&self) -> Simulation<'_> {
        match &self.storms {
            None if self.several || self.file.starts_with("crates/node") => Simulation::PoolNodes,
            storms => Simulation::Storms(storms.as_deref()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lists() -> Vec<List> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the project");
        List::read_all(root).expect("lists")
    }

    #[test]
    fn every_fault_of_the_list_can_be_made_and_files_have_one_each() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the project");
        let lists = lists();
        let all: Vec<&Mutant> = lists.iter().flat_map(List::mutants).collect();
        assert!(all.len() >= 25, "{}", all.len());
        for mutant in all {
            let text = fs::read_to_string(root.join(&mutant.file)).expect("a file");
            mutant.in_text(&text).unwrap();
        }
    }

    /// Otherwise the kinds that do not play the fault would use up the time of those that do.
    #[test]
    fn a_fault_names_one_kind_of_storms() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the project");
        let judge = fs::read_to_string(root.join("crates/simulator/examples/judge.rs")).expect("a file");
        let (_, kinds) = judge.split_once("const KINDS: ").expect("a list");
        let (kinds, _) = kinds.split_once("];").expect("its end");
        let kinds: Vec<&str> = kinds.split('"').skip(1).step_by(2).collect();
        assert!(kinds.len() >= 10 && kinds.contains(&"plain storms"), "{kinds:?}");
        let lists = lists();
        let named: Vec<&str> = lists
            .iter()
            .flat_map(List::mutants)
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

    #[test]
    fn commits_choose_every_fault_of_a_list() {
        for list in lists() {
            let mut chosen = Vec::new();
            for commit in 0..list.mutant.len() as u64 {
                // Only the first digits count, as a report prints them.
                let hash = format!("{commit:012x}{:028x}", commit * 7);
                let mutant = list.of_commit(&hash).unwrap();
                assert_eq!(list.of_commit(&hash[..DIGITS]).unwrap().fault, mutant.fault);
                chosen.push(mutant.fault.as_str());
            }
            let all: Vec<&str> = list.mutants().map(|mutant| mutant.fault.as_str()).collect();
            assert_eq!(chosen, all);
        }
    }

    #[test]
    fn a_commit_chooses_by_the_remainder() {
        let lists = lists();
        let list = &lists[0];
        let hash = "e37ae189ba5e0000000000000000000000000000";
        let place = 0xe37a_e189_ba5e_u64 % list.mutant.len() as u64;
        let expected = &list.mutant[place as usize].fault;
        assert_eq!(&list.of_commit(hash).unwrap().fault, expected);
    }

    #[test]
    fn an_invalid_commit_hash_is_refused() {
        for hash in ["", "e37ae18", "HEAD", "main, of today"] {
            assert!(lists()[0].of_commit(hash).is_err(), "{hash}");
        }
    }

    /// Otherwise `--only` with the sentence of a fault would play others as well.
    #[test]
    fn no_sentence_contains_that_of_another_fault() {
        let lists = lists();
        let all: Vec<&str> = lists
            .iter()
            .flat_map(List::mutants)
            .map(|mutant| mutant.fault.as_str())
            .collect();
        for fault in &all {
            assert_eq!(all.iter().filter(|other| other.contains(fault)).count(), 1, "{fault}");
            // The report prints the sentence between quotation marks, for a shell.
            assert!(!fault.contains(['"', '$', '`', '\\', '!']), "{fault}");
        }
    }
}

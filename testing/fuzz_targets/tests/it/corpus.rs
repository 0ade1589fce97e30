//! Runs the fuzz targets on the stable toolchain: with every input of the corpus, random changes of
//! it, and random bytes.

#![expect(clippy::unwrap_used, reason = "tests say what they expect by panicking")]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use fuzz_targets::{Target, targets};
use proptest::prelude::*;
use proptest::sample::Index;
use proptest::test_runner::TestRunner;

/// Targets whose cases take milliseconds each; they get fewer cases by this factor.
const SLOW_FACTOR: u32 = 12;
const SLOW: [&str; 2] = ["store_file", "theme"];

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

fn corpus(target: &Target) -> Vec<Vec<u8>> {
    let folder = fuzz().join("corpus").join(target.name);
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .unwrap_or_else(|error| panic!("{}: {error}", folder.display()))
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    files.into_iter().map(|file| fs::read(file).unwrap()).collect()
}

/// A change of an input.
#[derive(Debug, Clone)]
enum Change {
    Put(Index, u8),
    Insert(Index, Vec<u8>),
    Cut(Index, Index),
    Repeat(Index, Index),
    Digits(Index, u64),
}

fn change() -> impl Strategy<Value = Change> {
    let byte = prop_oneof![
        any::<u8>(),
        prop::sample::select(&b"\0\n\"'{}[]=&~_-.%#?:/0919\xff"[..])
    ];
    prop_oneof![
        (any::<Index>(), byte.clone()).prop_map(|(at, byte)| Change::Put(at, byte)),
        (any::<Index>(), prop::collection::vec(byte, 1..9)).prop_map(|(at, bytes)| Change::Insert(at, bytes)),
        any::<(Index, Index)>().prop_map(|(from, to)| Change::Cut(from, to)),
        any::<(Index, Index)>().prop_map(|(from, to)| Change::Repeat(from, to)),
        (any::<Index>(), any::<u64>()).prop_map(|(at, number)| Change::Digits(at, number)),
    ]
}

impl Change {
    fn apply(&self, bytes: &mut Vec<u8>) {
        let at = |index: &Index| index.index(bytes.len() + 1);
        let span = |from, to| {
            let (from, to) = (at(from), at(to));
            from.min(to)..from.max(to)
        };
        match self {
            Self::Put(index, byte) => {
                let at = at(index);
                bytes.splice(at..(at + 1).min(bytes.len()), [*byte]);
            }
            Self::Insert(index, more) => {
                let at = at(index);
                bytes.splice(at..at, more.iter().copied());
            }
            Self::Cut(from, to) => {
                bytes.drain(span(from, to));
            }
            Self::Repeat(from, to) => {
                let span = span(from, to);
                let again = bytes[span.clone()].to_vec();
                bytes.splice(span.end..span.end, again);
            }
            Self::Digits(index, number) => {
                let at = at(index);
                let end = bytes[at..]
                    .iter()
                    .position(|byte| !byte.is_ascii_digit())
                    .map_or(bytes.len(), |end| at + end);
                bytes.splice(at..end, number.to_string().into_bytes());
            }
        }
    }
}

fn inputs(corpus: Vec<Vec<u8>>) -> impl Strategy<Value = Vec<u8>> {
    let changed =
        (prop::sample::select(corpus), prop::collection::vec(change(), 1..6)).prop_map(|(mut bytes, changes)| {
            changes.iter().for_each(|change| change.apply(&mut bytes));
            bytes
        });
    prop_oneof![4 => changed, 1 => prop::collection::vec(any::<u8>(), 0..400)]
}

#[test]
fn every_input_of_the_corpus_holds_and_one_at_least_is_accepted() {
    for target in targets() {
        let corpus = corpus(&target);
        assert!(!corpus.is_empty(), "{} has no corpus", target.name);
        let accepted = corpus.iter().filter(|input| (target.run)(input)).count();
        assert!(
            accepted > 0,
            "{}: nothing of the corpus gets behind the first checks",
            target.name
        );
    }
}

#[test]
fn nothing_at_all_holds_too() {
    for target in targets() {
        (target.run)(&[]);
    }
}

/// Tries as many cases as `PROPTEST_CASES` states, or 256.
#[test]
fn changed_inputs_hold() {
    for target in targets() {
        let mut config = ProptestConfig {
            failure_persistence: None,
            ..ProptestConfig::default()
        };
        if SLOW.contains(&target.name) {
            config.cases /= SLOW_FACTOR;
        }
        let mut runner = TestRunner::new(config);
        let result = runner.run(&inputs(corpus(&target)), |input| {
            (target.run)(&input);
            Ok(())
        });
        result.unwrap_or_else(|error| panic!("{}: {error}", target.name));
    }
}

#[test]
fn every_target_has_its_program_and_every_program_its_target() {
    let entries = |folder: &Path| {
        let listed = fs::read_dir(folder).expect("programs by subject");
        listed.map(|entry| entry.unwrap().path()).collect::<Vec<_>>()
    };
    let subjects = entries(&fuzz().join("fuzz_targets"));
    let files: Vec<PathBuf> = subjects.iter().flat_map(|subject| entries(subject)).collect();
    let programs: BTreeMap<&str, &PathBuf> = files
        .iter()
        .map(|file| (file.file_stem().unwrap().to_str().unwrap(), file))
        .collect();
    assert_eq!(programs.len(), files.len(), "two programs of one name");
    let mut names: Vec<&str> = targets().iter().map(|target| target.name).collect();
    names.sort_unstable();
    if cfg!(feature = "server") {
        assert!(programs.keys().eq(&names), "{programs:?}");
    }
    for name in names {
        let program = fs::read_to_string(programs[name]).expect("a program");
        assert!(
            program.contains(&format!("fuzz_targets::run(\"{name}\", data)")),
            "{name}"
        );
    }
}

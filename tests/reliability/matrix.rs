//! The failure matrix in `docs/reliability.md` is complete, and every test that it names exists.
//!
//! A component is a heading of the third level under "The matrix", followed by a table with one row
//! per fault, whose last column names tests as `path::name`. A row for an impossible combination
//! has a dash there and says why.

use std::path::Path;

const FAULTS: [&str; 5] = ["slow", "gone", "lying", "lost state", "back"];
const COMPONENTS: [&str; 10] = [
    "Node",
    "Redis primary",
    "Redis replica",
    "Disk",
    "Clock",
    "Network between node and Redis",
    "Network between primary and replica",
    "Network between visitor and node",
    "Browser",
    "Target site",
];
/// Most impossible cells.
const IMPOSSIBLE_MAX: usize = 2;

/// A fault of a component.
#[derive(Debug)]
struct FaultCell {
    component: String,
    fault: String,
    /// The descriptions for the visitor, the owner and the site.
    seen: Vec<String>,
    tests: String,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn cells() -> Vec<FaultCell> {
    let page = std::fs::read_to_string(root().join("docs/reliability.md")).expect("the page is there");
    let (_, matrix) = page.split_once("\n## The matrix\n").expect("it has the matrix");
    let matrix = matrix.split("\n## ").next().expect("its section");
    let sections = matrix.split("\n### ").skip(1);
    sections.flat_map(cells_of).collect()
}

fn cells_of(section: &str) -> Vec<FaultCell> {
    let (component, rest) = section.split_once('\n').expect("a heading and more");
    // The rows follow a header and a rule.
    let rows = rest.lines().filter(|line| line.starts_with('|')).skip(2);
    let cell = |row: &str| {
        let columns = row.trim_matches('|').split('|').map(|column| column.trim().to_owned());
        let mut columns = columns.collect::<Vec<_>>().into_iter();
        let fault = columns.next().expect("a fault");
        let mut seen: Vec<String> = columns.collect();
        FaultCell {
            component: component.trim().to_owned(),
            fault,
            tests: seen.pop().expect("a column of tests"),
            seen,
        }
    };
    rows.map(cell).collect()
}

/// Returns the fault of a named test, if it has one.
fn problem(test: &str) -> Option<String> {
    let Some((file, name)) = test.split_once("::") else {
        return Some(format!("{test} is no path::name"));
    };
    let Ok(text) = std::fs::read_to_string(root().join(file)) else {
        return Some(format!("{file} does not exist"));
    };
    let is_there = if file.ends_with(".rs") {
        is_rust_test(&text, name)
    } else {
        ["'", "\"", "`"]
            .iter()
            .any(|quote| text.contains(&format!("test({quote}{name}{quote}")))
    };
    (!is_there).then(|| format!("{file} has no test {name:?}"))
}

/// Returns whether a function with that name directly follows a test attribute.
fn is_rust_test(text: &str, name: &str) -> bool {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let is_it = |line: &str| {
        line.strip_prefix("async ")
            .unwrap_or(line)
            .starts_with(&format!("fn {name}("))
    };
    let Some(at) = lines.iter().position(|line| is_it(line)) else {
        return false;
    };
    let attributes = lines[..at].iter().rev().take_while(|line| line.starts_with("#["));
    let attributes: Vec<&&str> = attributes.collect();
    let is_test = |line: &&&str| line.starts_with("#[test]") || line.starts_with("#[tokio::test");
    attributes.iter().any(is_test) && !attributes.iter().any(|line| line.starts_with("#[ignore"))
}

#[test]
fn every_cell_is_there_and_says_what_is_seen() {
    let cells = cells();
    let found: Vec<(&str, &str)> = cells.iter().map(|cell| (&*cell.component, &*cell.fault)).collect();
    let wanted = COMPONENTS
        .iter()
        .flat_map(|component| FAULTS.map(|fault| (*component, fault)));
    assert_eq!(found, wanted.collect::<Vec<_>>());
    for cell in &cells {
        assert_eq!(cell.seen.len(), 3, "visitor, owner and site: {cell:?}");
        assert!(cell.seen.iter().all(|seen| !seen.is_empty()), "{cell:?}");
    }
}

#[test]
fn every_cell_names_tests_that_exist() {
    let cells = cells();
    let (impossible, possible): (Vec<_>, Vec<_>) = cells.iter().partition(|cell| cell.tests == "—");
    assert!(impossible.len() <= IMPOSSIBLE_MAX, "{impossible:?}");
    let problems = possible.iter().flat_map(|cell| {
        let tests: Vec<&str> = cell.tests.split('`').skip(1).step_by(2).collect();
        let none = tests.is_empty().then(|| "names no test".to_owned());
        let wrong = none.into_iter().chain(tests.iter().filter_map(|test| problem(test)));
        wrong
            .map(|wrong| format!("{}, {}: {wrong}", cell.component, cell.fault))
            .collect::<Vec<_>>()
    });
    let problems: Vec<String> = problems.collect();
    assert!(problems.is_empty(), "{problems:#?}");
}

#[test]
fn every_test_with_real_processes_is_in_the_matrix_or_among_the_threats() {
    let named: String = cells().iter().map(|cell| cell.tests.clone()).collect();
    // Tests of threats, as opposed to faults, have a list of their own.
    let threats = std::fs::read_to_string(root().join("docs/security.md")).expect("the list");
    let folder = root().join("tests/reliability");
    let files = std::fs::read_dir(folder)
        .expect("the folder")
        .map(|entry| entry.expect("an entry").path());
    for file in files.filter(|file| !file.ends_with("matrix.rs")) {
        let text = std::fs::read_to_string(&file).expect("a file");
        let name = file.file_name().expect("a name").to_string_lossy().into_owned();
        let tests = text.split("#[tokio::test]\n").skip(1);
        for test in tests.filter_map(|rest| rest.split("fn ").nth(1)?.split('(').next()) {
            let path = format!("tests/reliability/{name}::{test}");
            let is_listed = named.contains(&path) || threats.contains(&format!("`{test}`"));
            assert!(is_listed, "{path} shows no cell and no threat");
        }
    }
}

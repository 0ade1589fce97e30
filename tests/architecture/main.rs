//! Tests of the source tree: every path that ARCHITECTURE.md names exists, and so do the files,
//! headings, commands and tests that the documentation names; files are short, folders are not
//! crowded, no files import each other in a circle, packages that decide do no IO, nothing cites a
//! document that is not here, and sentences of doc comments begin with the name of their thing.

mod circles;
mod citations;
mod doc_sentences;
mod documents;
mod names;
mod ranks;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

#[test]
fn every_path_that_the_map_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let map = std::fs::read_to_string(root.join("ARCHITECTURE.md")).expect("the map is there");
    let quoted = map.split('`').skip(1).step_by(2);
    // Paths of the server start with a slash, and Rust paths contain no slash.
    let paths: Vec<&str> = quoted
        .filter(|text| text.contains('/') && !text.contains(' ') && !text.starts_with('/'))
        .collect();
    assert!(paths.len() > 30, "the map names {} paths", paths.len());
    let lost: Vec<&&str> = paths.iter().filter(|path| !root.join(path).exists()).collect();
    assert!(lost.is_empty(), "the map names paths that do not exist: {lost:?}");
}

#[test]
fn every_test_that_the_list_of_threats_names_exists() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let list = std::fs::read_to_string(root.join("docs/security.md")).expect("the list is there");
    let rows = list.lines().filter(|line| line.starts_with("| ")).collect::<Vec<_>>();
    let shown = rows
        .iter()
        .filter_map(|row| row.trim_end_matches(" |").rsplit(" | ").next());
    let names: Vec<&str> = shown.flat_map(|cell| cell.split('`').skip(1).step_by(2)).collect();
    assert!(names.len() > 60, "the list names {} tests", names.len());
    let mut sources = String::new();
    for folder in ["tests", "src", "crates", "testing"] {
        read_all(&root.join(folder), &mut sources);
    }
    let is_there = |name: &&&str| match name.contains('/') {
        true => root.join(name).exists(),
        false => sources.contains(&format!("fn {name}(")),
    };
    let lost: Vec<&&str> = names.iter().filter(|name| !is_there(name)).collect();
    assert!(lost.is_empty(), "the list names tests that do not exist: {lost:?}");
}

/// Longest comment line, in characters.
const COMMENT_WIDTH_MAX: usize = 100;
/// Longest file, in lines.
const FILE_LINES_MAX: usize = 450;

/// The marks of comments by the extensions of the files that have them; `*` continues a comment.
static COMMENT_MARKS: [(&[&str], &[&str]); 5] = [
    (&["rs", "ts", "js", "php"], &["//", "/*", "* "]),
    (&["css"], &["/*", "* "]),
    (&["html"], &["<!--"]),
    (&["lua"], &["-- "]),
    (&["toml", "cfg", "conf", "env", "ftl", "py", "yaml"], &["#"]),
];
/// Files that can be long: a list, and a program that readers download as one file.
const LONG_FILES: [&str; 2] = ["docs/languages/glossary.toml", "docs/verify_draw.py"];

#[test]
fn files_are_short_and_comments_narrow() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    let folders = [
        "app",
        "crates",
        "deploy",
        "docs",
        "end2end",
        "examples",
        "fuzz",
        "locales",
        "public",
        "src",
        "style",
        "templates",
        "testing",
        "tests",
        "xtask",
    ];
    let ends: Vec<&str> = COMMENT_MARKS.iter().flat_map(|(ends, _)| *ends).copied().collect();
    for folder in folders {
        list_ending(&root.join(folder), &ends, &mut files);
    }
    files.extend(
        [
            "build.rs",
            "Cargo.toml",
            "clippy.toml",
            "deny.toml",
            ".cargo/config.toml",
            ".cargo/mutants.toml",
        ]
        .map(|file| root.join(file)),
    );
    // These files must not be reformatted: vectors, and inputs of the fuzzer.
    files.retain(|file| {
        !file
            .components()
            .any(|part| ["golden", "corpus", "target"].contains(&&*part.as_os_str().to_string_lossy()))
    });
    assert!(files.len() > 700, "{} files", files.len());
    let mut faults = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("text");
        let name = file.strip_prefix(root).expect("below the root").display();
        let lines = text.lines().count();
        let end = file.extension().and_then(|end| end.to_str()).expect("an extension");
        let marks = COMMENT_MARKS.iter().find(|(ends, _)| ends.contains(&end));
        let (_, marks) = marks.expect("the marks of a listed extension");
        if lines > FILE_LINES_MAX && !LONG_FILES.iter().any(|long| file.ends_with(long)) {
            faults.push(format!("{name}: {lines} lines"));
        }
        let (mut in_code, mut in_block) = (false, false);
        for (number, line) in (1..).zip(text.lines()) {
            let comment = line.trim_start();
            if comment.starts_with("//") && comment.contains("```") {
                in_code = !in_code;
            }
            let is_comment = in_block || marks.iter().any(|mark| comment.starts_with(mark));
            // The lines of a stylesheet's comment need no marks.
            in_block = end == "css" && (in_block || comment.starts_with("/*")) && !comment.contains("*/");
            if is_comment && is_wide(comment, line.chars().count()) && !in_code {
                faults.push(format!("{name}:{number}: a wide comment"));
            }
        }
    }
    assert!(faults.is_empty(), "{faults:#?}");
}

/// Most files in one folder; its subfolders do not count.
const FOLDER_FILES_MAX: usize = 20;

#[test]
fn no_folder_is_crowded() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = files_of_the_project(root);
    let mut beside = BTreeMap::<&Path, usize>::new();
    for file in &files {
        *beside.entry(file.parent().expect("a folder")).or_default() += 1;
    }
    assert!(beside.len() > 300, "{} folders", beside.len());
    beside.retain(|_, count| *count > FOLDER_FILES_MAX);
    assert!(beside.is_empty(), "crowded folders: {beside:#?}");
}

/// Returns the paths of all files that Git tracks or would add, below the root. Generated files, of
/// which a folder can have thousands, are not among them.
fn files_of_the_project(root: &Path) -> Vec<PathBuf> {
    let options = ["ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let listed = Command::new("git").args(options).current_dir(root).output();
    let listed = listed.expect("git runs");
    assert!(listed.status.success(), "{}", String::from_utf8_lossy(&listed.stderr));
    let paths = String::from_utf8(listed.stdout).expect("names in UTF-8");
    let files = paths.split_terminator('\0').map(PathBuf::from);
    // Git still lists a file that was moved, until the move is staged.
    files.filter(|file| root.join(file).exists()).collect()
}

#[test]
fn no_endpoint_of_a_visit_loads_a_room_again() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/http");
    let mut files = Vec::new();
    for folder in ["crowdhandler", "queueit", "visit", "visitor"] {
        list_all(&root.join(folder), &mut files);
    }
    // No visitor calls the private API, and the directory finds rooms where no visit did.
    let is_of_no_visit = ["crowdhandler/private", "crowdhandler/directory.rs"].map(|path| root.join(path));
    files.retain(|file| !is_of_no_visit.iter().any(|path| file.starts_with(path)));
    files.push(root.join("render.rs"));
    files.push(root.join("infra/metrics.rs"));
    for file in ["further_place.rs", "lanes.rs", "price.rs", "sessions/list.rs"] {
        files.push(root.join("../rooms").join(file));
    }
    assert!(files.len() > 40, "{} files", files.len());
    // `AppState::find` returns settings and commit together; no other code loads either of them.
    let loads = [
        "RoomState::load",
        ".published()",
        ".settings()",
        ".rooms.get(",
        ".rooms.all(",
    ];
    let mut found = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("text");
        found.extend(
            loads
                .iter()
                .filter(|load| calls(&text, load) > 0)
                .map(|load| format!("{}: {load}", file.display())),
        );
        // A call finds the room of its page once, by the check of the visit.
        let finds_max = usize::from(file.ends_with("crowdhandler/check.rs"));
        let is_found_aside = file.starts_with(root.join("crowdhandler")) && calls(&text, "app.find(") > finds_max;
        found.extend(is_found_aside.then(|| format!("{}: app.find(", file.display())));
    }
    assert!(found.is_empty(), "a request reads its room's state once: {found:#?}");
}

/// Returns how often a source contains a call, also where it is spread over several lines.
fn calls(source: &str, call: &str) -> usize {
    let source: String = source.split_whitespace().collect();
    source.matches(call).count()
}

#[test]
fn a_call_that_is_spread_over_lines_is_found() {
    for source in ["app.find(", "self.app\n        .find(parts)", "app. find ("] {
        assert_eq!(calls(source, "app.find("), 1, "{source}");
    }
    assert_eq!(calls("app.found(", "app.find("), 0);
}

/// Returns whether a comment line is too wide although it can be broken, unlike tables and single
/// words such as links.
fn is_wide(comment: &str, width: usize) -> bool {
    let text = comment.trim_start_matches(['/', '!', '*', '#']);
    let is_fixed = text.trim_start().starts_with(['|', '#']) || text.starts_with("    ");
    let is_word = text.split_whitespace().nth(1).is_none();
    width > COMMENT_WIDTH_MAX && !is_fixed && !is_word
}

#[test]
fn the_first_pages_are_short() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    for (page, most) in [("README.md", 150), ("ARCHITECTURE.md", 200)] {
        let lines = std::fs::read_to_string(root.join(page)).expect("text").lines().count();
        assert!(lines <= most, "{page} has {lines} lines, more than {most}");
    }
}

/// Appends the content of every Rust file below a folder.
fn read_all(folder: &Path, sources: &mut String) {
    let mut files = Vec::new();
    list_all(folder, &mut files);
    for file in files {
        sources.push_str(&std::fs::read_to_string(&file).expect("text"));
    }
}

/// Appends the path of every Rust file below a folder.
fn list_all(folder: &Path, files: &mut Vec<PathBuf>) {
    list_ending(folder, &["rs"], files);
}

/// Appends our files below a folder that have one of these extensions.
fn list_ending(folder: &Path, ends: &[&str], files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let is_ours = !path.ends_with("node_modules") && !path.ends_with("output");
        if path.is_dir() && is_ours {
            list_ending(&path, ends, files);
        } else if path
            .extension()
            .is_some_and(|end| ends.iter().any(|known| end == *known))
        {
            files.push(path);
        }
    }
}

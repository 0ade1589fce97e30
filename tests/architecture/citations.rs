//! Checks that comments and documents cite only what a reader can open: no plan or notes of the
//! project's authors, and no number of a section without the name of its document.
//!
//! A document of the project or a standard is named before the number in the same sentence, as in
//! `RFC 9110, section 13.1`. Figures with a unit, versions and addresses are not numbers of
//! sections.

use std::path::Path;

use super::files_of_the_project;

/// The authors' documents, which are not in the repository.
const ABSENT: [&str; 4] = ["DESIGN.md", "CONTRACT.md", "NAMES.md", "STYLE.md"];
/// The words by which standards with numbered sections are named.
const STANDARDS: [&str; 6] = ["ASVS", "Core", "OpenID", "RFC", "SEC", "WCAG"];
/// The extensions of the files that are checked.
const EXTENSIONS: [&str; 18] = [
    "cfg", "conf", "css", "env", "ftl", "html", "js", "lua", "md", "php", "py", "rs", "service", "sh", "toml", "ts",
    "yaml", "yml",
];
/// Marks around a word that are not part of it.
const AROUND: [char; 10] = ['(', ')', ',', ';', ':', '.', '`', '"', '*', '_'];

#[test]
fn nothing_cites_a_document_that_is_not_here() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (mut files, mut faults) = (0, Vec::new());
    for file in files_of_the_project(root) {
        let extension = file.extension().and_then(|extension| extension.to_str());
        let Some(extension) = extension.filter(|extension| EXTENSIONS.contains(extension)) else {
            continue;
        };
        files += 1;
        let text = std::fs::read_to_string(root.join(&file)).expect("text");
        let found = citations(extension, &text);
        faults.extend(
            found
                .iter()
                .map(|(line, words)| format!("{}:{line}: {words}", file.display())),
        );
    }
    assert!(files > 1_000, "{files} files");
    assert!(
        faults.is_empty(),
        "say the fact itself, or name a document in docs/ or a standard that says it (and give a \
         figure its unit): {faults:#?}"
    );
}

#[test]
fn a_citation_of_an_absent_document_is_found() {
    let planted = [
        "/// The invariant of `DESIGN.md`.",
        "fn first() {}",
        "/// The pace (seed 003, 13.4.1).",
        concat!("let second = 1; /", "/ As in seed 13.3."),
        "",
        "//! The download (4.1, 4.4) of a file",
        "//! in the order of section",
        "//! 6, and traps (2.2, trap 1).",
        "//! An answer (1.1, 1.4 to 1.7, 1.10), or a redirect (1.7 and section 3).",
    ];
    let found = citations("rs", &planted.join("\n"));
    let found: Vec<(usize, &str)> = found.iter().map(|(line, words)| (*line, words.as_str())).collect();
    assert_eq!(
        found,
        [
            (1, "`DESIGN.md`."),
            (3, "(seed 003,"),
            (4, "seed 13.3."),
            (6, "(4.1,"),
            (7, "section 6,"),
            (8, "(2.2,"),
            (9, "(1.1,"),
            (9, "(1.7"),
            (9, "section 3)."),
        ]
    );
    assert_eq!(citations("toml", "about = \"It stays even (seed 13.4.2).\"").len(), 1);
    assert_eq!(citations("md", "| a row | sections 1.4 and 2.3 |").len(), 1);
}

#[test]
fn standards_figures_and_versions_are_no_such_citation() {
    let sound = [
        "/// The header of RFC 9110, section 13.1 (RFC 6265, 4.2.1), and of OpenID Connect (Core 1.0,",
        "/// section 2; SEC 1, section 2.3.3). Contrast (WCAG 2.2, 1.4.3).",
        "/// A factor (0.5), a contrast (4.5 to 1), a wait (2.5 s), shares (4.1 %, 3.2 %), versions (3.7.8 and",
        "/// later, 4, 5). The seed 7 of a storm; a seed of 1.5 kB; `altcha` (1.1.0-rc); a listener (127.0.0.1).",
        "/// A header (RFC 9110) of two (13.1 and 13.2). A draw as in `docs/draw.md`, section 3.",
        "/// The section below. Sections of a page, of which 3 are shown.",
        "let third = point(4.1);",
        "let url = \"https://shop.example/(4.1)\";",
    ];
    let found = citations("rs", &sound.join("\n"));
    assert!(found.is_empty(), "{found:?}");
}

/// Returns the citations in the comments of a source, or in the text of a document, with their
/// lines.
fn citations(extension: &str, source: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut paragraph: Vec<(usize, &str)> = Vec::new();
    for (line, text) in (1..).zip(source.lines()) {
        match prose(extension, text) {
            Some(prose) if !prose.trim().is_empty() => {
                paragraph.extend(prose.split_whitespace().map(|word| (line, word)));
            }
            _ => found.append(&mut citations_of(&std::mem::take(&mut paragraph))),
        }
    }
    found.append(&mut citations_of(&paragraph));
    found
}

/// Returns the part of a line that people read: its comment, or all of it in a document, in a page,
/// and in TOML, whose values can be descriptions.
fn prose<'a>(extension: &str, line: &'a str) -> Option<&'a str> {
    let text = line.trim_start();
    let marks: &[&str] = match extension {
        "html" | "md" | "toml" => return Some(text),
        "css" | "js" | "php" | "rs" | "ts" if text.starts_with("* ") => return text.strip_prefix("* "),
        "css" | "js" | "php" | "rs" | "ts" => &["//", "/*"],
        "lua" => &["--"],
        _ => &["#"],
    };
    let begins = |mark: &&str| {
        let mut at = text.match_indices(*mark).map(|(at, _)| at);
        at.find(|at| text[..*at].chars().next_back().is_none_or(char::is_whitespace))
    };
    let at = marks.iter().filter_map(begins).min()?;
    Some(text[at..].trim_start_matches(['/', '!', '*', '#', '-']))
}

/// Returns the citations in a paragraph, given as words with their lines.
fn citations_of(words: &[(usize, &str)]) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (at, (line, word)) in words.iter().enumerate() {
        let next = words.get(at + 1).map_or("", |(_, next)| *next);
        let bare = word.trim_matches(AROUND).to_lowercase();
        let is_section =
            ["section", "sections"].contains(&bare.as_str()) && next.starts_with(|c: char| c.is_ascii_digit());
        let is_numbered = opens_with_a_section(&words[at..]) && !follows_a_document(&words[..at]);
        if ABSENT.iter().any(|absent| word.contains(absent)) || is_numbered {
            found.push((*line, (*word).to_owned()));
        } else if (bare == "seed" && is_of_a_plan(next)) || (is_section && !follows_a_document(&words[..at])) {
            found.push((*line, format!("{word} {next}")));
        }
    }
    found
}

/// Returns whether words begin with a parenthesis whose first part consists of numbers of sections.
fn opens_with_a_section(words: &[(usize, &str)]) -> bool {
    let (mut is_numbered, mut previous) = (false, "");
    for (at, (_, word)) in words.iter().enumerate() {
        let Some(word) = word.strip_prefix(if at == 0 { "(" } else { "" }) else {
            return false;
        };
        let part = word.split([',', ';', ')']).next().unwrap_or(word);
        let is_number = is_section_number(part);
        let is_chapter = previous.starts_with("section") && is_plain_number(part);
        let is_between = at > 0 && ["and", "or", "section", "sections", "to"].contains(&part);
        if !is_number && !is_chapter && !is_between {
            return false;
        }
        is_numbered |= is_number;
        if part.len() < word.len() {
            return is_numbered;
        }
        previous = part;
    }
    false
}

/// Returns whether a text is a number such as `4.1` or `13.4.2`, of parts that begin with no zero.
fn is_section_number(text: &str) -> bool {
    let parts: Vec<&str> = text.split('.').collect();
    let is_part = |part: &&str| is_plain_number(part) && part.len() <= 2 && !part.starts_with('0');
    (2..=3).contains(&parts.len()) && parts.iter().all(is_part)
}

fn is_plain_number(text: &str) -> bool {
    !text.is_empty() && text.chars().all(|c| c.is_ascii_digit())
}

/// Returns whether the word after "seed" numbers a part of a plan, and is not the seed of a
/// generator.
fn is_of_a_plan(word: &str) -> bool {
    let number = word.trim_matches(AROUND);
    is_section_number(number) || (is_plain_number(number) && number.len() == 3 && number.starts_with('0'))
}

/// Returns whether the sentence that these words end in names a standard, or a document in `docs/`.
fn follows_a_document(words: &[(usize, &str)]) -> bool {
    let ends = |word: &str| word.trim_end_matches([')', '"', '`']).ends_with(['.', '!', '?']);
    let sentence = words.iter().rev().map(|(_, word)| *word).take_while(|word| !ends(word));
    sentence
        .map(|word| word.trim_matches(AROUND))
        .any(|word| STANDARDS.contains(&word) || word.starts_with("docs/"))
}

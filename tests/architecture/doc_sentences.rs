//! Checks that sentences of doc comments name their thing: none begins with a bare "Who", "What",
//! "Which" or the like, unless it is a question.
//!
//! Headings and items of lists are sentences of their own. Tables and code are not checked, nor are
//! comments that are not documentation.

use std::path::Path;

use super::list_all;

/// The words that begin no sentence.
const BARE: [&str; 8] = [
    "Who",
    "Whoever",
    "Whom",
    "Whose",
    "What",
    "Whatever",
    "Which",
    "Whichever",
];
/// Marks that can precede the first word.
const OPENING: [char; 6] = ['(', '"', '“', '*', '_', '['];
/// Marks that can follow the end of a sentence.
const CLOSING: [char; 5] = [')', '"', '”', '*', '_'];

#[test]
fn sentences_begin_with_the_name_of_the_thing() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = ["app", "crates", "examples", "fuzz", "src", "testing", "tests", "xtask"];
    let mut files = vec![root.join("build.rs")];
    for folder in folders {
        list_all(&root.join(folder), &mut files);
    }
    files.retain(|file| !file.components().any(|part| part.as_os_str() == "target"));
    assert!(files.len() > 700, "{} files", files.len());
    let mut faults = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("text");
        let name = file.strip_prefix(root).expect("below the root").display();
        faults.extend(
            bare_sentences(&text)
                .iter()
                .map(|(line, sentence)| format!("{name}:{line}: {sentence}")),
        );
    }
    assert!(
        faults.is_empty(),
        "sentences that begin with a bare relative: {faults:#?}"
    );
}

#[test]
fn a_sentence_without_the_name_of_its_thing_is_found() {
    let planted = [
        "/// Whoever waits is heard.",
        "fn first() {}",
        "",
        "//! Says who waits. What is",
        "//! heard counts.",
        "//!",
        "//! - An item",
        "//! - Which item",
        "//!",
        "//! # What it is not",
        "//! A list. (Whose text",
        "//! is empty?)",
    ];
    let found = bare_sentences(&planted.join("\n"));
    let found: Vec<(usize, &str)> = found.iter().map(|(line, text)| (*line, text.as_str())).collect();
    assert_eq!(
        found,
        [
            (1, "Whoever waits is heard."),
            (4, "What is heard counts."),
            (8, "Which item"),
            (10, "What it is not"),
        ]
    );
    let sound = [
        "/// What is heard?",
        "///",
        "/// | What | Limit |",
        "///",
        "/// ```text",
        "/// Who is code.",
        "/// ```",
        "/// Returns what is heard, see version 1. Whatsoever is a word.",
        "// What counts is no documentation.",
    ];
    assert_eq!(bare_sentences(&sound.join("\n")).len(), 0);
}

/// Returns the sentences of doc comments that begin with a bare relative, with the lines on which
/// they begin.
fn bare_sentences(source: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut paragraph = Vec::new();
    let (mut mark, mut is_code) = ("", false);
    for (line, text) in source.lines().enumerate() {
        let text = text.trim_start();
        let doc = ["///", "//!"]
            .into_iter()
            .find_map(|mark| Some((mark, text.strip_prefix(mark)?)));
        let doc = doc.filter(|(_, text)| !text.starts_with('/'));
        let Some((of, text)) = doc else {
            found.append(&mut bare_of(&mut paragraph));
            (mark, is_code) = ("", false);
            continue;
        };
        let text = text.trim();
        let is_fence = text.starts_with("```");
        let begins = of != mark || text.is_empty() || is_fence || text.starts_with(['|', '#']);
        if begins || item(text).is_some() {
            found.append(&mut bare_of(&mut paragraph));
        }
        mark = of;
        is_code ^= is_fence;
        if is_code || is_fence || text.starts_with('|') {
            continue;
        }
        let text = item(text).unwrap_or(text);
        paragraph.extend(text.split_whitespace().map(|word| (line + 1, word.to_owned())));
        if text.starts_with('#') {
            paragraph.remove(0);
            found.append(&mut bare_of(&mut paragraph));
        }
    }
    found.append(&mut bare_of(&mut paragraph));
    found
}

/// Returns the text of a list's item, without its mark.
fn item(text: &str) -> Option<&str> {
    let number = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let numbered = number.strip_prefix(". ").filter(|_| number.len() < text.len());
    numbered.or_else(|| text.strip_prefix("- "))
}

/// Returns the bare sentences of a paragraph, given as words with their lines, and empties it.
fn bare_of(words: &mut Vec<(usize, String)>) -> Vec<(usize, String)> {
    let words = std::mem::take(words);
    let ends = |(_, word): &(usize, String)| word.trim_end_matches(CLOSING).ends_with(['.', '!', '?', ':']);
    let sentences = words.split_inclusive(ends);
    sentences
        .filter_map(|sentence| {
            let (line, first) = sentence.first()?;
            let first = first.trim_start_matches(OPENING);
            let is_bare = BARE.contains(&first.trim_end_matches([',', '?']));
            let text = sentence
                .iter()
                .map(|(_, word)| word.as_str())
                .collect::<Vec<_>>()
                .join(" ");
            let is_question = text.trim_end_matches(CLOSING).ends_with('?');
            (is_bare && !is_question).then_some((*line, text))
        })
        .collect()
}

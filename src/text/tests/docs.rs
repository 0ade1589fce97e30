//! `docs/languages.md` lists all languages.

use std::fmt::Write as _;

use app::texts::Direction;

use super::super::locales::SOURCES;
use super::*;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/languages.md");
const JUDGED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/languages/corrections.md");
const BEGIN: &str = "<!-- languages -->\n";
const END: &str = "<!-- /languages -->\n";

/// Languages whose pages a native speaker has reviewed, with the date.
const REVIEWED: &[(&str, &str)] = &[];

fn table() -> String {
    let languages = languages();
    let judged = std::fs::read_to_string(JUDGED).unwrap();
    let mut table =
        "| Tag | Language | Direction | Cultures | Messages | Corrections | Reviewed by a speaker |\n|---|---|---|---|---|---|---|\n"
            .to_owned();
    for (source, language) in SOURCES.iter().zip(languages.each()) {
        let direction = match language.direction() {
            Direction::Ltr => "left to right",
            Direction::Rtl => "right to left",
        };
        let reviewed = REVIEWED.iter().find(|(tag, _)| *tag == source.language);
        let reviewed = reviewed.map_or("not yet", |(_, date)| date);
        let messages = source.base().map_or("all".to_owned(), |base| {
            let files = source.files().into_iter();
            let own = files.map(|file| file.text.lines().filter(|line| is_message(line)).count());
            format!("{} of its own, else those of `{}`", own.sum::<usize>(), base.language)
        });
        writeln!(
            table,
            "| `{}` | {} | {direction} | {} | {messages} | {} | {reviewed} |",
            source.language,
            source.name,
            source.regions,
            corrections(&judged, source.language)
        )
        .unwrap();
    }
    table
}

/// Returns the sentence under a language's heading: how many corrections were taken and refused.
/// The table under it lists as many messages as were refused.
fn corrections<'a>(judged: &'a str, language: &str) -> &'a str {
    let Some((_, section)) = judged.split_once(&format!("(`{language}`)\n")) else {
        return "none proposed";
    };
    let section = section.split_once("\n## ").map_or(section, |(section, _)| section);
    let counts = section.trim().lines().next().unwrap_or_default();
    let (_, refused) = counts.split_once(" taken, ").unwrap();
    let refused = refused.strip_suffix(" refused.").unwrap();
    let refused = if refused == "none" { 0 } else { refused.parse().unwrap() };
    let named = section.lines().filter(|line| line.starts_with("| `")).count();
    assert_eq!(named, refused, "{language}");
    counts.trim_end_matches('.')
}

/// Returns whether the line begins a message.
fn is_message(line: &str) -> bool {
    line.starts_with(|first: char| first.is_ascii_lowercase())
}

/// If UPDATE_DOCS is set, the test writes the file instead.
#[test]
fn the_table_of_languages_is_true() {
    let text = std::fs::read_to_string(FILE).unwrap();
    let (before, rest) = text.split_once(BEGIN).unwrap();
    let (found, after) = rest.split_once(END).unwrap();
    let table = table();
    if std::env::var_os("UPDATE_DOCS").is_some() {
        std::fs::write(FILE, [before, BEGIN, &table, END, after].concat()).unwrap();
    } else {
        assert_eq!(found, table, "UPDATE_DOCS=1 makes it anew");
    }
}

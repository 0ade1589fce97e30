//! `docs/languages.md` lists all languages.

use std::fmt::Write as _;

use app::texts::Direction;

use super::super::locales::SOURCES;
use super::*;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/languages.md");
const BEGIN: &str = "<!-- languages -->\n";
const END: &str = "<!-- /languages -->\n";

/// Languages whose pages a native speaker has reviewed, with the date.
const REVIEWED: &[(&str, &str)] = &[];

fn table() -> String {
    let languages = languages();
    let mut table =
        "| Tag | Language | Direction | Cultures | Messages | Reviewed by a speaker |\n|---|---|---|---|---|---|\n"
            .to_owned();
    for (source, language) in SOURCES.iter().zip(languages.each()) {
        let direction = match language.direction() {
            Direction::Ltr => "left to right",
            Direction::Rtl => "right to left",
        };
        let reviewed = REVIEWED.iter().find(|(tag, _)| *tag == source.language);
        let reviewed = reviewed.map_or("not yet", |(_, date)| date);
        writeln!(
            table,
            "| `{}` | {} | {direction} | {} | all | {reviewed} |",
            source.language, source.name, source.regions
        )
        .unwrap();
    }
    table
}

/// With UPDATE_DOCS set, the test writes the file instead.
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

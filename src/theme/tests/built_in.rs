//! The built-in themes, and copies of them.

use super::*;

/// Returns the built-in themes as designers find them.
fn built_in() -> impl Iterator<Item = ThemeFiles> {
    source::embedded().into_values()
}

#[test]
fn the_built_in_themes_are_sound() {
    let themes = Themes::load(None).unwrap();
    let names: Vec<&str> = themes.iter().map(|theme| theme.id.as_str()).collect();
    assert_eq!(names, ["default", "neutral", "retail", "ticketing"]);
    for theme in themes.iter() {
        assert!(theme.logo.is_some() && theme.layout.icon().is_some(), "{}", theme.id);
        let sheet = theme.stylesheet.strip_prefix(Themes::ASSETS_PATH).unwrap();
        let css = String::from_utf8_lossy(&themes.asset(sheet).unwrap().bytes).into_owned();
        assert!(
            css.contains("[hidden]") && css.contains(".way-back") && css.contains("--accent:"),
            "{css}"
        );
        let compressed = themes.asset(sheet).unwrap().brotli().unwrap().len();
        // The first load, HTML and CSS, must fit into 14 KB.
        assert!(compressed < 6 * 1024, "{}: {compressed} bytes", theme.id);
        assert!(!css.contains(".reading"), "rules of other pages: {css}");
    }
    let ticketing = themes.get("ticketing").unwrap();
    assert_eq!(ticketing.layout.figures(), [Slot::Number, Slot::Entry]);
    for files in built_in() {
        let report = ThemeReport::of(&files);
        assert_eq!(report.problems, Vec::new(), "{}", files.name);
        assert_eq!(report.warnings, Vec::new(), "{}", files.name);
        assert!(
            report.contrasts.len() >= 2 * 13 && report.unjudged.is_empty(),
            "{}: {report:?}",
            files.name
        );
    }
}

#[test]
fn copies_of_built_in_themes_are_complete() {
    for files in built_in() {
        let name = &files.name;
        let text = |file: &str| files.text(file).unwrap().unwrap_or_default().to_owned();
        let manifest: toml::Table = text("theme.toml").parse().unwrap();
        let style = text("style.css");
        let (light, dark) = style.split_once("prefers-color-scheme: dark").unwrap();
        for (table, part) in [("tokens", light), ("tokens-dark", dark)] {
            for (token, value) in manifest[table].as_table().unwrap() {
                let declared = format!("--{token}: {};", value.as_str().unwrap());
                assert!(part.contains(&declared), "{name}, {table}: {declared}");
            }
        }
        let layout = text("layout.html");
        assert!(
            name == "default" || layout.is_empty() || layout.contains("<slot"),
            "{name}"
        );
        // Slots of single figures are for layouts that place these elsewhere, and that of the name
        // is for layouts that show it twice.
        let slots = Slot::ALL
            .into_iter()
            .filter(|slot| !slot.is_figure() && *slot != Slot::Room);
        for slot in slots.filter(|_| !layout.is_empty()) {
            let open = format!("<slot name=\"{}\">", slot.name());
            assert_eq!(layout.matches(&open).count(), 1, "{name}: {open}");
            assert!(
                !layout.contains("\"></slot>"),
                "{name}: a slot without a sample looks empty when the layout is opened by itself"
            );
        }
        // Edges, sides and alignments by the page, which languages from right to left would mirror.
        let physical = [
            "left:",
            "right:",
            "left;",
            "right;",
            "left-",
            "right-",
            "-left",
            "-right",
            "float:",
            "  width:",
            "{ width:",
            "  height:",
            "{ height:",
            "text-align: left",
            "text-align: right",
            "translateX(",
        ];
        for physical in physical {
            assert!(!style.contains(physical), "{name}: {physical}");
        }
    }
}

#[test]
fn the_documentation_lists_every_token() {
    let reported = include_str!("../../../docs/themes.md");
    for (token, purpose) in vocabulary::TOKENS {
        assert!(reported.contains(&format!("| `{token}` | {purpose} |")), "{token}");
    }
    for slot in Slot::ALL {
        assert!(reported.contains(&format!("| `{}` |", slot.name())), "{slot:?}");
    }
}

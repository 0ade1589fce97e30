//! The built-in theme's folder keeps its own promises: what a designer copies has to be whole.

use std::{fs, path::PathBuf};

use app::page::Slot;

fn read(file: &str) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../style").join(file);
    fs::read_to_string(&path).unwrap_or_else(|why| panic!("{}: {why}", path.display()))
}

#[test]
fn the_layout_has_every_slot_once_with_a_sample_in_it() {
    let layout = read("themes/default/layout.html");
    for slot in Slot::ALL {
        let open = format!("<slot name=\"{}\">", slot.name());
        assert_eq!(layout.matches(&open).count(), 1, "{open}");
    }
    assert_eq!(layout.matches("<slot ").count(), Slot::ALL.len());
    assert!(
        !layout.contains("\"></slot>"),
        "a slot without a sample looks empty when the layout is opened by itself"
    );
}

#[test]
fn tokens_are_the_same_in_theme_toml_and_in_the_stylesheet() {
    let theme: toml::Table = read("themes/default/theme.toml").parse().unwrap();
    let style = read("themes/default/style.css");
    let (light, dark) = style.split_once("prefers-color-scheme: dark").unwrap();
    for (table, part) in [("tokens", light), ("tokens-dark", dark)] {
        let tokens = theme[table].as_table().unwrap();
        assert!(!tokens.is_empty());
        for (name, value) in tokens {
            let declared = format!("--{name}: {};", value.as_str().unwrap());
            assert!(part.contains(&declared), "{table}: {declared}");
        }
    }
}

#[test]
fn nothing_is_fetched_from_elsewhere_and_nothing_knows_left_from_right() {
    for file in ["base.css", "themes/default/style.css", "themes/default/layout.html"] {
        let text = read(file);
        for foreign in ["http:", "https:", "//cdn", "@import", "url("] {
            assert!(!text.contains(foreign), "{file}: {foreign}");
        }
        for physical in ["left:", "right:", "left;", "right;", "float:", "text-align:"] {
            assert!(!text.contains(physical), "{file}: {physical}");
        }
        assert!(!text.contains(" style="), "{file}: the policy forbids inline styles");
    }
}

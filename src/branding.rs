//! The looks and texts of rooms: themes in the brands of the configuration, and languages with the
//! themes' own messages.
//!
//! Both are read together, because each refers to the other. Problems are reported by field, and in
//! a theme by file and line.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

use crate::config::{Branding, Config, ConfigProblem};
use crate::text::{Languages, Override, OverrideError, ThemedLanguages};
use crate::theme::{Brand, Logo, Theme, ThemeError, Themes};

/// The maximum number of different brands of one configuration: each is a stylesheet for every
/// theme that supports branding.
const BRANDS_MAX: usize = 200;

/// Everything that determines the look and the wording of pages.
#[derive(Debug)]
pub struct BrandingSet {
    /// The themes, each also in every brand.
    pub themes: Themes,
    /// The languages, with the themes' own messages.
    pub languages: Languages,
    /// The brand of each look of the configuration.
    pub brands: HashMap<Branding, Brand>,
}

impl BrandingSet {
    /// Reads all themes, brands and languages that a configuration refers to.
    ///
    /// # Errors
    /// Every problem found.
    pub fn open(config: &Config) -> Result<Self, Vec<ConfigProblem>> {
        let (brands, mut problems) = brands(config);
        let all: Vec<Brand> = brands.values().cloned().collect();
        let read = Themes::load_branded(config.server.themes_dir.as_deref(), &all).map_err(|errors| errors.0);
        let read = read.and_then(|themes| Ok((load_languages(&themes)?, themes)));
        match read {
            Ok((languages, themes)) if problems.is_empty() => Ok(Self {
                themes,
                languages,
                brands,
            }),
            Ok(_) => Err(problems),
            Err(errors) => {
                problems.extend(errors.into_iter().map(in_themes_dir));
                Err(problems)
            }
        }
    }

    /// Returns the warnings about these themes, which prevent nothing.
    #[must_use]
    pub fn warnings(&self) -> Vec<ConfigProblem> {
        let warnings = unused_message_warnings(self.themes.iter());
        warnings.into_iter().map(in_themes_dir).collect()
    }
}

fn in_themes_dir(error: ThemeError) -> ConfigProblem {
    ConfigProblem {
        field: "server.themes_dir".to_owned(),
        message: error.to_string(),
    }
}

/// Loads the languages with the own messages of these themes.
///
/// # Errors
/// Every message that does not match the originals, by file and line.
pub(crate) fn load_languages(themes: &Themes) -> Result<Languages, Vec<ThemeError>> {
    let languages = Languages::load();
    languages.replace_themed(resolve_messages(themes.iter())?);
    Ok(languages)
}

/// Resolves the own messages of these themes.
///
/// # Errors
/// Every message that does not match the originals, by file and line.
pub(crate) fn resolve_messages<'a>(
    themes: impl Iterator<Item = &'a Theme>,
) -> Result<ThemedLanguages, Vec<ThemeError>> {
    ThemedLanguages::of(own_messages(themes)).map_err(|errors| errors.into_iter().map(of_theme).collect())
}

/// Returns the own messages of these themes that are no problem, but are not used.
pub(crate) fn unused_message_warnings<'a>(themes: impl Iterator<Item = &'a Theme>) -> Vec<ThemeError> {
    let unused = own_messages(themes).flat_map(|own| own.retired());
    unused.map(of_theme).collect()
}

fn own_messages<'a>(themes: impl Iterator<Item = &'a Theme>) -> impl Iterator<Item = Override<'a>> {
    themes.flat_map(|theme| {
        let files = theme.messages.iter();
        files.map(|(language, text)| Override {
            theme: &theme.id,
            language,
            text,
        })
    })
}

fn of_theme(error: OverrideError) -> ThemeError {
    ThemeError {
        file: format!("{}/messages.{}.ftl", error.theme, error.language),
        line: error.line,
        problem: error.problem,
    }
}

/// Reads the logos of all rooms; problems name the room's field.
fn brands(config: &Config) -> (HashMap<Branding, Brand>, Vec<ConfigProblem>) {
    brands_beside(config, &HashMap::new())
}

/// Reads the brands that a configuration needs; logos of looks in `known` are not read again.
pub(crate) fn brands_beside(
    config: &Config,
    known: &HashMap<Branding, Brand>,
) -> (HashMap<Branding, Brand>, Vec<ConfigProblem>) {
    let (mut brands, mut problems) = (HashMap::new(), Vec::new());
    for (index, room) in config.rooms.iter().enumerate() {
        if room.branding == Branding::default() || brands.contains_key(&room.branding) {
            continue;
        }
        if let Some(brand) = known.get(&room.branding).filter(|_| brands.len() < BRANDS_MAX) {
            brands.insert(room.branding.clone(), brand.clone());
            continue;
        }
        let mut complain = |key: &str, message: String| {
            problems.push(ConfigProblem {
                field: format!("room[{index}].{key}"),
                message,
            });
        };
        let logo = room
            .branding
            .logo
            .as_ref()
            .map(|file| Logo::read(&logo_path(config, file)));
        match logo.transpose() {
            Ok(_) if brands.len() == BRANDS_MAX => {
                complain(
                    "color",
                    format!("there are more than {BRANDS_MAX} different logos and colours"),
                );
            }
            Ok(logo) => {
                let brand = Brand {
                    color: room.branding.color(),
                    logo: logo.map(Arc::new),
                };
                brands.insert(room.branding.clone(), brand);
            }
            Err(problem) => complain("logo", problem),
        }
    }
    (brands, problems)
}

/// The path of a file beside the configuration, else in the themes' directory.
fn logo_path(config: &Config, file: &str) -> PathBuf {
    let beside = config.folder.join(file);
    let in_themes = config.server.themes_dir.as_ref().map(|directory| directory.join(file));
    in_themes
        .filter(|path| path.is_file() && !beside.is_file())
        .unwrap_or(beside)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn config(rooms: &str) -> Config {
        let text = format!(
            "[server]\nhttp = \"127.0.0.1:0\"\nmaster_key = \"000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\"\n\
             [[customer]]\nid = \"demo\"\nsecret_key = \"secret\"\ncolor = \"#0b57d0\"\nlogo = \"ours.svg\"\n{rooms}"
        );
        Config::parse(&text, []).unwrap()
    }

    fn room(id: &str, more: &str) -> String {
        format!(
            "[[room]]\ncustomer = \"demo\"\nid = \"{id}\"\ntarget_url = \"https://shop.example/\"\nmax_outflow = 1\n{more}\n"
        )
    }

    #[test]
    fn a_room_has_its_own_brand_or_else_its_customers() {
        let directory = tempfile::tempdir().unwrap();
        fs::write(
            directory.path().join("ours.svg"),
            "<svg xmlns=\"http://www.w3.org/2000/svg\"/>",
        )
        .unwrap();
        let mut config = config(&(room("one", "") + &room("two", "color = \"#c2185b\"") + &room("three", "")));
        config.folder = directory.path().to_owned();
        let set = BrandingSet::open(&config).unwrap();
        assert_eq!(set.brands.len(), 2);
        let worn = |index: usize| &set.brands[&config.rooms[index].branding];
        assert_eq!(worn(1).color.unwrap().to_hex(), "#c2185b");
        assert_eq!(
            (worn(0).color.unwrap().to_hex().as_str(), worn(0)),
            ("#0b57d0", worn(2))
        );
        assert_eq!(worn(1).logo.as_ref().unwrap().file, "ours.svg");
        // The file can also be in the themes' directory.
        config.server.themes_dir = Some(std::mem::replace(&mut config.folder, "/nowhere".into()));
        assert!(BrandingSet::open(&config).is_ok());
    }

    #[test]
    fn a_file_that_is_no_logo_is_reported_with_its_field() {
        let directory = tempfile::tempdir().unwrap();
        let mut config =
            config(&(room("one", "") + &room("two", "logo = \"text.txt\"") + &room("three", "logo = \"bad.svg\"")));
        fs::write(directory.path().join("text.txt"), "no picture").unwrap();
        fs::write(directory.path().join("bad.svg"), "<svg><script/></svg>").unwrap();
        config.folder = directory.path().to_owned();
        let problems: Vec<String> = BrandingSet::open(&config)
            .unwrap_err()
            .iter()
            .map(ToString::to_string)
            .collect();
        assert_eq!(problems.len(), 3, "{problems:?}");
        assert!(problems[0].starts_with("room[0].logo: ") && problems[0].contains("ours.svg cannot be read"));
        assert!(problems[1].starts_with("room[1].logo: ") && problems[1].contains("is no picture"));
        assert!(problems[2].starts_with("room[2].logo: ") && problems[2].contains("<script> is not possible"));
    }

    #[test]
    fn messages_of_a_theme_that_do_not_fit_are_reported_by_file_and_line() {
        let directory = tempfile::tempdir().unwrap();
        let theme = directory.path().join("gala");
        fs::create_dir(&theme).unwrap();
        fs::write(theme.join("theme.toml"), "name = \"Gala\"\nversion = 1\n").unwrap();
        let mut config = config(&room("one", "theme = \"gala\"\nlogo = \"a.svg\""));
        fs::write(directory.path().join("a.svg"), "<svg/>").unwrap();
        config.folder = directory.path().to_owned();
        config.server.themes_dir = Some(directory.path().to_owned());
        fs::write(theme.join("messages.de.ftl"), "page-leave = Den Saal verlassen\n").unwrap();
        let set = BrandingSet::open(&config).unwrap();
        assert_eq!(set.warnings(), Vec::new());
        let german = set.languages.find("de").unwrap();
        assert_eq!(
            set.languages.in_theme(german, "gala").page_texts().leave,
            "Den Saal verlassen"
        );
        fs::write(
            theme.join("messages.de.ftl"),
            "page-leave = Den Saal verlassen\n\nno-such-message = x\n",
        )
        .unwrap();
        let problems = BrandingSet::open(&config).unwrap_err();
        assert_eq!(problems[0].field, "server.themes_dir");
        assert!(
            problems[0].message.starts_with("gala/messages.de.ftl:3: "),
            "{problems:?}"
        );
    }

    #[test]
    fn a_theme_with_a_message_of_a_former_version_is_read_with_a_warning() {
        let directory = tempfile::tempdir().unwrap();
        let theme = directory.path().join("gala");
        fs::create_dir(&theme).unwrap();
        fs::write(theme.join("theme.toml"), "name = \"Gala\"\nversion = 1\n").unwrap();
        fs::write(
            theme.join("messages.en.ftl"),
            "page-leave = Leave the hall\npage-no-script = It reloads by itself.\n",
        )
        .unwrap();
        let mut config = config(&room("one", "theme = \"gala\"\nlogo = \"a.svg\""));
        fs::write(directory.path().join("a.svg"), "<svg/>").unwrap();
        config.folder = directory.path().to_owned();
        config.server.themes_dir = Some(directory.path().to_owned());
        let set = BrandingSet::open(&config).unwrap();
        let english = set.languages.find("en").unwrap();
        assert_eq!(
            set.languages.in_theme(english, "gala").page_texts().leave,
            "Leave the hall"
        );
        let warnings: Vec<String> = set.warnings().iter().map(ToString::to_string).collect();
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        assert!(
            warnings[0].contains("gala/messages.en.ftl:2: no page shows `page-no-script` any more; remove it"),
            "{warnings:?}"
        );
    }
}

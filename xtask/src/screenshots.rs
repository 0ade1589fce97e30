//! `cargo xtask screenshots`: takes the pictures for `docs/themes.md`, `docs/rooms.md` and the
//! README, in `docs/pictures/`; with `--film`, films of visitors' journeys for people to look at.
//!
//! The pictures show sample pages of the preview server with fixed values, so that only a change of
//! the pages changes them. The films show real rooms in real time, and are not committed.

use std::fs;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};

use crate::build;
use crate::exec;
use crate::profile::Profile;
use crate::project::Project;
use crate::step::{note, step};
use crate::tools::{self, BROWSER_TOOLS};

/// Options of the screenshots.
#[derive(Debug, Args)]
pub(crate) struct ScreenshotsOptions {
    #[command(flatten)]
    build: build::BuildOptions,
    /// Film journeys instead: a picture every second, side by side on sheets in
    /// `end2end/output/film/`, on a phone and on a desktop. Takes about five minutes.
    #[arg(long, value_enum, value_name = "JOURNEY", num_args = 0..=1, default_missing_value = "all")]
    film: Option<Journey>,
    /// The theme of the filmed room: a folder of `style/themes/`.
    #[arg(long, value_name = "NAME", requires = "film", default_value = "default")]
    theme: String,
    /// The language of the filming browser: a folder of `locales/`.
    #[arg(long, value_name = "TAG", requires = "film", default_value = "en")]
    language: String,
    /// Film with dark colours.
    #[arg(long, requires = "film")]
    dark: bool,
}

/// A journey that is filmed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Journey {
    /// The sale: arrive, line, almost there, your turn, let in.
    Sale,
    /// The premiere: countdown, pre-queue, draw, reveal, line, let in.
    Premiere,
    /// Both.
    All,
}

impl Journey {
    /// Returns what selects the specs of this journey.
    fn grep(self) -> &'static str {
        match self {
            Self::Sale => "@sale",
            Self::Premiere => "@premiere",
            Self::All => "@sale|@premiere",
        }
    }
}

/// Runs the command.
pub(crate) fn run(options: &ScreenshotsOptions) -> Result<()> {
    let project = Project::find();
    match options.film {
        Some(journey) => film(&project, options, journey),
        None => pictures(&project, options),
    }
}

fn pictures(project: &Project, options: &ScreenshotsOptions) -> Result<()> {
    build::browser_half(project, &options.build)?;
    build::programs(project, Profile::Release)?;
    tools::ensure(&BROWSER_TOOLS)?;
    step("take the pictures of docs/pictures", || {
        let mut playwright = tools::playwright(project, Profile::Release)?;
        exec::run(playwright.args(["--config", "pictures.config.ts"]))
    })
}

fn film(project: &Project, options: &ScreenshotsOptions, journey: Journey) -> Result<()> {
    one_of(project, "style/themes", &options.theme, "theme")?;
    one_of(project, "locales", &options.language, "language")?;
    build::browser_half(project, &options.build)?;
    // The tests' programs show the same pages, and are often compiled already.
    build::programs(project, Profile::Tested)?;
    tools::ensure(&BROWSER_TOOLS)?;
    step("film journeys", || {
        let mut playwright = tools::playwright(project, Profile::Tested)?;
        playwright.args(["--config", "film.config.ts", "--grep", journey.grep()]);
        playwright.env("ANTEROOM_FILM_THEME", &options.theme);
        playwright.env("ANTEROOM_FILM_LANGUAGE", &options.language);
        playwright.env("ANTEROOM_FILM_DARK", if options.dark { "1" } else { "0" });
        let result = exec::run(&mut playwright);
        note("the sheets are in end2end/output/film/");
        result
    })
}

/// Returns an error that names the choices unless the folder contains one of that name.
fn one_of(project: &Project, folder: &str, name: &str, what: &str) -> Result<()> {
    let mut names = Vec::new();
    for entry in fs::read_dir(project.path(folder))? {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    if names.iter().any(|known| known == name) {
        return Ok(());
    }
    names.sort_unstable();
    bail!("there is no {what} {name:?}; choose one of {}", names.join(", "));
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct Line {
        #[command(flatten)]
        options: ScreenshotsOptions,
    }

    fn parsed(words: &[&str]) -> Option<ScreenshotsOptions> {
        let words = std::iter::once(&"screenshots").chain(words);
        Line::try_parse_from(words).map(|line| line.options).ok()
    }

    #[test]
    fn a_film_is_of_both_journeys_or_of_one_and_the_looks_are_only_a_films() {
        assert_eq!(parsed(&[]).unwrap().film, None);
        assert_eq!(parsed(&["--film"]).unwrap().film, Some(Journey::All));
        assert_eq!(parsed(&["--film", "sale", "--dark"]).unwrap().film, Some(Journey::Sale));
        assert_eq!(parsed(&["--film", "--theme", "retail"]).unwrap().theme, "retail");
        assert!(parsed(&["--film", "opera"]).is_none());
        assert!(parsed(&["--dark"]).is_none());
        assert!(parsed(&["--language", "ar"]).is_none());
    }

    #[test]
    fn an_unknown_theme_or_language_is_refused_with_the_choices() {
        let project = Project::find();
        one_of(&project, "style/themes", "ticketing", "theme").unwrap();
        one_of(&project, "locales", "zh-Hant", "language").unwrap();
        let error = one_of(&project, "style/themes", "../themes", "theme").unwrap_err();
        assert_eq!(
            error.to_string(),
            "there is no theme \"../themes\"; choose one of default, neutral, retail, ticketing"
        );
    }
}

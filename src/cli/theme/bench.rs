//! The theme under development. The bench reads it again whenever a file changes, and keeps the
//! last loadable version while the newest one cannot be loaded.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use serde::Serialize;
use tokio::sync::watch;

use crate::branding::load_languages;
use crate::text::{Language, Languages};
use crate::theme::{Brand, Theme, ThemeError, ThemeErrors, ThemeFiles, Themes};
use crate::theme_check::CheckedTheme;

/// The interval between checks of the folder.
const CHECK_INTERVAL: Duration = Duration::from_millis(250);

/// The theme that the pages show, and the report beside them.
#[derive(Debug, Clone)]
pub(super) struct PreviewVersion {
    /// Increases with every change.
    pub(super) number: u64,
    /// The last loadable version, if there was one.
    pub(super) good: Option<Arc<ShowableTheme>>,
    /// The problems of the newest version, and the warnings about it.
    pub(super) problems: Vec<ShownProblem>,
    /// Contrasts and weight, as text.
    pub(super) table: String,
}

/// A loadable version of the theme.
#[derive(Debug)]
pub(super) struct ShowableTheme {
    pub(super) themes: Themes,
    pub(super) languages: Languages,
    id: String,
    brand: Brand,
}

/// A problem as the bench's page displays it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct ShownProblem {
    file: String,
    line: Option<usize>,
    problem: String,
}

impl ShowableTheme {
    /// Returns the theme of that name, or else the theme under development; in the brand, if the
    /// theme supports one.
    pub(super) fn theme(&self, name: Option<&str>) -> &Theme {
        let named = name
            .and_then(|name| self.themes.get(name))
            .or_else(|| self.themes.get(&self.id));
        self.themes
            .branded(named.unwrap_or_else(|| self.themes.default_theme()), &self.brand)
    }
}

/// The theme under development.
#[derive(Debug)]
pub(super) struct Bench {
    theme: PathBuf,
    brand: Brand,
    pub(super) languages: Languages,
    version: watch::Sender<PreviewVersion>,
}

impl Bench {
    /// Creates the bench and reads the theme.
    pub(super) fn new(theme: PathBuf, brand: Brand, languages: Languages) -> Self {
        let nothing = PreviewVersion {
            number: 0,
            good: None,
            problems: Vec::new(),
            table: String::new(),
        };
        let bench = Self {
            theme,
            brand,
            languages,
            version: watch::Sender::new(nothing),
        };
        bench.read();
        bench
    }

    /// Returns the newest version.
    pub(super) fn now(&self) -> PreviewVersion {
        self.version.borrow().clone()
    }

    /// Waits for a version above that number and returns it.
    pub(super) async fn after(&self, number: u64) -> PreviewVersion {
        let mut seen = self.version.subscribe();
        let newer = seen.wait_for(|version| version.number > number).await;
        newer.expect("the bench holds the sender").clone()
    }

    /// Checks the folder forever, and reads the theme whenever a file has changed.
    pub(super) async fn watch(&self) {
        let mut was = fingerprint(&self.theme);
        loop {
            tokio::time::sleep(CHECK_INTERVAL).await;
            let is = fingerprint(&self.theme);
            if is != was {
                was = is;
                self.read();
            }
        }
    }

    /// Reads the theme; if it cannot be loaded, the last good version stays in place.
    pub(super) fn read(&self) {
        let files = super::read(&self.theme);
        // Only English is checked, so that the result of a save appears at once; `theme check` uses
        // every language.
        let english: Vec<&Language> = self.languages.find("en").into_iter().collect();
        let checked = files.as_ref().map(|files| CheckedTheme::of(files, &english));
        let loaded = files.as_ref().map(|files| self.load(files));
        let (problems, table) = match &checked {
            Ok(checked) => {
                let problems = checked.report.problems.iter().chain(&checked.warnings);
                (problems.cloned().collect(), checked.table())
            }
            Err(problem) => (vec![(*problem).clone()], String::new()),
        };
        self.version.send_modify(|version| {
            version.number += 1;
            version.problems = problems.into_iter().map(ShownProblem::from).collect();
            version.table = table;
            if let Ok(Ok(good)) = loaded {
                version.good = Some(Arc::new(good));
            }
        });
    }

    fn load(&self, files: &ThemeFiles) -> Result<ShowableTheme, ThemeErrors> {
        let themes = Themes::load_beside(files, std::slice::from_ref(&self.brand))?;
        Ok(ShowableTheme {
            languages: load_languages(&themes).map_err(ThemeErrors)?,
            themes,
            id: files.name.clone(),
            brand: self.brand.clone(),
        })
    }
}

impl From<ThemeError> for ShownProblem {
    fn from(error: ThemeError) -> Self {
        let ThemeError { file, line, problem } = error;
        Self { file, line, problem }
    }
}

/// Returns name, size and time of every file; empty if the theme is not a folder.
fn fingerprint(folder: &Path) -> Vec<(PathBuf, u64, Option<SystemTime>)> {
    let files = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut seen: Vec<_> = files
        .filter_map(|file| {
            let metadata = file.metadata().ok()?;
            Some((file.path(), metadata.len(), metadata.modified().ok()))
        })
        .collect();
    seen.sort();
    seen
}

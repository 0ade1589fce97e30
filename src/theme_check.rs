//! The check of a theme that needs no browser: its files, its own messages, and the pages rendered
//! in it. `anteroom theme check`, `theme preview` and the admin API report what it finds.

use crate::branding::{load_languages, unused_message_warnings};
use crate::page_samples::{Scene, requirements};
use crate::text::Language;
use crate::theme::{ThemeError, ThemeErrors, ThemeFiles, ThemeReport, Themes};

/// The maximum weight on the wire of a first load's HTML and CSS, bytes.
pub(crate) const FIRST_LOAD_BYTES_MAX: usize = 14 * 1024;

/// A theme's report, with the results that need its pages.
#[derive(Debug, Default)]
pub(crate) struct CheckedTheme {
    pub(crate) report: ThemeReport,
    /// Parts of the theme that are not used or seem to be left over, but prevent nothing.
    pub(crate) warnings: Vec<ThemeError>,
    /// HTML and CSS of the heaviest page; `None` if the pages cannot be rendered.
    pub(crate) first_load_bytes: Option<usize>,
}

impl CheckedTheme {
    /// Judges a theme by its files and, if it can be loaded, by its pages.
    pub(crate) fn of(files: &ThemeFiles, languages: &[&Language]) -> Self {
        let mut checked = Self {
            report: ThemeReport::of(files),
            warnings: Vec::new(),
            first_load_bytes: None,
        };
        let themes = match Themes::load_beside(files, &[]) {
            Ok(themes) => themes,
            // The report contains these problems.
            Err(ThemeErrors(_)) => return checked,
        };
        let Some(theme) = themes.get(&files.name) else {
            return checked;
        };
        if let Err(problems) = load_languages(&themes) {
            checked.report.problems.extend(problems);
        }
        checked.warnings.clone_from(&checked.report.warnings);
        checked
            .warnings
            .extend(unused_message_warnings(std::iter::once(&**theme)));
        let mut add = |problem: String| {
            checked.report.problems.push(ThemeError {
                file: files.path("layout.html"),
                line: None,
                problem,
            });
        };
        // Compression takes time, so only the longest page is weighed.
        let mut longest = (0, None);
        for language in languages {
            for scene in Scene::all() {
                let html = scene.render(language, theme);
                for fault in requirements::faults(&html, language) {
                    add(format!("the page {} in {:?}: {fault}", scene.name(), language.tag()));
                }
                if scene.is_usual() && html.len() > longest.0 {
                    longest = (html.len(), Some((scene, *language)));
                }
            }
        }
        let weighed = longest
            .1
            .and_then(|(scene, language)| scene.first_load_bytes(language, theme, &themes));
        if let Some(bytes) = weighed.filter(|bytes| *bytes > FIRST_LOAD_BYTES_MAX) {
            add(format!(
                "HTML and CSS of a first load weigh {bytes} bytes; {FIRST_LOAD_BYTES_MAX} are possible"
            ));
        }
        checked.first_load_bytes = weighed;
        checked
    }
}

//! `anteroom theme check DIR`: everything that can be known of a theme without looking at it.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Result;

use crate::gallery::{Scene, languages, sound};
use crate::looks::speaking;
use crate::text::{Language, Languages};
use crate::theme::{Contrast, Report, Scheme, ThemeError, ThemeErrors, ThemeFiles, Themes};

/// What HTML and CSS of a first load may weigh on the wire.
pub(super) const FIRST_LOAD_BYTES_MAX: usize = 14 * 1024;

/// A theme's report, and what only its pages tell.
#[derive(Debug, Default)]
pub(super) struct Checked {
    pub(super) report: Report,
    /// HTML and CSS of the heaviest page; none where there are no pages.
    pub(super) first_load_bytes: Option<usize>,
}

pub(super) fn run(theme: &Path) -> Result<ExitCode> {
    let files = match super::read(theme) {
        Ok(files) => files,
        Err(problem) => {
            eprintln!("{problem}");
            return Ok(ExitCode::FAILURE);
        }
    };
    let all = Languages::load()?;
    let checked = Checked::of(&files, &languages(&all).collect::<Vec<_>>());
    println!("{}", checked.table());
    checked
        .report
        .problems
        .iter()
        .for_each(|problem| eprintln!("{problem}"));
    match checked.report.problems.len() {
        0 => println!("{}: no problems", files.name),
        count => eprintln!("{}: {count} problems", files.name),
    }
    Ok(ExitCode::from(u8::from(!checked.report.problems.is_empty())))
}

impl Checked {
    /// Judges a theme by its files and, where it can be loaded, by its pages.
    pub(super) fn of(files: &ThemeFiles, languages: &[&Language]) -> Self {
        let mut checked = Self {
            report: Report::of(files),
            first_load_bytes: None,
        };
        let themes = match Themes::load_beside(files, &[]) {
            Ok(themes) => themes,
            // The report has them.
            Err(ThemeErrors(_)) => return checked,
        };
        let Some(theme) = themes.get(&files.name) else {
            return checked;
        };
        if let Err(problems) = speaking(&themes) {
            checked.report.problems.extend(problems);
        }
        let mut add = |problem: String| {
            checked.report.problems.push(ThemeError {
                file: files.path("layout.html"),
                line: None,
                problem,
            });
        };
        // Compressing takes its time, so the longest page stands for the heaviest.
        let mut longest = (0, None);
        for language in languages {
            for scene in Scene::all() {
                let html = scene.render(language, theme);
                for fault in sound::faults(&html, language) {
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

    /// Contrasts and weight as text.
    pub(super) fn table(&self) -> String {
        let mut lines = vec![format!(
            "{:<28} {:>6} {:>6} {:>7}",
            "contrast", "light", "dark", "needed"
        )];
        let mut done: Vec<(&str, &str)> = Vec::new();
        for Contrast {
            text, ground, needed, ..
        } in &self.report.contrasts
        {
            if !done.contains(&(text, ground)) {
                done.push((text, ground));
                let ratio = |scheme| {
                    let of = |it: &&Contrast| it.text == *text && it.ground == *ground && it.scheme == scheme;
                    let found = self.report.contrasts.iter().find(of);
                    found.map_or("-".to_owned(), |it| {
                        format!("{:.1}{}", it.ratio, if it.holds() { "" } else { "!" })
                    })
                };
                let (light, dark) = (ratio(Scheme::Light), ratio(Scheme::Dark));
                lines.push(format!(
                    "{:<28} {light:>6} {dark:>6} {needed:>7.1}",
                    format!("{text} on {ground}")
                ));
            }
        }
        lines.extend(
            self.report
                .unjudged
                .iter()
                .map(|pair| format!("{pair}: not plain colours, look at it")),
        );
        lines.extend(self.first_load_bytes.map(|bytes| {
            format!(
                "first load: {bytes} of {FIRST_LOAD_BYTES_MAX} bytes (HTML and CSS, brotli, heaviest page and language)"
            )
        }));
        lines.join("\n")
    }
}

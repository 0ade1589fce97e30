//! `anteroom theme check DIR`: reports all faults of a theme that can be found without a person.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail};
use clap::Args;

use super::browser;
use super::judge::judge;

use crate::page_samples::languages;
use crate::text::Languages;
use crate::theme::{Contrast, ThemeError, ThemeFiles, ThemeMode};
use crate::theme_check::{CheckedTheme, FIRST_LOAD_BYTES_MAX};

/// Options of the command.
#[derive(Debug, Args)]
pub(super) struct ThemeCheck {
    /// The theme's folder, or the name of a built-in theme.
    theme: PathBuf,
    /// The Chromium that looks at the pages; `none` judges the theme by its rules alone. Default:
    /// the first one found in PATH.
    #[arg(long)]
    browser: Option<PathBuf>,
}

impl ThemeCheck {
    /// Runs the check; the exit code is 1 if the theme has problems. Warnings do not change it.
    ///
    /// # Errors
    /// Fails if the named browser does not exist.
    pub(super) fn run(&self) -> Result<ExitCode> {
        let choice = match &self.browser {
            Some(none) if none.as_os_str() == "none" => BrowserChoice::None,
            // A bare name is looked up in PATH when the browser is started.
            Some(path) if path.components().count() > 1 && !path.is_file() => {
                bail!(
                    "--browser {}: no such file; give the path of a Chromium, or `none`",
                    path.display()
                );
            }
            Some(path) => BrowserChoice::Named(path.clone()),
            None => browser::find().map_or(BrowserChoice::None, BrowserChoice::Found),
        };
        run(&self.theme, &choice)
    }
}

/// The browser that renders the pages, if any.
#[derive(Debug)]
enum BrowserChoice {
    None,
    /// A browser that was found; if it does not work, the check continues without it.
    Found(PathBuf),
    /// The browser that the user named.
    Named(PathBuf),
}

fn run(theme: &Path, choice: &BrowserChoice) -> Result<ExitCode> {
    let files = match super::read(theme) {
        Ok(files) => files,
        Err(problem) => {
            eprintln!("{problem}");
            return Ok(ExitCode::FAILURE);
        }
    };
    let all = Languages::load();
    let mut checked = CheckedTheme::of(&files, &languages(&all).collect::<Vec<_>>());
    println!("{}", checked.table());
    if checked.report.problems.is_empty() {
        println!("{}", checked.judge_in_browser(&files, all, choice));
    }
    checked
        .report
        .problems
        .iter()
        .for_each(|problem| eprintln!("{problem}"));
    checked
        .warnings
        .iter()
        .for_each(|warning| eprintln!("warning: {warning}"));
    match checked.report.problems.len() {
        0 => println!("{}: no problems", files.name),
        count => eprintln!("{}: {count} problems", files.name),
    }
    Ok(ExitCode::from(u8::from(!checked.report.problems.is_empty())))
}

impl CheckedTheme {
    /// Judges the pages in a browser and adds the faults to the problems. Returns a line with the
    /// browser and the number of pages that it rendered.
    fn judge_in_browser(&mut self, files: &ThemeFiles, languages: Languages, choice: &BrowserChoice) -> String {
        let (BrowserChoice::Found(browser) | BrowserChoice::Named(browser)) = choice else {
            return "browser: none, so the pages were judged by the rules alone".to_owned();
        };
        match judge(files, languages, browser) {
            Ok(verdict) => {
                self.report.problems.extend(verdict.problems);
                format!("browser: {} looked at {} pages", browser.display(), verdict.pages)
            }
            Err(error) => {
                let said = format!("browser: {} did not look at the pages: {error:#}", browser.display());
                if matches!(choice, BrowserChoice::Named(_)) {
                    self.report.problems.push(ThemeError {
                        file: files.path("style.css"),
                        line: None,
                        problem: "was not looked at by the browser that was asked for".to_owned(),
                    });
                }
                said
            }
        }
    }

    /// Returns contrasts and weight as text.
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
                let (light, dark) = (ratio(ThemeMode::Light), ratio(ThemeMode::Dark));
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

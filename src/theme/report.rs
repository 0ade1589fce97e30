//! A theme's report for its designer, beyond "the theme can be loaded": whether colours are
//! readable, and whether tokens are used.
//!
//! The report computes the contrast of every pair of [`vocabulary::PAIRS`] and of the theme's own
//! `[contrast]`, for light and for dark. A colour that is mixed, translucent or made of other
//! tokens is listed as unjudged. Unused tokens and variables without a value are reported
//! ([`tokens`]); tokens that were made for another value of the one that they follow are warned of
//! ([`leftovers`]).

mod leftovers;
mod tokens;

use toml::Spanned;

use super::color::Color;
use super::error::{ThemeError, ThemeProblems};
use super::manifest::{ThemeManifest, ThemeMode};
use super::reading::derived;
use super::source::ThemeFiles;
use super::stylesheet::root::RootTokens;
use super::vocabulary::{self, TEXT};
use super::{ThemeErrors, Themes};
use crate::line_number::line_of;

/// The state of a theme's colours and tokens.
#[derive(Debug, Clone, Default)]
pub struct ThemeReport {
    /// Problems: first those that prevent loading, then unreadable colours, then unused tokens and
    /// unset variables.
    pub problems: Vec<ThemeError>,
    /// Values that prevent nothing, but seem to be left over.
    pub warnings: Vec<ThemeError>,
    /// All pairs that could be judged.
    pub contrasts: Vec<Contrast>,
    /// Pairs that could not be judged.
    pub unjudged: Vec<String>,
}

/// The contrast of a text and its ground.
#[derive(Debug, Clone, PartialEq)]
pub struct Contrast {
    /// Token of the text.
    pub text: String,
    /// Token of the ground.
    pub ground: String,
    /// The scheme in which both tokens have these values.
    pub scheme: ThemeMode,
    /// The contrast ratio, to one.
    pub ratio: f64,
    /// The minimum ratio allowed.
    pub needed: f64,
}

impl Contrast {
    /// Returns whether the contrast is sufficient.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.ratio >= self.needed
    }
}

impl ThemeReport {
    /// Judges a theme.
    #[must_use]
    pub fn of(files: &ThemeFiles) -> Self {
        let mut report = Self::default();
        if let Err(ThemeErrors(problems)) = Themes::load_beside(files, &[]) {
            report.problems = problems;
        }
        let mut problems = ThemeProblems::of(files.path("theme.toml"));
        let text = files.text("theme.toml").ok().flatten().unwrap_or_default();
        // An unreadable manifest has been reported above.
        let Some(mut manifest) = ThemeManifest::read(text, &mut ThemeProblems::of(String::new())) else {
            return report;
        };
        let style = RootTokens::of(files.text("style.css").ok().flatten().unwrap_or_default());
        derived::complete(&mut manifest, &style);
        report.judge_contrasts(&manifest, text, &mut problems);
        tokens::judge(&manifest, text, files, &mut problems);
        report.problems.extend(problems.into_vec());
        report.warnings = leftovers::found(&manifest, &style, text, files);
        report
    }

    fn judge_contrasts(&mut self, manifest: &ThemeManifest, text: &str, problems: &mut ThemeProblems) {
        let shared = vocabulary::PAIRS
            .iter()
            .map(|(text, ground, needed)| (*text, *ground, *needed));
        let own = manifest.contrast.iter().flat_map(|(text, grounds)| {
            let grounds = grounds.get_ref().iter();
            grounds.map(|ground| (text.as_str(), ground.as_str(), TEXT))
        });
        for (token, ground, needed) in shared.chain(own) {
            for scheme in manifest.schemes() {
                let (Some(of_text), Some(of_ground)) =
                    (manifest.token(token, *scheme), manifest.token(ground, *scheme))
                else {
                    continue;
                };
                let color = |value: &Spanned<String>| Color::from_css(value.get_ref());
                let Some((one, two)) = color(of_text).zip(color(of_ground)) else {
                    self.unjudged.push(format!("{token} on {ground} ({})", scheme.name()));
                    continue;
                };
                let contrast = Contrast {
                    text: token.to_owned(),
                    ground: ground.to_owned(),
                    scheme: *scheme,
                    ratio: one.contrast(two),
                    needed,
                };
                if !contrast.holds() {
                    let (ratio, scheme) = ((contrast.ratio * 100.0).floor() / 100.0, scheme.name());
                    let line = line_of(text, of_text.span().start);
                    let advice = leftovers::advice(token, ground);
                    let problem = format!(
                        "`{token}` on `{ground}` has a contrast of {ratio:.2} to 1 ({scheme}); {needed} is needed{advice}"
                    );
                    problems.add(Some(line), problem);
                }
                self.contrasts.push(contrast);
            }
        }
        for (token, grounds) in &manifest.contrast {
            let named = [token.as_str()]
                .into_iter()
                .chain(grounds.get_ref().iter().map(String::as_str));
            for lost in named.filter(|token| manifest.token(token, ThemeMode::Light).is_none()) {
                let line = line_of(text, grounds.span().start);
                problems.add(
                    Some(line),
                    format!("[contrast] names `{lost}`, which is not a token of [tokens]"),
                );
            }
        }
    }
}

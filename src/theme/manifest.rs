//! `theme.toml`.
//!
//! ```toml
//! name = "Summer"          # the display name; rooms refer to the folder's name
//! version = 1              # to be increased when the theme changes
//! logo = "logo.svg"        # optional, a file of the folder
//!
//! [tokens]                 # custom properties of `:root`, after the stylesheet: --accent, …;
//!                          # what follows from `accent` can be left out
//! accent = "#0b57d0"
//!
//! [tokens-dark]            # tokens for people who prefer dark
//! accent = "#a8c7fa"
//!
//! [contrast]               # the theme's own text tokens, and the ground tokens below them
//! stub-ink = ["stub"]
//!
//! [options]
//! color_scheme = "light dark"   # or "light", "dark": the supported schemes
//! brand = true                  # takes the logo and the colour that a room or customer sets
//! ```

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

use super::error::ThemeProblems;
use crate::line_number::line_of;

/// Maximum length of a theme's display name, characters.
const NAME_CHARS_MAX: usize = 60;

/// The designer's declarations about a theme.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ThemeManifest {
    pub(super) name: Spanned<String>,
    pub(super) version: u64,
    pub(super) logo: Option<Spanned<String>>,
    #[serde(default)]
    tokens: BTreeMap<String, Spanned<String>>,
    #[serde(default, rename = "tokens-dark")]
    tokens_dark: BTreeMap<String, Spanned<String>>,
    /// The theme's own text tokens, and the ground tokens on which they are used.
    #[serde(default)]
    pub(super) contrast: BTreeMap<String, Spanned<Vec<String>>>,
    #[serde(default)]
    options: Options,
}

/// The colour scheme for which a token's value applies.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThemeMode {
    /// For visitors who prefer light or express no preference.
    Light,
    /// For visitors who prefer dark.
    Dark,
}

impl ThemeMode {
    /// Returns the scheme's name in CSS.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Options {
    color_scheme: Option<ColorScheme>,
    #[serde(default)]
    brand: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
enum ColorScheme {
    #[serde(rename = "light")]
    Light,
    #[serde(rename = "dark")]
    Dark,
    #[serde(rename = "light dark")]
    LightDark,
}

impl ThemeManifest {
    /// Reads and checks the file; `None` if it is not a readable manifest.
    pub(super) fn read(text: &str, problems: &mut ThemeProblems) -> Option<Self> {
        let manifest: Self = match toml::from_str(text) {
            Ok(manifest) => manifest,
            Err(error) => {
                let line = error.span().map(|span| line_of(text, span.start));
                problems.add(line, error.message().trim());
                return None;
            }
        };
        let line = |value: &Spanned<String>| Some(line_of(text, value.span().start));
        let name = manifest.name.get_ref();
        if name.trim().is_empty() || name.chars().count() > NAME_CHARS_MAX {
            problems.add(line(&manifest.name), "`name` has 1 to 60 characters");
        }
        for (token, value) in manifest.tokens.iter().chain(&manifest.tokens_dark) {
            if let Some(problem) = token_problem(token, value.get_ref()) {
                problems.add(line(value), problem);
            }
        }
        Some(manifest)
    }

    /// Returns whether the theme supports a room's logo and colour.
    pub(super) fn takes_brand(&self) -> bool {
        self.options.brand
    }

    /// Returns the schemes for which the theme has colours.
    pub(super) fn schemes(&self) -> &'static [ThemeMode] {
        match self.options.color_scheme {
            Some(ColorScheme::Light | ColorScheme::Dark) => &[ThemeMode::Light],
            Some(ColorScheme::LightDark) => &[ThemeMode::Light, ThemeMode::Dark],
            None if self.tokens_dark.is_empty() => &[ThemeMode::Light],
            None => &[ThemeMode::Light, ThemeMode::Dark],
        }
    }

    /// Returns a token's value in that scheme, with its position in the file.
    pub(super) fn token(&self, token: &str, scheme: ThemeMode) -> Option<&Spanned<String>> {
        let dark = self.tokens_dark.get(token).filter(|_| scheme == ThemeMode::Dark);
        dark.or_else(|| self.tokens.get(token))
    }

    /// Returns whether the file decides about a token in that scheme. A token of `[tokens]` applies
    /// in dark as well, with two exceptions: an `accent` does so only beside an `accent-soft` that
    /// applies there, too, since few colours can be read on light and on dark grounds, and an
    /// `on-accent` only if the file decides about the `accent` of dark, on which it stands.
    pub(super) fn decides(&self, token: &str, scheme: ThemeMode) -> bool {
        let in_light = self.tokens.contains_key(token);
        match (scheme, token) {
            (ThemeMode::Light, _) => in_light,
            (ThemeMode::Dark, _) if self.tokens_dark.contains_key(token) => true,
            (ThemeMode::Dark, "accent") => self.tokens.contains_key("accent-soft"),
            (ThemeMode::Dark, "on-accent") => in_light && self.decides("accent", scheme),
            (ThemeMode::Dark, _) => in_light,
        }
    }

    /// Adds a token to the table of that scheme.
    pub(super) fn add(&mut self, token: &str, scheme: ThemeMode, value: Spanned<String>) {
        let table = match scheme {
            ThemeMode::Light => &mut self.tokens,
            ThemeMode::Dark => &mut self.tokens_dark,
        };
        table.insert(token.to_owned(), value);
    }

    /// Iterates over every token that is set, with the table in which it stands: `Light` is
    /// `[tokens]`, whose values apply in dark as well; tokens set in both tables occur twice.
    pub(super) fn tokens(&self) -> impl Iterator<Item = (ThemeMode, &str, &Spanned<String>)> {
        let light = self.tokens.iter().map(|token| (ThemeMode::Light, token));
        let dark = self.tokens_dark.iter().map(|token| (ThemeMode::Dark, token));
        light
            .chain(dark)
            .map(|(scheme, (token, value))| (scheme, token.as_str(), value))
    }

    /// Returns the tokens and options as CSS; empty if there are none.
    pub(super) fn css(&self) -> String {
        let scheme = match self.options.color_scheme {
            Some(ColorScheme::Light) => "color-scheme:light;",
            Some(ColorScheme::Dark) => "color-scheme:dark;",
            Some(ColorScheme::LightDark) => "color-scheme:light dark;",
            None => "",
        };
        let light = format!("{scheme}{}", properties(&self.tokens));
        let dark = properties(&self.tokens_dark);
        let mut css = String::new();
        if !light.is_empty() {
            css.push_str(&format!(":root{{{light}}}\n"));
        }
        if !dark.is_empty() {
            css.push_str(&format!("@media (prefers-color-scheme:dark){{:root{{{dark}}}}}\n"));
        }
        css
    }
}

fn properties(tokens: &BTreeMap<String, Spanned<String>>) -> String {
    tokens
        .iter()
        .map(|(token, value)| format!("--{token}:{};", value.get_ref().trim()))
        .collect()
}

/// Returns the problem if a token is not one value, could close the declaration, or could fetch
/// something.
pub(super) fn token_problem(token: &str, value: &str) -> Option<String> {
    let name_byte = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    if token.is_empty() || !token.bytes().all(name_byte) {
        return Some(format!("token `{token}`: names have only a-z, 0-9 and hyphens"));
    }
    let balanced = value.matches('(').count() == value.matches(')').count();
    if value.trim().is_empty() || !balanced || value.contains([';', '{', '}', '<', '\\', '\n']) || value.contains("/*")
    {
        return Some(format!("token `{token}`: `{value}` is not one CSS value"));
    }
    if value.to_ascii_lowercase().contains("url(") {
        return Some(format!("token `{token}`: name files in style.css, not here"));
    }
    None
}

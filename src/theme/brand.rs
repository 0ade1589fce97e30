//! A room's own logo and colour in a theme that supports a brand, without a folder or CSS.
//!
//! The tokens `accent`, `accent-soft`, `on-accent` and `ground-glow` are derived from the one
//! colour, for light and dark, against the theme's own grounds ([`accent`]). `go` and `hold` stay
//! the theme's own: their meaning must not depend on a brand. The theme's own logo follows the
//! page's accent, whether a brand or the theme's manifest has changed it.

use std::path::Path;
use std::sync::Arc;

use super::color::{Color, accent};
use super::manifest::{ThemeManifest, ThemeMode};
use super::source::ThemeFiles;
use super::stylesheet::root::RootTokens;

const ACCENT: &str = "accent";
/// The text on [`ACCENT`].
const ON_ACCENT: &str = "on-accent";

/// The brand that a room or its customer sets.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Brand {
    /// The colour.
    pub color: Option<Color>,
    /// The logo.
    pub logo: Option<Arc<Logo>>,
}

/// A picture for the page's header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Logo {
    /// File name; its extension names the format.
    pub file: String,
    /// The contents of the file.
    pub bytes: Vec<u8>,
}

impl Logo {
    /// Maximum size of a logo's file, bytes.
    pub const BYTES_MAX: u64 = 256 * 1024;

    /// Reads a logo.
    ///
    /// # Errors
    /// Returns a message if the file is unreadable, too large, or not a picture.
    pub fn read(path: &Path) -> Result<Self, String> {
        let file = path
            .file_name()
            .map(|name| name.to_string_lossy().into_owned())
            .unwrap_or_default();
        let at = path.display();
        let metadata = std::fs::metadata(path).map_err(|error| format!("{at} cannot be read: {error}"))?;
        if metadata.len() > Self::BYTES_MAX {
            return Err(format!("{at} is larger than {} KiB", Self::BYTES_MAX / 1024));
        }
        let bytes = std::fs::read(path).map_err(|error| format!("{at} cannot be read: {error}"))?;
        super::asset::picture_problem(&file, &bytes)
            .map_or(Ok(Self { file, bytes }), |problem| Err(format!("{at} {problem}")))
    }
}

impl Brand {
    /// Returns whether neither colour nor logo is set.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.color.is_none() && self.logo.is_none()
    }

    /// Returns the logo of a theme under this brand, unless it is the theme's own unchanged: the
    /// brand's logo, or the theme's SVG in the page's colours. Without a colour of the brand those
    /// are the manifest's, which can be others than the stylesheet's, with which the SVG is drawn.
    pub(super) fn logo_in(&self, manifest: &ThemeManifest, files: &ThemeFiles, style: &RootTokens) -> Option<Logo> {
        if let Some(logo) = &self.logo {
            return Some(Logo::clone(logo));
        }
        let file = manifest.logo.as_ref()?.get_ref();
        let drawing = std::str::from_utf8(files.bytes(file)?)
            .ok()
            .filter(|_| file.ends_with(".svg"))?;
        let changes = self.color_changes(manifest, style);
        let mut has_accent = false;
        let redrawn = recolored(drawing, |color| {
            let change = changes.iter().find(|change| change.was == color)?;
            has_accent |= change.token == ACCENT;
            Some(change.now)
        });
        // Without the accent, white is no text on it.
        (has_accent && redrawn != drawing).then(|| Logo {
            file: file.clone(),
            bytes: redrawn.into_bytes(),
        })
    }

    /// Returns the colours of the accent and of the text on it, in light and in dark, with those
    /// that the page has instead.
    fn color_changes(&self, manifest: &ThemeManifest, style: &RootTokens) -> Vec<ColorChange> {
        let mut changes = Vec::new();
        for scheme in manifest.schemes() {
            let branded = self.color.map(|color| tokens(color, manifest, *scheme));
            for token in [ACCENT, ON_ACCENT] {
                let own = manifest.token(token, *scheme).map(|value| value.get_ref().as_str());
                let own = own.and_then(Color::from_css);
                let of_brand = branded.and_then(|made| made.into_iter().find(|(name, _)| *name == token));
                let Some(now) = of_brand.map(|(_, color)| color).or(own) else {
                    continue;
                };
                let was = [style.get(token, *scheme).and_then(Color::from_css), own];
                changes.extend(was.into_iter().flatten().map(|was| ColorChange { token, was, now }));
            }
        }
        changes
    }

    /// Returns the tokens of the colour as CSS to be placed after the theme's own; empty without a
    /// colour.
    pub(super) fn css(&self, manifest: &ThemeManifest) -> String {
        let Some(color) = self.color else {
            return String::new();
        };
        let declared = |scheme| {
            let tokens = tokens(color, manifest, scheme).into_iter();
            tokens
                .map(|(token, value)| format!("--{token}:{};", value.to_hex()))
                .collect::<String>()
        };
        let light = declared(ThemeMode::Light);
        match manifest.schemes().contains(&ThemeMode::Dark) {
            true => format!(
                ":root{{{light}}}\n@media (prefers-color-scheme:dark){{:root{{{}}}}}\n",
                declared(ThemeMode::Dark)
            ),
            false => format!(":root{{{light}}}\n"),
        }
    }
}

/// A colour with which a theme is drawn, and the page's own.
#[derive(Debug, Clone, Copy)]
struct ColorChange {
    token: &'static str,
    was: Color,
    now: Color,
}

/// Returns a drawing in which `change` has replaced colours that are written as hex digits.
fn recolored(drawing: &str, mut change: impl FnMut(Color) -> Option<Color>) -> String {
    let mut parts = drawing.split('#');
    let mut whole = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|character: char| !character.is_ascii_hexdigit());
        let (digits, rest) = part.split_at(end.unwrap_or(part.len()));
        let written = format!("#{digits}");
        let color = Color::from_hex(&written);
        // An equal colour stays as it is written, so that an unchanged drawing keeps its address.
        let other = color.and_then(&mut change).filter(|other| Some(*other) != color);
        whole.push_str(&other.map_or(written, Color::to_hex));
        whole.push_str(rest);
    }
    whole
}

/// Returns the tokens of a colour on a theme's grounds.
fn tokens(color: Color, manifest: &ThemeManifest, scheme: ThemeMode) -> [(&'static str, Color); 4] {
    let own = |token: &str| {
        let value = manifest.token(token, scheme)?;
        Color::from_css(value.get_ref())
    };
    accent::tokens(color, &own)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::vocabulary::PAIRS;
    use super::super::{error::ThemeProblems, source};
    use super::*;

    fn brandable() -> Vec<(String, ThemeManifest)> {
        let themes = source::embedded().into_values().map(|files| {
            let text = files.text("theme.toml").unwrap().unwrap();
            let mut problems = ThemeProblems::of(String::new());
            (files.name.clone(), ThemeManifest::read(text, &mut problems).unwrap())
        });
        themes.filter(|(_, manifest)| manifest.takes_brand()).collect()
    }

    proptest! {
        #[test]
        fn any_colour_can_be_read_in_every_theme_that_takes_one(rgb in any::<[u8; 3]>()) {
            let color = Color::from_hex(&format!("#{:02x}{:02x}{:02x}", rgb[0], rgb[1], rgb[2])).unwrap();
            for (name, manifest) in brandable() {
                for scheme in manifest.schemes() {
                    let made = tokens(color, &manifest, *scheme);
                    let value = |token: &str| {
                        let made = made.iter().find(|(made, _)| *made == token).map(|(_, color)| *color);
                        made.or_else(|| Color::from_css(manifest.token(token, *scheme)?.get_ref()))
                    };
                    for (text, ground, needed) in PAIRS {
                        let Some((one, two)) = value(text).zip(value(ground)) else {
                            continue;
                        };
                        let ratio = one.contrast(two);
                        prop_assert!(ratio >= *needed, "{text} on {ground} in {name}, {}: {ratio}", scheme.name());
                    }
                }
            }
        }
    }

    #[test]
    fn a_colour_that_can_be_read_stays_as_it_is_and_the_default_takes_one() {
        let (name, manifest) = brandable().into_iter().find(|(name, _)| name == "default").unwrap();
        let blue = Color::from_hex("#0b57d0").unwrap();
        assert_eq!(
            tokens(blue, &manifest, ThemeMode::Light)[0].1.to_hex(),
            "#0b57d0",
            "{name}"
        );
        let brand = Brand {
            color: Some(blue),
            logo: None,
        };
        let css = brand.css(&manifest);
        assert!(
            css.starts_with(":root{--accent:#0b57d0;") && css.contains("(prefers-color-scheme:dark)"),
            "{css}"
        );
        assert_eq!(Brand::default().css(&manifest), "");
    }
}

//! A room's own logo and colour in a theme that supports a brand, without a folder or CSS.
//!
//! The tokens `accent`, `accent-soft`, `on-accent` and `ground-glow` are derived from the one
//! colour, for light and dark, against the theme's own grounds ([`accent`]). `go` and `hold` stay
//! the theme's own: their meaning must not depend on a brand. The theme's own logo follows the
//! page's accent, whether a brand or the theme's manifest has changed it.

use std::ops::Range;
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
        let changes = self.color_changes(manifest, style, drawing);
        let in_dark = dark_blocks(drawing);
        let redrawn = recolored(drawing, |at, color| {
            let scheme = match in_dark.iter().any(|block| block.contains(&at)) {
                true => ThemeMode::Dark,
                false => ThemeMode::Light,
            };
            let of_color = changes.iter().filter(|change| change.was == color);
            // The first of the place's own scheme, else the first of the other one.
            of_color
                .min_by_key(|change| change.scheme != scheme)
                .map(|change| change.now)
        });
        (redrawn != drawing).then(|| Logo {
            file: file.clone(),
            bytes: redrawn.into_bytes(),
        })
    }

    /// Returns the colours of the accent and of the text on it with which a drawing can be drawn,
    /// with those that the page has instead.
    ///
    /// It is drawn with the colours of the stylesheet or of the manifest, in light, dark or both:
    /// those whose accent it has, because without the accent, white is no text on it. Two of these
    /// colours can be equal, for example the text on the accent in light and the accent in dark. In
    /// one scheme, the first one is then meant: the stylesheet's come first, and an accent before a
    /// text.
    fn color_changes(&self, manifest: &ThemeManifest, style: &RootTokens, drawing: &str) -> Vec<ColorChange> {
        let mut changes = Vec::new();
        for &scheme in manifest.schemes() {
            let branded = self.color.map(|color| tokens(color, manifest, scheme));
            let of_brand = |token: &str| branded?.into_iter().find(|(name, _)| *name == token);
            let of_style = |token: &str| style.get(token, scheme).and_then(Color::from_css);
            let of_manifest = |token: &str| Color::from_css(manifest.token(token, scheme)?.get_ref());
            let now = |token: &str| of_brand(token).map(|(_, color)| color).or_else(|| of_manifest(token));
            let texts = [of_style(ON_ACCENT), of_manifest(ON_ACCENT)];
            for (accent, texts) in [(of_style(ACCENT), texts), (of_manifest(ACCENT), [texts[1], texts[0]])] {
                let Some(accent) = accent.filter(|accent| hex_colors(drawing).any(|(_, color)| color == *accent))
                else {
                    continue;
                };
                let texts = texts.into_iter().flatten().map(|was| (was, now(ON_ACCENT)));
                let drawn = [(accent, now(ACCENT))].into_iter().chain(texts);
                changes.extend(drawn.filter_map(|(was, now)| Some(ColorChange { scheme, was, now: now? })));
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

/// A colour with which a logo is drawn in one scheme, and the page's own.
#[derive(Debug, Clone, Copy)]
struct ColorChange {
    scheme: ThemeMode,
    was: Color,
    now: Color,
}

/// Returns a drawing in which `change` has replaced colours that are written as hex digits. It is
/// called with the place of each colour.
fn recolored(drawing: &str, change: impl Fn(usize, Color) -> Option<Color>) -> String {
    let (mut whole, mut copied_to) = (String::new(), 0);
    for (range, color) in hex_colors(drawing) {
        // An equal colour stays as it is written, so that an unchanged drawing keeps its address.
        if let Some(other) = change(range.start, color).filter(|other| *other != color) {
            whole.push_str(&drawing[copied_to..range.start]);
            whole.push_str(&other.to_hex());
            copied_to = range.end;
        }
    }
    whole.push_str(&drawing[copied_to..]);
    whole
}

/// Returns the colours of a drawing that are written as hex digits, with their places.
fn hex_colors(drawing: &str) -> impl Iterator<Item = (Range<usize>, Color)> {
    drawing.match_indices('#').filter_map(move |(start, _)| {
        let digits = drawing[start + 1..].bytes().take_while(u8::is_ascii_hexdigit).count();
        let range = start..start + 1 + digits;
        Color::from_hex(&drawing[range.clone()]).map(|color| (range, color))
    })
}

/// Returns the places of a drawing's rules that apply in dark alone.
fn dark_blocks(drawing: &str) -> Vec<Range<usize>> {
    const FEATURE: &str = "prefers-color-scheme";
    let blocks = drawing.match_indices(FEATURE).filter_map(|(at, _)| {
        let value = drawing[at + FEATURE.len()..].trim_start().strip_prefix(':')?;
        value.trim_start().strip_prefix("dark")?;
        let begin = at + drawing[at..].find('{')?;
        let mut depth = 0_usize;
        let end = drawing[begin..].find(|character: char| {
            match character {
                '{' => depth += 1,
                '}' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        Some(begin..end.map_or(drawing.len(), |length| begin + length))
    });
    blocks.collect()
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

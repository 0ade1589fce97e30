//! Completes the tokens of a theme that sets `accent`: those that follow from it can be left out.
//!
//! They are `accent-soft`, `ground-glow` and `on-accent`, and in dark `accent` itself. A value that
//! `theme.toml` leaves out is taken from the rules for `:root` in `style.css`, unless that file has
//! another `accent`: then its values were made for that one. Otherwise the value is derived from
//! `accent` and the theme's grounds, as for a brand ([`accent`]). A theme whose `accent` is not a
//! plain colour gets no derived values.
//!
//! Tokens come after the stylesheet. So a token that `style.css` sets for the page in another
//! at-rule, such as `@supports`, gets no value: it would override that one in every case.

use toml::Spanned;

use crate::theme::color::{Color, accent};
use crate::theme::manifest::{ThemeManifest, ThemeMode, token_problem};
use crate::theme::stylesheet::root::RootTokens;

const ACCENT: &str = "accent";
/// The text on [`ACCENT`].
const ON_ACCENT: &str = "on-accent";
/// The tokens that follow from `accent`.
pub(in crate::theme) const FOLLOWING: [&str; 4] = [ACCENT, "accent-soft", "ground-glow", ON_ACCENT];

/// Adds the tokens that a manifest with an `accent` leaves out; each is reported at the line of
/// `accent`.
pub(in crate::theme) fn complete(manifest: &mut ThemeManifest, style: &RootTokens) {
    let Some(accent) = manifest.token(ACCENT, ThemeMode::Light).cloned() else {
        return;
    };
    let of_style = style.get(ACCENT, ThemeMode::Light);
    let fits = of_style.is_none_or(|own| own.eq_ignore_ascii_case(accent.get_ref().trim()));
    let mut added = Vec::new();
    for scheme in manifest.schemes() {
        let missing = MissingTokens {
            manifest: &*manifest,
            style,
            fits,
            scheme: *scheme,
        };
        added.extend(
            missing
                .values()
                .into_iter()
                .map(|(token, value)| (token, *scheme, value)),
        );
    }
    for (token, scheme, value) in added {
        manifest.add(token, scheme, Spanned::new(accent.span(), value));
    }
}

/// Returns whether a token is left to the stylesheet, which sets it in another at-rule. `accent` is
/// not: the manifest's overrides that of the stylesheet in any case, so one for dark takes nothing.
pub(in crate::theme) fn is_left_to(style: &RootTokens, token: &str) -> bool {
    token != ACCENT && style.is_set_elsewhere(token)
}

/// The tokens that a manifest leaves out in one scheme.
#[derive(Clone, Copy)]
struct MissingTokens<'a> {
    manifest: &'a ThemeManifest,
    style: &'a RootTokens,
    /// Whether the stylesheet's values belong to the manifest's accent.
    fits: bool,
    scheme: ThemeMode,
}

impl<'a> MissingTokens<'a> {
    /// Returns the tokens with their values.
    fn values(self) -> Vec<(&'static str, String)> {
        let derived = self.derived();
        let derived_value = move |token: &str| {
            let found = derived.iter().flatten().find(|(name, _)| *name == token);
            found.map(|(_, color)| color.to_hex())
        };
        let missing = FOLLOWING
            .into_iter()
            .filter(|token| !self.manifest.decides(token, self.scheme) && !is_left_to(self.style, token));
        let values = missing.filter_map(|token| {
            let own = self.of_style(token).map(str::to_owned);
            Some((token, own.or_else(|| derived_value(token))?))
        });
        values.collect()
    }

    /// Returns the value of the stylesheet, if it belongs to the manifest's accent.
    fn of_style(self, token: &str) -> Option<&'a str> {
        let own = self.style.get(token, self.scheme).filter(|_| self.fits);
        own.filter(|value| token_problem(token, value).is_none())
    }

    fn derived(self) -> Option<[(&'static str, Color); 4]> {
        let decided = self.manifest.decides(ACCENT, self.scheme);
        let kept = self.of_style(ACCENT).filter(|_| !decided);
        let color = match kept {
            Some(value) => Color::from_css(value)?,
            None => self.color(ACCENT)?,
        };
        let mut made = accent::tokens(color, &|token: &str| self.ground(token));
        // An accent that the theme sets stays as it is, so the text on it is chosen for it.
        if decided || kept.is_some() {
            for (token, value) in &mut made {
                if *token == ON_ACCENT {
                    *value = accent::text_on(color);
                }
            }
        }
        Some(made)
    }

    /// Returns a token's colour; the stylesheet's counts if the manifest has none.
    fn color(self, token: &str) -> Option<Color> {
        let own = self.manifest.token(token, self.scheme);
        let own = own.map(|value| value.get_ref().as_str());
        own.or_else(|| self.style.get(token, self.scheme))
            .and_then(Color::from_css)
    }

    /// Like [`Self::color`]; a theme for dark without these tokens has the browser's dark page.
    fn ground(self, token: &str) -> Option<Color> {
        let of_browser = match (self.scheme, token) {
            (ThemeMode::Dark, "surface") => Color::from_hex("#121212"),
            (ThemeMode::Dark, "ink") => Color::from_hex("#ffffff"),
            _ => None,
        };
        self.color(token).or(of_browser)
    }
}

//! Finds tokens that a theme left as they were when it changed the one that they follow
//! ([`vocabulary::FOLLOWERS`]).
//!
//! Three signs are judged: a pair of text and ground of which `theme.toml` has one token and
//! `style.css` the other, with too little contrast; an `accent-soft`, or an `accent` for dark, of
//! another hue than `accent`; and a token that is not derived because `style.css` sets it in an
//! at-rule. All are warnings, because other rules of `style.css` can change these values, and a
//! second hue can be meant. Pairs within `theme.toml` are the report's own business.

use std::f64::consts::TAU;

use toml::Spanned;

use crate::line_number::line_of;
use crate::theme::color::{Color, Oklch};
use crate::theme::error::{ThemeError, ThemeProblems};
use crate::theme::manifest::{ThemeManifest, ThemeMode};
use crate::theme::reading::derived;
use crate::theme::source::ThemeFiles;
use crate::theme::stylesheet::root::RootTokens;
use crate::theme::vocabulary;

/// The difference from which two hues are taken for two colours, degrees.
const HUE_DEGREES_MAX: f64 = 40.0;
/// The chroma from which an accent has a hue at all.
const ACCENT_CHROMA_MIN: f64 = 0.04;
/// The chroma from which a soft ground has a hue at all.
const SOFT_CHROMA_MIN: f64 = 0.012;

/// Returns the advice for a pair with too little contrast, to be appended to its description; empty
/// if neither token follows the other.
pub(super) fn advice(token: &str, ground: &str) -> String {
    let follows = |base: &str, followers: &[&str]| {
        let is_of = |it: &str| it == base || followers.contains(&it);
        is_of(token) && is_of(ground)
    };
    match vocabulary::FOLLOWERS.iter().find(|(base, all)| follows(base, all)) {
        Some(("accent", _)) => {
            ": change `accent`, or leave out what was made for another one, and it is derived from `accent`".to_owned()
        }
        Some((base, _)) => format!(": change both, since what follows `{base}` was perhaps made for another one"),
        None => String::new(),
    }
}

/// Returns the warnings about a theme; `text` is its `theme.toml`.
pub(super) fn found(manifest: &ThemeManifest, style: &RootTokens, text: &str, files: &ThemeFiles) -> Vec<ThemeError> {
    let mut warnings = ThemeProblems::of(files.path("theme.toml"));
    let mut warn =
        |value: &Spanned<String>, problem: String| warnings.add(Some(line_of(text, value.span().start)), problem);
    for scheme in manifest.schemes() {
        for (token, ground, needed) in vocabulary::PAIRS {
            if let Some((set, problem)) = split_pair(manifest, style, *scheme, (*token, *ground, *needed)) {
                warn(set, problem);
            }
        }
        if let Some(soft) = manifest.token("accent-soft", *scheme)
            && let Some(accent) = manifest.token("accent", *scheme)
            && differ(accent, (soft, SOFT_CHROMA_MIN))
        {
            let scheme = scheme.name();
            warn(
                soft,
                format!("`accent-soft` has another hue than `accent` ({scheme}): leave it out, and it is derived"),
            );
        }
    }
    if manifest.schemes().contains(&ThemeMode::Dark)
        && let Some(light) = manifest.token("accent", ThemeMode::Light)
        && let Some(dark) = manifest.token("accent", ThemeMode::Dark)
        && differ(light, (dark, ACCENT_CHROMA_MIN))
    {
        let problem =
            "`accent` of [tokens-dark] has another hue than that of [tokens]: leave it out, and it is derived";
        warn(dark, problem.to_owned());
    }
    if let Some(accent) = manifest.token("accent", ThemeMode::Light) {
        for token in derived::FOLLOWING {
            let lacks = |scheme: &ThemeMode| !manifest.decides(token, *scheme);
            if derived::is_left_to(style, token) && manifest.schemes().iter().any(lacks) {
                let reason = "because style.css sets it for the page in an at-rule: set it here as well";
                warn(accent, format!("`{token}` is not derived, {reason}"));
            }
        }
    }
    warnings.into_vec()
}

/// Judges a pair of text and ground of which the manifest has one token and the stylesheet the
/// other. Returns the manifest's value and the problem, if the contrast is too low.
fn split_pair<'m>(
    manifest: &'m ThemeManifest,
    style: &RootTokens,
    scheme: ThemeMode,
    (token, ground, needed): (&str, &str, f64),
) -> Option<(&'m Spanned<String>, String)> {
    let (set, left) = match (manifest.token(token, scheme), manifest.token(ground, scheme)) {
        (Some(set), None) => (set, ground),
        (None, Some(set)) => (set, token),
        _ => return None,
    };
    let one = Color::from_css(set.get_ref())?;
    let other = Color::from_css(style.get(left, scheme)?)?;
    let ratio = one.contrast(other);
    let (shown, name) = ((ratio * 100.0).floor() / 100.0, scheme.name());
    let problem = format!(
        "`{token}` on `{ground}` has a contrast of {shown:.2} to 1 ({name}), and {needed} is needed: `{left}` comes from \
         style.css; set it here as well"
    );
    (ratio < needed).then_some((set, problem))
}

/// Returns whether a value has another hue than `accent`; with less than that chroma it has none.
fn differ(accent: &Spanned<String>, (other, chroma_min): (&Spanned<String>, f64)) -> bool {
    let hue = |value: &Spanned<String>, chroma_min: f64| {
        let Oklch { chroma, hue, .. } = Color::from_css(value.get_ref())?.oklch();
        (chroma >= chroma_min).then_some(hue)
    };
    let hues = hue(accent, ACCENT_CHROMA_MIN).zip(hue(other, chroma_min));
    hues.is_some_and(|(one, other)| {
        let turn = (one - other).abs().rem_euclid(TAU);
        turn.min(TAU - turn).to_degrees() > HUE_DEGREES_MAX
    })
}

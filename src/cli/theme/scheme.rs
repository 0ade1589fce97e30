//! Resolves a stylesheet for visitors who prefer light or dark, independently of the designer's own
//! machine.

use crate::theme::ThemeMode;

const QUERY: &str = "prefers-color-scheme";

/// Returns the sheet with every `prefers-color-scheme` query replaced by a constant.
pub(super) fn answered(css: &str, scheme: ThemeMode) -> String {
    let mut answered = String::with_capacity(css.len());
    let mut rest = css;
    while let Some((before, after)) = rest.split_once(QUERY) {
        let (asked, behind) = after.split_once(')').unwrap_or((after, ""));
        let asked = asked.trim_start_matches([' ', ':']).trim_end();
        answered.push_str(before);
        answered.push_str(if asked.is_empty() || asked == scheme.name() {
            "min-width:0px)"
        } else {
            "max-width:0px)"
        });
        rest = behind;
    }
    format!("{answered}{rest}:root{{color-scheme:{} !important}}\n", scheme.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_colour_scheme_query_is_resolved() {
        let css =
            "a{b:c}@media (prefers-color-scheme:dark){a{b:d}}@media screen and (prefers-color-scheme: light){a{b:e}}";
        assert_eq!(
            answered(css, ThemeMode::Dark),
            "a{b:c}@media (min-width:0px){a{b:d}}@media screen and (max-width:0px){a{b:e}}:root{color-scheme:dark !important}\n"
        );
        assert!(answered(css, ThemeMode::Light).contains("@media (max-width:0px){a{b:d}}"));
    }
}

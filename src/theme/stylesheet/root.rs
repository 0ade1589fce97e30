//! The custom properties that a stylesheet sets for the whole page, in light and in dark.
//!
//! Only rules for `:root` or `html` count, outside of all at-rules or directly inside `@media
//! (prefers-color-scheme: …)`: other rules set a value for some elements or in some cases alone.

use std::collections::BTreeMap;

use super::blocks::{self, BlockKind, BlockVisitor};
use crate::theme::guard::without_comments;
use crate::theme::manifest::ThemeMode;

/// The values by name, without the two hyphens.
#[derive(Debug, Default)]
pub(in crate::theme) struct RootTokens {
    light: BTreeMap<String, String>,
    dark: BTreeMap<String, String>,
}

impl RootTokens {
    /// Reads a stylesheet; of several values for one token the last counts.
    pub(in crate::theme) fn of(css: &str) -> Self {
        let mut reader = RootReader::default();
        blocks::walk(css, &mut reader);
        reader.found
    }

    /// Returns a token's value in that scheme; in dark, one that is set for dark comes first.
    pub(in crate::theme) fn get(&self, token: &str, scheme: ThemeMode) -> Option<&str> {
        let dark = self.dark.get(token).filter(|_| scheme == ThemeMode::Dark);
        dark.or_else(|| self.light.get(token)).map(String::as_str)
    }
}

#[derive(Debug, Default)]
struct RootReader {
    found: RootTokens,
    /// The blocks around the current place.
    open: Vec<RootScope>,
}

/// The scope of the declarations in a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RootScope {
    /// Rules in it apply in one colour scheme.
    Media(ThemeMode),
    /// A rule for the whole page.
    Root(ThemeMode),
    Other,
}

impl BlockVisitor for RootReader {
    fn declaration(&mut self, text: &str, _: usize) {
        let Some(RootScope::Root(scheme)) = self.open.last().copied() else {
            return;
        };
        let text = without_comments(text);
        let Some((name, value)) = text.split_once(':') else {
            return;
        };
        let table = match scheme {
            ThemeMode::Light => &mut self.found.light,
            ThemeMode::Dark => &mut self.found.dark,
        };
        if let Some(token) = name.trim().strip_prefix("--") {
            table.insert(token.to_owned(), value.trim().to_owned());
        }
    }

    fn enter(&mut self, prelude: &str, kind: BlockKind) {
        let prelude: String = without_comments(prelude).split_whitespace().collect();
        let prelude = prelude.to_ascii_lowercase();
        let is_root = || {
            let mut selectors = prelude.split(',');
            selectors.any(|selector| matches!(selector, ":root" | "html" | "html:root" | ":root:root"))
        };
        let scope = match (self.open.last(), prelude.as_str()) {
            _ if kind == BlockKind::Value => RootScope::Other,
            (None, "@media(prefers-color-scheme:light)") => RootScope::Media(ThemeMode::Light),
            (None, "@media(prefers-color-scheme:dark)") => RootScope::Media(ThemeMode::Dark),
            (None, _) if is_root() => RootScope::Root(ThemeMode::Light),
            (Some(RootScope::Media(scheme)), _) if is_root() => RootScope::Root(*scheme),
            _ => RootScope::Other,
        };
        self.open.push(scope);
    }

    fn leave(&mut self, _: &str) {
        self.open.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_for_the_whole_page_are_read_by_scheme_and_others_are_not() {
        let tokens = RootTokens::of(
            ":root { --a: #111; --b : red /* x */; color: red }\n.own { --a: #222; --c: #333 }\n\
             @media (prefers-color-scheme: dark) { :root { --a: #444 } .own { --b: #555 } }\n\
             @media print { :root { --a: #666 } }\nhtml { --d: 1px; & i { --a: #777 } }",
        );
        let both = |token: &str| [ThemeMode::Light, ThemeMode::Dark].map(|scheme| tokens.get(token, scheme));
        assert_eq!(both("a"), [Some("#111"), Some("#444")]);
        assert_eq!(both("b"), [Some("red"); 2]);
        assert_eq!(both("c"), [None; 2]);
        assert_eq!(both("d"), [Some("1px"); 2]);
        assert_eq!(both("color"), [None; 2]);
    }
}

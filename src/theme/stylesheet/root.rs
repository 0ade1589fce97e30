//! The custom properties that a stylesheet sets for the whole page, in light and in dark.
//!
//! Only rules for `:root` or `html` count, outside of all at-rules or directly inside `@media
//! (prefers-color-scheme: …)`: other rules set a value for some elements or in some cases alone.
//! Of rules for the page in other at-rules, such as `@supports` or `@layer`, the names are known,
//! without their values.

use std::collections::{BTreeMap, BTreeSet};

use super::blocks::{self, BlockKind, BlockVisitor};
use crate::theme::guard::without_comments;
use crate::theme::manifest::ThemeMode;

/// The values by name, without the two hyphens.
#[derive(Debug, Default)]
pub(in crate::theme) struct RootTokens {
    light: BTreeMap<String, String>,
    dark: BTreeMap<String, String>,
    /// The names that other at-rules set, in rules that a later one for `:root` overrides.
    elsewhere: BTreeSet<String>,
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

    /// Returns whether the stylesheet sets a token for the page in another at-rule, where a later
    /// rule for `:root` would override it.
    pub(in crate::theme) fn is_set_elsewhere(&self, token: &str) -> bool {
        self.elsewhere.contains(token)
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
    /// Rules in it apply in some cases, or come before all others.
    AtRule {
        /// Whether the rules are in a layer, where rules outside of it override every selector.
        is_layered: bool,
    },
    /// A rule for the whole page in such an at-rule.
    RootWithin,
    Other,
}

impl BlockVisitor for RootReader {
    fn declaration(&mut self, text: &str, _: usize) {
        let Some(scope @ (RootScope::Root(_) | RootScope::RootWithin)) = self.open.last().copied() else {
            return;
        };
        let text = without_comments(text);
        let Some((name, value)) = text.split_once(':') else {
            return;
        };
        let Some(token) = name.trim().strip_prefix("--") else {
            return;
        };
        let table = match scope {
            RootScope::Root(ThemeMode::Light) => &mut self.found.light,
            RootScope::Root(ThemeMode::Dark) => &mut self.found.dark,
            _ => {
                self.found.elsewhere.insert(token.to_owned());
                return;
            }
        };
        table.insert(token.to_owned(), value.trim().to_owned());
    }

    fn enter(&mut self, prelude: &str, kind: BlockKind) {
        let prelude: String = without_comments(prelude).split_whitespace().collect();
        let prelude = prelude.to_ascii_lowercase();
        let is_root = || {
            let mut selectors = prelude.split(',');
            selectors.any(|selector| matches!(selector, ":root" | "html" | "html:root" | ":root:root"))
        };
        // A later rule for `:root` overrides these, and the others of `is_root` only if they are
        // in a layer.
        let is_weak_root = || {
            let mut selectors = prelude.split(',');
            selectors.any(|selector| matches!(selector, ":root" | "html" | ":where(:root)" | ":where(html)"))
        };
        let is_at_rule = prelude.starts_with('@');
        let scope = match (self.open.last().copied(), prelude.as_str()) {
            _ if kind == BlockKind::Value => RootScope::Other,
            (None, "@media(prefers-color-scheme:light)") => RootScope::Media(ThemeMode::Light),
            (None, "@media(prefers-color-scheme:dark)") => RootScope::Media(ThemeMode::Dark),
            (None | Some(RootScope::Media(_)), _) if is_at_rule => RootScope::AtRule {
                is_layered: prelude.starts_with("@layer"),
            },
            (Some(RootScope::AtRule { is_layered }), _) if is_at_rule => RootScope::AtRule {
                is_layered: is_layered || prelude.starts_with("@layer"),
            },
            (Some(RootScope::Root(_) | RootScope::RootWithin), _) if is_at_rule => RootScope::RootWithin,
            (None, _) if is_root() => RootScope::Root(ThemeMode::Light),
            (Some(RootScope::Media(scheme)), _) if is_root() => RootScope::Root(scheme),
            (Some(RootScope::AtRule { is_layered }), _) if is_weak_root() || is_layered && is_root() => {
                RootScope::RootWithin
            }
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

    #[test]
    fn names_in_other_at_rules_are_known_if_a_later_rule_for_the_page_overrides_them() {
        let is_set = |css: &str| RootTokens::of(css).is_set_elsewhere("a");
        for css in [
            "@layer own { :root { --a: 1 } }",
            "@layer own { html:root { --a: 1 } }",
            "@supports (color: red) { .own, html { --a: 1 } }",
            "@media screen and (prefers-color-scheme: dark) { :root { --a: 1 } }",
            "@media (prefers-color-scheme: dark) { @supports (color: red) { :where(:root) { --a: 1 } } }",
            "@layer x { @media print { :root:root { --a: 1 } } }",
            ":root { @media (min-width: 1px) { --a: 1 } }",
        ] {
            assert!(is_set(css), "{css}");
        }
        for css in [
            ":root { --a: 1 }",
            "@media (prefers-color-scheme: dark) { :root { --a: 1 } }",
            "@media print { :root:root { --a: 1 } }",
            "@media print { .own { --a: 1 } :root { --b: 1; --c: { --a: 1 } } }",
            "@property --a { --a: 1 }",
        ] {
            assert!(!is_set(css), "{css}");
        }
    }
}

//! Finds tokens that nothing uses, and variables without a value.
//!
//! A `var(--x)` without a fallback needs a value of `--x` wherever its rule applies: in light and
//! in dark, at every width. A fallback elsewhere does not help it, nor does a value that is set
//! only inside `@media (prefers-color-scheme: dark)` or in `[tokens-dark]`. A declaration counts
//! for a use if every at-rule with a condition around it is also around the use; two declarations
//! count together if one of their conditions always holds, such as light and dark. Selectors are
//! not compared: a variable that one rule sets for its own elements has a value for every use.

use std::collections::BTreeSet;

use cssparser::{Parser, ParserInput, Token};

use crate::theme::error::{ThemeProblems, line_of};
use crate::theme::guard::without_comments;
use crate::theme::manifest::{ThemeManifest, ThemeMode};
use crate::theme::source::{self, ThemeFiles};
use crate::theme::vocabulary;

/// The condition of `[tokens-dark]`.
const DARK: &str = "@media (prefers-color-scheme:dark)";

/// Pairs of features of which one always holds.
const OPPOSITES: [(&str, &str); 5] = [
    ("prefers-color-scheme:dark", "prefers-color-scheme:light"),
    ("prefers-reduced-motion:reduce", "prefers-reduced-motion:no-preference"),
    ("orientation:portrait", "orientation:landscape"),
    ("forced-colors:active", "forced-colors:none"),
    ("hover:hover", "hover:none"),
];

/// Reports unused tokens and variables without a value.
pub(super) fn judge(manifest: &ThemeManifest, text: &str, files: &ThemeFiles, problems: &mut ThemeProblems) {
    let own_css = files.text("style.css").ok().flatten().unwrap_or_default();
    let (shared, own) = (CustomProperties::of(&source::base_css()), CustomProperties::of(own_css));
    let tokens = CustomProperties::of(&manifest.css());
    let sheets = [&shared, &own, &tokens];
    let is_used = |token: &str| sheets.iter().any(|sheet| sheet.used.iter().any(|it| it.name == token));
    let lost = |wanted: &VariableUse| {
        let values = sheets.iter().flat_map(|sheet| &sheet.set);
        let values: Vec<&Conditions> = values
            .filter(|(name, _)| *name == wanted.name)
            .map(|(_, conditions)| conditions)
            .collect();
        gap(&values, &wanted.conditions).filter(|_| !wanted.has_fallback)
    };

    let mut said = BTreeSet::new();
    for (_, token, value) in manifest.tokens() {
        let is_shared = vocabulary::TOKENS.iter().any(|(known, _)| *known == token);
        if !is_shared && !is_used(token) && said.insert(token) {
            problems.add(
                Some(line_of(text, value.span().start)),
                format!("`{token}` is not a shared token, and style.css does not use `var(--{token})`"),
            );
        }
    }
    let mut said = BTreeSet::new();
    for (scheme, _, value) in manifest.tokens() {
        for mut wanted in CustomProperties::of(&format!(":root{{--token:{}}}", value.get_ref())).used {
            wanted
                .conditions
                .extend((scheme == ThemeMode::Dark).then(|| DARK.to_owned()));
            if let Some(gap) = lost(&wanted)
                && said.insert(wanted.name.clone())
            {
                problems.add(Some(line_of(text, value.span().start)), gap.problem(&wanted.name));
            }
        }
    }
    for wanted in &shared.used {
        if let Some(gap) = lost(wanted)
            && said.insert(wanted.name.clone())
        {
            let line = manifest.tokens().find(|(_, token, _)| *token == wanted.name);
            let line = line.map(|(_, _, value)| line_of(text, value.span().start));
            problems.add(
                line,
                format!("{}; the shared stylesheet uses it", gap.problem(&wanted.name)),
            );
        }
    }
    let mut of_style = ThemeProblems::of(files.path("style.css"));
    for wanted in &own.used {
        if let Some(gap) = lost(wanted)
            && said.insert(wanted.name.clone())
        {
            of_style.add(Some(line_of(own_css, wanted.at)), gap.problem(&wanted.name));
        }
    }
    problems.extend(of_style);
}

/// The at-rules with a condition around a place, such as `@media print`, in lower case and with
/// single spaces.
type Conditions = BTreeSet<String>;

/// The lack of a value.
#[derive(Debug, PartialEq, Eq)]
enum ValueGap {
    /// Nothing sets the variable.
    Everywhere,
    /// The variable is set only where these conditions hold.
    OutsideOf(String),
}

impl ValueGap {
    fn problem(&self, name: &str) -> String {
        match self {
            Self::Everywhere => format!("`var(--{name})` is set neither in theme.toml nor in style.css"),
            Self::OutsideOf(conditions) if conditions == DARK => format!(
                "`var(--{name})` has no value in light: it is set for dark alone; set it in [tokens] as well, or write a fallback"
            ),
            Self::OutsideOf(conditions) => format!(
                "`var(--{name})` has no value outside of `{conditions}`, where alone it is set; set it for every case, or write a fallback"
            ),
        }
    }
}

/// Returns where a variable lacks a value that is set under these conditions and used under those
/// of `at`; `None` if it always has one.
fn gap(values: &[&Conditions], at: &Conditions) -> Option<ValueGap> {
    let open: Vec<Vec<&str>> = values
        .iter()
        .map(|conditions| conditions.difference(at).map(String::as_str).collect())
        .collect();
    let Some(first) = open.first() else {
        return Some(ValueGap::Everywhere);
    };
    let single: Vec<&str> = open
        .iter()
        .filter_map(|conditions| match conditions[..] {
            [only] => Some(only),
            _ => None,
        })
        .collect();
    let has_opposites = single
        .iter()
        .any(|one| single.iter().any(|other| are_opposites(one, other)));
    let has_value = has_opposites || open.iter().any(Vec::is_empty);
    (!has_value).then(|| ValueGap::OutsideOf(first.join(" ")))
}

/// Returns whether one of two conditions always holds. Two widths are taken for such a pair if one
/// is a minimum and the other one a maximum.
fn are_opposites(one: &str, other: &str) -> bool {
    let is_minimum = |it: &str| it.contains("min-width") || it.contains('>');
    let is_maximum = |it: &str| it.contains("max-width") || it.contains('<');
    let is_denial = one.contains(" not ") && one.replacen(" not ", " ", 1) == other;
    let is_width = [one, other].iter().all(|it| it.contains("width"));
    is_denial
        || OPPOSITES
            .iter()
            .any(|(a, b)| one.contains(a) && one.replace(a, b) == other)
        || (is_width && is_minimum(one) && !is_maximum(one) && is_maximum(other) && !is_minimum(other))
}

/// One `var(--…)`.
#[derive(Debug, Clone, PartialEq, Eq)]
struct VariableUse {
    /// Byte offset in the sheet.
    at: usize,
    /// Without the two hyphens.
    name: String,
    has_fallback: bool,
    conditions: Conditions,
}

/// The custom properties that a sheet sets and uses.
#[derive(Debug, Default)]
struct CustomProperties {
    set: Vec<(String, Conditions)>,
    used: Vec<VariableUse>,
}

impl CustomProperties {
    fn of(css: &str) -> Self {
        let mut found = Self::default();
        let mut input = ParserInput::new(css);
        found.block(&mut Parser::new(&mut input), &Conditions::new(), true);
        found
    }

    /// Reads a block: text that ends with `;` is a declaration, text with a block is a rule. Frames
    /// of an animation set nothing that lasts.
    fn block(&mut self, input: &mut Parser<'_, '_>, above: &Conditions, sets: bool) {
        let mut start = input.position();
        let mut declaration = Declaring::default();
        loop {
            let before = input.position();
            let Ok(token) = input.next_including_whitespace_and_comments().cloned() else {
                break;
            };
            match token {
                Token::Semicolon => {
                    self.declare(std::mem::take(&mut declaration), above, sets);
                    start = input.position();
                }
                Token::CurlyBracketBlock if !declaration.has_name() => {
                    let prelude = normal(&without_comments(input.slice(start..before)));
                    let (inner, sets) = match prelude.strip_prefix('@') {
                        Some(at) => within(&prelude, at, above),
                        None => (above.clone(), sets),
                    };
                    let property = prelude.strip_prefix("@property --").map(str::to_owned);
                    let opened = input.position();
                    nested(input, &mut |block| self.block(block, &inner, sets));
                    let has_value = normal(input.slice(opened..input.position())).contains("initial-value:");
                    self.set
                        .extend(property.filter(|_| has_value).map(|name| (name, above.clone())));
                    declaration = Declaring::default();
                    start = input.position();
                }
                token => declaration.read(token, before.byte_index(), input, above),
            }
        }
        self.declare(declaration, above, sets);
    }

    fn declare(&mut self, declaration: Declaring, above: &Conditions, sets: bool) {
        let name = declaration.name.filter(|_| sets && declaration.has_colon);
        self.set.extend(name.map(|name| (name, above.clone())));
        self.used.extend(declaration.used);
    }
}

/// Text up to the next `;`, which is a declaration unless a block follows.
#[derive(Debug, Default)]
struct Declaring {
    /// The custom property at the beginning of the text, without the two hyphens.
    name: Option<String>,
    has_begun: bool,
    has_colon: bool,
    used: Vec<VariableUse>,
}

impl Declaring {
    /// Returns whether a custom property is being set, whose value can contain blocks.
    fn has_name(&self) -> bool {
        self.name.is_some() && self.has_colon
    }

    fn read(&mut self, token: Token<'_>, at: usize, input: &mut Parser<'_, '_>, above: &Conditions) {
        match token {
            Token::WhiteSpace(_) | Token::Comment(_) => return,
            Token::Ident(name) if !self.has_begun => self.name = name.strip_prefix("--").map(str::to_owned),
            Token::Colon => self.has_colon = true,
            token => variables(&token, at, input, above, &mut self.used),
        }
        self.has_begun = true;
    }
}

/// Reads the contents of a function or bracket that has just begun, and adds the uses in it.
fn variables(
    token: &Token<'_>,
    at: usize,
    input: &mut Parser<'_, '_>,
    above: &Conditions,
    used: &mut Vec<VariableUse>,
) {
    let is_variable = match token {
        Token::Function(name) => name.eq_ignore_ascii_case("var"),
        Token::ParenthesisBlock | Token::SquareBracketBlock | Token::CurlyBracketBlock => false,
        _ => return,
    };
    nested(input, &mut |inner| {
        let mut own: Option<VariableUse> = None;
        loop {
            let inner_at = inner.position().byte_index();
            let Ok(token) = inner.next_including_whitespace_and_comments().cloned() else {
                break;
            };
            match (&token, &mut own) {
                (Token::Ident(name), None) if is_variable => {
                    own = name.strip_prefix("--").map(|name| VariableUse {
                        at,
                        name: name.to_owned(),
                        has_fallback: false,
                        conditions: above.clone(),
                    });
                }
                (Token::Comma, Some(own)) => own.has_fallback = true,
                _ => variables(&token, inner_at, inner, above, used),
            }
        }
        used.extend(own);
    });
}

fn nested(input: &mut Parser<'_, '_>, read: &mut dyn FnMut(&mut Parser<'_, '_>)) {
    let parsed: Result<(), cssparser::ParseError<'_, ()>> = input.parse_nested_block(|block| {
        read(block);
        Ok(())
    });
    debug_assert!(parsed.is_ok(), "every token is taken");
}

/// Returns the conditions inside an at-rule, and whether declarations there set something.
fn within(prelude: &str, at: &str, above: &Conditions) -> (Conditions, bool) {
    let name: String = at
        .chars()
        .take_while(|character| character.is_ascii_alphanumeric() || *character == '-')
        .collect();
    let mut inner = above.clone();
    if ["media", "supports", "container"].contains(&name.as_str()) {
        inner.insert(prelude.to_owned());
    }
    (inner, !name.ends_with("keyframes"))
}

/// Returns a text in lower case, with single spaces and none after a colon.
fn normal(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let text = words.join(" ").to_ascii_lowercase();
    text.replace(" :", ":").replace(": ", ":")
}

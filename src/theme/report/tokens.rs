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

use crate::line_number::line_of;
use crate::theme::error::ThemeProblems;
use crate::theme::guard::without_comments;
use crate::theme::manifest::{ThemeManifest, ThemeMode};
use crate::theme::source::ThemeFiles;
use crate::theme::stylesheet::blocks::{self, BlockKind, BlockVisitor, nested};
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
    let (shared, own) = (
        CustomProperties::of(&ThemeFiles::shared_css()),
        CustomProperties::of(own_css),
    );
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
        let sheet = OpenBlock {
            conditions: Conditions::new(),
            sets: true,
            is_value: false,
            property: None,
        };
        let mut reader = PropertyReader {
            found: Self::default(),
            open: vec![sheet],
        };
        blocks::walk(css, &mut reader);
        reader.found
    }
}

/// Collects the custom properties of a sheet.
#[derive(Debug)]
struct PropertyReader {
    found: CustomProperties,
    /// The sheet itself, and the blocks around the current place.
    open: Vec<OpenBlock>,
}

/// A block around the current place.
#[derive(Debug)]
struct OpenBlock {
    conditions: Conditions,
    /// Whether declarations here set something that lasts, unlike frames of an animation.
    sets: bool,
    /// Whether the block is in the value of a custom property. Nothing in it is a declaration; the
    /// value itself is read with the property.
    is_value: bool,
    /// The custom property that this block of `@property` describes.
    property: Option<String>,
}

impl PropertyReader {
    fn innermost(&self) -> &OpenBlock {
        self.open.last().expect("the sheet itself stays open")
    }
}

impl BlockVisitor for PropertyReader {
    fn declaration(&mut self, text: &str, at: usize) {
        let block = self.innermost();
        if block.is_value {
            return;
        }
        let name = custom_property(text).filter(|_| block.sets);
        let set = name.map(|name| (name, block.conditions.clone()));
        let used = uses(text, at, &block.conditions);
        self.found.set.extend(set);
        self.found.used.extend(used);
    }

    fn enter(&mut self, prelude: &str, kind: BlockKind) {
        let above = self.innermost();
        let is_value = above.is_value || kind == BlockKind::Value;
        let prelude = normal(&without_comments(prelude));
        let (conditions, sets) = match prelude.strip_prefix('@') {
            Some(at) => within(&prelude, at, &above.conditions),
            None => (above.conditions.clone(), above.sets),
        };
        let property = prelude.strip_prefix("@property --").filter(|_| !is_value);
        let block = OpenBlock {
            conditions,
            sets,
            is_value,
            property: property.map(str::to_owned),
        };
        self.open.push(block);
    }

    fn leave(&mut self, contents: &str) {
        let property = self.open.pop().and_then(|block| block.property);
        let property = property.filter(|_| normal(contents).contains("initial-value:"));
        let set = property.map(|name| (name, self.innermost().conditions.clone()));
        self.found.set.extend(set);
    }
}

/// Returns the custom property that a declaration sets, without the two hyphens.
fn custom_property(declaration: &str) -> Option<String> {
    let mut input = ParserInput::new(declaration);
    let mut input = Parser::new(&mut input);
    let name = input.expect_ident_cloned().ok()?;
    input.expect_colon().ok()?;
    name.strip_prefix("--").map(str::to_owned)
}

/// Returns the uses in a declaration, which is at that byte offset in its sheet.
fn uses(declaration: &str, at: usize, above: &Conditions) -> Vec<VariableUse> {
    let mut input = ParserInput::new(declaration);
    let mut input = Parser::new(&mut input);
    let mut used = Vec::new();
    loop {
        let token_at = input.position().byte_index();
        let Ok(token) = input.next_including_whitespace_and_comments().cloned() else {
            break;
        };
        variables(&token, token_at, &mut input, above, &mut used);
    }
    used.iter_mut().for_each(|used| used.at += at);
    used
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

//! Finds rules of a stylesheet that would hide or disable required parts of a page, by reading
//! alone.
//!
//! The look of a theme is free, but heading, status, message, the way out, everything clickable,
//! and the elements around them ([`super::required_ancestors`]) must stay visible and usable. This
//! module refuses the plain ways to hide or cover them ([`super::hiding`]), by line. Selectors are
//! judged by their last compound ([`selector`]), including `:is()` and `:where()`. Rules for
//! pseudo-elements such as `::before` are decoration, and rules for print are not checked. Other
//! cases (text in the colour of its ground, a box moved out of sight by ten rules together) require
//! a browser, which `anteroom theme check` uses if it finds one; `docs/themes.md` explains this to
//! designers.

mod selector;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use super::error::ThemeProblems;
use super::hiding::{hiding_verb, number};
use super::stylesheet::blocks::{self, BlockKind, BlockVisitor};
use crate::line_number::line_of;
use selector::{SKIP, needed, split, subject};

/// The highest `z-index` of a theme; the skip link is above it.
const Z_INDEX_MAX: f64 = 10.0;

/// Reads a sheet's rules and reports their problems; `ancestors` are the selectors of the elements
/// around required parts in the theme's layout.
pub(super) fn judge(css: &str, ancestors: &BTreeSet<String>, problems: &mut ThemeProblems) {
    for rule in RuleReader::read(css) {
        for (line, problem) in rule.problems(css, ancestors) {
            problems.add(Some(line), problem);
        }
    }
}

/// The context of a rule.
#[derive(Debug, Clone, Default)]
struct RuleContext {
    print: bool,
    keyframes: bool,
    /// The subjects of the enclosing rule, which a nested rule extends.
    subjects: Vec<String>,
}

/// A style rule with its own declarations.
#[derive(Debug)]
struct Rule {
    above: RuleContext,
    /// The last compound of each selector of the rule.
    subjects: Vec<String>,
    declarations: Vec<Declaration>,
}

#[derive(Debug)]
struct Declaration {
    at: usize,
    name: String,
    /// In lower case, with single spaces, without `!important`.
    value: String,
}

/// Collects the rules of a sheet.
#[derive(Debug)]
struct RuleReader {
    /// The sheet itself, as a rule without a selector, and the blocks around the current place.
    open: Vec<Rule>,
    closed: Vec<Rule>,
}

impl RuleReader {
    /// Returns the rules of a sheet, each after those nested in it.
    fn read(css: &str) -> Vec<Rule> {
        let mut reader = Self {
            open: vec![Rule::of(RuleContext::default())],
            closed: Vec::new(),
        };
        blocks::walk(css, &mut reader);
        reader.closed.append(&mut reader.open);
        reader.closed
    }

    fn innermost(&mut self) -> &mut Rule {
        self.open.last_mut().expect("the sheet itself stays open")
    }
}

impl BlockVisitor for RuleReader {
    fn declaration(&mut self, text: &str, at: usize) {
        let declaration = Declaration::read(at, text);
        self.innermost().declarations.extend(declaration);
    }

    /// A block in the value of a custom property is judged like a rule, since older browsers take
    /// it for one in `@media`.
    fn enter(&mut self, prelude: &str, _: BlockKind) {
        let inner = self.innermost().above.within(&without_comments(prelude));
        self.open.push(Rule::of(inner));
    }

    fn leave(&mut self, _: &str) {
        self.closed.extend(self.open.pop());
    }
}

impl RuleContext {
    fn within(&self, prelude: &str) -> Self {
        let prelude = unescaped(prelude.trim()).to_ascii_lowercase();
        let mut inner = self.clone();
        match prelude.strip_prefix('@') {
            Some(at) => {
                let is_of_name = |character: char| character.is_ascii_alphanumeric() || character == '-';
                let name = at
                    .split(|character: char| !is_of_name(character))
                    .next()
                    .unwrap_or_default();
                let queries = split(&at[name.len()..], &[',']);
                inner.print |= name == "media" && queries.into_iter().all(is_for_print);
                inner.keyframes |= ["keyframes", "-webkit-keyframes"].contains(&name);
            }
            None => {
                let subjects = split(&prelude, &[',']).into_iter().map(subject);
                inner.subjects = subjects.flat_map(|own| self.extended(own)).collect();
            }
        }
        inner
    }

    /// Returns the last compounds that a nested rule selects, the enclosing rule's in place of `&`.
    fn extended(&self, own: &str) -> Vec<String> {
        if self.subjects.is_empty() || !own.contains('&') {
            return vec![own.to_owned()];
        }
        // The enclosing compound comes first, since an element's name cannot follow a class.
        self.subjects.iter().map(|above| format!("{above}{own}")).collect()
    }
}

impl Declaration {
    fn read(start: usize, text: &str) -> Option<Self> {
        let blank = text.len() - text.trim_start().len();
        let text = unescaped(&without_comments(text));
        let (name, value) = text.split_once(':')?;
        let value = value.to_ascii_lowercase();
        let value = match value.rsplit_once('!') {
            Some((value, important)) if important.trim() == "important" => value,
            _ => value.as_str(),
        };
        Some(Self {
            at: start + blank,
            name: name.trim().to_ascii_lowercase(),
            value: value.split_whitespace().collect::<Vec<_>>().join(" "),
        })
    }
}

impl Rule {
    fn of(above: RuleContext) -> Self {
        Self {
            subjects: above.subjects.clone(),
            above,
            declarations: Vec::new(),
        }
    }

    fn problems(&self, css: &str, ancestors: &BTreeSet<String>) -> Vec<(usize, String)> {
        let mut problems = Vec::new();
        let mut add =
            |declaration: &Declaration, problem: String| problems.push((line_of(css, declaration.at), problem));
        let needed = self.subjects.iter().find_map(|subject| needed(subject, ancestors));
        for declaration in &self.declarations {
            let Declaration { name, value, .. } = declaration;
            let verb = hiding_verb(name, value).filter(|_| !self.above.print && !self.above.keyframes);
            let lies = |verb: &str| verb == "move away" && needed.as_deref() == Some(SKIP);
            if let (Some(verb), Some(needed)) = (verb.filter(|verb| !lies(verb)), &needed) {
                add(
                    declaration,
                    format!("`{name}: {value}` would {verb} `{needed}`, which every page needs"),
                );
            }
            if name == "z-index" && number(value) > Z_INDEX_MAX {
                add(
                    declaration,
                    format!("`z-index` goes up to {Z_INDEX_MAX}: nothing may cover the skip link"),
                );
            }
            if matches!(name.as_str(), "behavior" | "-moz-binding") || value.contains("expression(") {
                add(declaration, format!("`{name}: {value}`: themes have no script"));
            }
            if name == "position" && value == "fixed" && !self.lets_through() {
                let problem =
                    "`position: fixed` needs `pointer-events: none` beside it, or it may cover what people click";
                add(declaration, problem.to_owned());
            }
        }
        problems
    }

    fn lets_through(&self) -> bool {
        self.declarations
            .iter()
            .any(|it| it.name == "pointer-events" && it.value == "none")
    }
}

/// Returns whether a media query holds on paper alone.
fn is_for_print(query: &str) -> bool {
    let query = query.strip_prefix("only ").unwrap_or(query);
    query.split([' ', '(']).next() == Some("print")
}

/// Resolves escapes in a text: `\62 ottom` becomes `bottom`. A character that could not stand in a
/// name without its escape becomes `_`, so that it separates nothing.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        plain.push_str(before);
        let digits = after.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
        let (code, behind) = after.split_at(digits);
        let character = match u32::from_str_radix(code, 16) {
            Ok(code) => {
                let spaces = ["\r\n", " ", "\n", "\t", "\r", "\u{c}"];
                let space = spaces.iter().find_map(|space| behind.strip_prefix(space));
                rest = space.unwrap_or(behind);
                char::from_u32(code)
            }
            Err(_) => {
                let mut characters = behind.chars();
                let literal = characters.next();
                rest = characters.as_str();
                literal
            }
        };
        let is_of_a_name = |it: char| it.is_alphanumeric() || it == '-';
        plain.extend(character.map(|it| if is_of_a_name(it) { it } else { '_' }));
    }
    plain + rest
}

/// Returns the text without its comments, and without what looks like a bracket or separator inside
/// a string.
pub(super) fn without_comments(css: &str) -> String {
    let mut text = String::with_capacity(css.len());
    let mut quote = None;
    let mut rest = css.chars();
    while let Some(character) = rest.next() {
        match (quote, character) {
            (None, '/') if rest.as_str().starts_with('*') => {
                let inside = &rest.as_str()[1..];
                rest = inside.split_once("*/").map_or("", |(_, behind)| behind).chars();
            }
            (_, '\\') => {
                text.push(character);
                text.extend(rest.next());
            }
            (None, '"' | '\'') => {
                quote = Some(character);
                text.push(character);
            }
            (Some(open), _) if open == character => {
                quote = None;
                text.push(character);
            }
            (Some(_), '(' | ')' | '[' | ']' | ',' | '>' | '+' | '~' | ' ') => text.push('_'),
            _ => text.push(character),
        }
    }
    text
}

//! Finds rules of a stylesheet that would hide or disable required parts of a page, by reading
//! alone.
//!
//! The look of a theme is free, but heading, status, message, the way out, everything clickable,
//! and the elements around them ([`super::holders`]) must stay visible and usable. This module
//! refuses the plain ways to hide or cover them ([`super::harm`]), by line. Selectors are judged by
//! their last compound, including `:is()` and `:where()`. Rules for pseudo-elements such as
//! `::before` are decoration, and rules for print are not checked. Other cases (text in the colour
//! of its ground, a box moved out of sight by ten rules together) require a browser, which
//! `anteroom theme check` uses if it finds one; `docs/themes.md` explains this to designers.

use std::collections::BTreeSet;

use cssparser::{Parser, ParserInput, Token};

use super::error::{ThemeProblems, line_of};
use super::harm::harm;

/// Elements, classes, ids and attributes of the required parts.
const ELEMENTS: [&str; 21] = [
    "html", "body", "main", "h1", "a", "button", "input", "select", "textarea", "form", "fieldset", "label", "section",
    "p", "dl", "dt", "dd", "time", "progress", "footer", "dialog",
];
const CLASSES: [&str; 22] = [
    "room",
    "bottom",
    "figures",
    "figure",
    "updated",
    "move-on",
    "links",
    "language",
    "code",
    "fault",
    "heading",
    "lead",
    "status",
    "message",
    "connection",
    "reason",
    "go",
    "leave",
    "skip",
    "draw",
    "drawn",
    "todo",
];
const IDS: [&str; 2] = ["status", "content"];
const ATTRIBUTES: [&str; 2] = ["data-slot", "data-figure"];
/// The skip link, which is out of sight until it has the focus, wherever it is placed.
const SKIP: &str = ".skip";

/// The highest `z-index` of a theme; the skip link is above it.
pub(super) const Z_INDEX_MAX: i64 = 10;

/// Reads a sheet's rules and reports their problems; `holders` are the selectors of the elements
/// around required parts in the theme's layout.
pub(super) fn judge(css: &str, holders: &BTreeSet<String>, problems: &mut ThemeProblems) {
    let mut input = ParserInput::new(css);
    rules(&mut Parser::new(&mut input), &RuleContext::default(), &mut |rule| {
        for (line, problem) in rule.problems(css, holders) {
            problems.add(Some(line), problem);
        }
    });
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

/// Walks a block: text that ends with `;` is a declaration, text with a block is a rule.
fn rules(input: &mut Parser<'_, '_>, above: &RuleContext, found: &mut dyn FnMut(Rule)) {
    let mut declarations = Vec::new();
    let mut start = input.position();
    loop {
        let before = input.position();
        let Ok(token) = input.next_including_whitespace_and_comments().cloned() else {
            break;
        };
        match token {
            Token::Semicolon => {
                declarations.extend(Declaration::read(start.byte_index(), input.slice(start..before)));
                start = input.position();
            }
            Token::CurlyBracketBlock => {
                let inner = above.within(&without_comments(input.slice(start..before)));
                let parsed: Result<(), cssparser::ParseError<'_, ()>> = input.parse_nested_block(|block| {
                    rules(block, &inner, found);
                    Ok(())
                });
                debug_assert!(parsed.is_ok(), "the walk takes every token");
                start = input.position();
            }
            // Consumed here, so that the next position is behind the block.
            Token::Function(_) | Token::ParenthesisBlock | Token::SquareBracketBlock => {
                let _: Result<(), cssparser::ParseError<'_, ()>> = input.parse_nested_block(|block| {
                    while block.next().is_ok() {}
                    Ok(())
                });
            }
            _ => {}
        }
    }
    declarations.extend(Declaration::read(
        start.byte_index(),
        input.slice(start..input.position()),
    ));
    found(Rule {
        above: above.clone(),
        subjects: above.subjects.clone(),
        declarations,
    });
}

impl RuleContext {
    fn within(&self, prelude: &str) -> Self {
        let prelude = unescaped(prelude.trim()).to_ascii_lowercase();
        let mut inner = self.clone();
        match prelude.strip_prefix('@') {
            Some(at) => {
                inner.print |= at.starts_with("media") && at.contains("print") && !at.contains("screen");
                inner.keyframes |= at.contains("keyframes");
            }
            None => {
                let subjects = split(&prelude, &[',']).into_iter().map(subject);
                let extended = subjects.map(|own| match own.contains('&') {
                    true => format!("{own}{}", self.subjects.concat()),
                    false => own.to_owned(),
                });
                inner.subjects = extended.collect();
            }
        }
        inner
    }
}

impl Declaration {
    fn read(start: usize, text: &str) -> Option<Self> {
        let blank = text.len() - text.trim_start().len();
        let text = unescaped(&without_comments(text));
        let (name, value) = text.split_once(':')?;
        let value = value.to_ascii_lowercase().replace("!important", "");
        Some(Self {
            at: start + blank,
            name: name.trim().to_ascii_lowercase(),
            value: value.split_whitespace().collect::<Vec<_>>().join(" "),
        })
    }
}

impl Rule {
    fn problems(&self, css: &str, holders: &BTreeSet<String>) -> Vec<(usize, String)> {
        let mut problems = Vec::new();
        let mut add =
            |declaration: &Declaration, problem: String| problems.push((line_of(css, declaration.at), problem));
        let needed = self.subjects.iter().find_map(|subject| needed(subject, holders));
        for declaration in &self.declarations {
            let Declaration { name, value, .. } = declaration;
            let harm = harm(name, value).filter(|_| !self.above.print && !self.above.keyframes);
            let lies = |harm: &str| harm == "move away" && needed.as_deref() == Some(SKIP);
            if let (Some(harm), Some(needed)) = (harm.filter(|harm| !lies(harm)), &needed) {
                add(
                    declaration,
                    format!("`{name}: {value}` would {harm} `{needed}`, which every page needs"),
                );
            }
            if name == "z-index" && value.parse().is_ok_and(|index: i64| index > Z_INDEX_MAX) {
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

/// Returns the required part that a compound selects, if it selects one.
fn needed(compound: &str, holders: &BTreeSet<String>) -> Option<String> {
    let simples = simples(compound);
    if is_decoration(&simples) {
        return None;
    }
    for simple in &simples {
        let found = match simple.split_at_checked(1) {
            Some((".", class)) => CLASSES.contains(&class),
            Some(("#", id)) => IDS.contains(&id),
            Some(("[", attribute)) => is_needed_attribute(attribute, holders),
            Some((":", "root")) | Some(("*", "")) => true,
            Some((":", function)) => {
                let names = ["is(", "where(", "-webkit-any(", "-moz-any("];
                let inside = names.iter().find_map(|name| function.strip_prefix(name));
                let inside = inside.and_then(|inside| inside.strip_suffix(')')).unwrap_or_default();
                let mut inner = split(inside, &[',']).into_iter();
                if let Some(inner) = inner.find_map(|one| needed(subject(one), holders)) {
                    return Some(inner);
                }
                false
            }
            _ => ELEMENTS.contains(simple),
        };
        if found || holders.contains(*simple) {
            return Some((*simple).to_owned());
        }
    }
    // Compounds such as `:not(.own)` and `:first-child` match any element.
    let of_anything =
        |simple: &&str| simple.starts_with(':') && !simple.starts_with(":is(") && !simple.starts_with(":where(");
    (!simples.is_empty() && simples.iter().all(of_anything)).then(|| "*".to_owned())
}

/// Returns whether a compound ends in a pseudo-element other than the first line and letter, which
/// belong to the text.
fn is_decoration(simples: &[&str]) -> bool {
    let legacy = |simple: &str| [":before", ":after"].contains(&simple);
    simples.iter().any(|simple| legacy(simple))
        || simples
            .windows(2)
            .any(|pair| pair[0] == ":" && !pair[1].starts_with(":first-l"))
}

/// Returns whether an attribute selector selects `[data-slot=…]`, or a required class or id.
fn is_needed_attribute(attribute: &str, holders: &BTreeSet<String>) -> bool {
    let attribute = attribute.trim_start();
    if ATTRIBUTES.iter().any(|name| attribute.starts_with(name)) {
        return true;
    }
    let value = || {
        attribute
            .split_once('=')
            .map_or("", |(_, value)| value.trim_end_matches(']'))
    };
    let value = |mark: &str, known: &[&str]| {
        let value = value().trim_matches(['"', '\'', ' ']).trim_end_matches(" i");
        // The selector can match a part of a name.
        let meant = |name: &str| value.is_empty() || name.contains(value) || value.contains(name);
        known.iter().any(|name| meant(name)) || holders.iter().any(|it| it.strip_prefix(mark).is_some_and(meant))
    };
    match attribute.starts_with("class") {
        true => value(".", &CLASSES),
        false => attribute.starts_with("id") && value("#", &IDS),
    }
}

/// Returns the last compound of a selector.
fn subject(selector: &str) -> &str {
    let parts = split(selector.trim(), &[' ', '\n', '\t', '\r', '>', '+', '~']);
    parts.into_iter().rfind(|part| !part.is_empty()).unwrap_or_default()
}

/// Splits `a.b:is(c)[d]` into `a`, `.b`, `:is(c)` and `[d]`.
fn simples(compound: &str) -> Vec<&str> {
    let (mut parts, mut start, mut depth) = (Vec::new(), 0, 0_u32);
    for (at, character) in compound.char_indices() {
        if depth == 0 && at > start && matches!(character, '.' | '#' | '[' | ':' | '&' | '*') {
            parts.push(&compound[start..at]);
            start = at;
        }
        depth = depth_after(depth, character);
    }
    parts.push(&compound[start..]);
    parts
}

/// Splits a text at these characters outside brackets.
fn split<'t>(text: &'t str, at: &[char]) -> Vec<&'t str> {
    let mut depth = 0;
    let cut = |character: char| {
        depth = depth_after(depth, character);
        depth == 0 && at.contains(&character)
    };
    text.split(cut).map(str::trim).collect()
}

fn depth_after(depth: u32, character: char) -> u32 {
    match character {
        '(' | '[' => depth + 1,
        ')' | ']' => depth.saturating_sub(1),
        _ => depth,
    }
}

/// Resolves escapes in a text: `\62 ottom` becomes `bottom`.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('\\') {
        plain.push_str(before);
        let digits = after.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
        let (code, behind) = after.split_at(digits);
        rest = match u32::from_str_radix(code, 16) {
            Ok(code) => {
                plain.extend(char::from_u32(code));
                behind.strip_prefix([' ', '\n', '\t']).unwrap_or(behind)
            }
            Err(_) => behind,
        };
    }
    plain + rest
}

/// Returns the text without its comments.
pub(super) fn without_comments(css: &str) -> String {
    let mut text = String::new();
    let mut rest = css;
    while let Some((before, after)) = rest.split_once("/*") {
        text.push_str(before);
        rest = after.split_once("*/").map_or("", |(_, behind)| behind);
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(css: &str) -> Vec<String> {
        let mut problems = ThemeProblems::of("t/style.css".to_owned());
        judge(css, &BTreeSet::from([".card".to_owned()]), &mut problems);
        problems.into_vec().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn what_hides_covers_or_kills_a_needed_thing_is_refused_by_line() {
        for (rule, wanted) in [
            ("h1{display:none}", "`display: none` would hide `h1`"),
            (
                ".room > .leave a { color: red; visibility : HIDDEN !important }",
                "would hide `a`",
            ),
            ("[data-state=paused] .message{opacity:.05}", "would hide `.message`"),
            ("b:is(.x, section .go){font-size:0}", "would hide `.go`"),
            (":where(.status){clip-path:inset(50%)}", "would hide `.status`"),
            (
                ".room{ & .status{ &:hover{ pointer-events:none } } }",
                "would make unusable `.status`",
            ),
            (
                "@media (min-width:1px){@supports (a:b){*{pointer-events:none}}}",
                "would make unusable `*`",
            ),
            (
                "[data-slot=\"ahead\"]{text-indent:-9999px}",
                "would hide `[data-slot=\"ahead\"]`",
            ),
            ("a{content:url(x.png)}", "would hide `a`"),
            (":root{color:transparent}", "would hide `:root`"),
            ("main{transform:scale( 0 )}", "would hide `main`"),
            ("main/* ; */{/*}*/display/**/:none}", "would hide `main`"),
            (".bottom{display:none}", "would hide `.bottom`"),
            (".card{visibility:hidden}", "would hide `.card`"),
            ("footer{opacity:1%}", "would hide `footer`"),
            (
                "body > .room .bottom{position:absolute;left:-9999px}",
                "would move away `.bottom`",
            ),
            ("#status{max-height:0;overflow:hidden}", "would hide `#status`"),
            ("[class~=leave]{clip-path:inset(100%)}", "would hide `[class~=leave]`"),
            ("[id|=\"stat\"]{scale:0}", "would hide `[id|=\"stat\"]`"),
            (":not(.own){display:none}", "would hide `*`"),
            (":is(h1, ::before){display:none}", "would hide `h1`"),
            (":-webkit-any(h1){display:none}", "would hide `h1`"),
            (".\\62 ottom{d\\69splay:n\\6f ne}", "would hide `.bottom`"),
            ("h1::first-line{font-size:0}", "would hide `h1`"),
            (".leave{display:var(--x)}", "would perhaps hide `.leave`"),
            (".own{z-index:11}", "`z-index` goes up to 10"),
            (".own::after{position:fixed;inset:0}", "`position: fixed` needs"),
            ("p{behavior:url(x.htc)}", "no script"),
        ] {
            let found = judged(&format!("a{{color:red}}\n\n{rule}"));
            assert_eq!(found.len(), 1, "{rule}: {found:?}");
            assert!(
                found[0].starts_with("t/style.css:3: ") && found[0].contains(wanted),
                "{rule}: {found:?}"
            );
        }
    }

    #[test]
    fn decoration_and_taste_are_free() {
        let free = "h1::before{content:\"\";opacity:0;pointer-events:none;z-index:10}\n\
            .powered-by,.own{display:none}\n.message:empty::after{display:none}\n.own:not(.status){display:none}\n\
            .status:has(.x) .own{visibility:hidden}\n@media print{.leave,a{display:none}}\n\
            @keyframes a{from{opacity:0}to{opacity:1}}\n.status{opacity:.9;clip-path:none;inline-size:0.5rem}\n\
            body::before{position:fixed;pointer-events:none;inset:0}\n:root{--x:none;--display:none}\n\
            .skip{left:-9999px}\nheader,.top,.logo,.own p em,div.own:first-child{display:none}";
        assert_eq!(judged(free), Vec::<String>::new());
    }
}

//! Rules of a stylesheet that would take from visitors what every page owes them, found by reading.
//!
//! A theme may look like anything, but heading, status, message, the way out and everything that can be clicked stay visible and usable. Here the plain
//! ways to hide or cover them are refused by line. Selectors are judged by their last compound, `:is()` and `:where()` included; rules for
//! `::before` and the like are decoration, and rules for print are free. What reading cannot tell (text in its ground's colour, a box moved
//! out of sight by ten rules together) is for `anteroom theme preview` and the eye; `docs/themes.md` says so to designers.

use cssparser::{Parser, ParserInput, Token};

use super::error::{Problems, line_of};

/// Elements, classes and attributes that every page needs.
const ELEMENTS: [&str; 11] = [
    "html", "body", "main", "h1", "a", "button", "input", "select", "form", "fieldset", "label",
];
const CLASSES: [&str; 12] = [
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
const ATTRIBUTE: &str = "data-slot";

/// Highest `z-index` of a theme; the skip link is above.
pub(super) const Z_INDEX_MAX: i64 = 10;

/// Reads a sheet's rules and names what is wrong with them.
pub(super) fn judge(css: &str, problems: &mut Problems) {
    let mut input = ParserInput::new(css);
    rules(&mut Parser::new(&mut input), &Above::default(), &mut |rule| {
        for (line, problem) in rule.problems(css) {
            problems.add(Some(line), problem);
        }
    });
}

/// What stands around a rule.
#[derive(Debug, Clone, Default)]
struct Above {
    print: bool,
    keyframes: bool,
    /// Subjects of the rule that a nested one extends.
    subjects: Vec<String>,
}

/// A style rule with its own declarations.
#[derive(Debug)]
struct Rule {
    above: Above,
    /// The last compound of each of its selectors.
    subjects: Vec<String>,
    declarations: Vec<Declaration>,
}

#[derive(Debug)]
struct Declaration {
    at: usize,
    name: String,
    /// Lower case, single spaces, without `!important`.
    value: String,
}

/// Walks a block: what ends with `;` is a declaration, what has a block is a rule.
fn rules(input: &mut Parser<'_, '_>, above: &Above, found: &mut dyn FnMut(Rule)) {
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
            // Passed over here, so that the next position is behind it.
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

impl Above {
    fn within(&self, prelude: &str) -> Self {
        let prelude = prelude.trim().to_ascii_lowercase();
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
        let text = without_comments(text);
        let (name, value) = text.split_once(':')?;
        let value = value.to_ascii_lowercase().replace("!important", "");
        Some(Self {
            at: start + blank,
            name: name.trim().to_ascii_lowercase(),
            value: value.split_whitespace().collect::<Vec<_>>().join(" "),
        })
    }

    /// What the declaration does to the thing that it is made for.
    fn harm(&self) -> Option<&'static str> {
        let value = self.value.as_str();
        let hides = match self.name.as_str() {
            "display" => value == "none",
            "visibility" => value == "hidden" || value == "collapse",
            "content-visibility" => value == "hidden",
            "opacity" => quantity(value).is_some_and(|opacity| opacity < 0.3),
            "font-size" | "zoom" | "max-width" | "max-height" | "max-inline-size" | "max-block-size" | "width"
            | "height" | "inline-size" | "block-size" | "scale" => quantity(value) == Some(0.0),
            "color" | "-webkit-text-fill-color" => value == "transparent",
            "clip-path" | "clip" => ["50%", "100%", "(0", "rect("].iter().any(|cut| value.contains(cut)),
            "transform" => value.replace(' ', "").contains("scale(0"),
            "text-indent" => quantity(value).is_some_and(|indent| indent.abs() > 20.0),
            "content" => !matches!(value, "normal" | "none"),
            _ => false,
        };
        let dead = self.name == "pointer-events" && value == "none";
        match (hides, dead) {
            (true, _) => Some("hide"),
            (_, true) => Some("make unusable"),
            _ => None,
        }
    }
}

impl Rule {
    fn problems(&self, css: &str) -> Vec<(usize, String)> {
        let mut problems = Vec::new();
        let mut add =
            |declaration: &Declaration, problem: String| problems.push((line_of(css, declaration.at), problem));
        let needed = self.subjects.iter().find_map(|subject| needed(subject));
        for declaration in &self.declarations {
            let Declaration { name, value, .. } = declaration;
            if let (Some(harm), Some(needed), false) =
                (declaration.harm(), &needed, self.above.print || self.above.keyframes)
            {
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

/// The needed thing that a compound means, if it means one.
fn needed(compound: &str) -> Option<String> {
    if compound.contains("::")
        || [":before", ":after", ":first-l"]
            .iter()
            .any(|pseudo| compound.contains(pseudo))
    {
        return None;
    }
    for simple in simples(compound) {
        let found = match simple.split_at_checked(1) {
            Some((".", class)) => CLASSES.contains(&class),
            Some(("[", attribute)) => attribute.trim_start().starts_with(ATTRIBUTE),
            Some((":", "root")) | Some(("*", "")) => true,
            Some((":", function)) => {
                let inside = function.strip_prefix("is(").or_else(|| function.strip_prefix("where("));
                let inside = inside.and_then(|inside| inside.strip_suffix(')')).unwrap_or_default();
                if let Some(inner) = split(inside, &[',']).into_iter().find_map(|one| needed(subject(one))) {
                    return Some(inner);
                }
                false
            }
            _ => ELEMENTS.contains(&simple),
        };
        if found {
            return Some(simple.to_owned());
        }
    }
    None
}

/// The last compound of a selector.
fn subject(selector: &str) -> &str {
    let parts = split(selector.trim(), &[' ', '\n', '\t', '\r', '>', '+', '~']);
    parts.into_iter().rfind(|part| !part.is_empty()).unwrap_or_default()
}

/// `a.b:is(c)[d]` as `a`, `.b`, `:is(c)`, `[d]`.
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

/// Splits where one of the characters stands outside of brackets.
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

/// The number at the start of a value: `0px` is 0.
fn quantity(value: &str) -> Option<f64> {
    let end = value
        .find(|c: char| !c.is_ascii_digit() && !matches!(c, '.' | '-' | '+'))
        .unwrap_or(value.len());
    value[..end].parse().ok()
}

fn without_comments(css: &str) -> String {
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
        let mut problems = Problems::of("t/style.css".to_owned());
        judge(css, &mut problems);
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
            ("p:is(.x, section .go){font-size:0}", "would hide `.go`"),
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
            body::before{position:fixed;pointer-events:none;inset:0}\n:root{--x:none;--display:none}";
        assert_eq!(judged(free), Vec::<String>::new());
    }
}

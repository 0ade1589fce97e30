//! Whether a selector selects something that pages need, by its last compound.

use std::collections::BTreeSet;

/// Elements, classes, ids and attributes of the required parts.
const ELEMENTS: [&str; 29] = [
    "html",
    "body",
    "main",
    "h1",
    "a",
    "button",
    "input",
    "select",
    "textarea",
    "form",
    "fieldset",
    "label",
    "section",
    "p",
    "dl",
    "dt",
    "dd",
    "time",
    "progress",
    "footer",
    "dialog",
    "h2",
    "ul",
    "ol",
    "li",
    "details",
    "summary",
    "code",
    "leptos-island",
];
const CLASSES: [&str; 31] = [
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
    "done",
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
    "help",
    "stock",
    "hold",
    "offer",
    "aside",
    "queue-id",
    "choices",
    "notify",
];
const IDS: [&str; 2] = ["status", "content"];
const ATTRIBUTES: [&str; 2] = ["data-slot", "data-figure"];
/// The `data-` attributes of our elements, by their beginnings; other ones are a theme's own.
const DATA: [&str; 25] = [
    "data-page",
    "data-state",
    "data-reason",
    "data-near",
    "data-notice",
    "data-connection",
    "data-seconds",
    "data-turned",
    "data-counting",
    "data-reveal",
    "data-leaving",
    "data-hydrated",
    "data-ahead",
    "data-number",
    "data-version",
    "data-check",
    "data-digits",
    "data-error",
    "data-poll",
    "data-wait",
    "data-component",
    "data-placed",
    "data-redirecting",
    "data-push",
    "data-sends",
];
/// Pseudo-elements that are not decoration, by their beginnings: parts of the text, of the progress
/// bar and of details.
const TEXT_PARTS: [&str; 4] = [":first-l", ":-webkit-progress", ":-moz-progress", ":details-content"];
/// The skip link, which is out of sight until it has the focus, wherever it is placed.
pub(super) const SKIP: &str = ".skip";

/// Returns the required part that a compound selects, if it selects one.
pub(super) fn needed(compound: &str, ancestors: &BTreeSet<String>) -> Option<String> {
    let simples = simples(compound);
    if is_decoration(&simples) {
        return None;
    }
    for simple in &simples {
        let found = match simple.split_at_checked(1) {
            Some((".", class)) => CLASSES.contains(&class),
            Some(("#", id)) => IDS.contains(&id),
            Some(("[", attribute)) => is_needed_attribute(attribute, ancestors),
            Some((":", "root")) | Some(("*", "")) => true,
            Some((":", function)) => {
                let names = ["is(", "where(", "-webkit-any(", "-moz-any("];
                let inside = names.iter().find_map(|name| function.strip_prefix(name));
                let inside = inside.and_then(|inside| inside.strip_suffix(')')).unwrap_or_default();
                let mut inner = split(inside, &[',']).into_iter();
                if let Some(inner) = inner.find_map(|one| needed(subject(one), ancestors)) {
                    return Some(inner);
                }
                false
            }
            _ => ELEMENTS.contains(simple),
        };
        if found || ancestors.contains(*simple) {
            return Some((*simple).to_owned());
        }
    }
    (!simples.is_empty() && simples.iter().all(|simple| is_of_anything(simple))).then(|| "*".to_owned())
}

/// Returns whether a simple selector can select any element, as `:not(.own)`, `:first-child` and
/// `[data-page]` do, and a `&` outside of rules.
fn is_of_anything(simple: &str) -> bool {
    if let Some(attribute) = simple.strip_prefix('[') {
        let attribute = attribute.trim_start();
        let is_ours = !attribute.starts_with("data-") || DATA.iter().any(|name| attribute.starts_with(name));
        // Browsers hide what has this attribute anyway.
        return is_ours && !attribute.starts_with("hidden");
    }
    let is_list = [":is(", ":where("].iter().any(|list| simple.starts_with(list));
    simple == "&" || (simple.starts_with(':') && !is_list)
}

/// Returns whether a compound ends in a pseudo-element that only decorates.
fn is_decoration(simples: &[&str]) -> bool {
    let legacy = |simple: &str| [":before", ":after"].contains(&simple);
    simples.iter().any(|simple| legacy(simple))
        || simples
            .windows(2)
            .any(|pair| pair[0] == ":" && !TEXT_PARTS.iter().any(|part| pair[1].starts_with(part)))
}

/// Returns whether an attribute selector selects `[data-slot=…]`, or a required class or id.
fn is_needed_attribute(attribute: &str, ancestors: &BTreeSet<String>) -> bool {
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
        known.iter().any(|name| meant(name)) || ancestors.iter().any(|it| it.strip_prefix(mark).is_some_and(meant))
    };
    match attribute.starts_with("class") {
        true => value(".", &CLASSES),
        false => attribute.starts_with("id") && value("#", &IDS),
    }
}

/// Returns the last compound of a selector.
pub(super) fn subject(selector: &str) -> &str {
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
pub(super) fn split<'t>(text: &'t str, at: &[char]) -> Vec<&'t str> {
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

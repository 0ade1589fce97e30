//! Pages and stylesheets: a page links every sheet that has rules for it.

use std::collections::BTreeSet;

use super::*;

#[test]
fn a_page_links_the_rules_of_all_its_classes() {
    let (all, themes, scenes) = (Languages::load(), Themes::load(None).unwrap(), Scene::all());
    let english = all.find("en").unwrap();
    for theme in themes.iter() {
        let (own, pages) = (
            sheet(&themes, &theme.stylesheet),
            sheet(&themes, &theme.pages_stylesheet),
        );
        let (in_own, in_pages) = (marks_in(&own), marks_in(&pages));
        let (mut with, mut without) = (BTreeSet::new(), BTreeSet::new());
        for scene in &scenes {
            let html = scene.render(english, theme);
            let page = PageContents::of(&html);
            assert!(page.has("link", "href", &theme.stylesheet), "{}", scene.name());
            let used = match page.has("link", "href", &theme.pages_stylesheet) {
                true => {
                    with.extend(marks_on(&page));
                    // The page of the line shows this part of another page.
                    let dialog = html.split_once("<dialog").map(|(_, rest)| format!("<dialog{rest}"));
                    dialog
                        .map(|dialog| marks_on(&PageContents::of(&dialog)))
                        .unwrap_or_default()
                }
                false => marks_on(&page),
            };
            let lost: Vec<&String> = used
                .iter()
                .filter(|mark| in_pages.contains(*mark) && !in_own.contains(*mark))
                .collect();
            assert!(lost.is_empty(), "{} in {}: {lost:?}", scene.name(), theme.id);
            without.extend(used);
        }
        assert!(without.contains("page=queue") && without.contains(".figures") && with.contains("page=error"));
        // Without the second sheet, no selector of it can match: the mark with which it begins is
        // on no such page. Nor is there a rule for a page that does not exist.
        for mark in selectors(&pages).iter().flat_map(|selector| first_marks(selector)) {
            let mark = mark.expect("a selector of pages outside the line begins with a class or with the page");
            assert!(
                with.contains(&mark) && !without.contains(&mark),
                "{mark} in {}",
                theme.id
            );
        }
    }
}

#[test]
fn selectors_are_taken_apart() {
    let css = "@media (x){.a .b,:is([data-page=\"c\"],.d:not(.e)) f::before{g:h .i;j:k}}@keyframes m{from,to{n:o}}.l{}";
    let found = selectors(css);
    assert_eq!(found, [".a .b", ":is([data-page=\"c\"],.d:not(.e)) f::before", ".l"]);
    assert_eq!(marks(found[1]), ["page=c", ".d", ".e"]);
    let first: Vec<String> = found.iter().flat_map(|it| first_marks(it)).flatten().collect();
    assert_eq!(first, [".a", "page=c", ".d", ".l"]);
    assert!(first_marks("a > b").iter().all(Option::is_none));
}

fn sheet(themes: &Themes, path: &str) -> String {
    let asset = themes.asset(path.strip_prefix(Themes::ASSETS_PATH).unwrap()).unwrap();
    String::from_utf8(asset.bytes.to_vec()).unwrap()
}

/// Returns the classes of a page, and its kind.
fn marks_on(page: &PageContents) -> BTreeSet<String> {
    let mut marks = BTreeSet::new();
    for (_, name, value) in &page.attributes {
        let prefix = match name.as_str() {
            "class" => ".",
            "data-page" => "page=",
            _ => continue,
        };
        marks.extend(value.split_whitespace().map(|value| format!("{prefix}{value}")));
    }
    marks
}

/// Returns the classes and kinds of pages that a stylesheet names.
fn marks_in(css: &str) -> BTreeSet<String> {
    selectors(css).into_iter().flat_map(marks).collect()
}

/// Returns the selectors of a served stylesheet, which has no comments.
fn selectors(css: &str) -> Vec<&str> {
    let mut preludes = Vec::new();
    // The blocks that are open, and whether each is within keyframes, whose steps are no selectors.
    let mut open: Vec<bool> = Vec::new();
    for text in css.split_inclusive(['{', '}', ';']) {
        let in_keyframes = open.last().is_some_and(|in_keyframes| *in_keyframes);
        if let Some(prelude) = text.strip_suffix('{').map(str::trim) {
            if !in_keyframes && !prelude.starts_with('@') {
                preludes.push(prelude);
            }
            open.push(in_keyframes || prelude.starts_with("@keyframes"));
        } else if text.ends_with('}') {
            open.pop();
        }
    }
    preludes.into_iter().flat_map(parts).collect()
}

/// Splits a list of selectors at its outermost commas. Brackets can be left open.
fn parts(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut parts) = (0_u32, 0, Vec::new());
    for (at, character) in list.char_indices() {
        match character {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                parts.push(list[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(list[start..].trim());
    parts
}

/// Returns the classes and kinds of pages that a selector names, in their order.
fn marks(selector: &str) -> Vec<String> {
    let mut marks = Vec::new();
    let mut rest = selector;
    while let Some(at) = rest.find(['.', '[']) {
        let is_class = rest[at..].starts_with('.');
        rest = &rest[at + 1..];
        if is_class {
            let is_name = |character: char| character.is_ascii_alphanumeric() || "-_".contains(character);
            let end = rest.find(|character| !is_name(character)).unwrap_or(rest.len());
            marks.push(format!(".{}", &rest[..end]));
        } else if let Some(value) = rest.strip_prefix("data-page=\"") {
            marks.extend(value.split_once('"').map(|(value, _)| format!("page={value}")));
        }
    }
    marks
}

/// Returns the first mark of a selector, or of each choice that it begins with; `None` for one that
/// has no mark.
fn first_marks(selector: &str) -> Vec<Option<String>> {
    let first = |selector: &str| marks(selector).into_iter().next();
    match selector.strip_prefix(":is(").and_then(|rest| rest.split_once(')')) {
        Some((choices, _)) => parts(choices).into_iter().map(first).collect(),
        None => vec![first(selector)],
    }
}

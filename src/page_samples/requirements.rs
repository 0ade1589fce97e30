//! Checks what every page must have, in every theme and language. Each fault is described in words.

use std::collections::{BTreeMap, BTreeSet};

use app::hole::{CLOSE, OPEN};
use lol_html::{RewriteStrSettings, element, rewrite_str};

use crate::text::Language;

/// The elements of a page, as a browser sees them.
#[derive(Debug, Default)]
pub(crate) struct PageContents {
    elements: BTreeMap<String, usize>,
    pub(crate) ids: Vec<String>,
    pub(crate) attributes: Vec<(String, String, String)>,
}

impl PageContents {
    pub(crate) fn of(html: &str) -> Self {
        let mut seen = Self::default();
        let settings = RewriteStrSettings::new().append_element_content_handler(element!("*", |element| {
            let name = element.tag_name();
            *seen.elements.entry(name.clone()).or_default() += 1;
            seen.ids.extend(element.get_attribute("id"));
            let attributes = element.attributes().iter();
            seen.attributes
                .extend(attributes.map(|attribute| (name.clone(), attribute.name(), attribute.value())));
            Ok(())
        }));
        // A page that ends early is detected by its missing elements.
        _ = rewrite_str(html, settings);
        seen
    }

    pub(crate) fn count(&self, element: &str) -> usize {
        self.elements.get(element).copied().unwrap_or(0)
    }

    pub(crate) fn values<'s>(&'s self, element: &'s str, attribute: &'s str) -> impl Iterator<Item = &'s str> {
        let of = self
            .attributes
            .iter()
            .filter(move |(e, a, _)| e == element && a == attribute);
        of.map(|(_, _, value)| value.as_str())
    }

    pub(crate) fn has(&self, element: &str, attribute: &str, value: &str) -> bool {
        self.values(element, attribute).any(|found| found == value)
    }
}

/// Returns the faults of a page in a language; empty for a sound page.
#[must_use]
pub fn faults(html: &str, language: &Language) -> Vec<String> {
    inspected(&PageContents::of(html), html, language)
}

/// Returns the faults of a page whose elements are already known.
pub(crate) fn inspected(seen: &PageContents, html: &str, language: &Language) -> Vec<String> {
    let mut faults = Vec::new();
    let mut must = |holds: bool, fault: &str| {
        if !holds {
            faults.push(fault.to_owned());
        }
    };
    must(html.starts_with("<!doctype html>\n<html "), "the doctype is missing");
    for element in ["html", "head", "title", "body", "main", "h1"] {
        must(seen.count(element) == 1, &format!("<{element}> must occur once"));
    }
    for element in ["header", "footer"] {
        must(seen.count(element) > 0, &format!("<{element}> is missing"));
    }
    must(
        seen.has("html", "lang", language.tag()),
        "`lang` is not the page's language",
    );
    must(
        seen.has("html", "dir", language.direction().as_str()),
        "`dir` is not the language's direction",
    );
    must(
        seen.values("html", "data-error-id").count() == 1,
        "`data-error-id` is missing",
    );
    // Crawlers can index only the page that explains this host, at its own address.
    must(
        seen.has("html", "data-page", "about")
            || seen.has("meta", "name", "robots") && seen.has("meta", "content", "noindex"),
        "crawlers are not told to stay out",
    );
    let viewport = seen.has("meta", "content", "width=device-width, initial-scale=1");
    must(viewport, "the viewport is missing, or hinders zooming");
    let skip = seen.values("a", "href").next().and_then(|href| href.strip_prefix('#'));
    must(
        skip.is_some_and(|skip| seen.ids.iter().any(|id| id == skip)),
        "the first link must skip to an element of the page",
    );
    let mut ids = BTreeSet::new();
    for id in &seen.ids {
        must(ids.insert(id), &format!("the id `{id}` occurs twice"));
    }
    for (element, attribute, value) in &seen.attributes {
        if attribute.starts_with("on") || attribute == "style" {
            must(false, &format!("<{element}> has `{attribute}`"));
        }
        if attribute == "src" && (!value.starts_with('/') || value.starts_with("//")) {
            must(false, &format!("<{element}> loads `{value}`"));
        }
    }
    // One search per mark: a search for several checks every character.
    must(!html.contains(OPEN) && !html.contains(CLOSE), "a mark is left");
    must(!html.contains("{ $"), "a variable of a message is left");
    faults
}

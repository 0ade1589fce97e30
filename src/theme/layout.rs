//! `layout.html`: a whole page that looks right when a browser opens it, with `<slot
//! name="…">sample</slot>` where the server puts its fragments.
//!
//! Read once into pieces. The loader itself writes what the page must have: doctype, attributes of
//! `<html>`, `<title>`, the metas, the stylesheet, the skip link where the layout has no slot for
//! it, and the scripts at the end; a designer's own of these serve the preview only and are
//! dropped, and so are comments. Demanded: `<html>`, `<head>`, `<body>`, `<header>`, one `<main>`,
//! `<footer>`; the slots of [`REQUIRED`], each slot at most once, `status` inside `<main>`, none
//! where a paragraph or heading could not hold it.

use std::{
    cell::{Cell, RefCell},
    rc::Rc,
};

use app::{
    hole::{CLOSE, OPEN},
    page::Slot,
};
use lol_html::{
    RewriteStrSettings, doc_comments, doctype, element,
    html_content::{ContentType, Element},
    rewrite_str,
};

use super::error::{ThemeProblems, line_of};
use super::rules;

/// Without these the page would not do its work.
pub(super) const REQUIRED: [Slot; 4] = [Slot::Heading, Slot::Message, Slot::Status, Slot::Footer];

/// Elements that can hold no block, so no slot.
const NARROW: &str =
    "p slot, h2 slot, h3 slot, h4 slot, a slot, span slot, small slot, strong slot, em slot, b slot, i slot";

/// Where what stands may not be seen, or not by everybody.
const UNSEEN: &str =
    "[hidden] slot, [inert] slot, [aria-hidden=true] slot, .visually-hidden slot, .skip slot, details slot";

/// One part of a page, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LayoutPiece {
    /// The theme's own HTML.
    Html(Box<str>),
    /// Attributes inside `<html …>`, each preceded by a space.
    HtmlAttributes,
    /// Text of `<title>`.
    Title,
    /// End of `<head>`.
    Head,
    /// A place for a fragment.
    Slot(Slot),
    /// End of `<body>`.
    Scripts,
}

/// A theme's page, cut at the places that the server fills.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    pieces: Vec<LayoutPiece>,
    icon: Option<String>,
}

impl Layout {
    /// The parts of the page in order.
    #[must_use]
    pub fn pieces(&self) -> &[LayoutPiece] {
        &self.pieces
    }

    /// Path of the tab's icon, if the layout links one.
    #[must_use]
    pub fn icon(&self) -> Option<&str> {
        self.icon.as_deref()
    }

    /// Reads a layout; what is wrong goes to `problems`. `head` is the theme's own part of
    /// `<head>`; `asset` gives the URL of one of its files.
    pub(super) fn read(
        html: &str,
        head: &str,
        asset: &dyn Fn(&str) -> Option<String>,
        problems: &mut ThemeProblems,
    ) -> Option<Self> {
        if html.contains([OPEN, CLOSE]) {
            problems.add(None, "the private-use characters U+E000 and U+E001 are not possible");
            return None;
        }
        let reader = RefCell::new(Reader::new(html, head, asset, problems));
        let settings = RewriteStrSettings::new()
            .append_element_content_handler(element!("main slot", |slot| {
                reader.borrow_mut().slot_in_main(slot);
                Ok(())
            }))
            .append_element_content_handler(element!(NARROW, |slot| {
                let problem = "a slot holds paragraphs and more: put it outside of <p>, headings, links and the like";
                reader.borrow_mut().complain(slot, problem);
                Ok(())
            }))
            .append_element_content_handler(element!(UNSEEN, |slot| {
                let problem = "a slot stands where it may not be seen: put it outside of [hidden], [inert], aria-hidden, .visually-hidden and <details>";
                reader.borrow_mut().complain(slot, problem);
                Ok(())
            }))
            .append_element_content_handler(element!("*", |element| {
                reader.borrow_mut().element(element);
                Ok(())
            }))
            .append_document_content_handler(doctype!(|doctype| {
                doctype.remove();
                Ok(())
            }))
            .append_document_content_handler(doc_comments!(|comment| {
                comment.remove();
                Ok(())
            }));
        let rewritten = rewrite_str(html, settings);
        let mut reader = reader.into_inner();
        reader.whole();
        match rewritten {
            Ok(rewritten) => {
                let pieces = cut(&rewritten, reader.slots.contains(&Slot::Skip));
                Some(Self {
                    pieces,
                    icon: reader.icon,
                })
            }
            Err(error) => {
                reader.problems.add(None, format!("cannot be read as HTML: {error}"));
                None
            }
        }
    }
}

/// What is known of the page so far.
struct Reader<'a> {
    html: &'a str,
    head: &'a str,
    asset: &'a dyn Fn(&str) -> Option<String>,
    problems: &'a mut ThemeProblems,
    /// How often each of [`PARTS`] occurred.
    parts: [u32; PARTS.len()],
    slots: Vec<Slot>,
    status_in_main: bool,
    icon: Option<String>,
    /// Slots that are open: their content is a sample and not served.
    open_slots: Rc<Cell<u32>>,
    /// A slot was ended by another element's end.
    torn_slot: Rc<Cell<bool>>,
}

/// Elements that make a page, and whether there may be more than one.
const PARTS: [(&str, bool); 6] = [
    ("html", false),
    ("head", false),
    ("body", false),
    ("header", true),
    ("main", false),
    ("footer", true),
];

impl<'a> Reader<'a> {
    fn new(
        html: &'a str,
        head: &'a str,
        asset: &'a dyn Fn(&str) -> Option<String>,
        problems: &'a mut ThemeProblems,
    ) -> Self {
        Self {
            html,
            head,
            asset,
            problems,
            parts: [0; PARTS.len()],
            slots: Vec::new(),
            status_in_main: false,
            icon: None,
            open_slots: Rc::default(),
            torn_slot: Rc::default(),
        }
    }

    fn complain(&mut self, at: &Element<'_, '_>, problem: impl Into<String>) {
        let line = line_of(self.html, at.source_location().bytes().start);
        self.problems.add(Some(line), problem);
    }

    fn slot_in_main(&mut self, slot: &Element<'_, '_>) {
        self.status_in_main |= slot.get_attribute("name").as_deref() == Some(Slot::Status.name());
    }

    fn element(&mut self, element: &mut Element<'_, '_>) {
        let name = element.tag_name();
        if self.open_slots.get() > 0 {
            if name == "slot" {
                self.complain(element, "a slot stands inside another one");
            }
            return;
        }
        if let Some(problem) = rules::element_problem(&name) {
            return self.complain(element, problem);
        }
        if let Some(part) = PARTS.iter().position(|(part, _)| *part == name) {
            self.parts[part] += 1;
        }
        match name.as_str() {
            "slot" => return self.slot(element),
            "meta" => return self.meta(element),
            "link" => return self.link(element),
            "title" if !element.namespace_uri().ends_with("svg") => return element.remove(),
            "html" => keep_class_alone(element),
            "head" => {
                let own = format!("{}<title>{}</title>", self.head, marker(TITLE));
                element.prepend(&own, ContentType::Html);
                element.append(&marker(HEAD), ContentType::Html);
            }
            "body" => {
                element.prepend(&marker(SKIP_LINK), ContentType::Html);
                element.append(&marker(SCRIPTS), ContentType::Html);
            }
            _ => {}
        }
        self.attributes(element, &name);
    }

    fn slot(&mut self, element: &mut Element<'_, '_>) {
        let name = element.get_attribute("name").unwrap_or_default();
        let Some(slot) = Slot::from_name(&name) else {
            let known: Vec<&str> = Slot::ALL.iter().map(|slot| slot.name()).collect();
            return self.complain(
                element,
                format!("slot `{name}` is not known; there are {}", known.join(", ")),
            );
        };
        if self.slots.contains(&slot) {
            self.complain(element, format!("slot `{name}` occurs twice"));
        }
        self.slots.push(slot);
        self.open_slots.set(self.open_slots.get() + 1);
        let (open, torn) = (Rc::clone(&self.open_slots), Rc::clone(&self.torn_slot));
        let closes = element.end_tag_handlers().map(|handlers| {
            handlers.push(Box::new(move |end| {
                open.set(open.get() - 1);
                torn.set(torn.get() || end.name() != "slot");
                Ok(())
            }));
        });
        if closes.is_none() {
            self.complain(element, "the slot is not closed");
        }
        element.replace(&marker(&name), ContentType::Html);
    }

    /// The loader writes its own metas; two more kinds may stay.
    fn meta(&mut self, element: &mut Element<'_, '_>) {
        let name = element.get_attribute("name").unwrap_or_default().to_ascii_lowercase();
        match name.as_str() {
            "theme-color" | "color-scheme" => self.attributes(element, "meta"),
            "" if element.has_attribute("charset") => element.remove(),
            "viewport" | "robots" | "description" | "generator" | "author" => element.remove(),
            _ => self.complain(
                element,
                "of <meta> only charset, viewport, theme-color and color-scheme are possible",
            ),
        }
    }

    /// Stylesheets are for the preview; the tab's icon may stay.
    fn link(&mut self, element: &mut Element<'_, '_>) {
        let rel = element.get_attribute("rel").unwrap_or_default().to_ascii_lowercase();
        match rel.as_str() {
            "stylesheet" => element.remove(),
            "icon" | "apple-touch-icon" => {
                self.attributes(element, "link");
                self.icon = self.icon.take().or_else(|| element.get_attribute("href"));
            }
            _ => self.complain(element, "of <link> only stylesheet and icon are possible"),
        }
    }

    fn attributes(&mut self, element: &mut Element<'_, '_>, name: &str) {
        let attributes: Vec<(String, String)> = element
            .attributes()
            .iter()
            .map(|attribute| (attribute.name(), attribute.value()))
            .collect();
        for (attribute, value) in &attributes {
            match rules::attribute(name, attribute, value) {
                rules::Attribute::Keep => {}
                rules::Attribute::Refuse(problem) => self.complain(element, problem),
                rules::Attribute::File(file) => match (self.asset)(file) {
                    Some(url) => element
                        .set_attribute(attribute, &url)
                        .expect("the attribute is there already"),
                    None => self.complain(element, format!("`{file}` is not a file of this theme")),
                },
            }
        }
    }

    /// What only the whole page shows.
    fn whole(&mut self) {
        for ((part, repeats), count) in PARTS.iter().zip(self.parts) {
            match count {
                0 => self.problems.add(None, format!("<{part}> is missing")),
                1 => {}
                _ if *repeats => {}
                _ => self.problems.add(None, format!("<{part}> occurs {count} times")),
            }
        }
        for slot in REQUIRED.iter().filter(|slot| !self.slots.contains(slot)) {
            self.problems.add(None, format!("slot `{}` is missing", slot.name()));
        }
        if self.slots.contains(&Slot::Status) && !self.status_in_main {
            self.problems.add(None, "slot `status` must stand inside <main>");
        }
        if self.open_slots.get() > 0 || self.torn_slot.get() {
            self.problems.add(None, "a slot is not closed");
        }
    }
}

fn keep_class_alone(html: &mut Element<'_, '_>) {
    let names: Vec<String> = html.attributes().iter().map(|attribute| attribute.name()).collect();
    for name in names.iter().filter(|name| *name != "class") {
        html.remove_attribute(name);
    }
    html.set_attribute(ATTRIBUTES, &marker(ATTRIBUTES))
        .expect("a plain attribute name");
}

// Markers that are no slot. The first is an attribute's name, too, while the page is rewritten.
const ATTRIBUTES: &str = "data-anteroom";
const TITLE: &str = "title";
const HEAD: &str = "head";
const SKIP_LINK: &str = "skip-link";
const SCRIPTS: &str = "scripts";

fn marker(name: &str) -> String {
    format!("{OPEN}{name}{CLOSE}")
}

/// Cuts the rewritten page at its markers.
fn cut(rewritten: &str, has_skip_slot: bool) -> Vec<LayoutPiece> {
    let attribute = format!(" {ATTRIBUTES}=\"{}\"", marker(ATTRIBUTES));
    let page = rewritten.replace(&attribute, &marker(ATTRIBUTES));
    let mut pieces = Vec::new();
    let mut html = String::from("<!doctype html>\n");
    let mut rest = page.trim_start();
    while let Some((before, after)) = rest.split_once(OPEN) {
        let (name, after) = after.split_once(CLOSE).expect("markers are whole");
        html.push_str(&without_indents(before));
        rest = after;
        let piece = match name {
            ATTRIBUTES => LayoutPiece::HtmlAttributes,
            TITLE => LayoutPiece::Title,
            HEAD => LayoutPiece::Head,
            SCRIPTS => LayoutPiece::Scripts,
            SKIP_LINK if has_skip_slot => continue,
            SKIP_LINK => LayoutPiece::Slot(Slot::Skip),
            slot => LayoutPiece::Slot(Slot::from_name(slot).expect("only known slots are marked")),
        };
        if !html.is_empty() {
            pieces.push(LayoutPiece::Html(std::mem::take(&mut html).into()));
        }
        pieces.push(piece);
    }
    html.push_str(&without_indents(rest));
    pieces.push(LayoutPiece::Html(html.into()));
    pieces
}

/// White space with a line break in it becomes one line break.
fn without_indents(html: &str) -> String {
    let mut text = String::with_capacity(html.len());
    for (index, line) in html.split('\n').enumerate() {
        let line = if index == 0 { line } else { line.trim_start() };
        if index > 0 && !text.ends_with('\n') {
            text.push('\n');
        }
        text.push_str(line.trim_end_matches(['\r', '\t']));
    }
    text
}

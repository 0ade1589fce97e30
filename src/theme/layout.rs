//! `layout.html`: a whole page that looks right when a browser opens it, with `<slot
//! name="…">sample</slot>` in the places of the server's fragments.
//!
//! A layout is read once and cut into pieces. The loader itself writes the required parts: doctype,
//! attributes of `<html>`, `<title>`, the metas, the stylesheet, the skip link if the layout has no
//! slot for it, and the scripts after the stylesheet and at the end. A designer's own versions of
//! these serve the preview only and are dropped; so are comments. A layout must have `<html>`,
//! `<head>`, `<body>`, `<header>`, one `<main>`, `<footer>`, and the slots of [`REQUIRED`]. Each
//! slot occurs at most once, `status` inside `<main>`, and none inside an element that can hold no
//! block, such as a paragraph or heading. Single figures can have slots of their own
//! ([`Layout::figures`]); the others stay in `status`.

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

use super::error::ThemeProblems;
use super::rules;
use crate::line_number::line_of;

/// The slots without which the page would not work.
pub(super) const REQUIRED: [Slot; 4] = [Slot::Heading, Slot::Message, Slot::Status, Slot::Footer];

/// Slots inside elements that cannot hold a block.
const NARROW: &str =
    "p slot, h2 slot, h3 slot, h4 slot, a slot, span slot, small slot, strong slot, em slot, b slot, i slot";

/// Slots in places that are hidden, at least from some visitors.
const UNSEEN: &str =
    "[hidden] slot, [inert] slot, [aria-hidden=true] slot, .visually-hidden slot, .skip slot, details slot";

/// One part of a page, in order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LayoutPiece {
    /// The theme's own HTML.
    Html(Box<str>),
    /// The attributes inside `<html …>`, each preceded by a space.
    HtmlAttributes,
    /// The place in `<head>` behind the stylesheet.
    Preload,
    /// The text of `<title>`.
    Title,
    /// The end of `<head>`.
    Head,
    /// The place of a fragment.
    Slot(Slot),
    /// The end of `<body>`.
    Scripts,
}

/// A theme's page, cut at the places where the server inserts its fragments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    pieces: Vec<LayoutPiece>,
    icon: Option<String>,
}

impl Layout {
    /// Returns the parts of the page in order.
    #[must_use]
    pub fn pieces(&self) -> &[LayoutPiece] {
        &self.pieces
    }

    /// Returns the slots of single figures that the layout has, in order.
    #[must_use]
    pub fn figures(&self) -> Vec<Slot> {
        let slots = self.pieces.iter().filter_map(|piece| match piece {
            LayoutPiece::Slot(slot) => Some(*slot),
            _ => None,
        });
        slots.filter(|slot| slot.is_figure()).collect()
    }

    /// Returns the path of the tab's icon, if the layout links one.
    #[must_use]
    pub fn icon(&self) -> Option<&str> {
        self.icon.as_deref()
    }

    /// Reads a layout and adds its problems to `problems`. `head` is the theme's part of `<head>`;
    /// `asset` returns the URL of a theme's file.
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

/// The state of reading a page.
struct Reader<'a> {
    html: &'a str,
    head: &'a str,
    asset: &'a dyn Fn(&str) -> Option<String>,
    problems: &'a mut ThemeProblems,
    /// The number of occurrences of each of [`PARTS`].
    parts: [u32; PARTS.len()],
    slots: Vec<Slot>,
    status_in_main: bool,
    icon: Option<String>,
    /// The number of open slots; the contents of a slot are a sample and not served.
    open_slots: Rc<Cell<u32>>,
    /// The end tag of another element has ended a slot.
    torn_slot: Rc<Cell<bool>>,
}

/// Required elements of a page, and whether they can be repeated.
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
                let own = format!("{}{}<title>{}</title>", self.head, marker(PRELOAD), marker(TITLE));
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

    /// The loader writes its own metas; two further kinds are allowed.
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

    /// Stylesheets serve the preview only; the tab's icon is kept.
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

    /// Checks the rules that concern the whole page.
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

// Markers that are not slots. During rewriting the first one is also the name of an attribute.
const ATTRIBUTES: &str = "data-anteroom";
const PRELOAD: &str = "preload";
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
            PRELOAD => LayoutPiece::Preload,
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

/// Replaces white space that contains a line break by one line break.
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

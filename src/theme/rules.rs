//! The allowed contents of a layout: elements and attributes that display something, and none that
//! act, load or lead outside.
//!
//! The content security policy forbids the same at run time; these checks tell the designer
//! earlier, by line. Plain links are the one exception, since imprint and privacy pages must be
//! reachable.

/// Elements allowed in a layout.
const ELEMENTS: &[&str] = &[
    // The page.
    "html",
    "head",
    "title",
    "meta",
    "link",
    "body", // Its parts.
    "header",
    "main",
    "footer",
    "nav",
    "aside",
    "section",
    "article",
    "div",
    "span",
    "slot", // Text.
    "h2",
    "h3",
    "h4",
    "p",
    "ul",
    "ol",
    "li",
    "dl",
    "dt",
    "dd",
    "a",
    "abbr",
    "address",
    "b",
    "bdi",
    "blockquote",
    "br",
    "cite",
    "code",
    "em",
    "hr",
    "i",
    "q",
    "s",
    "small",
    "strong",
    "sub",
    "sup",
    "time",
    "wbr", // Pictures.
    "figure",
    "figcaption",
    "picture",
    "source",
    "img",
    "svg",
    "g",
    "path",
    "rect",
    "circle",
    "ellipse",
    "line",
    "polyline",
    "polygon",
    "defs",
    "lineargradient",
    "radialgradient",
    "stop",
    "desc",
    "clippath",
    "mask",
    // More to read.
    "details",
    "summary",
    "table",
    "caption",
    "thead",
    "tbody",
    "tr",
    "th",
    "td",
];

/// Attributes that load, send or run something, on any element.
const REFUSED_ATTRIBUTES: [&str; 12] = [
    "action",
    "background",
    "data",
    "formaction",
    "http-equiv",
    "is",
    "longdesc",
    "manifest",
    "ping",
    "poster",
    "srcdoc",
    "xlink:href",
];

/// Referrer policies that reveal no more than the queue's host to other sites; the page's own
/// policy is stricter still.
const SILENT_POLICIES: [&str; 5] = [
    "no-referrer",
    "same-origin",
    "origin",
    "strict-origin",
    "strict-origin-when-cross-origin",
];

/// The decision about an attribute.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Attribute<'v> {
    /// The attribute stays unchanged.
    Keep,
    /// The attribute names a file of the theme.
    File(&'v str),
    /// The attribute would break the page or reach outside.
    Refuse(String),
}

/// Returns the problem with an element, if the element is not allowed.
pub(super) fn element_problem(element: &str) -> Option<String> {
    match element {
        "script" => Some("themes have no script".to_owned()),
        "style" => Some("put styles into style.css".to_owned()),
        "h1" => Some("the page's only <h1> comes with the slot `heading`; use <h2> or <p>".to_owned()),
        _ if ELEMENTS.contains(&element) => None,
        _ => Some(format!("<{element}> is not possible in a theme")),
    }
}

/// Judges one attribute; names are in lower case.
pub(super) fn attribute<'v>(element: &str, name: &str, value: &'v str) -> Attribute<'v> {
    let refuse = |problem: String| Attribute::Refuse(problem);
    if name.starts_with("on") {
        return refuse(format!("`{name}`: themes have no script"));
    }
    if name == "style" {
        return refuse("put styles into style.css, not into `style`".to_owned());
    }
    if name == "referrerpolicy" && !SILENT_POLICIES.contains(&value.trim().to_ascii_lowercase().as_str()) {
        let possible = SILENT_POLICIES.join(", ");
        return refuse(format!(
            "`{name}=\"{value}\"` would tell other sites the visitor's address with the place in it; possible are {possible}"
        ));
    }
    if name == "srcset" {
        return refuse("`srcset`: use one file in `src`, or image-set() in style.css".to_owned());
    }
    if name == "src" || (name == "href" && element == "link") {
        return Attribute::File(value);
    }
    if name == "href" && element == "a" {
        return match is_plain_link(value) {
            true => Attribute::Keep,
            false => refuse(format!("`{value}`: links begin with https://, mailto:, tel: or #")),
        };
    }
    if name == "href" || REFUSED_ATTRIBUTES.contains(&name) {
        return refuse(format!("`{name}` is not possible on <{element}>"));
    }
    // Presentation attributes of SVG accept url(…); only fragments stay inside the page.
    let compact: String = value.to_ascii_lowercase().split_whitespace().collect();
    if compact.matches("url(").count() != compact.matches("url(#").count() {
        return refuse(format!("`{name}`: only url(#…) is possible"));
    }
    Attribute::Keep
}

fn is_plain_link(value: &str) -> bool {
    let value = value.trim().to_ascii_lowercase();
    ["https://", "mailto:", "tel:", "#"]
        .iter()
        .any(|start| value.starts_with(start))
}

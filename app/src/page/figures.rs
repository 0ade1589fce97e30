//! Single figures in slots of their own.
//!
//! The island renders all its figures in one block, and its hydration expects them there. So the
//! status is rendered as a whole, and a figure that has a slot is cut out of it. A comment with the
//! figure's name stays behind. Comments do not count for `:empty`, so the shared stylesheet still
//! recognises a block without figures. For the moment of the hydration, the page's module script
//! exchanges comment and figure ([`super::page_scripts`]); afterwards the island changes the
//! figure's nodes wherever they stand.

use super::Slot;

/// The attribute by which the module script finds a figure; its value is the slot's name.
pub(super) const PLACED: &str = "data-placed";

/// Cuts a figure out of the HTML of the status and returns the HTML for its slot; `None` if the
/// page does not show the figure.
pub(super) fn take(status: &mut String, figure: Slot) -> Option<String> {
    let name = figure.name();
    let start = status[..status.find(mark(figure)?)?].rfind('<')?;
    let tag = status[start + 1..].split([' ', '>']).next()?.to_owned();
    let end_tag = format!("</{tag}>");
    // No figure has an element of its own kind in it.
    let end = start + status[start..].find(&end_tag)? + end_tag.len();
    let opening = format!("<{tag}");
    let html = status[start..end].replacen(&opening, &format!("{opening} {PLACED}=\"{name}\""), 1);
    status.replace_range(start..end, &format!("<!--{name}-->"));
    Some(match figure {
        // A term and its value stand in a list.
        Slot::Ahead | Slot::Wait | Slot::Number => format!("<dl class=\"figures\">{html}</dl>"),
        _ => html,
    })
}

/// Returns an attribute that the element of this figure alone has.
fn mark(figure: Slot) -> Option<&'static str> {
    match figure {
        Slot::Ahead => Some("data-figure=\"ahead\""),
        Slot::Wait => Some("data-figure=\"wait\""),
        Slot::Entry => Some("data-slot=\"entry\""),
        Slot::Number => Some("data-figure=\"number\""),
        Slot::Progress => Some("data-slot=\"progress\""),
        Slot::Updated => Some("class=\"updated\""),
        _ => None,
    }
}

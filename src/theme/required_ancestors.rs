//! Finds the elements around required slots in a layout, by element name, class and id: a rule that
//! hides one of them hides the slot.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use app::page::Slot;
use lol_html::{RewriteStrSettings, element, html_content::Element, rewrite_str};

/// Returns whether visitors need the slot's content; the other slots are a link that is normally
/// hidden, a picture, and something to do.
fn is_needed(slot: Slot) -> bool {
    let parts = [Slot::Heading, Slot::Message, Slot::Status, Slot::Help, Slot::Footer];
    slot.is_figure() || parts.contains(&slot)
}

/// Returns the simple selectors of the elements around required slots, such as `footer`, `.bottom`
/// and `#end`, in lower case.
pub(super) fn required_ancestors(layout: &str) -> BTreeSet<String> {
    let walk = RefCell::new(Walk::default());
    let settings = RewriteStrSettings::new().append_element_content_handler(element!("*", |element| {
        walk.borrow_mut().element(element);
        Ok(())
    }));
    // The layout's own check reports unreadable HTML.
    _ = rewrite_str(layout, settings);
    walk.into_inner().found
}

/// An element's number and its selectors.
type OpenElement = (u64, Vec<String>);

#[derive(Default)]
struct Walk {
    found: BTreeSet<String>,
    /// The open elements; an element that is never closed holds everything after it.
    open: Rc<RefCell<Vec<OpenElement>>>,
    count: u64,
}

impl Walk {
    fn element(&mut self, element: &mut Element<'_, '_>) {
        if element.tag_name() == "slot" {
            let name = element.get_attribute("name").unwrap_or_default();
            if Slot::from_name(&name).is_some_and(is_needed) {
                let open = self.open.borrow();
                self.found.extend(open.iter().flat_map(|(_, names)| names.clone()));
            }
            return;
        }
        self.count += 1;
        let (own, open) = (self.count, Rc::clone(&self.open));
        let closes = element.end_tag_handlers().map(|handlers| {
            handlers.push(Box::new(move |_end| {
                open.borrow_mut().retain(|(other, _)| *other != own);
                Ok(())
            }));
        });
        if closes.is_some() {
            self.open.borrow_mut().push((own, names(element)));
        }
    }
}

fn names(element: &Element<'_, '_>) -> Vec<String> {
    let classes = element.get_attribute("class").unwrap_or_default();
    let classes = classes.split_whitespace().map(|class| format!(".{class}"));
    let id = element.get_attribute("id").map(|id| format!("#{id}"));
    let tag = element.tag_name();
    // `div` and `span` are omitted: rules for them often concern decoration only.
    let tag = (!["div", "span"].contains(&tag.as_str())).then_some(tag);
    let all = classes.chain(id).chain(tag);
    all.map(|name| name.to_ascii_lowercase()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_around_a_needed_slot_holds_it() {
        let layout = "<body class=\"Sky\"><header class=top><slot name=logo>x</slot></header><div id=\"card\" class=\"a b\"><p class=own>x</p>\
            <slot name=\"status\"><p class=sample>x</p></slot></div>\
            <aside class=stub><slot name=number>7</slot></aside><footer><slot name=footer></slot></footer></body>";
        let found: Vec<String> = required_ancestors(layout).into_iter().collect();
        assert_eq!(found, ["#card", ".a", ".b", ".sky", ".stub", "aside", "body", "footer"]);
    }
}

//! Access to the page: slots, texts outside the island, the clock. Elements that a theme's layout
//! lacks are ignored.

use leptos::prelude::{document, window};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Element, HtmlElement, Storage};

/// The island's root, which carries the values from the server: intervals and fixed texts.
const ROOT: &str = "#status";

pub(super) fn find(selector: &str) -> Option<Element> {
    document().query_selector(selector).ok().flatten()
}

fn slot(name: &str) -> Option<Element> {
    find(&format!("[data-slot={name}]"))
}

pub(super) fn has_slot(name: &str) -> bool {
    slot(name).is_some()
}

/// Returns the trimmed text of a slot; empty if the slot does not exist.
pub(super) fn slot_text(name: &str) -> String {
    slot(name)
        .and_then(|element| element.text_content())
        .map(|text| text.trim().to_owned())
        .unwrap_or_default()
}

pub(super) fn slot_attribute(name: &str, attribute: &str) -> String {
    slot(name)
        .and_then(|element| element.get_attribute(attribute))
        .unwrap_or_default()
}

/// Returns an attribute that the server set on the island's root; empty if it is missing.
pub(super) fn island_attribute(attribute: &str) -> String {
    find(ROOT)
        .and_then(|element| element.get_attribute(attribute))
        .unwrap_or_default()
}

/// Writes a text outside the island. An equal text is not written again, so that screen readers and
/// selections are not disturbed.
pub(super) fn set_slot_text(name: &str, text: &str) {
    if let Some(element) = slot(name)
        && element.text_content().as_deref() != Some(text)
    {
        element.set_text_content(Some(text));
    }
}

/// Writes HTML outside the island. The server has made the HTML from the operator's message, as on
/// the page.
pub(super) fn set_slot_html(name: &str, html: &str) {
    if let Some(element) = slot(name) {
        element.set_inner_html(html);
    }
}

/// Returns an attribute of `<html>`; empty if it is missing.
pub(super) fn root_attribute(name: &str) -> String {
    document()
        .document_element()
        .and_then(|root| root.get_attribute(name))
        .unwrap_or_default()
}

/// Sets an attribute of `<html>`.
pub(super) fn set_root_attribute(name: &str, value: &str) {
    if let Some(root) = document().document_element() {
        _ = root.set_attribute(name, value);
    }
}

pub(super) fn is_hidden() -> bool {
    document().hidden()
}

/// Formats an RFC 3339 time as a time of day in the visitor's zone; `None` if the time is
/// unreadable.
pub(super) fn local_time(rfc3339: &str) -> Option<String> {
    let date = js_sys::Date::new(&JsValue::from_str(rfc3339));
    (!date.get_time().is_nan()).then(|| date.to_locale_time_string(&root_attribute("lang")).into())
}

/// Formats an RFC 3339 time as a date with a time of day in the visitor's zone, to the second if
/// the minute has begun, as on the server; `None` if the time is unreadable.
pub(super) fn local_date(rfc3339: &str) -> Option<String> {
    let date = js_sys::Date::new(&JsValue::from_str(rfc3339));
    let options = js_sys::Object::new();
    let time = if date.get_seconds() == 0 { "short" } else { "medium" };
    for (name, style) in [("dateStyle", "long"), ("timeStyle", time)] {
        js_sys::Reflect::set(&options, &JsValue::from_str(name), &JsValue::from_str(style)).ok()?;
    }
    let text = || date.to_locale_string(&root_attribute("lang"), &options);
    (!date.get_time().is_nan()).then(|| text().into())
}

/// Returns an RFC 3339 time as milliseconds of Unix time; NaN if it is unreadable.
pub(super) fn unix_ms(rfc3339: &str) -> f64 {
    js_sys::Date::new(&JsValue::from_str(rfc3339)).get_time()
}

/// Formats milliseconds of Unix time as hours and minutes in the visitor's zone; `None` if they are
/// NaN.
pub(super) fn time_of_day(unix_ms: f64) -> Option<String> {
    let options = js_sys::Object::new();
    js_sys::Reflect::set(&options, &JsValue::from_str("timeStyle"), &JsValue::from_str("short")).ok()?;
    let at = js_sys::Date::new(&JsValue::from_f64(unix_ms));
    let text = || at.to_locale_string(&root_attribute("lang"), &options);
    (!at.get_time().is_nan()).then(|| text().into())
}

/// Sets a custom property of `<html>`.
pub(super) fn set_root_style(name: &str, value: &str) {
    let root = document().document_element();
    if let Some(root) = root.and_then(|root| root.dyn_into::<HtmlElement>().ok()) {
        _ = root.style().set_property(name, value);
    }
}

/// Parses a number; NaN if there is none. (The standard library's parser and printer of floats are
/// as large as the rest of the island.)
pub(super) fn parse(text: &str) -> f64 {
    js_sys::parse_float(text)
}

/// Prints a number with a decimal point.
pub(super) fn print(number: f64) -> String {
    js_sys::Number::from(number)
        .to_string_with_radix(10)
        .map(Into::into)
        .unwrap_or_default()
}

/// Returns milliseconds since the navigation to this page, by a monotonic clock.
pub(super) fn monotonic_ms() -> f64 {
    window().performance().map_or(0.0, |clock| clock.now())
}

/// Returns the value that this tab has stored under that name.
pub(super) fn stored(name: &str) -> Option<String> {
    storage()?.get_item(name).ok().flatten()
}

/// Stores a mark under that name for the lifetime of the tab, or removes the mark. Returns whether
/// the browser's storage allowed it.
pub(super) fn store(name: &str, mark: bool) -> bool {
    let Some(storage) = storage() else {
        return false;
    };
    if mark {
        storage.set_item(name, "1").is_ok()
    } else {
        storage.remove_item(name).is_ok()
    }
}

fn storage() -> Option<Storage> {
    window().session_storage().ok().flatten()
}

/// Formats a whole number as the browser does in the page's language.
pub(super) fn grouped(number: f64) -> String {
    js_sys::Number::from(number)
        .to_locale_string(&root_attribute("lang"))
        .into()
}

/// Returns whether the visitor accepts animations.
pub(super) fn may_move() -> bool {
    let still = window().match_media("(prefers-reduced-motion: reduce)");
    !still.ok().flatten().is_some_and(|still| still.matches())
}

/// Returns a theme's token (a custom property of `<html>`), or the default.
pub(super) fn token(name: &str, otherwise: &str) -> String {
    let root = document().document_element();
    let style = root.and_then(|root| window().get_computed_style(&root).ok().flatten());
    style
        .and_then(|style| style.get_property_value(name).ok())
        .filter(|value| !value.is_empty())
        .unwrap_or_else(|| otherwise.to_owned())
}

/// Sets the tab's icon and returns the previous address; `None` if the page has no icon.
pub(super) fn set_icon(address: &str) -> Option<String> {
    let link = find("link[rel=icon]")?;
    let before = link.get_attribute("href");
    _ = link.set_attribute("href", address);
    before
}

/// Returns a picture as a data URL.
pub(super) fn data_url(svg: &str) -> String {
    ["data:image/svg+xml,", &String::from(js_sys::encode_uri_component(svg))].concat()
}

/// Hides or shows a slot.
pub(super) fn set_hidden(name: &str, hidden: bool) {
    if let Some(element) = slot(name) {
        _ = element.toggle_attribute_with_force("hidden", hidden);
    }
}

/// Writes one segment of the countdown, or hides it.
pub(super) fn set_segment(at: usize, text: Option<&str>) {
    let segments = find(".segments").map(|segments| segments.children());
    if let Some(segment) = segments.and_then(|segments| segments.item(at as u32)) {
        _ = segment.toggle_attribute_with_force("hidden", text.is_none());
        if let Some(figure) = segment.first_element_child() {
            figure.set_text_content(text);
        }
    }
}

/// Returns a random number from 0 to 1.
pub(super) fn random() -> f64 {
    js_sys::Math::random()
}

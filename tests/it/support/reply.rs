//! A complete answer.

use axum::body::{Body, Bytes};
use http::{HeaderMap, Response, StatusCode};
use serde_json::Value;

/// Longest body that is read, in bytes.
const BODY_BYTES_MAX: usize = 4 * 1024 * 1024;

/// An answer.
#[derive(Debug, Clone)]
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Bytes,
}

impl Reply {
    pub(crate) async fn read(response: Response<Body>) -> Self {
        let (head, body) = response.into_parts();
        let body = axum::body::to_bytes(body, BODY_BYTES_MAX).await;
        Self {
            status: head.status,
            headers: head.headers,
            body: body.expect("a body that can be read"),
        }
    }

    pub(crate) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .map_or("", |value| value.to_str().expect("ASCII"))
    }

    /// Returns the target of a redirect; empty if the answer is not a redirect.
    pub(crate) fn location(&self) -> &str {
        self.header("location")
    }

    /// Returns the address to which a page leads on at once without a redirect; empty if the answer
    /// is not such a page.
    pub(crate) fn onward(&self) -> &str {
        let refresh = self.header("refresh").strip_prefix("0; url=");
        refresh.unwrap_or_default()
    }

    /// Returns whether the answer is a page that leads on at once, such as the answer to a form.
    pub(crate) fn leads_on(&self) -> bool {
        self.status == StatusCode::OK && !self.onward().is_empty()
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8(self.body.to_vec()).expect("UTF-8")
    }

    /// Returns the status and the JSON body; the body is null if it is empty.
    pub(crate) fn status_and_json(&self) -> (u16, Value) {
        let json = if self.body.is_empty() { Value::Null } else { self.json() };
        (self.status.as_u16(), json)
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap_or_else(|_| panic!("JSON, not {}", self.text()))
    }

    /// Returns an attribute of `<html>`.
    pub(crate) fn html(&self, attribute: &str) -> String {
        let page = self.text();
        let tag = between(&page, "<html", ">").unwrap_or_else(|| panic!("a page, not {page}"));
        between(tag, &format!(" {attribute}=\""), "\"")
            .unwrap_or_else(|| panic!("{attribute} in {tag}"))
            .to_owned()
    }

    /// Returns the text of the element with this `data-slot`.
    pub(crate) fn slot(&self, name: &str) -> String {
        let page = self.text();
        let element = between(&page, &format!("data-slot=\"{name}\""), "</")
            .unwrap_or_else(|| panic!("no slot {name} in {page}"));
        let (_, text) = element.split_once('>').expect("a tag ends");
        // Live texts end with a space, by which the island finds its text node.
        text.trim_end().to_owned()
    }

    /// Returns the target of the page's back button with entities decoded; empty if there is none.
    pub(crate) fn way_back(&self) -> String {
        let page = self.text();
        let link = page
            .split_once("way-back")
            .and_then(|(_, rest)| between(rest, "href=\"", "\""));
        link.unwrap_or_default().replace("&#38;", "&").replace("&amp;", "&")
    }

    /// Returns `(status, data-error-id, data-state)` of an error page.
    pub(crate) fn error_page(&self) -> (u16, String, String) {
        (
            self.status.as_u16(),
            self.html("data-error-id"),
            self.html("data-state"),
        )
    }
}

/// Returns the text between the first occurrences of two marks.
fn between<'a>(text: &'a str, from: &str, to: &str) -> Option<&'a str> {
    Some(text.split_once(from)?.1.split_once(to)?.0)
}

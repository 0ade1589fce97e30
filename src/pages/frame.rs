//! The frame of every askama page: the head, the skip link, the brand, one heading and the footer
//! (`templates/frame.html`). The content of a page is in its own template.

use std::borrow::Cow;

use crate::text::Language;
use crate::theme::Theme;

/// The frame of one page.
#[derive(Debug)]
pub(super) struct Frame<'a> {
    pub(super) language: &'a Language,
    pub(super) theme: &'a Theme,
    /// The content of `<head>` before the title, as HTML.
    pub(super) head: &'a str,
    /// `data-page` of `<html>`.
    pub(super) page: &'static str,
    /// `data-state` of `<html>`.
    pub(super) state: &'static str,
    /// `data-error-id` of `<html>`: the vendor's error id, empty if none fits.
    pub(super) error_id: String,
    /// The name of the room or of the service.
    pub(super) brand: &'a str,
    /// The page's `<h1>`.
    pub(super) heading: Cow<'a, str>,
    /// The sentence under it; empty if the content needs none.
    pub(super) lead: Cow<'a, str>,
}

impl<'a> Frame<'a> {
    /// Creates the frame of a page. By default it names the service, has no error id and excludes
    /// crawlers.
    pub(super) fn new(
        (page, state): (&'static str, &'static str),
        (heading, lead): (impl Into<Cow<'a, str>>, impl Into<Cow<'a, str>>),
        language: &'a Language,
        theme: &'a Theme,
    ) -> Self {
        Self {
            language,
            theme,
            head: &theme.head_outside_line,
            page,
            state,
            error_id: String::new(),
            brand: &language.shared_notice_texts().header,
            heading: heading.into(),
            lead: lead.into(),
        }
    }
}

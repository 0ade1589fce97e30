//! What stands around every page by askama: the head, the skip link, the brand, one heading and the
//! footer (`templates/frame.html`). What a page says itself is its own template's affair.

use std::borrow::Cow;

use crate::text::Language;
use crate::theme::Theme;

/// The frame of one page.
#[derive(Debug)]
pub(super) struct Frame<'a> {
    pub(super) language: &'a Language,
    pub(super) theme: &'a Theme,
    /// What is in `<head>` before the title: HTML.
    pub(super) head: &'a str,
    /// `data-page` of `<html>`.
    pub(super) page: &'static str,
    /// `data-state` of `<html>`.
    pub(super) state: &'static str,
    /// `data-error-id` of `<html>`: the vendor's, empty where none fits.
    pub(super) error_id: String,
    /// Whose page it is: the room, or the service.
    pub(super) brand: &'a str,
    /// The page's `<h1>`.
    pub(super) heading: Cow<'a, str>,
    /// The sentence under it.
    pub(super) lead: Cow<'a, str>,
}

impl<'a> Frame<'a> {
    /// The frame of a page of this name; it names the service, and is no error and nothing for
    /// crawlers unless the caller says otherwise.
    pub(super) fn new(
        (page, state): (&'static str, &'static str),
        (heading, lead): (impl Into<Cow<'a, str>>, impl Into<Cow<'a, str>>),
        language: &'a Language,
        theme: &'a Theme,
    ) -> Self {
        Self {
            language,
            theme,
            head: &theme.head,
            page,
            state,
            error_id: String::new(),
            brand: &language.notice_words().header,
            heading: heading.into(),
            lead: lead.into(),
        }
    }
}

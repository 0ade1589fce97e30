//! The page that explains the waiting room to people who open the bare address. It is the only page
//! that crawlers are allowed to index.

use askama::Template;

use super::frame::Frame;
use crate::{
    text::{AboutTexts, Language},
    theme::Theme,
};

/// The values of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AboutPage<'a> {
    /// The room's name, if the request is for a room's host or link.
    pub room_name: Option<&'a str>,
    /// Path of the public status.
    pub status_url: &'a str,
    /// The waiting page beside which the visitor opened this one.
    pub line_url: Option<&'a str>,
    /// Whether crawlers are allowed to index it.
    pub indexed: bool,
}

impl AboutPage<'_> {
    /// Renders the page as HTML.
    #[must_use]
    pub fn render(&self, language: &Language, theme: &Theme) -> String {
        let words = language.about_texts();
        let mut frame = Frame::new(("about", "about"), (words.title(&[]), words.lead(&[])), language, theme);
        if self.indexed {
            frame.head = &theme.head_for_crawlers;
        }
        frame.brand = self.room_name.unwrap_or(frame.brand);
        let view = AboutView {
            frame,
            words,
            back: &language.shared_notice_texts().way_back,
            page: self,
        };
        view.render()
            .expect("writing to a string; the template calls nothing that fails")
    }
}

#[derive(Template)]
#[template(path = "about.html")]
struct AboutView<'a> {
    frame: Frame<'a>,
    words: &'a AboutTexts,
    back: &'a str,
    page: &'a AboutPage<'a>,
}

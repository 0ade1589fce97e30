//! "What is this": for people who come to the bare address, and the one page that crawlers may
//! keep.

use askama::Template;

use super::frame::Frame;
use crate::{
    text::{AboutWords, Language},
    theme::Theme,
};

/// What the page is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AboutPage<'a> {
    /// The room's name, where somebody asks on its host or by its link.
    pub room_name: Option<&'a str>,
    /// Path of how the service stands.
    pub status_url: &'a str,
    /// Whether crawlers may keep it.
    pub indexed: bool,
}

impl AboutPage<'_> {
    /// The page as HTML.
    #[must_use]
    pub fn render(&self, language: &Language, theme: &Theme) -> String {
        let words = language.about_words();
        let mut frame = Frame::new(("about", "about"), (words.title(&[]), words.lead(&[])), language, theme);
        if self.indexed {
            frame.head = &theme.head_for_crawlers;
        }
        frame.brand = self.room_name.unwrap_or(frame.brand);
        let view = AboutView {
            frame,
            words,
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
    words: &'a AboutWords,
    page: &'a AboutPage<'a>,
}

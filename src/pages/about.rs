//! "What is this": for people who come to the bare address, and the one page that crawlers may keep.

use askama::Template;

use crate::{
    text::{AboutWords, Language, NoticeWords},
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
        let notice = language.notice_words();
        let view = View {
            language,
            theme,
            notice,
            words: language.about_words(),
            head: if self.indexed {
                &theme.head_for_crawlers
            } else {
                &theme.head
            },
            brand: self.room_name.unwrap_or(&notice.header),
            page: self,
        };
        view.render()
            .expect("writing to a string; the template calls nothing that fails")
    }
}

#[derive(Template)]
#[template(path = "about.html")]
struct View<'a> {
    language: &'a Language,
    theme: &'a Theme,
    notice: &'a NoticeWords,
    words: &'a AboutWords,
    head: &'a str,
    brand: &'a str,
    page: &'a AboutPage<'a>,
}

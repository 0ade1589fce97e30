//! The page that answers a form and leads on at once: without a style, since it is shown only for
//! an instant, and complete for a browser that is configured not to load pages automatically.

use app::texts::Direction;
use askama::Template;

use crate::text::Language;

/// The values of the page.
#[derive(Debug, Clone, Copy)]
pub struct OnwardPage<'a> {
    /// The address of the next page.
    pub url: &'a str,
    /// The text of the link to it.
    pub link: &'a str,
    /// Path of the tab's icon, if the theme has one: without it, a browser asks for another file.
    pub icon: Option<&'a str>,
}

impl OnwardPage<'_> {
    /// Renders the page as HTML.
    #[must_use]
    pub fn render(&self, language: &Language) -> String {
        let view = OnwardView {
            lang: language.tag(),
            dir: language.direction(),
            page: self,
        };
        view.render()
            .expect("writing to a string; the template calls nothing that fails")
    }
}

#[derive(Template)]
#[template(path = "onward.html")]
struct OnwardView<'a> {
    lang: &'a str,
    dir: Direction,
    page: &'a OnwardPage<'a>,
}

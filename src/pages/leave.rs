//! The page that asks for confirmation before a place is given up: an askama template, complete
//! without scripts. Only its button gives the place up, and at once. With scripts the waiting page
//! shows its own dialog (`app/src/page/controls.js`), and leaving can be undone for a while.

use app::texts::PageTexts;
use askama::Template;

use super::frame::Frame;
use crate::{text::Language, theme::Theme};

/// The values of the page.
#[derive(Debug, Clone, Copy)]
pub struct LeavePage<'a> {
    /// The room's name.
    pub room_name: &'a str,
    /// The address to which the form is sent.
    pub action: &'a str,
    /// The address of the visitor's waiting page.
    pub line_url: &'a str,
}

impl LeavePage<'_> {
    /// Renders the page as HTML.
    #[must_use]
    pub fn render(&self, language: &Language, theme: &Theme) -> String {
        let texts = language.page_texts();
        let heading = (texts.leave.as_str(), texts.leave_loses.as_str());
        let mut frame = Frame::new(("leave", "question"), heading, language, theme);
        frame.brand = self.room_name;
        let view = LeaveView {
            frame,
            back: language.move_words().back(&[]),
            button: &texts.leave,
            texts: &texts,
            page: self,
        };
        view.render()
            .expect("writing to a string; the template calls nothing that fails")
    }
}

#[derive(Template)]
#[template(path = "leave.html")]
struct LeaveView<'a> {
    frame: Frame<'a>,
    back: String,
    button: &'a str,
    texts: &'a PageTexts,
    page: &'a LeavePage<'a>,
}

//! The question before a place is given up: by askama, complete without script. Nothing is given up
//! without its button.

use askama::Template;

use super::frame::Frame;
use crate::{
    text::{Language, Notice},
    theme::Theme,
};

/// What the page is made of.
#[derive(Debug, Clone, Copy)]
pub struct LeavePage<'a> {
    /// The room's name.
    pub room_name: &'a str,
    /// Where the form goes.
    pub action: &'a str,
    /// Back to the visitor's page in the line.
    pub line_url: &'a str,
}

impl LeavePage<'_> {
    /// The page as HTML.
    #[must_use]
    pub fn render(&self, language: &Language, theme: &Theme) -> String {
        let leave = language.page_texts().leave;
        let afterwards = &language.notice(Notice::Left).todo;
        let mut frame = Frame::new(("leave", "question"), (&leave, afterwards), language, theme);
        frame.brand = self.room_name;
        let view = LeaveView {
            frame,
            back: language.move_words().back(&[]),
            button: &leave,
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
    page: &'a LeavePage<'a>,
}

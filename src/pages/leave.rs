//! The pages about leaving the line: askama templates, complete without scripts.
//!
//! The first asks for confirmation; only its button leaves. The second is shown while leaving can
//! still be undone. With scripts the waiting page shows the first one's dialog in place of both
//! (`app/src/page/controls.js`).

use app::texts::PageTexts;
use askama::Template;

use super::frame::Frame;
use crate::{text::Language, theme::Theme};

/// The values of the page that asks for confirmation before a place is given up.
#[derive(Debug, Clone, Copy)]
pub struct LeavePage<'a> {
    /// The room's name.
    pub room_name: &'a str,
    /// The address to which the page's form is sent.
    pub action: &'a str,
    /// The address to which the dialog's form is sent once it cannot be undone any more.
    pub dialog_action: &'a str,
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
            left: language.hold_words().left(&[]),
            button: &texts.leave,
            texts: &texts,
            page: self,
        };
        view.render()
            .expect("writing to a string; the template calls nothing that fails")
    }
}

/// The values of the page that is shown while leaving can be undone. The answer's headers load the
/// next page.
#[derive(Debug, Clone, Copy)]
pub struct LeavingPage<'a> {
    /// The room's name.
    pub room_name: &'a str,
    /// The address that undoes leaving, and leads to the visitor's waiting page.
    pub undo_url: &'a str,
    /// The time that is left when the page opens, seconds.
    pub seconds: u64,
}

impl LeavingPage<'_> {
    /// Renders the page as HTML.
    #[must_use]
    pub fn render(&self, language: &Language, theme: &Theme) -> String {
        let texts = language.page_texts();
        let heading = (texts.leave_pending.as_str(), texts.leave_can_undo.as_str());
        let mut frame = Frame::new(("leave", "pending"), heading, language, theme);
        frame.brand = self.room_name;
        let view = LeavingView {
            frame,
            left: language.hold_words().left(&[]),
            time: minutes_and_seconds(self.seconds, language),
            undo: &texts.leave_undo,
            page: self,
        };
        view.render()
            .expect("writing to a string; the template calls nothing that fails")
    }
}

/// Returns a time as the page of a held turn counts it: `00:10`, in the language's digits.
fn minutes_and_seconds(seconds: u64, language: &Language) -> String {
    let two = |number: u64| {
        [number / 10 % 10, number % 10]
            .map(|digit| language.number(digit))
            .concat()
    };
    format!("{}:{}", two(seconds / 60), two(seconds % 60))
}

#[derive(Template)]
#[template(path = "leave.html")]
struct LeaveView<'a> {
    frame: Frame<'a>,
    /// The label of the time in which leaving can be undone.
    left: String,
    button: &'a str,
    texts: &'a PageTexts,
    page: &'a LeavePage<'a>,
}

#[derive(Template)]
#[template(path = "leaving.html")]
struct LeavingView<'a> {
    frame: Frame<'a>,
    /// The label of the time.
    left: String,
    time: String,
    /// The text of the link that undoes leaving.
    undo: &'a str,
    page: &'a LeavingPage<'a>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Languages;

    #[test]
    fn the_time_has_two_digits_a_unit_in_the_languages_own() {
        let languages = Languages::load();
        let written = |tag: &str, seconds| {
            let language = languages.iter().find(|language| language.tag() == tag);
            minutes_and_seconds(seconds, language.expect("a culture"))
        };
        assert_eq!(
            [10, 9, 75].map(|seconds| written("en-US", seconds)),
            ["00:10", "00:09", "01:15"]
        );
        assert_eq!(written("ar-EG", 10), "٠٠:١٠");
    }
}

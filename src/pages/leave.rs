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
            left: language.step_aside_texts().left(&[]),
            button: &texts.leave,
            texts: &texts,
            page: self,
        };
        view.render()
            .expect("writing to a string; the template calls nothing that fails")
    }
}

/// The values of the page that is shown while leaving can be undone. The answer's headers load the
/// next page. The page has every second that is left, and its stylesheet shows each in its turn: a
/// single number would grow false. Screen readers and readers who want no motion have words that
/// stay true.
#[derive(Debug, Clone, Copy)]
pub struct LeavingPage<'a> {
    /// The room's name.
    pub room_name: &'a str,
    /// The address that undoes leaving, and leads to the visitor's waiting page.
    pub undo_url: &'a str,
    /// The time for which leaving can still be undone, seconds.
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
            undo: &texts.leave_undo,
            left: language.step_aside_texts().left(&[]),
            words: language.countdown(self.seconds.max(1)),
            seconds: (0..=self.seconds).rev().map(|left| clock(language, left)).collect(),
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
    /// The text of the link that undoes leaving.
    undo: &'a str,
    /// The label of the time in which leaving can be undone.
    left: String,
    /// That time in words, which are true until it is over.
    words: String,
    /// That time by the second: each text is true for one second.
    seconds: Vec<String>,
    page: &'a LeavingPage<'a>,
}

/// Returns less than a minute such as "00:09", as the waiting page's script writes it.
fn clock(language: &Language, seconds: u64) -> String {
    let digits: Vec<char> = language.digits().chars().collect();
    let digit = |number: u64| digits[(number % 10) as usize];
    String::from_iter([digit(0), digit(0), ':', digit(seconds / 10), digit(seconds)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Languages;
    use crate::theme::Themes;

    #[test]
    fn the_page_without_scripts_has_every_second_that_is_left_and_words_that_stay_true() {
        let (languages, themes) = (Languages::load(), Themes::load(None).unwrap());
        for language in languages.each() {
            let page = LeavingPage {
                room_name: "Sale",
                undo_url: "/",
                seconds: 6,
            };
            let html = page.render(language, themes.default_theme()).replace("&#39;", "'");
            let seconds: Vec<&str> = html
                .split("<b>")
                .skip(1)
                .map(|rest| &rest[..rest.find("</b>").unwrap()])
                .collect();
            let all = (0..=6).rev().map(|left| clock(language, left));
            assert!(seconds.iter().copied().eq(all), "{}: {seconds:?}", language.tag());
            for text in [language.step_aside_texts().left(&[]), language.countdown(6)] {
                assert!(html.contains(&text), "{}: {text}", language.tag());
            }
        }
    }

    #[test]
    fn the_seconds_are_written_in_the_languages_digits() {
        let languages = Languages::load();
        let of = |tag: &str| {
            languages
                .each()
                .find(|language| language.tag() == tag)
                .expect("a language")
        };
        assert_eq!(clock(of("en"), 9), "00:09");
        assert_eq!(clock(of("fa"), 10), "۰۰:۱۰");
    }
}

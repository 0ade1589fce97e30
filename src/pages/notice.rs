//! Pages outside the line, by askama: they need no reactive runtime, no store and no room.
//!
//! Each says in one heading what is the matter, then what happened and what to do, and offers one
//! button back into the line where there is a way.

use askama::Template;

use super::frame::Frame;
use crate::{
    text::{Language, Notice, NoticeWords},
    theme::Theme,
};

/// What a page outside the line is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoticePage<'a> {
    /// What it is about.
    pub notice: Notice,
    /// The vendor's error id, 0 where none fits.
    pub error_id: u8,
    /// Where the button leads: a path, or an absolute http(s) URL. Anything else gives no button.
    pub way_back: Option<&'a str>,
    /// Seconds after which the page tries again by itself.
    pub refresh_seconds: Option<u32>,
    /// The room's name, where there is one to speak of.
    pub room_name: Option<&'a str>,
}

impl<'a> NoticePage<'a> {
    /// A page that stays as it is, with no button and no room.
    #[must_use]
    pub fn new(notice: Notice) -> Self {
        Self {
            notice,
            error_id: 0,
            way_back: None,
            refresh_seconds: None,
            room_name: None,
        }
    }

    /// `data-page` of `<html>`.
    #[must_use]
    pub fn page_id(&self) -> &'static str {
        match self.notice {
            Notice::Holding => "holding",
            Notice::Overload => "overload",
            Notice::Left => "left",
            Notice::Moved => "moved",
            Notice::SoftBlock => "soft-block",
            _ => "error",
        }
    }

    /// The page as HTML.
    #[must_use]
    pub fn render(&self, language: &Language, theme: &Theme) -> String {
        let words = language.notice_words();
        let error_id = if self.error_id > 0 {
            self.error_id.to_string()
        } else {
            String::new()
        };
        let way_back = self.way_back.filter(|url| leads_back(url));
        let code = format!("{error_id} {}", self.notice.name());
        let texts = language.notice(self.notice);
        let marks = (self.page_id(), self.notice.name());
        let mut frame = Frame::new(marks, (texts.heading.as_str(), texts.what.as_str()), language, theme);
        frame.error_id = error_id;
        frame.brand = self.room_name.unwrap_or(frame.brand);
        let view = NoticeView {
            frame,
            words,
            todo: &texts.todo,
            way_back,
            hint: way_back.is_none() && sends_back(self.notice),
            refresh_seconds: self.refresh_seconds,
            reference: (self.page_id() == "error").then(|| words.reference(code.trim())),
        };
        view.render()
            .expect("writing to a string; the template calls nothing that fails")
    }
}

#[derive(Template)]
#[template(path = "notice.html")]
struct NoticeView<'a> {
    frame: Frame<'a>,
    words: &'a NoticeWords,
    todo: &'a str,
    way_back: Option<&'a str>,
    hint: bool,
    refresh_seconds: Option<u32>,
    reference: Option<String>,
}

/// Whether what to do is "join again", so that without a button the way has to be said.
fn sends_back(notice: Notice) -> bool {
    match notice {
        Notice::AfterWindow
        | Notice::Cancelled
        | Notice::RedirectLimit
        | Notice::TokenHash
        | Notice::TokenRoom
        | Notice::TokenExpired
        | Notice::TokenAddress
        | Notice::TokenUsedUp
        | Notice::SessionMoved
        | Notice::TokenRefused
        | Notice::ChallengeTimeout
        | Notice::ChallengeBlocked
        | Notice::ForeignPlace => true,
        Notice::UnknownCustomer
        | Notice::UnknownRoom
        | Notice::EnqueueToken
        | Notice::KeyMissing
        | Notice::KeyTaken
        | Notice::ForeignTarget
        | Notice::NotFound
        | Notice::Left
        | Notice::Holding
        | Notice::Overload
        | Notice::Moved
        | Notice::SoftBlock => false,
    }
}

/// No scheme but the web's own; `//host` is no path.
fn leads_back(url: &str) -> bool {
    let path = url.starts_with('/') && !url.starts_with("//") && !url.starts_with("/\\");
    path || url.starts_with("https://") || url.starts_with("http://")
}

//! The pages outside the line: an askama template that needs no reactive runtime, no store and no
//! room.
//!
//! Each has a heading that names the problem, explains what happened and what to do, and has one
//! button back into the line if there is a way back.

use askama::Template;
use jiff::Timestamp;

use super::frame::Frame;
use crate::{
    text::{Language, Notice, SharedNoticeTexts},
    theme::Theme,
};

/// The values of a page outside the line.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoticePage<'a> {
    /// The subject of the page.
    pub notice: Notice,
    /// The vendor's error id, 0 if none fits.
    pub error_id: u8,
    /// The target of the button: a path, or an absolute http(s) URL. Any other value gives no
    /// button.
    pub way_back: Option<&'a str>,
    /// The time until which the visitor's connection needs a check.
    pub until: Option<Timestamp>,
    /// The sentence under the heading.
    pub lead: NoticeLead,
    /// The time after which waiting gets the visitor a place, in seconds; shown without scripts.
    pub patience_seconds: Option<u64>,
    /// The question whose answer takes the place of that wait; shown without scripts.
    pub question: Option<NoticeQuestion<'a>>,
    /// How the page retries by itself.
    pub retry: Option<NoticeRetry<'a>>,
    /// The room's name, if there is a room.
    pub room_name: Option<&'a str>,
    /// The links in the footer; `None` on a page that is served on other hosts.
    pub links: Option<NoticeLinks<'a>>,
}

/// The sentence under the heading of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeLead {
    /// That of the notice.
    Usual,
    /// Many requests of the visitor's connection are the reason for a check.
    Connection,
    /// A check comes first, and its reason is not named.
    Check,
    /// None.
    Nothing,
}

/// An arithmetic question, and the form for its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoticeQuestion<'a> {
    /// The first number to add.
    pub first: u8,
    /// The second number to add.
    pub second: u8,
    /// The path to which the form is sent.
    pub action: &'a str,
    /// The form's hidden fields, by name.
    pub fields: &'a [(String, String)],
    /// Whether the answer to another question was wrong.
    pub is_after_error: bool,
}

/// The links in the footer, as on the waiting page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoticeLinks<'a> {
    /// The public status of the room, if it has one.
    pub status: Option<&'a str>,
    /// The page that explains this host.
    pub about: &'a str,
}

/// The way in which a page repeats a request that the server could not answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoticeRetry<'a> {
    /// The page requests its own address. Its script does so in the background and reloads the page
    /// only when the answer changes, so that no reader is interrupted; without scripts, the page
    /// reloads.
    Here {
        /// Seconds between two attempts.
        seconds: u32,
        /// The nonce of the script; `None` omits the script.
        nonce: Option<&'a str>,
        /// The address to request in place of the page's own.
        address: Option<&'a str>,
        /// The address to request in a browser that does not run the script for the work.
        without_scripts: Option<&'a str>,
        /// The work by which the page succeeds before that; never without a nonce.
        work: Option<NoticeWork<'a>>,
    },
    /// A script that another module adds to the page sends the requests; without scripts, there are
    /// none.
    ByScript,
}

/// The work that a page does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NoticeWork<'a> {
    /// The address of the script, if it was built.
    pub script: Option<&'a str>,
    /// The challenge, as JSON.
    pub challenge: &'a str,
}

impl<'a> NoticePage<'a> {
    /// Creates a page that does not retry, with no button and no room.
    #[must_use]
    pub fn new(notice: Notice) -> Self {
        Self {
            notice,
            error_id: 0,
            way_back: None,
            until: None,
            lead: NoticeLead::Usual,
            patience_seconds: None,
            question: None,
            retry: None,
            room_name: None,
            links: None,
        }
    }

    /// Returns `data-page` of `<html>`.
    #[must_use]
    pub fn page_id(&self) -> &'static str {
        match self.notice {
            Notice::Holding => "holding",
            Notice::RoomFull => "room-full",
            Notice::Slowed => "slowed",
            Notice::Overload => "overload",
            Notice::Left => "left",
            Notice::Transferred => "moved",
            Notice::SoftBlock => "soft-block",
            _ => "error",
        }
    }

    /// After how many seconds the page reloads without scripts. With a question not before the wait
    /// is over: nothing reloads while somebody types, and then the reload itself gets the place.
    /// Somebody who does not answer asks again only then.
    fn refresh_seconds(&self) -> u64 {
        let Some(NoticeRetry::Here { seconds, .. }) = self.retry else {
            return 0;
        };
        let wait = self.patience_seconds.filter(|_| self.question.is_some());
        u64::from(seconds).max(wait.unwrap_or_default())
    }

    /// Renders the page as HTML.
    #[must_use]
    pub fn render(&self, language: &Language, theme: &Theme) -> String {
        let words = language.shared_notice_texts();
        let error_id = if self.error_id > 0 {
            self.error_id.to_string()
        } else {
            String::new()
        };
        let way_back = self.way_back.filter(|url| leads_back(url));
        let code = format!("{error_id} {}", self.notice.name());
        let texts = language.notice(self.notice);
        let marks = (self.page_id(), self.notice.name());
        let check = language.notice(Notice::SoftBlock);
        let what: &str = match (self.retry, self.lead) {
            // Neither the visitor's state nor a fault is known yet.
            (Some(NoticeRetry::ByScript), _) => &words.looking_up,
            (_, NoticeLead::Usual) => &texts.what,
            (_, NoticeLead::Connection) => &check.what,
            (_, NoticeLead::Check) => &check.heading,
            (_, NoticeLead::Nothing) => "",
        };
        let mut frame = Frame::new(marks, (texts.heading.as_str(), what), language, theme);
        frame.error_id = error_id;
        frame.brand = self.room_name.unwrap_or(frame.brand);
        let (links, of_page) = (self.links, language.page_texts());
        let links = links.into_iter().flat_map(|links| {
            let status = links.status.map(|url| (url, of_page.status_link.as_str()));
            status.into_iter().chain([(links.about, of_page.about_link.as_str())])
        });
        let view = NoticeView {
            frame,
            links: links.collect(),
            words,
            todo: &texts.todo,
            until: self
                .until
                .map(|at| (at, words.soft_block_until(&language.date_time_utc(at)))),
            way_back,
            hint: way_back.is_none() && sends_back(self.notice),
            button: match self.retry.is_some() || tries_again(self.notice) {
                true => &words.try_again,
                false => &words.way_back,
            },
            retry: self.retry,
            refresh_seconds: self.refresh_seconds(),
            updated: &of_page.updated_label,
            offline: &words.offline,
            check: &check.heading,
            is_check_named: self.lead == NoticeLead::Check,
            patience: self.patience_seconds.map(|seconds| {
                let wait = language.wait(Some(seconds), Some(seconds));
                format!("{}: {wait}", of_page.wait_label)
            }),
            question: self.question.map(|question| {
                let number = |number: u8| language.number(u64::from(number));
                let text = words.question(&number(question.first), &number(question.second));
                (question, text)
            }),
            answer: language.transfer_texts().enter_button(&[]),
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
    /// Addresses and texts.
    links: Vec<(&'a str, &'a str)>,
    words: &'a SharedNoticeTexts,
    todo: &'a str,
    /// The time until which a check is needed, and the sentence about it.
    until: Option<(Timestamp, String)>,
    way_back: Option<&'a str>,
    hint: bool,
    /// The text of the button.
    button: &'a str,
    retry: Option<NoticeRetry<'a>>,
    /// After how many seconds the page reloads without scripts, if it does.
    refresh_seconds: u64,
    updated: &'a str,
    offline: &'a str,
    /// The label of the bar that shows how far the work is.
    check: &'a str,
    /// Whether the sentence under the heading is that label.
    is_check_named: bool,
    /// The time after which waiting gets the visitor a place, with its label.
    patience: Option<String>,
    /// The question in place of that time, with its text.
    question: Option<(NoticeQuestion<'a>, String)>,
    /// The text of the button that sends the answer.
    answer: String,
    reference: Option<String>,
}

/// Returns whether the button is labelled as a retry, because the visitor was in no line.
fn tries_again(notice: Notice) -> bool {
    matches!(
        notice,
        Notice::ChallengeTimeout | Notice::ChallengeBlocked | Notice::Suspect
    )
}

/// Returns whether the advice is to join again, so that without a button the page has to explain
/// how.
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
        | Notice::InvitationInvalid
        | Notice::InvitationOver
        | Notice::KeyMissing
        | Notice::KeyTaken
        | Notice::Blocked
        | Notice::ForeignTarget
        | Notice::NotYours
        | Notice::NotFound
        | Notice::Left
        | Notice::Holding
        | Notice::RoomFull
        | Notice::Slowed
        | Notice::Overload
        | Notice::Transferred
        | Notice::SoftBlock
        | Notice::Suspect => false,
    }
}

/// Returns whether a URL is a path or uses http(s); `//host` is not a path.
fn leads_back(url: &str) -> bool {
    let path = url.starts_with('/') && !url.starts_with("//") && !url.starts_with("/\\");
    path || url.starts_with("https://") || url.starts_with("http://")
}

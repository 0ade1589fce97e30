//! The pages by which a place moves to another device: by askama, complete without script. Every
//! one of them has one form at most, and nothing moves without its button.

use app::page::LanguagePicker;
use askama::Template;

use super::frame::Frame;
use super::qr::Picture;
use crate::{
    text::{Language, MoveWords},
    theme::Theme,
};

/// What the page is made of.
#[derive(Debug, Clone, Copy)]
pub struct MovePage<'a> {
    /// The room's name.
    pub room_name: &'a str,
    /// How far the move is.
    pub step: MoveStep<'a>,
    /// What did not work.
    pub error: Option<MoveError>,
    /// Where the form goes.
    pub action: &'a str,
    /// What it carries unseen, by name.
    pub fields: &'a [(String, String)],
    /// The visitor's page in the line, on the device that has the place.
    pub line_url: Option<&'a str>,
    /// To read the page in another language, where nothing is lost by that.
    pub picker: Option<&'a LanguagePicker>,
    /// How the page learns that the place has moved.
    pub watch: Option<TransferWatch<'a>>,
}

/// How a page that shows a code learns that the place has moved.
#[derive(Debug, Clone, Copy)]
pub struct TransferWatch<'a> {
    /// Answers 410 from then on, and is the page that says so.
    pub url: &'a str,
    /// Of the content security policy.
    pub nonce: &'a str,
    /// When the code has ended, and the page with it.
    pub seconds: u64,
}

/// How far a move is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveStep<'a> {
    /// The device that has the place may ask for a code.
    Offer,
    /// It has one.
    Code {
        /// As it is read out.
        code: &'a str,
        /// Where it is typed in.
        address: &'a str,
        /// Where it is typed in already: what the picture holds.
        picture: &'a str,
    },
    /// The other device wants to know the code.
    Enter,
    /// It knows it.
    Confirm {
        /// The place that this browser holds itself is given up.
        replaces: bool,
    },
}

/// What did not work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MoveError {
    /// The code is not good.
    Code,
    /// Too many attempts, or codes.
    Many,
    /// The place has moved as often as it can.
    Limit,
    /// The store is away, or the like.
    Away,
    /// The place was let through.
    Turn,
}

impl MoveStep<'_> {
    /// The stable word for it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Offer => "offer",
            Self::Code { .. } => "code",
            Self::Enter => "enter",
            Self::Confirm { .. } => "confirm",
        }
    }
}

impl MoveError {
    /// Every one, in the order of declaration.
    pub const ALL: [Self; 5] = [Self::Code, Self::Many, Self::Limit, Self::Away, Self::Turn];

    fn text(self, words: &MoveWords) -> String {
        match self {
            Self::Code => words.error_code(&[]),
            Self::Many => words.error_many(&[]),
            Self::Limit => words.error_limit(&[]),
            Self::Away => words.error_away(&[]),
            Self::Turn => words.error_turn(&[]),
        }
    }

    /// Whether another try can end otherwise.
    fn is_worth_a_try(self) -> bool {
        !matches!(self, Self::Limit | Self::Turn)
    }
}

impl MovePage<'_> {
    /// The page as HTML.
    #[must_use]
    pub fn render(&self, language: &Language, theme: &Theme) -> String {
        let words = language.move_words();
        let headline = match self.step {
            MoveStep::Offer => (words.title(&[]), words.lead(&[])),
            MoveStep::Code { .. } => (words.title(&[]), words.scan(&[])),
            MoveStep::Enter => (words.enter_title(&[]), words.enter_lead(&[])),
            MoveStep::Confirm { .. } => (words.enter_title(&[]), words.confirm_lead(&[])),
        };
        let button = match self.step {
            MoveStep::Offer => words.make_code(&[]),
            MoveStep::Code { .. } => words.new_code(&[]),
            MoveStep::Enter => words.enter_button(&[]),
            MoveStep::Confirm { .. } => words.confirm_button(&[]),
        };
        let picture = match self.step {
            MoveStep::Code { picture, .. } => Picture::of(picture),
            _ => None,
        };
        let mut frame = Frame::new(("move", self.step.name()), headline, language, theme);
        frame.brand = self.room_name;
        let view = MoveView {
            frame,
            words,
            button,
            picture,
            fault: self.error.map(|error| error.text(words)),
            has_form: self.step == MoveStep::Enter || self.error.is_none_or(MoveError::is_worth_a_try),
            picker: self.picker.map(LanguagePicker::to_html),
            page: self,
        };
        view.render()
            .expect("writing to a string; the template calls nothing that fails")
    }
}

#[derive(Template)]
#[template(path = "move.html")]
struct MoveView<'a> {
    frame: Frame<'a>,
    words: &'a MoveWords,
    button: String,
    picture: Option<Picture>,
    fault: Option<String>,
    has_form: bool,
    /// HTML.
    picker: Option<String>,
    page: &'a MovePage<'a>,
}

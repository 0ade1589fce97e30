//! The pages that transfer a place to another device: an askama template, complete without scripts.
//! Each page has at most one form, and only its button transfers the place.

use app::page::LanguagePicker;
use askama::Template;

use super::frame::Frame;
use super::qr::Picture;
use crate::{
    text::{Language, TransferTexts},
    theme::Theme,
};

/// The values of the page.
#[derive(Debug, Clone, Copy)]
pub struct TransferPage<'a> {
    /// The room's name.
    pub room_name: &'a str,
    /// The step of the transfer.
    pub step: TransferStep<'a>,
    /// The error to show.
    pub error: Option<TransferError>,
    /// The address to which the form is sent.
    pub action: &'a str,
    /// The form's hidden fields, by name.
    pub fields: &'a [(String, String)],
    /// The visitor's waiting page, on the device that has the place.
    pub line_url: Option<&'a str>,
    /// The language picker, on pages that lose nothing when they are loaded again.
    pub picker: Option<&'a LanguagePicker>,
    /// The means by which the page detects that the place was transferred.
    pub watch: Option<TransferWatch<'a>>,
}

/// The means by which a page with a code detects that the place was transferred.
#[derive(Debug, Clone, Copy)]
pub struct TransferWatch<'a> {
    /// The address to poll. It answers 410 once the place was transferred, with the page that
    /// reports this.
    pub url: &'a str,
    /// The nonce of the content security policy.
    pub nonce: &'a str,
    /// The time until the code expires, and the page with it.
    pub seconds: u64,
}

/// A step of a transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TransferStep<'a> {
    /// The device that has the place can request a code.
    Offer,
    /// The device that has the place shows a code.
    Code {
        /// The code, as a person can read it out.
        code: &'a str,
        /// The address of the page where the code is typed.
        address: &'a str,
        /// The address that contains the code, for the QR code.
        picture: &'a str,
    },
    /// The other device asks for the code.
    Enter,
    /// The holder of a place can enter a priority code, which moves the place to another line.
    Priority {
        /// An initial code; often empty.
        code: &'a str,
    },
    /// The other device has the code and asks for confirmation.
    Confirm {
        /// Whether the place that this browser already holds is given up.
        replaces: bool,
    },
}

/// The reason why a step failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TransferError {
    /// The code is not valid.
    Code,
    /// There were too many attempts, or too many codes.
    Many,
    /// The place was transferred as often as allowed.
    Limit,
    /// The step is not possible at the moment, for instance because the store is unavailable.
    Away,
    /// The place has been let through.
    Turn,
    /// The priority code is not valid.
    Priority,
    /// The link of an e-mail has expired.
    Link,
}

impl TransferStep<'_> {
    /// Returns its stable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Offer => "offer",
            Self::Code { .. } => "code",
            Self::Enter => "enter",
            Self::Priority { .. } => "priority",
            Self::Confirm { .. } => "confirm",
        }
    }
}

impl TransferError {
    /// All errors, in the order of declaration.
    pub const ALL: [Self; 7] = [
        Self::Code,
        Self::Many,
        Self::Limit,
        Self::Away,
        Self::Turn,
        Self::Priority,
        Self::Link,
    ];

    fn text(self, language: &Language) -> String {
        let words = language.transfer_texts();
        match self {
            Self::Code => words.error_code(&[]),
            Self::Many => words.error_many(&[]),
            Self::Limit => words.error_limit(&[]),
            Self::Away => words.error_away(&[]),
            Self::Turn => words.error_turn(&[]),
            Self::Priority => words.priority_error(&[]),
            Self::Link => language.email_texts().error_link(&[]),
        }
    }

    /// Returns whether another attempt can succeed.
    fn is_worth_a_try(self) -> bool {
        !matches!(self, Self::Limit | Self::Turn | Self::Link)
    }
}

impl TransferPage<'_> {
    /// Renders the page as HTML.
    #[must_use]
    pub fn render(&self, language: &Language, theme: &Theme) -> String {
        let words = language.transfer_texts();
        let headline = match self.step {
            TransferStep::Offer => (words.title(&[]), words.lead(&[])),
            TransferStep::Code { .. } => (words.title(&[]), words.scan(&[])),
            TransferStep::Enter => (words.enter_title(&[]), words.enter_lead(&[])),
            TransferStep::Priority { .. } => (words.priority_title(&[]), words.priority_lead(&[])),
            TransferStep::Confirm { .. } => (words.enter_title(&[]), words.confirm_lead(&[])),
        };
        let button = match self.step {
            TransferStep::Offer => words.make_code(&[]),
            TransferStep::Code { .. } => words.new_code(&[]),
            TransferStep::Enter | TransferStep::Priority { .. } => words.enter_button(&[]),
            TransferStep::Confirm { .. } => words.confirm_button(&[]),
        };
        let picture = match self.step {
            TransferStep::Code { picture, .. } => Picture::of(picture),
            _ => None,
        };
        let mut frame = Frame::new(("move", self.step.name()), headline, language, theme);
        frame.brand = self.room_name;
        let has_form = self.step == TransferStep::Enter || self.error.is_none_or(TransferError::is_worth_a_try);
        if !has_form {
            // The sentence is about the button, and the error explains why there is none.
            frame.lead = "".into();
        }
        let view = TransferView {
            frame,
            words,
            button,
            picture,
            fault: self.error.map(|error| error.text(language)),
            is_wrong: matches!(self.error, Some(TransferError::Code | TransferError::Priority)),
            has_form,
            offline: &language.shared_notice_texts().offline,
            picker: self.picker.map(LanguagePicker::to_html),
            page: self,
        };
        view.render()
            .expect("writing to a string; the template calls nothing that fails")
    }
}

#[derive(Template)]
#[template(path = "transfer.html")]
struct TransferView<'a> {
    frame: Frame<'a>,
    words: &'a TransferTexts,
    button: String,
    picture: Option<Picture>,
    fault: Option<String>,
    /// Whether the error concerns the text in the field.
    is_wrong: bool,
    has_form: bool,
    /// The note for the time in which the server cannot be reached.
    offline: &'a str,
    /// The picker as HTML.
    picker: Option<String>,
    page: &'a TransferPage<'a>,
}

//! The page that asks for a newcomer's identity, and the e-mail with a code: askama templates,
//! complete without scripts.

use app::page::LanguagePicker;
use askama::Template;
use protocol::identity::CODE_SECONDS;
use protocol::proof_of_work::PATIENT_SECONDS_MIN;

use super::email::EmailBody;
use super::frame::Frame;
use super::notice::NoticeWork;
use crate::text::{IdentityTexts, Language, Notice};
use crate::theme::Theme;

/// The values of the page.
#[derive(Debug, Clone, Copy)]
pub struct IdentityPage<'a> {
    /// The room's name.
    pub room_name: &'a str,
    /// The content of the page.
    pub step: IdentityStep<'a>,
    /// The error to show.
    pub error: Option<IdentityError>,
    /// The price of a code, which is not paid.
    pub price: Option<IdentityPrice<'a>>,
    /// The address to which the form is sent.
    pub action: &'a str,
    /// The form's hidden fields, by name.
    pub fields: &'a [(String, String)],
    /// The address of the page's link: it leads to the provider, if visitors sign in there, or to
    /// the page that asks for an e-mail address again.
    pub next_url: &'a str,
    /// The language picker, on pages that lose nothing when they are loaded again.
    pub picker: Option<&'a LanguagePicker>,
}

/// The content of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdentityStep<'a> {
    /// The field for an e-mail address, with the text that was typed into it before.
    Address {
        /// The text in the field.
        typed: &'a str,
    },
    /// The field for the code that was sent.
    Code {
        /// The address to which it was sent, as the visitor typed it, if the browser remembers it.
        sent_to: Option<&'a str>,
    },
    /// The link to the provider where visitors sign in.
    SignIn,
    /// The identity has a place: the button that moves it to this device.
    Taken,
}

/// The price of a code, and the ways in which the page pays it. Its form has the visitor's address,
/// so that nothing but the form is sent again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct IdentityPrice<'a> {
    /// The stamp of the visitor's first attempt, which pays when it is a minute old.
    pub stamp: &'a str,
    /// The nonce of the script.
    pub nonce: &'a str,
    /// The work, if work pays the price.
    pub work: Option<NoticeWork<'a>>,
}

/// Why a step failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IdentityError {
    /// The text is not an address.
    Address,
    /// There were too many attempts.
    Many,
    /// There were too many codes for this address lately.
    Soon {
        /// The time until it can have another one, in minutes.
        minutes: u64,
    },
    /// There were too many codes for this address or connection today.
    Today,
    /// The code is wrong.
    Code,
    /// The code has expired, or was guessed too often.
    Old,
    /// The e-mail could not be sent.
    Send,
    /// The sign-in failed.
    SignIn,
    /// The provider at which visitors sign in cannot be reached.
    Provider,
    /// The place's turn has come on the other device.
    Turn,
    /// The place was moved as often as allowed.
    Limit,
    /// It is not possible at the moment.
    Away,
}

impl IdentityStep<'_> {
    /// Returns its stable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Address { .. } => "address",
            Self::Code { .. } => "code",
            Self::SignIn => "sign-in",
            Self::Taken => "taken",
        }
    }
}

impl IdentityError {
    /// Returns whether a readable address gets no code for now: the error says when or where there
    /// is one, and a sentence that promises a code would contradict it. For some errors, another
    /// address can have one at once.
    fn withholds_code(self) -> bool {
        matches!(self, Self::Many | Self::Soon { .. } | Self::Today | Self::Send)
    }

    fn text(self, language: &Language) -> String {
        let (words, transfer_texts) = (language.identity_texts(), language.transfer_texts());
        match self {
            Self::Address => language.email_texts().error_address(&[]),
            Self::Many => transfer_texts.error_many(&[]),
            Self::Soon { minutes } => words.error_soon(&[&language.minutes(minutes)]),
            Self::Today => words.error_today(&[]),
            Self::Code => words.error_code(&[]),
            Self::Old => words.error_old(&[]),
            Self::Send => words.error_send(&[]),
            Self::SignIn | Self::Provider => words.error_sign_in(&[]),
            Self::Turn => transfer_texts.error_turn(&[]),
            Self::Limit => transfer_texts.error_limit(&[]),
            Self::Away => transfer_texts.error_away(&[]),
        }
    }
}

/// How long a visitor waits instead of working, in minutes.
const PATIENT_MINUTES: u64 = PATIENT_SECONDS_MIN / 60;

impl IdentityPage<'_> {
    /// Whether the page works for a code.
    fn works(&self) -> bool {
        self.price.is_some_and(|price| price.work.is_some())
    }

    /// Renders the page as HTML.
    #[must_use]
    pub fn render(&self, language: &Language, theme: &Theme) -> String {
        let (words, transfer_texts) = (language.identity_texts(), language.transfer_texts());
        let check = &language.notice(Notice::SoftBlock).heading;
        let lead = match self.step {
            IdentityStep::Address { .. } if self.error.is_some_and(IdentityError::withholds_code) => String::new(),
            IdentityStep::Address { .. } if self.works() => check.clone(),
            IdentityStep::Address { .. } => words.lead(&[]),
            IdentityStep::Code { .. } => words.sent(&[&language.minutes(CODE_SECONDS / 60)]),
            IdentityStep::SignIn => words.sign_in_lead(&[]),
            IdentityStep::Taken => transfer_texts.confirm_lead(&[]),
        };
        let heading = match self.step {
            IdentityStep::Address { .. } | IdentityStep::Code { .. } => words.title(&[]),
            IdentityStep::SignIn => words.sign_in(&[]),
            IdentityStep::Taken => language.notice(Notice::KeyTaken).heading.clone(),
        };
        let button = match self.step {
            IdentityStep::Address { .. } => words.send(&[]),
            IdentityStep::Code { .. } => transfer_texts.enter_button(&[]),
            IdentityStep::SignIn => words.sign_in(&[]),
            IdentityStep::Taken => transfer_texts.confirm_button(&[]),
        };
        let mut frame = Frame::new(("identity", self.step.name()), (heading, lead), language, theme);
        frame.brand = self.room_name;
        let view = IdentityView {
            frame,
            words,
            label: language.email_texts().label(&[]),
            check,
            patience: words.price(&[&language.minutes(PATIENT_MINUTES)]),
            patient_seconds: PATIENT_SECONDS_MIN,
            button,
            fault: self.error.map(|error| error.text(language)),
            is_wrong: matches!(self.error, Some(IdentityError::Address | IdentityError::Code)),
            picker: self.picker.map(LanguagePicker::to_html),
            page: self,
        };
        view.render()
            .expect("writing to a string; the template calls nothing that fails")
    }
}

#[derive(Template)]
#[template(path = "identity.html")]
struct IdentityView<'a> {
    frame: Frame<'a>,
    words: &'a IdentityTexts,
    /// Label of the field for an address.
    label: String,
    /// Label of the bar that shows how far the work for a code is; also the lead then.
    check: &'a str,
    /// When to press the button again, if no script works.
    patience: String,
    /// How long a visitor waits instead of working.
    patient_seconds: u64,
    button: String,
    fault: Option<String>,
    /// Whether the text in the field is wrong.
    is_wrong: bool,
    /// The picker as HTML.
    picker: Option<String>,
    page: &'a IdentityPage<'a>,
}

impl EmailBody {
    /// Writes the e-mail with a code; `host` is the one by which its reader recognizes the waiting
    /// room.
    #[must_use]
    pub fn with_code(language: &Language, room_name: &str, code: &str, host: &str) -> Self {
        let words = language.identity_texts();
        let (first, second) = code.split_at(code.len() / 2);
        let shown = format!("{first} {second}");
        let subject = words.subject(&[room_name, &shown]);
        let why = words.why(&[room_name, host]);
        // Readers see the subject over the text.
        let text = format!("{shown}\n\n{why}\n");
        let view = CodeHtml {
            language,
            subject: &subject,
            code: &shown,
            why: &why,
        };
        let html = view
            .render()
            .expect("writing to a string; the template calls nothing that fails");
        Self { subject, text, html }
    }
}

#[derive(Template)]
#[template(path = "code_message.html")]
struct CodeHtml<'a> {
    language: &'a Language,
    subject: &'a str,
    code: &'a str,
    why: &'a str,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Languages;

    #[test]
    fn the_email_has_the_code_in_every_language_and_loads_nothing() {
        for language in Languages::load().each() {
            let body = EmailBody::with_code(language, "Sale <&>", "01234567", "queue.example");
            let tag = language.tag();
            assert!(body.subject.contains("0123") && body.subject.contains("4567"), "{tag}");
            assert!(body.subject.contains("Sale <&>"), "{tag}: {}", body.subject);
            assert!(
                body.text.starts_with("0123 4567\n\n") && body.html.contains(">0123 4567<"),
                "{tag}"
            );
            assert_eq!(body.text.matches("0123 4567").count(), 1, "{tag}: {}", body.text);
            assert!(
                body.text.contains("queue.example") && !body.text.contains("{ $"),
                "{tag}"
            );
            assert!(body.text.contains("Sale <&>"), "{tag}: {}", body.text);
            assert!(body.html.contains(&format!("lang=\"{tag}\"")), "{tag}");
            for foreign in ["http", "src=", "<img", "<script", "url(", "@import", "Sale <&>"] {
                assert!(!body.html.contains(foreign), "{foreign}: {}", body.html);
            }
        }
    }
}

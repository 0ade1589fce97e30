//! The page where a visitor enters an e-mail address, and the e-mail: askama templates, complete
//! without scripts.

use askama::Template;
use url::Url;

use super::frame::Frame;
use crate::text::{EmailTexts, Language};
use crate::theme::Theme;

/// The values of the page.
#[derive(Debug, Clone, Copy)]
pub struct EmailPage<'a> {
    /// The room's name.
    pub room_name: &'a str,
    /// The content of the page.
    pub step: EmailStep<'a>,
    /// The error to show.
    pub error: Option<EmailError>,
    /// How many minutes before the turn the e-mail is sent.
    pub lead_minutes: u64,
    /// The address to which the forms are sent.
    pub action: &'a str,
    /// The forms' hidden fields, by name.
    pub fields: &'a [(String, String)],
    /// The visitor's waiting page.
    pub line_url: &'a str,
}

/// The content of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmailStep<'a> {
    /// The field for an address, with the text that was typed into it before.
    Ask {
        /// The text in the field.
        typed: &'a str,
    },
    /// The stored address, which can be changed and deleted.
    Stored {
        /// The address.
        address: &'a str,
    },
    /// The e-mail was sent, or is being sent.
    Sent,
}

/// Why an address was not stored.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EmailError {
    /// The text is not an address.
    Address,
    /// Too many addresses were given today.
    Many,
    /// Too many addresses were given within a minute.
    Often,
    /// It is not possible at the moment.
    Away,
}

impl EmailStep<'_> {
    /// Returns its stable name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Ask { .. } => "ask",
            Self::Stored { .. } => "kept",
            Self::Sent => "sent",
        }
    }

    /// The text in the field; `None` if there is none.
    fn field(&self) -> Option<&str> {
        match self {
            Self::Ask { typed } => Some(typed),
            Self::Stored { address } => Some(address),
            Self::Sent => None,
        }
    }
}

impl EmailError {
    fn text(self, language: &Language) -> String {
        let words = language.email_texts();
        match self {
            Self::Address => words.error_address(&[]),
            Self::Many => words.error_many(&[]),
            Self::Often => language.transfer_texts().error_many(&[]),
            Self::Away => language.transfer_texts().error_away(&[]),
        }
    }
}

impl EmailPage<'_> {
    /// Renders the page as HTML.
    #[must_use]
    pub fn render(&self, language: &Language, theme: &Theme) -> String {
        let words = language.email_texts();
        let (lead, done) = match self.step {
            EmailStep::Ask { .. } => (words.lead(&[&language.minutes(self.lead_minutes)]), None),
            EmailStep::Stored { address } => (String::new(), Some(words.kept(&[address]))),
            EmailStep::Sent => (String::new(), Some(words.sent(&[]))),
        };
        let mut frame = Frame::new(("email", self.step.name()), (words.title(&[]), lead), language, theme);
        frame.brand = self.room_name;
        let view = EmailView {
            frame,
            words,
            fault: self.error.map(|error| error.text(language)),
            done,
            is_wrong: self.error == Some(EmailError::Address),
            back: language.transfer_texts().back(&[]),
            page: self,
        };
        view.render()
            .expect("writing to a string; the template calls nothing that fails")
    }
}

#[derive(Template)]
#[template(path = "email.html")]
struct EmailView<'a> {
    frame: Frame<'a>,
    words: &'a EmailTexts,
    fault: Option<String>,
    /// Confirms that the address is stored, or that the e-mail is sent.
    done: Option<String>,
    /// Whether the text in the field is wrong.
    is_wrong: bool,
    back: String,
    page: &'a EmailPage<'a>,
}

/// The sentences of a reminder that the turn is near.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReminderText {
    /// The room's name, and the fact that the turn is near.
    pub subject: String,
    /// The expected wait.
    pub wait: String,
    /// The consequence for the place of a visitor who comes late.
    pub late: String,
}

impl ReminderText {
    /// Writes the sentences. `wait` contains the ends of the expected wait, in seconds;
    /// `number_valid_minutes` is how long the number is valid after its turn, if that is limited.
    #[must_use]
    pub fn new(
        language: &Language,
        room_name: &str,
        (low, high): (u64, u64),
        number_valid_minutes: Option<u64>,
    ) -> Self {
        let words = language.email_texts();
        Self {
            subject: words.subject(&[room_name]),
            wait: format!(
                "{}: {}",
                language.page_texts().wait_label,
                language.wait(Some(low), Some(high))
            ),
            late: match number_valid_minutes {
                Some(minutes) => words.late_limit(&[&language.minutes(minutes)]),
                None => words.late(&[]),
            },
        }
    }
}

/// The parts of an e-mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmailBody {
    /// The subject.
    pub subject: String,
    /// The text part.
    pub text: String,
    /// The HTML part.
    pub html: String,
}

impl EmailBody {
    /// Writes an e-mail with this link. `wait` contains the ends of the expected wait, in seconds;
    /// `number_valid_minutes` is how long the number is valid after its turn, if that is limited.
    #[must_use]
    pub fn write(
        language: &Language,
        room_name: &str,
        url: &str,
        wait: (u64, u64),
        number_valid_minutes: Option<u64>,
    ) -> Self {
        let words = language.email_texts();
        let host = Url::parse(url).ok();
        let host = host.as_ref().and_then(Url::host_str).unwrap_or_default();
        let ReminderText { subject, wait, late } = ReminderText::new(language, room_name, wait, number_valid_minutes);
        let (button, why) = (words.button(&[]), words.why(&[room_name, host]));
        let text = format!("{subject}\n\n{wait}\n\n{button}:\n{url}\n\n{late}\n\n{why}\n");
        let view = EmailHtml {
            language,
            subject: &subject,
            wait: &wait,
            late: &late,
            button: &button,
            why: &why,
            url,
        };
        let html = view
            .render()
            .expect("writing to a string; the template calls nothing that fails");
        Self { subject, text, html }
    }
}

#[derive(Template)]
#[template(path = "email_message.html")]
struct EmailHtml<'a> {
    language: &'a Language,
    subject: &'a str,
    wait: &'a str,
    late: &'a str,
    button: &'a str,
    why: &'a str,
    url: &'a str,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::Languages;

    const URL: &str = "https://queue.example/email/demo/sale/0123?cid=ar&t=https%3A%2F%2Fshop.example";

    #[test]
    fn the_email_is_whole_in_every_language_and_loads_nothing() {
        let languages = Languages::load();
        for language in languages.each() {
            for valid in [None, Some(30)] {
                let body = EmailBody::write(language, "Sale <&>", URL, (240, 420), valid);
                assert!(body.subject.contains("Sale <&>"), "{}", language.tag());
                assert!(body.text.contains(&format!("\n{URL}\n")), "{}", body.text);
                assert!(
                    body.text.contains("queue.example") && !body.text.contains("{ $"),
                    "{}",
                    body.text
                );
                assert_eq!(
                    body.text.matches("Sale <&>").count(),
                    2,
                    "subject and reason: {}",
                    body.text
                );
                let direction = language.direction().as_str();
                assert!(body.html.contains(&format!("dir=\"{direction}\"")), "{}", body.html);
                assert!(body.html.contains(&format!("lang=\"{}\"", language.tag())));
                assert_eq!(body.html.matches("http").count(), 2, "one link: {}", body.html);
                for foreign in ["src=", "<img", "<script", "url(", "@import", "Sale <&>"] {
                    assert!(!body.html.contains(foreign), "{foreign}: {}", body.html);
                }
            }
        }
    }
}

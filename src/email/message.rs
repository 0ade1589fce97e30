//! The e-mail itself: a text and an HTML part with one link, in the visitor's language.
//!
//! It loads nothing from the network, and does not report whether it was opened. Its only external
//! values are the room's name and the estimate; the library encodes both for headers, and the
//! template for HTML.

use std::time::{Duration, SystemTime};

use admission::WallMs;
use lettre::Message;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};

use super::address::EmailAddress;
use crate::pages::EmailBody;

/// The values of an e-mail.
#[derive(Debug)]
pub(super) struct EmailMessage<'a> {
    pub(super) from: &'a Mailbox,
    pub(super) to: &'a EmailAddress,
    /// The same for each attempt, so that mailboxes can recognize a repeated e-mail.
    pub(super) id: &'a str,
    pub(super) at: WallMs,
    pub(super) body: &'a EmailBody,
}

impl EmailMessage<'_> {
    /// Writes the e-mail; `None` if the library refuses a part of it.
    pub(super) fn write(&self) -> Option<Message> {
        let date = SystemTime::UNIX_EPOCH + Duration::from_millis(self.at.0);
        let id = format!("<{}@{}>", self.id, self.from.email.domain());
        // Asks other programs not to reply (RFC 3834).
        let automatic = HeaderValue::new(
            HeaderName::new_from_ascii_str("Auto-Submitted"),
            "auto-generated".to_owned(),
        );
        let parts = MultiPart::alternative_plain_html(self.body.text.clone(), self.body.html.clone());
        let message = Message::builder()
            .from(self.from.clone())
            .to(Mailbox::new(None, self.to.mailbox().clone()))
            .subject(self.body.subject.clone())
            .date(date)
            .message_id(Some(id))
            .raw_header(automatic)
            .multipart(parts);
        message.ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(subject: &str) -> String {
        let body = EmailBody {
            subject: subject.to_owned(),
            text: "line one\nhttps://queue.example/".to_owned(),
            html: "<!doctype html>".to_owned(),
        };
        let email = EmailMessage {
            from: &"Waiting room <queue@example.com>".parse().expect("a mailbox"),
            to: &"ada@example.com".parse().expect("an address"),
            id: "0123",
            at: WallMs(1_700_000_000_000),
            body: &body,
        };
        String::from_utf8(email.write().expect("an e-mail").formatted()).expect("ASCII")
    }

    fn headers(message: &str) -> Vec<String> {
        let (head, _) = message.split_once("\r\n\r\n").expect("a head");
        let unfolded = head.replace("\r\n ", " ").replace("\r\n\t", " ");
        let names = unfolded
            .split("\r\n")
            .map(|line| line.split(':').next().unwrap_or_default());
        names.map(str::to_lowercase).collect()
    }

    #[test]
    fn the_headers_name_sender_date_and_automatic_submission() {
        let message = written("Summer sale: it is nearly your turn");
        for line in [
            "From: \"Waiting room\" <queue@example.com>\r\n",
            "To: ada@example.com\r\n",
            "Subject: Summer sale: it is nearly your turn\r\n",
            "Date: Tue, 14 Nov 2023 22:13:20 +0000\r\n",
            "Message-ID: <0123@example.com>\r\n",
            "Auto-Submitted: auto-generated\r\n",
            "MIME-Version: 1.0\r\n",
        ] {
            assert!(message.contains(line), "{line} in {message}");
        }
    }

    #[test]
    fn a_rooms_name_cannot_add_a_header_or_a_recipient() {
        let plain = headers(&written("Sale"));
        for name in [
            "Sale\r\nBcc: eve@example.com",
            "Sale\nBcc: eve@example.com",
            "Sale\rBcc: eve@example.com",
            "Sale\r\n\r\nGet rich",
            "Vente d’été\r\nBcc: eve@example.com",
            &format!("{}\r\nBcc: eve@example.com", "x".repeat(200)),
        ] {
            assert_eq!(headers(&written(name)), plain, "{name:?}");
        }
    }
}

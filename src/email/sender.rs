//! Writes and delivers an e-mail before the turn.

use std::fmt;

use protocol::{EmailLinkKey, Minutes, UnixSeconds};
use serde::{Deserialize, Serialize};

use super::address::{EmailAddress, EmailHasher};
use super::message::EmailMessage;
use super::smtp::{CONNECTIONS_MAX, MailOutcome, Smtp};
use crate::clock::Clock;
use crate::config::RoomDefinition;
use crate::pages::EmailBody;
use crate::reminders::{DAY_MS, DeliveryOutcome, DueReminder, ReminderSender};
use crate::text::Languages;

/// How long a link can be used, milliseconds; never longer than the place lasts.
const LINK_VALID_MS: u64 = DAY_MS;

/// The recipient of an e-mail, and the target of its link.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct EmailRecipient {
    /// The address.
    pub(super) address: String,
    /// The culture of the visitor's page.
    pub(super) culture: String,
    /// The link up to its proof, absolute.
    pub(super) link: String,
    /// The query of the link, including its question mark, or empty.
    pub(super) query: String,
}

impl fmt::Debug for EmailRecipient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("EmailRecipient(redacted)")
    }
}

/// Writes e-mails and delivers them to the server.
#[derive(Debug)]
pub(super) struct EmailSender {
    pub(super) hasher: EmailHasher,
    pub(super) links: EmailLinkKey,
    pub(super) smtp: Smtp,
    pub(super) clock: Clock,
}

impl ReminderSender for EmailSender {
    type Recipient = EmailRecipient;

    const KIND: &'static str = "e-mail";

    const AT_ONCE_MAX: usize = CONNECTIONS_MAX;

    fn per_minute(&self) -> u32 {
        self.smtp.per_minute
    }

    fn lead(room: &RoomDefinition) -> Option<Minutes> {
        room.email_lead
    }

    async fn deliver(&self, due: DueReminder<'_, EmailRecipient>, languages: &Languages) -> DeliveryOutcome {
        let Some(message) = self.message(&due, languages) else {
            return DeliveryOutcome::Refused("the e-mail cannot be written".to_owned());
        };
        match self.smtp.send(message).await {
            MailOutcome::Accepted => DeliveryOutcome::Accepted,
            MailOutcome::Refused(reason) => DeliveryOutcome::Refused(reason),
            MailOutcome::Failed(reason) => DeliveryOutcome::Failed(reason),
        }
    }
}

impl EmailSender {
    fn message(&self, due: &DueReminder<'_, EmailRecipient>, languages: &Languages) -> Option<lettre::Message> {
        let recipient = &due.recipient;
        let address: EmailAddress = recipient.address.parse().ok()?;
        let room = &due.state.settings;
        let language = languages
            .find(&recipient.culture)
            .or_else(|| languages.find(&room.culture))?;
        let until = UnixSeconds((self.clock.wall().0 + LINK_VALID_MS) / 1_000);
        let proof = self.links.proof(&due.place.queue_id, until);
        let url = format!("{}{proof}{}", recipient.link, recipient.query);
        let number_valid_minutes = room.life.number_valid_ms.map(|ms| ms / 60_000);
        let body = EmailBody::write(language, &room.name, &url, due.wait, number_valid_minutes);
        let id = self.hasher.hash(b'i', due.key);
        let email = EmailMessage {
            from: &self.smtp.from,
            to: &address,
            id: &format!("{:032x}", u128::from_be_bytes(id)),
            at: self.clock.wall(),
            body: &body,
        };
        email.write()
    }
}

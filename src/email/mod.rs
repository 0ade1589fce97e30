//! E-mail shortly before the turn, for rooms with `email = true`: a visitor enters an address
//! (`src/http/visitor/email.rs`), and gets one e-mail when the turn is near, with a link that takes
//! the place over on any device.
//!
//! - The address is stored, and its e-mail sent, like every reminder ([`crate::reminders`]). An
//!   e-mail that is sent again has the same `Message-ID`.
//! - The same server sends operators e-mails about unusual requests ([`alert`]).
//! - The same server sends the codes of rooms with `identity = "email"` ([`code`]), within limits
//!   and at a price ([`code_limits`]).
//! - The log never contains an address, nor the text of a server's reply, which can quote one.

mod address;
mod alert;
mod code;
mod code_limits;
mod message;
mod sender;
mod smtp;

use std::net::IpAddr;
use std::path::Path;

use protocol::{EmailLinkKey, MasterKey};
use store::AnyStore;
use tokio::sync::Semaphore;

pub use address::{ADDRESS_BYTES_MAX, EmailAddress, EmailAddressError};
pub use alert::{AlertMessage, AlertOutcome};
pub(crate) use code::CodeRequest;
pub use code::{CodeNotSent, GUESSES_MAX};
pub(crate) use code_limits::CodePrice;

use crate::clock::Clock;
use crate::config::{Config, ConfigProblem, SmtpSettings};
use crate::entropy::Entropy;
use crate::reminders::{CarriedRecipient, DAY_MS, ReminderListError, ReminderRefused, Reminders, StoredRecipient};
use crate::rooms::{Place, RoomState, Rooms};
use crate::text::Languages;
use address::EmailHasher;
use code::CODES_AT_ONCE_MAX;
use sender::{EmailRecipient, EmailSender};
use smtp::Smtp;

/// The e-mails of all rooms.
#[derive(Debug)]
pub struct Emails {
    reminders: Reminders,
    sender: EmailSender,
    clock: Clock,
    codes: Semaphore,
}

/// The target and the culture of an e-mail's link.
#[derive(Debug, Clone, Copy)]
pub struct EmailLink<'a> {
    /// The culture of the visitor's page.
    pub culture: &'a str,
    /// The link up to its proof, absolute.
    pub link: &'a str,
    /// The query after the proof, including its question mark, or empty.
    pub query: &'a str,
}

/// The stored values of a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum StoredEmail {
    /// No address.
    Nothing,
    /// This address, until its e-mail is sent.
    Address(String),
    /// The place has had its e-mail, or is about to get it.
    Sent,
}

/// An address that its visitor takes to another place.
#[derive(Debug)]
pub struct CarriedEmail(CarriedRecipient<EmailRecipient>);

impl Emails {
    /// Prepares e-mails for a configuration with `[smtp]`; `None` without it. Connects to neither
    /// the store nor the server.
    ///
    /// # Errors
    /// If a file that `[smtp]` names cannot be read.
    pub fn open(
        config: &Config,
        store: AnyStore,
        clock: &Clock,
        entropy: &Entropy,
    ) -> Result<Option<Self>, Vec<ConfigProblem>> {
        let Some(settings) = &config.smtp else {
            return Ok(None);
        };
        let master = &config.server.master_key;
        let smtp = Smtp::open(settings, &config.folder)?;
        Ok(Some(Self::new(master, smtp, store, (clock, entropy))))
    }

    fn new(master: &MasterKey, smtp: Smtp, store: AnyStore, (clock, entropy): (&Clock, &Entropy)) -> Self {
        let key = master.derive("anteroom email recipient 1", &[]);
        Self {
            reminders: Reminders::new("~email", key, store, (clock, entropy)),
            sender: EmailSender {
                hasher: EmailHasher::new(master),
                links: EmailLinkKey::new(master),
                smtp,
                clock: clock.clone(),
            },
            clock: clock.clone(),
            codes: Semaphore::new(CODES_AT_ONCE_MAX),
        }
    }

    /// The problems of the files that `[smtp]` names.
    #[must_use]
    pub fn problems(settings: &SmtpSettings, folder: &Path) -> Vec<ConfigProblem> {
        Smtp::open(settings, folder).err().unwrap_or_default()
    }

    /// The key of the links in e-mails.
    #[must_use]
    pub fn links(&self) -> &EmailLinkKey {
        &self.sender.links
    }

    /// Sends the e-mails of rooms until the future is dropped.
    pub async fn run(&self, rooms: &Rooms, languages: &Languages) {
        self.reminders.run(&self.sender, rooms, languages).await;
    }

    /// Does one round of [`Self::run`].
    pub async fn run_once(&self, rooms: &Rooms, languages: &Languages) {
        self.reminders.run_once(&self.sender, rooms, languages).await;
    }

    /// The stored values of a place.
    ///
    /// # Errors
    /// If the store is away.
    pub async fn stored(&self, state: &RoomState, place: &Place) -> Result<StoredEmail, ReminderListError> {
        Ok(match self.reminders.stored::<EmailRecipient>(state, place).await? {
            StoredRecipient::Nothing => StoredEmail::Nothing,
            StoredRecipient::Stored(recipient) => StoredEmail::Address(recipient.address),
            StoredRecipient::Sent => StoredEmail::Sent,
        })
    }

    /// Stores an address for a place, in place of an earlier one. `client` is the address from
    /// which it was given.
    ///
    /// # Errors
    /// If the store is away, or too many ask. The inner result is an error if the address is
    /// refused.
    pub async fn set_recipient(
        &self,
        place: (&RoomState, &Place),
        address: &EmailAddress,
        link: &EmailLink<'_>,
        client: Option<IpAddr>,
    ) -> Result<Result<(), ReminderRefused>, ReminderListError> {
        let recipient = EmailRecipient {
            address: address.as_str().to_owned(),
            culture: link.culture.to_owned(),
            link: link.link.to_owned(),
            query: link.query.to_owned(),
        };
        let hasher = &self.sender.hasher;
        let counted_by = hasher.counted_by(address, client, self.clock.wall().0 / DAY_MS);
        self.reminders
            .set_recipient(place, &recipient, hasher.address(address), counted_by)
            .await
    }

    /// Returns the stored address of a place, to be moved to another place; `None` if there is
    /// none.
    ///
    /// # Errors
    /// If the store is away.
    pub async fn recipient_to_carry(
        &self,
        state: &RoomState,
        place: &Place,
    ) -> Result<Option<CarriedEmail>, ReminderListError> {
        Ok(self.reminders.recipient_to_carry(state, place).await?.map(CarriedEmail))
    }

    /// Stores an address for the place that its visitor has now, and deletes it from the place
    /// before. This counts towards no limit of addresses given.
    ///
    /// # Errors
    /// If the store is away, or too many ask. The inner result is an error if the address is not
    /// stored.
    pub async fn carry(
        &self,
        carried: &CarriedEmail,
        taken: (&RoomState, &Place),
    ) -> Result<Result<(), ReminderRefused>, ReminderListError> {
        self.reminders.carry(&carried.0, taken).await
    }

    /// Deletes the address of a place at the visitor's request.
    ///
    /// # Errors
    /// If the store is away, or too many ask.
    pub async fn remove_recipient(&self, state: &RoomState, place: &Place) -> Result<(), ReminderListError> {
        self.reminders.remove_recipient(state, place).await
    }

    /// Deletes everything about a place that was given up.
    ///
    /// # Errors
    /// If the store is unavailable, or too many requests wait; it is then deleted with a later scan
    /// of all places.
    pub async fn forget(&self, state: &RoomState, place: &Place) -> Result<(), ReminderListError> {
        self.reminders.forget(state, place).await
    }
}

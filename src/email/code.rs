//! E-mails with codes, by which visitors prove that they own an address. Nothing about a visitor is
//! stored: the browser stores the address to which a code was sent. Only the day's counts of
//! addresses, networks and guesses are stored, as keyed hashes, so that the limits hold over all
//! nodes.
//!
//! A code is delivered while its visitor waits for the answer, and only once: a visitor who gets
//! none requests another.

use std::net::IpAddr;
use std::time::Duration;

use tokio::time::timeout;

use super::Emails;
use super::address::EmailAddress;
use super::courier::EmailCourier;
use super::letter::Letter;
use super::smtp::MailOutcome;
use crate::pages::EmailBody;
use crate::reminders::{DAY_MS, ReminderListError, ReminderRefused};

/// The maximum number of guesses at one code.
pub const GUESSES_MAX: u32 = 5;
/// The maximum number of e-mails with codes that one node delivers at once; further visitors retry.
pub(super) const CODES_AT_ONCE_MAX: usize = 64;
/// The longest time that a visitor waits until a code is delivered.
const HAND_OVER_MAX: Duration = Duration::from_secs(10);

/// Why no code was sent.
#[derive(Debug, thiserror::Error)]
pub enum CodeNotSent {
    /// There were too many within this minute.
    #[error("too many codes were asked for within this minute")]
    Many,
    /// There were too many for this mailbox or network today.
    #[error("too many codes were asked for today")]
    NotToday,
    /// The e-mail server does not accept the e-mail.
    #[error("{0}")]
    Failed(String),
    /// The limits cannot be read.
    #[error(transparent)]
    List(#[from] ReminderListError),
}

impl Emails {
    /// Sends an e-mail with a code, if the limits allow another one. `id` distinguishes the e-mail
    /// from all others; `client` is the address of the request for it.
    ///
    /// # Errors
    /// Returns [`CodeNotSent`] if it was not delivered.
    pub async fn send_code(
        &self,
        address: &EmailAddress,
        body: &EmailBody,
        (id, client): (&str, Option<IpAddr>),
    ) -> Result<(), CodeNotSent> {
        let busy = || CodeNotSent::Failed("too many e-mails are being handed over".to_owned());
        let _at_once = self.codes.try_acquire().map_err(|_| busy())?;
        let EmailCourier { hasher, smtp, .. } = &self.courier;
        let counted_by = hasher.codes_counted_by(address, client, self.clock.wall().0 / DAY_MS);
        let tallies = counted_by.hashes();
        let per_minute = smtp.per_minute;
        let allowed = self
            .reminders
            .decide_tallies(&tallies, |transaction| transaction.count_code(&counted_by, per_minute));
        match allowed.await? {
            Ok(()) => {}
            Err(ReminderRefused::MinuteFull) => return Err(CodeNotSent::Many),
            Err(ReminderRefused::Many | ReminderRefused::Sent) => return Err(CodeNotSent::NotToday),
            Err(full @ ReminderRefused::Full) => return Err(CodeNotSent::Failed(full.to_string())),
        }
        let letter = Letter {
            from: &smtp.from,
            to: address,
            id,
            at: self.clock.wall(),
            body,
        };
        let message = letter.write();
        let message = message.ok_or_else(|| CodeNotSent::Failed("the e-mail cannot be written".to_owned()))?;
        match timeout(HAND_OVER_MAX, smtp.send(message)).await {
            Ok(MailOutcome::Taken) => Ok(()),
            Ok(MailOutcome::Refused(reason) | MailOutcome::Failed(reason)) => Err(CodeNotSent::Failed(reason)),
            Err(_) => Err(CodeNotSent::Failed("the server is too slow".to_owned())),
        }
    }

    /// Counts a guess at the code of a challenge, on any node. Returns how many more guesses are
    /// allowed after it; `None` if this guess is not allowed.
    ///
    /// # Errors
    /// If the store is away, or too many ask.
    pub async fn allow_guess(&self, challenge: &str) -> Result<Option<u32>, ReminderListError> {
        let guess = (self.courier.hasher.hash(b'g', challenge.as_bytes()), GUESSES_MAX);
        let tallies = [guess.0];
        let counted = self.reminders.decide_tallies(&tallies, |transaction| {
            let counted = transaction.count(&[guess]);
            counted.map(|()| GUESSES_MAX.saturating_sub(transaction.today(&guess.0)))
        });
        Ok(counted.await?.ok())
    }
}

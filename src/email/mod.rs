//! E-mail shortly before the turn, for rooms with `email = true`: a visitor leaves an address
//! (`src/http/visitor/email.rs`), and gets one e-mail when the turn is near, with a link that takes
//! the place over on any device.
//!
//! - The address is kept encrypted in a pool of its own ([`record`]), and deleted with the commit
//!   that notes that its e-mail was handed over, when the place is let through, cancelled or
//!   expires, with the run, and after [`transaction::KEPT_MS_MAX`] at the latest.
//! - Every node looks for places whose turn is near ([`moment`]), and for e-mails to be sent. The
//!   list changes by compare-and-set, so of all nodes one claims an attempt. An e-mail is sent *at
//!   least once*: a node that ends between the server's answer and the commit leaves the attempt to
//!   another one, which repeats it with the same `Message-ID`. The other choice would lose e-mails,
//!   and a lost one costs somebody their turn.
//! - The same server sends operators e-mails about unusual requests ([`alert`]).
//! - The same server sends the codes of rooms with `identity = "email"` ([`code`]).
//! - An SMTP server that is slow or away delays e-mails and nothing else: rooms, polls and pages do
//!   not wait for anything here.
//! - The log never holds an address, nor the text of a server's reply, which may quote one.

mod address;
mod alert;
mod code;
mod letter;
mod list;
mod moment;
mod recipient;
mod record;
mod sender;
mod smtp;
mod transaction;

use std::net::IpAddr;
use std::path::Path;

use protocol::{EmailLinkKey, MasterKey};
use store::AnyStore;
use tokio::sync::{Mutex, Semaphore};

pub use address::{ADDRESS_BYTES_MAX, EmailAddress, EmailAddressError};
pub use alert::{AlertLetter, AlertOutcome};
pub use code::{CodeNotSent, GUESSES_MAX};
pub use list::EmailListError;
pub use transaction::EmailRefused;

use crate::clock::Clock;
use crate::config::{Config, ConfigProblem, SmtpSettings};
use crate::entropy::Entropy;
use crate::rooms::{Place, RoomState};
use address::EmailHasher;
use code::CODES_AT_ONCE_MAX;
use list::EmailList;
use recipient::{Recipient, RecipientCipher};
use record::{EmailPlace, EmailState, LineHash, PlaceEmail};
use sender::Sweep;
use smtp::Smtp;
use transaction::{DAY_MS, GivenAddress};

/// The e-mails of all rooms.
#[derive(Debug)]
pub struct Emails {
    list: EmailList,
    hasher: EmailHasher,
    cipher: RecipientCipher,
    links: EmailLinkKey,
    smtp: Smtp,
    clock: Clock,
    entropy: Entropy,
    sweep: Mutex<Sweep>,
    codes: Semaphore,
}

/// Where the link of an e-mail leads, and in which words the e-mail is written.
#[derive(Debug, Clone, Copy)]
pub struct EmailLink<'a> {
    /// The culture of the visitor's page.
    pub culture: &'a str,
    /// The link up to its proof, absolute.
    pub link: &'a str,
    /// The query after the proof, with its question mark, or nothing.
    pub query: &'a str,
}

/// The values that are kept for a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum KeptEmail {
    /// No address.
    Nothing,
    /// This address, until its e-mail is sent.
    Address(String),
    /// The place had its e-mail, or is about to get it.
    Sent,
}

/// An address that its visitor takes along to another place.
#[derive(Debug)]
pub struct CarriedEmail {
    from: EmailPlace,
    record: PlaceEmail,
    recipient: Recipient,
}

impl Emails {
    /// Prepares e-mails for a configuration with `[smtp]`; `None` without it. Asks neither store
    /// nor server.
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
        Self {
            list: EmailList::new(store, clock.clone()),
            hasher: EmailHasher::new(master),
            cipher: RecipientCipher::new(master),
            links: EmailLinkKey::new(master),
            smtp,
            clock: clock.clone(),
            entropy: entropy.fork(),
            sweep: Mutex::default(),
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
        &self.links
    }

    /// The values that are kept for a place.
    ///
    /// # Errors
    /// If the store is away.
    pub async fn kept(&self, state: &RoomState, known: &Place) -> Result<KeptEmail, EmailListError> {
        let place = place_of(state, known);
        let Some(record) = self.list.place(&place).await? else {
            return Ok(KeptEmail::Nothing);
        };
        Ok(match record.state {
            EmailState::Unnumbered | EmailState::Numbered(_) => {
                let recipient = self.cipher.open(&place, &record.sealed);
                recipient.map_or(KeptEmail::Nothing, |recipient| KeptEmail::Address(recipient.address))
            }
            EmailState::Outgoing { .. } | EmailState::Done => KeptEmail::Sent,
            EmailState::TakenBack => KeptEmail::Nothing,
        })
    }

    /// Keeps an address for a place, in place of an earlier one. `client` is the address that it
    /// was given from.
    ///
    /// # Errors
    /// If the store is away, or too many ask. The inner result says whether the address is taken.
    pub async fn give(
        &self,
        (state, known): (&RoomState, &Place),
        address: &EmailAddress,
        link: &EmailLink<'_>,
        client: Option<IpAddr>,
    ) -> Result<Result<(), EmailRefused>, EmailListError> {
        let place = place_of(state, known);
        let recipient = Recipient {
            address: address.as_str().to_owned(),
            culture: link.culture.to_owned(),
            link: link.link.to_owned(),
            query: link.query.to_owned(),
        };
        let given = GivenAddress {
            place,
            since: known.since,
            number: state.number(known),
            hash: self.hasher.address(address),
            sealed: self.cipher.seal(&place, &recipient, self.entropy.seed()),
            counted_by: self.hasher.counted_by(address, client, self.clock.wall().0 / DAY_MS),
        };
        let tallies = given.counted_by.hashes();
        self.list
            .decide(&[place], &tallies, |transaction| transaction.give(&given))
            .await
    }

    /// Returns the address that is kept for a place, to be taken along to another one; `None` if
    /// none is.
    ///
    /// # Errors
    /// If the store is away.
    pub async fn lift(&self, state: &RoomState, known: &Place) -> Result<Option<CarriedEmail>, EmailListError> {
        let from = place_of(state, known);
        let record = self.list.place(&from).await?;
        let record = record.filter(PlaceEmail::has_address);
        Ok(record.and_then(|record| {
            let recipient = self.cipher.open(&from, &record.sealed)?;
            Some(CarriedEmail {
                from,
                record,
                recipient,
            })
        }))
    }

    /// Keeps an address for the place that its visitor has now, and no longer for the one before.
    /// Counts for no limit of addresses given.
    ///
    /// # Errors
    /// If the store is away, or too many ask. The inner result says whether the address is kept.
    pub async fn carry(
        &self,
        carried: &CarriedEmail,
        (state, taken): (&RoomState, &Place),
    ) -> Result<Result<(), EmailRefused>, EmailListError> {
        let (from, to) = (carried.from, place_of(state, taken));
        let record = PlaceEmail {
            since: taken.since,
            state: state.number(taken).map_or(EmailState::Unnumbered, EmailState::Numbered),
            sealed: self.cipher.seal(&to, &carried.recipient, self.entropy.seed()),
            ..carried.record.clone()
        };
        self.list
            .decide(&[from, to], &[], |transaction| transaction.carry(from, to, &record))
            .await
    }

    /// Deletes the address of a place at the visitor's wish.
    ///
    /// # Errors
    /// If the store is away, or too many ask.
    pub async fn take_back(&self, state: &RoomState, known: &Place) -> Result<(), EmailListError> {
        let place = place_of(state, known);
        self.list
            .decide(&[place], &[], |transaction| transaction.take_back(place))
            .await
    }

    /// Deletes everything about a place that was given up.
    ///
    /// # Errors
    /// If the store is away, or too many ask; then it is deleted with a later look at all places.
    pub async fn forget(&self, state: &RoomState, known: &Place) -> Result<(), EmailListError> {
        let place = place_of(state, known);
        self.list
            .decide(&[place], &[], |transaction| transaction.forget(place))
            .await
    }
}

fn place_of(state: &RoomState, known: &Place) -> EmailPlace {
    EmailPlace {
        line: LineHash::of(state.room().name(), known.lane),
        run: known.run,
        sequence: known.device.sequence,
    }
}

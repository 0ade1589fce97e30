//! Reminders shortly before the turn, the part that e-mails ([`crate::email`]) and web pushes have
//! in common: the storage, the detection of near turns, and the background work.
//!
//! - Each kind has a pool of its own in the store ([`record`]). The *recipient*, which is
//!   everything that a kind needs to reach a visitor, is encrypted there, and deleted with the
//!   commit that records that the reminder was delivered, when the place is let through, cancelled
//!   or expires, with the run, and after [`transaction::KEPT_MS_MAX`] at the latest.
//! - Every node looks for places whose turn is near ([`timing`]), and for reminders to be sent. The
//!   list changes by compare-and-set, so of all nodes one claims an attempt. A reminder is sent *at
//!   least once*: a node that ends between the service's answer and the commit leaves the attempt
//!   to another one, which repeats it under the same id. The alternative would lose reminders, and
//!   a lost one can cost a visitor the turn.
//! - A service that is slow or unavailable delays only reminders: rooms, polls and pages do not
//!   wait for anything here.
//! - The log never contains a recipient, nor the text of a service's reply, which can quote one.
//!
//! Each kind has its own [`ReminderSender`], which writes and delivers a reminder.

mod cipher;
mod counts;
mod list;
mod record;
mod timing;
mod transaction;
mod worker;

use std::future::Future;

use protocol::Minutes;
use serde::Serialize;
use serde::de::DeserializeOwned;
use store::AnyStore;
use tokio::sync::Mutex;

pub use list::ReminderListError;
pub use transaction::ReminderRefused;

pub(crate) use counts::{DayCounts, DayHasher, NETWORKS_DAY_MAX, RecentHash, network};
pub(crate) use record::RecentTally;
#[cfg(test)]
pub(crate) use record::{DayTally, ReminderLedger};
#[cfg(test)]
pub(crate) use transaction::TALLIES_MAX;
pub(crate) use transaction::{DAY_MS, ReminderTransaction};

use crate::clock::Clock;
use crate::config::RoomDefinition;
use crate::entropy::Entropy;
use crate::rooms::{Place, RoomState};
use crate::text::Languages;
use cipher::RecipientCipher;
use list::{ReminderList, Tallies};
use record::{LineHash, PlaceReminder, ReminderPlace, ReminderState};
use transaction::GivenRecipient;
use worker::Sweep;

/// The reminders of one kind, of all rooms.
#[derive(Debug)]
pub(crate) struct Reminders {
    list: ReminderList,
    cipher: RecipientCipher,
    clock: Clock,
    entropy: Entropy,
    sweep: Mutex<Sweep>,
}

/// A kind of reminders: its recipients, and how a reminder is written and delivered.
pub(crate) trait ReminderSender: Sync {
    /// Everything that is needed to reach a visitor; encrypted in the store.
    type Recipient: Serialize + DeserializeOwned + Send + Sync;

    /// The kind's name in the log.
    const KIND: &'static str;

    /// The maximum number of reminders that one node delivers at once.
    const AT_ONCE_MAX: usize;

    /// The maximum number of reminders per minute over all nodes.
    fn per_minute(&self) -> u32;

    /// How long before the turn a reminder is sent; `None` if the room sends none of this kind.
    fn lead(room: &RoomDefinition) -> Option<Minutes>;

    /// Makes one attempt.
    fn deliver(
        &self,
        due: DueReminder<'_, Self::Recipient>,
        languages: &Languages,
    ) -> impl Future<Output = DeliveryOutcome> + Send;
}

/// A reminder that is to be delivered now.
#[derive(Debug)]
pub(crate) struct DueReminder<'d, R> {
    /// The room.
    pub(crate) state: &'d RoomState,
    /// The place, as its present holder has it.
    pub(crate) place: Place,
    /// The ends of the expected wait, seconds; both 0 in front of the line.
    pub(crate) wait: (u64, u64),
    /// The recipient of the reminder.
    pub(crate) recipient: R,
    /// Distinguishes the place from all others; the same at every attempt.
    pub(crate) key: &'d [u8],
}

/// The outcome of an attempt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum DeliveryOutcome {
    /// The service accepted the reminder.
    Accepted,
    /// The service refuses this reminder permanently.
    Refused(String),
    /// Another attempt can succeed.
    Failed(String),
    /// The visitor cannot be reached this way any more: the recipient is deleted, and the visitor
    /// can give another one.
    Gone,
}

/// The stored values of a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum StoredRecipient<R> {
    /// No recipient.
    Nothing,
    /// This recipient, until its reminder is sent.
    Stored(R),
    /// The place has had its reminder, or is about to get it.
    Sent,
}

/// A recipient that its visitor takes to another place.
#[derive(Debug)]
pub(crate) struct CarriedRecipient<R> {
    from: ReminderPlace,
    record: PlaceReminder,
    recipient: R,
}

impl<R> CarriedRecipient<R> {
    /// The recipient.
    pub(crate) fn recipient(&self) -> &R {
        &self.recipient
    }

    /// The recipient, to be changed for the other place.
    pub(crate) fn recipient_mut(&mut self) -> &mut R {
        &mut self.recipient
    }
}

impl Reminders {
    /// Prepares the reminders in the pool of this name, with recipients encrypted under this key.
    /// Does not read the store.
    pub(crate) fn new(pool: &str, key: [u8; 32], store: AnyStore, (clock, entropy): (&Clock, &Entropy)) -> Self {
        Self {
            list: ReminderList::new(pool, store, clock.clone()),
            cipher: RecipientCipher::new(key),
            clock: clock.clone(),
            entropy: entropy.fork(),
            sweep: Mutex::default(),
        }
    }

    /// The stored values of a place.
    pub(crate) async fn stored<R: DeserializeOwned>(
        &self,
        state: &RoomState,
        place: &Place,
    ) -> Result<StoredRecipient<R>, ReminderListError> {
        let listed = place_of(state, place);
        let Some(record) = self.list.place(&listed).await? else {
            return Ok(StoredRecipient::Nothing);
        };
        Ok(match record.state {
            ReminderState::Unnumbered | ReminderState::Numbered(_) => {
                let recipient = self.cipher.open(&listed, &record.sealed);
                recipient.map_or(StoredRecipient::Nothing, StoredRecipient::Stored)
            }
            ReminderState::Outgoing { .. } | ReminderState::Done => StoredRecipient::Sent,
            ReminderState::TakenBack => StoredRecipient::Nothing,
        })
    }

    /// Stores a recipient for a place, in place of an earlier one. The recipient of this hash
    /// counts for these limits.
    pub(crate) async fn set_recipient(
        &self,
        (state, place): (&RoomState, &Place),
        recipient: &impl Serialize,
        hash: [u8; 16],
        counted_by: DayCounts,
    ) -> Result<Result<(), ReminderRefused>, ReminderListError> {
        let listed = place_of(state, place);
        let given = GivenRecipient {
            place: listed,
            since: place.since,
            number: state.number(place),
            hash,
            sealed: self.cipher.seal(&listed, recipient, self.entropy.seed()),
            counted_by,
        };
        let tallies = given.counted_by.hashes();
        self.list
            .decide(&[listed], &tallies, |transaction| transaction.set_recipient(&given))
            .await
    }

    /// Returns the stored recipient of a place, to be moved to another place; `None` if there is
    /// none.
    pub(crate) async fn recipient_to_carry<R: DeserializeOwned>(
        &self,
        state: &RoomState,
        place: &Place,
    ) -> Result<Option<CarriedRecipient<R>>, ReminderListError> {
        let from = place_of(state, place);
        let record = self.list.place(&from).await?;
        let record = record.filter(PlaceReminder::has_recipient);
        Ok(record.and_then(|record| {
            let recipient = self.cipher.open(&from, &record.sealed)?;
            Some(CarriedRecipient {
                from,
                record,
                recipient,
            })
        }))
    }

    /// Stores a recipient for the place that its visitor has now, and deletes it from the place
    /// before. This counts towards no limit of recipients given.
    pub(crate) async fn carry<R: Serialize>(
        &self,
        carried: &CarriedRecipient<R>,
        (state, taken): (&RoomState, &Place),
    ) -> Result<Result<(), ReminderRefused>, ReminderListError> {
        let (from, to) = (carried.from, place_of(state, taken));
        let record = PlaceReminder {
            since: taken.since,
            state: state
                .number(taken)
                .map_or(ReminderState::Unnumbered, ReminderState::Numbered),
            sealed: self.cipher.seal(&to, &carried.recipient, self.entropy.seed()),
            ..carried.record.clone()
        };
        self.list
            .decide(&[from, to], &[], |transaction| transaction.carry(from, to, &record))
            .await
    }

    /// Deletes the recipient of a place at the visitor's request.
    pub(crate) async fn remove_recipient(&self, state: &RoomState, place: &Place) -> Result<(), ReminderListError> {
        let listed = place_of(state, place);
        self.list
            .decide(&[listed], &[], |transaction| transaction.remove_recipient(listed))
            .await
    }

    /// Deletes everything about a place that was given up. If that fails, it is deleted with a
    /// later scan of all places.
    pub(crate) async fn forget(&self, state: &RoomState, place: &Place) -> Result<(), ReminderListError> {
        let listed = place_of(state, place);
        self.list
            .decide(&[listed], &[], |transaction| transaction.forget(listed))
            .await
    }

    /// Decides about tallies alone: of the day, and of the last hours.
    pub(crate) async fn decide_tallies<T: Send>(
        &self,
        of_day: &[[u8; 16]],
        recent: &[RecentHash],
        decide: impl Fn(&mut ReminderTransaction) -> T + Send + Sync,
    ) -> Result<T, ReminderListError> {
        self.list.decide_on(&[], Tallies { of_day, recent }, decide).await
    }
}

fn place_of(state: &RoomState, place: &Place) -> ReminderPlace {
    ReminderPlace {
        line: LineHash::of(state.room().name(), place.lane),
        run: place.run,
        sequence: place.device.sequence,
    }
}

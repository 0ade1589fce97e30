//! Web push shortly before the turn, for rooms with `push = true`: a visitor switches it on on the
//! waiting page (`src/http/visitor/push.rs`), and gets one notification when the turn is near, even
//! if the page is closed.
//!
//! - The browser's subscription is stored, and its message sent, like every reminder
//!   ([`crate::reminders`]). A message that is sent again has the same topic and tag, so that it
//!   replaces the first one.
//! - Only the browser can read a message ([`encryption`]), and push services know the sender
//!   ([`vapid`]). A message contains the room's name, the expected wait and the address of the
//!   room's page: no queue id, and nothing about the visitor.
//! - The visitor's browser chooses the address to which messages are sent, so that address is
//!   checked ([`subscription`]).
//! - The log never contains a subscription, nor the text of a service's answer, which can quote
//!   one.

mod encryption;
mod sender;
mod service;
mod subscription;
mod vapid;

use std::net::IpAddr;
use std::path::Path;

use store::AnyStore;

pub use subscription::PushSubscriptionError;

use crate::clock::Clock;
use crate::config::{Config, ConfigProblem, PushSettings};
use crate::entropy::Entropy;
use crate::reminders::{
    CarriedRecipient, DAY_MS, DayHasher, ReminderListError, ReminderRefused, Reminders, StoredRecipient,
};
use crate::rooms::{Place, RoomState, Rooms};
use crate::text::Languages;
use sender::{PushRecipient, PushSender, holder};
use service::PushServices;
use subscription::PushHosts;
use vapid::VapidKey;

/// The web pushes of all rooms.
#[derive(Debug)]
pub struct WebPushes {
    reminders: Reminders,
    sender: PushSender,
    clock: Clock,
}

/// A subscription as a browser gives it: the endpoint, and the keys in base64url.
#[derive(Debug, Clone, Copy)]
pub struct GivenSubscription<'a> {
    /// The address at which the push service accepts messages.
    pub endpoint: &'a str,
    /// The browser's public key.
    pub public_key: &'a str,
    /// The secret by which the browser recognizes messages of this server.
    pub auth: &'a str,
    /// The culture of the visitor's page.
    pub culture: &'a str,
    /// The path and query of the room's page, without the place.
    pub page: &'a str,
}

/// The state of a place's subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoredPush {
    /// No subscription.
    Nothing,
    /// A subscription of this device, until its message is sent.
    Here,
    /// The place has had its message, or is about to get it.
    Sent,
}

/// Why a subscription is not stored.
#[derive(Debug, thiserror::Error)]
pub enum PushNotStored {
    /// Messages cannot be sent to this subscription.
    #[error(transparent)]
    Subscription(#[from] PushSubscriptionError),
    /// A limit is reached, or the place has had its message.
    #[error(transparent)]
    Refused(#[from] ReminderRefused),
    /// The store is away, or too many ask.
    #[error(transparent)]
    List(#[from] ReminderListError),
}

/// A subscription that its visitor takes to another place.
#[derive(Debug)]
pub struct CarriedPush(CarriedRecipient<PushRecipient>);

impl WebPushes {
    /// Prepares web pushes for a configuration with `[push]`; `None` without it. Connects to
    /// neither the store nor the services.
    ///
    /// # Errors
    /// If a file that `[push]` names cannot be read.
    pub fn open(
        config: &Config,
        store: AnyStore,
        clock: &Clock,
        entropy: &Entropy,
    ) -> Result<Option<Self>, Vec<ConfigProblem>> {
        let Some(settings) = &config.push else {
            return Ok(None);
        };
        let master = &config.server.master_key;
        let services = PushServices::open(settings, &config.folder)?;
        let key = master.derive("anteroom push recipient 1", &[]);
        Ok(Some(Self {
            reminders: Reminders::new("~push", key, store, (clock, entropy)),
            sender: PushSender {
                hasher: DayHasher::new(&master.derive("anteroom push hash 1", &[])),
                vapid: VapidKey::new(master, &settings.contact),
                hosts: PushHosts::new(&settings.hosts),
                services,
                per_minute: settings.per_minute,
                clock: clock.clone(),
                entropy: entropy.fork(),
            },
            clock: clock.clone(),
        }))
    }

    /// The problems of the files that `[push]` names.
    #[must_use]
    pub fn problems(settings: &PushSettings, folder: &Path) -> Vec<ConfigProblem> {
        PushServices::open(settings, folder).err().unwrap_or_default()
    }

    /// The key that browsers bind subscriptions to, in base64url.
    #[must_use]
    pub fn public_key(&self) -> &str {
        self.sender.vapid.public()
    }

    /// Sends the web pushes of rooms until the future is dropped.
    pub async fn run(&self, rooms: &Rooms, languages: &Languages) {
        self.reminders.run(&self.sender, rooms, languages).await;
    }

    /// Does one round of [`Self::run`].
    pub async fn run_once(&self, rooms: &Rooms, languages: &Languages) {
        self.reminders.run_once(&self.sender, rooms, languages).await;
    }

    /// The state of a place's subscription, for its present device.
    ///
    /// # Errors
    /// If the store is away.
    pub async fn stored(&self, state: &RoomState, place: &Place) -> Result<StoredPush, ReminderListError> {
        Ok(match self.reminders.stored::<PushRecipient>(state, place).await? {
            StoredRecipient::Stored(recipient) if recipient.holder == holder(place) => StoredPush::Here,
            StoredRecipient::Stored(_) | StoredRecipient::Nothing => StoredPush::Nothing,
            StoredRecipient::Sent => StoredPush::Sent,
        })
    }

    /// Stores a subscription for a place, in place of an earlier one. `client` is the address from
    /// which it was given.
    ///
    /// # Errors
    /// If it is not stored.
    pub async fn set_recipient(
        &self,
        (state, place): (&RoomState, &Place),
        given: &GivenSubscription<'_>,
        client: Option<IpAddr>,
    ) -> Result<(), PushNotStored> {
        let PushSender { hosts, hasher, .. } = &self.sender;
        let subscription = hosts.subscription(given.endpoint, (given.public_key, given.auth))?;
        let device = holder(place);
        let hash = hasher.hash(b's', format!("{device} {}", given.endpoint).as_bytes());
        let recipient = PushRecipient {
            subscription,
            culture: given.culture.to_owned(),
            page: given.page.to_owned(),
            holder: device,
        };
        let counted_by = hasher.networks(b'n', client, self.clock.wall().0 / DAY_MS);
        let taken = self
            .reminders
            .set_recipient((state, place), &recipient, hash, counted_by);
        Ok(taken.await??)
    }

    /// Returns the stored subscription of a place, to be moved to another place; `None` if there is
    /// none, or if it belongs to a device that has transferred the place.
    ///
    /// # Errors
    /// If the store is away.
    pub async fn recipient_to_carry(
        &self,
        state: &RoomState,
        place: &Place,
    ) -> Result<Option<CarriedPush>, ReminderListError> {
        let carried: Option<CarriedRecipient<PushRecipient>> = self.reminders.recipient_to_carry(state, place).await?;
        let own = carried.filter(|carried| carried.recipient().holder == holder(place));
        Ok(own.map(CarriedPush))
    }

    /// Stores a subscription for the place that its visitor has now, and deletes it from the place
    /// before.
    ///
    /// # Errors
    /// If the store is away, or too many ask. The inner result is an error if it is not stored.
    pub async fn carry(
        &self,
        CarriedPush(mut carried): CarriedPush,
        taken: (&RoomState, &Place),
    ) -> Result<Result<(), ReminderRefused>, ReminderListError> {
        carried.recipient_mut().holder = holder(taken.1);
        self.reminders.carry(&carried, taken).await
    }

    /// Deletes the subscription of a place at the visitor's request.
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

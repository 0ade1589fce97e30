//! Web push shortly before the turn, for rooms with `push = true`: a visitor switches it on on the
//! waiting page (`src/http/visitor/push.rs`), and gets one notification when the turn is near, also
//! with the page closed.
//!
//! - The browser's subscription is kept, and its message sent, as every reminder
//!   ([`crate::reminders`]). A message that is sent again has the same topic and tag, so that it
//!   takes the place of the first one.
//! - Nobody but the browser can read a message ([`encryption`]), and push services know who sends
//!   it ([`vapid`]). It has the room's name, the expected wait and the address of the room's page:
//!   no queue id, and nothing of the visitor.
//! - Where a message goes is the visitor's browser's choice, so that address is checked
//!   ([`subscription`]).
//! - The log never holds a subscription, nor the text of a service's answer, which may quote one.

mod courier;
mod encryption;
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
    CarriedRecipient, DAY_MS, DayHasher, KeptRecipient, ReminderListError, ReminderRefused, Reminders,
};
use crate::rooms::{Place, RoomState, Rooms};
use crate::text::Languages;
use courier::{PushCourier, PushRecipient, holder};
use service::PushServices;
use subscription::PushHosts;
use vapid::VapidKey;

/// The web pushes of all rooms.
#[derive(Debug)]
pub struct WebPushes {
    reminders: Reminders,
    courier: PushCourier,
    clock: Clock,
}

/// A subscription as a browser gives it: the endpoint, and the keys in base64url.
#[derive(Debug, Clone, Copy)]
pub struct GivenSubscription<'a> {
    /// Where the push service takes messages.
    pub endpoint: &'a str,
    /// The browser's public key.
    pub public_key: &'a str,
    /// The secret by which the browser knows messages of ours.
    pub auth: &'a str,
    /// The culture of the visitor's page.
    pub culture: &'a str,
    /// The path and query of the room's page, without the place.
    pub page: &'a str,
}

/// The state of a place's subscription.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum KeptPush {
    /// No subscription.
    Nothing,
    /// A subscription of this device, until its message is sent.
    Here,
    /// The place had its message, or is about to get it.
    Sent,
}

/// Why a subscription is not kept.
#[derive(Debug, thiserror::Error)]
pub enum PushNotKept {
    /// It is none that messages can be sent to.
    #[error(transparent)]
    Subscription(#[from] PushSubscriptionError),
    /// A limit is reached, or the place had its message.
    #[error(transparent)]
    Refused(#[from] ReminderRefused),
    /// The store is away, or too many ask.
    #[error(transparent)]
    List(#[from] ReminderListError),
}

/// A subscription that its visitor takes along to another place.
#[derive(Debug)]
pub struct CarriedPush(CarriedRecipient<PushRecipient>);

impl WebPushes {
    /// Prepares web pushes for a configuration with `[push]`; `None` without it. Asks neither store
    /// nor services.
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
            courier: PushCourier {
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
        self.courier.vapid.public()
    }

    /// Sends the web pushes of rooms until the future is dropped.
    pub async fn run(&self, rooms: &Rooms, languages: &Languages) {
        self.reminders.run(&self.courier, rooms, languages).await;
    }

    /// Does once what [`Self::run`] does again and again.
    pub async fn run_once(&self, rooms: &Rooms, languages: &Languages) {
        self.reminders.run_once(&self.courier, rooms, languages).await;
    }

    /// The state of a place's subscription, for its present device.
    ///
    /// # Errors
    /// If the store is away.
    pub async fn kept(&self, state: &RoomState, known: &Place) -> Result<KeptPush, ReminderListError> {
        Ok(match self.reminders.kept::<PushRecipient>(state, known).await? {
            KeptRecipient::Kept(recipient) if recipient.holder == holder(known) => KeptPush::Here,
            KeptRecipient::Kept(_) | KeptRecipient::Nothing => KeptPush::Nothing,
            KeptRecipient::Sent => KeptPush::Sent,
        })
    }

    /// Keeps a subscription for a place, in place of an earlier one. `client` is the address that
    /// it was given from.
    ///
    /// # Errors
    /// If it is not kept.
    pub async fn give(
        &self,
        (state, known): (&RoomState, &Place),
        given: &GivenSubscription<'_>,
        client: Option<IpAddr>,
    ) -> Result<(), PushNotKept> {
        let PushCourier { hosts, hasher, .. } = &self.courier;
        let subscription = hosts.subscription(given.endpoint, (given.public_key, given.auth))?;
        let device = holder(known);
        let hash = hasher.hash(b's', format!("{device} {}", given.endpoint).as_bytes());
        let recipient = PushRecipient {
            subscription,
            culture: given.culture.to_owned(),
            page: given.page.to_owned(),
            holder: device,
        };
        let counted_by = hasher.networks(b'n', client, self.clock.wall().0 / DAY_MS);
        let taken = self.reminders.give((state, known), &recipient, hash, counted_by);
        Ok(taken.await??)
    }

    /// Returns the subscription that is kept for a place, to be taken along to another one; `None`
    /// if none is, or if it is that of a device that handed the place on.
    ///
    /// # Errors
    /// If the store is away.
    pub async fn lift(&self, state: &RoomState, known: &Place) -> Result<Option<CarriedPush>, ReminderListError> {
        let lifted: Option<CarriedRecipient<PushRecipient>> = self.reminders.lift(state, known).await?;
        let own = lifted.filter(|carried| carried.recipient().holder == holder(known));
        Ok(own.map(CarriedPush))
    }

    /// Keeps a subscription for the place that its visitor has now, and no longer for the one
    /// before.
    ///
    /// # Errors
    /// If the store is away, or too many ask. The inner result says whether it is kept.
    pub async fn carry(
        &self,
        CarriedPush(mut carried): CarriedPush,
        taken: (&RoomState, &Place),
    ) -> Result<Result<(), ReminderRefused>, ReminderListError> {
        carried.recipient_mut().holder = holder(taken.1);
        self.reminders.carry(&carried, taken).await
    }

    /// Deletes the subscription of a place at the visitor's wish.
    ///
    /// # Errors
    /// If the store is away, or too many ask.
    pub async fn take_back(&self, state: &RoomState, known: &Place) -> Result<(), ReminderListError> {
        self.reminders.take_back(state, known).await
    }

    /// Deletes everything about a place that was given up.
    ///
    /// # Errors
    /// If the store is away, or too many ask; then it is deleted with a later look at all places.
    pub async fn forget(&self, state: &RoomState, known: &Place) -> Result<(), ReminderListError> {
        self.reminders.forget(state, known).await
    }
}

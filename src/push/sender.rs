//! Writes and delivers a web push before the turn.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use p256::SecretKey;
use protocol::Minutes;
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use super::encryption::{MessageKeys, encrypt};
use super::service::{PushOutcome, PushRequest, PushServices};
use super::subscription::{PushHosts, PushSubscription};
use super::vapid::{VapidKey, secret_key};
use crate::clock::Clock;
use crate::config::RoomDefinition;
use crate::entropy::Entropy;
use crate::pages::ReminderText;
use crate::reminders::{DayHasher, DeliveryOutcome, DueReminder, ReminderSender};
use crate::rooms::{Place, RoomState};
use crate::text::Languages;

/// The maximum number of connections of one node; each delivers one message at a time.
const AT_ONCE_MAX: usize = 8;
/// How long a service keeps a message for a browser that is not connected, seconds. A message that
/// arrives later would announce a turn that is over.
const TTL_SECONDS: u32 = 15 * 60;

/// The recipient of a web push, and the target of its notification.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PushRecipient {
    pub(super) subscription: PushSubscription,
    /// The culture of the visitor's page.
    pub(super) culture: String,
    /// The path of the room's page with its query, without the place: the browser's cookie
    /// identifies the place.
    pub(super) page: String,
    /// The number of the device among the holders of the place: a browser that has transferred the
    /// place gets no notification.
    pub(super) holder: u8,
}

impl fmt::Debug for PushRecipient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PushRecipient(redacted)")
    }
}

/// Writes messages and delivers them to push services.
#[derive(Debug)]
pub(super) struct PushSender {
    pub(super) hasher: DayHasher,
    pub(super) vapid: VapidKey,
    pub(super) hosts: PushHosts,
    pub(super) services: PushServices,
    pub(super) per_minute: u32,
    pub(super) clock: Clock,
    pub(super) entropy: Entropy,
}

/// The message, as the service worker reads it.
#[derive(Serialize)]
struct PushMessage<'m> {
    title: &'m str,
    body: &'m str,
    /// The address that the notification opens.
    url: &'m str,
    /// The notification replaces an earlier one with this tag.
    tag: &'m str,
    lang: &'m str,
    dir: &'m str,
}

impl ReminderSender for PushSender {
    type Recipient = PushRecipient;

    const KIND: &'static str = "web push";

    const AT_ONCE_MAX: usize = AT_ONCE_MAX;

    fn per_minute(&self) -> u32 {
        self.per_minute
    }

    fn lead(room: &RoomDefinition) -> Option<Minutes> {
        room.push_lead
    }

    async fn deliver(&self, due: DueReminder<'_, PushRecipient>, languages: &Languages) -> DeliveryOutcome {
        if holder(&due.place) != due.recipient.holder {
            return DeliveryOutcome::Gone;
        }
        let Some(request) = self.request(&due, languages) else {
            return DeliveryOutcome::Refused("the message cannot be written".to_owned());
        };
        match self.services.send(request).await {
            PushOutcome::Accepted => DeliveryOutcome::Accepted,
            PushOutcome::Gone => DeliveryOutcome::Gone,
            PushOutcome::Refused(reason) => DeliveryOutcome::Refused(reason),
            PushOutcome::Failed(reason) => DeliveryOutcome::Failed(reason),
        }
    }
}

impl PushSender {
    fn request(&self, due: &DueReminder<'_, PushRecipient>, languages: &Languages) -> Option<PushRequest> {
        let subscription = &due.recipient.subscription;
        // The list of hosts can have changed since.
        let endpoint = self.hosts.endpoint(subscription.endpoint())?;
        let topic = URL_SAFE_NO_PAD.encode(self.hasher.hash(b't', due.key));
        let message = message(due.state, due, &topic, languages)?;
        let body = encrypt(&message, &subscription.keys()?, &message_keys(self.entropy.seed()))?;
        let origin = endpoint.origin().ascii_serialization();
        Some(PushRequest {
            authorization: self.vapid.authorization(&origin, self.clock.wall()),
            endpoint,
            ttl_seconds: TTL_SECONDS,
            topic,
            body,
        })
    }
}

fn message(
    state: &RoomState,
    due: &DueReminder<'_, PushRecipient>,
    topic: &str,
    languages: &Languages,
) -> Option<Vec<u8>> {
    let (room, recipient) = (&state.settings, &due.recipient);
    let language = languages
        .find(&recipient.culture)
        .or_else(|| languages.find(&room.culture))?;
    let number_valid_minutes = room.life.number_valid_ms.map(|ms| ms / 60_000);
    let text = ReminderText::new(language, &room.name, due.wait, number_valid_minutes);
    let message = PushMessage {
        title: &text.subject,
        body: &format!("{}\n{}", text.wait, text.late),
        url: &recipient.page,
        tag: topic,
        lang: language.tag(),
        dir: language.direction().as_str(),
    };
    serde_json::to_vec(&message).ok()
}

/// The number of a place's present device.
pub(super) fn holder(place: &Place) -> u8 {
    place.device.holder.0
}

/// The key pair and the salt of one message, from bytes that were never used before.
fn message_keys(random: [u8; 32]) -> MessageKeys {
    let derive = |label: &str| -> [u8; 32] {
        let mut mac: Hmac<Sha256> = Hmac::new_from_slice(&random).expect("HMAC takes a key of any length");
        mac.update(label.as_bytes());
        mac.finalize().into_bytes().into()
    };
    let secret: SecretKey = secret_key(derive);
    let salt = derive("salt");
    MessageKeys {
        secret,
        salt: *salt.first_chunk().expect("32 bytes"),
    }
}

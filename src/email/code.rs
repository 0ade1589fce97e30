//! E-mails with codes, by which visitors prove that they own an address. Nothing about a visitor is
//! stored: the browser stores the address to which a code was sent. Only the day's counts of
//! addresses, networks and guesses are stored, as keyed hashes, so that the limits hold over all
//! nodes.
//!
//! A code is delivered while its visitor waits for the answer, and only once: a visitor who gets
//! none requests another.

use std::net::IpAddr;
use std::time::Duration;

use admission::price::{UnpaidPrice, WorkUnits};
use client_address::Scope;
use tokio::time::timeout;

use super::Emails;
use super::address::{EmailAddress, EmailHasher};
use super::code_limits::{CodeCounts, CodeDenied, CodePrice, DoneWork, NetworkHashes, PatienceHashes};
use super::message::EmailMessage;
use super::sender::EmailSender;
use super::smtp::MailOutcome;
use crate::pages::EmailBody;
use crate::reminders::{DAY_MS, NETWORKS_DAY_MAX, ReminderListError, network};

/// The maximum number of guesses at one code.
pub const GUESSES_MAX: u32 = 5;
/// The maximum number of e-mails with codes that one node delivers at once; further visitors, whose
/// code is counted by then, wait for one of these to end.
pub(super) const CODES_AT_ONCE_MAX: usize = 64;
/// The longest time that a visitor waits until a code is delivered, once it is counted.
const DELIVERY_WAIT_MAX: Duration = Duration::from_secs(10);

/// How often codes can be asked for within a day from one network, by its size, if the network pays
/// for many of them with work, or if the room exempts it. They are more than those at no price, for
/// addresses that many people share, and bounded, since each is an e-mail to somebody.
const PRICED_DAY_MAX: [(Scope, u32); 3] = [
    (Scope::Client, 1_000),
    (Scope::Subnet, 4_000),
    (Scope::Provider, 20_000),
];

/// A request for a code.
#[derive(Debug, Clone)]
pub(crate) struct CodeRequest<'a> {
    /// Distinguishes the e-mail from all others.
    pub(crate) id: &'a str,
    /// The address of the client.
    pub(crate) client: Option<IpAddr>,
    /// The full name of the room.
    pub(crate) room: &'a str,
    /// The price of the room's codes.
    pub(crate) price: CodePrice,
    /// The work that the visitor did, with the id of its proof.
    pub(crate) work: Option<(WorkUnits, String)>,
    /// The id of the stamp of the visitor's wait.
    pub(crate) stamp: Option<String>,
}

impl CodeRequest<'_> {
    fn counts(&self, address: &EmailAddress, hasher: &EmailHasher, day: u64) -> CodeCounts {
        let mailbox = address.counted_name();
        let of = |scope| network(self.client, scope);
        let [client, subnet, provider] = [Scope::Client, Scope::Subnet, Scope::Provider].map(of);
        let most = match self.price.allows_many() {
            true => PRICED_DAY_MAX,
            false => NETWORKS_DAY_MAX,
        };
        let proof = |id: &String| hasher.recent("proof", id);
        CodeCounts {
            day: hasher.codes_counted_by(address, (self.client, day), most),
            mailbox: hasher.recent("mailbox", &mailbox),
            from_provider: hasher.recent("from", &format!("{mailbox} {provider}")),
            from_provider_today: hasher.codes_from_provider(address, (self.client, day)),
            networks: NetworkHashes {
                client: hasher.recent("network", &client),
                subnet: hasher.recent("network", &subnet),
                provider: hasher.recent("network", &provider),
            },
            room: hasher.recent("room", self.room),
            patience: PatienceHashes {
                subnet: hasher.recent("patient site", &subnet),
                room: hasher.recent("patient room", self.room),
                subnet_lately: hasher.recent("patient site lately", &subnet),
            },
            work: self.work.as_ref().map(|(units, id)| DoneWork {
                units: *units,
                solution: proof(id),
            }),
            stamp: self.stamp.as_ref().map(proof),
        }
    }
}

/// Why no code was sent.
#[derive(Debug, thiserror::Error)]
pub enum CodeNotSent {
    /// There were too many within this minute.
    #[error("too many codes were asked for within this minute")]
    Many,
    /// There were too many for this mailbox or network today, or for the store.
    #[error("too many codes were asked for today")]
    NotToday,
    /// There were too many for this mailbox lately.
    #[error("the mailbox had too many codes lately")]
    Soon {
        /// The time until it can have another one, in milliseconds.
        wait_ms: u64,
    },
    /// The code has a price, which was not paid.
    #[error("codes have a price now")]
    Unpaid(UnpaidPrice),
    /// The e-mail server does not accept the e-mail.
    #[error("{0}")]
    Failed(String),
    /// The limits cannot be read.
    #[error(transparent)]
    List(#[from] ReminderListError),
}

impl From<CodeDenied> for CodeNotSent {
    fn from(denied: CodeDenied) -> Self {
        match denied {
            CodeDenied::MinuteFull => Self::Many,
            // A full table is empty on the next day.
            CodeDenied::NotToday | CodeDenied::Full => Self::NotToday,
            CodeDenied::Soon { wait_ms } => Self::Soon { wait_ms },
            CodeDenied::Unpaid(unpaid) => Self::Unpaid(unpaid),
        }
    }
}

impl Emails {
    /// Sends an e-mail with a code, if the limits allow another one and its price is paid.
    ///
    /// # Errors
    /// Returns [`CodeNotSent`] if it was not delivered.
    pub(crate) async fn send_code(
        &self,
        address: &EmailAddress,
        body: &EmailBody,
        request: &CodeRequest<'_>,
    ) -> Result<(), CodeNotSent> {
        let EmailSender { hasher, smtp, .. } = &self.sender;
        let counts = request.counts(address, hasher, self.clock.wall().0 / DAY_MS);
        let (of_day, recent) = (counts.day.hashes(), counts.recent());
        let counted = self.reminders.decide_tallies(&of_day, &recent, |transaction| {
            transaction.count_code(&counts, &request.price, smtp.per_minute)
        });
        let counted = counted.await?;
        if counted == Err(CodeDenied::Full) {
            tracing::error!(room = request.room, "no more codes can be counted before the next day");
        }
        counted?;
        let email = EmailMessage {
            from: &smtp.from,
            to: address,
            id: request.id,
            at: self.clock.wall(),
            body,
        };
        let message = email.write();
        let message = message.ok_or_else(|| CodeNotSent::Failed("the e-mail cannot be written".to_owned()))?;
        // A code without a free delivery would be lost with its price, and a delivery that is taken
        // before the decision would hinder visitors who have to learn the price.
        let delivery = async {
            let _one_of_few = self.codes.acquire().await.expect("the deliveries never close");
            smtp.send(message).await
        };
        match timeout(DELIVERY_WAIT_MAX, delivery).await {
            Ok(MailOutcome::Accepted) => Ok(()),
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
        let guess = (self.sender.hasher.hash(b'g', challenge.as_bytes()), GUESSES_MAX);
        let tallies = [guess.0];
        let counted = self.reminders.decide_tallies(&tallies, &[], |transaction| {
            let counted = transaction.count(&[guess]);
            counted.map(|()| GUESSES_MAX.saturating_sub(transaction.today(&guess.0)))
        });
        Ok(counted.await?.ok())
    }
}

#[cfg(test)]
mod tests {
    use admission::price::{NetworkLimit, PlacePrice, WorkPrice};
    use protocol::MasterKey;

    use super::*;

    const PLACE: PlacePrice = PlacePrice {
        network: Some(NetworkLimit::STANDARD),
        work: Some(WorkPrice {
            standard: WorkUnits(1_000),
            expected_per_minute: 6_000,
            in_prequeue: false,
        }),
    };

    /// Returns the counters of a code to one mailbox, asked for from this address.
    fn counts_of(client: &str, price: CodePrice) -> CodeCounts {
        let request = CodeRequest {
            id: "code-1",
            client: client.parse().ok(),
            room: "demo/sale",
            price,
            work: None,
            stamp: None,
        };
        let address: EmailAddress = "ada@example.com".parse().expect("an address");
        let hasher = EmailHasher::new(&MasterKey::from_bytes([7; 32]));
        request.counts(&address, &hasher, 7)
    }

    /// Returns how often a day allows a code for a client, its subnet and its provider.
    fn day_limits(price: CodePrice) -> Vec<u32> {
        let counts = counts_of("192.0.2.1", price);
        counts.day.limits[2..].iter().map(|(_, most)| *most).collect()
    }

    #[test]
    fn the_days_codes_from_a_provider_are_read_with_the_others() {
        let counts = counts_of("192.0.2.1", CodePrice::default());
        assert!(counts.day.hashes().contains(&counts.from_provider_today));
        assert!(counts.day.hashes().contains(&counts.day.client));
        let elsewhere = counts_of("198.51.100.1", CodePrice::default());
        assert_eq!(counts.mailbox, elsewhere.mailbox);
        assert_ne!(counts.from_provider_today, elsewhere.from_provider_today);
    }

    #[test]
    fn each_counter_counts_what_its_name_says() {
        let counts = |client: &str| counts_of(client, CodePrice::default());
        let one = counts("192.0.2.1");
        let (neighbour, of_provider) = (counts("192.0.2.2"), counts("192.0.3.1"));
        assert_ne!(neighbour.networks.client, one.networks.client);
        assert_eq!(neighbour.networks.subnet, one.networks.subnet);
        assert_eq!(neighbour.patience, one.patience);
        assert_ne!(of_provider.networks.subnet, one.networks.subnet);
        assert_eq!(of_provider.networks.provider, one.networks.provider);
        assert_eq!(of_provider.from_provider, one.from_provider);
        assert_ne!(of_provider.patience.subnet, one.patience.subnet);
        assert_ne!(of_provider.patience.subnet_lately, one.patience.subnet_lately);
        let elsewhere = counts("198.51.100.1");
        assert_ne!(elsewhere.networks.provider, one.networks.provider);
        assert_ne!(elsewhere.from_provider, one.from_provider);
        assert_eq!(
            (elsewhere.mailbox, elsewhere.room, elsewhere.patience.room),
            (one.mailbox, one.room, one.patience.room)
        );
        let mut all = one.recent();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 9, "no two counters are one");
    }

    #[test]
    fn a_full_table_of_counts_denies_codes_until_the_next_day() {
        assert!(matches!(CodeNotSent::from(CodeDenied::Full), CodeNotSent::NotToday));
        assert!(matches!(CodeNotSent::from(CodeDenied::MinuteFull), CodeNotSent::Many));
    }

    #[test]
    fn networks_that_pay_or_are_exempt_have_many_codes_a_day_and_others_few() {
        let of = |place| CodePrice {
            place,
            ..CodePrice::default()
        };
        let many = vec![1_000, 4_000, 20_000];
        assert_eq!(day_limits(of(PLACE)), many);
        assert_eq!(day_limits(CodePrice::EXEMPT), many);
        let few = vec![100, 1_000, 20_000];
        assert_eq!(day_limits(of(PlacePrice { work: None, ..PLACE })), few);
        assert_eq!(day_limits(of(PlacePrice { network: None, ..PLACE })), few);
        assert_eq!(day_limits(CodePrice::default()), few);
    }
}

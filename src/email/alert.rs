//! E-mails to operators about unusual requests ([`TrafficAlert`]). The day's tallies of the list
//! count them, so that over all nodes one of each kind is sent in a period. They are in English,
//! name no visitor and no address, and are sent by the node that saw the requests.

use std::fmt::Write;

use super::Emails;
use super::message::EmailMessage;
use super::sender::EmailSender;
use super::smtp::MailOutcome;
use crate::clock::timestamp;
use crate::config::AlertSettings;
use crate::pages::EmailBody;
use crate::reminders::ReminderListError;
use crate::traffic::{AlertKind, NetworkLine, TrafficAlert};

/// The number of networks that an e-mail names.
const NETWORKS_MAX: usize = 5;

/// The outcome of an alert.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AlertOutcome {
    /// The mail server accepted it for every recipient.
    Sent,
    /// Another e-mail of this kind was sent in this period.
    AlreadySent,
    /// The mail server did not accept it for every recipient.
    Failed,
}

/// The values of an e-mail about unusual requests.
#[derive(Debug)]
pub struct AlertMessage<'a> {
    /// The limit that was exceeded.
    pub alert: &'a TrafficAlert,
    /// The host of the server.
    pub host: &'a str,
    /// The networks with the most requests of the first customer or room, as hashes.
    pub networks: &'a [NetworkLine],
    /// The address of the overview of requests of that customer, or only its path.
    pub overview: &'a str,
}

impl Emails {
    /// Sends an alert, unless one of its kind was sent in this period. `is_claimed` is whether this
    /// node has already claimed the period for it, and failed to deliver it.
    ///
    /// # Errors
    /// If the store is away, or too many ask.
    pub async fn send_alert(
        &self,
        settings: &AlertSettings,
        contents: &AlertMessage<'_>,
        is_claimed: bool,
    ) -> Result<AlertOutcome, ReminderListError> {
        let now = self.clock.wall();
        let period_ms = u64::from(settings.period.get()) * 60_000;
        let period = now.0 / period_ms;
        let kind = contents.alert.kind.name();
        let EmailSender { hasher, smtp, .. } = &self.sender;
        let hash = hasher.hash(b'r', format!("{kind} {period_ms} {period}").as_bytes());
        if !is_claimed {
            let tallies = [hash];
            let counted = self
                .reminders
                .decide_tallies(&tallies, &[], |transaction| transaction.count(&[(hash, 1)]));
            if counted.await?.is_err() {
                return Ok(AlertOutcome::AlreadySent);
            }
        }
        let until = timestamp(admission::WallMs((period + 1) * period_ms)).to_string();
        let body = contents.body(&timestamp(now).to_string(), &until);
        let mut outcome = AlertOutcome::Sent;
        for (index, to) in settings.to.iter().enumerate() {
            let id = format!("{:032x}.{index}", u128::from_be_bytes(hash));
            let message = EmailMessage {
                from: &smtp.from,
                to,
                id: &id,
                at: now,
                body: &body,
            };
            let handed = match message.write() {
                Some(message) => smtp.send(message).await,
                None => MailOutcome::Refused("the e-mail cannot be written".to_owned()),
            };
            match handed {
                MailOutcome::Accepted => tracing::info!(kind, "an e-mail to an operator was handed over"),
                MailOutcome::Refused(reason) => tracing::warn!(kind, reason, "an e-mail to an operator is given up"),
                MailOutcome::Failed(reason) => {
                    tracing::warn!(kind, reason, "an e-mail to an operator was not handed over");
                    outcome = AlertOutcome::Failed;
                }
            }
        }
        Ok(outcome)
    }
}

impl AlertMessage<'_> {
    fn body(&self, at: &str, until: &str) -> EmailBody {
        let TrafficAlert { kind, limit, beyond } = self.alert;
        let overview = self.overview;
        let (title, what, unit) = match kind {
            AlertKind::Traffic => (
                "very many requests for places",
                "Very many requests asked for places",
                "requests a minute",
            ),
            AlertKind::Suspects => (
                "many suspicious requests",
                "Many requests for places had a high score",
                "requests with a high score a minute",
            ),
            AlertKind::Blocked => (
                "many requests from blocked networks",
                "Many requests for places came from addresses that a rule blocks, or a rule or a score blocks softly",
                "such requests a minute",
            ),
            AlertKind::Rush => (
                "a rush",
                "More people come than a room expects, so its places cost work",
                "newcomers a minute who were told the price",
            ),
        };
        let mut text = format!("{what}, as of {at}. The limit is {limit} a minute.\n\n");
        for (name, rate) in beyond {
            _ = writeln!(text, "{name}: {rate} {unit}");
        }
        if !self.networks.is_empty() {
            text.push_str("\nThe networks with the most requests of the first one lately, as the overview of requests names them:\n");
        }
        for line in self.networks.iter().take(NETWORKS_MAX) {
            _ = writeln!(
                text,
                "{}: {} requests, {} refused, highest score {}",
                line.network, line.requests, line.refused, line.score_max
            );
        }
        _ = write!(
            text,
            "\nThe overview of requests: {overview}\nThe next e-mail of this kind is sent after {until} at the earliest. Keys of [smtp.alerts] set the limits.\n"
        );
        let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
        let subject = format!("{}: {title}", self.host);
        EmailBody {
            html: format!(
                "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>{title}</title><pre style=\"white-space:pre-wrap\">{escaped}</pre></html>"
            ),
            subject,
            text,
        }
    }
}

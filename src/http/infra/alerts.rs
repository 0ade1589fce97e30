//! Reports unusual requests to operators by e-mail: reads this node's counts once a minute, and
//! sends the alerts that [`alerts`] finds. Without `[smtp.alerts]` nothing is read.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use admission::price::PriceReason;

use crate::config::AlertSettings;
use crate::email::{AlertMessage, AlertOutcome, Emails};
use crate::http::{AppState, paths};
use crate::traffic::{AlertKind, NetworkLine, TrafficAlert, TrafficReading, alerts};

/// The pause between two readings.
const PAUSE: Duration = Duration::from_secs(60);
/// How often an e-mail is sent again that the mail server does not accept, one attempt per reading.
const ATTEMPTS_MAX: u32 = 10;

/// The last reading, and the e-mails that are still to be delivered: at most one of each kind.
#[derive(Debug, Default)]
pub(in crate::http) struct AlertWatch(Mutex<WatchedTraffic>);

#[derive(Debug, Default)]
struct WatchedTraffic {
    last: Option<TrafficReading>,
    unsent: BTreeMap<AlertKind, (TrafficAlert, u32)>,
}

impl AlertWatch {
    /// Processes a reading; returns the alerts to send, and whether this node tried each before.
    fn next(&self, now: TrafficReading, settings: &AlertSettings) -> Vec<(TrafficAlert, u32)> {
        let mut watched = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let last = watched.last.replace(now);
        let (Some(last), Some(now)) = (last, watched.last.as_ref()) else {
            return Vec::new();
        };
        let mut due: BTreeMap<AlertKind, (TrafficAlert, u32)> = alerts(&last, now, &settings.limits)
            .into_iter()
            .map(|alert| (alert.kind, (alert, 0)))
            .collect();
        due.extend(std::mem::take(&mut watched.unsent));
        due.into_values().collect()
    }

    fn postpone(&self, alert: TrafficAlert, attempts: u32) {
        let mut watched = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if attempts < ATTEMPTS_MAX {
            watched.unsent.insert(alert.kind, (alert, attempts));
        }
    }
}

impl AppState {
    /// Watches the requests for places, and alerts operators; ends at once if there are no
    /// recipients.
    pub async fn watch_traffic(&self) {
        if self.alert_settings().is_none() {
            return;
        }
        loop {
            self.watch_traffic_once().await;
            tokio::time::sleep(PAUSE).await;
        }
    }

    /// Does one round of [`Self::watch_traffic`].
    pub async fn watch_traffic_once(&self) {
        let Some((emails, settings)) = self.alert_settings() else {
            return;
        };
        for (alert, attempts) in self.alert_watch.next(self.traffic_reading(), &settings) {
            let (networks, overview) = (self.networks_of(&alert), self.overview_of(&alert));
            let message = AlertMessage {
                alert: &alert,
                host: self.public_url.host_str().unwrap_or_default(),
                networks: &networks,
                overview: &overview,
            };
            match emails.send_alert(&settings, &message, attempts > 0).await {
                Ok(AlertOutcome::Sent | AlertOutcome::AlreadySent) => {}
                Ok(AlertOutcome::Failed) => self.alert_watch.postpone(alert, attempts + 1),
                Err(error) => tracing::debug!(kind = alert.kind.name(), %error, "operators are not told now"),
            }
        }
    }

    fn alert_settings(&self) -> Option<(&Emails, AlertSettings)> {
        let config = self.running.config();
        let settings = config.smtp.as_ref()?.alerts.clone()?;
        Some((self.emails.as_ref()?, settings))
    }

    fn traffic_reading(&self) -> TrafficReading {
        let rooms = self.rooms.all();
        let slowed = rooms
            .iter()
            .map(|room| (room.name().to_owned(), room.slowed_newcomers(PriceReason::Rush)));
        let at_ms = self.clock.monotonic_ms();
        TrafficReading {
            at_ms,
            customers: self.traffic.totals(at_ms),
            slowed: slowed.collect(),
        }
    }

    /// The networks of the customer, or of the room, that an alert names first.
    fn networks_of(&self, alert: &TrafficAlert) -> Vec<NetworkLine> {
        let name = alert.beyond.first().map_or("", |(name, _)| name.as_str());
        let now_ms = self.clock.monotonic_ms();
        match name.split_once('/') {
            Some(room) => self.traffic.networks_of_room(room, now_ms),
            None => self.traffic.overview(name, false, now_ms).networks,
        }
    }

    /// The address of the overview of requests of the customer that an alert names first. Returns
    /// only its path if operators have a listener of their own: its host is not known here.
    fn overview_of(&self, alert: &TrafficAlert) -> String {
        let name = alert.beyond.first().map_or("", |(name, _)| name.as_str());
        let customer = name.split('/').next().unwrap_or_default();
        let path = paths::admin_requests(customer);
        match self.running.file().server.admin_listen {
            Some(_) => path,
            None => self.public_url.join(&path).map_or(path, String::from),
        }
    }
}

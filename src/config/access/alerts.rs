//! `[smtp.alerts]`: e-mails to operators about requests for places ([`crate::traffic::AlertKind`]).
//! Off without this table.

use protocol::Minutes;
use serde::Deserialize;

use crate::config::ConfigProblems;
use crate::email::EmailAddress;
use crate::traffic::{AlertLimits, SUSPECT_FROM};

/// The most recipients.
const RECIPIENTS_MAX: usize = 10;
/// The length of a period unless the file says otherwise, minutes.
const PERIOD_MINUTES_DEFAULT: i64 = 60;
/// The shortest period, minutes.
const PERIOD_MINUTES_MIN: i64 = 5;
/// The longest period, minutes: a day.
const PERIOD_MINUTES_MAX: i64 = 1_440;
/// The highest limit, requests a minute.
const PER_MINUTE_MAX: i64 = 100_000_000;

/// E-mails about unusual requests: their recipients, how often they are sent, and the rates from
/// which they are sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AlertSettings {
    /// The recipients.
    pub to: Vec<EmailAddress>,
    /// At most one e-mail of each kind is sent in each period of the clock (UTC); periods divide a
    /// day.
    pub period: Minutes,
    /// The limits.
    pub limits: AlertLimits,
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(rename_all = "camelCase")]
#[serde(deny_unknown_fields)]
pub(in crate::config) struct RawAlerts {
    /// The addresses that get the e-mails, 1 to 10.
    #[serde(default)]
    to: Vec<String>,
    /// The period in minutes in which at most one e-mail of each kind is sent: a divisor of a day,
    /// 5 or more; default 60.
    period_minutes: Option<i64>,
    /// Requests for places of a customer in a minute; default 6,000, 0 for no such e-mail.
    requests_per_minute: Option<i64>,
    /// Requests with a high score; default 60, 0 for no such e-mail.
    suspects_per_minute: Option<i64>,
    /// The lowest score that counts as high, 10 to 100 in tens; default 80.
    suspects_from: Option<i64>,
    /// Requests from addresses that the firewall blocks; default 60, 0 for no such e-mail.
    blocked_per_minute: Option<i64>,
    /// Newcomers to a room from whom the price of a rush was demanded; default 60, 0 for no such
    /// e-mail.
    slowed_per_minute: Option<i64>,
}

impl RawAlerts {
    pub(in crate::config) fn check(self, problems: &mut ConfigProblems<'_>) -> Option<AlertSettings> {
        let to = self.to.iter().enumerate().filter_map(|(index, text)| {
            let address = text.parse::<EmailAddress>().map_err(|error| error.to_string());
            problems.take(&format!("alerts.to[{index}]"), address)
        });
        let to: Vec<EmailAddress> = to.collect();
        if !(1..=RECIPIENTS_MAX).contains(&self.to.len()) {
            problems.add("alerts.to", format!("1 to {RECIPIENTS_MAX} addresses are wanted"));
        }
        let period = period(self.period_minutes.unwrap_or(PERIOD_MINUTES_DEFAULT));
        let period = problems.take("alerts.period_minutes", period);
        let mut limit = |key: &str, given: Option<i64>, default: i64| {
            let given = given.unwrap_or(default);
            let fits = (0..=PER_MINUTE_MAX).contains(&given).then(|| u32::try_from(given).ok());
            let wanted = || format!("a whole number from 0 to {PER_MINUTE_MAX} is wanted");
            problems.take(&format!("alerts.{key}"), fits.flatten().ok_or_else(wanted))
        };
        let requests = limit("requests_per_minute", self.requests_per_minute, 6_000);
        let suspects = limit("suspects_per_minute", self.suspects_per_minute, 60);
        let blocked = limit("blocked_per_minute", self.blocked_per_minute, 60);
        let slowed = limit("slowed_per_minute", self.slowed_per_minute, 60);
        let from = self.suspects_from.unwrap_or(i64::from(SUSPECT_FROM));
        let from = u8::try_from(from)
            .ok()
            .filter(|from| (10..=100).contains(from) && from % 10 == 0);
        let from = problems.take(
            "alerts.suspects_from",
            from.ok_or("10, 20, and so on up to 100 is wanted"),
        );
        Some(AlertSettings {
            to,
            period: period?,
            limits: AlertLimits {
                requests: requests?,
                suspects: suspects?,
                suspects_from: from?,
                blocked: blocked?,
                slowed: slowed?,
            },
        })
    }
}

fn period(minutes: i64) -> Result<Minutes, String> {
    let fits = (PERIOD_MINUTES_MIN..=PERIOD_MINUTES_MAX).contains(&minutes) && PERIOD_MINUTES_MAX % minutes == 0;
    let period = fits.then(|| u32::try_from(minutes).ok()).flatten();
    period.and_then(Minutes::new).ok_or_else(|| {
        let fit: Vec<String> = (PERIOD_MINUTES_MIN..=PERIOD_MINUTES_MAX)
            .filter(|minutes| PERIOD_MINUTES_MAX % minutes == 0)
            .map(|minutes| minutes.to_string())
            .collect();
        format!(
            "{minutes} minutes are no equal part of a day; these are: {}",
            fit.join(", ")
        )
    })
}

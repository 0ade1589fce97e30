//! `[smtp]`: the server to which this process delivers e-mail. It belongs to the process like
//! `[server]`, so the admin API does not change it. This module also reads a room's keys about
//! e-mail.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

use lettre::message::Mailbox;
use protocol::Minutes;
use serde::Deserialize;

use super::whole;
use crate::config::ConfigProblems;
use crate::config::access::alerts::{AlertSettings, RawAlerts};

/// The longest wait for one step of a conversation with the server, seconds.
const TIMEOUT_SECONDS_MAX: i64 = 60;
/// The default wait, seconds.
const TIMEOUT_SECONDS_DEFAULT: i64 = 20;
/// The maximum number of e-mails per minute that can be configured.
const PER_MINUTE_MAX: i64 = 100_000;
/// The default number of e-mails per minute over all nodes.
const PER_MINUTE_DEFAULT: i64 = 300;

/// The default time before the turn at which the e-mail is sent, minutes.
const EMAIL_MINUTES_DEFAULT: i64 = 10;
/// The longest such time, minutes.
const EMAIL_MINUTES_MAX: i64 = 120;

/// The server to which e-mail is delivered.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SmtpSettings {
    /// The host, which is also the name in its certificate.
    pub host: String,
    /// The port.
    pub port: u16,
    /// How the connection is encrypted.
    pub tls: SmtpTls,
    /// The account, if the server requires one.
    pub account: Option<SmtpAccount>,
    /// The sender of every e-mail.
    pub from: Mailbox,
    /// The certificate authorities that are trusted in place of the machine's.
    pub ca_file: Option<PathBuf>,
    /// The longest wait for one step of a conversation.
    pub timeout: Duration,
    /// The maximum number of e-mails per minute over all nodes.
    pub per_minute: u32,
    /// The settings of e-mails about unusual requests, if there are recipients.
    pub alerts: Option<AlertSettings>,
}

/// How a connection is encrypted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SmtpTls {
    /// The connection is plain until both sides have agreed on TLS; without TLS nothing is sent.
    StartTls,
    /// TLS from the first byte.
    Implicit,
    /// No encryption.
    None,
}

/// An account of the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SmtpAccount {
    /// The user's name.
    pub user: String,
    /// The password.
    pub password: SmtpPassword,
}

/// The source of the password. `Debug` does not show it.
#[derive(Clone, PartialEq, Eq)]
pub enum SmtpPassword {
    /// In the configuration.
    Value(Box<str>),
    /// In a separate file; a final line end does not belong to the password.
    File(PathBuf),
}

impl fmt::Debug for SmtpPassword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Value(_) => f.write_str("SmtpPassword(redacted)"),
            Self::File(path) => write!(f, "SmtpPassword({})", path.display()),
        }
    }
}

impl SmtpTls {
    /// The port that servers usually use for it.
    fn usual_port(self) -> u16 {
        match self {
            Self::StartTls => 587,
            Self::Implicit => 465,
            Self::None => 25,
        }
    }
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(rename_all = "camelCase")]
#[serde(deny_unknown_fields)]
pub(in crate::config) struct RawSmtp {
    host: String,
    port: Option<i64>,
    tls: Option<String>,
    user: Option<String>,
    password: Option<String>,
    #[schema(value_type = Option<String>)]
    password_file: Option<PathBuf>,
    from: String,
    #[schema(value_type = Option<String>)]
    ca_file: Option<PathBuf>,
    timeout_seconds: Option<i64>,
    per_minute: Option<i64>,
    alerts: Option<RawAlerts>,
}

impl RawSmtp {
    pub(in crate::config) fn check(mut self, problems: &mut ConfigProblems<'_>) -> Option<SmtpSettings> {
        let host = problems.take("host", host(&self.host));
        let tls = problems.take("tls", tls(self.tls.as_deref()));
        let port = tls.map(|tls| self.port.map_or(Ok(tls.usual_port()), port));
        let port = port.and_then(|port| problems.take("port", port));
        let from: Result<Mailbox, _> = self.from.parse();
        let from = from.map_err(|_| {
            format!(
                "{:?} is no sender, such as \"Waiting room <queue@example.com>\"",
                self.from
            )
        });
        let from = problems.take("from", from);
        let timeout = whole(
            self.timeout_seconds.unwrap_or(TIMEOUT_SECONDS_DEFAULT),
            TIMEOUT_SECONDS_MAX,
        );
        let timeout = problems.take("timeout_seconds", timeout);
        let per_minute = whole(self.per_minute.unwrap_or(PER_MINUTE_DEFAULT), PER_MINUTE_MAX);
        let per_minute = problems.take("per_minute", per_minute);
        let is_plain = tls == Some(SmtpTls::None);
        if is_plain && self.user.is_some() && !is_this_machine(&self.host) {
            problems.add(
                "tls",
                "everybody on the way could read the password: take \"starttls\" or \"implicit\", or a server on this machine",
            );
        }
        if is_plain && self.ca_file.is_some() {
            problems.add(
                "ca_file",
                "no certificate is checked with tls = \"none\"; take this key out",
            );
        }
        let ca_file = self.ca_file.clone();
        let alerts = self.alerts.take().map(|alerts| alerts.check(problems));
        let account = self.account(problems);
        Some(SmtpSettings {
            host: host?,
            port: port?,
            tls: tls?,
            account: account?,
            from: from?,
            ca_file,
            timeout: Duration::from_secs(u64::from(timeout?)),
            per_minute: per_minute?,
            alerts: match alerts {
                Some(alerts) => Some(alerts?),
                None => None,
            },
        })
    }

    fn account(self, problems: &mut ConfigProblems<'_>) -> Option<Option<SmtpAccount>> {
        let password = match (self.password, self.password_file) {
            (Some(_), Some(_)) => {
                problems.add("password_file", "either password or password_file, not both");
                return None;
            }
            (Some(value), None) => Some(SmtpPassword::Value(value.into())),
            (None, Some(file)) => Some(SmtpPassword::File(file)),
            (None, None) => None,
        };
        match (self.user, password) {
            (Some(user), Some(password)) => Some(Some(SmtpAccount { user, password })),
            (None, None) => Some(None),
            (Some(_), None) => {
                problems.add("user", "a user needs password or password_file");
                None
            }
            (None, Some(_)) => {
                problems.add("user", "a password needs a user");
                None
            }
        }
    }
}

fn host(text: &str) -> Result<String, String> {
    match url::Host::parse(text) {
        Ok(host) => Ok(host.to_string()),
        Err(_) => Err(format!(
            "{text:?} is no host, such as \"smtp.example.com\": no scheme and no port"
        )),
    }
}

fn tls(text: Option<&str>) -> Result<SmtpTls, String> {
    match text {
        None | Some("starttls") => Ok(SmtpTls::StartTls),
        Some("implicit") => Ok(SmtpTls::Implicit),
        Some("none") => Ok(SmtpTls::None),
        Some(other) => Err(format!(
            "{other:?} is not known; there are \"starttls\", \"implicit\" and \"none\""
        )),
    }
}

fn port(given: i64) -> Result<u16, &'static str> {
    let port = u16::try_from(given).ok().filter(|port| *port > 0);
    port.ok_or("a whole number from 1 to 65535 is wanted")
}

/// How long before the turn an e-mail is sent, if the room sends any.
pub(in crate::config) fn email_lead(sends: bool, minutes: Option<i64>) -> Result<Option<Minutes>, String> {
    if !sends {
        return match minutes {
            None => Ok(None),
            Some(_) => Err("the room sends no e-mail; set email = true, or take this key out".to_owned()),
        };
    }
    let given = minutes.unwrap_or(EMAIL_MINUTES_DEFAULT);
    let fits = (1..=EMAIL_MINUTES_MAX)
        .contains(&given)
        .then(|| u32::try_from(given).ok());
    let lead = fits.flatten().and_then(Minutes::new).map(Some);
    lead.ok_or_else(|| format!("a whole number from 1 to {EMAIL_MINUTES_MAX} is wanted"))
}

fn is_this_machine(host: &str) -> bool {
    let address = host.trim_matches(['[', ']']).parse::<std::net::IpAddr>();
    host == "localhost" || address.is_ok_and(|address| address.is_loopback())
}

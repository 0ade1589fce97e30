//! What a connector tells of itself in the cookie `queueitdebug`, explained: every field in a
//! sentence, and what of it looks wrong.
//!
//! Pure: the cookie's text and what this server knows come in, a [`CookieReport`] goes out. The
//! texts are for developers of protected sites and English. Nothing here is proof of anything,
//! since nobody signs the cookie.

mod fields;
mod findings;

use protocol::UnixSeconds;
use protocol::debug_cookie::DebugCookie;

/// What is known besides the cookie; nothing of it has to be.
#[derive(Debug, Clone, Copy, Default)]
pub struct DiagnosticsContext<'a> {
    /// The address that the developer's browser shows.
    pub page: Option<&'a str>,
    /// The version of the customer's published configuration.
    pub published: Option<i64>,
    /// Whether the customer has the room that the cookie names.
    pub has_room: Option<bool>,
    /// Whether the token is signed with the customer's key.
    pub token_is_ours: Option<bool>,
    /// Hosts under which this waiting room answers.
    pub hosts: &'a [String],
}

/// How much a finding matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// The integration will not work like this.
    Fault,
    /// It may, and something about it is worth a look.
    Notice,
    /// As it should be.
    Good,
}

impl Level {
    /// The word before a finding.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Fault => "Wrong",
            Self::Notice => "Look at this",
            Self::Good => "Good",
        }
    }
}

/// Something about the integration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// How much it matters.
    pub level: Level,
    /// What it is, and what to do.
    pub text: String,
}

/// One field of the cookie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// As the connector calls it.
    pub name: String,
    /// As it stands there.
    pub value: String,
    /// What it means; empty where nobody knows.
    pub meaning: &'static str,
}

/// A cookie, explained.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CookieReport {
    /// What looks wrong first.
    pub findings: Vec<Finding>,
    /// Every field in its order.
    pub rows: Vec<Row>,
}

impl CookieReport {
    /// Explains a cookie.
    #[must_use]
    pub fn of(cookie: &DebugCookie, known: &DiagnosticsContext<'_>) -> Self {
        let row = |(name, value): (&str, &str)| Row {
            name: name.to_owned(),
            value: value.to_owned(),
            meaning: fields::meaning(name),
        };
        let mut findings = findings::all(cookie, known);
        findings.sort_by_key(|finding| finding.level as u8);
        Self {
            findings,
            rows: cookie.fields().map(row).collect(),
        }
    }
}

/// RFC 3339 as connectors write it, or nothing.
fn seconds_of(text: &str) -> Option<UnixSeconds> {
    let moment: jiff::Timestamp = text.parse().ok()?;
    u64::try_from(moment.as_second()).ok().map(UnixSeconds)
}

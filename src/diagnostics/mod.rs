//! Explains the cookie `queueitdebug`, in which a connector describes itself: the meaning of every
//! field, and findings about probable faults.
//!
//! The module is pure: the input is the cookie's text and the facts that this server knows, the
//! output a [`CookieReport`]. The texts are in English and written for developers of protected
//! sites. The report proves nothing, since the cookie is not signed.

mod fields;
mod findings;

use protocol::UnixSeconds;
use protocol::debug_cookie::DebugCookie;

/// The server's knowledge besides the cookie; every part is optional.
#[derive(Debug, Clone, Copy, Default)]
pub struct DiagnosticsContext<'a> {
    /// The address that the developer's browser shows.
    pub page: Option<&'a str>,
    /// The version of the customer's published configuration, if there is one.
    pub published: Option<i64>,
    /// Whether the customer has the room that the cookie names.
    pub has_room: Option<bool>,
    /// Whether the token is signed with the customer's key.
    pub token_is_ours: Option<bool>,
    /// The hosts of this waiting room.
    pub hosts: &'a [String],
}

/// The severity of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// The integration does not work like this.
    Fault,
    /// The integration can work, but this should be checked.
    Notice,
    /// This is as it should be.
    Good,
}

impl Level {
    /// Returns the label of a finding.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Fault => "Wrong",
            Self::Notice => "Look at this",
            Self::Good => "Good",
        }
    }
}

/// A statement about the integration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Finding {
    /// The severity.
    pub level: Level,
    /// The statement, and what to do about it.
    pub text: String,
}

/// One field of the cookie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// The connector's name of the field.
    pub name: String,
    /// The value as the cookie contains it.
    pub value: String,
    /// The meaning of the field; empty if unknown.
    pub meaning: &'static str,
}

/// An explained cookie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CookieReport {
    /// The findings, the most severe first.
    pub findings: Vec<Finding>,
    /// All fields in the cookie's order.
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

/// Parses the RFC 3339 times of connectors.
fn seconds_of(text: &str) -> Option<UnixSeconds> {
    let moment: jiff::Timestamp = text.parse().ok()?;
    u64::try_from(moment.as_second()).ok().map(UnixSeconds)
}

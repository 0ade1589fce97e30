//! `[[pool]]`: rooms that share a capacity.

use admission::PerMinute;
use admission::occupancy::{SESSION_MS_MAX, SessionsConfig, UNREPORTED_MS};
use protocol::Minutes;
use serde::Deserialize;

use super::ConfigProblems;

/// The duration of a session that the site reports nothing about, unless the pool says otherwise:
/// as long as connectors keep a session.
const SESSION_MINUTES_DEFAULT: i64 = 20;
/// The longest session, minutes.
const SESSION_MINUTES_MAX: i64 = ((SESSION_MS_MAX - UNREPORTED_MS) / 60_000) as i64;
/// The longest id, characters.
const ID_CHARS_MAX: usize = 40;

/// A pool as configured.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pool {
    /// The id by which rooms name the pool.
    pub id: String,
    /// New visitors per minute over all its rooms.
    pub rate: Option<PerMinute>,
    /// The limit on people inside the site (one in, one out).
    pub sessions: Option<Sessions>,
}

/// The limit on people inside the site.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sessions {
    /// The most people inside.
    pub max: u64,
    /// The duration of a token's session. A session is never extended, so that the count is right
    /// without reports from the site.
    pub minutes: Minutes,
}

impl Sessions {
    /// The part of the settings that the engine needs.
    #[must_use]
    pub fn engine(&self) -> SessionsConfig {
        SessionsConfig {
            max_sessions: Some(self.max),
            stock: None,
            validity_ms: u64::from(self.minutes.get()) * 60_000,
        }
    }
}

#[derive(Debug, Deserialize, utoipa::ToSchema)]
#[schema(rename_all = "camelCase")]
#[serde(deny_unknown_fields)]
pub(super) struct RawPool {
    /// The id by which rooms name the pool.
    #[schema(pattern = "^[a-z0-9-]{1,40}$")]
    id: String,
    /// New visitors per minute over all rooms; default: as many as the rooms allow.
    #[schema(minimum = 0, maximum = 1_000_000)]
    rate: Option<i64>,
    /// The most people inside; default: not counted.
    #[schema(minimum = 0)]
    max_sessions: Option<i64>,
    /// The duration of a session if people inside are counted; default 20.
    #[schema(minimum = 1)]
    session_minutes: Option<i64>,
}

impl RawPool {
    pub(super) fn check(self, problems: &mut ConfigProblems<'_>) -> Option<Pool> {
        let id = problems.take("id", id(self.id));
        let rate = problems.take("rate", self.rate.map(per_minute).transpose());
        let max = self
            .max_sessions
            .map(|most| u64::try_from(most).map_err(|_| "a whole number from 0 on"));
        let max = problems.take("max_sessions", max.transpose());
        let minutes = problems.take("session_minutes", session_minutes(self.session_minutes));
        let (max, minutes) = (max?, minutes?);
        if self.session_minutes.is_some() && max.is_none() {
            problems.add(
                "session_minutes",
                "sessions are counted with max_sessions only; set it, or take this key out",
            );
        }
        Some(Pool {
            id: id?,
            rate: rate?,
            sessions: max.map(|max| Sessions { max, minutes }),
        })
    }
}

/// Checks an id by which other sections name an entry.
pub(super) fn id(text: String) -> Result<String, String> {
    let letters = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    let sound = !text.is_empty() && text.len() <= ID_CHARS_MAX && text.chars().all(letters);
    sound
        .then_some(text)
        .ok_or_else(|| format!("1 to {ID_CHARS_MAX} of a–z, 0–9 and - are wanted"))
}

fn session_minutes(given: Option<i64>) -> Result<Minutes, String> {
    let given = given.unwrap_or(SESSION_MINUTES_DEFAULT);
    u32::try_from(given)
        .ok()
        .filter(|_| given <= SESSION_MINUTES_MAX)
        .and_then(Minutes::new)
        .ok_or_else(|| format!("a whole number from 1 to {SESSION_MINUTES_MAX} is wanted"))
}

/// Checks a rate that comes from outside.
///
/// # Errors
/// If the rate is out of range.
pub(crate) fn per_minute(rate: i64) -> Result<PerMinute, String> {
    let rate = u32::try_from(rate)
        .ok()
        .map(PerMinute)
        .filter(|rate| *rate <= PerMinute::MAX);
    rate.ok_or_else(|| format!("a rate is a whole number from 0 to {} a minute", PerMinute::MAX.0))
}

//! `[[pool]]`: rooms that share a capacity.

use admission::PerMinute;
use admission::occupancy::{SESSION_MS_MAX, SessionsConfig, UNREPORTED_MS};
use protocol::Minutes;
use serde::Deserialize;

use super::ConfigProblems;

/// How long a session counts that the site says nothing of, unless the pool says otherwise: what
/// connectors keep a session for.
const SESSION_MINUTES_DEFAULT: i64 = 20;
/// The longest, minutes.
const SESSION_MINUTES_MAX: i64 = ((SESSION_MS_MAX - UNREPORTED_MS) / 60_000) as i64;
/// Longest id.
const ID_CHARS_MAX: usize = 40;

/// A pool as the file has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pool {
    /// What rooms name it by.
    pub id: String,
    /// New visitors a minute over all its rooms.
    pub rate: Option<PerMinute>,
    /// One in, one out.
    pub sessions: Option<Sessions>,
}

/// How many may be inside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sessions {
    /// At most.
    pub max: u64,
    /// How long a token's session lasts; it is never extended, so that the count is right without
    /// news from the site.
    pub minutes: Minutes,
}

impl Sessions {
    /// What the engine has to know of them.
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
    /// What rooms name it by.
    #[schema(pattern = "^[a-z0-9-]{1,40}$")]
    id: String,
    /// New visitors a minute over all rooms; default: as many as the rooms allow.
    #[schema(minimum = 0, maximum = 1_000_000)]
    rate: Option<i64>,
    /// People inside at most; default: not counted.
    #[schema(minimum = 0)]
    max_sessions: Option<i64>,
    /// How long a session lasts where people inside are counted; default 20.
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

/// A name by which other sections name one.
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

/// A rate from outside.
///
/// # Errors
/// If it is out of range.
pub(crate) fn per_minute(rate: i64) -> Result<PerMinute, String> {
    let rate = u32::try_from(rate)
        .ok()
        .map(PerMinute)
        .filter(|rate| *rate <= PerMinute::MAX);
    rate.ok_or_else(|| format!("a rate is a whole number from 0 to {} a minute", PerMinute::MAX.0))
}

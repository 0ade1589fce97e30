//! Moments: with their offset from UTC, without which nobody could say when a sale starts. TOML has
//! a type for them, JSON has texts; both are read.

use admission::WallMs;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// Reads a date of TOML's, or the same as a text.
pub(super) fn read<'de, D: Deserializer<'de>>(from: D) -> Result<Option<String>, D::Error> {
    match toml::Value::deserialize(from)? {
        toml::Value::Datetime(given) => Ok(Some(given.to_string())),
        toml::Value::String(given) => Ok(Some(given)),
        other => Err(Error::custom(format!(
            "a moment such as 2026-12-01T10:00:00Z is wanted, not a value of type {}",
            other.type_str()
        ))),
    }
}

/// The moment that a text says.
pub(super) fn parse(text: &str) -> Result<WallMs, String> {
    let stamp: jiff::Timestamp = text
        .parse()
        .map_err(|_| format!("{text} is no moment: write date, time and offset, such as 2026-12-01T10:00:00Z"))?;
    u64::try_from(stamp.as_millisecond())
        .map(WallMs)
        .map_err(|_| format!("{text} lies before 1970"))
}

//! Points in time, with their offset from UTC, without which the start of a sale would be
//! ambiguous. TOML has a type for them, JSON uses texts; both are read.

use admission::WallMs;
use serde::de::Error;
use serde::{Deserialize, Deserializer};

/// Reads a TOML date, or a text in the same form.
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

/// Parses a point in time.
pub(crate) fn parse(text: &str) -> Result<WallMs, String> {
    let stamp: jiff::Timestamp = text
        .parse()
        .map_err(|_| format!("{text} is no moment: write date, time and offset, such as 2026-12-01T10:00:00Z"))?;
    u64::try_from(stamp.as_millisecond())
        .map(WallMs)
        .map_err(|_| format!("{text} lies before 1970"))
}

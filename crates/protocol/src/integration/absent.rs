//! Deserialization of keys that can be absent or null although the field needs a value.

use serde::{Deserialize, Deserializer};

/// Returns the value, or its default for null.
pub(super) fn or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

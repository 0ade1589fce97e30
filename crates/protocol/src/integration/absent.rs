//! Reading keys that may be absent or null where a value is wanted.

use serde::{Deserialize, Deserializer};

/// The value, or its default for null.
pub(super) fn or_default<'de, D, T>(deserializer: D) -> Result<T, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de> + Default,
{
    Ok(Option::deserialize(deserializer)?.unwrap_or_default())
}

//! A pool of several rooms: `[pool]`, and the share of each room in it: `share` of `[room]` and of
//! `[[rooms]]`.

use admission::share::Weight;
use serde::Deserialize;

use super::{ScenarioError, within};

/// The pool of the rooms: `[pool]`.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename = "Pool", deny_unknown_fields)]
pub struct ScenarioPool {
    /// New visitors a minute over all rooms.
    pub rate: u32,
}

/// A room's share in its pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename = "Share", deny_unknown_fields, default)]
pub struct ScenarioShare {
    /// The room's weight relative to the other rooms, 1 to 1,000.
    pub weight: u16,
    /// Redirects a minute that are guaranteed to the room before permits are shared by weight.
    pub minimum: u32,
}

impl Default for ScenarioShare {
    fn default() -> Self {
        Self { weight: 1, minimum: 0 }
    }
}

impl ScenarioShare {
    pub(crate) fn weight(self) -> Weight {
        Weight::new(self.weight).unwrap_or_default()
    }

    pub(super) fn check(self, path: &str) -> Result<(), ScenarioError> {
        within(&format!("{path}.share.weight"), u64::from(self.weight), 1..=1_000)?;
        within(&format!("{path}.share.minimum"), u64::from(self.minimum), 0..=1_000_000)
    }
}

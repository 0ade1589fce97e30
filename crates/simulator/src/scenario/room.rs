//! The room: how fast it lets through, when it opens and ends, and whether people see the line.

use admission::{PerMinute, RoomConfig, Schedule, WallMs};
use serde::Deserialize;

use super::{DURATION_S_MAX, ScenarioError, within};

/// The room's settings: `[room]`.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename = "Room", deny_unknown_fields)]
pub struct ScenarioRoom {
    /// Redirects a minute, 0 to 1,000,000.
    pub max_outflow: u32,
    /// How often one place may be redirected.
    #[serde(default = "redirects_max")]
    pub redirects_max: u8,
    /// T, when the sale begins; without it the room is open all the time.
    pub start_s: Option<u64>,
    /// How long before T the pre-queue opens; who comes before that sees the page that says when.
    #[serde(default)]
    pub prequeue_s: u64,
    /// When the room ends; without it, never.
    pub end_s: Option<u64>,
    /// How the first minute after T goes.
    #[serde(default)]
    pub opening: ScenarioOpening,
    /// Whether people see the line while there is none.
    #[serde(default)]
    pub visibility: ScenarioVisibility,
    /// People who come within so many seconds are drawn among themselves; without it they are
    /// served as they came.
    pub fairness_s: Option<u64>,
    /// Whether nodes may let people through alone for ten seconds when the store is away.
    #[serde(default)]
    pub leases: bool,
}

/// How the first minute after T goes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScenarioOpening {
    /// The minute's whole amount from T+30 s to T+60 s.
    #[default]
    Full,
    /// Evenly from T+30 s.
    Even,
}

/// Whether people see the line while there is none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScenarioVisibility {
    /// They do.
    #[default]
    Always,
    /// They pass unseen while the minute has room.
    AtPeak,
    /// The same, but a burst shows the line.
    AtPeakBurst,
}

fn redirects_max() -> u8 {
    admission::config::REDIRECTS_MAX_DEFAULT
}

impl ScenarioRoom {
    /// A room that is always open and always visible.
    #[must_use]
    pub fn open(max_outflow: u32) -> Self {
        Self {
            max_outflow,
            redirects_max: redirects_max(),
            start_s: None,
            prequeue_s: 0,
            end_s: None,
            opening: ScenarioOpening::Full,
            visibility: ScenarioVisibility::Always,
            fairness_s: None,
            leases: false,
        }
    }

    /// Whether numbers are drawn, all or some.
    #[must_use]
    pub fn draws(&self) -> bool {
        self.start_s.is_some() || self.fairness_s.is_some()
    }

    /// The engine's settings, at that rate; the scenario begins at that wall time.
    #[must_use]
    pub fn config(&self, rate: PerMinute, begins: WallMs) -> RoomConfig {
        let at = |second: u64| WallMs(begins.0 + second * 1_000);
        RoomConfig {
            redirects_max: self.redirects_max,
            schedule: Schedule {
                start: self.start_s.map(at),
                prequeue_ms: self.prequeue_s * 1_000,
                end: self.end_s.map(at),
            },
            opening: match self.opening {
                ScenarioOpening::Full => admission::Opening::Full,
                ScenarioOpening::Even => admission::Opening::Even,
            },
            visibility: match self.visibility {
                ScenarioVisibility::Always => admission::Visibility::Always,
                ScenarioVisibility::AtPeak => admission::Visibility::AtPeak,
                ScenarioVisibility::AtPeakBurst => admission::Visibility::AtPeakBurst,
            },
            fairness_ms: self.fairness_s.map(|span| span * 1_000),
            leases: self.leases,
            ..RoomConfig::new(rate)
        }
    }

    pub(super) fn check(&self) -> Result<(), ScenarioError> {
        within("room.max_outflow", u64::from(self.max_outflow), 0..=1_000_000)?;
        let start_s = self.start_s.unwrap_or(0);
        within("room.start_s", start_s, 0..=DURATION_S_MAX)?;
        within("room.prequeue_s", self.prequeue_s, 0..=DURATION_S_MAX)?;
        if let Some(end_s) = self.end_s {
            within("room.end_s", end_s, start_s..=DURATION_S_MAX)?;
        }
        match self.fairness_s {
            Some(span) => within("room.fairness_s", span, 1..=600),
            None => Ok(()),
        }
    }
}

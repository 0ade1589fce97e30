//! The protected site: how many people it can serve at the same time, how long they stay, how they
//! leave, and how its pages slow down.

use admission::PerMinute;
use admission::occupancy::{SESSION_MS_MAX, SessionsConfig, UNREPORTED_MS};
use node::settings::PoolSettings;
use serde::Deserialize;

use super::{ScenarioError, ordered, share, within};

/// The site behind the room: `[site]`. Everybody who is let in has a session, opens a page from
/// time to time, which keeps the session alive, and leaves by a checkout or silently.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename = "Site", deny_unknown_fields, default)]
pub struct ScenarioSite {
    /// The most people inside; by default people inside are counted without a limit.
    pub max_sessions: Option<u64>,
    /// The number of items left, a second limit of the people inside; by default not tracked.
    pub stock: Option<u64>,
    /// New visitors a minute, beside the room's own max outflow.
    pub rate: Option<u32>,
    /// Whether page timings lower the rate.
    pub autotune: bool,
    /// The time after the last page at which a session ends, in seconds.
    pub session_s: u64,
    /// The time that people stay, from and to, in seconds.
    pub stay_s: [u64; 2],
    /// The time between two pages, from and to, in seconds.
    pub page_s: [u64; 2],
    /// Share of people whose last page is the checkout's, which ends the session; the others just
    /// open no more pages.
    pub checkouts: f64,
    /// The number of new visitors a minute above which the site cannot serve its pages in time; 0:
    /// no such limit.
    pub knee_per_minute: u32,
}

impl Default for ScenarioSite {
    fn default() -> Self {
        Self {
            max_sessions: None,
            stock: None,
            rate: None,
            autotune: false,
            session_s: 300,
            stay_s: [60, 300],
            page_s: [10, 40],
            checkouts: 0.5,
            knee_per_minute: 0,
        }
    }
}

/// The operator's limits for the site, which can change during a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SiteLimits {
    pub(crate) max_sessions: Option<u64>,
    pub(crate) stock: Option<u64>,
    pub(crate) rate: Option<u32>,
}

impl ScenarioSite {
    pub(crate) fn limits(&self) -> SiteLimits {
        SiteLimits {
            max_sessions: self.max_sessions,
            stock: self.stock,
            rate: self.rate,
        }
    }

    pub(crate) fn validity_ms(&self) -> u64 {
        self.session_s * 1_000
    }

    /// Returns the settings that the rooms share.
    pub(crate) fn pool(&self, limits: SiteLimits) -> PoolSettings {
        PoolSettings {
            rate: limits.rate.map(PerMinute),
            autotune: self.autotune,
            sessions: Some(SessionsConfig {
                max_sessions: limits.max_sessions,
                stock: limits.stock,
                validity_ms: self.validity_ms(),
            }),
            stock_set_at: None,
        }
    }

    pub(super) fn check(&self) -> Result<(), ScenarioError> {
        let most_s = (SESSION_MS_MAX - UNREPORTED_MS) / 1_000;
        within("site.session_s", self.session_s, 1..=most_s)?;
        within("site.max_sessions", self.max_sessions.unwrap_or(0), 0..=1_000_000)?;
        within("site.stock", self.stock.unwrap_or(0), 0..=1_000_000)?;
        within("site.rate", u64::from(self.rate.unwrap_or(0)), 0..=1_000_000)?;
        within("site.page_s", self.page_s[0], 1..=self.session_s)?;
        ordered("site.page_s", self.page_s)?;
        ordered("site.stay_s", self.stay_s)?;
        share("site.checkouts", self.checkouts)?;
        match self.autotune && self.rate.is_none() {
            true => Err(ScenarioError::field(
                "site.autotune",
                "autotune needs site.rate, which it lowers",
            )),
            false => Ok(()),
        }
    }
}

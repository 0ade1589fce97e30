//! What people are like. Shares are of those who come; each person is drawn once, on arrival.

use serde::Deserialize;

use super::{ScenarioError, ordered, share};

/// What people are like: `[crowds.<name>]`.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Crowd {
    /// Share of those who leave after `no_show_after_s`, whatever they are told.
    pub no_shows: f64,
    /// How long no-shows stay, from and to, seconds.
    pub no_show_after_s: [u64; 2],
    /// Everybody leaves when patience is over: exponentially distributed with this mean, seconds.
    /// 0: patience has no end.
    pub patience_s: u64,
    /// Share of those who leave that say so (leave the line by its link); the others just close the
    /// page.
    pub goodbyes: f64,
    /// Share of those who left without a word that come back to their place later.
    pub come_back: f64,
    /// After how long, from and to, seconds.
    pub come_back_after_s: [u64; 2],
    /// Share whose page is a hidden tab: its timers fire once a minute.
    pub hidden: f64,
    /// Share that cannot follow a redirect: they wait, but never ask again once told that it is
    /// their turn.
    pub robots: f64,
    /// Share of those let through that come again to their old place, for another redirect.
    pub returners: f64,
    /// After how long, from and to, seconds.
    pub return_after_s: [u64; 2],
    /// Everybody brings one of so many keys, each good for one place. 0: nobody brings one.
    pub keys: u64,
}

impl Default for Crowd {
    fn default() -> Self {
        Self {
            no_shows: 0.0,
            no_show_after_s: [0, 60],
            patience_s: 0,
            goodbyes: 0.0,
            come_back: 0.0,
            come_back_after_s: [60, 600],
            hidden: 0.0,
            robots: 0.0,
            returners: 0.0,
            return_after_s: [200, 600],
            keys: 0,
        }
    }
}

impl Crowd {
    pub(super) fn check(&self, path: &str) -> Result<(), ScenarioError> {
        let shares = [
            ("no_shows", self.no_shows),
            ("goodbyes", self.goodbyes),
            ("come_back", self.come_back),
            ("hidden", self.hidden),
            ("robots", self.robots),
            ("returners", self.returners),
        ];
        for (key, found) in shares {
            share(&format!("{path}.{key}"), found)?;
        }
        ordered(&format!("{path}.no_show_after_s"), self.no_show_after_s)?;
        ordered(&format!("{path}.come_back_after_s"), self.come_back_after_s)?;
        ordered(&format!("{path}.return_after_s"), self.return_after_s)
    }
}

//! The settings that the rooms of a pool share, and the figures derived from them and from the last
//! commit.

use std::sync::Arc;

use admission::occupancy::{Occupancy, SessionsConfig};
use admission::pool::{PoolLedger, PoolRoom};
use admission::share::Weight;
use admission::{FlowMs, PerMinute, WallMs};
use serde::{Deserialize, Serialize};

/// The settings that the rooms of a pool share.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PoolSettings {
    /// New visitors per minute.
    pub rate: Option<PerMinute>,
    /// Whether the rate is lowered while the site is slow.
    pub autotune: bool,
    /// The sessions of people inside the site, and what limits their number (one in, one out);
    /// `None` if they are not counted.
    pub sessions: Option<SessionsConfig>,
    /// When the stock was last set.
    #[serde(rename = "stock_told_at")]
    pub stock_set_at: Option<WallMs>,
}

/// The stock that is left to sell behind a pool's rooms.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stock {
    /// The number of items.
    pub left: u64,
    /// When the operator last set it at run time; `None` if it comes from the configuration.
    pub set_at: Option<WallMs>,
}

impl Stock {
    /// Returns whether nothing is left.
    #[must_use]
    pub fn is_sold_out(&self) -> bool {
        self.left == 0
    }
}

/// The figures of a pool, as of its last commit.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PoolFigures {
    /// People inside the site, if the pool counts them. Sessions end by time, with or without a
    /// commit.
    occupancy: Option<Arc<Occupancy>>,
    /// The most people inside: the lower of the operator's limit and the stock.
    pub sessions_max: Option<u64>,
    /// The rate in force, if the pool has one.
    pub rate: Option<PerMinute>,
    /// The pool's rate, if autotune is on.
    pub tuned: Option<TunedRate>,
    /// The stock that is left to sell, if it is known.
    pub stock: Option<Stock>,
}

impl PoolFigures {
    /// Returns how many people are inside the site at `now`, if the pool counts them.
    #[must_use]
    pub fn sessions(&self, now: FlowMs) -> Option<u64> {
        self.occupancy.as_ref().map(|occupancy| occupancy.active_at(now))
    }
}

/// The rate of a pool with autotune.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TunedRate {
    /// The rate in force, as of the last commit.
    pub rate: PerMinute,
    /// The operator's rate, which autotune never exceeds.
    pub ceiling: PerMinute,
    /// Page timings counted since autotune last evaluated them.
    pub reports: u64,
}

impl PoolSettings {
    /// Whether a running pool node can change from these settings to the others. It cannot if the
    /// duration of sessions differs, because the memory of sessions is made for one duration.
    pub fn has_same_node(&self, other: &Self) -> bool {
        let duration = |settings: &Self| settings.sessions.map(|sessions| sessions.validity_ms);
        duration(self) == duration(other)
    }

    /// The pool's figures as of a commit.
    pub fn figures(&self, ledger: &PoolLedger) -> PoolFigures {
        let tuned = self.tuned(ledger);
        let sessions = self.sessions.as_ref();
        let left = sessions.and_then(|sessions| sessions.stock);
        PoolFigures {
            occupancy: ledger.occupancy().cloned().map(Arc::new),
            sessions_max: sessions
                .filter(|sessions| sessions.is_capped())
                .map(SessionsConfig::cap),
            rate: tuned.map(|tuned| tuned.rate).or(self.rate),
            tuned,
            stock: left.map(|left| Stock {
                left,
                set_at: self.stock_set_at,
            }),
        }
    }

    /// The rate that autotune found; `None` if it is off.
    fn tuned(&self, ledger: &PoolLedger) -> Option<TunedRate> {
        let ceiling = self.rate.filter(|_| self.autotune)?;
        let rate = ledger.rate_found().map_or(ceiling, |found| found.min(ceiling));
        Some(TunedRate {
            rate,
            ceiling,
            reports: ledger.page_reports(),
        })
    }
}

/// The settings of a line.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct LineSettings {
    /// The line's room in the pool.
    pub room: PoolRoom,
    /// The share of the line in its room.
    pub weight: Weight,
}

/// The settings of a pool and its lines.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct NodeSettings {
    /// The values that the rooms share.
    pub pool: PoolSettings,
    /// By line; `None` for a line that is no longer configured.
    pub lines: Vec<Option<LineSettings>>,
}

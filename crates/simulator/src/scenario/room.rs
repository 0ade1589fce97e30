//! The room: its outflow, its schedule, its price, and whether visitors see the line.

use admission::price::{NetworkLimit, PlacePrice, ProviderLimit, WorkPrice, WorkUnits};
use admission::{PerMinute, RoomConfig, Schedule, WallMs};
use serde::Deserialize;

use super::pool::ScenarioShare;
use super::screening::ScenarioScreening;
use super::{DURATION_S_MAX, ScenarioError, within};

/// The room's settings: `[room]`.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename = "Room", deny_unknown_fields)]
pub struct ScenarioRoom {
    /// Redirects a minute, 0 to 1,000,000.
    pub max_outflow: u32,
    /// The number of times that one place may be redirected.
    #[serde(default = "redirects_max")]
    pub redirects_max: u8,
    /// T, the second at which the sale begins; by default the room is open all the time.
    pub start_s: Option<u64>,
    /// The number of seconds before T at which the pre-queue opens; earlier visitors see a page
    /// with the opening time.
    #[serde(default)]
    pub prequeue_s: u64,
    /// The second at which the room ends; by default never.
    pub end_s: Option<u64>,
    /// The distribution of permits in the first minute after T.
    #[serde(default)]
    pub opening: ScenarioOpening,
    /// Whether visitors see the line while no visitor has to wait.
    #[serde(default)]
    pub visibility: ScenarioVisibility,
    /// Visitors who come within this many seconds are drawn among themselves; by default they are
    /// served in the order of arrival.
    pub fairness_s: Option<u64>,
    /// Whether nodes may grant without the store for ten seconds when the store is away.
    #[serde(default)]
    pub leases: bool,
    /// The price of a place; by default places cost nothing.
    pub price: Option<ScenarioPrice>,
    /// The most people who wait, those in the lines of priority groups included; by default any
    /// number.
    pub capacity: Option<u64>,
    /// The room's treatment of newcomers by their address and score; by default none.
    pub screening: Option<ScenarioScreening>,
    /// The room's share, if there are several rooms.
    #[serde(default)]
    pub share: ScenarioShare,
    /// If this is the line of a priority group, the index of its room: the line has that room's
    /// settings, and shares the room's permits in the ratio `share.weight` to 1 for the ordinary
    /// line.
    pub group_of: Option<u16>,
}

/// The price of a place: `[room.price]`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename = "Price", deny_unknown_fields)]
pub struct ScenarioPrice {
    /// The number of places of one network that are never slowed.
    pub network_places: u32,
    /// One network's share of all places, in thousandths.
    #[serde(default)]
    pub network_share_permille: u16,
    /// The standard work, in derivations.
    pub standard_work: u32,
    /// The most newcomers a minute that do not count as a rush.
    pub expected_per_minute: u32,
    /// Whether each ticket of a pre-queue costs work.
    #[serde(default)]
    pub prequeue_work: bool,
    /// The price that a network as a whole pays for a second share of a draw, in standard works.
    #[serde(default)]
    pub network_share_works: u32,
    /// The number of places of one provider that never cost work; by default providers have no
    /// limit.
    pub provider_places: Option<u32>,
    /// One provider's share of all places, in thousandths.
    #[serde(default)]
    pub provider_share_permille: u16,
    /// Whether newcomers bring proofs as browsers do, each good for one place, so that there can be
    /// visitors without scripts and thieves. By default a newcomer's work is believed.
    #[serde(default)]
    pub proofs: bool,
    /// Whether each newcomer has proved a mailbox by a code, which pays for the place. Needs
    /// `proofs`.
    #[serde(default)]
    pub code_pays: bool,
}

impl ScenarioPrice {
    /// Returns the standard work.
    pub(crate) fn standard(self) -> WorkUnits {
        WorkUnits(self.standard_work)
    }

    fn engine(self) -> PlacePrice {
        PlacePrice {
            network: Some(NetworkLimit {
                free: self.network_places,
                share_permille: self.network_share_permille,
                share_works: self.network_share_works,
                providers: self.provider_places.map(|free| ProviderLimit {
                    free,
                    share_permille: self.provider_share_permille,
                }),
            }),
            work: Some(WorkPrice {
                standard: self.standard(),
                expected_per_minute: self.expected_per_minute,
                in_prequeue: self.prequeue_work,
            }),
        }
    }

    fn check(self, path: &str) -> Result<(), ScenarioError> {
        let field = |name: &str| format!("{path}.price.{name}");
        let share = u64::from(self.network_share_permille);
        within(&field("network_share_permille"), share, 0..=1_000)?;
        let share = u64::from(self.provider_share_permille);
        within(&field("provider_share_permille"), share, 0..=1_000)?;
        within(&field("standard_work"), u64::from(self.standard_work), 1..=100_000)?;
        if self.code_pays && !self.proofs {
            let needs = "needs newcomers who bring proofs: add proofs = true";
            return Err(ScenarioError::field(field("code_pays"), needs));
        }
        let works = u64::from(self.network_share_works);
        within(&field("network_share_works"), works, 0..=1_000_000)
    }
}

/// The distribution of permits in the first minute after T.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScenarioOpening {
    /// The minute's whole amount from T+30 s to T+60 s.
    #[default]
    Full,
    /// Permits are spread evenly from T+30 s.
    Even,
}

/// Whether visitors see the line while no visitor has to wait.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScenarioVisibility {
    /// Visitors always see the line.
    #[default]
    Always,
    /// Visitors pass without seeing the line while the minute has room.
    AtPeak,
    /// Like `AtPeak`, but a burst shows the line.
    AtPeakBurst,
}

fn redirects_max() -> u8 {
    admission::config::REDIRECTS_MAX_DEFAULT
}

impl ScenarioRoom {
    /// Returns a room that is always open and always visible.
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
            price: None,
            capacity: None,
            screening: None,
            share: ScenarioShare::default(),
            group_of: None,
        }
    }

    /// Returns whether newcomers bring proofs for a place.
    pub(crate) fn takes_proofs(&self) -> bool {
        self.price.is_some_and(|price| price.proofs)
    }

    /// Returns whether a code by e-mail pays for a place.
    pub(crate) fn takes_codes(&self) -> bool {
        self.price.is_some_and(|price| price.proofs && price.code_pays)
    }

    /// Returns whether numbers are drawn, for all or some visitors.
    #[must_use]
    pub fn draws(&self) -> bool {
        self.start_s.is_some() || self.fairness_s.is_some()
    }

    /// Returns the engine's settings with the given rate, for a scenario that begins at the wall
    /// time `begins`.
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
            capacity: self.capacity,
            price: self.price.map_or(RoomConfig::new(rate).price, ScenarioPrice::engine),
            ..RoomConfig::new(rate)
        }
    }

    pub(super) fn check(&self, path: &str) -> Result<(), ScenarioError> {
        let field = |name: &str| format!("{path}.{name}");
        within(&field("max_outflow"), u64::from(self.max_outflow), 0..=1_000_000)?;
        let start_s = self.start_s.unwrap_or(0);
        within(&field("start_s"), start_s, 0..=DURATION_S_MAX)?;
        within(&field("prequeue_s"), self.prequeue_s, 0..=DURATION_S_MAX)?;
        if let Some(end_s) = self.end_s {
            within(&field("end_s"), end_s, start_s..=DURATION_S_MAX)?;
        }
        if let Some(price) = self.price {
            price.check(path)?;
        }
        if let Some(screening) = &self.screening {
            if self.price.is_none() && screening.needs_price() {
                let needs = "needs a price: add [room.price], without which no newcomer is looked at";
                return Err(ScenarioError::field(field("screening"), needs));
            }
            screening.check(path)?;
        }
        self.share.check(path)?;
        match self.fairness_s {
            Some(span) => within(&field("fairness_s"), span, 1..=600),
            None => Ok(()),
        }
    }
}

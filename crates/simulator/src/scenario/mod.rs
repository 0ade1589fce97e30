//! Scenarios: TOML files that describe a run, checked completely when they are read.
//!
//! ```toml
//! title = "Steady flow"            # the title of the report
//! duration_s = 1800                # virtual seconds played
//! measure_from_s = 120             # the second from which on figures count (default 120)
//!
//! [room]                           # see `ScenarioRoom`
//! max_outflow = 120                # redirects a minute
//! start_s = 600                    # when the sale begins; earlier visitors are drawn
//!
//! [pool]                           # see `ScenarioPool` and `ScenarioShare`; with further `[[rooms]]`
//! rate = 200                       # redirects a minute over all rooms
//!
//! [[codes]]                        # see `ScenarioCode`; lead to the line of a priority group
//! line = 1
//!
//! [site]                           # see `ScenarioSite`; people who are let in have sessions
//! max_sessions = 200               # one in, one out
//!
//! [nodes]                          # see `Nodes`
//! [network]                        # see `Network`
//!
//! [[arrivals.poisson]]             # see `arrivals`: poisson, spike, opening, recorded; repeatable
//! per_minute = 180
//!
//! [crowds.default]                 # see `Crowd`; arrivals name their crowd
//! no_shows = 0.1
//!
//! [[operator]]                     # see `operator`
//! at_s = 600
//! action = { max_outflow = 60 }    # or "pause", "resume", "disable", "enable", "end", "reset",
//!                                  # { max_sessions = 50 }, { stock = 0 }, { end_sessions = 5 }
//!
//! [[faults.crash]]                 # see `faults`: crash, restart, clock_step, store_away, failover,
//!                                  # emptied, partition, pause, and [faults.chaos]
//! at_s = 700
//! ```
//!
//! Times are virtual: whole seconds from the start (`_s`) or milliseconds (`_ms`). An unknown key
//! is refused with its path.

mod arrivals;
mod code;
mod crowd;
mod faults;
mod operator;
mod pool;
mod room;
mod screening;
mod site;

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

pub use arrivals::{Arrivals, OpeningCrowd, Poisson, Recorded, Spike};
pub use code::{CodeBringers, ScenarioCode};
pub(crate) use crowd::PATIENT_MS;
pub use crowd::{AsideTakers, Crowd, PlaceTransfer, RoomChange};
pub use faults::{Chaos, ClockStep, Crash, Emptied, Failover, Faults, Partition, Pause, Restart, StoreAway};
pub use operator::{Act, OperatorAction};
pub use pool::{ScenarioPool, ScenarioShare};
pub use room::{ScenarioOpening as RoomOpening, ScenarioPrice, ScenarioRoom, ScenarioVisibility};
pub(crate) use screening::address;
pub use screening::{ScenarioRule, ScenarioRuleAction, ScenarioScreening};
pub use site::ScenarioSite;
pub(crate) use site::SiteLimits;

/// The name of the crowd of arrivals that name none.
pub const CROWD_DEFAULT: &str = "default";
/// Most nodes.
pub const NODES_MAX: usize = 16;
/// Most rooms in a pool.
pub const ROOMS_MAX: usize = 50;
/// Longest duration, in seconds: a day of virtual time.
pub const DURATION_S_MAX: u64 = 86_400;

/// A run's description.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The title of the report.
    pub title: String,
    /// A description in a sentence or two.
    #[serde(default)]
    pub about: String,
    /// Virtual seconds played.
    pub duration_s: u64,
    /// The second from which on figures count: earlier, the ratios are not yet known.
    #[serde(default = "measure_from_s")]
    pub measure_from_s: u64,
    /// The room.
    pub room: ScenarioRoom,
    /// Further rooms that share a pool with it; a crowd names its room by the index, from 0 for
    /// `room`.
    #[serde(default)]
    pub rooms: Vec<ScenarioRoom>,
    /// The values that the rooms share.
    pub pool: Option<ScenarioPool>,
    /// Codes that lead to the lines of priority groups.
    #[serde(default)]
    pub codes: Vec<ScenarioCode>,
    /// The site behind the room, if people inside are counted.
    pub site: Option<ScenarioSite>,
    /// The servers.
    #[serde(default)]
    pub nodes: Nodes,
    /// The network between visitors and servers.
    #[serde(default)]
    pub network: Network,
    /// The sources of visitors.
    #[serde(default)]
    pub arrivals: Arrivals,
    /// The properties of visitors, by name; `default` for arrivals that name no crowd.
    #[serde(default)]
    pub crowds: BTreeMap<String, Crowd>,
    /// The operator's actions.
    #[serde(default)]
    pub operator: Vec<OperatorAction>,
    /// The faults.
    #[serde(default)]
    pub faults: Faults,
}

fn measure_from_s() -> u64 {
    120
}

/// The servers.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Nodes {
    /// The number of nodes, 1 to [`NODES_MAX`].
    pub count: usize,
    /// The time that a commit takes to the store and back, from and to, in milliseconds.
    pub commit_ms: [u64; 2],
    /// The most that each node's monotonic clock loses, in milliseconds per second.
    pub slow_ms_a_second: u64,
    /// The most that each node's wall clock is off, in milliseconds.
    pub wall_skew_ms: u64,
    /// Whether the store is a remote one that other nodes could share. It always is with several
    /// nodes or with failovers; otherwise one node uses the store alone.
    pub shared: bool,
}

impl Default for Nodes {
    fn default() -> Self {
        Self {
            count: 1,
            commit_ms: [3, 8],
            slow_ms_a_second: 0,
            wall_skew_ms: 0,
            shared: false,
        }
    }
}

/// The network between visitors and servers.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Network {
    /// The time that a message takes one way, from and to, in milliseconds.
    pub delay_ms: [u64; 2],
    /// Share of messages lost, 0 to 1. A visitor without an answer asks again after `retry_ms`.
    pub loss: f64,
    /// The time after which a visitor without an answer asks again, in milliseconds.
    pub retry_ms: u64,
}

impl Default for Network {
    fn default() -> Self {
        Self {
            delay_ms: [20, 120],
            loss: 0.0,
            retry_ms: 5_000,
        }
    }
}

/// The reason that a scenario is invalid.
#[derive(Debug, thiserror::Error)]
pub enum ScenarioError {
    /// A file cannot be read.
    #[error("{path} cannot be read")]
    Read {
        /// The path.
        path: String,
        /// The system's error.
        source: std::io::Error,
    },
    /// The text is not TOML.
    #[error("{0}")]
    Syntax(#[from] toml::de::Error),
    /// A field is unknown, missing or invalid.
    #[error("{field}: {message}")]
    Field {
        /// Its path, such as `arrivals.spike[0].people`.
        field: String,
        /// A description of the error.
        message: String,
    },
}

impl ScenarioError {
    pub(crate) fn field(field: impl Into<String>, message: impl Into<String>) -> Self {
        let (field, message) = (field.into(), message.into());
        Self::Field { field, message }
    }
}

impl Scenario {
    /// Reads a scenario file; the files of recorded arrivals are relative to it.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read, or the first error in the scenario.
    pub fn load(path: &Path) -> Result<Self, ScenarioError> {
        let text = read(path)?;
        let folder = path.parent().unwrap_or_else(|| Path::new("."));
        Self::parse(&text, |name| read(&folder.join(name)))
    }

    /// Parses a scenario; `recorded` reads the file that a recorded source names.
    ///
    /// # Errors
    /// Returns the first error in the scenario.
    pub fn parse(text: &str, recorded: impl Fn(&str) -> Result<String, ScenarioError>) -> Result<Self, ScenarioError> {
        let table: toml::Table = text.parse()?;
        let mut scenario: Self = serde_path_to_error::deserialize(table)
            .map_err(|error| ScenarioError::field(error.path().to_string(), error.inner().message()))?;
        scenario.crowds.entry(CROWD_DEFAULT.to_owned()).or_default();
        scenario.arrivals.read(recorded)?;
        scenario.check()?;
        Ok(scenario)
    }

    /// Returns the crowd of that name, which [`Self::parse`] has checked to exist.
    pub(crate) fn crowd(&self, name: &str) -> &Crowd {
        self.crowds.get(name).expect("checked when the scenario was parsed")
    }

    /// Returns the rooms, in the order of their indices.
    pub(crate) fn rooms(&self) -> impl Iterator<Item = &ScenarioRoom> {
        std::iter::once(&self.room).chain(&self.rooms)
    }

    /// Returns whether the store is a remote one.
    pub(crate) fn is_shared(&self) -> bool {
        let faults = &self.faults;
        let fails_over = !(faults.failover.is_empty() && faults.emptied.is_empty());
        self.nodes.shared || self.nodes.count > 1 || fails_over || faults.chaos.failovers_an_hour > 0.0
    }

    /// Returns whether a room of this scenario has priority groups.
    pub(crate) fn has_groups(&self, room: &ScenarioRoom) -> bool {
        let at = self.rooms().position(|other| std::ptr::eq(other, room));
        at.is_some_and(|at| self.rooms().any(|line| line.group_of.map(usize::from) == Some(at)))
    }

    /// Returns whether a line is that of a priority group.
    fn is_group(&self, line: u16) -> bool {
        let line = self.rooms().nth(usize::from(line));
        line.is_some_and(|line| line.group_of.is_some())
    }

    /// Checks that the line of a priority group belongs to a room.
    fn check_group(&self, line: &ScenarioRoom, path: &str) -> Result<(), ScenarioError> {
        let Some(of) = line.group_of else { return Ok(()) };
        if line.capacity.is_some() {
            let message = "the line of a group fills the room of `group_of`, which has the capacity";
            return Err(ScenarioError::field(format!("{path}.capacity"), message));
        }
        let path = format!("{path}.group_of");
        within(&path, u64::from(of), 0..=self.rooms.len() as u64)?;
        match self.rooms().nth(usize::from(of)) {
            Some(room) if room.group_of.is_none() && room.max_outflow == line.max_outflow => Ok(()),
            _ => Err(ScenarioError::field(path, "names no room with the same `max_outflow`")),
        }
    }

    pub(crate) fn check(&self) -> Result<(), ScenarioError> {
        within("duration_s", self.duration_s, 1..=DURATION_S_MAX)?;
        self.room.check("room")?;
        self.check_group(&self.room, "room")?;
        within("rooms", self.rooms.len() as u64, 0..=ROOMS_MAX as u64 - 1)?;
        for (index, room) in self.rooms.iter().enumerate() {
            let path = format!("rooms[{index}]");
            room.check(&path)?;
            self.check_group(room, &path)?;
        }
        within(
            "pool.rate",
            u64::from(self.pool.map_or(0, |pool| pool.rate)),
            0..=1_000_000,
        )?;
        self.site.as_ref().map_or(Ok(()), ScenarioSite::check)?;
        within("nodes.count", self.nodes.count as u64, 1..=NODES_MAX as u64)?;
        within("nodes.slow_ms_a_second", self.nodes.slow_ms_a_second, 0..=500)?;
        ordered("nodes.commit_ms", self.nodes.commit_ms)?;
        ordered("network.delay_ms", self.network.delay_ms)?;
        within("network.retry_ms", self.network.retry_ms, 100..=600_000)?;
        share("network.loss", self.network.loss)?;
        for (at, code) in self.codes.iter().enumerate() {
            code.check(&format!("codes[{at}]"), |line| self.is_group(line))?;
        }
        if let Some(screening) = &self.room.screening {
            screening.check_groups("room", |line| self.is_group(line))?;
        }
        for (name, crowd) in &self.crowds {
            let path = format!("crowds.{name}");
            crowd.check(&path, self.rooms.len())?;
            crowd
                .codes
                .map_or(Ok(()), |brings| brings.check(&path, self.codes.len()))?;
        }
        self.arrivals.check(&self.crowds)?;
        self.faults.check(self.nodes.count)?;
        operator::check(&self.operator, self)
    }
}

fn read(path: &Path) -> Result<String, ScenarioError> {
    std::fs::read_to_string(path).map_err(|source| ScenarioError::Read {
        path: path.display().to_string(),
        source,
    })
}

fn within(field: &str, found: u64, allowed: std::ops::RangeInclusive<u64>) -> Result<(), ScenarioError> {
    if allowed.contains(&found) {
        return Ok(());
    }
    let (from, to) = allowed.into_inner();
    Err(ScenarioError::field(
        field,
        format!("{found} is not between {from} and {to}"),
    ))
}

fn share(field: &str, found: f64) -> Result<(), ScenarioError> {
    if (0.0..=1.0).contains(&found) {
        return Ok(());
    }
    Err(ScenarioError::field(
        field,
        format!("{found} is not a share between 0 and 1"),
    ))
}

fn ordered(field: &str, [from, to]: [u64; 2]) -> Result<(), ScenarioError> {
    if from <= to {
        return Ok(());
    }
    Err(ScenarioError::field(field, format!("{from} comes after {to}")))
}

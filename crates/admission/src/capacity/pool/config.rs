//! The operator's settings for a pool: its rate and sessions, its rooms, and their lines.
//!
//! Rooms and lines keep their index as long as the pool's ledger exists: new ones are added at the
//! end, and a closed one keeps its index and gets empty batches.

use serde::{Deserialize, Serialize};

use crate::config::{RoomConfig, Visibility};
use crate::occupancy::{SESSION_MS_MAX, SessionsConfig, UNREPORTED_MS};
use crate::share::Weight;
use crate::units::PerMinute;

/// The most rooms in one pool, because its ledger is one value in the store.
pub const POOL_ROOMS_MAX: usize = 256;
/// The most lanes in one room: as many as fit into a queue id.
pub const LANES_MAX: usize = 16;

/// The index of a room in its pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RoomIndex(pub u16);

/// The index of a line in its pool: a room with one lane, or one lane of a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct LineIndex(pub u16);

impl RoomIndex {
    pub(crate) fn at(self) -> usize {
        usize::from(self.0)
    }
}

impl LineIndex {
    pub(crate) fn at(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the first `lines` line indices.
    pub(crate) fn first(lines: usize) -> impl Iterator<Item = Self> {
        (0..=u16::MAX).map(Self).take(lines)
    }
}

/// A room in a pool, and its part of it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PoolRoom {
    /// The room's own settings; its max outflow applies to all its lanes together.
    pub config: RoomConfig,
    /// Its share of the pool when there is contention.
    pub weight: Weight,
    /// Permits per minute that it gets before others if it has demand; 0 for none.
    pub minimum: PerMinute,
}

/// A line in a pool, and its part of its room.
#[derive(Debug, Clone, Copy)]
pub struct PoolLine {
    /// The room of the line.
    pub room: RoomIndex,
    /// Its share of the room.
    pub weight: Weight,
    /// Whether the line is not configured any more: nobody joins it or is let through.
    pub is_closed: bool,
}

/// A pool's settings. Passed with every batch; a change takes effect with the first commit that
/// contains it.
#[derive(Debug, Clone, Default)]
pub struct PoolConfig {
    /// New visitors per minute over all rooms; 0 lets no visitor through, `None` adds no bound to
    /// the rooms' own.
    pub rate: Option<PerMinute>,
    /// Whether the rate is lowered while the site is slow ([`crate::autotune`]); `rate` is its
    /// ceiling, so it is required.
    pub autotune: bool,
    /// One in, one out; `None` where sessions are not counted. Without a cap they are counted and
    /// hold nobody.
    pub sessions: Option<SessionsConfig>,
    /// The rooms.
    pub rooms: Vec<PoolRoom>,
    /// The lines.
    pub lines: Vec<PoolLine>,
}

/// Why a pool's settings are invalid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PoolConfigError {
    /// The rooms' minimums cannot all be met.
    #[error("the rooms' minimums are {sum} a minute together, the pool's rate is {rate}")]
    MinimumsAboveRate {
        /// Sum of the minimums.
        sum: u64,
        /// Rate of the pool.
        rate: u64,
    },
    /// Autotune without a rate, which would be its ceiling.
    #[error("autotune needs a rate, which it never exceeds")]
    AutotuneWithoutRate,
    /// A line belongs to a room that the pool does not have.
    #[error("line {0} belongs to a room that the pool does not have")]
    NoSuchRoom(usize),
    /// More rooms than a pool's ledger can hold.
    #[error("{0} rooms share the pool, {POOL_ROOMS_MAX} may")]
    TooManyRooms(usize),
    /// More lanes than a queue id can distinguish.
    #[error("a room has {0} lanes, {LANES_MAX} is the most")]
    TooManyLanes(usize),
    /// Sessions are valid for longer than can be counted.
    #[error("a session is valid for {0} ms, {most} is the most", most = SESSION_MS_MAX - UNREPORTED_MS)]
    SessionTooLong(u64),
}

impl PoolConfig {
    /// Checks an operator's settings. The engine also works with unchecked settings: it scales
    /// minimums, and counts no session for longer than the maximum.
    ///
    /// # Errors
    /// The first invalid setting.
    pub fn check(&self) -> Result<(), PoolConfigError> {
        if self.rooms.len() > POOL_ROOMS_MAX {
            return Err(PoolConfigError::TooManyRooms(self.rooms.len()));
        }
        if let Some(line) = self.lines.iter().position(|line| line.room.at() >= self.rooms.len()) {
            return Err(PoolConfigError::NoSuchRoom(line));
        }
        let most = self.room_indices().map(|room| self.lanes(room).count()).max();
        if let Some(lanes) = most.filter(|lanes| *lanes > LANES_MAX) {
            return Err(PoolConfigError::TooManyLanes(lanes));
        }
        let sum = self.rooms.iter().map(|room| u64::from(room.minimum.0)).sum();
        // A rate of 0 lets no visitor through, whatever else is set.
        let rate = self.rate.map(|rate| u64::from(rate.0));
        if let Some(rate) = rate.filter(|rate| *rate > 0 && *rate < sum) {
            return Err(PoolConfigError::MinimumsAboveRate { sum, rate });
        }
        if self.autotune && self.rate.is_none() {
            return Err(PoolConfigError::AutotuneWithoutRate);
        }
        match self.sessions.map(|sessions| sessions.validity_ms) {
            Some(ms) if ms > SESSION_MS_MAX - UNREPORTED_MS => Err(PoolConfigError::SessionTooLong(ms)),
            _ => Ok(()),
        }
    }

    /// Returns the settings of a line's room.
    pub(crate) fn room_of(&self, line: LineIndex) -> &PoolRoom {
        &self.rooms[self.lines[line.at()].room.at()]
    }

    pub(crate) fn room_indices(&self) -> impl Iterator<Item = RoomIndex> + use<> {
        (0..=u16::MAX).map(RoomIndex).take(self.rooms.len())
    }

    /// Returns the lines of a room, in the pool's order.
    pub(crate) fn lanes(&self, room: RoomIndex) -> impl Iterator<Item = LineIndex> {
        LineIndex::first(self.lines.len()).filter(move |line| self.lines[line.at()].room == room)
    }

    /// Returns whether a condition holds for all of these lines that are configured.
    pub(crate) fn all_open(&self, lines: impl Iterator<Item = LineIndex>, holds: impl Fn(LineIndex) -> bool) -> bool {
        lines.filter(|line| !self.lines[line.at()].is_closed).all(holds)
    }

    /// Returns whether a line's room has more than one lane.
    pub(crate) fn has_lanes(&self, line: LineIndex) -> bool {
        self.lanes(self.lines[line.at()].room).nth(1).is_some()
    }

    /// Returns the line whose life all lanes of a line's room share.
    pub(crate) fn first_lane(&self, line: LineIndex) -> LineIndex {
        let mut lanes = self.lanes(self.lines[line.at()].room);
        lanes.next().expect("the line itself is a lane of its room")
    }

    /// Returns whether a limit applies to all rooms together. Sessions without a cap are no limit.
    pub(crate) fn is_shared(&self) -> bool {
        self.rate.is_some() || self.sessions.is_some_and(|sessions| sessions.is_capped())
    }

    /// Returns whether newcomers can pass unseen in any line that shares a capacity.
    pub(crate) fn has_unseen(&self) -> bool {
        let mut lines = LineIndex::first(self.lines.len());
        lines.any(|line| self.passes_unseen(line) && self.shares(line))
    }

    /// Returns whether the settings of a line's room let newcomers pass unseen.
    pub(crate) fn passes_unseen(&self, line: LineIndex) -> bool {
        self.room_of(line).config.visibility != Visibility::Always
    }

    /// Returns whether a line has a bound besides its own outflow.
    #[must_use]
    pub fn shares(&self, line: LineIndex) -> bool {
        self.is_shared() || self.has_lanes(line)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn room(minimum: u32) -> PoolRoom {
        PoolRoom {
            config: RoomConfig::new(PerMinute(10)),
            weight: Weight::default(),
            minimum: PerMinute(minimum),
        }
    }

    fn lane(of: u16) -> PoolLine {
        PoolLine {
            room: RoomIndex(of),
            weight: Weight::default(),
            is_closed: false,
        }
    }

    #[test]
    fn invalid_pool_settings_are_refused() {
        let good = PoolConfig {
            rate: Some(PerMinute(30)),
            autotune: true,
            sessions: None,
            rooms: vec![room(10), room(20)],
            lines: vec![lane(0), lane(1)],
        };
        assert_eq!(good.check(), Ok(()));
        let with = |change: fn(&mut PoolConfig)| {
            let mut config = good.clone();
            change(&mut config);
            config.check()
        };
        assert_eq!(
            with(|config| config.rate = Some(PerMinute(29))),
            Err(PoolConfigError::MinimumsAboveRate { sum: 30, rate: 29 })
        );
        assert_eq!(
            with(|config| config.rate = Some(PerMinute(0))),
            Ok(()),
            "holds everybody"
        );
        assert_eq!(
            with(|config| config.rate = None),
            Err(PoolConfigError::AutotuneWithoutRate)
        );
        assert_eq!(with(|config| (config.rate, config.autotune) = (None, false)), Ok(()));
        assert_eq!(
            with(|config| config.lines.push(lane(2))),
            Err(PoolConfigError::NoSuchRoom(2))
        );
        assert_eq!(with(|config| config.lines.extend([lane(1); LANES_MAX - 1])), Ok(()));
        assert_eq!(
            with(|config| config.lines.extend([lane(1); LANES_MAX])),
            Err(PoolConfigError::TooManyLanes(LANES_MAX + 1))
        );
        assert_eq!(
            with(|config| config.rooms.resize(POOL_ROOMS_MAX + 1, room(0))),
            Err(PoolConfigError::TooManyRooms(POOL_ROOMS_MAX + 1))
        );
        let sessions = |validity_ms| SessionsConfig {
            max_sessions: Some(1),
            stock: None,
            validity_ms,
        };
        let mut config = good.clone();
        config.sessions = Some(sessions(SESSION_MS_MAX - UNREPORTED_MS));
        assert_eq!(config.check(), Ok(()));
        config.sessions = Some(sessions(SESSION_MS_MAX));
        assert_eq!(config.check(), Err(PoolConfigError::SessionTooLong(SESSION_MS_MAX)));
    }

    #[test]
    fn sessions_without_a_cap_are_no_limit() {
        let sessions = |max_sessions, stock| SessionsConfig {
            max_sessions,
            stock,
            validity_ms: 60_000,
        };
        let mut config = PoolConfig {
            rooms: vec![room(0)],
            lines: vec![lane(0)],
            ..PoolConfig::default()
        };
        for (counted, is_shared) in [
            (None, false),
            (Some(sessions(None, None)), false),
            (Some(sessions(Some(9), None)), true),
            (Some(sessions(None, Some(9))), true),
        ] {
            config.sessions = counted;
            assert_eq!(config.shares(LineIndex(0)), is_shared, "{counted:?}");
        }
    }
}

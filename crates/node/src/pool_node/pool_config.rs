//! The configuration of a pool's rooms and lines, according to the current settings.

use admission::pool::{LineIndex, PoolConfig, PoolLine, PoolRoom, RoomIndex};
use admission::share::Weight;
use admission::{PerMinute, RoomConfig};

use super::PoolNode;
use super::line::Line;
use crate::answer::Replies;

impl<R: Replies> PoolNode<R> {
    /// The pool's settings in force. A room that is no longer configured keeps its index and lets
    /// nobody through.
    pub(super) fn config(&self) -> PoolConfig {
        let lines = self.lines.iter().zip(&self.settings.lines);
        let rooms = lines.map(|(line, settings)| match (line, settings) {
            (Some(line), Some(settings)) if line.shared.lane == 0 => settings.room.clone(),
            // The index of a group's lane is not a room's: the room's own line comes before it.
            _ => PoolRoom {
                config: RoomConfig::new(PerMinute(0)),
                weight: Weight::default(),
                minimum: PerMinute(0),
            },
        });
        let pool = self.settings.pool;
        PoolConfig {
            rate: pool.rate,
            autotune: pool.autotune,
            sessions: pool.sessions,
            rooms: rooms.collect(),
            lines: (0..)
                .map(LineIndex)
                .zip(&self.lines)
                .map(|(at, line)| self.pool_line(at, line.as_ref()))
                .collect(),
        }
    }

    /// Configures a line. The room of an ordinary line has the line's own index, and so
    /// does the room of a line that is no longer configured.
    fn pool_line(&self, at: LineIndex, line: Option<&Line<R>>) -> PoolLine {
        let lane = line.map(|line| &line.shared).filter(|shared| shared.lane > 0);
        let settings = self.settings.lines.get(usize::from(at.0)).and_then(Option::as_ref);
        let is_closed = line.is_none() || settings.is_none();
        let Some(lane) = lane else {
            return PoolLine {
                room: RoomIndex(at.0),
                weight: Weight::default(),
                is_closed,
            };
        };
        let is_room = |line: &&Line<R>| line.shared.lane == 0 && line.shared.name == lane.name;
        let room = self.lines.iter().flatten().find(is_room);
        PoolLine {
            room: RoomIndex(room.map_or(at, |line| line.at).0),
            weight: settings.map(|settings| settings.weight).unwrap_or_default(),
            is_closed,
        }
    }
}

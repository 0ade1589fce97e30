//! The seats of a pool's rooms and lines, as its settings are now.

use admission::pool::{LineIndex, LineSeat, PoolConfig, RoomIndex, RoomSeat};
use admission::share::Weight;
use admission::{PerMinute, RoomConfig};

use super::PoolNode;
use super::line::Line;

impl PoolNode {
    /// The pool's settings in force. A room that is no longer configured keeps its seat and lets
    /// nobody through.
    pub(super) fn config(&self) -> PoolConfig {
        let rooms = self.lines.iter().map(|line| match line {
            Some(line) if line.shared.lane == 0 => line.shared.settings.load().seat(),
            // The seat of a group's lane is that of no room: the room's own seat comes before it.
            Some(_) | None => RoomSeat {
                config: RoomConfig::new(PerMinute(0)),
                weight: Weight::default(),
                minimum: PerMinute(0),
            },
        });
        let pool = self.settings();
        PoolConfig {
            rate: pool.rate,
            autotune: pool.autotune,
            sessions: pool.sessions,
            rooms: rooms.collect(),
            lines: (0..)
                .map(LineIndex)
                .zip(&self.lines)
                .map(|(at, line)| self.seat(at, line.as_ref()))
                .collect(),
        }
    }

    /// A line's seat in its room: the room of an ordinary line has the line's own index, and so has
    /// that of a line which is no longer configured.
    fn seat(&self, at: LineIndex, line: Option<&Line>) -> LineSeat {
        let lane = line.map(|line| &line.shared).filter(|shared| shared.lane > 0);
        let Some(lane) = lane else {
            return LineSeat {
                room: RoomIndex(at.0),
                weight: Weight::default(),
            };
        };
        let is_room = |line: &&Line| line.shared.lane == 0 && line.shared.name == lane.name;
        let room = self.lines.iter().flatten().find(is_room);
        LineSeat {
            room: RoomIndex(room.map_or(at, |line| line.at).0),
            weight: lane.settings.load().lane_weight(lane.group.as_deref()),
        }
    }
}

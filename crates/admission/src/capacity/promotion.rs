//! The rule of catch-all rooms: whether a visitor who was let through in one room of a pool can
//! pass another room of the pool.
//!
//! A pool can have rooms for certain pages and *catch-all* rooms for the rest of the site. A
//! visitor who was let through in a specific room can also visit the rest of the site, without
//! another permit. A visitor who came in through a catch-all room still has to wait where a
//! specific room applies. Of several catch-all rooms, the first in the operator's order is the one
//! for pages without a room of their own. Source: protocol/crowdhandler.md, section 4.
//!
//! These are pure rules on kinds of rooms; the caller knows where a visitor was let through.

use crate::pool::RoomIndex;

/// The purpose of a room in a pool.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoomKind {
    /// A room for certain pages.
    Specific,
    /// A room for every page that has no room of its own.
    CatchAll,
}

/// A room and its kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoomRole {
    /// The room.
    pub room: RoomIndex,
    /// Its kind.
    pub kind: RoomKind,
}

/// Returns whether a visitor who was let through in `passed` can pass `asked`, a room of the same
/// pool, without waiting in it.
#[must_use]
pub fn promotes(passed: RoomRole, asked: RoomRole) -> bool {
    passed.room == asked.room || (passed.kind == RoomKind::Specific && asked.kind == RoomKind::CatchAll)
}

/// Returns the room that a page belongs to: the first specific room, else the first catch-all.
/// `rooms` are the specific rooms that name the page and all catch-alls, each in the operator's
/// order.
#[must_use]
pub fn attached(rooms: &[RoomRole]) -> Option<RoomIndex> {
    let first = |kind| rooms.iter().find(|role| role.kind == kind).map(|role| role.room);
    first(RoomKind::Specific).or_else(|| first(RoomKind::CatchAll))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn role(room: u16, kind: RoomKind) -> RoomRole {
        RoomRole {
            room: RoomIndex(room),
            kind,
        }
    }

    #[test]
    fn from_a_specific_room_to_a_catch_all_and_not_back() {
        use RoomKind::{CatchAll, Specific};
        let (sale, shop, rest, more) = (
            role(0, Specific),
            role(1, Specific),
            role(2, CatchAll),
            role(3, CatchAll),
        );
        assert!(promotes(sale, rest) && promotes(sale, more));
        assert!(!promotes(rest, sale), "not vice versa");
        assert!(!promotes(sale, shop), "another sale has its own line");
        assert!(!promotes(rest, more), "one catch-all opens no other");
        assert!([sale, shop, rest, more].iter().all(|room| promotes(*room, *room)));
    }

    #[test]
    fn one_catch_all_attaches_and_only_where_no_specific_room_does() {
        use RoomKind::{CatchAll, Specific};
        let all = [role(2, CatchAll), role(1, Specific), role(3, CatchAll)];
        assert_eq!(attached(&all), Some(RoomIndex(1)));
        assert_eq!(attached(&[all[0], all[2]]), Some(RoomIndex(2)));
        assert_eq!(attached(&[]), None);
    }
}

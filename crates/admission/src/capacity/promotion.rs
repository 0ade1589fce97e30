//! Whether being let through in one room of a pool lets a visitor through in another: the rule of
//! catch-all rooms.
//!
//! A pool may hold rooms for certain pages and *catch-all* rooms for the rest of the site. Whoever
//! was let through in a specific room may look around the rest of the site too, without a permit of
//! its own; whoever came in by a catch-all has yet to wait where something specific is on sale. Of
//! several catch-alls the first in the operator's order is the one that a page without a room of
//! its own belongs to. Source: protocol/crowdhandler.md, section 4.
//!
//! Pure rules on room kinds; who was let through where is known to the edge.

use crate::pool::RoomIndex;

/// What a room of a pool is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RoomKind {
    /// Certain pages.
    Specific,
    /// Every page that has no room of its own.
    CatchAll,
}

/// A room, as the rule sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RoomRole {
    /// Which.
    pub room: RoomIndex,
    /// What it is for.
    pub kind: RoomKind,
}

/// Whether somebody let through in `passed` may pass `asked`, a room of the same pool, without
/// waiting in it.
#[must_use]
pub fn promotes(passed: RoomRole, asked: RoomRole) -> bool {
    passed.room == asked.room || (passed.kind == RoomKind::Specific && asked.kind == RoomKind::CatchAll)
}

/// The room that a page belongs to, given the specific rooms that name it and all catch-alls, each
/// in the operator's order: the first specific one, else the first catch-all.
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

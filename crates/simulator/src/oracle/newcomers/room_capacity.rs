//! Invariant 17 in a room with priority groups: the people in all its lines count together.
//!
//! The lines of a commit are decided one after the other, each by what the lines before it have
//! decided. A visitor who leaves one line for another needs no space, so more than the capacity can
//! wait until the place that was left is given up.

/// The decisions of a commit on the newcomers of a room, summed over its lines.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct RoomNewcomers {
    /// The people who waited before the commit.
    pub(crate) waited: u64,
    /// The people who wait with the commit's newcomers, before it lets anybody through.
    pub(crate) waiting: u64,
    /// The newcomers who got a place.
    pub(crate) given: u64,
    /// Those of them who leave another line of the room for it.
    pub(crate) leaving: u64,
    /// Those of them who pass at once.
    pub(crate) unseen: u64,
    /// The people who were silent and count no longer. A line that is decided later has their
    /// space.
    pub(crate) silent: u64,
    /// The newcomers who were refused because the room is full.
    pub(crate) refused: u64,
}

impl RoomNewcomers {
    /// Checks the decisions in a room in which at most `capacity` people wait.
    pub(crate) fn judge(&self, capacity: u64) -> Result<(), String> {
        let most = capacity + self.leaving + self.unseen + self.silent;
        let waits = self.given > self.leaving + self.unseen;
        if waits && self.waiting > most {
            return Err(format!(
                "{} people wait in the lines of a room of {capacity}: {self:?}",
                self.waiting
            ));
        }
        if self.refused > 0 && self.waited + self.given < capacity {
            return Err(format!(
                "newcomers are refused because the room of {capacity} is full, and its lines have space: {self:?}"
            ));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FULL: RoomNewcomers = RoomNewcomers {
        waited: 18,
        waiting: 20,
        given: 2,
        leaving: 0,
        unseen: 0,
        silent: 0,
        refused: 1,
    };

    #[test]
    fn a_place_beyond_the_capacity_of_all_lines_is_found() {
        assert_eq!(FULL.judge(20), Ok(()));
        let over = RoomNewcomers {
            waiting: 21,
            given: 3,
            ..FULL
        };
        assert!(over.judge(20).is_err());
        let leaves = RoomNewcomers { leaving: 1, ..over };
        assert_eq!(leaves.judge(20), Ok(()), "the other place is given up next");
        let silent = RoomNewcomers { silent: 1, ..over };
        assert_eq!(silent.judge(20), Ok(()), "somebody else counts no longer");
        let kept = RoomNewcomers {
            waited: 21,
            given: 1,
            leaving: 1,
            ..over
        };
        assert_eq!(kept.judge(20), Ok(()), "nobody new waits");
    }

    #[test]
    fn refusing_a_newcomer_while_the_lines_have_space_is_a_violation() {
        let roomy = RoomNewcomers { waited: 17, ..FULL };
        assert!(roomy.judge(20).is_err());
        let nobody = RoomNewcomers { refused: 0, ..roomy };
        assert_eq!(nobody.judge(20), Ok(()));
    }
}

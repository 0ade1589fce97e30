//! Invariant 17: no more people wait than the room's capacity, and a newcomer is told that the room
//! is full only if it is.
//!
//! The count is that of the places which count in the line ([`crate::oracle`], invariant 4). People
//! who were silent no longer count, and do not count again when they come back: so many more can
//! wait than the capacity says. A node that was told of no newer commit refuses by the last one
//! that it knows; such a refusal is judged only if that is the last commit of all.

use crate::oracle::Fact;

#[derive(Debug)]
pub(in crate::oracle) struct CapacityOracle {
    capacity: u64,
    /// The position of the last commit.
    commit: u64,
}

impl CapacityOracle {
    /// Returns the oracle of a room in which at most `capacity` people wait.
    pub(in crate::oracle) fn new(capacity: u64) -> Self {
        Self { capacity, commit: 0 }
    }

    /// Checks a fact; `waiting`: the number of counted places, those of the fact's commit included.
    pub(in crate::oracle) fn witness(&mut self, fact: &Fact, waiting: u64) -> Result<(), String> {
        let capacity = self.capacity;
        match *fact {
            Fact::Durable { commit, .. } => self.commit = commit,
            Fact::Decided { refused, unseen } => {
                if waiting.saturating_sub(unseen) > capacity {
                    return Err(format!("{waiting} people wait in a room of {capacity}"));
                }
                if refused > 0 && waiting < capacity {
                    return Err(format!(
                        "{refused} newcomers are refused by a commit because the room of {capacity} is full, and {waiting} wait"
                    ));
                }
            }
            Fact::ToldFull { commit } if commit >= self.commit && waiting < capacity => {
                return Err(format!(
                    "a newcomer is told that the room of {capacity} is full, and {waiting} wait"
                ));
            }
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decided(refused: u64, unseen: u64) -> Fact {
        Fact::Decided { refused, unseen }
    }

    #[test]
    fn a_commit_that_overfills_the_room_is_found() {
        let mut oracle = CapacityOracle::new(20);
        assert_eq!(oracle.witness(&decided(0, 0), 20), Ok(()));
        assert!(oracle.witness(&decided(0, 0), 21).is_err());
        assert_eq!(oracle.witness(&decided(0, 1), 21), Ok(()), "one passes at once");
    }

    #[test]
    fn whoever_is_refused_by_a_room_that_is_not_full_is_found() {
        let mut oracle = CapacityOracle::new(20);
        assert_eq!(oracle.witness(&decided(3, 0), 20), Ok(()));
        assert!(oracle.witness(&decided(3, 0), 19).is_err());
    }

    #[test]
    fn a_node_refuses_by_the_last_commit_that_it_knows() {
        let mut oracle = CapacityOracle::new(20);
        let told = |commit| Fact::ToldFull { commit };
        let kept = Fact::Durable { commit: 7, wall: 0 };
        assert_eq!(oracle.witness(&kept, 0), Ok(()));
        assert_eq!(oracle.witness(&told(7), 20), Ok(()));
        assert_eq!(
            oracle.witness(&told(6), 19),
            Ok(()),
            "it does not know of the last commit"
        );
        assert!(oracle.witness(&told(7), 19).is_err());
    }
}

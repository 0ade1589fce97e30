//! Invariant 17: no more people wait than the room's capacity, and a newcomer is told that the room
//! is full only if it is.
//!
//! The count is that of the places which count in the line ([`crate::oracle`], invariant 4). People
//! who were silent no longer count, and do not count again when they come back: so many more can
//! wait than the capacity says. A node that was told of no newer commit refuses by the last one
//! that it knows, and is judged by those who waited then.

use std::collections::VecDeque;

use crate::oracle::Fact;

/// How many commits are remembered: more than are made while a node is cut off.
const COMMITS_MAX: usize = 4_096;

#[derive(Debug)]
pub(in crate::oracle) struct CapacityOracle {
    capacity: u64,
    /// The position of the last commit.
    commit: u64,
    /// The people who wait since the last fact.
    waiting: u64,
    /// The positions of earlier commits, each with the people who waited after it.
    before: VecDeque<(u64, u64)>,
}

impl CapacityOracle {
    /// Returns the oracle of a room in which at most `capacity` people wait.
    pub(in crate::oracle) fn new(capacity: u64) -> Self {
        Self {
            capacity,
            commit: 0,
            waiting: 0,
            before: VecDeque::new(),
        }
    }

    /// Checks a fact; `waiting`: the number of counted places, those of the fact's commit included.
    pub(in crate::oracle) fn witness(&mut self, fact: &Fact, waiting: u64) -> Result<(), String> {
        let capacity = self.capacity;
        let waited = std::mem::replace(&mut self.waiting, waiting);
        match *fact {
            Fact::Durable { commit, .. } => {
                self.before.push_back((self.commit, waited));
                if self.before.len() > COMMITS_MAX {
                    self.before.pop_front();
                }
                self.commit = commit;
            }
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
            Fact::ToldFull { commit } => {
                let waiting = self.waiting_after(commit).unwrap_or(capacity);
                if waiting < capacity {
                    return Err(format!(
                        "a newcomer is told that the room of {capacity} is full, and {waiting} waited at the node's commit"
                    ));
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns how many people waited after a commit; `None` if that is forgotten.
    fn waiting_after(&self, commit: u64) -> Option<u64> {
        if commit >= self.commit {
            return Some(self.waiting);
        }
        let found = self.before.binary_search_by_key(&commit, |(before, _)| *before);
        found.ok().map(|at| self.before[at].1)
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
    fn refusing_a_newcomer_in_a_room_with_space_is_a_violation() {
        let mut oracle = CapacityOracle::new(20);
        assert_eq!(oracle.witness(&decided(3, 0), 20), Ok(()));
        assert!(oracle.witness(&decided(3, 0), 19).is_err());
    }

    #[test]
    fn a_node_refuses_by_the_last_commit_that_it_knows() {
        let mut oracle = CapacityOracle::new(20);
        let told = |commit| Fact::ToldFull { commit };
        for (commit, waiting) in [(5, 18), (6, 20), (7, 19)] {
            let kept = Fact::Durable { commit, wall: 0 };
            let before = oracle.waiting;
            assert_eq!(oracle.witness(&kept, before), Ok(()));
            assert_eq!(oracle.witness(&decided(0, 0), waiting), Ok(()));
        }
        assert_eq!(oracle.witness(&told(6), 19), Ok(()), "it does not know that one left");
        assert!(oracle.witness(&told(7), 19).is_err());
        assert!(oracle.witness(&told(5), 20).is_err(), "the room was not full then");
        assert!(oracle.witness(&told(0), 20).is_err(), "nobody was there");
        assert_eq!(oracle.witness(&told(4), 19), Ok(()), "forgotten");
        assert_eq!(oracle.witness(&told(7), 20), Ok(()));
    }

    #[test]
    fn an_early_commit_is_forgotten_in_the_end() {
        let mut oracle = CapacityOracle::new(20);
        for commit in 1..=2 * COMMITS_MAX as u64 {
            assert_eq!(oracle.witness(&Fact::Durable { commit, wall: 0 }, 3), Ok(()));
        }
        assert_eq!(oracle.before.len(), COMMITS_MAX);
        assert!(oracle.witness(&Fact::ToldFull { commit: 5_000 }, 3).is_err());
        assert_eq!(oracle.witness(&Fact::ToldFull { commit: 50 }, 3), Ok(()));
    }
}

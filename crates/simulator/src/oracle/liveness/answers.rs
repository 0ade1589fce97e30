//! A visitor's request that a node took is answered within the bound of [`LateAnswersOracle`], as
//! long as nothing hinders the node: it runs, its calls to the store succeed, and no failover is
//! under way. The bound counts from the request, or from the end of the last hindrance if that is
//! later.

use std::collections::BTreeMap;

use super::INVARIANT;
use crate::oracle::InvariantViolation;
use crate::scenario::Scenario;

/// The longest time for which a node holds a claim, in milliseconds: the shortest poll interval.
const HOLD_MS: u64 = admission::poll_interval::POLL_MS_MIN;
/// The most calls to the store, one after the other, until a request has its answer: those of the
/// step that the node is at, and those of the commit that decides about the request.
const CALLS_MAX: u64 = 12;
/// How long a node with others waits until it commits, and until a hindered node tries again, in
/// milliseconds.
const WAIT_MS: u64 = 1_000;

/// A request that waits for its answer.
#[derive(Debug, Clone, Copy)]
struct AwaitedAnswer {
    ticket: u32,
    node: usize,
    asked_at: u64,
}

/// Judges how long visitors wait for answers.
#[derive(Debug)]
pub(crate) struct LateAnswersOracle {
    /// The open request of each visitor.
    open: BTreeMap<usize, AwaitedAnswer>,
    /// For each node, the end of the last hindrance.
    hindered_until: Vec<u64>,
    /// The longest time until an answer, in milliseconds.
    bound_ms: u64,
}

impl LateAnswersOracle {
    pub(crate) fn new(scenario: &Scenario) -> Self {
        let nodes = &scenario.nodes;
        let by_clock_ms = (HOLD_MS + WAIT_MS) * 1_000 / (1_000 - nodes.slow_ms_a_second);
        Self {
            open: BTreeMap::new(),
            hindered_until: vec![0; nodes.count],
            bound_ms: by_clock_ms + CALLS_MAX * (nodes.commit_ms[1] + 1),
        }
    }

    /// Records that a node took a visitor's request.
    pub(crate) fn asked(&mut self, (who, ticket): (usize, u32), node: usize, now: u64) {
        let request = AwaitedAnswer {
            ticket,
            node,
            asked_at: now,
        };
        self.open.insert(who, request);
    }

    /// Records that a node is hindered until that time.
    pub(crate) fn hinder(&mut self, node: usize, until: u64) {
        self.hindered_until[node] = self.hindered_until[node].max(until);
    }

    /// Records that all nodes are hindered until that time.
    pub(crate) fn hinder_all(&mut self, until: u64) {
        let nodes = self.hindered_until.iter_mut();
        nodes.for_each(|hindered| *hindered = until.max(*hindered));
    }

    /// Records that a node is down, and with it all connections to it.
    pub(crate) fn is_down(&mut self, node: usize) {
        self.open.retain(|_, request| request.node != node);
    }

    /// Records an answer.
    ///
    /// # Errors
    /// Returns an error if the answer comes too late.
    pub(crate) fn answered(&mut self, (who, ticket): (usize, u32), now: u64) -> Result<(), InvariantViolation> {
        let answered = self.open.get(&who).filter(|request| request.ticket == ticket);
        let Some(request) = answered.copied() else {
            return Ok(());
        };
        self.open.remove(&who);
        self.judge_one(who, request, now)
    }

    /// Checks the open requests; `ticket` returns the number of a visitor's present request. Nobody
    /// waits for the answer to an earlier one.
    ///
    /// # Errors
    /// Returns an error if a visitor waits for too long.
    pub(crate) fn judge(&mut self, ticket: impl Fn(usize) -> u32, now: u64) -> Result<(), InvariantViolation> {
        self.open.retain(|who, request| ticket(*who) == request.ticket);
        let mut open = self.open.iter();
        open.try_for_each(|(who, request)| self.judge_one(*who, *request, now))
    }

    fn judge_one(&self, who: usize, request: AwaitedAnswer, now: u64) -> Result<(), InvariantViolation> {
        let since = request.asked_at.max(self.hindered_until[request.node]);
        let waited_ms = now.saturating_sub(since);
        if waited_ms <= self.bound_ms {
            return Ok(());
        }
        Err(InvariantViolation {
            invariant: INVARIANT,
            what: format!(
                "visitor {who} has waited {waited_ms} ms for an answer of node {}, and the bound is {} ms",
                request.node, self.bound_ms
            ),
            real_ms: now,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn oracle() -> LateAnswersOracle {
        LateAnswersOracle {
            open: BTreeMap::new(),
            hindered_until: vec![0; 2],
            bound_ms: 3_000,
        }
    }

    #[test]
    fn an_answer_comes_within_the_bound_or_not_at_all() {
        let mut answers = oracle();
        answers.asked((7, 1), 0, 100);
        assert_eq!(answers.answered((7, 1), 3_100), Ok(()));
        answers.asked((7, 2), 0, 4_000);
        assert!(answers.judge(|_| 2, 7_001).is_err());
        assert_eq!(answers.judge(|_| 3, 7_001), Ok(()), "the visitor has asked again");
    }

    #[test]
    fn a_node_that_is_hindered_or_down_owes_no_answer_yet() {
        let mut answers = oracle();
        answers.asked((1, 1), 0, 0);
        answers.asked((2, 1), 1, 0);
        answers.hinder(1, 5_000);
        answers.is_down(0);
        assert_eq!(answers.judge(|_| 1, 8_000), Ok(()));
        assert!(answers.judge(|_| 1, 8_001).is_err());
        answers.hinder_all(9_000);
        assert_eq!(answers.judge(|_| 1, 9_000), Ok(()));
    }
}

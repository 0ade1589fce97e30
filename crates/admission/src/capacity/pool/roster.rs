//! The nodes of a pool that know of one another. The roster decides whether newcomers who pass
//! unseen can spend permits before they become due.
//!
//! A failover can lose commits of nodes that the recovering node does not know. The permits that
//! they may have spent have to count as spent. Permits that become due are bounded by time
//! ([`crate::outflow::Outflow::presume_spent`]). Permits spent ahead of the pace are not: all
//! permits that the bound leaves may be spent. If this were presumed after every failover, nobody
//! would be let in for a minute each time. Therefore:
//!
//! - **Nodes introduce themselves.** A node's first commit enters it here. Nothing is spent ahead
//!   of the pace until every other node has committed since, and so knows of it
//!   ([`Roster::is_settled`]). Live nodes therefore commit at once, even without requests
//!   ([`crate::pool::PoolLedger::expects_commit_of`]). A node that has not committed
//!   [`UNRESPONSIVE_MS`] after the last new node is removed.
//! - **A node that is alone knows everything.** If a recovering node knew the newest commit less
//!   than [`UNRESPONSIVE_MS`] ago, and was the only node in it, then no other node can have spent
//!   ahead of the pace since: another node would have had to wait for this node's commit, which
//!   this node would know, or for this node's removal, which takes longer. Lost commits then spent
//!   no more than the permits that became due ([`Roster::is_alone`]).
//! - **Otherwise all permits count as spent** that the bound leaves, and one unknown node is
//!   entered here, because nodes may be running that the recovered state does not name.
//!
//! A node that is silent for [`GONE_MS`] is also removed, so that a node that survives the others
//! is alone again; a live node commits more often than that. A removed node introduces itself again
//! with its next commit.
//!
//! Kept only where newcomers pass unseen and capacity is shared. Stored beside the ledgers;
//! versions that do not know the roster drop it, and newcomers of the pool then wait for the pace
//! for [`UNRESPONSIVE_MS`].

use serde::{Deserialize, Serialize};

use crate::state::State;
use crate::time::FlowMs;
use crate::units::NodeId;

/// How long nothing is spent ahead of the pace while a node does not react to a new node, in
/// milliseconds. Longer than most failovers take.
pub const UNRESPONSIVE_MS: u64 = 20_000;
/// A node that committed nothing for this many milliseconds is assumed to have stopped.
pub const GONE_MS: u64 = 900_000;
/// The most nodes; a further node waits for the pace.
pub const ROSTER_MAX: usize = 64;

/// The nodes of a pool, in the order in which they came.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Roster {
    nodes: Vec<RosterNode>,
}

/// A node of a [`Roster`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct RosterNode {
    /// `None` for an unknown node that may be running.
    node: Option<NodeId>,
    /// Whether it has committed since the last new node came, or is that node.
    knows_all: bool,
    /// When it last committed, or when the last new node came, whichever is later.
    since: FlowMs,
}

impl Roster {
    /// The roster of a pool without a commit.
    pub(crate) fn of_new_pool() -> Self {
        Self { nodes: Vec::new() }
    }

    /// Returns whether a pool with these lines has no commit yet.
    pub(crate) fn is_of_new_pool(lines: &[State]) -> bool {
        lines.iter().all(|line| line.ledger.commits == 0)
    }

    /// The roster of a pool in which an unknown node may be running.
    #[must_use]
    pub fn with_unknown(now: FlowMs) -> Self {
        let unknown = RosterNode {
            node: None,
            knows_all: false,
            since: now,
        };
        Self { nodes: vec![unknown] }
    }

    /// Records that a node commits at `now`. Returns whether it may spend permits before they
    /// become due.
    pub(crate) fn note(&mut self, node: NodeId, now: FlowMs) -> bool {
        let is_full = self.nodes.len() >= ROSTER_MAX;
        let own = RosterNode {
            node: Some(node),
            knows_all: true,
            since: now,
        };
        match self.nodes.iter_mut().find(|known| known.node == Some(node)) {
            Some(known) => *known = own,
            None if is_full => return false,
            None => {
                for known in &mut self.nodes {
                    (known.knows_all, known.since) = (false, now);
                }
                self.nodes.push(own);
            }
        }
        self.nodes.retain(|known| {
            let most = if known.knows_all { GONE_MS } else { UNRESPONSIVE_MS };
            now.since(known.since) < most
        });
        self.is_settled()
    }

    /// Returns whether a commit of a node would enter it here, or show the others that it knows
    /// them.
    pub(crate) fn expects_commit_of(&self, node: NodeId) -> bool {
        let known = self.nodes.iter().find(|known| known.node == Some(node));
        known.map_or(self.nodes.len() < ROSTER_MAX, |known| !known.knows_all)
    }

    /// Returns whether all nodes know of one another.
    pub(crate) fn is_settled(&self) -> bool {
        self.nodes.iter().all(|known| known.knows_all)
    }

    /// Returns whether a node is the only one.
    pub(crate) fn is_alone(&self, node: NodeId) -> bool {
        matches!(self.nodes[..], [only] if only.node == Some(node))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NODES: [NodeId; 3] = [NodeId(1), NodeId(2), NodeId(3)];

    fn settled(commits: &[(usize, u64)]) -> Vec<bool> {
        let mut roster = Roster::of_new_pool();
        let commits = commits.iter();
        commits
            .map(|(node, at)| roster.note(NODES[*node], FlowMs(*at)))
            .collect()
    }

    #[test]
    fn nothing_is_spent_ahead_until_everybody_knows_the_newcomer() {
        assert_eq!(
            settled(&[(0, 0), (1, 10), (1, 20), (0, 30), (1, 40)]),
            [true, false, false, true, true]
        );
        let three = settled(&[(0, 0), (1, 1), (0, 2), (2, 3), (0, 4), (2, 5), (1, 6)]);
        assert_eq!(three, [true, false, true, false, false, false, true]);
    }

    #[test]
    fn a_commit_is_needed_from_nodes_that_are_unknown_or_lack_a_new_one() {
        let mut roster = Roster::of_new_pool();
        assert!(roster.expects_commit_of(NODES[0]));
        roster.note(NODES[0], FlowMs(0));
        assert_eq!(NODES.map(|node| roster.expects_commit_of(node)), [false, true, true]);
        roster.note(NODES[1], FlowMs(1));
        assert_eq!(NODES.map(|node| roster.expects_commit_of(node)), [true, false, true]);
        roster.note(NODES[0], FlowMs(2));
        assert_eq!(NODES.map(|node| roster.expects_commit_of(node)), [false, false, true]);
        roster.note(NODES[1], FlowMs(GONE_MS + 1));
        roster.note(NODES[1], FlowMs(GONE_MS + 2));
        assert!(roster.expects_commit_of(NODES[0]), "it was removed");
    }

    #[test]
    fn a_node_that_does_not_react_is_removed() {
        let last = UNRESPONSIVE_MS + 5;
        // The second node is new, regardless of the time of the first node's commit.
        assert_eq!(
            settled(&[
                (0, 0),
                (1, 700_000),
                (1, 700_000 + UNRESPONSIVE_MS - 1),
                (1, 700_000 + UNRESPONSIVE_MS)
            ]),
            [true, false, false, true]
        );
        // A later new node gives it more time.
        assert_eq!(
            settled(&[(0, 0), (1, 5), (2, 10_000), (1, last), (2, last)])[3..],
            [false, false]
        );
        assert_eq!(
            settled(&[(0, 0), (1, 5), (1, last), (0, last + 1), (1, last + 2)])[2..],
            [true, false, true]
        );
    }

    #[test]
    fn a_node_that_outlives_the_others_is_alone_again() {
        let mut roster = Roster::of_new_pool();
        roster.note(NODES[0], FlowMs(0));
        assert!(roster.is_alone(NODES[0]) && !roster.is_alone(NODES[1]));
        roster.note(NODES[1], FlowMs(1));
        roster.note(NODES[0], FlowMs(2));
        roster.note(NODES[0], FlowMs(GONE_MS));
        assert!(!roster.is_alone(NODES[0]));
        roster.note(NODES[0], FlowMs(GONE_MS + 1));
        assert!(roster.is_alone(NODES[0]));
    }

    #[test]
    fn an_unknown_node_and_a_full_roster_hold_to_the_pace() {
        let mut roster = Roster::with_unknown(FlowMs(5));
        assert!(!roster.note(NODES[0], FlowMs(5)));
        assert!(!roster.is_alone(NODES[0]));
        assert!(roster.note(NODES[0], FlowMs(5 + UNRESPONSIVE_MS)));
        let mut roster = Roster::of_new_pool();
        (0..ROSTER_MAX as u64).for_each(|node| _ = roster.note(NodeId(node), FlowMs(0)));
        (0..ROSTER_MAX as u64).for_each(|node| _ = roster.note(NodeId(node), FlowMs(1)));
        assert!(roster.is_settled());
        assert!(!roster.note(NodeId(1_000), FlowMs(1)));
        assert!(roster.is_settled());
        assert!(!roster.expects_commit_of(NodeId(1_000)), "a commit would not enter it");
    }
}

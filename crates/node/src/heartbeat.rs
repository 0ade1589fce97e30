//! Commits the flow time regularly while there are no requests.
//!
//! The clocks of nodes drift apart, and flow time jumps to that of the fastest clock as soon as its
//! node commits ([`admission::lease`] gives the tolerance). No node knows whether its own clock is
//! ahead, so each node commits at least every [`HEARTBEAT_MS`], even if only to report its flow
//! time.
//!
//! The nodes commit together. A node that reads a commit does not know the age of the flow time in
//! it, so a lead smaller than that age goes unnoticed. The first node whose heartbeat is due
//! commits. Each node that sees this commit and has itself committed nothing for [`QUIET_MS`] also
//! commits at once. Each node then looks for others' commits at short intervals for [`LISTEN_MS`].
//! Commits are therefore seen so soon that a node whose clock lags adopts the committed time, and a
//! node whose clock is ahead commits its own time again (`Replica::needs_flow_commit`).
//!
//! A node that has just started knows only the flow time of the last commit, which can be old.
//! Every node that sees the new node's first commit commits its own time, so that the new node
//! follows the fastest clock and not another node that also lags. A node that started before the
//! pool's first commit looks for others' commits at short intervals once it has seen that one.

/// A node commits at the latest after this many milliseconds, even if only to report its flow time.
/// Up to half of the interval is cut at random, so that rooms do not all commit at once.
const HEARTBEAT_MS: u64 = 600_000;
/// A node that has committed nothing for this many milliseconds joins a heartbeat of other nodes.
/// This is less than the shortest heartbeat interval; otherwise nodes that began at different times
/// would never commit together.
const QUIET_MS: u64 = HEARTBEAT_MS / 4;
/// How long a node looks for others' commits at short intervals after its own heartbeat,
/// milliseconds: as long as the others take to see it and to commit.
const LISTEN_MS: u64 = 1_500;
/// Interval between looks during that time, milliseconds.
const LISTEN_INTERVAL_MS: u64 = 50;

/// The times of the last commit and of the next heartbeat.
#[derive(Debug, Clone, Copy)]
pub struct Heartbeat {
    committed_at_ms: u64,
    due_at_ms: u64,
    listens_until_ms: u64,
}

impl Heartbeat {
    /// Starts looking for others' commits at short intervals.
    pub(crate) fn begin_listening(&mut self, now_ms: u64) {
        self.listens_until_ms = now_ms + LISTEN_MS;
    }

    /// A node that has just started or committed.
    pub fn from(now_ms: u64, jitter: u16) -> Self {
        Self {
            committed_at_ms: now_ms,
            due_at_ms: now_ms + HEARTBEAT_MS / 2 + u64::from(jitter) * (HEARTBEAT_MS / 2) / u64::from(u16::MAX),
            listens_until_ms: 0,
        }
    }

    /// Whether this node has committed nothing for a while.
    fn is_quiet(&self, now_ms: u64) -> bool {
        now_ms >= self.committed_at_ms + QUIET_MS
    }

    /// Whether a heartbeat is due.
    #[must_use]
    pub fn is_due(&self, now_ms: u64) -> bool {
        now_ms >= self.due_at_ms
    }

    /// Records that this node has committed.
    pub fn record_commit(&mut self, now_ms: u64, jitter: u16) {
        let listens_until_ms = match self.is_quiet(now_ms) {
            true => now_ms + LISTEN_MS,
            false => self.listens_until_ms,
        };
        *self = Self {
            listens_until_ms,
            ..Self::from(now_ms, jitter)
        };
    }

    /// Records that other nodes have committed.
    pub fn record_others_commit(&mut self, now_ms: u64) {
        if self.is_quiet(now_ms) {
            self.due_at_ms = now_ms;
        }
    }

    /// The time of the next look at the store, while this node looks for others' commits at short
    /// intervals.
    pub fn listens_at_ms(&self, current_at_ms: u64, now_ms: u64) -> Option<u64> {
        (now_ms < self.listens_until_ms).then_some(current_at_ms + LISTEN_INTERVAL_MS)
    }
}

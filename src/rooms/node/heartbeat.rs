//! Heartbeat the time, where nobody asks anything: clocks of nodes run apart, and flow time is the
//! furthest one's as soon as its node commits ([`admission::lease`] says how far apart they may
//! be). Nobody knows who is ahead, so each node commits at least so often, with nothing but its
//! flow time.
//!
//! They do it together. What is read later than it was written has an age that nobody knows, and
//! who is ahead by less than that goes unnoticed. So the first whose time has come commits; whoever
//! sees that, and has not committed for a while, commits at once as well; and each looks closely
//! for a moment after that. Then a commit is seen so soon that whoever lags takes over the time
//! that it tells, and whoever is ahead tells it once more (`Replica::has_untold_flow`).

use super::PoolNode;
use crate::clock::Entropy;

/// A node commits after so long, milliseconds, if nothing else then the time; half of that may be
/// less, so that not all rooms do at once.
const TELL_MS: u64 = 600_000;
/// Who has committed nothing for so long, milliseconds, joins others who tell the time: less than
/// anybody keeps silent, or those who began at different times would never tell it together.
const QUIET_MS: u64 = TELL_MS / 4;
/// So long after a commit that told the time others are looked after closely, milliseconds: as long
/// as it takes them to see it, and to commit.
const LISTEN_MS: u64 = 1_500;
/// And so often, milliseconds.
const CLOSELY_MS: u64 = 50;

/// When the time is told.
#[derive(Debug, Clone, Copy)]
pub(super) struct Heartbeat {
    told_at_ms: u64,
    tell_at_ms: u64,
    listens_until_ms: u64,
}

impl Heartbeat {
    pub(super) fn from(now_ms: u64) -> Self {
        Self {
            told_at_ms: now_ms,
            tell_at_ms: now_ms + TELL_MS / 2 + u64::from(Entropy.jitter()) * (TELL_MS / 2) / u64::from(u16::MAX),
            listens_until_ms: 0,
        }
    }

    /// Whether this node has committed nothing for a while.
    fn is_quiet(&self, now_ms: u64) -> bool {
        now_ms >= self.told_at_ms + QUIET_MS
    }

    /// This node has committed.
    pub(super) fn told(&mut self, now_ms: u64) {
        let listens_until_ms = match self.is_quiet(now_ms) {
            true => now_ms + LISTEN_MS,
            false => self.listens_until_ms,
        };
        *self = Self {
            listens_until_ms,
            ..Self::from(now_ms)
        };
    }

    /// Others have.
    pub(super) fn heard(&mut self, now_ms: u64) {
        if self.is_quiet(now_ms) {
            self.tell_at_ms = now_ms;
        }
    }

    /// When others are looked after closely, if they are.
    pub(super) fn listens_at_ms(&self, known_at_ms: u64, now_ms: u64) -> Option<u64> {
        (now_ms < self.listens_until_ms).then_some(known_at_ms + CLOSELY_MS)
    }
}

impl PoolNode {
    /// Whether it is time to commit the time. A store that is away is looked for otherwise.
    pub(super) fn tells_time(&self, now_ms: u64) -> bool {
        self.replica.is_shared() && !self.away && now_ms >= self.heartbeat.tell_at_ms
    }
}

//! The state of a line that requests read.

use admission::{FlowClock, Snapshot};

use crate::settings::PoolFigures;
use crate::shown_turns::AtHand;

/// The state of a line that requests read.
#[derive(Debug)]
pub struct Published {
    /// The line as of its last commit.
    pub snapshot: Snapshot,
    /// The flow clock.
    pub flow: FlowClock,
    /// Visitors first in line who were heard lately.
    pub front: u64,
    /// The visitors first in line whose redirect is at hand.
    pub at_hand: AtHand,
    /// The figures of the room's pool.
    pub pool: PoolFigures,
    /// Whether the store is unavailable: a read or a commit failed, and no commit was acknowledged
    /// since.
    pub store_away: bool,
}

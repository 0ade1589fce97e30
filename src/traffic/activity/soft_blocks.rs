//! Soft blocks that scores made: clients of a room that work or wait before a place is given, for
//! an hour. Each is a keyed hash of room and client, in memory of the node that saw the request.
//! With the day's key the blocks are gone.

use std::collections::HashMap;
use std::net::IpAddr;

use admission::WallMs;

use super::super::{client_network, octets};
use super::TrafficTable;

/// How long a soft block lasts, milliseconds.
const SOFT_BLOCK_MS: u64 = 3_600_000;
/// The most soft blocks of a customer at one node. Further clients that have such a score work or
/// wait themselves, and nobody else of their address does.
const SOFT_BLOCKS_MAX: usize = 16_384;

/// When the soft blocks of a customer end.
#[derive(Debug, Default)]
pub(super) struct SoftBlocks(HashMap<u64, WallMs>);

impl SoftBlocks {
    /// Blocks a client unless it is blocked already; returns the end.
    fn add(&mut self, client: u64, now: WallMs) -> WallMs {
        if let Some(end) = self.end(client, now) {
            return end;
        }
        let end = WallMs(now.0.saturating_add(SOFT_BLOCK_MS));
        if self.0.len() >= SOFT_BLOCKS_MAX {
            self.0.retain(|_, end| now < *end);
        }
        if self.0.len() < SOFT_BLOCKS_MAX {
            self.0.insert(client, end);
        }
        end
    }

    fn end(&self, client: u64, now: WallMs) -> Option<WallMs> {
        self.0.get(&client).copied().filter(|end| now < *end)
    }
}

impl TrafficTable {
    /// Blocks a client of a room softly for an hour, unless it is blocked already; returns the end.
    /// A room is named by its customer's and its own id.
    pub fn block_softly(&self, room: (&str, &str), address: IpAddr, (now, now_ms): (WallMs, u64)) -> WallMs {
        let mut state = self.lock(now_ms);
        let client = state
            .key
            .hash("soft-block", &[room.1.as_bytes(), &octets(client_network(address))]);
        state.of(room.0, now_ms).soft_blocks.add(client, now)
    }

    /// Returns when the soft block of a client of a room ends, if it has one.
    #[must_use]
    pub fn soft_block(&self, room: (&str, &str), address: IpAddr, (now, now_ms): (WallMs, u64)) -> Option<WallMs> {
        let mut state = self.lock(now_ms);
        let client = state
            .key
            .hash("soft-block", &[room.1.as_bytes(), &octets(client_network(address))]);
        state.of(room.0, now_ms).soft_blocks.end(client, now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_soft_block_ends_after_an_hour_and_is_not_prolonged() {
        let mut blocks = SoftBlocks::default();
        let end = blocks.add(1, WallMs(5));
        assert_eq!(end, WallMs(5 + SOFT_BLOCK_MS));
        assert_eq!(blocks.add(1, WallMs(end.0 - 1)), end);
        assert_eq!(
            (blocks.end(1, WallMs(end.0 - 1)), blocks.end(2, WallMs(5))),
            (Some(end), None)
        );
        assert_eq!(blocks.end(1, end), None);
        assert_eq!(blocks.add(1, end), WallMs(end.0 + SOFT_BLOCK_MS), "anew");
    }

    #[test]
    fn there_is_a_bound_and_ended_ones_make_room() {
        let mut blocks = SoftBlocks::default();
        for client in 0..2 * SOFT_BLOCKS_MAX as u64 {
            blocks.add(client, WallMs(0));
        }
        assert_eq!(blocks.0.len(), SOFT_BLOCKS_MAX);
        let later = WallMs(SOFT_BLOCK_MS);
        blocks.add(u64::MAX, later);
        assert_eq!(blocks.0.len(), 1);
        assert!(blocks.end(u64::MAX, later).is_some());
    }
}

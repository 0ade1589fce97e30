//! The soft blocks of a customer's rooms at this node ([`screening::soft_blocks`]). They are
//! dropped together with the day's key.

use std::net::IpAddr;

use admission::WallMs;

use super::super::{client_network, octets};
use super::TrafficTable;

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

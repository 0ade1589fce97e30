//! Soft blocks that scores made: clients of a room that work or wait before a place is given, for
//! an hour. Each is a keyed hash of room and client, in memory of the node that saw the request.

use std::collections::{HashMap, VecDeque};

use admission::WallMs;

/// How long a soft block lasts, milliseconds.
pub const SOFT_BLOCK_MS: u64 = 3_600_000;
/// The most soft blocks of a customer at one node. Beyond it, a client with such a score works or
/// waits, but others from the same address do not.
const SOFT_BLOCKS_MAX: usize = 16_384;

/// When the soft blocks of a customer end.
#[derive(Debug, Default)]
pub struct SoftBlocks {
    ends: HashMap<u64, WallMs>,
    /// The same blocks in the order in which they were made. Unless the clock is set back, this is
    /// the order of their ends, so ended blocks are found without a search.
    oldest_first: VecDeque<(u64, WallMs)>,
}

impl SoftBlocks {
    /// Blocks a client unless it is blocked already; returns the end.
    pub fn add(&mut self, client: u64, now: WallMs) -> WallMs {
        if let Some(end) = self.end(client, now) {
            return end;
        }
        while let Some((ended, end)) = self.oldest_first.pop_front_if(|(_, end)| *end <= now) {
            // After the clock was set back, the client may have a later block.
            if self.ends.get(&ended) == Some(&end) {
                self.ends.remove(&ended);
            }
        }
        let end = WallMs(now.0.saturating_add(SOFT_BLOCK_MS));
        if self.oldest_first.len() < SOFT_BLOCKS_MAX {
            self.oldest_first.push_back((client, end));
            self.ends.insert(client, end);
        }
        end
    }

    /// Returns when the block of a client ends, if it has one.
    #[must_use]
    pub fn end(&self, client: u64, now: WallMs) -> Option<WallMs> {
        self.ends.get(&client).copied().filter(|end| now < *end)
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
        assert_eq!(
            (blocks.ends.len(), blocks.oldest_first.len()),
            (SOFT_BLOCKS_MAX, SOFT_BLOCKS_MAX)
        );
        let later = WallMs(SOFT_BLOCK_MS);
        blocks.add(u64::MAX, later);
        assert_eq!((blocks.ends.len(), blocks.oldest_first.len()), (1, 1));
        assert!(blocks.end(u64::MAX, later).is_some());
    }

    #[test]
    fn only_blocks_that_have_ended_make_room() {
        let mut blocks = SoftBlocks::default();
        let half = SOFT_BLOCKS_MAX as u64 / 2;
        (0..half).for_each(|client| _ = blocks.add(client, WallMs(0)));
        (half..2 * half).for_each(|client| _ = blocks.add(client, WallMs(10)));
        blocks.add(u64::MAX, WallMs(SOFT_BLOCK_MS - 1));
        assert_eq!(blocks.end(u64::MAX, WallMs(SOFT_BLOCK_MS - 1)), None, "it is full");
        let now = WallMs(SOFT_BLOCK_MS);
        blocks.add(u64::MAX, now);
        assert!(blocks.end(u64::MAX, now).is_some() && blocks.end(half, now).is_some());
        assert_eq!(blocks.ends.len() as u64, half + 1);
    }

    #[test]
    fn a_clock_that_is_set_back_ends_no_later_block() {
        let mut blocks = SoftBlocks::default();
        let hour = SOFT_BLOCK_MS;
        blocks.add(1, WallMs(2 * hour));
        blocks.add(2, WallMs(0));
        let end = blocks.add(2, WallMs(2 * hour + 1));
        assert_eq!(
            end,
            WallMs(3 * hour + 1),
            "anew, while its first one is behind that of another"
        );
        blocks.add(3, WallMs(3 * hour));
        assert_eq!(blocks.end(2, WallMs(3 * hour)), Some(end));
        assert_eq!((blocks.ends.len(), blocks.oldest_first.len()), (2, 2));
    }
}

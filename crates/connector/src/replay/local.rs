//! The used tokens of this node, in memory.

use std::collections::{HashSet, VecDeque};
use std::sync::{Mutex, PoisonError};

use protocol::UnixSeconds;
use protocol::queueittoken::USE_KEY_LENGTH;

use super::TokenUse;

/// Maximum number of uses remembered; beyond it, the oldest are forgotten. Only genuine tokens are
/// recorded, so it takes more than 87,000 grants per minute to fill the record.
pub const USES_MAX: usize = 262_144;

/// A bounded record of one node.
#[derive(Debug, Default)]
pub struct LocalReplayRecord(Mutex<Uses>);

#[derive(Debug, Default)]
struct Uses {
    known: HashSet<[u8; USE_KEY_LENGTH]>,
    order: VecDeque<([u8; USE_KEY_LENGTH], UnixSeconds)>,
}

impl LocalReplayRecord {
    /// Records a use, and returns whether it is the first.
    pub fn first_use(&self, token_use: &TokenUse) -> bool {
        let mut uses = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        uses.forget(token_use.at);
        if !uses.known.insert(token_use.key) {
            return false;
        }
        uses.order.push_back((token_use.key, token_use.expires_at));
        if uses.order.len() > USES_MAX {
            uses.pop();
        }
        true
    }
}

impl Uses {
    /// Forgets expired tokens. A token is still valid at the second of its expiry.
    fn forget(&mut self, now: UnixSeconds) {
        while self.order.front().is_some_and(|(_, expires_at)| *expires_at < now) {
            self.pop();
        }
    }

    fn pop(&mut self) {
        if let Some((oldest, _)) = self.order.pop_front() {
            self.known.remove(&oldest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn token_use(n: u32, at: u64) -> TokenUse {
        let mut key = [0; USE_KEY_LENGTH];
        key[..4].copy_from_slice(&n.to_be_bytes());
        TokenUse {
            key,
            expires_at: UnixSeconds(1_180),
            at: UnixSeconds(at),
        }
    }

    #[test]
    fn a_use_is_remembered_until_the_token_is_over() {
        let record = LocalReplayRecord::default();
        assert!(record.first_use(&token_use(1, 1_000)));
        assert!(!record.first_use(&token_use(1, 1_180)), "its last second");
        assert!(record.first_use(&token_use(2, 1_180)));
        assert!(record.first_use(&token_use(1, 1_181)), "forgotten");
    }

    #[test]
    fn no_more_than_the_bound_are_remembered() {
        let record = LocalReplayRecord::default();
        for n in 0..=u32::try_from(USES_MAX).expect("fits") {
            assert!(record.first_use(&token_use(n, 1_000)));
        }
        let uses = record.0.lock().expect("nobody panicked");
        assert_eq!((uses.order.len(), uses.known.len()), (USES_MAX, USES_MAX));
        drop(uses);
        assert!(record.first_use(&token_use(0, 1_000)), "the oldest was forgotten");
        assert!(!record.first_use(&token_use(2, 1_000)));
    }
}

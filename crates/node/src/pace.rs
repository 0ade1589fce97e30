//! Decides how often a node commits to a store that it shares with other nodes.
//!
//! A compare-and-set commit fails if another one came first, so nodes commit at intervals: each
//! makes one commit per pool every `max(20, 10 × nodes)` ms, with a jitter of ±50 %. Requests that
//! arrive in between go into one batch.
//!
//! A node that was overtaken learns the newest state from the failure and tries again at once,
//! because after a delay it would be overtaken again. After [`OVERTAKEN_MAX`] failures in a row, it
//! requests commit priority: each node that sees this skips one of its own commits, and at least
//! the time of three calls, up to 400 ms: before it commits, the node that asks may have to read
//! what the others wrote. This is enough for up to four nodes that are 45 ms (one way) from the
//! store and always have something to commit. Among six such nodes, one that reads before each
//! commit can still wait for a long time.
//!
//! The pace does not apply to a store that only this process uses. Pure: time and randomness are
//! passed in.

/// The shortest span between two commits, before jitter, milliseconds.
const SPAN_MS_MIN: u64 = 20;
/// The span per node that commits, milliseconds.
const SPAN_MS_A_NODE: u64 = 10;
/// A node requests commit priority after it was overtaken this many times in a row.
const OVERTAKEN_MAX: u32 = 5;
/// The most that counts as the time of three calls, milliseconds.
const THREE_CALLS_MS_MAX: u64 = 400;

/// The time of a node's next commit to a pool.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct CommitPace {
    next_at_ms: u64,
    /// When the commit under way was sent.
    sent_at_ms: u64,
    overtaken: u32,
}

/// The number of nodes that share the store, and a random number.
#[derive(Debug, Clone, Copy)]
pub struct SharingNodes {
    /// Nodes that commit, this one included.
    pub nodes: u32,
    /// A random number over the whole range.
    pub jitter: u16,
}

impl SharingNodes {
    fn span_ms(self) -> u64 {
        SPAN_MS_MIN.max(SPAN_MS_A_NODE * u64::from(self.nodes))
    }

    /// A random duration from 0 to `ms`.
    fn part_of(self, ms: u64) -> u64 {
        ms * u64::from(self.jitter) / u64::from(u16::MAX)
    }
}

impl CommitPace {
    /// The time from which the next commit can be tried, monotonic milliseconds.
    pub fn next_at_ms(&self) -> u64 {
        self.next_at_ms
    }

    /// Records that a commit is sent.
    pub fn sent(&mut self, now_ms: u64) {
        self.sent_at_ms = now_ms;
    }

    /// Records a commit; `others_wait`: whether another node requested commit priority.
    pub fn committed(&mut self, now_ms: u64, sharing: SharingNodes, others_wait: bool) {
        let span_ms = sharing.span_ms();
        let took_ms = now_ms.saturating_sub(self.sent_at_ms);
        let skipped_ms = match others_wait {
            true => span_ms.max((3 * took_ms).min(THREE_CALLS_MS_MAX)),
            false => 0,
        };
        self.overtaken = 0;
        self.next_at_ms = now_ms + skipped_ms + span_ms / 2 + sharing.part_of(span_ms);
    }

    /// Records that another node committed first. Returns whether to request commit priority.
    pub fn overtaken(&mut self) -> bool {
        self.overtaken += 1;
        self.overtaken.is_multiple_of(OVERTAKEN_MAX)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// A random number of a fixed sequence (the generator of Numerical Recipes, upper half).
    fn next(seed: &mut u32) -> u16 {
        *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (*seed >> 16) as u16
    }

    /// Simulates `nodes` that always want to commit to one store, `way_ms` away, for a minute; the
    /// first one reads for `reads_ms` before each attempt. Returns when each of them committed, and
    /// how many attempts were lost.
    fn minute(nodes: u32, [way_ms, reads_ms]: [u64; 2], mut seed: u32) -> (BTreeMap<u32, Vec<u64>>, u64) {
        let mut paces = vec![CommitPace::default(); nodes as usize];
        let (mut known, mut on_the_way) = (vec![0_u64; nodes as usize], BTreeMap::new());
        let (mut generation, mut turn_until_ms, mut lost) = (0_u64, 0_u64, 0);
        let mut made: BTreeMap<u32, Vec<u64>> = (0..nodes).map(|node| (node, Vec::new())).collect();
        for now_ms in 0..60_000 {
            for node in 0..nodes {
                let at = node as usize;
                let sharing = SharingNodes {
                    nodes,
                    jitter: next(&mut seed),
                };
                match on_the_way.get(&node) {
                    None if paces[at].next_at_ms() <= now_ms => {
                        let read_at_ms = now_ms + if node == 0 { reads_ms } else { 0 };
                        paces[at].sent(read_at_ms);
                        on_the_way.insert(node, read_at_ms + way_ms);
                    }
                    Some(arrives_ms) if *arrives_ms <= now_ms => {
                        on_the_way.remove(&node);
                        if known[at] == generation {
                            generation += 1;
                            known[at] = generation;
                            made.get_mut(&node).expect("a node").push(now_ms);
                            paces[at].committed(now_ms, sharing, now_ms < turn_until_ms);
                        } else {
                            lost += 1;
                            known[at] = generation;
                            if paces[at].overtaken() {
                                turn_until_ms = now_ms + 10 * sharing.span_ms();
                            }
                        }
                    }
                    _ => {}
                }
            }
        }
        (made, lost)
    }

    #[test]
    fn no_node_starves_among_many_that_always_commit() {
        for (nodes, seed) in [(2, 1), (3, 2), (20, 3), (20, 4), (60, 5)] {
            let (made, lost) = minute(nodes, [2, 0], seed);
            let span_ms = SharingNodes { nodes, jitter: 0 }.span_ms();
            let all: u64 = made.values().map(|times| times.len() as u64).sum();
            for (node, times) in made {
                let ends = [0].into_iter().chain(times).chain([60_000]).collect::<Vec<_>>();
                let longest = ends.windows(2).map(|pair| pair[1] - pair[0]).max().expect("a gap");
                assert!(longest <= 20 * span_ms, "node {node} of {nodes} waited {longest} ms");
            }
            // One attempt per commit fails because of the others' commits; the rest are collisions.
            assert!(lost <= 2 * all, "{nodes} nodes: {lost} in vain for {all} commits");
        }
    }

    #[test]
    fn a_node_that_has_to_read_before_each_commit_does_not_starve() {
        for (nodes, seed) in [(2, 1), (2, 5), (3, 2), (3, 6), (4, 3), (4, 4)] {
            let (made, _) = minute(nodes, [45, 45], seed);
            let ends = [0].iter().chain(&made[&0]).chain(&[60_000]).collect::<Vec<_>>();
            let longest = ends.windows(2).map(|pair| pair[1] - pair[0]).max().expect("a gap");
            assert!(longest <= 4_000, "of {nodes} it waited {longest} ms");
        }
    }

    #[test]
    fn a_node_alone_commits_as_often_as_one_of_two_and_one_of_twenty_as_its_share() {
        let span_ms = |nodes| SharingNodes { nodes, jitter: 0 }.span_ms();
        assert_eq!([1, 2, 3, 20].map(span_ms), [20, 20, 30, 200]);
        let mut pace = CommitPace::default();
        let sharing = |jitter| SharingNodes { nodes: 4, jitter };
        pace.sent(995);
        pace.committed(1_000, sharing(0), false);
        assert_eq!(pace.next_at_ms(), 1_020);
        pace.committed(1_000, sharing(u16::MAX), true);
        assert_eq!(pace.next_at_ms(), 1_100, "a commit is skipped");
        pace.sent(900);
        pace.committed(1_000, sharing(u16::MAX), true);
        assert_eq!(pace.next_at_ms(), 1_360, "the skipped time lasts for three calls");
    }

    #[test]
    fn priority_is_requested_after_five_times_in_vain_and_not_before() {
        let sharing = SharingNodes { nodes: 2, jitter: 9 };
        let mut pace = CommitPace::default();
        let asked: Vec<bool> = (0..5).map(|_| pace.overtaken()).collect();
        assert_eq!(asked, [false, false, false, false, true]);
        pace.committed(0, sharing, false);
        assert!(!pace.overtaken(), "the count begins anew");
    }
}

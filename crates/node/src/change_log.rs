//! The change log: the changes of a pool's last commits, for other nodes to catch up on. It is part
//! of the pool's stored value ([`super::records`]), so that a node that reads the value knows which
//! records to read again, instead of all of them.
//!
//! An entry contains the generation that the commit followed, the node, the flow time, and the
//! *change set*: the chunks of marks, transferred places and grants that the commit wrote, and its
//! news of visitors in front. A node whose generation is in the change log follows it. Any other
//! node reads everything again, and so does a node that finds the change log broken (a commit wrote
//! the value without it, or a recovery began another count). The change set of a commit with
//! newcomers only is empty: following it costs nothing but reading the value. From the grants, any
//! node knows which lost replies of another node to repeat, and which visitors were let through
//! there, so that it does not wait for them.
//!
//! A node that opens the pool anew reads the visitors in front from the change log. Where one node
//! has the store for itself, the change sets have nothing else, and after a lost reply everything
//! is read again.
//!
//! The change log has at most [`COMMITS_MAX`] commits and [`CHANGE_LOG_BYTES_MAX`] bytes; the
//! oldest are dropped first. A change set is stored as separate postcard bytes, so that nodes skip
//! those they know. The change log does not contain what other nodes do not keep in memory, such as
//! redirects, codes and vouchers. Of sessions it contains the ends ([`EndedSessions`]), after the
//! change set and only if there are any: versions that knew none read past them.

use std::collections::{BTreeSet, VecDeque};

use admission::pool::LineIndex;
use admission::presence::{FrontNews, NotifiedChannels};
use admission::{FlowMs, NodeId, Number, Run, Sequence};
use serde::{Deserialize, Serialize};
use store_values::Generation;

/// The most commits in the change log.
pub const COMMITS_MAX: usize = 64;
/// The most bytes of all commits in the change log.
pub const CHANGE_LOG_BYTES_MAX: usize = 12 * 1_024;
/// The most news of visitors in front that one commit reports; the rest goes with the next.
pub const NEWS_MAX: usize = 256;
/// The most ends of sessions that one commit lists. If there were more, other nodes ask the store
/// again about every session.
const ENDED_MAX: usize = 256;
/// The time for which a node counts as alive after a commit, milliseconds of flow time.
const ALIVE_MS: u64 = 10_000;

/// The last commits, oldest first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangeLog {
    commits: VecDeque<Commit>,
    /// Grant records up to this key were deleted.
    #[serde(with = "serde_bytes")]
    forgotten: Vec<u8>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Commit {
    /// The generation that the commit followed.
    after: u64,
    node: NodeId,
    flow: FlowMs,
    /// An encoded [`ChangeSet`], and its [`EndedSessions`] if there are any.
    #[serde(with = "serde_bytes")]
    left: Vec<u8>,
}

/// The changes of one commit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChangeSet {
    /// The lines that changed.
    pub lines: Vec<LineChanges>,
    /// The key of the commit's grant record; empty if it gave no grants.
    pub grants: Vec<u8>,
    /// The sessions that the commit ended; stored after the rest.
    #[serde(skip)]
    pub ended: EndedSessions,
}

/// The sessions that one commit ended, at most [`ENDED_MAX`].
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EndedSessions {
    places: Vec<(u16, Run, Number)>,
    /// Whether the commit ended further sessions.
    has_more: bool,
}

impl EndedSessions {
    /// Lists ended sessions, at most [`ENDED_MAX`].
    pub fn new(ended: impl IntoIterator<Item = (LineIndex, Run, Number)>) -> Self {
        let mut ended = ended.into_iter().map(|(line, run, number)| (line.0, run, number));
        Self {
            places: ended.by_ref().take(ENDED_MAX).collect(),
            has_more: ended.next().is_some(),
        }
    }

    /// The numbers of a line in a run; `None` if not all of them are listed.
    pub fn of(&self, line: LineIndex, run: Run) -> Option<Vec<Number>> {
        let places = self.places.iter().filter(|(at, of, _)| (*at, *of) == (line.0, run));
        (!self.has_more).then(|| places.map(|(.., number)| *number).collect())
    }

    fn is_empty(&self) -> bool {
        self.places.is_empty() && !self.has_more
    }
}

/// The changes of one commit in one line.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LineChanges {
    line: u16,
    /// The run of the chunks, places and numbers.
    pub run: Run,
    /// Chunks of marks written.
    pub marks: BTreeSet<u64>,
    /// Chunks of marks written for places without a number.
    pub unnumbered: BTreeSet<u64>,
    /// The first sequence of the window of those places.
    pub window: Sequence,
    /// Places whose transfer records were written.
    pub transferred: BTreeSet<Sequence>,
    /// News of visitors in front: number minus the previous one, age in milliseconds, packed flags.
    front: Vec<(u64, u64, u8)>,
}

const PAGE: u8 = 1;
const POLL: u8 = 2;
const RARE: u8 = 4;
const LEFT: u8 = 8;

impl LineChanges {
    /// No changes yet, in a line of a run.
    pub fn new(line: LineIndex, run: Run) -> Self {
        Self {
            line: line.0,
            run,
            ..Self::default()
        }
    }

    /// The line.
    pub fn line(&self) -> LineIndex {
        LineIndex(self.line)
    }

    /// Sets the news of visitors in front, in the order of their numbers, as of a commit at `flow`.
    pub fn record_news(&mut self, news: &[FrontNews], flow: FlowMs) {
        let mut before = 0;
        self.front = news
            .iter()
            .map(|news| {
                let delta = news
                    .number
                    .0
                    .wrapping_sub(std::mem::replace(&mut before, news.number.0));
                (delta, flow.since(news.at), pack(news.notified))
            })
            .collect();
    }

    fn is_empty(&self) -> bool {
        self.marks.is_empty() && self.unnumbered.is_empty() && self.transferred.is_empty() && self.front.is_empty()
    }
}

fn pack(channels: Option<NotifiedChannels>) -> u8 {
    channels.map_or(LEFT, |channels| {
        u8::from(channels.page) * PAGE + u8::from(channels.poll) * POLL + u8::from(channels.rare) * RARE
    })
}

/// One commit that is new to a node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewCommit {
    /// The flow time of the commit.
    pub flow: FlowMs,
    /// The changes.
    pub changes: ChangeSet,
}

impl NewCommit {
    /// The commit's news of visitors in front of a line in a run.
    pub fn front(&self, line: LineIndex, run: Run) -> Vec<FrontNews> {
        let of_line = |left: &&LineChanges| left.line() == line && left.run == run;
        let mut news = Vec::new();
        for left in self.changes.lines.iter().filter(of_line) {
            let mut number = 0_u64;
            for (delta, age_ms, what) in &left.front {
                number = number.wrapping_add(*delta);
                let over = NotifiedChannels {
                    page: what & PAGE != 0,
                    poll: what & POLL != 0,
                    rare: what & RARE != 0,
                };
                news.push(FrontNews {
                    number: Number(number),
                    at: FlowMs(self.flow.0.saturating_sub(*age_ms)),
                    notified: (what & LEFT == 0).then_some(over),
                });
            }
        }
        news
    }
}

impl ChangeLog {
    /// Returns the change log after one more commit, with at most `bytes_max` bytes. A commit that
    /// is too large leaves an empty change log, so that other nodes read everything again.
    pub fn with(
        &self,
        (after, node, flow): (Generation, NodeId, FlowMs),
        mut changes: ChangeSet,
        bytes_max: usize,
    ) -> Self {
        changes.lines.retain(|line| !line.is_empty());
        let mut change_log = self.clone();
        let mut left = postcard::to_stdvec(&changes).expect("numbers and bytes can be written");
        if !changes.ended.is_empty() {
            left = postcard::to_extend(&changes.ended, left).expect("numbers can be written");
        }
        change_log.commits.push_back(Commit {
            after: after.0,
            node,
            flow,
            left,
        });
        while change_log.commits.len() > COMMITS_MAX || change_log.bytes() > bytes_max.min(CHANGE_LOG_BYTES_MAX) {
            change_log.commits.pop_front();
        }
        change_log
    }

    /// The approximate size in bytes.
    fn bytes(&self) -> usize {
        /// The most bytes that postcard needs for a generation, a node, a time and a length.
        const HEAD: usize = 10 + 10 + 10 + 3;
        self.commits.iter().map(|commit| HEAD + commit.left.len()).sum()
    }

    /// The commits since a generation, oldest first; `None` if the change log does not lead from
    /// there to `newest`.
    pub fn since(&self, known: Generation, newest: Generation) -> Option<Vec<NewCommit>> {
        if known == newest {
            return Some(Vec::new());
        }
        let last = self.commits.back()?;
        if Generation(last.after).next() != newest {
            return None;
        }
        let first = self.commits.iter().position(|commit| commit.after == known.0)?;
        self.commits.range(first..).map(Commit::read).collect()
    }

    /// All commits, oldest first. A starting node learns from them which visitors are in front.
    pub fn all(&self) -> Vec<NewCommit> {
        self.commits.iter().filter_map(Commit::read).collect()
    }

    /// The number of nodes that committed recently, `own` included.
    pub fn nodes(&self, own: NodeId, now: FlowMs) -> u32 {
        let alive = self.commits.iter().filter(|commit| now.since(commit.flow) < ALIVE_MS);
        let mut nodes: BTreeSet<NodeId> = alive.map(|commit| commit.node).collect();
        nodes.insert(own);
        u32::try_from(nodes.len()).unwrap_or(u32::MAX)
    }

    /// The key up to which grant records were deleted.
    pub fn forgotten(&self) -> &[u8] {
        &self.forgotten
    }

    /// Records that grant records up to this key were deleted.
    pub fn forget(&mut self, key: &[u8]) {
        self.forgotten = key.to_vec();
    }
}

impl Commit {
    fn read(&self) -> Option<NewCommit> {
        let (mut changes, rest) = postcard::take_from_bytes::<ChangeSet>(&self.left).ok()?;
        if !rest.is_empty() {
            changes.ended = postcard::from_bytes(rest).ok()?;
        }
        let flow = self.flow;
        Some(NewCommit { flow, changes })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NODE: NodeId = NodeId(7);
    const LINE: LineIndex = LineIndex(1);

    fn change_set(marks: &[u64], front: &[FrontNews]) -> ChangeSet {
        let mut line = LineChanges::new(LINE, Run(2));
        line.marks = marks.iter().copied().collect();
        line.record_news(front, FlowMs(10_000));
        ChangeSet {
            lines: vec![line],
            ..ChangeSet::default()
        }
    }

    fn walked(commits: u64) -> ChangeLog {
        (0..commits).fold(ChangeLog::default(), |change_log, after| {
            change_log.with(
                (Generation(after), NODE, FlowMs(10_000)),
                change_set(&[after], &[]),
                CHANGE_LOG_BYTES_MAX,
            )
        })
    }

    #[test]
    fn the_change_log_leads_from_any_kept_generation_to_the_newest() {
        let change_log = walked(100);
        let since = |known| change_log.since(Generation(known), Generation(100));
        let chunks = since(97).expect("it reaches back").into_iter();
        let chunks: Vec<_> = chunks.flat_map(|seen| seen.changes.lines[0].marks.clone()).collect();
        assert_eq!(chunks, [97, 98, 99]);
        assert_eq!(since(100), Some(Vec::new()));
        assert_eq!(since(36).map(|seen| seen.len()), Some(COMMITS_MAX));
        assert_eq!(since(35), None);
        assert_eq!(
            change_log.since(Generation(97), Generation(101)),
            None,
            "somebody left no change log"
        );
    }

    #[test]
    fn a_recovery_breaks_the_change_log_for_earlier_generations() {
        let (before, after) = (Generation(41), Generation(41).of_recovery(5));
        let stamp = |generation| (generation, NODE, FlowMs(0));
        let recovered = walked(41).with(stamp(before), ChangeSet::default(), CHANGE_LOG_BYTES_MAX);
        assert_eq!(recovered.since(before, after), None);
        let next = recovered.with(stamp(after), ChangeSet::default(), CHANGE_LOG_BYTES_MAX);
        assert_eq!(next.since(after, after.next()).map(|seen| seen.len()), Some(1));
        assert_eq!(next.since(Generation(43), after.next()), None, "a commit that was lost");
    }

    #[test]
    fn the_change_log_stays_within_its_bytes() {
        let many: Vec<u64> = (0..2_000).collect();
        let change_log = (0..20).fold(ChangeLog::default(), |change_log, after| {
            change_log.with(
                (Generation(after), NODE, FlowMs(0)),
                change_set(&many, &[]),
                CHANGE_LOG_BYTES_MAX,
            )
        });
        assert!(postcard::to_stdvec(&change_log).unwrap().len() <= CHANGE_LOG_BYTES_MAX);
        assert!(change_log.since(Generation(19), Generation(20)).is_some() && change_log.commits.len() < 5);
        let none = change_log.with((Generation(20), NODE, FlowMs(0)), change_set(&many, &[]), 100);
        assert_eq!(
            none.since(Generation(20), Generation(21)),
            None,
            "no room: no change log"
        );
    }

    #[test]
    fn news_of_visitors_in_front_round_trip() {
        let notified = NotifiedChannels {
            page: true,
            poll: false,
            rare: true,
        };
        let news = [(3, 9_000, Some(notified)), (900, 10_000, None)].map(|(number, at, notified)| FrontNews {
            number: Number(number),
            at: FlowMs(at),
            notified,
        });
        let change_log = ChangeLog::default().with(
            (Generation(0), NODE, FlowMs(10_000)),
            change_set(&[], &news),
            CHANGE_LOG_BYTES_MAX,
        );
        let seen = change_log.since(Generation(0), Generation(1)).expect("whole");
        assert_eq!(seen[0].front(LINE, Run(2)), news);
        assert_eq!(seen[0].front(LINE, Run(3)), [], "of another run they mean nothing");
    }

    #[test]
    fn ended_sessions_round_trip_up_to_the_bound() {
        let read = |ended: EndedSessions| {
            let changes = ChangeSet {
                ended,
                ..change_set(&[7], &[])
            };
            let stamp = (Generation(0), NODE, FlowMs(0));
            let change_log = ChangeLog::default().with(stamp, changes, CHANGE_LOG_BYTES_MAX);
            let seen = change_log.since(Generation(0), Generation(1)).expect("whole");
            seen[0].changes.ended.of(LINE, Run(2))
        };
        let place = |number: usize| (LINE, Run(2), Number(number as u64));
        let others = [(LineIndex(0), Run(2), Number(5)), (LINE, Run(1), Number(6))];
        assert_eq!(read(EndedSessions::new([])), Some(Vec::new()));
        assert_eq!(
            read(EndedSessions::new([place(3)].into_iter().chain(others))),
            Some(vec![Number(3)])
        );
        let most = read(EndedSessions::new((0..ENDED_MAX).map(place)));
        assert_eq!(most.map(|most| most.len()), Some(ENDED_MAX));
        assert_eq!(read(EndedSessions::new((0..=ENDED_MAX).map(place))), None);
    }

    #[test]
    fn a_commit_without_ends_is_stored_as_before_there_were_any() {
        let changes = change_set(&[7], &[]);
        let plain = postcard::to_stdvec(&(&changes.lines, &changes.grants)).unwrap();
        let stamp = (Generation(0), NODE, FlowMs(0));
        let change_log = ChangeLog::default().with(stamp, changes, CHANGE_LOG_BYTES_MAX);
        assert_eq!(change_log.commits[0].left, plain);
    }

    #[test]
    fn nodes_count_while_they_commit() {
        let stamp = |node, flow| (Generation(0), NodeId(node), FlowMs(flow));
        let change_log = ChangeLog::default()
            .with(stamp(1, 0), ChangeSet::default(), CHANGE_LOG_BYTES_MAX)
            .with(stamp(2, 8_000), ChangeSet::default(), CHANGE_LOG_BYTES_MAX)
            .with(stamp(2, 9_000), ChangeSet::default(), CHANGE_LOG_BYTES_MAX);
        assert_eq!(change_log.nodes(NODE, FlowMs(9_000)), 3);
        assert_eq!(change_log.nodes(NodeId(2), FlowMs(12_000)), 1);
    }
}

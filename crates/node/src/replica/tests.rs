//! Replicas of several nodes on one store that loses replies and delivers commits late. No request
//! is carried out twice, no visitor who was answered is forgotten, and every replica ends with the
//! stored state.

use std::collections::BTreeSet;

use admission::autotune::Evidence;
use admission::pool::{PoolLine, PoolRoom, RoomIndex};
use admission::share::Weight;
use admission::{Batch, BatchNumber, FlowMs, NodeId, PerMinute, Run, Sequence};
use proptest::prelude::*;
use store::{LostReply, MemoryStore, at_once, make_call};
use store_values::PoolId;

use super::*;

const NODES: usize = 3;

#[derive(Debug, Clone, Copy)]
enum ReplicaOp {
    /// This many newcomers ask.
    Arrive(u32),
    /// A place falls silent.
    Silence(u64),
    /// The next commit's reply is lost.
    Lose(LostReply),
    /// Late commits arrive.
    Deliver,
    Commit,
    Follow,
    /// All waiting requests are answered that the store is unavailable.
    GiveUp,
}

fn ops() -> impl Strategy<Value = Vec<(usize, ReplicaOp)>> {
    let op = prop_oneof![
        4 => (1..5_u32).prop_map(ReplicaOp::Arrive),
        2 => (0..60_u64).prop_map(ReplicaOp::Silence),
        3 => prop_oneof![Just(LostReply::Made), Just(LostReply::Late)].prop_map(ReplicaOp::Lose),
        2 => Just(ReplicaOp::Deliver),
        8 => Just(ReplicaOp::Commit),
        3 => Just(ReplicaOp::Follow),
        1 => Just(ReplicaOp::GiveUp),
    ];
    prop::collection::vec((0..NODES, op), 1..120)
}

fn room() -> RoomConfig {
    RoomConfig::new(PerMinute(60))
}

fn config() -> PoolConfig {
    PoolConfig {
        rooms: vec![PoolRoom {
            config: room(),
            weight: Weight::default(),
            minimum: PerMinute(0),
        }],
        lines: vec![PoolLine {
            room: RoomIndex(0),
            weight: Weight::default(),
            is_closed: false,
        }],
        ..PoolConfig::default()
    }
}

fn pool_id() -> PoolId {
    PoolId::new("demo/sale").expect("a pool")
}

fn opened(store: &MemoryStore, is_shared: bool) -> Replica {
    let rooms = BTreeMap::from([("demo/sale".to_owned(), room())]);
    let mut replica = Replica::new(PoolStore {
        pool: pool_id(),
        is_shared,
        is_remote: false,
    });
    let progress = replica.open();
    _ = read(&mut replica, store, progress);
    replica.add_lines(&rooms, WallMs(0));
    replica
}

/// Continues a read until it is done.
fn read(replica: &mut Replica, store: &MemoryStore, mut progress: ReadProgress<ReadResult>) -> Option<CommitNews> {
    loop {
        match progress {
            ReadProgress::Call(call) => progress = replica.resume(at_once(make_call(store, &pool_id(), call))),
            ReadProgress::Done(read) => return read.expect("memory"),
        }
    }
}

/// A pool node's use of a replica.
struct ReplicaNode {
    id: NodeId,
    replica: Replica,
    line: MemoryStore,
    batch: u64,
    waiting: u32,
    silent: Vec<Sequence>,
    /// The sequences that newcomers were given.
    given: Vec<u64>,
    /// Newcomers who were turned away and may have been given a place nevertheless.
    turned_away: u64,
}

impl ReplicaNode {
    fn new(id: usize, store: &MemoryStore, is_shared: bool) -> Self {
        let line = store.with_own_connection();
        Self {
            id: NodeId(id as u64),
            replica: opened(&line, is_shared),
            line,
            batch: 0,
            waiting: 0,
            silent: Vec::new(),
            given: Vec::new(),
            turned_away: 0,
        }
    }

    fn act(&mut self, op: ReplicaOp, now: Now) {
        match op {
            ReplicaOp::Arrive(people) => self.waiting += people,
            ReplicaOp::Silence(place) => self.silent.push(Sequence(place)),
            ReplicaOp::Lose(lost) => self.line.lose_reply(lost),
            ReplicaOp::Deliver => self.line.deliver(),
            ReplicaOp::Commit => self.commit(now),
            ReplicaOp::Follow => {
                let progress = self.replica.read_changes();
                let news = read(&mut self.replica, &self.line, progress);
                self.learn(news);
            }
            ReplicaOp::GiveUp => {
                self.replica.give_up();
                self.turned_away += u64::from(std::mem::take(&mut self.waiting));
            }
        }
    }

    fn commit(&mut self, now: Now) {
        self.batch += 1;
        let batch = BatchNumber(self.batch);
        let proposal = CommitProposal {
            node: self.id,
            batch,
            lines: vec![Batch {
                node: self.id,
                batch,
                run: Run(0),
                arrivals: self.waiting,
                silent: self.silent.clone(),
                ..Batch::default()
            }],
            waited_for: Vec::new(),
            reports: Vec::new(),
            sessions: BTreeMap::new(),
            timings: Evidence::default(),
            heard: None,
            front: vec![Vec::new()],
            redirected: Vec::new(),
        };
        let mut attempt = self.replica.plan(config(), now, proposal, |_, _, _| None);
        let call = self.replica.commit(&mut attempt);
        let StoreReply::Committed(reply) = at_once(make_call(&self.line, &pool_id(), call)) else {
            panic!("a commit was asked for")
        };
        match self.replica.settle(Box::new(attempt), reply) {
            CommitResult::Made { attempt, .. } => self.answer(&attempt),
            CommitResult::Unsettled { read: progress, .. } => {
                let news = read(&mut self.replica, &self.line, progress);
                self.learn(news);
            }
            CommitResult::Failed(error, _) => panic!("{error}"),
        }
    }

    fn learn(&mut self, news: Option<CommitNews>) {
        if let Some(landed) = news.and_then(|news| news.landed) {
            self.answer(&landed);
        }
    }

    fn answer(&mut self, attempt: &CommitAttempt) {
        let (batch, step) = (&attempt.proposal.lines[0], &attempt.step.steps[0]);
        let first = step.outcome.first_arrival.expect("the room is open").0;
        self.given.extend(first..first + u64::from(batch.arrivals));
        self.waiting -= batch.arrivals;
        self.silent.drain(..batch.silent.len());
    }
}

/// Plays on several nodes, or on one that does not share the store.
fn tried(ops: Vec<(usize, ReplicaOp)>, nodes: usize) {
    let is_shared = nodes > 1;
    let store = MemoryStore::new();
    let mut nodes: Vec<ReplicaNode> = (0..nodes).map(|id| ReplicaNode::new(id, &store, is_shared)).collect();
    let mut now = Now::default();
    for (at, op) in ops {
        now = Now {
            flow: FlowMs(now.flow.0 + 10),
            wall: WallMs(now.wall.0 + 10),
        };
        let at = at % nodes.len();
        nodes[at].act(op, now);
    }
    for node in &mut nodes {
        node.line.deliver();
    }
    for node in &mut nodes {
        node.line.forget_loss();
        while node.waiting > 0 || !node.replica.unknown.is_empty() {
            node.act(ReplicaOp::Commit, now);
        }
    }
    let fresh = opened(&store, is_shared);
    let given: Vec<u64> = nodes.iter().flat_map(|node| &node.given).copied().collect();
    let distinct: BTreeSet<u64> = given.iter().copied().collect();
    assert_eq!(distinct.len(), given.len(), "a number each");
    let next = fresh.state.lines[0].ledger.next.0;
    assert!(
        distinct.last().is_none_or(|last| *last < next),
        "nobody told is forgotten"
    );
    let turned_away: u64 = nodes.iter().map(|node| node.turned_away).sum();
    let nobodys = next - given.len() as u64;
    assert!(
        nobodys <= turned_away,
        "{nobodys} places are nobody's, {turned_away} were turned away"
    );
    for node in &mut nodes {
        node.act(ReplicaOp::Follow, now);
        let (mine, stored) = (&node.replica.state.lines[0], &fresh.state.lines[0]);
        assert_eq!(mine.ledger, stored.ledger);
        assert_eq!(
            (&mine.marks, &mine.unnumbered, &mine.holders),
            (&stored.marks, &stored.unnumbered, &stored.holders)
        );
    }
}

proptest! {
    #[test]
    fn no_request_is_repeated_and_no_answer_is_lost(ops in ops()) {
        tried(ops, NODES);
    }

    #[test]
    fn no_request_is_repeated_or_lost_on_an_unshared_store(ops in ops()) {
        tried(ops, 1);
    }
}

#[test]
fn a_commit_that_lands_after_everybody_looked_is_found() {
    let late = |at| {
        [
            (at, ReplicaOp::Arrive(3)),
            (at, ReplicaOp::Lose(LostReply::Late)),
            (at, ReplicaOp::Commit),
        ]
    };
    let mut ops = late(0).to_vec();
    // The outcome is unknown; the retry's reply is lost, too. Then the first attempt arrives.
    ops.extend([
        (0, ReplicaOp::Lose(LostReply::Late)),
        (0, ReplicaOp::Commit),
        (0, ReplicaOp::Deliver),
        (0, ReplicaOp::Commit),
    ]);
    ops.extend(late(1));
    // Another node is faster: the commit on its way expects a past generation.
    ops.extend([
        (2, ReplicaOp::Arrive(1)),
        (2, ReplicaOp::Commit),
        (1, ReplicaOp::Deliver),
        (1, ReplicaOp::Commit),
    ]);
    tried(ops, NODES);
}

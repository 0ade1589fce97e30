//! A pool in which newcomers pass unseen, with several nodes on a store that fails over to any
//! earlier state. A node knows the commits that it made and those that it read.

use admission::pool::{self, PoolBatch, PoolConfig, PoolState};
use admission::{Batch, Claim, Device, FlowMs, Memory, NodeId, Number, Recovery, Sequence, State, Visibility};

use super::crowded_pool::{new_state, plain, room};
use super::minute_bound::MinuteBound;
use super::time::VirtualTime;

/// The most claims of a line in one commit.
const CLAIMS_MAX: usize = 30;

/// A node, by its position; it is another one after it was started again.
#[derive(Debug, Clone)]
struct PoolReader {
    id: NodeId,
    known: Option<PoolState>,
    heard: u64,
}

impl PoolReader {
    fn started(id: u64) -> Self {
        Self {
            id: NodeId(id),
            known: None,
            heard: 0,
        }
    }
}

#[derive(Debug)]
pub(crate) struct UnseenPool {
    config: PoolConfig,
    pub(crate) time: VirtualTime,
    pub(crate) state: PoolState,
    /// Every state that was stored.
    history: Vec<PoolState>,
    nodes: Vec<PoolReader>,
    boots: u64,
    /// The bound of a minute, judged by the answers to visitors.
    bound: MinuteBound,
}

impl UnseenPool {
    /// A pool of two rooms with this rate.
    pub(crate) fn new(rate: u32, nodes: usize) -> Self {
        let mut config = plain(Some(rate), vec![room(6_000, 1, 0), room(6_000, 2, 0)]);
        for room in &mut config.rooms {
            room.config.visibility = Visibility::AtPeak;
        }
        let state = new_state(&config);
        Self {
            config,
            time: VirtualTime::default(),
            history: vec![state.clone()],
            state,
            nodes: (1..=nodes as u64).map(PoolReader::started).collect(),
            boots: nodes as u64,
            bound: MinuteBound::new(Some(rate)),
        }
    }

    /// Lets `arrivals` newcomers come to each room at once, through a node, and everybody claim who
    /// waits. Returns how many were let in.
    pub(crate) fn come(&mut self, node: usize, arrivals: [u32; 2]) -> usize {
        self.commit(node, arrivals, false)
    }

    /// Lets a node read the stored state.
    pub(crate) fn read_store(&mut self, node: usize) {
        let (state, now) = (self.state.clone(), self.time.ms);
        let node = &mut self.nodes[node];
        (node.known, node.heard) = (Some(state), now);
    }

    /// Starts a node again.
    pub(crate) fn restart(&mut self, node: usize) {
        self.boots += 1;
        self.nodes[node] = PoolReader::started(self.boots);
    }

    /// Loses the last commits, and lets a node recover the pool.
    pub(crate) fn fail_over(&mut self, lost: usize, by: usize) {
        let left = self.history.len().saturating_sub(lost).max(1);
        self.history.truncate(left);
        self.state = self.history[left - 1].clone();
        assert_eq!(self.commit(by, [0, 0], true), 0, "nobody is let in by a recovery");
    }

    /// Returns how many commits a failover can lose.
    pub(crate) fn commits(&self) -> usize {
        self.history.len()
    }

    fn commit(&mut self, node: usize, arrivals: [u32; 2], recovers: bool) -> usize {
        let reader = &self.nodes[node];
        let known = reader.known.as_ref().filter(|_| recovers);
        let recovery = recovers.then(|| Recovery {
            heard: known.map(|_| FlowMs(reader.heard)),
        });
        let lines = self.state.lines.iter().zip(arrivals).enumerate();
        let lines = lines.map(|(at, (line, arrivals))| Batch {
            node: reader.id,
            arrivals,
            recovery,
            memory: known.map(|pool| Memory::new(pool.lines[at].clone(), Default::default())),
            ..waiting(line)
        });
        let lines: Vec<Batch> = lines.collect();
        let batch = PoolBatch {
            lines: &lines,
            memory: known.map(|pool| &pool.ledger),
            ..PoolBatch::default()
        };
        let step = pool::apply(&self.state, &self.config, self.time.now(), &batch);
        let granted = step.steps.iter().map(|step| step.grants.len()).sum();
        self.state = step.into_state();
        self.history.push(self.state.clone());
        self.read_store(node);
        let now = self.time.ms;
        (0..granted).for_each(|_| self.bound.grant(now));
        assert_eq!(self.bound.objection_at(now), None);
        granted
    }
}

/// Returns the claims of the visitors who were notified of their turn.
fn waiting(line: &State) -> Batch {
    let shown = (0..line.ledger.serving.notified_to().0).map(Number);
    let waiting = shown.filter(|number| !line.marks.settled(*number)).take(CLAIMS_MAX);
    let claims: Vec<Claim> = waiting
        .map(|number| Claim {
            number,
            device: Device::first(Sequence(number.0)),
        })
        .collect();
    Batch {
        present: claims.len() as u64,
        first_heard: claims.iter().map(|claim| claim.number).collect(),
        run: line.ledger.run,
        claims,
        ..Batch::default()
    }
}

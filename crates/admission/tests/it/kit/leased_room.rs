//! A store, nodes with clocks of their own, and a true time that no node knows.

use admission::batch::{Batch, Claim, Control};
use admission::lease::CLOCKS_MS;
use admission::marks::Mark;
use admission::{
    BatchNumber, Device, FlowClock, FlowMs, Lease, LeasedGrant, Ledger, NodeId, Now, Number, PerMinute, RoomConfig,
    Sequence, State, Step, WallMs, apply,
};

use super::fate::Fate;
use super::minute_bound::MinuteBound;
use super::stored_form;

const PEOPLE: u32 = 20_000;

#[derive(Debug, Clone)]
pub(crate) struct LeasingNode {
    id: u64,
    slow: u64,
    flow: FlowClock,
    known: State,
    batch: u64,
    pub(crate) lease: Lease,
    pub(crate) leased: Vec<LeasedGrant>,
    /// Commits with an unknown outcome: how many grants each node gave alone before them.
    open: Vec<(BatchNumber, usize)>,
    pub(crate) cut_until: u64,
    pub(crate) stopped_until: u64,
}

pub(crate) struct LeasedRoom {
    pub(crate) now: u64,
    pub(crate) state: State,
    pub(crate) config: RoomConfig,
    pub(crate) nodes: Vec<LeasingNode>,
    /// When all nodes last committed together, so that all adopted the flow time of the fastest
    /// clock.
    pub(crate) together_at: u64,
    /// Judges what really happened by real time, regardless of the nodes' clocks.
    pub(crate) bound: MinuteBound,
    /// Grants that a commit counted.
    pub(crate) recorded: usize,
    pub(crate) confirmed_in_ms: u64,
}

impl LeasingNode {
    pub(crate) fn flow(&self, now: u64) -> FlowMs {
        self.flow.now(self.monotonic(now))
    }

    fn monotonic(&self, now: u64) -> u64 {
        now * (1_000 - self.slow) / 1_000
    }

    /// Returns the lowest numbers of this node's visitors that it assumes are waiting.
    fn waiting(&self, parts: u64, most: u64) -> Vec<Number> {
        let notified_to = self.known.ledger.serving.notified_to().0;
        let mine = (0..notified_to)
            .filter(|number| number % parts == self.id % parts)
            .map(Number);
        let waits = |number: &Number| {
            !self.known.marks.has(*number, Mark::Redirected)
                && !self.leased.iter().any(|leased| leased.number == *number)
        };
        mine.filter(waits).take(usize::try_from(most).expect("small")).collect()
    }
}

impl LeasedRoom {
    pub(crate) fn new(rate: u32, slow: &[u64]) -> Self {
        let config = RoomConfig {
            leases: true,
            ..RoomConfig::new(PerMinute(rate))
        };
        let crowd = Batch {
            node: NodeId(99),
            arrivals: PEOPLE,
            ..Batch::default()
        };
        let empty = State::new(Ledger::new(&config, WallMs(0)));
        // The node that admits the visitors holds no lease.
        let closed = RoomConfig {
            leases: false,
            ..config
        };
        let state = apply(&empty, &closed, Now::default(), &crowd).state;
        let nodes = slow.iter().zip(0..).map(|(slow, id)| LeasingNode {
            id,
            slow: *slow,
            flow: FlowClock::new(FlowMs(0), 0),
            known: state.clone(),
            batch: 0,
            lease: Lease::default(),
            leased: Vec::new(),
            open: Vec::new(),
            cut_until: 0,
            stopped_until: 0,
        });
        Self {
            now: 0,
            nodes: nodes.collect(),
            together_at: 0,
            state,
            config,
            bound: MinuteBound::new(Some(rate)),
            recorded: 0,
            confirmed_in_ms: 0,
        }
    }

    pub(crate) fn is_up(&self, at: usize) -> bool {
        self.nodes[at].stopped_until <= self.now
    }

    pub(crate) fn is_cut(&self, at: usize) -> bool {
        self.nodes[at].cut_until > self.now
    }

    /// Lets a node grant alone what it can at this moment.
    pub(crate) fn spend(&mut self, at: usize) {
        let (now, parts) = (self.now, self.nodes.len() as u64);
        let node = &mut self.nodes[at];
        let flow = node.flow(now);
        for number in node.waiting(parts, node.lease.due(flow)) {
            let slot = node.lease.spend(flow).expect("it is due");
            let granted_at = WallMs(now);
            node.leased.push(LeasedGrant {
                run: node.known.ledger.run,
                number,
                granted_at,
                slot,
            });
            self.bound.grant(now);
        }
    }

    /// Lets a node commit: it lets `claims` of its visitors through, as far as there are permits,
    /// and reports what it granted alone. The node never learns that a commit was discarded.
    pub(crate) fn commit(&mut self, at: usize, claims: u64, controls: &[Control], fate: Fate) {
        let step = self.plan(at, claims, controls);
        let node = &mut self.nodes[at];
        let (batch, told) = (BatchNumber(node.batch), node.leased.len());
        let lease = step.state.ledger.outflow.lease_of(NodeId(node.id));
        if fate == Fate::Kept {
            node.lease = lease;
            node.leased.clear();
            node.known = step.state.clone();
        } else {
            node.lease = node.lease.intersection(&lease);
            node.open.push((batch, told));
        }
        if fate != Fate::LostUnheard {
            self.keep(step, told);
        }
    }

    /// Lets all nodes commit at this moment, as their heartbeat does: twice, because the first
    /// commit of a node that is before the fastest clock's reads too early a flow time.
    pub(crate) fn commit_together(&mut self, mut claims: impl FnMut() -> u64) {
        for at in (0..self.nodes.len()).chain(0..self.nodes.len()) {
            self.commit(at, claims(), &[], Fate::Kept);
        }
        self.together_at = self.now;
    }

    fn keep(&mut self, step: Step, told: usize) {
        self.recorded += told;
        // The grants that a node gave alone come first, and are already judged.
        let granted = step.grants.len() - told;
        (0..granted).for_each(|_| self.bound.grant(self.now));
        let rate = self.config.max_outflow.0;
        self.confirmed_in_ms = step.outcome.confirmed_in_ms;
        // After this long, every node uses the rate of this commit.
        let late_ms = if self.confirmed_in_ms > 0 { CLOCKS_MS } else { 0 };
        let until = self.now + self.confirmed_in_ms + late_ms;
        self.bound.rate_slowly(self.now, until, Some(rate));
        self.state = step.state;
        let check = self.state.ledger.check(&self.state.marks, &self.state.unnumbered);
        assert_eq!(check, Ok(()), "at {}", self.now);
        stored_form::check_ledger(&self.state.ledger);
    }

    fn plan(&mut self, at: usize, claims: u64, controls: &[Control]) -> Step {
        let (now, parts) = (self.now, self.nodes.len() as u64);
        let node = &mut self.nodes[at];
        // First reads the store: it may contain a commit whose answer was lost.
        let held = |(batch, _): &&(BatchNumber, usize)| self.state.ledger.holds(NodeId(node.id), *batch);
        if let Some((_, told)) = node.open.iter().find(held).copied() {
            node.leased.drain(..told);
        }
        node.open.clear();
        node.known = self.state.clone();
        node.flow.observe(self.state.ledger.flow, node.monotonic(now));
        node.batch += 1;
        let claims = node.waiting(parts, claims).into_iter().map(|number| Claim {
            number,
            device: Device::first(Sequence(number.0)),
        });
        let batch = Batch {
            node: NodeId(node.id),
            batch: BatchNumber(node.batch),
            claims: claims.collect(),
            leased: node.leased.clone(),
            controls: controls.to_vec(),
            ..Batch::default()
        };
        let now = Now {
            flow: node.flow(now),
            wall: WallMs(now),
        };
        apply(&self.state, &self.config, now, &batch)
    }
}

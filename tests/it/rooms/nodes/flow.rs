//! All nodes share one flow time, whenever they started.

use admission::FlowMs;
use admission::lease::CLOCKS_MS;
use anteroom::clock::Clock;

use super::SharedNodes;
use crate::support::TestServer;

/// While no visitors wait, there are no commits for minutes, and the stored flow time stands still.
/// A node that starts then continues from there; its times would be too old as soon as a node with
/// a later flow time commits.
#[tokio::test]
async fn a_node_that_starts_while_others_are_idle_adopts_the_flow_time() {
    let mut nodes = SharedNodes::sale(2, 60).await;
    // Flow time begins with the first commit.
    let mut earlier = nodes.0[0].visitor();
    earlier.enter().await;
    nodes.0[0].pass(&earlier).await;
    nodes.second().await;
    nodes.advance(120_000).await;
    nodes.second().await;
    let late = nodes.0[0].beside().await;
    nodes.0.push(late);
    let mut visitor = nodes.0[2].visitor();
    visitor.enter().await;
    nodes.second().await;
    for node in &nodes.0 {
        let flow = node.room("sale").published().snapshot.ledger().flow;
        assert!(flow >= FlowMs(120_000), "{flow:?}");
    }
}

/// A node whose clock runs fast by this many milliseconds per second.
struct Drifting {
    node: TestServer,
    gains: f64,
    gained: f64,
}

impl Drifting {
    fn of(node: TestServer, gains: f64) -> Self {
        Self {
            node,
            gains,
            gained: 0.0,
        }
    }

    /// Lets real time pass.
    fn pass(&mut self, ms: u64) {
        self.gained += self.gains * ms as f64 / 1_000.0;
        let whole = self.gained.floor();
        self.gained -= whole;
        self.node.clock.advance_ms(ms + whole as u64);
    }

    /// Returns the node's flow time by its own clock.
    fn flow(&self) -> FlowMs {
        let now_ms = Clock::Manual(self.node.clock.clone()).monotonic_ms();
        self.node.room("sale").published().flow.now(now_ms)
    }

    fn commits(&self) -> u64 {
        self.node.room("sale").published().snapshot.ledger().commits
    }
}

/// No visitors come for a night, while the nodes' clocks diverge by a third of a second per hour.
#[tokio::test]
async fn clocks_do_not_run_apart_while_nobody_comes() {
    const HOURS: u64 = 8;
    const REST_MS: u64 = 20_000;
    const TICK_MS: u64 = 50;
    const TICKS: u64 = 60;
    let first = TestServer::sale(60).await;
    let (second, third) = (first.twin().await, first.twin().await);
    first.visitor().enter().await;
    let mut nodes = [(first, 0.0), (second, 0.1), (third, 0.05)].map(|(node, gains)| Drifting::of(node, gains));
    for _ in 0..HOURS * 3_600_000 / REST_MS {
        nodes.iter_mut().for_each(|node| node.pass(REST_MS - TICKS * TICK_MS));
        let before = nodes[0].commits();
        let mut all_is_quiet = true;
        for tick in 0..TICKS {
            for (at, node) in (0..).zip(&nodes) {
                // Each node looks at the store at a different moment, and looks more often after a
                // recent commit.
                let looks_at = at * TICKS / 10;
                if tick == looks_at || (tick > looks_at && !all_is_quiet) {
                    node.node.settle().await;
                    all_is_quiet &= node.commits() == before;
                }
            }
            nodes.iter_mut().for_each(|node| node.pass(TICK_MS));
        }
        let flows = nodes.each_ref().map(Drifting::flow);
        let apart = flows[1].since(flows[0].min(flows[2]));
        assert!(apart <= CLOCKS_MS, "{apart} ms");
    }
    let commits = nodes[0].commits();
    assert!(commits <= HOURS * 60, "{commits} commits of three nodes");
}

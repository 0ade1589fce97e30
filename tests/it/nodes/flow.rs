//! Flow time is one for all nodes, whoever started when.

use admission::FlowMs;

use super::Nodes;

/// While nobody waits nobody commits, and the stored flow time stands still. A node that starts then goes on from there; whatever it counted by that time would be too old
/// as soon as a node that knows better commits.
#[tokio::test]
async fn a_node_that_starts_while_all_is_quiet_is_told_the_time() {
    let mut nodes = Nodes::sale(2, 60).await;
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

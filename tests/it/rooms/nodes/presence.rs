//! A visitor is silent only if no node received a poll.

use store::{PoolId, Store};

use super::SharedNodes;
use crate::support::{TestServer, Visitor};

/// Returns a visitor of one node with a place.
async fn entered(server: &TestServer) -> Visitor {
    let mut visitor = server.visitor();
    visitor.enter().await;
    visitor
}

fn waiting(nodes: &SharedNodes) -> Vec<u64> {
    let rooms = nodes.0.iter().map(|node| node.room("sale"));
    rooms.map(|room| room.published().snapshot.waiting()).collect()
}

/// Lets seconds pass; each visitor polls its node every `every` seconds.
async fn pass(nodes: &SharedNodes, seconds: u64, every: u64, visitors: &[(usize, &Visitor)]) {
    for second in 0..seconds {
        nodes.advance(1_000).await;
        for (node, visitor) in visitors.iter().filter(|_| second % every == 0) {
            let visitor = Visitor::clone(visitor).move_to(&nodes.0[*node]);
            assert_eq!(nodes.0[*node].poll(&visitor).await.status, 200);
        }
    }
}

#[tokio::test]
async fn visitors_who_poll_one_node_are_in_line_for_all_and_others_are_not() {
    let nodes = SharedNodes::sale(3, 0).await;
    let (faithful, _silent) = (entered(&nodes.0[0]).await, entered(&nodes.0[0]).await);
    pass(&nodes, 175, 40, &[(1, &faithful)]).await;
    assert_eq!(waiting(&nodes), [2; 3], "nobody is silent for long enough");
    pass(&nodes, 65, 40, &[(1, &faithful)]).await;
    assert_eq!(waiting(&nodes), [1; 3], "one is");
    pass(&nodes, 600, 55, &[(2, &faithful)]).await;
    assert_eq!(waiting(&nodes), [1; 3], "a hidden tab at a third node counts");
    let shown = nodes.0[0].poll(&faithful.clone().move_to(&nodes.0[0])).await.json();
    assert_eq!(shown["ticket"]["usersInLineAheadOfYou"], 0);
}

#[tokio::test]
async fn a_node_that_dies_takes_nobody_out_of_the_line_and_holds_up_no_judgement() {
    let mut nodes = SharedNodes::sale(3, 0).await;
    let faithful = entered(&nodes.0[2]).await;
    let silent = entered(&nodes.0[2]).await;
    pass(&nodes, 100, 30, &[(2, &faithful)]).await;
    let (faithful, silent) = (faithful.adrift(), silent.adrift());
    drop(nodes.0.pop());
    // A place is silent after 180 s, of which 100 have passed. The stopped node is noticed after 50
    // s; then another node judges its places.
    pass(&nodes, 320, 40, &[(0, &faithful)]).await;
    assert_eq!(waiting(&nodes), [1; 2]);
    let back = silent.move_to(&nodes.0[1]);
    assert_eq!(
        nodes.0[1].poll(&back).await.json()["ticket"]["queueNumber"],
        2,
        "the number stays"
    );
    pass(&nodes, 120, 40, &[(0, &faithful)]).await;
    let store = nodes.0[0].memory.as_ref().expect("in memory");
    let pool = PoolId::new("demo/sale").expect("an id");
    let (_, flushes) = store.scan(&pool, b"p\0").await.expect("it answers");
    assert_eq!(flushes.len(), 2, "what the dead one left is deleted");
}

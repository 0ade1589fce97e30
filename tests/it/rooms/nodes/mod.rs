//! Several nodes on one store, with a balancer that distributes requests over them.

mod crowd;
mod failover;
mod flow;
mod operator;
mod presence;
mod roaming;

use crate::support::{TestServer, room, settle};

/// Nodes that share a clock.
struct SharedNodes(Vec<TestServer>);

impl SharedNodes {
    /// Returns this number of nodes with one room of that outflow.
    async fn sale(count: usize, max_outflow: u32) -> Self {
        let first = TestServer::with(&room("sale", &format!("max_outflow = {max_outflow}"))).await;
        let mut nodes = vec![first];
        while nodes.len() < count {
            let next = nodes[0].beside().await;
            nodes.push(next);
        }
        Self(nodes)
    }

    fn all(&self) -> Vec<&TestServer> {
        self.0.iter().collect()
    }

    async fn advance(&self, ms: u64) {
        self.0[0].clock.advance_ms(ms);
        settle(&self.all()).await;
    }

    /// Lets a second pass, in the steps in which pool nodes look for work.
    async fn second(&self) {
        for _ in 0..20 {
            self.advance(50).await;
        }
    }
}

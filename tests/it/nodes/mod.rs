//! Several nodes on one store, and a balancer that sends every request to another one.

mod crowd;
mod failover;
mod flow;
mod operator;
mod presence;
mod roaming;

use crate::support::{House, room, settle};

/// Nodes by one clock.
struct Nodes(Vec<House>);

impl Nodes {
    /// So many, before one room of that outflow.
    async fn sale(count: usize, max_outflow: u32) -> Self {
        let first = House::with(&room("sale", &format!("max_outflow = {max_outflow}"))).await;
        let mut nodes = vec![first];
        while nodes.len() < count {
            let next = nodes[0].beside().await;
            nodes.push(next);
        }
        Self(nodes)
    }

    fn all(&self) -> Vec<&House> {
        self.0.iter().collect()
    }

    async fn advance(&self, ms: u64) {
        self.0[0].clock.advance_ms(ms);
        settle(&self.all()).await;
    }

    /// Lets a second pass in the steps in which pool nodes look around.
    async fn second(&self) {
        for _ in 0..20 {
            self.advance(50).await;
        }
    }
}

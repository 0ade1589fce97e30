//! A load balancer without sticky sessions. Each request goes to the next node. If a node does not
//! answer, the request goes to the others, as balancers do with read-only requests. A node that is
//! not ready gets no requests.
//!
//! The balancer is not a separate process: requests meet the same conditions without it, and
//! visitors can learn which node answered.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Result, anyhow};

use crate::client::{Answer, HttpClient};

/// The interval between two readiness checks of a node.
const LOOK_EVERY: Duration = Duration::from_millis(150);

/// A balancer, shared by all visitors.
#[derive(Debug, Clone, Default)]
pub struct Balancer(Arc<BalancerState>);

#[derive(Debug, Default)]
struct BalancerState {
    client: HttpClient,
    next: AtomicUsize,
    /// The number of times that a request was passed on to another node.
    passed_on: AtomicUsize,
    nodes: Mutex<Vec<Arc<BackendNode>>>,
}

#[derive(Debug)]
struct BackendNode {
    address: SocketAddr,
    is_ready: AtomicBool,
}

impl Balancer {
    /// Creates a balancer before these nodes.
    #[must_use]
    pub fn before(nodes: impl IntoIterator<Item = SocketAddr>) -> Self {
        let places = nodes.into_iter().map(|address| {
            Arc::new(BackendNode {
                address,
                is_ready: AtomicBool::new(true),
            })
        });
        let balancer = Self::default();
        *balancer.0.nodes.lock().unwrap_or_else(PoisonError::into_inner) = places.collect();
        balancer
    }

    /// Sends the request to one node, and if that node gives no answer to the others in turn, each
    /// at most twice. `path` begins with a slash.
    ///
    /// # Errors
    /// Returns an error if no node answers: visitors see the balancer's own error page.
    pub async fn get(&self, path: &str, cookie: Option<&str>) -> Result<Answer> {
        let start = self.0.next.fetch_add(1, Ordering::Relaxed);
        let order = self.order(start);
        let mut last = anyhow!("there is no node");
        // Each node is tried twice: a kept connection may lead to a process that has died since,
        // and the next attempt opens a new one.
        for (tried, place) in order.iter().chain(&order).enumerate() {
            match self
                .0
                .client
                .get(&format!("http://{}{path}", place.address), cookie)
                .await
            {
                Ok(answer) => {
                    self.0.passed_on.fetch_add(tried, Ordering::Relaxed);
                    return Ok(answer);
                }
                Err(error) => last = error,
            }
        }
        Err(last)
    }

    /// Returns the next node in turn that is ready, for a request that must not be repeated; a node
    /// that is not ready if none is.
    #[must_use]
    pub fn next_node(&self) -> Option<SocketAddr> {
        let start = self.0.next.fetch_add(1, Ordering::Relaxed);
        self.order(start).first().map(|place| place.address)
    }

    /// Returns how many times a request was passed on to another node.
    #[must_use]
    pub fn passed_on(&self) -> usize {
        self.0.passed_on.load(Ordering::Relaxed)
    }

    /// Returns the ready nodes, starting with the next in turn, followed by the others, which are
    /// still better than an error page.
    fn order(&self, start: usize) -> Vec<Arc<BackendNode>> {
        let nodes = self.0.nodes.lock().unwrap_or_else(PoisonError::into_inner);
        let count = nodes.len();
        let turned = (0..count).map(|step| nodes[(start + step) % count].clone());
        let (mut ready, unready): (Vec<_>, Vec<_>) = turned.partition(|place| place.is_ready.load(Ordering::Relaxed));
        ready.extend(unready);
        ready
    }

    /// Checks the readiness of the nodes for ever.
    pub async fn watch(self) {
        loop {
            let looks = self.order(0).into_iter().map(|place| {
                let client = self.0.client.clone();
                tokio::spawn(async move {
                    let url = format!("http://{}/health/ready", place.address);
                    let look = tokio::time::timeout(Duration::from_secs(1), client.get(&url, None)).await;
                    let is_ready = matches!(look, Ok(Ok(answer)) if answer.status == 200);
                    place.is_ready.store(is_ready, Ordering::Relaxed);
                })
            });
            for look in looks.collect::<Vec<_>>() {
                _ = look.await;
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }
}

//! A balancer without sticky sessions, as seen from the visitors' side of it: each request goes to
//! the next node; one that does not answer is asked of the others, as balancers do with requests
//! that only read; and a node that says it is not ready gets none.
//!
//! It is no process of its own: what a request meets on its way is the same, and the visitor can
//! tell which node answered.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::{Result, anyhow};

use crate::client::{Answer, Client};

/// Between two looks at whether a node is ready.
const LOOK_EVERY: Duration = Duration::from_millis(150);

/// Shared by all visitors.
#[derive(Debug, Clone, Default)]
pub struct Balancer(Arc<Shared>);

#[derive(Debug, Default)]
struct Shared {
    client: Client,
    next: AtomicUsize,
    /// Requests that another node had to answer.
    passed_on: AtomicUsize,
    nodes: Mutex<Vec<Arc<BackendNode>>>,
}

#[derive(Debug)]
struct BackendNode {
    address: SocketAddr,
    is_ready: AtomicBool,
}

impl Balancer {
    /// Before these nodes.
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

    /// Asks one node, and where it gives no answer the others in turn, and each once more. `path`
    /// begins with a slash.
    ///
    /// # Errors
    /// If none answers: visitors see the balancer's own error page.
    pub async fn get(&self, path: &str, cookie: Option<&str>) -> Result<Answer> {
        let start = self.0.next.fetch_add(1, Ordering::Relaxed);
        let order = self.order(start);
        let mut last = anyhow!("there is no node");
        // Twice: a connection that was kept may be one to a process that has died since, and the
        // next try makes a new one.
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

    /// How often a request got its answer from another node than the first.
    #[must_use]
    pub fn passed_on(&self) -> usize {
        self.0.passed_on.load(Ordering::Relaxed)
    }

    /// The nodes that are ready from the next in turn, then those that are not: they are better
    /// than an error page.
    fn order(&self, start: usize) -> Vec<Arc<BackendNode>> {
        let nodes = self.0.nodes.lock().unwrap_or_else(PoisonError::into_inner);
        let count = nodes.len();
        let turned = (0..count).map(|step| nodes[(start + step) % count].clone());
        let (mut ready, unready): (Vec<_>, Vec<_>) = turned.partition(|place| place.is_ready.load(Ordering::Relaxed));
        ready.extend(unready);
        ready
    }

    /// Looks after the nodes without end.
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

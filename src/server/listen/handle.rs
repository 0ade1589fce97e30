//! The handle by which listeners are found and stopped.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

/// The stage in the life of the listeners.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ListenerStage {
    /// Listeners accept connections.
    Open,
    /// Listeners accept no connections; open ones can end by themselves within that time.
    Draining(Duration),
    /// All connections are cut.
    Stopped,
}

/// Stops listeners and their connections; clones are the same handle.
#[derive(Debug, Clone)]
pub struct ListenerHandle {
    stage: Arc<watch::Sender<ListenerStage>>,
    addresses: Arc<watch::Sender<Vec<SocketAddr>>>,
}

impl Default for ListenerHandle {
    fn default() -> Self {
        Self {
            stage: Arc::new(watch::Sender::new(ListenerStage::Open)),
            addresses: Arc::default(),
        }
    }
}

impl ListenerHandle {
    /// Creates a handle for listeners that are yet to be started.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Waits until the first listener listens, and returns its address.
    pub async fn listening(&self) -> SocketAddr {
        let mut addresses = self.addresses.subscribe();
        let listening = addresses.wait_for(|addresses| !addresses.is_empty()).await;
        listening.expect("this handle holds the sender")[0]
    }

    /// Stops accepting connections. Open connections end after their pending answers, at the latest
    /// after that time.
    pub fn graceful_shutdown(&self, within: Duration) {
        self.move_to(ListenerStage::Draining(within));
    }

    /// Cuts all connections.
    pub fn shutdown(&self) {
        self.move_to(ListenerStage::Stopped);
    }

    pub(super) fn note(&self, address: SocketAddr) {
        self.addresses.send_modify(|addresses| addresses.push(address));
    }

    pub(super) fn watch(&self) -> watch::Receiver<ListenerStage> {
        self.stage.subscribe()
    }

    /// Moves to a later stage, and never to an earlier one.
    fn move_to(&self, next: ListenerStage) {
        self.stage.send_if_modified(|stage| {
            let later = next > *stage;
            if later {
                *stage = next;
            }
            later
        });
    }
}

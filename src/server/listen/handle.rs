//! How listeners are found and stopped.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

/// Where listeners are in their life.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ListenerStage {
    /// They accept.
    Open,
    /// They accept no more, and what is open may end by itself within that time.
    Draining(Duration),
    /// All is cut.
    Stopped,
}

/// Stops listeners and their connections; clones are the same handle.
#[derive(Debug, Clone)]
pub struct Handle {
    stage: Arc<watch::Sender<ListenerStage>>,
    addresses: Arc<watch::Sender<Vec<SocketAddr>>>,
}

impl Default for Handle {
    fn default() -> Self {
        Self {
            stage: Arc::new(watch::Sender::new(ListenerStage::Open)),
            addresses: Arc::default(),
        }
    }
}

impl Handle {
    /// Of listeners that do not exist yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The address of the first listener, as soon as it listens.
    pub async fn listening(&self) -> SocketAddr {
        let mut addresses = self.addresses.subscribe();
        let listening = addresses.wait_for(|addresses| !addresses.is_empty()).await;
        listening.expect("this handle holds the sender")[0]
    }

    /// Nothing new is accepted; connections end with the answers that are due, at the latest after
    /// that time.
    pub fn graceful_shutdown(&self, within: Duration) {
        self.move_to(ListenerStage::Draining(within));
    }

    /// Cuts everything.
    pub fn shutdown(&self) {
        self.move_to(ListenerStage::Stopped);
    }

    pub(super) fn note(&self, address: SocketAddr) {
        self.addresses.send_modify(|addresses| addresses.push(address));
    }

    pub(super) fn watch(&self) -> watch::Receiver<ListenerStage> {
        self.stage.subscribe()
    }

    /// Never back.
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

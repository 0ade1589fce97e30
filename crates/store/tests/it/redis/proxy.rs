//! A proxy before a server that loses replies or delays requests.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// The treatment of traffic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ProxyMode {
    Open,
    /// Forwards requests and discards replies.
    RepliesLost,
    /// Holds requests until the mode changes.
    RequestsHeld,
}

/// A proxy port before a server's port.
pub(super) struct Proxy {
    pub(super) port: u16,
    mode: watch::Sender<ProxyMode>,
}

impl Proxy {
    pub(super) async fn before(server: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (mode, modes) = watch::channel(ProxyMode::Open);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (requests, to_client) = client.into_split();
                let (replies, to_server) = TcpStream::connect(("127.0.0.1", server)).await.unwrap().into_split();
                tokio::spawn(pass_requests(requests, to_server, modes.clone()));
                tokio::spawn(pass_replies(replies, to_client, modes.clone()));
            }
        });
        Self { port, mode }
    }

    pub(super) fn set(&self, mode: ProxyMode) {
        self.mode.send_replace(mode);
    }

    pub(super) fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }
}

/// Forwards every byte that was read, even after the client disconnected.
async fn pass_requests(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut modes: watch::Receiver<ProxyMode>) {
    let mut chunk = vec![0; 65_536];
    while let Ok(length @ 1..) = from.read(&mut chunk).await {
        let open = modes.wait_for(|mode| *mode != ProxyMode::RequestsHeld).await.is_ok();
        if !open || to.write_all(&chunk[..length]).await.is_err() {
            return;
        }
    }
}

async fn pass_replies(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, modes: watch::Receiver<ProxyMode>) {
    let mut chunk = vec![0; 65_536];
    while let Ok(length @ 1..) = from.read(&mut chunk).await {
        if *modes.borrow() != ProxyMode::RepliesLost && to.write_all(&chunk[..length]).await.is_err() {
            return;
        }
    }
}

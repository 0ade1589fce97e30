//! A proxy before a server that loses replies or delays requests.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

/// The treatment of traffic.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    Open,
    /// Forwards requests and discards replies.
    RepliesLost,
    /// Holds requests until the mode changes.
    RequestsHeld,
}

/// A proxy port before a server's port.
pub(super) struct Proxy {
    pub(super) port: u16,
    way: watch::Sender<Way>,
}

impl Proxy {
    pub(super) async fn before(server: u16) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let (way, ways) = watch::channel(Way::Open);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let (requests, to_client) = client.into_split();
                let (replies, to_server) = TcpStream::connect(("127.0.0.1", server)).await.unwrap().into_split();
                tokio::spawn(pass_requests(requests, to_server, ways.clone()));
                tokio::spawn(pass_replies(replies, to_client, ways.clone()));
            }
        });
        Self { port, way }
    }

    pub(super) fn set(&self, way: Way) {
        self.way.send_replace(way);
    }

    pub(super) fn url(&self) -> String {
        format!("redis://127.0.0.1:{}", self.port)
    }
}

/// Forwards every byte that was read, even after the client disconnected.
async fn pass_requests(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, mut ways: watch::Receiver<Way>) {
    let mut chunk = vec![0; 65_536];
    while let Ok(length @ 1..) = from.read(&mut chunk).await {
        let open = ways.wait_for(|way| *way != Way::RequestsHeld).await.is_ok();
        if !open || to.write_all(&chunk[..length]).await.is_err() {
            return;
        }
    }
}

async fn pass_replies(mut from: OwnedReadHalf, mut to: OwnedWriteHalf, ways: watch::Receiver<Way>) {
    let mut chunk = vec![0; 65_536];
    while let Ok(length @ 1..) = from.read(&mut chunk).await {
        if *ways.borrow() != Way::RepliesLost && to.write_all(&chunk[..length]).await.is_err() {
            return;
        }
    }
}

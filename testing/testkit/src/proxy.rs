//! A faulty network link: a TCP proxy whose link can be broken and healed while connections are
//! open.
//!
//! A partition is silence, not an error: bytes wait, as in a kernel that retransmits, and arrive
//! late when the link heals, unless the connection was given up meanwhile. Lost replies are lost
//! for good, which does not happen with healthy TCP; this simulates a middlebox, or a server that
//! dies between an action and its reply.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::Result;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tokio::task::{JoinHandle, JoinSet};

use crate::ports::Port;

/// The state of a link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Link {
    /// Traffic passes normally.
    Whole,
    /// Each piece of data is delayed by this time, in both directions.
    Slow(Duration),
    /// Connections are reset, and new ones are refused.
    Cut,
    /// Nothing passes in either direction; new connections are accepted and receive no data.
    Silent,
    /// Requests pass, and replies wait until the link heals.
    RepliesHeld,
    /// Requests pass, and replies are lost; these connections never carry replies again.
    RepliesLost,
    /// Data from a Redis primary to its replicas waits; everything else passes.
    ReplicationHeld,
}

/// A proxy, which ends on drop.
#[derive(Debug)]
pub struct Proxy {
    port: Port,
    link: watch::Sender<Link>,
    accepting: JoinHandle<()>,
}

/// A direction of a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum FlowDirection {
    There,
    Back,
}

const BUFFER_BYTES: usize = 16 * 1024;
/// The command with which a replica starts to follow its primary.
const FOLLOWS: &[u8] = b"PSYNC";

impl Proxy {
    /// Starts a proxy before this address.
    ///
    /// # Errors
    /// Returns an error if no port is free.
    pub async fn before(target: SocketAddr) -> Result<Self> {
        Self::on(Port::free()?, target).await
    }

    /// Starts a proxy on this port, before this address.
    ///
    /// # Errors
    /// Returns an error if the port is in use.
    pub async fn on(port: Port, target: SocketAddr) -> Result<Self> {
        let listener = TcpListener::bind(port.address()).await?;
        let link = watch::Sender::new(Link::Whole);
        let accepting = tokio::spawn(accept(listener, target, link.subscribe()));
        Ok(Self { port, link, accepting })
    }

    /// Returns the address on which the proxy listens.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.port.address()
    }

    /// Sets the state of the link, also for open connections.
    pub fn make(&self, link: Link) {
        self.link.send_replace(link);
    }
}

impl Drop for Proxy {
    fn drop(&mut self) {
        self.accepting.abort();
    }
}

async fn accept(listener: TcpListener, target: SocketAddr, link: watch::Receiver<Link>) {
    let mut connections = JoinSet::new();
    loop {
        let Ok((client, _)) = listener.accept().await else {
            return;
        };
        if *link.borrow() == Link::Cut {
            reset(&client);
            continue;
        }
        connections.spawn(carry(client, target, link.clone()));
        while connections.try_join_next().is_some() {}
    }
}

/// Forwards one connection until either side closes it or the link is cut.
async fn carry(client: TcpStream, target: SocketAddr, mut link: watch::Receiver<Link>) {
    // The target of a silent link is not reached before the link heals.
    if link.wait_for(|link| *link != Link::Silent).await.is_err() {
        return;
    }
    let Ok(server) = TcpStream::connect(target).await else {
        return reset(&client);
    };
    _ = client.set_nodelay(true);
    _ = server.set_nodelay(true);
    let (mut client_read, mut client_write) = client.into_split();
    let (mut server_read, mut server_write) = server.into_split();
    let follows = AtomicBool::default();
    let there = pump(
        &mut client_read,
        &mut server_write,
        FlowDirection::There,
        link.clone(),
        &follows,
    );
    let back = pump(
        &mut server_read,
        &mut client_write,
        FlowDirection::Back,
        link.clone(),
        &follows,
    );
    let is_cut = tokio::select! {
        // A side that closed its half may still receive data, so each direction ends separately.
        ((), ()) = async { tokio::join!(there, back) } => false,
        _ = link.wait_for(|link| *link == Link::Cut) => true,
    };
    if is_cut {
        reset(client_read.as_ref());
        reset(server_read.as_ref());
    }
}

/// Makes the stream close with a reset instead of an orderly end.
fn reset(stream: &TcpStream) {
    _ = stream.set_zero_linger();
}

async fn pump(
    from: &mut OwnedReadHalf,
    to: &mut OwnedWriteHalf,
    way: FlowDirection,
    mut link: watch::Receiver<Link>,
    follows: &AtomicBool,
) {
    let mut buffer = vec![0; BUFFER_BYTES];
    // A stream with missing bytes must not continue: later bytes would be mistaken for the missing
    // ones.
    let mut is_broken = false;
    while let Ok(count @ 1..) = from.read(&mut buffer).await {
        let bytes = &buffer[..count];
        if way == FlowDirection::There && bytes.windows(FOLLOWS.len()).any(|window| window == FOLLOWS) {
            follows.store(true, Ordering::Relaxed);
        }
        is_broken |= !passes(way, &mut link, follows).await;
        if is_broken {
            continue;
        }
        if to.write_all(bytes).await.is_err() {
            break;
        }
    }
    _ = to.shutdown().await;
}

/// Waits while the link holds the bytes; returns whether they arrive.
async fn passes(way: FlowDirection, link: &mut watch::Receiver<Link>, follows: &AtomicBool) -> bool {
    let is_held = |link: Link| match link {
        Link::Silent => true,
        Link::RepliesHeld => way == FlowDirection::Back,
        Link::ReplicationHeld => way == FlowDirection::Back && follows.load(Ordering::Relaxed),
        Link::Whole | Link::Slow(_) | Link::Cut | Link::RepliesLost => false,
    };
    let Ok(now) = link.wait_for(|link| !is_held(*link)).await.map(|link| *link) else {
        return false;
    };
    match now {
        Link::Slow(by) => tokio::time::sleep(by).await,
        Link::RepliesLost => return way == FlowDirection::There,
        _ => {}
    }
    true
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::until;

    /// Starts a server that echoes its input; returns its address and the number of bytes received.
    async fn echo() -> (SocketAddr, Arc<std::sync::atomic::AtomicUsize>) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let got = Arc::<std::sync::atomic::AtomicUsize>::default();
        let counter = got.clone();
        tokio::spawn(async move {
            while let Ok((mut stream, _)) = listener.accept().await {
                let counter = counter.clone();
                tokio::spawn(async move {
                    let mut buffer = [0; 64];
                    while let Ok(count @ 1..) = stream.read(&mut buffer).await {
                        counter.fetch_add(count, Ordering::SeqCst);
                        stream.write_all(&buffer[..count]).await.unwrap();
                    }
                });
            }
        });
        (address, got)
    }

    async fn said(stream: &mut TcpStream) -> Vec<u8> {
        let mut buffer = [0; 64];
        let count = stream.read(&mut buffer).await.unwrap_or(0);
        buffer[..count].to_vec()
    }

    #[tokio::test]
    async fn what_is_held_arrives_when_the_link_heals() {
        let (server, got) = echo().await;
        let proxy = Proxy::before(server).await.unwrap();
        let mut client = TcpStream::connect(proxy.address()).await.unwrap();
        client.write_all(b"one").await.unwrap();
        assert_eq!(said(&mut client).await, b"one");

        proxy.make(Link::RepliesHeld);
        client.write_all(b"two").await.unwrap();
        until("it has arrived", || async {
            (got.load(Ordering::SeqCst) == 6).then_some(())
        })
        .await
        .unwrap();
        proxy.make(Link::Silent);
        client.write_all(b"three").await.unwrap();
        proxy.make(Link::Whole);
        let mut all = said(&mut client).await;
        while all.len() < 8 {
            all.extend(said(&mut client).await);
        }
        assert_eq!(all, b"twothree");
    }

    #[tokio::test]
    async fn lost_replies_stay_lost_and_a_cut_ends_the_connection() {
        let (server, got) = echo().await;
        let proxy = Proxy::before(server).await.unwrap();
        let mut client = TcpStream::connect(proxy.address()).await.unwrap();
        proxy.make(Link::RepliesLost);
        client.write_all(b"gone").await.unwrap();
        until("it has arrived", || async {
            (got.load(Ordering::SeqCst) == 4).then_some(())
        })
        .await
        .unwrap();
        proxy.make(Link::Cut);
        assert_eq!(said(&mut client).await, b"", "nothing came, and it has ended");
        let mut refused = TcpStream::connect(proxy.address()).await.unwrap();
        assert_eq!(said(&mut refused).await, b"");
        proxy.make(Link::Whole);
        let mut again = TcpStream::connect(proxy.address()).await.unwrap();
        again.write_all(b"back").await.unwrap();
        assert_eq!(said(&mut again).await, b"back");
    }

    #[tokio::test]
    async fn only_what_replicas_follow_is_held() {
        let (server, _) = echo().await;
        let proxy = Proxy::before(server).await.unwrap();
        let mut replica = TcpStream::connect(proxy.address()).await.unwrap();
        let mut node = TcpStream::connect(proxy.address()).await.unwrap();
        replica.write_all(b"PSYNC ? -1").await.unwrap();
        assert_eq!(said(&mut replica).await, b"PSYNC ? -1");
        proxy.make(Link::ReplicationHeld);
        replica.write_all(b"held").await.unwrap();
        node.write_all(b"passes").await.unwrap();
        assert_eq!(said(&mut node).await, b"passes");
        proxy.make(Link::Whole);
        assert_eq!(said(&mut replica).await, b"held");
    }
}

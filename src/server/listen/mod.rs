//! Listeners for plain HTTP and HTTPS, with limits on the cost of a connection.
//!
//! Every connection has a deadline from the moment at which it is accepted (`progress.rs`). The
//! deadline is enforced around the stream itself (`observed_stream.rs`), so that it also covers the
//! time before HTTP begins, the TLS handshake, and answers that the peer does not read. The number
//! of connections is limited, in total and per address (`connections.rs`).

mod connection;
mod connections;
mod handle;
mod host_header;
mod observed_stream;
mod open_files;
mod progress;
#[cfg(test)]
mod progress_tests;
mod request;
mod responder;

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use hyper_util::rt::{TokioExecutor, TokioTimer};
use hyper_util::server::conn::auto;
use rustix::io::Errno;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::Instant;
use tokio_rustls::TlsAcceptor;

pub use connections::Connections;
pub use handle::ListenerHandle;
pub use open_files::raise_open_files;
pub use responder::{Responder, Responding, answer_by};

use crate::config::Config;
use crate::server::tls::Certificates;
use connection::ConnectionContext;
use connections::ConnectionRefusal;
use handle::ListenerStage;

/// Maximum number of headers of a request.
pub const HEADERS_MAX: usize = 100;
/// Maximum size of a request's head, bytes: many times a connector's link with a long target.
pub const HEAD_BYTES_MAX: usize = 32 * 1024;
/// An HTTP/2 connection with open requests that is silent for this long receives a ping.
pub const PING_EVERY: Duration = Duration::from_secs(30);
/// Maximum number of concurrent requests on one HTTP/2 connection.
pub const STREAMS_MAX: u32 = 100;
/// The number of bytes of a body that an HTTP/2 request can send before they are read: a visitor's
/// whole body.
pub const STREAM_WINDOW_BYTES: u32 = 64 * 1024;
/// The number of bytes of bodies that all requests of an HTTP/2 connection can send before they are
/// read.
pub const CONNECTION_WINDOW_BYTES: u32 = 256 * 1024;

/// The pause before the next `accept` when no file can be opened; the system keeps waiting
/// connections meanwhile.
const NO_FILES_PAUSE: Duration = Duration::from_millis(50);
/// The pause after other errors, which concern single connections, so that no error causes a busy
/// loop.
const ERROR_PAUSE: Duration = Duration::from_millis(1);

/// The time in which connections release everything after they are cut.
const CUT_WITHIN: Duration = Duration::from_millis(500);

/// Listens on every configured address. A listener ends on command of `handle`, or with an error.
///
/// # Errors
/// Fails if an address is in use.
pub fn listen(
    config: &Config,
    certificates: &Arc<Certificates>,
    visitors: Arc<dyn Responder>,
    connections: &Arc<Connections>,
    handle: &ListenerHandle,
) -> Result<JoinSet<Result<()>>> {
    let mut listeners = JoinSet::new();
    let http = Arc::new(http());
    let server = |tls: Option<TlsAcceptor>| ConnectionContext {
        responder: visitors.clone(),
        connections: connections.clone(),
        http: http.clone(),
        tls,
    };
    if let Some(address) = config.server.http {
        start("http", address, server(None), handle, &mut listeners)?;
    }
    if let Some((address, _)) = &config.server.https {
        let tls = TlsAcceptor::from(Arc::new(certificates.server_config()));
        start("https", *address, server(Some(tls)), handle, &mut listeners)?;
    }
    Ok(listeners)
}

/// Listens for operators if they have a separate address (`server.admin_listen`). Their connections
/// are counted separately, so that a crowd of visitors cannot exclude them.
///
/// # Errors
/// Fails if the address is in use.
pub fn listen_for_operators(
    config: &Config,
    operators: Arc<dyn Responder>,
    handle: &ListenerHandle,
    listeners: &mut JoinSet<Result<()>>,
) -> Result<()> {
    let Some(address) = config.server.admin_listen else {
        return Ok(());
    };
    let server = ConnectionContext {
        responder: operators,
        connections: Arc::new(Connections::of_operators(&config.server)),
        http: Arc::new(http()),
        tls: None,
    };
    start("operators", address, server, handle, listeners)
}

fn start(
    whom: &str,
    address: SocketAddr,
    server: ConnectionContext,
    handle: &ListenerHandle,
    listeners: &mut JoinSet<Result<()>>,
) -> Result<()> {
    let listener = bind(address)?;
    handle.note(listener.local_addr()?);
    let most = server.connections.max();
    listeners.spawn(accept(listener, server, handle.clone()));
    tracing::info!(%address, connections.max = most, "listening for {whom}");
    Ok(())
}

/// Builds the HTTP/1 and HTTP/2 server. It enforces no deadlines, except for the ping that detects
/// a dead peer.
fn http() -> auto::Builder<TokioExecutor> {
    let mut http = auto::Builder::new(TokioExecutor::new());
    http.http1()
        .header_read_timeout(None)
        .max_headers(HEADERS_MAX)
        .max_buf_size(HEAD_BYTES_MAX);
    http.http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(PING_EVERY)
        .initial_stream_window_size(STREAM_WINDOW_BYTES)
        .initial_connection_window_size(CONNECTION_WINDOW_BYTES)
        .max_header_list_size(u32::try_from(HEAD_BYTES_MAX).expect("a few KB"))
        .max_concurrent_streams(STREAMS_MAX);
    http
}

fn bind(address: SocketAddr) -> Result<TcpListener> {
    let listener = std::net::TcpListener::bind(address)
        .with_context(|| format!("cannot listen on {address}; is another program there?"))?;
    listener.set_nonblocking(true)?;
    Ok(TcpListener::from_std(listener)?)
}

/// Accepts connections until it is told to stop, then waits for the open ones.
async fn accept(listener: TcpListener, server: ConnectionContext, handle: ListenerHandle) -> Result<()> {
    let mut stage = handle.watch();
    // Every connection holds a receiver.
    let open = watch::Sender::new(());
    loop {
        let accepted = tokio::select! {
            biased;
            _ = stage.wait_for(|stage| *stage > ListenerStage::Open) => break,
            accepted = listener.accept() => accepted,
        };
        let now = Instant::now();
        let (stream, peer) = match accepted {
            Ok(accepted) => accepted,
            Err(error) => {
                tokio::time::sleep(pause_after(&error, &server.connections, now)).await;
                continue;
            }
        };
        match server.connections.admit(peer.ip(), server.tls.is_some(), now) {
            Ok(admitted) => {
                tokio::spawn(server.serve(stream, peer, admitted, stage.clone(), open.subscribe()));
            }
            Err(refusal) => server.connections.refuse(refusal, now),
        }
    }
    // The system refuses further connections, which then find another node.
    drop(listener);
    let within = match *stage.borrow() {
        ListenerStage::Draining(within) => within,
        ListenerStage::Open | ListenerStage::Stopped => Duration::ZERO,
    };
    if tokio::time::timeout(within, open.closed()).await.is_err() {
        handle.shutdown();
        _ = tokio::time::timeout(CUT_WITHIN, open.closed()).await;
    }
    Ok(())
}

/// Returns the pause after an error of `accept`.
fn pause_after(error: &std::io::Error, connections: &Connections, now: Instant) -> Duration {
    let exhausted = [Errno::MFILE, Errno::NFILE, Errno::NOBUFS, Errno::NOMEM];
    if !exhausted
        .iter()
        .any(|errno| error.raw_os_error() == Some(errno.raw_os_error()))
    {
        return ERROR_PAUSE;
    }
    connections.refuse(ConnectionRefusal::Files, now);
    connections.evict_one(now);
    NO_FILES_PAUSE
}

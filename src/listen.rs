//! Listeners: plain HTTP and HTTPS, with bounds on what a connection may cost.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use axum::{Extension, Router};
use axum_server::tls_rustls::RustlsConfig;
use axum_server::{Handle, Server};
use hyper_util::rt::TokioTimer;
use tokio::task::JoinSet;

use crate::config::Config;
use crate::edge::OverTls;
use crate::tls::Certificates;

/// The head of a request has so long to arrive; also how long an idle connection is kept.
pub const HEADERS_WITHIN: Duration = Duration::from_secs(75);
/// Headers of a request at most.
pub const HEADERS_MAX: usize = 100;
/// Bytes of a request's head at most: a connector's link with a long target fits many times.
pub const HEAD_BYTES_MAX: usize = 32 * 1024;
/// An HTTP/2 connection that is silent for so long is asked whether it lives.
pub const PING_EVERY: Duration = Duration::from_secs(30);
/// Requests of one HTTP/2 connection at a time.
pub const STREAMS_MAX: u32 = 100;

/// Listens on every configured address; a listener ends when `handle` says so, or with its error.
///
/// # Errors
/// If an address is taken.
pub fn listen(
    config: &Config,
    certificates: &Arc<Certificates>,
    router: &Router,
    handle: &Handle<SocketAddr>,
) -> Result<JoinSet<Result<()>>> {
    let mut listeners = JoinSet::new();
    if let Some(address) = config.server.http {
        let listener = bind(address)?;
        let server = bounded(axum_server::from_tcp(listener)?).handle(handle.clone());
        let service = router.clone().into_make_service_with_connect_info::<SocketAddr>();
        listeners.spawn(async move { server.serve(service).await.context("the http listener failed") });
        tracing::info!(%address, "listening for http");
    }
    if let Some((address, _)) = &config.server.https {
        let tls = RustlsConfig::from_config(Arc::new(certificates.server_config()));
        let listener = bind(*address)?;
        let server = bounded(axum_server::from_tcp_rustls(listener, tls)?).handle(handle.clone());
        let service = router
            .clone()
            .layer(Extension(OverTls))
            .into_make_service_with_connect_info::<SocketAddr>();
        listeners.spawn(async move { server.serve(service).await.context("the https listener failed") });
        tracing::info!(%address, "listening for https");
    }
    Ok(listeners)
}

/// Slow or endless requests end here: nobody keeps a connection busy without asking something.
fn bounded<A>(mut server: Server<SocketAddr, A>) -> Server<SocketAddr, A> {
    let builder = server.http_builder();
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADERS_WITHIN)
        .max_headers(HEADERS_MAX)
        .max_buf_size(HEAD_BYTES_MAX);
    builder
        .http2()
        .timer(TokioTimer::new())
        .keep_alive_interval(PING_EVERY)
        .max_header_list_size(u32::try_from(HEAD_BYTES_MAX).expect("a few KB"))
        .max_concurrent_streams(STREAMS_MAX);
    server
}

fn bind(address: SocketAddr) -> Result<std::net::TcpListener> {
    let listener = std::net::TcpListener::bind(address)
        .with_context(|| format!("cannot listen on {address}; is another program there?"))?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

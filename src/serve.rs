//! `anteroom serve`: puts everything together, listens, and stops gracefully.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use axum::{Extension, Router};
use axum_server::Handle;
use axum_server::tls_rustls::RustlsConfig;
use tokio::task::JoinSet;

use crate::clock::Clock;
use crate::config::{Config, Tls};
use crate::edge::{Assets, Edge, OverTls, Pages, router};
use crate::room::Rooms;
use crate::text::Languages;
use crate::theme::Themes;

/// After SIGTERM open requests may go on for so long; the contract allows ten seconds in all.
const DRAIN: Duration = Duration::from_secs(5);
/// Then desks may finish what they had begun.
const CLOSE: Duration = Duration::from_secs(3);

/// Runs until a signal or an error of a listener.
///
/// # Errors
/// If anything needed cannot be opened.
pub async fn serve(config: Config) -> Result<()> {
    let clock = Clock::real();
    let edge = Arc::new(open(&config, &clock).await?);
    let measuring = tokio::spawn(edge.load.clone().measure(clock.clone()));
    let handle = Handle::new();
    let mut listeners = listen(&config, &router(edge.clone()), &handle).await?;
    edge.readiness.serve();
    tracing::info!(rooms = config.rooms.len(), start_up.ms = clock.monotonic_ms(), "ready");

    let ended = tokio::select! {
        () = stop_signal() => Ok(()),
        Some(ended) = listeners.join_next() => ended.context("a listener panicked")?,
    };
    edge.readiness.drain();
    tracing::info!("stopping");
    handle.graceful_shutdown(Some(DRAIN));
    listeners.join_all().await;
    measuring.abort();
    _ = measuring.await;
    if let Some(edge) = Arc::into_inner(edge) {
        edge.rooms.close(CLOSE).await;
    }
    tracing::info!("stopped");
    ended
}

/// Everything but the listeners.
async fn open(config: &Config, clock: &Clock) -> Result<Edge> {
    let languages = Languages::load().context("the languages cannot be read")?;
    let themes = Themes::load(config.server.themes_dir.as_deref()).map_err(|errors| anyhow::anyhow!("{errors}"))?;
    let store = store::open(&config.server.store)
        .with_context(|| format!("the store {:?} cannot be opened", kind(&config.server.store)))?;
    let rooms = Rooms::open(config, store, clock).await?;
    let assets = Assets::gather(&themes);
    let pages = Pages::new(themes, assets.client.clone());
    Ok(Edge::new(
        &config.server,
        rooms,
        languages,
        pages,
        assets,
        clock.clone(),
    ))
}

/// A store's kind; what follows may hold a password.
fn kind(url: &str) -> &str {
    url.split(':').next().unwrap_or_default()
}

async fn listen(config: &Config, router: &Router, handle: &Handle<SocketAddr>) -> Result<JoinSet<Result<()>>> {
    let mut listeners = JoinSet::new();
    if let Some(address) = config.server.http {
        let listener = bind(address)?;
        let server = axum_server::from_tcp(listener)?.handle(handle.clone());
        let service = router.clone().into_make_service_with_connect_info::<SocketAddr>();
        listeners.spawn(async move { server.serve(service).await.context("the http listener failed") });
        tracing::info!(%address, "listening for http");
    }
    if let Some((address, tls)) = &config.server.https {
        let tls = certificate(config, tls).await?;
        let listener = bind(*address)?;
        let server = axum_server::from_tcp_rustls(listener, tls)?.handle(handle.clone());
        let service = router
            .clone()
            .layer(Extension(OverTls))
            .into_make_service_with_connect_info::<SocketAddr>();
        listeners.spawn(async move { server.serve(service).await.context("the https listener failed") });
        tracing::info!(%address, "listening for https");
    }
    Ok(listeners)
}

fn bind(address: SocketAddr) -> Result<std::net::TcpListener> {
    let listener = std::net::TcpListener::bind(address)
        .with_context(|| format!("cannot listen on {address}; is another program there?"))?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

async fn certificate(config: &Config, tls: &Tls) -> Result<RustlsConfig> {
    // A second call finds the provider installed, which is as good.
    _ = rustls::crypto::ring::default_provider().install_default();
    match tls {
        Tls::Files { cert, key } => RustlsConfig::from_pem_file(cert, key).await.with_context(|| {
            format!(
                "the certificate {} or its key {} cannot be read",
                cert.display(),
                key.display()
            )
        }),
        Tls::SelfSigned => {
            let public = config.server.public_url.host_str().unwrap_or("localhost").to_owned();
            let names = vec![public, "localhost".to_owned(), "127.0.0.1".to_owned(), "::1".to_owned()];
            let made = rcgen::generate_simple_self_signed(names).context("no certificate can be made")?;
            let pem = (
                made.cert.pem().into_bytes(),
                made.signing_key.serialize_pem().into_bytes(),
            );
            RustlsConfig::from_pem(pem.0, pem.1)
                .await
                .context("the made certificate cannot be used")
        }
    }
}

async fn stop_signal() {
    use tokio::signal::unix::{SignalKind, signal};
    let mut term = signal(SignalKind::terminate()).expect("signals can be listened for");
    let mut interrupt = signal(SignalKind::interrupt()).expect("signals can be listened for");
    tokio::select! {
        _ = term.recv() => {}
        _ = interrupt.recv() => {}
    }
}

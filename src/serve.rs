//! `anteroom serve`: puts everything together, listens, and stops gracefully.

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use axum_server::Handle;
use store::AnyStore;
use tracing::warn;

use crate::clock::Clock;
use crate::config::{Config, Problem};
use crate::edge::{Assets, Edge, Pages, Running, router};
use crate::listen::listen;
use crate::looks::Looks;
use crate::room::Rooms;
use crate::tls::Certificates;

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
    let watching = tokio::spawn(edge.certificates.clone().watch(clock.clone()));
    let following = tokio::spawn(edge.clone().follow());
    let mut listeners = listen(&config, &edge.certificates, &router(edge.clone()), &handle)?;
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
    for task in [watching, following, measuring] {
        task.abort();
        _ = task.await;
    }
    if let Some(edge) = Arc::into_inner(edge) {
        edge.close(CLOSE).await;
    }
    tracing::info!("stopped");
    ended
}

/// Everything but the listeners, on the configured store.
///
/// # Errors
/// As [`open_on`], or if the store cannot be opened.
pub async fn open(config: &Config, clock: &Clock) -> Result<Edge> {
    let store = store::open(&config.server.store)
        .with_context(|| format!("the store {:?} cannot be opened", kind(&config.server.store)))?;
    match store.check().await {
        Ok(warnings) => warnings.iter().for_each(|warning| warn!("{warning}")),
        Err(error) => warn!("{error}"),
    }
    open_on(config, store, clock).await
}

/// Everything but the listeners, on a store that is open.
///
/// # Errors
/// If languages, themes, certificates or what the store holds cannot be read.
pub async fn open_on(file: &Config, store: AnyStore, clock: &Clock) -> Result<Edge> {
    let running = Running::open(file.clone(), store.clone()).await?;
    let config = &*running.config();
    let looks = Looks::open(config).map_err(|problems| anyhow::anyhow!(joined(&problems)))?;
    let certificates = Certificates::open(config).map_err(|problems| anyhow::anyhow!(joined(&problems)))?;
    let rooms = Rooms::open(config, store, clock).await?;
    let assets = Assets::gather(&looks.themes);
    let pages = Pages::new(looks.themes, looks.brands, assets.client.clone());
    Ok(Edge::new(
        running,
        Arc::new(certificates),
        rooms,
        looks.languages,
        pages,
        assets,
        clock.clone(),
    ))
}

/// A store's kind; what follows may hold a password.
fn kind(url: &str) -> &str {
    url.split(':').next().unwrap_or_default()
}

fn joined(problems: &[Problem]) -> String {
    let lines: Vec<String> = problems.iter().map(Problem::to_string).collect();
    lines.join("\n")
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

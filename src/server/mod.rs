//! The server's process: [`serve`] builds the handlers' state ([`prepare`]), listens, starts the
//! service as soon as the store answers, follows signals and stops gracefully. This module has no
//! routes or handlers: its listeners pass each request to [`crate::http`].

pub mod backup;
mod boot;
pub mod listen;
pub mod store_monitor;
pub mod tls;

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};

use crate::beacon_relays::BeaconRelays;
use crate::clock::Clock;
use crate::config::Config;
use crate::entropy::Entropy;
use crate::http::{AppState, VisitorService, admin_router};

use boot::open_store;
use listen::{ListenerHandle, listen, listen_for_operators, raise_open_files};

pub use boot::{open, open_on, prepare};

/// The time for which a node that a load balancer watches continues to serve after SIGTERM, while
/// `/health/ready` reports that it is draining. The three periods of a stop are 9 s together, and
/// `deploy/anteroom.service` and `deploy/compose/compose.yaml` allow 15 s before they kill it.
const NOTICE: Duration = Duration::from_secs(4);
/// The time after that for open requests, while nothing new is accepted: longer than a claim is
/// held.
const DRAIN: Duration = Duration::from_secs(3);
/// The time after that for pool nodes to finish their work.
const CLOSE: Duration = Duration::from_secs(2);

/// Interval between attempts to start while the store is unavailable.
const BEGIN_AGAIN: Duration = Duration::from_millis(800);
/// The maximum jitter added to that interval, milliseconds, so that nodes that were started
/// together do not retry together.
const BEGIN_JITTER_MS: u64 = 400;

/// Runs until a signal or an error.
///
/// While the store is unavailable at the start, all listeners already answer: visitors get the
/// holding page.
///
/// # Errors
/// If a required part cannot be opened, if stored state cannot be read, or if a listener fails.
pub async fn serve(config: Config, entropy: &Entropy) -> Result<()> {
    let clock = Clock::real();
    // The limit must be raised before anything relies on it.
    raise_open_files();
    let store = open_store(&config, entropy)?;
    let app = Arc::new(prepare(&config, store.clone(), &clock, entropy)?);
    if !app.has_browser_part() {
        tracing::error!(
            "this program was built without the browser's part: in browsers with scripts, pages do not update and nobody \
             goes in; build it with `cargo xtask build`"
        );
    }
    let backing_up = tokio::spawn(backup::on_signal(store, backup::file(&config)));
    let handle = ListenerHandle::new();
    let mut listeners = listen(
        &config,
        &app.certificates,
        VisitorService::new(app.clone()),
        &app.connections,
        &handle,
    )?;
    let operators = Arc::new(admin_router(app.clone()));
    listen_for_operators(&config, operators, &handle, &mut listeners)?;
    let watching = tokio::spawn(app.certificates.clone().watch(clock.clone()));
    let measuring = tokio::spawn(app.load.clone().measure(clock.clone()));

    let mut running = Box::pin(run(&app, &clock, entropy));
    let ended = tokio::select! {
        ended = &mut running => ended,
        () = stop_signal() => Ok(()),
        Some(ended) = listeners.join_next() => ended.context("a listener panicked")?,
    };
    app.readiness.drain();
    let watched = app.readiness.is_watched(clock.monotonic_ms());
    tracing::info!(watched, "stopping");
    if watched && ended.is_ok() {
        // Changes of other nodes are followed to the end.
        _ = tokio::time::timeout(NOTICE, &mut running).await;
    }
    drop(running);
    handle.graceful_shutdown(DRAIN);
    listeners.join_all().await;
    for task in [watching, measuring, backing_up] {
        task.abort();
        _ = task.await;
    }
    if let Some(app) = Arc::into_inner(app) {
        app.close(CLOSE).await;
    }
    tracing::info!("stopped");
    ended
}

/// Starts the service as soon as the store is available, then follows the changes of other nodes.
/// Ends only with an error.
async fn run(app: &AppState, clock: &Clock, entropy: &Entropy) -> Result<()> {
    let mut logged = String::new();
    while let Err(error) = app.begin().await {
        if !error.is_away() {
            return Err(error.into());
        }
        // Logged once for each reason: the first can be a wrong password, and the next a server
        // that is starting.
        let reason = error.to_string();
        if reason != logged {
            tracing::error!(error = %reason, "the store is away; visitors get the holding page, and the node starts when the store is there");
            logged = reason;
        }
        let jitter = u64::from(entropy.jitter()) % BEGIN_JITTER_MS;
        tokio::time::sleep(BEGIN_AGAIN + Duration::from_millis(jitter)).await;
    }
    match app.check_store().await {
        Ok(warnings) => warnings.iter().for_each(|warning| tracing::warn!("{warning}")),
        Err(error) => tracing::warn!(error = %error, "the store's settings could not be checked"),
    }
    let rooms = app.running.config().rooms.len();
    tracing::info!(rooms, start_up.ms = clock.monotonic_ms(), "ready");
    let relays = BeaconRelays::new(app.running.config().server.beacon_relays.clone());
    tokio::join!(
        app.follow(),
        app.follow_clock(),
        app.send_emails(),
        app.send_pushes(),
        app.watch_traffic(),
        app.delete_ended_passes(),
        relays.run(&app.rooms, clock)
    );
    Ok(())
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

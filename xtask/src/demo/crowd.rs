//! The simulated crowd, which is large enough to make a newcomer wait. A visitor who is let in is
//! replaced at the end of the line.
//!
//! The places are saved when the crowd stops and reused at the next start, so that a restart leaves
//! no abandoned places ahead of a newcomer.

use std::fs;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Result;
use tokio::sync::watch;
use tokio::task::JoinSet;

use super::client::DemoClient;
use super::premiere::Showing;
use super::settings::Settings;
use super::visitor::{self, Place};

/// The interval between two entries at the start, which spreads the crowd's polls.
const ENTER_EVERY: Duration = Duration::from_millis(40);
/// The delay before a retry after a failure.
const RETRY_AFTER: Duration = Duration::from_secs(2);
const REPORT_EVERY: Duration = Duration::from_secs(1);

/// The simulated visitors of a demo.
#[derive(Debug)]
pub(super) struct DemoCrowd {
    client: DemoClient,
    queue_url: String,
    entry: String,
    state: Arc<Mutex<State>>,
    file: PathBuf,
    /// The state of the other room, for the progress line.
    premiere: watch::Receiver<Showing>,
}

#[derive(Debug)]
struct State {
    /// One slot per visitor; empty while the visitor enters.
    places: Vec<Option<Place>>,
    let_in: u64,
    last_error: Option<String>,
}

impl DemoCrowd {
    /// Creates the crowd with the places of the last run, if there are any.
    pub(super) fn new(
        client: DemoClient,
        settings: &Settings,
        file: PathBuf,
        premiere: watch::Receiver<Showing>,
    ) -> Self {
        let kept = fs::read(&file).ok();
        let mut places: Vec<Option<Place>> = kept
            .and_then(|json| serde_json::from_slice(&json).ok())
            .unwrap_or_default();
        places.resize(settings.crowd_size(), None);
        Self {
            client,
            queue_url: settings.queue_url(),
            entry: settings.entry(),
            state: Arc::new(Mutex::new(State {
                places,
                let_in: 0,
                last_error: None,
            })),
            file,
            premiere,
        }
    }

    /// Keeps the crowd in line until the future is dropped.
    pub(super) async fn run(self) -> Result<()> {
        let mut tasks = JoinSet::new();
        let people = self.with(|state| state.places.len());
        for slot in 0..people {
            tasks.spawn(self.member(slot).live());
            tokio::time::sleep(ENTER_EVERY).await;
        }
        loop {
            tokio::time::sleep(REPORT_EVERY).await;
            self.report();
        }
    }

    fn member(&self, slot: usize) -> Member {
        Member {
            client: self.client.clone(),
            queue_url: self.queue_url.clone(),
            entry: self.entry.clone(),
            state: Arc::clone(&self.state),
            slot,
        }
    }

    /// Writes a progress line over the previous one; does nothing without a terminal.
    fn report(&self) {
        let mut out = std::io::stderr();
        if !out.is_terminal() {
            return;
        }
        let premiere = self.premiere.borrow().news();
        let line = self.with(|state| {
            let waiting = state.places.iter().flatten().count();
            let last_error = state.last_error.as_deref().map(|text| format!("; last error: {text}"));
            format!(
                "{waiting} simulated visitors in line, {} let in · premiere: {premiere}{}",
                state.let_in,
                last_error.unwrap_or_default()
            )
        });
        // The line only shows progress, so a lost terminal is no reason to stop.
        let _ = write!(out, "\r\x1b[K  {line}").and_then(|()| out.flush());
    }

    fn with<T>(&self, read: impl FnOnce(&mut State) -> T) -> T {
        with(&self.state, read)
    }
}

impl Drop for DemoCrowd {
    fn drop(&mut self) {
        let json = self.with(|state| serde_json::to_vec_pretty(&state.places));
        if let Ok(json) = json {
            // Failing to save is harmless: after the next start some abandoned places remain in
            // line for three minutes.
            let _ = fs::write(&self.file, json);
        }
        if std::io::stderr().is_terminal() {
            eprintln!();
        }
    }
}

/// One slot of the crowd, filled by one visitor after the other.
struct Member {
    client: DemoClient,
    queue_url: String,
    entry: String,
    state: Arc<Mutex<State>>,
    slot: usize,
}

impl Member {
    async fn live(self) {
        loop {
            if let Err(error) = self.once().await {
                with(&self.state, |state| state.last_error = Some(format!("{error:#}")));
                tokio::time::sleep(RETRY_AFTER).await;
            }
        }
    }

    async fn once(&self) -> Result<()> {
        let kept = with(&self.state, |state| state.places[self.slot].clone());
        let place = match kept {
            Some(place) => place,
            None => visitor::enter(&self.client, &self.queue_url, &self.entry).await?,
        };
        with(&self.state, |state| state.places[self.slot] = Some(place.clone()));
        let gone = visitor::wait_and_go(&self.client, &self.queue_url, &place).await?;
        with(&self.state, |state| {
            state.places[self.slot] = None;
            state.let_in += u64::from(gone);
        });
        Ok(())
    }
}

fn with<T>(state: &Mutex<State>, read: impl FnOnce(&mut State) -> T) -> T {
    read(&mut state.lock().unwrap_or_else(PoisonError::into_inner))
}

//! Fetches the rounds of public beacons for which draws wait, from relays of the network.
//!
//! A round from a relay counts only with the network's signature, so any relay can be used, and a
//! malicious or unavailable one only costs time. Every node sends requests; the first node that has
//! the round stores it for all. This module neither decides which round a draw needs nor when it is
//! drawn.

use std::io::Read;
use std::time::Duration;

use beacon::{RELAY_ANSWER_BYTES_MAX, RoundSignature, from_relay, relay_path};
use draw::BeaconRound;
use ureq::Agent;
use url::Url;

use crate::clock::Clock;
use crate::draws::{Draws, DrawsError};
use crate::outgoing::agent;
use crate::rooms::Rooms;

/// The pause between two scans for draws that wait.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);
/// The longest wait for a relay's answer.
const ANSWER: Duration = Duration::from_secs(3);

/// Returns the address of a round at a relay.
#[must_use]
pub fn round_url(relay: &Url, round: &BeaconRound) -> String {
    format!("{}/{}", relay.as_str().trim_end_matches('/'), relay_path(round))
}

/// The relays of a beacon's network.
#[derive(Debug)]
pub struct BeaconRelays {
    agent: Agent,
    relays: Vec<Url>,
}

impl BeaconRelays {
    /// Creates a client of these relays; no relay is contacted before a draw waits.
    #[must_use]
    pub fn new(relays: Vec<Url>) -> Self {
        Self {
            agent: agent(ANSWER),
            relays,
        }
    }

    /// Fetches the rounds for which draws wait, until the future is dropped. Without relays it only
    /// logs which rounds are awaited.
    pub async fn run(&self, rooms: &Rooms, clock: &Clock) {
        let mut logged = Vec::new();
        loop {
            tokio::time::sleep(CHECK_INTERVAL).await;
            let waiting = self.fetch(rooms, clock).await;
            for (room, round) in waiting.iter().filter(|entry| !logged.contains(*entry)) {
                tracing::warn!(
                    room = %room, beacon.round = %round,
                    "a draw waits for a round of its beacon; bring it with POST rooms/{room}/draw/beacon of the admin API"
                );
            }
            logged = waiting;
        }
    }

    /// Fetches the rounds for which draws wait, once. Returns the rooms that still wait, and their
    /// rounds.
    pub async fn fetch(&self, rooms: &Rooms, clock: &Clock) -> Vec<(String, u64)> {
        let mut waiting = Vec::new();
        for room in rooms.all() {
            let draws = room.draws();
            let now = clock.wall();
            let is_out = |round: &BeaconRound| round.published_at_ms.get() <= now.0;
            let Some(round) = draws.awaited().filter(is_out) else {
                continue;
            };
            if let Err(reason) = self.bring(draws, &round, clock).await {
                tracing::debug!(room = room.name(), beacon.round = %round.round, %reason, "no relay has the round");
                waiting.push((room.name().to_owned(), round.round.get()));
            }
        }
        waiting
    }

    async fn bring(&self, draws: &Draws, round: &BeaconRound, clock: &Clock) -> Result<(), String> {
        let mut reason = "no relay is configured".to_owned();
        for relay in &self.relays {
            let taken = match self.ask(relay, round).await {
                Ok(signature) => draws.take_signature(signature, clock.wall()).await,
                Err(why) => {
                    reason = format!("{relay}: {why}");
                    continue;
                }
            };
            return match taken {
                // The round came from another source first.
                Ok(()) | Err(DrawsError::Refused(_)) => Ok(()),
                Err(error) => Err(error.to_string()),
            };
        }
        Err(reason)
    }

    async fn ask(&self, relay: &Url, round: &BeaconRound) -> Result<RoundSignature, String> {
        let (agent, round) = (self.agent.clone(), round.clone());
        let url = round_url(relay, &round);
        // The client blocks, at most for the duration of one answer.
        let asked = tokio::task::spawn_blocking(move || {
            let answer = agent.get(&url).call().map_err(|error| error.to_string())?;
            let mut body = Vec::new();
            let most = RELAY_ANSWER_BYTES_MAX as u64 + 1;
            let reader = answer.into_body().into_reader().take(most).read_to_end(&mut body);
            reader.map_err(|error| error.to_string())?;
            from_relay(&body, &round).map_err(|error| error.to_string())
        });
        asked.await.map_err(|error| error.to_string())?
    }
}

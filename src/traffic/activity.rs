//! Counts of requests, for each customer separately, in two generations of ten minutes: the current
//! one and the previous one. Both are read, so that counts cover 10 to 20 minutes; older counts are
//! dropped.
//!
//! The limits apply to each generation of a customer. If a map is full, a request is counted in the
//! totals and not in the map.

mod overview;
mod soft_blocks;

use std::collections::{BTreeMap, HashMap};
use std::hash::Hash;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard, PoisonError};

use screening::SoftBlocks;
use serde::Serialize;
use utoipa::ToSchema;

use super::agent::{self, AgentName};
use super::alerts::TrafficTotals;
use super::score::SCORE_STEPS;
use super::{AnomalyScore, EntryOutcome, ScoreReason, TrafficKey, Velocity, client_network, octets, shown_network};
use crate::entropy::Entropy;

/// The length of a generation, milliseconds.
const GENERATION_MS: u64 = 600_000;
const MINUTE_MS: u64 = 60_000;
/// How long a key for hashes is in use, milliseconds.
const KEY_MS: u64 = 86_400_000;
/// The maximum number of clients, and of the browsers of clients.
const CLIENTS_MAX: usize = 16_384;
/// The maximum number of networks, counted separately for each room.
const NETWORKS_MAX: usize = 4_096;
/// The maximum number of kinds of browsers.
const AGENTS_MAX: usize = 256;

/// The counts of all customers.
#[derive(Debug)]
pub struct TrafficTable {
    state: Mutex<TrafficState>,
    entropy: Entropy,
    /// Whether networks' prefixes are kept.
    keeps_prefixes: bool,
}

#[derive(Debug)]
struct TrafficState {
    key: TrafficKey,
    key_since_ms: u64,
    customers: BTreeMap<String, CustomerTraffic>,
}

#[derive(Debug, Default)]
struct CustomerTraffic {
    /// The totals since the key was drawn.
    totals: TrafficTotals,
    began_ms: u64,
    current: TenMinutes,
    previous: TenMinutes,
    soft_blocks: SoftBlocks,
}

#[derive(Debug, Default)]
struct TenMinutes {
    outcomes: [u64; EntryOutcome::ALL.len()],
    scores: [u64; SCORE_STEPS],
    reasons: [u64; ScoreReason::ALL.len()],
    clients: HashMap<u64, MinuteCount>,
    browsers: HashMap<u64, u32>,
    /// By the hashes of room and network.
    networks: HashMap<(u64, u64), NetworkTally>,
    agents: HashMap<AgentName, AgentCounts>,
}

/// The requests of a client in the latest minute with any, and in the minute before it.
#[derive(Debug, Clone, Copy, Default)]
struct MinuteCount {
    minute: u64,
    here: u32,
    before: u32,
}

#[derive(Debug, Clone, Copy, Default)]
struct AgentCounts {
    requests: u64,
    refused: u64,
}

#[derive(Debug, Clone, Default)]
struct NetworkTally {
    requests: u64,
    newcomers: u64,
    refused: u64,
    score_max: u8,
    prefix: Option<Box<str>>,
}

/// A network in the overview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct NetworkLine {
    /// The prefix (/24 or /48) if the server keeps it and the caller may see it, else a hash that
    /// means the same network for a day at most.
    pub network: String,
    /// All requests.
    pub requests: u64,
    /// Requests that went on to get a place.
    pub newcomers: u64,
    /// Requests that were refused.
    pub refused: u64,
    /// The highest score of a request.
    pub score_max: u8,
}

/// A kind of browser in the overview.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AgentLine {
    /// Family and main version.
    pub agent: String,
    /// All requests.
    pub requests: u64,
    /// Requests that were refused.
    pub refused: u64,
}

/// The number of requests with an outcome.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct OutcomeLine {
    /// The outcome.
    pub outcome: EntryOutcome,
    /// Requests with it.
    pub requests: u64,
}

/// The number of requests with a reason in their score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct ReasonLine {
    /// The reason.
    pub reason: ScoreReason,
    /// The reason's weight.
    pub points: u8,
    /// Requests with it.
    pub requests: u64,
}

/// The number of newcomers with a score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
pub struct ScoreLine {
    /// The lowest score that is counted here; the next line has the next one.
    pub from: u8,
    /// Newcomers' requests with it.
    pub requests: u64,
}

/// The requests of a customer within the last 10 to 20 minutes, at one node.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct TrafficOverview {
    /// Number of all requests.
    pub requests: u64,
    /// By outcome.
    pub outcomes: Vec<OutcomeLine>,
    /// By score, in steps of ten; only newcomers have one.
    pub scores: Vec<ScoreLine>,
    /// By reason; a request can have several.
    pub reasons: Vec<ReasonLine>,
    /// The 20 kinds of browsers with the most requests.
    pub agents: Vec<AgentLine>,
    /// The 20 networks with the most requests.
    pub networks: Vec<NetworkLine>,
}

/// A request at the gates.
#[derive(Debug, Clone, Copy)]
pub struct EntryRequest<'a> {
    /// The id of the room.
    pub room: &'a str,
    /// The client's address, if it is known and not only claimed by an integration.
    pub address: Option<IpAddr>,
    /// `User-Agent`, if the client is a browser.
    pub agent: Option<&'a str>,
    /// `Accept-Language`.
    pub languages: Option<&'a str>,
}

impl TrafficTable {
    /// Creates an empty table.
    #[must_use]
    pub fn new(entropy: Entropy, keeps_prefixes: bool) -> Self {
        let state = TrafficState {
            key: TrafficKey::new(entropy.nonce()),
            key_since_ms: 0,
            customers: BTreeMap::new(),
        };
        Self {
            state: Mutex::new(state),
            entropy,
            keeps_prefixes,
        }
    }

    /// Counts a client's request for a place, and returns how much the client requested recently;
    /// `None` if its address is not known.
    pub fn record_request(&self, customer: &str, request: &EntryRequest<'_>, now_ms: u64) -> Option<Velocity> {
        let network = octets(client_network(request.address?));
        let mut state = self.lock(now_ms);
        let client = state.key.hash("client", &[&network]);
        let (agent, languages) = (request.agent.unwrap_or_default(), request.languages.unwrap_or_default());
        let parts = [network.as_slice(), agent.as_bytes(), languages.as_bytes()];
        let browser = state.key.hash("browser", &parts);
        let traffic = state.of(customer, now_ms);
        let before = traffic.previous.clients.get(&client).copied().unwrap_or_default();
        let in_a_minute =
            entry(&mut traffic.current.clients, client, CLIENTS_MAX, || before).map_or(1, |count| count.add(now_ms));
        let browsers = entry(&mut traffic.current.browsers, browser, CLIENTS_MAX, || 0);
        let here = browsers.map_or(1, |count| {
            *count = count.saturating_add(1);
            *count
        });
        let before = traffic.previous.browsers.get(&browser).copied().unwrap_or_default();
        Some(Velocity {
            in_a_minute,
            same_browser: here.saturating_add(before),
        })
    }

    /// Counts the outcome of a request; `score` is that of a newcomer who would get a place.
    pub fn note(
        &self,
        customer: &str,
        request: &EntryRequest<'_>,
        (outcome, score): (EntryOutcome, Option<AnomalyScore>),
        now_ms: u64,
    ) {
        let prefix = request.address.map(shown_network);
        // Reading the header takes longer than everything under the lock.
        let name = agent::name(request.agent);
        let mut state = self.lock(now_ms);
        let network = prefix.map(|prefix| {
            let room = state.key.hash("room", &[request.room.as_bytes()]);
            (room, state.key.hash("network", &[&octets(prefix)]))
        });
        let traffic = state.of(customer, now_ms);
        traffic.totals.note(outcome, score.map(|score| score.points()));
        let current = &mut traffic.current;
        current.outcomes[outcome as usize] += 1;
        if let Some(score) = score {
            current.scores[usize::from(score.points() / 10)] += 1;
            score.reasons().for_each(|reason| current.reasons[reason as usize] += 1);
        }
        if let Some(agent) = entry(&mut current.agents, name, AGENTS_MAX, AgentCounts::default) {
            agent.requests += 1;
            agent.refused += u64::from(outcome.is_refused());
        }
        let new = || NetworkTally {
            prefix: prefix
                .filter(|_| self.keeps_prefixes)
                .map(|prefix| prefix.to_string().into_boxed_str()),
            ..NetworkTally::default()
        };
        if let Some(network) = network
            && let Some(counts) = entry(&mut current.networks, network, NETWORKS_MAX, new)
        {
            counts.requests += 1;
            counts.newcomers += u64::from(outcome == EntryOutcome::Newcomer);
            counts.refused += u64::from(outcome.is_refused());
            counts.score_max = counts.score_max.max(score.map_or(0, |score| score.points()));
        }
    }

    /// Returns the totals of every customer with any request, since the key was drawn.
    #[must_use]
    pub fn totals(&self, now_ms: u64) -> BTreeMap<String, TrafficTotals> {
        let state = self.lock(now_ms);
        let totals = state.customers.iter();
        totals.map(|(name, traffic)| (name.clone(), traffic.totals)).collect()
    }

    /// Returns the overview of a customer. `shows_prefixes` is whether the reader has permission to
    /// see them.
    #[must_use]
    pub fn overview(&self, customer: &str, shows_prefixes: bool, now_ms: u64) -> TrafficOverview {
        let mut state = self.lock(now_ms);
        state.of(customer, now_ms).overview(shows_prefixes)
    }

    /// Returns the networks with the most requests for a room, without prefixes.
    #[must_use]
    pub fn networks_of_room(&self, (customer, room): (&str, &str), now_ms: u64) -> Vec<NetworkLine> {
        let mut state = self.lock(now_ms);
        let room = state.key.hash("room", &[room.as_bytes()]);
        state.of(customer, now_ms).networks(Some(room), false)
    }

    /// No method panics between two changes that belong together.
    fn lock(&self, now_ms: u64) -> MutexGuard<'_, TrafficState> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if now_ms.saturating_sub(state.key_since_ms) >= KEY_MS {
            *state = TrafficState {
                key: TrafficKey::new(self.entropy.nonce()),
                key_since_ms: now_ms,
                customers: BTreeMap::new(),
            };
        }
        state
    }
}

impl TrafficState {
    /// The counts of one customer. Their number is bounded by that of configured customers.
    fn of(&mut self, customer: &str, now_ms: u64) -> &mut CustomerTraffic {
        if !self.customers.contains_key(customer) {
            let new = CustomerTraffic {
                began_ms: now_ms,
                ..CustomerTraffic::default()
            };
            self.customers.insert(customer.to_owned(), new);
        }
        let traffic = self.customers.get_mut(customer).expect("it was just added");
        let age_ms = now_ms.saturating_sub(traffic.began_ms);
        if age_ms >= GENERATION_MS {
            let ended = std::mem::take(&mut traffic.current);
            traffic.previous = if age_ms < 2 * GENERATION_MS {
                ended
            } else {
                TenMinutes::default()
            };
            traffic.began_ms = now_ms - age_ms % GENERATION_MS;
        }
        traffic
    }
}

impl MinuteCount {
    /// Counts a request; returns the number within the last minute. Of the minute before, only the
    /// part that is less than a minute ago counts.
    fn add(&mut self, now_ms: u64) -> u32 {
        let minute = now_ms / MINUTE_MS;
        match minute.saturating_sub(self.minute) {
            0 => {}
            1 => (self.before, self.here) = (self.here, 0),
            _ => (self.before, self.here) = (0, 0),
        }
        self.minute = minute;
        self.here = self.here.saturating_add(1);
        let left = MINUTE_MS - now_ms % MINUTE_MS;
        let before = u64::from(self.before) * left / MINUTE_MS;
        self.here.saturating_add(u32::try_from(before).unwrap_or(u32::MAX))
    }
}

/// Returns the value of a key, which is added unless the map is full.
fn entry<K: Eq + Hash, V>(map: &mut HashMap<K, V>, key: K, most: usize, new: impl FnOnce() -> V) -> Option<&mut V> {
    if map.len() >= most && !map.contains_key(&key) {
        return None;
    }
    Some(map.entry(key).or_insert_with(new))
}

#[cfg(test)]
mod tests;

//! How many connections this process takes, and how long each may take for what it does: keys of
//! `[server]`.

use std::num::NonZeroU32;
use std::time::Duration;

use super::ConfigProblems;

/// Connections of one address at a time, where nothing else is said. People behind one address of a
/// mobile carrier are many hundreds; an address that has so many open loses the one that was idle
/// for the longest before a new one is refused.
const PER_ADDRESS_DEFAULT: NonZeroU32 = NonZeroU32::new(1_024).expect("not zero");
/// Longest deadline that may be set, seconds.
const DEADLINE_SECONDS_MAX: u32 = 3_600;

/// Connections at a time, and their deadlines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// In all; default as many as the process may have open files, less a reserve.
    pub in_all: Option<NonZeroU32>,
    /// Of one IPv4 address or IPv6 /64; peers in `trusted_proxies` are not counted.
    pub per_address: NonZeroU32,
    /// How long a connection may take for each step.
    pub deadlines: Deadlines,
}

/// How long a connection may take for each step of its life.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deadlines {
    /// Until its first byte, and until the end of the TLS handshake.
    pub handshake: Duration,
    /// For the head of a request, from its first byte.
    pub head: Duration,
    /// For the body of a request, from the end of its head.
    pub body: Duration,
    /// For each 4 KB of an answer that the network does not take at once.
    pub write: Duration,
    /// For a whole answer, from the end of the request's head to the last byte that its reader
    /// took.
    pub answer: Duration,
    /// Between two requests.
    pub idle: Duration,
}

impl Default for Deadlines {
    fn default() -> Self {
        Self {
            handshake: Duration::from_secs(10),
            head: Duration::from_secs(15),
            body: Duration::from_secs(15),
            write: Duration::from_secs(20),
            // The slowest handler takes 20 s, and a whole file at 4 KB a second less than the rest.
            answer: Duration::from_secs(120),
            // Longer than people wait between two polls, so that these share a connection.
            idle: Duration::from_secs(75),
        }
    }
}

/// What the file says of it.
#[derive(Debug, Default)]
pub(super) struct RawConnections {
    pub(super) max_connections: Option<u32>,
    pub(super) max_connections_per_address: Option<u32>,
    pub(super) handshake_seconds: Option<u32>,
    pub(super) head_seconds: Option<u32>,
    pub(super) body_seconds: Option<u32>,
    pub(super) write_seconds: Option<u32>,
    pub(super) answer_seconds: Option<u32>,
    pub(super) idle_seconds: Option<u32>,
}

impl RawConnections {
    /// Whether a key of `[server]` holds a number, so that the environment's text is read as one.
    pub(super) fn is_number(key: &str) -> bool {
        matches!(
            key,
            "max_connections"
                | "max_connections_per_address"
                | "handshake_seconds"
                | "head_seconds"
                | "body_seconds"
                | "write_seconds"
                | "answer_seconds"
                | "idle_seconds"
        )
    }

    pub(super) fn check(&self, problems: &mut ConfigProblems<'_>) -> ConnectionLimits {
        let mut count = |key: &str, given: Option<u32>| {
            let given =
                given.map(|count| NonZeroU32::new(count).ok_or("must be 1 or more; leave it out for the default"));
            given.and_then(|count| problems.take(key, count))
        };
        let in_all = count("max_connections", self.max_connections);
        let per_address = count("max_connections_per_address", self.max_connections_per_address);
        let mut seconds = |key: &str, given: Option<u32>, default: Duration| match given {
            None => default,
            Some(seconds @ 1..=DEADLINE_SECONDS_MAX) => Duration::from_secs(seconds.into()),
            Some(_) => {
                problems.add(key, format!("must be 1 to {DEADLINE_SECONDS_MAX} seconds"));
                default
            }
        };
        let default = Deadlines::default();
        let deadlines = Deadlines {
            handshake: seconds("handshake_seconds", self.handshake_seconds, default.handshake),
            head: seconds("head_seconds", self.head_seconds, default.head),
            body: seconds("body_seconds", self.body_seconds, default.body),
            write: seconds("write_seconds", self.write_seconds, default.write),
            answer: seconds("answer_seconds", self.answer_seconds, default.answer),
            idle: seconds("idle_seconds", self.idle_seconds, default.idle),
        };
        ConnectionLimits {
            in_all,
            per_address: per_address.unwrap_or(PER_ADDRESS_DEFAULT),
            deadlines,
        }
    }
}

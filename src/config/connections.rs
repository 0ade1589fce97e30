//! Limits of connections, which are keys of `[server]`: the number of connections of this process,
//! and the time that each can take for each step.

use std::num::NonZeroU32;
use std::time::Duration;

use super::ConfigProblems;

/// The default for connections of one address at a time. Many hundreds of visitors can share one
/// address of a mobile carrier. When an address has this many open connections, the one that was
/// idle longest is closed before a new one is refused.
const PER_ADDRESS_DEFAULT: NonZeroU32 = NonZeroU32::new(1_024).expect("not zero");
/// The longest deadline that can be set, seconds.
const DEADLINE_SECONDS_MAX: u32 = 3_600;

/// The limits of connections, and their deadlines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionLimits {
    /// All connections; default the process's limit of open files, less a reserve.
    pub in_all: Option<NonZeroU32>,
    /// Connections of one IPv4 address or IPv6 /64; peers in `trusted_proxies` are not counted.
    pub per_address: NonZeroU32,
    /// The time that a connection can take for each step.
    pub deadlines: Deadlines,
}

/// The time that a connection can take for each step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Deadlines {
    /// Time until the first byte, and until the end of the TLS handshake.
    pub handshake: Duration,
    /// Time for the head of a request, from its first byte.
    pub head: Duration,
    /// Time for the body of a request, from the end of its head.
    pub body: Duration,
    /// Time for each 4 KB of an answer that the network does not accept at once.
    pub write: Duration,
    /// Time for a whole answer, from the end of the request's head to the last byte that the client
    /// received.
    pub answer: Duration,
    /// Time between two requests.
    pub idle: Duration,
}

impl Default for Deadlines {
    fn default() -> Self {
        Self {
            handshake: Duration::from_secs(10),
            head: Duration::from_secs(15),
            body: Duration::from_secs(15),
            write: Duration::from_secs(20),
            // The slowest handler takes 20 s, and a whole file at 4 KB a second less than the
            // remaining time.
            answer: Duration::from_secs(120),
            // Longer than the time between two polls, so that polls share a connection.
            idle: Duration::from_secs(75),
        }
    }
}

/// The keys as in the file.
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
    /// Whether a key of `[server]` is a number, so that the environment's text is parsed as one.
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

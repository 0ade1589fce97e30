//! The progress of one connection, and its current deadline. Times come in as arguments.
//!
//! A connection is *fresh* until its TLS handshake is complete or its first byte arrives; then a
//! *head* arrives; then the connection is *busy* with requests until the last of them is answered;
//! then it is *idle* until the next head begins. Each stage has a single deadline, which trickling
//! bytes do not extend. An answer that the network does not accept has its own deadline, which
//! every [`WRITE_STEP_BYTES`] extend.
//!
//! HTTP/2 has frames that belong to no request (pings, window updates). They do not interrupt the
//! idle stage, so that a connection without open streams ends.

use std::time::Duration;

use prometheus_client::encoding::EncodeLabelValue;
use tokio::time::Instant;

use crate::config::Deadlines;

/// The number of bytes that the peer must accept within each write deadline for an answer to count
/// as moving.
pub(super) const WRITE_STEP_BYTES: usize = 4 * 1024;
/// A connection that was told to end is cut after this time.
pub(super) const CLOSE_WITHIN: Duration = Duration::from_secs(5);
/// A connection younger than this does not count as silent when another one needs its slot.
pub(super) const YOUNG: Duration = Duration::from_secs(2);

/// The deadline, or other reason, that ended a connection or request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelValue)]
pub(super) enum DeadlineKind {
    /// No first byte arrived, or no TLS handshake was completed.
    Silent,
    /// The head of a request was not completed.
    Head,
    /// The body of a request was not completed; the request is answered with an error.
    Body,
    /// The peer did not read an answer.
    Write,
    /// A request was not fully answered in time.
    Answer,
    /// No further request arrived; the connection is closed gracefully.
    Idle,
    /// The connection was told to end and did not.
    Close,
    /// Another connection needed the slot.
    Evicted,
}

/// The time at which a connection is to be ended, and the deadline that ends it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ConnectionDeadline {
    pub(super) at: Instant,
    pub(super) cut: DeadlineKind,
}

/// The order of eviction: the least value first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum EvictionRank {
    /// No whole request has arrived yet; the time is the beginning of the current stage.
    Silent(Instant),
    /// No request is open; the time is the beginning of the current stage.
    Idle(Instant),
    /// Like `Silent`, but younger than [`YOUNG`].
    Young(Instant),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ConnectionStage {
    /// The TLS handshake is in progress.
    Handshake { since: Instant },
    /// Nothing has arrived yet.
    Fresh { since: Instant },
    /// A head is arriving; `first` on this connection.
    Head { since: Instant, first: bool },
    /// Requests are open.
    Busy,
    /// The connection is between requests.
    Idle { since: Instant },
    /// The connection was told to end.
    Closing { since: Instant },
}

/// An answer that the network does not accept.
#[derive(Debug, Clone, Copy)]
struct StalledAnswer {
    since: Instant,
    moved: Instant,
    bytes: usize,
}

/// The progress of one connection.
#[derive(Debug)]
pub(super) struct Progress {
    stage: ConnectionStage,
    /// Requests without a complete answer: their number, and the time at which their head was
    /// complete; the oldest first.
    open: Vec<(u64, Instant)>,
    requests: u64,
    /// HTTP/2: arriving bytes do not necessarily belong to a request.
    multiplexed: bool,
    blocked: Option<StalledAnswer>,
}

impl Progress {
    /// Creates the progress of a connection accepted now.
    pub(super) fn new(now: Instant, tls: bool) -> Self {
        let stage = match tls {
            true => ConnectionStage::Handshake { since: now },
            false => ConnectionStage::Fresh { since: now },
        };
        Self {
            stage,
            open: Vec::new(),
            requests: 0,
            multiplexed: false,
            blocked: None,
        }
    }

    /// Records that the TLS handshake is complete.
    pub(super) fn handshake_done(&mut self, now: Instant) {
        self.stage = ConnectionStage::Head {
            since: now,
            first: true,
        };
    }

    /// Records that bytes arrived; reads the clock only if they begin something.
    pub(super) fn read(&mut self, now: impl FnOnce() -> Instant) {
        match self.stage {
            ConnectionStage::Fresh { .. } => {
                self.stage = ConnectionStage::Head {
                    since: now(),
                    first: true,
                }
            }
            ConnectionStage::Idle { .. } if !self.multiplexed => {
                self.stage = ConnectionStage::Head {
                    since: now(),
                    first: false,
                }
            }
            _ => {}
        }
    }

    /// Records that a head is complete; returns the number of the request.
    pub(super) fn begin(&mut self, now: Instant, multiplexed: bool) -> u64 {
        self.multiplexed = multiplexed;
        self.requests += 1;
        self.open.push((self.requests, now));
        if !matches!(self.stage, ConnectionStage::Closing { .. }) {
            self.stage = ConnectionStage::Busy;
        }
        self.requests
    }

    /// Records that a request was answered, or abandoned by the client.
    pub(super) fn end(&mut self, request: u64, now: Instant) {
        self.open.retain(|(open, _)| *open != request);
        if self.open.is_empty() && self.stage == ConnectionStage::Busy {
            self.stage = ConnectionStage::Idle { since: now };
        }
    }

    /// Records that the network accepts nothing at the moment.
    pub(super) fn blocked(&mut self, now: impl FnOnce() -> Instant) {
        self.blocked.get_or_insert_with(|| {
            let now = now();
            StalledAnswer {
                since: now,
                moved: now,
                bytes: 0,
            }
        });
    }

    /// Records that the network accepted this many bytes.
    pub(super) fn wrote(&mut self, bytes: usize, now: impl FnOnce() -> Instant) {
        if let Some(blocked) = &mut self.blocked {
            blocked.bytes += bytes;
            if blocked.bytes >= WRITE_STEP_BYTES {
                (blocked.moved, blocked.bytes) = (now(), 0);
            }
        }
    }

    /// Records that the network has accepted all pending bytes.
    pub(super) fn flushed(&mut self, now: impl FnOnce() -> Instant) {
        if self.blocked.take().is_some()
            && let ConnectionStage::Idle { since } = &mut self.stage
        {
            // The last answer has reached its reader only now.
            *since = now();
        }
    }

    /// Records that the connection was told to end.
    pub(super) fn close(&mut self, now: Instant) {
        self.stage = ConnectionStage::Closing { since: now };
    }

    /// Returns the current deadline.
    pub(super) fn due(&self, deadlines: &Deadlines) -> ConnectionDeadline {
        let due = |since: Instant, within: Duration, cut: DeadlineKind| ConnectionDeadline {
            at: since + within,
            cut,
        };
        let stage = match self.stage {
            ConnectionStage::Handshake { since } | ConnectionStage::Fresh { since } => {
                due(since, deadlines.handshake, DeadlineKind::Silent)
            }
            ConnectionStage::Head { since, .. } => due(since, deadlines.head, DeadlineKind::Head),
            ConnectionStage::Busy => {
                let (_, oldest) = self.open.first().expect("busy with a request");
                due(*oldest, deadlines.answer, DeadlineKind::Answer)
            }
            ConnectionStage::Idle { since } => due(since, deadlines.idle, DeadlineKind::Idle),
            ConnectionStage::Closing { since } => due(since, CLOSE_WITHIN, DeadlineKind::Close),
        };
        let Some(blocked) = self.blocked else { return stage };
        let slow = due(blocked.moved, deadlines.write, DeadlineKind::Write);
        let long = due(blocked.since, deadlines.answer, DeadlineKind::Answer);
        let write = if slow.at <= long.at { slow } else { long };
        match stage.cut {
            // The time between two requests begins when the answer has been sent.
            DeadlineKind::Idle => write,
            _ if write.at < stage.at => write,
            _ => stage,
        }
    }

    /// Returns whether the connection can be evicted, and in which order.
    pub(super) fn eviction_rank(&self, now: Instant) -> Option<EvictionRank> {
        match self.stage {
            ConnectionStage::Handshake { since }
            | ConnectionStage::Fresh { since }
            | ConnectionStage::Head { since, first: true } => {
                let young = now.duration_since(since) < YOUNG;
                Some(if young {
                    EvictionRank::Young(since)
                } else {
                    EvictionRank::Silent(since)
                })
            }
            ConnectionStage::Idle { since } | ConnectionStage::Head { since, first: false } => {
                Some(EvictionRank::Idle(since))
            }
            ConnectionStage::Busy | ConnectionStage::Closing { .. } => None,
        }
    }

    /// Returns whether the connection can be ended without losing anything, which is between two
    /// requests.
    pub(super) fn is_idle(&self) -> bool {
        matches!(self.stage, ConnectionStage::Idle { .. })
    }
}

//! What one connection is doing, and until when it may: decided by moments that come in as
//! arguments.
//!
//! A connection is *fresh* until its TLS handshake is over or its first byte came, then a *head*
//! arrives, then it is *busy* with requests until the last of them is answered, then *idle* until
//! the next head begins. Each stage has one moment at which it is over, which bytes that trickle in
//! do not move. An answer that the network does not take has a deadline of its own, which moves
//! with every [`WRITE_STEP_BYTES`].
//!
//! HTTP/2 sends frames that belong to no request (a ping, a window): they end no idle time, so a
//! connection without open streams ends.

use std::time::Duration;

use prometheus_client::encoding::EncodeLabelValue;
use tokio::time::Instant;

use crate::config::Deadlines;

/// An answer that is taken this slowly has still moved, bytes for each write deadline.
pub(super) const WRITE_STEP_BYTES: usize = 4 * 1024;
/// A connection that was told to end is cut so long afterwards.
pub(super) const CLOSE_WITHIN: Duration = Duration::from_secs(5);
/// A connection so young is not taken for a silent one when another needs its room.
pub(super) const YOUNG: Duration = Duration::from_secs(2);

/// Which deadline ended a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, EncodeLabelValue)]
pub(super) enum DeadlineKind {
    /// No first byte, or no TLS handshake.
    Silent,
    /// The head of a request did not end.
    Head,
    /// The body of a request did not end; the request is answered with an error.
    Body,
    /// The reader did not read.
    Write,
    /// A request was not answered whole in time.
    Answer,
    /// No further request; told politely.
    Idle,
    /// It was told to end, and did not.
    Close,
    /// Another connection needed its room.
    Evicted,
}

/// When a connection is over, and by which deadline.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ConnectionDeadline {
    pub(super) at: Instant,
    pub(super) cut: DeadlineKind,
}

/// How willingly a connection makes room for another: the least one first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum EvictionRank {
    /// It has never asked anything, since then.
    Silent(Instant),
    /// It asks nothing now, since then.
    Idle(Instant),
    /// It has only just come.
    Young(Instant),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum ConnectionStage {
    /// In the TLS handshake.
    Handshake { since: Instant },
    /// Nothing came yet.
    Fresh { since: Instant },
    /// A head is arriving; `first` of this connection.
    Head { since: Instant, first: bool },
    /// Requests are open.
    Busy,
    /// Between requests.
    Idle { since: Instant },
    /// Told to end.
    Closing { since: Instant },
}

/// An answer that the network did not take.
#[derive(Debug, Clone, Copy)]
struct StalledAnswer {
    since: Instant,
    moved: Instant,
    bytes: usize,
}

/// The state of one connection.
#[derive(Debug)]
pub(super) struct Progress {
    stage: ConnectionStage,
    /// Requests that are not answered whole: their number, and when their head was complete; the
    /// oldest first.
    open: Vec<(u64, Instant)>,
    requests: u64,
    /// Bytes that arrive need not belong to a request: HTTP/2.
    multiplexed: bool,
    blocked: Option<StalledAnswer>,
}

impl Progress {
    /// A connection that was accepted now.
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

    /// The TLS handshake is over.
    pub(super) fn shook_hands(&mut self, now: Instant) {
        self.stage = ConnectionStage::Head {
            since: now,
            first: true,
        };
    }

    /// Bytes came; the clock is looked at only where they begin something.
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

    /// A head is complete; the number of its request.
    pub(super) fn begin(&mut self, now: Instant, multiplexed: bool) -> u64 {
        self.multiplexed = multiplexed;
        self.requests += 1;
        self.open.push((self.requests, now));
        if !matches!(self.stage, ConnectionStage::Closing { .. }) {
            self.stage = ConnectionStage::Busy;
        }
        self.requests
    }

    /// A request is answered, or given up by its asker.
    pub(super) fn end(&mut self, request: u64, now: Instant) {
        self.open.retain(|(open, _)| *open != request);
        if self.open.is_empty() && self.stage == ConnectionStage::Busy {
            self.stage = ConnectionStage::Idle { since: now };
        }
    }

    /// The network took nothing now.
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

    /// The network took so many bytes.
    pub(super) fn wrote(&mut self, bytes: usize, now: impl FnOnce() -> Instant) {
        if let Some(blocked) = &mut self.blocked {
            blocked.bytes += bytes;
            if blocked.bytes >= WRITE_STEP_BYTES {
                (blocked.moved, blocked.bytes) = (now(), 0);
            }
        }
    }

    /// The network has taken all there was.
    pub(super) fn flushed(&mut self, now: impl FnOnce() -> Instant) {
        if self.blocked.take().is_some()
            && let ConnectionStage::Idle { since } = &mut self.stage
        {
            // The last answer is only now at its reader.
            *since = now();
        }
    }

    /// It was told to end.
    pub(super) fn close(&mut self, now: Instant) {
        self.stage = ConnectionStage::Closing { since: now };
    }

    /// Until when it may go on as it does.
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
            // The time between two requests begins when the answer is out.
            DeadlineKind::Idle => write,
            _ if write.at < stage.at => write,
            _ => stage,
        }
    }

    /// Whether it could make room for another connection, and how willingly.
    pub(super) fn spare(&self, now: Instant) -> Option<EvictionRank> {
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

    /// Whether it can be told that it ends, and nothing is lost: between two requests.
    pub(super) fn is_idle(&self) -> bool {
        matches!(self.stage, ConnectionStage::Idle { .. })
    }
}

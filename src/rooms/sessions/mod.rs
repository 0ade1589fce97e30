//! Sessions: a visitor who was let through stays on the site as long as calls of the site keep the
//! session alive ([`RoomState::touch`]). It ends by inactivity, by [`RoomState::end_session`], or
//! when the place is cancelled. Only pools that count sessions have them (`max_sessions`, `stock`
//! or `domains` in the configuration).
//!
//! A call is answered from this node's memory ([`SessionMemory`]). If the memory does not know a
//! session, [`RoomState::load_session`] reads the place's side record; that is the case after a
//! restart, and for sessions that another node granted or extended. The pool node begins sessions
//! with grants, reports touches and commits ends (`crates/node/`); other nodes learn of an end from
//! the change log.
//!
//! Operators name a session by a [`SessionKey`] ([`list`]).
//!
//! The end of a session is a flow time. Without calls it is the stored end, up to a slack and 10 s
//! later than the validity after the last call; see [`admission::occupancy`]. A device from
//! which the place was transferred has no session.

mod list;

use ::node::Command;
use ::node::command::SessionEnd;
use ::node::session_memory::SessionMemory;
use admission::occupancy::SessionRecord;
use admission::{FlowMs, Now, Number, Redirects, Run};
use store::Store;
use tokio::sync::oneshot;

pub use list::SessionKey;

use super::command::unserved;
use super::{Place, Room, RoomState, Unserved, records};

/// The maximum number of reads for one answer, if sessions end meanwhile. The last read is the
/// answer, but it is not remembered.
const READS_MAX: u32 = 3;

/// A place's session, as far as this node's memory knows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SessionStatus {
    /// The session lasts.
    Active {
        /// When it ends unless it is touched.
        ends: FlowMs,
    },
    /// This node knows no session that lasts: call [`RoomState::load_session`].
    Unknown,
    /// The room's pool counts no sessions.
    Uncounted,
}

/// A place's session, as the store has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StoredSession {
    /// The session lasts.
    Active {
        /// When it ends unless it is touched.
        ends: FlowMs,
    },
    /// The session was ended, or ended by inactivity.
    Ended,
    /// The holder of the place was never let through.
    Never,
    /// The room's pool counts no sessions.
    Uncounted,
}

impl RoomState {
    /// Returns a place's session from this node's memory: without the store, and without waiting
    /// for a commit.
    #[must_use]
    pub fn session(&self, place: &Place) -> SessionStatus {
        let Some(memory) = self.session_memory(place) else {
            return SessionStatus::Uncounted;
        };
        let number = self.number(place).filter(|_| self.is_alive(place));
        let ends = number.and_then(|number| memory.ends(place.run, number, self.now().flow));
        ends.map_or(SessionStatus::Unknown, |ends| SessionStatus::Active { ends })
    }

    /// Whether the holder of a place was let in and has a session that lasts; reads the store only
    /// if this node knows of no such session.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn is_inside(&self, place: &Place) -> Result<bool, Unserved> {
        if !self.was_redirected(place) {
            return Ok(false);
        }
        match self.session(place) {
            SessionStatus::Active { .. } => Ok(true),
            SessionStatus::Uncounted => Ok(false),
            SessionStatus::Unknown => {
                let stored = self.load_session(place).await?;
                Ok(matches!(stored, StoredSession::Active { .. }))
            }
        }
    }

    /// Keeps a place's session alive: it ends no sooner than its whole validity from now. Does
    /// nothing if [`Self::session`] does not return [`SessionStatus::Active`]; call
    /// [`Self::load_session`] first. Never waits; the touch reaches the ledger within seconds.
    pub fn touch(&self, place: &Place) {
        let number = self.number(place).filter(|_| self.is_alive(place));
        if let Some((memory, number)) = self.session_memory(place).zip(number) {
            memory.touch(place.run, number, self.now().flow);
        }
    }

    fn session_memory(&self, place: &Place) -> Option<&SessionMemory> {
        self.room().lane_of(place)?.shared.line.sessions.as_ref()
    }

    /// Reads a place's session from the store, and remembers it.
    ///
    /// # Errors
    /// If the store is unavailable.
    pub async fn load_session(&self, place: &Place) -> Result<StoredSession, Unserved> {
        let Some(lane) = self.room().lane_of(place) else {
            return Ok(StoredSession::Never);
        };
        let Some(memory) = &lane.shared.line.sessions else {
            return Ok(StoredSession::Uncounted);
        };
        match self.number(place) {
            None => Ok(StoredSession::Never),
            Some(_) if !self.is_alive(place) => Ok(StoredSession::Ended),
            Some(number) => lane.load_numbered(memory, (place.run, number)).await,
        }
    }

    /// Ends a place's session for good; the end is durable when this returns, and only another
    /// grant begins a new session. Other nodes follow within about a second. Returns whether a
    /// session lasted until then.
    ///
    /// # Errors
    /// If the store is unavailable or too many requests wait.
    pub async fn end_session(&self, place: &Place) -> Result<bool, Unserved> {
        self.end_session_by(SessionEnd::Operator, place).await
    }

    /// Like [`Self::end_session`], for a visitor at the checkout. If the store is unavailable, the
    /// session is over on this node, and ends for the other nodes when the store is back.
    ///
    /// # Errors
    /// If the store is unavailable or too many requests wait.
    pub async fn check_out(&self, place: &Place) -> Result<bool, Unserved> {
        self.end_session_by(SessionEnd::Checkout, place).await
    }

    async fn end_session_by(&self, kind: SessionEnd, place: &Place) -> Result<bool, Unserved> {
        let number = self.number(place).filter(|_| !self.is_transferred(place));
        match self.room().lane_of(place).zip(number) {
            Some((lane, number)) => lane.end_numbered(kind, (place.run, number)).await,
            None => Ok(false),
        }
    }
}

impl Room {
    async fn load_numbered(
        &self,
        memory: &SessionMemory,
        (run, number): (Run, Number),
    ) -> Result<StoredSession, Unserved> {
        let mut found = StoredSession::Never;
        for _ in 0..READS_MAX {
            let read = memory.begin_read(number);
            let record = self.read_session(run, number).await?;
            // The read took a while, in which sessions can have ended.
            let now = self.shared.now(&self.published());
            let (ends, stored) = match record.end(memory, now) {
                Ok(ends) => ends,
                Err(none) => {
                    memory.forget(run, number);
                    return Ok(none);
                }
            };
            let learned = memory.learn((run, number), (ends, stored), (read, now.flow));
            found = lasting(learned.unwrap_or(ends), now);
            if learned.is_some() {
                break;
            }
        }
        Ok(found)
    }

    async fn end_numbered(&self, kind: SessionEnd, (run, number): (Run, Number)) -> Result<bool, Unserved> {
        if self.shared.line.sessions.is_none() {
            return Ok(false);
        }
        let (reply, answer) = oneshot::channel();
        let ask = Command::EndSession {
            run,
            number,
            kind,
            reply,
        };
        self.node.try_send((self.line, ask)).map_err(unserved)?;
        answer.await.map_err(|_| Unserved::Away)?
    }

    async fn read_session(&self, run: Run, number: Number) -> Result<ReadRecords, Unserved> {
        let keys = [
            records::session_key(self.line, run, number),
            records::redirects_key(self.line, run, number),
        ];
        let (store, pool) = &self.shared.pool_store;
        let loaded = store.load(pool, &keys).await;
        // A store that may lack commits does not show which visitors were never let through.
        let loaded = loaded.ok().filter(|loaded| !loaded.recovering);
        let values = loaded.ok_or(Unserved::Away)?.records;
        let value = |at: usize| values.get(at).and_then(Option::as_deref);
        Ok(ReadRecords {
            session: value(0).and_then(records::decode),
            redirects: value(1).and_then(records::decode),
        })
    }
}

/// The side records of a place that concern its session.
#[derive(Debug)]
struct ReadRecords {
    session: Option<SessionRecord>,
    redirects: Option<Redirects>,
}

impl ReadRecords {
    /// Returns when the session ends on this node and in the store, or an error if there is no
    /// session.
    fn end(&self, memory: &SessionMemory, now: Now) -> Result<(FlowMs, FlowMs), StoredSession> {
        match (self.session, self.redirects) {
            (Some(SessionRecord::Ended), _) => Err(StoredSession::Ended),
            (Some(SessionRecord::Counted(bucket)), _) => Ok((bucket.ends(), bucket.ends())),
            // The visitor was let through before sessions were counted: a touch counts the session.
            (None, Some(last)) => Ok((memory.unreported_end(now, last.granted_at), FlowMs(0))),
            (None, None) => Err(StoredSession::Never),
        }
    }
}

fn lasting(ends: FlowMs, now: Now) -> StoredSession {
    if ends > now.flow {
        StoredSession::Active { ends }
    } else {
        StoredSession::Ended
    }
}

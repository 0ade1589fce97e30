//! The sessions of a room as operators see them: by key instead of by place, because lists must not
//! contain visitors' tokens.

use std::future::ready;

use ::node::command::SessionEnd;
use ::node::session_memory::{ListedSession, SessionMemory};
use admission::{FlowMs, Number, Run, Snapshot};
use futures_util::stream::{self, StreamExt, TryStreamExt};

use super::StoredSession;
use crate::rooms::{Place, Room, RoomState, Unserved};

/// The maximum number of sessions of a list for which the store is read at the same time.
const READS_AT_ONCE: usize = 32;
/// The maximum number of sessions of a line that a list checks: if the store has lost sessions that
/// this node remembers, a list would otherwise read it once for each of them.
const LOOKED_AT_MAX: usize = 4_096;

/// Names a session, or a place, within a room. Each lane counts its own numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SessionKey {
    /// The run of the room.
    pub run: Run,
    /// The lane; 0 for ordinary visitors.
    pub lane: u8,
    /// The number of the place in its lane.
    pub number: Number,
}

impl RoomState {
    /// The key of a place; `None` if it has no number.
    #[must_use]
    pub fn session_key(&self, place: &Place) -> Option<SessionKey> {
        Some(SessionKey {
            run: place.run,
            lane: place.lane,
            number: self.number(place)?,
        })
    }

    /// The sessions of all lanes that this node knows, at most `most`, and when each ends. A
    /// recently started node knows only the sessions that were looked up since;
    /// [`crate::rooms::Published::sessions`] counts all.
    ///
    /// # Errors
    /// If the store is unavailable and another node may have ended one of them.
    pub async fn sessions(&self, most: usize) -> Result<Vec<(SessionKey, FlowMs)>, Unserved> {
        let runs: Vec<Run> = self.snapshots().map(Snapshot::run).collect();
        let mut found = Vec::new();
        for (lane, run) in self.room().all_lanes().zip(runs) {
            let left = most - found.len();
            found.extend(lane.own_sessions((run, self.now().flow), left).await?);
        }
        Ok(found)
    }

    /// Returns a session by its key, whichever node let its visitor in.
    ///
    /// # Errors
    /// If this node does not know the session and the store is unavailable.
    pub async fn session_of(&self, key: SessionKey) -> Result<StoredSession, Unserved> {
        let Some(lane) = self.room().lane_numbered(key.lane) else {
            return Ok(StoredSession::Never);
        };
        let Some(memory) = &lane.shared.line.sessions else {
            return Ok(StoredSession::Uncounted);
        };
        let run = self.snapshot(key.lane).map(Snapshot::run);
        if run != Some(key.run) {
            return Ok(StoredSession::Never);
        }
        match memory.ends(key.run, key.number, self.now().flow) {
            Some(ends) => Ok(StoredSession::Active { ends }),
            None => lane.load_numbered(memory, (key.run, key.number)).await,
        }
    }
}

impl Room {
    async fn own_sessions(
        &self,
        (run, now): (Run, FlowMs),
        most: usize,
    ) -> Result<Vec<(SessionKey, FlowMs)>, Unserved> {
        let Some(memory) = &self.shared.line.sessions else {
            return Ok(Vec::new());
        };
        let lane = self.shared.line.lane;
        let confirmed = async |known: ListedSession| {
            let ends = self.confirmed_end(memory, (run, known)).await?;
            let number = known.number;
            Ok(ends.map(|ends| (SessionKey { run, lane, number }, ends)))
        };
        first_confirmed(memory.list(run, now), most, confirmed).await
    }

    async fn confirmed_end(
        &self,
        memory: &SessionMemory,
        (run, known): (Run, ListedSession),
    ) -> Result<Option<FlowMs>, Unserved> {
        if known.is_sure {
            return Ok(Some(known.ends));
        }
        let stored = self.load_numbered(memory, (run, known.number)).await?;
        Ok(stored.ends())
    }

    /// Like [`RoomState::end_session`], for a session by its key.
    ///
    /// # Errors
    /// If the store is unavailable or too many requests wait.
    pub async fn end_session_of(&self, key: SessionKey) -> Result<bool, Unserved> {
        match self.lane_numbered(key.lane) {
            Some(lane) => lane.end_numbered(SessionEnd::Operator, (key.run, key.number)).await,
            None => Ok(false),
        }
    }
}

/// Confirms the candidates in order, a few at the same time, until the wanted number is found.
async fn first_confirmed<T, C>(
    known: Vec<ListedSession>,
    most: usize,
    confirm: impl Fn(ListedSession) -> C,
) -> Result<Vec<T>, Unserved>
where
    C: Future<Output = Result<Option<T>, Unserved>>,
{
    stream::iter(known)
        .take(LOOKED_AT_MAX)
        .map(confirm)
        .buffered(READS_AT_ONCE)
        .try_filter_map(|found| ready(Ok(found)))
        .take(most)
        .try_collect()
        .await
}

impl StoredSession {
    /// When the session ends, if it lasts.
    #[must_use]
    pub fn ends(self) -> Option<FlowMs> {
        match self {
            Self::Active { ends } => Some(ends),
            Self::Ended | Self::Never | Self::Uncounted => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use super::*;

    fn known(count: u64) -> Vec<ListedSession> {
        let session = |number| ListedSession {
            number: Number(number),
            ends: FlowMs(60_000),
            is_sure: false,
        };
        (0..count).map(session).collect()
    }

    #[tokio::test]
    async fn a_list_asks_the_store_a_bounded_number_of_times() {
        let asked = Cell::new(0);
        let lost = async |_| {
            asked.set(asked.get() + 1);
            Ok(None::<Number>)
        };
        let found = first_confirmed(known(100_000), 10, lost).await.expect("no fault");
        assert_eq!((found.len(), asked.get()), (0, LOOKED_AT_MAX));
    }

    #[tokio::test]
    async fn a_list_has_as_many_as_are_wanted() {
        let each = async |session: ListedSession| Ok(Some(session.number));
        let found = first_confirmed(known(5_000), 1_000, each).await.expect("no fault");
        assert_eq!(found, (0..1_000).map(Number).collect::<Vec<_>>());
    }
}

//! Places and the queue ids that name them.

use admission::marks::Mark;
use admission::{Device, Run, Sequence, Snapshot, WallMs};
use protocol::QueueId;
use serde::{Deserialize, Serialize};

/// A place that was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct NewPlace {
    /// The run of the place.
    pub run: Run,
    /// The time at which the run began.
    pub run_began: WallMs,
    /// Order of arrival.
    pub sequence: Sequence,
    /// The time at which the place was given.
    pub at: WallMs,
    /// Whether the holder passes at once without seeing the line.
    pub unseen: bool,
}

/// A place that a queue id names, in this room and run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The queue id.
    #[serde(with = "queue_id_bytes")]
    pub queue_id: QueueId,
    /// The lane: 0 for ordinary visitors, else that of a priority group.
    pub lane: u8,
    /// The run of the place.
    pub run: Run,
    /// The place, and the number of this device among its devices.
    pub device: Device,
    /// The time at which the place was given.
    pub since: WallMs,
}

impl Place {
    /// Whether both are devices of the same place.
    #[must_use]
    pub fn is_same_place(&self, other: &Self) -> bool {
        let place = |known: &Self| (known.lane, known.run, known.device.sequence);
        place(self) == place(other)
    }
}

/// The result of looking up a queue id in a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceLookup {
    /// A place of this run.
    Place(Place),
    /// A place of a run that is over.
    PastRun,
    /// A place that this node does not know yet, or that was lost: read the stored state.
    Unseen,
    /// No place: the id is not authentic, or claims a time in the future.
    Nothing,
}

/// The places of a room that count as waiting.
pub fn counted(snapshot: &Snapshot) -> impl Iterator<Item = Sequence> {
    let places = (0..snapshot.ledger().next.0).map(Sequence);
    places.filter(|sequence| !snapshot.has(*sequence, Mark::Uncounted))
}

/// The time at which a place was given, from the seconds in its id. Both values are whole seconds,
/// so the result is never later than the true time.
pub fn given_at(run_began: WallMs, seconds: u32) -> WallMs {
    WallMs((run_began.seconds() + u64::from(seconds)) * 1_000)
}

/// A queue id as its 16 bytes.
mod queue_id_bytes {
    use protocol::QueueId;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(id: &QueueId, serializer: S) -> Result<S::Ok, S::Error> {
        id.as_bytes().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<QueueId, D::Error> {
        <[u8; 16]>::deserialize(deserializer).map(QueueId::from_bytes)
    }
}

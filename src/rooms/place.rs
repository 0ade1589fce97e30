//! Places and the queue ids that name them.

use admission::marks::Mark;
use admission::{Device, Run, Sequence, Snapshot, WallMs};
use protocol::QueueId;

use super::RoomInner;

/// A place that was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NewPlace {
    /// The run of the place.
    pub(super) run: Run,
    /// The time at which the run began.
    pub(super) run_began: WallMs,
    /// Order of arrival.
    pub(super) sequence: Sequence,
    /// The time at which the place was given.
    pub(super) at: WallMs,
    /// Whether the holder passes at once without seeing the line.
    pub(super) unseen: bool,
}

/// A place that a queue id names, in this room and run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The queue id.
    pub queue_id: QueueId,
    /// The lane: 0 for ordinary visitors, else that of a priority group.
    pub lane: u8,
    /// The run of the place.
    pub run: Run,
    /// The place, and which of its devices so far this is.
    pub device: Device,
    /// The time at which the place was given.
    pub since: WallMs,
}

impl Place {
    /// Whether both are devices of one place of a room.
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
    /// A place that this node does not know yet, or that was lost: see
    /// [`RoomState::catch_up`](super::RoomState::catch_up).
    Unseen,
    /// No place: the id is not authentic, or claims a time in the future.
    Nothing,
}

impl RoomInner {
    /// Returns a place that was just given, with its queue id.
    pub(super) fn name_place(&self, arrived: &NewPlace) -> Place {
        let device = Device::first(arrived.sequence);
        self.name_device((arrived.run, arrived.run_began), device, arrived.at)
    }

    /// Returns a device's place that was given at `at`, with the queue id of that device.
    pub(super) fn name_device(&self, (run, run_began): (Run, WallMs), device: Device, at: WallMs) -> Place {
        let seconds = at.seconds().saturating_sub(run_began.seconds());
        let seconds = u32::try_from(seconds)
            .unwrap_or(u32::MAX)
            .min(protocol::queue_id::SECONDS_END - 1);
        let place = protocol::PlaceId {
            run,
            lane: self.lane,
            holder: device.holder,
            sequence: device.sequence,
            seconds,
        };
        let queue_id = self
            .codec
            .seal(place)
            .expect("a run ends before its sequence needs more than 36 bits, and the engine counts 15 moves");
        Place {
            queue_id,
            lane: self.lane,
            run,
            device,
            since: given_at(run_began, seconds),
        }
    }
}

/// The places of a room that count as waiting.
pub(super) fn counted(snapshot: &Snapshot) -> impl Iterator<Item = Sequence> {
    let places = (0..snapshot.ledger().next.0).map(Sequence);
    places.filter(|sequence| !snapshot.has(*sequence, Mark::Uncounted))
}

/// The time at which a place was given, from the seconds in its id. Both values are whole seconds,
/// so the result is never later than the true time.
pub(super) fn given_at(run_began: WallMs, seconds: u32) -> WallMs {
    WallMs((run_began.seconds() + u64::from(seconds)) * 1_000)
}

//! Places and the queue ids that name them.

use admission::marks::Mark;
use admission::{Device, Run, Sequence, Snapshot, WallMs};
use protocol::QueueId;

use super::RoomInner;

/// A place that was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct NewPlace {
    /// In which run.
    pub(super) run: Run,
    /// When that began.
    pub(super) run_began: WallMs,
    /// Order of arrival.
    pub(super) sequence: Sequence,
    /// When.
    pub(super) at: WallMs,
    /// Its holder passes at once, unseen.
    pub(super) unseen: bool,
}

/// A place that a queue id names, in this room and run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// The id.
    pub queue_id: QueueId,
    /// In which run.
    pub run: Run,
    /// Which place, and which of the devices that have held it.
    pub device: Device,
    /// When it was given.
    pub since: WallMs,
}

/// What a queue id names in a room.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlaceLookup {
    /// A place of this run.
    Place(Place),
    /// A place of a run that is over.
    PastRun,
    /// A place that this node does not know yet, or that was lost: see [`Room::state_with`].
    Unseen,
    /// None of ours.
    Nothing,
}

impl RoomInner {
    /// The id of a place that was just given.
    pub(super) fn name_place(&self, arrived: &NewPlace) -> Place {
        let device = Device::first(arrived.sequence);
        self.name_device((arrived.run, arrived.run_began), device, arrived.at)
    }

    /// The id by which a device holds a place that was given at that time.
    pub(super) fn name_device(&self, (run, run_began): (Run, WallMs), device: Device, at: WallMs) -> Place {
        let seconds = at.seconds().saturating_sub(run_began.seconds());
        let seconds = u32::try_from(seconds)
            .unwrap_or(u32::MAX)
            .min(protocol::queue_id::SECONDS_END - 1);
        let place = protocol::PlaceId {
            run: run.0,
            lane: 0,
            holder: device.holder.0,
            sequence: device.sequence.0,
            seconds,
        };
        let queue_id = self
            .codec
            .seal(place)
            .expect("a run ends before its sequence needs more than 36 bits, and the engine counts 15 moves");
        Place {
            queue_id,
            run,
            device,
            since: given_at(run_began, seconds),
        }
    }
}

/// The places of a room that count among those who wait.
pub(super) fn counted(snapshot: &Snapshot) -> impl Iterator<Item = Sequence> {
    let places = (0..snapshot.ledger().next.0).map(Sequence);
    places.filter(|sequence| !snapshot.has(*sequence, Mark::Uncounted))
}

/// When a place was given, from the seconds in its id: whole seconds on both sides, so never later
/// than it really was.
pub(super) fn given_at(run_began: WallMs, seconds: u32) -> WallMs {
    WallMs((run_began.seconds() + u64::from(seconds)) * 1_000)
}

//! Places and the queue ids that name them.

use admission::marks::Mark;
use admission::{Device, Holder, Number, Run, Sequence, Snapshot, WallMs};
use protocol::{Place, QueueId};
use tokio::sync::oneshot;

use super::desk::{Arrived, Ask};
use super::{Room, Shared, Unserved};

/// A place that a queue id names, in this room and run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known {
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
pub enum Named {
    /// A place of this run.
    Place(Known),
    /// A place of a run that is over.
    PastRun,
    /// A place that this node does not know yet, or that was lost: see [`Room::catch_up`].
    Unseen,
    /// None of ours.
    Nothing,
}

impl Shared {
    /// The id of a place that was just given.
    pub(super) fn name_place(&self, arrived: &Arrived) -> Known {
        let device = Device::first(arrived.sequence);
        self.name_device((arrived.run, arrived.run_began), device, arrived.at)
    }

    /// The id by which a device holds a place that was given at that time.
    pub(super) fn name_device(&self, (run, run_began): (Run, WallMs), device: Device, at: WallMs) -> Known {
        let seconds = at.seconds().saturating_sub(run_began.seconds());
        let seconds = u32::try_from(seconds)
            .unwrap_or(u32::MAX)
            .min(protocol::queue_id::SECONDS_END - 1);
        let place = Place {
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
        Known {
            queue_id,
            run,
            device,
            since: given_at(run_began, seconds),
        }
    }
}

impl Room {
    /// What a queue id names.
    #[must_use]
    pub fn named(&self, queue_id: QueueId) -> Named {
        let Some(place) = self.shared.codec.open(&queue_id) else {
            return Named::Nothing;
        };
        let published = self.published();
        let ledger = published.snapshot.ledger();
        // A clock that was set back makes no place one of the future.
        let now = self.shared.clock.wall().max(ledger.latest);
        let seconds = now.seconds().saturating_sub(ledger.run_began.seconds());
        let now_seconds = u32::try_from(seconds).unwrap_or(u32::MAX);
        if place.run != ledger.run.0 {
            return if place.run < ledger.run.0 {
                Named::PastRun
            } else {
                Named::Unseen
            };
        }
        if !place.issued_by(now_seconds, protocol::queue_id::CLOCK_TOLERANCE_SECONDS) {
            return Named::Nothing;
        }
        if place.sequence >= ledger.next.0 {
            return Named::Unseen;
        }
        Named::Place(Known {
            queue_id,
            run: ledger.run,
            device: Device {
                sequence: Sequence(place.sequence),
                holder: Holder(place.holder),
            },
            since: given_at(ledger.run_began, place.seconds),
        })
    }

    /// Where one of these ids names a place that this node does not know, another node may have given it: waits until this one knows what is stored. An id that is
    /// [`Named::Unseen`] after that names no place. All who wait share one look at the store.
    ///
    /// # Errors
    /// If the store is away: nobody can say whether the place is good.
    pub async fn catch_up(&self, ids: impl Iterator<Item = QueueId>) -> Result<(), Unserved> {
        let mut ids = ids;
        if !ids.any(|id| self.named(id) == Named::Unseen) {
            return Ok(());
        }
        let (reply, answer) = oneshot::channel();
        self.desk.try_send((self.line, Ask::Behind(reply)))?;
        answer.await.map_err(|_| Unserved::Away)?
    }

    /// The place that a queue id names: ours, of this run, not from the future, and known.
    #[must_use]
    pub fn open_id(&self, queue_id: QueueId) -> Option<Known> {
        match self.named(queue_id) {
            Named::Place(known) => Some(known),
            Named::PastRun | Named::Unseen | Named::Nothing => None,
        }
    }

    /// The number of a place, once it has one.
    #[must_use]
    pub fn number(&self, known: &Known) -> Option<Number> {
        let published = self.published();
        let ledger = published.snapshot.ledger();
        (known.run == ledger.run).then(|| ledger.number(known.device.sequence))?
    }

    /// Whether a place was cancelled, as far as this node knows.
    #[must_use]
    pub fn is_cancelled(&self, known: &Known) -> bool {
        self.published().snapshot.has(known.device.sequence, Mark::Cancelled)
    }

    /// Whether a place was let through, as far as this node knows.
    #[must_use]
    pub fn was_redirected(&self, known: &Known) -> bool {
        self.published().snapshot.has(known.device.sequence, Mark::Redirected)
    }

    /// Whether a place has moved on to another device, as far as this node knows.
    #[must_use]
    pub fn is_moved(&self, known: &Known) -> bool {
        let published = self.published();
        published.snapshot.run() == known.run && published.snapshot.is_moved(known.device)
    }
}

/// The places of a room that count among those who wait.
pub(super) fn counted(snapshot: &Snapshot) -> impl Iterator<Item = Sequence> {
    let places = (0..snapshot.ledger().next.0).map(Sequence);
    places.filter(|sequence| !snapshot.has(*sequence, Mark::Uncounted))
}

/// When a place was given, from the seconds in its id: whole seconds on both sides, so never later than it really was.
fn given_at(run_began: WallMs, seconds: u32) -> WallMs {
    WallMs((run_began.seconds() + u64::from(seconds)) * 1_000)
}

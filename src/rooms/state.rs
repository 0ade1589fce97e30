//! A room as one request sees it: its settings, one commit and the time, loaded once and passed on,
//! so that no answer is made of two commits.

use std::sync::Arc;

use admission::estimate::WaitRange;
use admission::marks::Mark;
use admission::snapshot::PollContext;
use admission::{Device, Holder, Now, Number, PlaceStatus, Sequence};
use protocol::QueueId;

use super::place::given_at;
use super::{Place, PlaceLookup, Published, Room, RoomInner, Settings, Unserved};

/// Settings and last commit of a room at one moment.
#[derive(Debug, Clone)]
pub struct RoomState<'r> {
    shared: &'r RoomInner,
    /// The settings.
    pub settings: Arc<Settings>,
    /// The commit.
    pub published: Arc<Published>,
    now: Now,
}

impl Room {
    /// The room now. Take it once for a request.
    #[must_use]
    pub fn state(&self) -> RoomState<'_> {
        let published = self.shared.published.load_full();
        RoomState {
            shared: &self.shared,
            settings: self.shared.settings.load_full(),
            // A clock is read once: every id that a visitor brings is held against it.
            now: self.shared.now(&published),
            published,
        }
    }

    /// The room at a moment at which the places that these ids name are known. Another node may
    /// have given a place that this node does not know yet: where an id names such a place, waits
    /// until this node has read what is stored. An id that is [`PlaceLookup::Unseen`] in the result
    /// names no place. All who wait share one load of the store.
    ///
    /// The second value is an error if the store is away: nobody can say whether such a place is
    /// good.
    pub async fn state_with(&self, ids: impl Iterator<Item = QueueId>) -> (RoomState<'_>, Result<(), Unserved>) {
        let state = self.state();
        let mut ids = ids;
        if !ids.any(|id| state.named(id) == PlaceLookup::Unseen) {
            return (state, Ok(()));
        }
        let caught_up = self.catch_up().await;
        (self.state(), caught_up)
    }
}

impl RoomState<'_> {
    /// What a queue id names.
    #[must_use]
    pub fn named(&self, queue_id: QueueId) -> PlaceLookup {
        let Some(place) = self.shared.codec.open(&queue_id) else {
            return PlaceLookup::Nothing;
        };
        let ledger = self.published.snapshot.ledger();
        // A clock that was set back makes no place one of the future.
        let now = self.now.wall.max(ledger.latest);
        let seconds = now.seconds().saturating_sub(ledger.run_began.seconds());
        let now_seconds = u32::try_from(seconds).unwrap_or(u32::MAX);
        if place.run != ledger.run.0 {
            return if place.run < ledger.run.0 {
                PlaceLookup::PastRun
            } else {
                PlaceLookup::Unseen
            };
        }
        if !place.issued_by(now_seconds, protocol::queue_id::CLOCK_TOLERANCE_SECONDS) {
            return PlaceLookup::Nothing;
        }
        if place.sequence >= ledger.next.0 {
            return PlaceLookup::Unseen;
        }
        PlaceLookup::Place(Place {
            queue_id,
            run: ledger.run,
            device: Device {
                sequence: Sequence(place.sequence),
                holder: Holder(place.holder),
            },
            since: given_at(ledger.run_began, place.seconds),
        })
    }

    /// The place that a queue id names: ours, of this run, not from the future, and known.
    #[must_use]
    pub fn open_id(&self, queue_id: QueueId) -> Option<Place> {
        match self.named(queue_id) {
            PlaceLookup::Place(known) => Some(known),
            PlaceLookup::PastRun | PlaceLookup::Unseen | PlaceLookup::Nothing => None,
        }
    }

    /// The number of a place, once it has one.
    #[must_use]
    pub fn number(&self, known: &Place) -> Option<Number> {
        let ledger = self.published.snapshot.ledger();
        (known.run == ledger.run).then(|| ledger.number(known.device.sequence))?
    }

    /// Whether a place was neither cancelled nor moved to another device.
    #[must_use]
    pub fn is_alive(&self, known: &Place) -> bool {
        !self.is_cancelled(known) && !self.is_moved(known)
    }

    /// Whether a place was cancelled.
    #[must_use]
    pub fn is_cancelled(&self, known: &Place) -> bool {
        self.has(known, Mark::Cancelled)
    }

    /// Whether a place was let through.
    #[must_use]
    pub fn was_redirected(&self, known: &Place) -> bool {
        self.has(known, Mark::Redirected)
    }

    /// Whether a place has moved on to another device.
    #[must_use]
    pub fn is_moved(&self, known: &Place) -> bool {
        self.published.snapshot.run() == known.run && self.published.snapshot.is_moved(known.device)
    }

    fn has(&self, known: &Place, mark: Mark) -> bool {
        self.published.snapshot.has(known.device.sequence, mark)
    }

    /// Where a place stands, told to its holder, and records that the holder is present.
    #[must_use]
    pub fn poll(&self, known: &Place, jitter: u16, stretch_percent: u16) -> PlaceStatus {
        let standing = self.standing(known, jitter, stretch_percent);
        let waits = matches!(
            standing,
            PlaceStatus::Unnumbered(_) | PlaceStatus::InLine(_) | PlaceStatus::FirstInLine(_)
        );
        if waits {
            let flow = self.now.flow;
            self.published.snapshot.seen().hear(known.device.sequence, flow);
        }
        standing
    }

    /// Where a place stands. Records nothing.
    #[must_use]
    pub fn standing(&self, known: &Place, jitter: u16, stretch_percent: u16) -> PlaceStatus {
        if self.published.snapshot.run() != known.run {
            return PlaceStatus::Unknown;
        }
        let asking = PollContext {
            device: known.device,
            since: known.since,
            now: self.now,
            cut_off: self.settings.room.life.schedule.cut_off(),
            jitter,
            stretch_percent,
        };
        self.published.snapshot.standing(&asking)
    }

    /// Records that a visitor with a place is sent on without a turn, while the room is disabled:
    /// the room does not wait for them, and they keep the place if they come back.
    pub fn passed_on(&self, known: &Place) {
        if self.published.snapshot.run() == known.run && !self.published.snapshot.is_moved(known.device) {
            let flow = self.now.flow;
            self.published.snapshot.seen().leave(known.device.sequence, flow);
        }
    }

    /// Whether newcomers pass the room without seeing it.
    #[must_use]
    pub fn is_unseen(&self) -> bool {
        self.published.snapshot.ledger().is_unseen(&self.settings.engine())
    }

    /// What somebody who comes now would be told to wait, as far as that can be said.
    #[must_use]
    pub fn newcomer_wait(&self) -> Option<WaitRange> {
        self.published.snapshot.newcomer_wait(self.now)
    }

    /// What time it was for the room when this was loaded.
    #[must_use]
    pub fn now(&self) -> Now {
        self.now
    }
}

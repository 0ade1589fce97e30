//! A room as one request sees it: settings, one commit and the time, loaded once and passed on, so
//! that no answer mixes two commits.

use std::sync::Arc;

use ::node::shown_turns::{NEW_MS, NearVisitor};
use admission::estimate::WaitRange;
use admission::marks::Mark;
use admission::presence::Channel;
use admission::snapshot::PollContext;
use admission::{Device, Grant, Now, Number, PlaceStatus, Snapshot, WallMs};
use protocol::{QueueId, UnixSeconds};

use super::place::given_at;
use super::{Place, PlaceLookup, Possession, Published, Room, TurnReply, Unserved};
use crate::config::RoomDefinition;

/// The settings and the last commit of a room at one moment.
#[derive(Debug, Clone)]
pub struct RoomState {
    room: Arc<Room>,
    /// The settings in force.
    pub settings: Arc<RoomDefinition>,
    /// The last commit, as the lane of ordinary visitors shows it.
    pub published: Arc<Published>,
    /// The lanes of priority groups.
    lanes: Vec<(u8, Arc<Published>)>,
    now: Now,
}

impl RoomState {
    /// Loads a room's current state. Call this once for each request, when the room is found. The
    /// state returns the room only as a reference, so that a later stage cannot load another commit
    /// by mistake.
    #[must_use]
    pub fn load(room: Arc<Room>) -> Self {
        let published = room.shared.published.load_full();
        let lanes = room
            .lanes
            .iter()
            .map(|lane| (lane.shared.line.lane, lane.shared.published.load_full()));
        Self {
            settings: room.shared.settings.load_full(),
            lanes: lanes.collect(),
            // The clock is read once, so that every id of a request is checked against the same
            // time.
            now: room.shared.now(&published),
            published,
            room,
        }
    }

    /// Loads the room's state again, for a request that has waited: for the store, for a permit, or
    /// for a commit of its own.
    #[must_use]
    pub fn newer(self) -> Self {
        Self::load(self.room)
    }

    /// The room.
    #[must_use]
    pub fn room(&self) -> &Room {
        &self.room
    }

    /// Advances the state to a moment at which this node knows the places that `ids` name.
    ///
    /// Another node can have given a place that this node does not know yet. If an id names such a
    /// place, this method waits until this node has read the stored state, and loads the room's
    /// state again; concurrent callers share one read. An id that is [`PlaceLookup::Unseen`]
    /// afterwards names no place.
    ///
    /// # Errors
    /// If this node could not catch up; it then cannot determine whether such a place is valid.
    pub async fn catch_up(&mut self, ids: impl Iterator<Item = QueueId>) -> Result<(), Unserved> {
        let mut ids = ids;
        if !ids.any(|id| self.look_up(id) == PlaceLookup::Unseen) {
            return Ok(());
        }
        let caught_up = self.room.catch_up().await;
        *self = self.clone().newer();
        caught_up
    }

    /// Waits until this node has read the stored state, and loads the room's state again.
    ///
    /// # Errors
    /// If this node could not read it.
    pub(super) async fn read_stored(&mut self) -> Result<(), Unserved> {
        self.room.catch_up().await?;
        *self = self.clone().newer();
        Ok(())
    }

    /// Asks whether it is this visitor's turn; can wait up to a poll interval for a permit.
    pub async fn turn(&self, place: &Place, possession: Possession, channel: Channel) -> TurnReply {
        match self.number(place) {
            Some(number) => self.room.turn((place, number), possession, channel).await,
            None => TurnReply::Unknown,
        }
    }

    /// Lets a place's holder step aside: once this returns, none of the holder's open requests at
    /// this node is let in.
    ///
    /// # Errors
    /// If a permit was possibly spent on an open request, because the store does not answer or the
    /// outcome of a commit is unknown; if too many requests wait, or the room is being closed.
    pub async fn step_aside(&self, place: &Place, until: WallMs) -> Result<(), Unserved> {
        match self.number(place) {
            Some(number) => self.room.step_aside((place, number), until).await,
            None => Ok(()),
        }
    }

    /// Records that a place's holder is aside, which another node possibly recorded.
    pub fn note_aside(&self, place: &Place, until: WallMs) {
        if let (Some(lane), Some(number)) = (self.room.lane_of(place), self.number(place)) {
            let mut aside = lane.shared.line.aside();
            aside.note(place.run, number, until, self.now.wall);
        }
    }

    /// Records that a place's holder came back.
    pub fn note_return(&self, place: &Place) {
        if let (Some(lane), Some(number)) = (self.room.lane_of(place), self.number(place)) {
            lane.shared.line.aside().forget(place.run, number);
        }
    }

    /// Adds a grant that the holder's browser remembers to this node's log, so that it is repeated.
    pub fn recall_grant(&self, place: &Place, granted_at: WallMs) {
        if let Some(number) = self.number(place) {
            self.room.recall_grant((place, number), (granted_at, self.now.wall));
        }
    }

    /// Returns the last grant of a place, if this node knows it and its token is still valid.
    #[must_use]
    pub fn grant_in_force(&self, place: &Place) -> Option<Grant> {
        let number = self.number(place)?;
        let line = &self.room.lane_of(place)?.shared.line;
        line.repeat_of(place.run, number, self.now.wall)
    }

    /// Whether the room must look nonexistent: it is configured to hide while it is idle, and is
    /// idle. A room that is disabled is not hidden, since the visitors whom it lets pass see it
    /// anyway.
    #[must_use]
    pub fn is_hidden(&self) -> bool {
        let lifecycle = self.published.snapshot.ledger().lifecycle;
        self.settings.life.hides_in(lifecycle.phase()) && !lifecycle.is_disabled()
    }

    /// Looks up what a queue id names.
    #[must_use]
    pub fn look_up(&self, queue_id: QueueId) -> PlaceLookup {
        let Some(place) = self.room.shared.line.codec.open(&queue_id) else {
            return PlaceLookup::Nothing;
        };
        let Some(snapshot) = self.snapshot(place.lane) else {
            return PlaceLookup::Nothing;
        };
        let ledger = snapshot.ledger();
        // After the wall clock was set back, a place's time can be later than now without being
        // forged.
        let now = self.now.wall.max(ledger.latest);
        let seconds = now.seconds().saturating_sub(ledger.run_began.seconds());
        let now_seconds = u32::try_from(seconds).unwrap_or(u32::MAX);
        if place.run != ledger.run {
            return if place.run < ledger.run {
                PlaceLookup::PastRun
            } else {
                PlaceLookup::Unseen
            };
        }
        if !place.issued_by(now_seconds, protocol::queue_id::CLOCK_TOLERANCE_SECONDS) {
            return PlaceLookup::Nothing;
        }
        if place.sequence >= ledger.next {
            return PlaceLookup::Unseen;
        }
        PlaceLookup::Place(Place {
            queue_id,
            lane: place.lane,
            run: ledger.run,
            device: Device {
                sequence: place.sequence,
                holder: place.holder,
            },
            since: given_at(ledger.run_began, place.seconds),
        })
    }

    /// The place that a queue id names, if the id is authentic, of the current run and known to
    /// this node.
    #[must_use]
    pub fn open_id(&self, queue_id: QueueId) -> Option<Place> {
        match self.look_up(queue_id) {
            PlaceLookup::Place(place) => Some(place),
            PlaceLookup::PastRun | PlaceLookup::Unseen | PlaceLookup::Nothing => None,
        }
    }

    /// The number of a place, if it has one.
    #[must_use]
    pub fn number(&self, place: &Place) -> Option<Number> {
        let ledger = self.snapshot(place.lane)?.ledger();
        (place.run == ledger.run).then(|| ledger.number(place.device.sequence))?
    }

    /// Whether a place is neither cancelled nor transferred to another device.
    #[must_use]
    pub fn is_alive(&self, place: &Place) -> bool {
        !self.is_cancelled(place) && !self.is_transferred(place)
    }

    /// Whether a place is cancelled.
    #[must_use]
    pub fn is_cancelled(&self, place: &Place) -> bool {
        self.has(place, Mark::Cancelled)
    }

    /// Whether a place has been redirected.
    #[must_use]
    pub fn was_redirected(&self, place: &Place) -> bool {
        self.has(place, Mark::Redirected)
    }

    /// Whether a place was transferred to another device.
    #[must_use]
    pub fn is_transferred(&self, place: &Place) -> bool {
        let snapshot = self.snapshot(place.lane);
        snapshot.is_some_and(|snapshot| snapshot.run() == place.run && snapshot.is_transferred(place.device))
    }

    fn has(&self, place: &Place, mark: Mark) -> bool {
        let snapshot = self.snapshot(place.lane);
        snapshot.is_some_and(|snapshot| snapshot.has(place.device.sequence, mark))
    }

    /// The commit as a lane shows it; `None` if the room has no such lane.
    pub(super) fn snapshot(&self, lane: u8) -> Option<&Snapshot> {
        self.published_in(lane).map(|published| &published.snapshot)
    }

    /// The commit of a lane; `None` if the room has no such lane.
    pub(super) fn published_in(&self, lane: u8) -> Option<&Published> {
        if lane == 0 {
            return Some(&self.published);
        }
        let mut lanes = self.lanes.iter();
        lanes
            .find(|(other, _)| *other == lane)
            .map(|(_, published)| &**published)
    }

    /// The commit as each lane shows it.
    pub(super) fn all_published(&self) -> impl Iterator<Item = &Published> {
        let lanes = self.lanes.iter().map(|(_, published)| &**published);
        std::iter::once(&*self.published).chain(lanes)
    }

    /// The snapshots of all lanes.
    pub(super) fn snapshots(&self) -> impl Iterator<Item = &Snapshot> {
        self.all_published().map(|published| &published.snapshot)
    }

    /// Returns the status of a place for its holder, and records that the holder is present.
    #[must_use]
    pub fn poll(&self, place: &Place, jitter: u16, stretch_percent: u16) -> PlaceStatus {
        let status = self.place_status(place, jitter, stretch_percent);
        let waits = matches!(
            status,
            PlaceStatus::Unnumbered(_) | PlaceStatus::InLine(_) | PlaceStatus::FirstInLine(_)
        );
        if let Some(snapshot) = self.snapshot(place.lane).filter(|_| waits) {
            snapshot.seen().record_poll(place.device.sequence, self.now.flow);
        }
        status
    }

    /// Whether a place that is first in line is let in within about two poll intervals, according
    /// to this node.
    #[must_use]
    pub fn is_at_hand(&self, place: &Place) -> bool {
        self.shows_turn(place, false)
    }

    /// Whether a page about a place that is first in line shows the turn: the redirect is at hand,
    /// or the page shows the turn already (`shows_turn`) and nothing takes it back.
    #[must_use]
    pub fn shows_turn(&self, place: &Place, shows_turn: bool) -> bool {
        let number = self.number(place);
        let published = self.published_in(place.lane);
        let is_new = self.now.wall.0.saturating_sub(place.since.0) < NEW_MS;
        let visitor = |number| NearVisitor {
            number,
            is_new,
            shows_turn,
        };
        number
            .zip(published)
            .is_some_and(|(number, published)| published.at_hand.shows_turn(visitor(number)))
    }

    /// Like [`Self::shows_turn`], for the page of the place's holder: the turn also stays if a page
    /// of the holder showed it lately, for example the one that loads anew. Records that it does.
    #[must_use]
    pub fn record_shown_turn(&self, place: &Place, shows_turn: bool) -> bool {
        let (Some(lane), Some(number)) = (self.room.lane_of(place), self.number(place)) else {
            return false;
        };
        let (visitor, now) = ((place.run, number), self.now.flow);
        let mut shown_turns = lane.shared.line.shown_turns();
        let shows_turn = self.shows_turn(place, shows_turn || shown_turns.was_shown(visitor, now));
        if shows_turn {
            shown_turns.note(visitor, now);
        } else {
            shown_turns.forget(visitor);
        }
        shows_turn
    }

    /// Returns how many numbers were drawn, if the place's number is among them and nobody has been
    /// let in yet.
    #[must_use]
    pub fn revealed(&self, place: &Place) -> Option<u64> {
        let ledger = self.snapshot(place.lane)?.ledger();
        let population = ledger.order.drawn_population()?;
        let is_among = self.number(place).is_some_and(|number| number.0 < population);
        (is_among && !ledger.gate.is_open()).then_some(population)
    }

    /// Returns the status of a place without recording presence.
    #[must_use]
    pub fn place_status(&self, place: &Place, jitter: u16, stretch_percent: u16) -> PlaceStatus {
        let Some(snapshot) = self.snapshot(place.lane).filter(|snapshot| snapshot.run() == place.run) else {
            return PlaceStatus::Unknown;
        };
        let context = PollContext {
            device: place.device,
            since: place.since,
            now: self.now,
            cut_off: self.settings.life.schedule.cut_off(),
            jitter,
            stretch_percent,
        };
        snapshot.place_status(&context)
    }

    /// Records that the holder of a place was sent to the target without a turn, because the room
    /// is disabled or the firewall exempts the address. The room does not wait for such visitors;
    /// they keep the place if they come back.
    pub fn record_passed_on(&self, place: &Place) {
        let snapshot = self.snapshot(place.lane).filter(|snapshot| snapshot.run() == place.run);
        if let Some(snapshot) = snapshot.filter(|snapshot| !snapshot.is_transferred(place.device)) {
            snapshot.seen().leave(place.device.sequence, self.now.flow);
        }
    }

    /// Whether newcomers pass the room at present without seeing the line.
    #[must_use]
    pub fn is_unseen(&self) -> bool {
        self.published.snapshot.ledger().is_unseen(&self.settings.engine())
    }

    /// The estimate that a newcomer would get now, if there is one.
    #[must_use]
    pub fn newcomer_wait(&self) -> Option<WaitRange> {
        self.published.snapshot.newcomer_wait(self.now)
    }

    /// Milliseconds until the operator's last order is in force on every node, which is when no
    /// lease given before that order can be spent any more.
    #[must_use]
    pub fn confirmed_in_ms(&self) -> u64 {
        let outflow = &self.published.snapshot.ledger().outflow;
        outflow.orders_hold_from().since(self.now.flow)
    }

    /// The time at which this state was loaded.
    #[must_use]
    pub fn now(&self) -> Now {
        self.now
    }

    /// The wall time at which this state was loaded, in whole seconds.
    #[must_use]
    pub fn unix_seconds(&self) -> UnixSeconds {
        UnixSeconds(self.now.wall.seconds())
    }
}

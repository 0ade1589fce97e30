//! The parts of a line that its pool node and the requests of its visitors both use: the log of
//! grants, the visitors aside, the memory of sessions, and the codec of queue ids. The memory of
//! shown turns belongs to requests alone. No method blocks except on a short lock.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use admission::redirects::repeats;
use admission::{Device, Grant, Number, Redirects, Run, WallMs};
use protocol::QueueIdCodec;

use crate::grants::{GrantLog, Granted};
use crate::observer::{self, Observation, Observer};
use crate::place::{NewPlace, Place, given_at};
use crate::presence::aside::AsideMemory;
use crate::session_memory::SessionMemory;
use crate::shown_turns::ShownTurns;

/// One line of a room: that of ordinary visitors, which is lane 0, or that of a priority group.
#[derive(Debug)]
pub struct SharedLine {
    /// The room's name, `customer/room`.
    pub name: String,
    /// The lane, which queue ids name.
    pub lane: u8,
    /// Seals and opens the queue ids of the line.
    pub codec: QueueIdCodec,
    grants: Mutex<GrantLog>,
    aside: Mutex<AsideMemory>,
    shown_turns: Mutex<ShownTurns>,
    /// `None` if the pool counts no sessions.
    pub sessions: Option<SessionMemory>,
    /// Observes the pool node's readings, if it is recorded or replayed.
    observer: Option<Arc<dyn Observer>>,
}

impl SharedLine {
    /// Creates a line with the grants that are still logged.
    #[must_use]
    pub fn new(
        (name, lane): (String, u8),
        codec: QueueIdCodec,
        grants: GrantLog,
        sessions: Option<SessionMemory>,
    ) -> Self {
        Self {
            name,
            lane,
            codec,
            grants: Mutex::new(grants),
            aside: Mutex::default(),
            shown_turns: Mutex::default(),
            sessions,
            observer: None,
        }
    }

    /// Sets the observer of the pool node's readings.
    #[must_use]
    pub fn observed(mut self, observer: Option<Arc<dyn Observer>>) -> Self {
        self.observer = observer;
        self
    }

    /// The observer of the pool node's readings, if there is one.
    pub(crate) fn observer(&self) -> Option<&dyn Observer> {
        self.observer.as_deref()
    }

    /// Like [`Self::repeat_of`], for the pool node.
    pub(crate) fn repeated(&self, run: Run, number: Number, wall: WallMs) -> Option<Grant> {
        let read = || self.repeat_of(run, number, wall);
        let Some(observer) = self.observer() else {
            return read();
        };
        match observer.observe(&mut || Observation::Repeat(read())) {
            Observation::Repeat(grant) => grant,
            _ => None,
        }
    }

    /// The redirects of a run's places, as far back as the log reaches, for the pool node.
    pub(crate) fn redirects(&self, run: Run) -> BTreeMap<Number, Redirects> {
        let read = || self.log().redirects(run);
        let Some(observer) = self.observer() else {
            return read();
        };
        match observer.observe(&mut || Observation::Redirects(read().into_iter().collect())) {
            Observation::Redirects(redirects) => redirects.into_iter().collect(),
            _ => BTreeMap::new(),
        }
    }

    /// The numbers within a range that are aside, for the pool node.
    pub(crate) fn numbers_aside(&self, run: Run, within: Range<Number>, wall: WallMs) -> Vec<Number> {
        let read = || {
            let memory = self.aside();
            let numbers = memory.numbers(run, within.clone(), wall);
            numbers.map(|number| number.0).collect()
        };
        let numbers = observer::places(self.observer(), read).into_iter();
        numbers.map(Number).collect()
    }

    /// The grant that a claim repeats, if its token is still valid.
    #[must_use]
    pub fn repeat_of(&self, run: Run, number: Number, wall: WallMs) -> Option<Grant> {
        let last = self.log().last(run, number);
        last.filter(|grant| repeats(grant.granted_at, wall))
    }

    /// Logs grants, and drops those that are too old.
    pub fn log_grants(&self, grants: impl Iterator<Item = Granted>, wall: WallMs) {
        let mut log = self.log();
        log.forget(wall);
        grants.for_each(|granted| log.push(granted));
    }

    /// The log of grants, locked until the guard is dropped.
    pub fn log(&self) -> MutexGuard<'_, GrantLog> {
        self.grants.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The visitors who are aside, locked until the guard is dropped.
    pub fn aside(&self) -> MutexGuard<'_, AsideMemory> {
        self.aside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The visitors whose pages showed the turn, locked until the guard is dropped.
    pub fn shown_turns(&self) -> MutexGuard<'_, ShownTurns> {
        self.shown_turns.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a place that was just given, with its queue id.
    #[must_use]
    pub fn name_place(&self, arrived: &NewPlace) -> Place {
        let device = Device::first(arrived.sequence);
        self.name_device((arrived.run, arrived.run_began), device, arrived.at)
    }

    /// Returns a device's place that was given at `at`, with the queue id of that device.
    #[must_use]
    pub fn name_device(&self, (run, run_began): (Run, WallMs), device: Device, at: WallMs) -> Place {
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
            .expect("a run ends before its sequence needs more than 36 bits, and the engine counts 15 transfers");
        Place {
            queue_id,
            lane: self.lane,
            run,
            device,
            since: given_at(run_began, seconds),
        }
    }
}

//! The inputs of a pool node that are no events: random numbers, and readings of memory that
//! requests write. Recorded while the pool node runs, and played back in the same order.

use std::collections::{BTreeSet, VecDeque};
use std::mem;
use std::sync::{Mutex, MutexGuard, PoisonError};

use node::effect::RandomSource;
use node::observer::{Observation, Observer};

use crate::entry::{DrawnNumber, EventInputs};

/// Records readings, until it is stopped.
#[derive(Debug)]
pub(crate) struct RecordingTape(Mutex<Option<Vec<Observation>>>);

impl RecordingTape {
    pub(crate) fn new() -> Self {
        Self(Mutex::new(Some(Vec::new())))
    }

    /// Takes the readings since the last call.
    pub(crate) fn take(&self) -> Vec<Observation> {
        lock(&self.0).as_mut().map(mem::take).unwrap_or_default()
    }

    /// Stops recording.
    pub(crate) fn stop(&self) {
        *lock(&self.0) = None;
    }
}

impl Observer for RecordingTape {
    fn observe(&self, read: &mut dyn FnMut() -> Observation) -> Observation {
        let reading = read();
        if let Some(readings) = lock(&self.0).as_mut() {
            readings.push(reading.clone());
        }
        reading
    }
}

/// Records the random numbers of one event.
pub(crate) struct RecordingRandomSource<'a> {
    pub(crate) inner: &'a mut dyn RandomSource,
    pub(crate) drawn: Vec<DrawnNumber>,
}

impl RandomSource for RecordingRandomSource<'_> {
    fn jitter(&mut self) -> u16 {
        let jitter = self.inner.jitter();
        self.drawn.push(DrawnNumber::Jitter(jitter));
        jitter
    }

    fn seed(&mut self) -> [u8; 32] {
        let seed = self.inner.seed();
        self.drawn.push(DrawnNumber::Seed(seed));
        seed
    }
}

/// Plays the inputs of one event after the other, and tracks the handles.
#[derive(Debug, Default)]
pub(crate) struct PlayingTape(Mutex<PlayedInputs>);

#[derive(Debug, Default)]
struct PlayedInputs {
    readings: VecDeque<Observation>,
    /// Whether a reading was asked for that was not recorded.
    is_off: bool,
    /// Handles whose callers had disconnected.
    closed: BTreeSet<u64>,
    /// Handles whose answer is being delivered.
    answered: BTreeSet<u64>,
    /// Handles that were dropped without an answer, and whether the caller had disconnected.
    dropped: Vec<(u64, bool)>,
}

impl PlayingTape {
    /// Puts the readings of the next event in.
    pub(crate) fn put(&self, readings: &[Observation]) {
        lock(&self.0).readings = readings.iter().cloned().collect();
    }

    /// Whether exactly the readings that were put in were asked for.
    pub(crate) fn is_used_up(&self) -> bool {
        let inputs = lock(&self.0);
        !inputs.is_off && inputs.readings.is_empty()
    }

    /// Plays whether a caller had disconnected.
    pub(crate) fn is_closed(&self, handle: u64) -> bool {
        let is_closed = self.observe(&mut || Observation::Flag(false)) == Observation::Flag(true);
        if is_closed {
            lock(&self.0).closed.insert(handle);
        }
        is_closed
    }

    /// Records that a handle is answered, before it is dropped.
    pub(crate) fn answered(&self, handle: u64) {
        lock(&self.0).answered.insert(handle);
    }

    /// Records that a handle is dropped.
    pub(crate) fn drop_handle(&self, handle: u64) {
        let mut inputs = lock(&self.0);
        let is_closed = inputs.closed.remove(&handle);
        if !inputs.answered.remove(&handle) {
            inputs.dropped.push((handle, is_closed));
        }
    }

    /// Takes the handles that were dropped without an answer, each with whether the caller had
    /// disconnected.
    pub(crate) fn take_dropped(&self) -> Vec<(u64, bool)> {
        mem::take(&mut lock(&self.0).dropped)
    }
}

impl Observer for PlayingTape {
    fn observe(&self, read: &mut dyn FnMut() -> Observation) -> Observation {
        // This reading only shows which kind was requested.
        let asked = read();
        let mut inputs = lock(&self.0);
        match inputs.readings.pop_front() {
            Some(played) if mem::discriminant(&played) == mem::discriminant(&asked) => played,
            _ => {
                inputs.is_off = true;
                asked
            }
        }
    }
}

/// Plays the random numbers of one event.
pub(crate) struct PlayingRandomSource {
    drawn: VecDeque<DrawnNumber>,
    is_off: bool,
}

impl PlayingRandomSource {
    pub(crate) fn new(inputs: &EventInputs) -> Self {
        Self {
            drawn: inputs.drawn.iter().copied().collect(),
            is_off: false,
        }
    }

    /// Whether exactly the recorded numbers were drawn.
    pub(crate) fn is_used_up(&self) -> bool {
        !self.is_off && self.drawn.is_empty()
    }
}

impl RandomSource for PlayingRandomSource {
    fn jitter(&mut self) -> u16 {
        match self.drawn.pop_front() {
            Some(DrawnNumber::Jitter(jitter)) => jitter,
            _ => {
                self.is_off = true;
                0
            }
        }
    }

    fn seed(&mut self) -> [u8; 32] {
        match self.drawn.pop_front() {
            Some(DrawnNumber::Seed(seed)) => seed,
            _ => {
                self.is_off = true;
                [0; 32]
            }
        }
    }
}

/// No method panics while it holds a lock.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
